package verbs

import (
	"context"
	"reflect"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Check is check.
func Check(in any) error { return check(in) }

// MakeCursor is makeCursor.
func MakeCursor(p kaibo.Project, verb string, position any) (string, error) {
	return makeCursor(p, verb, position)
}

// OpenCursor is openCursor.
func OpenCursor(p kaibo.Project, verb, cursor string, into any) error {
	return openCursor(p, verb, cursor, into)
}

// Fits is fits.
func Fits(items []string, limit int) int { return fits(items, limit) }

// Keep is keep, of a string.
func Keep(ctx context.Context, c *Call, p kaibo.Project, verb string, run func() (*string, error)) (*string, error) {
	return keep(ctx, c, p, verb, run)
}

// CutText is cutText.
func CutText(b []byte, limit int) string { return cutText(b, limit) }

// Forms names the shapes of strings.
func Forms() []string {
	var names []string
	for name := range forms {
		names = append(names, name)
	}
	return names
}

// CheckForm says what is wrong with a string of a shape, and the shape's
// pattern.
func CheckForm(name, s string) (detail, pattern string) {
	return forms[name].check(s), forms[name].pattern
}

// DescribedTypes are the types of the domain whose fields are documented here.
func DescribedTypes() map[reflect.Type]map[string]string { return described }

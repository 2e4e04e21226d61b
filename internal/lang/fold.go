package lang

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s normalised (NFKC), case folded, without format characters,
// and with every run of white space as one space.
func Fold(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), " ")
}

package kaibo_test

import (
	"path"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What passes as an object's name is the same under every reading of a path,
// and stays below the directory that it is joined to.
func FuzzCheckObjectName(f *testing.F) {
	for _, name := range []string{"a", "P/p/1-x", "../x", "a/..", "", "/", "a//b", ".", "...", `a\b`, "a\x00", "ä"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		err := kaibo.CheckObjectName(name)
		if err != nil && kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%q: %v is not Invalid", name, err)
		}
		if err == nil && (path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(path.Join("root", name), "..") ||
			strings.ContainsAny(name, "\\\x00 %+") || len(name) > kaibo.MaxObjectName) {
			t.Errorf("%q passes", name)
		}
	})
}

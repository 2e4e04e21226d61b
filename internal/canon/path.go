package canon

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// root is the path of the whole text.
const root = "$"

// maxPathName is how many bytes of one name a path shows: enough to find it,
// not enough to send a large body back.
const maxPathName = 64

// step is one part of a path: a name, or where index is not negative a place
// in an array.
type step struct {
	name  string
	index int
}

// pathOf writes a path: events[3].metadata.thread.
func pathOf(steps []step) string {
	if len(steps) == 0 {
		return root
	}
	var b strings.Builder
	for i, s := range steps {
		if s.index >= 0 {
			if i == 0 {
				b.WriteString(root)
			}
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(shorten(s.name, maxPathName))
	}
	return b.String()
}

// shorten cuts a text at a rune when it has more than most bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

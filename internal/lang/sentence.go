package lang

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Span is a half-open range of bytes in a text.
type Span struct{ Start, End int }

// Sentences returns the sentences of text, trimmed, in order.
func Sentences(text string) []Span {
	var out []Span
	it := sentences.FromString(text)
	for it.Next() {
		v := it.Value()
		start := it.Start() + len(v) - len(strings.TrimLeft(v, " \t\r\n"))
		end := it.End() - (len(v) - len(strings.TrimRight(v, " \t\r\n")))
		if start < end {
			out = append(out, Span{start, end})
		}
	}
	return out
}

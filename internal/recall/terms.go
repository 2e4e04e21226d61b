package recall

import (
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// How termindex.Terms files a token; a test holds the two together.
const (
	maxTermBytes = 96 // of a form: longer ones are cut at a rune
	maxRun       = 3  // parts of an identifier that are a term together
	maxParts     = 32 // of one identifier
)

// termText returns the term of a form as the index writes it.
func termText(prefix, form string) string {
	if len(form) > maxTermBytes {
		n := maxTermBytes
		for n > 0 && !utf8.RuneStart(form[n]) {
			n--
		}
		form = form[:n]
	}
	return prefix + form
}

// termsOf returns the terms under which the index files a token of a text and
// that can bear a word out: all but the derived form.
func termsOf(t lang.Token) []string {
	out := []string{termText(termindex.PrefixInflected, t.Inflected)}
	if t.Kind == lang.Identifier || t.Kind == lang.Number {
		out = append(out, termText(termindex.PrefixExact, t.Exact))
	}
	parts := t.Parts[:min(len(t.Parts), maxParts)]
	for i := range parts {
		for n := 1; n <= maxRun && i+n <= len(parts); n++ {
			out = append(out, termText(termindex.PrefixPart, strings.Join(parts[i:i+n], "")))
		}
	}
	return out
}

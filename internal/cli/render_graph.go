package cli

import (
	"reflect"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// textAnswer is what an answer has for people that says itself in words, as
// those about the curated graph do.
type textAnswer struct {
	Text string `json:"text"`
}

// hasText reports whether the answer of a verb says itself in words.
func hasText(verb string) bool {
	v, ok := verbs.Lookup(verb)
	if !ok {
		return false
	}
	fields := verbs.Fields(v.Output())
	for i := range fields {
		if fields[i].Name == "text" && fields[i].Type.Kind() == reflect.String {
			return true
		}
	}
	return false
}

func renderText(p *printer, out *textAnswer) {
	for line := range strings.SplitSeq(out.Text, "\n") {
		if !strings.HasPrefix(line, "- ") {
			p.text("", line)
			continue
		}
		p.text("  ", line)
	}
}

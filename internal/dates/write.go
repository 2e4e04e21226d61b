package dates

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Write returns the mention written out absolutely, with its year.
func Write(m Mention, text string) string {
	if m.Kind != Relative || m.Recurring {
		return text[m.Start:m.End]
	}
	return "on " + m.From.Std().Format("January 2, 2006")
}

// WriteOut returns text with every relative mention written out, and all the
// mentions of text.
func WriteOut(text string, ref kaibo.Time) (string, []Mention) {
	found := Find(text, ref)
	var b strings.Builder
	at := 0
	for _, m := range found {
		b.WriteString(text[at:m.Start])
		b.WriteString(Write(m, text))
		at = m.End
	}
	b.WriteString(text[at:])
	return b.String(), found
}

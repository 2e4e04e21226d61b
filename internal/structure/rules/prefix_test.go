package rules_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// What the event before is about is written before a bare update, and before
// nothing that has a subject of its own: nobody said that.
func TestPrefixes(t *testing.T) {
	for _, row := range []struct{ before, text, prefix string }{
		{"The harvest walk is on May 5.", "Moved to May 9 instead.", "The harvest walk: "},
		{"The harvest walk is on May 5.", "Sorry, I meant May 9.", "Sorry, The harvest walk: "},
		{"Tor owns Mill2.", "Una owns Mill2 now.", ""},
		{"Tor owns Mill2.", "Pia now owns Mill2.", ""},
		{"Ida uses Loom3.", "Per uses Loom3 now.", ""},
		{"Ida uses Loom3.", "Will uses Loom3 now.", ""},
		{"Per uses v3 now.", "Sales of v3 went up.", ""},
		{"The harvest walk is on May 5.", "The harvest walk slips to May 9.", ""},
		{"The harvest walk is on May 5.", "The walk is now on May 9.", ""},
		{"The shop moves to Oslo on May 5.", "The shop move is postponed to May 9.", ""},
		{"The shop moves to Oslo on May 5.", "Moved the shop to May 9 instead.", ""},
		{"Ida nutzt Webstuhl3.", "Per nutzt jetzt Webstuhl3.", ""},
		{"Die Probe ist am 5. Mai.", "Das Konzert ist jetzt am 9. Mai.", ""},
		{"Ida utilise Metier3.", "Pierre utilise maintenant Metier3.", ""},
		{"Ida usa Telar3.", "Pedro usa ahora Telar3.", ""},
		{"Ida usa Tear3.", "Pedro usa agora Tear3.", ""},
	} {
		got := contents(read(t, rules.New(), kaibo.KindMessage, row.text, 4, row.before))
		switch {
		case len(got) != 1:
			t.Errorf("%q: %d statements", row.text, len(got))
		case row.prefix != "" && !strings.HasPrefix(got[0], row.prefix), row.prefix == "" && strings.Contains(got[0], ":"):
			t.Errorf("%q after %q: got %q, want the prefix %q", row.text, row.before, got[0], row.prefix)
		}
	}
}

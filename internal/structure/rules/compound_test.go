package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// A sentence of two statements is two memories, each with its own span; one
// whose parts lean on each other stays whole.
func TestCompound(t *testing.T) {
	for _, row := range []struct {
		text  string
		parts []string // nil for the whole sentence
	}{
		{"Tor owns the mill and Una owns the forge.", []string{"Tor owns the mill", "Una owns the forge."}},
		{"Tor owns the mill, but Una runs it.", nil},
		{"The fair is on May 3 and the walk is on May 9.", []string{"The fair is on May 3", "the walk is on May 9."}},
		{"The fair moved to May 3 and the walk is on May 9.", nil},
		{"The fair moved to May 3 and the fee went up to 9 euros.", []string{"The fair moved to May 3", "the fee went up to 9 euros."}},
		{"I work at Alder and I live in Turku.", []string{"I work at Alder", "I live in Turku."}},
		{"The mill is in Turku; the forge is in Oulu.", []string{"The mill is in Turku", "the forge is in Oulu."}},
		{"The hall is booked; we meet in the gym.", nil},
		{"Una plays the flute and sings in a choir.", nil},
		{"Una likes walks and runs in the park.", nil},
		{"Tor was ill and he stayed at home.", nil},
		{"Una thinks Tor owns the mill and Per owns the forge.", nil},
		{"If Una leaves and Tor stays, we need help.", nil},
		{"Bread and milk cost 3 euros.", nil},
		{"Una leitet die Mühle und Tor leitet die Schmiede.", []string{"Una leitet die Mühle", "Tor leitet die Schmiede."}},
		{"Ida dirige el molino y Tor dirige la fragua.", []string{"Ida dirige el molino", "Tor dirige la fragua."}},
	} {
		want := row.parts
		if want == nil {
			want = []string{row.text}
		}
		var got []string
		for _, s := range read(t, rules.New(), kaibo.KindMessage, row.text, 4).Statements {
			got = append(got, row.text[s.Start:s.End])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", row.text, diff)
		}
	}
}

// From when a statement holds is said by "from" at its end, and a day that is
// long past is then one to come.
func TestHoldsFrom(t *testing.T) {
	for _, row := range []struct{ text, from string }{
		{"I'm on leave from June 2.", "2025-06-02"},
		{"The mill is closed from May 2.", "2025-05-02"},
		{"I'm on leave from January 2.", "2026-01-02"},
		{"Ich bin ab 2. Januar im Urlaub.", "2026-01-02"},
		{"We keep the report from June 2.", "2025-03-04"},
		{"Una was ill from January 2.", "2025-03-04"},
	} {
		got := read(t, rules.New(), kaibo.KindMessage, row.text, 4).Statements
		if len(got) != 1 || !strings.HasPrefix(got[0].ValidFrom.String(), row.from) {
			t.Errorf("%q: %+v, want it from %s", row.text, got, row.from)
		}
	}
}

// What is noted of a sentence, and what is not.
func TestNoted(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"I like coffee.", "preference: I like coffee."},
		{"I like that.", ""},
		{"I'm coming tomorrow evening.", "fact: I'm coming on the evening of March 5, 2025."},
		{"Ich komme morgen Abend.", "fact: Ich komme 2025-03-05 Abend."},
		{"Should the mill stop, call Una.", "procedure: Should the mill stop, call Una."},
		{"-rw-r--r-- 1 root root 120 Mar 3 10:00 mill.go", ""},
		{"The club meets on the first Sunday of the month.", "fact: The club meets on the first Sunday of the month."},
		{"Will owns the mill.", "fact: Will owns the mill."},
	} {
		got := ""
		for _, s := range read(t, rules.New(), kaibo.KindMessage, row.text, 4).Statements {
			got = s.Type + ": " + s.Content
		}
		if got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}

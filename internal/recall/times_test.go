package recall_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

func TestStateOf(t *testing.T) {
	rev := func(recorded, from, to kaibo.Time, status string) kaibo.Revision {
		return kaibo.Revision{RecordedAt: recorded, ValidFrom: from, ValidTo: to, Status: status}
	}
	open := []kaibo.Revision{rev(day(2), day(2), kaibo.Forever, kaibo.StatusCurrent)}
	ended := append(open[:1:1], rev(day(5), day(2), day(5), kaibo.StatusSuperseded))
	wrong := append(open[:1:1], rev(day(5), day(2), day(2), kaibo.StatusSuperseded))
	planned := []kaibo.Revision{rev(day(2), day(8), kaibo.Forever, kaibo.StatusCurrent)}
	known := func(n int) *kaibo.Time { d := day(n); return &d }
	for name, c := range map[string]struct {
		revisions []kaibo.Revision
		asOf      kaibo.Time
		knownAt   *kaibo.Time
		want      string
	}{
		"holds":                         {open, day(3), nil, "holds"},
		"from its first moment":         {open, day(2), nil, "holds"},
		"not yet said":                  {open, day(1), nil, "never"},
		"ended":                         {ended, day(6), nil, "past"},
		"not at its end":                {ended, day(5), nil, "past"},
		"ended, when it held":           {ended, day(4), nil, "holds"},
		"ended, before that was known":  {ended, day(6), known(4), "holds"},
		"corrected: never held":         {wrong, day(3), nil, "never"},
		"corrected, before it was told": {wrong, day(3), known(4), "holds"},
		"said, holds later":             {planned, day(3), nil, "upcoming"},
		"said, holds now":               {planned, day(8), nil, "holds"},
		"not recorded by then":          {open, day(3), known(1), "never"},
		"no revision":                   {nil, day(3), nil, "never"},
		"forgotten":                     {[]kaibo.Revision{rev(day(2), day(2), kaibo.Forever, kaibo.StatusForgotten)}, day(3), nil, "never"},
	} {
		if got := recall.StateOf(c.revisions, day(2), c.asOf, c.knownAt); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// moved is a date that was moved: the first version ended when the second was
// told.
func moved(s *store) {
	old, now := "The regatta is on May 4.", "The regatta is on May 11."
	s.say(said{on: day(2), text: old, memories: []told{{quote: old, revisions: []kaibo.Revision{
		{Version: 1, RecordedAt: day(2), ValidFrom: day(2), ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent},
		{Version: 2, RecordedAt: day(9), ValidFrom: day(2), ValidTo: day(9), Status: kaibo.StatusSuperseded, SupersededBy: "mem_x"},
	}}}})
	s.say(said{on: day(9), text: now, memories: []told{{quote: now}}})
}

func TestTwoTimes(t *testing.T) {
	s := newStore(t)
	moved(s)
	const q = "When is the regatta?"
	early, late := day(5), day(20)
	for name, c := range map[string]struct {
		q        recall.Query
		texts    []string
		statuses []string
	}{
		"now":                      {recall.Query{Question: q}, []string{"The regatta is on May 11."}, []string{"current"}},
		"as of when the old held":  {recall.Query{Question: q, AsOf: &early}, []string{"The regatta is on May 4."}, []string{"superseded"}},
		"as known then":            {recall.Query{Question: q, AsOf: &late, KnownAt: &early}, []string{"The regatta is on May 4."}, []string{"current"}},
		"with the past":            {recall.Query{Question: q, IncludePast: true}, []string{"The regatta is on May 11.", "The regatta is on May 4."}, []string{"current", "superseded"}},
		"of the past nothing else": {recall.Query{Question: "When is the regatta on May 11?", IncludePast: true, Budget: 12}, []string{"The regatta is on May 11."}, []string{"current"}},
	} {
		a := s.ask(c.q)
		var statuses []string
		for _, it := range a.Items {
			statuses = append(statuses, it.Status)
		}
		if d := cmp.Diff([][]string{c.texts, c.statuses}, [][]string{textsOf(a), statuses}); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	before := day(1)
	if a := s.ask(recall.Query{Question: q, AsOf: &before, IncludePast: true}); a.Abstain.Code != recall.OnlyPast {
		t.Errorf("before anything was said: code %q", a.Abstain.Code)
	}
	if a := s.ask(recall.Query{Question: q, AsOf: &late, KnownAt: &before}); a.Abstain.Code != recall.NoMatch {
		t.Errorf("before anything was known: code %q", a.Abstain.Code)
	}
}

// Only the past matches: it lifts no abstention, asked for or not.
func TestOnlyPast(t *testing.T) {
	s := newStore(t)
	const text = "Berta rents the boathouse."
	s.say(said{on: day(2), text: text, memories: []told{{quote: text, to: day(9), status: kaibo.StatusCanceled}}})
	for _, past := range []bool{false, true} {
		a := s.ask(recall.Query{Question: "Who rents the boathouse?", IncludePast: past})
		if a.Abstain.Code != recall.OnlyPast {
			t.Errorf("include past %v: code %q, items %q", past, a.Abstain.Code, textsOf(a))
		}
	}
}

func TestUpcomingComesAfterWhatHolds(t *testing.T) {
	s := newStore(t)
	now, later := "Pia keeps the minutes of the club.", "From June on Otto keeps the minutes of the club."
	s.say(said{on: day(2), text: now, memories: []told{{quote: now}}})
	s.say(said{on: day(4), text: later, memories: []told{{quote: later, from: at("2026-06-01T00:00:00Z")}}})
	a := s.asks("Who keeps the minutes of the club?")
	if d := cmp.Diff([]string{now, later}, textsOf(a)); d != "" || a.Items[0].Upcoming || !a.Items[1].Upcoming {
		t.Errorf("(-want +got):\n%s", d)
	}
	if a := s.asks("What does Otto keep?"); len(a.Items) == 0 || a.Items[len(a.Items)-1].Text != later {
		t.Errorf("what is upcoming does not ground: %q", textsOf(a))
	}
	unsaid := day(3)
	if a := s.ask(recall.Query{Question: "Who keeps the minutes of the club?", AsOf: &unsaid}); len(a.Items) != 1 {
		t.Errorf("before it was said: %q", textsOf(a))
	}
}

// Inside a bounded interval what interrupts comes first.
func TestInterruption(t *testing.T) {
	s := newStore(t)
	always, meanwhile := "Ruth feeds the goats.",
		"From January 10 to January 20 our neighbour Sten feeds the goats early in the morning, Ruth is away in Riga with her whole family."
	s.say(said{on: day(2), text: always, memories: []told{{quote: always}}})
	s.say(said{on: day(5), text: meanwhile, memories: []told{{quote: meanwhile, from: day(10), to: day(20)}}})
	for asOf, first := range map[kaibo.Time]string{day(3): always, day(12): meanwhile, day(25): always} {
		if a := s.ask(recall.Query{Question: "Who feeds the goats?", AsOf: &asOf}); len(a.Items) == 0 || a.Items[0].Text != first {
			t.Errorf("as of %v: %q", asOf, textsOf(a))
		}
	}
}

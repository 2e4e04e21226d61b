package recall_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

// visible is what is of the initiative that a limited query sees.
var visible = []said{
	{text: "The Condor launch is on July 13.", actor: "Ana Vega", role: "user"},
	{text: "Yes, the Condor roof is green.", actor: "Ana Vega", role: "user"},
	{text: "The launch budget of the Condor is 900 euros.", actor: "Carl", role: "user"},
	{text: "The harbour crane lifts 12 tons.", actor: "Carl", role: "assistant"},
}

// Three things that stand hidden between the visible ones, of the same length.
var secrets = [][]said{
	{
		{text: "Who is the secret merger partner of the Condor?", actor: "Bob", role: "user"},
		{text: "The secret merger partner is Zyxcorp.", actor: "Bob", role: "user"},
		{text: "The Condor launch budget is 1200 euros and the roof is red.", actor: "Zorro", role: "assistant"},
		{text: "Condor, Condor, launch, roof, harbour, crane.", actor: "Ana Vega", role: "user"},
	},
	{
		{text: "Bananas ripen in the northern cellar.", actor: "Mila", role: "user"},
		{text: "Nothing of this is about a project.", actor: "Mila", role: "user"},
		{text: "The choir sings on Tuesday.", actor: "Ana Vega", role: "assistant"},
		{text: "Four sheep crossed the bridge.", actor: "Mila", role: "user"},
	},
	nil, // the places are empty
}

// sightStore holds the visible events with hidden ones between them, in one
// session of one stream, and more hidden ones after them.
func sightStore(t *testing.T, hidden []said) *store {
	t.Helper()
	first := newStore(t).say(said{text: "x", memories: []told{{quote: "x"}}}) // the id of what the first event says
	s := newStore(t)
	put := func(e said, initiatives ...string) {
		e.session, e.on = 1, day(1+s.events%28)
		m := told{quote: e.text, initiatives: initiatives}
		if s.events == 1 {
			m.conflicts = first
		}
		e.memories = []told{m}
		s.say(e)
	}
	for i, e := range visible {
		if hidden == nil {
			s.seq["main"]++
			s.events++
		} else {
			put(hidden[i], "beta")
		}
		put(e, "alpha", "gamma")
	}
	for i := range 12 * len(hidden) {
		e := hidden[i%len(hidden)]
		e.text = fmt.Sprintf("%s Note %d.", e.text, i)
		e.stream = []string{"main", "other"}[i%2]
		if i%3 == 0 {
			put(e) // of none
		} else {
			put(e, "beta")
		}
	}
	return s
}

// told says all that a limited query is told: the stages and the answer.
func (s *store) told(q recall.Query) string {
	s.t.Helper()
	var b strings.Builder
	write := func(v any) {
		data, err := json.Marshal(v)
		if err != nil {
			s.t.Fatal(err)
		}
		b.Write(data)
		b.WriteByte('\n')
	}
	a, err := s.engine.Recall(context.Background(), s.p, q, func(x recall.Stage) error { write(x); return nil })
	if err != nil {
		s.t.Fatal(err)
	}
	write(a)
	return b.String()
}

// sightQuestions use words, names and numbers that are visible, hidden, both
// and neither.
var sightQuestions = []string{
	"merger partner", "banana partition", "Condor merger", "Condor zyxcorp", "Condor qyxcorp", "Is the merger partner Zyxcorp?",
	"Who is the secret merger partner of the Condor?", "When is the Condor launch?", "What color is the roof?", "condor", "launch budget",
	"What did Bob say about the Condor?", "What did Ana Vega say about the launch?", "zorro", "ana bananas", "What did the assistant say?",
	"How many tons does the harbour crane lift?", "Which note is 7?", "What is the Kestrel budget?", "sheep", "",
	"What was said on January 3?", "euros", "northern cellar choir Tuesday bridge secret harbour crane roof launch",
}

// TestNothingHiddenBearsOnALimitedQuery asks stores that differ in what is of
// other initiatives alone: other words, other people, more of it, none of it.
// A limited query is told the same by each, to the byte.
func TestNothingHiddenBearsOnALimitedQuery(t *testing.T) {
	stores := make([]*store, len(secrets))
	for i, hidden := range secrets {
		stores[i] = sightStore(t, hidden)
		stores[i].engine.Rewordings = func(context.Context, kaibo.Project, string) ([]string, error) {
			return [][]string{{"When is the Condor launch?"}, {"harbour crane"}, nil}[i], nil
		}
	}
	differs, answered := 0, 0
	for _, question := range sightQuestions {
		for _, q := range []recall.Query{
			{Trace: true}, {Fill: true, IncludePast: true, Trace: true}, {Filter: kaibo.Filter{Actors: []string{"Ana Vega"}}}, {Budget: 7, Candidates: 2},
		} {
			q.Question = question
			open := q
			q.Filter.Initiatives, q.Filter.Limited = []string{"alpha"}, true
			want := stores[0].told(q)
			if strings.Contains(want, `"form":`) {
				answered++
			}
			for i, s := range stores[1:] {
				if got := s.told(q); got != want {
					t.Errorf("%q: store %d tells\n%s\nand the first\n%s", question, i+1, got, want)
				}
				if s.told(open) != stores[0].told(open) {
					differs++
				}
			}
		}
	}
	if differs == 0 || answered == 0 {
		t.Errorf("%d answers to who sees all differ and %d limited queries are answered: the test looks at nothing", differs, answered)
	}
}

// TestALimitedQueryFindsItsOwn asks a limited query what its own memories say.
func TestALimitedQueryFindsItsOwn(t *testing.T) {
	s := sightStore(t, secrets[0])
	limited := kaibo.Filter{Initiatives: []string{"alpha"}, Limited: true}
	for question, want := range map[string]string{
		"When is the Condor launch?":                 visible[0].text,
		"What color is the Condor roof?":             visible[1].text,
		"How many tons does the harbour crane lift?": visible[3].text,
	} {
		if got := textsOf(s.ask(recall.Query{Question: question, Filter: limited})); len(got) == 0 || got[0] != want {
			t.Errorf("%q: answered %q, want %q first", question, got, want)
		}
	}
	for _, f := range []kaibo.Filter{{Limited: true}, {Initiatives: []string{"delta"}, Limited: true}} {
		if a := s.ask(recall.Query{Question: "When is the Condor launch?", Filter: f}); a.Abstain.Code != recall.UnknownName {
			t.Errorf("%+v: answered %+v", f, a)
		}
	}
}

package recall_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

// vocabulary is small, so that words meet; and odd, so that edges do too.
var vocabulary = strings.Fields(`the a is not of in and was never who boat boats sailed Helga Oskar harbour mooring 12 21
	7.5 v1.2 pier/a/b.txt A-17 roll-out self-service 水门 的密码 🦊 été Ärger “hint” ; , . : — \x00 \ufeff tomorrow Friday`)

func sentence() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 14).Draw(t, "words"), " ")
	})
}

func drawnMemory(t *rapid.T, quote string) told {
	m := told{quote: quote, status: kaibo.StatusCurrent, kind: rapid.SampledFrom(kaibo.MemoryTypes).Draw(t, "type")}
	if rapid.Bool().Draw(t, "summary") {
		m.content = sentence().Draw(t, "content")
	}
	if rapid.Bool().Draw(t, "bounded") {
		m.from = day(rapid.IntRange(1, 28).Draw(t, "from"))
		m.to = m.from + kaibo.Time(rapid.IntRange(0, 20).Draw(t, "days"))*24*3600*1000
	}
	return m
}

func drawnQuery(t *rapid.T) recall.Query {
	q := recall.Query{
		Question: rapid.OneOf(sentence(), rapid.StringN(0, 40, 200)).Draw(t, "question"),
		Budget:   rapid.SampledFrom([]int{1, 3, 5, 8, 13, 21, 55, 500}).Draw(t, "budget"),
		Fill:     rapid.Bool().Draw(t, "fill"), IncludePast: rapid.Bool().Draw(t, "past"), Trace: rapid.Bool().Draw(t, "trace"),
	}
	if rapid.Bool().Draw(t, "asked of a day") {
		asOf := day(rapid.IntRange(1, 28).Draw(t, "asOf"))
		q.AsOf = &asOf
	}
	if rapid.Bool().Draw(t, "known by a day") {
		knownAt := day(rapid.IntRange(1, 28).Draw(t, "knownAt"))
		q.KnownAt = &knownAt
	}
	return q
}

// Whatever is stored and asked: the promises of the package hold (see
// store.check), nothing is said twice in other clothes, the order is by state
// and the same question has the same answer.
func TestAnyRecall(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStore(t)
		for range rapid.IntRange(0, 8).Draw(rt, "events") {
			quotes := rapid.SliceOfN(sentence(), 1, 3).Draw(rt, "sentences")
			e := said{on: day(rapid.IntRange(1, 28).Draw(rt, "on")), text: strings.Join(quotes, "\n"),
				actor: rapid.SampledFrom([]string{"", "Helga", "oskar b."}).Draw(rt, "actor")}
			for _, quote := range quotes {
				e.memories = append(e.memories, drawnMemory(rt, quote))
			}
			s.say(e)
		}
		q := drawnQuery(rt)
		a := s.ask(q)
		if d := cmp.Diff(a, s.ask(q)); d != "" {
			rt.Fatalf("asked again (-first +second):\n%s", d)
		}
		for i := range a.Items {
			for j := range i {
				if recall.Same(a.Items[i].Text, a.Items[j].Text) {
					rt.Fatalf("%q and %q say the same", a.Items[i].Text, a.Items[j].Text)
				}
			}
			if i > 0 && rank(a.Items[i]) < rank(a.Items[i-1]) {
				rt.Fatalf("item %d stands before one that holds", i-1)
			}
		}
		if t.Failed() {
			rt.Fatalf("the question was %+v", q)
		}
	})
}

func rank(it recall.Item) int {
	switch {
	case it.Past:
		return 2
	case it.Upcoming:
		return 1
	}
	return 0
}

// A larger budget never answers less, filled or not.
func TestLargerBudgetAnswersNoLess(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	for _, fill := range []bool{false, true} {
		last := 0
		for budget := 1; budget < 120; budget++ {
			a := s.ask(recall.Query{Question: "How high are the ceilings?", Budget: budget, Fill: fill})
			if len(a.Items) < last {
				t.Errorf("budget %d answers %d items, one token less %d", budget, len(a.Items), last)
			}
			last = len(a.Items)
		}
	}
}

func TestCanceledContext(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.engine.Recall(ctx, s.p, recall.Query{Question: "How high is the studio?"}, nil); err == nil {
		t.Error("a canceled recall answers")
	}
}

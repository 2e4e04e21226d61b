package recall_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

// crowd is a store of so many statements about few things, so that a question
// has many rivals, of all sorts of confidence, some with a date or a number.
func crowd(t *testing.T, size int) (*store, *rand.Rand) {
	r := rand.New(rand.NewPCG(7, uint64(size)))
	s := newStore(t)
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for i := range size {
		text := fmt.Sprintf("The %s of the %s %s %s.", pick("deadline", "budget", "owner", "limit", "colour"),
			pick("kiln", "harbour", "studio", "bakery", "report", "garden"), pick("is", "was set to", "stays", "became", "moved to"),
			pick("red", "blue", "June 12", "July 3, 2026", "40", "twelve", "high", "low", "Helga's", "open"))
		m := told{quote: text, confidence: pick2(r, .5, .7, .9, .95, 1)}
		if i%7 == 0 {
			m.from = day(20)
		}
		s.say(said{on: day(1 + i%28), text: text, actor: pick("", "Helga", "Oskar"), memories: []told{m}})
	}
	return s, r
}

func pick2(r *rand.Rand, list ...float64) float64 { return list[r.IntN(len(list))] }

func drawn(r *rand.Rand) recall.Query {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	question := pick("When is the", "What is the", "How high is the", "Who said the", "Is the") + " " +
		pick("deadline", "budget", "owner", "limit", "colour", "limits") + pick("", " of the", " and the") + " " +
		pick("kiln", "harbour", "studio", "bakery", "report and the garden", "bakery red") + "?"
	q := recall.Query{Question: question, Budget: []int{8, 20, 60, 200, 1024}[r.IntN(5)], IncludePast: r.IntN(4) == 0}
	if r.IntN(4) == 0 {
		asOf := day(1 + r.IntN(28))
		q.AsOf = &asOf
	}
	return q
}

// What is not read could not have been in the answer.
func TestAnswersAsIfAllWereRead(t *testing.T) {
	for _, size := range []int{5, 40, 90} {
		s, r := crowd(t, size)
		all := recall.ReadingAll(s.engine)
		for range 200 {
			q := drawn(r)
			want, err := all.Recall(t.Context(), s.p, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := s.ask(q)
			if d := cmp.Diff(want.Items, got.Items); d != "" || want.Abstain.Code != got.Abstain.Code {
				t.Errorf("%d statements, %+v: (-all +few) %s %s\n%s", size, q, want.Abstain.Code, got.Abstain.Code, d)
			}
		}
	}
}

// Of many statements that share a word with the question few are read: those
// that may be in the answer, and eight at least.
func TestReadsWhatMayBeAnswered(t *testing.T) {
	s := newStore(t)
	for i := range 300 {
		text := fmt.Sprintf("The deadline of the %s report is on floor %d.", madeUp(uint64(1000+i)), i%9)
		s.say(said{on: day(1 + i%28), text: text, memories: []told{{quote: text}}})
	}
	counter := porttest.NewCounter()
	s.engine.Table = counter.Table(s.table)
	for i := range 20 {
		counter.Reset()
		a := s.asks(fmt.Sprintf("What is the deadline of the %s report?", madeUp(uint64(1000+i*7))))
		if get := counter.Of(porttest.OpGet); get.Calls != 1 || get.Units > 12 || len(a.Items) == 0 {
			t.Errorf("%d texts are read in %d Gets for %d items", get.Units, get.Calls, len(a.Items))
		}
	}
}

// One whose weight only its text tells, as hearsay, may let others in: they are
// read in a second batch.
func TestHearsayLetsOthersIn(t *testing.T) {
	s := newStore(t)
	s.say(said{on: day(1), text: "The limit of the kiln is high.", memories: []told{{quote: "The limit of the kiln is high.", confidence: .1}}})
	for i := range 20 {
		text := fmt.Sprintf("The kiln has shelf %d, %s.", i, strings.Repeat("with sand ", 1+i%3))
		s.say(said{on: day(2), text: text, memories: []told{{quote: text}}})
	}
	for _, question := range []string{"What is the limit of the kiln?", "Which shelf does the kiln have?", "How high is the limit of the shelf?"} {
		want, err := recall.ReadingAll(s.engine).Recall(t.Context(), s.p, recall.Query{Question: question}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want.Items, s.asks(question).Items); d != "" {
			t.Errorf("%q (-all +few):\n%s", question, d)
		}
	}
}

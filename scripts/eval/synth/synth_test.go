package synth_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/scripts/eval/synth"
)

func TestOneSeedOneText(t *testing.T) {
	a, b, other := synth.New(1), synth.New(1), synth.New(2)
	same := true
	for range 5000 {
		x, y, z := a.Next(), b.Next(), other.Next()
		if x.Text != y.Text || x.Actor != y.Actor || x.Session != y.Session || !x.At.Equal(y.At) {
			t.Fatalf("%v, then %v", x, y)
		}
		same = same && x.Text == z.Text
	}
	if same {
		t.Error("two seeds give one text")
	}
}

func TestWordsAreDistinct(t *testing.T) {
	seen := map[string]int{}
	for i := range 50_000 {
		w := synth.Word(i)
		if j, ok := seen[w]; ok {
			t.Fatalf("%d and %d are both %q", i, j, w)
		}
		seen[w] = i
	}
}

// TestFiguresAreThoseOfRealTalks holds the generator to the figures that its
// documentation gives.
func TestFiguresAreThoseOfRealTalks(t *testing.T) {
	s := synth.New(7)
	const turns = 4000
	var docs []map[string]bool
	var questions []string
	tokens, content := 0, 0
	for i := range turns {
		turn := s.Next()
		has := map[string]bool{}
		for _, x := range lang.Tokens(turn.Text) {
			tokens++
			if !x.Stop {
				content++
				has[x.Inflected] = true
			}
		}
		docs = append(docs, has)
		if i%10 == 0 {
			questions = append(questions, s.Ask(turn))
		}
	}
	asked, postings := 0, 0
	for _, q := range questions {
		seen := map[string]bool{}
		for _, x := range lang.Tokens(q) {
			if x.Stop || x.Name || seen[x.Inflected] {
				continue
			}
			seen[x.Inflected] = true
			asked++
			for _, d := range docs {
				if d[x.Inflected] {
					postings++
				}
			}
		}
	}
	within := func(what string, got, low, high float64) {
		t.Helper()
		if got < low || got > high {
			t.Errorf("%s: %.3f, not within %v and %v", what, got, low, high)
		}
	}
	within("tokens a turn", float64(tokens)/turns, 20, 26)
	within("content words a turn", float64(content)/turns, 9.5, 12.5)
	within("content words a question", float64(asked)/float64(len(questions)), 3.7, 4.7)
	within("postings a turn for a question", float64(postings)/float64(len(questions))/turns, .07, .1)
	if !strings.HasSuffix(questions[0], "?") {
		t.Error(questions[0])
	}
}

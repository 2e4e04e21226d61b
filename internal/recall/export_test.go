package recall

import (
	"math"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// The inner doors that the tests use.

// ReadingAll is an engine that reads the texts of the best hundred whatever they
// score.
func ReadingAll(e *Engine) *Engine {
	all := *e
	all.readAll = true
	return &all
}

// Words returns the words of a question as written, and which must be there.
func Words(question string) (all, must []string) {
	all, must = []string{}, []string{}
	for _, w := range parseQuestion(question, 0).words {
		all = append(all, w.written)
		if w.must {
			must = append(must, w.written)
		}
	}
	return all, must
}

// WordCount returns how many words and terms a question has.
func WordCount(question string) (words, terms int) {
	q := parseQuestion(question, 0)
	return len(q.words), len(q.terms)
}

// Same reports whether two texts say the same.
func Same(a, b string) bool { return same(newSaying(a), newSaying(b)) }

// Shorten cuts a text for a question; every word is worth the same.
func Shorten(question, text string, budget int) (start, end, tokens int, ok bool) {
	q := parseQuestion(question, 0)
	worth := make([]float64, len(q.words))
	for i := range worth {
		worth[i] = 1
	}
	c, ok := q.shorten(text, budget, worth)
	return c.start, c.end, c.tokens, ok
}

// Borne returns the words of a question that a text bears out.
func Borne(question, text string) []string {
	q := parseQuestion(question, 0)
	t := q.readText(text)
	set := t.borne(q, 0, len(t.tokens))
	out := []string{}
	for i, w := range q.words {
		if set.has(i) {
			out = append(out, w.written)
		}
	}
	return out
}

// StateOf names the state of a memory at asOf.
func StateOf(revisions []kaibo.Revision, said, asOf kaibo.Time, knownAt *kaibo.Time) string {
	st, _ := moment{asOf: asOf, knownAt: knownAt}.of(revisions, said)
	return [...]string{"holds", "upcoming", "past", "never"}[st]
}

// TokenTerms returns the terms of a text as recall thinks the index files it.
func TokenTerms(text string) []string {
	var out []string
	for _, t := range lang.Tokens(text) {
		if !t.Stop {
			out = append(out, termsOf(t)...)
		}
	}
	return out
}

// MaxWords bounds the words of a question.
const MaxWords = maxWords

// Asked is what a question wants besides its words.
type Asked struct {
	Time, Number bool
	Role         string
	Dates        int
}

// Asks reads what a question wants.
func Asks(question string, ref kaibo.Time) Asked {
	a := parseQuestion(question, ref).asks()
	return Asked{Time: a.time, Number: a.number, Dates: len(a.dates),
		Role: map[role]string{anyone: "", person: "user", machine: "assistant"}[a.role]}
}

// Logistic is the confidence that signals make.
func Logistic(values map[string]float64) float64 {
	z := float64(confidenceBias)
	for _, s := range signals {
		z += s.weight * values[s.name]
	}
	return 1 / (1 + math.Exp(-z))
}

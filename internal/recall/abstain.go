package recall

import (
	"fmt"
	"strings"
)

// grounding is which words of the question the valid memories bear out.
type grounding struct {
	words  wordSet
	actors wordSet // of those, the names that only an actor has
	asked  bool    // who is named was asked for a word of the question, and answered
}

// ground tells which words valid memories bear out. Candidates come first;
// only a word that none of them bears out is looked up alone.
func (f *finder) ground(valid []*candidate) grounding {
	var g grounding
	var told wordSet
	for _, c := range valid {
		g.words = g.words.union(c.borne)
		told = told.union(c.borne.minus(c.byActor))
		g.asked = g.asked || !c.byActor.empty() && c.turn != nil && !c.turn.answers().empty()
	}
	g.actors = g.words.minus(told)
	for i := range f.q.words {
		w := &f.q.words[i]
		if told.has(i) {
			continue
		}
		switch {
		case f.bears(w, holds):
			g.words.add(i)
			g.actors = g.actors.minus(only(i))
		case !g.words.has(i) && w.name && f.said(i, holds):
			g.words.add(i)
			g.actors.add(i)
		}
	}
	return g
}

// refuse returns the code and the reason for which there is no answer, or "".
func (f *finder) refuse(g grounding, valid []*candidate) (code, reason string) {
	var missing []string
	onlyPast := true
	for i := range f.q.words {
		w := &f.q.words[i]
		if f.q.lacks(i, g.words) || !g.words.has(i) && w.label != "" && labelsOthers(valid, w.label) {
			missing = append(missing, w.written)
			onlyPast = onlyPast && f.bears(w, past, upcoming)
		}
	}
	switch {
	case len(f.q.words) == 0:
		return NoMatch, "The question has no word to look for."
	case len(missing) > 0 && onlyPast:
		return OnlyPast, fmt.Sprintf("Only memories that do not hold at that time name %s.", list(missing))
	case len(missing) > 0:
		return UnknownName, fmt.Sprintf("No memory that holds at that time names %s.", list(missing))
	case g.asked, !g.words.minus(g.actors).empty():
		return "", ""
	}
	for i := range f.q.words {
		if f.bears(&f.q.words[i], past, upcoming) {
			return OnlyPast, "Only memories that do not hold at that time bear out words of the question."
		}
	}
	return NoMatch, "No memory bears out a word of the question."
}

// maxListed is how many words a reason names.
const maxListed = 5

func list(words []string) string {
	quoted := make([]string, 0, maxListed)
	for _, w := range words[:min(len(words), maxListed)] {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	s := strings.Join(quoted, ", ")
	if more := len(words) - maxListed; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// ungrounded lists the words that no valid memory bears out, as written.
func (q *question) ungrounded(g grounding) []string {
	out := []string{}
	for i := range q.words {
		if !g.words.has(i) {
			out = append(out, q.words[i].written)
		}
	}
	return out
}

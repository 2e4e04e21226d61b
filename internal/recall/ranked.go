package recall

import "github.com/kaibo-dev/kaibo/internal/termindex"

// Ranked is a memory and its score, before its text was read.
type Ranked struct {
	MemoryID string
	Score    float64
}

// Rank returns the best memories for a question, at most k, by what a reader of
// the index knows alone: the whole of the ranking but what a text adds to it,
// such as a number that the question asks for. It reads nothing and decides
// nothing; [Engine.Recall] does. It is what docs/performance.md measures as the
// whole formula.
func (e *Engine) Rank(r *termindex.Reader, q Query, k int) []Ranked {
	q.Candidates = max(q.Candidates, k)
	f := e.finder(r, q, e.moment(q))
	defer f.release()
	ranked := f.scorer.rankFirst(f.search(holds, upcoming), k)
	out := make([]Ranked, 0, len(ranked))
	for _, c := range ranked {
		out = append(out, Ranked{c.id(), c.score})
	}
	return out
}

package recall

import (
	"context"
	"slices"
)

// Texts cost a read unit each, and an answer has few. So those are read first
// that may be in it, in one batch: what scores enough, whatever its text adds;
// what bears out a word that the best does not; what conflicts with the best.
// The texts then tell their weight. Where the best turns out lighter than was
// thought, more may enter: they are read in a second batch, so that the answer
// is the same as if all had been read.

// Bounds of what is read first.
const (
	fewest    = 8  // the best are read however little the others score: signals look at three, labels at more
	perWord   = 3  // that bear out a word which the best does not
	mostWords = 16 // for all words together
	maxRivals = 8  // that conflict with the best
	rounds    = 3  // of reading before what was read has to do
)

// read fetches the texts that may be in the answer and weighs what they say,
// then fetches those of the candidates that are to be shown, and puts all in
// order. What is weighed is the same whether the recall is watched or not.
func (a *asked) read(ctx context.Context, ranked []*candidate) error {
	next := a.first(ranked)
	for range rounds {
		if len(next) == 0 {
			break
		}
		if err := a.lib.fetch(ctx, next); err != nil {
			return err
		}
		for _, c := range next {
			a.f.scorer.weigh(c)
		}
		order(ranked)
		if next = nil; !a.all {
			next = a.further(ranked)
		}
	}
	if a.emit == nil {
		return nil
	}
	return a.lib.fetch(ctx, ranked[:min(len(ranked), a.Candidates)])
}

// laterShare is how many of a hundred first texts are of memories that hold
// later, when there are enough of both: only their records say whether they
// had been said.
const laterShare = 30

// first returns the candidates whose texts are read first, in one batch. When
// the budget is to be filled the best hundred may all be in the answer.
func (a *asked) first(ranked []*candidate) []*candidate {
	var now, then []*candidate
	for _, c := range ranked {
		if c.state != holds {
			then = append(then, c)
		} else {
			now = append(now, c)
		}
	}
	rivals := a.bestRivals(now)
	if !a.all {
		now, then = a.likely(now), a.likely(then)
	}
	room := batch - len(rivals)
	n := min(len(now), room-min(len(then), laterShare))
	out := slices.Clone(now[:n])
	out = append(out, then[:min(len(then), room-n)]...)
	return append(out, rivals...)
}

// likely returns those of candidates in one state that may be in the answer if
// the text of the best is not lighter than usual.
func (a *asked) likely(ranked []*candidate) []*candidate {
	if len(ranked) == 0 {
		return nil
	}
	best := ranked[0]
	enough := a.half * best.score / a.f.scorer.mostGain()
	bearers := make([]int, len(a.f.q.words))
	adders := 0
	var out []*candidate
	for i, c := range ranked {
		if i < fewest || c.score >= enough && c.grounded() {
			out = append(out, c)
			continue
		}
		if adders < mostWords && c.grounded() && a.addsTo(c, best.borne, bearers) {
			adders++
			out = append(out, c)
		}
	}
	return out
}

// addsTo reports whether a candidate bears out a word that covered does not and
// that few before it bore out, and counts it.
func (a *asked) addsTo(c *candidate, covered wordSet, bearers []int) bool {
	adds := false
	for w := range bearers {
		if c.borne.has(w) && !covered.has(w) && bearers[w] < perWord {
			bearers[w]++
			adds = true
		}
	}
	return adds
}

// further returns the candidates that may enter beside the best, as it turned
// out to be, and were not read.
func (a *asked) further(ranked []*candidate) []*candidate {
	i := slices.IndexFunc(ranked, func(c *candidate) bool { return !c.gone && c.grounded() })
	if i < 0 {
		return nil
	}
	enough := a.half * ranked[i].score / a.f.scorer.mostGain()
	var out []*candidate
	for _, c := range ranked {
		if len(out) < batch && !c.settled() && c.grounded() && c.score >= enough {
			out = append(out, c)
		}
	}
	return out
}

func (a *asked) bestRivals(now []*candidate) []*candidate {
	if len(now) == 0 {
		return nil
	}
	rivals := (&chooser{f: a.f, half: a.half}).rivals(now[0])
	return rivals[:min(len(rivals), maxRivals)]
}

package recall

import (
	"cmp"
	"math"
	"slices"
)

// rank gives every candidate its score and puts them in order.
func (s *scorer) rank(all []*candidate) {
	s.weighAll(all)
	for _, c := range all {
		c.setScore()
	}
	order(all)
}

// rankFirst is rank for the first k alone: it answers them in order, and leaves
// the others without a score.
func (s *scorer) rankFirst(all []*candidate, k int) []*candidate {
	s.weighAll(all)
	if k < len(all) && !slices.ContainsFunc(all, func(c *candidate) bool { return c.bounded && c.state == holds }) {
		quickselect(all, k, better)
		worst := all[0]
		for _, c := range all[1:k] {
			if better(worst, c) {
				worst = c
			}
		}
		worst.setScore()
		n, least := k, reaching(worst.score)
		for i, c := range all[k:] { // those that rounding may put before the worst
			if c.state == worst.state && c.base*c.apart >= least {
				all[n], all[k+i] = all[k+i], all[n]
				n++
			}
		}
		all = all[:n]
	}
	for _, c := range all {
		c.setScore()
	}
	order(all)
	return all[:min(k, len(all))]
}

// better orders by state, then by what a score is made of.
func better(a, b *candidate) bool {
	if a.state != b.state {
		return a.state < b.state
	}
	if x, y := a.base*a.apart, b.base*b.apart; x != y {
		return x > y
	}
	return a.id() < b.id()
}

// reaching is what a score is made of, at least, that rounding may make as high
// as this one.
func reaching(score float64) float64 {
	return math.Pow(max(score-digit, 0), 1/tuned.power) * (1 - 1e-9)
}

func (c *candidate) setScore() { c.score = round(math.Pow(c.base*c.apart, tuned.power)) }

// order puts candidates in the order of an answer: what holds before what is
// upcoming, then by score, then the newer, then by id.
func order(all []*candidate) {
	leadInterruptions(all)
	slices.SortFunc(all, func(a, b *candidate) int {
		if a.state != b.state {
			return cmp.Compare(a.state, b.state)
		}
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		if a.from != b.from {
			return cmp.Compare(b.from, a.from)
		}
		return cmp.Compare(a.id(), b.id())
	})
}

// maxInterruptions bounds the statements for a bounded time that are compared
// with all others.
const maxInterruptions = 64

// leadInterruptions puts a statement that was made for a bounded time, inside
// it, before every one that bears out no word which it does not.
func leadInterruptions(all []*candidate) {
	left := maxInterruptions
	for _, c := range all {
		if left == 0 {
			return
		}
		if c.state != holds || !c.bounded {
			continue
		}
		left--
		for _, o := range all {
			if o.state == holds && !o.bounded && !o.borne.empty() && o.borne.minus(c.borne).empty() {
				c.score = max(c.score, round(o.score*tuned.interrupts))
			}
		}
	}
}

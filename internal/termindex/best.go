package termindex

import (
	"math"
	"slices"
)

// candidate is a document that may be a hit.
type candidate struct {
	score uint64 // as in a cell, rounded
	terms uint64
	Row
}

// better orders by score, then by id.
func (s *search) better(a, b *candidate) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	if a.Part == b.Part {
		return a.Doc < b.Doc
	}
	return s.l.r.RowID(a.Row) < s.l.r.RowID(b.Row)
}

// keepBest keeps the k best of what was found, in any order, and notes what the
// next ones must score.
func (s *search) keepBest() {
	if len(s.best) < s.k {
		return
	}
	s.raiseByBest()
	kept := s.best[:0]
	for _, c := range s.best {
		if c.score >= s.least {
			kept = append(kept, c)
		}
	}
	if s.best = kept; len(kept) > s.k {
		s.selectBest(s.k)
		s.best = s.best[:s.k]
	}
	s.least = max(s.least, below(s.leastOfBest()))
}

// leastOfBest returns the least score of those found.
func (s *search) leastOfBest() uint64 {
	least := uint64(math.MaxUint64)
	for i := range s.best {
		least = min(least, s.best[i].score)
	}
	return least
}

// sort puts candidates into their order.
func (s *search) sort(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		if s.better(&a, &b) {
			return -1
		}
		return 1
	})
}

// selectBest moves the k best to the front: quickselect, with the median of
// three for a pivot.
func (s *search) selectBest(k int) {
	all := s.best
	for len(all) > 2 {
		pivot := s.median(all)
		i, j := 0, len(all)-1
		for i <= j {
			for s.better(&all[i], &pivot) {
				i++
			}
			for s.better(&pivot, &all[j]) {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i++
				j--
			}
		}
		switch { // all[:j+1] are no worse than the pivot, all[i:] no better
		case k <= j:
			all = all[:j+1]
		case k > i:
			all, k = all[i:], k-i
		default:
			return
		}
	}
	s.sort(all)
}

func (s *search) median(all []candidate) candidate {
	a, b, c := &all[0], &all[len(all)/2], &all[len(all)-1]
	if s.better(b, a) {
		a, b = b, a
	}
	if s.better(c, b) {
		b = c
		if s.better(b, a) {
			b = a
		}
	}
	return *b
}

// spread says where in a part the documents of some kinds lie.
type spread struct {
	want   [docKinds]bool
	lo, hi uint32 // from the first one to the last one, half-open
	mixed  bool   // documents of other kinds lie there too
}

// spread finds where the documents of some kinds lie. Passages and memories
// stand apart, by their ids; the rest mostly does not.
func (r *run) spread(want [docKinds]bool) spread {
	s := spread{want: want, lo: uint32(len(r.ids))}
	for k, on := range want {
		if on && r.kindTo[k] > 0 {
			s.lo, s.hi = min(s.lo, uint32(r.kindFrom[k])), max(s.hi, uint32(r.kindTo[k]))
		}
	}
	s.lo = min(s.lo, s.hi)
	for k, on := range want {
		if !on && r.kindFrom[k] < int(s.hi) && r.kindTo[k] > int(s.lo) {
			s.mixed = true
		}
	}
	return s
}

// has tells whether a document that lies in a spread counts: it is of the
// kinds, and not hidden. A document with a term is no tombstone.
func (p *part) has(doc uint32, s *spread) bool {
	return s.want[p.kind[doc]] && !p.hidden.get(doc)
}

// count returns how many documents of a spread, and not hidden, have a term;
// lo and hi are what cut returns.
func (p *part) count(l *postingList, s *spread, lo, hi int) int {
	if !s.mixed && p.hidden == nil {
		return hi - lo
	}
	n := 0
	if !s.mixed && len(p.gone) < (hi-lo)/16 { // a look for each costs less
		for _, doc := range p.gone {
			if _, ok := l.of(doc); ok && s.lo <= doc && doc < s.hi {
				n++
			}
		}
		return hi - lo - n
	}
	for _, e := range l.posts[lo:hi] {
		if p.has(e>>classBits, s) {
			n++
		}
	}
	return n
}

// cut returns the places of the postings that lie in a spread, which mostly are
// all or all up to the first memory or from there.
func (p *part) cut(l *postingList, s *spread) (lo, hi int) {
	return p.place(l, s.lo), p.place(l, s.hi)
}

func (p *part) place(l *postingList, doc uint32) int {
	switch {
	case doc == 0:
		return 0
	case int(doc) == len(p.ids):
		return len(l.posts)
	case doc == p.middle:
		return int(l.middle)
	}
	return l.from(doc)
}

package termindex

import "slices"

// candidate is a document that may be a hit.
type candidate struct {
	cell
	part int
	doc  uint32
}

// better orders by score, then by id.
func (s *search) better(a, b *candidate) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	if a.part == b.part {
		return a.doc < b.doc
	}
	return s.l.r.parts[a.part].ids[a.doc] < s.l.r.parts[b.part].ids[b.doc]
}

// keepBest keeps the K best of what was offered, in any order, and notes what
// the next ones must score.
func (s *search) keepBest() {
	k := s.q.K
	s.selectBest(k)
	s.best = s.best[:k]
	s.least = s.best[0].score
	for i := range s.best {
		s.least = min(s.least, s.best[i].score)
	}
	s.least -= fine // what is added up has not been rounded yet
}

// sort puts the best into their order.
func (s *search) sort() {
	slices.SortFunc(s.best, func(a, b candidate) int {
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
	slices.SortFunc(all, func(a, b candidate) int {
		if s.better(&a, &b) {
			return -1
		}
		return 1
	})
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

// ofKinds leaves documents of other kinds out of a list. Where a run's
// documents of the kinds stand together, as passages and memories do by their
// ids, that is a piece of the list.
func (p *part) ofKinds(list []uint32, want [docKinds]bool) []uint32 {
	lo, hi, pure := p.spread(want)
	list = list[indexOf(list, lo):indexOf(list, hi)]
	if pure {
		return list
	}
	kept := make([]uint32, 0, len(list))
	for _, e := range list {
		if want[p.kind[e>>classBits]] {
			kept = append(kept, e)
		}
	}
	return kept
}

// indexOf returns the place of the first posting of a document or a later one.
func indexOf(list []uint32, doc int) int {
	if len(list) == 0 || int(list[0]>>classBits) >= doc {
		return 0
	}
	if int(list[len(list)-1]>>classBits) < doc {
		return len(list)
	}
	n, _ := slices.BinarySearchFunc(list, doc, func(e uint32, doc int) int {
		if int(e>>classBits) < doc {
			return -1
		}
		return 1
	})
	return n
}

// spread returns the range of documents in which all of the kinds lie, and
// whether no others lie there.
func (r *run) spread(want [docKinds]bool) (lo, hi int, pure bool) {
	lo, hi = len(r.ids), 0
	for k, on := range want {
		if on {
			lo, hi = min(lo, r.kindFrom[k]), max(hi, r.kindTo[k])
		}
	}
	pure = true
	for k, on := range want {
		if !on && r.kindFrom[k] < hi && r.kindTo[k] > lo {
			pure = false
		}
	}
	return lo, max(lo, hi), pure
}

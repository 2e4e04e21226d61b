package termindex

import (
	"cmp"
	"math"
	"slices"
)

// score adds up every term over one part, a range of documents after the other.
func (s *Scan) score(i int) {
	p := &s.r.parts[i]
	lo, hi, pure := p.kindsFrom(&s.group.want)
	s.lists = s.lists[:0]
	for _, f := range s.part(i) {
		list := p.all(f.number)
		if list = list[indexOf(list, lo):indexOf(list, hi)]; len(list) == 0 || s.weight[f.term] <= 0 {
			continue
		}
		l := scanList{scanTerm: f, posts: list, weight: s.weight[f.term]}
		if f.term < maskTerms {
			l.bit = 1 << f.term
		}
		s.lists = append(s.lists, l)
	}
	slices.SortFunc(s.lists, func(a, b scanList) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.term, b.term))
	})
	top := s.setUnits(p)
	if s.accept == nil && pure {
		s.seed(p)
	}
	for {
		leading := s.leading(top)
		base, ok := s.lowest(leading)
		if !ok {
			return
		}
		base &^= rangeDocs - 1
		for t := range s.lists {
			if t < leading {
				s.addAll(p, &s.lists[t], base)
			} else {
				s.addTo(p, &s.lists[t], base)
			}
		}
		s.harvest(i, base, pure)
	}
}

// setUnits works out the factor of each class of a part, and answers the
// greatest.
func (s *Scan) setUnits(p *part) (top float64) {
	for c, x := range p.pairs {
		s.units[c] = s.unit(x)
		top = max(top, s.units[c])
	}
	s.units[otherPair] = 0 // to be looked up
	if len(p.others) > 0 {
		top = 1
	}
	return top
}

func (s *Scan) unit(x pair) float64 {
	f := float64(x.freq)
	return f / (f + s.group.k1*(1-s.group.b+s.group.b*float64(x.length)/s.group.avg))
}

// seed finds a score that as many documents as are wanted surely have, before
// any is scored: those of one list alone. So terms that are too light are
// passed over from the first range on.
func (s *Scan) seed(p *part) {
	for _, l := range s.lists {
		if len(l.posts) < s.group.k {
			continue
		}
		s.counts = [otherPair + 1]int32{}
		for _, e := range l.posts {
			if p.hidden == nil || !p.hidden.get(e>>classBits) {
				s.counts[e&otherPair]++
			}
		}
		if unit, ok := s.kth(len(p.pairs)); ok {
			s.least = max(s.least, l.weight*unit/rounding-fine)
		}
		return
	}
}

// grades is into how many equal steps units, which are below 1, are told apart.
const grades = 256

// kth returns a unit that as many postings as are wanted reach, of those that
// were counted: the greatest there is, to a step.
func (s *Scan) kth(classes int) (float64, bool) {
	s.grades = [grades]int32{}
	for c := range classes {
		s.grades[min(int(s.units[c]*grades), grades-1)] += s.counts[c]
	}
	have := int32(0)
	for g := grades - 1; g > 0; g-- {
		if have += s.grades[g]; int(have) >= s.group.k {
			return float64(g) / grades, true
		}
	}
	return 0, false
}

// leading returns how many lists, the heaviest, must be scored in full.
func (s *Scan) leading(top float64) int {
	n, sum := len(s.lists), 0.0
	for n > 0 {
		if sum += s.lists[n-1].weight * top * rounding; sum >= s.least {
			return n
		}
		n--
	}
	return n
}

// lowest returns the first document that a list has not been scored for.
func (s *Scan) lowest(leading int) (uint32, bool) {
	least, ok := ^uint32(0), false
	for t := range s.lists[:leading] {
		if l := &s.lists[t]; len(l.posts) > 0 {
			least, ok = min(least, l.posts[0]>>classBits), true
		}
	}
	return least, ok
}

// addAll scores the documents of a range that a list has.
func (s *Scan) addAll(p *part, l *scanList, base uint32) {
	for at, e := range l.posts {
		doc := e>>classBits - base
		if doc >= rangeDocs {
			l.posts = l.posts[at:]
			return
		}
		unit := s.units[e&otherPair]
		if unit == 0 {
			unit = s.unit(p.pairOf(l.number, e>>classBits))
		}
		c := &s.cells[doc]
		if c.score == 0 {
			s.met = append(s.met, doc)
		}
		c.score += l.weight * unit
		c.terms |= l.bit
	}
	l.posts = nil
}

// addTo is addAll for the documents that another list has met.
func (s *Scan) addTo(p *part, l *scanList, base uint32) {
	if len(s.met) == 0 {
		return // what is passed over now is so at the next range
	}
	l.posts = l.posts[indexOf(l.posts, int(base)):]
	if here := len(l.posts) * rangeDocs / max(len(p.ids)-int(base), rangeDocs); len(s.met)*probeFactor < here {
		s.probe(p, l, base)
		return
	}
	for at, e := range l.posts {
		doc := e>>classBits - base
		if doc >= rangeDocs {
			l.posts = l.posts[at:]
			return
		}
		if c := &s.cells[doc]; c.score != 0 {
			s.addOne(p, l, c, e)
		}
	}
	l.posts = nil
}

// probeFactor is how many more postings of a range than documents there must be
// for looking each document up to beat walking the postings.
const probeFactor = 32

// probe is addTo for few documents and a long list.
func (s *Scan) probe(p *part, l *scanList, base uint32) {
	for _, doc := range s.met {
		at := indexOf(l.posts, int(base+doc))
		if at < len(l.posts) && l.posts[at]>>classBits == base+doc {
			s.addOne(p, l, &s.cells[doc], l.posts[at])
		}
	}
}

func (s *Scan) addOne(p *part, l *scanList, c *cell, e uint32) {
	unit := s.units[e&otherPair]
	if unit == 0 {
		unit = s.unit(p.pairOf(l.number, e>>classBits))
	}
	c.score += l.weight * unit
	c.terms |= l.bit
}

// harvest offers what was scored in a range and leaves the cells clean.
func (s *Scan) harvest(part int, base uint32, pure bool) {
	p := &s.r.parts[part]
	for _, at := range s.met {
		c := s.cells[at]
		s.cells[at] = cell{}
		if c.score < s.least || p.hidden.get(base+at) || !pure && !s.group.want[p.kind[base+at]] {
			continue
		}
		x := Row{uint32(part), base + at}
		if c.score = math.Round(c.score/fine) * fine; s.accept != nil && !s.accept(x) {
			continue
		}
		s.best = append(s.best, RowHit{x, c.terms, c.score})
		if len(s.best) >= 2*s.group.k {
			s.cut()
		}
	}
	s.met = s.met[:0]
}

// cut keeps the best that are wanted, and notes what the next ones must score.
func (s *Scan) cut() {
	if len(s.best) <= s.group.k {
		return
	}
	s.selectBest(s.best, s.group.k)
	s.best = s.best[:s.group.k]
	least := s.best[0].Score
	for i := range s.best {
		least = min(least, s.best[i].Score)
	}
	s.least = max(s.least, least-fine) // what is added up has not been rounded yet
}

// better orders by score, then by id.
func (s *Scan) better(a, b *RowHit) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	if a.Part == b.Part {
		return a.Doc < b.Doc
	}
	return s.r.RowID(a.Row) < s.r.RowID(b.Row)
}

// selectBest moves the k best to the front: quickselect, with the one in the
// middle for a pivot.
func (s *Scan) selectBest(all []RowHit, k int) {
	for len(all) > 1 && k > 0 && k < len(all) {
		pivot := all[len(all)/2]
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
}

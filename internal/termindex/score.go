package termindex

import (
	"math/bits"
	"slices"
)

// While a range of documents is scored, a cell says what is known of each of
// them. Scores are whole numbers there: a part of the sum of all weights, which
// is 1<<51. So it does not matter in what order they are added up, and a score
// is the same to the bit wherever a document lies. Whole numbers also leave
// room for the range's number above the score: a cell of an earlier range is less
// than any of this one, and nothing has to be cleared before all of the 4,095
// numbers were used.
type cell struct {
	sum   uint64 // number<<epochShift and the score
	terms uint64 // bit t: it has term t, of the first 64
}

const (
	epochShift = 52
	maxSum     = 1 << 51 // of the weights
	maskTerms  = 64      // how many of a query's terms have a bit in a cell

	// grid is the last digit of a score that counts. Weights and factors are
	// rounded to some digits of 1<<51, so sums that should be the same differ after
	// it only, and documents that match as well are equal.
	grid = 1 << 13
)

// round rounds a score to the grid.
func round(sum uint64) uint64 { return (sum + grid/2) &^ (grid - 1) }

// below is what a score of less than that is less than, whether they are
// rounded or not.
func below(sum uint64) uint64 { return sum - min(sum, grid) }

// oneUnit is a factor of 1.
const oneUnit = 1 << 63

// gain is a weight, given times two, by a factor.
func gain(unit, weight uint64) uint64 {
	high, _ := bits.Mul64(unit, weight)
	return high
}

// rangeDocs is how many documents are scored at a time. What is known of those
// that have a rare term stays in a processor's cache; the others are not
// touched.
const (
	rangeDocs = 1 << 13
	inRange   = rangeDocs - 1 // of a document's number: the place of its cell
)

// spare is how many more than twice the documents wanted are kept before the
// worst of them are let go, so that few ranges stop for that.
const spare = 64

// levels is how many steps a range of scores is divided into to find out
// what the k-th best has at least.
const (
	levelBits = 8
	levels    = 1 << levelBits
)

// scratch is the memory in which a search scores.
type scratch struct {
	units   *[otherPair + 1]uint64 // of each class of the part
	cells   *[rangeDocs]cell       // of each document of the range, by the last digits of its number
	epoch   uint64                 // what a cell of this range is not less than
	rising  []rising
	touched []uint32 // documents of the range that have a cell
	best    []candidate
	kept    []candidate
	k       int              // how many are wanted; 0 for all
	least   uint64           // what a document must score to be among them; 0 while all are
	worst   uint64           // what the worst of the best had in the last search, at most
	level   [2][levels]int32 // how many documents have so much; two, since an addition waits for the one before to the same number
}

// score adds up the terms over part i, a range of documents after the other.
func (s *search) score(i int) {
	lists := s.part(i)
	if len(lists) == 0 {
		return
	}
	s.units = s.unitsOf(s.l.r.parts[i].run)
	for t := range lists {
		lists[t].at = lists[t].lo
	}
	for {
		end, ok := s.next(lists)
		if !ok {
			return
		}
		s.scoreRange(i, lists, end)
	}
}

// next returns where the next range ends, which begins with the first document
// that a list which must be scored has left.
func (s *search) next(lists []scored) (end uint32, ok bool) {
	base := ^uint32(0)
	for t := range lists {
		l := &lists[t]
		if l.rest < s.least {
			break
		}
		if l.at < l.to {
			base = min(base, l.posts[l.at]>>classBits)
			ok = true
		}
	}
	return base + rangeDocs, ok
}

// scoreRange scores a range: the heaviest terms first. A term that cannot by
// itself, or together with all lighter ones, bring a document among the best is
// looked up in those documents only that have a heavier one: MaxScore, after
// Turtle and Flood, "Query evaluation: strategies and optimizations" (1995).
func (s *search) scoreRange(i int, lists []scored, end uint32) {
	s.fresh()
	t, most := 0, uint64(0)
	for ; t < len(lists) && lists[t].rest >= s.least; t++ {
		l := &lists[t]
		to := l.to
		if l.at < to && l.posts[to-1]>>classBits >= end {
			to = l.from(end)
		}
		s.add(i, l, l.posts[l.at:to], s.need(lists, t+1))
		l.at = to
		// What was seen so far may rule the next term out, if that is worth it.
		if most += l.top; t+1 < len(lists) && s.least == 0 && most >= lists[t+1].rest && lists[t+1].to-lists[t+1].at > len(s.touched)/2 {
			s.raise(i, most, s.need(lists, t+1))
		}
	}
	s.harvest(i, lists, t)
}

// fresh gives the range a number of its own, which makes all cells old.
func (s *search) fresh() {
	if s.cells == nil {
		s.cells = new([rangeDocs]cell)
	}
	if s.epoch += 1 << epochShift; s.epoch == 0 {
		*s.cells = [rangeDocs]cell{}
		s.epoch = 1 << epochShift
	}
	s.touched = s.touched[:0]
}

// add adds postings of a range to its cells. A document that has less than
// need then, although all heavier terms were added up, is no hit.
func (s *search) add(part int, l *scored, posts []uint32, need uint64) {
	n := len(s.touched)
	s.touched = slices.Grow(s.touched, len(posts))[:n+len(posts)]
	if l.rare {
		need = 0 // more is added right below
	}
	n += addAll(posts, s.cells, s.touched[n:], s.units, gained{s.epoch, need, l.weight, l.bit})
	s.touched = s.touched[:n]
	if !l.rare {
		return
	}
	for _, e := range posts {
		if e&otherPair == otherPair {
			s.cells[e>>classBits&inRange].sum += gain(s.rareUnit(part, l.number, e), l.weight)
		}
	}
}

// gained is what addAll adds, and from where on it counts.
type gained struct{ epoch, need, weight, bit uint64 }

// addAll adds postings to cells, notes which documents had none, and returns
// how many those are. Nothing is called in the loop and little branches, so
// that all of it stays in registers.
func addAll(posts []uint32, cells *[rangeDocs]cell, touched []uint32, units *[otherPair + 1]uint64, g gained) (n int) {
	for _, e := range posts {
		doc := e >> classBits
		c := &cells[doc&inRange]
		sum, terms, fresh := c.sum, c.terms, 0
		if sum < g.epoch {
			fresh = 1
		}
		if sum < g.epoch {
			terms = 0
		}
		sum = max(sum, g.epoch) + gain(units[e&otherPair], g.weight)
		c.sum, c.terms = sum, terms|g.bit
		touched[n] = doc
		if sum < g.need {
			fresh = 0
		}
		n += fresh
	}
	return n
}

// raise finds out what the k-th best of a range has at least, of which no
// document has more than most, and passes over those that have less than need.
func (s *search) raise(part int, most, need uint64) {
	if s.k == 0 || len(s.touched)+len(s.best) < s.k {
		return
	}
	if p, in := &s.l.r.parts[part], &s.spread[part]; in.mixed || p.hidden != nil {
		s.touched = slices.DeleteFunc(s.touched, func(doc uint32) bool { return !p.has(doc, in) })
	}
	s.level = [2][levels]int32{}
	shift := uint(max(bits.Len64(most)-levelBits, 0))
	s.touched = s.touched[:tally(&s.level, s.cells, s.touched, s.epoch, need, shift)]
	for i := range s.best {
		s.level[i%2][min(s.best[i].score>>shift, levels-1)]++
	}
	s.raiseTo(0, shift)
}

// tally counts the documents at each level, and moves those that have what they
// need to the front.
func tally(level *[2][levels]int32, cells *[rangeDocs]cell, touched []uint32, epoch, need uint64, shift uint) (n int) {
	for i, doc := range touched {
		sum := cells[doc&inRange].sum
		level[i%2][min((sum-epoch)>>(shift&63), levels-1)]++
		touched[n] = doc
		if sum >= need {
			n++
		}
	}
	return n
}

// raiseByBest finds out what the k-th best of those found has at least.
func (s *search) raiseByBest() {
	s.level = [2][levels]int32{}
	most := s.least
	for i := range s.best {
		most = max(most, s.best[i].score)
	}
	shift := uint(max(bits.Len64(most-s.least)-levelBits, 0))
	for i := range s.best {
		s.level[i%2][(max(s.best[i].score, s.least)-s.least)>>shift]++
	}
	s.raiseTo(s.least, shift)
}

// raiseTo sets least by how many documents there are at each level.
func (s *search) raiseTo(from uint64, shift uint) {
	n := 0
	for level := levels - 1; level >= 0; level-- {
		if n += int(s.level[0][level] + s.level[1][level]); n >= s.k {
			s.least = max(s.least, below(from+uint64(level)<<shift))
			return
		}
	}
}

// rising is a document of a range that may be a hit.
type rising struct {
	sum, terms uint64
	doc        uint32
}

// harvest finds the best among the documents of a range, of which the lists
// before t have been added up. The others are looked up, list by list, for all
// documents that may still be hits, and no branch of the loops over those
// depends on what is found, for no processor would guess it.
func (s *search) harvest(part int, lists []scored, t int) {
	s.collect(lists, t)
	for ; t < len(lists); t++ {
		s.lookFor(&lists[t])
		s.addFound(part, &lists[t])
	}
	p, in := &s.l.r.parts[part], &s.spread[part]
	all := !in.mixed && p.hidden == nil
	for i := range s.rising {
		c := &s.rising[i]
		if c.sum >= s.least && (all || p.has(c.doc, in)) {
			s.best = append(s.best, candidate{score: round(c.sum), terms: c.terms, Row: Row{uint32(part), c.doc}})
		}
	}
	if s.k > 0 && len(s.best) >= s.k && (s.least == 0 || len(s.best) >= 2*s.k+spare) {
		s.keepBest()
	}
}

// collect gathers the documents of a range that may be hits with what the lists
// from t on can add.
func (s *search) collect(lists []scored, t int) {
	need := s.need(lists, t)
	n := 0
	s.rising = slices.Grow(s.rising[:0], len(s.touched))[:len(s.touched)]
	for _, doc := range s.touched {
		c := &s.cells[doc&inRange]
		s.rising[n] = rising{sum: c.sum - s.epoch, terms: c.terms, doc: doc}
		if c.sum >= need {
			n++
		}
	}
	s.rising = s.rising[:n]
}

// need returns what a cell must have if its document is to be a hit with what
// the lists from t on can add.
func (s *search) need(lists []scored, t int) uint64 {
	rest := uint64(0)
	if t < len(lists) {
		rest = lists[t].rest
	}
	return s.epoch + s.least - min(s.least, rest)
}

// lookFor notes which documents may be in a list, and drops those that cannot
// be hits without it.
func (s *search) lookFor(l *scored) {
	with, without := s.least-min(s.least, l.rest), s.least-min(s.least, l.rest-l.top)
	filter, n := l.filter, 0
	for i := range s.rising {
		c := s.rising[i]
		at, need, found := c.doc>>(l.coarse&31), with, uint64(1)
		if word := int(at >> 6); word < len(filter) {
			found = filter[word] >> (at & 63) & 1
		}
		if found == 0 {
			need = without
		}
		s.rising[n] = c
		if c.sum >= need {
			n++
		}
	}
	s.rising = s.rising[:n]
}

// addFound adds a list to the documents that are in it.
func (s *search) addFound(part int, l *scored) {
	all, list, units, weight := s.rising, l.postingList, s.units, l.weight
	for i := range all {
		c := &all[i]
		e := list.find(c.doc, list.around(c.doc))
		more, bit := gain(units[e&otherPair], weight), l.bit
		if e>>classBits != c.doc {
			more = 0
		}
		if e>>classBits != c.doc {
			bit = 0
		}
		c.sum, c.terms = c.sum+more, c.terms|bit
	}
	for i := range all {
		if !l.rare {
			return
		}
		if e, ok := l.of(all[i].doc); ok && e&otherPair == otherPair {
			all[i].sum += gain(s.rareUnit(part, l.number, e), weight)
		}
	}
}

// factors is what BM25 makes of each class of a run, for one setting.
type factors struct {
	k1, b, avg float64
	units      [otherPair + 1]uint64 // 0 for the class other
}

// unitsOf returns the factors of the classes of a run. The run keeps the last
// ones, since few change from one question to the next.
func (s *search) unitsOf(r *run) *[otherPair + 1]uint64 {
	f := r.factors.Load()
	if f == nil || f.k1 != s.q.K1 || f.b != s.q.B || f.avg != s.avg {
		f = &factors{k1: s.q.K1, b: s.q.B, avg: s.avg}
		for c, x := range r.pairs {
			f.units[c] = s.unit(x)
		}
		r.factors.Store(f)
	}
	return &f.units
}

// rareUnit works out the factor of a posting of the class other.
func (s *search) rareUnit(part int, term, posting uint32) uint64 {
	r := s.l.r.parts[part].run
	return s.unit(r.pairOf(term, posting>>classBits))
}

// topUnit returns what no factor of a term's postings is greater than.
func (s *search) topUnit(part int, term uint32) uint64 {
	if s.q.K1 < 0 || s.q.B < 0 || s.q.B > 1 {
		return oneUnit // the factor need not fall with the length
	}
	top := s.l.r.parts[part].places[term].top
	u := s.unit(pair{uint32(top.freq), uint32(top.length)})
	return min(u+u>>40, oneUnit) // for what floats round
}

// unit is BM25's factor of a frequency and a length, k1+1 left out: more than 0
// and, as k1 and b should be, not more than 1.
func (s *search) unit(x pair) uint64 {
	f := float64(x.freq)
	u := f / (f + s.q.K1*(1-s.q.B+s.q.B*float64(x.length)/s.avg))
	if !(u < 1) || u < 0 {
		return oneUnit
	}
	return max(uint64(u*oneUnit), 1)
}

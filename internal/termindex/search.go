package termindex

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// The settings of BM25 that a zero Query gets: measured best on short
// memories, where a word seldom stands twice and lengths differ little.
const (
	DefaultK1 = 1.35
	DefaultB  = 0.4
)

// QueryTerm is a term of a question and how much a match of it counts.
type QueryTerm struct {
	Text   string
	Weight float64 // a term that weighs nothing, or less, is passed over
}

// Query asks for the documents that score best.
type Query struct {
	Terms  []QueryTerm
	K1, B  float64         // of BM25; both zero mean DefaultK1 and DefaultB
	K      int             // hits wanted; 0 or less means all
	Accept func(*Doc) bool // nil accepts all; it is asked only of documents that may be a hit
	Kinds  []DocKind       // empty means all
}

// Hit is a document and its score.
type Hit struct {
	Doc     *Doc
	Score   float64
	Matched []int // indexes of the query's terms that it has, ascending
}

// Search scores every live document of the query's kinds that has a term and
// returns the best, highest score first and in order of id where scores are
// equal. The score is BM25 as in Robertson and Zaragoza, "The Probabilistic
// Relevance Framework: BM25 and Beyond" (2009), with the inverse document
// frequency ln(1 + (N - n + 0.5) / (n + 0.5)), which is never negative. N, n
// and the average length are those of the live documents of the kinds, before
// Accept, so a filter changes who is in the answer and not who is better.
func (r *Reader) Search(q Query) []Hit {
	texts := make([]string, len(q.Terms))
	for i := range q.Terms {
		texts[i] = q.Terms[i].Text
	}
	return r.Look(texts).Search(q)
}

// Search is [Reader.Search] for the terms that were looked up: the query has
// the same ones, in their order.
func (l *Lookup) Search(q Query) []Hit {
	if q.K1 == 0 && q.B == 0 {
		q.K1, q.B = DefaultK1, DefaultB
	}
	s := searches.Get().(*search)
	s.begin(l, q)
	s.scoreAll()
	if s.refuse() {
		s.begin(l, q)
		s.asks = true
		s.scoreAll()
	}
	hits := s.hits()
	s.release() // not when Accept panics: then the memory is not clean
	return hits
}

// refuse takes those out of the best that Accept does not let through, and
// reports whether others might have stood in their places: then all is scored
// again, and each is asked about before it may push another out. Mostly nearly
// all are let through, and to ask about the best alone costs less.
func (s *search) refuse() (again bool) {
	if s.q.Accept == nil {
		return false
	}
	if s.q.K > 0 && len(s.best) > s.q.K {
		s.keepBest()
	}
	s.sort()
	had := len(s.best)
	s.best = slices.DeleteFunc(s.best, func(c candidate) bool { return !s.q.Accept(s.l.r.parts[c.part].doc(int(c.doc))) })
	return len(s.best) < had && s.least > 0
}

// rangeDocs is how many documents are scored at a time: what is known of so
// many, 128 KB, stays in a processor's cache.
const rangeDocs = 1 << 13

// search is the scratch memory of one Search; it is used again.
type search struct {
	q      Query
	l      *Lookup
	want   [docKinds]bool
	n      int     // documents of the kinds
	avg    float64 // their average length
	weight []float64
	lists  []scored // by part, in each the heaviest term first
	ends   []int

	units   [otherPair + 1]float64 // of each class of the part: what BM25 makes of a frequency and a length
	cells   [rangeDocs]cell        // of each document of the range
	touched []uint32
	best    []candidate
	least   float64 // what a document must score to be among them; 0 while all are
	asks    bool    // Accept is asked before a document is one of the best
}

// scored is a list that is scored.
type scored struct {
	found
	weight float64
	bit    uint64 // of its term in a cell
	at     int    // how far it was scored
}

// cell is what is known of one document while its range is scored.
type cell struct {
	score float64
	terms uint64 // bit t: it has term t, of the first 64
}

// maskTerms is how many of a query's terms have a bit in a cell.
const maskTerms = 64

var searches = sync.Pool{New: func() any { return new(search) }}

// release gives the memory back without what it pointed to.
func (s *search) release() {
	s.q, s.l = Query{}, nil
	clear(s.lists)
	searches.Put(s)
}

// begin finds the lists of the kinds and weighs the terms.
func (s *search) begin(l *Lookup, q Query) {
	s.l, s.q, s.want = l, q, kindSet(q.Kinds)
	s.lists, s.ends, s.best, s.least, s.n = s.lists[:0], s.ends[:0], s.best[:0], 0, 0
	s.asks = false
	total := int64(0)
	for k, on := range s.want {
		if on {
			s.n += l.r.live.docs[k]
			total += l.r.live.words[k]
		}
	}
	s.avg = max(float64(total)/float64(max(s.n, 1)), 1)
	s.weight = append(s.weight[:0], make([]float64, l.terms)...) // for now, how many have each term
	for i := range l.r.parts {
		p := &l.r.parts[i]
		for _, f := range l.part(i) {
			if f.list = p.ofKinds(f.list, s.want); len(f.list) > 0 && q.Terms[f.term].Weight > 0 {
				s.lists = append(s.lists, scored{found: f})
				s.weight[f.term] += float64(len(f.list))
			}
		}
		s.ends = append(s.ends, len(s.lists))
	}
	for t, df := range s.weight {
		s.weight[t] = q.Terms[t].Weight * math.Log(1+(float64(s.n)-df+0.5)/(df+0.5)) * (q.K1 + 1)
	}
	for i := range s.ends {
		s.order(s.part(i))
	}
}

// order puts the heaviest term first. It is the same order in every part, so a
// document's terms are added in one order wherever it lies, and its score is
// the same to the bit after a compaction.
func (s *search) order(lists []scored) {
	for i := range lists {
		l := &lists[i]
		l.weight = s.weight[l.term]
		if l.term < maskTerms {
			l.bit = 1 << l.term
		}
	}
	slices.SortFunc(lists, func(a, b scored) int {
		if a.weight != b.weight {
			if a.weight > b.weight {
				return -1
			}
			return 1
		}
		return a.term - b.term
	})
}

// part returns the lists of part i.
func (s *search) part(i int) []scored {
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.lists[start:s.ends[i]]
}

func (s *search) scoreAll() {
	for i := range s.l.r.parts {
		s.score(i)
	}
}

// score adds up every term over part i, a range of documents after the other,
// and offers what was scored. A term that cannot by itself, or together with
// all lighter ones, bring a document among the best is only added to what a
// heavier one has met: MaxScore, after Turtle and Flood, "Query evaluation:
// strategies and optimizations" (1995).
func (s *search) score(i int) {
	lists := s.part(i)
	if len(lists) == 0 {
		return
	}
	top := s.setUnits(&s.l.r.parts[i])
	for {
		leading := s.leading(lists, top)
		base, ok := lowest(lists[:leading])
		if !ok {
			return
		}
		base &^= rangeDocs - 1
		for t := range lists {
			l := &lists[t]
			if t < leading {
				s.addAll(i, l, base)
			} else {
				l.skipTo(base)
				s.addTo(i, l, base)
			}
		}
		s.harvest(i, base)
	}
}

// setUnits works out the factor of each class of a part, and answers the
// greatest.
func (s *search) setUnits(p *part) (top float64) {
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

// unit is BM25's factor of a frequency and a length, k1+1 left out.
func (s *search) unit(x pair) float64 {
	f := float64(x.freq)
	return f / (f + s.q.K1*(1-s.q.B+s.q.B*float64(x.length)/s.avg))
}

// rounding is by how much a sum of bounds is taken too large, since additions
// in another order may round otherwise.
const rounding = 1 + 1e-9

// leading returns how many lists, the heaviest, must be scored in full.
func (s *search) leading(lists []scored, top float64) int {
	n, sum := len(lists), 0.0
	for n > 0 {
		sum += lists[n-1].weight * top * rounding
		if sum >= s.least {
			return n
		}
		n--
	}
	return n
}

// lowest returns the first document that a list has not been scored for.
func lowest(lists []scored) (uint32, bool) {
	least, ok := ^uint32(0), false
	for t := range lists {
		if l := &lists[t]; l.at < len(l.list) {
			least, ok = min(least, l.list[l.at]>>classBits), true
		}
	}
	return least, ok
}

// skipTo passes over what lies before a document.
func (l *scored) skipTo(doc uint32) { l.at += indexOf(l.list[l.at:], int(doc)) }

// addAll scores the documents of a range that a list has.
func (s *search) addAll(part int, l *scored, base uint32) {
	at := l.at
	for ; at < len(l.list); at++ {
		e := l.list[at]
		doc := e>>classBits - base
		if doc >= rangeDocs {
			break
		}
		unit := s.units[e&otherPair]
		if unit == 0 {
			unit = s.rareUnit(part, l, e)
		}
		c := &s.cells[doc]
		if c.score == 0 {
			s.touched = append(s.touched, doc)
		}
		c.score += l.weight * unit
		c.terms |= l.bit
	}
	l.at = at
}

// addTo is addAll for the documents that another list has met.
func (s *search) addTo(part int, l *scored, base uint32) {
	at := l.at
	for ; at < len(l.list); at++ {
		e := l.list[at]
		doc := e>>classBits - base
		if doc >= rangeDocs {
			break
		}
		c := &s.cells[doc]
		if c.score == 0 {
			continue
		}
		unit := s.units[e&otherPair]
		if unit == 0 {
			unit = s.rareUnit(part, l, e)
		}
		c.score += l.weight * unit
		c.terms |= l.bit
	}
	l.at = at
}

func (s *search) rareUnit(part int, l *scored, e uint32) float64 {
	return s.unit(s.l.r.parts[part].pairOf(l.number, e>>classBits))
}

// fine is the last digit of a score that counts: sums of the same numbers in
// other orders differ only after it, and so documents that match as well are
// equal.
const fine = 1e-9

// harvest offers what was scored in a range and leaves the cells clean.
func (s *search) harvest(part int, base uint32) {
	p := &s.l.r.parts[part]
	for _, at := range s.touched {
		c := s.cells[at]
		s.cells[at] = cell{}
		if c.score < s.least {
			continue
		}
		if c.score = math.Round(c.score/fine) * fine; s.asks && !s.q.Accept(p.doc(int(base+at))) {
			continue
		}
		s.best = append(s.best, candidate{cell: c, part: part, doc: base + at})
		if s.q.K > 0 && len(s.best) >= 2*s.q.K {
			s.keepBest()
		}
	}
	s.touched = s.touched[:0]
}

// hits turns the best into the answer.
func (s *search) hits() []Hit {
	if s.q.K > 0 && len(s.best) > s.q.K {
		s.keepBest()
	}
	s.sort()
	hits := make([]Hit, len(s.best))
	n := 0
	for i := range s.best {
		n += bits.OnesCount64(s.best[i].terms)
	}
	matched := make([]int, 0, n)
	for i := range s.best {
		c := &s.best[i]
		from := len(matched)
		matched = s.matched(matched, c)
		hits[i] = Hit{Doc: s.l.r.parts[c.part].doc(int(c.doc)), Score: c.score, Matched: matched[from:len(matched):len(matched)]}
	}
	return hits
}

// matched appends the terms that a candidate has.
func (s *search) matched(out []int, c *candidate) []int {
	for mask := c.terms; mask != 0; mask &= mask - 1 {
		out = append(out, bits.TrailingZeros64(mask))
	}
	from := len(out)
	for _, l := range s.part(c.part) {
		if l.term < maskTerms {
			continue
		}
		l.at = 0
		if l.skipTo(c.doc); l.at < len(l.list) && l.list[l.at]>>classBits == c.doc {
			out = append(out, l.term)
		}
	}
	slices.Sort(out[from:])
	return out
}

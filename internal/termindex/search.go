package termindex

import (
	"math"
	"math/bits"
	"slices"
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
//
// A score is right to one part in 2^38 of the sum of all weights; documents that
// differ by less are equal.
func (r *Reader) Search(q Query) []Hit {
	s := takeSearch()
	s.lookUp(r, q.Terms)
	return s.search(&s.own, q)
}

// Search is [Reader.Search] for the terms that were looked up: the query has
// the same ones, in their order.
func (l *Lookup) Search(q Query) []Hit { return takeSearch().search(l, q) }

func (s *search) search(l *Lookup, q Query) []Hit {
	if q.K1 == 0 && q.B == 0 {
		q.K1, q.B = DefaultK1, DefaultB
	}
	s.begin(l, q)
	if q.Accept == nil {
		s.find(q.K, 0)
	} else {
		s.findAccepted(0, func(x Row) bool { return q.Accept(l.r.parts[x.Part].doc(int(x.Doc))) })
	}
	s.sort(s.best)
	hits := s.hits()
	s.giveBack() // not when Accept panics: then the memory is not clean
	return hits
}

// lookUp finds the lists of terms that nobody looked up.
func (s *search) lookUp(r *Reader, terms []QueryTerm) {
	s.texts = s.texts[:0]
	for i := range terms {
		s.texts = append(s.texts, terms[i].Text)
	}
	s.own.look(r, s.texts)
}

// find leaves the k best in s.best, in any order; all if k is 0 or less. likely
// is what the k-th best is thought to score at least, 0 for nothing: where
// that is too much, all is done again without.
func (s *search) find(k int, likely uint64) {
	s.k, s.best, s.least = max(k, 0), s.best[:0], below(likely)
	for i := range s.l.r.parts {
		s.score(i)
	}
	if s.k > 0 && len(s.best) > s.k {
		s.keepBest()
	}
	if likely > 0 && (len(s.best) < s.k || s.leastOfBest() < likely) {
		s.find(k, 0)
	}
}

// deeper is by how much more is looked at when too many of the best were
// refused.
const deeper = 4

// findAccepted leaves the best that accept lets through in s.best. Mostly that
// is nearly all of them: the best are found first and asked about then. When
// too few are left over, more are found, which begin with the same ones. likely
// is that of find.
func (s *search) findAccepted(likely uint64, accept func(Row) bool) {
	s.kept = s.kept[:0]
	asked := 0
	for k := s.q.K; ; {
		s.find(k, likely)
		if s.worst = s.least; asked > 0 {
			s.sort(s.best)
		}
		for _, c := range s.best[asked:] {
			if s.q.K > 0 && len(s.kept) == s.q.K {
				break
			}
			if accept(c.Row) {
				s.kept = append(s.kept, c)
			}
		}
		if s.k == 0 || len(s.best) < s.k || len(s.kept) == s.q.K {
			break
		}
		asked, likely = len(s.best), 0
		if k *= deeper; k > s.n/deeper {
			k = 0 // a search for so many finds all as fast
		}
	}
	s.best, s.kept = s.kept, s.best
}

// search is the scratch memory of one Search; it is used again.
type search struct {
	q      Query
	l      *Lookup
	n      int     // documents of the kinds
	avg    float64 // their average length
	scale  float64 // what a score of 1 is in a cell
	weight []float64
	lists  []scored // by part, in each the heaviest term first
	ends   []int
	spread []spread // of the kinds in each part

	texts []string // of a query whose terms nobody looked up
	own   Lookup

	scratch
}

// scored is a list that is scored.
type scored struct {
	found
	weight uint64 // in a cell, times two
	bit    uint64 // of its term in a cell
	lo, to int    // where those of the kinds begin and end
	at     int    // how far it was scored
	top    uint64 // what a posting can add at most
	rest   uint64 // what it and the lighter ones can add at most
}

// idle keeps the memory of some searches between them, 2 MB each and what they
// found; enough for as many as work at once on a small machine. A sync.Pool
// would give it up at every other garbage collection, and a search that gets
// new memory takes twenty times as long as another.
var idle = make(chan *search, 8)

func takeSearch() *search {
	select {
	case s := <-idle:
		return s
	default:
		return new(search)
	}
}

// giveBack lets others use the memory of a search, without what it pointed to.
func (s *search) giveBack() {
	s.q, s.l, s.own.r = Query{}, nil, nil
	clear(s.texts)
	clear(s.lists)
	clear(s.own.found)
	if cap(s.best) > maxKept || cap(s.rising) > maxKept {
		return // one that was asked for everything
	}
	select {
	case idle <- s:
	default:
	}
}

// maxKept is how many documents' memory a search keeps: as many as a range has.
const maxKept = 1 << 18

// begin finds the lists of the kinds and weighs the terms.
func (s *search) begin(l *Lookup, q Query) {
	s.l, s.q = l, q
	s.lists, s.ends, s.spread, s.n = s.lists[:0], s.ends[:0], s.spread[:0], 0
	want, total := kindSet(q.Kinds), int64(0)
	for k, on := range want {
		if on {
			s.n += l.r.live.docs[k]
			total += l.r.live.words[k]
		}
	}
	s.avg = max(float64(total)/float64(max(s.n, 1)), 1)
	s.weight = append(s.weight[:0], make([]float64, l.terms)...) // for now, how many have each term
	for i := range l.r.parts {
		p := &l.r.parts[i]
		s.spread = append(s.spread, p.spread(want))
		in := &s.spread[i]
		for _, f := range l.part(i) {
			if !(q.Terms[f.term].Weight > 0) {
				continue
			}
			lo, to := p.cut(&f.postingList, in)
			if n := p.count(&f.postingList, in, lo, to); n > 0 {
				s.lists = append(s.lists, scored{found: f, lo: lo, to: to})
				s.weight[f.term] += float64(n)
			}
		}
		s.ends = append(s.ends, len(s.lists))
	}
	s.weigh()
	for i := range s.ends {
		s.order(i)
	}
}

// weigh turns how many documents have each term into its weight.
func (s *search) weigh() {
	sum := 0.0
	for t, df := range s.weight {
		w := s.q.Terms[t].Weight * math.Log(1+(float64(s.n)-df+0.5)/(df+0.5)) * (s.q.K1 + 1)
		if df == 0 || !(w > 0) {
			w = 0
		}
		s.weight[t] = min(w, math.MaxFloat32)
		sum += s.weight[t]
	}
	s.scale = maxSum / max(sum, math.SmallestNonzeroFloat32)
}

// order weighs the lists of a part and puts the heaviest first.
func (s *search) order(i int) {
	lists := s.part(i)
	for n := range lists {
		l := &lists[n]
		l.weight, l.bit = uint64(s.weight[l.term]*s.scale*2), 0
		if l.term < maskTerms {
			l.bit = 1 << l.term
		}
		l.top = gain(s.topUnit(i, l.number), l.weight) + 1
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
	rest := uint64(0)
	for n := range slices.Backward(lists) {
		rest += lists[n].top
		lists[n].rest = rest
	}
}

// part returns the lists of part i.
func (s *search) part(i int) []scored {
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.lists[start:s.ends[i]]
}

// hits turns the best into the answer.
func (s *search) hits() []Hit {
	hits := make([]Hit, len(s.best))
	n := 0
	for i := range s.best { // by itself, so that the memory is waited for once and not for each
		c := &s.best[i]
		hits[i].Doc = s.l.r.parts[c.Part].doc(int(c.Doc))
		n += bits.OnesCount64(c.terms)
	}
	matched := make([]int, 0, n)
	for i := range s.best {
		c := &s.best[i]
		from := len(matched)
		matched = s.matched(matched, c)
		hits[i].Score, hits[i].Matched = float64(c.score)/s.scale, matched[from:len(matched):len(matched)]
	}
	return hits
}

// matched appends the terms that a candidate has.
func (s *search) matched(out []int, c *candidate) []int {
	for mask := c.terms; mask != 0; mask &= mask - 1 {
		out = append(out, bits.TrailingZeros64(mask))
	}
	if s.l.terms <= maskTerms {
		return out
	}
	from, lists := len(out), s.part(int(c.Part))
	for i := range lists {
		if l := &lists[i]; l.term >= maskTerms {
			if _, ok := l.of(c.Doc); ok {
				out = append(out, l.term)
			}
		}
	}
	slices.Sort(out[from:])
	return out
}

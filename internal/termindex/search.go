package termindex

import (
	"cmp"
	"container/heap"
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
	Accept func(*Doc) bool // nil accepts all; it is asked only of documents that would be a hit
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
	if q.K1 == 0 && q.B == 0 {
		q.K1, q.B = DefaultK1, DefaultB
	}
	s := searches.Get().(*search)
	s.begin(r, q)
	for i := range q.Terms {
		s.collect(i)
	}
	for i := range r.parts {
		s.score(i)
		s.harvest(i)
	}
	hits := s.hits()
	s.release() // not when Accept panics: then the memory is not clean
	return hits
}

// search is the scratch memory of one Search; it is used again.
type search struct {
	r    *Reader
	q    Query
	want [docKinds]bool
	all  bool    // every kind is wanted
	n    int     // documents of the kinds
	avg  float64 // their average length

	lists []posting
	ends  []int // of the list of term t in part i: ends[t*parts+i]
	idf   []float64

	cells   []cell // of each document of the part
	touched []uint32
	best    []candidate // at most K, a heap with the worst on top
}

// cell is what is known of one document while its part is scored.
type cell struct {
	score float64
	terms uint64 // bit t: it has term t, of the first 64
}

var searches = sync.Pool{New: func() any { return new(search) }}

// release gives the memory back without what it pointed to.
func (s *search) release() {
	s.r, s.q = nil, Query{}
	searches.Put(s)
}

func (s *search) begin(r *Reader, q Query) {
	s.r, s.q, s.want = r, q, kindSet(q.Kinds)
	s.n, s.all = 0, true
	s.lists, s.ends, s.idf, s.best = s.lists[:0], s.ends[:0], s.idf[:0], s.best[:0]
	total := int64(0)
	for k, on := range s.want {
		if on {
			s.n += r.live.docs[k]
			total += r.live.words[k]
		} else if r.live.docs[k] > 0 {
			s.all = false
		}
	}
	s.avg = max(float64(total)/float64(max(s.n, 1)), 1)
}

// collect reads the postings of a term in every part, keeps those of live
// documents of the kinds, and weighs the term by how many there are.
func (s *search) collect(t int) {
	before := len(s.lists)
	for i := range s.r.parts {
		p := &s.r.parts[i]
		if at, ok := slices.BinarySearch(p.terms, s.q.Terms[t].Text); ok && s.q.Terms[t].Weight > 0 {
			start := len(s.lists)
			s.lists = p.scan(s.lists, at)
			s.lists = append(s.lists[:start], s.wanted(p, s.lists[start:])...)
		}
		s.ends = append(s.ends, len(s.lists))
	}
	df := float64(len(s.lists) - before)
	s.idf = append(s.idf, math.Log(1+(float64(s.n)-df+0.5)/(df+0.5)))
}

// wanted filters a list in place. Postings never name a tombstone, so without
// hidden documents all are live.
func (s *search) wanted(p *part, list []posting) []posting {
	if s.all && p.hidden == nil {
		return list
	}
	kept := list[:0]
	for _, e := range list {
		if !p.dead.get(e.doc) && s.want[p.kind[e.doc]] {
			kept = append(kept, e)
		}
	}
	return kept
}

// list returns the postings of term t in part i that are scored.
func (s *search) list(t, i int) []posting {
	at := t*len(s.r.parts) + i
	start := 0
	if at > 0 {
		start = s.ends[at-1]
	}
	return s.lists[start:s.ends[at]]
}

// maskTerms is how many of a query's terms have a bit in a cell.
const maskTerms = 64

// score adds up every term over part i. A document's terms are added in the
// order of the question wherever it lies, so its score is the same to the bit
// after a compaction.
func (s *search) score(i int) {
	p := &s.r.parts[i]
	if cap(s.cells) < len(p.ids) {
		s.cells = make([]cell, len(p.ids))
	}
	s.cells = s.cells[:cap(s.cells)] // all of it is zero: harvest sees to that
	k1, b := s.q.K1, s.q.B
	for t := range s.q.Terms {
		weight := s.q.Terms[t].Weight * s.idf[t] * (k1 + 1)
		bit := uint64(0)
		if t < maskTerms {
			bit = 1 << t
		}
		for _, e := range s.list(t, i) {
			c := &s.cells[e.doc]
			if c.score == 0 {
				s.touched = append(s.touched, e.doc)
			}
			f := float64(e.freq)
			c.score += weight * f / (f + k1*(1-b+b*float64(p.length[e.doc])/s.avg))
			c.terms |= bit
		}
	}
}

// harvest offers what was scored in part i and leaves the cells clean.
func (s *search) harvest(i int) {
	p := &s.r.parts[i]
	for _, doc := range s.touched {
		c := candidate{cell: s.cells[doc], part: i, doc: doc}
		s.cells[doc] = cell{}
		full := s.q.K > 0 && len(s.best) == s.q.K
		if c.score == 0 || full && (c.score < s.best[0].score || !s.better(&c, &s.best[0])) {
			continue
		}
		switch {
		case s.q.Accept != nil && !s.q.Accept(p.doc(int(doc))):
		case full:
			s.best[0] = c
			heap.Fix(s, 0)
		case s.q.K > 0:
			s.best = append(s.best, c)
			heap.Fix(s, len(s.best)-1) // as heap.Push does, without an allocation
		default:
			s.best = append(s.best, c)
		}
	}
	s.touched = s.touched[:0]
}

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
	return s.r.parts[a.part].ids[a.doc] < s.r.parts[b.part].ids[b.doc]
}

// hits turns the candidates into the answer, the best first.
func (s *search) hits() []Hit {
	slices.SortFunc(s.best, func(a, b candidate) int {
		if s.better(&a, &b) {
			return -1
		}
		return 1
	})
	hits := make([]Hit, len(s.best))
	for i := range s.best {
		c := &s.best[i]
		hits[i] = Hit{Doc: s.r.parts[c.part].doc(int(c.doc)), Score: c.score, Matched: s.matched(c)}
	}
	return hits
}

// matched lists the terms that a candidate has.
func (s *search) matched(c *candidate) []int {
	out := make([]int, 0, bits.OnesCount64(c.terms))
	for mask := c.terms; mask != 0; mask &= mask - 1 {
		out = append(out, bits.TrailingZeros64(mask))
	}
	for t := maskTerms; t < len(s.q.Terms); t++ {
		_, ok := slices.BinarySearchFunc(s.list(t, c.part), c.doc, func(e posting, doc uint32) int {
			return cmp.Compare(e.doc, doc)
		})
		if ok {
			out = append(out, t)
		}
	}
	return out
}

// The methods of heap.Interface, over the best candidates.

func (s *search) Len() int           { return len(s.best) }
func (s *search) Less(i, j int) bool { return s.better(&s.best[j], &s.best[i]) }
func (s *search) Swap(i, j int)      { s.best[i], s.best[j] = s.best[j], s.best[i] }
func (s *search) Push(x any)         { s.best = append(s.best, x.(candidate)) }
func (s *search) Pop() any {
	last := s.best[len(s.best)-1]
	s.best = s.best[:len(s.best)-1]
	return last
}

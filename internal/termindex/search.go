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
	best := hits{k: q.K}
	for i := range r.parts {
		s.score(i)
		s.harvest(i, &best)
	}
	s.release() // not when Accept panics: then the memory is not clean
	return best.sorted()
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
	s.lists, s.ends, s.idf = s.lists[:0], s.ends[:0], s.idf[:0]
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
func (s *search) harvest(i int, best *hits) {
	p := &s.r.parts[i]
	for _, doc := range s.touched {
		c := s.cells[doc]
		s.cells[doc] = cell{}
		if c.score < best.least() || c.score == 0 || !best.wants(c.score, p.ids[doc]) {
			continue
		}
		if d := p.doc(int(doc)); s.q.Accept == nil || s.q.Accept(d) {
			best.add(Hit{Doc: d, Score: c.score, Matched: s.matched(i, doc, c.terms)})
		}
	}
	s.touched = s.touched[:0]
}

// matched lists the terms that a document of part i has.
func (s *search) matched(i int, doc uint32, mask uint64) []int {
	out := make([]int, 0, bits.OnesCount64(mask))
	for ; mask != 0; mask &= mask - 1 {
		out = append(out, bits.TrailingZeros64(mask))
	}
	for t := maskTerms; t < len(s.q.Terms); t++ {
		_, ok := slices.BinarySearchFunc(s.list(t, i), doc, func(e posting, doc uint32) int {
			return cmp.Compare(e.doc, doc)
		})
		if ok {
			out = append(out, t)
		}
	}
	return out
}

// hits keeps the best k hits, the worst of them on top of the heap.
type hits struct {
	k    int
	list []Hit
}

// better orders by score, then by id.
func better(score float64, id string, than *Hit) bool {
	if score != than.Score {
		return score > than.Score
	}
	return id < than.Doc.ID
}

func (h *hits) full() bool { return h.k > 0 && len(h.list) >= h.k }

// least is a score that no hit may be below.
func (h *hits) least() float64 {
	if !h.full() {
		return 0
	}
	return h.list[0].Score
}

func (h *hits) wants(score float64, id string) bool {
	return !h.full() || better(score, id, &h.list[0])
}

func (h *hits) add(hit Hit) {
	switch {
	case h.k <= 0:
		h.list = append(h.list, hit)
	case h.full():
		h.list[0] = hit
		heap.Fix(h, 0)
	default:
		heap.Push(h, hit)
	}
}

func (h *hits) sorted() []Hit {
	slices.SortFunc(h.list, func(a, b Hit) int {
		if better(a.Score, a.Doc.ID, &b) {
			return -1
		}
		return 1
	})
	return h.list
}

func (h *hits) Len() int           { return len(h.list) }
func (h *hits) Less(i, j int) bool { return better(h.list[j].Score, h.list[j].Doc.ID, &h.list[i]) }
func (h *hits) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *hits) Push(x any)         { h.list = append(h.list, x.(Hit)) }
func (h *hits) Pop() any {
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return last
}

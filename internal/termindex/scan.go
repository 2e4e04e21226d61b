package termindex

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// Scan finds the rows that a ranking looks at: some hundred of them, for
// several groups of kinds, with the terms that each has. It looks the terms of a
// question up once and uses its memory again, so that it allocates nothing
// for a posting or a row. It is not safe for concurrent use.
//
// What it finds is what [Reader.Search] finds, in no order.
type Scan struct {
	r     *Reader
	terms []QueryTerm
	freq  []int // of each term, in how many live documents
	found []scanTerm
	ends  []int // of each part, where its terms end in found

	group  scanGroup
	weight []float64
	lists  []scanList // of the part that is scored
	units  [otherPair + 1]float64
	counts [otherPair + 1]int32
	grades [grades]int32
	cells  [rangeDocs]cell
	met    []uint32
	best   []RowHit
	least  float64
	accept func(Row) bool

	touched uint64 // so that touch is not left out
}

// scanTerm is a term that a part has.
type scanTerm struct {
	term   int
	number uint32
}

// scanGroup is what is asked about some kinds.
type scanGroup struct {
	want  [docKinds]bool
	n     int
	avg   float64
	k     int
	k1, b float64
}

type scanList struct {
	scanTerm
	posts  []uint32
	weight float64
	bit    uint64
}

// RowHit is a row that shares terms with a question.
type RowHit struct {
	Row
	Terms uint64  // bit t: it has term t, of the first 64; see Scan.Matched
	Score float64 // as that of a Hit
}

// Ask is what a [Scan] is asked for.
type Ask struct {
	K1, B  float64
	K      int // hits wanted, at least 1
	Kinds  []DocKind
	Accept func(Row) bool
}

var scans = sync.Pool{New: func() any { return new(Scan) }}

// Scan begins a scan for terms, which are kept until Release.
func (r *Reader) Scan(terms []QueryTerm) *Scan {
	s := scans.Get().(*Scan)
	s.r, s.terms = r, terms
	s.found, s.ends = s.found[:0], s.ends[:0]
	s.freq = append(s.freq[:0], make([]int, len(terms))...)
	for i := range r.parts {
		p := &r.parts[i]
		for t := range terms {
			if n, ok := p.number(p.terms, terms[t].Text, hashTerm(terms[t].Text)); ok {
				s.found = append(s.found, scanTerm{t, n})
				s.freq[t] += p.alive(p.all(n))
			}
		}
		s.ends = append(s.ends, len(s.found))
	}
	return s
}

// all returns the postings of a term, those of hidden documents among them.
func (r *run) all(term uint32) []uint32 { return r.posts[r.first[term]:r.first[term+1]] }

// alive counts the postings of live documents.
func (p *part) alive(list []uint32) int {
	if p.hidden == nil {
		return len(list)
	}
	n := 0
	for _, e := range list {
		if !p.hidden.get(e >> classBits) {
			n++
		}
	}
	return n
}

// Release gives the memory back. The scan and what it found are not to be used
// any more.
func (s *Scan) Release() {
	s.r, s.terms, s.accept = nil, nil, nil
	clear(s.lists)
	scans.Put(s)
}

// DocFreq returns how many live documents of any kind have term t.
func (s *Scan) DocFreq(t int) int { return s.freq[t] }

// Best appends the k best rows of some kinds that Accept lets through to out, in
// no order. It also answers the rows that were met among the best and not let
// through.
func (s *Scan) Best(out []RowHit, a Ask) (hits []RowHit, refused []Row) {
	s.begin(a)
	s.accept = nil
	s.run()
	s.cut()
	s.touch()
	kept := s.best[:0]
	for _, h := range s.best {
		if a.Accept == nil || a.Accept(h.Row) {
			kept = append(kept, h)
		} else {
			refused = append(refused, h.Row)
		}
	}
	if len(refused) > 0 && len(kept)+len(refused) == a.K { // others may stand in their places
		s.accept = func(x Row) bool {
			if a.Accept(x) {
				return true
			}
			refused = append(refused, x)
			return false
		}
		s.run()
		s.cut()
		kept = s.best
	}
	return append(out, kept...), refused
}

// touch brings the columns of the best into the processor's cache, all at once:
// one after the other, each would be waited for.
func (s *Scan) touch() {
	sum := uint64(0)
	for i := range s.best {
		sum += s.r.parts[s.best[i].Part].columns.rows[s.best[i].Doc].Seq
	}
	s.touched = sum
}

// begin weighs the terms for the kinds.
func (s *Scan) begin(a Ask) {
	g := scanGroup{want: kindSet(a.Kinds), k: a.K, k1: a.K1, b: a.B}
	words := int64(0)
	for k, on := range g.want {
		if on {
			g.n += s.r.live.docs[k]
			words += s.r.live.words[k]
		}
	}
	g.avg = max(float64(words)/float64(max(g.n, 1)), 1)
	s.group = g
	s.weight = append(s.weight[:0], make([]float64, len(s.terms))...)
	for i := range s.r.parts {
		p := &s.r.parts[i]
		lo, hi, pure := p.kindsFrom(&g.want)
		for _, f := range s.part(i) {
			s.weight[f.term] += float64(p.count(p.all(f.number), lo, hi, pure, &g.want))
		}
	}
	for t, df := range s.weight {
		w := max(s.terms[t].Weight, 0)
		s.weight[t] = w * math.Log(1+(float64(g.n)-df+0.5)/(df+0.5)) * (g.k1 + 1)
	}
}

// kindsFrom is spread without the kinds that the run has none of.
func (r *run) kindsFrom(want *[docKinds]bool) (lo, hi int, pure bool) {
	lo, hi, pure = len(r.ids), 0, true
	for k, on := range want {
		if on && r.kindTo[k] > 0 {
			lo, hi = min(lo, r.kindFrom[k]), max(hi, r.kindTo[k])
		}
	}
	for k, on := range want {
		if !on && r.kindTo[k] > 0 && r.kindFrom[k] < hi && r.kindTo[k] > lo {
			pure = false
		}
	}
	return lo, max(lo, hi), pure
}

// count counts the live documents of the kinds in a list.
func (p *part) count(list []uint32, lo, hi int, pure bool, want *[docKinds]bool) int {
	list = list[indexOf(list, lo):indexOf(list, hi)]
	if pure {
		return p.alive(list)
	}
	n := 0
	for _, e := range list {
		if doc := e >> classBits; want[p.kind[doc]] && !p.hidden.get(doc) {
			n++
		}
	}
	return n
}

func (s *Scan) part(i int) []scanTerm {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.found[from:s.ends[i]]
}

// run scores all parts.
func (s *Scan) run() {
	s.best, s.least = s.best[:0], 0
	for i := range s.r.parts {
		if len(s.part(i)) > 0 {
			s.score(i)
		}
	}
}

// Matched appends the terms that a hit has, ascending.
func (s *Scan) Matched(out []int, h *RowHit) []int {
	for mask := h.Terms; mask != 0; mask &= mask - 1 {
		out = append(out, bits.TrailingZeros64(mask))
	}
	if len(s.terms) <= maskTerms {
		return out
	}
	p := &s.r.parts[h.Part]
	from := len(out)
	for _, f := range s.part(int(h.Part)) {
		if f.term < maskTerms || s.weight[f.term] <= 0 {
			continue
		}
		list := p.all(f.number)
		if at := indexOf(list, int(h.Doc)); at < len(list) && list[at]>>classBits == h.Doc {
			out = append(out, f.term)
		}
	}
	slices.Sort(out[from:])
	return out
}

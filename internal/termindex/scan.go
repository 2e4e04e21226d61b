package termindex

// Scan finds the rows that a ranking looks at: some hundred of them, for
// several groups of kinds, with the terms that each has. It looks the terms of a
// question up once and uses its memory again, so that it allocates nothing
// for a posting or a row. It is not safe for concurrent use.
//
// What it finds is what [Reader.Search] finds, in no order.
type Scan struct {
	*search
	terms []QueryTerm

	touched uint64 // so that touch is not left out
	before  int    // how many hits the search before was asked for
}

// RowHit is a row that shares terms with a question.
type RowHit struct {
	Row
	Terms uint64  // bit t: it has term t, of the first 64; see [Scan.Matched]
	Score float64 // as that of a Hit
}

// Ask is what a [Scan] is asked for.
type Ask struct {
	K1, B  float64
	K      int // hits wanted, at least 1
	Kinds  []DocKind
	Accept func(Row) bool
}

// Scan begins a scan for terms, which are kept until Release.
func (r *Reader) Scan(terms []QueryTerm) *Scan {
	s := &Scan{search: takeSearch(), terms: terms}
	s.lookUp(r, terms)
	s.own.count()
	return s
}

// Release gives the memory back. The scan and what it found are not to be used
// any more.
func (s *Scan) Release() {
	s.giveBack()
	s.search = nil
}

// DocFreq returns how many live documents of any kind have term t.
func (s *Scan) DocFreq(t int) int { return s.own.DocFreq(t) }

// Best appends the k best rows of some kinds that Accept lets through to out, in
// no order. It also answers the rows that were met among the best and not let
// through.
func (s *Scan) Best(out []RowHit, a Ask) (hits []RowHit, refused []Row) {
	s.begin(&s.own, Query{Terms: s.terms, K1: a.K1, B: a.B, K: a.K, Kinds: a.Kinds})
	if a.Accept == nil {
		s.find(a.K, 0)
	} else {
		asked, likely := false, s.likely(a.K)
		s.findAccepted(likely, func(x Row) bool {
			if !asked {
				s.touch()
				asked = true
			}
			if a.Accept(x) {
				return true
			}
			refused = append(refused, x)
			return false
		})
	}
	for i := range s.best {
		c := &s.best[i]
		out = append(out, RowHit{Row: c.Row, Terms: c.terms, Score: float64(c.score) / s.scale})
	}
	return out, refused
}

// manyRows is how many times as many rows as are wanted there must be for it to
// pay to think that the k-th best of them scores as in the search before.
const manyRows = 64

// likely is what the k-th best of a search is thought to score at least: a
// little less than in the search before, for as many rows of other kinds. Cells
// are shares of the weights of the terms, which are much the same in both.
func (s *Scan) likely(k int) uint64 {
	if s.before != k || s.n < manyRows*k {
		s.before = k
		return 0
	}
	return s.worst - s.worst/16
}

// touch brings the columns of the best into the processor's cache, all at once:
// one after the other, each would be waited for.
func (s *Scan) touch() {
	sum := uint64(0)
	for i := range s.best {
		sum += s.l.r.parts[s.best[i].Part].columns.rows[s.best[i].Doc].Seq
	}
	s.touched = sum
}

// Matched appends the terms that a hit has, ascending.
func (s *Scan) Matched(out []int, h *RowHit) []int {
	return s.matched(out, &candidate{terms: h.Terms, Row: h.Row})
}

package termindex

// Lookup is the postings of some terms, found once for all that a question
// asks of them. It is safe for concurrent use.
type Lookup struct {
	r     *Reader
	terms int
	found []found // by part, then by term
	ends  []int   // of each part, where its lists end in found
	freq  []int   // of each term
	hash  []uint64
}

// found is the list of a term in a part.
type found struct {
	term   int    // number in the question
	number uint32 // and in the run
	postingList
}

// Look finds terms.
func (r *Reader) Look(terms []string) *Lookup {
	l := &Lookup{found: make([]found, 0, len(terms)), ends: make([]int, 0, len(r.parts)), freq: make([]int, 0, len(terms))}
	l.look(r, terms)
	l.count()
	return l
}

// look finds the lists of terms.
func (l *Lookup) look(r *Reader, terms []string) {
	l.r, l.terms = r, len(terms)
	l.found, l.ends = l.found[:0], l.ends[:0]
	l.hash = l.hash[:0]
	for _, text := range terms {
		l.hash = append(l.hash, hashTerm(text))
	}
	for i := range r.parts {
		p := &r.parts[i]
		for t, text := range terms {
			if n, ok := p.number(p.terms, text, l.hash[t]); ok {
				l.found = append(l.found, found{t, n, p.list(n)})
			}
		}
		l.ends = append(l.ends, len(l.found))
	}
}

// count works out in how many live documents each term is.
func (l *Lookup) count() {
	l.freq = append(l.freq[:0], make([]int, l.terms)...)
	all := kindSet(nil)
	for i := range l.r.parts {
		p := &l.r.parts[i]
		s := p.spread(all)
		for _, f := range l.part(i) {
			lo, hi := p.cut(&f.postingList, &s)
			l.freq[f.term] += p.count(&f.postingList, &s, lo, hi)
		}
	}
}

// DocFreq returns how many live documents of any kind have term t.
func (l *Lookup) DocFreq(t int) int { return l.freq[t] }

// part returns what was found in part i.
func (l *Lookup) part(i int) []found {
	start := 0
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.found[start:l.ends[i]]
}

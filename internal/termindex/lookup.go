package termindex

// Lookup is the postings of some terms, found once for all that a question
// asks of them. It is safe for concurrent use.
type Lookup struct {
	r     *Reader
	terms int
	found []found // by part, then by term
	ends  []int   // of each part, where its lists end in found
	freq  []int   // of each term
}

// found is the list of a term in a part: of the documents that are not hidden.
type found struct {
	term   int    // number in the question
	number uint32 // and in the run
	list   []uint32
}

// Look finds terms.
func (r *Reader) Look(terms []string) *Lookup {
	l := &Lookup{r: r, terms: len(terms), freq: make([]int, len(terms)), ends: make([]int, len(r.parts)),
		found: make([]found, 0, len(terms))}
	hashes := make([]uint64, len(terms))
	for t, text := range terms {
		hashes[t] = hashTerm(text)
	}
	for i := range r.parts {
		p := &r.parts[i]
		for t, text := range terms {
			n, ok := p.number(p.terms, text, hashes[t])
			if !ok {
				continue
			}
			if list := p.visible(p.list(n)); len(list) > 0 {
				l.found = append(l.found, found{t, n, list})
				l.freq[t] += len(list)
			}
		}
		l.ends[i] = len(l.found)
	}
	return l
}

// visible leaves hidden documents out of a list. Postings never name a
// tombstone, so without hidden documents all are live.
func (p *part) visible(list []uint32) []uint32 {
	if p.hidden == nil {
		return list
	}
	kept := make([]uint32, 0, len(list))
	for _, e := range list {
		if !p.hidden.get(e >> classBits) {
			kept = append(kept, e)
		}
	}
	return kept
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

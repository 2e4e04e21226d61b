package termindex

import (
	"hash/maphash"
	"slices"
)

// A search reads postings from memory, each a word of 32 bits: the document
// times 256, plus a class that stands for the frequency and the length of the
// document. Of these two BM25 makes a factor, so a search works the factor of
// each class out once, and a posting costs it a look into a table. What is not
// among the classes of its run, which have room for 255 pairs, is of the class
// other and is looked up.
const (
	classBits = 8
	otherPair = 1<<classBits - 1
	maxRows   = 1 << (32 - classBits) // of a run, so that a document's number fits
)

// pair is what a class stands for.
type pair struct{ freq, length uint32 }

// rare names a posting of the class other.
type rare struct{ term, doc uint32 }

// memory is what a search needs of a run's terms.
type memory struct {
	posts   []uint32        // the lists of all terms, one after the other
	first   []uint32        // of each term, where its list begins; and one more
	pairs   []pair          // of each class
	classes map[pair]uint8  // only while the run is opened
	others  map[rare]uint32 // frequencies of the postings of the class other
	slots   []uint32        // a hash table of the terms: number plus one, 0 for none
}

var termSeed = maphash.MakeSeed()

func hashTerm(term string) uint64 { return maphash.String(termSeed, term) }

// addList appends the list of the next term.
func (r *run) addList(list []posting) {
	if r.first == nil {
		r.first = append(make([]uint32, 0, len(r.terms)+1), 0)
		r.classes = make(map[pair]uint8)
	}
	term := uint32(len(r.first) - 1)
	for _, p := range list {
		class := r.class(pair{p.freq, r.length[p.doc]})
		if class == otherPair {
			if r.others == nil {
				r.others = make(map[rare]uint32)
			}
			r.others[rare{term, p.doc}] = p.freq
		}
		r.posts = append(r.posts, p.doc<<classBits|uint32(class))
	}
	r.first = append(r.first, uint32(len(r.posts)))
}

// class gives a pair a class while there are some left.
func (r *run) class(p pair) uint8 {
	c, ok := r.classes[p]
	switch {
	case ok:
	case len(r.pairs) == otherPair:
		c = otherPair
	default:
		c = uint8(len(r.pairs))
		r.classes[p] = c
		r.pairs = append(r.pairs, p)
	}
	return c
}

// seal ends what addList began, and makes the terms findable.
func (r *run) seal() {
	r.classes = nil
	r.posts = slices.Clip(r.posts)
	if len(r.terms) == 0 {
		return
	}
	size := 1
	for size < 2*len(r.terms) {
		size *= 2
	}
	r.slots = make([]uint32, size)
	for i, t := range r.terms {
		at := hashTerm(t) & uint64(size-1)
		for r.slots[at] != 0 {
			at = (at + 1) & uint64(size-1)
		}
		r.slots[at] = uint32(i + 1)
	}
}

// number finds a term whose hash is known.
func (m *memory) number(terms []string, term string, hash uint64) (uint32, bool) {
	if len(m.slots) == 0 {
		return 0, false
	}
	mask := uint64(len(m.slots) - 1)
	for at := hash & mask; m.slots[at] != 0; at = (at + 1) & mask {
		if i := m.slots[at] - 1; terms[i] == term {
			return i, true
		}
	}
	return 0, false
}

// list returns the postings of a term, those of hidden documents among them.
func (r *run) list(term uint32) []uint32 { return r.posts[r.first[term]:r.first[term+1]] }

// lookUp is list by name.
func (r *run) lookUp(term string) []uint32 {
	if i, ok := r.number(r.terms, term, hashTerm(term)); ok {
		return r.list(i)
	}
	return nil
}

// pairOf returns what a posting of the class other stands for.
func (r *run) pairOf(term, doc uint32) pair { return pair{r.others[rare{term, doc}], r.length[doc]} }

// memoryBytes is about what a run takes, besides its documents once decoded.
func (r *run) memoryBytes() int {
	const row, term, place, other = 104, 40, 16, 40
	return len(r.data) + row*len(r.ids) + term*len(r.terms) + 4*(len(r.posts)+len(r.slots)) +
		place*len(r.positions) + other*len(r.others)
}

package termindex

import (
	"hash/maphash"
	"math"
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
	blocks  []uint32        // the blocks of the longer lists
	filters []uint64        // and their filters
	places  []termPlace     // where those of each term begin; and one more
	middle  uint32          // the first document that is no passage, if all passages lie before
	pairs   []pair          // of each class
	classes map[pair]uint8  // only while the run is opened
	others  map[rare]uint32 // frequencies of the postings of the class other
	slots   []uint32        // a hash table of the terms: number plus one, 0 for none
}

var termSeed = maphash.MakeSeed()

func hashTerm(term string) uint64 { return maphash.String(termSeed, term) }

// addList appends the list of the next term.
func (r *run) addList(list []posting) {
	if r.places == nil {
		r.places = make([]termPlace, 0, len(r.terms)+1)
		r.classes = make(map[pair]uint8)
		r.middle = r.firstMemory()
	}
	at := termPlace{posts: uint32(len(r.posts)), middle: uint32(len(list)), top: pair16{length: math.MaxUint16}}
	for i, p := range list {
		if p.doc >= r.middle {
			at.middle = min(at.middle, uint32(i))
		}
		at.top.freq = max(at.top.freq, uint16(min(p.freq, math.MaxUint16)))
		at.top.length = min(at.top.length, uint16(min(r.length[p.doc], math.MaxUint16)))
		class := r.class(pair{p.freq, r.length[p.doc]})
		if class == otherPair {
			if r.others == nil {
				r.others = make(map[rare]uint32)
			}
			r.others[rare{uint32(len(r.places)), p.doc}] = p.freq
			at.rare = true
		}
		r.posts = append(r.posts, p.doc<<classBits|uint32(class))
	}
	at.blocks, at.filter = uint32(len(r.blocks)), uint32(len(r.filters))
	r.places = append(r.places, at)
	r.addBlocks(r.posts[at.posts:])
}

// firstMemory returns the first document that is no passage, if all passages
// lie before it, as their ids do.
func (r *run) firstMemory() uint32 {
	first := len(r.ids)
	for k, to := range r.kindTo {
		if DocKind(k) != Passage && to > 0 {
			first = min(first, r.kindFrom[k])
		}
	}
	if r.kindTo[Passage] > first {
		return uint32(len(r.ids))
	}
	return uint32(first)
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
	r.posts, r.blocks, r.filters = slices.Clip(r.posts), slices.Clip(r.blocks), slices.Clip(r.filters)
	r.places = append(r.places, termPlace{posts: uint32(len(r.posts))})
	if len(r.terms) == 0 {
		return
	}
	size := slotsFor(len(r.terms))
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

// lookUp returns the postings of a term, those of hidden documents among them.
func (r *run) lookUp(term string) []uint32 {
	if i, ok := r.number(r.terms, term, hashTerm(term)); ok {
		return r.list(i).posts
	}
	return nil
}

// pairOf returns what a posting of the class other stands for.
func (r *run) pairOf(term, doc uint32) pair { return pair{r.others[rare{term, doc}], r.length[doc]} }

// memoryBytes is about what a run takes, besides its documents once decoded.
func (r *run) memoryBytes() int {
	const row, term, place, other = 104, 64, 16, 40
	return len(r.data) + row*len(r.ids) + term*len(r.terms) + 4*(len(r.posts)+len(r.slots)+len(r.blocks)+len(r.byID)) +
		8*len(r.filters) + place*len(r.positions) + other*len(r.others)
}

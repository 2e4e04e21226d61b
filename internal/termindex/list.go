package termindex

import "math/bits"

// pair16 bounds what the postings of a list stand for: no frequency is
// greater, no length less. A length over 65,535 is given as that.
type pair16 struct{ freq, length uint16 }

// termPlace is where the list of a term begins in memory, and what is known of
// it without a look at it.
type termPlace struct {
	posts, blocks, filter uint32
	middle                uint32 // the place in the list of the run's middle
	top                   pair16
	rare                  bool // there are postings of the class other
}

// minBlocked is how many postings a list must have to be worth blocks and a
// filter: fewer lie in two or three lines of the cache.
const minBlocked = 32

// postingList is the postings of a term as they lie in memory. Most documents
// that are looked for in a list are not there, which the filter mostly tells;
// and so that the posting of one that may be is found without a search, the
// list knows where each block of documents begins in it.
type postingList struct {
	posts  []uint32 // ascending
	blocks []uint32 // by document>>shift, the place of the first posting from there; one more at the end
	filter []uint64 // bit document>>coarse: one of these documents may be there
	middle uint32   // the place of the run's first memory
	shift  uint8
	coarse uint8
	rare   bool // there are postings of the class other
}

// shifts returns how many documents of a run lie in a block of a list of n
// postings, from two to four of them with the term, and how many share a bit
// of its filter, so that from an eighth to a sixteenth of the bits are set.
func shifts(n, docs int) (shift, coarse uint8) {
	size := bits.Len(uint(docs / n))
	return uint8(size + 1), uint8(max(size-4, 0))
}

// addBlocks lays out the blocks and the filter of the next term's list.
func (r *run) addBlocks(posts []uint32) {
	if len(posts) < minBlocked {
		return
	}
	shift, coarse := shifts(len(posts), len(r.ids))
	last, block := uint32(len(r.ids)-1), uint32(0)
	filter := newBitset(int(last>>coarse) + 1)
	for i, e := range posts {
		for ; block <= e>>classBits>>shift; block++ {
			r.blocks = append(r.blocks, uint32(i))
		}
		filter.set(e >> classBits >> coarse)
	}
	for ; block <= last>>shift+1; block++ {
		r.blocks = append(r.blocks, uint32(len(posts)))
	}
	r.filters = append(r.filters, filter...)
}

// list returns the postings of a term, those of hidden documents among them.
func (r *run) list(term uint32) postingList {
	at := &r.places[term]
	l := postingList{posts: r.posts[at.posts:r.places[term+1].posts], middle: at.middle, rare: at.rare}
	if n := len(l.posts); n >= minBlocked {
		l.shift, l.coarse = shifts(n, len(r.ids))
		last := uint(len(r.ids) - 1)
		l.blocks = r.blocks[at.blocks:][:last>>l.shift+2]
		l.filter = r.filters[at.filter:][:last>>l.coarse>>6+1]
	}
	return l
}

// stretch is a part of a list.
type stretch struct{ lo, hi uint32 }

// around returns where the first posting of a document or a later one stands:
// in the stretch or right behind it.
func (l *postingList) around(doc uint32) stretch {
	if b := int(doc >> (l.shift & 31)); b+1 < len(l.blocks) {
		return stretch{l.blocks[b], l.blocks[b+1]}
	} else if len(l.blocks) > 0 {
		return stretch{uint32(len(l.posts)), uint32(len(l.posts))}
	}
	return stretch{0, uint32(len(l.posts))}
}

// from returns the place of the first posting of a document or a later one.
func (l *postingList) from(doc uint32) int { return l.fromIn(doc, l.around(doc)) }

func (l *postingList) fromIn(doc uint32, in stretch) int {
	lo, hi := in.lo, in.hi
	for hi-lo > 8 { // where documents with the term stand close together
		if mid := (lo + hi) / 2; l.posts[mid]>>classBits < doc {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < hi && l.posts[lo]>>classBits < doc {
		lo++
	}
	return int(lo)
}

// mayHave tells whether a document may be in the list. It is one of the run.
func (l *postingList) mayHave(doc uint32) bool {
	at := doc >> (l.coarse & 31)
	return int(at>>6) >= len(l.filter) || l.filter[at>>6]>>(at&63)&1 != 0
}

// of returns the posting of a document.
func (l *postingList) of(doc uint32) (posting uint32, ok bool) {
	if !l.mayHave(doc) {
		return 0, false
	}
	e := l.find(doc, l.around(doc))
	return e, e>>classBits == doc
}

// find returns the posting of a document, or any other when it is not there;
// the list is not empty. Mostly a block has few postings, and to count how many
// lie before the document takes no branch.
func (l *postingList) find(doc uint32, in stretch) (posting uint32) {
	i := int(in.lo)
	if in.hi-in.lo <= 8 && i+8 <= len(l.posts) {
		for _, e := range (*[8]uint32)(l.posts[i:]) {
			if e>>classBits < doc {
				i++
			}
		}
	} else {
		i = l.fromIn(doc, in)
	}
	return l.posts[min(i, len(l.posts)-1)]
}

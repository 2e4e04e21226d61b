package termindex

import (
	"hash/maphash"
	"slices"
)

var idSeed = maphash.MakeSeed()

func hashID(id string) uint64 { return maphash.String(idSeed, id) }

// hashIDs makes the ids findable. Most ids that are looked for in a run are not
// there, which a table of numbers tells with one look into memory; a binary
// search would take one for each of its last dozen steps.
func (r *run) hashIDs() {
	r.byID = make([]uint32, slotsFor(len(r.ids)))
	for i, id := range r.ids {
		at := hashID(id) & uint64(len(r.byID)-1)
		for r.byID[at] != 0 {
			at = (at + 1) & uint64(len(r.byID)-1)
		}
		r.byID[at] = uint32(i + 1)
	}
}

// slotsFor is how many slots a table of n entries has: a power of two, of which
// half at least stay free.
func slotsFor(n int) int {
	size := 2
	for size < 2*n {
		size *= 2
	}
	return size
}

// find returns the number of the document with an id.
func (r *run) find(id string) (int, bool) { return r.findHashed(id, hashID(id)) }

// findHashed is find for an id whose hash is known.
func (r *run) findHashed(id string, hash uint64) (int, bool) {
	mask := uint64(len(r.byID) - 1)
	for at := hash & mask; r.byID[at] != 0; at = (at + 1) & mask {
		if i := int(r.byID[at] - 1); r.ids[i] == id {
			return i, true
		}
	}
	return 0, false
}

// from returns the number of the first document whose id is not less.
func (r *run) from(id string) int {
	n, _ := slices.BinarySearch(r.ids, id)
	return n
}

// place is where a row of a delta lies.
type place struct {
	part *part
	doc  int
	hash uint64 // of its id
}

func (p *place) id() string { return p.part.ids[p.doc] }

// tail is the newest row of each id that some deltas have.
type tail struct {
	rows  []place
	slots []uint32 // a hash table of them: number plus one, 0 for none
}

// hideByDeltas marks what deltas hide among one another and in the segments. It
// is done for every recall, so that it costs no more than a look or two a row.
func (r *Reader) hideByDeltas() {
	n := 0
	for i := r.segments; i < len(r.parts); i++ {
		n += len(r.parts[i].ids)
	}
	if n == 0 {
		return
	}
	t := tail{rows: make([]place, 0, n), slots: make([]uint32, slotsFor(n))}
	for i := r.segments; i < len(r.parts); i++ {
		p := &r.parts[i]
		for doc, id := range p.ids {
			t.add(place{p, doc, hashID(id)})
		}
	}
	for i := range r.segments {
		s := &r.parts[i]
		for j := range t.rows {
			o := &t.rows[j]
			if m, ok := s.findHashed(o.id(), o.hash); ok && !s.hidden.get(uint32(m)) {
				hideLoser(s, m, o.part, o.doc)
			}
		}
	}
}

// add takes a row in, and hides it or the one of the same id that was newest so
// far.
func (t *tail) add(x place) {
	mask := uint64(len(t.slots) - 1)
	at := x.hash & mask
	for ; t.slots[at] != 0; at = (at + 1) & mask {
		o := &t.rows[t.slots[at]-1]
		if o.hash != x.hash || o.id() != x.id() {
			continue
		}
		hideLoser(o.part, o.doc, x.part, x.doc)
		if !x.part.hidden.get(uint32(x.doc)) {
			*o = x
		}
		return
	}
	t.rows = append(t.rows, x)
	t.slots[at] = uint32(len(t.rows))
}

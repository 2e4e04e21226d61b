package termindex

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// position says that a document of a run has a source at a place in a stream.
type position struct {
	key uint64 // of stream and seq
	doc uint32
}

var positionSeed = maphash.MakeSeed()

// positionKey hashes a place. Two places may share a key: a look-up compares
// the sources themselves.
func positionKey(stream string, seq uint64) uint64 {
	return maphash.Comparable(positionSeed, point{stream, seq})
}

// point is a place in a stream.
type point struct {
	stream string
	seq    uint64
}

// addPositions notes the places of document i's sources.
func (r *run) addPositions(i int, d *Doc) {
	for _, s := range d.Sources {
		r.positions = append(r.positions, position{positionKey(s.Stream, s.Seq), uint32(i)})
	}
}

func (r *run) sortPositions() {
	slices.SortFunc(r.positions, func(a, b position) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc))
	})
}

// At returns the live documents that come from the event at a place in a
// stream, in order of id: its passages, its provisional memory, and every
// memory that has it among its sources.
func (r *Reader) At(stream string, seq uint64) []*Doc {
	key := positionKey(stream, seq)
	var out []*Doc
	for i := range r.parts {
		p := &r.parts[i]
		at, _ := slices.BinarySearchFunc(p.positions, key, func(x position, key uint64) int { return cmp.Compare(x.key, key) })
		for ; at < len(p.positions) && p.positions[at].key == key; at++ {
			n := p.positions[at].doc
			if p.dead.get(n) {
				continue
			}
			if d := p.doc(int(n)); d.isAt(stream, seq) && (len(out) == 0 || out[len(out)-1] != d) {
				out = append(out, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Doc) int { return strings.Compare(a.ID, b.ID) })
	return out
}

func (d *Doc) isAt(stream string, seq uint64) bool {
	return slices.ContainsFunc(d.Sources, func(s Source) bool { return s.Seq == seq && s.Stream == stream })
}

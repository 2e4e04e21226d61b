package termindex

import (
	"cmp"
	"hash/maphash"
	"math/bits"
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
	return mixPlace(streamHash(stream), seq)
}

// mixPlace hashes a place of a stream whose hash is known, by the step of
// SplitMix64 (Steele, Lea and Flood, 2014).
func mixPlace(stream, seq uint64) uint64 {
	x := stream + seq*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// addPositions notes the places of document i's sources.
func (r *run) addPositions(i int, d *Doc) {
	for _, s := range d.Sources {
		r.positions = append(r.positions, position{positionKey(s.Stream, s.Seq), uint32(i)})
	}
}

// sortPositions puts the places in order of their keys and notes where those
// begin that share the key's first bits: some four of them do, so that a place
// is found at once.
func (r *run) sortPositions() {
	slices.SortFunc(r.positions, func(a, b position) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc))
	})
	r.keyShift = uint(64 - max(bits.Len(uint(len(r.positions)))-2, 0))
	r.byKey = make([]uint32, 1<<(64-r.keyShift)+1)
	for _, p := range r.positions {
		r.byKey[p.key>>r.keyShift+1]++
	}
	for i := range r.byKey[1:] {
		r.byKey[i+1] += r.byKey[i]
	}
}

// at returns the documents at the places of a key; several places may share it.
func (r *run) at(key uint64) []position {
	bucket := key >> r.keyShift
	near := r.positions[r.byKey[bucket]:r.byKey[bucket+1]]
	for len(near) > 0 && near[0].key != key {
		near = near[1:]
	}
	n := 0
	for n < len(near) && near[n].key == key {
		n++
	}
	return near[:n]
}

// At returns the live documents that come from the event at a place in a
// stream, in order of id: its passages, its provisional memory, and every
// memory that has it among its sources.
func (r *Reader) At(stream string, seq uint64) []*Doc {
	key := positionKey(stream, seq)
	var out []*Doc
	for i := range r.parts {
		p := &r.parts[i]
		for _, at := range p.at(key) {
			if p.dead.get(at.doc) {
				continue
			}
			if d := p.doc(int(at.doc)); d.isAt(stream, seq) && (len(out) == 0 || out[len(out)-1] != d) {
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

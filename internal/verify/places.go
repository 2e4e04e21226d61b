package verify

import "crypto/sha256"

// place is where an event stands.
type place struct {
	stream string
	seq    uint64
}

// places finds the place of every event that was read by its id. It keeps no
// string an event, so that a million of them stay small and are quick to add.
type places struct {
	streams []string
	numbers map[string]uint32
	at      map[idKey]where
}

// idKey is an id of at most idRoom bytes, filled up with zeroes, or a digest of
// a longer one, which no honest server makes.
type idKey [idRoom + 1]byte

const idRoom = 23

type where struct {
	stream uint32
	seq    uint64
}

func newPlaces() *places {
	return &places{numbers: make(map[string]uint32), at: make(map[idKey]where)}
}

func keyOf(id []byte) (k idKey) {
	if len(id) > idRoom {
		sum := sha256.Sum256(id)
		k[idRoom] = idRoom + 1
		copy(k[:idRoom], sum[:])
		return k
	}
	k[idRoom] = byte(len(id))
	copy(k[:], id)
	return k
}

// maxExpected bounds the room that is made on a server's word.
const maxExpected = 4 << 20

// expect makes room for n events, where none were added yet.
func (p *places) expect(n uint64) {
	if len(p.at) == 0 {
		p.at = make(map[idKey]where, min(n, maxExpected))
	}
}

// stream numbers a stream, for [places.add].
func (p *places) stream(name string) uint32 {
	n, ok := p.numbers[name]
	if !ok {
		n = uint32(len(p.streams)) //nolint:gosec // as many streams do not fit into memory
		p.numbers[name] = n
		p.streams = append(p.streams, name)
	}
	return n
}

// add notes the place of an event. When the id has one already, that is answered
// and stays.
func (p *places) add(k idKey, stream uint32, seq uint64) (other place, twice bool) {
	if w, ok := p.at[k]; ok {
		return place{p.streams[w.stream], w.seq}, true
	}
	p.at[k] = where{stream, seq}
	return place{}, false
}

// find answers the place of an event.
func (p *places) find(id string) (place, bool) {
	w, ok := p.at[keyOf([]byte(id))]
	if !ok {
		return place{}, false
	}
	return place{p.streams[w.stream], w.seq}, true
}

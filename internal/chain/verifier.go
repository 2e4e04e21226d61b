package chain

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Verifier checks one stream from its first event on, one event at a time: seq
// counts from 1 without a gap, prevHash is the hash before, hash recomputes,
// recordedAt never decreases, the stream is the one named, ids are there and
// digests have their form. It keeps the last event's hash and the Merkle
// frontier, so it needs the same small room for any length.
//
// After an error the Verifier stands where it stood before the event.
type Verifier struct {
	stream     string
	seq        uint64
	hash       kaibo.Hash
	recordedAt kaibo.Time
	frontier   []kaibo.Hash
	buf        []byte // the bytes that are hashed
}

// NewVerifier starts at the beginning of a stream.
func NewVerifier(stream string) *Verifier {
	return &Verifier{stream: stream, recordedAt: minTime}
}

// Point is a place in a chain from which a verifier can go on: what it had
// accepted until there.
type Point struct {
	Stream     string       `json:"stream"`
	Size       uint64       `json:"size"` // entries accepted
	Hash       kaibo.Hash   `json:"hash"` // of the last of them
	RecordedAt kaibo.Time   `json:"recordedAt"`
	Frontier   []kaibo.Hash `json:"frontier"` // RFC 6962: roots of the perfect subtrees, largest first
}

// Resume starts a Verifier at a point that an earlier one reached. The error is
// Invalid when no verifier was ever there.
func Resume(p Point) (*Verifier, error) {
	if !ValidFrontier(p.Frontier, p.Size) || p.Size > kaibo.MaxSafeInteger || p.Size == 0 && p.Hash != (kaibo.Hash{}) {
		return nil, kaibo.Errorf(kaibo.Invalid, "no chain has a point of size %d with %d subtrees", p.Size, len(p.Frontier))
	}
	v := NewVerifier(p.Stream)
	if p.Size > 0 {
		v.seq, v.hash, v.recordedAt, v.frontier = p.Size, p.Hash, p.RecordedAt, slices.Clone(p.Frontier)
	}
	return v, nil
}

// Point returns where the Verifier stands, for [Resume].
func (v *Verifier) Point() Point {
	return Point{Stream: v.stream, Size: v.seq, Hash: v.hash, RecordedAt: v.recordedAt, Frontier: v.Frontier()}
}

// Stream returns the name of the stream.
func (v *Verifier) Stream() string { return v.stream }

// Size returns how many events were accepted; it is also the last one's seq.
func (v *Verifier) Size() uint64 { return v.seq }

// Hash returns the hash of the last event, zero when there was none.
func (v *Verifier) Hash() kaibo.Hash { return v.hash }

// Root returns the RFC 6962 root over the events accepted.
func (v *Verifier) Root() kaibo.Hash { return Root(v.frontier, v.seq) }

// Frontier returns a copy of the roots of the perfect subtrees.
func (v *Verifier) Frontier() []kaibo.Hash { return slices.Clone(v.frontier) }

// Event checks the next event. The error is a *BrokenError.
func (v *Verifier) Event(e *kaibo.Event) error {
	if err := v.place(e.Stream, e.Seq); err != nil {
		return err
	}
	if err := checkEvent(e); err != nil {
		return v.broken("not an event: "+err.Error(), "", "")
	}
	switch {
	case e.ID == "":
		return v.broken("id is missing", "", "")
	case e.Kind == "":
		return v.broken("kind is missing", "", "")
	case !ValidDigest(e.PayloadDigest):
		return v.broken("payloadDigest is no digest", "", clip(e.PayloadDigest))
	case !ValidDigest(e.DetailsDigest):
		return v.broken("detailsDigest is no digest", "", clip(e.DetailsDigest))
	}
	v.buf = AppendCanonical(append(v.buf[:0], v.hash[:]...), e)
	return v.link(e.PrevHash, e.Hash, e.RecordedAt)
}

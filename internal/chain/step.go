package chain

import (
	"crypto/sha256"
	"fmt"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// place checks that an event is the next of the stream.
func (v *Verifier) place(stream string, seq uint64) error {
	if stream != v.stream {
		return v.broken("stream is another", v.stream, clip(stream))
	}
	if seq != v.seq+1 {
		return v.broken("seq has a gap or a repeat", strconv.FormatUint(v.seq+1, 10), strconv.FormatUint(seq, 10))
	}
	return nil
}

// link checks the two hashes and the record time of the next event, whose
// bytes to hash are in v.buf, and moves on to it.
func (v *Verifier) link(prev, hash kaibo.Hash, recordedAt kaibo.Time) error {
	if prev != v.hash {
		return v.broken("prevHash is not the hash before it", v.hash.String(), prev.String())
	}
	if sum := kaibo.Hash(sha256.Sum256(v.buf)); sum != hash {
		return v.broken("hash does not recompute", sum.String(), hash.String())
	}
	if recordedAt < v.recordedAt {
		return v.broken("recordedAt is before the one before it", "at least "+v.recordedAt.String(), recordedAt.String())
	}
	v.frontier = AppendLeaf(v.frontier, v.seq, hash)
	v.seq++
	v.hash, v.recordedAt = hash, recordedAt
	return nil
}

// broken makes the error about the next event.
func (v *Verifier) broken(what, want, got string) error {
	return &BrokenError{Stream: v.stream, Seq: v.seq + 1, What: what, Want: want, Got: got}
}

// clip shortens what a hostile server said, for a message.
func clip(s string) string {
	const most = 128
	if len(s) > most {
		return fmt.Sprintf("%.*q…", most, s)
	}
	return fmt.Sprintf("%q", s)
}

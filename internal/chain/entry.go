package chain

import (
	"math/bits"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// ReadEntry reads one entry as it was served, of a stream or of
// [DeletionLedger], and recomputes its hash from itself: that it has this place
// is for the caller to prove. The error is Invalid when it is another's, or does
// not hold.
func ReadEntry(stream string, seq uint64, line []byte) (hash kaibo.Hash, recordedAt kaibo.Time, err error) {
	if seq == 0 || seq > kaibo.MaxSafeInteger {
		return hash, 0, kaibo.Errorf(kaibo.Invalid, "no entry has seq %d", seq)
	}
	// The tree before the entry does not matter here, but must have its shape.
	before := make([]kaibo.Hash, bits.OnesCount64(seq-1))
	if stream == DeletionLedger {
		var r kaibo.Receipt
		if err := canon.Decode(line, &r); err != nil {
			return hash, 0, err
		}
		rv := &ReceiptVerifier{v: Verifier{stream: stream, seq: seq - 1, hash: r.PrevHash, recordedAt: minTime, frontier: before}}
		if _, err := rv.Line(line); err != nil {
			return hash, 0, &kaibo.Error{Kind: kaibo.Invalid, Detail: err.Error(), Err: err}
		}
		return rv.v.hash, rv.v.recordedAt, nil
	}
	var e kaibo.Event
	if err := canon.Decode(line, &e); err != nil {
		return hash, 0, err
	}
	v := &Verifier{stream: stream, seq: seq - 1, hash: e.PrevHash, recordedAt: minTime, frontier: before}
	if err := v.Line(line); err != nil {
		return hash, 0, &kaibo.Error{Kind: kaibo.Invalid, Detail: err.Error(), Err: err}
	}
	return v.hash, v.recordedAt, nil
}

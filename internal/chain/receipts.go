package chain

import (
	"bytes"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// DeletionLedger is the name by which errors speak of the deletion ledger. It
// is no stream: those that begin with ~ are the server's own.
const DeletionLedger = "~deletions"

// ReceiptVerifier checks the deletion ledger from its first entry on, as a
// [Verifier] does a stream. Its errors name the stream [DeletionLedger].
type ReceiptVerifier struct{ v Verifier }

// NewReceiptVerifier starts at the beginning of a deletion ledger.
func NewReceiptVerifier() *ReceiptVerifier {
	return &ReceiptVerifier{v: *NewVerifier(DeletionLedger)}
}

// ResumeReceipts starts a ReceiptVerifier at a point that an earlier one
// reached, as [Resume] does.
func ResumeReceipts(p Point) (*ReceiptVerifier, error) {
	p.Stream = DeletionLedger
	v, err := Resume(p)
	if err != nil {
		return nil, err
	}
	return &ReceiptVerifier{v: *v}, nil
}

// Point returns where the verifier stands, for [ResumeReceipts].
func (rv *ReceiptVerifier) Point() Point { return rv.v.Point() }

// Size returns how many entries were accepted; it is also the last one's seq.
func (rv *ReceiptVerifier) Size() uint64 { return rv.v.Size() }

// Hash returns the hash of the last entry, zero when there was none.
func (rv *ReceiptVerifier) Hash() kaibo.Hash { return rv.v.Hash() }

// Root returns the RFC 6962 root over the entries accepted.
func (rv *ReceiptVerifier) Root() kaibo.Hash { return rv.v.Root() }

// Receipt checks the next entry: seq, links and hash, that it has an id and a
// kind, and that a "forgotten" entry says when, and a "purged" one of what and
// when. The error is a *[BrokenError].
func (rv *ReceiptVerifier) Receipt(r *kaibo.Receipt) error {
	v := &rv.v
	if err := v.place(DeletionLedger, r.Seq); err != nil {
		return err
	}
	if err := checkReceipt(r); err != nil {
		return v.broken("not a ledger entry: "+err.Error(), "", "")
	}
	switch {
	case r.ID == "":
		return v.broken("id is missing", "", "")
	case r.Kind == "":
		return v.broken("kind is missing", "", "")
	case r.ReasonDigest != "" && !ValidDigest(r.ReasonDigest):
		return v.broken("reasonDigest is no digest", "", clip(r.ReasonDigest))
	case r.Kind == kaibo.ReceiptForgotten && r.TombstonedAt == nil:
		return v.broken("tombstonedAt is missing", "", "")
	case r.Kind == kaibo.ReceiptPurged && (r.ReceiptID == "" || r.PurgedAt == nil):
		return v.broken("receiptId or purgedAt is missing", "", "")
	}
	v.buf = AppendReceipt(append(v.buf[:0], v.hash[:]...), r)
	return v.link(r.PrevHash, r.Hash, v.recordedAt)
}

// Line checks the next entry as it was served, and returns it. It must be
// strict JSON whose RFC 8785 form is the entry's: order and white space are
// free, but a missing, additional or differently written value is not, an
// empty list among them.
func (rv *ReceiptVerifier) Line(line []byte) (*kaibo.Receipt, error) {
	r := new(kaibo.Receipt)
	if err := canon.Decode(line, r); err != nil {
		return nil, rv.v.broken("not a ledger entry: "+err.Error(), "", "")
	}
	if err := rv.v.place(DeletionLedger, r.Seq); err != nil {
		return nil, err
	}
	if !sameForm(line, appendReceipt(nil, r, true)) {
		return nil, rv.v.broken("a value is missing, additional or not written as served entries are", "", "")
	}
	if err := rv.Receipt(r); err != nil {
		return nil, err
	}
	return r, nil
}

// sameForm reports whether the RFC 8785 form of a text is want.
func sameForm(text, want []byte) bool {
	form, err := canon.Canonical(text)
	return err == nil && bytes.Equal(form, want)
}

package chain

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// EventHash returns SHA-256(e.PrevHash || canonical), where canonical is the
// RFC 8785 form of e without hash and prevHash. e.Hash is not read.
//
// The error is Invalid, and names the field, when e cannot be written so that
// every reader reads it alike: a string that is not UTF-8, a seq beyond 2^53-1,
// a time outside the years 0001 to 9999.
func EventHash(e *kaibo.Event) (kaibo.Hash, error) {
	if err := checkEvent(e); err != nil {
		return kaibo.Hash{}, err
	}
	var room [768]byte // an event without a long key fits, so nothing is allocated
	return sha256.Sum256(AppendCanonical(append(room[:0], e.PrevHash[:]...), e)), nil
}

// SealEvent links e to prev, the hash of the event before it (zero for seq 1),
// and sets e.PrevHash and e.Hash. Errors are EventHash's, and then neither
// field is changed.
func SealEvent(e *kaibo.Event, prev kaibo.Hash) error {
	sealed := *e
	sealed.PrevHash = prev
	h, err := EventHash(&sealed)
	if err != nil {
		return err
	}
	e.PrevHash, e.Hash = prev, h
	return nil
}

// ReceiptHash returns the hash of an entry of the deletion ledger, made as
// [EventHash] makes an event's.
func ReceiptHash(r *kaibo.Receipt) (kaibo.Hash, error) {
	if err := checkReceipt(r); err != nil {
		return kaibo.Hash{}, err
	}
	var room [768]byte
	return sha256.Sum256(AppendReceipt(append(room[:0], r.PrevHash[:]...), r)), nil
}

// SealReceipt links r to prev, the hash of the entry before it (zero for seq
// 1), and sets r.PrevHash and r.Hash. Errors are ReceiptHash's, and then
// neither field is changed.
func SealReceipt(r *kaibo.Receipt, prev kaibo.Hash) error {
	sealed := *r
	sealed.PrevHash = prev
	h, err := ReceiptHash(&sealed)
	if err != nil {
		return err
	}
	r.PrevHash, r.Hash = prev, h
	return nil
}

// digestPrefix names the algorithm of a digest.
const digestPrefix = "sha256:"

// SaltedDigest returns "sha256:" and the hex form of SHA-256(salt || b). The
// salt keeps a short text from being guessed from its digest once both are
// purged.
func SaltedDigest(salt [16]byte, b []byte) string {
	d := sha256.New()
	d.Write(salt[:])
	d.Write(b)
	var sum [sha256.Size]byte
	return digestPrefix + hex.EncodeToString(d.Sum(sum[:0]))
}

// CheckDigest reports whether digest is the salted digest of b.
func CheckDigest(digest string, salt [16]byte, b []byte) bool {
	return subtle.ConstantTimeCompare([]byte(digest), []byte(SaltedDigest(salt, b))) == 1
}

// ValidDigest reports whether s has the form of a digest: "sha256:" and 64
// lower-case hexadecimal digits.
func ValidDigest(s string) bool {
	return len(s) == len(digestPrefix)+64 && s[:len(digestPrefix)] == digestPrefix && isHex(s[len(digestPrefix):])
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// named is a string of an object and the field it stands in.
type named struct{ field, value string }

func checkEvent(e *kaibo.Event) error {
	for _, s := range [...]named{
		{"id", e.ID}, {"stream", e.Stream}, {"kind", e.Kind}, {"idempotencyKey", e.IdempotencyKey},
		{"payloadDigest", e.PayloadDigest}, {"detailsDigest", e.DetailsDigest},
	} {
		if err := checkText(s.field, s.value); err != nil {
			return err
		}
	}
	if err := checkSeq(e.Seq); err != nil {
		return err
	}
	if err := checkTime("occurredAt", e.OccurredAt); err != nil {
		return err
	}
	return checkTime("recordedAt", e.RecordedAt)
}

func checkReceipt(r *kaibo.Receipt) error {
	for _, s := range [...]named{
		{"id", r.ID}, {"kind", r.Kind}, {"reasonDigest", r.ReasonDigest}, {"receiptId", r.ReceiptID},
	} {
		if err := checkText(s.field, s.value); err != nil {
			return err
		}
	}
	for _, id := range r.MemoryIDs {
		if err := checkText("memoryIds", id); err != nil {
			return err
		}
	}
	for _, id := range r.EventIDs {
		if err := checkText("eventIds", id); err != nil {
			return err
		}
	}
	if err := checkSeq(r.Seq); err != nil {
		return err
	}
	for _, t := range [...]struct {
		field string
		at    *kaibo.Time
	}{{"tombstonedAt", r.TombstonedAt}, {"purgeAt", r.PurgeAt}, {"purgedAt", r.PurgedAt}} {
		if t.at == nil {
			continue
		}
		if err := checkTime(t.field, *t.at); err != nil {
			return err
		}
	}
	return nil
}

func checkText(field, value string) error {
	if !utf8.ValidString(value) {
		return kaibo.InvalidField(field, "is not UTF-8")
	}
	return nil
}

func checkSeq(seq uint64) error {
	if seq > kaibo.MaxSafeInteger {
		return kaibo.InvalidField("seq", "is beyond 2^53-1, which not every reader keeps exactly")
	}
	return nil
}

// The years that RFC 3339 can write, in milliseconds since 1970.
const (
	minTime kaibo.Time = -62135596800000 // 0001-01-01T00:00:00Z
	maxTime kaibo.Time = 253402300799999 // 9999-12-31T23:59:59.999Z
)

func checkTime(field string, t kaibo.Time) error {
	if t < minTime || t > maxTime {
		return kaibo.InvalidField(field, "is outside the years 0001 to 9999")
	}
	return nil
}

// BrokenError says where a chain does not hold.
type BrokenError struct {
	Stream string
	Seq    uint64 // the first entry that does not hold
	What   string // what differs: "prevHash", "recordedAt", …
	Want   string // what it should be, where that is known
	Got    string // what was served
}

// Error implements error.
func (b *BrokenError) Error() string {
	s := fmt.Sprintf("stream %s, seq %d: %s", b.Stream, b.Seq, b.What)
	switch {
	case b.Want != "" && b.Got != "":
		s += fmt.Sprintf(": expected %s, got %s", b.Want, b.Got)
	case b.Got != "":
		s += ": got " + b.Got
	}
	return s
}

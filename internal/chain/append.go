package chain

import (
	"encoding/hex"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// AppendCanonical appends the RFC 8785 form of e without hash and prevHash:
// the bytes that are hashed. It is defined for events that [EventHash]
// accepts, and then equals what package canon writes.
func AppendCanonical(dst []byte, e *kaibo.Event) []byte { return appendEvent(dst, e, false) }

// AppendLine appends e as it is served in NDJSON: its RFC 8785 form with hash
// and prevHash, and a newline. [Verifier.Line] reads it fast.
func AppendLine(dst []byte, e *kaibo.Event) []byte { return append(appendEvent(dst, e, true), '\n') }

func appendEvent(dst []byte, e *kaibo.Event, hashes bool) []byte {
	dst = appendText(append(dst, `{"detailsDigest":`...), e.DetailsDigest)
	if hashes {
		dst = appendHash(append(dst, `,"hash":`...), e.Hash)
	}
	dst = appendText(append(dst, `,"id":`...), e.ID)
	if e.IdempotencyKey != "" {
		dst = appendText(append(dst, `,"idempotencyKey":`...), e.IdempotencyKey)
	}
	dst = appendText(append(dst, `,"kind":`...), e.Kind)
	dst = appendTime(append(dst, `,"occurredAt":`...), e.OccurredAt)
	dst = appendText(append(dst, `,"payloadDigest":`...), e.PayloadDigest)
	if hashes {
		dst = appendHash(append(dst, `,"prevHash":`...), e.PrevHash)
	}
	dst = appendTime(append(dst, `,"recordedAt":`...), e.RecordedAt)
	dst = strconv.AppendUint(append(dst, `,"seq":`...), e.Seq, 10)
	dst = appendText(append(dst, `,"stream":`...), e.Stream)
	return append(dst, '}')
}

// AppendReceipt appends the RFC 8785 form of r without hash and prevHash: the
// bytes that are hashed. Empty fields are left out, as its struct tags say.
func AppendReceipt(dst []byte, r *kaibo.Receipt) []byte { return appendReceipt(dst, r, false) }

// AppendReceiptLine appends r as it is served in NDJSON: its RFC 8785 form with
// hash and prevHash, and a newline.
func AppendReceiptLine(dst []byte, r *kaibo.Receipt) []byte {
	return append(appendReceipt(dst, r, true), '\n')
}

func appendReceipt(dst []byte, r *kaibo.Receipt, hashes bool) []byte {
	dst = append(dst, '{')
	if len(r.EventIDs) > 0 {
		dst = append(appendTexts(append(dst, `"eventIds":`...), r.EventIDs), ',')
	}
	if hashes {
		dst = append(appendHash(append(dst, `"hash":`...), r.Hash), ',')
	}
	dst = appendText(append(dst, `"id":`...), r.ID)
	dst = appendText(append(dst, `,"kind":`...), r.Kind)
	if len(r.MemoryIDs) > 0 {
		dst = appendTexts(append(dst, `,"memoryIds":`...), r.MemoryIDs)
	}
	if hashes {
		dst = appendHash(append(dst, `,"prevHash":`...), r.PrevHash)
	}
	if r.ProjectID != "" {
		dst = appendText(append(dst, `,"projectId":`...), r.ProjectID)
	}
	if r.PurgeAt != nil {
		dst = appendTime(append(dst, `,"purgeAt":`...), *r.PurgeAt)
	}
	if r.PurgedAt != nil {
		dst = appendTime(append(dst, `,"purgedAt":`...), *r.PurgedAt)
	}
	if r.ReasonDigest != "" {
		dst = appendText(append(dst, `,"reasonDigest":`...), r.ReasonDigest)
	}
	if r.ReceiptID != "" {
		dst = appendText(append(dst, `,"receiptId":`...), r.ReceiptID)
	}
	dst = strconv.AppendUint(append(dst, `,"seq":`...), r.Seq, 10)
	if r.TombstonedAt != nil {
		dst = appendTime(append(dst, `,"tombstonedAt":`...), *r.TombstonedAt)
	}
	return append(dst, '}')
}

func appendHash(dst []byte, h kaibo.Hash) []byte {
	return append(hex.AppendEncode(append(dst, '"'), h[:]), '"')
}

func appendTexts(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, s)
	}
	return append(dst, ']')
}

// AppendString appends a string as RFC 8785 writes it. It must be UTF-8.
func AppendString(dst []byte, s string) []byte { return appendText(dst, s) }

// appendText writes a string as RFC 8785 section 3.2.2.2 says: only the quote,
// the backslash and control characters are escaped, in their shortest form.
func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = appendEscape(dst, c)
		from = i + 1
	}
	return append(append(dst, s[from:]...), '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\t':
		return append(dst, '\\', 't')
	case '\n':
		return append(dst, '\\', 'n')
	case '\f':
		return append(dst, '\\', 'f')
	case '\r':
		return append(dst, '\\', 'r')
	}
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}

// appendTime writes a time as kaibo.Time writes itself to JSON.
func appendTime(dst []byte, t kaibo.Time) []byte {
	if t == kaibo.Forever {
		return append(dst, "null"...)
	}
	layout := `"2006-01-02T15:04:05Z"`
	if int64(t)%1000 != 0 {
		layout = `"2006-01-02T15:04:05.000Z"`
	}
	return t.Std().AppendFormat(dst, layout)
}

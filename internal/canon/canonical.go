package canon

import (
	"bytes"
	"encoding/json"

	"github.com/cyberphone/json-canonicalization/go/src/webpki.org/jsoncanonicalizer"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MaxMembers is how many members one object may have to be canonicalised. The
// transform sorts by insertion, so its time grows with the square of this
// number; the largest object that kaibo hashes has 64.
const MaxMembers = 256

const (
	maxSafe    = kaibo.MaxSafeInteger
	plainBelow = 1e21 // from here on ECMAScript writes a number with an exponent
)

// Canonical returns data in the one form of RFC 8785: members sorted by UTF-16
// code units, numbers as ECMAScript writes them, no white space. Its input
// must pass [Check]; any JSON value will do, not only objects and arrays.
//
// A double cannot tell 2^53 from 2^53+1, so RFC 8785 would give two different
// integers the same bytes and so the same hash. Therefore a number is refused
// that is written as an integer beyond ±(2^53-1), or that would be (1e20 is
// 100000000000000000000). Larger numbers pass only when written with a
// fraction or exponent and at least 1e21, where they are plainly doubles. What
// is accepted is stable: Canonical of its own result is the same bytes.
//
// An object with more than [MaxMembers] members is refused. Errors are as
// those of Check.
func Canonical(data []byte) ([]byte, error) {
	if err := check(data, true); err != nil {
		return nil, err
	}
	// The transform takes only objects and arrays at the top, so the value goes
	// in as the one element of an array.
	wrapped := make([]byte, 0, len(data)+2)
	wrapped = append(wrapped, '[')
	wrapped = append(wrapped, data...)
	wrapped = append(wrapped, ']')
	out, err := jsoncanonicalizer.Transform(wrapped)
	if err != nil {
		return nil, &kaibo.Error{Op: "canonicalise", Kind: kaibo.Invalid, Detail: "the JSON has no canonical form", Err: err}
	}
	return out[1 : len(out)-1], nil
}

// Marshal encodes v as encoding/json does, without escaping for HTML, and
// returns its canonical bytes.
//
// A string that is not UTF-8 is an error, not mended: two different strings
// would else have one form. (The encoder writes such a byte as \ufffd and a
// real U+FFFD as itself, which is how they are told apart; a json.RawMessage
// with that escape is refused too.)
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, &kaibo.Error{Op: "encode JSON", Err: err}
	}
	if mended(buf.Bytes()) {
		return nil, kaibo.Errorf(kaibo.Invalid, "a string is not UTF-8")
	}
	return Canonical(buf.Bytes())
}

// mended reports whether the encoder replaced a byte that was not UTF-8.
func mended(encoded []byte) bool {
	for i := 0; i < len(encoded); i++ {
		if encoded[i] != '\\' {
			continue
		}
		if bytes.HasPrefix(encoded[i:], []byte(`\ufffd`)) {
			return true
		}
		i++ // the escaped character is never the start of an escape
	}
	return false
}

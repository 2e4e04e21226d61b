package local_test

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/local"
)

var keyParts = []string{"a", "b", "\x00", "\x00\x00", "\x00\x01", "\x00\xff", "a\x00", "a\x00\x01b", "a\x00\xff", "\x01", "\xff", "\xff\x00", "ä", "a/b"}

// order compares two keys as the table must: by partition, then by sort part.
func order(p1, s1, p2, s2 string) int {
	return cmp.Or(strings.Compare(p1, p2), strings.Compare(s1, s2))
}

func checkKeys(t *testing.T, p1, s1, p2, s2 string) {
	t.Helper()
	k1, k2 := local.EncodeKey(p1, s1), local.EncodeKey(p2, s2)
	if p, s, err := local.DecodeKey(k1); err != nil || p != p1 || s != s1 {
		t.Errorf("%q %q became %x and then %q %q, %v", p1, s1, k1, p, s, err)
	}
	if got, want := bytes.Compare(k1, k2), order(p1, s1, p2, s2); got != want {
		t.Errorf("%q %q against %q %q is %d, their encodings %x and %x are %d", p1, s1, p2, s2, want, k1, k2, got)
	}
}

func TestKeyEncodingKeepsOrder(t *testing.T) {
	for _, p1 := range keyParts {
		for _, s1 := range keyParts {
			for _, p2 := range keyParts {
				for _, s2 := range keyParts {
					checkKeys(t, p1, s1, p2, s2)
				}
			}
		}
	}
}

func FuzzKeyEncoding(f *testing.F) {
	for i, p := range keyParts {
		f.Add(p, keyParts[len(keyParts)-1-i], keyParts[(i+1)%len(keyParts)], p)
	}
	f.Fuzz(checkKeys)
}

// What is read either is refused or is exactly what encoding it gives.
func FuzzDecodeKey(f *testing.F) {
	for _, p := range keyParts {
		f.Add(local.EncodeKey(p, p))
		f.Add([]byte(p))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, s, err := local.DecodeKey(b)
		if err == nil && !bytes.Equal(local.EncodeKey(p, s), b) {
			t.Errorf("%x was read as %q %q, which is written otherwise", b, p, s)
		}
	})
}

func FuzzParseReceipt(f *testing.F) {
	for _, s := range []string{"1.1", "18446744073709551615.0", "1", ".", "-1.1", "1.-1", "+1.1", "1e3.1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		seq, attempt, err := local.ParseReceipt(s)
		if err != nil {
			return
		}
		if a, b, err := local.ParseReceipt(fmt.Sprintf("%d.%d", seq, attempt)); err != nil || a != seq || b != attempt {
			t.Errorf("%q is %d and %d, and that is %d and %d, %v", s, seq, attempt, a, b, err)
		}
	})
}

package chain_test

import (
	"crypto/sha256"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func TestAppendCanonicalEqualsLibrary(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt)
		if diff := cmp.Diff(libraryForm(t, e, "hash", "prevHash"), string(chain.AppendCanonical(nil, &e))); diff != "" {
			rt.Fatalf("AppendCanonical (-library +ours):\n%s", diff)
		}
		if diff := cmp.Diff(libraryForm(t, e)+"\n", string(chain.AppendLine(nil, &e))); diff != "" {
			rt.Fatalf("AppendLine (-library +ours):\n%s", diff)
		}
	})
}

func TestAppendReceiptEqualsLibrary(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := drawReceipt(rt)
		if diff := cmp.Diff(libraryForm(t, r, "hash", "prevHash"), string(chain.AppendReceipt(nil, &r))); diff != "" {
			rt.Fatalf("AppendReceipt (-library +ours):\n%s", diff)
		}
		if diff := cmp.Diff(libraryForm(t, r)+"\n", string(chain.AppendReceiptLine(nil, &r))); diff != "" {
			rt.Fatalf("AppendReceiptLine (-library +ours):\n%s", diff)
		}
	})
}

func TestEventHashIsOverPrevAndLibraryForm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, prev := drawEvent(rt), drawHash(rt, "seal to")
		if err := chain.SealEvent(&e, prev); err != nil {
			rt.Fatal(err)
		}
		want := kaibo.Hash(sha256.Sum256([]byte(string(prev[:]) + libraryForm(t, e, "hash", "prevHash"))))
		if e.PrevHash != prev || e.Hash != want {
			rt.Fatalf("sealed to %s with hash %s, want %s and %s", e.PrevHash, e.Hash, prev, want)
		}
	})
}

func TestReceiptHashIsOverPrevAndLibraryForm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r, prev := drawReceipt(rt), drawHash(rt, "seal to")
		if err := chain.SealReceipt(&r, prev); err != nil {
			rt.Fatal(err)
		}
		want := kaibo.Hash(sha256.Sum256([]byte(string(prev[:]) + libraryForm(t, r, "hash", "prevHash"))))
		if r.PrevHash != prev || r.Hash != want {
			rt.Fatalf("sealed to %s with hash %s, want %s and %s", r.PrevHash, r.Hash, prev, want)
		}
	})
}

func TestHashRefuses(t *testing.T) {
	good := makeStream(t, "main", 1)[0]
	late := kaibo.Time(lastTime + 1)
	for name, tc := range map[string]struct {
		field string
		seal  func() error
	}{
		"id not UTF-8": {"id", func() error {
			e := good
			e.ID = "\xff"
			return chain.SealEvent(&e, kaibo.Hash{})
		}},
		"key not UTF-8": {"idempotencyKey", func() error {
			e := good
			e.IdempotencyKey = "a\xc3"
			return chain.SealEvent(&e, kaibo.Hash{})
		}},
		"seq beyond 2^53-1": {"seq", func() error {
			e := good
			e.Seq = 1 << 53
			return chain.SealEvent(&e, kaibo.Hash{})
		}},
		"no end of time": {"occurredAt", func() error {
			e := good
			e.OccurredAt = kaibo.Forever
			return chain.SealEvent(&e, kaibo.Hash{})
		}},
		"before the year 1": {"recordedAt", func() error {
			e := good
			e.RecordedAt = firstTime - 1
			return chain.SealEvent(&e, kaibo.Hash{})
		}},
		"receipt's id list": {"eventIds", func() error {
			return chain.SealReceipt(&kaibo.Receipt{EventIDs: []string{"a", "\x80"}}, kaibo.Hash{})
		}},
		"receipt's time": {"purgeAt", func() error {
			return chain.SealReceipt(&kaibo.Receipt{PurgeAt: &late}, kaibo.Hash{})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			err := tc.seal()
			var e *kaibo.Error
			if kaibo.KindOf(err) != kaibo.Invalid || !asError(err, &e) || len(e.Fields) != 1 || e.Fields[0].Field != tc.field {
				t.Errorf("got %v, want an Invalid error about %s", err, tc.field)
			}
		})
	}
	e := good
	e.Seq, e.PrevHash = 1<<53, kaibo.Hash{7}
	before := e
	if err := chain.SealEvent(&e, kaibo.Hash{8}); err == nil || e != before {
		t.Errorf("a refused event was changed: %v", err)
	}
}

func TestSaltedDigest(t *testing.T) {
	// SHA-256 of 16 zero bytes and "abc", as sha256sum computes it.
	const want = "sha256:277e7ff6d232b9763f4a66e8d05d210da32dac9c6dbce1026ad4cc98acb5fefe"
	if got := chain.SaltedDigest([16]byte{}, []byte("abc")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	salt := [16]byte{1, 2, 3}
	d := chain.SaltedDigest(salt, []byte("abc"))
	if !chain.ValidDigest(d) {
		t.Errorf("%q has not the form of a digest", d)
	}
	if sum := sha256.Sum256(append(salt[:], "abc"...)); d != "sha256:"+kaibo.Hash(sum).String() {
		t.Errorf("got %s", d)
	}
	if !chain.CheckDigest(d, salt, []byte("abc")) {
		t.Error("the digest does not check")
	}
	for name, ok := range map[string]bool{
		"other bytes":    chain.CheckDigest(d, salt, []byte("abd")),
		"other salt":     chain.CheckDigest(d, [16]byte{1, 2, 4}, []byte("abc")),
		"no prefix":      chain.CheckDigest(d[7:], salt, []byte("abc")),
		"empty":          chain.CheckDigest("", salt, []byte("abc")),
		"upper case":     chain.ValidDigest("sha256:" + "AB" + d[9:]),
		"short":          chain.ValidDigest(d[:70]),
		"another prefix": chain.ValidDigest("sha512:" + d[7:]),
	} {
		if ok {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestHashingAllocatesNothing(t *testing.T) {
	e := makeStream(t, "main", 1)[0]
	if n := testing.AllocsPerRun(100, func() {
		if _, err := chain.EventHash(&e); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("EventHash allocates %v times", n)
	}
}

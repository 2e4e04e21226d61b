package chain_test

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// BenchmarkVerify compares ways to go over one stream as served: bare SHA-256
// of the bytes, the one-pass path with chain and Merkle root, and the path by
// way of the JSON libraries.
func BenchmarkVerify(b *testing.B) {
	const n = 10000
	events := makeStream(b, "main", n)
	var stream []byte
	for i := range events {
		stream = chain.AppendLine(stream, &events[i])
	}
	lines := bytes.SplitAfter(stream, []byte("\n"))[:n]
	root := func() kaibo.Hash {
		v := chain.NewVerifier("main")
		for _, line := range lines {
			if err := v.Line(line); err != nil {
				b.Fatal(err)
			}
		}
		return v.Root()
	}
	want := root()

	var bare float64 // nanoseconds for the whole stream
	b.Run("bare", func(b *testing.B) {
		b.SetBytes(int64(len(stream)))
		defer func() { bare = float64(b.Elapsed()) / float64(b.N) }()
		for b.Loop() {
			for _, line := range lines {
				sha256.Sum256(line)
			}
		}
	})
	ofBare := func(b *testing.B) {
		b.ReportMetric(bare/(float64(b.Elapsed())/float64(b.N)), "of-bare")
	}
	b.Run("line", func(b *testing.B) {
		b.SetBytes(int64(len(stream)))
		defer ofBare(b)
		for b.Loop() {
			if root() != want {
				b.Fatal("the root changed")
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		b.SetBytes(int64(len(stream)))
		defer ofBare(b)
		for b.Loop() {
			v := chain.NewVerifier("main")
			for _, line := range lines {
				var e kaibo.Event
				if err := canon.Decode(line, &e); err != nil {
					b.Fatal(err)
				}
				if form, err := canon.Marshal(&e); err != nil || !bytes.Equal(form, line[:len(line)-1]) {
					b.Fatal("not canonical", err)
				}
				if err := v.Event(&e); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// What the fast reader says of a line is what the parser says.
func TestReadServed(t *testing.T) {
	read := 0
	for _, e := range makeStream(t, "main", 50) {
		s, ok := chain.ReadServed(chain.AppendLine(nil, &e))
		want := chain.Served{ID: e.ID, Stream: e.Stream, Seq: e.Seq, Hash: e.Hash, RecordedAt: e.RecordedAt, PayloadDigest: e.PayloadDigest, DetailsDigest: e.DetailsDigest}
		if !ok {
			continue // a value that wants an escape
		}
		if read++; s != want {
			t.Errorf("%+v, want %+v", s, want)
		}
	}
	if read < 10 {
		t.Errorf("only %d lines are read", read)
	}
	for _, bad := range []string{"", "{}", `{"detailsDigest":"sha256:`} {
		if _, ok := chain.ReadServed([]byte(bad)); ok {
			t.Errorf("%q is read", bad)
		}
	}
}

package recall_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// words returns a source of words of a natural distribution: Zipf with exponent 1.07 over
// 30,000 made-up words, without the head of it: those are the function words.
func words(seed uint64) func() string {
	r := rand.New(rand.NewPCG(seed, 1))
	z := rand.NewZipf(r, 1.07, 60, 29_999)
	return func() string { return madeUp(z.Uint64()) }
}

// madeUp spells a number in syllables that no stemmer touches.
func madeUp(n uint64) string {
	var b strings.Builder
	for n += 64; n > 0; n /= 16 {
		b.WriteString([...]string{"ba", "ko", "mu", "ti", "ra", "lo", "pu", "ni", "fa", "do", "gu", "vi", "za", "mo", "ku", "pi"}[n%16])
	}
	return b.String()
}

// stored is a compacted store of so many memories of 20 words, 50 a session.
func stored(b *testing.B, size int, sentence func(n int) string) *store {
	s := newStore(b)
	for i := 0; i < size; i += 50 {
		var docs []termindex.Doc
		var writes []kaibo.Write
		for j := i; j < i+50; j++ {
			text := sentence(20)
			_, d, w, _ := s.draft(said{on: day(1 + i%28), actor: fmt.Sprint("actor", j%5), session: uint64(1 + i),
				text: text, memories: []told{{quote: text}}})
			docs, writes = append(docs, d...), append(writes, w...)
		}
		s.commit(fmt.Sprint("batch", i), docs, nil)
		for chunk := range slices.Chunk(writes, 20) {
			if err := s.table.Commit(context.Background(), chunk); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := s.engine.Index.Compact(context.Background(), s.p); err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkRecall(b *testing.B) {
	for _, size := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			next := words(uint64(size))
			sentence := func(n int) string {
				out := make([]string, n)
				for i := range out {
					out[i] = next()
				}
				return strings.Join(out, " ") + "."
			}
			s := stored(b, size, sentence)
			questions := make([]string, 64)
			for i := range questions {
				questions[i] = "What did " + sentence(5)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := s.engine.Recall(context.Background(), s.p, recall.Query{Question: questions[i%64]}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRank is the ranking without the reading of index and texts.
func BenchmarkRank(b *testing.B) {
	next := words(7)
	sentence := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = next()
		}
		return strings.Join(out, " ") + "."
	}
	s := stored(b, 2_000, sentence)
	r, err := s.engine.Index.Open(context.Background(), s.p)
	if err != nil {
		b.Fatal(err)
	}
	questions := make([]string, 64)
	for i := range questions {
		questions[i] = "What did Anna say about " + sentence(4)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.engine.Rank(r, recall.Query{Question: questions[i%64]}, 20)
	}
}

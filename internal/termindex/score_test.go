package termindex_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// TestPlacesInAList holds what a list says of each document against the list
// itself: sparse ones and dense ones, even ones and such as stand in heaps.
func TestPlacesInAList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		docs := rapid.IntRange(1, 3000).Draw(rt, "docs")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		share := rapid.SampledFrom([]float64{.003, .02, .1, .5, .95}).Draw(rt, "share")
		heap := rapid.IntRange(1, 400).Draw(rt, "heap")
		var numbers []int
		for from := 0; from < docs; from += heap {
			in := share
			if heap > 1 && r.IntN(2) == 0 {
				in = 0
			}
			for n := from; n < min(from+heap, docs); n++ {
				if r.Float64() < in {
					numbers = append(numbers, n)
				}
			}
		}
		if len(numbers) == 0 {
			numbers = []int{docs - 1}
		}
		has, before := termindex.Places(numbers, docs)
		for doc := range docs {
			at, ok := slices.BinarySearch(numbers, doc)
			if has[doc] != ok || before[doc] != at {
				rt.Fatalf("%d of %d postings, %d documents: %v %d, not %v %d", doc, len(numbers), docs, has[doc], before[doc], ok, at)
			}
		}
	})
}

// manyDocs has more pairs of frequency and length than there are classes, terms
// that are common and terms that are rare, both kinds, and ids that come again.
func manyDocs(r *rand.Rand, n int, version uint64) []termindex.Doc {
	var docs []termindex.Doc
	for i := range n {
		if r.IntN(int(version)) > 0 {
			continue
		}
		d := memory(i, version)
		if r.IntN(5) == 0 {
			d.Kind = termindex.Provisional
		}
		d.Length = 1 + r.IntN(60)
		for w := range 12 {
			if r.IntN(1<<w) == 0 {
				d.Terms = append(d.Terms, termindex.Term{Text: fmt.Sprintf("i:%02d", w), Freq: uint16(1 + r.IntN(9))})
			}
		}
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b termindex.Doc) int { return strings.Compare(a.ID, b.ID) })
	return docs
}

// TestSearchOfManyIsBM25 is TestSearchIsBM25 over lists that are long enough for
// all that a search leaves out.
func TestSearchOfManyIsBM25(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const n = 4000
	old, new := manyDocs(r, n, 1), manyDocs(r, n, 6)
	live := map[string]termindex.Doc{}
	for _, d := range append(slices.Clone(old), new...) {
		live[d.ID] = d
	}
	var docs []termindex.Doc
	for _, d := range live {
		docs = append(docs, d)
	}
	reader := termindex.ReaderOf(old, new)
	for i := range 60 {
		q := termindex.Query{K: []int{1, 10, 200, 0}[i%4]}
		for w := range 12 {
			if r.IntN(3) == 0 {
				q.Terms = append(q.Terms, termindex.QueryTerm{Text: fmt.Sprintf("i:%02d", w), Weight: .5 + r.Float64()})
			}
		}
		if i%3 == 0 {
			q.Kinds = []termindex.DocKind{termindex.Memory}
		}
		if i%5 == 0 {
			q.Accept = func(d *termindex.Doc) bool { return d.Length%(1+i%7) == 0 }
		}
		want, got := bm25(docs, q, termindex.DefaultK1, termindex.DefaultB), reader.Search(q)
		if len(want) != len(got) {
			t.Fatalf("question %d: %d hits, not %d", i, len(got), len(want))
		}
		for j := range want {
			if math.Abs(want[j].Score-got[j].Score) > 1e-9 || want[j].Doc.ID != got[j].Doc.ID || !slices.Equal(want[j].Matched, got[j].Matched) {
				t.Fatalf("question %d, hit %d: %s %v %v, not %s %v %v", i, j, got[j].Doc.ID, got[j].Score, got[j].Matched,
					want[j].Doc.ID, want[j].Score, want[j].Matched)
			}
		}
	}
}

// TestRangesFollowOneAnother asks for documents in a run of several ranges.
func TestRangesFollowOneAnother(t *testing.T) {
	const (
		n    = termindex.RangeDocs + 1000
		both = 3 * (termindex.RangeDocs / 5) // the only one with both terms
		next = termindex.RangeDocs + 9
	)
	name := func(i int) string { return fmt.Sprintf("mem_%08d", i) }
	docs := make([]termindex.Doc, n)
	for i := range docs {
		docs[i] = termindex.Doc{ID: name(i), Kind: termindex.Memory, Version: 1, Length: 3, Analyser: termindex.AnalyserVersion}
		switch i {
		case 5, both, next, n - 1:
			docs[i].Terms = append(docs[i].Terms, termindex.Term{Text: "i:a", Freq: 2})
		}
		if i%3 == 0 {
			docs[i].Terms = append(docs[i].Terms, termindex.Term{Text: "i:b", Freq: 1})
		}
	}
	q := query("i:a", "i:b")
	q.K = 3
	r := termindex.ReaderOf(docs)
	diff(t, []string{name(both), name(5), name(next)}, ids(r.Search(q)))
	q.K = 0
	if got, want := len(r.Search(q)), (n+2)/3+3; got != want {
		t.Errorf("%d hits, not %d", got, want)
	}
}

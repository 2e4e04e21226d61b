package termindex_test

import (
	"cmp"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// bm25 is the formula again, over plain documents.
func bm25(docs []termindex.Doc, q termindex.Query, k1, b float64) []termindex.Hit {
	var of []termindex.Doc
	total := 0
	for _, d := range docs {
		if len(q.Kinds) == 0 || slices.Contains(q.Kinds, d.Kind) {
			of = append(of, d)
			total += d.Length
		}
	}
	avg := max(float64(total)/float64(max(len(of), 1)), 1)
	freq := func(d termindex.Doc, text string) float64 {
		for _, t := range d.Terms {
			if t.Text == text {
				return float64(t.Freq)
			}
		}
		return 0
	}
	idf := make([]float64, len(q.Terms))
	for i, t := range q.Terms {
		df := 0.0
		for _, o := range of {
			if freq(o, t.Text) > 0 {
				df++
			}
		}
		idf[i] = math.Log(1 + (float64(len(of))-df+0.5)/(df+0.5))
	}
	var hits []termindex.Hit
	for _, d := range of {
		h := termindex.Hit{Doc: &d}
		for i, t := range q.Terms {
			if f := freq(d, t.Text); f > 0 && t.Weight > 0 {
				h.Score += t.Weight * idf[i] * f * (k1 + 1) / (f + k1*(1-b+b*float64(d.Length)/avg))
				h.Matched = append(h.Matched, i)
			}
		}
		if len(h.Matched) > 0 && (q.Accept == nil || q.Accept(&d)) {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b termindex.Hit) int {
		if math.Abs(a.Score-b.Score) > 1e-12 {
			return cmp.Compare(b.Score, a.Score)
		}
		return cmp.Compare(a.Doc.ID, b.Doc.ID)
	})
	if q.K > 0 {
		hits = hits[:min(len(hits), q.K)]
	}
	return hits
}

func TestSearchIsBM25(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		versions := make(map[string]uint64)
		for range rapid.IntRange(1, 20).Draw(rt, "deltas") {
			f.put(randomDoc(rt, versions))
			if rapid.IntRange(0, 9).Draw(rt, "compact") == 0 {
				f.compact()
			}
		}
		var q termindex.Query
		for range rapid.IntRange(0, 70).Draw(rt, "terms") {
			q.Terms = append(q.Terms, termindex.QueryTerm{Text: rapid.SampledFrom(append(words, "i:none")).Draw(rt, "term"),
				Weight: float64(rapid.IntRange(0, 3).Draw(rt, "weight"))})
		}
		q.K = rapid.IntRange(0, 5).Draw(rt, "k")
		if rapid.Bool().Draw(rt, "kinds") {
			q.Kinds = []termindex.DocKind{termindex.Memory}
		}
		if rapid.Bool().Draw(rt, "accept") {
			q.Accept = func(d *termindex.Doc) bool { return d.ID[5]%2 == 0 }
		}
		want := bm25(f.snapshot(), q, termindex.DefaultK1, termindex.DefaultB)
		got := f.open().Search(q)
		if len(want) != len(got) {
			rt.Fatalf("%d hits, not %d", len(got), len(want))
		}
		for i := range want {
			if want[i].Doc.ID != got[i].Doc.ID || math.Abs(want[i].Score-got[i].Score) > 1e-9 || !slices.Equal(want[i].Matched, got[i].Matched) {
				rt.Fatalf("hit %d: %s %v %v, not %s %v %v", i, got[i].Doc.ID, got[i].Score, got[i].Matched,
					want[i].Doc.ID, want[i].Score, want[i].Matched)
			}
		}
	})
}

func TestEqualScoresStandInOrderOfID(t *testing.T) {
	f := newFixture(t)
	var want []string
	for i := range 30 {
		d := memory(i, 1, "a")
		want = append(want, d.ID)
		f.put(d)
		if i == 20 {
			f.compact()
		}
	}
	slices.Sort(want)
	q := query("a")
	q.K = 10
	diff(t, want[:10], ids(f.open().Search(q)))
	q.K = 0
	diff(t, want, ids(f.open().Search(q)))
}

func TestAcceptPanicLeavesNoTrace(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"), memory(2, 1, "a"))
	r := f.open()
	want := r.Search(query("a"))
	func() {
		defer func() { _ = recover() }()
		q := query("a")
		q.Accept = func(*termindex.Doc) bool { panic("no") }
		r.Search(q)
	}()
	diff(t, want, r.Search(query("a")))
}

func TestOneReaderServesMany(t *testing.T) {
	f := newFixture(t)
	f.put(someDocs()...)
	f.compact()
	r := f.open()
	want := r.Search(query("i:common", "i:w1"))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				if got := r.Search(query("i:common", "i:w1")); len(got) != len(want) || got[0].Score != want[0].Score {
					t.Error("another answer")
				}
			}
		})
	}
	all.Wait()
}

func TestEmptyIndexAnswersNothing(t *testing.T) {
	f := newFixture(t)
	r := f.open()
	if len(r.Search(query("a"))) != 0 || r.Has("a") || r.Len(termindex.Memory) != 0 || len(r.Search(termindex.Query{})) != 0 {
		t.Error("an empty index answers")
	}
	f.compact()
	if len(f.objectNames()) != 0 {
		t.Error("a compaction of nothing writes a segment")
	}
	f.healthy()
}

// A search allocates for what it answers, not for what it looks at: as much
// over 20,000 postings as over 2,000.
func TestSearchAllocatesNothingPerPosting(t *testing.T) {
	if raced {
		t.Skip("pools drop at random under the race detector")
	}
	allocations := func(n int) float64 {
		f := newFixture(t)
		for from := 0; from < n; from += 500 {
			var docs []termindex.Doc
			for i := from; i < from+500; i++ {
				docs = append(docs, memory(i, 1, "i:common", fmt.Sprint("i:w", i%7)))
			}
			f.put(docs...)
		}
		f.compact()
		r := f.open()
		q := query("i:common", "i:w1", "i:w2")
		q.K = 20
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the scratch memory is given back at a collection
		if r.Search(q); r.DocFreq("i:common") != n {
			t.Fatalf("%d postings", r.DocFreq("i:common"))
		}
		return testing.AllocsPerRun(20, func() { r.Search(q) })
	}
	few, many := allocations(2_000), allocations(20_000)
	if few != many || many > 12 {
		t.Errorf("%v allocations over 2,000 postings, %v over 20,000", few, many)
	}
}

func benchmarkDocs(n int) []termindex.Doc {
	docs := make([]termindex.Doc, n)
	for i := range docs {
		var w []string
		for j := range 20 { // a word's rank falls off as in English
			rank := int(math.Exp(math.Mod(float64(i*31+j*17)*0.618034, 1) * math.Log(30000)))
			w = append(w, fmt.Sprintf("i:w%d", rank))
		}
		docs[i] = memory(i, 1, w...)
	}
	return docs
}

func benchmarkReader(b *testing.B, n int) *fixture {
	f := newFixture(b)
	for chunk := range slices.Chunk(benchmarkDocs(n), 500) {
		f.put(chunk...)
	}
	f.compact()
	f.pass(termindex.FoldedFor)
	must(b, f.ix.Sweep(ctx, f.p))
	return f
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		f := benchmarkReader(b, n)
		r := f.open()
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				q := query(fmt.Sprint("i:w", 1+i%50), fmt.Sprint("i:w", 20+i%300), fmt.Sprint("i:w", 100+i%3000), fmt.Sprint("i:w", i%9000))
				q.K = 20
				r.Search(q)
			}
		})
		for i := range 63 { // as many deltas as there are before a compaction
			f.put(memory(i, 2, "i:w1", "i:w9"), memory(n+i, 1, "i:w1", "i:w9"))
		}
		b.Run(fmt.Sprint("open ", n), func(b *testing.B) {
			for b.Loop() {
				f.open()
			}
		})
		b.Run(fmt.Sprint("cold open ", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := f.index().Open(ctx, f.p); err != nil {
					b.Fatal(err)
				}
			}
		})
		size := 0
		for _, o := range f.objectNames() {
			data, _ := f.objects.Get(ctx, o, 0, -1)
			size += len(data)
		}
		b.Logf("%d documents: %.0f bytes each in the segment", n, float64(size)/float64(n))
	}
}

package termindex_test

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// hit is a hit of either search, as far as they answer the same.
type hit struct {
	ID      string
	Score   float64
	Matched []int
}

func TestScanFindsWhatSearchFinds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		versions := make(map[string]uint64)
		for range rapid.IntRange(1, 20).Draw(rt, "deltas") {
			f.put(randomDoc(rt, versions))
			if rapid.IntRange(0, 9).Draw(rt, "compact") == 0 {
				f.compact()
			}
		}
		q := termindex.Query{K1: termindex.DefaultK1, B: termindex.DefaultB}
		for range rapid.IntRange(0, 70).Draw(rt, "terms") {
			q.Terms = append(q.Terms, termindex.QueryTerm{Text: rapid.SampledFrom(append(words, "i:none")).Draw(rt, "term"),
				Weight: float64(rapid.IntRange(0, 3).Draw(rt, "weight"))})
		}
		r := f.open()
		scan := r.Scan(q.Terms)
		defer scan.Release()
		for i, x := range q.Terms {
			if got, want := scan.DocFreq(i), r.DocFreq(x.Text); got != want {
				rt.Fatalf("%d documents have %s, not %d", got, x.Text, want)
			}
			checkRowsWith(rt, r, x.Text)
		}
		for range 3 { // of one scan
			q.K = rapid.IntRange(1, 5).Draw(rt, "k")
			q.Kinds = rapid.SampledFrom([][]termindex.DocKind{nil, {termindex.Memory}, {termindex.Memory, termindex.Provisional}, {termindex.Passage}}).Draw(rt, "kinds")
			q.Accept = nil
			if rapid.Bool().Draw(rt, "accept") {
				q.Accept = func(d *termindex.Doc) bool { return d.ID[5]%2 == 0 }
			}
			checkScan(rt, r, scan, q)
		}
	})
}

// checkRowsWith compares the rows of a term with its postings.
func checkRowsWith(t fatal, r *termindex.Reader, term string) {
	var want, got []string
	for d := range r.Postings(term) {
		want = append(want, d.ID)
	}
	for x := range r.RowsWith(term) {
		got = append(got, r.RowID(x))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("rows %v have %s, not %v", got, term, want)
	}
}

// fatal is what testing.T and rapid.T have in common.
type fatal interface {
	Fatalf(format string, args ...any)
}

// checkScan compares a scan with a search.
func checkScan(t fatal, r *termindex.Reader, scan *termindex.Scan, q termindex.Query) {
	var want []hit
	for _, h := range r.Search(q) {
		want = append(want, hit{h.Doc.ID, h.Score, h.Matched})
	}
	ask := termindex.Ask{K1: q.K1, B: q.B, K: q.K, Kinds: q.Kinds}
	if q.Accept != nil {
		ask.Accept = func(x termindex.Row) bool { return q.Accept(r.RowDoc(x)) }
	}
	hits, refused := scan.Best(nil, ask)
	var got []hit
	for i := range hits {
		got = append(got, hit{r.RowID(hits[i].Row), hits[i].Score, scan.Matched(nil, &hits[i])})
	}
	slices.SortFunc(got, func(a, b hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	if !slices.EqualFunc(want, got, func(a, b hit) bool {
		return a.ID == b.ID && a.Score == b.Score && slices.Equal(a.Matched, b.Matched)
	}) {
		t.Fatalf("%v, not %v", got, want)
	}
	for _, x := range refused {
		if ask.Accept == nil || ask.Accept(x) {
			t.Fatalf("%s was let through and not taken", r.RowID(x))
		}
	}
}

// A list much longer than what is wanted, and ranges of documents in which a
// light term is looked up or walked.
func TestScanOverManyDocuments(t *testing.T) {
	f := newFixture(t)
	const n = 20_000
	for from := 0; from < n; from += 1000 {
		var docs []termindex.Doc
		for i := from; i < from+1000; i++ {
			w := []string{"i:all", fmt.Sprint("i:a", i%7), fmt.Sprint("i:b", i%311)}
			for range i % 9 {
				w = append(w, "i:filler")
			}
			docs = append(docs, memory(i, 1, w...))
		}
		f.put(docs...)
	}
	f.compact()
	f.put(memory(n, 1, "i:all", "i:a1", "i:b1"), memory(3, 2, "i:all"))
	r := f.open()
	for _, words := range [][]string{{"i:all"}, {"i:all", "i:a1"}, {"i:all", "i:b1"}, {"i:b1", "i:a1", "i:all", "i:filler"}} {
		for _, k := range []int{1, 20, 300, 4000} {
			q := query(words...)
			q.K1, q.B, q.K = termindex.DefaultK1, termindex.DefaultB, k
			scan := r.Scan(q.Terms)
			checkScan(t, r, scan, q)
			scan.Release()
		}
	}
}

func TestRowsSayWhatDocumentsSay(t *testing.T) {
	f := newFixture(t)
	plain, ended, twice := memory(1, 1, "i:a"), memory(2, 1, "i:a"), memory(3, 1, "i:a")
	source := termindex.Source{Stream: "main", Seq: 7, EventID: eventID(1), Session: "5", Actor: "Ann", Role: "user"}
	for _, d := range []*termindex.Doc{&plain, &ended, &twice} {
		d.Type, d.Length = kaibo.TypeFact, 4
		d.Sources = []termindex.Source{source}
		d.Revisions = []kaibo.Revision{{Version: 1, RecordedAt: 10, ValidFrom: 20, ValidTo: 30, Status: kaibo.StatusCurrent}}
	}
	ended.Revisions[0].SupersededBy = plain.ID
	other := source
	other.Seq = 9
	twice.Sources = append(twice.Sources, other)
	f.put(plain, ended, twice)
	r := f.open()
	at := func(seq uint64) (ids []string) {
		for _, x := range r.RowsAt(nil, termindex.PlacesOf("main").At(seq)) {
			ids = append(ids, r.RowID(x))
			d, c := r.RowDoc(x), r.Columns(x)
			if d.ID != r.RowID(x) || c.Plain != (d.ID == plain.ID) || c.Kind != termindex.Memory || c.Length != 4 || r.Name(x.Part, c.Type) != kaibo.TypeFact {
				t.Errorf("%s: columns %+v", d.ID, c)
			}
			if !c.Plain {
				continue
			}
			diff(t, []string{"main", "Ann", "user", ""}, []string{r.Name(x.Part, c.Stream), r.Name(x.Part, c.Actor), r.Name(x.Part, c.Role), r.Name(x.Part, 0)})
			diff(t, []any{uint64(7), uint64(5), kaibo.Time(20), kaibo.Time(30), kaibo.Time(10)}, []any{c.Seq, c.Session, c.From, c.To, c.Recorded})
		}
		return ids
	}
	all := []string{plain.ID, ended.ID, twice.ID}
	slices.Sort(all)
	diff(t, all, at(7))
	diff(t, []string{twice.ID}, at(9))
	diff(t, []string(nil), at(8))
}

func TestScanAllocatesNothingPerPosting(t *testing.T) {
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
		hits := make([]termindex.RowHit, 0, 20)
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the scratch memory is given back at a collection
		find := func() {
			scan := r.Scan(q.Terms)
			scan.Best(hits, termindex.Ask{K1: 1, B: .5, K: 20, Kinds: []termindex.DocKind{termindex.Memory}})
			scan.Release()
		}
		find()
		return testing.AllocsPerRun(20, find)
	}
	few, many := allocations(2_000), allocations(20_000)
	if few != many || many > 2 {
		t.Errorf("%v allocations over 2,000 postings, %v over 20,000", few, many)
	}
}

// A scan guesses what the next group of kinds scores by the one before. Here it
// mostly guesses wrong: passages say less than memories, or much more.
func TestScanGuessesWrongAndFindsTheSame(t *testing.T) {
	const n = 4000
	for name, richer := range map[string]bool{"passages say less": false, "passages say more": true} {
		t.Run(name, func(t *testing.T) {
			var docs []termindex.Doc
			for i := range n {
				rich, poor := []string{"i:a"}, []string{"i:a"}
				for w := 2; w < 9; w++ {
					if i%w == 0 {
						rich = append(rich, fmt.Sprint("i:w", w))
					}
					if i%(40*w) == 0 {
						poor = append(poor, fmt.Sprint("i:w", w))
					}
				}
				if richer {
					rich, poor = poor, rich
				}
				docs = append(docs, memory(i, 1, rich...), passage(i, 0, poor...))
			}
			r := termindex.ReaderOf(docs)
			q := query("i:a", "i:w2", "i:w3", "i:w4", "i:w5", "i:w7", "i:w8")
			q.K1, q.B = termindex.DefaultK1, termindex.DefaultB
			q.Accept = func(d *termindex.Doc) bool { return d.ID[5]%3 != 0 }
			scan := r.Scan(q.Terms)
			defer scan.Release()
			for _, k := range []int{1, 7, 50} {
				q.K = k
				for _, kind := range []termindex.DocKind{termindex.Memory, termindex.Passage, termindex.Memory} {
					q.Kinds = []termindex.DocKind{kind}
					checkScan(t, r, scan, q)
				}
			}
		})
	}
}

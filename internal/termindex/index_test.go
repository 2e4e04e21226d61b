package termindex_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

var ctx = context.Background()

// fixture is an index over ports in memory whose clock the test moves.
type fixture struct {
	t       testing.TB
	table   *porttest.MemTable
	objects *porttest.MemObjects
	now     atomic.Int64
	ix      *termindex.Index
	p       kaibo.Project
	deltas  atomic.Int64
}

func newFixture(t testing.TB) *fixture {
	f := &fixture{t: t, table: porttest.NewMemTable(), objects: porttest.NewMemObjects(), p: kaibo.Project{ID: "p1"}}
	f.now.Store(1_000_000_000)
	f.ix = f.index()
	return f
}

// index is another process on the same store.
func (f *fixture) index() *termindex.Index {
	return termindex.New(f.table, f.objects, f.clock, rand.Reader)
}

func (f *fixture) clock() kaibo.Time         { return kaibo.Time(f.now.Load()) }
func (f *fixture) pass(d time.Duration)      { f.now.Add(d.Milliseconds()) }
func (f *fixture) put(docs ...termindex.Doc) { f.t.Helper(); must(f.t, f.tryPut(docs...)) }

func (f *fixture) tryPut(docs ...termindex.Doc) error {
	w, err := f.ix.Delta(f.p, fmt.Sprintf("%08d", f.deltas.Add(1)), docs)
	if err != nil {
		return err
	}
	return f.table.Commit(ctx, []kaibo.Write{w})
}

func (f *fixture) compact() { f.t.Helper(); must(f.t, f.ix.Compact(ctx, f.p)) }

func (f *fixture) open() *termindex.Reader {
	f.t.Helper()
	r, err := f.ix.Open(ctx, f.p)
	must(f.t, err)
	return r
}

func (f *fixture) scrub(ids ...string) {
	f.t.Helper()
	writes, err := f.ix.ScrubDeltas(ctx, f.p, ids)
	must(f.t, err)
	for chunk := range slices.Chunk(writes, kaibo.MaxTxItems) {
		must(f.t, f.table.Commit(ctx, chunk))
	}
}

func (f *fixture) snapshot() []termindex.Doc {
	f.t.Helper()
	docs, err := f.ix.Snapshot(ctx, f.p)
	must(f.t, err)
	return docs
}

// healthy fails the test when the index's own check finds anything.
func (f *fixture) healthy() {
	f.t.Helper()
	found, err := f.ix.Check(ctx, f.p)
	must(f.t, err)
	if len(found) > 0 {
		f.t.Fatalf("check finds %v", found)
	}
}

// stored returns every place of the index that holds the bytes of word.
func (f *fixture) stored(word string) []string {
	f.t.Helper()
	var places []string
	must(f.t, f.table.Scan(ctx, kaibo.Records, "", func(i kaibo.Item) error {
		if bytes.Contains(i.Data, []byte(word)) {
			places = append(places, i.Sort)
		}
		return nil
	}))
	for _, o := range f.objectNames() {
		data, err := f.objects.Get(ctx, o, 0, -1)
		must(f.t, err)
		if bytes.Contains(data, []byte(word)) {
			places = append(places, o)
		}
	}
	return places
}

func (f *fixture) objectNames() []string {
	f.t.Helper()
	list, err := f.objects.List(ctx, "", "", 1000)
	must(f.t, err)
	var names []string
	for _, o := range list {
		names = append(names, o.Name)
	}
	return names
}

func (f *fixture) deltaItems() []string {
	f.t.Helper()
	page, err := f.table.Query(ctx, kaibo.Records, kaibo.IndexPartition(f.p.ID), kaibo.Range{From: "d/", Before: "d0"})
	must(f.t, err)
	var sorts []string
	for _, i := range page.Items {
		sorts = append(sorts, i.Sort)
	}
	return sorts
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// memory makes a memory's row with terms of the words given.
func memory(n int, version uint64, words ...string) termindex.Doc {
	id := kaibo.MemoryID(fmt.Sprintf("evt_%016d", n), 0, 0)
	return termindex.Doc{ID: id, Kind: termindex.Memory, Version: version, Type: kaibo.TypeFact,
		Initiatives: []string{"ini1"},
		Sources: []termindex.Source{{Stream: "s", Seq: uint64(n), EventID: eventID(n), Actor: "ada",
			Role: "user", Tags: []string{"t1"}}},
		Revisions: []kaibo.Revision{{Version: 1, RecordedAt: 5, Stream: "s", Seq: uint64(n), ValidFrom: -3,
			ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent}},
		Length: len(words), Tokens: 7, Terms: terms(words...), Analyser: termindex.AnalyserVersion}
}

func eventID(n int) string { return kaibo.ProvisionalEvent(kaibo.MemoryID(fmt.Sprint("e", n), 0, 0)) }

func passage(n, start int, words ...string) termindex.Doc {
	d := memory(n, 1, words...)
	d.ID, d.Kind, d.Type, d.Initiatives = fmt.Sprintf("%s/%d", eventID(n), start), termindex.Passage, "", nil
	d.Start, d.End, d.Tokens = start, start+100, 0
	return d
}

func terms(words ...string) []termindex.Term {
	counts := make(map[string]uint16)
	for _, w := range words {
		counts[w]++
	}
	var out []termindex.Term
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, termindex.Term{Text: w, Freq: counts[w]})
	}
	return out
}

func ids(hits []termindex.Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Doc.ID)
	}
	return out
}

func query(words ...string) termindex.Query {
	var q termindex.Query
	for _, w := range words {
		q.Terms = append(q.Terms, termindex.QueryTerm{Text: w, Weight: 1})
	}
	return q
}

func diff(t testing.TB, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("(-want +got)\n%s", d)
	}
}

func TestHighestVersionWinsWhereverItLies(t *testing.T) {
	older, newer := memory(1, 1, "blue"), memory(1, 2, "green")
	for name, order := range map[string][]termindex.Doc{
		"newer last": {older, newer}, "newer first": {newer, older},
	} {
		for _, between := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, compacted between %v", name, between), func(t *testing.T) {
				f := newFixture(t)
				f.put(order[0], memory(2, 1, "red"))
				if between {
					f.compact()
				}
				f.put(order[1])
				for range 2 {
					r := f.open()
					diff(t, []string{newer.ID}, ids(r.Search(query("green", "blue"))))
					if r.Has("blue") || !r.Has("green") || r.DocFreq("green") != 1 || r.Len(termindex.Memory) != 2 {
						t.Error("a version that is hidden still counts")
					}
					f.compact()
				}
			})
		}
	}
}

func TestTombstoneHidesLowerAndEqualVersions(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 5, "blue")
	dead := termindex.Tombstone(d.ID, termindex.Memory, 5)
	f.put(dead)
	f.put(d)
	if f.open().Has("blue") {
		t.Fatal("at equal versions the tombstone must win, whichever came first")
	}
	for range 3 {
		r := f.open()
		if _, ok := r.Doc(d.ID); ok || r.Has("blue") || r.Len(termindex.Memory) != 0 || len(f.snapshot()) != 0 {
			t.Fatal("the tombstone does not hide")
		}
		f.compact()
	}
	f.put(memory(1, 6, "green"))
	if got, ok := f.open().Doc(d.ID); !ok || got.Version != 6 {
		t.Fatal("a tombstone hides a higher version")
	}
}

func TestDocComesBackAsItWasPut(t *testing.T) {
	full := memory(1, 1<<40, "a", "b", "b")
	full.Start, full.End, full.First = 3, 9, 77
	full.Initiatives = []string{"i2", "i1"}
	full.Sources = append(full.Sources, termindex.Source{Stream: "other", Seq: 1 << 50, EventID: "odd id",
		Session: "se", Tags: []string{"x", "y"}})
	full.Revisions = append(full.Revisions, kaibo.Revision{Version: 2, RecordedAt: 1 << 41, Stream: "t", Seq: 3,
		ValidFrom: -1 << 45, ValidTo: 12, Status: kaibo.StatusSuperseded, Supersedes: []string{full.ID, "raw"},
		SupersededBy: memory(9, 1).ID, Disputed: true, Conflicts: []string{memory(8, 1).ID},
		Fields: map[string]string{"layer": "core", "weight": "0.5"}})
	docs := []termindex.Doc{full, passage(2, 0, "c"), passage(2, 120, "d"),
		termindex.Tombstone("mem_x", termindex.Provisional, 4),
		{ID: eventID(3) + "/07", Kind: termindex.Passage, Version: 1}}
	got, err := termindex.DecodeDocs("test", termindex.EncodeDocs(docs))
	must(t, err)
	slices.SortFunc(docs, func(a, b termindex.Doc) int { return strings.Compare(a.ID, b.ID) })
	diff(t, docs, got)
}

func TestReaderFindsByIDKindEventAndTerm(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"), passage(1, 0, "a"), passage(1, 50, "b"))
	f.compact()
	f.put(memory(2, 1, "a", "b"), passage(1, 90, "a"), passage(2, 0, "c"))
	r := f.open()
	list := func(seq func(func(*termindex.Doc) bool)) []string {
		var out []string
		for d := range seq {
			out = append(out, d.ID)
		}
		return out
	}
	memories := []string{memory(1, 1).ID, memory(2, 1).ID}
	slices.Sort(memories)
	diff(t, memories, list(r.All(termindex.Memory)))
	diff(t, []string{eventID(1) + "/0", eventID(1) + "/50", eventID(1) + "/90"}, list(r.Passages(eventID(1))))
	withA := append([]string{eventID(1) + "/0", eventID(1) + "/90"}, memories...)
	slices.Sort(withA)
	diff(t, withA, list(r.Postings("a")))
	if r.Has("c", termindex.Memory, termindex.Provisional) || !r.Has("c", termindex.Passage) || r.DocFreq("a") != 4 {
		t.Error("kinds are mixed up")
	}
	for d := range r.All(termindex.Passage) { // stopping early leaves nothing behind
		_ = d
		break
	}
}

func TestReaderFindsByPlace(t *testing.T) {
	f := newFixture(t)
	from := func(d termindex.Doc, places ...uint64) termindex.Doc {
		d.Sources = nil
		for _, seq := range places {
			d.Sources = append(d.Sources, termindex.Source{Stream: "main", Seq: seq, EventID: eventID(int(seq))})
		}
		return d
	}
	at := func(stream string, seq uint64) []string {
		var out []string
		for _, d := range f.open().At(stream, seq) {
			out = append(out, d.ID)
		}
		return out
	}
	one, two := memory(1, 1, "a"), memory(2, 1, "b")
	f.put(from(one, 1, 2), from(passage(1, 0, "a"), 1))
	f.compact()
	f.put(from(two, 2), from(passage(2, 0, "b"), 2))
	sorted := func(ids ...string) []string { slices.Sort(ids); return ids }
	for range 2 { // before and after the fold
		diff(t, sorted(one.ID, eventID(1)+"/0"), at("main", 1))
		diff(t, sorted(one.ID, two.ID, eventID(2)+"/0"), at("main", 2))
		diff(t, []string(nil), at("main", 3))
		diff(t, []string(nil), at("other", 1))
		f.compact()
	}
	// A higher version with other sources, and a tombstone.
	f.put(from(memory(1, 2, "a"), 3), termindex.Tombstone(two.ID, termindex.Memory, 9))
	diff(t, []string{eventID(1) + "/0"}, at("main", 1))
	diff(t, []string{eventID(2) + "/0"}, at("main", 2))
	diff(t, []string{one.ID}, at("main", 3))
}

func TestReaderFindsBySpeaker(t *testing.T) {
	f := newFixture(t)
	by := func(d termindex.Doc, actors ...string) termindex.Doc {
		d.Sources = nil
		for i, a := range actors {
			d.Sources = append(d.Sources, termindex.Source{Stream: "s", Seq: uint64(i + 1), EventID: eventID(i), Actor: a})
		}
		return d
	}
	passed := passage(1, 0, "a")
	passed.Sources[0].Actor = "ana"
	one, two, gone := by(memory(1, 1, "a"), "ana", "ana"), by(memory(2, 1, "a"), "bo", "ana"), by(memory(3, 1, "a"), "ana")
	f.put(one, passed, by(memory(4, 1, "a"), "bo"), by(memory(5, 1, "a"), ""), gone)
	f.compact()
	f.put(two, termindex.Tombstone(gone.ID, termindex.Memory, 2))
	var got []string
	for d := range f.open().SaidBy(func(actor string) bool { return actor == "ana" }) {
		got = append(got, d.ID)
	}
	want := []string{one.ID, two.ID}
	slices.Sort(got)
	slices.Sort(want)
	diff(t, want, got)
}

func TestManifestOutlivesALostAnswer(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	lossy := &lossyTable{Table: f.table}
	ix := termindex.New(lossy, f.objects, f.clock, rand.Reader)
	must(t, ix.Compact(ctx, f.p))
	if lossy.lost == 0 {
		t.Fatal("no answer was lost")
	}
	names, err := ix.Segments(f.p)
	must(t, err)
	diff(t, names, f.objectNames())
	f.healthy()
	if !f.open().Has("a") {
		t.Error("the delta was lost")
	}
	f.put(memory(2, 1, "b"))
	f.put(termindex.Tombstone(memory(1, 1).ID, termindex.Memory, 2)) // nothing is left to write then
	must(t, ix.Purge(ctx, f.p, []string{memory(1, 1).ID}, f.clock()))
	if r := f.open(); r.Has("a") || !r.Has("b") {
		t.Error("the purge did not happen")
	}
}

// lossyTable commits and then loses every other answer.
type lossyTable struct {
	kaibo.Table
	calls, lost int
}

func (l *lossyTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	err := l.Table.Commit(ctx, writes)
	if l.calls++; err == nil && l.calls%2 == 1 {
		l.lost++
		return errors.New("the answer was lost")
	}
	return err
}

func TestDeltaRefusesWhatItCannotHold(t *testing.T) {
	f := newFixture(t)
	var many []termindex.Doc
	for i := range 40 {
		var words []string
		for j := range 1000 {
			words = append(words, fmt.Sprintf("i:%d-%d-%d", i, j, i*j))
		}
		many = append(many, memory(i, 1, words...))
	}
	_, err := f.ix.Delta(f.p, "a", many)
	if kaibo.KindOf(err) != kaibo.TooLarge {
		t.Errorf("too large a delta: %v", err)
	}
	bad := memory(1, 1)
	bad.Start = -1
	for name, try := range map[string]func() error{
		"no id":           func() error { _, err := f.ix.Delta(f.p, "", nil); return err },
		"long id":         func() error { _, err := f.ix.Delta(f.p, strings.Repeat("x", 200), nil); return err },
		"negative number": func() error { _, err := f.ix.Delta(f.p, "a", []termindex.Doc{bad}); return err },
		"no kind":         func() error { _, err := f.ix.Delta(f.p, "a", []termindex.Doc{{ID: "x", Kind: 3}}); return err },
	} {
		if try() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// slowTable lets time pass during the first queries.
type slowTable struct {
	kaibo.Table
	mu   sync.Mutex
	slow int
	pass func()
}

func (s *slowTable) Query(ctx context.Context, c kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	s.mu.Lock()
	if s.slow > 0 {
		s.slow--
		s.pass()
	}
	s.mu.Unlock()
	return s.Table.Query(ctx, c, partition, r)
}

// The budget of a recall: a warm reader costs one call, a cold one as many more
// as there are segments.
func TestOpenCostsOneQuery(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	f.compact()
	f.put(memory(2, 1, "b"))
	count := &fault{nth: 1 << 30}
	ix := f.faulty(count)
	for i, want := range []int{2, 3, 4} {
		if _, err := ix.Open(ctx, f.p); err != nil || count.calls != want {
			t.Errorf("%d calls after %d times opened, not %d: %v", count.calls, i+1, want, err)
		}
	}
}

func TestSlowQueryStartsAgain(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	slow := &slowTable{Table: f.table, slow: 2, pass: func() { f.pass(termindex.QueryTime + time.Second) }}
	ix := termindex.New(slow, f.objects, f.clock, rand.Reader)
	if _, err := ix.Open(ctx, f.p); err != nil || slow.slow != 0 {
		t.Fatalf("open: %v with %d slow queries left", err, slow.slow)
	}
	slow.slow = 1000
	if _, err := ix.Open(ctx, f.p); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Fatalf("a query that is never quick enough: %v", err)
	}
}

// A manifest is read once while it stands, and again when it is another one,
// even one of the same version: after a Drop versions begin anew.
func TestManifestIsReadAgainWhenItIsAnother(t *testing.T) {
	f := newFixture(t)
	for _, id := range []int{1, 2} {
		d := memory(id, 1, "a")
		f.put(d)
		f.compact()
		for range 2 {
			if _, ok := f.open().Doc(d.ID); !ok || f.open().Len(termindex.Memory) != 1 {
				t.Fatalf("memory %d is not what the index holds", id)
			}
		}
		must(t, f.index().Drop(ctx, f.p))
	}
}

// What deltas hide is told by id alone, however many deltas there are.
func TestManyDeltasHideOneAnother(t *testing.T) {
	f := newFixture(t)
	const n = 300
	for i := range n {
		f.put(memory(i, 1, "a"))
	}
	f.compact()
	for i := range n {
		f.put(memory(i, uint64(2+i%3), "b"), memory((i+7)%n, 3, "c"), memory(n+i, 1, "d"))
	}
	rows, err := f.ix.Rows(f.p)
	must(t, err)
	want := map[string]uint64{}
	for _, d := range rows {
		want[d.ID] = max(want[d.ID], d.Version)
	}
	r := f.open()
	if r.Len(termindex.Memory) != len(want) {
		t.Errorf("%d memories are live, want %d", r.Len(termindex.Memory), len(want))
	}
	for d := range r.All(termindex.Memory) {
		if want[d.ID] != d.Version {
			t.Errorf("of %s version %d is live, want %d", d.ID, d.Version, want[d.ID])
		}
	}
}

// BenchmarkOpen opens an index of 50,000 rows with a tail of 64 deltas.
func BenchmarkOpen(b *testing.B) {
	f := newFixture(b)
	many(f, 0, 50_000)
	f.compact()
	for range 3 {
		f.pass(time.Minute)
		must(b, f.ix.Sweep(ctx, f.p))
	}
	for i := range 64 {
		var docs []termindex.Doc
		for j := range 20 {
			docs = append(docs, memory(60_000+20*i+j, 1, "a"))
		}
		f.put(docs...)
	}
	b.ReportAllocs()
	for b.Loop() {
		f.open()
	}
}

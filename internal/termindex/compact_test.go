package termindex_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

func TestFoldedDeltaIsNamedUntilNoReaderHoldsIt(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	f.compact()
	if n, _ := f.open().Deltas(); n != 0 {
		t.Fatal("a reader reads a folded delta")
	}
	sweepAfter := func(d time.Duration) (items, named int) {
		f.pass(d)
		must(t, f.ix.Sweep(ctx, f.p))
		folded, err := f.ix.Folded(f.p)
		must(t, err)
		return len(f.deltaItems()), len(folded)
	}
	type state struct{ Items, Named int }
	var got []state
	for _, d := range []time.Duration{termindex.FoldedFor - 1e6, 1e6, termindex.FoldedFor - 1e6, 1e6} {
		items, named := sweepAfter(d)
		got = append(got, state{items, named})
	}
	diff(t, []state{{1, 1}, {0, 1}, {0, 1}, {0, 0}}, got)
	if !f.open().Has("a") {
		t.Error("the memory went with the delta")
	}
}

func TestDroppedSegmentIsDeletedAMinuteLater(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	f.compact()
	old := f.objectNames()
	f.put(memory(2, 1, "b"))
	f.compact()
	must(t, f.ix.Sweep(ctx, f.p))
	if !slices.Contains(f.objectNames(), old[0]) {
		t.Fatal("the segment went while readers may hold the manifest that names it")
	}
	f.pass(termindex.DroppedFor)
	must(t, f.ix.Sweep(ctx, f.p))
	named, err := f.ix.Segments(f.p)
	must(t, err)
	diff(t, named, f.objectNames())
}

func TestReaderStartsAgainWhenASegmentIsMissing(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	f.compact()
	other := f.index()
	gone := f.objectNames()[0]
	objects := &hookObjects{Objects: f.objects, before: func(name string) {
		if name == gone { // between its query and this, another compacts and sweeps
			f.put(memory(2, 1, "b"))
			must(t, other.Compact(ctx, f.p))
			must(t, f.objects.Delete(ctx, gone))
			gone = ""
		}
	}}
	r, err := termindex.New(f.table, objects, f.clock, rand.Reader).Open(ctx, f.p)
	must(t, err)
	if !r.Has("a") || !r.Has("b") {
		t.Error("the reader does not see what the manifest names now")
	}
	must(t, f.objects.Delete(ctx, f.objectNames()[0]))
	if _, err := f.index().Open(ctx, f.p); err == nil {
		t.Error("an index that lost a segment opens")
	}
}

func TestStoppedCompactionIsPassedOverAndSwept(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	finish, err := f.ix.StartCompaction(f.p)
	must(t, err)
	f.compact()
	if names, _ := f.ix.Segments(f.p); len(names) != 0 {
		t.Fatal("two compactions were at work together")
	}
	f.pass(termindex.EnteredFor + time.Millisecond)
	f.compact()
	want, err := f.ix.Segments(f.p)
	must(t, err)
	if len(want) != 1 {
		t.Fatal("nobody passed the stopped compaction over")
	}
	if err := finish(); err == nil {
		t.Error("a compaction that was passed over swapped its segment in")
	}
	f.pass(termindex.DroppedFor)
	must(t, f.ix.Sweep(ctx, f.p))
	diff(t, want, f.objectNames())
}

// A compaction that read a version before it was folded, deleted and hidden by
// others must not bring it back.
func TestLateCompactionResurrectsNothing(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, "a")
	f.put(d)
	finish, err := f.ix.StartCompaction(f.p)
	must(t, err)
	f.put(termindex.Tombstone(d.ID, termindex.Memory, 2))
	f.pass(termindex.EnteredFor + time.Millisecond)
	for range 4 {
		f.compact()
		f.put(memory(2, 1, "b"))
		f.pass(termindex.DroppedFor)
	}
	if err := finish(); err == nil {
		t.Error("the late compaction finished")
	}
	if _, ok := f.open().Doc(d.ID); ok {
		t.Error("the memory is back")
	}
}

// What a compaction reads it may write again, so whoever purges must know of it
// before: it is in the manifest when it reads.
func TestCompactionIsEnteredBeforeItReads(t *testing.T) {
	for name, deed := range map[string]func(*termindex.Index, kaibo.Project) error{
		"compaction": func(ix *termindex.Index, p kaibo.Project) error { return ix.Compact(ctx, p) },
		"purge":      func(ix *termindex.Index, p kaibo.Project) error { return ix.Purge(ctx, p, []string{"mem_none"}, 0) },
	} {
		f := newFixture(t)
		f.put(memory(1, 1, "a"))
		table := &readsTable{Table: f.table, before: func() {
			if n, err := f.ix.Entered(f.p); err != nil || n != 1 {
				t.Errorf("%s: %d are entered when it reads (%v)", name, n, err)
			}
		}}
		must(t, deed(termindex.New(table, f.objects, f.clock, rand.Reader), f.p))
		if table.reads == 0 {
			t.Errorf("%s reads nothing", name)
		}
	}
}

// A compaction that works beside a sweep writes an object that the manifest did
// not announce when the sweep began: it is no orphan.
func TestSweepSparesWhatIsWrittenBesideIt(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	objects := &listsObjects{Objects: f.objects, before: f.compact}
	must(t, termindex.New(f.table, objects, f.clock, rand.Reader).Sweep(ctx, f.p))
	if _, ok := f.open().Doc(memory(1, 1).ID); !ok || len(f.objectNames()) != 1 {
		t.Errorf("%d objects are left", len(f.objectNames()))
	}
}

// listsObjects calls a function before each list.
type listsObjects struct {
	kaibo.Objects
	before func()
}

func (o *listsObjects) List(ctx context.Context, prefix, after string, n int) ([]kaibo.ObjectInfo, error) {
	o.before()
	return o.Objects.List(ctx, prefix, after, n)
}

// readsTable calls a function before each query.
type readsTable struct {
	kaibo.Table
	before func()
	reads  int
}

func (r *readsTable) Query(ctx context.Context, c kaibo.Class, partition string, of kaibo.Range) (kaibo.Page, error) {
	r.reads++
	r.before()
	return r.Table.Query(ctx, c, partition, of)
}

func TestOrphanIsSweptAndAnnouncedObjectIsNot(t *testing.T) {
	f := newFixture(t)
	must(t, f.objects.Put(ctx, "p1/s/orphan", []byte("x")))
	must(t, f.objects.Put(ctx, "p2/s/other", []byte("x")))
	object, err := f.ix.Enter(f.p)
	must(t, err)
	must(t, f.objects.Put(ctx, object, []byte("x")))
	must(t, f.ix.Sweep(ctx, f.p))
	want := []string{object, "p2/s/other"}
	diff(t, want, f.objectNames())
}

func TestTombstonesOfOldProvisionalsGo(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, "a")
	f.put(d, memory(2, 1, "b"))
	f.put(termindex.Tombstone(d.ID, termindex.Memory, 2))
	rows := func() int {
		docs, err := f.ix.Rows(f.p)
		must(t, err)
		return len(docs)
	}
	f.compact()
	if rows() != 2 {
		t.Fatalf("%d rows: a tombstone that was in no segment yet must stay", rows())
	}
	f.put(memory(3, 1, "c"))
	f.compact()
	if rows() != 2 {
		t.Errorf("%d rows: the tombstone stays for good", rows())
	}
}

// A tombstone outlives compactions that leave the segment alone in which the
// version lies that it hides.
func TestTombstoneStaysForASegmentThatIsLeftAlone(t *testing.T) {
	f := newFixture(t)
	const n = 13_000 // over a megabyte
	for i := range n / 500 {
		var docs []termindex.Doc
		for j := range 500 {
			docs = append(docs, memory(i*500+j, 1, fmt.Sprint("i:w", i*j), fmt.Sprint("x:word", i*500+j), fmt.Sprint("p:word", i*500+j), "i:common"))
		}
		f.put(docs...)
	}
	f.compact()
	large := f.objectNames()[0]
	d := memory(77, 1)
	f.put(termindex.Tombstone(d.ID, termindex.Memory, 2))
	for i := range 3 {
		f.compact()
		if _, ok := f.open().Doc(d.ID); ok || f.open().Len(termindex.Memory) != n-1+i {
			t.Fatalf("after %d compactions the memory is back", i+1)
		}
		f.put(memory(n+i, 1, "a"))
	}
	names, err := f.ix.Segments(f.p)
	must(t, err)
	if !slices.Contains(names, large) || len(names) != 2 {
		t.Errorf("the segments are %v: the large one was not left alone", names)
	}
}

// The query can meet a delta that is newer than one it missed: the tombstone
// is folded, the version that it hides is not.
func TestTombstoneStaysForADeltaThatTheQueryMissed(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, "a")
	late, err := f.ix.Delta(f.p, "early-key", []termindex.Doc{d})
	must(t, err)
	f.put(termindex.Tombstone(d.ID, termindex.Memory, 2))
	f.compact()
	must(t, f.table.Commit(ctx, []kaibo.Write{late}))
	if _, ok := f.open().Doc(d.ID); ok {
		t.Fatal("the memory is back")
	}
	f.compact()
	if _, ok := f.open().Doc(d.ID); ok {
		t.Fatal("the memory is back after a second compaction")
	}
}

func TestSegmentsStayFew(t *testing.T) {
	f := newFixture(t)
	for i := range 300 {
		f.put(memory(i, 1, fmt.Sprint("w", i), "common"))
		if f.ix.CompactionDue(f.open()) {
			f.compact()
			f.pass(2 * termindex.DroppedFor)
		}
	}
	if n, _ := f.open().Deltas(); n >= 64 {
		t.Errorf("%d deltas", n)
	}
	if names, _ := f.ix.Segments(f.p); len(names) > 4 {
		t.Errorf("%d segments", len(names))
	}
	if n := f.open().DocFreq("common"); n != 300 {
		t.Errorf("%d of 300 memories", n)
	}
	f.healthy()
}

// A backlog is folded in parts, so that the manifest fits its item.
func TestBacklogIsFoldedInParts(t *testing.T) {
	f := newFixture(t)
	const n = termindex.MaxFold + 100
	for i := range n {
		f.put(memory(i, 1, "a"))
	}
	left := func() int { count, _ := f.open().Deltas(); return count }
	f.compact()
	if left() != 100 {
		t.Fatalf("%d deltas are left", left())
	}
	f.compact()
	if left() != 100 {
		t.Fatal("the manifest names more than it has room for")
	}
	for range 2 {
		f.pass(termindex.FoldedFor)
		f.compact()
	}
	if left() != 0 || f.open().DocFreq("a") != n {
		t.Errorf("%d deltas are left, %d of %d memories found", left(), f.open().DocFreq("a"), n)
	}
}

func TestDropLeavesNothing(t *testing.T) {
	f := newFixture(t)
	for i := range 130 {
		f.put(memory(i, 1, "a"))
		if i == 50 {
			f.compact()
		}
	}
	must(t, f.ix.Drop(ctx, f.p))
	if len(f.objectNames()) != 0 || len(f.stored("")) != 0 || len(f.snapshot()) != 0 {
		t.Error("something is left")
	}
	f.put(memory(1, 1, "a"))
	f.compact()
	if !f.open().Has("a") {
		t.Error("the index does not start anew")
	}
}

var words = []string{"i:a", "i:b", "i:c", "d:aa", "p:x", "x:7"}

func randomDoc(rt *rapid.T, versions map[string]uint64) termindex.Doc {
	n := rapid.IntRange(0, 12).Draw(rt, "doc")
	some := rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(rt, "words")
	d := memory(n, 1, some...)
	if n%3 == 0 {
		d = passage(n, 0, some...)
	}
	versions[d.ID]++
	d.Version = versions[d.ID]
	if rapid.IntRange(0, 4).Draw(rt, "dead") == 0 {
		return termindex.Tombstone(d.ID, d.Kind, d.Version)
	}
	return d
}

type answers struct {
	Docs  []termindex.Doc
	Hits  []termindex.Hit
	Freqs []int
}

func answersOf(f *fixture, ix *termindex.Index, k int) answers {
	f.t.Helper()
	var a answers
	var err error
	a.Docs, err = ix.Snapshot(ctx, f.p)
	must(f.t, err)
	r, err := ix.Open(ctx, f.p)
	must(f.t, err)
	q := query(words...)
	q.K = k
	a.Hits = r.Search(q)
	for _, w := range words {
		a.Freqs = append(a.Freqs, r.DocFreq(w))
	}
	return a
}

func TestCompactionChangesNoAnswer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		versions := make(map[string]uint64)
		model := make(map[string]termindex.Doc)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			k := rapid.IntRange(0, 5).Draw(rt, "k")
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				before := answersOf(f, f.ix, k)
				f.compact()
				diff(t, before, answersOf(f, f.ix, k))
				diff(t, before, answersOf(f, f.index(), k))
			case 1:
				f.pass(time.Duration(rapid.IntRange(1, 90).Draw(rt, "seconds")) * time.Second)
				before := answersOf(f, f.ix, k)
				must(t, f.ix.Sweep(ctx, f.p))
				diff(t, before, answersOf(f, f.index(), k))
			default:
				var docs []termindex.Doc
				for range rapid.IntRange(1, 4).Draw(rt, "docs") {
					d := randomDoc(rt, versions)
					docs = append(docs, d)
					model[d.ID] = d
				}
				f.put(docs...)
			}
		}
		var want []termindex.Doc
		for _, d := range model {
			if !d.Deleted {
				want = append(want, d)
			}
		}
		slices.SortFunc(want, func(a, b termindex.Doc) int { return compareIDs(a.ID, b.ID) })
		diff(t, want, f.snapshot())
		f.healthy()
	})
}

func compareIDs(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// Every operation of a compaction fails once, before or after it happened, or
// the process stops there; the next compaction, a while later, mends it.
func TestCompactionStoppedAnywhereLosesNothing(t *testing.T) {
	for _, mode := range []mode{beforeIt, afterIt, stopThere} {
		for n := 1; ; n++ {
			f := newFixture(t)
			f.put(memory(1, 1, "a"), memory(2, 1, "b"))
			f.compact()
			f.put(memory(1, 2, "c"))
			f.put(termindex.Tombstone(memory(2, 1).ID, termindex.Memory, 2))
			want := f.snapshot()
			plan := &fault{nth: n, mode: mode}
			ix := f.faulty(plan)
			err := ix.Compact(ctx, f.p)
			if !plan.fired() {
				must(t, err)
				break
			}
			diff(t, want, f.snapshot())
			f.pass(termindex.EnteredFor + time.Second)
			f.compact()
			diff(t, want, f.snapshot())
			f.pass(termindex.DroppedFor)
			must(t, f.ix.Sweep(ctx, f.p))
			named, err := f.ix.Segments(f.p)
			must(t, err)
			diff(t, named, f.objectNames())
			f.healthy()
		}
	}
}

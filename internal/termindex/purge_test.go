package termindex_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

func (f *fixture) faulty(plan *fault) *termindex.Index {
	return termindex.New(faultyTable{f.table, plan}, faultyObjects{f.objects, plan}, f.clock, rand.Reader)
}

// canary is a term of what is forgotten; no other document has its bytes.
const canary = "i:zzcanaryzz"

// forget commits tombstones and takes the terms out of the table, as the
// engine that forgets does.
func (f *fixture) forget(docs ...termindex.Doc) (ids []string, at kaibo.Time) {
	f.t.Helper()
	var dead []termindex.Doc
	for _, d := range docs {
		dead = append(dead, termindex.Tombstone(d.ID, d.Kind, d.Version+1))
		ids = append(ids, d.ID)
	}
	f.put(dead...)
	f.scrub(ids...)
	return ids, f.clock()
}

func TestScrubTakesTermsOutOfTheTableAtOnce(t *testing.T) {
	f := newFixture(t)
	d, other := memory(1, 1, canary), memory(2, 1, "b")
	d.Sources[0].Actor = "zzcanaryzz"
	f.put(d, other)
	f.compact() // its delta is folded and still there
	f.put(memory(1, 2, canary), passage(1, 0, canary))
	if len(f.stored("zzcanaryzz")) != 3 {
		t.Fatalf("the canary is in %v", f.stored("zzcanaryzz"))
	}
	f.put(termindex.Tombstone(d.ID, termindex.Memory, 3), termindex.Tombstone(eventID(1)+"/0", termindex.Passage, 2))
	f.scrub(d.ID, eventID(1))
	diff(t, f.objectNames(), f.stored("zzcanaryzz"))
	f.healthy()
	r := f.open()
	if r.Has(canary) || r.Len(termindex.Memory) != 1 || r.Len(termindex.Passage) != 0 {
		t.Error("what was scrubbed is still found")
	}
	f.scrub(d.ID, eventID(1))
	writes, err := f.ix.ScrubDeltas(ctx, f.p, []string{d.ID, eventID(1)})
	if err != nil || len(writes) != 0 {
		t.Errorf("a second scrub writes %d times, %v", len(writes), err)
	}
}

// A memory that loses one of its sources stays: its older versions go, the one
// that says less does not.
func TestScrubAndPurgeKeepTheLiveVersion(t *testing.T) {
	for _, folded := range []bool{false, true} {
		f := newFixture(t)
		f.put(memory(1, 1, "b", canary), memory(2, 1, canary))
		f.compact()
		f.put(memory(1, 2, "b", canary))
		live, dead := memory(1, 3, "b"), termindex.Tombstone(memory(2, 1).ID, termindex.Memory, 2)
		f.put(live, dead)
		if folded {
			f.compact()
		}
		f.scrub(live.ID, dead.ID)
		diff(t, []termindex.Doc{live}, f.snapshot())
		for _, place := range f.stored("zzcanaryzz") {
			if !slices.Contains(f.objectNames(), place) {
				t.Errorf("the canary is in the item %s", place)
			}
		}
		must(t, f.ix.Purge(ctx, f.p, []string{live.ID, dead.ID}, f.clock()))
		diff(t, []termindex.Doc{live}, f.snapshot())
		if places := f.stored("zzcanaryzz"); len(places) > 0 {
			t.Errorf("the canary is in %v", places)
		}
	}
}

func TestPurgeOfManyDeltas(t *testing.T) {
	f := newFixture(t)
	var dead []termindex.Doc
	for i := range kaibo.MaxTxItems + 30 {
		d := memory(i, 1, canary)
		f.put(d)
		dead = append(dead, d)
	}
	var forgotten []string
	for _, d := range dead {
		f.put(termindex.Tombstone(d.ID, d.Kind, 2))
		forgotten = append(forgotten, d.ID)
	}
	f.open()
	must(t, f.ix.Purge(ctx, f.p, forgotten, f.clock()))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Errorf("the canary is in %v", places)
	}
	if f.ix.InMemory(canary) {
		t.Error("the canary is in memory")
	}
}

func TestPurgeForgetsWhatWasInMemory(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d, memory(2, 1, "b"))
	f.open()
	f.compact()
	f.open()
	if !f.ix.InMemory(canary) {
		t.Fatal("nothing was in memory")
	}
	forgotten, at := f.forget(d)
	must(t, f.ix.Purge(ctx, f.p, forgotten, at))
	if f.ix.InMemory(canary) {
		t.Error("the canary is in memory")
	}
}

func TestScrubIsRefusedWhenTheDeltaChanged(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d)
	f.put(termindex.Tombstone(d.ID, d.Kind, 2))
	writes, err := f.ix.ScrubDeltas(ctx, f.p, []string{d.ID})
	must(t, err)
	f.scrub(d.ID)
	if err := f.table.Commit(ctx, writes); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("commit of an old scrub: %v", err)
	}
}

func TestPurgeLeavesNoTermAnywhere(t *testing.T) {
	f := newFixture(t)
	d, pas := memory(1, 1, canary, "b"), passage(1, 40, canary)
	f.put(d, pas, memory(2, 1, "b"))
	f.compact()
	f.put(memory(1, 2, canary), memory(3, 1, "b"))
	f.compact()
	f.put(memory(1, 3, canary))
	must(t, f.objects.Put(ctx, "p1/s/orphan", termindex.EncodeDocs([]termindex.Doc{d})))
	must(t, f.objects.Put(ctx, "p2/s/other", []byte("another project's")))
	f.put(termindex.Tombstone(d.ID, d.Kind, 4), termindex.Tombstone(pas.ID, pas.Kind, 2))
	f.scrub(d.ID, eventID(1))
	want := f.snapshot()
	f.pass(time.Second)
	must(t, f.ix.Purge(ctx, f.p, []string{d.ID, eventID(1)}, f.clock()))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
	diff(t, want, f.snapshot())
	named, err := f.ix.Segments(f.p)
	must(t, err)
	diff(t, append(named, "p2/s/other"), f.objectNames())
	rows, err := f.ix.Rows(f.p)
	must(t, err)
	for _, r := range rows {
		if r.ID == d.ID || r.ID == pas.ID {
			t.Errorf("a row of %s is left", r.ID)
		}
	}
	f.healthy()
	must(t, f.ix.Purge(ctx, f.p, []string{d.ID, eventID(1)}, f.clock()))
}

// Purge mends what a caller forgot: a delta whose terms were not scrubbed.
func TestPurgeScrubsWhatIsLeft(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d)
	f.compact()
	f.put(termindex.Tombstone(d.ID, d.Kind, 2))
	must(t, f.ix.Purge(ctx, f.p, []string{d.ID}, f.clock()))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
}

func TestPurgeWaitsForOlderCompactions(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d, memory(2, 1, "b"))
	finish, err := f.ix.StartCompaction(f.p) // it has read the canary
	must(t, err)
	f.pass(time.Minute)
	forgotten, at := f.forget(d)
	err = f.ix.Purge(ctx, f.p, forgotten, at)
	if kaibo.KindOf(err) != kaibo.Unavailable {
		t.Fatalf("purge beside an older compaction: %v", err)
	}
	must(t, finish())
	if len(f.stored("zzcanaryzz")) == 0 {
		t.Fatal("the compaction did not write what it had read; the test shows nothing")
	}
	must(t, f.ix.Purge(ctx, f.p, forgotten, at))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
	if f.open().Len(termindex.Memory) != 1 {
		t.Error("another memory went too")
	}
}

func TestPurgeGoesOnWhenAStoppedCompactionIsOutOfTime(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d)
	finish, err := f.ix.StartCompaction(f.p)
	must(t, err)
	forgotten, at := f.forget(d)
	f.pass(termindex.WorkTime)
	if kaibo.KindOf(f.ix.Purge(ctx, f.p, forgotten, at)) != kaibo.Unavailable {
		t.Fatal("purge did not wait out the time-out")
	}
	if err := finish(); err == nil || len(f.objectNames()) != 0 {
		t.Fatalf("a compaction that is out of time wrote its segment: %v", err)
	}
	f.pass(termindex.EnteredFor)
	must(t, f.ix.Purge(ctx, f.p, forgotten, at))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
}

// No clock says for certain that a compaction was entered after the tombstone.
func TestPurgeWaitsForNewerCompactionsToo(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d, memory(2, 1, "b"))
	f.compact()
	forgotten, at := f.forget(d)
	f.pass(time.Minute)
	finish, err := f.ix.StartCompaction(f.p)
	must(t, err)
	if err := f.ix.Purge(ctx, f.p, forgotten, at); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Fatalf("purge beside a compaction: %v", err)
	}
	must(t, finish())
	must(t, f.ix.Purge(ctx, f.p, forgotten, at))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
	if f.open().Len(termindex.Memory) != 1 {
		t.Error("another memory went too")
	}
}

func TestPurgeThatWasPassedOverSaysNotYet(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d, memory(2, 1, "b"))
	f.compact()
	forgotten, at := f.forget(d)
	objects := &hookObjects{Objects: f.objects}
	objects.before = func(string) { // while the purge reads the segment
		objects.before = func(string) {}
		f.pass(termindex.EnteredFor + time.Second)
		f.put(memory(3, 1, "c"))
		f.compact()
	}
	slow := termindex.New(f.table, objects, func() kaibo.Time { return f.clock() }, rand.Reader)
	if err := slow.Purge(ctx, f.p, forgotten, at); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Fatalf("a purge that was passed over: %v", err)
	}
	must(t, slow.Purge(ctx, f.p, forgotten, at))
	if places := f.stored("zzcanaryzz"); len(places) > 0 {
		t.Fatalf("the canary is in %v", places)
	}
	if f.open().Len(termindex.Memory) != 2 {
		t.Error("another memory went too")
	}
}

// The purge's swap is refused because another passed it over between the read
// and the commit: its own earlier try must not look like success.
func TestPurgePassedOverAtTheLastMomentSaysNotYet(t *testing.T) {
	f := newFixture(t)
	d := memory(1, 1, canary)
	f.put(d, memory(2, 1, "b"))
	f.compact()
	forgotten, at := f.forget(d)
	commits := 0
	table := &hookTable{Table: f.table, beforeCommit: func() {
		if commits++; commits == 2 { // the first one entered
			f.pass(termindex.EnteredFor + time.Second)
			f.compact()
		}
	}}
	ix := termindex.New(table, f.objects, f.clock, rand.Reader)
	if err := ix.Purge(ctx, f.p, forgotten, at); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Fatalf("a purge that was passed over: %v", err)
	}
	if commits < 2 {
		t.Fatal("nobody passed it over")
	}
}

func TestPurgeStoppedAnywhereCanBeCalledAgain(t *testing.T) {
	for _, mode := range []mode{beforeIt, afterIt, stopThere} {
		for n := 1; ; n++ {
			f := newFixture(t)
			d := memory(1, 1, canary)
			f.put(d, memory(2, 1, "b"))
			f.compact()
			f.put(memory(3, 1, "b"))
			forgotten, at := f.forget(d)
			want := f.snapshot()
			plan := &fault{nth: n, mode: mode}
			err := f.faulty(plan).Purge(ctx, f.p, forgotten, at)
			if err == nil && len(f.stored("zzcanaryzz")) > 0 {
				t.Fatalf("fault %d at %d: purge says that it is done", mode, n)
			}
			if !plan.fired() {
				must(t, err)
				break
			}
			diff(t, want, f.snapshot())
			f.pass(termindex.EnteredFor + time.Second)
			must(t, f.ix.Purge(ctx, f.p, forgotten, at))
			if places := f.stored("zzcanaryzz"); len(places) > 0 {
				t.Fatalf("fault %d at %d: the canary is in %v", mode, n, places)
			}
			diff(t, want, f.snapshot())
			f.healthy()
		}
	}
}

// Random histories of writing, compacting, sweeping, forgetting and purging:
// what a plain map holds is what the index holds, and what was purged is gone
// to the last byte.
func TestHistoriesWithPurge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		model := make(map[string]termindex.Doc)
		forgotten := make(map[string]bool)
		var waiting []string
		var at kaibo.Time
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			n := rapid.IntRange(0, 8).Draw(rt, "doc")
			d := memory(n, 1, fmt.Sprintf("i:word%dword", n), "common")
			switch rapid.SampledFrom([]string{"put", "put", "put", "forget", "compact", "sweep", "purge"}).Draw(rt, "step") {
			case "put":
				if forgotten[d.ID] {
					continue
				}
				d.Version = model[d.ID].Version + 1
				model[d.ID] = d
				f.put(d)
			case "forget":
				if live, ok := model[d.ID]; ok {
					f.forget(live)
					delete(model, d.ID)
					forgotten[d.ID] = true
					waiting, at = append(waiting, d.ID), f.clock()
				}
			case "compact":
				f.compact()
			case "sweep":
				f.pass(time.Duration(rapid.IntRange(1, 90).Draw(rt, "seconds")) * time.Second)
				must(t, f.ix.Sweep(ctx, f.p))
			case "purge":
				must(t, f.ix.Purge(ctx, f.p, waiting, at))
				for i := range 9 {
					if slices.Contains(waiting, memory(i, 1).ID) && len(f.stored(fmt.Sprintf("word%dword", i))) > 0 {
						rt.Fatalf("words of document %d are in %v", i, f.stored(fmt.Sprintf("word%dword", i)))
					}
				}
				waiting = nil
			}
			docs := f.snapshot()
			if len(docs) != len(model) {
				rt.Fatalf("%d live documents, not %d", len(docs), len(model))
			}
			for _, d := range docs {
				diff(t, model[d.ID], d)
			}
		}
		f.healthy()
	})
}

// Writers, compactors, sweepers, a purger and readers at once: every reader
// sees each memory that was committed before it began, never one that was
// forgotten before it began.
func TestAllAtOnce(t *testing.T) {
	const memories = 150
	f := newFixture(t)
	var mu sync.Mutex
	committed, forgotten := make(map[string]bool), make(map[string]bool)
	var writers, others sync.WaitGroup
	stop := make(chan struct{})
	every := func(do func() error) {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := do(); err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
					t.Error(err)
					return
				}
			}
		})
	}
	for w := range 3 {
		writers.Go(func() {
			for i := range memories / 3 {
				d := memory(w*1000+i, 1, "common", fmt.Sprintf("i:word%dx%dword", w, i))
				if err := f.tryPut(d); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				committed[d.ID] = true
				mu.Unlock()
				f.pass(200 * time.Millisecond)
				if i%5 == 0 {
					f.forgetSoon(d, &mu, forgotten)
				}
			}
		})
	}
	for range 2 {
		ix := f.index()
		every(func() error { return ix.Compact(ctx, f.p) })
	}
	every(func() error { return f.ix.Sweep(ctx, f.p) })
	reader := f.index()
	every(func() error { return f.seesAll(reader, &mu, committed, forgotten) })
	writers.Wait()
	close(stop)
	others.Wait()
	var dead []string
	for id := range forgotten {
		dead = append(dead, id)
	}
	f.pass(termindex.EnteredFor + time.Second)
	must(t, f.ix.Purge(ctx, f.p, dead, f.clock()))
	if n := f.open().DocFreq("common"); n != memories-len(dead) {
		t.Errorf("%d memories are found, not %d", n, memories-len(dead))
	}
	for w := range 3 {
		if places := f.stored(fmt.Sprintf("word%dx5word", w)); len(places) > 0 {
			t.Errorf("a forgotten word is in %v", places)
		}
	}
	f.healthy()
}

// seesAll opens a reader and compares it with what was committed and forgotten
// before and after.
func (f *fixture) seesAll(ix *termindex.Index, mu *sync.Mutex, committed, forgotten map[string]bool) error {
	mu.Lock()
	want, gone := copySet(committed), copySet(forgotten)
	mu.Unlock()
	r, err := ix.Open(ctx, f.p)
	if err != nil {
		return err
	}
	mu.Lock()
	since := copySet(forgotten)
	mu.Unlock()
	for id := range want {
		_, ok := r.Doc(id)
		if gone[id] && ok || !ok && !since[id] {
			return fmt.Errorf("%s: found %v, forgotten %v", id, ok, since[id])
		}
	}
	return nil
}

// forgetSoon notes that a document is being forgotten, forgets and purges it.
// The set tells readers both: what is in it may be gone, and, once the
// tombstone is committed, must be.
func (f *fixture) forgetSoon(d termindex.Doc, mu *sync.Mutex, forgotten map[string]bool) {
	mu.Lock()
	forgotten[d.ID] = true
	// Held across the commit, so that no reader begins between the two.
	err := f.tryPut(termindex.Tombstone(d.ID, d.Kind, d.Version+1))
	mu.Unlock()
	if err != nil {
		f.t.Error(err)
		return
	}
	for {
		writes, err := f.ix.ScrubDeltas(ctx, f.p, []string{d.ID})
		if err == nil && len(writes) > 0 {
			err = f.table.Commit(ctx, writes)
		}
		if err == nil {
			break
		}
	}
	if err := f.ix.Purge(ctx, f.p, []string{d.ID}, f.clock()); err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
		f.t.Error(err)
	}
}

func copySet(s map[string]bool) map[string]bool {
	out := make(map[string]bool, len(s))
	for k := range s {
		out[k] = true
	}
	return out
}

package termindex_test

import (
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// many are enough rows for a merge of several steps.
func many(f *fixture, from, n int) {
	for ; n > 0; n -= 100 {
		var docs []termindex.Doc
		for i := range 100 {
			docs = append(docs, memory(from+i, 1, "a", "b"))
		}
		f.put(docs...)
		from += 100
	}
}

// A merge that takes longer than a compaction may be silent goes on, nobody
// passes it over meanwhile, and it ends: else it would be begun again for ever.
func TestMergeMayTakeLong(t *testing.T) {
	f := newFixture(t)
	many(f, 0, 1000)
	began, busy := f.clock(), 0
	f.ix.AtStep(func() {
		f.pass(termindex.WorkTime / 3)
		must(t, f.index().Compact(ctx, f.p)) // another process
		if n, err := f.ix.Entered(f.p); err == nil && n == 1 {
			busy++
		}
	})
	f.compact()
	if took := time.Duration(f.clock()-began) * time.Millisecond; took < 2*termindex.EnteredFor {
		t.Fatalf("the merge took %v, too little to tell", took)
	}
	if names, err := f.ix.Segments(f.p); err != nil || len(names) != 1 {
		t.Fatalf("%d segments after a merge that took long (%v), want its own", len(names), err)
	}
	if folded, _ := f.ix.Folded(f.p); len(folded) == 0 {
		t.Error("the merge folded nothing")
	}
	if n := f.open().Len(termindex.Memory); n != 1000 || busy == 0 {
		t.Errorf("%d memories of 1000 are left; at work at %d steps", n, busy)
	}
}

// A purge that has to rewrite much keeps its place in the same way.
func TestPurgeMayTakeLong(t *testing.T) {
	f := newFixture(t)
	many(f, 0, 1000)
	f.compact()
	gone := memory(7, 1, "a").ID
	f.put(termindex.Tombstone(gone, termindex.Memory, 2))
	f.ix.AtStep(func() { f.pass(termindex.WorkTime / 3) })
	must(t, f.ix.Purge(ctx, f.p, []string{gone}, f.clock()))
	if n := f.open().Len(termindex.Memory); n != 999 {
		t.Errorf("%d memories are left, want 999", n)
	}
}

// One that was silent for too long gives up, whether or not anybody has passed
// it over by then: what it puts might outlive the purge that waited for it.
func TestMergeThatWasSilentGivesUp(t *testing.T) {
	f := newFixture(t)
	many(f, 0, 1000)
	stood := false
	f.ix.AtStep(func() {
		if !stood {
			f.pass(termindex.WorkTime)
			stood = true
		}
	})
	f.compact()
	if names := f.objectNames(); len(names) != 0 {
		t.Errorf("a compaction that stood still wrote %v", names)
	}
	f.pass(termindex.EnteredFor + time.Millisecond)
	f.compact()
	if names, _ := f.ix.Segments(f.p); len(names) != 1 {
		t.Error("nobody passed it over")
	}
}

// A merge that another has passed over ends at its next step.
func TestMergeThatWasPassedOverEnds(t *testing.T) {
	f := newFixture(t)
	many(f, 0, 1000)
	steps := 0
	f.ix.AtStep(func() {
		if steps++; steps == 1 {
			other := f.index()
			other.Clock = func() kaibo.Time { return f.clock() + kaibo.Time(termindex.EnteredFor.Milliseconds()) + 1 }
			must(t, other.Compact(ctx, f.p))
			f.pass(termindex.WorkTime / 3)
		}
	})
	f.compact()
	if steps > 2 {
		t.Errorf("it went on for %d steps", steps)
	}
	if names, _ := f.ix.Segments(f.p); len(names) != 1 {
		t.Error("the other's segment is not the only one")
	}
}

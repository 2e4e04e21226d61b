package forget_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// TestTwoAtOneDeed has a second process take a deed up before each Commit of the
// first, and stop after each number of its own; what the set's event taught came
// between the choice of the set and its tombstone, so that neither has it in the
// plan that the first stored. Whichever enters the deed names all that is gone:
// a rebuild gives what stands.
func TestTwoAtOneDeed(t *testing.T) {
	for at, more := 2, true; more; at++ {
		for stop, fired := 1, true; fired; stop++ {
			for _, outcome := range []porttest.Outcome{porttest.Stop, porttest.StopAfter} {
				name := fmt.Sprintf("%v at commit %d of the second, before commit %d of the first", outcome, stop, at)
				more, fired = twoAtOneDeed(t, name, at, stop, outcome)
			}
		}
	}
}

// twoAtOneDeed answers whether the first process made so many Commits, and the
// second.
func twoAtOneDeed(t *testing.T, name string, at, stop int, outcome porttest.Outcome) (reached, fired bool) {
	w := enginetest.New(t)
	e := w.Say("main", "canary is yellow\ndog is old\nmill is tall\ntea is green")
	w.Say("main", "mill is tall")
	commits := 0
	first := w.Hooked(func([]kaibo.Write) {
		switch commits++; commits {
		case 1: // it has chosen a set without memories
			w.Settle()
		case at:
			reached = true
			fired = stopsAt(w, stop, outcome)
		}
	})
	first.Forget.Parallel = 1
	_, err := first.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{EventID: e.ID}, Key: "k"})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if got := deletions(t, w); len(got) != 1 || len(got[0].MemoryIDs) < 3 {
		t.Fatalf("%s: the ledger says %+v", name, got)
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
	w.Purge()
	if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
		t.Fatalf("%s: the word is left in %v", name, left)
	}
	if got := w.Find("mill is tall"); got.EventCount != 1 {
		t.Fatalf("%s: the bystander has %d sources", name, got.EventCount)
	}
	w.CheckFsck()
	w.CheckRebuild()
	return reached, fired
}

// stopsAt has another process take up the open deed and stop at its n-th Commit;
// it answers whether it made so many.
func stopsAt(w *enginetest.World, n int, outcome porttest.Outcome) bool {
	plan := porttest.FailNth(n, outcome, porttest.OpCommit)
	ports := w.Ports
	ports.Table = &porttest.FaultyTable{Table: ports.Table, Plan: plan, Whole: true}
	ports.Clock.Advance(10 * time.Minute) // the deed counts as stopped
	second := enginetest.Over(w.T, ports)
	second.Forget.Parallel = 1
	if _, err := second.Forget.Resume(context.Background()); err != nil && !errors.Is(err, porttest.ErrStopped) {
		w.T.Fatalf("resume: %v", err)
	}
	return plan.Fired()
}

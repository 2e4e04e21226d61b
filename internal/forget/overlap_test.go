package forget_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// overlapping are orders whose sets have memories and events in common, in a world
// of [overlapWorld].
func overlapping(ids []string) []forget.Selector {
	return []forget.Selector{
		{Query: "canary"}, {Query: "mill"}, {Query: "house red"}, {Stream: "notes"},
		{EventID: ids[0]}, {EventID: ids[1]}, {EventID: ids[2]}, {EventID: ids[4]},
	}
}

// overlapWorld has memories of several events, a chain, and two events that are
// not structured yet.
func overlapWorld(t *testing.T, seed uint64) (*enginetest.World, []string) {
	w := enginetest.Over(t, enginetest.MemPorts(seed))
	var ids []string
	for i, said := range []struct{ stream, text string }{
		{"main", "canary is yellow\nmill is tall"}, {"main", "mill is tall\nhouse is red"}, {"notes", "canary is green\nhouse is red"},
		{"notes", "mill is tall\ncanary is green"}, {"main", "canary is green\nhouse is red"}, {"mail", "canary is old"}, {"mail", "lamp is lit"},
	} {
		if i == 5 {
			w.Settle()
		}
		ids = append(ids, w.Say(said.stream, said.text).ID)
	}
	return w, ids
}

// TestDeedsThatOverlap stops one deed at a random Commit, lets other things happen,
// has a second deed of an overlapping set stop at another, and so on; whoever
// comes last finishes. At the end a rebuild gives what stands, no word is left of
// what was forgotten, and what nobody forgot is there.
func TestDeedsThatOverlap(t *testing.T) {
	first, seeds := uint64(0), uint64(100)
	if n, err := strconv.ParseUint(os.Getenv("KAIBO_SEED"), 10, 64); err == nil {
		first, seeds = n, 1
	}
	if n, err := strconv.ParseUint(os.Getenv("KAIBO_SEEDS"), 10, 64); err == nil {
		seeds = n
	}
	for seed := first; seed < first+seeds; seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { overlap(t, seed) })
	}
}

func overlap(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	w, ids := overlapWorld(t, seed)
	var history []string
	defer func() {
		if t.Failed() {
			t.Logf("KAIBO_SEED=%d: %v", seed, history)
		}
	}()
	selectors := overlapping(ids)
	for n := range 2 + rng.IntN(3) {
		order := forget.Order{Selector: selectors[rng.IntN(len(selectors))], Reason: "asked", Key: fmt.Sprintf("k%d", n)}
		history = append(history, stoppedSomewhere(w, rng, order))
		history = append(history, meanwhile(w, rng))
	}
	w.Ports.Clock.Advance(10 * time.Minute)
	if _, err := w.Forget.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Settle()
	checkOverlap(t, w, ids)
	for range 3 {
		w.Purge()
	}
	checkOverlap(t, w, ids)
	for _, f := range w.Promised(invariant.Settled) {
		t.Error(f)
	}
}

// stoppedSomewhere has a process do an order, which stops at one of its Commits or
// comes to its end, and says what came of it.
func stoppedSomewhere(w *enginetest.World, rng *rand.Rand, order forget.Order) string {
	outcome := []porttest.Outcome{porttest.Stop, porttest.StopAfter, porttest.FailAfter}[rng.IntN(3)]
	n := 1 + rng.IntN(25)
	ports := w.Ports
	plan := porttest.FailNth(n, outcome, porttest.OpCommit)
	ports.Table = &porttest.FaultyTable{Table: ports.Table, Plan: plan, Whole: true}
	p := enginetest.Over(w.T, ports)
	p.Forget.Parallel = 1
	_, err := p.Forget.Forget(w.T.Context(), w.Project, order)
	if err != nil && !errors.Is(err, porttest.ErrStopped) && !errors.Is(err, porttest.ErrInjected) && kaibo.KindOf(err) != kaibo.NotFound {
		w.T.Errorf("%+v: %v", order, err)
	}
	return fmt.Sprintf("%+v with %v at commit %d: %v", order.Selector, outcome, n, err)
}

// meanwhile does one of the things that others do.
func meanwhile(w *enginetest.World, rng *rand.Rand) string {
	ctx := w.T.Context()
	var err error
	what := []string{"nothing", "purge", "compact", "drain", "say", "rebuild", "fsck"}[rng.IntN(7)]
	switch what {
	case "purge":
		w.Ports.Clock.Advance(2 * time.Hour)
		_, err = w.Restart().Forget.Purge(ctx)
	case "compact":
		err = w.Index.Compact(ctx, w.Project)
	case "drain":
		w.Settle()
	case "say":
		w.Say("main", "mill is tall\nwell is deep")
	case "rebuild":
		if w.Views.NoOpenDeed(ctx, w.Project) != nil {
			if _, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil); kaibo.KindOf(err) != kaibo.Conflict {
				w.T.Errorf("a rebuild beside an open deed: %v", err)
			}
			w.Ports.Clock.Advance(10 * time.Minute)
			err = w.Restart().Forget.ResumeIn(ctx, w.Project)
		}
		if err == nil {
			_, err = w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil)
		}
	case "fsck": // whoever looks finishes first what stopped
		w.Ports.Clock.Advance(10 * time.Minute)
		if err = w.Restart().Forget.ResumeIn(ctx, w.Project); err == nil {
			w.CheckFsck()
		}
	}
	if err != nil {
		w.T.Errorf("%s: %v", what, err)
	}
	return what
}

// checkOverlap holds what holds when no deed is open.
func checkOverlap(t *testing.T, w *enginetest.World, ids []string) {
	t.Helper()
	gone := make(map[string]bool)
	for _, r := range deletions(t, w) {
		for _, id := range r.EventIDs {
			gone[id] = true
		}
	}
	says := make(map[string]bool)
	for _, r := range w.Records() {
		says[r.Content] = says[r.Content] || !r.Forgotten
	}
	for word, events := range map[string][]int{"canary is yellow": {0}, "mill is tall": {0, 1, 3}, "house is red": {1, 2, 4},
		"canary is green": {2, 3, 4}, "canary is old": {5}, "lamp is lit": {6}} {
		want := false
		for _, i := range events {
			want = want || !gone[ids[i]]
		}
		if word == "mill is tall" && says[word] && !want { // said again meanwhile
			continue
		}
		if says[word] != want {
			t.Errorf("a memory says %q: %t, and of an event that is not forgotten: %t", word, says[word], want)
		}
	}
	w.CheckFsck()
	w.CheckRebuild()
}

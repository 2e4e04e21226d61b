package ledger_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// holding holds the first Commit until it is released, and counts them all.
type holding struct {
	kaibo.Table
	held     chan struct{} // closed when the first Commit is held
	released chan struct{}
	mu       sync.Mutex
	commits  int
	largest  int
}

func hold(w *world) *holding {
	h := &holding{Table: w.table, held: make(chan struct{}), released: make(chan struct{})}
	w.Table = h
	return h
}

func (h *holding) Commit(ctx context.Context, writes []kaibo.Write) error {
	h.mu.Lock()
	h.commits++
	first := h.commits == 1
	h.largest = max(h.largest, len(writes))
	h.mu.Unlock()
	if first {
		close(h.held)
		<-h.released
	}
	return h.Table.Commit(ctx, writes)
}

// holdFirst appends "held" to main and answers when its Commit is held, with
// what waits for its answer.
func holdFirst(t *testing.T, w *world, h *holding) (wait func()) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := w.Append(background, project, "main", []ledger.Entry{message("held")})
		done <- err
	}()
	<-h.held
	return func() {
		if err := <-done; err != nil {
			t.Errorf("held append: %v", err)
		}
	}
}

// together appends each content by a call of its own, in this order, so that
// all meet the stream at once, and answers their errors.
func together(t *testing.T, w *world, contents ...string) []error {
	t.Helper()
	errs := make([]error, len(contents))
	synctest.Test(t, func(t *testing.T) {
		h := hold(w)
		wait := holdFirst(t, w, h)
		var wg sync.WaitGroup
		for i, c := range contents {
			wg.Go(func() { _, errs[i] = w.Append(background, project, "main", []ledger.Entry{message(c)}) })
			synctest.Wait()
		}
		close(h.released)
		wg.Wait()
		wait()
	})
	return errs
}

func TestManyAppendsShareACommit(t *testing.T) {
	t.Run("bare", func(t *testing.T) { shareCommits(t, newWorld(), 32) })
	t.Run("attached", func(t *testing.T) {
		w := newWorld()
		w.Attach = attachTwo
		shareCommits(t, w, 19)
	})
}

// shareCommits appends more than fit three Commits of so many appends.
func shareCommits(t *testing.T, w *world, fit int) {
	n := 3*fit + 1
	var contents, want []string
	want = append(want, "held")
	for i := range n {
		contents = append(contents, fmt.Sprint("append ", i))
	}
	want = append(want, contents...)
	for i, err := range together(t, w, contents...) {
		if err != nil {
			t.Fatalf("append %d: %v", i, err)
		}
	}
	h := w.Table.(*holding)
	if h.commits != 5 {
		t.Errorf("%d commits for one append and %d that came together, want 5", h.commits, n)
	}
	if h.largest > kaibo.MaxTxItems-1 {
		t.Errorf("a commit of %d items leaves no room for one more", h.largest)
	}
	s := checkLedger(t, w)
	if diff := cmp.Diff(want, s.contents("main")); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if len(s.jobs["main"]) != n+1 {
		t.Errorf("%d jobs for %d appends", len(s.jobs["main"]), n+1)
	}
	if w.Lanes() != 0 {
		t.Errorf("%d lanes are left", w.Lanes())
	}
}

func TestBatchesStayTogetherInAGroup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		h := hold(w)
		wait := holdFirst(t, w, h)
		var wg sync.WaitGroup
		for _, n := range []int{5, kaibo.MaxBatchEvents, 1, 20, 20} {
			wg.Go(func() { mustAppend(t, w.Ledger, "main", messages(n)...) })
			synctest.Wait()
		}
		close(h.released)
		wg.Wait()
		wait()
		s := checkLedger(t, w)
		var lengths []uint64
		for _, j := range s.jobs["main"] {
			lengths = append(lengths, j.Last-j.First+1)
		}
		if diff := cmp.Diff([]uint64{1, 5, 40, 1, 20, 20}, lengths); diff != "" {
			t.Errorf("jobs (-want +got):\n%s", diff)
		}
		at := 0
		for _, n := range lengths[1:] {
			at++
			for i := range int(n) {
				if got, want := s.contents("main")[at+i], fmt.Sprintf("event %d of %d", i+1, n); got != want {
					t.Fatalf("event %d is %q, want %q", at+i, got, want)
				}
			}
			at += int(n) - 1
		}
		if h.commits >= len(lengths) {
			t.Errorf("%d commits for %d appends", h.commits, len(lengths))
		}
	})
}

func TestOneKeyFromManyCallsAtOnce(t *testing.T) {
	const n = 20
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		h := hold(w)
		wait := holdFirst(t, w, h)
		var wg sync.WaitGroup
		out := make([]ledger.Appended, n)
		for i := range n {
			wg.Go(func() { out[i] = mustAppend(t, w.Ledger, "main", keyed("k", "same"))[0] })
		}
		synctest.Wait()
		close(h.released)
		wg.Wait()
		wait()
		fresh := 0
		for _, a := range out {
			if !a.Replayed {
				fresh++
			}
			if diff := cmp.Diff(out[0].Event, a.Event); diff != "" {
				t.Errorf("events differ:\n%s", diff)
			}
		}
		if s := checkLedger(t, w); fresh != 1 || s.events() != 2 {
			t.Errorf("%d answers are no replay, and %d events stored", fresh, s.events())
		}
	})
}

func TestCallersGoneBeforeTheirTurnWriteNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		h := hold(w)
		wait := holdFirst(t, w, h)
		ctx, leave := context.WithCancel(background)
		gone := make(chan error, 1)
		go func() {
			_, err := w.Append(ctx, project, "main", []ledger.Entry{keyed("gone", "gone")})
			gone <- err
		}()
		synctest.Wait()
		var wg sync.WaitGroup
		wg.Go(func() { mustAppend(t, w.Ledger, "main", message("stays")) })
		synctest.Wait()
		if n := w.Waiting(project, "main"); n != 2 {
			t.Fatalf("%d appends wait, want 2", n)
		}
		leave()
		wantKind(t, <-gone, kaibo.Unavailable)
		close(h.released)
		wg.Wait()
		wait()
		if diff := cmp.Diff([]string{"held", "stays"}, checkLedger(t, w).contents("main")); diff != "" {
			t.Errorf("contents (-want +got):\n%s", diff)
		}
		if n := len(objects(t, w)); n != 2 {
			t.Errorf("%d payloads, want 2", n)
		}
	})
}

// TestACallerGoneDuringItsTurn ends the call while its Commit is under way: the
// append happens, and the key tells.
func TestACallerGoneDuringItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		h := hold(w)
		ctx, leave := context.WithCancel(background)
		gone := make(chan error, 1)
		go func() {
			_, err := w.Append(ctx, project, "main", []ledger.Entry{keyed("k", "held")})
			gone <- err
		}()
		<-h.held
		leave()
		wantKind(t, <-gone, kaibo.Unavailable)
		close(h.released)
		synctest.Wait()
		if a := mustAppend(t, w.Ledger, "main", keyed("k", "held"))[0]; !a.Replayed || a.Event.Seq != 1 {
			t.Errorf("the key answers %+v", a)
		}
		checkLedger(t, w)
	})
}

func TestStreamsDoNotWaitForEachOther(t *testing.T) {
	w := newWorld()
	h := hold(w)
	wait := holdFirst(t, w, h)
	mustAppend(t, w.Ledger, "side", message("meanwhile"))
	close(h.released)
	wait()
	checkLedger(t, w)
}

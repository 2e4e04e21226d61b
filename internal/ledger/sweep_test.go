package ledger_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// orphan leaves the payload of an append that crashed before its Commit.
func orphan(t testing.TB, w *world) {
	t.Helper()
	l := w.process(porttest.FailNth(1, porttest.Stop, porttest.OpCommit))
	if _, err := l.Append(background, project, "main", []ledger.Entry{message("lost")}); !errors.Is(err, porttest.ErrStopped) {
		t.Fatalf("crash: %v", err)
	}
}

func mustSweep(t testing.TB, l *ledger.Ledger, since kaibo.Time) (int, kaibo.Time) {
	t.Helper()
	deleted, until, err := l.Sweep(background, project, since)
	if err != nil {
		t.Fatalf("sweep: %v", err)
	}
	return deleted, until
}

// named answers the objects that events name.
func (s *stored) named() []string {
	var out []string
	for _, ref := range s.refs {
		out = append(out, ref.Object)
	}
	slices.Sort(out)
	return out
}

func TestSweep(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", messages(3)...)
	orphan(t, w)
	w.clock.turn(30 * time.Minute)
	mustAppend(t, w.Ledger, "side", messages(2)...)
	orphan(t, w)
	all := len(objects(t, w))

	if deleted, until := mustSweep(t, w.Ledger, 0); deleted != 0 || until != after(-30*time.Minute) || len(objects(t, w)) != all {
		t.Errorf("young payloads: deleted %d until %v", deleted, until)
	}
	w.clock.set(after(ledger.OrphanAge + time.Minute))
	deleted, since := mustSweep(t, w.Ledger, 0)
	if deleted != 1 || since != after(time.Minute) {
		t.Errorf("the first orphan: deleted %d until %v", deleted, since)
	}
	w.clock.turn(time.Hour)
	if deleted, since = mustSweep(t, w.Ledger, since); deleted != 1 || since != after(61*time.Minute) {
		t.Errorf("the second orphan: deleted %d until %v", deleted, since)
	}
	if again, _ := mustSweep(t, w.Ledger, 0); again != 0 {
		t.Errorf("a further sweep deleted %d", again)
	}
	if diff := cmp.Diff(checkLedger(t, w).named(), objects(t, w)); diff != "" {
		t.Errorf("named and left (-named +left):\n%s", diff)
	}
	if deleted, until := mustSweep(t, w.Ledger, after(72*time.Hour)); deleted != 0 || until != after(72*time.Hour) {
		t.Errorf("from the future: deleted %d until %v", deleted, until)
	}
}

func TestSweepOfManyPages(t *testing.T) {
	w := newWorld()
	for i := range 30 {
		mustAppend(t, w.Ledger, fmt.Sprint("stream", i%3), messages(kaibo.MaxBatchEvents)...)
		w.clock.turn(time.Second)
	}
	for range 5 {
		orphan(t, w)
	}
	w.clock.turn(2 * time.Hour)
	if deleted, _ := mustSweep(t, w.Ledger, 0); deleted != 5 {
		t.Errorf("deleted %d, want 5", deleted)
	}
	if diff := cmp.Diff(checkLedger(t, w).named(), objects(t, w)); diff != "" {
		t.Errorf("named and left (-named +left):\n%s", diff)
	}
}

// TestSweepWhenTheClockWentBack turns the clock back between a payload and its
// event: a sweep that looks from between the two times must still see that the
// event names it.
func TestSweepWhenTheClockWentBack(t *testing.T) {
	w := newWorld()
	calls := 0
	w.Ledger.Clock = func() kaibo.Time {
		if calls++; calls == 1 {
			return after(10 * time.Minute)
		}
		return w.clock.now()
	}
	mustAppend(t, w.Ledger, "main", message("kept"))
	w.clock.turn(3 * time.Hour)
	if deleted, _ := mustSweep(t, w.process(nil), after(5*time.Minute)); deleted != 0 {
		t.Errorf("deleted %d payloads that an event names", deleted)
	}
	checkLedger(t, w)
}

// TestSweepLeavesWhatItDidNotName puts objects under the prefix that no append
// names so, before and after an orphan.
func TestSweepLeavesWhatItDidNotName(t *testing.T) {
	w := newWorld()
	strange := []string{project.ID + "/p/0000", project.ID + "/p/x-y", project.ID + "/plan/job"}
	for _, name := range append(strange, other.ID+"/p/"+kaibo.TimeKey(start)+"-00") {
		if err := w.objects.Put(background, name, nil); err != nil {
			t.Fatal(err)
		}
	}
	orphan(t, w)
	w.clock.turn(2 * time.Hour)
	if deleted, _ := mustSweep(t, w.Ledger, 0); deleted != 1 {
		t.Errorf("deleted %d, want the orphan", deleted)
	}
	if left := objects(t, w); len(left) != len(strange)+1 {
		t.Errorf("left %v", left)
	}
}

// TestSweepNeverTakesWhatIsNamed lets every operation of a sweep fail: whatever
// it did, no event lost its payload, and the next sweep ends the work.
func TestSweepNeverTakesWhatIsNamed(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w := newWorld()
		mustAppend(t, w.Ledger, "main", messages(2)...)
		mustAppend(t, w.Ledger, "side", messages(1)...)
		orphan(t, w)
		orphan(t, w)
		w.clock.turn(2 * time.Hour)
		_, since, err := w.process(plan).Sweep(background, project, 0)
		if err != nil && since != 0 {
			t.Errorf("a sweep that failed says it went until %v", since)
		}
		checkLedger(t, w)
		mustSweep(t, w.Ledger, since)
		if diff := cmp.Diff(checkLedger(t, w).named(), objects(t, w)); diff != "" {
			t.Errorf("named and left (-named +left):\n%s", diff)
		}
	})
}

// TestSweepDuringAnAppend sweeps while the Commit of an append of the greatest
// age is under way.
func TestSweepDuringAnAppend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		l := w.over(&hook{Table: w.table, commit: func([]kaibo.Write) error {
			w.clock.turn(ledger.MaxPayloadAge)
			if deleted, _ := mustSweep(t, w.process(nil), 0); deleted != 0 {
				t.Errorf("deleted %d payloads of an append under way", deleted)
			}
			return nil
		}})
		mustAppend(t, l, "main", message("slow"))
		checkLedger(t, w)
	})
}

// TestSweepStopsAtDamage loses an id item: nobody can say which payload it
// named, so none is deleted.
func TestSweepStopsAtDamage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		a := mustAppend(t, w.Ledger, "main", messages(1)...)[0]
		orphan(t, w)
		w.clock.turn(2 * time.Hour)
		l := w.over(without{w.table, kaibo.RefKey(project.ID, a.Event.ID)})
		deleted, since, err := l.Sweep(background, project, 0)
		wantKind(t, err, kaibo.Internal)
		if deleted != 0 || since != 0 || len(objects(t, w)) != 2 {
			t.Errorf("deleted %d until %v, left %v", deleted, since, objects(t, w))
		}
	})
}

// A clock that is set forward in the middle of an append, as that of a machine
// which slept, makes its payload look old: no sweep of the process takes it.
func TestSweepLeavesWhatIsBeingAppended(t *testing.T) {
	w := newWorld()
	var l *ledger.Ledger
	table := &hook{Table: w.table, commit: func([]kaibo.Write) error {
		w.clock.turn(30 * time.Hour)
		if n, _ := mustSweep(t, l, 0); n != 0 {
			t.Errorf("%d payloads of an append under way were swept", n)
		}
		return nil
	}}
	l = ledger.New(table, w.objects, nil, w.clock.now, rand.Reader)
	out, err := l.Append(background, project, "main", []ledger.Entry{message("kept")})
	if err != nil {
		t.Fatal(err)
	}
	if _, payload, err := l.Payload(background, project, out[0].Event.ID); err != nil || string(payload.Content) != "kept" {
		t.Errorf("the payload is %v, %v", payload, err)
	}
}

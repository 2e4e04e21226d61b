package ledger_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

var outcomes = []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter,
	porttest.Lose, porttest.Double, porttest.Delay}

// sweep runs a deed once for every operation that it has and every outcome of
// that operation. Time is not waited for.
func sweep(t *testing.T, deed func(t *testing.T, plan *porttest.Plan)) {
	t.Helper()
	for _, o := range outcomes {
		for n, more := 1, true; more; n++ {
			t.Run(fmt.Sprintf("%d/%s", n, o), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					plan := porttest.FailNth(n, o)
					deed(t, plan)
					more = len(plan.Steps()) >= n
					if t.Failed() {
						t.Logf("steps:\n%s", plan)
					}
				})
			})
			if n > 100 {
				t.Fatal("the deed has no end")
			}
		}
	}
}

// faultCase is an append and what its stream held before.
type faultCase struct {
	name    string
	before  []ledger.Entry
	entries []ledger.Entry
}

func withInitiative(e ledger.Entry) ledger.Entry {
	e.Details.Initiatives = []string{"launch"}
	return e
}

var faultCases = []faultCase{
	{"single/new", nil, []ledger.Entry{message("one")}},
	{"single/existing", messages(3), []ledger.Entry{message("one")}},
	{"single/initiative", messages(1), []ledger.Entry{withInitiative(message("one"))}},
	{"batch/new", nil, messages(4)},
	{"batch/existing", messages(2), messages(4)},
	{"keyed/new", nil, []ledger.Entry{keyed("a", "one")}},
	{"keyed/existing", messages(2), []ledger.Entry{keyed("a", "one")}},
	{"keyed/initiative", nil, []ledger.Entry{withInitiative(keyed("a", "one"))}},
	{"keyed/replay", []ledger.Entry{keyed("a", "one")}, []ledger.Entry{keyed("a", "one")}},
	{"keyed batch/new", nil, []ledger.Entry{keyed("a", "one"), keyed("b", "two"), keyed("c", "three")}},
	{"keyed batch/some used", []ledger.Entry{message("zero"), keyed("b", "two")}, []ledger.Entry{keyed("a", "one"), keyed("b", "two"), message("plain"), keyed("c", "three")}},
}

// TestFaults lets every operation of an append fail in every way, restarts over
// what survives, and does the append again.
func TestFaults(t *testing.T) {
	for _, c := range faultCases {
		t.Run(c.name, func(t *testing.T) {
			sweep(t, func(t *testing.T, plan *porttest.Plan) { c.run(t, plan) })
		})
	}
}

func (c *faultCase) run(t *testing.T, plan *porttest.Plan) {
	w := newWorld()
	if len(c.before) > 0 {
		mustAppend(t, w.Ledger, "main", c.before...)
	}
	before := checkLedger(t, w)

	got, err := w.process(plan).Append(background, project, "main", c.entries)
	synctest.Wait() // what the process still does, it does now
	after := checkLedger(t, w)
	c.compare(t, before, after, got, err)

	again := mustAppend(t, w.process(nil), "main", c.entries...)
	end := checkLedger(t, w)
	for i, e := range c.entries {
		if e.IdempotencyKey == "" {
			continue
		}
		stored := end.byKey[e.IdempotencyKey]
		if diff := cmp.Diff(stored, again[i].Event); diff != "" {
			t.Errorf("again %d (-stored +answered):\n%s", i, diff)
		}
		_, was := after.byKey[e.IdempotencyKey]
		if again[i].Replayed != was || again[i].PayloadDiffers || again[i].Forgotten {
			t.Errorf("again %d is %+v; it was stored: %v", i, again[i], was)
		}
		if err == nil && !cmp.Equal(got[i].Event, again[i].Event) {
			t.Errorf("answer %d differs between the calls:\n%s", i, cmp.Diff(got[i].Event, again[i].Event))
		}
	}
	if err == nil {
		return
	}
	wantKind(t, err, kaibo.Unavailable)
}

// compare holds what was stored against what was answered: all of it after a
// success, all or none after an error, once either way.
func (c *faultCase) compare(t *testing.T, before, after *stored, got []ledger.Appended, err error) {
	t.Helper()
	fresh := 0
	for _, e := range c.entries {
		if _, used := before.byKey[e.IdempotencyKey]; !used {
			fresh++
		}
	}
	added := after.events() - before.events()
	if err == nil && added != fresh || err != nil && added != 0 && added != fresh {
		t.Errorf("%d events were added, want %d; error %v", added, fresh, err)
	}
	for i, a := range got {
		if diff := cmp.Diff(after.byID[a.Event.ID], a.Event); diff != "" {
			t.Errorf("answer %d (-stored +answered):\n%s", i, diff)
		}
		_, used := before.byKey[c.entries[i].IdempotencyKey]
		if a.Replayed != used || a.PayloadDiffers || a.Forgotten {
			t.Errorf("answer %d is %+v; its key was used: %v", i, a, used)
		}
		if string(after.payloads[a.Event.ID].Content) != string(c.entries[i].Content) {
			t.Errorf("answer %d has another content", i)
		}
	}
}

// TestLostHints holds that an append does not depend on the queue.
func TestLostHints(t *testing.T) {
	for _, o := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.Lose} {
		w := newWorld()
		l := w.process(porttest.FailNth(1, o, porttest.OpSend))
		if _, err := l.Append(background, project, "main", messages(2)); err != nil {
			t.Errorf("%v: %v", o, err)
		}
		if s := checkLedger(t, w); s.events() != 2 {
			t.Errorf("%v: %d events", o, s.events())
		}
	}
}

// TestOrphansOfFaultsAreSwept lets every operation fail, and holds that the
// sweep then leaves the payloads of events and no other.
func TestOrphansOfFaultsAreSwept(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w := newWorld()
		_, _ = w.process(plan).Append(background, project, "main", []ledger.Entry{keyed("a", "one"), message("two")})
		synctest.Wait()
		w.clock.turn(ledger.OrphanAge + 1e9)
		if _, _, err := w.Sweep(background, project, 0); err != nil {
			t.Fatal(err)
		}
		if s := checkLedger(t, w); len(objects(t, w)) != s.events() {
			t.Errorf("%d objects for %d events", len(objects(t, w)), s.events())
		}
	})
}

package checkpoint_test

import (
	"context"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A stopped log that is taken up again while what was changed is still changed
// stops again; once it is put back it goes on, and what it signs begins with all
// that it signed before.
func TestResume(t *testing.T) {
	ctx := context.Background()
	forged := kaibo.EventKey(project, "main", 310)
	for name, do := range map[string]func(w *world) (undo func()){
		"a new event": func(w *world) func() {
			w.table.swap(w.t, forged, event(w.t, func(e *kaibo.Event) { e.OccurredAt++ }))
			return func() { delete(w.table.swapped, forged) }
		},
		"an entry missing": func(w *world) func() {
			w.table.set(w.t, forged, nil)
			return func() { delete(w.table.swapped, forged) }
		},
		"what was kept of it": func(w *world) func() {
			w.table.swap(w.t, mainState, state(w.t, func(s map[string]any) { s["edge"] = []string{} }))
			return nil // taking it up again is what mends it
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.append(project, "main", 300)
			w.sweep()
			before := w.signed(mainLog)
			w.append(project, "main", 20)
			engine := w.engine(nil)
			if _, err := engine.Resume(ctx, mainLog); kaibo.KindOf(err) != kaibo.Conflict {
				t.Fatalf("a log that goes well is taken up: %v", err)
			}
			undo := do(w)
			if sum, err := engine.Sweep(ctx); err != nil || sum.Stopped != 1 {
				t.Fatalf("%+v, %v", sum, err)
			}
			if undo != nil {
				if was, err := engine.Resume(ctx, mainLog); err != nil || was.What == "" {
					t.Fatalf("%v, %v", was, err)
				}
				if sum, err := engine.Sweep(ctx); err != nil || sum.Stopped != 1 || len(w.alarms) != 2 {
					t.Fatalf("it goes on though nothing was put back: %+v, %v", sum, err)
				}
				undo()
			}
			if _, err := engine.Resume(ctx, mainLog); err != nil {
				t.Fatal(err)
			}
			if _, _, err := w.reader().Inclusion(ctx, mainLog, 7); kaibo.KindOf(err) != kaibo.Unavailable {
				t.Errorf("a proof while the log is read again: %v", err)
			}
			if sum, err := engine.Sweep(ctx); err != nil || sum.Stopped != 0 || sum.Signed != 1 {
				t.Fatalf("it does not go on: %+v, %v", sum, err)
			}
			if after := w.signed(mainLog); after.Size != 320 || after.Stopped != "" || before.Size != 300 {
				t.Errorf("signed are %d, then %d: %s", before.Size, after.Size, after.Stopped)
			}
			if sum, err := engine.Sweep(ctx); err != nil || sum.Signed != 0 {
				t.Errorf("it is signed again and again: %+v, %v", sum, err)
			}
		})
	}
}

// A log that was read again whole and has nothing new goes on as before.
func TestResumeWithNothingNew(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t)
	w.append(project, "main", 30)
	w.sweep()
	engine := w.engine(nil)
	for name, log := range map[string]checkpoint.Log{"a stream": mainLog, "the log of logs": {}} {
		key := mainState
		if log == (checkpoint.Log{}) {
			key = kaibo.Key{Partition: "log", Sort: "deployment"}
		}
		w.table.swap(t, key, state(t, func(s map[string]any) { s["stop"] = map[string]any{"what": "a test"} }))
		if why, err := engine.Stopped(ctx, log); err != nil || why == nil {
			t.Fatalf("%s: %v, %v", name, why, err)
		}
		if _, err := engine.Resume(ctx, log); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 2 {
			if sum, err := engine.Sweep(ctx); err != nil || sum.Stopped != 0 || sum.Signed != 0 {
				t.Fatalf("%s: %+v, %v", name, sum, err)
			}
		}
		if s, err := w.reader().Checkpoint(ctx, log); err != nil || s.Stopped != "" {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	w.append(project, "main", 1)
	if sum := w.sweep(); sum.Signed != 1 || w.signed(mainLog).Size != 31 {
		t.Errorf("%+v", sum)
	}
	w.noAlarm()
	if _, err := engine.Resume(ctx, checkpoint.Log{Project: project, Stream: "none"}); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("a log that is not there: %v", err)
	}
}

package checkpoint_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

var (
	mainLog  = checkpoint.Log{Project: project, Stream: "main"}
	notesLog = checkpoint.Log{Project: project, Stream: "notes"}
	theirs   = checkpoint.Log{Project: other, Stream: "main"}
	deleted  = checkpoint.Log{Project: project}
)

func TestSweepSignsWhatChanged(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 5)
	w.append(project, "notes", 1)
	w.append(other, "main", 300)
	w.forget(project)
	if sum := w.sweep(); sum.Signed != 4 || sum.Size != 4 || sum.Stopped != 0 {
		t.Errorf("the first sweep: %+v", sum)
	}
	first := w.signed(mainLog)
	for _, log := range []checkpoint.Log{notesLog, theirs, deleted} {
		w.signed(log)
	}
	if sum := w.sweep(); sum.Signed != 0 || sum.Size != 4 {
		t.Errorf("a sweep without news: %+v", sum)
	}
	w.append(project, "main", 700)
	if sum := w.sweep(); sum.Signed != 1 || sum.Size != 5 {
		t.Errorf("a sweep with news: %+v", sum)
	}
	second := w.signed(mainLog)
	path, size, err := w.reader().Consistency(context.Background(), mainLog, first.Size, 0)
	if err != nil || size != second.Size {
		t.Fatal(size, err)
	}
	if err := proof.CheckConsistency(path, first.Checkpoint, second.Checkpoint); err != nil {
		t.Error(err)
	}
	w.noAlarm()
}

// Every entry of a log has a proof, wherever tiles begin and end.
func TestInclusion(t *testing.T) {
	w := newWorld(t)
	for _, size := range []int{1, 2, 255, 256, 257, 511, 512, 700} {
		w.append(project, "main", size-len(w.events(project, "main")))
		w.sweep()
		statement := w.signed(mainLog)
		for _, e := range w.events(project, "main") {
			if size > 256 && e.Seq%37 != 0 && e.Seq > 3 && int(e.Seq) < size-2 && e.Seq/256 == (e.Seq+1)/256 {
				continue
			}
			path, s, err := w.reader().Inclusion(context.Background(), mainLog, e.Seq)
			if err != nil {
				t.Fatal(err)
			}
			text, err := proof.Evidence{Project: project, Event: &e, Log: s.Log}.Write(path, s.Note)
			if err != nil {
				t.Fatal(err)
			}
			checked, err := proof.CheckEvidence(text, func(string) ([]string, error) { return w.trusted()[:1], nil })
			if err != nil || checked.Event.Seq != e.Seq || checked.Logs == nil || checked.Checkpoint.Root != statement.Root {
				t.Fatalf("size %d, seq %d: %v", size, e.Seq, err)
			}
		}
		if _, _, err := w.reader().Inclusion(context.Background(), mainLog, uint64(size)+1); kaibo.KindOf(err) != kaibo.NotFound { //nolint:gosec // small
			t.Errorf("an entry that is not signed: %v", err)
		}
	}
}

// From every size to every other there is a proof of consistency, also through
// three levels of tiles.
func TestConsistency(t *testing.T) {
	w := newWorld(t)
	var kept []proof.Checkpoint
	for _, size := range []int{1, 3, 256, 300, 512, 65536, 65537, 66000} {
		w.append(project, "main", size-int(countOf(w, "main"))) //nolint:gosec // small
		w.sweep()
		s, err := w.reader().Checkpoint(context.Background(), mainLog)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, s.Checkpoint)
	}
	for i, earlier := range kept {
		for _, later := range kept[i:] {
			path, _, err := w.reader().Consistency(context.Background(), mainLog, earlier.Size, later.Size)
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.CheckConsistency(path, earlier, later); err != nil {
				t.Errorf("from %d to %d: %v", earlier.Size, later.Size, err)
			}
		}
	}
}

func countOf(w *world, stream string) uint64 {
	h, _ := w.head(kaibo.HeadKey(project, stream))
	return h.Seq
}

// A run may stop at any operation, before or after it: what the next runs sign
// is whole, nothing is signed that the history does not bear, and no honest
// store is accused.
func TestStopsAnywhere(t *testing.T) {
	prepare := func(t *testing.T) *world {
		w := newWorld(t)
		w.append(project, "main", 250)
		w.append(other, "main", 3)
		w.sweep()
		w.append(project, "main", 10)
		w.append(project, "notes", 2)
		w.forget(project)
		return w
	}
	for _, outcome := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
		for n := 1; ; n++ {
			w := prepare(t)
			plan := porttest.FailNth(n, outcome)
			sum, err := w.engine(plan).Sweep(context.Background())
			if !plan.Fired() {
				if err != nil || n < 20 {
					t.Fatalf("%s: %d operations, %v", outcome, n, err)
				}
				break
			}
			_ = sum
			w.append(project, "main", 3)
			w.sweep()
			w.sweep()
			w.noAlarm()
			for _, log := range []checkpoint.Log{mainLog, notesLog, theirs, deleted} {
				if s := w.signed(log); log == mainLog && s.Size != 263 {
					t.Errorf("%s at %d: main is signed up to %d", outcome, n, s.Size)
				}
			}
			if sum := w.sweep(); sum.Signed != 0 {
				t.Errorf("%s at %d: %d logs are signed again without news", outcome, n, sum.Signed)
			}
			if t.Failed() {
				t.Fatalf("%s at %d:\n%s", outcome, n, plan)
			}
		}
	}
}

// Two engines over one store do each other no harm, with the lease or without.
func TestTwoAtOnce(t *testing.T) {
	for _, alone := range []bool{true, false} {
		w := newWorld(t)
		w.append(project, "main", 1)
		w.sweep()
		for i := range 30 {
			w.append(project, "main", 20)
			w.append(project, fmt.Sprintf("s%d", i), 1)
			done := make(chan struct{})
			for range 2 {
				go func() {
					e := w.engine(nil)
					e.Alone = alone
					_, _ = e.Sweep(context.Background()) // one may lose to the other
					done <- struct{}{}
				}()
			}
			<-done
			<-done
		}
		w.sweep()
		w.noAlarm()
		if s := w.signed(mainLog); s.Size != 601 {
			t.Errorf("signed up to %d", s.Size)
		}
	}
}

func TestTheLeaseIsKept(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 1)
	plan := porttest.FailNth(8, porttest.Stop)
	e := w.engine(plan)
	e.Alone = false
	if _, err := e.Sweep(context.Background()); err == nil {
		t.Fatal("it did not stop")
	}
	e = w.engine(nil)
	e.Alone = false
	if sum, err := e.Sweep(context.Background()); err != nil || !sum.Busy {
		t.Errorf("the lease of a run that stopped: %+v, %v", sum, err)
	}
	w.now += 16 * 60 * 1000
	if sum, err := e.Sweep(context.Background()); err != nil || sum.Busy || sum.Signed != 1 {
		t.Errorf("after its end: %+v, %v", sum, err)
	}
}

func TestRotation(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 2)
	w.sweep()
	before := w.trusted()
	if err := w.keys.Finish(); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("finish without a rotation: %v", err)
	}
	if err := w.keys.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := w.keys.Begin(); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("a second rotation: %v", err)
	}
	w.sweep()
	both := w.signed(mainLog)
	for _, key := range w.trusted() {
		if _, err := proof.Open(both.Note, []string{key}); err != nil {
			t.Errorf("while both sign, %s did not: %v", key, err)
		}
	}
	root, err := w.reader().Checkpoint(context.Background(), checkpoint.Log{})
	if err != nil || root.Size != 1 || strings.Count(root.Note, "— ") != 2 {
		t.Errorf("the log of logs while both sign: %+v, %v", root, err)
	}
	if err := w.keys.Finish(); err != nil {
		t.Fatal(err)
	}
	w.append(project, "main", 1)
	w.sweep()
	after := w.signed(mainLog)
	if _, err := proof.Open(after.Note, before); err == nil {
		t.Error("the old key still signs")
	}
	k, err := w.reader().Keys(context.Background())
	if err != nil || len(k.Lists) != 3 || len(k.Current) != 1 {
		t.Fatalf("%+v, %v", k, err)
	}
	walked, err := k.Lists.Walk(before) // as somebody who slept through it
	if err != nil || walked.Broken != 0 {
		t.Fatal(walked, err)
	}
	if _, err := proof.Open(after.Note, walked.All); err != nil {
		t.Errorf("whoever knew the old key: %v", err)
	}
	w.noAlarm()
}

func TestALostKeyIsNotReplacedSilently(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 2)
	w.sweep()
	before := w.trusted()
	if err := os.Remove(w.keys.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := w.engine(nil).Sweep(context.Background()); kaibo.KindOf(err) != kaibo.Conflict {
		t.Fatalf("a new key signs: %v", err)
	}
	e := w.engine(nil)
	e.KeysLost = true
	if _, err := e.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	k, err := w.reader().Keys(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if walked, err := k.Lists.Walk(before); err != nil || walked.Broken != 2 || len(walked.All) != 1 {
		t.Errorf("nobody is told of the break: %+v, %v", walked, err)
	}
}

func TestTheNameStays(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 2)
	w.sweep()
	e := w.engine(nil)
	e.Deployment = "elsewhere.example"
	if _, err := e.Sweep(context.Background()); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("the logs change their name: %v", err)
	}
	e.Deployment = ""
	if sum, err := e.Sweep(context.Background()); err != nil || sum.Deployment != deployment {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestANameIsMade(t *testing.T) {
	w := newWorld(t)
	for n := 1; n < 6; n++ { // also when the first run stops anywhere on its way to it
		e := w.engine(porttest.FailNth(n, porttest.Stop))
		e.Deployment = ""
		_, _ = e.Sweep(context.Background()) // it stops
	}
	e := w.engine(nil)
	e.Deployment = ""
	sum, err := e.Sweep(context.Background())
	if err != nil || !strings.HasPrefix(sum.Deployment, "kaibo-") {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestNothingIsSignedOfNothing(t *testing.T) {
	w := newWorld(t)
	if sum := w.sweep(); sum.Signed != 0 || sum.Size != 0 {
		t.Errorf("%+v", sum)
	}
	for _, log := range []checkpoint.Log{{}, mainLog, deleted} {
		if _, err := w.reader().Checkpoint(context.Background(), log); kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("%+v: %v", log, err)
		}
	}
}

func TestKeyFileIsItsOwnersAlone(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 1)
	w.sweep()
	info, err := os.Stat(w.keys.Path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info.Mode(), err)
	}
	if err := os.Chmod(w.keys.Path, 0o644); err != nil { //nolint:gosec // that is the test
		t.Fatal(err)
	}
	if _, err := w.engine(nil).Sweep(context.Background()); kaibo.KindOf(err) != kaibo.Forbidden {
		t.Errorf("a key that others read signs: %v", err)
	}
}

// A run reads a long log in pieces that it does not read again.
func TestALongReadIsTakenUp(t *testing.T) {
	w := newWorld(t)
	w.append(project, "main", 20_000)
	plan := porttest.FailNth(100, porttest.Stop)
	if _, err := w.engine(plan).Sweep(context.Background()); err == nil {
		t.Fatal("it did not stop")
	}
	quiet := porttest.NoFaults()
	if _, err := w.engine(quiet).Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := len(quiet.Steps()); n > 70 {
		t.Errorf("the second run took %d operations", n)
	}
	w.signed(mainLog)
	w.noAlarm()
}

package views_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The log of failures that the tests bring about is nobody's to read.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// seeds is how many random histories to run: as many as the environment says.
func seeds(normal int) int {
	if n, err := strconv.Atoi(os.Getenv("KAIBO_SEEDS")); err == nil {
		return n
	}
	return normal
}

// What the views hold after any history is what a rebuild makes of the
// derivations and the deletion ledger, item by item and row by row, before and
// after a purge.
func TestRebuildIsTheSame(t *testing.T) {
	for seed := range seeds(60) {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			w := enginetest.Over(t, enginetest.MemPorts(uint64(seed)))
			actor := &enginetest.Actor{Rand: rand.New(rand.NewPCG(uint64(seed), 2)), Actors: []string{"ana", "bo", ""}}
			for range 40 {
				if what, err := actor.Act(context.Background(), w); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			w.CheckFsck() // with open jobs too
			w.Settle()
			w.CheckFsck()
			w.CheckRebuild()
			w.CheckFsck()
			w.Purge()
			w.CheckFsck()
			w.CheckRebuild()
		})
	}
}

// A tombstone that is lost comes back from the deletion ledger.
func TestRebuildBringsTombstonesBack(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", "tea is green")
	w.Settle()
	w.Take(forgetEvent(e.ID))
	key := kaibo.TombKey(w.Project.ID, e.ID)
	before, err := w.Ports.Table.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Table.Commit(t.Context(), []kaibo.Write{kaibo.DeleteAny(key)}); err != nil {
		t.Fatal(err)
	}
	report, err := w.Views.Fsck(t.Context(), w.Project, w.Ports.Scan, nil)
	if err != nil || len(report.Findings) == 0 {
		t.Errorf("fsck finds nothing: %+v, %v", report, err)
	}
	if _, err := w.Views.Rebuild(t.Context(), w.Project, w.Ports.Scan, nil); err != nil {
		t.Fatal(err)
	}
	after, err := w.Ports.Table.Get(t.Context(), key)
	if err != nil || string(after[0].Data) != string(before[0].Data) {
		t.Errorf("the tombstone is %s, was %s; %v", after[0].Data, before[0].Data, err)
	}
	w.CheckFsck()
}

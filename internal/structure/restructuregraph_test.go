package structure_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// What people and agents noted on purpose is derived from nothing: a restructure
// leaves it, and does again what it made of automatic memories.
func TestARestructureLeavesCuration(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green\nlamp is lit")
	w.Settle()
	tea := w.Find("tea is green").ID
	done, err := w.Curate.Do(t.Context(), w.Project, curate.Order{Verb: "supersede", Args: map[string]string{"content": "Tea is brewed."},
		Plan: func(ctx context.Context, w *curate.Work) error {
			id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "Tea is brewed."})
			return w.Revise(ctx, tea, func(r *kaibo.Revision) {
				r.Status, r.ValidTo, r.SupersededBy = kaibo.StatusSuperseded, w.Event.OccurredAt, id
			})
		}})
	if err != nil {
		t.Fatal(err)
	}
	node := done.Change.Births[0].ID
	w.Settle()
	for range 2 {
		restructure(t, w, false)
		lines := w.Lines()
		if !strings.HasPrefix(lines["tea is green"], "superseded") || !strings.Contains(lines["tea is green"], `before "Tea is brewed."`) ||
			!strings.HasPrefix(lines["lamp is lit"], "current") || !strings.HasPrefix(lines["Tea is brewed."], "current") {
			t.Errorf("the story is\n%s", w.Story())
		}
		if r := w.Find("Tea is brewed."); r.ID != node || r.Generation != 0 {
			t.Errorf("the node is %s of generation %d", r.ID, r.Generation)
		}
		w.CheckFsck()
		w.CheckRebuild()
	}
}

func TestMendingANodeSaysWhatToDoInstead(t *testing.T) {
	w := enginetest.New(t)
	done, err := w.Curate.Do(t.Context(), w.Project, curate.Order{Verb: "idea", Args: "x", Plan: func(_ context.Context, w *curate.Work) error {
		w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "Tea is brewed."})
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	id := done.Change.Births[0].ID
	for _, c := range []structure.Curation{{Verb: structure.VerbCorrect, MemoryID: id, Content: "Tea is poured."}, {Verb: structure.VerbReinstate, MemoryID: id}} {
		_, err := w.Worker.Mend(t.Context(), w.Project, c, kaibo.Details{}, "")
		if kaibo.KindOf(err) != kaibo.Conflict || !strings.Contains(err.Error(), "revise") {
			t.Errorf("%s answers %v", c.Verb, err)
		}
	}
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: id})
	if !w.Find("Tea is brewed.").Last().Disputed {
		t.Error("it is not disputed")
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
}

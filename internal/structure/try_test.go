package structure_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// try tells what structuring a text would lead to, and holds that nothing is
// written by it.
func try(t *testing.T, w *enginetest.World, text string) *structure.Trial {
	t.Helper()
	before, heads := w.Image(), len(w.Lagging())
	trial, err := w.Worker.Try(t.Context(), w.Project, ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	after := w.Image()
	if len(after.Items) != len(before.Items) || len(after.Rows) != len(before.Rows) || len(w.Lagging()) != heads {
		t.Error("a trial wrote something")
	}
	w.CheckFsck()
	return trial
}

func TestTry(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	green := w.Find("tea is green").ID
	trial := try(t, w, "tea is black\ntea is black\ntea is green\nwrong type\nnothing to note")
	if len(trial.Proposals) != 4 {
		t.Fatalf("proposed %+v", trial.Proposals)
	}
	for i, want := range []struct {
		accepted bool
		why      string
	}{{true, "it ends 1 of the 1"}, {true, "says it already"}, {true, "new: it ends"}, {false, "fails a check"}} {
		p := &trial.Proposals[i]
		if p.Accepted != want.accepted || !strings.Contains(p.Why, want.why) || p.By != "lines/1" {
			t.Errorf("proposal %d is %+v", i, p)
		}
	}
	if r := trial.Proposals[0].Relations; len(r) != 1 || r[0].MemoryID != green || r[0].Relation != structure.Supersedes {
		t.Errorf("it relates to %+v", r)
	}
	if trial := try(t, w, "hello"); len(trial.Proposals) > 0 || trial.Reason == "" || trial.Model != nil {
		t.Errorf("a greeting leads to %+v", trial)
	}
}

func TestTryShowsWhatAModelProposed(t *testing.T) {
	w := enginetest.New(t)
	w.Worker.Model = &fakeModel{read: func(structure.Input) (structure.Reading, error) {
		return structure.Reading{Statements: []structure.Statement{
			{Type: kaibo.TypeFact, Content: "tea is black", Start: 0, End: 12, Confidence: 0.8, ValidTo: kaibo.Forever},
			{Type: kaibo.TypeFact, Content: "tea is black", Start: 0, End: 1200, ValidTo: kaibo.Forever}}}, nil
	}}
	turnOn(t, w)
	trial := try(t, w, "tea is black")
	if len(trial.Proposals) != 1 || trial.Proposals[0].By != "fake:1" || len(trial.Dropped) != 1 || trial.Model == nil || trial.Model.Calls != 1 {
		t.Errorf("it shows %+v", trial)
	}
}

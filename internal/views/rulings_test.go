package views_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// What people say of a memory is part of where it comes from: its event and
// its reason are shown beside the sources.
func TestExplainShowsWhoMended(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	id := w.Find("tea is green").ID
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: id, Reason: "the cup was white"})

	x, err := w.Views.Explain(t.Context(), w.Project, id)
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Events) != 2 || x.Events[1].Kind != kaibo.KindCurate || !strings.Contains(x.Events[1].Content, "the cup was white") {
		t.Errorf("events %+v: want the source and the dispute with its reason", x.Events)
	}
	if !x.Chain[0].Disputed {
		t.Error("the chain does not say that it is disputed")
	}
}

func TestAKeyOfAnotherStreamMendsNothing(t *testing.T) {
	w := enginetest.New(t)
	e := enginetest.Entry("tea is green")
	e.IdempotencyKey = "taken"
	w.Append("main", e)
	w.Settle()
	id := w.Find("tea is green").ID
	_, err := w.Worker.Mend(t.Context(), w.Project, structure.Curation{Verb: structure.VerbDispute, MemoryID: id}, kaibo.Details{}, "taken")
	if kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("got %v, want a conflict", err)
	}
	if w.Find("tea is green").Last().Disputed {
		t.Error("it was disputed all the same")
	}
}

package curate_test

import (
	"context"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// idea makes a node of type idea.
func idea(t *testing.T, e *curate.Engine, p kaibo.Project, name, content string) (*curate.Done, string) {
	t.Helper()
	var id string
	done, err := e.Do(context.Background(), p, curate.Order{Verb: "idea", Initiative: "launch", Actor: "ana",
		Args: map[string]string{"name": name, "content": content},
		Plan: func(_ context.Context, w *curate.Work) error {
			id = w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: name, Content: content})
			w.Set(id, graph.AttrLayer, graph.LayerHot)
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return done, id
}

func TestAVerbIsOneEventAndItsNodeAMemory(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	e := w.Curate
	done, id := idea(t, e, w.Project, "rollout", "Roll out by \"region\", the smallest first.")

	m, err := w.Views.Memory(ctx, w.Project, id)
	if err != nil {
		t.Fatal(err)
	}
	if m.Content != "Roll out by \"region\", the smallest first." || m.Type != graph.TypeIdea || m.Events[0] != done.Event.ID {
		t.Errorf("memory is %+v", m)
	}
	err = e.Read(ctx, w.Project, w.Ports.Now(), kaibo.Forever, func(v *graph.View) error {
		n, ok := v.Node(id)
		if !ok || n.Name != "rollout" || n.Layer != graph.LayerHot || n.Tier != graph.TierWorking || !n.Holds(v.AsOf) {
			t.Errorf("node is %+v, %v", n, ok)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
}

func TestAPlanThatRefusesWritesNothing(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	e := w.Curate
	idea(t, e, w.Project, "rollout", "Roll out by region.")
	heads, _, err := w.Ledger.Streams(ctx, w.Project, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Do(ctx, w.Project, curate.Order{Verb: "idea", Initiative: "launch", Args: map[string]string{},
		Plan: func(_ context.Context, w *curate.Work) error {
			w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "x"})
			return kaibo.InvalidField("content", "is too short")
		}})
	if kaibo.KindOf(err) != kaibo.Invalid {
		t.Fatalf("answered %v", err)
	}
	after, _, err := w.Ledger.Streams(ctx, w.Project, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) != len(heads) || after[0].Seq != heads[0].Seq {
		t.Errorf("heads were %v and are %v", heads, after)
	}
	if n := len(w.Records()); n != 1 {
		t.Errorf("%d memories", n)
	}
}

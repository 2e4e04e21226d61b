package invariant_test

import (
	"context"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// curated is a world with three nodes, each of one event.
func curated(t *testing.T) (w *enginetest.World, done []*curate.Done) {
	t.Helper()
	w = enginetest.New(t)
	for _, content := range []string{"one", "two", "three"} {
		d, err := w.Curate.Do(t.Context(), w.Project, curate.Order{Verb: "idea", Args: content, Plan: func(_ context.Context, w *curate.Work) error {
			w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: content})
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, d)
	}
	w.Settle()
	w.CheckFsck()
	return w, done
}

func TestWhatIsWrongWithTheGraphIsFound(t *testing.T) {
	for name, break_ := range map[string]func(w *enginetest.World, done []*curate.Done) kaibo.Write{
		"a change is gone": func(w *enginetest.World, _ []*curate.Done) kaibo.Write {
			return kaibo.DeleteAny(kaibo.GraphChangeKey(w.Project.ID, 2))
		},
		"the last change is gone": func(w *enginetest.World, _ []*curate.Done) kaibo.Write {
			return kaibo.DeleteAny(kaibo.GraphChangeKey(w.Project.ID, 3))
		},
		"the head is behind": func(w *enginetest.World, _ []*curate.Done) kaibo.Write {
			return kaibo.PutAny(kaibo.GraphHeadKey(w.Project.ID), 2, nil)
		},
		"a derivation is gone": func(w *enginetest.World, done []*curate.Done) kaibo.Write {
			return kaibo.DeleteAny(kaibo.DerivationKey(w.Project.ID, done[1].Event.Stream, done[1].Event.Seq, 0, 0))
		},
		"a node stands otherwise": func(w *enginetest.World, done []*curate.Done) kaibo.Write {
			c := done[0].Change
			for i, f := range c.Facts {
				if f.Attr == graph.AttrStatus {
					c.Facts[i].Value = kaibo.StatusCanceled
				}
			}
			return kaibo.PutAny(kaibo.GraphChangeKey(w.Project.ID, 1), 2, kaibo.Encode(c))
		},
	} {
		w, done := curated(t)
		if err := w.Ports.Table.Commit(t.Context(), []kaibo.Write{break_(w, done)}); err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, f := range w.Promised(invariant.AtRest) {
			if f.Promise == invariant.Graph {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing was found", name)
		}
		if name == "the head is behind" {
			if _, err := w.Views.Rebuild(t.Context(), w.Project, w.Ports.Scan, nil); err != nil {
				t.Fatal(err)
			}
			w.CheckFsck()
		}
	}
}

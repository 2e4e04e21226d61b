package curate_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The budgets of docs/performance.md: how many round trips follow one another.
func TestBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.Background()
		w := enginetest.New(t)
		if _, err := w.Curate.Do(ctx, w.Project, born("launch", "", "warm")); err != nil {
			t.Fatal(err)
		}
		slow := enginetest.Over(t, enginetest.Slow(w.Ports))
		read := func() error {
			return slow.Curate.Read(ctx, w.Project, w.Ports.Now(), kaibo.Forever, func(*graph.View) error { return nil })
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
		var id string
		for _, c := range []struct {
			what string
			want int
			do   func() error
		}{
			{"a read of the graph", 1, read},
			// the changes beside who listens and the initiative; head and key; payload; the changes; the Commit; the changes
			{"a birth", 6, func() error {
				done, err := slow.Curate.Do(ctx, w.Project, born("launch", "k", "Roll out by region."))
				if err == nil {
					id = done.Change.Births[0].ID
				}
				return err
			}},
			{"a verb that reads a memory", 7, func() error {
				_, err := slow.Curate.Do(ctx, w.Project, curate.Order{Verb: "layer", Initiative: "launch", Args: id, Plan: func(ctx context.Context, w *curate.Work) error {
					w.Set(id, graph.AttrLayer, graph.LayerHot)
					_, err := w.Record(ctx, id)
					return err
				}})
				return err
			}},
			{"a replay", 4, func() error { // the changes; where the event lies; the event; its payload
				_, err := slow.Curate.Do(ctx, w.Project, born("launch", "k", "Roll out by region."))
				return err
			}},
		} {
			var err error
			if trips := enginetest.Trips(func() { err = c.do() }); err != nil || trips > c.want {
				t.Errorf("%s took %d round trips, want %d: %v", c.what, trips, c.want, err)
			} else {
				t.Logf("%s: %d round trips", c.what, trips)
			}
		}
	})
}

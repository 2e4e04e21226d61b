package simtest_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// costs runs do as another process over a world, in a bubble of time, and
// fails the test when more round trips followed one another than the budget
// has.
func costs(t *testing.T, what string, budget int, prepare func(w *enginetest.World), do func(w *enginetest.World) error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := enginetest.New(t)
		prepare(w)
		c := porttest.NewCounter()
		ports := enginetest.Slow(w.Ports)
		ports.Table, ports.Objects = c.Table(ports.Table), c.Objects(ports.Objects)
		other := enginetest.Over(t, ports)
		var err error
		got := enginetest.Trips(func() { err = do(other) })
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d round trips, one after the other\n%s", what, got, c)
		if got > budget {
			t.Errorf("%s takes %d round trips, one after the other; its budget is %d", what, got, budget)
		}
	})
}

// versions says a chain of n, and something else.
func versions(n int) func(w *enginetest.World) {
	return func(w *enginetest.World) {
		for i := range n {
			w.Say("main", fmt.Sprintf("tea is v%d", i))
		}
		w.Say("main", "mill is tall")
		w.Settle()
	}
}

// A memory is explained in three, however long its chain: its record, beside
// the index; its chain, and where the events lie; the payloads.
func TestCostOfExplain(t *testing.T) {
	for _, n := range []int{1, 2, 5, 40} {
		for _, asked := range []int{0, n / 2, n - 1} {
			var id string
			costs(t, fmt.Sprintf("explain of version %d of a chain of %d", asked, n), 3, func(w *enginetest.World) {
				versions(n)(w)
				id = w.Find(fmt.Sprintf("tea is v%d", asked)).ID
			}, func(w *enginetest.World) error {
				x, err := w.Views.Explain(context.Background(), w.Project, id)
				if err == nil && (len(x.Chain) != n || len(x.Events) != n) {
					err = fmt.Errorf("%d versions of %d events", len(x.Chain), len(x.Events))
				}
				return err
			})
		}
	}
}

// One that was derived again leads to what took its place, in the same three.
func TestCostOfExplainingAShell(t *testing.T) {
	var id string
	costs(t, "explain of a memory that was derived again", 3, func(w *enginetest.World) {
		first := w.Say("main", "tea is green")
		w.Say("notes", "tea is green")
		w.Settle()
		id = w.Find("tea is green").ID
		if _, err := w.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: forget.Selector{EventID: first.ID}}); err != nil {
			w.T.Fatal(err)
		}
		w.Say("main", "tea is black")
		w.Settle()
	}, func(w *enginetest.World) error {
		x, err := w.Views.Explain(context.Background(), w.Project, id)
		if err == nil && (len(x.ReplacedBy) != 1 || len(x.Chain) != 2) {
			err = fmt.Errorf("%d versions, replaced by %v", len(x.Chain), x.ReplacedBy)
		}
		return err
	})
}

// The index knows nothing of a chain that is forgotten: each hop is one more,
// and there is no payload.
func TestCostOfExplainingWhatIsForgotten(t *testing.T) {
	var id string
	costs(t, "explain of a forgotten chain of 3", 4, func(w *enginetest.World) {
		versions(3)(w)
		id = w.Find("tea is v0").ID
		if _, err := w.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: forget.Selector{MemoryID: id}}); err != nil {
			w.T.Fatal(err)
		}
	}, func(w *enginetest.World) error {
		_, err := w.Views.Explain(context.Background(), w.Project, id)
		return err
	})
}

// A deed is five for one memory: it looks for an open deed, beside the index;
// reads what the index knows to hang together; stores its plan with the
// tombstones; reads what it erases; erases and enters its receipt in one Commit.
// A query looks for streams that lag before it opens the index. A larger one
// erases in several Commits at once and enters its receipt after them, and its
// tombstones come after its plan.
func TestCostOfForget(t *testing.T) {
	var id string
	for _, c := range []struct {
		name   string
		n      int
		sel    func() forget.Selector
		budget int
	}{
		{"a memory", 1, func() forget.Selector { return forget.Selector{MemoryID: id} }, 5},
		{"a query", 1, func() forget.Selector { return forget.Selector{Query: "tea"} }, 6},
		{"a chain of 20", 20, func() forget.Selector { return forget.Selector{MemoryID: id} }, 6},
		{"a query for a chain of 20", 20, func() forget.Selector { return forget.Selector{Query: "tea"} }, 7},
		{"a query for a chain of 98", 98, func() forget.Selector { return forget.Selector{Query: "tea"} }, 8},
	} {
		costs(t, "forgetting "+c.name, c.budget, func(w *enginetest.World) {
			versions(c.n)(w)
			id = w.Find("tea is v0").ID
		}, func(w *enginetest.World) error {
			_, err := w.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: c.sel()})
			return err
		})
	}
}

// A step of structuring is one Commit, and one write of the index in it. Before
// it are read: where the stream stands, beside the job; the events; where they
// lie; their payloads; the anchors; the memories under those. After it the
// marker goes.
func TestCostOfStructuring(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	w.Say("main", "tea is black\nmill is tall")
	deltas, commits := 0, 0
	count := func(writes []kaibo.Write) {
		commits++
		for _, write := range writes {
			if write.Item.Partition == kaibo.IndexPartition(w.Project.ID) {
				deltas++
			}
		}
	}
	w.Hooked(count).Drain("main")
	if commits != 2 || deltas != 1 { // the step, and the lag marker
		t.Errorf("it takes %d commits and %d writes of the index; want 2 and 1", commits, deltas)
	}
	costs(t, "structuring two statements", 8, func(w *enginetest.World) {
		versions(1)(w)
		w.Say("main", "tea is black\nmill is tall")
	}, func(w *enginetest.World) error {
		return w.Worker.Drain(context.Background(), w.Project, "main")
	})
}

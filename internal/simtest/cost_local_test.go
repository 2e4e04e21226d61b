package simtest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

// embedded is a world over the embedded store, and what counts the calls that
// another process makes of it.
func embedded(t *testing.T) (w, other *enginetest.World, c *porttest.Counter) {
	t.Helper()
	store, err := local.Open(t.TempDir(), local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	ports := enginetest.MemPorts(1)
	table := store.Table()
	ports.Table, ports.Objects, ports.Queue = table, store.Objects(), store.Queue("jobs")
	ports.Scan, _ = table.(kaibo.Scanner)
	c = porttest.NewCounter()
	slow := enginetest.SlowBy(ports, 10*time.Millisecond)
	slow.Table, slow.Objects, slow.Queue = c.Table(slow.Table), c.Objects(slow.Objects), c.Queue(ports.Queue)
	return enginetest.Over(t, ports), enginetest.Over(t, slow), c
}

// The embedded store keeps the design's budgets of calls in a row: remember 3
// and the queue, recall 2, explain 3, forget 6. The least of three tries counts,
// for a machine that is busy may make one after the other what could be made at
// once.
func TestCostsOfTheEmbeddedStore(t *testing.T) {
	w, other, c := embedded(t)
	for i := range 12 {
		w.Say("main", fmt.Sprintf("tea is v%d", i))
	}
	for i := range 6 {
		w.Say("notes", fmt.Sprintf("mill%d is tall", i))
	}
	w.Settle()
	first := w.Find("tea is v0").ID
	engine := &recall.Engine{Table: other.Ports.Table, Objects: other.Ports.Objects, Index: other.Index, Clock: w.Ports.Clock.Now}
	ctx := context.Background()
	forgets := func(sel forget.Selector) error {
		_, err := other.Forget.Forget(ctx, w.Project, forget.Order{Selector: sel})
		return err
	}
	for _, verb := range []struct {
		name   string
		budget int
		do     func(try int) error
	}{
		{"remember", 4, func(try int) error {
			_, err := other.Ledger.Append(ctx, w.Project, "other", []ledger.Entry{enginetest.Entry(fmt.Sprintf("house%d is red", try))})
			return err
		}},
		{"recall", 2, func(int) error {
			_, err := engine.Recall(ctx, w.Project, recall.Query{Question: "What is tea?"}, nil)
			return err
		}},
		{"explain", 3, func(int) error {
			x, err := other.Views.Explain(ctx, w.Project, first)
			if err == nil && len(x.Chain) != 12 {
				err = fmt.Errorf("the chain has %d versions", len(x.Chain))
			}
			return err
		}},
		{"forget a memory", 6, func(try int) error {
			w.Settle()
			id := w.Find(fmt.Sprintf("mill%d is tall", try)).ID
			c.Reset()
			return forgets(forget.Selector{MemoryID: id})
		}},
		{"forget a query", 6, func(try int) error { return forgets(forget.Selector{Query: fmt.Sprintf("mill%d", 3+try)}) }},
		{"forget a chain of 12", 7, func(try int) error {
			if try > 0 {
				return nil
			}
			return forgets(forget.Selector{MemoryID: first})
		}},
	} {
		least := 0
		for try := range 3 {
			c.Reset()
			if err := verb.do(try); err != nil {
				t.Fatalf("%s: %v", verb.name, err)
			}
			if trips := c.RoundTrips(); trips > 0 && (least == 0 || trips < least) {
				least = trips
			}
		}
		t.Logf("%s: %d calls in a row", verb.name, least)
		if least > verb.budget {
			t.Errorf("%s takes %d calls in a row; its budget is %d", verb.name, least, verb.budget)
		}
	}
	w.CheckFsck()
}

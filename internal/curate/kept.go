package curate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// kept is the graph of one project in this process.
type kept struct {
	turn    chan struct{} // holds one while somebody curates: who would meet the other anyway waits
	loading sync.Mutex    // held while the graph is read for the first time

	mu        sync.RWMutex
	graph     *graph.Graph
	forgotten map[string]bool // ids of nodes and events whose text went
}

func (e *Engine) kept(p kaibo.Project) *kept {
	if k, ok := e.graphs.Load(p.ID); ok {
		return k.(*kept)
	}
	k, _ := e.graphs.LoadOrStore(p.ID, &kept{turn: make(chan struct{}, 1), graph: graph.New(), forgotten: make(map[string]bool)})
	return k.(*kept)
}

// enter waits for the turn to curate.
func (k *kept) enter(ctx context.Context) (leave func(), err error) {
	select {
	case k.turn <- struct{}{}:
		return func() { <-k.turn }, nil
	case <-ctx.Done():
		return nil, &kaibo.Error{Op: "curate", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "others curate the project; nothing was done, try again", Err: ctx.Err()}
	}
}

// number is that of the last change that is folded.
func (k *kept) number() uint64 {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.graph.Number()
}

// refresh folds the changes that were added since the last time: one Query
// where there are few. A query is no snapshot, so it stops at a gap, which is a
// change that became visible while the query passed it. Nobody waits for
// another's query but at the beginning, when there is much to read.
func (k *kept) refresh(ctx context.Context, table kaibo.Table, p kaibo.Project) error {
	if k.number() == 0 {
		k.loading.Lock()
		defer k.loading.Unlock()
	}
	r := kaibo.Range{From: kaibo.GraphChangeKey(p.ID, k.number()+1).Sort, Before: graphChangesEnd}
	for {
		page, err := table.Query(ctx, kaibo.Records, kaibo.GraphPartition(p.ID), r)
		if err != nil {
			return fmt.Errorf("read changes of the graph: %w", err)
		}
		whole, err := k.fold(page.Items)
		if err != nil || !whole || !page.More {
			return err
		}
		r = r.Next(page)
	}
}

// graphChangesEnd is after the changes in their partition.
const graphChangesEnd = "n0"

// fold applies changes that are not applied yet, and answers whether there was
// no gap.
func (k *kept) fold(items []kaibo.Item) (whole bool, err error) {
	changes := make([]graph.Change, len(items))
	for i, item := range items {
		if err := item.Decode(&changes[i]); err != nil {
			return false, err
		}
	}
	if len(changes) == 0 {
		return true, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range changes {
		if c.Number <= k.graph.Number() {
			continue
		}
		if c.Number != k.graph.Number()+1 {
			return false, nil
		}
		if err := k.graph.Apply(c); err != nil {
			return false, fmt.Errorf("fold the graph: %w", err)
		}
		for _, id := range c.Forgets {
			k.forgotten[id] = true
		}
	}
	return true, nil
}

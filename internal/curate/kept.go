package curate

import (
	"context"
	"fmt"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// kept is the graph of one project in this process.
type kept struct {
	mu    sync.RWMutex
	graph *graph.Graph
}

func (e *Engine) kept(p kaibo.Project) *kept {
	if k, ok := e.graphs.Load(p.ID); ok {
		return k.(*kept)
	}
	k, _ := e.graphs.LoadOrStore(p.ID, &kept{graph: graph.New()})
	return k.(*kept)
}

// refresh folds the changes that were added since the last time: one Query
// where there are few. A query is no snapshot, so it stops at a gap, which is a
// change that became visible while the query passed it.
func (k *kept) refresh(ctx context.Context, table kaibo.Table, p kaibo.Project) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	partition := kaibo.GraphPartition(p.ID)
	r := kaibo.Range{From: kaibo.GraphChangeKey(p.ID, k.graph.Number()+1).Sort}
	for {
		page, err := table.Query(ctx, kaibo.Records, partition, r)
		if err != nil {
			return fmt.Errorf("read changes of the graph: %w", err)
		}
		for _, item := range page.Items {
			var c graph.Change
			if err := item.Decode(&c); err != nil {
				return err
			}
			if c.Number != k.graph.Number()+1 {
				return nil
			}
			if err := k.graph.Apply(c); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

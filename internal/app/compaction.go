package app

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// appendsPerCompaction is how many appends to a project make its index worth
// folding though nobody asked it anything: the number of deltas at which a
// recall asks for it too.
const appendsPerCompaction = 64

// compactions are the projects whose index has a long tail, each once.
type compactions struct {
	mu      sync.Mutex
	waiting map[string]kaibo.Project
	appends map[string]int // since the last suggestion
	wake    chan struct{}
}

func newCompactions() *compactions {
	return &compactions{waiting: map[string]kaibo.Project{}, appends: map[string]int{}, wake: make(chan struct{}, 1)}
}

// suggest notes a project. It does not block.
func (c *compactions) suggest(p kaibo.Project) {
	c.mu.Lock()
	c.waiting[p.ID] = p
	delete(c.appends, p.ID)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// appended counts an append and suggests the project when there were many.
func (c *compactions) appended(p kaibo.Project) {
	c.mu.Lock()
	c.appends[p.ID]++
	due := c.appends[p.ID] >= appendsPerCompaction
	c.mu.Unlock()
	if due {
		c.suggest(p)
	}
}

// take returns the projects that wait and forgets them.
func (c *compactions) take() []kaibo.Project {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := slices.Collect(maps.Values(c.waiting))
	clear(c.waiting)
	return list
}

// attach adds to an append what makes it searchable, and counts it.
func (a *App) attach(ctx context.Context, p kaibo.Project, stream string, events []ledger.Recorded) ([]kaibo.Write, error) {
	a.compactions.appended(p)
	a.checkpoints.changed(checkpoint.Log{Project: p.ID, Stream: stream})
	return a.worker.Attach(ctx, p, stream, events)
}

// compact folds the indexes that wait for it. One that fails is not in the way
// of the others.
func (a *App) compact(ctx context.Context) error {
	var errs []error
	for _, p := range a.compactions.take() {
		errs = append(errs, a.index.Compact(ctx, p))
	}
	return errors.Join(errs...)
}

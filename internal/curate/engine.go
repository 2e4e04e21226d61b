package curate

import (
	"context"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Engine curates. It is safe for concurrent use; its fields are set before.
type Engine struct {
	Table  kaibo.Table
	Ledger *ledger.Ledger
	Index  *termindex.Index
	Views  *views.Views
	Clock  kaibo.Clock

	// Announced, when set, is told of projects whose outbox got something. It
	// must not block.
	Announced func(p kaibo.Project)

	graphs sync.Map // project id → *kept
}

// Order is one verb to be done.
type Order struct {
	Verb           string
	Initiative     string // name; empty for the project as a whole. One that is not there is made.
	Args           any    // the verb's arguments, as the event's payload keeps them
	Actor          string
	Reason         string
	OccurredAt     *kaibo.Time // since when it is so; nil means now
	IdempotencyKey string
	Plan           func(context.Context, *Work) error
}

// Done is what came of an order.
type Done struct {
	Event          kaibo.Event
	Replayed       bool // the key was used before: the change is the first call's
	PayloadDiffers bool // and what was asked for then was something else
	Change         graph.Change
}

// Read calls fn with the graph of a project as of a moment of both times, with
// all that was written before the call. KnownAt of [kaibo.Forever] takes all
// that is recorded. The view is good until fn returns.
//
// The last change may have been recorded by a machine whose clock is ahead of
// this one's. Whoever asks for now then gets the moment of that change, so that
// what was done is seen at once.
func (e *Engine) Read(ctx context.Context, p kaibo.Project, asOf, knownAt kaibo.Time, fn func(*graph.View) error) error {
	k := e.kept(p)
	if err := k.refresh(ctx, e.Table, p); err != nil {
		return err
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	if last, now := k.graph.RecordedAt(), e.Clock(); last > now && knownAt == kaibo.Forever && asOf > now-justNow {
		asOf = max(asOf, last)
	}
	return fn(k.graph.At(asOf, knownAt))
}

// Changes calls fn for every change of a project, in order, with all that was
// written before the call, and answers the number of the last; 0 for none.
func (e *Engine) Changes(ctx context.Context, p kaibo.Project, fn func(*graph.Change)) (last uint64, err error) {
	k := e.kept(p)
	if err := k.refresh(ctx, e.Table, p); err != nil {
		return 0, err
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	v := k.graph.At(kaibo.Forever, kaibo.Forever)
	for n := uint64(1); n <= k.graph.Number(); n++ {
		if c, ok := v.Change(n); ok {
			fn(&c)
		}
	}
	return k.graph.Number(), nil
}

// justNow is how long ago a moment may be that a caller means as now: as long as
// a request takes.
const justNow = kaibo.Time(30 * time.Second / time.Millisecond)

// Records reads the memories behind nodes, in the order of their ids, a hundred
// a round trip; nil for an id that no memory has.
func (e *Engine) Records(ctx context.Context, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, error) {
	b := views.NewBatch(p, e.Table)
	if err := b.Load(ctx, ids); err != nil {
		return nil, err
	}
	records := make([]*kaibo.MemoryRecord, len(ids))
	for i, id := range ids {
		records[i] = b.Record(id)
	}
	return records, nil
}

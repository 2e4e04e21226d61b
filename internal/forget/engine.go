package forget

import (
	"cmp"
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Engine forgets. Its fields are set once.
type Engine struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Ledger  *ledger.Ledger
	Index   *termindex.Index
	Views   *views.Views
	Worker  *structure.Worker
	Curate  *curate.Engine // reads the curated graph; nil has the engine make its own
	Clock   kaibo.Clock
	Random  io.Reader

	// Grace is how long purging waits after a deed. It should not be shorter
	// than the recovery window of the tables, so that a purge has reached the
	// backups when it is said.
	Grace time.Duration
	// Vacuum, when set, makes the store give back the bytes of deleted items;
	// it is called before a purge is said.
	Vacuum func(ctx context.Context) error
	// Projects finds the project of a purge that is due.
	Projects structure.Projects
	// Scan walks the table when the purge of a deleted project is due.
	Scan kaibo.Scanner
	// ProjectPages is how many pages of the table one call of Purge walks for the
	// deletion of a project; 0 means 500.
	ProjectPages int
	// Alone says that no other process works on the store: a deed that this
	// one is not at has stopped, however young it is.
	Alone bool

	// Announced, when set, is told of projects whose outbox got something. It
	// must not block.
	Announced func(p kaibo.Project)

	// Parallel is how many calls a deed makes at once; 0 means 16. With 1 a
	// deed makes the same calls in the same order each time.
	Parallel int

	ownGraph sync.Once
	graph    *curate.Engine

	atWork deedsAtWork
	turns  deedsAtWork // by project: whose turn it is to forget
}

// curated reads the curated graph.
func (e *Engine) curated() *curate.Engine {
	e.ownGraph.Do(func() {
		if e.graph = e.Curate; e.graph == nil {
			e.graph = &curate.Engine{Table: e.Table, Ledger: e.Ledger, Index: e.Index, Views: e.Views, Clock: e.Clock}
		}
	})
	return e.graph
}

// atOnce is how many calls are made at once.
func (e *Engine) atOnce() int { return cmp.Or(e.Parallel, 16) }

// each does something for every number below n, several at a time.
func (e *Engine) each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(e.atOnce())
	for i := range n {
		work.Go(func() error { return do(workCtx, i) })
	}
	return work.Wait()
}

// DefaultGrace is how long purging waits unless a setting says otherwise.
const DefaultGrace = 24 * time.Hour

// Selector says what to forget: one of MemoryID, Query, EventID and Stream, or
// none of them and a Narrow. Narrow (actors and metadata) selects when it
// stands alone and else narrows what the query or the stream finds.
type Selector struct {
	MemoryID string
	Query    string
	EventID  string
	Stream   string
	Narrow   kaibo.Filter // Actors and Tags only

	events []string // of ForgetEvents
}

// check says what is wrong with a selector.
func (s *Selector) check() error {
	if len(s.events) > 0 {
		return nil
	}
	named := 0
	for _, v := range []string{s.MemoryID, s.Query, s.EventID, s.Stream} {
		if v != "" {
			named++
		}
	}
	switch {
	case named > 1:
		return kaibo.Errorf(kaibo.Invalid, "name one of memoryId, query, eventId and stream")
	case named == 0 && !s.Narrow.NeedsSource():
		return kaibo.Errorf(kaibo.Invalid, "name what to forget: memoryId, query, eventId, stream, actors or metadata")
	case len(s.Query) > kaibo.MaxQuestionBytes:
		return kaibo.InvalidField("query", "must be at most %d bytes", kaibo.MaxQuestionBytes)
	}
	return nil
}

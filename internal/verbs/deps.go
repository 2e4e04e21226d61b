package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Deps are the engines that the handlers drive. A deployment fills in those
// whose verbs it offers.
type Deps struct {
	Appender Appender
	Ledger   LedgerReader
	Health   HealthReader
}

// Appender writes events; [ledger.Ledger] is it.
type Appender interface {
	Append(ctx context.Context, p kaibo.Project, stream string, entries []ledger.Entry) ([]ledger.Appended, error)
}

// LedgerReader reads what the ledger keeps; [ledger.Ledger] is it. Each answer
// of a list says whether there is more.
type LedgerReader interface {
	Job(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
	EventsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]kaibo.Event, bool, error)
	Streams(ctx context.Context, p kaibo.Project, after string, limit int) ([]kaibo.Head, bool, error)
	Deletions(ctx context.Context, p kaibo.Project, after uint64, limit int) ([]kaibo.Receipt, bool, error)
	Payload(ctx context.Context, p kaibo.Project, eventID string) (*kaibo.Event, *kaibo.Payload, error)
}

var (
	_ Appender     = (*ledger.Ledger)(nil)
	_ LedgerReader = (*ledger.Ledger)(nil)
)

package hints

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Sweepers delete the payloads that no event names, what an index has let go,
// and the plans of jobs that have ended.
func Sweepers(l *ledger.Ledger, ix *termindex.Index, w *structure.Worker) []Sweeper {
	return []Sweeper{
		func(ctx context.Context, p kaibo.Project, since kaibo.Time) error {
			_, _, err := l.Sweep(ctx, p, since)
			return err
		},
		func(ctx context.Context, p kaibo.Project, _ kaibo.Time) error { return ix.Sweep(ctx, p) },
		func(ctx context.Context, p kaibo.Project, _ kaibo.Time) error {
			_, err := w.SweepPlans(ctx, p)
			return err
		},
	}
}

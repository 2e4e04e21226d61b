package app

import (
	"context"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// gauges are what a scrape reads of the store.
type gauges struct {
	table kaibo.Table
	clock kaibo.Clock
}

// read returns nothing of what cannot be read: health says why.
func (g gauges) read(ctx context.Context) map[string]float64 {
	backlog, err := ledger.ReadBacklog(ctx, g.table)
	if err != nil {
		return map[string]float64{"kaibo_store_up": 0}
	}
	waited := 0.0
	if backlog.Oldest != 0 {
		waited = max(g.clock().Std().Sub(backlog.Oldest.Std()).Seconds(), 0)
	}
	return map[string]float64{
		"kaibo_store_up":                  1,
		"kaibo_structure_streams_waiting": float64(backlog.Streams),
		"kaibo_structure_oldest_seconds":  waited,
	}
}

// flushTime is how long the program waits for a collector when it ends.
const flushTime = 3 * time.Second

func (a *App) flushTraces() {
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	if err := a.tell.Close(ctx); err != nil {
		a.log.WarnContext(ctx, "the last traces were not sent", "err", err)
	}
}

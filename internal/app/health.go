package app

import (
	"context"
	"time"

	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// health implements verbs.HealthReader.
type health struct{ app *App }

var _ verbs.HealthReader = health{}

// Health implements verbs.HealthReader.
func (h health) Health(ctx context.Context) (verbs.HealthOut, error) {
	out := verbs.HealthOut{Status: "ok", Version: h.app.options.Version, Time: h.app.options.Clock()}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	backlog, err := ledger.ReadBacklog(ctx, h.app.store.Table())
	if err != nil {
		h.app.log.ErrorContext(ctx, "health: read store", "err", err)
		out.Status, out.Reason = "degraded", "the store cannot be read"
		return out, nil
	}
	out.Pipeline(backlog)
	return out, nil
}

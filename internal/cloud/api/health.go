package api

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// healthFor is how long an answer of health stands in for the next: anybody may
// ask, and each look costs some twenty reads of the table.
const healthFor = 15 * time.Second

// Health is the health of a deployment as a function sees it: whether it can
// read the table, and whether what waits to be structured drains.
type Health struct {
	Table kaibo.Table
	Clock kaibo.Clock

	mu   sync.Mutex
	kept verbs.HealthOut
	at   time.Time
}

var _ verbs.HealthReader = (*Health)(nil)

// Health implements verbs.HealthReader.
func (h *Health) Health(ctx context.Context) (verbs.HealthOut, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at.IsZero() || time.Since(h.at) > healthFor {
		h.kept, h.at = h.look(ctx), time.Now()
	}
	out := h.kept
	out.Time = h.Clock()
	return out, nil
}

func (h *Health) look(ctx context.Context) verbs.HealthOut {
	out := verbs.HealthOut{Status: "ok", Version: cloud.Version(), Time: h.Clock()}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	backlog, err := ledger.ReadBacklog(ctx, h.Table)
	if err != nil {
		slog.ErrorContext(ctx, "health: read store", "err", err)
		out.Status, out.Reason = "degraded", "the store cannot be read"
		return out
	}
	out.Pipeline(backlog)
	return out
}

package verbs

import (
	"context"
	"net/http"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

var healthVerb = define(Spec{
	Name:    "health",
	Summary: "Say whether the server is well",
	Doc: "Says whether the server can reach its store and how far its background work lags: events that have waited over ten " +
		"minutes to be structured make it degraded. It wants no key and tells nothing of any project.",
	Scope: Public, Toolset: Operate, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get:     "/healthz",
	Example: `{}`,
}, readHealth)

// HealthIn is the input of health.
type HealthIn struct{}

// HealthReader looks at the deployment.
type HealthReader interface {
	// Health answers at once; an error means that the store is out of
	// reach.
	Health(ctx context.Context) (HealthOut, error)
}

// HealthOut is the answer of health: 200 when all is well, else 503.
type HealthOut struct {
	Status  string     `json:"status" enum:"ok,degraded" doc:"ok, or degraded when Reason says what is wrong."`
	Reason  string     `json:"reason,omitempty" doc:"What is wrong."`
	Version string     `json:"version" doc:"Of the program."`
	Time    kaibo.Time `json:"time" doc:"The server's clock."`
	// Waiting and OldestSeconds tell of the pipeline.
	Waiting       int   `json:"waiting" doc:"Streams with events that are not structured yet."`
	OldestSeconds int64 `json:"oldestSeconds" doc:"How long the one that waits longest has waited; 0 when none waits."`
}

// MaxWaiting is how long an event may wait to be structured before the server
// is not well: what waits longer does not wait, it is stuck.
const MaxWaiting = 10 * time.Minute

// Pipeline enters how far the background work lags.
func (h *HealthOut) Pipeline(b ledger.Backlog) {
	h.Waiting = b.Streams
	if b.Oldest == 0 {
		return
	}
	waited := max(h.Time.Std().Sub(b.Oldest.Std()), 0)
	h.OldestSeconds = int64(waited / time.Second)
	if waited > MaxWaiting {
		h.Status, h.Reason = "degraded", "events wait to be structured and the queue does not drain"
	}
}

// StatusCode implements StatusCoder.
func (h *HealthOut) StatusCode() int {
	if h.Status == "ok" {
		return http.StatusOK
	}
	return http.StatusServiceUnavailable
}

func readHealth(ctx context.Context, c *Call, _ *HealthIn) (*HealthOut, error) {
	out, err := c.Deps.Health.Health(ctx)
	return &out, err
}

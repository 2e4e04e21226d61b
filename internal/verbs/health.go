package verbs

import (
	"context"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var healthVerb = define(Spec{
	Name:    "health",
	Summary: "Say whether the server is well",
	Doc: "Says whether the server can reach its store and how far its background work lags. It wants no key and " +
		"tells nothing of any project.",
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

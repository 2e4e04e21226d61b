package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Observer hears of every request. It is told no text: routes are patterns, and
// ids are kaibo's own.
type Observer interface {
	// Begin returns the context that the request is answered in.
	Begin(r *http.Request) context.Context
	// End tells how it went, with the context that Begin returned.
	End(ctx context.Context, e Exchange)
}

// Exchange is one request and its answer.
type Exchange struct {
	RequestID string // as in the log, and in X-Request-Id
	Method    string
	Route     string // "POST /v1/recall"; empty when nothing is at the path
	Project   string // its id; empty when none was found
	Status    int    // of the answer; 0 when the connection was broken off
	Code      string // of a problem
	Bytes     int64  // of the answer's body
	Took      time.Duration
}

// metricsSpec is who may read metrics: they tell of all projects together.
var metricsSpec = &verbs.Spec{Name: "metrics", Scope: verbs.Operator}

// addMetrics adds the route of metrics.
func (h *Handler) addMetrics(serve http.HandlerFunc) {
	rt := newRoute(http.MethodGet, "/metrics")
	rt.serve = func(w http.ResponseWriter, r *http.Request) error {
		who, err := h.identify(r, metricsSpec)
		if err != nil {
			return err
		}
		if call := h.callBy(who, time.Now(), ""); !call.Allows(verbs.Operator) {
			return errNoOperator
		}
		serve(w, r)
		return nil
	}
	h.routes = append(h.routes, rt)
}

package api

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// Namespace is where CloudWatch keeps the metrics of functions.
const Namespace = "kaibo"

// emf writes a line a request in CloudWatch's embedded metric format
// (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html),
// from which CloudWatch makes metrics without a call: Latency, Failures and
// Bytes, by function and route. The function's name has the stack's in it.
type emf struct {
	log   *slog.Logger // writes JSON whose fields are at the top
	clock func() time.Time
}

var _ httpapi.Observer = emf{}

// Begin implements httpapi.Observer.
func (emf) Begin(r *http.Request) context.Context { return r.Context() }

// End implements httpapi.Observer.
func (m emf) End(ctx context.Context, e httpapi.Exchange) {
	route := e.Route
	if route == "" {
		route = "none"
	}
	failed := 0
	if e.Status == 0 || e.Status >= http.StatusInternalServerError {
		failed = 1
	}
	type metric struct {
		Name string `json:"Name"`
		Unit string `json:"Unit"`
	}
	m.log.InfoContext(ctx, "metrics",
		"_aws", map[string]any{
			"Timestamp": m.clock().UnixMilli(),
			"CloudWatchMetrics": []any{map[string]any{
				"Namespace": Namespace, "Dimensions": [][]string{{"Function", "Route"}},
				"Metrics": []metric{{"Latency", "Milliseconds"}, {"Failures", "Count"}, {"Bytes", "Bytes"}},
			}},
		},
		"Function", lambdacontext.FunctionName, "Route", route,
		"Latency", float64(e.Took.Microseconds())/1000, "Failures", failed, "Bytes", e.Bytes,
		"request", e.RequestID, "status", e.Status, "code", e.Code, "project", e.Project)
}

package telemetry

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// Options say what is told of.
type Options struct {
	Version string
	// Lookup reads the environment: see the package's documentation for what
	// it is asked for. Nil configures no traces.
	Lookup func(string) (string, bool)
	// Gauges are read at each scrape, by their names in the form of Prometheus.
	Gauges func(ctx context.Context) map[string]float64
}

// Telemetry is safe for concurrent use.
type Telemetry struct {
	set      *metrics.Set
	gauges   func(context.Context) map[string]float64
	provider *sdktrace.TracerProvider // nil without an endpoint
	tracer   trace.Tracer
}

var _ httpapi.Observer = (*Telemetry)(nil)

// New makes it. The error says what of the environment is not understood.
func New(o Options) (*Telemetry, error) {
	t := &Telemetry{set: metrics.NewSet(), gauges: o.Gauges}
	t.set.NewGauge(fmt.Sprintf("kaibo_build_info{version=%q}", o.Version), func() float64 { return 1 })
	if o.Lookup == nil {
		return t, nil
	}
	e, err := newExporter(o.Lookup)
	if err != nil || e == nil {
		return t, err
	}
	t.provider = sdktrace.NewTracerProvider(sdktrace.WithBatcher(e), sdktrace.WithResource(resourceOf(o.Lookup, o.Version)))
	t.tracer = t.provider.Tracer("github.com/kaibo-dev/kaibo")
	return t, nil
}

// Endpoint is where traces go; empty for nowhere.
func Endpoint(lookup func(string) (string, bool)) string {
	e, err := newExporter(lookup)
	if err != nil || e == nil {
		return ""
	}
	return e.url
}

// Close sends what was not sent yet.
func (t *Telemetry) Close(ctx context.Context) error {
	if t.provider == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// carrier reads the headers of W3C Trace Context.
var carrier = propagation.TraceContext{}

// Begin implements httpapi.Observer.
func (t *Telemetry) Begin(r *http.Request) context.Context {
	if t.tracer == nil {
		return r.Context()
	}
	ctx := carrier.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, _ = t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	return ctx
}

// End implements httpapi.Observer.
func (t *Telemetry) End(ctx context.Context, e httpapi.Exchange) {
	route := e.Route
	if route == "" {
		route = "none" // whatever the path was: anybody can make up paths
	}
	t.set.GetOrCreateCounter(fmt.Sprintf("kaibo_http_requests_total{route=%q,status=\"%d\"}", route, e.Status)).Inc()
	t.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("kaibo_http_request_duration_seconds{route=%q}", route), bounds).Update(e.Took.Seconds())
	t.set.GetOrCreateCounter(fmt.Sprintf("kaibo_http_response_bytes_total{route=%q}", route)).AddInt64(e.Bytes)
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetName(route)
	span.SetAttributes(
		attribute.String("http.request.method", e.Method), attribute.String("http.route", pathOf(route)),
		attribute.Int("http.response.status_code", e.Status), attribute.Int64("http.response.body.size", e.Bytes),
		attribute.String("kaibo.request.id", e.RequestID), attribute.String("kaibo.project.id", e.Project))
	if e.Code != "" {
		span.SetAttributes(attribute.String("error.type", e.Code))
	}
	if e.Status >= 500 {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// bounds of the histogram, in seconds: from a fast recall to the longest wait.
var bounds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// pathOf drops the method of a route.
func pathOf(route string) string {
	_, path, ok := strings.Cut(route, " ")
	if !ok {
		return route
	}
	return path
}

// scrapeTimeout bounds what is read of the store for one scrape.
const scrapeTimeout = 5 * time.Second

// Serve writes the metrics in Prometheus's text form, version 0.0.4.
func (t *Telemetry) Serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	t.set.WritePrometheus(w)
	if t.gauges != nil {
		ctx, cancel := context.WithTimeout(r.Context(), scrapeTimeout)
		defer cancel()
		now := metrics.NewSet()
		for name, value := range t.gauges(ctx) {
			now.NewGauge(name, func() float64 { return value })
		}
		now.WritePrometheus(w)
	}
	metrics.WriteProcessMetrics(w)
}

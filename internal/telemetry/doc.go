// Package telemetry tells operators how a server does: counts and times in the
// form of Prometheus, and traces of requests by OTLP when that is configured.
//
//	t, err := telemetry.New(telemetry.Options{Version: "1.2.3", Lookup: os.LookupEnv})
//	handler := httpapi.New(httpapi.Config{Observer: t, Metrics: t.Serve, …})
//	defer t.Close(ctx)
//
// It holds ids of requests and projects, routes, statuses and times, and never
// text, names or keys: what httpapi hands it are patterns of routes, not paths.
//
// Traces go to the endpoint that OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or
// OTEL_EXPORTER_OTLP_ENDPOINT names, as JSON over HTTP, which the OTLP
// specification (https://opentelemetry.io/docs/specs/otlp/) has beside protobuf
// and every collector takes on port 4318. Without one nothing is recorded and
// nothing leaves. A collector that does not answer costs spans and nothing else.
package telemetry

package telemetry_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/telemetry"
)

func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func exchange(t *telemetry.Telemetry, header http.Header, e httpapi.Exchange) {
	r := httptest.NewRequest(http.MethodPost, "/v1/recall", nil)
	r.Header = header
	t.End(t.Begin(r), e)
}

func TestMetricsAreOfRoutesNotPaths(t *testing.T) {
	tell, err := telemetry.New(telemetry.Options{Version: "1.2.3", Gauges: func(context.Context) map[string]float64 {
		return map[string]float64{"kaibo_structure_streams_waiting": 3}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		exchange(tell, nil, httpapi.Exchange{Method: "POST", Route: "POST /v1/recall", Status: 200, Bytes: 10, Took: 3 * time.Millisecond})
	}
	exchange(tell, nil, httpapi.Exchange{Method: "GET", Status: 404})
	w := httptest.NewRecorder()
	tell.Serve(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	got := w.Body.String()
	for _, want := range []string{
		`kaibo_build_info{version="1.2.3"} 1`, `kaibo_http_requests_total{route="POST /v1/recall",status="200"} 2`,
		`kaibo_http_requests_total{route="none",status="404"} 1`, `kaibo_http_request_duration_seconds_bucket{route="POST /v1/recall",le="0.005"} 2`,
		`kaibo_http_response_bytes_total{route="POST /v1/recall"} 20`, "kaibo_structure_streams_waiting 3", "process_resident_memory_bytes",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
}

// TestTracesReachACollector reads what is posted as a collector does.
func TestTracesReachACollector(t *testing.T) {
	got := make(chan []byte, 1)
	var header http.Header
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		header = r.Header
		if r.URL.Path == "/v1/traces" {
			got <- b
		}
	}))
	defer collector.Close()
	tell, err := telemetry.New(telemetry.Options{Version: "1.2.3", Lookup: environment(
		"OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL+"/", "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20s3, x-team = a", "OTEL_SERVICE_NAME", "memory")})
	if err != nil {
		t.Fatal(err)
	}
	exchange(tell, http.Header{"Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}},
		httpapi.Exchange{Method: "POST", Route: "POST /v1/recall", Status: 503, Code: "unavailable", RequestID: "r-1", Project: "prj_x"})
	if err := tell.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	var body struct {
		ResourceSpans []struct {
			ScopeSpans []struct {
				Spans []struct {
					TraceID      string `json:"traceId"`
					ParentSpanID string `json:"parentSpanId"`
					SpanID       string `json:"spanId"`
					Name         string
					Kind         int
					Start        string `json:"startTimeUnixNano"`
					End          string `json:"endTimeUnixNano"`
					Status       struct{ Code int }
				}
			}
		}
	}
	text := <-got
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatal(err)
	}
	span := body.ResourceSpans[0].ScopeSpans[0].Spans[0]
	if span.TraceID != "0af7651916cd43dd8448eb211c80319c" || span.ParentSpanID != "b7ad6b7169203331" || len(span.SpanID) != 16 ||
		span.Name != "POST /v1/recall" || span.Kind != 2 || span.Status.Code != 2 || span.Start == "" || span.End < span.Start {
		t.Errorf("%s", text)
	}
	for _, want := range []string{`"kaibo.request.id"`, `"r-1"`, `"memory"`, `"intValue":"503"`, `"http.route"`, `"/v1/recall"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %s in %s", want, text)
		}
	}
	if header.Get("Authorization") != "Bearer s3" || header.Get("X-Team") != "a" {
		t.Errorf("headers %v", header)
	}
}

func TestACollectorThatIsDownCostsNothing(t *testing.T) {
	tell, err := telemetry.New(telemetry.Options{Lookup: environment("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:1/traces")})
	if err != nil {
		t.Fatal(err)
	}
	exchange(tell, nil, httpapi.Exchange{Method: "GET", Route: "GET /healthz", Status: 200})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := tell.Close(ctx); err == nil {
		t.Log("the exporter tells of it elsewhere")
	}
}

func TestWhatIsConfiguredWronglyIsSaid(t *testing.T) {
	for _, c := range []struct {
		says string
		env  []string
	}{
		{"no address", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"}},
		{"http/json", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c", "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}},
		{"milliseconds", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c", "OTEL_EXPORTER_OTLP_TIMEOUT", "10s"}},
		{"name=value", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c", "OTEL_EXPORTER_OTLP_HEADERS", "token"}},
	} {
		if _, err := telemetry.New(telemetry.Options{Lookup: environment(c.env...)}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.env, err)
		}
	}
	for _, off := range [][]string{nil, {"OTEL_SDK_DISABLED", "true", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://c"}} {
		if to := telemetry.Endpoint(environment(off...)); to != "" {
			t.Errorf("%v: traces go to %s", off, to)
		}
	}
	if to := telemetry.Endpoint(environment("OTEL_EXPORTER_OTLP_ENDPOINT", "https://c.example/otlp")); to != "https://c.example/otlp/v1/traces" {
		t.Errorf("traces go to %s", to)
	}
}

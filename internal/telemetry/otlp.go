package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// exporter posts spans as OTLP/HTTP in its JSON encoding. OpenTelemetry's own
// exporter speaks protobuf, for which it links gRPC: 69 packages, half a minute
// of building, for one POST.
type exporter struct {
	url     string
	headers map[string]string
	client  *http.Client
}

var _ sdktrace.SpanExporter = (*exporter)(nil)

// The variables that are read are those of the OTLP exporter's specification.
const (
	varTraces        = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	varEndpoint      = "OTEL_EXPORTER_OTLP_ENDPOINT"
	varTracesHeaders = "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
	varHeaders       = "OTEL_EXPORTER_OTLP_HEADERS"
	varProtocol      = "OTEL_EXPORTER_OTLP_PROTOCOL"
	varTimeout       = "OTEL_EXPORTER_OTLP_TIMEOUT" // milliseconds
	varDisabled      = "OTEL_SDK_DISABLED"
	varService       = "OTEL_SERVICE_NAME"
)

// newExporter makes the exporter that the environment configures; nil for none.
func newExporter(lookup func(string) (string, bool)) (*exporter, error) {
	get := func(name string) string { v, _ := lookup(name); return strings.TrimSpace(v) }
	if strings.EqualFold(get(varDisabled), "true") {
		return nil, nil
	}
	address, name := get(varTraces), varTraces
	if address == "" {
		if address, name = get(varEndpoint), varEndpoint; address != "" {
			address = strings.TrimSuffix(address, "/") + "/v1/traces"
		}
	}
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s is no address such as http://127.0.0.1:4318", name)
	}
	if p := get(varProtocol); p != "" && p != "http/json" {
		return nil, fmt.Errorf("%s is %s; this program speaks http/json", varProtocol, p)
	}
	timeout := 10 * time.Second
	if ms := get(varTimeout); ms != "" {
		n, err := strconv.Atoi(ms)
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("%s is no number of milliseconds", varTimeout)
		}
		timeout = time.Duration(n) * time.Millisecond
	}
	given := get(varTracesHeaders)
	if given == "" {
		given = get(varHeaders)
	}
	headers, err := readHeaders(given)
	return &exporter{url: address, headers: headers, client: &http.Client{Timeout: timeout}}, err
}

// readHeaders reads "name=value,name=value", values percent-encoded as in W3C Baggage.
func readHeaders(text string) (map[string]string, error) {
	headers := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, fmt.Errorf("%s is not written as name=value,name=value", varHeaders)
		}
		headers[strings.TrimSpace(name)] = value
	}
	return headers, nil
}

func resourceOf(lookup func(string) (string, bool), version string) *resource.Resource {
	service, ok := lookup(varService)
	if !ok || service == "" {
		service = "kaibo"
	}
	return resource.NewSchemaless(attribute.String("service.name", service), attribute.String("service.version", version))
}

// Shutdown implements sdktrace.SpanExporter.
func (e *exporter) Shutdown(context.Context) error { return nil }

// ExportSpans implements sdktrace.SpanExporter.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	list := make([]otlpSpan, len(spans))
	for i, s := range spans {
		list[i] = spanOf(s)
	}
	body, err := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{
		"resource":   map[string]any{"attributes": attributesOf(spans[0].Resource().Attributes())},
		"scopeSpans": []any{map[string]any{"scope": map[string]any{"name": spans[0].InstrumentationScope().Name}, "spans": list}},
	}}})
	if err != nil {
		return fmt.Errorf("write spans: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	for name, value := range e.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := e.client.Do(req)
	if err != nil {
		return fmt.Errorf("send spans: %w", err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection serves again
	if resp.StatusCode >= 300 {
		return fmt.Errorf("send spans: the collector answered %s", resp.Status)
	}
	return nil
}

// otlpSpan is a span in OTLP's JSON: ids in hex, 64-bit numbers as strings.
type otlpSpan struct {
	TraceID    string          `json:"traceId"`
	SpanID     string          `json:"spanId"`
	ParentID   string          `json:"parentSpanId,omitempty"`
	Name       string          `json:"name"`
	Kind       int             `json:"kind"`
	Start      string          `json:"startTimeUnixNano"`
	End        string          `json:"endTimeUnixNano"`
	Attributes []otlpAttribute `json:"attributes"`
	Status     otlpStatus      `json:"status"`
}

type otlpStatus struct {
	Code int `json:"code,omitempty"` // 2 is an error
}

type otlpAttribute struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

func spanOf(s sdktrace.ReadOnlySpan) otlpSpan {
	out := otlpSpan{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Name: s.Name(),
		Kind:  int(s.SpanKind()),
		Start: strconv.FormatInt(s.StartTime().UnixNano(), 10), End: strconv.FormatInt(s.EndTime().UnixNano(), 10),
		Attributes: attributesOf(s.Attributes()),
	}
	if parent := s.Parent(); parent.HasSpanID() {
		out.ParentID = parent.SpanID().String()
	}
	if s.Status().Code == codes.Error {
		out.Status.Code = 2
	}
	return out
}

func attributesOf(list []attribute.KeyValue) []otlpAttribute {
	out := make([]otlpAttribute, 0, len(list))
	for _, kv := range list {
		value := map[string]any{"stringValue": kv.Value.String()}
		if kv.Value.Type() == attribute.INT64 {
			value = map[string]any{"intValue": kv.Value.String()}
		}
		out = append(out, otlpAttribute{Key: string(kv.Key), Value: value})
	}
	return out
}

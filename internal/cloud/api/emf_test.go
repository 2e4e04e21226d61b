package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// TestALineOfMetrics holds a line to what CloudWatch reads: every metric and
// every dimension that the directive names is a field at the top.
func TestALineOfMetrics(t *testing.T) {
	var out bytes.Buffer
	observer := api.EMF(slog.New(slog.NewJSONHandler(&out, nil)), func() time.Time { return time.UnixMilli(1782896400000) })
	observer.End(context.Background(), httpapi.Exchange{Method: "POST", Route: "POST /v1/recall", Status: 503, Took: 12500 * time.Microsecond, Bytes: 812, RequestID: "r-1"})
	var line struct {
		AWS struct {
			Timestamp         int64
			CloudWatchMetrics []struct {
				Namespace  string
				Dimensions [][]string
				Metrics    []struct{ Name, Unit string }
			}
		} `json:"_aws"`
	}
	var fields map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &fields); err != nil {
		t.Fatal(err)
	}
	if line.AWS.Timestamp != 1782896400000 || len(line.AWS.CloudWatchMetrics) != 1 || line.AWS.CloudWatchMetrics[0].Namespace != api.Namespace {
		t.Fatalf("%s", out.String())
	}
	directive := line.AWS.CloudWatchMetrics[0]
	for _, d := range directive.Dimensions[0] {
		if _, ok := fields[d].(string); !ok {
			t.Errorf("the dimension %s is no string at the top: %v", d, fields[d])
		}
	}
	for _, m := range directive.Metrics {
		if _, ok := fields[m.Name].(float64); !ok {
			t.Errorf("the metric %s is no number at the top: %v", m.Name, fields[m.Name])
		}
	}
	if fields["Latency"] != 12.5 || fields["Failures"] != 1.0 || fields["Route"] != "POST /v1/recall" {
		t.Errorf("%s", out.String())
	}
}

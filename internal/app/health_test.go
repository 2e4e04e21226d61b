package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestHealthCoversThePipeline has a server take an event that nobody
// structures, and looks at its health and its metrics as time goes by.
func TestHealthCoversThePipeline(t *testing.T) {
	ahead := time.Duration(0)
	clock := func() kaibo.Time { return kaibo.SystemClock() + kaibo.Time(ahead.Milliseconds()) }
	a := openWith(t, app.Options{Dir: filepath.Join(t.TempDir(), "data"), Clock: clock})
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Host = "127.0.0.1"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	health := func() (status int, out verbs.HealthOut) {
		w := ask(http.MethodGet, "/healthz", "")
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		return w.Code, out
	}
	if status, out := health(); status != 200 || out.Waiting != 0 || out.OldestSeconds != 0 {
		t.Errorf("empty: %d %+v", status, out)
	}
	if w := ask(http.MethodPost, "/v1/remember", `{"content": "The well is deep."}`); w.Code != http.StatusAccepted {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if status, out := health(); status != 200 || out.Waiting != 1 {
		t.Errorf("just now: %d %+v", status, out)
	}
	ahead = 11 * time.Minute
	if status, out := health(); status != 503 || out.Status != "degraded" || out.OldestSeconds < 660 || !strings.Contains(out.Reason, "drain") {
		t.Errorf("after eleven minutes: %d %+v", status, out)
	}
	if got := ask(http.MethodGet, "/metrics", "").Body.String(); !strings.Contains(got, "kaibo_structure_streams_waiting 1\n") ||
		!strings.Contains(got, `kaibo_http_requests_total{route="POST /v1/remember",status="202"} 1`) {
		t.Errorf("metrics:\n%s", got)
	}
	if err := a.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, out := health(); status != 200 || out.Waiting != 0 {
		t.Errorf("settled: %d %+v", status, out)
	}
}

// TestMetricsWantAnOperator holds metrics, which tell of all projects, to an
// operator's key once there are keys.
func TestMetricsWantAnOperator(t *testing.T) {
	s := run(t, filepath.Join(t.TempDir(), "data"), 0)
	get := func(key string) int {
		r, err := http.NewRequest(http.MethodGet, s.url+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	if got := get(""); got != 200 {
		t.Errorf("open: %d", got)
	}
	_, reader := s.post("keys.create", `{"name": "agent", "scopes": ["read", "write", "forget", "admin"]}`)
	if got := get(""); got != 401 {
		t.Errorf("without a key: %d", got)
	}
	if got := get(reader["key"].(string)); got != 403 {
		t.Errorf("an admin's: %d", got)
	}
	if got := get(operatorKey(t)); got != 401 {
		t.Errorf("a made-up key: %d", got)
	}
}

func operatorKey(t *testing.T) string { t.Helper(); return "kaibo_" + strings.Repeat("a", 40) }

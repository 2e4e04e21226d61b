package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// FuzzRequests sends any request to the real program: it answers JSON, and
// never that something went wrong inside.
func FuzzRequests(f *testing.F) {
	f.Add("POST", "/v1/remember", `{"content": "x", "metadata": {"n": 1}}`, "application/json", "*/*")
	f.Add("GET", "/v1/streams/main/events?after=1&limit=2", "", "", "application/x-ndjson")
	f.Add("GET", "/v1/events/evt_aaaaaaaaaaaaaaaa/payload", "", "", "")
	for _, v := range verbs.All() {
		f.Add("POST", "/v1/"+v.Spec().Name, v.Spec().Example, "application/json", "text/event-stream;q=0.5, */*")
	}
	a, err := app.Open(context.Background(), app.Options{Dir: f.TempDir(), NoSync: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = a.Close() })
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, path, body, contentType, accept string) {
		u, err := url.Parse(path)
		if err != nil || !strings.HasPrefix(path, "/") || u.Host != "" || strings.Contains(path, "keys.create") {
			return // no HTTP server hands it on; and a key would shut the rest out
		}
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader(body))
		r.Method, r.URL = method, u
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		b, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		media := w.Result().Header.Get("Content-Type")
		if strings.HasSuffix(media, "json") && !strings.HasSuffix(media, "ndjson") && !json.Valid(b) {
			t.Errorf("%s %s: not JSON: %s", method, path, b)
		}
	})
}

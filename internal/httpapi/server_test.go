package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// server is the real program over a directory of its own, without a socket.
type server struct {
	t       *testing.T
	app     *app.App
	handler http.Handler
	log     *bytes.Buffer
}

func newServer(t *testing.T, e app.Exposure) *server {
	t.Helper()
	var log bytes.Buffer
	a, err := app.Open(context.Background(), app.Options{Dir: t.TempDir(), Version: "1.2.3", NoSync: true,
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	h, err := a.Handler(e)
	if err != nil {
		t.Fatal(err)
	}
	return &server{t: t, app: a, handler: h, log: &log}
}

// loopback is a server that wants no key.
func loopback(t *testing.T) *server { return newServer(t, app.Exposure{Loopback: true}) }

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

type change func(*http.Request)

func with(name, value string) change {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func bearer(key string) change { return with("Authorization", "Bearer "+key) }

func project(name string) change { return with("Kaibo-Project", name) }

func (s *server) do(method, path, body string, changes ...change) answer {
	s.t.Helper()
	r := httptest.NewRequest(method, "http://127.0.0.1:8080"+path, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range changes {
		c(r)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	b, err := io.ReadAll(w.Result().Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{w.Code, w.Result().Header, b}
}

func (s *server) post(verb, body string, changes ...change) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/v1/"+verb, body, changes...)
}

func (s *server) get(path string, changes ...change) answer {
	s.t.Helper()
	return s.do(http.MethodGet, path, "", changes...)
}

// want checks the status and decodes the body into v.
func (a answer) want(t *testing.T, status int, v any) {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	if v != nil {
		if err := json.Unmarshal(a.body, v); err != nil {
			t.Fatalf("%v: %s", err, a.body)
		}
	}
}

// problem checks that the answer is a whole problem with the code.
func (a answer) problem(t *testing.T, status int, code string) httpapi.Problem {
	t.Helper()
	var p httpapi.Problem
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type %q of %s", got, a.body)
	}
	a.want(t, status, &p)
	if p.Code != code || p.Status != status || p.Title == "" || !strings.HasPrefix(p.Type, "https://") {
		t.Errorf("problem %+v, want status %d and code %s", p, status, code)
	}
	return p
}

// made is what keys.create answers, as far as tests need it.
type made struct {
	ID  string `json:"id"`
	Key string `json:"key"`
}

// key makes a key as the owner of the data directory.
func (s *server) key(projectName string, scopes ...string) made {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"scopes": scopes})
	if err != nil {
		s.t.Fatal(err)
	}
	var k made
	s.post("keys.create", string(body), bearer(s.app.OwnerToken()), project(projectName)).want(s.t, 201, &k)
	return k
}

// project makes a project as the owner.
func (s *server) project(name string) {
	s.t.Helper()
	s.post("projects.create", `{"name": "`+name+`"}`, bearer(s.app.OwnerToken())).want(s.t, 201, nil)
}

// heads are the streams of a project.
func (s *server) heads(changes ...change) string {
	s.t.Helper()
	a := s.get("/v1/streams", changes...)
	a.want(s.t, 200, nil)
	return string(a.body)
}

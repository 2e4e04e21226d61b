package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func TestUnknownPathsAndMethodsAreProblems(t *testing.T) {
	s := loopback(t)
	for _, path := range []string{"/", "/v1", "/v1/", "/v1/nonsense", "/v2/recall", "/v1/streams/", "/v1/streams//events", "/mcp/", "/v1/recall/x"} {
		s.get(path).problem(t, 404, "not_found")
	}
	for path, allow := range map[string]string{"/v1/recall": "POST", "/v1/streams": "GET, POST", "/openapi.json": "GET", "/v1/deletions": "GET, POST", "/mcp": "POST"} {
		a := s.do(http.MethodPut, path, "")
		a.problem(t, 405, "method_not_allowed")
		if got := a.header.Get("Allow"); got != allow {
			t.Errorf("%s: Allow %q, want %q", path, got, allow)
		}
	}
	if a := s.do(http.MethodHead, "/v1/streams", ""); a.status != 200 {
		t.Errorf("HEAD: %d", a.status)
	}
}

func TestEveryAnswerCarriesItsHeaders(t *testing.T) {
	s := loopback(t)
	for _, a := range []answer{s.get("/v1/streams"), s.get("/nonsense"), s.get("/openapi.json"), s.post("memories", `{`)} {
		for _, name := range []string{"X-Request-Id", "Cache-Control", "X-Content-Type-Options", "Content-Security-Policy"} {
			if a.header.Get(name) == "" {
				t.Errorf("no %s with %s", name, a.body)
			}
		}
		if a.header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("another origin may read")
		}
	}
	if got := s.get("/healthz", with("X-Request-Id", "mine-1")).header.Get("X-Request-Id"); got != "mine-1" {
		t.Errorf("request id %q", got)
	}
	for _, odd := range []string{"a b", "x\ty", strings.Repeat("x", 65), "<x>"} {
		if got := s.get("/healthz", with("X-Request-Id", odd)).header.Get("X-Request-Id"); got == odd || got == "" {
			t.Errorf("request id %q of %q", got, odd)
		}
	}
}

func TestTheLogHoldsNoText(t *testing.T) {
	s := loopback(t)
	const canary = "xylophone"
	s.post("remember", `{"content": "`+canary+`", "actor": "`+canary+`", "wait": true}`)
	s.post("recall", `{"question": "`+canary+`?"}`)
	s.post("recall", `{"question": "`+canary+`?", "`+canary+`": 1}`)
	s.post("forget", `{"query": "`+canary+`", "reason": "`+canary+`"}`)
	s.get("/v1/streams?" + canary + "=1")
	s.post("memories", `{}`, bearer(canary))
	log := s.log.String()
	if strings.Contains(log, canary) {
		t.Errorf("the log holds text: %s", log)
	}
	if n := strings.Count(log, "msg=request "); n != 6 {
		t.Errorf("%d lines for 6 requests: %s", n, log)
	}
}

// recallOf asks by events and returns their names and data.
func recallOf(t *testing.T, s *server, body string) (names []string, data []string) {
	t.Helper()
	a := s.post("recall", body, with("Accept", "text/event-stream"))
	a.want(t, 200, nil)
	if got := a.header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("Content-Type %q: %s", got, a.body)
	}
	for block := range strings.SplitSeq(strings.TrimSuffix(string(a.body), "\n\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "event: ") || !strings.HasPrefix(lines[1], "data: ") {
			t.Fatalf("not an event: %q", block)
		}
		names = append(names, strings.TrimPrefix(lines[0], "event: "))
		data = append(data, strings.TrimPrefix(lines[1], "data: "))
	}
	return names, data
}

func TestRecallByEvents(t *testing.T) {
	s := loopback(t)
	s.post("remember", `{"content": "The release is on July 17.\nThe release notes are Ana's.", "occurredAt": "2026-07-01T09:30:00Z", "wait": true}`).want(t, 201, nil)
	const question = `{"question": "When is the release?", "asOf": "2026-07-02T00:00:00Z"}`
	names, data := recallOf(t, s, question)
	if names[0] != "candidates" || names[len(names)-1] != "final" || len(names) < 3 {
		t.Fatalf("events %v", names)
	}
	var final, whole, packed any
	if err := json.Unmarshal([]byte(data[len(data)-1]), &final); err != nil {
		t.Fatal(err)
	}
	s.post("recall", question).want(t, 200, &whole)
	if diff := cmp.Diff(whole, final); diff != "" {
		t.Errorf("final differs from the answer:\n%s", diff)
	}
	for i, item := range whole.(map[string]any)["items"].([]any) {
		if err := json.Unmarshal([]byte(data[i+1]), &packed); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(item, packed); diff != "" || names[i+1] != "packed" {
			t.Errorf("event %d %s:\n%s", i+1, names[i+1], diff)
		}
	}
	if names, data = recallOf(t, s, `{"question": "Who is the astronaut?"}`); len(names) != 2 || !strings.HasPrefix(data[0], `{"candidates":[`) {
		t.Errorf("an abstention: %v %v", names, data)
	}
	s.post("recall", `{"question": ""}`, with("Accept", "text/event-stream")).problem(t, 400, "invalid_request")
}

func TestEventsAsLines(t *testing.T) {
	s := loopback(t)
	for range 3 {
		s.post("remember", `{"content": "x"}`).want(t, 202, nil)
	}
	a := s.get("/v1/streams/main/events?after=1", with("Accept", "application/x-ndjson"))
	a.want(t, 200, nil)
	if got := a.header.Get("Content-Type"); got != "application/x-ndjson" {
		t.Errorf("Content-Type %q", got)
	}
	var seqs []uint64
	for line := range strings.Lines(string(a.body)) {
		var e kaibo.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, e.Seq)
	}
	if !cmp.Equal(seqs, []uint64{2, 3}) {
		t.Errorf("seqs %v", seqs)
	}
	if a := s.get("/v1/streams/main/events?after=3", with("Accept", "application/x-ndjson")); a.status != 200 || len(a.body) != 0 {
		t.Errorf("after the end: %d %s", a.status, a.body)
	}
	for _, accept := range []string{"*/*", "application/json, application/x-ndjson;q=0", "text/html"} {
		if a := s.get("/v1/streams/main/events", with("Accept", accept)); a.header.Get("Content-Type") != "application/json" {
			t.Errorf("Accept %s: %s", accept, a.header.Get("Content-Type"))
		}
	}
}

// failing is a store of keys and projects that does what a test wants.
type failing struct{ do func() error }

func (f failing) Identify(context.Context, string) (httpapi.Holder, error) {
	return httpapi.Holder{}, f.do()
}
func (f failing) AnyKey(context.Context) (bool, error) { return false, f.do() }
func (f failing) Project(context.Context, string) (kaibo.Project, error) {
	return kaibo.Project{}, f.do()
}
func (f failing) EnsureProject(context.Context, string) (kaibo.Project, error) {
	return kaibo.Project{}, f.do()
}

func TestFailuresInsideTellNothing(t *testing.T) {
	const secret = "disk sda7 of db-3.internal"
	for name, do := range map[string]func() error{
		"an error": func() error { return errors.New(secret) },
		"an error of a kind": func() error {
			return &kaibo.Error{Op: secret, Err: errors.New(secret)}
		},
		"a panic": func() error { panic(secret) },
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			h, err := httpapi.New(httpapi.Config{Deps: &verbs.Deps{}, Access: failing{do}, Loopback: true,
				Log: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			s := &server{t: t, handler: h}
			a := s.post("memories", `{}`)
			a.problem(t, 500, "internal")
			if strings.Contains(string(a.body), "sda7") {
				t.Errorf("the answer tells: %s", a.body)
			}
			if !strings.Contains(log.String(), "sda7") || !strings.Contains(log.String(), a.header.Get("X-Request-Id")) {
				t.Errorf("the log tells nothing: %s", log.String())
			}
		})
	}
}

func TestKindsBecomeTheirStatuses(t *testing.T) {
	for kind, want := range map[kaibo.Kind]int{
		kaibo.Internal: 500, kaibo.Invalid: 400, kaibo.Unauthenticated: 401, kaibo.Forbidden: 403, kaibo.NotFound: 404,
		kaibo.Conflict: 409, kaibo.Gone: 410, kaibo.TooLarge: 413, kaibo.RateLimited: 429, kaibo.Unavailable: 503,
	} {
		do := func() error { return &kaibo.Error{Kind: kind, Detail: "d", RetryAfter: 1500 * time.Millisecond} }
		h, err := httpapi.New(httpapi.Config{Deps: &verbs.Deps{}, Access: failing{do}, Loopback: true})
		if err != nil {
			t.Fatal(err)
		}
		a := (&server{t: t, handler: h}).post("memories", `{}`)
		a.problem(t, want, kind.String())
		if retry := a.header.Get("Retry-After"); (retry == "2") != (want == 429 || want == 503) {
			t.Errorf("%s: Retry-After %q", kind, retry)
		}
	}
}

func TestTooManyAtOnceAreTurnedAway(t *testing.T) {
	inside, leave := make(chan struct{}), make(chan struct{})
	do := func() error {
		inside <- struct{}{}
		<-leave
		return errors.New("done")
	}
	h, err := httpapi.New(httpapi.Config{Deps: &verbs.Deps{}, Access: failing{do}, Loopback: true, MaxHeld: 100 << 10})
	if err != nil {
		t.Fatal(err)
	}
	go (&server{t: t, handler: h}).post("memories", `{}`)
	<-inside
	a := (&server{t: t, handler: h}).post("memories", `{}`)
	close(leave)
	a.problem(t, 503, "unavailable")
	if a.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestServeLetsRequestsEnd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	inside, leave := make(chan struct{}), make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(inside)
		<-leave
		_, _ = io.WriteString(w, "whole")
	})
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, l, h, 5*time.Second, slog.New(slog.DiscardHandler)) }()
	got := make(chan string, 1)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			got <- err.Error()
			return
		}
		defer resp.Body.Close()
		line, _ := bufio.NewReader(resp.Body).ReadString('\n')
		got <- line
	}()
	<-inside
	stop()
	time.Sleep(20 * time.Millisecond)
	close(leave)
	if body := <-got; body != "whole" {
		t.Errorf("body %q", body)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestABodyThatEndsEarlyIsInvalid(t *testing.T) {
	s := loopback(t)
	r := httptest.NewRequest(http.MethodPost, "http://localhost/v1/memories", io.MultiReader(strings.NewReader("{"), brokenReader{}))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	answer{w.Code, w.Result().Header, w.Body.Bytes()}.problem(t, 400, "invalid_request")
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

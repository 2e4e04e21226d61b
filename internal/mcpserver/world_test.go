package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// world is a program that serves, with nothing in it yet.
type world struct {
	t   *testing.T
	app *app.App
	url string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	a, err := app.Open(context.Background(), app.Options{Dir: t.TempDir(), NoSync: true, Grace: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, l, app.Exposure{Loopback: true}) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-done, a.Close()); err != nil {
			t.Error(err)
		}
	})
	return &world{t: t, app: a, url: "http://" + l.Addr().String()}
}

// session is a client's of a world.
type session struct {
	*mcp.ClientSession
	t *testing.T
}

// headers adds headers to requests.
type headers map[string]string

func (h headers) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range h {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// connect makes a session over HTTP. Version "" is the newest.
func (w *world) connect(version, query string, h headers, options *mcp.ClientOptions) (*session, error) {
	transport := &mcp.StreamableClientTransport{Endpoint: w.url + "/mcp" + query, HTTPClient: &http.Client{Transport: h},
		DisableStandaloneSSE: true, MaxRetries: -1}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options)
	s, err := client.Connect(context.Background(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return nil, err
	}
	w.t.Cleanup(func() { _ = s.Close() })
	return &session{s, w.t}, nil
}

func (w *world) session() *session {
	w.t.Helper()
	s, err := w.connect("", "", nil, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// call calls a tool and wants it to work.
func (s *session) call(name string, arguments any) (text string, twin map[string]any) {
	s.t.Helper()
	r := s.try(name, arguments)
	if r.IsError {
		s.t.Fatalf("%s %v failed: %s", name, arguments, textOf(s.t, r))
	}
	twin, _ = r.StructuredContent.(map[string]any)
	return textOf(s.t, r), twin
}

// fails calls a tool and wants it to fail.
func (s *session) fails(name string, arguments any) string {
	s.t.Helper()
	r := s.try(name, arguments)
	text := textOf(s.t, r)
	if !r.IsError {
		s.t.Fatalf("%s %v worked: %s", name, arguments, text)
	}
	if r.StructuredContent != nil {
		s.t.Errorf("%s: an error has a structured answer, which clients hold to the schema: %v", name, r.StructuredContent)
	}
	if !strings.Contains(text, "\nNext: ") {
		s.t.Errorf("%s does not say what to do next: %s", name, text)
	}
	return text
}

func (s *session) try(name string, arguments any) *mcp.CallToolResult {
	s.t.Helper()
	r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		s.t.Fatalf("%s %v: %v", name, arguments, err)
	}
	return r
}

func textOf(t *testing.T, r *mcp.CallToolResult) string {
	t.Helper()
	if len(r.Content) != 1 {
		t.Fatalf("%d contents", len(r.Content))
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("the content is %T", r.Content[0])
	}
	return text.Text
}

// remember remembers a text and waits for what it says.
func (s *session) remember(content string, more ...string) {
	s.t.Helper()
	arguments := map[string]any{"content": content, "wait": true}
	for i := 0; i+1 < len(more); i += 2 {
		arguments[more[i]] = more[i+1]
	}
	s.call("remember", arguments)
}

// reply is an answer without its body, which was read and closed.
type reply struct {
	StatusCode int
	Header     http.Header
}

// post sends a raw message.
func (w *world) post(body string, h headers) (reply, string) {
	w.t.Helper()
	r, err := http.NewRequest(http.MethodPost, w.url+"/mcp", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := (&http.Client{Transport: h}).Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(resp.Body); err != nil {
		w.t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header}, b.String()
}

// mustJSON writes a value as a client would to count it.
func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

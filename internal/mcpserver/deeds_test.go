package mcpserver_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/mcpserver"
)

func TestForgetShowsFirst(t *testing.T) {
	s := newWorld(t).session()
	s.remember("The code of the depot is 4711.")
	s.remember("The depot opens at seven.")
	query := map[string]any{"query": "code", "reason": "asked for"}
	if text := s.fails("forget", query); !strings.HasPrefix(text, "invalid_request: expect: must be given; nothing was done") {
		t.Error(text)
	}
	if text := s.fails("call", map[string]any{"verb": "forget", "arguments": query}); !strings.Contains(text, "expect: must be given") {
		t.Error(text)
	}
	text, twin := s.call("forget", map[string]any{"query": "code", "dryRun": true})
	preview, _ := twin["preview"].(string)
	if preview == "" || !strings.Contains(text, preview) || !strings.Contains(text, "1 memories and 1 events") {
		t.Fatalf("the preview is %q in\n%s", preview, text)
	}
	s.remember("The code of the cellar is 4712.")
	query["expect"] = preview
	if text := s.fails("forget", query); !strings.HasPrefix(text, "conflict: ") || !strings.Contains(text, "with dryRun") {
		t.Error(text)
	}
	_, twin = s.call("forget", map[string]any{"query": "code", "dryRun": true})
	query["expect"] = twin["preview"]
	query["idempotencyKey"] = "deed-1"
	text, twin = s.call("forget", query)
	if !strings.HasPrefix(text, "Forgotten: 2 memories and 2 events. Receipt rcp_") {
		t.Error(text)
	}
	again, twin2 := s.call("forget", query)
	if again != text || mustJSON(t, twin) != mustJSON(t, twin2) {
		t.Errorf("the same key answers\n%s\nafter\n%s", again, text)
	}
	id := twin["receipt"].(map[string]any)["memoryIds"].([]any)[0]
	if text := s.fails("fetch", map[string]any{"id": id}); !strings.HasPrefix(text, "gone: ") {
		t.Error(text)
	}
	event := twin["receipt"].(map[string]any)["eventIds"].([]any)[0]
	if text := s.fails("fetch", map[string]any{"id": event}); !strings.HasPrefix(text, "gone: ") {
		t.Error(text)
	}
}

// TestDeletingAProjectShowsFirst: the verb has no preview of its own, so the
// answer of its dry run is one.
func TestDeletingAProjectShowsFirst(t *testing.T) {
	w := newWorld(t)
	s := w.session()
	s.call("projects_create", map[string]any{"name": "north"})
	in, err := w.connect("", "", headers{"Kaibo-Project": "north"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.remember("The north gate is shut.")
	if text := s.fails("projects_delete", map[string]any{"name": "north"}); !strings.Contains(text, "expect: must be given") {
		t.Error(text)
	}
	text, twin := s.call("projects_delete", map[string]any{"name": "north", "dryRun": true})
	preview, _ := twin["preview"].(string)
	if preview == "" || !strings.Contains(text, preview) {
		t.Fatalf("no preview %q in %s", preview, text)
	}
	in.remember("The north gate is open.")
	deed := map[string]any{"name": "north", "reason": "closed", "expect": preview, "idempotencyKey": "d1"}
	if text := s.fails("projects_delete", deed); !strings.HasPrefix(text, "conflict: ") {
		t.Error(text)
	}
	_, twin = s.call("projects_delete", map[string]any{"name": "north", "dryRun": true})
	deed["expect"] = twin["preview"]
	if _, twin := s.call("projects_delete", deed); twin["receipt"] == nil {
		t.Errorf("deleted: %v", twin)
	}
	if _, twin := s.call("projects_delete", deed); twin["receipt"] == nil {
		t.Errorf("the same key answers %v", twin)
	}
}

func TestKeysOfIdempotency(t *testing.T) {
	s := newWorld(t).session()
	s.remember("The harbour has four cranes.")
	_, twin := s.call("memories", nil)
	id := twin["items"].([]any)[0].(map[string]any)["id"]
	correct := map[string]any{"memoryId": id, "content": "The harbour has five cranes.", "idempotencyKey": "c1"}
	_, first := s.call("correct", correct)
	_, second := s.call("correct", correct)
	if first["replayed"] != false || second["replayed"] != true || mustJSON(t, first["event"]) != mustJSON(t, second["event"]) {
		t.Errorf("the same key answers %v after %v", second, first)
	}
	if text := s.fails("correct", map[string]any{"memoryId": id, "content": "x", "idempotencyKey": 7}); !strings.HasPrefix(text, "invalid_request: idempotencyKey") {
		t.Error(text)
	}
	text, _ := s.call("remember", map[string]any{"content": "Berth 2 is free.", "idempotencyKey": "k", "wait": true})
	if !strings.HasPrefix(text, "Remembered as evt_") {
		t.Error(text)
	}
	text, _ = s.call("remember", map[string]any{"content": "Berth 3 is free.", "idempotencyKey": "k", "wait": true})
	if !strings.HasPrefix(text, "Nothing was added: ") || !strings.Contains(text, "another content") {
		t.Error(text)
	}
	text, twin = s.call("remember", map[string]any{"events": []any{map[string]any{"content": "Berth 4 is free."}, map[string]any{"content": "Berth 5 is taken."}}, "wait": true})
	if _, _, lines := passage(t, text); len(lines) != 2 || len(twin["items"].([]any)) != 2 {
		t.Errorf("a batch: %s", text)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	s := newWorld(t).session()
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      []string
	}{
		{"remember", nil, []string{"invalid_request: content", `verbs {"verb": "remember"}`}},
		{"remember", map[string]any{"content": "x", "colour": "red"}, []string{"invalid_request: colour"}},
		{"remember", map[string]any{"content": "x", "stream": "a b", "actor": strings.Repeat("a", 200)}, []string{"\n- stream: ", "\n- actor: "}},
		{"explain", map[string]any{"memoryId": "mem_aaaaaaaaaaaaaaaa"}, []string{"not_found: ", "search and memories find ids"}},
		{"fetch", map[string]any{"id": "evt_aaaaaaaaaaaaaaaa"}, []string{"not_found: "}},
		{"fetch", map[string]any{"id": ""}, []string{"invalid_request: id"}},
		{"search", map[string]any{"query": "x", "limit": 3}, []string{"invalid_request: limit"}},
		{"memories", map[string]any{"cursor": "made up"}, []string{"invalid_request: cursor"}},
		{"keys_create", map[string]any{"scopes": []string{"everything"}}, []string{"invalid_request: scopes"}},
	} {
		text := s.fails(c.tool, c.arguments)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s %v: no %q in %s", c.tool, c.arguments, want, text)
			}
		}
		r := s.try(c.tool, c.arguments)
		problem, _ := r.Meta[mcpserver.MetaProblem].(map[string]any)
		if code, _ := problem["code"].(string); code == "" || !strings.HasPrefix(text, code+": ") {
			t.Errorf("%s: a program reads %v", c.tool, problem)
		}
	}
	s.call("remember", map[string]any{"content": "Null is absent.", "stream": nil, "actor": nil, "metadata": nil})
}

// TestProgressWhileAVerbWaits has a verb take its time, in the old protocol and
// the new.
func TestProgressWhileAVerbWaits(t *testing.T) {
	s := mcpserver.New(mcpserver.Options{Tick: 5 * time.Millisecond})
	release := make(chan struct{})
	run := func(ctx context.Context, verb string, body []byte, key string) ([]byte, error) {
		<-release
		return []byte(`{"job":{"id":"job_a","status":"done"},"memories":[]}`), nil
	}
	told := make(chan *mcp.ProgressNotificationParams, 100)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			select {
			case told <- r.Params:
			default:
			}
		}})
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		ctx, cancel := context.WithCancel(context.Background())
		here, there := mcp.NewInMemoryTransports()
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, there, run, mcpserver.Toolsets{}) }()
		session, err := client.Connect(ctx, here, &mcp.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatal(err)
		}
		params := &mcp.CallToolParams{Name: "job", Arguments: map[string]any{"id": "job_a", "wait": true}}
		params.SetProgressToken("p-" + version)
		answered := make(chan error, 1)
		go func() {
			r, err := session.CallTool(ctx, params)
			if err == nil && r.IsError {
				err = fmt.Errorf("the tool failed: %v", r.Content)
			}
			answered <- err
		}()
		last := 0.0
		for range 3 {
			select {
			case p := <-told:
				if p.ProgressToken != "p-"+version || p.Progress <= last || p.Total != 25 {
					t.Errorf("%s: progress %+v after %v", version, p, last)
				}
				last = p.Progress
			case <-time.After(5 * time.Second):
				t.Fatal("no progress is told")
			}
		}
		release <- struct{}{}
		if err := <-answered; err != nil {
			t.Errorf("%s: %v", version, err)
		}
		for len(told) > 0 {
			<-told
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Errorf("%s: the session ended with %v", version, err)
		}
		cancel()
	}
}

func TestAPanicEndsItsOwnCall(t *testing.T) {
	s := mcpserver.New(mcpserver.Options{})
	run := func(context.Context, string, []byte, string) ([]byte, error) { panic("secret") }
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { _ = s.Serve(ctx, there, run, mcpserver.Toolsets{}) }()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &session{client, t}
	for range 2 {
		if text := c.fails("streams", nil); !strings.HasPrefix(text, "internal: ") || strings.Contains(text, "secret") {
			t.Error(text)
		}
		if _, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: "kaibo://memories"}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("a resource answers %v", err)
		}
	}
}

package mcpserver_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestSearchAndFetch(t *testing.T) {
	s := newWorld(t).session()
	s.remember("The kiln in Faenza is fired on Tuesdays.", "actor", "ana", "occurredAt", "2026-02-03T09:00:00Z")
	s.remember("The kiln in Faenza is fired on Wednesdays now.", "actor", "ben", "occurredAt", "2026-02-10T09:00:00Z")
	text, twin := s.call("search", map[string]any{"query": "kiln"})
	if mustJSON(t, json.RawMessage(text)) == "" || len(twin["results"].([]any)) == 0 {
		t.Fatalf("search answers %s", text)
	}
	for _, r := range twin["results"].([]any) {
		hit := r.(map[string]any)
		for _, field := range []string{"id", "title", "url", "text"} {
			if s, _ := hit[field].(string); s == "" {
				t.Errorf("a result has no %s: %v", field, hit)
			}
		}
		_, doc := s.call("fetch", map[string]any{"id": hit["id"]})
		if doc["id"] != hit["id"] || doc["url"] != hit["url"] || !strings.Contains(doc["text"].(string), "kiln") {
			t.Errorf("fetch answers %v for %v", doc, hit)
		}
		event, _ := doc["metadata"].(map[string]any)["firstEvent"].(string)
		_, source := s.call("fetch", map[string]any{"id": event})
		if !strings.Contains(source["text"].(string), "kiln in Faenza") || !strings.HasPrefix(source["title"].(string), "event by ") {
			t.Errorf("the event is %v", source)
		}
		if _, err := s.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: hit["url"].(string)}); err != nil {
			t.Errorf("%s leads nowhere: %v", hit["url"], err)
		}
	}
	if _, twin := s.call("search", map[string]any{"query": "zeppelin"}); len(twin["results"].([]any)) != 0 {
		t.Errorf("a zeppelin is %v", twin)
	}
	_, twin = s.call("remember", map[string]any{"contentBase64": "/wD/", "contentType": "image/x-tiny", "kind": "file"})
	id := twin["event"].(map[string]any)["id"]
	if _, doc := s.call("fetch", map[string]any{"id": id}); doc["metadata"].(map[string]any)["contentType"] != "image/x-tiny" {
		t.Errorf("a file is %v", doc)
	}
}

func TestAnswersAreNoLongerThanAHostTakes(t *testing.T) {
	s := newWorld(t).session()
	long := strings.Repeat("The ledger of the mill lists ä sack of grain. ", 5000)
	_, twin := s.call("remember", map[string]any{"content": long})
	id := twin["event"].(map[string]any)["id"]
	_, doc := s.call("fetch", map[string]any{"id": id})
	if n := len(doc["text"].(string)); n > 100_000 || n < 99_000 || doc["metadata"].(map[string]any)["truncated"] == nil || !strings.HasPrefix(long, doc["text"].(string)) {
		t.Errorf("%d bytes, %v", n, doc["metadata"])
	}
	var events []any
	for range 40 {
		events = append(events, map[string]any{"content": strings.Repeat("x", 2000)})
	}
	for range 4 {
		s.call("remember", map[string]any{"events": events})
	}
	seen, cursor := 0, any(nil)
	for {
		text, twin := s.call("projects_export", map[string]any{"name": "default", "cursor": cursor, "limit": 60})
		if len(text) > 110_000 {
			t.Errorf("an answer of %d bytes", len(text))
		}
		seen += len(twin["items"].([]any))
		if cursor = twin["nextCursor"]; cursor == nil {
			break
		}
	}
	if seen < 161 {
		t.Errorf("%d things were seen, of 161 events and more", seen)
	}
}

func TestResources(t *testing.T) {
	s := newWorld(t).session()
	ctx := context.Background()
	s.remember("The north mast is 14 m high.", "stream", "yard")
	_, twin := s.call("memories", nil)
	m := twin["items"].([]any)[0].(map[string]any)
	event := m["events"].([]any)[0].(string)
	for uri, want := range map[string]string{
		"kaibo://memories":                   "north mast",
		"kaibo://streams":                    `"stream":"yard"`,
		"kaibo://memory/" + m["id"].(string): "north mast",
		"kaibo://event/" + event:             "north mast",
		"kaibo://stream/yard":                `"id":"` + event,
		"kaibo://stream/yard?after=1":        `"items":[]`,
	} {
		r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil || len(r.Contents) != 1 {
			t.Errorf("%s: %v", uri, err)
			continue
		}
		if c := r.Contents[0]; c.MIMEType != "application/json" || !json.Valid([]byte(c.Text)) || !strings.Contains(c.Text, want) || c.URI != uri {
			t.Errorf("%s: no %s in %+v", uri, want, c)
		}
	}
	for _, uri := range []string{"kaibo://memory/mem_aaaaaaaaaaaaaaaa", "kaibo://event/evt_aaaaaaaaaaaaaaaa", "kaibo://memory/", "kaibo://stream/a%2Fb?after=x",
		"kaibo://stream/yard?after=-1", "kaibo://elsewhere", "file:///etc/passwd", "kaibo://stream/%zz"} {
		if r, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %s", uri, mustJSON(t, r))
		}
	}
	list, err := s.ListResources(ctx, nil)
	if err != nil || len(list.Resources) != 2 {
		t.Errorf("%v: %s", err, mustJSON(t, list))
	}
	templates, err := s.ListResourceTemplates(ctx, nil)
	if err != nil || len(templates.ResourceTemplates) != 3 {
		t.Errorf("%v: %s", err, mustJSON(t, templates))
	}
	if templates.CacheScope != "private" || list.CacheScope != "private" {
		t.Errorf("others may keep what is answered: %q %q", list.CacheScope, templates.CacheScope)
	}
}

func TestPrompts(t *testing.T) {
	s := newWorld(t).session()
	ctx := context.Background()
	s.remember(hostile[0] + " The winch of the Orca is repaired by Tove.")
	list, err := s.ListPrompts(ctx, nil)
	if err != nil || len(list.Prompts) != 2 {
		t.Fatalf("%v: %s", err, mustJSON(t, list))
	}
	p, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "begin_work", Arguments: map[string]string{"task": "Ask who repairs the winch of the Orca"}})
	if err != nil || len(p.Messages) != 2 {
		t.Fatalf("%v: %s", err, mustJSON(t, p))
	}
	_, after, lines := passage(t, p.Messages[1].Content.(*mcp.TextContent).Text)
	if len(lines) == 0 || !strings.Contains(strings.Join(lines, "\n"), "Tove") || strings.Contains(after, "instructions") {
		t.Errorf("a beginning knows\n%s", mustJSON(t, p))
	}
	p, err = s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "begin_work", Arguments: map[string]string{"task": "Fly to Mars", "initiative": "space \"x\"\nEND"}})
	if err != nil || !strings.Contains(mustJSON(t, p), "I don't know") || strings.Contains(p.Messages[0].Content.(*mcp.TextContent).Text, "\nEND") {
		t.Errorf("%v: %s", err, mustJSON(t, p))
	}
	p, err = s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "end_work", Arguments: map[string]string{"task": "The winch works"}})
	if err != nil || !strings.Contains(mustJSON(t, p), "The winch works") {
		t.Errorf("%v: %s", err, mustJSON(t, p))
	}
	for _, name := range []string{"begin_work", "end_work", "nonesuch"} {
		if p, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: name}); err == nil {
			t.Errorf("%s without a task: %s", name, mustJSON(t, p))
		}
	}
}

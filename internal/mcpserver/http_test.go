package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestEveryProtocolVersion(t *testing.T) {
	w := newWorld(t)
	w.session().remember("The tower clock is wound by Ines.")
	for _, version := range mcp.SupportedProtocolVersions() {
		s, err := w.connect(version, "", nil, nil)
		if err != nil {
			t.Errorf("%s: %v", version, err)
			continue
		}
		if got := s.InitializeResult().ProtocolVersion; got != version {
			t.Errorf("%s was asked for and %s is spoken", version, got)
		}
		if text, _ := s.call("recall", map[string]any{"question": "Who winds the tower clock?"}); !strings.Contains(text, "Ines") {
			t.Errorf("%s: %s", version, text)
		}
		if err := s.Ping(context.Background(), nil); err != nil && version < "2026" {
			t.Errorf("%s: ping: %v", version, err)
		}
	}
}

// TestNoSessions: what an older client sends of a session is ignored, and none
// is made.
func TestNoSessions(t *testing.T) {
	w := newWorld(t)
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"streams"}}`
	for _, h := range []headers{nil, {"Mcp-Session-Id": "made-up"}, {"Mcp-Session-Id": "made-up", "MCP-Protocol-Version": "2025-06-18"}} {
		resp, answer := w.post(body, h)
		if resp.StatusCode != 200 || !strings.Contains(answer, `"structuredContent"`) || resp.Header.Get("Mcp-Session-Id") != "" {
			t.Errorf("%v: %d %s", h, resp.StatusCode, answer)
		}
		if got := resp.Header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
			t.Errorf("answers may be kept: %q", got)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut} {
		r, err := http.NewRequest(method, w.url+"/mcp", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != 405 || resp.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d, Allow %q", method, resp.StatusCode, resp.Header.Get("Allow"))
		}
	}
}

// TestPartsOnlyForThoseWhoAsk: progress needs a stream, all else is one
// document.
func TestPartsOnlyForThoseWhoAsk(t *testing.T) {
	w := newWorld(t)
	for params, want := range map[string]string{"": "application/json", `,"_meta":{"progressToken":"p"}`: "text/event-stream"} {
		resp, answer := w.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"streams"`+params+`}}`, nil)
		if got := resp.Header.Get("Content-Type"); got != want || !strings.Contains(answer, `"structuredContent"`) {
			t.Errorf("%q: %s: %s", params, got, answer)
		}
	}
}

const maxBatch = 16 // as docs/limits.md has it

func TestBatchesAreBounded(t *testing.T) {
	w := newWorld(t)
	batch := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i+1)
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	if resp, answer := w.post(batch(maxBatch), headers{"MCP-Protocol-Version": "2025-03-26"}); resp.StatusCode != 200 || strings.Count(answer, `"result"`) != maxBatch {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	if resp, answer := w.post(batch(maxBatch+1), nil); resp.StatusCode != 413 || !strings.Contains(answer, `"too_large"`) {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	if resp, answer := w.post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"`+strings.Repeat("x", 4<<20)+`"}}`, nil); resp.StatusCode != 413 {
		t.Errorf("%d %.200s", resp.StatusCode, answer)
	}
	for _, body := range []string{"", "nonsense", "[]", `{"jsonrpc":"1.0"}`, "null", "7", `[[[[`} {
		if resp, answer := w.post(body, nil); resp.StatusCode != 400 {
			t.Errorf("%q: %d %s", body, resp.StatusCode, answer)
		}
	}
}

// TestWhoMayCall: without a key only this machine may, and no page of another
// site; from the first key on everybody needs one.
func TestWhoMayCall(t *testing.T) {
	w := newWorld(t)
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, h := range []headers{{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"X-Forwarded-For": "1.2.3.4"}, {"Sec-Fetch-Site": "cross-site"}} {
		if resp, answer := w.post(ping, h); resp.StatusCode != 403 || !strings.Contains(answer, `"forbidden"`) {
			t.Errorf("%v: %d %s", h, resp.StatusCode, answer)
		}
	}
	if resp, _ := w.post(ping, headers{"Origin": "http://localhost:5173"}); resp.StatusCode != 200 {
		t.Errorf("a page of this machine: %d", resp.StatusCode)
	}
	_, twin := w.session().call("keys_create", map[string]any{"name": "agent", "scopes": []string{"read", "write"}})
	key, _ := twin["key"].(string)
	resp, answer := w.post(ping, nil)
	want := `Bearer realm="kaibo", resource_metadata="` + w.url + `/.well-known/oauth-protected-resource/mcp"`
	if got := resp.Header.Get("WWW-Authenticate"); resp.StatusCode != 401 || got != want || !strings.Contains(answer, `"unauthenticated"`) {
		t.Errorf("%d %s %s, want %s", resp.StatusCode, got, answer, want)
	}
	if resp, _ := w.post(ping, headers{"Authorization": "Bearer kaibo_wrong"}); resp.StatusCode != 401 {
		t.Errorf("a wrong key: %d", resp.StatusCode)
	}
	agent, err := w.connect("", "", headers{"Authorization": "Bearer " + key}, nil)
	if err != nil {
		t.Fatal(err)
	}
	agent.remember("The agent writes.")
	_, twin = agent.call("memories", nil)
	if len(twin["items"].([]any)) != 1 {
		t.Errorf("the agent reads %v", twin)
	}
	for _, tool := range []string{"keys", "rebuild", "projects"} {
		if text := agent.fails(tool, nil); !strings.HasPrefix(text, "forbidden: ") || !strings.Contains(text, "which scope is lacking") {
			t.Error(text)
		}
	}
	if text := agent.fails("forget", map[string]any{"query": "agent", "dryRun": true}); !strings.HasPrefix(text, "forbidden: the key lacks the scope forget") {
		t.Error(text)
	}
	if resp, answer := w.post(ping, headers{"Authorization": "Bearer " + key, "Kaibo-Project": "other"}); resp.StatusCode != 404 {
		t.Errorf("another project: %d %s", resp.StatusCode, answer)
	}
	if text, twin := agent.call("health", nil); twin["status"] != "ok" {
		t.Errorf("health: %s", text)
	}
}

// TestAKeyOfAnInitiativeSeesItsOwn: what limits a key over HTTP limits it over
// MCP.
func TestAKeyOfAnInitiativeSeesItsOwn(t *testing.T) {
	w := newWorld(t)
	s := w.session()
	s.call("remember", map[string]any{"content": "The vault opens with the red key.", "initiatives": []string{"vault"}, "wait": true})
	s.call("remember", map[string]any{"content": "The garden gate opens with the green key.", "initiatives": []string{"garden"}, "wait": true})
	_, twin := s.call("keys_create", map[string]any{"name": "gardener", "scopes": []string{"read"}, "initiatives": []string{"garden"}})
	gardener, err := w.connect("", "", headers{"Authorization": "Bearer " + twin["key"].(string)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := gardener.call("recall", map[string]any{"question": "Which key opens the garden gate?"}); !strings.Contains(text, "green key") {
		t.Error(text)
	}
	for tool, arguments := range map[string]map[string]any{
		"recall": {"question": "Which key opens the vault?", "fill": true}, "memories": {}, "search": {"query": "vault red key"},
	} {
		if text, twin := gardener.call(tool, arguments); strings.Contains(text+mustJSON(t, twin), "red key.") {
			t.Errorf("%s shows another initiative's: %s", tool, text)
		}
	}
}

// TestALimitIsNotMetByBatches: a batch is as many requests as it has messages.
func TestALimitIsNotMetByBatches(t *testing.T) {
	w := newWorld(t)
	_, twin := w.session().call("keys_create", map[string]any{"scopes": []string{"read"}, "perMinute": 40})
	h := headers{"Authorization": "Bearer " + twin["key"].(string), "MCP-Protocol-Version": "2025-03-26"}
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if resp, answer := w.post("["+ping+"]", h); resp.StatusCode != 200 {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
	if resp, answer := w.post("["+strings.Repeat(ping+",", maxBatch-1)+ping+"]", h); resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", resp.StatusCode, answer)
	}
}

func TestMetadataOfTheResource(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		resp, err := http.Get(w.url + path)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Resource string   `json:"resource"`
			Methods  []string `json:"bearer_methods_supported"`
			Scopes   []string `json:"scopes_supported"`
		}
		err = json.NewDecoder(resp.Body).Decode(&got)
		_ = resp.Body.Close()
		if err != nil || got.Resource != w.url+"/mcp" || strings.Join(got.Methods, " ") != "header" || len(got.Scopes) != 5 {
			t.Errorf("%s: %v %+v", path, err, got)
		}
	}
}

// TestAReaderThatLeavesEndsNothingElse: the call of a client that went away
// goes on or ends by itself, and the server answers others.
func TestAReaderThatLeavesEndsNothingElse(t *testing.T) {
	w := newWorld(t)
	s := w.session()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, _ = s.CallTool(ctx, &mcp.CallToolParams{Name: "remember", Arguments: map[string]any{"content": "The lamp is lit.", "wait": true}})
	if text, _ := w.session().call("streams", nil); text == "" {
		t.Error("nothing is answered")
	}
}

package mcpserver_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/mcpserver"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func (s *session) tools() []*mcp.Tool {
	s.t.Helper()
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return list.Tools
}

func names(tools []*mcp.Tool) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.Name)
	}
	slices.Sort(out)
	return out
}

// maxSchema is how many tokens the tools that are listed by default may have
// together, as they are sent: names, words, schemas and annotations.
const maxSchema = 1800

func TestTheDefaultToolsAreFewAndBrief(t *testing.T) {
	want := []string{"call", "explain", "fetch", "forget", "memories", "recall", "remember", "search", "verbs"}
	for _, later := range []string{"awake", "jot"} {
		if _, ok := verbs.Lookup(later); ok {
			want = append(want, later)
		}
	}
	slices.Sort(want)
	tools := newWorld(t).session().tools()
	if diff := cmp.Diff(want, names(tools)); diff != "" {
		t.Errorf("listed by default (-want +got):\n%s", diff)
	}
	n := tokens.Count(mustJSON(t, tools))
	t.Logf("%d tools, %d tokens", len(tools), n)
	if n > maxSchema {
		t.Errorf("the tools have %d tokens, over %d", n, maxSchema)
	}
}

func TestEveryVerbIsATool(t *testing.T) {
	w := newWorld(t)
	s, err := w.connect("", "?toolsets=all", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	tools := s.tools()
	byName := map[string]*mcp.Tool{}
	for _, tool := range tools {
		byName[tool.Name] = tool
	}
	for _, v := range verbs.All() {
		spec := v.Spec()
		tool := byName[mcpserver.ToolName(spec.Name)]
		if tool == nil {
			t.Errorf("%s is no tool", spec.Name)
			continue
		}
		a := tool.Annotations
		if a.ReadOnlyHint != spec.Hints.ReadOnly || *a.DestructiveHint != spec.Hints.Destructive || a.IdempotentHint != spec.Hints.Idempotent || *a.OpenWorldHint {
			t.Errorf("%s: hints are %s, and the verb's %+v", tool.Name, mustJSON(t, a), spec.Hints)
		}
		input, _ := tool.InputSchema.(map[string]any)
		properties, _ := input["properties"].(map[string]any)
		fields := verbs.Fields(v.Input())
		for i := range fields {
			brief := slices.Contains(mcpserver.GraphSets, spec.Toolset) && !fields[i].Required
			if properties[fields[i].Name] == nil && !brief {
				t.Errorf("%s does not tell of its field %s", tool.Name, fields[i].Name)
			}
		}
		if tool.OutputSchema != nil || tool.Description == "" {
			t.Errorf("%s is described as %q, with a schema of its answer: %t", tool.Name, tool.Description, tool.OutputSchema != nil)
		}
	}
	if byName["verify"] != nil {
		t.Error("a server vouches for itself")
	}
}

// maxSet is how many tokens the tools of one toolset of the graph may have
// together.
const maxSet = 2000

func TestToolsetsOfTheGraphAreBrief(t *testing.T) {
	w := newWorld(t)
	for _, set := range mcpserver.GraphSets {
		if !slices.Contains(mcpserver.ToolsetNames(), string(set)) {
			continue // the registry has no verb of it
		}
		s, err := w.connect("", "?toolsets="+string(set), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		tools := slices.DeleteFunc(s.tools(), func(tool *mcp.Tool) bool { return tool.Name == "verbs" || tool.Name == "call" })
		n := tokens.Count(mustJSON(t, tools))
		t.Logf("%s: %d tools, %d tokens", set, len(tools), n)
		if n > maxSet {
			t.Errorf("%s: the tools have %d tokens, over %d", set, n, maxSet)
		}
	}
	s, err := w.connect("", "?toolsets=graph", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := names(s.tools())
	for _, v := range verbs.All() {
		if in := slices.Contains(mcpserver.GraphSets, v.Spec().Toolset); in != slices.Contains(got, mcpserver.ToolName(v.Spec().Name)) && v.Spec().Name != "verbs" {
			t.Errorf("%s is of the graph: %t, and listed as such otherwise", v.Spec().Name, in)
		}
	}
}

func TestToolsetsAreTheCallersChoice(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		query   string
		headers headers
		want    []string
	}{
		{"?toolsets=mend", nil, []string{"alias", "call", "correct", "dispute", "reinstate", "verbs"}},
		{"?toolsets=recall,keys_create", nil, []string{"call", "keys_create", "recall", "verbs"}},
		{"", headers{"Kaibo-Toolsets": "erase, sources"}, []string{"call", "forget", "sources", "verbs"}},
		{"?toolsets=erase&toolsets=default", nil, []string{"call", "explain", "fetch", "forget", "memories", "recall", "remember", "search", "verbs"}},
		{"?toolsets=", nil, []string{"call", "explain", "fetch", "forget", "memories", "recall", "remember", "search", "verbs"}},
	} {
		s, err := w.connect("", c.query, c.headers, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(names(s.tools()), func(n string) bool { return !slices.Contains(c.want, n) && (n == "awake" || n == "jot") })
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", c.query, c.headers, diff)
		}
	}
	if _, err := w.connect("", "?toolsets=nothing", nil, nil); err == nil {
		t.Error("a toolset that nothing has was taken")
	}
	resp, body := w.post(`{"jsonrpc":"2.0","id":1,"method":"ping"}`, headers{"Kaibo-Toolsets": "nothing"})
	if resp.StatusCode != 400 || !strings.Contains(body, `"code":"invalid_request"`) || !strings.Contains(body, "memory") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

// TestWhatIsNotListedCanBeCalled: listing is for the agent's attention, not a
// wall.
func TestWhatIsNotListedCanBeCalled(t *testing.T) {
	s := newWorld(t).session()
	if _, twin := s.call("streams", nil); twin["items"] == nil {
		t.Errorf("streams answers %v", twin)
	}
	s.remember("The depot opens at seven.")
	if _, twin := s.call("call", map[string]any{"verb": "projects.usage", "arguments": map[string]any{"name": "default"}}); twin["events"] != 1.0 {
		t.Errorf("usage is %v", twin)
	}
}

func TestVerbsFindsTheRest(t *testing.T) {
	s := newWorld(t).session()
	text, twin := s.call("verbs", nil)
	if n := len(twin["verbs"].([]any)); n != len(verbs.All()) {
		t.Errorf("%d of %d verbs", n, len(verbs.All()))
	}
	t.Logf("all of them in %d tokens", tokens.Count(text))
	if text, _ := s.call("verbs", map[string]any{"query": "two names"}); !strings.Contains(text, `"alias"`) || strings.Contains(text, `"sources"`) {
		t.Errorf("two names: %s", text)
	}
	if text, _ := s.call("verbs", map[string]any{"verb": "keys.create"}); !strings.Contains(text, `"tool":"keys_create"`) || !strings.Contains(text, `"scopes"`) || !strings.Contains(text, `"example"`) {
		t.Errorf("keys.create: %s", text)
	}
	if text := s.fails("verbs", map[string]any{"verb": "nonesuch"}); !strings.HasPrefix(text, "not_found: ") {
		t.Error(text)
	}
	if text := s.fails("call", map[string]any{"verb": "nonesuch"}); !strings.Contains(text, "verbs finds tools") {
		t.Error(text)
	}
	if text := s.fails("call", map[string]any{"verb": "call"}); !strings.HasPrefix(text, "invalid_request: verb") {
		t.Error(text)
	}
	if text := s.fails("call", map[string]any{"verb": "memory", "arguments": map[string]any{"id": "mem_aaaaaaaaaaaaaaaa"}}); !strings.HasPrefix(text, "not_found: ") {
		t.Error(text)
	}
}

func TestInstructionsAreShort(t *testing.T) {
	if n := len(mcpserver.Instructions); n >= 2048 {
		t.Errorf("the instructions have %d characters", n)
	}
	if got := newWorld(t).session().InitializeResult().Instructions; got != mcpserver.Instructions {
		t.Errorf("a client is told %q", got)
	}
}

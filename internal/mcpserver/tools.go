package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// The tools that are no verb.
const (
	toolSearch = "search"
	toolFetch  = "fetch"
	toolVerbs  = "verbs"
	toolCall   = "call"
	toolVerify = "verify"
)

// tool is one tool: how it is listed, and what runs it.
type tool struct {
	listed *mcp.Tool
	verb   verbs.Verb // nil for those that are no verb
	handle handler
}

func (t *tool) name() string { return t.listed.Name }

// handler runs a tool. Its error becomes the tool's result.
type handler func(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error)

// ToolName returns the name of a verb's tool: "keys.create" is keys_create.
func ToolName(verb string) string { return strings.ReplaceAll(verb, ".", "_") }

// addTools makes a tool of every verb that is offered, and those that are none.
func (s *Server) addTools() {
	for _, v := range verbs.All() {
		switch spec := v.Spec(); {
		case s.offers(spec):
			s.add(s.verbTool(v))
		case s.exists(spec):
			s.forbid(s.verbTool(v))
		}
	}
	s.add(s.searchTool())
	s.add(s.fetchTool())
	s.add(s.verbsTool())
	s.add(s.callTool())
	if s.options.Verify != nil {
		s.add(s.verifyTool())
	}
}

// exists reports whether a verb is one of this kind of server.
func (s *Server) exists(spec *verbs.Spec) bool {
	return spec.Where != verbs.LocalOnly || s.options.Local
}

// forbid answers calls of a tool whose scope the session was not given. It is
// never listed: s.tools does not have it.
func (s *Server) forbid(t *tool) {
	s.mcp.AddTool(t.listed, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return failure(t, errScope(t.verb.Spec())), nil
	})
}

// offers reports whether a verb can be called here.
func (s *Server) offers(spec *verbs.Spec) bool {
	if !s.exists(spec) {
		return false
	}
	return s.options.Scopes == nil || spec.Scope == verbs.Public || slices.Contains(s.options.Scopes, spec.Scope)
}

func (s *Server) add(t *tool) {
	s.tools[t.name()] = t
	s.mcp.AddTool(t.listed, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return s.answer(ctx, t, req), nil
	})
}

// verbTool makes the tool of a verb. Those of the default toolset and of the
// curated graph are described briefly, since every conversation pays for them;
// "verbs" tells the rest. What a tool answers is not described: its text and its
// JSON say that themselves, and schemas of answers would cost more than all else.
func (s *Server) verbTool(v verbs.Verb) *tool {
	spec := v.Spec()
	name := ToolName(spec.Name)
	t := &tool{verb: v, listed: &mcp.Tool{Name: name, Description: spec.Doc, Annotations: annotations(&spec.Hints)}}
	switch {
	case slices.Contains(defaults, name):
		t.listed.Description, t.listed.InputSchema = briefDescription(spec), briefInput(v)
	case slices.Contains(graphSets, spec.Toolset):
		t.listed.Description, t.listed.InputSchema = spec.Summary, graphInput(v)
	default:
		t.listed.InputSchema = fullInput(v)
	}
	t.handle = func(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error) {
		return s.runVerb(ctx, v, arguments)
	}
	return t
}

// annotations translates the hints of a verb. No verb reaches beyond the
// memory, so the world of each is closed.
func annotations(h *verbs.Hints) *mcp.ToolAnnotations {
	destructive, open := h.Destructive, false
	return &mcp.ToolAnnotations{ReadOnlyHint: h.ReadOnly, DestructiveHint: &destructive, IdempotentHint: h.Idempotent, OpenWorldHint: &open}
}

// reads is what a tool that changes nothing says of itself.
var reads = verbs.Hints{ReadOnly: true, Idempotent: true}

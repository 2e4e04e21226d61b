package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func (s *Server) verbsTool() *tool {
	return &tool{handle: s.find, listed: &mcp.Tool{Name: toolVerbs, Annotations: annotations(&reads),
		Description: "Find what else this memory can do (correct, dispute, sources, streams, keys …), or describe one verb with all its fields.",
		InputSchema: object{properties: []property{
			{"query", &typed{Type: "string"}}, {"verb", &typed{Type: "string"}}}},
	}}
}

// described is a verb as the tool verbs tells of it.
type described struct {
	Verb    string          `json:"verb"`
	Tool    string          `json:"tool"`
	Summary string          `json:"summary"`
	Toolset string          `json:"toolset"`
	Scope   string          `json:"scope,omitempty"`
	Doc     string          `json:"doc,omitempty"`
	Input   any             `json:"input,omitempty"`
	Example json.RawMessage `json:"example,omitempty"`
}

func (s *Server) find(_ context.Context, raw json.RawMessage) (*mcp.CallToolResult, error) {
	a, err := readArguments(raw)
	if err != nil {
		return nil, err
	}
	for name := range a {
		if name != "query" && name != "verb" {
			return nil, kaibo.InvalidField(name, "is no argument; there are query and verb")
		}
	}
	query, err := a.text("query")
	if err != nil {
		return nil, err
	}
	name, err := a.text("verb")
	if err != nil {
		return nil, err
	}
	if name != "" {
		t, err := s.toolOf(name)
		if err != nil {
			return nil, err
		}
		return asJSON(map[string]any{"verbs": []described{describe(t, true)}})
	}
	return asJSON(map[string]any{"verbs": s.matching(query)})
}

// matching describes the verbs in whose words all of the query's stand; all of
// them when there is no query, or none has them.
func (s *Server) matching(query string) []described {
	words := strings.Fields(strings.ToLower(query))
	var all, some []described
	for _, v := range verbs.All() {
		t := s.tools[ToolName(v.Spec().Name)]
		if t == nil {
			continue
		}
		spec := v.Spec()
		d := describe(t, false)
		all = append(all, d)
		text := strings.ToLower(strings.Join([]string{spec.Name, d.Tool, spec.Summary, spec.Doc, d.Toolset}, " "))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			some = append(some, d)
		}
	}
	if len(some) > 0 {
		return some
	}
	return all
}

// describe tells of a tool. Those that are no verb have no more to them than
// what is listed.
func describe(t *tool, whole bool) described {
	d := described{Verb: t.name(), Tool: t.name(), Summary: t.listed.Description}
	if t.verb == nil {
		d.Input = t.listed.InputSchema
		return d
	}
	spec := t.verb.Spec()
	d = described{Verb: spec.Name, Tool: t.name(), Summary: spec.Summary, Toolset: string(spec.Toolset), Scope: string(spec.Scope)}
	if whole {
		d.Doc, d.Input = spec.Doc, fullInput(t.verb)
		if spec.Example != "" {
			d.Example = json.RawMessage(spec.Example)
		}
	}
	return d
}

// toolOf finds a tool by its own name or its verb's.
func (s *Server) toolOf(name string) (*tool, error) {
	if t := s.tools[ToolName(name)]; t != nil {
		return t, nil
	}
	if v, ok := verbs.Lookup(name); ok && s.options.Scopes != nil && v.Spec().Where == verbs.Everywhere {
		return nil, errScope(v.Spec())
	}
	return nil, errNoTool(name)
}

func (s *Server) callTool() *tool {
	return &tool{handle: s.call, listed: &mcp.Tool{Name: toolCall,
		Description: "Run any verb that verbs names, with its fields as arguments.",
		// It runs what deletes too.
		Annotations: annotations(&verbs.Hints{Destructive: true}),
		InputSchema: object{properties: []property{{"verb", &typed{Type: "string"}}, {"arguments", &typed{Type: "object"}}},
			required: []string{"verb"}},
	}}
}

func (s *Server) call(ctx context.Context, raw json.RawMessage) (*mcp.CallToolResult, error) {
	a, err := readArguments(raw)
	if err != nil {
		return nil, err
	}
	for name := range a {
		if name != "verb" && name != "arguments" {
			return nil, kaibo.InvalidField(name, "is no argument of call; put the verb's own into arguments")
		}
	}
	name, err := a.text("verb")
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, kaibo.InvalidField("verb", "must be given; verbs lists them")
	}
	t, err := s.toolOf(name)
	if err != nil {
		return nil, err
	}
	if t.name() == toolCall {
		return nil, kaibo.InvalidField("verb", "is call itself; name what it should run")
	}
	out, err := t.handle(ctx, a["arguments"])
	if err != nil {
		return failure(t, err), nil // the advice is that of the verb
	}
	return out, nil
}

func (s *Server) verifyTool() *tool {
	return &tool{handle: s.verify, listed: &mcp.Tool{Name: toolVerify, Annotations: annotations(&reads),
		Description: "Recompute every hash of the ledger on this side, trusting nothing the server says.",
		InputSchema: object{},
	}}
}

func (s *Server) verify(ctx context.Context, raw json.RawMessage) (*mcp.CallToolResult, error) {
	a, err := readArguments(raw)
	if err != nil {
		return nil, err
	}
	for name := range a {
		return nil, kaibo.InvalidField(name, "is no argument: verify takes none")
	}
	report, err := s.options.Verify(ctx, tellOf(ctx))
	if err != nil {
		return nil, err
	}
	return asJSON(report)
}

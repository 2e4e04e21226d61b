package mcpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Arguments that tools take beside the fields of their verb.
const (
	argKey    = "idempotencyKey" // the Idempotency-Key of HTTP
	argExpect = "expect"         // the preview that was seen
	argDryRun = "dryRun"
)

// answer runs a tool and tells its progress meanwhile. It always answers.
func (s *Server) answer(ctx context.Context, t *tool, req *mcp.CallToolRequest) *mcp.CallToolResult {
	type outcome struct {
		result *mcp.CallToolResult
		err    error
	}
	done := make(chan outcome, 1)
	tell := progressOf(req)
	go func() {
		var out outcome
		defer func() { done <- out }()
		defer s.recovered(ctx, t.name(), &out.err)
		out.result, out.err = t.handle(withProgress(ctx, tell), req.Params.Arguments)
	}()
	ticker := time.NewTicker(s.options.Tick)
	defer ticker.Stop()
	for began := time.Now(); ; {
		select {
		case out := <-done:
			if out.err != nil {
				return failure(t, out.err)
			}
			return out.result
		case <-ticker.C:
			tell.waited(ctx, time.Since(began))
		}
	}
}

// arguments are those of a call, by name. None at all are as {}.
type arguments map[string]json.RawMessage

func readArguments(raw json.RawMessage) (arguments, error) {
	if len(bytes.TrimSpace(raw)) == 0 || string(bytes.TrimSpace(raw)) == "null" {
		return arguments{}, nil
	}
	if err := canon.Check(raw); err != nil {
		return nil, err
	}
	var a arguments
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, kaibo.InvalidField("arguments", "must be a JSON object")
	}
	for name, value := range a {
		if string(bytes.TrimSpace(value)) == "null" { // hosts send every field, and null for those that are not given
			delete(a, name)
		}
	}
	return a, nil
}

// text reads an argument that is a string; absent is "".
func (a arguments) text(name string) (string, error) {
	raw, given := a[name]
	if !given {
		return "", nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", kaibo.InvalidField(name, "must be a string")
	}
	return s, nil
}

func (a arguments) isTrue(name string) bool { return string(bytes.TrimSpace(a[name])) == "true" }

func (a arguments) set(name string, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return &kaibo.Error{Op: "write argument", Err: err}
	}
	a[name] = b
	return nil
}

func (a arguments) body() ([]byte, error) {
	b, err := json.Marshal(a)
	if err != nil {
		return nil, &kaibo.Error{Op: "write arguments", Err: err}
	}
	return b, nil
}

func hasField(v verbs.Verb, name string) bool {
	return slices.ContainsFunc(verbs.Fields(v.Input()), func(f verbs.Field) bool { return f.Name == name })
}

// runVerb runs a verb and writes its answer for an agent.
func (s *Server) runVerb(ctx context.Context, v verbs.Verb, raw json.RawMessage) (*mcp.CallToolResult, error) {
	a, err := readArguments(raw)
	if err != nil {
		return nil, err
	}
	if v.Spec().Name == verbRecall {
		return s.recall(ctx, a)
	}
	key := ""
	if v.Spec().Writes() && !hasField(v, argKey) {
		if key, err = a.text(argKey); err != nil {
			return nil, err
		}
		delete(a, argKey)
	}
	if v.Spec().PreviewFirst {
		if err := s.previewed(ctx, v, a); err != nil {
			return nil, err
		}
	}
	out, err := s.fitting(ctx, v, a, key)
	if err != nil {
		return nil, err
	}
	if v.Spec().PreviewFirst && a.isTrue(argDryRun) && !hasField(v, argExpect) {
		if out, err = withPreview(out); err != nil {
			return nil, err
		}
	}
	return s.render(v, a, out)
}

// previewed wants of a deed that cannot be undone that its preview was seen. A
// verb that knows previews compares them itself; for one that does not, the dry
// run is made again and must answer the same.
func (s *Server) previewed(ctx context.Context, v verbs.Verb, a arguments) error {
	if a.isTrue(argDryRun) {
		return nil
	}
	name := ToolName(v.Spec().Name)
	if _, given := a[argExpect]; !given {
		return kaibo.InvalidField(argExpect, "must be given; nothing was done. Call %s with the same arguments and \"dryRun\": true, look at what it would take, and give the preview that it answers as expect", name)
	}
	if hasField(v, argExpect) {
		return nil
	}
	expect, err := a.text(argExpect)
	if err != nil {
		return err
	}
	delete(a, argExpect)
	dry := arguments{argDryRun: json.RawMessage("true")}
	for name, value := range a {
		if name != argDryRun {
			dry[name] = value
		}
	}
	body, err := dry.body()
	if err != nil {
		return err
	}
	out, err := s.run(ctx, v.Spec().Name, body, "")
	if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
		return nil // done already: the verb answers again what it did, or says that there is nothing
	}
	if err != nil {
		return err
	}
	if preview := previewOf(out); preview != expect {
		return kaibo.Errorf(kaibo.Conflict, "what would go is not what was previewed; nothing was done")
	}
	return nil
}

// previewOf names an answer of a dry run.
func previewOf(answer []byte) string {
	sum := sha256.Sum256(answer)
	return hex.EncodeToString(sum[:16])
}

// withPreview adds to the answer of a dry run what names it.
func withPreview(answer []byte) ([]byte, error) {
	var o arguments
	if err := json.Unmarshal(answer, &o); err != nil {
		return nil, &kaibo.Error{Op: "read preview", Err: err}
	}
	if err := o.set("preview", previewOf(answer)); err != nil {
		return nil, err
	}
	return o.body()
}

// maxAnswer is how many bytes of an answer an agent is given, some 25,000
// tokens: what agents' hosts take of one tool's result. Lists that would be
// longer are asked for again with a lower limit, so that they end early with
// nextCursor.
const maxAnswer = 100_000

// fitting runs a verb, and again with a lower limit while its list is too long.
func (s *Server) fitting(ctx context.Context, v verbs.Verb, a arguments, key string) ([]byte, error) {
	for {
		body, err := a.body()
		if err != nil {
			return nil, err
		}
		out, err := s.run(ctx, v.Spec().Name, body, key)
		if err != nil || len(out) <= maxAnswer || !v.Spec().Hints.ReadOnly || !hasField(v, "limit") {
			return out, err
		}
		limit := kaibo.DefaultListLimit
		if raw, given := a["limit"]; given {
			if err := json.Unmarshal(raw, &limit); err != nil {
				return nil, kaibo.InvalidField("limit", "must be an integer")
			}
		}
		if limit <= 1 {
			return out, nil
		}
		if err := a.set("limit", max(1, min(limit/2, limit*maxAnswer/len(out)))); err != nil {
			return nil, err
		}
	}
}

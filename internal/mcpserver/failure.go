package mcpserver

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// MetaProblem is under what an error's result has its code, fields and wait for
// programs; the text says the same to an agent.
const MetaProblem = "kaibo.dev/problem"

// problem is what a program reads of an error.
type problem struct {
	Code       string             `json:"code"`
	Detail     string             `json:"detail"`
	Errors     []kaibo.FieldError `json:"errors,omitempty"`
	RetryAfter int                `json:"retryAfter,omitempty"` // seconds
}

// failure makes the result of a tool that failed: what is wrong, and what to do
// next. Of an error that is the server's own, an agent hears only that.
func failure(t *tool, err error) *mcp.CallToolResult {
	kind := kaibo.KindOf(err)
	p := problem{Code: kind.String(), Detail: "Something went wrong inside the server; its log has the cause."}
	var e *kaibo.Error
	if kind != kaibo.Internal && errors.As(err, &e) {
		p.Detail, p.Errors = e.Detail, e.Fields
	}
	if kind == kaibo.RateLimited || kind == kaibo.Unavailable {
		wait := time.Second
		if e != nil {
			wait = max(wait, e.RetryAfter)
		}
		p.RetryAfter = int(math.Ceil(wait.Seconds()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", p.Code, fence.OneLine(p.Detail))
	if len(p.Errors) > 1 {
		for _, f := range p.Errors {
			fmt.Fprintf(&b, "\n- %s: %s", fence.OneLine(f.Field), fence.OneLine(f.Detail))
		}
	}
	b.WriteString("\nNext: " + next(t, kind, p.RetryAfter))
	return &mcp.CallToolResult{IsError: true, Meta: mcp.Meta{MetaProblem: p}, Content: []mcp.Content{&mcp.TextContent{Text: b.String()}}}
}

// next says what to do after an error: the one table of MCP.
func next(t *tool, kind kaibo.Kind, seconds int) string {
	switch kind {
	case kaibo.Invalid:
		return fmt.Sprintf("mend the arguments and call %s again; verbs {\"verb\": %q} describes them all.", t.name(), t.name())
	case kaibo.Unauthenticated:
		return "ask your user for a key (\"kaibo keys create\" makes one); calling again without one does not help."
	case kaibo.Forbidden:
		return "tell your user which scope is lacking; calling again with this key does not help."
	case kaibo.NotFound:
		return "check the id or name: search and memories find ids, verbs finds tools. A replaced id is answered by what took its place."
	case kaibo.Conflict:
		return "look again at what is there, since it is not what you expected" + afterConflict(t)
	case kaibo.Gone:
		return "do without: it was forgotten for good, and nothing brings it back."
	case kaibo.TooLarge:
		return "ask for less (limit, budget), or send it in parts."
	case kaibo.RateLimited, kaibo.Unavailable:
		return fmt.Sprintf("wait %d s and call again%s.", max(seconds, 1), withKey(t))
	default:
		return "try once more" + withKey(t) + "; if it fails again, tell your user."
	}
}

func afterConflict(t *tool) string {
	if t.verb != nil && t.verb.Spec().PreviewFirst {
		return ": call " + t.name() + " with dryRun, and give its preview as expect if you still want that."
	}
	return ", and decide anew."
}

func withKey(t *tool) string {
	if t.verb != nil && t.verb.Spec().Writes() && t.verb.Spec().Name != verbJob {
		return " with the same idempotencyKey, so that nothing is done twice"
	}
	return ""
}

// verbJob is the verb that waits for a job; it takes no idempotency key.
const verbJob = "job"

// errNoTool says that nothing is called so.
func errNoTool(name string) error {
	return kaibo.Errorf(kaibo.NotFound, "there is no verb %.64q here", name)
}

// errScope says which scope a verb wants that the session was not given.
func errScope(spec *verbs.Spec) error {
	return kaibo.Errorf(kaibo.Forbidden, "this session may not use the scope %s, which %s wants", spec.Scope, spec.Name)
}

package verbs

import (
	"context"
	"encoding/json"

	"github.com/kaibo-dev/kaibo/internal/views"
)

var explainVerb = define(Spec{
	Name:    "explain",
	Summary: "Show where a memory came from and what became of it",
	Doc: "Answers the whole chain of versions that a memory belongs to, oldest first, and every event that bears one of " +
		"them out, with its place in the ledger and its text. What was forgotten keeps its shape; its text is absent.",
	Scope: Read, Toolset: Memory, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "memoryId",
	Example: `{"memoryId": "mem_aaaaaaaaaaaaaaaa"}`,
}, explain)

// ExplainIn is the input of explain.
type ExplainIn struct {
	MemoryID string `json:"memoryId" form:"id" doc:"Any memory of the chain."`
}

// ExplainOut is the answer of explain.
type ExplainOut struct{ views.Explanation }

func explain(ctx context.Context, c *Call, in *ExplainIn) (*ExplainOut, error) {
	if err := c.mustSee(ctx, in.MemoryID); err != nil {
		return nil, err
	}
	x, err := c.Deps.Memories.Explain(ctx, c.Project, in.MemoryID)
	if err != nil {
		return nil, err
	}
	if err := c.veil(ctx, x); err != nil {
		return nil, err
	}
	shrink(x, maxAnswer)
	return &ExplainOut{*x}, nil
}

// shrink takes the content out of the events that do not fit, from the last.
// Control characters take six bytes each in JSON, so the length of a text does
// not tell that of its form.
func shrink(x *views.Explanation, limit int) {
	total := 0
	for i := range x.Events {
		e := &x.Events[i]
		b, err := json.Marshal(e)
		if err == nil && total+len(b) <= limit {
			total += len(b)
			continue
		}
		if e.Content != "" || e.ContentBase64 != nil {
			e.Content, e.ContentBase64 = "", nil
			x.ContentOmitted = true
		}
	}
}

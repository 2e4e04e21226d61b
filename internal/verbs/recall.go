package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

var recallVerb = define(Spec{
	Name:    "recall",
	Summary: "Answer a question from memory, or say that it cannot",
	Doc: "Answers a question with the few memories that bear it out, each with the place that it came from, within a " +
		"budget of tokens; or abstains and says which words of the question nothing bears out. asOf asks what was true " +
		"then, knownAt what was known then. As text/event-stream it sends candidates, then packed an item, then final.",
	Scope: Read, Toolset: Memory, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Streaming: true,
	Main: "question", Example: `{"question": "When is the release?", "budget": 512}`,
}, answerQuestion)

// RecallIn is the input of recall.
type RecallIn struct {
	Question string      `json:"question" bytes:"8192" doc:"The question, in any words."`
	Budget   *int        `json:"budget,omitempty" min:"1" max:"32000" default:"1024" doc:"Most tokens of the answer's texts, in o200k_base."`
	AsOf     *kaibo.Time `json:"asOf,omitempty" doc:"What was true at this time; now when absent."`
	KnownAt  *kaibo.Time `json:"knownAt,omitempty" doc:"What had been recorded by this time; nothing is cut when absent."`
	Kinds
	Narrow
	Include    []string `json:"include,omitempty" enum:"past" items:"1" doc:"past: add, last and marked, what no longer holds."`
	Fill       bool     `json:"fill,omitempty" doc:"Go on in rank order until the budget is full."`
	Candidates *int     `json:"candidates,omitempty" min:"1" max:"200" default:"50" doc:"How many candidates the event stream shows."`
	Trace      bool     `json:"trace,omitempty" doc:"Say of each item why it was chosen."`
}

// RecallOut is the answer of recall.
type RecallOut struct{ recall.Answer }

// Candidates is the data of the first event of a streamed recall.
type Candidates struct {
	Candidates []recall.Candidate `json:"candidates" doc:"Best first, before diversity and packing."`
}

func answerQuestion(ctx context.Context, c *Call, in *RecallIn) (*RecallOut, error) {
	f, err := filter(ctx, c, in.Kinds, in.Narrow)
	if err != nil {
		return nil, err
	}
	q := recall.Query{Question: in.Question, AsOf: in.AsOf, KnownAt: in.KnownAt, Filter: f,
		IncludePast: len(in.Include) > 0, Fill: in.Fill, Trace: in.Trace}
	if in.Budget != nil {
		q.Budget = *in.Budget
	}
	if in.Candidates != nil {
		q.Candidates = *in.Candidates
	}
	answer, err := c.Deps.Recall.Recall(ctx, c.Project, q, watch(ctx, c))
	if err != nil {
		return nil, err
	}
	for i := range answer.Items {
		if err := c.veilCitations(ctx, answer.Items[i].Citations); err != nil {
			return nil, err
		}
	}
	return &RecallOut{*answer}, nil
}

// watch sends the stages of a recall to a caller that reads by parts. The last
// one is the answer, which whoever called sends.
func watch(ctx context.Context, c *Call) func(recall.Stage) error {
	if c.Emit == nil {
		return nil
	}
	return func(s recall.Stage) error {
		switch s.Name {
		case recall.StageCandidates:
			for i := range s.Candidates {
				if err := c.veilCitations(ctx, s.Candidates[i].Citations); err != nil {
					return err
				}
			}
			return c.Emit(s.Name, Candidates{s.Candidates})
		case recall.StagePacked:
			if err := c.veilCitations(ctx, s.Packed.Citations); err != nil {
				return err
			}
			return c.Emit(s.Name, s.Packed)
		}
		return nil
	}
}

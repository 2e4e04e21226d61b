package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Trier tells what structuring a text would lead to; [structure.Worker] is it.
type Trier interface {
	Try(ctx context.Context, p kaibo.Project, e ledger.Entry) (*structure.Trial, error)
}

var structureVerb = define(Spec{
	Name:    "structure",
	Summary: "Show what a text would be noted down as",
	Doc: "Reads a text as an event of now, with the model where the project has one on, judges it against the memories that " +
		"there are, and shows each proposal, what it would do, and why it was accepted or dropped. Nothing is written: only a dry run is offered.",
	Scope: Write, Toolset: Operate, Hints: Hints{ReadOnly: true, Idempotent: true}, Where: LocalOnly, Main: "content",
	Example: `{"content": "The release moves from July 13 to July 17.", "dryRun": true}`,
}, tryStructure)

// StructureIn is the input of structure.
type StructureIn struct {
	Content     string      `json:"content" bytes:"1048576" doc:"The text."`
	Kind        string      `json:"kind,omitempty" enum:"message,tool_call,file,commit" default:"message" doc:"What sort of event it would be."`
	OccurredAt  *kaibo.Time `json:"occurredAt,omitempty" doc:"What relative dates count from; now when absent."`
	Actor       string      `json:"actor,omitempty" form:"name" doc:"Who says it."`
	Role        string      `json:"role,omitempty" form:"name" doc:"The actor's part."`
	Initiatives []string    `json:"initiatives,omitempty" form:"name" items:"64" doc:"The work that it belongs to."`
	DryRun      bool        `json:"dryRun,omitempty" doc:"Must be true: remember notes down for good."`
}

// ProposalInfo is a proposal as it is served.
type ProposalInfo struct {
	Type       string        `json:"type" doc:"fact, decision, task, preference, procedure or episode."`
	Content    string        `json:"content" doc:"The statement."`
	Start      int           `json:"start" doc:"First byte of the text that bears it out."`
	End        int           `json:"end" doc:"The byte after the last."`
	Confidence float64       `json:"confidence" doc:"0 to 1: that it is what the text says."`
	ValidFrom  kaibo.Time    `json:"validFrom" doc:"When it would hold from."`
	ValidTo    kaibo.Time    `json:"validTo" doc:"When it would end, exclusive; null when nothing ends it."`
	By         string        `json:"by" doc:"What read it: the rules or a model."`
	Accepted   bool          `json:"accepted" doc:"It would be noted down, or add its source to what says it already."`
	Why        string        `json:"why" doc:"Why it was accepted or dropped."`
	Relations  []RelatedInfo `json:"relations" doc:"The memories that it has to do with."`
}

// RelatedInfo is a memory that a proposal has to do with.
type RelatedInfo struct {
	MemoryID string `json:"memoryId" doc:"The memory, or a proposal before it in the text."`
	Content  string `json:"content" doc:"What it says."`
	Relation string `json:"relation" enum:"same,supersedes,corrects,cancels,completes,conflicts" doc:"Of the later of the two to the earlier."`
	Later    bool   `json:"later,omitempty" doc:"The memory is the later of the two."`
}

// DroppedInfo is a proposal of a model that failed a check.
type DroppedInfo struct {
	Content string `json:"content" doc:"The proposal's content, cut; or the id that it named."`
	Why     string `json:"why" doc:"The check that it failed."`
}

// StructureOut is the answer of structure.
type StructureOut struct {
	DryRun    bool           `json:"dryRun" doc:"Nothing was written."`
	Proposals []ProposalInfo `json:"proposals" doc:"In the order of the text."`
	Dropped   []DroppedInfo  `json:"dropped" doc:"Proposals of the model that failed a check."`
	Reason    string         `json:"reason,omitempty" doc:"Why there is none."`
	LeftOut   int            `json:"leftOut,omitempty" doc:"Statements beyond the 1,000 that are kept of an event."`
	Model     *Asked         `json:"model,omitempty" doc:"What a model was asked; absent when none was."`
}

func tryStructure(ctx context.Context, c *Call, in *StructureIn) (*StructureOut, error) {
	if c.Deps.Try == nil {
		return nil, kaibo.Errorf(kaibo.Conflict, "this server does not offer it")
	}
	if !in.DryRun {
		return nil, kaibo.InvalidField("dryRun", "must be true (--dry-run on the command line): only a dry run is offered; remember notes down for good")
	}
	e := ledger.Entry{Kind: in.Kind, Content: []byte(in.Content), OccurredAt: in.OccurredAt,
		Details: kaibo.Details{Actor: in.Actor, Role: in.Role, Initiatives: in.Initiatives}}
	if e.Kind == "" {
		e.Kind = kaibo.KindMessage
	}
	if err := e.Check(""); err != nil {
		return nil, err
	}
	trial, err := c.Deps.Try.Try(ctx, c.Project, e)
	if err != nil {
		return nil, err
	}
	out := &StructureOut{DryRun: true, Proposals: []ProposalInfo{}, Dropped: []DroppedInfo{}, Reason: trial.Reason, LeftOut: trial.LeftOut, Model: askedOf(trial.Model)}
	for i := range trial.Proposals {
		out.Proposals = append(out.Proposals, proposalInfo(&trial.Proposals[i]))
	}
	for _, d := range trial.Dropped {
		out.Dropped = append(out.Dropped, DroppedInfo{Content: d.Content, Why: d.Why})
	}
	return out, nil
}

func proposalInfo(p *structure.Proposal) ProposalInfo {
	s := &p.Statement
	out := ProposalInfo{Type: s.Type, Content: s.Content, Start: s.Start, End: s.End, Confidence: s.Confidence, ValidFrom: s.ValidFrom, ValidTo: s.ValidTo,
		By: p.By, Accepted: p.Accepted, Why: p.Why, Relations: []RelatedInfo{}}
	for _, r := range p.Relations {
		out.Relations = append(out.Relations, RelatedInfo{MemoryID: r.MemoryID, Content: r.Content, Relation: string(r.Relation), Later: r.Later})
	}
	return out
}

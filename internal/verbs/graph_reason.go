//go:build !lean

package verbs

import (
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
)

var claimVerb = defineCuration(Spec{
	Name: "claim", Summary: "Note what may be so", Toolset: Reason, Main: "content",
	Doc:     "Notes what may be so, as a hypothesis that is open: evidence speaks for it or against, and confirm or refute closes it.",
	Example: `{"content": "The pool is what slows the start.", "about": ["rollout"], "initiative": "launch"}`,
}, func(in *ClaimIn) *Curation { return &in.Curation }, func(in *ClaimIn) curate.Rule { return curate.Claim(in.About, in.note(in.Content)) })

// ClaimIn is the input of claim.
type ClaimIn struct {
	Content string   `json:"content" bytes:"65536" doc:"What may be so."`
	About   []string `json:"about,omitempty" form:"node" items:"60" doc:"The nodes that it is about."`
	Noted
}

var evidenceVerb = defineCuration(Spec{
	Name: "evidence", Summary: "Note what speaks for a claim, or against it", Toolset: Reason, Main: "claim",
	Doc: "Notes what speaks for a claim or against it: words, or a node that is there. It weighs by its method: experiment 1, " +
		"measurement 0.9, observation 0.8, source 0.6, reasoning 0.5, hearsay 0.3; reweight changes that.",
	Example: `{"claim": "slow start", "content": "With a pool of 50 it starts in 2 s.", "method": "experiment", "initiative": "launch"}`,
}, func(in *EvidenceIn) *Curation { return &in.Curation }, func(in *EvidenceIn) curate.Rule {
	return curate.Weigh(curate.Evidence{Claim: in.Claim, Content: in.Content, Node: in.Node, Method: in.Method, Against: in.Supports != nil && !*in.Supports})
})

// EvidenceIn is the input of evidence.
type EvidenceIn struct {
	Claim    string `json:"claim" form:"node" doc:"The claim, by name or id."`
	Content  string `json:"content,omitempty" bytes:"65536" doc:"What was found; or else node."`
	Node     string `json:"node,omitempty" form:"node" doc:"The node that bears it out."`
	Method   string `json:"method,omitempty" enum:"experiment,measurement,observation,source,reasoning,hearsay" default:"observation" doc:"How it was had."`
	Supports *bool  `json:"supports,omitempty" default:"true" doc:"It speaks for the claim; false for against it."`
	Curation
}

// VerdictIn is the input of confirm, refute and inconclusive.
type VerdictIn struct {
	Claim   string `json:"claim" form:"node" doc:"The claim, by name or id."`
	Because string `json:"because,omitempty" bytes:"4096" doc:"Why; required as long as there is no evidence for it."`
	Curation
}

func (in *VerdictIn) by() *Curation { return in.because(in.Because) }

// judging defines a verb that gives a claim its verdict.
func judging(name, verdict, summary, doc, example string) Verb {
	return defineCuration(Spec{Name: name, Summary: summary, Doc: doc, Toolset: Reason, Main: "claim", Hints: Hints{Idempotent: true}, Example: example},
		(*VerdictIn).by, func(in *VerdictIn) curate.Rule { return curate.Judge(in.Claim, verdict, in.by().Reason) })
}

var (
	confirmVerb = judging("confirm", graph.VerdictConfirmed, "Say that a claim is so",
		"Says that a claim is so, because of a reason or of evidence that was noted.",
		`{"claim": "slow start", "because": "A larger pool halves it.", "initiative": "launch"}`)
	refuteVerb = judging("refute", graph.VerdictRefuted, "Say that a claim is not so",
		"Says that a claim is not so. It ends, and is never answered as current; the answer names what derives from it.",
		`{"claim": "slow start", "because": "The disk is what slows it.", "initiative": "launch"}`)
	inconclusiveVerb = judging("inconclusive", graph.VerdictInconclusive, "Say that a claim cannot be decided",
		"Says that what was found does not decide a claim. It stays, so marked.",
		`{"claim": "slow start", "because": "Both runs differ.", "initiative": "launch"}`)
)

var flagVerb = defineCuration(Spec{
	Name: "flag", Summary: "Put a node under review", Toolset: Reason, Main: "node", Hints: Hints{Idempotent: true},
	Doc: "Puts a node under review, because it contradicts another or needs a second look. It does not hold, and is not answered " +
		"as current, until close_review.",
	Example: `{"node": "rollout", "kind": "review", "reason": "The list of regions is old.", "initiative": "launch"}`,
}, func(in *FlagIn) *Curation { return &in.Curation }, func(in *FlagIn) curate.Rule {
	return curate.Flag(in.Node, in.Kind, in.With, in.Reason)
})

// FlagIn is the input of flag.
type FlagIn struct {
	Node string `json:"node" form:"node" doc:"The node, by name or id."`
	Kind string `json:"kind" enum:"contradiction,review" doc:"Why."`
	With string `json:"with,omitempty" form:"node" doc:"Of a contradiction: the other node."`
	Curation
}

var closeReviewVerb = defineCuration(Spec{
	Name: "close_review", Summary: "Close a review", Toolset: Reason, Main: "node",
	Doc:     "Closes the review of a node: it stands, and holds again from where it did, or it ends.",
	Example: `{"node": "terms", "outcome": "stands", "because": "It was read again.", "initiative": "launch"}`,
}, func(in *CloseReviewIn) *Curation { return in.because(in.Because) }, func(in *CloseReviewIn) curate.Rule { return curate.CloseReview(in.Node, in.Outcome) })

// CloseReviewIn is the input of close_review.
type CloseReviewIn struct {
	Node    string `json:"node" form:"node" doc:"The node, by name or id."`
	Outcome string `json:"outcome" enum:"stands,ends" doc:"What becomes of it."`
	Because string `json:"because,omitempty" bytes:"4096" doc:"Why."`
	Curation
}

// EndsIn names a link.
type EndsIn struct {
	From string `json:"from" form:"node" doc:"The node that it comes from."`
	To   string `json:"to" form:"node" doc:"The node that it leads to."`
	Type string `json:"type" enum:"derived_from,refers_to,supersedes,causal,temporal,contradicts,part_of,blocks,targets,verifies,falsifies,consolidated_to" doc:"What it means."`
}

// WeighedIn is the input of link and reweight.
type WeighedIn struct {
	EndsIn
	Weight *float64 `json:"weight,omitempty" doc:"How strong it is, from 0 to 1."`
	Curation
}

func (in *WeighedIn) by() *Curation { return &in.Curation }

var linkVerb = defineCuration(Spec{
	Name: "link", Summary: "Link two nodes", Toolset: Reason, Hints: Hints{Idempotent: true},
	Doc:     "Links two nodes, with weight 1 unless another is given. A link that is there gets the weight that is given.",
	Example: `{"from": "rollout", "to": "announcement text", "type": "blocks", "weight": 0.8, "initiative": "launch"}`,
}, (*WeighedIn).by, func(in *WeighedIn) curate.Rule { return curate.Connect(in.From, in.Type, in.To, in.Weight) })

var reweightVerb = defineCuration(Spec{
	Name: "reweight", Summary: "Give a link another weight", Toolset: Reason, Hints: Hints{Idempotent: true},
	Doc:     "Gives a link that is there another weight. The former one stays in its history, and paths as of then go by it.",
	Example: `{"from": "announcement text", "to": "rollout", "type": "refers_to", "weight": 0.3, "initiative": "launch"}`,
}, (*WeighedIn).by, func(in *WeighedIn) curate.Rule { return curate.Reweight(in.From, in.Type, in.To, in.Weight) })

var unlinkVerb = defineCuration(Spec{
	Name: "unlink", Summary: "Take a link away", Toolset: Reason, Hints: Hints{Idempotent: true},
	Doc:     "Takes a link away. As of before it is still there.",
	Example: `{"from": "announcement text", "to": "rollout", "type": "refers_to", "initiative": "launch"}`,
}, func(in *UnlinkIn) *Curation { return &in.Curation }, func(in *UnlinkIn) curate.Rule {
	return curate.Disconnect(in.From, in.Type, in.To)
})

// UnlinkIn is the input of unlink.
type UnlinkIn struct {
	EndsIn
	Curation
}

var synthesiseVerb = defineCuration(Spec{
	Name: "synthesise", Summary: "Make one node of several", Toolset: Reason, Main: "content",
	Doc:     "Makes one node of several: what they come to. It derives from each, and they stay.",
	Example: `{"nodes": ["rollout", "announcement text"], "content": "Roll out by region, and tell customers a week before.", "initiative": "launch"}`,
}, func(in *SynthesiseIn) *Curation { return &in.Curation }, func(in *SynthesiseIn) curate.Rule {
	return curate.Synthesise(in.Nodes, in.Type, in.note(in.Content))
})

// SynthesiseIn is the input of synthesise.
type SynthesiseIn struct {
	Nodes   []string `json:"nodes" form:"node" items:"60" doc:"The nodes, by name or id; at least two."`
	Content string   `json:"content" bytes:"65536" doc:"What they come to."`
	Type    string   `json:"type,omitempty" enum:"idea,outcome,reference,summary,concept,entity" default:"summary" doc:"What it is."`
	Noted
}

var supersedeVerb = defineCuration(Spec{
	Name: "supersede", Summary: "Let one node take another's place", Toolset: Reason, Main: "node",
	Doc:     "Ends a node by another that takes its place: one that is there, or one that is made of words. As of before the old one still holds.",
	Example: `{"node": "rollout", "content": "Roll out everywhere at once.", "initiative": "launch"}`,
}, func(in *SupersedeIn) *Curation { return &in.Curation }, func(in *SupersedeIn) curate.Rule {
	return curate.Supersede(in.Node, in.By, in.Content)
})

// SupersedeIn is the input of supersede.
type SupersedeIn struct {
	Node    string `json:"node" form:"node" doc:"The node that ends, by name or id."`
	By      string `json:"by,omitempty" form:"node" doc:"The node that takes its place; or else content."`
	Content string `json:"content,omitempty" bytes:"65536" doc:"What a new one says."`
	Curation
}

var reviseVerb = defineCuration(Spec{
	Name: "revise", Summary: "Give a node a new version", Toolset: Reason, Main: "node",
	Doc:     "Gives a node new words. The new version takes its place under the same name, with its layer, tags and links; the old one stays in its history.",
	Example: `{"node": "announcement text", "content": "Dear customers, the release is on July 17.", "initiative": "launch"}`,
}, func(in *ReviseIn) *Curation { return &in.Curation }, func(in *ReviseIn) curate.Rule { return curate.Rewrite(in.Node, in.Content) })

// ReviseIn is the input of revise.
type ReviseIn struct {
	Node    string `json:"node" form:"node" doc:"The node, by name or id."`
	Content string `json:"content" bytes:"65536" doc:"What it says now."`
	Curation
}

var settleVerb = defineCuration(Spec{
	Name: "settle", Summary: "Make a node settled knowledge", Toolset: Reason, Main: "node", Hints: Hints{Idempotent: true},
	Doc: "Makes an idea, outcome, reference, summary, concept or entity, or an automatic memory, settled knowledge. Its provenance " +
		"stays. Work is not settled as it is: synthesise what came of it.",
	Example: `{"node": "rollout", "initiative": "launch"}`,
}, (*NodeIn).by, func(in *NodeIn) curate.Rule { return curate.Settle(in.Node) })

var unsettleVerb = defineCuration(Spec{
	Name: "unsettle", Summary: "Make settled knowledge work again", Toolset: Reason, Main: "node", Hints: Hints{Idempotent: true},
	Doc: "Makes settled knowledge work again.", Example: `{"node": "rollout", "initiative": "launch"}`,
}, (*NodeIn).by, func(in *NodeIn) curate.Rule { return curate.Unsettle(in.Node) })

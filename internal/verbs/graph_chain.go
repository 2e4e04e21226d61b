//go:build !lean

package verbs

import "github.com/kaibo-dev/kaibo/internal/curate"

var chainVerb = defineCuration(Spec{
	Name: "chain", Summary: "Keep a trail", Toolset: Chains,
	Doc: "Keeps a trail through the graph: the strongest between two nodes, or nodes that are named in order, each linked to the " +
		"next. A chain of the same nodes is answered as it is.",
	Example: `{"nodes": ["rollout", "announcement text"], "summary": "Why it is announced by region.", "name": "why-regions", "initiative": "launch"}`,
}, func(in *ChainIn) *Curation { return &in.Curation }, func(in *ChainIn) curate.Rule {
	return curate.Chain(in.From, in.To, in.Nodes, in.note(in.Summary))
})

// ChainIn is the input of chain.
type ChainIn struct {
	From    string   `json:"from,omitempty" form:"node" doc:"Where it begins, by name or id."`
	To      string   `json:"to,omitempty" form:"node" doc:"Where it ends."`
	Nodes   []string `json:"nodes,omitempty" form:"node" items:"60" doc:"Or all its nodes, in order."`
	Summary string   `json:"summary,omitempty" bytes:"65536" doc:"What it shows; how many nodes it has when absent."`
	Noted
}

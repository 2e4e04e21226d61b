//go:build !lean

package verbs

import "github.com/kaibo-dev/kaibo/internal/curate"

var hygieneVerb = defineCuration(Spec{
	Name: "hygiene", Summary: "Let what nobody touched sink", Toolset: Upkeep,
	Doc: "Moves what nobody touched for long one layer down: never into core or out of it, and no pin, open task or open claim. It " +
		"only tells what it would move unless dryRun is false. At most 100 nodes at a time, which one undo takes back.",
	Example: `{"initiative": "launch"}`,
}, func(in *HygieneIn) *Curation { return &in.Curation }, func(in *HygieneIn) curate.Rule {
	return curate.Hygiene(in.DryRun == nil || *in.DryRun)
})

// HygieneIn is the input of hygiene.
type HygieneIn struct {
	DryRun *bool `json:"dryRun,omitempty" default:"true" doc:"Only tell what would be moved."`
	Curation
}

var setHygieneVerb = defineCuration(Spec{
	Name: "hygiene.set", Summary: "Say when upkeep moves a node", Toolset: Upkeep, Main: "threshold", Hints: Hints{Idempotent: true},
	Doc:     "Sets a threshold of an initiative's upkeep, in days or, for coreMost, a number. Without a value it is the default again.",
	Example: `{"threshold": "hotDays", "value": 7, "initiative": "launch"}`,
}, func(in *SetHygieneIn) *Curation { return &in.Curation }, func(in *SetHygieneIn) curate.Rule {
	return curate.SetThreshold(in.Threshold, in.Value)
})

// SetHygieneIn is the input of hygiene.set.
type SetHygieneIn struct {
	Threshold string `json:"threshold" enum:"hotDays,warmDays,coldDays,doneDays,coreMost" doc:"Which."`
	Value     *int   `json:"value,omitempty" min:"1" max:"36525" doc:"Its value; the default when absent."`
	Curation
}

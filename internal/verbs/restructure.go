package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Restructurer derives a project again. Progress is told how many events of how
// many it has been through.
type Restructurer interface {
	Restructure(ctx context.Context, p kaibo.Project, by kaibo.Details, dryRun bool, progress func(done, total uint64)) (*structure.Restructured, error)
}

var restructureVerb = define(Spec{
	Name:    "restructure",
	Summary: "Derive a project's memories again with the structurer of now",
	Doc: "Reads every event of the project again, with the structurer of this version and with the model where the project " +
		"has one on, and puts what it finds in the place of what stands. Ids of before lead to what says it now; what people " +
		"corrected, reinstated, disputed and aliased stays so; what is forgotten stays forgotten. It is an event of its own. A dry run " +
		"counts and writes nothing. One that stopped is finished, or begun again, by the next. As text/event-stream it tells its progress.",
	Scope: Operator, Toolset: Operate, Where: LocalOnly, Streaming: true,
	Example: `{"dryRun": true}`,
}, restructure)

// RestructureIn is the input of restructure.
type RestructureIn struct {
	DryRun bool `json:"dryRun,omitempty" doc:"Count what would change, and write nothing."`
	All    bool `json:"all,omitempty" doc:"Go through every project, not only the one that the call acts on."`
}

// RestructuredProject is what was done to one project, or would be.
type RestructuredProject struct {
	Project    string `json:"project" doc:"The project's name."`
	EventID    string `json:"eventId,omitempty" doc:"The event that records it; absent for a dry run."`
	Structurer string `json:"structurer" doc:"Name and version of what derived."`
	Generation int    `json:"generation" doc:"Of the new births."`
	Events     uint64 `json:"events" doc:"Events gone through."`
	Before     int    `json:"before" doc:"Memories that stood."`
	After      int    `json:"after" doc:"Memories that stand."`
	Same       int    `json:"same" doc:"Of those before: said in the same words, for the same time, with the same status."`
	Changed    int    `json:"changed" doc:"Of those before: said otherwise."`
	Gone       int    `json:"gone" doc:"Of those before: nothing says them any more."`
	New        int    `json:"new" doc:"Of those after: nothing said them before."`
	Kept       int    `json:"kept" doc:"Of those after: kept because people ruled on them, or because their event could not be read again."`
	Failed     int    `json:"failed" doc:"Jobs whose events could not be read again."`
	Model      *Asked `json:"model,omitempty" doc:"What a model was asked; absent when none was."`
}

// RestructureOut is the answer of restructure.
type RestructureOut struct {
	DryRun bool                  `json:"dryRun,omitempty" doc:"Nothing was written."`
	Items  []RestructuredProject `json:"items" doc:"One answer a project."`
}

func restructure(ctx context.Context, c *Call, in *RestructureIn) (*RestructureOut, error) {
	if c.Deps.Restructure == nil {
		return nil, kaibo.Errorf(kaibo.Conflict, "this server cannot restructure: it does not have the data to itself")
	}
	projects := []kaibo.Project{c.Project}
	if in.All {
		var err error
		if projects, err = allProjects(ctx, c); err != nil {
			return nil, err
		}
	} else if c.Create != nil {
		projects = nil // it is not there: there is nothing to do
	}
	out := &RestructureOut{DryRun: in.DryRun, Items: []RestructuredProject{}}
	for _, p := range projects {
		r, err := c.Deps.Restructure.Restructure(ctx, p, kaibo.Details{Actor: c.Author}, in.DryRun, tellProgress(c, p.Name))
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, RestructuredProject{Project: p.Name, EventID: r.EventID, Structurer: r.Structurer, Generation: r.Generation,
			Events: r.Events, Before: r.Before, After: r.After, Same: r.Same, Changed: r.Changed, Gone: r.Gone, New: r.New, Kept: r.Kept,
			Failed: r.Failed, Model: askedOf(r.Model)})
	}
	return out, nil
}

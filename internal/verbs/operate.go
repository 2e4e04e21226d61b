package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Maintainer looks after the views of a project. While it works, nothing else
// writes to the project. Progress is told how many events of how many it has
// been through.
type Maintainer interface {
	Rebuild(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error)
	Fsck(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error)
}

var rebuildVerb = define(Spec{
	Name:    "rebuild",
	Summary: "Make the views of a project again from its ledger",
	Doc: "Folds memories, listings and the index again from the derivations and the deletion ledger, without running a " +
		"structurer, to the same ids. What is right stays as it is, so that one that was interrupted can be run again; with all it goes " +
		"on after the last project that it finished. As text/event-stream it tells its progress.",
	Scope: Operator, Toolset: Operate, Hints: Hints{Idempotent: true}, Where: LocalOnly, Streaming: true,
	Example: `{"all": true}`,
}, rebuild)

var fsckVerb = define(Spec{
	Name:    "fsck",
	Summary: "Check that the store holds what its ledger says",
	Doc: "Compares every view and the index with what the derivations give, and the payloads and chains with their " +
		"digests. It changes nothing. As text/event-stream it tells its progress.",
	Scope: Operator, Toolset: Operate, Hints: Hints{ReadOnly: true, Idempotent: true}, Where: LocalOnly, Streaming: true,
	Example: `{"all": true}`,
}, fsck)

// MaintainIn is the input of rebuild and fsck.
type MaintainIn struct {
	All   bool   `json:"all,omitempty" doc:"Go through every project, not only the one that the call acts on."`
	After string `json:"after,omitempty" form:"id" doc:"With all: begin after the project with this id, where an earlier call stopped."`
}

// Maintained is what was done to one project, or found in it.
type Maintained struct {
	ID       string          `json:"id" doc:"The project's id; after takes it."`
	Project  string          `json:"project" doc:"The project's name."`
	Memories int             `json:"memories" doc:"Memories folded."`
	Written  int             `json:"written" doc:"Items of the store that were missing or differed, and were written."`
	Removed  int             `json:"removed" doc:"Items of the store that should not have been there, and were removed."`
	Indexed  int             `json:"indexed" doc:"Rows of the index."`
	Findings []views.Finding `json:"findings" doc:"Where the store is not what it should be; at most 1000 in one answer."`
}

// MaintainOut is the answer of rebuild and fsck.
type MaintainOut struct {
	OK    bool         `json:"ok" doc:"Nothing was found that should not be."`
	Items []Maintained `json:"items" doc:"One answer a project."`
}

// Progress is the data of the progress events of a long verb.
type Progress struct {
	Project string `json:"project" doc:"The project's name."`
	Done    uint64 `json:"done" doc:"Events gone through."`
	Total   uint64 `json:"total" doc:"Events there are."`
}

func rebuild(ctx context.Context, c *Call, in *MaintainIn) (*MaintainOut, error) {
	return maintain(ctx, c, in, c.Deps.Maintain.Rebuild)
}

func fsck(ctx context.Context, c *Call, in *MaintainIn) (*MaintainOut, error) {
	return maintain(ctx, c, in, c.Deps.Maintain.Fsck)
}

// maxFindings bounds the findings of all projects in one answer.
const maxFindings = 1000

type maintenance func(context.Context, kaibo.Project, func(done, total uint64)) (*views.Report, error)

func maintain(ctx context.Context, c *Call, in *MaintainIn, do maintenance) (*MaintainOut, error) {
	projects := []kaibo.Project{c.Project}
	if in.After != "" && !in.All {
		return nil, kaibo.InvalidField("after", "goes with all")
	}
	if in.All {
		var err error
		if projects, err = projectsAfter(ctx, c, in.After); err != nil {
			return nil, err
		}
	} else if c.Create != nil {
		projects = nil // it is not there: there is nothing to do
	}
	out := &MaintainOut{OK: true, Items: make([]Maintained, 0, len(projects))}
	room := maxFindings
	for _, p := range projects {
		report, err := do(ctx, p, tellProgress(c, p.Name))
		if err != nil {
			return nil, err
		}
		findings := orEmpty(report.Findings[:min(len(report.Findings), room)])
		room -= len(findings)
		out.OK = out.OK && len(report.Findings) == 0
		done := Maintained{ID: p.ID, Project: p.Name, Memories: report.Memories, Written: report.Written,
			Removed: report.Removed, Indexed: report.Indexed, Findings: findings}
		out.Items = append(out.Items, done)
		if c.Emit != nil && in.All { // who is interrupted later has this, and knows where to go on
			_ = c.Emit("project", done)
		}
	}
	return out, nil
}

// tellProgress emits at most one event a hundredth of the way. Whoever went
// away is noticed by the context.
func tellProgress(c *Call, project string) func(done, total uint64) {
	if c.Emit == nil {
		return nil
	}
	var told uint64
	return func(done, total uint64) {
		if done > told+total/100 || done == total {
			told = done
			_ = c.Emit("progress", Progress{Project: project, Done: done, Total: total})
		}
	}
}

func allProjects(ctx context.Context, c *Call) ([]kaibo.Project, error) {
	return projectsAfter(ctx, c, "")
}

// projectsAfter answers the projects whose ids come after one, in their order.
func projectsAfter(ctx context.Context, c *Call, cursor string) ([]kaibo.Project, error) {
	var all []kaibo.Project
	for {
		projects, next, err := c.Deps.Projects.Projects(ctx, cursor, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		all = append(all, projects...)
		if next == "" {
			return all, nil
		}
		cursor = next
	}
}

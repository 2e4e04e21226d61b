package verbs

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// operatorProject stands for what belongs to no project: cursors of the list
// of projects, and kept answers about them. Nothing under it is secret.
var operatorProject = kaibo.Project{ID: "operator", Secret: []byte("operator")}

// ProjectInfo is what is told of a project.
type ProjectInfo struct {
	ID        string     `json:"id" doc:"The project, as logs and checkpoints name it."`
	Name      string     `json:"name" doc:"The project, as its operator named it; what Kaibo-Project takes."`
	CreatedAt kaibo.Time `json:"createdAt" doc:"When it was made."`
}

func projectInfo(p *kaibo.Project) ProjectInfo {
	return ProjectInfo{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt}
}

var projectsVerb = define(Spec{
	Name:    "projects",
	Summary: "List the projects",
	Doc:     "Lists the projects of the deployment.",
	Scope:   Operator, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true}, Projectless: true,
	Example: `{"limit": 20}`,
}, listProjects)

// ProjectsIn is the input of projects.
type ProjectsIn struct{ Page }

// ProjectsOut is the answer of projects.
type ProjectsOut struct {
	Items      []ProjectInfo `json:"items" doc:"The projects."`
	NextCursor string        `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listProjects(ctx context.Context, c *Call, in *ProjectsIn) (*ProjectsOut, error) {
	var after string
	if err := openCursor(operatorProject, "projects", in.Cursor, &after); err != nil {
		return nil, err
	}
	projects, next, err := c.Deps.Projects.Projects(ctx, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &ProjectsOut{Items: make([]ProjectInfo, len(projects))}
	for i := range projects {
		out.Items[i] = projectInfo(&projects[i])
	}
	if next != "" {
		out.NextCursor, err = makeCursor(operatorProject, "projects", next)
	}
	return out, err
}

var createProjectVerb = define(Spec{
	Name:    "projects.create",
	Summary: "Make a project",
	Doc:     "Makes a project: a wall around what one end user's memories are. Make keys to it with keys.create, naming it in Kaibo-Project.",
	Scope:   Operator, Toolset: Manage, Main: "name", Statuses: []Status{{"201", "Made."}}, Projectless: true,
	Example: `{"name": "user-17"}`,
}, createProject)

// CreateProjectIn is the input of projects.create.
type CreateProjectIn struct {
	Name string `json:"name" form:"project" doc:"The project's name: 1 to 128 of A-Z a-z 0-9 . _ ~ -."`
}

// CreateProjectOut is the answer of projects.create.
type CreateProjectOut struct{ ProjectInfo }

// StatusCode implements StatusCoder.
func (*CreateProjectOut) StatusCode() int { return http.StatusCreated }

func createProject(ctx context.Context, c *Call, in *CreateProjectIn) (*CreateProjectOut, error) {
	if ReservedProject(in.Name) {
		return nil, kaibo.InvalidField("name", "names that begin with ~ are the server's own")
	}
	return keep(ctx, c, operatorProject, "projects.create", func() (*CreateProjectOut, error) {
		p, err := c.Deps.Projects.CreateProject(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		return &CreateProjectOut{projectInfo(&p)}, nil
	})
}

// ReservedProject reports whether a project of this name is the server's own:
// "~operator" holds the receipts of deleted projects.
func ReservedProject(name string) bool { return strings.HasPrefix(name, "~") }

// WhichProject names a project in the body, or leaves it to Kaibo-Project.
type WhichProject struct {
	Name string `json:"name,omitempty" form:"project" doc:"The project's name; the one that Kaibo-Project names when absent."`
}

// project finds the project that an operator's verb is about.
func (w *WhichProject) project(ctx context.Context, c *Call) (kaibo.Project, error) {
	switch {
	case w.Name == "" && c.Named && c.Create == nil:
		return c.Project, nil
	case w.Name == "" && c.Named:
		return kaibo.Project{}, kaibo.Errorf(kaibo.NotFound, "there is no such project")
	case w.Name == "":
		return kaibo.Project{}, kaibo.InvalidField("name", "must be given, here or as Kaibo-Project")
	}
	p, err := c.Deps.Projects.Project(ctx, w.Name)
	if err == nil && c.Named && c.Project.ID != p.ID {
		err = kaibo.InvalidField("name", "is another project than Kaibo-Project names")
	}
	return p, err
}

var projectUsageVerb = define(Spec{
	Name:    "projects.usage",
	Summary: "Count what a project holds",
	Doc:     "Counts the streams, events, memories, initiatives and entries of the deletion ledger of a project.",
	Scope:   Operator, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "name",
	Example: `{"name": "user-17"}`,
}, projectUsage)

// ProjectUsageIn is the input of projects.usage.
type ProjectUsageIn struct{ WhichProject }

// ProjectUsageOut is the answer of projects.usage.
type ProjectUsageOut struct {
	Project   ProjectInfo `json:"project" doc:"The project."`
	Streams   uint64      `json:"streams" doc:"Streams."`
	Events    uint64      `json:"events" doc:"Events, forgotten ones too: their place in the chain stays."`
	Memories  uint64      `json:"memories" doc:"Memories of every status."`
	Deletions uint64      `json:"deletions" doc:"Entries of the deletion ledger."`
}

func projectUsage(ctx context.Context, c *Call, in *ProjectUsageIn) (*ProjectUsageOut, error) {
	p, err := in.project(ctx, c)
	if err != nil {
		return nil, err
	}
	out := &ProjectUsageOut{Project: projectInfo(&p)}
	for after, more := "", true; more; {
		var heads []kaibo.Head
		if heads, more, err = c.Deps.Ledger.Streams(ctx, p, after, kaibo.MaxListLimit); err != nil {
			return nil, err
		}
		for i := range heads {
			out.Streams++
			out.Events += heads[i].Seq
			after = heads[i].Stream
		}
	}
	if out.Memories, err = countItems(ctx, c, kaibo.Records, kaibo.ListingPartition(p.ID)); err != nil {
		return nil, err
	}
	out.Deletions, err = countItems(ctx, c, kaibo.Events, kaibo.DeletionPartition(p.ID))
	return out, err
}

// countItems counts the items of a partition, page by page.
func countItems(ctx context.Context, c *Call, class kaibo.Class, partition string) (uint64, error) {
	var n uint64
	for r := (kaibo.Range{}); ; {
		page, err := c.Deps.Table.Query(ctx, class, partition, r)
		if err != nil {
			return 0, fmt.Errorf("count: %w", err)
		}
		n += uint64(len(page.Items))
		if !page.More {
			return n, nil
		}
		r = r.Next(page)
	}
}

var deleteProjectVerb = define(Spec{
	Name:    "projects.delete",
	Summary: "Delete a project and everything in it",
	Doc: "Deletes a project: from the answer on nothing finds it and its keys are refused; after the grace everything of " +
		"it is purged but the envelopes of its chains. The receipt goes to the operator's own deletion ledger. A dry run " +
		"counts what would go.",
	Scope: Operator, Toolset: Manage, Hints: Hints{Destructive: true}, PreviewFirst: true, Main: "name",
	Example: `{"name": "user-17", "reason": "account closed"}`,
}, deleteProject)

// DeleteProjectIn is the input of projects.delete.
type DeleteProjectIn struct {
	WhichProject
	Reason string `json:"reason,omitempty" bytes:"4096" doc:"Why. Only its digest is kept."`
	DryRun bool   `json:"dryRun,omitempty" doc:"Count what would go, and delete nothing."`
}

// DeleteProjectOut is the answer of projects.delete: counts, or a receipt.
type DeleteProjectOut struct {
	DryRun bool             `json:"dryRun,omitempty" doc:"Nothing was deleted."`
	Usage  *ProjectUsageOut `json:"usage,omitempty" doc:"What would go, for a dry run."`
	*ForgetDone
}

func deleteProject(ctx context.Context, c *Call, in *DeleteProjectIn) (*DeleteProjectOut, error) {
	if in.DryRun {
		usage, err := projectUsage(ctx, c, &ProjectUsageIn{in.WhichProject})
		return &DeleteProjectOut{DryRun: true, Usage: usage}, err
	}
	return keep(ctx, c, operatorProject, "projects.delete", func() (*DeleteProjectOut, error) {
		p, err := in.project(ctx, c)
		if err != nil {
			return nil, err
		}
		deed, err := c.Deps.Deletions.DeleteProject(ctx, p, in.Reason)
		if err != nil {
			return nil, err
		}
		return &DeleteProjectOut{ForgetDone: doneOf(deed)}, nil
	})
}

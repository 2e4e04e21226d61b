//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var reflectVerb = define(Spec{
	Name:    "reflect",
	Summary: "List what should be tidied",
	Doc: "Lists nodes that nothing is linked with, stale chains, open reviews, claims that look decided, work to settle, what may sink to a farther layer, overdue " +
		"tasks, initiatives with nearly the same name, and what may be shared before it is settled. Nothing is changed.",
	Scope: Read, Toolset: Upkeep, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch"}`,
}, tidy)

var lintVerb = define(Spec{
	Name:    "lint",
	Summary: "List broken rules of the graph",
	Doc: "Lists rings of part_of and derived_from, nodes that rest on one that ended, names that look alike, open tasks in core without a time, claims about nothing, " +
		"evidence for nothing, chains too short, roles whose holder ended and work in progress that is settled. Nothing is changed.",
	Scope: Read, Toolset: Upkeep, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch"}`,
}, lint)

// ReflectIn is the input of reflect and lint.
type ReflectIn struct {
	Kinds []string `json:"kinds,omitempty" items:"20" doc:"Only findings of these kinds."`
	Limit *int     `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most findings to answer."`
	Moment
}

// FindingOut is something that somebody should look at.
type FindingOut struct {
	Kind  string   `json:"kind" doc:"What kind of thing: orphan, overdue, cycle …"`
	Text  string   `json:"text" doc:"What is so."`
	Nodes []Brief  `json:"nodes" doc:"What it is about."`
	Names []string `json:"names,omitempty" doc:"Initiatives that it is about."`
}

// FindingsOut is the answer of reflect and lint.
type FindingsOut struct {
	Total  int          `json:"total" doc:"How many findings there are."`
	Counts []Count      `json:"counts" doc:"How many there are of each kind, in the order of the list."`
	Items  []FindingOut `json:"items" doc:"The first of them."`
	Text   string       `json:"text" doc:"The same, to be read."`
}

func tidy(ctx context.Context, c *Call, in *ReflectIn) (*FindingsOut, error) {
	if err := checkKinds(in.Kinds, graph.Findings); err != nil {
		return nil, err
	}
	var found []graph.Finding
	var claims []graph.Node
	var names []string
	var l *look
	g, whole := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		l, err = c.look(whole, &in.Moment, func(l *look, v *graph.View) error {
			found = v.Reflect(l.scope, l.thresholds(v), l.asOf)
			claims = v.Awake(l.scope).Claims
			claims = claims[:min(len(claims), kaibo.MaxGetKeys)]
			return nil
		})
		if err != nil {
			return err
		}
		return l.load(whole, append(nodesFound(found, limitOf(in.Limit, 50)), claims...))
	})
	g.Go(func() error {
		list, err := c.allInitiatives(whole)
		for i := range list {
			names = append(names, list[i].Name)
		}
		return err
	})
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for i := range claims {
		word := graph.SaysDecided(l.text(claims[i].ID))
		if word == "" || slices.ContainsFunc(found, func(f graph.Finding) bool { return f.Kind == "decided_claim" && f.Nodes[0].ID == claims[i].ID }) {
			continue
		}
		found = append(found, graph.Finding{Kind: "decided_claim", Nodes: claims[i : i+1], Text: "its text says “" + word + "”"})
	}
	out := l.findings(in, found, graph.Findings)
	for _, pair := range graph.NearDuplicates(names) {
		if in.Initiative == "" || slices.Contains(pair[:], in.Initiative) {
			out.add(in, FindingOut{Kind: "near_duplicate", Text: "their names are nearly the same", Nodes: []Brief{}, Names: pair[:]})
		}
	}
	out.Text = out.words()
	return out, nil
}

// thresholds are those of the initiative that is looked at.
func (l *look) thresholds(v *graph.View) graph.Thresholds {
	if l.initiative == "" {
		return graph.DefaultThresholds
	}
	return v.ThresholdsOf(l.ids[0])
}

func lint(ctx context.Context, c *Call, in *ReflectIn) (*FindingsOut, error) {
	if err := checkKinds(in.Kinds, graph.Lints); err != nil {
		return nil, err
	}
	var found []graph.Finding
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		found = v.Lint(l.scope, l.ids)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := l.load(ctx, nodesFound(found, limitOf(in.Limit, 50))); err != nil {
		return nil, err
	}
	out := l.findings(in, found, graph.Lints)
	out.Text = out.words()
	return out, nil
}

// checkKinds refuses a kind that there is not.
func checkKinds(kinds []string, known [][2]string) error {
	names := make([]string, len(known))
	for i := range known {
		names[i] = known[i][0]
	}
	for i, kind := range kinds {
		if !slices.Contains(names, kind) {
			return kaibo.InvalidField(fmt.Sprintf("kinds[%d]", i), "must be one of %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// nodesFound are the nodes of findings, as many as may be told. The same limit
// bounds what is read.
func nodesFound(found []graph.Finding, limit int) []graph.Node {
	var nodes []graph.Node
	counts := make(map[string]int)
	for i := range found {
		if counts[found[i].Kind]++; counts[found[i].Kind] <= limit {
			nodes = append(nodes, found[i].Nodes...)
		}
	}
	return nodes
}

// findings serves findings, kind by kind in the order of their list. One about a
// node that is not to be shown is left out.
func (l *look) findings(in *ReflectIn, found []graph.Finding, kinds [][2]string) *FindingsOut {
	out := &FindingsOut{Items: []FindingOut{}, Counts: []Count{}}
	for _, kind := range kinds {
		for i := range found {
			f := &found[i]
			if f.Kind != kind[0] {
				continue
			}
			item := FindingOut{Kind: f.Kind, Text: f.Text, Nodes: []Brief{}}
			for j := range f.Nodes {
				if _, read := l.records[f.Nodes[j].ID]; !read {
					item.Nodes = append(item.Nodes, Brief{ID: f.Nodes[j].ID, Type: f.Nodes[j].Type, Name: f.Nodes[j].Name})
				} else if _, ok := l.stands(&f.Nodes[j]); ok {
					item.Nodes = append(item.Nodes, l.brief(&f.Nodes[j]))
				}
			}
			if len(f.Nodes) == 0 || len(item.Nodes) > 0 {
				out.add(in, item)
			}
		}
	}
	return out
}

// add counts a finding, and lists it while there is room.
func (o *FindingsOut) add(in *ReflectIn, f FindingOut) {
	if len(in.Kinds) > 0 && !slices.Contains(in.Kinds, f.Kind) {
		return
	}
	o.Total++
	at := slices.IndexFunc(o.Counts, func(c Count) bool { return c.Name == f.Kind })
	if at < 0 {
		at = len(o.Counts)
		o.Counts = append(o.Counts, Count{Name: f.Kind})
	}
	o.Counts[at].Count++
	if len(o.Items) < limitOf(in.Limit, 50) {
		o.Items = append(o.Items, f)
	}
}

func (o *FindingsOut) words() string {
	if o.Total == 0 {
		return "Nothing was found."
	}
	lines := []string{wordsOf(o.Counts) + "."}
	for i := range o.Items {
		f := &o.Items[i]
		names := slices.Clone(f.Names)
		for j := range f.Nodes {
			names = append(names, f.Nodes[j].label())
		}
		lines = append(lines, fmt.Sprintf("- %s: %s (%s)", f.Kind, fence.OneLine(strings.Join(names, " and ")), fence.OneLine(f.Text)))
	}
	return strings.Join(lines, "\n")
}

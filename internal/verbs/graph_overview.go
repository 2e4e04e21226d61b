//go:build !lean

package verbs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var overviewVerb = define(Spec{
	Name:    "overview",
	Summary: "Brief somebody who is new to a piece of work",
	Doc: "Counts what an initiative holds by type, layer, tier and status; names where its knowledge began, with how much came from it, the things " +
		"and tags that most is about, what is settled, its chains, and what is open: claims, reviews, overdue tasks.",
	Scope: Read, Toolset: Arrive, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch"}`,
}, overview)

// OverviewIn is the input of overview.
type OverviewIn struct {
	Moment
	Limit *int `json:"limit,omitempty" min:"1" max:"50" default:"8" doc:"Most items of each list."`
}

// Count is how many there are of something.
type Count struct {
	Name  string `json:"name" doc:"What is counted."`
	Count int    `json:"count" doc:"How many there are."`
}

// OverviewOut is the answer of overview.
type OverviewOut struct {
	Initiative string       `json:"initiative,omitempty" doc:"The initiative; absent for all that the key sees."`
	AsOf       kaibo.Time   `json:"asOf" doc:"The moment that it is told for."`
	Types      []Count      `json:"types" doc:"Nodes that hold, by type, most first."`
	Layers     []Count      `json:"layers" doc:"By layer, nearest first."`
	Tiers      []Count      `json:"tiers" doc:"By tier."`
	Statuses   []Count      `json:"statuses" doc:"All nodes by status, ended ones too."`
	Links      []Count      `json:"links" doc:"Links from nodes that hold, by type."`
	Tags       []Count      `json:"tags" doc:"The tags that most nodes have."`
	Roots      []RootInfo   `json:"roots" doc:"Where knowledge began: nodes that others came from and that came from none, the largest first."`
	RootTotal  int          `json:"rootTotal" doc:"How many there are, at most fifty."`
	Entities   []RootInfo   `json:"entities" doc:"Things and concepts, by how many links they have."`
	Settled    AwakeSection `json:"settled" doc:"What is settled."`
	Chains     AwakeSection `json:"chains" doc:"Trails that were kept."`
	Claims     AwakeSection `json:"claims" doc:"Claims that nothing decided."`
	Review     AwakeSection `json:"review" doc:"What is under review."`
	Overdue    AwakeSection `json:"overdue" doc:"Tasks that should have been done before."`
	Text       string       `json:"text" doc:"All of it in a few lines."`
}

// RootInfo is a node and how much hangs on it.
type RootInfo struct {
	Brief
	Size int `json:"size" doc:"How many nodes came from it, or how many links it has."`
}

func overview(ctx context.Context, c *Call, in *OverviewIn) (*OverviewOut, error) {
	out := &OverviewOut{Initiative: in.Initiative}
	most := 8
	if in.Limit != nil {
		most = *in.Limit
	}
	var o *graph.Overview
	var a *graph.Awakening
	sections := out.sections(most)
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		o, a = v.Overview(l.scope), v.Awake(l.scope)
		l.readRoles(v)
		overdue := slices.DeleteFunc(a.Tasks, func(n graph.Node) bool { return !n.Overdue(v.AsOf) })
		for i, list := range [][]graph.Node{o.Settled, o.Chains, a.Claims, a.Review, overdue} {
			s := sections[i]
			s.all, s.nodes = list, list[:min(most, len(list))]
			for j := range s.nodes {
				s.notes = append(s.notes, l.noteOf(v, &s.nodes[j], s.kind, false))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	roots, entities := o.Roots[:min(most, len(o.Roots))], o.Entities[:min(most, len(o.Entities))]
	nodes := chosenNodes(sections)
	for _, r := range append(slices.Clone(roots), entities...) {
		nodes = append(nodes, r.Node)
	}
	untyped := o.Untyped[:min(len(o.Untyped), kaibo.MaxGetKeys)] // their types: of the newest hundred
	for _, id := range untyped {
		nodes = append(nodes, graph.Node{ID: id})
	}
	if err := l.load(ctx, nodes); err != nil {
		return nil, err
	}
	for _, id := range untyped {
		if r := l.records[id]; r != nil {
			o.Types[r.Type]++
		}
	}
	for _, s := range sections {
		s.brief(l)
		s.into.Items = append(s.into.Items, s.briefs...)
	}
	out.AsOf = l.asOf
	out.Roots, out.Entities, out.RootTotal = l.roots(roots), l.roots(entities), len(o.Roots)
	out.counts(o, most)
	out.Text = out.words(sections)
	return out, nil
}

// sections are those of an overview, in the order of its text.
func (o *OverviewOut) sections(most int) []*section {
	return []*section{
		{into: &o.Settled, title: "Settled", kind: kindPlain, most: most},
		{into: &o.Chains, title: "Chains", kind: kindChain, most: most},
		{into: &o.Claims, title: "Open claims", kind: kindClaim, most: most},
		{into: &o.Review, title: "Under review", kind: kindReview, most: most},
		{into: &o.Overdue, title: "Overdue", kind: kindTask, most: most},
	}
}

// roots serves roots that were loaded.
func (l *look) roots(roots []graph.Root) []RootInfo {
	out := []RootInfo{}
	for i := range roots {
		if l.holds(&roots[i].Node) {
			out = append(out, RootInfo{l.brief(&roots[i].Node), roots[i].Size})
		}
	}
	return out
}

func (o *OverviewOut) counts(g *graph.Overview, most int) {
	o.Types, o.Tiers, o.Statuses, o.Links = counted(g.Types), counted(g.Tiers), counted(g.Statuses), counted(g.Links)
	o.Tags = counted(g.Tags)
	o.Tags = o.Tags[:min(most, len(o.Tags))]
	o.Layers = []Count{}
	for _, layer := range graph.Layers {
		if n := g.Layers[layer]; n > 0 {
			o.Layers = append(o.Layers, Count{layer, n})
		}
	}
}

// counted answers counts, most first.
func counted(counts map[string]int) []Count {
	out := []Count{}
	for name, n := range counts {
		out = append(out, Count{name, n})
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return out
}

// words are the overview as text.
func (o *OverviewOut) words(sections []*section) string {
	var s strings.Builder
	name := "All that this key sees"
	if o.Initiative != "" {
		name = quote(o.Initiative)
	}
	fmt.Fprintf(&s, "%s as of %s: %s. Layers: %s. Statuses: %s.", name, minuteOf(o.AsOf), wordsOf(o.Types), wordsOf(o.Layers), wordsOf(o.Statuses))
	if len(o.Tags) > 0 {
		s.WriteString("\nTags: " + wordsOf(o.Tags) + ".")
	}
	for _, list := range []struct {
		title string
		roots []RootInfo
		of    string
	}{{"Began with", o.Roots, "came from it"}, {"About", o.Entities, "links"}} {
		if len(list.roots) > 0 {
			s.WriteString("\n" + list.title + ":")
		}
		for i := range list.roots {
			fmt.Fprintf(&s, "\n%s (%d %s)", list.roots[i].line(), list.roots[i].Size, list.of)
		}
	}
	s.WriteString(told("", sections))
	return s.String()
}

// wordsOf is counts in words.
func wordsOf(counts []Count) string {
	if len(counts) == 0 {
		return "none"
	}
	words := make([]string, len(counts))
	for i, c := range counts {
		words[i] = fmt.Sprintf("%d %s", c.Count, c.Name)
	}
	return strings.Join(words, ", ")
}

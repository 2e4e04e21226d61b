//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

var taggedVerb = define(Spec{
	Name:    "tagged",
	Summary: "List the nodes that have tags",
	Doc:     "Lists the nodes that have all of some tags, newest first.",
	Scope:   Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "tags", Example: `{"tags": ["risk"], "initiative": "launch"}`,
}, tagged)

// TaggedIn is the input of tagged.
type TaggedIn struct {
	Tags  []string `json:"tags" bytes:"128" items:"64" doc:"The tags, all of which a node must have."`
	Limit *int     `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most nodes to answer."`
	Past
	Moment
}

func tagged(ctx context.Context, c *Call, in *TaggedIn) (*BriefsOut, error) {
	if len(in.Tags) == 0 {
		return nil, kaibo.InvalidField("tags", "must name a tag")
	}
	s := &section{into: new(AwakeSection), title: "Tagged " + strings.Join(in.Tags, ", "), kind: kindPlain, most: limitOf(in.Limit, 50)}
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		l.past = len(in.Include) > 0
		for _, id := range v.Tagged(in.Tags[0]) {
			n, ok := v.Node(id)
			if !ok || n.Curated() && !l.scope.Sees(&n) || !l.past && !n.Holds(v.AsOf) {
				continue
			}
			if !slices.ContainsFunc(in.Tags, func(tag string) bool { return !slices.Contains(n.Tags, tag) }) {
				s.all = append(s.all, n)
			}
		}
		sortNewest(s.all)
		s.since(l, v, nil)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := l.load(ctx, s.nodes); err != nil {
		return nil, err
	}
	s.brief(l)
	return s.out(), nil
}

var findVerb = define(Spec{
	Name:    "find",
	Summary: "Find nodes and memories by words",
	Doc: "Finds nodes whose name or tags have the words of a query, then nodes and memories whose text bears them, best first. recall answers questions; " +
		"this finds what to look at.",
	Scope: Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "query", Example: `{"query": "release date", "initiative": "launch"}`,
}, find)

// FindIn is the input of find.
type FindIn struct {
	Query string `json:"query" bytes:"1024" doc:"Words to look for."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"100" default:"20" doc:"Most nodes to answer."`
	Across
	Past
	Moment
}

// FindOut is the answer of find.
type FindOut struct {
	Total int    `json:"total" doc:"How many were found."`
	Items []Met  `json:"items" doc:"The first of them, best first."`
	Text  string `json:"text" doc:"The same, to be read."`
}

// findBudget is how many tokens of memories a search looks through.
const findBudget = 4096

func find(ctx context.Context, c *Call, in *FindIn) (*FindOut, error) {
	if strings.TrimSpace(in.Query) == "" {
		return nil, kaibo.InvalidField("query", "must be given")
	}
	var bearing []string
	if c.Deps.Recall != nil {
		initiatives := given(in.Initiative)
		if in.Across.Across {
			initiatives = nil
		}
		f, err := filter(ctx, c, Kinds{Initiatives: initiatives}, Narrow{})
		if err != nil {
			return nil, err
		}
		answer, err := c.Deps.Recall.Recall(ctx, c.Project, recall.Query{Question: in.Query, AsOf: in.AsOf, KnownAt: in.KnownAt, Filter: f,
			Budget: findBudget, Fill: true, IncludePast: len(in.Include) > 0}, nil)
		if err != nil {
			return nil, err
		}
		for i := range answer.Items {
			bearing = append(bearing, answer.Items[i].MemoryID)
		}
	}
	var ids []string
	w, err := c.follow(ctx, &in.Moment, in.Across.Across, len(in.Include) > 0, func(l *look, v *graph.View) ([]string, error) {
		ids = union(v.Search(l.allows(v), in.Query, l.past), bearing)
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	out := &FindOut{Items: []Met{}}
	limit := limitOf(in.Limit, 20)
	for _, id := range ids {
		n := w.nodes[id]
		if !w.shows(&n) {
			continue
		}
		if out.Total++; len(out.Items) < limit {
			out.Items = append(out.Items, w.met(id))
		}
	}
	lines := []string{fmt.Sprintf("%d found.", out.Total)}
	for i := range out.Items {
		m := &out.Items[i]
		lines = append(lines, fmt.Sprintf("- [%s] %s%s", m.Type, m.label(), m.rest()))
	}
	out.Text = strings.Join(lines, "\n")
	return out, nil
}

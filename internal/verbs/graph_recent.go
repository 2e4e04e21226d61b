//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var recentVerb = define(Spec{
	Name:    "recent",
	Summary: "List what changed lately, newest first",
	Doc: "Lists the nodes of an initiative by their last change, newest first, with what changed them, who and why, and between them what was noted " +
		"down from events. What ended is left out unless include has past; then it is marked.",
	Scope: Read, Toolset: Arrive, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch", "limit": 10}`,
}, recent)

// RecentIn is the input of recent.
type RecentIn struct {
	Moment
	Since   *kaibo.Time `json:"since,omitempty" doc:"Only what was recorded at this time or later."`
	Include []string    `json:"include,omitempty" enum:"past" items:"1" doc:"past: what ended too, marked."`
	Limit   *int        `json:"limit,omitempty" min:"1" max:"200" default:"20" doc:"Most items to answer."`
}

// BriefsOut is a list of nodes in few words.
type BriefsOut struct {
	Total int     `json:"total" doc:"How many there are."`
	Items []Brief `json:"items" doc:"The first of them."`
	Text  string  `json:"text" doc:"The same, to be read."`
}

func recent(ctx context.Context, c *Call, in *RecentIn) (*BriefsOut, error) {
	s := &section{into: new(AwakeSection), title: "Changed lately", kind: kindRecent, most: limitOf(in.Limit, 20)}
	noted := &noted{most: s.most}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
			l.past = len(in.Include) > 0
			a := v.Awake(l.scope)
			noted.curated = a.Newborn
			s.all = a.Recent
			if l.past {
				s.all = append(append(s.all, a.Ended...), a.Finished...)
				sortNewest(s.all)
			}
			s.since(l, v, in.Since)
			return nil
		})
		if err != nil {
			return err
		}
		if err := l.load(ctx, s.nodes); err != nil {
			return err
		}
		s.brief(l)
		return nil
	})
	g.Go(func() error { return noted.read(ctx, c, &in.Moment) })
	if err := g.Wait(); err != nil {
		return nil, err
	}
	noted.since = in.Since
	noted.into(s)
	return s.out(), nil
}

// since keeps the nodes that changed at a time or later, and notes what changed
// the first.
func (s *section) since(l *look, v *graph.View, since *kaibo.Time) {
	for i := range s.all {
		c, _ := v.Change(s.all[i].Changed)
		if since != nil && c.RecordedAt < *since {
			s.all = s.all[:i]
			break
		}
		if len(s.nodes) < s.most {
			s.nodes = append(s.nodes, s.all[i])
			s.notes = append(s.notes, l.noteOf(v, &s.all[i], s.kind, false))
		}
	}
}

// out is a section as an answer of its own.
func (s *section) out() *BriefsOut {
	s.into.Items = append([]Brief{}, s.briefs[:min(len(s.briefs), s.most)]...)
	out := &BriefsOut{Total: s.into.Total, Items: s.into.Items}
	if len(out.Items) == 0 {
		out.Text = s.title + ": nothing."
	} else {
		out.Text = strings.TrimPrefix(told("", []*section{s}), "\n")
	}
	return out
}

// limitOf is a limit, or what stands in when none is given.
func limitOf(limit *int, otherwise int) int {
	if limit == nil {
		return otherwise
	}
	return *limit
}

var surfaceVerb = define(Spec{
	Name:    "surface",
	Summary: "Look at what sank and may matter again",
	Doc: "Lists what lies in the layers cold and frozen, which awake does not tell: first what a query names by name or tag, then what is linked with " +
		"something core or hot or with an open task, then the newest.",
	Scope: Read, Toolset: Arrive, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "query", Example: `{"initiative": "launch", "query": "logo"}`,
}, surface)

// SurfaceIn is the input of surface.
type SurfaceIn struct {
	Moment
	Layer string `json:"layer,omitempty" enum:"cold,frozen" doc:"Only this layer; both when absent."`
	Query string `json:"query,omitempty" bytes:"1024" doc:"Words of names or tags."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"200" default:"20" doc:"Most items to answer."`
}

func surface(ctx context.Context, c *Call, in *SurfaceIn) (*BriefsOut, error) {
	layers := given(in.Layer)
	if in.Layer == "" {
		layers = []string{graph.LayerCold, graph.LayerFrozen}
	}
	s := &section{into: new(AwakeSection), title: "Sunk", kind: kindPlain, most: limitOf(in.Limit, 20)}
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		found := v.Surface(l.scope, layers, in.Query)
		for i := range found {
			s.all = append(s.all, found[i].Node)
			if i >= s.most {
				continue
			}
			n := l.noteOf(v, &found[i].Node, s.kind, false)
			if near := found[i].Near; len(near) > 0 {
				n.because = fmt.Sprintf("linked with %s, which is near", labelOf(v, near[0]))
			}
			s.nodes, s.notes = append(s.nodes, found[i].Node), append(s.notes, n)
		}
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

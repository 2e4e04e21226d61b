package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// house is a small graph:
//
//	a -causal .5-> b -causal .5-> d
//	a -causal .9-> c -part_of .9-> d -causal 0-> e
//	c -refers_to .2-> b
func house(t *testing.T) *builder {
	return build(t).nodes("a", "b", "c", "d", "e").at(2).
		link("a", "causal", "b", .5).link("b", "causal", "d", .5).link("a", "causal", "c", .9).
		link("c", "part_of", "d", .9).link("d", "causal", "e", 0).link("c", "refers_to", "b", .2).done()
}

func reached(r graph.Reach) string {
	var out []string
	for _, n := range r.Nodes {
		out = append(out, fmt.Sprintf("%s%d<%s", n.ID, n.Depth, n.Via))
	}
	return fmt.Sprint(strings.Join(out, " "), " of ", r.Total)
}

func TestWalk(t *testing.T) {
	b := house(t)
	for _, c := range []struct {
		name, from string
		o          graph.WalkOptions
		want       string
	}{
		{"one step, the strongest first", "a", graph.WalkOptions{}, "c1<a b1<a of 2"},
		{"a node once, by what reached it first", "a", graph.WalkOptions{Depth: 8}, "c1<a b1<a d2<c e3<d of 4"},
		{"a limit keeps the total", "a", graph.WalkOptions{Depth: 8, Limit: 1}, "c1<a of 4"},
		{"out", "b", graph.WalkOptions{Direction: graph.Out, Depth: 3}, "d1<b e2<d of 2"},
		{"in", "d", graph.WalkOptions{Direction: graph.In, Depth: 2}, "c1<d b1<d a2<c of 3"},
		{"types", "a", graph.WalkOptions{Types: []string{"causal"}, Depth: 2}, "c1<a b1<a d2<b of 3"},
		{"a type that no link has", "a", graph.WalkOptions{Types: []string{"temporal"}}, " of 0"},
		{"what is not allowed hides what lies behind", "a", graph.WalkOptions{Depth: 8, Allow: func(id string) bool { return id != "d" }}, "c1<a b1<a of 2"},
		{"nowhere", "nobody", graph.WalkOptions{}, " of 0"},
	} {
		if got := reached(b.now().Walk(c.from, c.o)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestWalkPassesByWhatHasEnded(t *testing.T) {
	b := house(t).at(5).end("c", kaibo.StatusCanceled).done()
	if got := reached(b.now().Walk("a", graph.WalkOptions{Depth: 2})); got != "b1<a d2<b of 2" {
		t.Errorf("got %s", got)
	}
	if got := reached(b.now().Walk("a", graph.WalkOptions{Depth: 2, IncludePast: true})); got != "c1<a b1<a d2<c of 3" {
		t.Errorf("with the past got %s", got)
	}
	if got := reached(b.g.At(4000, 4000).Walk("a", graph.WalkOptions{})); got != "c1<a b1<a of 2" {
		t.Errorf("before it ended got %s", got)
	}
}

func TestPath(t *testing.T) {
	b := house(t)
	for _, c := range []struct {
		name, from, to string
		o              graph.PathOptions
		want           string
	}{
		{"the strongest", "a", "d", graph.PathOptions{}, "[a c d] 0.81"},
		{"no link", "a", "a", graph.PathOptions{}, "[a] 1"},
		{"types", "a", "d", graph.PathOptions{Types: []string{"causal"}}, "[a b d] 0.25"},
		{"not through", "a", "d", graph.PathOptions{Allow: func(id string) bool { return id != "c" }}, "[a b d] 0.25"},
		{"the ends are not asked about", "a", "b", graph.PathOptions{Allow: func(string) bool { return false }}, "[a b] 0.5"},
		{"weight 0", "d", "e", graph.PathOptions{}, "none"},
		{"against the links", "d", "a", graph.PathOptions{}, "[d c a] 0.81"},
		{"only along them", "d", "a", graph.PathOptions{Direction: graph.Out}, "none"},
	} {
		got := "none"
		if trail, ok := b.now().Path(c.from, c.to, c.o); ok {
			got = fmt.Sprintf("%v %.4g", trail.Nodes, trail.Strength)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPathPrefersFewerLinksThenTheFirstMade(t *testing.T) {
	b := build(t).nodes("a", "b", "c", "d", "e").at(2).link("a", "causal", "b", .5).link("b", "causal", "e", .5).
		link("a", "causal", "c", .5).link("c", "causal", "e", .5).done()
	if trail, _ := b.now().Path("a", "e", graph.PathOptions{}); cmp.Diff([]string{"a", "b", "e"}, trail.Nodes) != "" {
		t.Errorf("took %v", trail.Nodes)
	}
	b.at(3).link("a", "temporal", "e", .25).done()
	if trail, _ := b.now().Path("a", "e", graph.PathOptions{}); cmp.Diff([]string{"a", "e"}, trail.Nodes) != "" {
		t.Errorf("took %v", trail.Nodes)
	}
}

func TestPathByTheWeightsOfTheMoment(t *testing.T) {
	b := house(t).at(5).link("a", "causal", "c", .1).done()
	if trail, _ := b.now().Path("a", "d", graph.PathOptions{}); trail.Strength != .25 {
		t.Errorf("now %v", trail)
	}
	if trail, _ := b.g.At(4000, kaibo.Forever).Path("a", "d", graph.PathOptions{}); trail.Strength != .81 {
		t.Errorf("then %v", trail)
	}
}

func TestBetween(t *testing.T) {
	b := house(t)
	got := b.now().Between("a", "d", graph.BetweenOptions{})
	var ways []string
	for _, trail := range got.Trails {
		ways = append(ways, strings.Join(trail.Nodes, ""))
	}
	if diff := cmp.Diff([]string{"acd", "abd", "abcd", "acbd"}, ways); diff != "" || got.Total != 4 || got.Cut {
		t.Errorf("%+v\n%s", got, diff)
	}
	if got := b.now().Between("a", "d", graph.BetweenOptions{MaxDepth: 2, Limit: 1}); len(got.Trails) != 1 || got.Total != 2 {
		t.Errorf("short ones %+v", got)
	}
}

func TestNeighbours(t *testing.T) {
	b := house(t).at(3).link("b", "contradicts", "a", 1).done()
	near, total := b.now().Neighbours("a", graph.WalkOptions{Limit: 2})
	if total != 3 || len(near) != 2 || near[0].ID != "b" || near[0].Link.Type != "contradicts" || near[1].ID != "c" {
		t.Errorf("%d: %+v", total, near)
	}
}

func TestTrace(t *testing.T) {
	b := build(t).nodes("sum", "x", "y", "old", "root", "proof").at(2).link("sum", "derived_from", "x", 1).link("sum", "derived_from", "y", 1).
		link("y", "supersedes", "old", 1).link("root", "consolidated_to", "x", 1).link("proof", "verifies", "y", 1).link("sum", "refers_to", "root", 1).
		end("old", kaibo.StatusSuperseded).done()
	p := b.now().Trace("sum", graph.TraceOptions{})
	var ids []string
	for _, n := range p.Nodes {
		ids = append(ids, fmt.Sprintf("%s%d", n.ID, n.Depth))
	}
	if diff := cmp.Diff([]string{"sum0", "x1", "y1", "root2", "old2", "proof2"}, ids); diff != "" || p.Cycle {
		t.Errorf("%v\n%s", p, diff)
	}
	if diff := cmp.Diff([]string{"root", "old", "proof"}, p.Roots); diff != "" {
		t.Error(diff)
	}
	b.at(3).link("root", "derived_from", "sum", 1).done()
	if p := b.now().Trace("sum", graph.TraceOptions{Limit: 2}); !p.Cycle || p.Total != 6 || len(p.Nodes) != 2 {
		t.Errorf("with a loop %+v", p)
	}
}

func TestStaleChains(t *testing.T) {
	b := house(t).at(3)
	b.c.Births = []graph.Birth{{ID: "chain", Type: graph.TypeChain}}
	b.set("chain", graph.AttrMembers, "a c d").done().at(4)
	b.c.Births = []graph.Birth{{ID: "byhand", Type: graph.TypeChain}}
	b.set("byhand", graph.AttrMembers, "a b d").done()
	stale := func(id string) graph.Staleness {
		n, _ := b.now().Node(id)
		return b.now().Stale(n, graph.PathOptions{})
	}
	if s := stale("chain"); s.Stale() {
		t.Errorf("fresh: %+v", s)
	}
	if s := stale("byhand"); s.Stale() || s.Strength != .25 {
		t.Errorf("chosen by hand: %+v", s)
	}
	b.at(5).link("b", "causal", "d", 1).link("a", "causal", "b", 1).done()
	if s := stale("chain"); s.Better == nil || cmp.Diff([]string{"a", "b", "d"}, s.Better.Nodes) != "" {
		t.Errorf("a better one: %+v", s)
	}
	b.at(6).end("c", kaibo.StatusSuperseded).link("c", "part_of", "d", 0).done()
	s := stale("chain")
	if cmp.Diff([]string{"c"}, s.Ended) != "" || cmp.Diff([][2]string{{"c", "d"}}, s.Broken) != "" || s.Strength != 0 {
		t.Errorf("ended: %+v", s)
	}
}

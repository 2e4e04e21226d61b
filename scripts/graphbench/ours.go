package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// ours asks the graph.
type ours struct {
	w *world
	g *graph.Graph
}

func newOurs(w *world, asks int) (*ours, error) {
	o := &ours{w: w, g: graph.New()}
	for _, c := range w.changes {
		if err := o.g.Apply(c); err != nil {
			return nil, err
		}
	}
	o.pair(rand.New(rand.NewPCG(8, 2)), asks)
	return o, nil
}

// pair draws the ends of paths whose strongest trail has no more links than
// SQLite is asked to follow.
func (o *ours) pair(r *rand.Rand, asks int) {
	v := o.view()
	for n := len(o.w.nodes); len(o.w.pairs) < asks; {
		a := r.IntN(n)
		b := min(n-1, a+1+r.IntN(60))
		if trail, ok := v.Path(o.w.nodes[a].id, o.w.nodes[b].id, graph.PathOptions{}); ok && len(trail.Links) > 1 && len(trail.Links) <= maxHops {
			o.w.pairs = append(o.w.pairs, [2]int{a, b})
		}
	}
}

func (o *ours) view() *graph.View { return o.g.At(o.w.now, kaibo.Forever) }

func (o *ours) walk(k int) (string, error) {
	return reach(o.view().Walk(o.w.nodes[o.w.starts[k]].id, graph.WalkOptions{Depth: 3})), nil
}

func (o *ours) walkTypes(k int) (string, error) {
	return reach(o.view().Walk(o.w.nodes[o.w.starts[k]].id, graph.WalkOptions{Depth: 3, Direction: graph.Out, Types: walkedTypes})), nil
}

var walkedTypes = []string{"derived_from", "causal"}

// reach is how many nodes are how far.
func reach(r graph.Reach) string {
	var by [4]int
	for _, n := range r.Nodes {
		by[n.Depth]++
	}
	return fmt.Sprint(by[1:])
}

func (o *ours) path(k int) (string, error) {
	p := o.w.pairs[k]
	trail, ok := o.view().Path(o.w.nodes[p[0]].id, o.w.nodes[p[1]].id, graph.PathOptions{})
	return strength(trail.Strength, ok), nil
}

func strength(s float64, ok bool) string { return fmt.Sprintf("%.9f %v", s, ok) }

// section gathers the best of what it is given.
type section struct {
	total int
	top   []placed
	least bool // the smallest key first, not the greatest
}

type placed struct {
	key int64
	id  string
}

const capped = 20

// add takes a node in if it is among the first.
func (s *section) add(key int64, id string) {
	s.total++
	if !s.least {
		key = -key
	}
	p := placed{key, id}
	if len(s.top) == capped && before(s.top[capped-1], p) <= 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(s.top, p, before)
	s.top = slices.Insert(s.top, at, p)
	s.top = s.top[:min(len(s.top), capped)]
}

func before(a, b placed) int { return cmp.Or(cmp.Compare(a.key, b.key), strings.Compare(a.id, b.id)) }

func (s *section) String() string {
	var b strings.Builder
	fmt.Fprint(&b, s.total)
	for _, p := range s.top {
		b.WriteString(" " + p.id)
	}
	return b.String()
}

func (o *ours) awake(int) (string, error) {
	v := o.view()
	a := v.AwakeFirst(v.Scope(initiative), capped)
	var b strings.Builder
	list := func(total int, nodes []graph.Node) {
		fmt.Fprint(&b, total)
		for i := range nodes {
			b.WriteString(" " + nodes[i].ID)
		}
		b.WriteString("\n")
	}
	t := &a.Totals
	list(t.Core, a.Core)
	list(t.Pins, a.Pins)
	list(t.Tasks, a.Tasks)
	list(t.Reminders, a.Reminders)
	list(t.Review, a.Review)
	list(t.Claims, a.Claims)
	list(t.Hot, a.Hot)
	list(t.Settled, a.Settled)
	list(t.Chains, a.Chains)
	list(t.Warm, a.Warm)
	list(t.Recent, a.Recent)
	list(t.Ended, a.Ended)
	return b.String(), nil
}

func join(sections ...*section) string {
	var b strings.Builder
	for _, s := range sections {
		b.WriteString(s.String() + "\n")
	}
	return b.String()
}

func (o *ours) reflect(int) (string, error) {
	v, now := o.view(), o.w.now
	old := uint64(len(o.w.nodes) / 2)
	var orphans, archivable, dangling section
	overdue := section{least: true}
	v.Scan([]string{initiative}, func(s *graph.Sketch) bool {
		changed := int64(s.Changed)
		if !s.Holds {
			if n := s.Degree(graph.In, true); n > 0 {
				dangling.add(int64(n), s.ID)
			}
			return true
		}
		if !s.Linked() {
			orphans.add(changed, s.ID)
		}
		if s.Type == graph.TypeTask && s.State != "done" && s.State != "dropped" && s.Due < now {
			overdue.add(int64(s.Due), s.ID)
		}
		if s.Layer == graph.LayerCold && s.Changed < old && !s.Pinned {
			archivable.add(changed, s.ID)
		}
		return true
	})
	return join(&orphans, &overdue, &dangling, &archivable), nil
}

package graph

import (
	"cmp"
	"slices"
	"strings"
)

// Overview counts what a scope holds, for somebody who is new to it.
type Overview struct {
	Types, Layers, Tiers, Statuses, Tags, Links map[string]int
	Roots                                       []Root // where knowledge began, the largest first
	Entities                                    []Root // entities and concepts, by their links
	Settled                                     []Node // newest first
	Chains                                      []Node
	Untyped                                     []string // ids of automatic memories, whose types their records have
}

// Root is a node and how much hangs on it.
type Root struct {
	Node
	Size int
}

// maxRoots is how many roots are measured, and maxDescent how much of each is
// walked: beyond, the size is at least so much.
const (
	maxRoots   = 50
	maxDescent = 10_000
)

// Overview counts a scope. Nodes that ended count among the statuses alone.
func (v *View) Overview(s Scope) *Overview {
	o := &Overview{Types: map[string]int{}, Layers: map[string]int{}, Tiers: map[string]int{}, Statuses: map[string]int{},
		Tags: map[string]int{}, Links: map[string]int{}}
	v.Nodes(func(n Node) bool {
		if s.Sees(&n) {
			o.count(v, s, &n)
		}
		return true
	})
	largest := func(x, y Root) int { return cmp.Or(cmp.Compare(y.Size, x.Size), NewestFirst(x.Node, y.Node)) }
	slices.SortFunc(o.Roots, largest)
	o.Roots = o.Roots[:min(maxRoots, len(o.Roots))]
	for i := range o.Roots {
		o.Roots[i].Size = v.descendants(s, o.Roots[i].ID)
	}
	slices.SortFunc(o.Roots, largest)
	slices.SortFunc(o.Entities, largest)
	slices.SortFunc(o.Settled, NewestFirst)
	slices.SortFunc(o.Chains, NewestFirst)
	return o
}

func (o *Overview) count(v *View, s Scope, n *Node) {
	status := n.Status
	if status == "" {
		status = "current"
	}
	o.Statuses[status]++
	if !n.Holds(v.AsOf) {
		return
	}
	if n.Curated() {
		o.Types[n.Type]++
	} else {
		o.Untyped = append(o.Untyped, n.ID)
	}
	o.Layers[n.Layer]++
	o.Tiers[n.Tier]++
	for _, tag := range n.Tags {
		o.Tags[tag]++
	}
	out := v.Out(n.ID)
	for i := range out {
		o.Links[out[i].Type]++
	}
	switch {
	case n.Type == TypeChain:
		o.Chains = append(o.Chains, *n)
	case n.Tier == TierSettled:
		o.Settled = append(o.Settled, *n)
	}
	if n.Type == TypeEntity || n.Type == TypeConcept {
		o.Entities = append(o.Entities, Root{*n, len(out) + len(v.In(n.ID))})
	}
	if children := len(v.made(n.ID)); children > 0 && len(v.MadeOf(n.ID)) == 0 {
		o.Roots = append(o.Roots, Root{*n, children})
	}
}

// MadeOf answers what a node came from, by id: what it derives from and what was
// consolidated to it.
func (v *View) MadeOf(id string) []string {
	var ids []string
	for _, l := range v.Out(id) {
		if l.Type == "derived_from" {
			ids = append(ids, l.To)
		}
	}
	for _, l := range v.In(id) {
		if l.Type == "consolidated_to" {
			ids = append(ids, l.From)
		}
	}
	return ids
}

// made answers what came from a node, by id.
func (v *View) made(id string) []string {
	var ids []string
	for _, l := range v.In(id) {
		if l.Type == "derived_from" {
			ids = append(ids, l.From)
		}
	}
	for _, l := range v.Out(id) {
		if l.Type == "consolidated_to" {
			ids = append(ids, l.To)
		}
	}
	return ids
}

// descendants counts what came from a node, at any remove.
func (v *View) descendants(s Scope, id string) int {
	seen := map[string]bool{id: true}
	for queue := []string{id}; len(queue) > 0 && len(seen) < maxDescent; queue = queue[1:] {
		for _, next := range v.made(queue[0]) {
			if n, ok := v.Node(next); ok && !seen[next] && s.Sees(&n) {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return len(seen) - 1
}

// Sunk is a node of a far layer and why it may matter again.
type Sunk struct {
	Node
	Near  []string // ids of what is core or hot, or an open task, that it is linked with
	Named int      // words of the query that its name or tags have
}

// Surface answers what lies in some layers: what a query names first, then what
// most is linked with that is near, then the newest.
func (v *View) Surface(s Scope, layers []string, query string) []Sunk {
	words := strings.Fields(strings.ToLower(query))
	var found []Sunk
	v.Nodes(func(n Node) bool {
		if !slices.Contains(layers, n.Layer) || !n.Holds(v.AsOf) || !s.Sees(&n) {
			return true
		}
		sunk := Sunk{Node: n}
		text := strings.ToLower(n.Name + " " + strings.Join(n.Tags, " "))
		for _, w := range words {
			if strings.Contains(text, w) {
				sunk.Named++
			}
		}
		for _, l := range append(v.Out(n.ID), v.In(n.ID)...) {
			id := l.To
			if id == n.ID {
				id = l.From
			}
			near, ok := v.Node(id)
			if ok && near.Holds(v.AsOf) && s.Sees(&near) && (near.Layer == LayerCore || near.Layer == LayerHot || near.OpenTask()) && !slices.Contains(sunk.Near, id) {
				sunk.Near = append(sunk.Near, id)
			}
		}
		found = append(found, sunk)
		return true
	})
	slices.SortFunc(found, func(x, y Sunk) int {
		return cmp.Or(cmp.Compare(y.Named, x.Named), cmp.Compare(len(y.Near), len(x.Near)), NewestFirst(x.Node, y.Node))
	})
	return found
}

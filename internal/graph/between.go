package graph

import (
	"cmp"
	"slices"
)

// MaxBetween is the most links that a connection answered by Between has.
const MaxBetween = 6

// maxSteps bounds the work of Between: two nodes beside a third that a thousand
// others are linked with have a million connections of four links.
const maxSteps = 200_000

// BetweenOptions says which connections are looked for.
type BetweenOptions struct {
	MaxDepth    int                  // the most links of a connection, 1 to MaxBetween; less means 3
	Limit       int                  // how many are answered; 0 means all that were found
	Types       []string             // of links; none means all
	Allow       func(id string) bool // which nodes may lie between; nil means all
	IncludePast bool                 // through what has ended or is under review, too
}

// Connections are the ways between two nodes.
type Connections struct {
	Trails []Trail
	Total  int  // found, without the limit
	Cut    bool // there may be more: looking for them was given up
}

// Between answers the short connections of two nodes along links of either
// direction: those with fewer links first, then the stronger ones, then those
// whose links were made first. No node comes twice in one.
func (v *View) Between(a, b string, o BetweenOptions) Connections {
	start, ok := v.graph.byID[a]
	end, known := v.graph.byID[b]
	if !ok || !known || start == end {
		return Connections{}
	}
	if o.MaxDepth < 1 {
		o.MaxDepth = 3
	}
	c := connecting{view: v, o: &o, types: v.types(o.Types), end: end, depth: min(o.MaxDepth, MaxBetween)}
	c.measure(start)
	c.on = map[uint32]bool{start: true}
	c.from(start, nil)
	slices.SortFunc(c.found, c.compare)
	out := Connections{Total: len(c.found), Cut: c.steps >= maxSteps}
	for _, way := range c.found {
		if o.Limit > 0 && len(out.Trails) == o.Limit {
			break
		}
		out.Trails = append(out.Trails, v.trail(start, way.links))
	}
	return out
}

// way is a connection that was found.
type way struct {
	links []uint32
	cost  int64
}

// connecting looks for ways to an end.
type connecting struct {
	view  *View
	o     *BetweenOptions
	types []word
	end   uint32
	depth int
	left  map[uint32]int // links from a node to the end, where these are few enough
	on    map[uint32]bool
	found []way
	steps int
}

// measure finds how far the end is from the nodes near it, until the start's own
// distance and the depth rule out what is farther.
func (c *connecting) measure(start uint32) {
	c.left = map[uint32]int{c.end: 0}
	frontier := []uint32{c.end}
	for d := 1; d <= c.depth; d++ {
		var next []uint32
		for _, i := range frontier {
			for _, h := range c.view.hops(i, Both, c.types, nil) {
				if _, met := c.left[h.node]; met || h.node != start && !c.view.passes(h.node, c.o.Allow, c.o.IncludePast) {
					continue
				}
				c.left[h.node] = d
				next = append(next, h.node)
			}
		}
		frontier = next
	}
}

// from goes on from a node along the links so far.
func (c *connecting) from(i uint32, links []uint32) {
	if c.steps >= maxSteps {
		return
	}
	for _, h := range c.view.hops(i, Both, c.types, nil) {
		c.steps++
		left, near := c.left[h.node]
		if !near || c.on[h.node] || len(links)+1+left > c.depth {
			continue
		}
		longer := append(links, h.link)
		if h.node == c.end {
			c.found = append(c.found, way{slices.Clone(longer), c.view.costs(longer)})
			continue
		}
		c.on[h.node] = true
		c.from(h.node, longer)
		delete(c.on, h.node)
	}
}

// costs is what links cost a trail together.
func (v *View) costs(links []uint32) (total int64) {
	for _, i := range links {
		w, _ := v.weight(i)
		total += cost(w)
	}
	return total
}

func (c *connecting) compare(a, b way) int {
	return cmp.Or(cmp.Compare(len(a.links), len(b.links)), cmp.Compare(a.cost, b.cost), slices.Compare(a.links, b.links))
}

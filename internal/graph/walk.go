package graph

import (
	"cmp"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Direction says which links of a node are followed. The zero value is Both.
type Direction string

// The directions.
const (
	Both Direction = ""
	Out  Direction = "out" // from the node
	In   Direction = "in"  // to the node
)

// reverse is the direction against a direction.
func (d Direction) reverse() Direction {
	switch d {
	case Out:
		return In
	case In:
		return Out
	}
	return d
}

// MaxDepth is how far a walk goes at most: further on, nearly all of a connected
// graph is reached.
const MaxDepth = 8

// WalkOptions says how links are followed. The zero value follows all links both
// ways, one step, through what holds.
type WalkOptions struct {
	Types       []string             // of links; none means all
	Direction   Direction            //
	Depth       int                  // 1 to MaxDepth; less means 1, more MaxDepth
	Limit       int                  // how many are answered; 0 means all
	Allow       func(id string) bool // which nodes may be passed and answered; nil means all
	IncludePast bool                 // passes through what has ended or is under review, too
}

// Reached is a node that a walk came to.
type Reached struct {
	ID    string
	Depth int    // links between the start and it, from 1
	Via   string // the node before it
	Link  Link   // the link that reached it, between Via and it
}

// Reach is where a walk came to.
type Reach struct {
	Nodes []Reached
	Total int // without the limit
}

// Walk goes from a node along links, breadth first: nearer nodes first, and from
// each node along its strongest link first, among equals along the one that was
// made first. Every node is answered once, with the link that reached it first;
// the start is not. What does not hold as of the view is passed by, with what
// lies only behind it, unless IncludePast is set. A start that the graph does
// not know has nowhere to go.
//
// Source: breadth-first search.
func (v *View) Walk(from string, o WalkOptions) Reach {
	start, ok := v.graph.byID[from]
	if !ok {
		return Reach{}
	}
	types, depth := v.types(o.Types), min(max(o.Depth, 1), MaxDepth)
	seen := newBits(len(v.graph.nodes))
	seen.add(start)
	var reach Reach
	var buf []hop
	frontier := []uint32{start}
	for d := 1; d <= depth && len(frontier) > 0; d++ {
		var next []uint32
		for _, i := range frontier {
			buf = v.hops(i, o.Direction, types, buf[:0])
			slices.SortFunc(buf, stronger)
			for _, h := range buf {
				if !seen.add(h.node) || !v.passes(h.node, o.Allow, o.IncludePast) {
					continue
				}
				next = append(next, h.node)
				if reach.Total++; o.Limit <= 0 || reach.Total <= o.Limit {
					reach.Nodes = append(reach.Nodes, Reached{v.graph.nodes[h.node].id, d, v.graph.nodes[i].id, v.linkAt(h.link)})
				}
			}
		}
		frontier = next
	}
	return reach
}

// Neighbour is a node that a link goes to or comes from.
type Neighbour struct {
	ID   string
	Link Link
}

// Neighbours answers the links of a node with what they lead to, the strongest
// first, among equals the one that was made first, and how many there are
// without the limit. A node to which several links lead is answered for each.
// Depth is not looked at.
func (v *View) Neighbours(id string, o WalkOptions) ([]Neighbour, int) {
	i, ok := v.graph.byID[id]
	if !ok {
		return nil, 0
	}
	hops := v.hops(i, o.Direction, v.types(o.Types), nil)
	slices.SortFunc(hops, stronger)
	var out []Neighbour
	total := 0
	for _, h := range hops {
		if !v.passes(h.node, o.Allow, o.IncludePast) {
			continue
		}
		if total++; o.Limit <= 0 || total <= o.Limit {
			out = append(out, Neighbour{v.graph.nodes[h.node].id, v.linkAt(h.link)})
		}
	}
	return out, total
}

// Degree is how many links a node has, in the sense of Neighbours.
func (v *View) Degree(id string, o WalkOptions) int {
	o.Limit = 1
	_, total := v.Neighbours(id, o)
	return total
}

// hop is a link seen from one of its nodes.
type hop struct {
	weight     float64
	link, node uint32 // node: the other end
}

// stronger orders hops by weight, then by which was made first.
func stronger(a, b hop) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.link, b.link))
}

// hops adds to buf the links of a node, as each finds them.
func (v *View) hops(i uint32, d Direction, types []word, buf []hop) []hop {
	v.each(i, d, types, func(h hop) { buf = append(buf, h) })
	return buf
}

// each calls fn for the links of a node that are there: those from it in the
// order in which they were first made, then those to it. A link from a node to
// itself is one of both.
func (v *View) each(i uint32, d Direction, types []word, fn func(hop)) {
	links := v.graph.links
	if d != In {
		for at := v.graph.nodes[i].firstOut; at != 0; at = links[at-1].nextOut {
			l := &links[at-1]
			if types != nil && !slices.Contains(types, l.typ) {
				continue
			}
			if w, _ := v.weight(at - 1); w >= 0 {
				fn(hop{w, at - 1, l.to})
			}
		}
	}
	if d != Out {
		for at := v.graph.nodes[i].firstIn; at != 0; at = links[at-1].nextIn {
			l := &links[at-1]
			if types != nil && !slices.Contains(types, l.typ) || d != In && l.from == i {
				continue
			}
			if w, _ := v.weight(at - 1); w >= 0 {
				fn(hop{w, at - 1, l.from})
			}
		}
	}
}

// types answers the words of link types; nil for all.
func (v *View) types(names []string) []word {
	if len(names) == 0 {
		return nil
	}
	out := make([]word, 0, len(names))
	for _, name := range names {
		if w, ok := v.graph.words.find(name); ok {
			out = append(out, w)
		}
	}
	return out
}

// passes reports whether a node may be passed and answered.
func (v *View) passes(i uint32, allow func(string) bool, past bool) bool {
	n := &v.graph.nodes[i]
	switch {
	case n.initiative || n.born > v.last, !past && !v.holds(i), v.graph.scoped && v.hidden(i):
		return false
	}
	return allow == nil || allow(n.id)
}

// holds reports whether a node's statement holds as of the view.
func (v *View) holds(i uint32) bool {
	n := &v.graph.nodes[i]
	if n.forgotten {
		return false
	}
	if n.stood == 0 {
		return true
	}
	status, from, to := n.status, n.from, n.to
	if n.stood > v.last {
		status, from, to = v.stood(n.head)
	}
	return status == 0 || from <= v.AsOf && v.AsOf < to
}

// stood answers how a node stands by what was known.
func (v *View) stood(head uint32) (status word, from, to kaibo.Time) {
	n := node{from: always, to: kaibo.Forever}
	for _, attr := range []word{wStatus, wFrom, wTo} {
		if at := v.counts(head, attr); at != 0 {
			value := v.graph.cells[at].value
			n.stand(attr, value, v.graph.words.text[value])
		}
	}
	return n.status, n.from, n.to
}

// hidden reports whether all the initiatives that a node is in are deleted.
func (v *View) hidden(i uint32) bool {
	n, _ := v.node(i)
	return n.Hidden
}

// bits is a set of small numbers.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

// add reports whether i was not in the set yet.
func (b bits) add(i uint32) bool {
	word, bit := &b[i/64], uint64(1)<<(i%64)
	was := *word & bit
	*word |= bit
	return was == 0
}

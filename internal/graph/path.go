package graph

import (
	"container/heap"
	"math"
	"slices"
)

// PathOptions says which links a trail may take. The zero value takes all links
// both ways, through what holds.
type PathOptions struct {
	Types       []string             // of links; none means all
	Direction   Direction            //
	Allow       func(id string) bool // which nodes may be passed; nil means all. The two ends are not asked about.
	IncludePast bool                 // passes through what has ended or is under review, too; the two ends may be so anyway
}

// Trail is a way along links.
type Trail struct {
	Nodes    []string // from one end to the other
	Links    []Link   // one fewer
	Strength float64  // the product of the links' weights: 1 for no link
}

// unit is what one halving of a trail's strength costs. Costs are whole numbers,
// so that equal trails are equal in whatever order their links are added; a unit
// this large keeps weights apart that differ in the ninth digit.
const unit = 1 << 32

// cost is what a link of a weight adds to a trail: the logarithm of its inverse.
// A weight of 0 costs more than any other: the least float64 is 2^-1074.
func cost(weight float64) int64 {
	if weight <= 0 {
		return 2048 * unit
	}
	return int64(math.Round(-math.Log2(weight) * unit))
}

// Path answers the strongest trail between two nodes: the one whose weights have
// the greatest product. Links of weight 0 are not taken. Among equally strong
// ones it is one with the fewest links, and then, at each node from the end back,
// the link that was made first. It is false when nothing leads from one to the
// other.
//
// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs",
// 1959, on the negative logarithms of the weights.
func (v *View) Path(from, to string, o PathOptions) (Trail, bool) {
	return v.path(from, to, o, math.MaxInt64)
}

// path is Path among the trails that cost less than a bound.
func (v *View) path(from, to string, o PathOptions, bound int64) (Trail, bool) {
	start, ok := v.graph.byID[from]
	end, known := v.graph.byID[to]
	if !ok || !known {
		return Trail{}, false
	}
	s := search{view: v, options: &o, types: v.types(o.Types), start: start, end: end, bound: bound, best: map[uint32]label{start: {}}}
	if !s.run() {
		return Trail{}, false
	}
	return v.trail(start, s.links()), true
}

// label is the best that is known of the way to a node.
type label struct {
	cost int64
	hops int32
	link uint32 // the last link of the way, plus one; 0 at the start
	done bool
}

// search is one run of Dijkstra's algorithm.
type search struct {
	view       *View
	options    *PathOptions
	types      []word
	start, end uint32
	bound      int64
	best       map[uint32]label
	open       queue
	buf        []hop
}

// run reports whether it came to the end.
func (s *search) run() bool {
	heap.Push(&s.open, item{node: s.start})
	for len(s.open) > 0 {
		at := heap.Pop(&s.open).(item)
		l := s.best[at.node]
		if l.done {
			continue
		}
		if at.node == s.end {
			return true
		}
		l.done = true
		s.best[at.node] = l
		s.buf = s.view.hops(at.node, s.options.Direction, s.types, s.buf[:0])
		for _, h := range s.buf {
			if h.weight > 0 {
				s.relax(h, l)
			}
		}
	}
	return false
}

// relax takes a link to a node if it makes a better way.
func (s *search) relax(h hop, l label) {
	next := label{cost: l.cost + cost(h.weight), hops: l.hops + 1, link: h.link + 1}
	was, met := s.best[h.node]
	if next.cost >= s.bound || met && (was.done || !next.less(was)) {
		return
	}
	if !met && h.node != s.end && !s.view.passes(h.node, s.options.Allow, s.options.IncludePast) {
		s.best[h.node] = label{done: true}
		return
	}
	s.best[h.node] = next
	if !met || next.cost < was.cost || next.hops < was.hops {
		heap.Push(&s.open, item{next.cost, next.hops, h.node})
	}
}

// less reports whether a way is better than another to the same node.
func (l label) less(other label) bool {
	switch {
	case l.cost != other.cost:
		return l.cost < other.cost
	case l.hops != other.hops:
		return l.hops < other.hops
	}
	return l.link < other.link
}

// links answers the links of the way that was found.
func (s *search) links() []uint32 {
	var links []uint32
	for at := s.end; at != s.start; {
		i := s.best[at].link - 1
		links = append(links, i)
		at = s.view.other(i, at)
	}
	slices.Reverse(links)
	return links
}

// other answers the end of a link that is not a node.
func (v *View) other(link, node uint32) uint32 {
	if l := &v.graph.links[link]; l.from == node {
		return l.to
	}
	return v.graph.links[link].from
}

// trail puts a way together.
func (v *View) trail(start uint32, links []uint32) Trail {
	t := Trail{Nodes: []string{v.graph.nodes[start].id}, Strength: 1}
	at := start
	for _, i := range links {
		at = v.other(i, at)
		l := v.linkAt(i)
		t.Nodes, t.Links, t.Strength = append(t.Nodes, v.graph.nodes[at].id), append(t.Links, l), t.Strength*l.Weight
	}
	return t
}

// item is a node that waits to be looked at.
type item struct {
	cost int64
	hops int32
	node uint32
}

// queue implements heap.Interface: the cheapest first.
type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].cost < q[j].cost || q[i].cost == q[j].cost && q[i].hops < q[j].hops
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

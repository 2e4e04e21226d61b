package graph

import "math"

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
// 1959, on the negative logarithms of the weights, from both ends at once (T. A.
// J. Nicholson, "Finding the shortest route between two points in a network",
// 1966).
func (v *View) Path(from, to string, o PathOptions) (Trail, bool) {
	return v.path(from, to, o, math.MaxInt64)
}

// path is Path among the trails that cost less than a bound.
func (v *View) path(from, to string, o PathOptions, bound int64) (Trail, bool) {
	start, ok := v.graph.byID[from]
	end, known := v.graph.byID[to]
	if !ok || !known || bound <= 0 {
		return Trail{}, false
	}
	if start == end {
		return v.trail(start, nil), true
	}
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	room.clear(len(v.graph.nodes))
	s := search{view: v, options: &o, types: v.types(o.Types), start: start, end: end, best: toll{cost: bound}}
	s.sides[0] = side{labels: room.labels[0], now: room.now, direction: o.Direction}
	s.sides[1] = side{labels: room.labels[1], now: room.now, direction: o.Direction.reverse()}
	if !s.meet() {
		return Trail{}, false
	}
	s.finish()
	return v.trail(start, s.links()), true
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

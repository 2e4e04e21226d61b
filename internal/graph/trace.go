package graph

// origins lists the links that lead to what a node comes from, and in which
// direction.
var origins = []struct {
	linkType  string
	direction Direction
}{
	{"derived_from", Out},   // what it was made of
	{"supersedes", Out},     // what it came in the place of
	{"consolidated_to", In}, // what went into it
	{"verifies", In},        // what speaks for it
	{"falsifies", In},       // and against
}

// TraceOptions says how far a trace goes.
type TraceOptions struct {
	Limit int                  // how many nodes are answered; 0 means all
	Allow func(id string) bool // which nodes may be answered; nil means all
}

// Origin is a node that another one comes from.
type Origin struct {
	ID    string
	Depth int    // links between the start and it at least; 0 for the start
	Links []Link // that lead on from here, to what this one comes from
}

// Provenance is what a node comes from, down to the roots.
type Provenance struct {
	Nodes []Origin // the start first, then by depth
	Roots []string // those that come from nothing else
	Total int      // nodes without the limit
	Cycle bool     // something comes from itself
}

// Trace follows where a node comes from: derived_from and supersedes from it,
// consolidated_to, verifies and falsifies to it, to any depth, through what has
// ended too, since provenance is what was. Each node is answered once, however
// many ways lead to it; loops end where they began.
func (v *View) Trace(id string, o TraceOptions) Provenance {
	start, ok := v.graph.byID[id]
	if !ok {
		return Provenance{}
	}
	t := tracing{view: v, o: &o, seen: newBits(len(v.graph.nodes))}
	t.seen.add(start)
	var p Provenance
	frontier := []uint32{start}
	next := map[uint32][]uint32{}
	for d := 0; len(frontier) > 0; d++ {
		var deeper []uint32
		for _, i := range frontier {
			hops := t.hops(i)
			origin := Origin{ID: v.graph.nodes[i].id, Depth: d}
			for _, h := range hops {
				origin.Links = append(origin.Links, v.linkAt(h.link))
				next[i] = append(next[i], h.node)
				if t.seen.add(h.node) {
					deeper = append(deeper, h.node)
				}
			}
			if len(hops) == 0 {
				p.Roots = append(p.Roots, origin.ID)
			}
			if p.Total++; o.Limit <= 0 || p.Total <= o.Limit {
				p.Nodes = append(p.Nodes, origin)
			}
		}
		frontier = deeper
	}
	p.Cycle = cyclic(start, next)
	return p
}

// tracing follows provenance.
type tracing struct {
	view *View
	o    *TraceOptions
	seen bits
}

// hops answers the links to what a node comes from.
func (t *tracing) hops(i uint32) []hop {
	var out []hop
	for _, origin := range origins {
		w, ok := t.view.graph.words.find(origin.linkType)
		if !ok {
			continue
		}
		for _, h := range t.view.hops(i, origin.direction, []word{w}, nil) {
			if t.view.passes(h.node, t.o.Allow, true) {
				out = append(out, h)
			}
		}
	}
	return out
}

// cyclic reports whether a loop can be reached.
func cyclic(start uint32, next map[uint32][]uint32) bool {
	const open, closed = 1, 2
	state := map[uint32]int{start: open}
	type place struct {
		node uint32
		at   int
	}
	way := []place{{start, 0}}
	for len(way) > 0 {
		p := &way[len(way)-1]
		if p.at == len(next[p.node]) {
			state[p.node] = closed
			way = way[:len(way)-1]
			continue
		}
		to := next[p.node][p.at]
		p.at++
		switch state[to] {
		case open:
			return true
		case 0:
			state[to] = open
			way = append(way, place{to, 0})
		}
	}
	return false
}

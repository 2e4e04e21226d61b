package graph

import (
	"slices"
	"sync"
)

// toll is what a way costs: first its weights, then its links.
type toll struct {
	cost int64
	hops int32
}

func (a toll) plus(b toll) toll { return toll{a.cost + b.cost, a.hops + b.hops} }

func (a toll) less(b toll) bool { return a.cost < b.cost || a.cost == b.cost && a.hops < b.hops }

// label is the best that is known of the way between an end and a node.
type label struct {
	toll
	link  uint32 // the last link of the way, plus one; 0 at the end itself
	now   uint32 // the search that wrote it
	state uint8
}

// The states of labels.
const (
	open   uint8 = iota
	done         // nothing better will come
	barred       // the node may not be passed
)

// room is what a search needs for every node of a graph. Rooms are used again: a
// label counts only for the search whose number it has.
type room struct {
	labels [2][]label
	now    uint32
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// clear makes room for a search among n nodes.
func (r *room) clear(n int) {
	r.now++
	if len(r.labels[0]) < n || r.now == 0 {
		r.labels[0], r.labels[1], r.now = make([]label, n+n/4), make([]label, n+n/4), 1
	}
}

// side is the half of a search that goes from one end.
type side struct {
	labels    []label
	now       uint32
	direction Direction
	open      queue
}

// at answers the label of a node, and whether there is one.
func (s *side) at(node uint32) (*label, bool) {
	l := &s.labels[node]
	return l, l.now == s.now
}

// search looks for the strongest trail from both ends.
type search struct {
	view       *View
	options    *PathOptions
	types      []word
	start, end uint32
	sides      [2]side // from the start; from the end
	best       toll    // of the best trail so far; at first what it must cost less than
	found      bool
}

// meet goes from both ends, each time from where the cheaper node waits, until no
// trail can be as good as the best that was found. It reports whether there is
// one. All ways that are half of a best trail are then known: a node that both
// sides left open is on none.
func (s *search) meet() bool {
	for k, node := range [2]uint32{s.start, s.end} {
		s.sides[k].labels[node] = label{now: s.sides[k].now}
		s.sides[k].open.push(item{node: node})
	}
	for len(s.sides[0].open) > 0 && len(s.sides[1].open) > 0 {
		a, b := s.sides[0].open[0], s.sides[1].open[0]
		if s.best.less(a.plus(b.toll)) {
			break
		}
		k := 0
		if b.less(a.toll) {
			k = 1
		}
		s.step(k)
	}
	return s.found
}

// step takes the cheapest node of a side and follows its links.
func (s *search) step(k int) {
	this, other := &s.sides[k], &s.sides[1-k]
	at := this.open.pop()
	l, _ := this.at(at.node)
	if l.state == done || l.toll != at.toll {
		return
	}
	l.state = done
	s.view.each(at.node, this.direction, s.types, func(h hop) {
		next := toll{at.cost + cost(h.weight), at.hops + 1}
		if h.weight <= 0 || s.best.less(next) || !s.relax(this, h, next) {
			return
		}
		if there, met := other.at(h.node); met && there.state != barred {
			if whole := next.plus(there.toll); whole.less(s.best) {
				s.best, s.found = whole, true
			}
		}
	})
}

// relax takes a link to a node if it makes a better way, and reports whether the
// node may be passed.
func (s *search) relax(this *side, h hop, next toll) bool {
	was, met := this.at(h.node)
	switch {
	case !met:
		*was = label{toll: next, link: h.link + 1, now: this.now}
		if h.node != s.start && h.node != s.end && !s.view.passes(h.node, s.options.Allow, s.options.IncludePast) {
			was.state = barred
			return false
		}
		this.open.push(item{next, h.node})
	case was.state == barred:
		return false
	case was.state == done:
	case next.less(was.toll):
		was.toll, was.link = next, h.link+1
		this.open.push(item{next, h.node})
	case next == was.toll:
		was.link = min(was.link, h.link+1)
	}
	return true
}

// finish goes on from the start through nodes of best trails alone, so that of
// each the link by which it is best reached, and of those the one that was made
// first, is known up to the end.
func (s *search) finish() {
	from, to := &s.sides[0], &s.sides[1]
	for len(from.open) > 0 {
		at := from.open[0]
		l, _ := from.at(at.node)
		rest, ok := to.at(at.node)
		if s.best.less(at.toll) {
			return
		}
		if l.state == done || l.toll != at.toll || !ok || rest.state != done || at.plus(rest.toll) != s.best {
			from.open.pop()
			continue
		}
		s.step(0)
	}
}

// links answers the links of the trail that was found.
func (s *search) links() []uint32 {
	var links []uint32
	for at := s.end; at != s.start; {
		l, _ := s.sides[0].at(at)
		links = append(links, l.link-1)
		at = s.view.other(l.link-1, at)
	}
	slices.Reverse(links)
	return links
}

// item is a node that waits to be looked at.
type item struct {
	toll
	node uint32
}

// queue is a heap: the cheapest first.
//
// Source: J. W. J. Williams, "Algorithm 232: Heapsort", 1964.
type queue []item

func (q *queue) push(x item) {
	*q = append(*q, x)
	h := *q
	at := len(h) - 1
	for at > 0 {
		up := (at - 1) / 2
		if !x.less(h[up].toll) {
			break
		}
		h[at], at = h[up], up
	}
	h[at] = x
}

func (q *queue) pop() item {
	h := *q
	top, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	at := 0
	for {
		down := 2*at + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].less(h[down].toll) {
			down++
		}
		if !h[down].less(x.toll) {
			break
		}
		h[at], at = h[down], down
	}
	h[at] = x
	return top
}

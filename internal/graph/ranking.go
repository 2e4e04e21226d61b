package graph

import (
	"cmp"
	"slices"
)

// ranking keeps the first of many nodes in an order, and counts all.
type ranking struct {
	view  *View
	most  int // how many are kept; 0 means all
	total int
	tied  func(x, y *Node) int // orders those with one key; nil means by when they were born
	refs  []ranked
	last  ranked // of those kept when there were enough; what comes after it is only counted
	full  bool
}

// ranked is a node and what it is ordered by, the least first.
type ranked struct {
	key   int64
	index uint32
}

// add takes a node in.
func (r *ranking) add(key int64, s *Sketch) {
	r.total++
	x := ranked{key, s.index}
	if r.full && key > r.last.key {
		return
	}
	if r.refs = append(r.refs, x); r.most > 0 && len(r.refs) >= 4*r.most {
		r.cut()
	}
}

// cut orders what is kept, and keeps as many as are wanted.
func (r *ranking) cut() {
	slices.SortFunc(r.refs, r.compare)
	if r.most > 0 && len(r.refs) > r.most {
		r.refs = r.refs[:r.most]
		r.last, r.full = r.refs[r.most-1], true
	}
}

func (r *ranking) compare(a, b ranked) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	if r.tied == nil || a.index == b.index {
		return cmp.Compare(a.index, b.index)
	}
	x, _ := r.view.node(a.index)
	y, _ := r.view.node(b.index)
	return r.tied(&x, &y)
}

// nodes answers the first nodes in full.
func (r *ranking) nodes() []Node {
	r.cut()
	var nodes []Node
	for _, x := range r.refs {
		n, _ := r.view.node(x.index)
		nodes = append(nodes, n)
	}
	return nodes
}

package graph

import (
	"maps"
	"slices"
	"strings"
)

// Scope is what a caller sees of a graph: the nodes of some initiatives, or
// those of the whole project. The zero value sees nothing.
type Scope struct {
	whole bool
	in    map[string]bool // ids of initiatives
}

// Scope answers what of the view is of initiatives, by id, and of those that
// went into them. Without any it is the project as a whole.
func (v *View) Scope(ids ...string) Scope {
	s := Scope{whole: len(ids) == 0, in: make(map[string]bool)}
	for _, id := range ids {
		for _, f := range v.Forwards(id) {
			s.in[f] = true
		}
	}
	return s
}

// Sees reports whether a node is in the scope. One whose initiatives are all
// deleted is in none.
func (s *Scope) Sees(n *Node) bool { return !n.Hidden && s.Has(n.Initiatives) }

// see calls fn for the nodes in a scope until it answers false, as Scan does.
func (v *View) see(s Scope, fn func(*Sketch) bool) {
	if s.whole || len(s.in) > 0 {
		v.Scan(slices.Sorted(maps.Keys(s.in)), fn)
	}
}

// Has reports whether what is in these initiatives, by id, is seen.
func (s *Scope) Has(initiatives []string) bool {
	return s.whole || slices.ContainsFunc(initiatives, func(id string) bool { return s.in[id] })
}

// Said reports whether the scope sees who made a change and why: what was said
// in another initiative is not for it, though what it did may be.
func (s *Scope) Said(c *Change) bool {
	return s.whole || c.Initiative != "" && s.in[c.Initiative]
}

// Veiled is a node as the scope sees it: without the reasons that were given in
// another initiative for its pin and its review. That it is pinned or under
// review it sees.
func (v *View) Veiled(n Node, s *Scope) Node {
	elsewhere := func(attr string) bool {
		c, ok := v.Last(n.ID, attr)
		return ok && !s.Said(&c)
	}
	if !s.whole && n.PinReason != "" && elsewhere(AttrPin) {
		n.PinReason = ""
	}
	if !s.whole && strings.TrimSpace(n.Review) != "" && elsewhere(AttrReview) {
		n.Review = " "
	}
	return n
}

// Whole reports whether the scope is the project as a whole.
func (s *Scope) Whole() bool { return s.whole }

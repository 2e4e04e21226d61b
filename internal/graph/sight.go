package graph

import "slices"

// Scope is what a caller sees of a graph: the nodes of some initiatives, or
// those of the whole project. The zero value sees nothing.
type Scope struct {
	whole bool
	in    map[string]bool // ids of initiatives
}

// Scope answers what of the view is of initiatives, by id. Without any it is the
// project as a whole.
func (v *View) Scope(ids ...string) Scope {
	s := Scope{whole: len(ids) == 0, in: make(map[string]bool)}
	for _, id := range ids {
		s.in[id] = true
	}
	return s
}

// Forwarded answers the initiative that one went into, and that one in turn; the
// same id when it was never merged.
func (v *View) Forwarded(id string) string {
	for range 64 { // ends a ring of merges, which no verb makes
		to := v.Attr(id, AttrMerged)
		if to == "" {
			break
		}
		id = to
	}
	return id
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

// Whole reports whether the scope is the project as a whole.
func (s *Scope) Whole() bool { return s.whole }

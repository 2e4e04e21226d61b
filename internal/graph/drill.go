package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Drill answers what a node is made of, breadth first: its parts in their order,
// the members of a chain, what it was derived from and what was consolidated to
// it. A member of a chain is reached without a link. Types, Direction and Limit
// of the options are not looked at.
func (v *View) Drill(id string, o WalkOptions) []Reached {
	depth := min(max(o.Depth, 1), MaxDepth)
	seen := map[string]bool{id: true}
	var found []Reached
	frontier := []string{id}
	for d := 1; d <= depth && len(frontier) > 0; d++ {
		var next []string
		for _, at := range frontier {
			for _, r := range v.parts(at) {
				n, ok := v.Node(r.ID)
				if seen[r.ID] || o.Allow != nil && !o.Allow(r.ID) || ok && !o.IncludePast && !n.Holds(v.AsOf) {
					continue
				}
				seen[r.ID] = true
				r.Depth, r.Via = d, at
				found = append(found, r)
				next = append(next, r.ID)
			}
		}
		frontier = next
	}
	return found
}

// parts answers what a node is made of directly.
func (v *View) parts(id string) []Reached {
	var parts, sources []Reached
	for _, l := range v.In(id) {
		switch l.Type {
		case "part_of":
			parts = append(parts, Reached{ID: l.From, Link: l})
		case "consolidated_to":
			sources = append(sources, Reached{ID: l.From, Link: l})
		}
	}
	order := func(id string) int {
		n, _ := v.Node(id)
		return n.Order
	}
	slices.SortStableFunc(parts, func(a, b Reached) int { return cmp.Compare(order(a.ID), order(b.ID)) })
	for _, l := range v.Out(id) {
		if l.Type == "derived_from" {
			sources = append(sources, Reached{ID: l.To, Link: l})
		}
	}
	if n, ok := v.Node(id); ok {
		for _, member := range n.Members {
			parts = append(parts, Reached{ID: member})
		}
	}
	return append(parts, sources...)
}

// Search answers the nodes whose name or tags have all words of a query, by id:
// those of which the name is the query first, then those that were changed last.
// Allow says which are seen.
func (v *View) Search(allow func(id string) bool, query string, past bool) []string {
	words := strings.Fields(lang.Fold(query))
	if len(words) == 0 {
		return nil
	}
	whole := strings.Join(words, " ")
	type named struct {
		Node
		exact bool
	}
	var found []named
	v.Nodes(func(n Node) bool {
		if n.Name == "" && len(n.Tags) == 0 || !past && !n.Holds(v.AsOf) {
			return true
		}
		name := lang.Fold(n.Name)
		text := name + " " + lang.Fold(strings.Join(n.Tags, " "))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) && allow(n.ID) {
			found = append(found, named{n, name == whole || name == strings.ReplaceAll(whole, " ", "-")})
		}
		return true
	})
	slices.SortFunc(found, func(a, b named) int {
		if a.exact != b.exact {
			if a.exact {
				return -1
			}
			return 1
		}
		return NewestFirst(a.Node, b.Node)
	})
	ids := make([]string, min(len(found), maxNamed))
	for i := range ids {
		ids[i] = found[i].ID
	}
	return ids
}

// maxNamed is how many nodes a search by name answers at most.
const maxNamed = 100

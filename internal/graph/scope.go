package graph

import (
	"slices"
	"strings"
)

// maxForwards bounds how often a merged initiative leads to another that was
// merged: a loop ends there.
const maxForwards = 64

// Initiative answers the initiative that an id stands for: itself, or the one
// that it went into. It is false when that one is deleted.
func (v *View) Initiative(id string) (string, bool) {
	if !v.graph.scoped {
		return id, true
	}
	for range maxForwards {
		into := v.Attr(id, AttrMerged)
		if into == "" {
			break
		}
		id = into
	}
	return id, v.Attr(id, AttrDeleted) == ""
}

// living answers initiatives as they are now, each once, without deleted ones.
func (v *View) living(ids []string) []string {
	var out []string
	for _, id := range ids {
		if now, ok := v.Initiative(id); ok && !slices.Contains(out, now) {
			out = append(out, now)
		}
	}
	return out
}

// Forwards answers the ids that stand for an initiative: its own and those of
// the initiatives that went into it, in the order in which they were first named.
func (v *View) Forwards(initiative string) []string {
	ids := []string{initiative}
	if !v.graph.scoped {
		return ids
	}
	for _, i := range v.graph.order {
		n := &v.graph.nodes[i]
		if !n.initiative || n.id == initiative {
			continue
		}
		if now, _ := v.Initiative(n.id); now == initiative {
			ids = append(ids, n.id)
		}
	}
	return ids
}

// Memberships answers the attributes that make a node a member of an
// initiative: more than one when others went into it. A node that is detached
// loses all of them.
func (v *View) Memberships(id, initiative string) []string {
	var attrs []string
	for _, f := range v.Forwards(initiative) {
		if v.Attr(id, AttrInitiative+f) != "" {
			attrs = append(attrs, AttrInitiative+f)
		}
	}
	return attrs
}

// Member reports whether a node is in sight of one of some initiatives, given by
// id; none means of the project as a whole. An automatic memory is a member of
// those too that its record has, which the graph does not know.
func (v *View) Member(id string, initiatives ...string) bool {
	n, ok := v.Node(id)
	if !ok {
		return len(initiatives) == 0
	}
	return n.in(initiatives)
}

// in reports whether a node is in sight of one of some initiatives.
func (n *Node) in(initiatives []string) bool {
	if len(initiatives) == 0 {
		return !n.Hidden
	}
	return slices.ContainsFunc(n.Initiatives, func(id string) bool { return slices.Contains(initiatives, id) })
}

// Members answers the ids of the nodes in an initiative, those first that came
// into it first: what curation made there and what it attached, whether it holds
// or not. Automatic memories of the initiative that curation did not attach are
// not among them. A deleted initiative has none, nor has one that went into another.
func (v *View) Members(initiative string) []string {
	var ids []string
	v.members(initiative, func(i uint32) bool {
		ids = append(ids, v.graph.nodes[i].id)
		return true
	})
	return ids
}

// Tagged answers the ids of the nodes that have a tag.
func (v *View) Tagged(tag string) []string {
	var ids []string
	v.having([]string{AttrTag + tag}, func(i uint32) bool {
		ids = append(ids, v.graph.nodes[i].id)
		return true
	})
	return ids
}

// members calls fn for the nodes in an initiative.
func (v *View) members(initiative string, fn func(uint32) bool) {
	if now, ok := v.Initiative(initiative); !ok || now != initiative {
		return // deleted, or its nodes are in another one now
	}
	attrs := v.Forwards(initiative)
	for i := range attrs {
		attrs[i] = AttrInitiative + attrs[i]
	}
	v.having(attrs, fn)
}

// having calls fn for the nodes that have one of some attributes of sets, each
// once, until it answers false.
func (v *View) having(attrs []string, fn func(uint32) bool) {
	g := v.graph
	var seen bits
	if len(attrs) > 1 {
		seen = newBits(len(g.nodes))
	}
	for _, attr := range attrs {
		a, ok := g.words.find(attr)
		if !ok {
			continue
		}
		for _, m := range g.sets[a] {
			n := &g.nodes[m.node]
			if n.born > v.last || n.initiative || !m.plain && g.cells[v.counts(n.head, a)].value == 0 || seen != nil && !seen.add(m.node) {
				continue
			}
			if !fn(m.node) {
				return
			}
		}
	}
}

// Slot is a role in an initiative and the node that has it.
type Slot struct {
	Role    string
	Node    string
	Changed uint64 // number of the change that gave it
}

// Slots answers the roles of an initiative that are given, in byte order. Where
// an initiative went into it, its own slot goes before the other's.
func (v *View) Slots(initiative string) []Slot {
	var slots []Slot
	for _, id := range v.Forwards(initiative) {
		e, ok := v.graph.find(id)
		if !ok {
			continue
		}
		for _, at := range v.winners(v.graph.head(e), nil) {
			c := &v.graph.cells[at]
			role, ok := strings.CutPrefix(v.graph.words.text[c.attr], AttrSlot)
			if !ok || c.value == 0 || slices.ContainsFunc(slots, func(s Slot) bool { return s.Role == role }) {
				continue
			}
			slots = append(slots, Slot{role, v.graph.words.text[c.value], uint64(c.change)})
		}
	}
	slices.SortFunc(slots, func(a, b Slot) int { return strings.Compare(a.Role, b.Role) })
	return slots
}

package graph

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Lints lists the kinds of what lint finds, with what each means.
var Lints = [][2]string{
	{"cycle", "something is part of, or derived from, itself"},
	{"ended_link", "a node that holds rests on one that ended"},
	{"like_names", "names that differ by case, accents, separators or one letter"},
	{"core_task_without_due", "an open task in core without a time"},
	{"claim_without_target", "a claim that is about nothing"},
	{"evidence_without_claim", "an experiment that speaks for and against nothing"},
	{"empty_chain", "a chain with fewer than two members"},
	{"slot_of_ended", "a role whose holder ended"},
	{"settled_work", "a type of work in progress that is settled"},
}

// restsOn are the links by which a node rests on another.
var restsOn = []string{"derived_from", "part_of", "blocks", "targets"}

// workingTypes are those that are work in progress and nothing else.
var workingTypes = []string{TypeEpisode, TypeTask, TypeChecklist, TypeDraft, TypeScratch, TypeHypothesis, TypeExperiment, TypeChain, TypeBoard}

// Lint answers the rules that a scope breaks. Initiatives are those whose slots
// are looked at, by id.
func (v *View) Lint(s Scope, initiatives []string) []Finding {
	var found []Finding
	add := func(kind, text string, nodes ...Node) {
		found = append(found, Finding{Kind: kind, Nodes: nodes, Text: text})
	}
	byName := make(map[string]Node)
	var names []string
	v.Nodes(func(n Node) bool {
		if !s.Sees(&n) || !n.Holds(v.AsOf) {
			return true
		}
		if n.Name != "" {
			byName[n.Name] = n
			names = append(names, n.Name)
		}
		v.lintNode(s, &n, add)
		return true
	})
	for _, pair := range NearDuplicates(names) {
		add("like_names", "their names are nearly the same", byName[pair[0]], byName[pair[1]])
	}
	for _, linkType := range []string{"part_of", "derived_from"} {
		for _, n := range v.cycles(s, linkType) {
			add("cycle", linkType+" leads back to it", n)
		}
	}
	for _, id := range initiatives {
		for _, slot := range v.Slots(id) {
			if n, ok := v.Node(slot.Node); ok && !n.Holds(v.AsOf) {
				add("slot_of_ended", "it has the role "+slot.Role, n)
			}
		}
	}
	return found
}

// lintNode looks at one node that holds.
func (v *View) lintNode(s Scope, n *Node, add func(kind, text string, nodes ...Node)) {
	out := v.Out(n.ID)
	types := make(map[string]bool)
	for _, l := range out {
		types[l.Type] = true
		if to, ok := v.Node(l.To); ok && s.Sees(&to) && !to.Holds(v.AsOf) && slices.Contains(restsOn, l.Type) && n.Type != TypeExperiment && !n.Closed() {
			add("ended_link", l.Type+" goes to what ended", *n, to)
		}
	}
	switch {
	case n.OpenTask() && n.Layer == LayerCore && n.Due == kaibo.Forever:
		add("core_task_without_due", "it has no time", *n)
	case n.OpenClaim() && !types["targets"]:
		add("claim_without_target", "it targets nothing", *n)
	case n.Type == TypeExperiment && !types["verifies"] && !types["falsifies"] && !types["targets"]:
		add("evidence_without_claim", "it verifies, falsifies and targets nothing", *n)
	case n.Type == TypeChain && len(n.Members) < 2:
		add("empty_chain", "it has fewer than two members", *n)
	}
	if n.Tier == TierSettled && slices.Contains(workingTypes, n.Type) && n.Curated() {
		add("settled_work", "a "+n.Type+" is work in progress", *n)
	}
}

// cycles answers the nodes from which links of a type lead back to themselves:
// of each ring the one that is met first.
//
// Source: depth-first search with three colours.
func (v *View) cycles(s Scope, linkType string) []Node {
	const open, closed = 1, 2
	colour := make(map[string]int)
	var rings []Node
	type frame struct {
		id   string
		next []string
	}
	targets := func(id string) (ids []string) {
		for _, l := range v.Out(id) {
			if l.Type == linkType {
				ids = append(ids, l.To)
			}
		}
		return ids
	}
	v.Nodes(func(root Node) bool {
		if colour[root.ID] != 0 || !s.Sees(&root) {
			return true
		}
		stack := []frame{{root.ID, targets(root.ID)}}
		colour[root.ID] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.next) == 0 {
				colour[top.id] = closed
				stack = stack[:len(stack)-1]
				continue
			}
			id := top.next[0]
			top.next = top.next[1:]
			switch colour[id] {
			case open:
				if n, ok := v.Node(id); ok && s.Sees(&n) {
					rings = append(rings, n)
				}
			case 0:
				colour[id] = open
				stack = append(stack, frame{id, targets(id)})
			}
		}
		return true
	})
	return rings
}

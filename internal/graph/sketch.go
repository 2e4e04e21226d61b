package graph

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Sketch is what can be said of a node at once, without its tags, initiatives and
// texts: what is needed to choose among all nodes. A node in full is Full.
type Sketch struct {
	ID         string
	Type       string // empty for an automatic memory
	Tier       string
	Layer      string
	Visibility string
	Status     string // empty for an automatic memory that no curation ended; forgotten at every KnownAt
	State      string
	Verdict    string
	From, To   kaibo.Time
	Due        kaibo.Time // Forever for none
	Remind     kaibo.Time // Forever for none
	Born       uint64     // number of the change that made it; 0 for an automatic memory
	Changed    uint64     // number of the last change that the view knows of
	Pinned     bool
	Review     bool // it is under review
	Holds      bool // as of the view
	Ended      bool // it neither holds nor is under review nor to come

	view  *View
	index uint32
}

// Name answers the node's name; empty for none.
func (s *Sketch) Name() string {
	g := s.view.graph
	n := &g.nodes[s.index]
	if s.view.present(n) {
		return g.words.text[n.present.name]
	}
	return g.words.text[g.cells[s.view.counts(n.head, wName)].value]
}

// Full answers the node in full.
func (s *Sketch) Full() Node {
	n, _ := s.view.node(s.index)
	return n
}

// Linked reports whether any link leads from the node or to it, whatever it leads
// to.
func (s *Sketch) Linked() bool {
	g := s.view.graph
	n := &g.nodes[s.index]
	for at := n.firstOut; at != 0; at = g.links[at-1].nextOut {
		if w, _ := s.view.weight(at - 1); w >= 0 {
			return true
		}
	}
	for at := n.firstIn; at != 0; at = g.links[at-1].nextIn {
		if w, _ := s.view.weight(at - 1); w >= 0 {
			return true
		}
	}
	return false
}

// Degree is how many links lead from the node, to it, or both; of those whose
// other end does not hold none when holding is set.
func (s *Sketch) Degree(d Direction, holding bool) int {
	v, n := s.view, 0
	v.each(s.index, d, nil, func(h hop) {
		if !holding || v.holds(h.node) {
			n++
		}
	})
	return n
}

// Scan calls fn for every node in sight of some initiatives until it answers
// false; none means the project as a whole. The sketch is good until fn returns.
// It is the way to go through all nodes: hundred thousand take some milliseconds,
// where [View.Nodes] takes ten times that.
func (v *View) Scan(initiatives []string, fn func(*Sketch) bool) {
	s := Sketch{view: v}
	visit := func(i uint32) bool { return !v.sketch(i, &s) || fn(&s) }
	switch len(initiatives) {
	case 0:
		for _, i := range v.graph.order {
			if v.graph.scoped && v.hidden(i) {
				continue
			}
			if !visit(i) {
				return
			}
		}
	case 1:
		v.members(initiatives[0], visit)
	default:
		seen, going := newBits(len(v.graph.nodes)), true
		for _, id := range initiatives {
			if !going {
				return
			}
			v.members(id, func(i uint32) bool {
				going = !seen.add(i) || visit(i)
				return going
			})
		}
	}
}

// present reports whether what counts by the last change counts in the view.
func (v *View) present(n *node) bool { return n.last <= v.last && n.maxValid <= v.AsOf }

// sketch draws a node, and reports whether the view has it.
func (v *View) sketch(i uint32, s *Sketch) bool {
	n := &v.graph.nodes[i]
	if n.initiative || n.born > v.last || n.head == 0 && n.born == 0 || strings.Contains(n.id, ">") {
		return false
	}
	s.index = i
	if n.forgotten || !v.present(n) {
		return v.sketchPast(i, s)
	}
	p, text := &n.present, v.graph.words.text
	s.ID, s.Type, s.Status, s.From, s.To = n.id, text[n.typ], text[n.status], n.from, n.to
	s.Tier, s.Layer, s.Visibility = orElse(text[p.tier], TierWorking), orElse(text[p.layer], LayerWarm), orElse(text[p.visibility], VisibilityPrivate)
	s.State, s.Verdict, s.Due, s.Remind = text[p.state], text[p.verdict], p.due, p.remind
	s.Pinned, s.Review, s.Born, s.Changed = p.pin != 0, p.review != 0, uint64(n.born), uint64(n.last)
	s.stand(v.AsOf)
	return true
}

// sketchPast draws a node of which something was said since, or is to hold later,
// or that is forgotten.
func (v *View) sketchPast(i uint32, s *Sketch) bool {
	n, ok := v.node(i)
	if !ok {
		return false
	}
	*s = Sketch{ID: n.ID, Type: n.Type, Tier: n.Tier, Layer: n.Layer, Visibility: n.Visibility, Status: n.Status, State: n.State, Verdict: n.Verdict,
		From: n.From, To: n.To, Due: n.Due, Remind: n.Remind, Born: n.Born, Changed: n.Changed, Pinned: n.Pinned, Review: n.Review != "", view: v, index: i}
	s.stand(v.AsOf)
	return true
}

func (s *Sketch) stand(t kaibo.Time) {
	s.Holds = s.Status == "" || s.From <= t && t < s.To
	s.Ended = !s.Holds && s.Status != StatusFlagged && (s.Status != kaibo.StatusCurrent || t >= s.From)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

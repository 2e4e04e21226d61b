package graph

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Step is one change of one attribute.
type Step struct {
	Number     uint64 // of the change
	EventID    string
	RecordedAt kaibo.Time
	ValidFrom  kaibo.Time // from when it holds
	Actor      string     // empty once its event is forgotten
	Verb       string
	Reason     string
	Entity     string // the node, the initiative or the link
	Attr       string
	Old, New   string // empty where there was or is none
}

// History answers what was ever changed of an entity (a node, an initiative or,
// by its LinkID, a link), as recorded by the view's KnownAt, the earliest first.
// AsOf is not looked at: what is to hold later is there too. Old is what the
// attribute was until then at the time from which the change holds. Facts that
// changed nothing are left out, and so is what was forgotten.
func (v *View) History(entity string) []Step {
	e, ok := v.graph.find(entity)
	if !ok {
		return nil
	}
	return v.history(e)
}

func (v *View) history(e entity) []Step {
	g := v.graph
	var places []uint32
	for at := g.head(e); at != 0; at = g.cells[at].before {
		if g.cells[at].attr != 0 && g.cells[at].change <= v.last {
			places = append(places, at)
		}
	}
	slices.Reverse(places)
	var steps []Step
	id := g.idOf(e)
	for k, at := range places {
		c := &g.cells[at]
		old := g.until(places[:k], c)
		if old == c.value {
			continue
		}
		m, text := &g.changes[c.change-1], g.words.text
		s := Step{Number: uint64(c.change), EventID: m.eventID, RecordedAt: m.recordedAt, ValidFrom: c.valid, Actor: text[m.actor], Verb: text[m.verb],
			Reason: text[m.reason], Entity: id, Attr: text[c.attr], Old: text[old], New: text[c.value]}
		if c.valid == always {
			s.ValidFrom = m.validFrom
		}
		steps = append(steps, s)
	}
	return steps
}

// Last answers the last change of one attribute of an entity that the view knows
// of and that holds by its AsOf; false when nothing was ever said of it.
func (v *View) Last(entity, attr string) (Change, bool) {
	steps := v.History(entity)
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Attr == attr && steps[i].ValidFrom <= v.AsOf {
			return v.Change(steps[i].Number)
		}
	}
	return Change{}, false
}

// until answers what an attribute was at the time of a cell by the cells before.
func (g *Graph) until(places []uint32, c *cell) word {
	var won *cell
	for _, at := range slices.Backward(places) {
		b := &g.cells[at]
		switch {
		case b.attr != c.attr:
		case c.attr.byKnowledge():
			return b.value
		case b.valid <= c.valid && (won == nil || b.valid > won.valid):
			won = b
		}
	}
	if won == nil {
		return 0
	}
	return won.value
}

// LinkHistory answers the histories of all links that a node has or had, in one
// list, the earliest first.
func (v *View) LinkHistory(id string) []Step {
	i, ok := v.graph.byID[id]
	if !ok {
		return nil
	}
	g := v.graph
	var steps []Step
	for at := g.nodes[i].firstOut; at != 0; at = g.links[at-1].nextOut {
		steps = append(steps, v.history(linkEntity(at-1))...)
	}
	for at := g.nodes[i].firstIn; at != 0; at = g.links[at-1].nextIn {
		if g.links[at-1].from != i {
			steps = append(steps, v.history(linkEntity(at-1))...)
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return int(int64(a.Number) - int64(b.Number)) })
	return steps
}

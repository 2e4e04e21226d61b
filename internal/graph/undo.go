package graph

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Undo is what takes a change back.
type Undo struct {
	// Facts set each attribute back to what it was, from the same time on from
	// which the change had set it, so that no moment sees the change any longer.
	// How nodes stand is not among them.
	Facts []Fact
	// Standing is how nodes stood before that the change ended, opened or moved:
	// a revision of their memories puts it back.
	Standing []Standing
	// Births are the nodes that the change made: they end.
	Births []string
	// Conflicts are the events that changed one of these attributes since and
	// count, the earliest first: as long as there are any, the change cannot be
	// taken back.
	Conflicts []string
	// By is the event that took the change back already; it is among Conflicts.
	By string
}

// Standing is how a node stood. An empty Status means that curation had said
// nothing: it is as in the revision of its memory before.
type Standing struct {
	ID       string
	Status   string
	From, To kaibo.Time
	By       string
}

// UndoOf answers what would take back the change that an event made, and false
// when the view knows none of that event. Taking an undo back is the same:
// changes that were taken back, and undos that were, do not count as conflicts.
func (v *View) UndoOf(eventID string) (Undo, bool) {
	g := v.graph
	number, ok := g.events[eventID]
	if !ok || number > v.last {
		return Undo{}, false
	}
	var u Undo
	cells, births := g.of(number)
	for _, i := range births {
		u.Births = append(u.Births, g.nodes[i].id)
	}
	off, wouldBe := v.off(0), v.off(number)
	before := v.Before(uint64(number))
	var conflicts []uint32
	for k := range cells {
		c := &cells[k]
		if c.attr == 0 || slices.ContainsFunc(cells[:k], func(b cell) bool { return b.entity == c.entity && b.attr == c.attr }) {
			continue
		}
		born := !c.entity.isLink() && g.nodes[c.entity.index()].born == number
		if born && !c.attr.byKnowledge() {
			continue
		}
		conflicts = append(conflicts, v.since(c, off)...)
		switch {
		case born:
		case c.attr.byKnowledge():
			u.stand(before, g.nodes[c.entity.index()].id)
		default:
			u.Facts = append(u.Facts, v.restore(c, wouldBe)...)
		}
	}
	slices.Sort(conflicts)
	for _, n := range slices.Compact(conflicts) {
		id := g.changes[n-1].eventID
		u.Conflicts = append(u.Conflicts, id)
		if g.words.text[g.changes[n-1].undoes] == eventID {
			u.By = id
		}
	}
	return u, true
}

// stand notes how a node stood, once.
func (u *Undo) stand(before *View, id string) {
	if slices.ContainsFunc(u.Standing, func(s Standing) bool { return s.ID == id }) {
		return
	}
	n, ok := before.Node(id)
	if !ok {
		n.From, n.To = always, kaibo.Forever
	}
	u.Standing = append(u.Standing, Standing{id, n.Status, n.From, n.To, n.By})
}

// off answers which changes are taken back, and by which ones, were the change
// with a number taken back too; 0 for none.
func (v *View) off(number uint32) map[uint32]bool {
	off := map[uint32]bool{number: number != 0}
	for _, n := range slices.Backward(v.graph.undos) {
		if n <= v.last && !off[n] {
			off[v.graph.takes(n)] = true
		}
	}
	return off
}

// takes answers the number of the change that a change takes back; 0 for none.
func (g *Graph) takes(number uint32) uint32 {
	if undoes := g.changes[number-1].undoes; undoes != 0 {
		return g.events[g.words.text[undoes]]
	}
	return 0
}

// since answers the changes after a cell's that count and said the same
// attribute of the same entity: not those that are taken back, nor those that
// took back one which came after the cell's too.
func (v *View) since(c *cell, off map[uint32]bool) []uint32 {
	g := v.graph
	var numbers []uint32
	for at := g.head(c.entity); at != 0 && g.cells[at].change > c.change; at = g.cells[at].before {
		b := &g.cells[at]
		if b.attr == c.attr && b.change <= v.last && !off[b.change] && g.takes(b.change) <= c.change {
			numbers = append(numbers, b.change)
		}
	}
	return numbers
}

// restore answers the facts that make an attribute what it would be had nothing
// ever been said by the changes that are taken back. Undos in between put back
// what may itself be taken back now, so every time from which anything was said
// to hold is looked at.
func (v *View) restore(c *cell, off map[uint32]bool) []Fact {
	g := v.graph
	var all, counting []uint32
	for at := g.head(c.entity); at != 0; at = g.cells[at].before {
		b := &g.cells[at]
		if b.attr != c.attr || b.change > v.last {
			continue
		}
		all = append(all, at)
		if b.valid == always || !off[b.change] && g.takes(b.change) == 0 {
			counting = append(counting, at)
		}
	}
	var facts []Fact
	var times []kaibo.Time
	for _, at := range all {
		times = append(times, g.cells[at].valid)
	}
	slices.Sort(times)
	for _, t := range slices.Compact(times) {
		if t == always {
			continue
		}
		if want := g.latest(counting, t); want != g.latest(all, t) {
			facts = append(facts, Fact{Entity: g.idOf(c.entity), Attr: g.words.text[c.attr], Value: g.words.text[want], From: &t})
		}
	}
	return facts
}

// latest answers the value that counts at a time among cells of one attribute,
// given from the last back.
func (g *Graph) latest(cells []uint32, t kaibo.Time) word {
	won := uint32(0)
	for _, at := range cells {
		if c := &g.cells[at]; c.valid <= t && (won == 0 || c.valid > g.cells[won].valid) {
			won = at
		}
	}
	return g.cells[won].value
}

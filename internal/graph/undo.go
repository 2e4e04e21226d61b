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
	counting := v.undone(number)
	before := v.Before(uint64(number))
	var conflicts []uint32
	for k := range cells {
		c := &cells[k]
		if c.attr == 0 || slices.ContainsFunc(cells[:k], func(b cell) bool { return b.entity == c.entity && b.attr == c.attr && b.valid == c.valid }) {
			continue
		}
		born := !c.entity.isLink() && g.nodes[c.entity.index()].born == number
		if born && !c.attr.byKnowledge() {
			continue
		}
		conflicts = append(conflicts, g.since(c, v.last, counting)...)
		switch {
		case born:
		case c.attr.byKnowledge():
			u.stand(before, g.nodes[c.entity.index()].id)
		default:
			valid := c.valid
			was := before.asOf(valid).counts(g.head(c.entity), c.attr)
			u.Facts = append(u.Facts, Fact{Entity: g.idOf(c.entity), Attr: g.words.text[c.attr], Value: g.words.text[g.cells[was].value], From: &valid})
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

// since answers the changes after a cell's that count and said the same
// attribute of the same entity.
func (g *Graph) since(c *cell, last uint32, counts func(uint32) bool) []uint32 {
	var numbers []uint32
	for at := g.head(c.entity); at != 0 && g.cells[at].change > c.change; at = g.cells[at].before {
		if b := &g.cells[at]; b.attr == c.attr && b.change <= last && counts(b.change) {
			numbers = append(numbers, b.change)
		}
	}
	return numbers
}

// undone answers which changes after one count: not those that were taken back,
// nor those that took such a one back.
func (v *View) undone(number uint32) (counts func(uint32) bool) {
	g := v.graph
	off := map[uint32]bool{}
	for _, n := range slices.Backward(g.undos) {
		if n > v.last || off[n] || n <= number {
			continue
		}
		taken, ok := g.events[g.words.text[g.changes[n-1].undoes]]
		if !ok {
			continue
		}
		off[taken] = true
		if taken > number {
			off[n] = true
		}
	}
	return func(n uint32) bool { return !off[n] }
}

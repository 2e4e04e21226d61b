package graph

import (
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Graph is the fold of a project's changes.
type Graph struct {
	changes  []Change // by Number-1
	entities map[string]*entity
	order    []string            // ids of nodes in the order of their birth or first mention
	out, in  map[string][]string // ids of links, by node
}

// entity is a node, a link or an initiative with all that was ever said of it.
type entity struct {
	id    string
	typ   string // of a node that curation made
	born  uint64 // number of the change that made it; 0 for what curation did not make
	cells []cell // in the order of changes
}

// cell is one fact with its times.
type cell struct {
	attr, value string
	valid       kaibo.Time
	change      uint64
}

// New is a graph without changes.
func New() *Graph {
	return &Graph{entities: make(map[string]*entity), out: make(map[string][]string), in: make(map[string][]string)}
}

// Number is the number of the last change folded; 0 for none.
func (g *Graph) Number() uint64 { return uint64(len(g.changes)) }

// RecordedAt is when the last change was recorded; 0 for none.
func (g *Graph) RecordedAt() kaibo.Time {
	if len(g.changes) == 0 {
		return 0
	}
	return g.changes[len(g.changes)-1].RecordedAt
}

// Apply folds the next change. Its Number must be one more than the last.
func (g *Graph) Apply(c Change) error {
	if c.Number != g.Number()+1 {
		return fmt.Errorf("change %d of the graph comes after %d", c.Number, g.Number())
	}
	g.changes = append(g.changes, c)
	for _, b := range c.Births {
		e := g.entity(b.ID)
		e.typ, e.born = b.Type, c.Number
	}
	for _, f := range c.Facts {
		e := g.entity(f.Entity)
		valid := c.ValidFrom
		if e.born == c.Number {
			valid = always
		}
		e.cells = append(e.cells, cell{f.Attr, f.Value, valid, c.Number})
	}
	g.erase(c.Forgets)
	return nil
}

// always is before every time: what holds for as long as its node does.
const always = kaibo.Time(-1 << 62)

// entity answers the entity with an id, which it makes when there is none yet.
func (g *Graph) entity(id string) *entity {
	e := g.entities[id]
	if e != nil {
		return e
	}
	e = &entity{id: id}
	g.entities[id] = e
	if from, _, to, ok := ParseLinkID(id); ok {
		g.out[from] = append(g.out[from], id)
		g.in[to] = append(g.in[to], id)
	} else {
		g.order = append(g.order, id)
	}
	return e
}

// erase takes out the words of events and nodes that were forgotten.
func (g *Graph) erase(ids []string) {
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	if len(gone) == 0 {
		return
	}
	for i := range g.changes {
		Erase(&g.changes[i], gone)
	}
	for id, e := range g.entities {
		kept := e.cells[:0]
		for _, c := range e.cells {
			if !IsText(c.attr) || !gone[id] && !gone[g.changes[c.change-1].EventID] {
				kept = append(kept, c)
			}
		}
		e.cells = kept
	}
}

// Erase takes out of a change the words of events and nodes that were forgotten,
// by id. What is left is its shape.
func Erase(c *Change, gone map[string]bool) {
	event := gone[c.EventID]
	if event {
		c.Actor, c.Reason = "", ""
	}
	var kept []Fact
	for _, f := range c.Facts {
		if !IsText(f.Attr) || !event && !gone[f.Entity] {
			kept = append(kept, f)
		}
	}
	c.Facts = kept
}

// Change answers the change that an event made, and false when it made none.
func (g *Graph) Change(eventID string) (Change, bool) {
	for i := len(g.changes) - 1; i >= 0; i-- {
		if g.changes[i].EventID == eventID {
			return g.changes[i], true
		}
	}
	return Change{}, false
}

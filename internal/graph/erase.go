package graph

import (
	"slices"
	"sort"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// erase takes out the words of events and nodes that were forgotten, from what
// was said, from the names that are found, and from memory.
func (g *Graph) erase(ids []string) {
	for _, id := range ids {
		g.gone[id] = true
		if number, ok := g.events[id]; ok {
			m := &g.changes[number-1]
			g.words.free(m.actor)
			g.words.free(m.reason)
			m.actor, m.reason = 0, 0
			end := uint32(len(g.cells))
			if int(number) < len(g.changes) {
				end = g.changes[number].firstCell
			}
			for at := m.firstCell; at < end; at++ {
				g.eraseCell(at)
			}
		}
		if e, ok := g.find(id); ok {
			if !e.isLink() {
				g.nodes[e.index()].forgotten = true
			}
			for at := g.head(e); at != 0; at = g.cells[at].before {
				g.eraseCell(at)
			}
		}
	}
}

// eraseCell takes a cell out that holds words. Its place stays, and is passed by.
func (g *Graph) eraseCell(at uint32) {
	c := &g.cells[at]
	attr, value := g.words.text[c.attr], g.words.text[c.value]
	if c.attr == 0 || !IsText(attr) {
		return
	}
	attrWord, valueWord := c.attr, c.value
	c.attr, c.value = 0, 0
	if !c.entity.isLink() {
		g.recount(c.entity.index())
		g.unindex(c.entity.index(), attrWord, attr, value)
		g.settle(c.entity.index(), attrWord)
	}
	g.words.free(valueWord)
	if g.words.free(attrWord) {
		delete(g.sets, attrWord)
	}
}

// recount makes a node what it would be had an erased cell never been: when it
// was last changed, and its place among nodes, which a rebuilt graph shares.
func (g *Graph) recount(i uint32) {
	n := &g.nodes[i]
	n.last = 0
	first := uint32(0)
	for at := n.head; at != 0; at = g.cells[at].before {
		if c := &g.cells[at]; c.attr != 0 {
			n.last, first = max(n.last, c.change), at
		}
	}
	if n.born != 0 || first == n.first {
		return
	}
	g.order = slices.DeleteFunc(g.order, func(j uint32) bool { return j == i })
	n.ordered, n.first = first != 0, first
	if n.ordered {
		at := sort.Search(len(g.order), func(k int) bool { return g.nodes[g.order[k]].first > first })
		g.order = slices.Insert(g.order, at, i)
	}
}

// unindex takes a node out of the lists in which a cell put it, unless another
// cell of the node says the same.
func (g *Graph) unindex(i uint32, attr word, text, value string) {
	same := func(c *cell) bool { return c.attr == attr }
	key := ""
	if attr == wName {
		key = lang.Fold(value)
		same = func(c *cell) bool { return c.attr == wName && lang.Fold(g.words.text[c.value]) == key }
	} else if !strings.HasPrefix(text, AttrTag) {
		return
	}
	for at := g.nodes[i].head; at != 0; at = g.cells[at].before {
		if same(&g.cells[at]) {
			return
		}
	}
	if attr != wName {
		g.sets[attr] = slices.DeleteFunc(g.sets[attr], func(m member) bool { return m.node == i })
		return
	}
	if g.named[key] = slices.DeleteFunc(g.named[key], func(j uint32) bool { return j == i }); len(g.named[key]) == 0 {
		delete(g.named, key)
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

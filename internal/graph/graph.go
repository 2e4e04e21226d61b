package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Graph is the fold of a project's changes.
//
// All that was said lies in one list of cells in the order in which it was said,
// 32 bytes each, without pointers; strings lie in words. A node or a link has the
// last of its cells, and each cell the one before it of the same entity. Beside
// these every node and link has how it stands by the last change, so that the
// present is read without going through what was. With its change, ten facts and
// a name a node takes some 940 bytes in memory, a link some 90; scripts/graphbench
// measures it.
type Graph struct {
	words   words
	changes []made // by Number-1
	events  map[string]uint32
	forgets map[uint32][]string
	gone    map[string]bool // ids that were forgotten
	births  []uint32        // indices of nodes, in the order of changes
	cells   []cell          // the first is none
	nodes   []node
	links   []link
	byID    map[string]uint32
	byEnds  map[ends]uint32
	undos   []uint32 // changes that take one back
	order   []uint32 // nodes in the order of their birth or first mention
	named   map[string][]uint32
	sets    map[word][]member // by attribute of a set: the nodes that ever had it
	scoped  bool              // an initiative was ever merged or deleted
}

// made is a change without what it did.
type made struct {
	eventID                         string
	seq                             uint64
	recordedAt, known, validFrom    kaibo.Time // known: the greatest recordedAt so far
	stream, actor, verb, initiative word
	reason, undoes                  word
	firstCell, firstBirth           uint32
}

// cell is one fact with its times.
type cell struct {
	valid       kaibo.Time
	entity      entity
	attr, value word
	change      uint32
	before      uint32 // the cell before of the same entity; 0 for none
}

// entity is the place of a node or a link among its kind.
type entity uint32

func nodeEntity(i uint32) entity { return entity(i << 1) }
func linkEntity(i uint32) entity { return entity(i<<1 | 1) }
func (e entity) isLink() bool    { return e&1 == 1 }
func (e entity) index() uint32   { return uint32(e >> 1) }

// node is a node or an initiative.
type node struct {
	id                                 string
	maxValid                           kaibo.Time // of all its cells but those of its standing
	from, to                           kaibo.Time // as the last change has them
	typ, status                        word
	born                               uint32 // number of the change that made it; 0 for what curation did not make
	head                               uint32 // its last cell
	last                               uint32 // the last change that said anything of it
	stood                              uint32 // the last change that said how it stands
	first                              uint32 // the cell that would be next when it was first mentioned
	firstOut, lastOut, firstIn, lastIn uint32 // links, plus one
	initiative, ordered                bool
	forgotten                          bool
	present                            present
}

// present is what counts by the last change, once all that was said holds.
type present struct {
	due, remind                                                kaibo.Time
	name, tier, layer, visibility, state, verdict, pin, review word
}

// member is a node that ever had an attribute of a set.
type member struct {
	node  uint32
	plain bool // from its birth on and ever since: nothing else was said of it
}

// link is a link, with its weight as the last change has it.
type link struct {
	maxValid        kaibo.Time // the greatest valid time of a weight
	weight          float64    // less than 0 for a link that is not there
	from, to        uint32
	nextOut, nextIn uint32 // the next of the same node, plus one
	typ             word
	head            uint32
	last            uint32 // the last change that said a weight
	change          uint32 // the change that counts
}

// ends is what there is at most one link of.
type ends struct {
	from, to uint32
	typ      word
}

// New is a graph without changes.
func New() *Graph {
	return &Graph{words: newWords(), events: make(map[string]uint32), forgets: make(map[uint32][]string), gone: make(map[string]bool), cells: make([]cell, 1),
		byID: make(map[string]uint32), byEnds: make(map[ends]uint32), named: make(map[string][]uint32), sets: make(map[word][]member)}
}

// Number is the number of the last change folded; 0 for none.
func (g *Graph) Number() uint64 { return uint64(len(g.changes)) }

// RecordedAt is when the last change was recorded; 0 for none.
func (g *Graph) RecordedAt() kaibo.Time {
	if len(g.changes) == 0 {
		return 0
	}
	return g.changes[len(g.changes)-1].recordedAt
}

// Apply folds the next change. Its Number must be one more than the last; after
// an error the graph is as it was.
func (g *Graph) Apply(c Change) error {
	if c.Number != g.Number()+1 {
		return fmt.Errorf("change %d of the graph comes after %d", c.Number, g.Number())
	}
	number := uint32(c.Number)
	m := made{eventID: c.EventID, seq: c.Seq, recordedAt: c.RecordedAt, known: c.RecordedAt, validFrom: c.ValidFrom,
		stream: g.words.hold(c.Stream), actor: g.words.hold(c.Actor), verb: g.words.hold(c.Verb), initiative: g.words.hold(c.Initiative),
		reason: g.words.hold(c.Reason), undoes: g.words.hold(c.Undoes), firstCell: uint32(len(g.cells)), firstBirth: uint32(len(g.births))}
	if len(g.changes) > 0 {
		m.known = max(m.known, g.changes[len(g.changes)-1].known)
	}
	g.changes = append(g.changes, m)
	g.events[c.EventID] = number
	if c.Undoes != "" {
		g.undos = append(g.undos, number)
	}
	for _, b := range c.Births {
		i := g.node(b.ID)
		g.mention(i)
		g.nodes[i].typ, g.nodes[i].born = g.words.hold(b.Type), number
		g.births = append(g.births, i)
	}
	for _, f := range c.Facts {
		g.fact(f, c.ValidFrom, number)
	}
	if len(c.Forgets) > 0 {
		g.forgets[number] = slices.Clone(c.Forgets)
		g.erase(c.Forgets)
	}
	return nil
}

// always is before every time: what holds for as long as its node does.
const always = kaibo.Time(-1 << 62)

// fact adds a cell.
func (g *Graph) fact(f Fact, valid kaibo.Time, number uint32) {
	if f.From != nil {
		valid = *f.From
	}
	c := cell{valid: valid, attr: g.words.hold(f.Attr), value: g.words.hold(f.Value), change: number}
	at := uint32(len(g.cells))
	if from, linkType, to, ok := ParseLinkID(f.Entity); ok {
		i := g.link(from, linkType, to)
		l := &g.links[i]
		c.entity, c.before, l.head = linkEntity(i), l.head, at
		if c.attr == wWeight {
			l.weigh(&c, f.Value)
		}
		g.cells = append(g.cells, c)
		return
	}
	i := g.node(f.Entity)
	g.mention(i)
	n := &g.nodes[i]
	if n.born == number && f.From == nil {
		c.valid = always
	}
	c.entity, c.before, n.head, n.last = nodeEntity(i), n.head, at, number
	g.cells = append(g.cells, c)
	if c.attr.byKnowledge() {
		n.stood = number
		n.stand(c.attr, c.value, f.Value)
		return
	}
	if c.valid >= n.maxValid {
		n.maxValid = c.valid
		n.present.take(c.attr, c.value, f.Value)
	} else {
		g.settle(i, c.attr)
	}
	g.index(i, &c, f)
}

// settle looks up what counts of an attribute by the last change.
func (g *Graph) settle(i uint32, attr word) {
	v := View{graph: g, AsOf: kaibo.Forever, last: g.last()}
	value := g.cells[v.counts(g.nodes[i].head, attr)].value
	g.nodes[i].present.take(attr, value, g.words.text[value])
}

// last is the number of the last change.
func (g *Graph) last() uint32 { return uint32(len(g.changes)) }

// take sets one attribute.
func (p *present) take(attr, value word, text string) {
	switch attr {
	case wName:
		p.name = value
	case wTier:
		p.tier = value
	case wLayer:
		p.layer = value
	case wVisibility:
		p.visibility = value
	case wState:
		p.state = value
	case wVerdict:
		p.verdict = value
	case wPin:
		p.pin = value
	case wReview:
		p.review = value
	case wDue:
		p.due = timeOr(text, kaibo.Forever)
	case wRemind:
		p.remind = timeOr(text, kaibo.Forever)
	}
}

// timeOr reads a time; an empty one is another.
func timeOr(text string, empty kaibo.Time) kaibo.Time {
	if text == "" {
		return empty
	}
	return parseTime(text)
}

// weigh takes the weight of a cell if it counts by the last change.
func (l *link) weigh(c *cell, value string) {
	l.last = c.change
	if c.valid >= l.maxValid {
		l.maxValid, l.change, l.weight = c.valid, c.change, parseWeight(value)
	}
}

// parseWeight reads a weight; -1 for none, which is also what a number outside 0
// to 1 is.
func parseWeight(value string) float64 {
	w, err := strconv.ParseFloat(value, 64)
	if err != nil || !(w >= 0 && w <= 1) {
		return -1
	}
	return w
}

// stand takes one attribute of how a node stands.
func (n *node) stand(attr, value word, text string) {
	switch attr {
	case wStatus:
		n.status = value
	case wFrom:
		n.from = timeOr(text, always)
	case wTo:
		n.to = timeOr(text, kaibo.Forever)
	}
}

// index notes names and members of sets, so that they are found.
func (g *Graph) index(i uint32, c *cell, f Fact) {
	switch {
	case c.attr == wName && f.Value != "":
		key := lang.Fold(f.Value)
		if list := g.named[key]; !slices.Contains(list, i) {
			g.named[key] = append(list, i)
		}
	case c.attr == wMerged || c.attr == wDeleted:
		g.scoped = true
	case strings.HasPrefix(f.Attr, AttrInitiative) || strings.HasPrefix(f.Attr, AttrTag):
		g.join(i, c)
	}
}

// join puts a node among those that ever had an attribute of a set.
func (g *Graph) join(i uint32, c *cell) {
	said := false
	for at := c.before; at != 0; at = g.cells[at].before {
		said = said || g.cells[at].attr == c.attr
	}
	if !said {
		g.sets[c.attr] = append(g.sets[c.attr], member{i, c.valid == always && c.value != 0})
		return
	}
	set := g.sets[c.attr]
	if k := slices.IndexFunc(set, func(m member) bool { return m.node == i }); k >= 0 {
		set[k].plain = false
	}
}

// node answers the node with an id, which it makes when there is none yet.
func (g *Graph) node(id string) uint32 {
	if i, ok := g.byID[id]; ok {
		return i
	}
	i := uint32(len(g.nodes))
	id = strings.Clone(id) // which may be a part of a link's
	g.nodes = append(g.nodes, node{id: id, maxValid: always, from: always, to: kaibo.Forever, initiative: strings.HasPrefix(id, "ini_"), forgotten: g.gone[id],
		present: present{due: kaibo.Forever, remind: kaibo.Forever}})
	g.byID[id] = i
	return i
}

// mention puts a node into the order, once.
func (g *Graph) mention(i uint32) {
	if !g.nodes[i].ordered {
		g.nodes[i].ordered, g.nodes[i].first = true, uint32(len(g.cells))
		g.order = append(g.order, i)
	}
}

// link answers a link, which it makes when there is none yet.
func (g *Graph) link(from, linkType, to string) uint32 {
	e := ends{from: g.node(from), to: g.node(to)}
	typ, ok := g.words.find(linkType)
	if e.typ = typ; ok {
		if i, ok := g.byEnds[e]; ok {
			return i
		}
	}
	e.typ = g.words.hold(linkType)
	i := uint32(len(g.links))
	g.links = append(g.links, link{maxValid: always, weight: -1, from: e.from, to: e.to, typ: e.typ})
	g.byEnds[e] = i
	if n := &g.nodes[e.from]; n.lastOut == 0 {
		n.firstOut, n.lastOut = i+1, i+1
	} else {
		g.links[n.lastOut-1].nextOut = i + 1
		n.lastOut = i + 1
	}
	if n := &g.nodes[e.to]; n.lastIn == 0 {
		n.firstIn, n.lastIn = i+1, i+1
	} else {
		g.links[n.lastIn-1].nextIn = i + 1
		n.lastIn = i + 1
	}
	return i
}

// find answers the entity with an id, and false when nothing was ever said of it.
func (g *Graph) find(id string) (entity, bool) {
	from, linkType, to, ok := ParseLinkID(id)
	if !ok {
		i, ok := g.byID[id]
		return nodeEntity(i), ok
	}
	f, fromOK := g.byID[from]
	t, toOK := g.byID[to]
	typ, typeOK := g.words.find(linkType)
	i, ok := g.byEnds[ends{f, t, typ}]
	return linkEntity(i), fromOK && toOK && typeOK && ok
}

// head answers the last cell of an entity.
func (g *Graph) head(e entity) uint32 {
	if e.isLink() {
		return g.links[e.index()].head
	}
	return g.nodes[e.index()].head
}

// idOf is an entity's id, as facts name it.
func (g *Graph) idOf(e entity) string {
	if !e.isLink() {
		return g.nodes[e.index()].id
	}
	l := &g.links[e.index()]
	return LinkID(g.nodes[l.from].id, g.words.text[l.typ], g.nodes[l.to].id)
}

// Change answers the change that an event made, and false when it made none.
func (g *Graph) Change(eventID string) (Change, bool) {
	number, ok := g.events[eventID]
	if !ok {
		return Change{}, false
	}
	return g.change(number), true
}

// change puts a change together as it was applied, without what was erased.
func (g *Graph) change(number uint32) Change {
	m, text := &g.changes[number-1], g.words.text
	c := Change{Number: uint64(number), EventID: m.eventID, Stream: text[m.stream], Seq: m.seq, RecordedAt: m.recordedAt, ValidFrom: m.validFrom,
		Actor: text[m.actor], Verb: text[m.verb], Initiative: text[m.initiative], Reason: text[m.reason], Undoes: text[m.undoes],
		Forgets: slices.Clone(g.forgets[number])}
	cells, births := g.of(number)
	for _, i := range births {
		c.Births = append(c.Births, Birth{ID: g.nodes[i].id, Type: text[g.nodes[i].typ]})
	}
	for i := range cells {
		f := &cells[i]
		if f.attr == 0 {
			continue
		}
		fact := Fact{Entity: g.idOf(f.entity), Attr: text[f.attr], Value: text[f.value]}
		if from := f.valid; from != g.implied(f.entity, m, number) {
			fact.From = &from
		}
		c.Facts = append(c.Facts, fact)
	}
	return c
}

// implied is from when a fact holds that does not say so itself.
func (g *Graph) implied(e entity, m *made, number uint32) kaibo.Time {
	if !e.isLink() && g.nodes[e.index()].born == number {
		return always
	}
	return m.validFrom
}

// of answers the cells and births of a change.
func (g *Graph) of(number uint32) (cells []cell, births []uint32) {
	m, cellEnd, birthEnd := &g.changes[number-1], uint32(len(g.cells)), uint32(len(g.births))
	if int(number) < len(g.changes) {
		cellEnd, birthEnd = g.changes[number].firstCell, g.changes[number].firstBirth
	}
	return g.cells[m.firstCell:cellEnd], g.births[m.firstBirth:birthEnd]
}

package graph

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// StatusFlagged is the status of a node under review: it does not hold until the
// review is closed.
const StatusFlagged = "flagged"

// View is the graph at one moment of both times.
type View struct {
	graph   *Graph
	AsOf    kaibo.Time // valid time
	KnownAt kaibo.Time // record time; Forever for all that is recorded
	last    uint32     // number of the last change recorded by KnownAt
}

// At answers the graph as of a moment. KnownAt of [kaibo.Forever] takes all that
// was recorded.
func (g *Graph) At(asOf, knownAt kaibo.Time) *View {
	last := sort.Search(len(g.changes), func(i int) bool { return g.changes[i].known > knownAt })
	return &View{graph: g, AsOf: asOf, KnownAt: knownAt, last: uint32(last)}
}

// Before answers the view of the graph before a change, at the same valid time.
func (v *View) Before(number uint64) *View {
	earlier := *v
	earlier.last = uint32(min(uint64(v.last), max(number, 1)-1))
	return &earlier
}

// Node is a node as of a view.
type Node struct {
	ID          string
	Type        string // empty for an automatic memory: its record has it
	Name        string
	Tier        string
	Layer       string
	Initiatives []string // ids, in byte order, a merged one as that which it went into, without deleted ones; of an automatic memory those that curation added
	Tags        []string // in byte order
	Status      string   // empty for an automatic memory that no curation ended; forgotten at every KnownAt
	From, To    kaibo.Time
	By          string // the node that ended it
	State       string
	Due, Remind kaibo.Time // Forever for none
	URL         string
	Pinned      bool
	PinReason   string
	Review      string // why it is under review; empty when it is not
	Verdict     string
	Visibility  string
	Members     []string // of a chain
	Order       int      // in its checklist
	Born        uint64   // number of the change that made it; 0 for an automatic memory
	Changed     uint64   // number of the last change that said anything of it, also what is to hold later
	Hidden      bool     // all the initiatives that it is in are deleted: it is out of sight
}

// Curated reports whether curation made the node.
func (n *Node) Curated() bool { return n.Born != 0 }

// Holds reports whether the node's statement holds at t. One whose status was
// never set by curation is taken to.
func (n *Node) Holds(t kaibo.Time) bool {
	return n.Status == "" || n.From <= t && t < n.To
}

// Node answers a node by its id, and false when the view has none: one that was
// not born by then, or an automatic memory of which curation said nothing.
func (v *View) Node(id string) (Node, bool) {
	i, ok := v.graph.byID[id]
	if !ok {
		return Node{}, false
	}
	return v.node(i)
}

func (v *View) node(i uint32) (Node, bool) {
	e, text := &v.graph.nodes[i], v.graph.words.text
	if e.initiative || e.born > v.last || e.head == 0 && e.born == 0 || strings.Contains(e.id, ">") {
		return Node{}, false
	}
	n := Node{ID: e.id, Type: text[e.typ], Tier: TierWorking, Layer: LayerWarm, Visibility: VisibilityPrivate,
		From: always, To: kaibo.Forever, Due: kaibo.Forever, Remind: kaibo.Forever, Born: uint64(e.born)}
	var space [24]uint32
	won := v.winners(e.head, space[:0])
	if e.born == 0 && len(won) == 0 { // or what was said holds later only
		return Node{}, false
	}
	n.Changed = uint64(v.changed(e))
	for _, at := range won {
		c := &v.graph.cells[at]
		if c.value != 0 {
			n.set(c.attr, text[c.attr], text[c.value])
		}
	}
	slices.Sort(n.Tags)
	if v.graph.scoped && len(n.Initiatives) > 0 {
		n.Initiatives = v.living(n.Initiatives)
		n.Hidden = len(n.Initiatives) == 0
	}
	slices.Sort(n.Initiatives)
	if e.forgotten {
		n.Status, n.From, n.To = kaibo.StatusForgotten, always, always
	}
	return n, true
}

// changed answers the last change that said anything of a node.
func (v *View) changed(n *node) uint32 {
	if n.last <= v.last {
		return n.last
	}
	for at := n.head; at != 0; at = v.graph.cells[at].before {
		if c := &v.graph.cells[at]; c.attr != 0 && c.change <= v.last {
			return c.change
		}
	}
	return 0
}

// set puts one attribute into the node.
func (n *Node) set(attr word, name, value string) {
	switch attr {
	case wName:
		n.Name = value
	case wTier:
		n.Tier = value
	case wLayer:
		n.Layer = value
	case wPin:
		n.Pinned, n.PinReason = true, strings.TrimSpace(value)
	case wVisibility:
		n.Visibility = value
	case wState:
		n.State = value
	case wDue:
		n.Due = parseTime(value)
	case wRemind:
		n.Remind = parseTime(value)
	case wURL:
		n.URL = value
	case wVerdict:
		n.Verdict = value
	case wReview:
		n.Review = value
	case wMembers:
		n.Members = strings.Fields(value)
	case wOrder:
		n.Order, _ = strconv.Atoi(value)
	case wStatus:
		n.Status = value
	case wFrom:
		n.From = parseTime(value)
	case wTo:
		n.To = parseTime(value)
	case wBy:
		n.By = value
	default:
		if tag, ok := strings.CutPrefix(name, AttrTag); ok {
			n.Tags = append(n.Tags, tag)
		} else if id, ok := strings.CutPrefix(name, AttrInitiative); ok {
			n.Initiatives = append(n.Initiatives, id)
		}
	}
}

// parseTime reads a time that a change holds; those were written by us.
func parseTime(s string) kaibo.Time {
	t, err := kaibo.ParseTime(s)
	if err != nil {
		return kaibo.Forever
	}
	return t
}

// winners adds to won the cell that counts of each attribute of an entity, going
// from its last cell back.
func (v *View) winners(head uint32, won []uint32) []uint32 {
	cells := v.graph.cells
next:
	for at := head; at != 0; at = cells[at].before {
		c := &cells[at]
		if c.attr == 0 || c.change > v.last || c.valid > v.AsOf && !c.attr.byKnowledge() {
			continue
		}
		for k, w := range won {
			if cells[w].attr == c.attr {
				if c.valid > cells[w].valid && !c.attr.byKnowledge() {
					won[k] = at
				}
				continue next
			}
		}
		won = append(won, at)
	}
	return won
}

// counts answers the cell that counts of one attribute; 0 for none.
func (v *View) counts(head uint32, attr word) uint32 {
	cells, won := v.graph.cells, uint32(0)
	for at := head; at != 0; at = cells[at].before {
		c := &cells[at]
		switch {
		case c.attr != attr || c.change > v.last:
		case attr.byKnowledge():
			return at
		case c.valid <= v.AsOf && (won == 0 || c.valid > cells[won].valid):
			won = at
		}
	}
	return won
}

// Attr answers one attribute of an entity; empty when it has none.
func (v *View) Attr(entity, attr string) string {
	e, ok := v.graph.find(entity)
	if !ok {
		return ""
	}
	return v.attr(e, attr)
}

func (v *View) attr(e entity, attr string) string {
	if a, ok := v.graph.words.find(attr); ok && a != 0 {
		return v.graph.words.text[v.graph.cells[v.counts(v.graph.head(e), a)].value]
	}
	return ""
}

// Link is a link as of a view.
type Link struct {
	From, Type, To string
	Weight         float64 // from 0 to 1
	Changed        uint64  // number of the last change
}

// Other answers the end of the link that is not id.
func (l *Link) Other(id string) string {
	if l.From == id {
		return l.To
	}
	return l.From
}

// Out answers the links from a node in the order in which they were first made,
// In those to it.
func (v *View) Out(id string) []Link { return v.links(id, Out) }

// In answers the links to a node in the order in which they were first made.
func (v *View) In(id string) []Link { return v.links(id, In) }

func (v *View) links(id string, d Direction) []Link {
	i, ok := v.graph.byID[id]
	if !ok {
		return nil
	}
	var links []Link
	for _, h := range v.hops(i, d, nil, nil) {
		links = append(links, v.linkAt(h.link))
	}
	return links
}

// weight answers the weight of a link and the change that says it, and a weight
// less than 0 when it is not there.
func (v *View) weight(i uint32) (float64, uint32) {
	l := &v.graph.links[i]
	if l.last <= v.last && l.maxValid <= v.AsOf {
		return l.weight, l.change
	}
	at := v.counts(l.head, wWeight)
	if at == 0 {
		return -1, 0
	}
	c := &v.graph.cells[at]
	return parseWeight(v.graph.words.text[c.value]), c.change
}

// linkAt answers a link that is there.
func (v *View) linkAt(i uint32) Link {
	l, nodes := &v.graph.links[i], v.graph.nodes
	w, change := v.weight(i)
	return Link{From: nodes[l.from].id, Type: v.graph.words.text[l.typ], To: nodes[l.to].id, Weight: w, Changed: uint64(change)}
}

// Link answers the link of a type between two nodes, and whether it is there.
func (v *View) Link(from, linkType, to string) (Link, bool) {
	e, ok := v.graph.find(LinkID(from, linkType, to))
	if !ok {
		return Link{}, false
	}
	l := v.linkAt(e.index())
	if l.Weight < 0 {
		return Link{}, false
	}
	return l, true
}

// Nodes calls fn for every node that the view has, those that were made or
// touched first first, until fn answers false. Initiatives are none.
func (v *View) Nodes(fn func(Node) bool) {
	for _, i := range v.graph.order {
		if n, ok := v.node(i); ok && !fn(n) {
			return
		}
	}
}

// Change answers the change with a number that the view knows of.
func (v *View) Change(number uint64) (Change, bool) {
	if number == 0 || number > uint64(v.last) {
		return Change{}, false
	}
	return v.graph.change(uint32(number)), true
}

// ChangeOf answers the change that an event made, and false when the view knows
// of none.
func (v *View) ChangeOf(eventID string) (Change, bool) {
	c, ok := v.graph.Change(eventID)
	return c, ok && c.Number <= v.Number()
}

// Number is the number of the last change that the view knows of.
func (v *View) Number() uint64 { return uint64(v.last) }

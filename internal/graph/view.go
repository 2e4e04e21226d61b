package graph

import (
	"slices"
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
	last    uint64     // number of the last change recorded by KnownAt
}

// At answers the graph as of a moment. KnownAt of [kaibo.Forever] takes all that
// was recorded.
func (g *Graph) At(asOf, knownAt kaibo.Time) *View {
	last, _ := slices.BinarySearchFunc(g.changes, knownAt, func(c Change, t kaibo.Time) int {
		if c.RecordedAt <= t {
			return -1
		}
		return 1
	})
	return &View{graph: g, AsOf: asOf, KnownAt: knownAt, last: uint64(last)}
}

// Before answers the view of the graph before a change, at the same valid time.
func (v *View) Before(number uint64) *View {
	earlier := *v
	earlier.last = min(v.last, number-1)
	return &earlier
}

// Node is a node as of a view.
type Node struct {
	ID          string
	Type        string // empty for an automatic memory: its record has it
	Name        string
	Tier        string
	Layer       string
	Initiatives []string // ids, in byte order; of an automatic memory those that curation added
	Tags        []string // in byte order
	Status      string   // empty for an automatic memory that no curation ended
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
	Changed     uint64   // number of the last change
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
	e := v.graph.entities[id]
	if e == nil || strings.Contains(id, ">") || e.born > v.last {
		return Node{}, false
	}
	n := Node{ID: id, Type: e.typ, Tier: TierWorking, Layer: LayerWarm, Visibility: VisibilityPrivate,
		From: always, To: kaibo.Forever, Due: kaibo.Forever, Remind: kaibo.Forever, Born: e.born}
	said := e.born != 0
	for _, c := range v.winners(e) {
		said = true
		n.Changed = max(n.Changed, c.change)
		n.set(c.attr, c.value)
	}
	slices.Sort(n.Tags)
	slices.Sort(n.Initiatives)
	return n, said
}

// set puts one attribute into the node.
func (n *Node) set(attr, value string) {
	if value == "" {
		return
	}
	switch attr {
	case AttrName:
		n.Name = value
	case AttrTier:
		n.Tier = value
	case AttrLayer:
		n.Layer = value
	case AttrPin:
		n.Pinned, n.PinReason = true, strings.TrimSpace(value)
	case AttrVisibility:
		n.Visibility = value
	case AttrState:
		n.State = value
	case AttrDue:
		n.Due = parseTime(value)
	case AttrRemind:
		n.Remind = parseTime(value)
	case AttrURL:
		n.URL = value
	case AttrVerdict:
		n.Verdict = value
	case AttrReview:
		n.Review = value
	case AttrMembers:
		n.Members = strings.Fields(value)
	case AttrOrder:
		n.Order, _ = strconv.Atoi(value)
	case AttrStatus:
		n.Status = value
	case AttrFrom:
		n.From = parseTime(value)
	case AttrTo:
		n.To = parseTime(value)
	case AttrBy:
		n.By = value
	}
	if tag, ok := strings.CutPrefix(attr, AttrTag); ok {
		n.Tags = append(n.Tags, tag)
	}
	if id, ok := strings.CutPrefix(attr, AttrInitiative); ok {
		n.Initiatives = append(n.Initiatives, id)
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

// winners answers the fact that counts of each attribute.
func (v *View) winners(e *entity) []cell {
	var won []cell
	for _, c := range e.cells {
		if c.change > v.last || c.valid > v.AsOf && !byKnowledge(c.attr) {
			continue
		}
		at := slices.IndexFunc(won, func(w cell) bool { return w.attr == c.attr })
		switch {
		case at < 0:
			won = append(won, c)
		case byKnowledge(c.attr) || c.valid >= won[at].valid:
			won[at] = c
		}
	}
	return won
}

// byKnowledge reports whether an attribute goes by what was known alone.
func byKnowledge(attr string) bool {
	return attr == AttrStatus || attr == AttrFrom || attr == AttrTo || attr == AttrBy
}

// Attr answers one attribute of an entity; empty when it has none.
func (v *View) Attr(entity, attr string) string {
	e := v.graph.entities[entity]
	if e == nil {
		return ""
	}
	for _, c := range v.winners(e) {
		if c.attr == attr {
			return c.value
		}
	}
	return ""
}

// Link is a link as of a view.
type Link struct {
	From, Type, To string
	Weight         float64
	Changed        uint64 // number of the last change
}

// Out answers the links from a node in the order in which they were first made,
// In those to it.
func (v *View) Out(id string) []Link { return v.links(v.graph.out[id]) }

// In answers the links to a node in the order in which they were first made.
func (v *View) In(id string) []Link { return v.links(v.graph.in[id]) }

func (v *View) links(ids []string) []Link {
	var links []Link
	for _, id := range ids {
		if l, ok := v.link(id); ok {
			links = append(links, l)
		}
	}
	return links
}

func (v *View) link(id string) (Link, bool) {
	e := v.graph.entities[id]
	if e == nil {
		return Link{}, false
	}
	for _, c := range v.winners(e) {
		if w, err := strconv.ParseFloat(c.value, 64); c.attr == AttrWeight && err == nil {
			from, linkType, to, _ := ParseLinkID(id)
			return Link{From: from, Type: linkType, To: to, Weight: w, Changed: c.change}, true
		}
	}
	return Link{}, false
}

// Link answers the link of a type between two nodes, and whether it is there.
func (v *View) Link(from, linkType, to string) (Link, bool) {
	return v.link(LinkID(from, linkType, to))
}

// Nodes calls fn for every node that the view has, those that were made or
// touched first first, until fn answers false.
func (v *View) Nodes(fn func(Node) bool) {
	for _, id := range v.graph.order {
		if n, ok := v.Node(id); ok && n.Type+n.Layer != "" && !strings.HasPrefix(id, "ini_") && !fn(n) {
			return
		}
	}
}

// Change answers the change with a number that the view knows of.
func (v *View) Change(number uint64) (Change, bool) {
	if number == 0 || number > v.last {
		return Change{}, false
	}
	return v.graph.changes[number-1], true
}

package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// world is the graph that both have, and what is asked of it.
type world struct {
	changes []graph.Change
	nodes   []node
	edges   []edge
	now     kaibo.Time
	starts  []int
	pairs   [][2]int
}

// node is a node as it stands at the end.
type node struct {
	id, name, typ, tier, layer, status, verdict, state string
	from, to, due, remind                              kaibo.Time
	pinned                                             bool
	changed                                            uint64
}

// edge is a link as it stands at the end.
type edge struct {
	from, to int
	typ      string
	weight   float64
}

const initiative = "ini_aaaaaaaaaaaaaaaa"

// layers by how common they are: one in fifty is core, a third is warm.
var layers = []string{"core", "hot", "hot", "hot", "warm", "warm", "warm", "warm", "warm", "warm", "cold", "cold", "cold", "cold", "frozen", "frozen"}

// synthesise makes a graph, always the same. Each change is a node with three
// links to what was there, as capturing verbs make them; nearer in time is
// likelier to be linked. One node in ten has ended, one in five changed later.
func synthesise(nodes, links, asks int) *world {
	r := rand.New(rand.NewPCG(8, 1))
	start := kaibo.TimeOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	w := &world{now: start + kaibo.Time(nodes)*2000}
	seen := map[string]bool{}
	for i := range nodes {
		at := start + kaibo.Time(i)*1000
		n := node{id: "mem_" + letters(i), name: fmt.Sprintf("node %d", i), typ: graph.NodeTypes[r.IntN(len(graph.NodeTypes))], tier: graph.TierWorking,
			layer: layers[r.IntN(len(layers))], status: kaibo.StatusCurrent, from: at, to: kaibo.Forever, due: kaibo.Forever, remind: kaibo.Forever}
		c := w.change(at)
		c.Births = []graph.Birth{{ID: n.id, Type: n.typ}}
		n.changed = c.Number
		n.dress(r, w.now)
		c.Facts = append(c.Facts, n.facts()...)
		for range links*(i+1)/nodes*min(i, 1) - len(w.edges) {
			e := edge{from: i, to: w.earlier(r, i), typ: graph.LinkTypes[r.IntN(len(graph.LinkTypes))], weight: float64(5+r.IntN(95)) / 100}
			id := graph.LinkID(n.id, e.typ, w.nodes[e.to].id)
			if r.IntN(200) == 0 || seen[id] {
				continue
			}
			seen[id] = true
			w.edges = append(w.edges, e)
			c.Facts = append(c.Facts, graph.Fact{Entity: id, Attr: graph.AttrWeight, Value: strconv.FormatFloat(e.weight, 'g', -1, 64)})
		}
		w.nodes, w.changes = append(w.nodes, n), append(w.changes, *c)
	}
	w.later(r, start)
	for range asks {
		w.starts = append(w.starts, r.IntN(nodes))
	}
	return w
}

func (w *world) change(at kaibo.Time) *graph.Change {
	n := uint64(len(w.changes) + 1)
	return &graph.Change{Number: n, EventID: "evt_" + letters(int(n)), Stream: "kaibo.curate." + initiative, Seq: n, RecordedAt: at, ValidFrom: at,
		Actor: "ana", Verb: "idea", Initiative: initiative}
}

// earlier is a node that was there, twice in three times one of the last hundred.
func (w *world) earlier(r *rand.Rand, i int) int {
	if r.IntN(3) > 0 {
		return i - 1 - r.IntN(min(i, 100))
	}
	return r.IntN(i)
}

// dress gives a node what its type has.
func (n *node) dress(r *rand.Rand, now kaibo.Time) {
	if r.IntN(4) == 0 {
		n.tier = graph.TierSettled
	}
	n.pinned = r.IntN(500) == 0
	if r.IntN(300) == 0 {
		n.remind = now - kaibo.Time(r.IntN(1000)-500)*1000
	}
	switch n.typ {
	case graph.TypeTask:
		n.state = graph.States[r.IntN(len(graph.States))]
		n.due = now + kaibo.Time(r.IntN(2000)-1000)*1000
	case graph.TypeHypothesis:
		n.verdict = []string{graph.VerdictOpen, graph.VerdictConfirmed}[r.IntN(2)]
	}
}

// facts says a node.
func (n *node) facts() []graph.Fact {
	said := [][2]string{{graph.AttrInitiative + initiative, "1"}, {graph.AttrStatus, n.status}, {graph.AttrFrom, n.from.String()}, {graph.AttrName, n.name},
		{graph.AttrTier, n.tier}, {graph.AttrLayer, n.layer}, {graph.AttrState, n.state}, {graph.AttrVerdict, n.verdict}}
	if n.pinned {
		said = append(said, [2]string{graph.AttrPin, "dear"})
	}
	if n.due != kaibo.Forever {
		said = append(said, [2]string{graph.AttrDue, n.due.String()})
	}
	if n.remind != kaibo.Forever {
		said = append(said, [2]string{graph.AttrRemind, n.remind.String()})
	}
	var facts []graph.Fact
	for _, s := range said {
		if s[1] != "" {
			facts = append(facts, graph.Fact{Entity: n.id, Attr: s[0], Value: s[1]})
		}
	}
	return facts
}

// later changes nodes: some end, some are under review, some get another layer.
func (w *world) later(r *rand.Rand, start kaibo.Time) {
	count := len(w.nodes)
	for k := range count * 3 / 10 {
		at := start + kaibo.Time(count+k)*1000
		c, n := w.change(at), &w.nodes[r.IntN(count)]
		switch {
		case n.status != kaibo.StatusCurrent:
			continue
		case k%3 == 0:
			n.status, n.to = kaibo.StatusSuperseded, at
			if k%30 == 0 {
				n.status = graph.StatusFlagged
			}
			c.Facts = []graph.Fact{{Entity: n.id, Attr: graph.AttrStatus, Value: n.status}, {Entity: n.id, Attr: graph.AttrTo, Value: at.String()}}
		default:
			n.layer = layers[r.IntN(len(layers))]
			c.Facts = []graph.Fact{{Entity: n.id, Attr: graph.AttrLayer, Value: n.layer}}
		}
		n.changed = c.Number
		w.changes = append(w.changes, *c)
	}
}

// letters writes a number as sixteen letters, as ids have them.
func letters(n int) string {
	b := []byte("aaaaaaaaaaaaaaaa")
	for i := len(b) - 1; n > 0; i-- {
		b[i] = byte('a' + n%26)
		n /= 26
	}
	return string(b)
}

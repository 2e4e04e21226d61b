//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What the verbs that follow links share. The graph knows which nodes that
// curation made are seen; of an automatic memory only its record tells. So a
// way is looked for as if all of these were seen, their records are read, and
// it is looked for again without those that are not, until nothing is found
// that may not be shown.

// Across goes over the border of an initiative.
type Across struct {
	Across bool `json:"across,omitempty" doc:"Over the border of the initiative too: everything that the key sees, each result saying whose it is."`
}

// Past asks for what has ended.
type Past struct {
	Include []string `json:"include,omitempty" enum:"past" items:"1" doc:"past: through what ended or is under review too, marked."`
}

// LinkOut is a link as it is served.
type LinkOut struct {
	From   string  `json:"from" doc:"The node that it goes from."`
	Type   string  `json:"type" doc:"Its type: derived_from, refers_to, blocks …"`
	To     string  `json:"to" doc:"The node that it goes to."`
	Weight float64 `json:"weight" doc:"How strong it is, from 0 to 1."`
	Other  string  `json:"other,omitempty" doc:"Name of the node at the other end."`
}

func linkOut(l graph.Link) LinkOut {
	return LinkOut{From: l.From, Type: l.Type, To: l.To, Weight: l.Weight}
}

// Met is a node that following links came to.
type Met struct {
	Brief
	Initiatives []string `json:"initiatives,omitempty" doc:"Whose it is: names of its initiatives."`
	Depth       int      `json:"depth" doc:"Links between the start and it."`
	Via         string   `json:"via,omitempty" doc:"The node before it."`
	Link        *LinkOut `json:"link,omitempty" doc:"The link that led to it."`
}

// MetOut is what following links came to.
type MetOut struct {
	Start Brief  `json:"start" doc:"The node that it began at."`
	Total int    `json:"total" doc:"How many there are."`
	Items []Met  `json:"items" doc:"The first of them, the nearest first."`
	Text  string `json:"text" doc:"The same, to be read."`
}

// allows answers what a way may pass: nodes in sight that stand as is asked for.
func (l *look) allows(v *graph.View) func(id string) bool {
	return func(id string) bool {
		n, ok := v.Node(id)
		if ok && n.Curated() {
			return l.sight().Sees(&n)
		}
		if _, read := l.records[id]; !read {
			return true
		}
		n.ID = id
		return l.shows(&n)
	}
}

// shows reports whether a node that was loaded may be met: it is in sight, and
// holds or was asked for whether or not it does.
func (l *look) shows(n *graph.Node) bool {
	rev, ok := l.stands(n)
	return ok && (l.past || rev.Holds(l.asOf))
}

// nodesOf answers nodes by id; one that the graph does not know is an automatic
// memory.
func nodesOf(v *graph.View, ids []string) []graph.Node {
	nodes := make([]graph.Node, len(ids))
	for i, id := range ids {
		n, ok := v.Node(id)
		if !ok {
			n = graph.Node{ID: id, Tier: graph.TierWorking, Layer: graph.LayerWarm, Visibility: graph.VisibilityPrivate, Due: kaibo.Forever, Remind: kaibo.Forever}
		}
		nodes[i] = n
	}
	return nodes
}

// way is a look that follows links.
type way struct {
	*look
	nodes map[string]graph.Node
}

// follow looks, as often as automatic memories are met that may not be shown.
// Find is given the view and answers the ids that it met.
func (c *Call) follow(ctx context.Context, m *Moment, across, past bool, find func(*look, *graph.View) ([]string, error)) (*way, error) {
	var records map[string]*kaibo.MemoryRecord
	for {
		w := &way{nodes: map[string]graph.Node{}}
		var met []graph.Node
		l, err := c.look(ctx, m, func(l *look, v *graph.View) error {
			l.across, l.past = across, past
			if records != nil {
				l.records = records
			}
			ids, err := find(l, v)
			met = nodesOf(v, ids)
			for i := range met {
				met[i] = v.Veiled(met[i], l.sight())
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		w.look = l
		for i := range met {
			w.nodes[met[i].ID] = met[i]
			if across {
				l.wantNames(met[i].Initiatives)
			}
		}
		known := len(l.records)
		if err := l.load(ctx, met); err != nil {
			return nil, err
		}
		again := false
		for i := range met {
			again = again || !met[i].Curated() && !l.shows(&met[i]) && len(l.records) > known
		}
		if !again {
			return w, nil
		}
		records = l.records
	}
}

// start resolves the node that a verb begins at.
func (l *look) start(v *graph.View, field, ref string) (string, error) {
	if strings.TrimSpace(ref) == "" {
		return "", kaibo.InvalidField(field, "must be given")
	}
	id, err := v.ResolveIn(l.ids, ref)
	if kaibo.KindOf(err) == kaibo.NotFound && l.across {
		return v.ResolveIn(l.call.Initiatives, ref)
	}
	return id, err
}

// mustShow answers NotFound for a start that the caller does not see. One that
// ended may be a start.
func (w *way) mustShow(id, ref string) error {
	n := w.nodes[id]
	if _, ok := w.stands(&n); !ok {
		return kaibo.Errorf(kaibo.NotFound, "there is no node %s", quote(ref))
	}
	return nil
}

// told is a node in few words, and whose it is when the border was crossed.
func (w *way) met(id string) Met {
	n := w.nodes[id]
	m := Met{Brief: w.brief(&n)}
	if w.across {
		ids := n.Initiatives
		if r := w.records[id]; r != nil {
			ids = union(r.Initiatives, ids)
		}
		m.Initiatives = w.named(ids)
	}
	return m
}

// label is how a line names a node.
func (w *way) label(id string) string {
	if n := w.nodes[id]; n.Name != "" {
		return n.Name
	}
	return id
}

var walkVerb = define(Spec{
	Name:    "walk",
	Summary: "Follow links from a node",
	Doc: "Follows links from a node, breadth first, the strongest first, to a depth of at most eight. What ended, or is under review, is passed by " +
		"unless include has past. Automatic memories are nodes as well: what they replaced, what replaced them and what contradicts them are their links.",
	Scope: Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "from", Example: `{"from": "goal", "initiative": "launch", "depth": 2}`,
}, walk)

// WalkIn is the input of walk.
type WalkIn struct {
	From      string   `json:"from" bytes:"128" doc:"Name or id of the node to begin at."`
	Types     []string `json:"types,omitempty" enum:"derived_from,refers_to,supersedes,causal,temporal,contradicts,part_of,blocks,targets,verifies,falsifies,consolidated_to" items:"12" doc:"Only links of these types."`
	Direction string   `json:"direction,omitempty" enum:"out,in,both" default:"both" doc:"Which links: from a node, to it, or both."`
	Depth     *int     `json:"depth,omitempty" min:"1" max:"8" default:"2" doc:"How many links far."`
	Limit     *int     `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most nodes to answer."`
	Across
	Past
	Moment
}

// directionOf is a direction as the graph has it.
func directionOf(s string) graph.Direction {
	if s == "both" {
		return graph.Both
	}
	return graph.Direction(s)
}

func walk(ctx context.Context, c *Call, in *WalkIn) (*MetOut, error) {
	o := graph.WalkOptions{Types: in.Types, Direction: directionOf(in.Direction), Depth: limitOf(in.Depth, 2)}
	return c.goFrom(ctx, &in.Moment, "from", in.From, &o, in.Across.Across, len(in.Include) > 0, limitOf(in.Limit, 50))
}

// goFrom walks from a node and serves where that came to.
func (c *Call) goFrom(ctx context.Context, m *Moment, field, ref string, o *graph.WalkOptions, across, past bool, limit int) (*MetOut, error) {
	var start string
	var steps []graph.Reached
	total := 0
	w, err := c.follow(ctx, m, across, past, func(l *look, v *graph.View) (ids []string, err error) {
		if start, err = l.start(v, field, ref); err != nil {
			return nil, err
		}
		o.Allow, o.IncludePast, o.Limit = l.allows(v), past, limit
		reach := v.Walk(start, *o)
		steps, total = reach.Nodes, reach.Total
		ids = append(ids, start)
		for _, s := range steps {
			ids = append(ids, s.ID)
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(start, ref); err != nil {
		return nil, err
	}
	if steps, err = w.recorded(ctx, start, steps, o); err != nil {
		return nil, err
	}
	startNode := w.nodes[start]
	out := &MetOut{Start: w.brief(&startNode), Total: max(total, len(steps)), Items: []Met{}}
	for _, s := range steps[:min(limit, len(steps))] {
		link := linkOut(s.Link)
		item := w.met(s.ID)
		item.Depth, item.Via, item.Link = s.Depth, s.Via, &link
		out.Items = append(out.Items, item)
	}
	out.Text = w.metText(out)
	return out, nil
}

// recorded adds what the records of automatic memories that were met say of
// others: which they replaced, which replaced them, which contradict them. It
// follows these as far as the walk may go, one round trip a step.
func (w *way) recorded(ctx context.Context, start string, steps []graph.Reached, o *graph.WalkOptions) ([]graph.Reached, error) {
	seen := map[string]bool{start: true}
	frontier := []graph.Reached{{ID: start}}
	for _, s := range steps {
		seen[s.ID] = true
		frontier = append(frontier, s)
	}
	for len(frontier) > 0 {
		var next []graph.Reached
		var nodes []graph.Node
		for _, s := range frontier {
			n := w.nodes[s.ID]
			if s.Depth >= max(1, o.Depth) || n.Curated() {
				continue
			}
			for _, l := range w.recordLinks(&n) {
				other := l.Other(s.ID)
				if seen[other] || len(o.Types) > 0 && !slices.Contains(o.Types, l.Type) ||
					o.Direction == graph.Out && l.From != s.ID || o.Direction == graph.In && l.To != s.ID {
					continue
				}
				seen[other] = true
				next = append(next, graph.Reached{ID: other, Depth: s.Depth + 1, Via: s.ID, Link: l})
				nodes = append(nodes, graph.Node{ID: other, Due: kaibo.Forever, Remind: kaibo.Forever})
			}
		}
		if len(next) == 0 {
			break
		}
		if err := w.load(ctx, nodes); err != nil {
			return nil, err
		}
		frontier = nil
		for i := range next {
			if w.shows(&nodes[i]) {
				w.nodes[nodes[i].ID] = nodes[i]
				frontier = append(frontier, next[i])
			}
		}
		steps = append(steps, frontier...)
	}
	slices.SortStableFunc(steps, func(a, b graph.Reached) int { return a.Depth - b.Depth })
	return steps, nil
}

// recordLinks are the links that the record of an automatic memory has.
func (l *look) recordLinks(n *graph.Node) []graph.Link {
	rev, ok := l.stands(n)
	if !ok {
		return nil
	}
	var links []graph.Link
	for _, id := range rev.Supersedes {
		links = append(links, graph.Link{From: n.ID, Type: "supersedes", To: id, Weight: 1})
	}
	if rev.SupersededBy != "" {
		links = append(links, graph.Link{From: rev.SupersededBy, Type: "supersedes", To: n.ID, Weight: 1})
	}
	for _, id := range rev.Conflicts {
		links = append(links, graph.Link{From: n.ID, Type: "contradicts", To: id, Weight: 1})
	}
	return links
}

// metText is what following links came to, to be read.
func (w *way) metText(o *MetOut) string {
	var s strings.Builder
	fmt.Fprintf(&s, "From %s: %d nodes.", o.Start.label(), o.Total)
	for i := range o.Items {
		m := &o.Items[i]
		fmt.Fprintf(&s, "\n- %d %s %s%s", m.Depth, w.arrow(m.Link, m.ID), m.label(), m.rest())
	}
	return s.String()
}

// arrow is a link as a line has it, seen from the node before.
func (w *way) arrow(l *LinkOut, to string) string {
	if l == nil {
		return "·"
	}
	if l.To == to {
		return fmt.Sprintf("%s –%s %.2g→", w.label(l.From), l.Type, l.Weight)
	}
	return fmt.Sprintf("%s ←%s %.2g–", w.label(l.To), l.Type, l.Weight)
}

// rest is what stands behind the name of a node that was met.
func (m *Met) rest() string {
	var s strings.Builder
	if m.Status != "" {
		s.WriteString(" [" + m.Status + "]")
	}
	if len(m.Initiatives) > 0 {
		s.WriteString(" (of " + strings.Join(m.Initiatives, ", ") + ")")
	}
	if m.Text != "" {
		s.WriteString(": " + m.Text)
	}
	return s.String()
}

var neighboursVerb = define(Spec{
	Name:    "neighbours",
	Summary: "List what a node is linked with",
	Doc:     "Lists the nodes that one link joins with a node, the strongest first, each with that link. An automatic memory is linked with what it replaced, what replaced it and what contradicts it.",
	Scope:   Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"node": "goal", "initiative": "launch"}`,
}, neighbours)

// NeighboursIn is the input of neighbours.
type NeighboursIn struct {
	Node      string   `json:"node" bytes:"128" doc:"Name or id of the node."`
	Types     []string `json:"types,omitempty" enum:"derived_from,refers_to,supersedes,causal,temporal,contradicts,part_of,blocks,targets,verifies,falsifies,consolidated_to" items:"12" doc:"Only links of these types."`
	Direction string   `json:"direction,omitempty" enum:"out,in,both" default:"both" doc:"Which links: from the node, to it, or both."`
	Limit     *int     `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most nodes to answer."`
	Across
	Past
	Moment
}

func neighbours(ctx context.Context, c *Call, in *NeighboursIn) (*MetOut, error) {
	o := graph.WalkOptions{Types: in.Types, Direction: directionOf(in.Direction), Depth: 1}
	return c.goFrom(ctx, &in.Moment, "node", in.Node, &o, in.Across.Across, len(in.Include) > 0, limitOf(in.Limit, 50))
}

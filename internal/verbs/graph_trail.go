//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Trail is a way along links.
type Trail struct {
	Strength float64   `json:"strength" doc:"The product of the weights of its links."`
	Nodes    []Met     `json:"nodes" doc:"Its nodes, from one end to the other."`
	Links    []LinkOut `json:"links" doc:"The links between them, one fewer."`
}

// trail serves a trail whose nodes were met.
func (w *way) trail(t *graph.Trail) Trail {
	out := Trail{Strength: t.Strength, Nodes: []Met{}, Links: []LinkOut{}}
	for i, id := range t.Nodes {
		m := w.met(id)
		m.Depth = i
		out.Nodes = append(out.Nodes, m)
	}
	for _, l := range t.Links {
		out.Links = append(out.Links, linkOut(l))
	}
	return out
}

// line is a trail on one line.
func (w *way) trailLine(t *Trail) string {
	var s strings.Builder
	fmt.Fprintf(&s, "- %.2g: ", t.Strength)
	for i := range t.Nodes {
		if i > 0 {
			l := &t.Links[i-1]
			if l.To == t.Nodes[i].ID {
				fmt.Fprintf(&s, " –%s %.2g→ ", l.Type, l.Weight)
			} else {
				fmt.Fprintf(&s, " ←%s %.2g– ", l.Type, l.Weight)
			}
		}
		s.WriteString(t.Nodes[i].label())
	}
	return s.String()
}

var pathVerb = define(Spec{
	Name:    "path",
	Summary: "Find the strongest trail between two nodes",
	Doc: "Finds the trail between two nodes whose links' weights have the greatest product, with the weights as of the moment asked for. What ended, or is " +
		"under review, is passed by unless include has past. That nothing leads from one to the other is an answer: found is false.",
	Scope: Read, Toolset: Chains, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{"from": "goal", "to": "why", "initiative": "launch"}`,
}, path)

// PathIn is the input of path.
type PathIn struct {
	From  string   `json:"from" bytes:"128" doc:"Name or id of the node that it begins at."`
	To    string   `json:"to" bytes:"128" doc:"Name or id of the node that it ends at."`
	Types []string `json:"types,omitempty" enum:"derived_from,refers_to,supersedes,causal,temporal,contradicts,part_of,blocks,targets,verifies,falsifies,consolidated_to" items:"12" doc:"Only links of these types."`
	Across
	Past
	Moment
}

// PathOut is the answer of path.
type PathOut struct {
	Found bool `json:"found" doc:"There is a trail."`
	Trail
	Text string `json:"text" doc:"The trail, to be read."`
}

func path(ctx context.Context, c *Call, in *PathIn) (*PathOut, error) {
	var t graph.Trail
	var found bool
	var ends [2]string
	past := len(in.Include) > 0
	w, err := c.follow(ctx, &in.Moment, in.Across.Across, past, func(l *look, v *graph.View) (ids []string, err error) {
		if ends, err = l.ends(v, "from", in.From, "to", in.To); err != nil {
			return nil, err
		}
		t, found = v.Path(ends[0], ends[1], graph.PathOptions{Types: in.Types, Allow: l.allows(v), IncludePast: past})
		return append(ends[:], t.Nodes...), nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShowBoth(ends, in.From, in.To); err != nil {
		return nil, err
	}
	out := &PathOut{Found: found, Trail: w.trail(&t)}
	if !found {
		out.Text = fmt.Sprintf("Nothing leads from %s to %s.", w.label(ends[0]), w.label(ends[1]))
		return out, nil
	}
	var s strings.Builder
	s.WriteString(w.trailLine(&out.Trail))
	for i := range out.Nodes {
		s.WriteString("\n- " + out.Nodes[i].label() + out.Nodes[i].rest())
	}
	out.Text = s.String()
	return out, nil
}

// ends resolves two nodes.
func (l *look) ends(v *graph.View, fieldA, a, fieldB, b string) (ends [2]string, err error) {
	if ends[0], err = l.start(v, fieldA, a); err != nil {
		return ends, err
	}
	if ends[1], err = l.start(v, fieldB, b); err != nil {
		return ends, err
	}
	if ends[0] == ends[1] {
		return ends, kaibo.InvalidField(fieldB, "is the same node as %s", fieldA)
	}
	return ends, nil
}

func (w *way) mustShowBoth(ends [2]string, a, b string) error {
	if err := w.mustShow(ends[0], a); err != nil {
		return err
	}
	return w.mustShow(ends[1], b)
}

var betweenVerb = define(Spec{
	Name:    "between",
	Summary: "Show how two nodes are connected",
	Doc:     "Shows the short connections of two nodes along links of either direction, those with fewer links first, then the stronger ones.",
	Scope:   Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{"a": "goal", "b": "why", "initiative": "launch"}`,
}, between)

// BetweenIn is the input of between.
type BetweenIn struct {
	A     string `json:"a" bytes:"128" doc:"Name or id of one node."`
	B     string `json:"b" bytes:"128" doc:"Name or id of the other."`
	Depth *int   `json:"depth,omitempty" min:"1" max:"6" default:"3" doc:"Most links of a connection."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"100" default:"20" doc:"Most connections to answer."`
	Across
	Past
	Moment
}

// BetweenOut is the answer of between.
type BetweenOut struct {
	Total int     `json:"total" doc:"How many there are, as far as was looked."`
	Cut   bool    `json:"cut,omitempty" doc:"There may be more: the two are connected in too many ways to look at all."`
	Items []Trail `json:"items" doc:"The first of them."`
	Text  string  `json:"text" doc:"The same, to be read."`
}

func between(ctx context.Context, c *Call, in *BetweenIn) (*BetweenOut, error) {
	var found graph.Connections
	var ends [2]string
	past := len(in.Include) > 0
	w, err := c.follow(ctx, &in.Moment, in.Across.Across, past, func(l *look, v *graph.View) (ids []string, err error) {
		if ends, err = l.ends(v, "a", in.A, "b", in.B); err != nil {
			return nil, err
		}
		found = v.Between(ends[0], ends[1], graph.BetweenOptions{MaxDepth: limitOf(in.Depth, 3), Limit: limitOf(in.Limit, 20), Allow: l.allows(v), IncludePast: past})
		ids = ends[:]
		for i := range found.Trails {
			ids = append(ids, found.Trails[i].Nodes...)
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShowBoth(ends, in.A, in.B); err != nil {
		return nil, err
	}
	out := &BetweenOut{Total: found.Total, Cut: found.Cut, Items: []Trail{}}
	lines := []string{fmt.Sprintf("%d connections of %s and %s.", found.Total, w.label(ends[0]), w.label(ends[1]))}
	for i := range found.Trails {
		t := w.trail(&found.Trails[i])
		out.Items = append(out.Items, t)
		lines = append(lines, w.trailLine(&t))
	}
	out.Text = strings.Join(lines, "\n")
	return out, nil
}

var chainsVerb = define(Spec{
	Name:    "chains",
	Summary: "List the trails that were kept",
	Doc: "Lists chains, the newest first, of an initiative or those that a node is on. One that is no longer the strongest trail, is broken, or has a member " +
		"that ended is marked as stale, with why.",
	Scope: Read, Toolset: Chains, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"initiative": "launch"}`,
}, chains)

// ChainsIn is the input of chains.
type ChainsIn struct {
	Node  string `json:"node,omitempty" bytes:"128" doc:"Only chains that this node is on: its name or id."`
	Stale *bool  `json:"stale,omitempty" doc:"Only stale ones, or only those that are not."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"200" default:"50" doc:"Most chains to answer."`
	Moment
}

func chains(ctx context.Context, c *Call, in *ChainsIn) (*BriefsOut, error) {
	s := &section{into: new(AwakeSection), title: "Chains", kind: kindChain, most: limitOf(in.Limit, 50)}
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) (err error) {
		member := ""
		if in.Node != "" {
			if member, err = l.start(v, "node", in.Node); err != nil {
				return err
			}
		}
		for _, n := range v.ChainsOf(l.scope, member) {
			note := l.noteOf(v, &n, kindChain, false)
			if in.Stale != nil && *in.Stale != note.stale {
				continue
			}
			if s.all = append(s.all, n); len(s.nodes) < s.most {
				s.nodes, s.notes = append(s.nodes, n), append(s.notes, note)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := l.load(ctx, s.nodes); err != nil {
		return nil, err
	}
	s.brief(l)
	return s.out(), nil
}

// staleness is why a chain is stale in words, for who sees a scope; empty when it
// is not.
func staleness(v *graph.View, n *graph.Node, sight *graph.Scope) string {
	s := v.StaleIn(*n, sight)
	var why []string
	for _, id := range s.Ended {
		why = append(why, fence.OneLine(labelOf(v, id))+" ended")
	}
	for _, pair := range s.Broken {
		why = append(why, fmt.Sprintf("nothing joins %s and %s any more", fence.OneLine(labelOf(v, pair[0])), fence.OneLine(labelOf(v, pair[1]))))
	}
	if s.Better != nil {
		names := make([]string, len(s.Better.Nodes))
		for i, id := range s.Better.Nodes {
			names[i] = fence.OneLine(labelOf(v, id))
		}
		why = append(why, fmt.Sprintf("a stronger trail is %s (%.2g)", strings.Join(names, " → "), s.Better.Strength))
	}
	return strings.Join(why, "; ")
}

var whyVerb = define(Spec{
	Name:    "why",
	Summary: "Walk a chain step by step",
	Doc:     "Shows a chain from one end to the other: each member in full, and between two of them the link that joins them, who made it and why. A stale chain says what is wrong with it.",
	Scope:   Read, Toolset: Chains, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "chain", Example: `{"chain": "why-may", "initiative": "launch"}`,
}, why)

// WhyIn is the input of why.
type WhyIn struct {
	Chain string `json:"chain" bytes:"128" doc:"Name or id of the chain."`
	Moment
}

// WhyStep is one step of a chain.
type WhyStep struct {
	Node    *Node    `json:"node,omitempty" doc:"The member; absent when it is not to be seen any more."`
	Link    *LinkOut `json:"link,omitempty" doc:"What joins it with the member before; absent for the first, and where nothing does any more."`
	Actor   string   `json:"actor,omitempty" doc:"Who made that link, or gave it its weight."`
	Because string   `json:"because,omitempty" doc:"Why."`
}

// WhyOut is the answer of why.
type WhyOut struct {
	Chain Node      `json:"chain" doc:"The chain; its content is its summary."`
	Stale string    `json:"stale,omitempty" doc:"What is wrong with it; absent when nothing is."`
	Steps []WhyStep `json:"steps" doc:"Its members in order."`
	Text  string    `json:"text" doc:"The same, to be read."`
}

func why(ctx context.Context, c *Call, in *WhyIn) (*WhyOut, error) {
	out := &WhyOut{}
	var id string
	var members []graph.Node
	w, err := c.follow(ctx, &in.Moment, false, true, func(l *look, v *graph.View) (ids []string, err error) {
		if id, err = l.start(v, "chain", in.Chain); err != nil {
			return nil, err
		}
		chain, _ := v.Node(id)
		if chain.Type != graph.TypeChain {
			return nil, kaibo.InvalidField("chain", "%s is no chain", quote(in.Chain))
		}
		out.Stale = staleness(v, &chain, l.sight())
		members = nodesOf(v, chain.Members)
		out.Steps = make([]WhyStep, len(members))
		for i := 1; i < len(members); i++ {
			out.Steps[i].joined(l, v, members[i-1].ID, members[i].ID)
		}
		for i := range members {
			l.wantNames(members[i].Initiatives)
		}
		l.wantNames(chain.Initiatives)
		return append([]string{id}, chain.Members...), nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(id, in.Chain); err != nil {
		return nil, err
	}
	chain := w.nodes[id]
	out.Chain, _ = w.node(&chain)
	for i := range members {
		if n, ok := w.node(&members[i]); ok {
			out.Steps[i].Node = &n
		}
	}
	out.Text = out.words(w)
	return out, nil
}

// joined notes what joins two members of a chain.
func (s *WhyStep) joined(l *look, v *graph.View, from, to string) {
	link, ok := v.Strongest(from, to, graph.PathOptions{})
	if !ok {
		return
	}
	shown := linkOut(link)
	s.Link = &shown
	if c, ok := v.Change(link.Changed); ok && l.scope.Said(&c) {
		s.Actor, s.Because = c.Actor, c.Reason
	}
}

func (o *WhyOut) words(w *way) string {
	lines := []string{fence.OneLine(w.label(o.Chain.ID)) + ": " + fence.OneLine(o.Chain.Content)}
	if o.Stale != "" {
		lines = append(lines, "Stale: "+o.Stale+".")
	}
	for i := range o.Steps {
		s := &o.Steps[i]
		line := fmt.Sprintf("- %d. ", i+1)
		if s.Link != nil {
			line += w.arrow(s.Link, memberID(s)) + " "
			if s.Because != "" {
				line += "(" + fence.OneLine(s.Because) + ") "
			}
		}
		if s.Node == nil {
			lines = append(lines, line+"not to be seen any more")
			continue
		}
		line += fence.OneLine(w.label(s.Node.ID))
		if s.Node.Past {
			line += " [" + s.Node.Status + "]"
		}
		lines = append(lines, line+": "+cutTokens(fence.OneLine(s.Node.Content), maxBriefTokens))
	}
	return strings.Join(lines, "\n")
}

func memberID(s *WhyStep) string {
	if s.Node == nil {
		return ""
	}
	return s.Node.ID
}

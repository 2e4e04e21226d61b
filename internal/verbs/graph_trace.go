//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

var traceVerb = define(Spec{
	Name:    "trace",
	Summary: "Follow where a node comes from, down to the events",
	Doc: "Follows what a node was derived from, what it replaced, what was consolidated to it and what speaks for and against it, to the roots, through what ended " +
		"too, and shows the events that say each, with stream, place and words. Automatic memories are followed to their events as well.",
	Scope: Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"node": "goal", "initiative": "launch"}`,
}, trace)

// TraceIn is the input of trace.
type TraceIn struct {
	Node  string `json:"node" bytes:"128" doc:"Name or id of the node."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most nodes to answer."`
	Moment
}

// TraceNode is a node that another comes from.
type TraceNode struct {
	Met
	Root   bool              `json:"root,omitempty" doc:"It comes from no other node."`
	Links  []LinkOut         `json:"links,omitempty" doc:"Links that lead on from it, to what it comes from."`
	Events []recall.Citation `json:"events" doc:"The places that say it, the first and the newest."`
}

// TraceOut is the answer of trace.
type TraceOut struct {
	Total int         `json:"total" doc:"How many nodes there are, the node itself first."`
	Items []TraceNode `json:"items" doc:"The first of them, the nearest first."`
	Text  string      `json:"text" doc:"The same, to be read."`
}

// maxTraceSources is how many places are shown of each node.
const maxTraceSources = 10

func trace(ctx context.Context, c *Call, in *TraceIn) (*TraceOut, error) {
	var start string
	var p graph.Provenance
	limit := limitOf(in.Limit, 50)
	w, err := c.follow(ctx, &in.Moment, false, true, func(l *look, v *graph.View) (ids []string, err error) {
		if start, err = l.start(v, "node", in.Node); err != nil {
			return nil, err
		}
		p = v.Trace(start, graph.TraceOptions{Limit: limit, Allow: l.allows(v)})
		if len(p.Nodes) == 0 {
			p = graph.Provenance{Nodes: []graph.Origin{{ID: start}}, Total: 1}
		}
		for _, n := range p.Nodes {
			ids = append(ids, n.ID)
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(start, in.Node); err != nil {
		return nil, err
	}
	if err := w.replaced(ctx, &p, limit); err != nil {
		return nil, err
	}
	out := &TraceOut{Total: p.Total, Items: []TraceNode{}}
	for i := range p.Nodes {
		n, err := w.origin(ctx, &p.Nodes[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *n)
	}
	out.Text = out.words()
	return out, nil
}

// replaced adds what automatic memories replaced, by their records, one round
// trip a step back.
func (w *way) replaced(ctx context.Context, p *graph.Provenance, limit int) error {
	seen := map[string]bool{}
	for _, n := range p.Nodes {
		seen[n.ID] = true
	}
	for first := 0; first < len(p.Nodes) && len(p.Nodes) < limit; {
		var nodes []graph.Node
		last := len(p.Nodes)
		for ; first < last; first++ {
			at := &p.Nodes[first]
			n := w.nodes[at.ID]
			if n.Curated() {
				continue
			}
			for _, l := range w.recordLinks(&n) {
				if l.Type != "supersedes" || l.From != at.ID {
					continue
				}
				at.Links = append(at.Links, l)
				if !seen[l.To] {
					seen[l.To] = true
					nodes = append(nodes, graph.Node{ID: l.To, Due: kaibo.Forever, Remind: kaibo.Forever})
					p.Nodes = append(p.Nodes, graph.Origin{ID: l.To, Depth: at.Depth + 1})
					at = &p.Nodes[first]
				}
			}
		}
		if err := w.load(ctx, nodes); err != nil {
			return err
		}
		for _, n := range nodes {
			w.nodes[n.ID] = n
		}
		p.Nodes = slices.DeleteFunc(p.Nodes, func(o graph.Origin) bool {
			n := w.nodes[o.ID]
			return !w.shows(&n)
		})
		first = min(first, len(p.Nodes))
	}
	p.Total = max(p.Total, len(p.Nodes))
	return nil
}

// origin serves a node of a trace with the places that say it.
func (w *way) origin(ctx context.Context, o *graph.Origin) (*TraceNode, error) {
	n := &TraceNode{Met: w.met(o.ID), Root: len(o.Links) == 0, Events: []recall.Citation{}}
	n.Depth = o.Depth
	for _, l := range o.Links {
		n.Links = append(n.Links, linkOut(l))
	}
	r := w.records[o.ID]
	if r == nil {
		return n, nil
	}
	for _, s := range r.Sources[:min(maxTraceSources, len(r.Sources))] {
		n.Events = append(n.Events, recall.Citation{EventID: s.EventID, Stream: s.Stream, Seq: s.Seq, Hash: s.Hash,
			Start: s.Start, End: s.End, OccurredAt: s.OccurredAt, Actor: s.Actor, Role: s.Role})
	}
	return n, w.call.veilCitations(ctx, n.Events)
}

func (o *TraceOut) words() string {
	var lines []string
	for i := range o.Items {
		n := &o.Items[i]
		line := strings.Repeat("  ", min(n.Depth, 8)) + "- " + n.label() + n.rest()
		for _, e := range n.Events {
			line += fmt.Sprintf(" [%s %s %d", e.EventID, e.Stream, e.Seq)
			if e.Actor != "" {
				line += ", " + fence.OneLine(e.Actor)
			}
			line += "]"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

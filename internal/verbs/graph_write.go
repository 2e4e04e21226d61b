//go:build !lean

package verbs

import (
	"context"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Noted is what every verb that makes a node takes.
type Noted struct {
	Name       string      `json:"name,omitempty" form:"name" doc:"What it is called, unique in the initiative while it holds."`
	Layer      string      `json:"layer,omitempty" enum:"core,hot,warm,cold,frozen" default:"warm" doc:"How near it is kept."`
	Tags       []string    `json:"tags,omitempty" form:"name" items:"64" doc:"Its tags."`
	Visibility string      `json:"visibility,omitempty" enum:"private,shared" default:"private" doc:"Whether it may be shared."`
	After      *kaibo.Time `json:"after,omitempty" doc:"It holds from then."`
	ForDays    int         `json:"forDays,omitempty" min:"1" max:"36525" doc:"It holds for so many days."`
	Links      []LinkIn    `json:"links,omitempty" items:"60" doc:"Its links."`
	Pin        string      `json:"pin,omitempty" bytes:"4096" doc:"Why it is pinned; absent for not pinned."`
	Curation
}

// LinkIn is a link of a node that is made.
type LinkIn struct {
	To     string   `json:"to,omitempty" form:"node" doc:"The node that it leads to; or else from."`
	From   string   `json:"from,omitempty" form:"node" doc:"The node that it comes from."`
	Type   string   `json:"type" enum:"derived_from,refers_to,supersedes,causal,temporal,contradicts,part_of,blocks,targets,verifies,falsifies,consolidated_to" doc:"What it means."`
	Weight *float64 `json:"weight,omitempty" default:"1" doc:"How strong it is, from 0 to 1."`
}

// note answers what the rules of curation take.
func (n *Noted) note(content string) curate.Note {
	note := curate.Note{Content: content, Name: n.Name, Layer: n.Layer, Tags: n.Tags, Visibility: n.Visibility,
		After: n.After, ForDays: n.ForDays, Pin: n.Pin}
	for _, l := range n.Links {
		note.Links = append(note.Links, curate.NewLink(l))
	}
	return note
}

// carry does a verb of curation by a rule and serves what came of it.
func carry(ctx context.Context, c *Call, verb string, by *Curation, args any, rule curate.Rule) (*CurateOut, error) {
	plan, result := rule.Plan()
	done, err := c.order(ctx, verb, by, args, plan)
	if err != nil && !curate.IsUnchanged(err) {
		return nil, err
	}
	if done != nil && done.Replayed { // not even what it was is for a key that does not see it
		if err := c.maySeeReplays(ctx, []ledger.Appended{{Event: done.Event, Replayed: true}}); err != nil {
			return nil, err
		}
	}
	out := &CurateOut{Text: result.Text, Similar: result.Similar, Unchanged: result.Unchanged}
	ids, asOf := append([]string{result.Node}, result.Others...), kaibo.TimeOf(c.Arrived)
	if done != nil {
		out.Event, out.Replayed, out.Differs = &done.Event, done.Replayed, done.PayloadDiffers
		asOf = max(asOf, done.Event.RecordedAt, done.Event.OccurredAt)
		if done.Replayed {
			out.Text = "This was done before."
			ids = touched(&done.Change)
		}
	}
	nodes, err := c.served(ctx, asOf, kaibo.Forever, nonEmpty(ids))
	if err != nil {
		return nil, err
	}
	if len(nodes) > 0 {
		out.Node, out.Nodes = &nodes[0], nodes[1:]
	}
	return out, nil
}

// touched answers the nodes that a change made, or else those that it changed.
func touched(change *graph.Change) []string {
	var ids []string
	for _, b := range change.Births {
		ids = append(ids, b.ID)
	}
	for _, f := range change.Facts {
		if len(change.Births) == 0 && strings.HasPrefix(f.Entity, "mem_") && !strings.Contains(f.Entity, ">") && !slices.Contains(ids, f.Entity) {
			ids = append(ids, f.Entity)
		}
	}
	return ids
}

func nonEmpty(ids []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// defineCuration defines a verb of curation: in answers the rule that it is done
// by.
func defineCuration[In any](spec Spec, by func(*In) *Curation, rule func(*In) curate.Rule) Verb {
	spec.Scope, spec.Limited, spec.Statuses = Write, true, curateStatuses
	return define(spec, func(ctx context.Context, c *Call, in *In) (*CurateOut, error) {
		return carry(ctx, c, spec.Name, by(in), in, rule(in))
	})
}

//go:build !lean

package verbs

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What the verbs of the curated graph share: how a write is said, how a moment
// is asked for, and how a node is served.

// Curation is what every verb that changes the graph takes.
type Curation struct {
	Initiative string      `json:"initiative,omitempty" form:"name" doc:"The initiative that it is done in. Names mean what they mean there; without one, what they mean in the project as a whole."`
	Reason     string      `json:"reason,omitempty" bytes:"4096" doc:"Why."`
	Actor      string      `json:"actor,omitempty" form:"name" doc:"Who does it; the name of the key when absent."`
	OccurredAt *kaibo.Time `json:"occurredAt,omitempty" doc:"Since when it is so, if it was so before it is said; default now."`
}

// because is the curation with a verb's own reason where it gives no other.
func (by Curation) because(why string) *Curation {
	by.Reason = cmp.Or(by.Reason, why)
	return &by
}

// Moment is what every verb that reads the graph takes.
type Moment struct {
	Initiative string      `json:"initiative,omitempty" form:"name" doc:"Only what is in this initiative, or attached to it; without one, the project as a whole."`
	AsOf       *kaibo.Time `json:"asOf,omitempty" doc:"As it was at this time; default now."`
	KnownAt    *kaibo.Time `json:"knownAt,omitempty" doc:"As it was recorded by this time; default all that is recorded."`
}

// times answers the moment as two times.
func (m *Moment) times(c *Call) (asOf, knownAt kaibo.Time) {
	asOf, knownAt = kaibo.TimeOf(c.Arrived), kaibo.Forever
	if m.AsOf != nil {
		asOf = *m.AsOf
	}
	if m.KnownAt != nil {
		knownAt = *m.KnownAt
	}
	return asOf, knownAt
}

// Node is a node of the graph as it is served.
type Node struct {
	ID           string      `json:"id" doc:"The node, which is a memory."`
	Type         string      `json:"type" doc:"What it is: an idea, a task, a fact …"`
	Name         string      `json:"name,omitempty" doc:"Its name, unique in its initiatives."`
	Content      string      `json:"content,omitempty" doc:"What it says."`
	Status       string      `json:"status" doc:"current, superseded, canceled, flagged (under review) or forgotten."`
	Tier         string      `json:"tier" doc:"working or settled."`
	Layer        string      `json:"layer" doc:"core, hot, warm, cold or frozen."`
	Initiatives  []string    `json:"initiatives" doc:"Names of the work that it belongs to."`
	Tags         []string    `json:"tags,omitempty" doc:"Its tags."`
	State        string      `json:"state,omitempty" doc:"Where its work stands: open, doing, blocked, done, dropped, or a word of a board."`
	Verdict      string      `json:"verdict,omitempty" doc:"Of a hypothesis: open, confirmed, refuted or inconclusive."`
	Review       string      `json:"review,omitempty" doc:"Why it is under review."`
	Pinned       bool        `json:"pinned,omitempty" doc:"It is pinned."`
	PinReason    string      `json:"pinReason,omitempty" doc:"Why it is pinned."`
	Visibility   string      `json:"visibility" doc:"private or shared."`
	URL          string      `json:"url,omitempty" doc:"Of a reference: where it is."`
	Due          *kaibo.Time `json:"due,omitempty" doc:"When it should be done."`
	Remind       *kaibo.Time `json:"remind,omitempty" doc:"When to be reminded of it."`
	Members      []string    `json:"members,omitempty" doc:"Of a chain: its nodes, in order."`
	ValidFrom    kaibo.Time  `json:"validFrom" doc:"When it holds from."`
	ValidTo      kaibo.Time  `json:"validTo" doc:"When it ends, exclusive; null when nothing ends it."`
	SupersededBy string      `json:"supersededBy,omitempty" doc:"The node that ended it."`
	Past         bool        `json:"past,omitempty" doc:"It does not hold at the moment that was asked for."`
	RecordedAt   kaibo.Time  `json:"recordedAt" doc:"When kaibo was told."`
}

// CurateOut is the answer of a verb that changes the graph.
type CurateOut struct {
	Event     *kaibo.Event `json:"event,omitempty" doc:"The event that records it; absent when all was so already."`
	Replayed  bool         `json:"replayed" doc:"The key was used before: this is the first answer's event, and nothing was done again."`
	Differs   bool         `json:"payloadDiffers,omitempty" doc:"Replayed, and what was asked for then was something else: nothing of this call was done."`
	Unchanged bool         `json:"unchanged,omitempty" doc:"All was so already: nothing was written."`
	Node      *Node        `json:"node,omitempty" doc:"The node that was made or changed."`
	Nodes     []Node       `json:"nodes,omitempty" doc:"The others."`
	Similar   []string     `json:"similar,omitempty" doc:"Names in use that are nearly the new one."`
	Text      string       `json:"text" doc:"What was done, in a sentence."`
}

// StatusCode implements StatusCoder.
func (o *CurateOut) StatusCode() int {
	if o.Replayed || o.Unchanged {
		return http.StatusOK
	}
	return http.StatusCreated
}

var curateStatuses = []Status{
	{"200", "The key was used before: the first answer's event. Or all was so already, and nothing was written."},
	{"201", "Recorded and done."},
}

// order begins the order of a verb that changes the graph. A key that is limited
// to initiatives must name one of its own.
func (c *Call) order(ctx context.Context, verb string, by *Curation, args any, plan func(context.Context, *curate.Work) error) (*curate.Done, error) {
	var named []string
	if by.Initiative != "" {
		named = []string{by.Initiative}
	}
	if err := c.mayWrite(ctx, "", named); err != nil {
		return nil, err
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	actor := by.Actor
	if actor == "" {
		actor = c.Author
	}
	return c.Deps.Graph.Do(ctx, p, curate.Order{Verb: verb, Initiative: by.Initiative, Args: args, Actor: actor, Reason: by.Reason,
		OccurredAt: by.OccurredAt, IdempotencyKey: c.IdempotencyKey, Plan: plan})
}

// served reads nodes as they are served, in the order of their ids. Those of no
// memory are left out.
func (c *Call) served(ctx context.Context, asOf, knownAt kaibo.Time, ids []string) ([]Node, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	records, err := c.Deps.Graph.Records(ctx, c.Project, ids)
	if err != nil {
		return nil, err
	}
	nodes := make([]Node, 0, len(ids))
	err = c.Deps.Graph.Read(ctx, c.Project, asOf, knownAt, func(v *graph.View) error {
		scope := v.Scope(c.Initiatives...)
		for i, id := range ids {
			if records[i] == nil || records[i].Retired {
				continue
			}
			n, _ := v.Node(id)
			n = v.Veiled(n, &scope)
			nodes = append(nodes, serveNode(&n, records[i], knownAt))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return nodes, c.nameInitiatives(ctx, nodes)
}

// nameInitiatives puts names in the place of the ids of nodes' initiatives, and
// leaves out those that the key does not see.
func (c *Call) nameInitiatives(ctx context.Context, nodes []Node) error {
	var ids []string
	for i := range nodes {
		ids = union(ids, nodes[i].Initiatives)
	}
	if c.limited() {
		ids = slices.DeleteFunc(ids, func(id string) bool { return !slices.Contains(c.Initiatives, id) })
	}
	names, err := c.Deps.Initiatives.InitiativeNames(ctx, c.Project, ids)
	if err != nil {
		return err
	}
	for i := range nodes {
		shown := []string{}
		for _, id := range nodes[i].Initiatives {
			if at := slices.Index(ids, id); at >= 0 {
				shown = append(shown, names[at])
			}
		}
		nodes[i].Initiatives = shown
	}
	return nil
}

// serveNode puts what the graph says of a node beside its memory. Initiatives
// are ids still.
func serveNode(n *graph.Node, r *kaibo.MemoryRecord, knownAt kaibo.Time) Node {
	rev, _ := r.At(knownAt)
	out := Node{ID: r.ID, Type: r.Type, Name: n.Name, Content: r.Content, Status: rev.Status, Tier: n.Tier, Layer: n.Layer,
		Initiatives: union(r.Initiatives, n.Initiatives), Tags: n.Tags, State: n.State, Verdict: n.Verdict, Review: n.Review,
		Pinned: n.Pinned, PinReason: n.PinReason, Visibility: n.Visibility, URL: n.URL, Members: n.Members,
		ValidFrom: rev.ValidFrom, ValidTo: rev.ValidTo, SupersededBy: rev.SupersededBy, RecordedAt: r.First.RecordedAt}
	if r.Forgotten {
		out.Status = kaibo.StatusForgotten
	}
	if n.Due != kaibo.Forever && n.Due != 0 {
		out.Due = &n.Due
	}
	if n.Remind != kaibo.Forever && n.Remind != 0 {
		out.Remind = &n.Remind
	}
	return out
}

// union answers the strings of both lists, each once.
func union(a, b []string) []string {
	seen := make(map[string]bool, len(a)+len(b))
	out := make([]string, 0, len(a)+len(b))
	for _, list := range [][]string{a, b} {
		for _, s := range list {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	return out
}

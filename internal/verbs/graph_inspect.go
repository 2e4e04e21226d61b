//go:build !lean

package verbs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var atVerb = define(Spec{
	Name:    "at",
	Summary: "Read a node in full, as of any moment",
	Doc: "Reads a node whole: its text, layer, tier, tags, names, state, visibility, and its links with their weights, as they were at asOf and as they were known " +
		"at knownAt. A node that ended is answered, marked with its status. Automatic memories are nodes as well.",
	Scope: Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"node": "goal", "initiative": "launch"}`,
}, at)

// AtIn is the input of at.
type AtIn struct {
	Node string `json:"node" bytes:"128" doc:"Name or id of the node."`
	Moment
}

// AtOut is the answer of at.
type AtOut struct {
	Node     Node      `json:"node" doc:"The node."`
	Events   []string  `json:"events" doc:"The events that say it."`
	Out      []LinkOut `json:"out" doc:"Links from it, at most two hundred."`
	OutTotal int       `json:"outTotal" doc:"How many there are."`
	In       []LinkOut `json:"in" doc:"Links to it, at most two hundred."`
	InTotal  int       `json:"inTotal" doc:"How many there are."`
	Text     string    `json:"text" doc:"The same, to be read."`
}

// maxLinksShown is how many links at shows each way.
const maxLinksShown = 200

func at(ctx context.Context, c *Call, in *AtIn) (*AtOut, error) {
	var id string
	var out, back []graph.Neighbour
	w, err := c.follow(ctx, &in.Moment, false, true, func(l *look, v *graph.View) (ids []string, err error) {
		if id, err = l.start(v, "node", in.Node); err != nil {
			return nil, err
		}
		n, _ := v.Node(id)
		l.wantNames(n.Initiatives)
		o := graph.WalkOptions{Allow: l.allows(v), IncludePast: true}
		o.Direction = graph.Out
		out, _ = v.Neighbours(id, o)
		o.Direction = graph.In
		back, _ = v.Neighbours(id, o)
		ids = append(ids, id)
		for _, list := range [][]graph.Neighbour{out[:min(maxLinksShown, len(out))], back[:min(maxLinksShown, len(back))]} {
			for _, n := range list {
				ids = append(ids, n.ID)
			}
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(id, in.Node); err != nil {
		return nil, err
	}
	node := w.nodes[id]
	record := w.records[id]
	w.wantNames(record.Initiatives)
	if err := w.readNames(ctx); err != nil {
		return nil, err
	}
	answer := &AtOut{Events: []string{}, Out: w.links(out), OutTotal: len(out), In: w.links(back), InTotal: len(back)}
	answer.Node, _ = w.node(&node)
	for _, s := range record.Sources {
		if !slices.Contains(answer.Events, s.EventID) {
			answer.Events = append(answer.Events, s.EventID)
		}
	}
	for _, l := range w.recordLinks(&node) {
		said := func(k LinkOut) bool { return k.From == l.From && k.Type == l.Type && k.To == l.To }
		if slices.ContainsFunc(answer.Out, said) || slices.ContainsFunc(answer.In, said) {
			continue // the graph has it too
		}
		if l.From == id {
			answer.Out, answer.OutTotal = append(answer.Out, linkOut(l)), answer.OutTotal+1
		} else {
			answer.In, answer.InTotal = append(answer.In, linkOut(l)), answer.InTotal+1
		}
	}
	answer.Text = answer.words()
	return answer, nil
}

// links serves links with what they lead to.
func (w *way) links(list []graph.Neighbour) []LinkOut {
	links := []LinkOut{}
	for _, n := range list[:min(maxLinksShown, len(list))] {
		l := linkOut(n.Link)
		if name := w.label(n.ID); name != n.ID {
			l.Other = name
		}
		links = append(links, l)
	}
	return links
}

func (o *AtOut) words() string {
	n := &o.Node
	name := n.Name
	if name == "" {
		name = n.ID
	}
	marks := []string{n.Type, n.Layer, n.Tier, n.Status}
	if n.Past {
		marks = append(marks, "does not hold")
	}
	for _, more := range []string{n.State, n.Verdict} {
		if more != "" {
			marks = append(marks, more)
		}
	}
	lines := []string{fmt.Sprintf("%s [%s] %s", fence.OneLine(name), strings.Join(marks, ", "), fence.OneLine(n.Content))}
	for _, l := range o.Out {
		lines = append(lines, fmt.Sprintf("- –%s %.2g→ %s", l.Type, l.Weight, fence.OneLine(cmp.Or(l.Other, l.To))))
	}
	for _, l := range o.In {
		lines = append(lines, fmt.Sprintf("- ←%s %.2g– %s", l.Type, l.Weight, fence.OneLine(cmp.Or(l.Other, l.From))))
	}
	return strings.Join(lines, "\n")
}

var historyVerb = define(Spec{
	Name:    "history",
	Summary: "List every change of a node",
	Doc: "Lists every change of a node and of its links, the earliest first: when it was recorded and since when it holds, by whom, by which verb, the value before and " +
		"after, and the event that records it, which undo takes.",
	Scope: Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"node": "goal", "initiative": "launch"}`,
}, history)

// HistoryIn is the input of history.
type HistoryIn struct {
	Node  string `json:"node" bytes:"128" doc:"Name or id of the node."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"1000" default:"100" doc:"Most changes to answer: the newest."`
	Moment
}

// HistoryStep is one change of one thing.
type HistoryStep struct {
	RecordedAt kaibo.Time `json:"recordedAt" doc:"When it was recorded."`
	ValidFrom  kaibo.Time `json:"validFrom" doc:"Since when it holds."`
	Verb       string     `json:"verb,omitempty" doc:"The verb that did it; absent for what was noted down from an event."`
	Actor      string     `json:"actor,omitempty" doc:"Who did it."`
	Reason     string     `json:"reason,omitempty" doc:"Why."`
	EventID    string     `json:"eventId,omitempty" doc:"The event that records it."`
	What       string     `json:"what" doc:"What changed: layer, name, tag/…, status, weight …"`
	Link       *LinkOut   `json:"link,omitempty" doc:"The link that it is about; absent for the node itself."`
	Old        string     `json:"old,omitempty" doc:"The value before; absent where there was none."`
	New        string     `json:"new,omitempty" doc:"The value after; absent where there is none any more."`
}

// HistoryOut is the answer of history.
type HistoryOut struct {
	ID    string        `json:"id" doc:"The node."`
	Name  string        `json:"name,omitempty" doc:"Its name."`
	Total int           `json:"total" doc:"How many changes there are."`
	Items []HistoryStep `json:"items" doc:"The newest of them, the earliest first."`
	Text  string        `json:"text" doc:"The same, to be read."`
}

func history(ctx context.Context, c *Call, in *HistoryIn) (*HistoryOut, error) {
	var id string
	var steps []graph.Step
	said := map[uint64]bool{}
	w, err := c.follow(ctx, &in.Moment, false, true, func(l *look, v *graph.View) (ids []string, err error) {
		if id, err = l.start(v, "node", in.Node); err != nil {
			return nil, err
		}
		ids = []string{id}
		allow := l.allows(v)
		steps = v.History(id)
		for _, s := range v.LinkHistory(id) {
			from, _, to, _ := graph.ParseLinkID(s.Entity)
			other := from
			if from == id {
				other = to
			}
			if allow(other) {
				steps, ids = append(steps, s), append(ids, other)
			}
		}
		steps = slices.DeleteFunc(steps, func(s graph.Step) bool {
			in, member := strings.CutPrefix(s.Attr, graph.AttrInitiative)
			if member {
				l.wantNames([]string{in})
			}
			return member && !l.scope.Has([]string{in})
		})
		for _, s := range steps {
			change, _ := v.Change(s.Number)
			said[s.Number] = l.scope.Said(&change)
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(id, in.Node); err != nil {
		return nil, err
	}
	return w.history(id, steps, said, limitOf(in.Limit, 100)), nil
}

// history serves the steps of a node.
func (w *way) history(id string, steps []graph.Step, said map[uint64]bool, limit int) *HistoryOut {
	out := &HistoryOut{ID: id, Name: w.nodes[id].Name, Items: []HistoryStep{}}
	slices.SortStableFunc(steps, func(a, b graph.Step) int { return cmp.Compare(a.Number, b.Number) })
	for _, s := range steps {
		out.Items = append(out.Items, w.step(&s, said[s.Number]))
	}
	if n := w.nodes[id]; !n.Curated() {
		out.Items = append(w.revisions(id), out.Items...)
		slices.SortStableFunc(out.Items, func(a, b HistoryStep) int { return cmp.Compare(a.RecordedAt, b.RecordedAt) })
	}
	out.Total = len(out.Items)
	out.Items = out.Items[max(0, out.Total-limit):]
	lines := []string{fmt.Sprintf("%d changes of %s.", out.Total, fence.OneLine(w.label(id)))}
	for i := range out.Items {
		lines = append(lines, out.Items[i].line(w, id))
	}
	out.Text = strings.Join(lines, "\n")
	return out
}

// veiledWord stands in for what was said in another initiative.
func veiledWord(value string) string {
	if value == "" {
		return ""
	}
	return "…"
}

func (w *way) step(s *graph.Step, said bool) HistoryStep {
	out := HistoryStep{RecordedAt: s.RecordedAt, ValidFrom: s.ValidFrom, Verb: s.Verb, EventID: s.EventID, What: s.Attr, Old: s.Old, New: s.New}
	if said {
		out.Actor, out.Reason = s.Actor, s.Reason
	} else if s.Attr == graph.AttrPin || s.Attr == graph.AttrReview { // their values are reasons
		out.Old, out.New = veiledWord(s.Old), veiledWord(s.New)
	}
	if from, linkType, to, ok := graph.ParseLinkID(s.Entity); ok {
		out.Link = &LinkOut{From: from, Type: linkType, To: to}
	}
	if in, ok := strings.CutPrefix(s.Attr, graph.AttrInitiative); ok {
		out.What = "initiative"
		name := w.names[in]
		if out.Old != "" {
			out.Old = name
		}
		if out.New != "" {
			out.New = name
		}
	}
	return out
}

// revisions are the changes of an automatic memory that its record has.
func (l *look) revisions(id string) []HistoryStep {
	r := l.records[id]
	var steps []HistoryStep
	old := ""
	for _, rev := range r.Revisions {
		if rev.RecordedAt > l.knownAt {
			break
		}
		if rev.Status != old {
			steps = append(steps, HistoryStep{RecordedAt: rev.RecordedAt, ValidFrom: rev.ValidFrom, What: graph.AttrStatus, Old: old, New: rev.Status})
		}
		old = rev.Status
	}
	return steps
}

func (s *HistoryStep) line(w *way, id string) string {
	var b strings.Builder
	b.WriteString("- " + minuteOf(s.RecordedAt))
	for _, part := range []string{s.Actor, s.Verb} {
		if part != "" {
			b.WriteString(" " + fence.OneLine(part))
		}
	}
	b.WriteString(": " + fence.OneLine(s.What))
	if s.Link != nil {
		if s.Link.From == id {
			fmt.Fprintf(&b, " of %s → %s", s.Link.Type, fence.OneLine(w.label(s.Link.To)))
		} else {
			fmt.Fprintf(&b, " of %s ← %s", s.Link.Type, fence.OneLine(w.label(s.Link.From)))
		}
	}
	fmt.Fprintf(&b, " %s → %s", cmp.Or(fence.OneLine(s.Old), "none"), cmp.Or(fence.OneLine(s.New), "none"))
	if s.Reason != "" && s.Reason != s.New { // of a review they are one
		b.WriteString(" (" + fence.OneLine(s.Reason) + ")")
	}
	if s.EventID != "" {
		b.WriteString(" [" + s.EventID + "]")
	}
	return b.String()
}

var drillVerb = define(Spec{
	Name:    "drill",
	Summary: "Show what a node is made of",
	Doc:     "Shows the parts of a node, the members of a chain, what it was derived from and what was consolidated to it, to a depth of at most eight, parts in their order.",
	Scope:   Read, Toolset: Inspect, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "node", Example: `{"node": "goal", "initiative": "launch"}`,
}, drill)

// DrillIn is the input of drill.
type DrillIn struct {
	Node  string `json:"node" bytes:"128" doc:"Name or id of the node."`
	Depth *int   `json:"depth,omitempty" min:"1" max:"8" default:"1" doc:"How deep."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"500" default:"50" doc:"Most nodes to answer."`
	Past
	Moment
}

func drill(ctx context.Context, c *Call, in *DrillIn) (*MetOut, error) {
	var start string
	var steps []graph.Reached
	past, limit := len(in.Include) > 0, limitOf(in.Limit, 50)
	w, err := c.follow(ctx, &in.Moment, false, past, func(l *look, v *graph.View) (ids []string, err error) {
		if start, err = l.start(v, "node", in.Node); err != nil {
			return nil, err
		}
		steps = v.Drill(start, graph.WalkOptions{Depth: limitOf(in.Depth, 1), Allow: l.allows(v), IncludePast: past})
		ids = []string{start}
		for _, s := range steps[:min(limit, len(steps))] {
			ids = append(ids, s.ID)
		}
		return ids, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.mustShow(start, in.Node); err != nil {
		return nil, err
	}
	node := w.nodes[start]
	out := &MetOut{Start: w.brief(&node), Total: len(steps), Items: []Met{}}
	for _, s := range steps[:min(limit, len(steps))] {
		item := w.met(s.ID)
		item.Depth, item.Via = s.Depth, s.Via
		if s.Link.From != "" {
			link := linkOut(s.Link)
			item.Link = &link
		}
		out.Items = append(out.Items, item)
	}
	out.Text = w.metText(out)
	return out, nil
}

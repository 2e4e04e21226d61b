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

var slotsVerb = define(Spec{
	Name:    "slots",
	Summary: "List the roles of an initiative and what has them",
	Doc:     "Lists the roles that were given in an initiative (the plan, the lead, the current design …) and the one node that has each.",
	Scope:   Read, Toolset: Capture, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch"}`,
}, slots)

// SlotsIn is the input of slots.
type SlotsIn struct{ Moment }

// SlotOut is a role and the node that has it.
type SlotOut struct {
	Role  string     `json:"role" doc:"The role."`
	Node  Brief      `json:"node" doc:"The node that has it."`
	Since kaibo.Time `json:"since" doc:"When that was recorded."`
}

// SlotsOut is the answer of slots.
type SlotsOut struct {
	Items []SlotOut `json:"items" doc:"The roles, in the order of their names."`
	Text  string    `json:"text" doc:"The same, to be read."`
}

func slots(ctx context.Context, c *Call, in *SlotsIn) (*SlotsOut, error) {
	if in.Initiative == "" {
		return nil, kaibo.InvalidField("initiative", "must be given; roles are an initiative's")
	}
	var held []graph.Slot
	var nodes []graph.Node
	since := map[uint64]kaibo.Time{}
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		var ids []string
		for _, s := range v.Slots(l.ids[0]) {
			if change, ok := v.Change(s.Changed); ok {
				since[s.Changed] = change.RecordedAt
			}
			held, ids = append(held, s), append(ids, s.Node)
		}
		nodes = nodesOf(v, ids)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := l.load(ctx, nodes); err != nil {
		return nil, err
	}
	out := &SlotsOut{Items: []SlotOut{}}
	var lines []string
	for i, s := range held {
		if _, ok := l.stands(&nodes[i]); !ok {
			continue
		}
		item := SlotOut{Role: s.Role, Node: l.brief(&nodes[i]), Since: since[s.Changed]}
		out.Items = append(out.Items, item)
		lines = append(lines, fmt.Sprintf("- %s: %s", fence.OneLine(s.Role), strings.TrimPrefix(item.Node.line(), "- ")))
	}
	out.Text = cmp.Or(strings.Join(lines, "\n"), "No role is given.")
	return out, nil
}

var boardVerb = define(Spec{
	Name:    "board",
	Summary: "Show work by where it stands",
	Doc: "Shows tasks in columns by their state: open, doing, blocked, done, dropped, and the words of a board's own. With a name, the nodes that are part of that " +
		"board; without one, all tasks of the initiative.",
	Scope: Read, Toolset: Reason, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "name", Example: `{"initiative": "launch"}`,
}, board)

// BoardIn is the input of board.
type BoardIn struct {
	Name  string `json:"name,omitempty" bytes:"128" doc:"Name or id of a board or checklist; all tasks when absent."`
	Limit *int   `json:"limit,omitempty" min:"1" max:"200" default:"30" doc:"Most nodes of a column."`
	Moment
}

// Column is one column of a board.
type Column struct {
	State string  `json:"state" doc:"Where the work stands."`
	Total int     `json:"total" doc:"How many there are."`
	Items []Brief `json:"items" doc:"The first of them: overdue, then by when they are due."`
}

// BoardOut is the answer of board.
type BoardOut struct {
	Columns []Column `json:"columns" doc:"The columns that have anything."`
	Text    string   `json:"text" doc:"The same, to be read."`
}

func board(ctx context.Context, c *Call, in *BoardIn) (*BoardOut, error) {
	columns := map[string][]graph.Node{}
	limit := limitOf(in.Limit, 30)
	var nodes []graph.Node
	l, err := c.look(ctx, &in.Moment, func(l *look, v *graph.View) error {
		work, err := l.boardNodes(v, in.Name)
		for _, n := range work {
			state := cmp.Or(n.State, "open")
			columns[state] = append(columns[state], n)
		}
		for _, column := range columns {
			slices.SortStableFunc(column, func(a, b graph.Node) int { return graph.TaskOrder(&a, &b, v.AsOf) })
			nodes = append(nodes, column[:min(limit, len(column))]...)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := l.load(ctx, nodes); err != nil {
		return nil, err
	}
	states := slices.Clone(graph.States)
	var own []string
	for state := range columns {
		if !slices.Contains(states, state) {
			own = append(own, state)
		}
	}
	slices.Sort(own)
	out := &BoardOut{Columns: []Column{}}
	var lines []string
	for _, state := range append(states, own...) {
		column := Column{State: state, Total: len(columns[state]), Items: []Brief{}}
		for i := range min(limit, len(columns[state])) {
			n := &columns[state][i]
			if _, ok := l.stands(n); ok {
				b := l.brief(n)
				b.State = ""
				column.Items = append(column.Items, b)
			}
		}
		if len(column.Items) == 0 {
			continue
		}
		out.Columns = append(out.Columns, column)
		lines = append(lines, fmt.Sprintf("%s (%d):", fence.OneLine(state), column.Total))
		for i := range column.Items {
			lines = append(lines, column.Items[i].line())
		}
	}
	out.Text = cmp.Or(strings.Join(lines, "\n"), "There is no work.")
	return out, nil
}

// boardNodes are the nodes of a board, or all tasks. Done work that holds no more
// as a statement stands on a board all the same.
func (l *look) boardNodes(v *graph.View, name string) ([]graph.Node, error) {
	onBoard := func(n *graph.Node) bool {
		return l.scope.Sees(n) && (n.Holds(v.AsOf) || n.Closed())
	}
	var nodes []graph.Node
	if name == "" {
		v.Nodes(func(n graph.Node) bool {
			if n.Type == graph.TypeTask && onBoard(&n) {
				nodes = append(nodes, n)
			}
			return true
		})
		return nodes, nil
	}
	id, err := l.start(v, "name", name)
	if err != nil {
		return nil, err
	}
	for _, link := range v.In(id) {
		if n, ok := v.Node(link.From); ok && link.Type == "part_of" && onBoard(&n) {
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}

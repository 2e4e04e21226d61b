package curate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Task makes a task that is open; due is nil for none.
func Task(due *kaibo.Time, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		r, err := w.note(ctx, graph.TypeTask, &n)
		if err != nil {
			return nil, err
		}
		w.Set(r.Node, graph.AttrState, "open")
		if due != nil {
			w.Set(r.Node, graph.AttrDue, due.String())
		}
		return r, nil
	}
}

// Checklist makes a checklist and its items: tasks, each part of it, in order.
func Checklist(items []string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if len(items) == 0 || len(items) > MaxItems {
			return nil, kaibo.InvalidField("items", "must be 1 to %d", MaxItems)
		}
		for i, item := range items {
			if strings.TrimSpace(item) == "" || len(item) > maxItemBytes {
				return nil, kaibo.InvalidField(fmt.Sprintf("items[%d]", i), "must be 1 to %d bytes", maxItemBytes)
			}
		}
		r, err := w.note(ctx, graph.TypeChecklist, &n)
		if err != nil {
			return nil, err
		}
		for i, item := range items {
			id := w.Birth(NewNode{Type: graph.TypeTask, Content: item, ValidFrom: n.After})
			w.Set(id, graph.AttrState, "open")
			w.Set(id, graph.AttrOrder, strconv.Itoa(i+1))
			w.Link(id, "part_of", r.Node, 1)
			r.Others = append(r.Others, id)
		}
		return r, nil
	}
}

// maxItemBytes is how long an item of a checklist may be.
const maxItemBytes = 4096

// Finish reports a task done. With words an outcome takes its place; without, it
// is no open task any more.
func Finish(node, content string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Type != graph.TypeTask && f.Type != graph.TypeChecklist {
			return nil, kaibo.Errorf(kaibo.Conflict, "%s is %s, and no task; supersede it, or settle it", f.Called(), article(f.Type))
		}
		if content == "" {
			if f.State == "done" {
				return unchanged(f.ID, "%s is done already.", f.Called()), nil
			}
			w.Set(f.ID, graph.AttrState, "done")
			return &Result{Node: f.ID, Text: fmt.Sprintf("%s is done.%s", f.Called(), w.leftOf(f))}, nil
		}
		if err := checkContent(content); err != nil {
			return nil, err
		}
		w.Set(f.ID, graph.AttrState, "done")
		id, err := w.takePlace(ctx, f, NewNode{Type: graph.TypeOutcome, Content: content})
		if err != nil {
			return nil, err
		}
		return &Result{Node: id, Others: []string{f.ID}, Text: fmt.Sprintf("%s is done, and %s says what came of it.%s", f.Called(), id, w.leftOf(f))}, nil
	}
}

// leftOf says what is left of the checklists that a task is part of.
func (w *Work) leftOf(task *Found) string {
	for _, up := range w.View.Out(task.ID) {
		list, _ := w.View.Node(up.To)
		if up.Type != "part_of" || !w.sees(list.Initiatives, nil) {
			continue
		}
		open := 0
		for _, l := range w.View.In(up.To) {
			n, _ := w.View.Node(l.From)
			if l.Type == "part_of" && n.ID != task.ID && w.sees(n.Initiatives, nil) && alive(n.Status) && n.State != "done" && n.State != "dropped" {
				open++
			}
		}
		if open == 0 {
			return fmt.Sprintf(" Nothing of %s is left.", called(&list))
		}
		return fmt.Sprintf(" %d of %s are left.", open, called(&list))
	}
	return ""
}

// takePlace makes a node that supersedes another: the other ends when it begins,
// and it belongs to the same initiatives.
func (w *Work) takePlace(ctx context.Context, old *Found, n NewNode) (string, error) {
	n.Supersedes = []string{old.ID}
	id := w.Birth(n)
	for _, ini := range old.Initiatives {
		w.Set(id, graph.AttrInitiative+ini, "1")
	}
	return id, w.end(ctx, old, id)
}

// end lets a node end now, superseded by another.
func (w *Work) end(ctx context.Context, old *Found, by string) error {
	w.Link(by, "supersedes", old.ID, 1)
	return w.Revise(ctx, old.ID, func(r *kaibo.Revision) {
		r.Status, r.SupersededBy, r.ValidTo = kaibo.StatusSuperseded, by, w.Event.OccurredAt
	})
}

// SetStatus says where the work of a node stands.
func SetStatus(node, status string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		status := strings.ToLower(strings.TrimSpace(status))
		if err := checkWord("status", status); err != nil {
			return nil, err
		}
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.State == status {
			return unchanged(f.ID, "%s is %s already.", f.Called(), status), nil
		}
		w.Set(f.ID, graph.AttrState, status)
		text := fmt.Sprintf("%s is %s.", f.Called(), status)
		if f.State != "" {
			text = fmt.Sprintf("%s was %s and is %s.", f.Called(), f.State, status)
		}
		return &Result{Node: f.ID, Text: text}, nil
	}
}

// Slot gives a role of the initiative to a node. The former holder goes cold, and
// the new one comes after it.
func Slot(role, node string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		role, err := w.role(role)
		if err != nil {
			return nil, err
		}
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		former, holds := w.holderOf(role)
		if holds && former.Node == f.ID {
			return unchanged(f.ID, "%s is the %s already.", f.Called(), role), nil
		}
		w.Set(w.Initiative, graph.AttrSlot+role, f.ID)
		r := &Result{Node: f.ID, Text: fmt.Sprintf("%s is the %s%s.", f.Called(), role, w.place())}
		if holds {
			was, _ := w.View.Node(former.Node)
			w.Set(former.Node, graph.AttrLayer, graph.LayerCold)
			w.Link(f.ID, "temporal", former.Node, 1)
			r.Others = []string{former.Node}
			r.Text += fmt.Sprintf(" %s was it, and is cold now.", called(&was))
		}
		return r, nil
	}
}

// Unslot takes a role from whoever has it.
func Unslot(role string) Rule {
	return func(_ context.Context, w *Work) (*Result, error) {
		role, err := w.role(role)
		if err != nil {
			return nil, err
		}
		former, holds := w.holderOf(role)
		if !holds {
			return unchanged("", "Nothing is the %s%s.", role, w.place()), nil
		}
		for _, ini := range w.View.Forwards(w.Initiative) {
			w.Set(ini, graph.AttrSlot+role, "")
		}
		was, _ := w.View.Node(former.Node)
		return &Result{Node: former.Node, Text: fmt.Sprintf("%s is the %s no more.", called(&was), role)}, nil
	}
}

// role answers a role as it is kept: roles that differ by case are one.
func (w *Work) role(role string) (string, error) {
	if w.Initiative == "" {
		return "", kaibo.InvalidField("initiative", "must be given: a role is an initiative's")
	}
	role = strings.ToLower(strings.TrimSpace(role))
	return role, checkWord("role", role)
}

func (w *Work) holderOf(role string) (graph.Slot, bool) {
	slots := w.View.Slots(w.Initiative)
	at := slices.IndexFunc(slots, func(s graph.Slot) bool { return s.Role == role })
	if at < 0 {
		return graph.Slot{}, false
	}
	return slots[at], true
}

package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Undo takes back what one event of curation did: every attribute that it set is
// what it was before, memories that it ended or changed stand as before, and
// what it made never held. It is a Conflict, which names the events, when
// something of it was changed since. An undo is undone in the same way.
func Undo(eventID string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		c, u, err := w.undoable(eventID)
		if err != nil {
			return nil, err
		}
		w.change.Undoes = eventID
		for _, f := range u.Facts {
			w.Put(f)
		}
		for i := range u.Standing {
			if err := w.standAgain(ctx, &c, &u.Standing[i]); err != nil {
				return nil, err
			}
		}
		for _, id := range u.Births {
			if err := w.unmake(ctx, &c, id); err != nil {
				return nil, err
			}
		}
		if err := w.restoreInitiatives(ctx, &c); err != nil {
			return nil, err
		}
		if err := w.checkNames(&u); err != nil {
			return nil, err
		}
		return tookBack(&c, &u), nil
	}
}

// undoable answers the change of an event and what takes it back, where that can
// be done.
func (w *Work) undoable(eventID string) (graph.Change, graph.Undo, error) {
	c, ok := w.View.ChangeOf(eventID)
	if !ok || w.Initiative != "" && !w.within(c.Initiative) && !w.before(c.Initiative) {
		return c, graph.Undo{}, kaibo.Errorf(kaibo.NotFound, "event %s is no curation of the graph here; history lists the events of a node", eventID)
	}
	if len(c.Forgets) > 0 {
		return c, graph.Undo{}, kaibo.Errorf(kaibo.Conflict, "what was forgotten does not come back")
	}
	u, _ := w.View.UndoOf(eventID)
	switch {
	case u.By != "":
		return c, u, kaibo.Errorf(kaibo.Conflict, "event %s took it back already; undo that one to have it again", u.By)
	case len(u.Conflicts) > 0:
		return c, u, kaibo.Errorf(kaibo.Conflict, "what it changed was changed since by %s; undo that first", strings.Join(u.Conflicts, ", "))
	}
	return c, u, nil
}

// before reports whether an initiative is the order's own, whatever became of it.
func (w *Work) before(initiative string) bool { return initiative == w.Initiative }

// restoreInitiatives puts the items of initiatives back that a change of their
// names or their ends wrote.
func (w *Work) restoreInitiatives(context.Context, *graph.Change) error { return nil }

// unmake ends a node that a change made: it never held.
func (w *Work) unmake(ctx context.Context, c *graph.Change, id string) error {
	if err := w.mustStand(ctx, c, id); err != nil {
		return err
	}
	return w.Revise(ctx, id, func(r *kaibo.Revision) {
		r.Status, r.ValidTo, r.SupersededBy = kaibo.StatusCanceled, r.ValidFrom, ""
	})
}

// standAgain gives a memory the revision that it had before a change.
func (w *Work) standAgain(ctx context.Context, c *graph.Change, s *graph.Standing) error {
	if err := w.mustStand(ctx, c, s.ID); err != nil {
		return err
	}
	r, err := w.Record(ctx, s.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(r.Revisions, madeBy(c))
	if at < 1 {
		return kaibo.Errorf(kaibo.Conflict, "how %s stood before is not known any more", s.ID)
	}
	was := r.Revisions[at-1]
	rev, err := w.revise(ctx, s.ID, func(r *kaibo.Revision) {
		r.Status, r.ValidFrom, r.ValidTo, r.SupersededBy, r.Supersedes = was.Status, was.ValidFrom, was.ValidTo, was.SupersededBy, was.Supersedes
	})
	if err != nil {
		return err
	}
	if s.Status != "" {
		w.setStanding(s.ID, rev)
		return nil
	}
	for _, attr := range []string{graph.AttrStatus, graph.AttrFrom, graph.AttrTo, graph.AttrBy} {
		w.Set(s.ID, attr, "")
	}
	return nil
}

// madeBy reports of a revision whether a change made it.
func madeBy(c *graph.Change) func(kaibo.Revision) bool {
	return func(r kaibo.Revision) bool { return r.Stream == c.Stream && r.Seq == c.Seq }
}

// mustStand holds that a memory stands as a change left it: verbs that mend may
// have changed it, too.
func (w *Work) mustStand(ctx context.Context, c *graph.Change, id string) error {
	r, err := w.Record(ctx, id)
	if err != nil {
		return err
	}
	var left kaibo.Revision
	for _, rev := range r.Revisions {
		if madeBy(c)(rev) {
			left = rev
		}
	}
	last := r.Last()
	if left.Version == 0 || last.Status != left.Status || last.ValidFrom != left.ValidFrom || last.ValidTo != left.ValidTo || last.SupersededBy != left.SupersededBy {
		return kaibo.Errorf(kaibo.Conflict, "memory %s was changed since, by event %d of the stream %s", id, last.Seq, last.Stream)
	}
	return nil
}

// checkNames holds that no node comes back under a name, or to a place, where
// another has the name by now.
func (w *Work) checkNames(u *graph.Undo) error {
	var ids []string
	for i := range u.Standing {
		ids = append(ids, u.Standing[i].ID)
	}
	for _, f := range u.Facts {
		if (f.Attr == graph.AttrName || strings.HasPrefix(f.Attr, graph.AttrInitiative)) && kaibo.IsMemoryID(f.Entity) {
			ids = append(ids, f.Entity)
		}
	}
	for _, id := range ids {
		n, _ := w.View.Node(id)
		for _, f := range w.change.Facts {
			ini, member := strings.CutPrefix(f.Attr, graph.AttrInitiative)
			switch {
			case f.Entity != id:
			case f.Attr == graph.AttrName:
				n.Name = f.Value
			case f.Attr == graph.AttrStatus:
				n.Status = f.Value
			case member && f.Value != "":
				n.Initiatives = append(n.Initiatives, ini)
			}
		}
		if n.Name == "" || !alive(n.Status) {
			continue
		}
		if holder := w.holder(n.Name, id, n.Initiatives); holder != nil {
			return kaibo.Errorf(kaibo.Conflict, "its name %q is taken by %s by now", n.Name, holder.ID)
		}
	}
	return nil
}

// tookBack says what was taken back.
func tookBack(c *graph.Change, u *graph.Undo) *Result {
	r := &Result{Text: fmt.Sprintf("Took back %s of %s.", c.Verb, c.RecordedAt)}
	ids := slices.Clone(u.Births)
	for i := range u.Standing {
		ids = append(ids, u.Standing[i].ID)
	}
	for _, f := range u.Facts {
		if kaibo.IsMemoryID(f.Entity) {
			ids = append(ids, f.Entity)
		}
	}
	for _, id := range ids {
		if r.Node == "" {
			r.Node = id
		} else if id != r.Node && !slices.Contains(r.Others, id) {
			r.Others = append(r.Others, id)
		}
	}
	return r
}

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
		c, err := w.undoable(eventID)
		if err != nil {
			return nil, err
		}
		u := &undoing{Work: w, c: c}
		at := max(w.Event.RecordedAt, c.ValidFrom)
		u.change.ValidFrom, u.change.Undoes = at, eventID
		now := *w.View
		now.AsOf = at
		u.now, u.before = &now, now.Before(c.Number)
		if err := u.check(); err != nil {
			return nil, err
		}
		if err := u.restore(ctx); err != nil {
			return nil, err
		}
		return u.result(), nil
	}
}

// undoable answers the change of an event, where it can be taken back.
func (w *Work) undoable(eventID string) (graph.Change, error) {
	c, ok := w.View.ChangeOf(eventID)
	if !ok || w.Initiative != "" && !w.within(c.Initiative) {
		return c, kaibo.Errorf(kaibo.NotFound, "event %s is no curation of the graph here; history lists the events of a node", eventID)
	}
	if len(c.Forgets) > 0 {
		return c, kaibo.Errorf(kaibo.Conflict, "what was forgotten does not come back")
	}
	undone := make(map[string]string) // event → the one that took it back and stands
	for n := w.View.Number(); n > c.Number; n-- {
		later, _ := w.View.Change(n)
		if later.Undoes != "" && undone[later.EventID] == "" {
			undone[later.Undoes] = later.EventID
		}
	}
	if by := undone[eventID]; by != "" {
		return c, kaibo.Errorf(kaibo.Conflict, "event %s took it back already; undo that one to have it again", by)
	}
	return c, nil
}

// undoing is an undo at work.
type undoing struct {
	*Work
	c           graph.Change
	now, before *graph.View
	said        []graph.Fact // of c, one an attribute
}

// check holds that everything is as the change left it.
func (u *undoing) check() error {
	last := make(map[[2]string]string, len(u.c.Facts))
	for _, f := range u.c.Facts {
		key := [2]string{f.Entity, f.Attr}
		if _, ok := last[key]; !ok {
			u.said = append(u.said, f)
		}
		last[key] = f.Value
	}
	for i := range u.said {
		f := &u.said[i]
		f.Value = last[[2]string{f.Entity, f.Attr}]
		if u.now.Attr(f.Entity, f.Attr) != f.Value {
			return u.changedSince(f)
		}
	}
	return nil
}

// changedSince is the Conflict for an attribute that others set since.
func (u *undoing) changedSince(f *graph.Fact) error {
	var events []string
	for n := u.c.Number + 1; n <= u.now.Number(); n++ {
		later, _ := u.now.Change(n)
		set := func(g graph.Fact) bool { return g.Entity == f.Entity && g.Attr == f.Attr }
		if slices.ContainsFunc(later.Facts, set) {
			events = append(events, later.EventID)
		}
	}
	return kaibo.Errorf(kaibo.Conflict, "%s of %s was changed since by %s; undo that first", what(f), f.Entity, strings.Join(events, ", "))
}

// what names an attribute for a reader.
func what(f *graph.Fact) string {
	if _, linkType, _, ok := graph.ParseLinkID(f.Entity); ok {
		return "the weight of the link " + linkType
	}
	if strings.HasPrefix(f.Attr, graph.AttrInitiative) {
		return "the membership"
	}
	return "the " + strings.TrimSuffix(strings.SplitAfter(f.Attr, "/")[0], "/")
}

// restore sets everything back.
func (u *undoing) restore(ctx context.Context) error {
	for _, b := range u.c.Births {
		if err := u.unmake(ctx, b.ID); err != nil {
			return err
		}
	}
	for i := range u.said {
		f := &u.said[i]
		if u.born(f.Entity) {
			continue
		}
		if f.Attr == graph.AttrStatus {
			if err := u.standAgain(ctx, f.Entity); err != nil {
				return err
			}
		}
		u.Set(f.Entity, f.Attr, u.before.Attr(f.Entity, f.Attr))
	}
	return u.checkNames()
}

func (u *undoing) born(id string) bool {
	return slices.ContainsFunc(u.c.Births, func(b graph.Birth) bool { return b.ID == id })
}

// unmake ends a node that the change made: it never held.
func (u *undoing) unmake(ctx context.Context, id string) error {
	if err := u.mustStand(ctx, id); err != nil {
		return err
	}
	return u.Revise(ctx, id, func(r *kaibo.Revision) {
		r.Status, r.ValidTo, r.SupersededBy = kaibo.StatusCanceled, r.ValidFrom, ""
	})
}

// standAgain gives a memory the revision that it had before the change.
func (u *undoing) standAgain(ctx context.Context, id string) error {
	if err := u.mustStand(ctx, id); err != nil {
		return err
	}
	r, err := u.Record(ctx, id)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(r.Revisions, u.byChange)
	if at < 1 {
		return kaibo.Errorf(kaibo.Conflict, "how %s stood before is not known any more", id)
	}
	was := r.Revisions[at-1]
	_, err = u.revise(ctx, id, func(r *kaibo.Revision) {
		r.Status, r.ValidFrom, r.ValidTo, r.SupersededBy = was.Status, was.ValidFrom, was.ValidTo, was.SupersededBy
	})
	return err
}

func (u *undoing) byChange(r kaibo.Revision) bool {
	return r.Stream == u.c.Stream && r.Seq == u.c.Seq
}

// mustStand holds that a memory stands as the change left it: verbs that mend
// may have changed it, too.
func (u *undoing) mustStand(ctx context.Context, id string) error {
	r, err := u.Record(ctx, id)
	if err != nil {
		return err
	}
	var left kaibo.Revision
	for _, rev := range r.Revisions {
		if u.byChange(rev) {
			left = rev
		}
	}
	last := r.Last()
	if left.Version == 0 || last.Status != left.Status || last.ValidFrom != left.ValidFrom || last.ValidTo != left.ValidTo || last.SupersededBy != left.SupersededBy {
		return kaibo.Errorf(kaibo.Conflict, "memory %s was changed since, by event %d of the stream %s", id, last.Seq, last.Stream)
	}
	return nil
}

// checkNames holds that no node comes back under a name that another has by now.
func (u *undoing) checkNames() error {
	seen := make(map[string]bool)
	for i := range u.said {
		id := u.said[i].Entity
		if seen[id] || u.born(id) || strings.Contains(id, ">") {
			continue
		}
		seen[id] = true
		was, _ := u.before.Node(id)
		n, _ := u.now.Node(id)
		for j := range u.said {
			if f := &u.said[j]; f.Entity == id {
				switch {
				case f.Attr == graph.AttrName:
					n.Name = was.Name
				case f.Attr == graph.AttrStatus:
					n.Status = was.Status
				case strings.HasPrefix(f.Attr, graph.AttrInitiative):
					n.Initiatives = was.Initiatives
				}
			}
		}
		if n.Name == "" || !alive(n.Status) {
			continue
		}
		if holder := u.holder(n.Name, id, n.Initiatives); holder != nil {
			return kaibo.Errorf(kaibo.Conflict, "its name %q is taken by %s by now", n.Name, holder.ID)
		}
	}
	return nil
}

// result says what was taken back.
func (u *undoing) result() *Result {
	r := &Result{Text: fmt.Sprintf("Took back %s of %s.", u.c.Verb, u.c.RecordedAt)}
	for _, b := range u.c.Births {
		r.Others = append(r.Others, b.ID)
	}
	for i := range u.said {
		id := u.said[i].Entity
		if strings.HasPrefix(id, "mem_") && !strings.Contains(id, ">") && !slices.Contains(r.Others, id) {
			r.Others = append(r.Others, id)
		}
	}
	if len(r.Others) > 0 {
		r.Node, r.Others = r.Others[0], r.Others[1:]
	}
	return r
}

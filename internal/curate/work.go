package curate

import (
	"context"
	"slices"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// NewNode is a node to be made. Times left at zero mean from now on, without end.
type NewNode struct {
	Type       string
	Content    string      // what it says; the memory's content
	Name       string      // empty for none
	Confidence float64     // 0 means 1
	ValidFrom  *kaibo.Time // nil means when the verb happened
	ValidTo    *kaibo.Time // exclusive; nil means no end
	Supersedes []string    // ids of nodes whose place it takes
}

// Work is what a plan works with: the graph as it is, and what the plan changes,
// which View does not show. It is for one goroutine, and good until the plan
// returns.
type Work struct {
	Project    kaibo.Project
	Event      kaibo.Event // as it will be written: its id, its times
	Initiative string      // the id of the one that the order named; empty for none
	Named      string      // its name
	View       *graph.View // the newest, with all that is recorded

	change  graph.Change
	batch   *views.Batch
	births  []kaibo.Birth
	changes []kaibo.Change
	sources []string // events that bear out what the graph did not know yet
}

// Birth makes a node and answers its id. A node belongs to the order's
// initiative from the beginning.
func (w *Work) Birth(n NewNode) string {
	id := kaibo.MemoryID(w.Event.ID, 0, len(w.births))
	from, to := w.Event.OccurredAt, kaibo.Forever
	if n.ValidFrom != nil {
		from = *n.ValidFrom
	}
	if n.ValidTo != nil {
		to = *n.ValidTo
	}
	if n.Confidence == 0 {
		n.Confidence = 1
	}
	b := kaibo.Birth{ID: id, Type: n.Type, Content: n.Content, Confidence: n.Confidence, StatedFrom: from, StatedTo: to, Ordinal: len(w.births),
		Structurer: Structurer, First: kaibo.Revision{Version: 1, RecordedAt: w.Event.RecordedAt, Stream: w.Event.Stream, Seq: w.Event.Seq,
			ValidFrom: from, ValidTo: max(from, to), Status: kaibo.StatusCurrent, Supersedes: n.Supersedes}}
	if w.Initiative != "" {
		b.Initiatives = []string{w.Initiative}
		w.Set(id, graph.AttrInitiative+w.Initiative, "1")
	}
	w.births = append(w.births, b)
	w.change.Births = append(w.change.Births, graph.Birth{ID: id, Type: n.Type})
	w.setStanding(id, &b.First)
	w.Set(id, graph.AttrName, n.Name)
	return id
}

// Structurer is the name under which the births of curation stand.
const Structurer = kaibo.StructurerCurate

// Set sets an attribute of a node or an initiative; an empty value takes it away
// where there is one.
func (w *Work) Set(entity, attr, value string) {
	said := func(f graph.Fact) bool { return f.Entity == entity && f.Attr == attr }
	if value == "" && w.View.Attr(entity, attr) == "" && !slices.ContainsFunc(w.change.Facts, said) {
		return
	}
	w.change.Facts = append(w.change.Facts, graph.Fact{Entity: entity, Attr: attr, Value: value})
}

// Put adds a fact as it is, also one that holds from another time than the verb.
func (w *Work) Put(f graph.Fact) { w.change.Facts = append(w.change.Facts, f) }

// Link makes a link, or gives one that is there another weight, from 0 to 1.
func (w *Work) Link(from, linkType, to string, weight float64) {
	w.Set(graph.LinkID(from, linkType, to), graph.AttrWeight, strconv.FormatFloat(weight, 'g', -1, 64))
}

// Unlink takes a link away.
func (w *Work) Unlink(from, linkType, to string) {
	w.change.Facts = append(w.change.Facts, graph.Fact{Entity: graph.LinkID(from, linkType, to), Attr: graph.AttrWeight})
}

// Record answers the memory behind a node, automatic or curated. The Commit is
// conditional on it: should it change meanwhile, the plan runs again. NotFound
// for an id that is none, Gone for a forgotten one.
func (w *Work) Record(ctx context.Context, id string) (*kaibo.MemoryRecord, error) {
	if err := w.batch.Load(ctx, []string{id}); err != nil {
		return nil, err
	}
	r := w.batch.Record(id)
	switch {
	case r == nil || r.Retired:
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no memory %s", id)
	case r.Forgotten:
		return nil, kaibo.Errorf(kaibo.Gone, "memory %s is forgotten", id)
	}
	return r, nil
}

// Revise adds a revision to a memory: edit gets the last one, with the next
// version and this event's place, to be changed.
func (w *Work) Revise(ctx context.Context, id string, edit func(*kaibo.Revision)) error {
	rev, err := w.revise(ctx, id, edit)
	if err == nil {
		w.setStanding(id, rev)
	}
	return err
}

// revise is Revise without a word of it in the graph.
func (w *Work) revise(ctx context.Context, id string, edit func(*kaibo.Revision)) (*kaibo.Revision, error) {
	r, err := w.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	rev := r.Last()
	rev.Version++
	rev.RecordedAt, rev.Stream, rev.Seq = max(w.Event.RecordedAt, rev.RecordedAt), w.Event.Stream, w.Event.Seq
	edit(&rev)
	rev.ValidTo = max(rev.ValidTo, rev.ValidFrom)
	c := kaibo.Change{MemoryID: id, Revision: rev}
	w.changes = append(w.changes, c)
	return &rev, w.batch.Change(c)
}

// setStanding notes in the graph how a node stands.
func (w *Work) setStanding(id string, r *kaibo.Revision) {
	to := ""
	if r.ValidTo != kaibo.Forever {
		to = r.ValidTo.String()
	}
	w.Set(id, graph.AttrStatus, r.Status)
	w.Set(id, graph.AttrFrom, r.ValidFrom.String())
	w.Set(id, graph.AttrTo, to)
	w.Set(id, graph.AttrBy, r.SupersededBy)
}

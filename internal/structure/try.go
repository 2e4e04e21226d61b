package structure

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Proposal is a statement that a text would lead to, and what would become of
// it.
type Proposal struct {
	Statement Statement
	By        string // who read it: the structurer or the model
	Accepted  bool
	Why       string    // in words for a person
	Relations []Related // to memories that there are, and to those before it in the text
}

// Related is a memory that a proposal has to do with. Later says that the
// memory stands after the proposal in time.
type Related struct {
	MemoryID string
	Content  string
	Relation Relation
	Later    bool
}

// Trial is what structuring a text would lead to.
type Trial struct {
	Proposals []Proposal
	Dropped   []Dropped // of the model's, by the checks
	Reason    string    // why there are none
	LeftOut   int       // statements beyond what is kept
	Model     *kaibo.ModelUse
}

// Try reads a text as an event of now and judges it against the memories that
// there are, with the model where the project has one on. It writes nothing.
func (w *Worker) Try(ctx context.Context, p kaibo.Project, e ledger.Entry) (*Trial, error) {
	r, src, err := w.trying(ctx, p, e)
	if err != nil {
		return nil, err
	}
	reading, by, _, _, err := r.statements(ctx, src, nil)
	if err != nil {
		return nil, err
	}
	out := &Trial{Reason: reading.Reason, LeftOut: reading.LeftOut}
	s := &step{run: r, batch: views.NewBatch(p, w.Table), derivations: make(map[int]*kaibo.Derivation), guards: make(map[string]*guard)}
	for i, st := range reading.Statements {
		if i >= kaibo.MaxMemoriesEvent {
			out.LeftOut += len(reading.Statements) - i
			break
		}
		proposal, err := s.try(ctx, &planned{Ordinal: i, Statement: st, By: by})
		if err != nil {
			return nil, err
		}
		out.Proposals = append(out.Proposals, proposal)
	}
	if r.adviser != nil {
		out.Model, out.Dropped = &r.adviser.use, r.adviser.dropped
	}
	return out, nil
}

// trying is a run over an event that is not there.
func (w *Worker) trying(ctx context.Context, p kaibo.Project, e ledger.Entry) (*run, *source, error) {
	now := w.Clock()
	id, err := kaibo.NewEventID(w.Random)
	if err != nil {
		return nil, nil, err
	}
	event := kaibo.Event{ID: id, Stream: "trial", Seq: 1, Kind: e.Kind, OccurredAt: now, RecordedAt: now}
	if e.OccurredAt != nil {
		event.OccurredAt = *e.OccurredAt
	}
	src := &source{event: event, content: e.Content, details: e.Details, tags: p.MetadataTags(e.Details.Metadata)}
	if src.initiatives, err = w.Ledger.InitiativeIDs(ctx, p, e.Details.Initiatives); err != nil {
		return nil, nil, err
	}
	r := &run{worker: w, project: p, at: &position{stream: event.Stream}, job: kaibo.Job{ID: kaibo.JobID(id), Stream: event.Stream, First: 1, Last: 1}, events: []*source{src}}
	return r, src, r.readSetting(ctx)
}

// try is apply without an end: it says what would become of a statement.
func (s *step) try(ctx context.Context, pl *planned) (Proposal, error) {
	src := s.events[0]
	out := Proposal{Statement: pl.Statement, By: pl.By}
	if out.By == "" {
		out.By = s.worker.Structurer.Name()
	}
	if err := checkStatement(&pl.Statement, src.content); err != nil {
		out.Why = "it fails a check: " + err.Error()
		return out, nil
	}
	anchors := s.anchors(pl.Statement.Anchors)
	where, err := s.lookUp(ctx, pl.Statement.Content, anchors)
	if err != nil {
		return out, err
	}
	birth := s.birth(src, pl, anchors)
	candidates, err := s.candidates(ctx, src, birth, where)
	if err != nil {
		return out, err
	}
	list, err := s.judge(ctx, pl.Statement, birth, candidates)
	if err != nil {
		return out, err
	}
	for i := range list {
		j := &list[i]
		out.Relations = append(out.Relations, Related{MemoryID: j.record.ID, Content: j.record.Content, Relation: j.relation, Later: j.later})
	}
	out.Accepted = true
	t := newTimeline(birth)
	if same := t.said(list); same != nil {
		out.Why = fmt.Sprintf("%s says it already: it would get one more source", same.record.ID)
		return out, nil
	}
	out.Why = whyNew(len(candidates), out.Relations)
	t.place(list)
	s.batch.Birth(*birth)
	for _, a := range birth.Anchors {
		if g := s.guards[a]; g != nil {
			g.ids = append(g.ids, birth.ID)
		}
	}
	return out, s.addChanges(&kaibo.Derivation{}, t)
}

// whyNew says why a statement would be a memory of its own.
func whyNew(candidates int, relations []Related) string {
	ended := 0
	for _, r := range relations {
		if ends(r.Relation) && !r.Later {
			ended++
		}
	}
	switch {
	case candidates == 0:
		return "new: no memory shares its subject"
	case ended > 0:
		return fmt.Sprintf("new: it ends %d of the %d memories that share its subject", ended, candidates)
	}
	return fmt.Sprintf("new: it ends none of the %d memories that share its subject", candidates)
}

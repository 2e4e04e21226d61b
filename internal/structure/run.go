package structure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// run is one attempt at one job.
type run struct {
	worker     *Worker
	project    kaibo.Project
	at         *position
	job        kaibo.Job
	version    uint64
	outOfOrder bool // a retry: the cursor is past it and stays
	announced  bool // a step put something into the outbox

	before []*source // the events before the job's first
	events []*source
	plan   []planned
	reason []string // why the job learned nothing, or not all
	stored string   // the object that holds the plan

	aliases map[string]string // of the project; nil until they are read
	adviser *adviser          // asks the model; nil where none is on
	keep    bool              // derive again what was noted before, and read nothing
}

// eventGone is the reason of a job whose event is forgotten.
const eventGone = "the event is forgotten"

// source is an event of the job with its text.
type source struct {
	event       kaibo.Event
	ref         kaibo.EventRef
	content     []byte
	details     kaibo.Details
	initiatives []string // ids
	tags        []string
	gone        bool // forgotten before it was structured
}

// planned is a statement of the plan: of which event, and its place there.
type planned struct {
	Event     int       `json:"event"` // in the job, from 0
	Ordinal   int       `json:"ordinal"`
	Statement Statement `json:"statement"`
	Context   []string  `json:"context,omitempty"` // events that lent it words
	By        string    `json:"by,omitempty"`      // the model that read it; empty for the structurer
	For       []string  `json:"-"`                 // memories of before that people ruled on, in whose place it is
}

// run reads the job's events, makes or takes up its plan, and applies it step
// by step.
func (r *run) run(ctx context.Context) error {
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error { return r.readEvents(workCtx) })
	work.Go(func() error { return r.readBefore(workCtx) })
	work.Go(func() error { return r.readSetting(workCtx) })
	if err := work.Wait(); err != nil {
		return err
	}
	if err := r.indexRest(ctx); err != nil {
		return err
	}
	if err := r.makePlan(ctx); err != nil {
		return err
	}
	for {
		if r.job.Plan != "" {
			r.stored = r.job.Plan
		}
		done, err := r.applyStep(ctx)
		if err != nil {
			return err
		}
		if done {
			return r.deletePlan(ctx)
		}
	}
}

// deletePlan removes the plan of a job that is done. What stays behind is
// found by [Worker.SweepPlans].
func (r *run) deletePlan(ctx context.Context) error {
	if r.stored == "" {
		return nil
	}
	if err := r.worker.Objects.Delete(ctx, r.stored); err != nil {
		slog.WarnContext(ctx, "plan stays until it is swept", "project", r.project.ID, "job", r.job.ID, "err", err)
	}
	return nil
}

// readEvents reads the job's events with their text.
func (r *run) readEvents(ctx context.Context) error {
	n := int(r.job.Last - r.job.First + 1)
	events, _, err := r.worker.Ledger.EventsAfter(ctx, r.project, r.job.Stream, r.job.First-1, n)
	if err != nil {
		return err
	}
	if len(events) != n {
		return &kaibo.Error{Op: "read events of job", Err: fmt.Errorf("%d of %d are there", len(events), n)}
	}
	r.events, err = r.worker.readSources(ctx, r.project, events)
	return err
}

// readSources reads the text and the details of events: where they lie all at
// once, then their texts, several at a time.
func (w *Worker) readSources(ctx context.Context, p kaibo.Project, events []kaibo.Event) ([]*source, error) {
	ahead := views.NewAhead(w.Table)
	keys := make([]kaibo.Key, 0, 2*len(events))
	for _, e := range events {
		keys = append(keys, kaibo.RefKey(p.ID, e.ID), kaibo.TombKey(p.ID, e.ID))
	}
	if err := ahead.Fetch(ctx, keys, nil); err != nil {
		return nil, fmt.Errorf("read event ids: %w", err)
	}
	out := make([]*source, len(events))
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(16)
	for i := range events {
		work.Go(func() (err error) {
			out[i], err = w.readSource(workCtx, ahead, p, events[i])
			return err
		})
	}
	return out, work.Wait()
}

// readSource reads an event's text and details.
func (w *Worker) readSource(ctx context.Context, table kaibo.Table, p kaibo.Project, e kaibo.Event) (*source, error) {
	s := &source{event: e}
	held, err := w.Ledger.HeldOf(ctx, table, p, e)
	if err != nil {
		return nil, err
	}
	if held.Payload == nil {
		s.gone = true
		return s, nil
	}
	s.ref, s.content = held.Ref, held.Payload.Content
	if s.details, err = canon.ParseDetails(held.Payload.Details); err != nil {
		return nil, &kaibo.Error{Op: "read details of " + e.ID, Err: err}
	}
	s.tags = p.MetadataTags(s.details.Metadata)
	s.initiatives, err = w.Ledger.EnsureInitiatives(ctx, p, s.details.Initiatives)
	return s, err
}

// indexRest adds the passages of long events that the append left out. The
// deltas are named by event and place, so doing it twice adds nothing.
func (r *run) indexRest(ctx context.Context) error {
	for _, s := range r.events {
		if s.gone || len(s.content) <= kaibo.MaxProvisionalText || !utf8.Valid(s.content) {
			continue
		}
		docs := views.PassagesIn(s.event, s.ref.Session, s.details, s.content, views.ProvisionalEnd(s.content), len(s.content), s.tags)
		gone, err := r.worker.putPassages(ctx, r.project, s.event.ID, docs)
		if err != nil {
			return err
		}
		if gone {
			s.gone, s.content = true, nil
		}
	}
	return nil
}

// passagesDelta is how many passages go into one delta: each is at most 40
// words, so a delta stays well under its limit.
const passagesDelta = 250

// putPassages adds rows to the index unless their event is forgotten by now.
func (w *Worker) putPassages(ctx context.Context, p kaibo.Project, eventID string, docs []termindex.Doc) (gone bool, err error) {
	n := 0
	for part := range slices.Chunk(docs, passagesDelta) {
		write, err := w.Index.Delta(p, fmt.Sprintf("%s-p%d", eventID, n), part)
		if err != nil {
			return false, fmt.Errorf("index passages: %w", err)
		}
		err = w.Table.Commit(ctx, []kaibo.Write{write, kaibo.CheckAt(kaibo.TombKey(p.ID, eventID), 0)})
		var conflict *kaibo.ConflictError
		switch {
		case errors.As(err, &conflict):
			for _, refused := range conflict.Refused {
				gone = gone || refused.Index == 1
			}
		case err != nil:
			return false, fmt.Errorf("index passages: %w", err)
		}
		if gone {
			return true, nil
		}
		n++
	}
	return false, nil
}

// makePlan reads the statements of the job's events, or takes up the plan that
// an earlier attempt stored.
func (r *run) makePlan(ctx context.Context) error {
	if r.job.Plan != "" {
		stored, err := r.worker.readPlan(ctx, r.job.Plan)
		r.plan, r.reason = stored.Statements, stored.Reason
		return err
	}
	before := r.before
	for i, s := range r.events {
		if s.gone {
			r.reason = append(r.reason, eventGone)
			continue
		}
		if s.event.Kind == kaibo.KindCurate {
			r.plan = append(r.plan, planned{Event: i})
			continue
		}
		if !r.keep {
			if err := r.read(ctx, i, s, before); err != nil {
				return err
			}
		}
		if err := r.worker.again.keepRuled(ctx, r, i, s); err != nil {
			return err
		}
		before = append(before, s)
	}
	return nil
}

// read puts the statements of one event into the plan, those that pass the
// checks.
func (r *run) read(ctx context.Context, i int, s *source, before []*source) error {
	reading, by, lenders, borrows, err := r.statements(ctx, s, before)
	if err != nil {
		return err
	}
	left, dropped := reading.LeftOut, 0
	for ordinal, st := range reading.Statements {
		if ordinal >= kaibo.MaxMemoriesEvent {
			left += len(reading.Statements) - ordinal
			break
		}
		if checkStatement(&st, s.content) != nil {
			dropped++
			continue
		}
		pl := planned{Event: i, Ordinal: ordinal, Statement: st, By: by}
		if borrows(&st) {
			pl.Context = lenders
		}
		r.plan = append(r.plan, pl)
	}
	if left > 0 {
		r.job.Partial = true
		r.reason = append(r.reason, fmt.Sprintf("%d statements were left out: at most %d of an event are kept", left, kaibo.MaxMemoriesEvent))
	}
	if dropped > 0 {
		r.job.Partial = true
		r.reason = append(r.reason, fmt.Sprintf("%d proposals were dropped: they cite what is not there", dropped))
	}
	if len(reading.Statements) == 0 && reading.Reason != "" && !slices.Contains(r.reason, reading.Reason) {
		r.reason = append(r.reason, reading.Reason)
	}
	return nil
}

// statements reads an event: with the rules, and where the project has it so
// with the model. It answers who read it (empty for the rules), the events that
// may have lent words, and which statements have such.
func (r *run) statements(ctx context.Context, s *source, before []*source) (Reading, string, []string, func(*Statement) bool, error) {
	in := Input{Event: s.event, Content: s.content, Details: s.details}
	var lenders []string
	in.Before, lenders = lent(s, before)
	reading, err := r.worker.Structurer.Read(ctx, in)
	if err != nil {
		return Reading{}, "", nil, nil, fmt.Errorf("read event: %w", err)
	}
	if r.adviser != nil && utf8.Valid(s.content) {
		mayLend := slices.DeleteFunc(slices.Clone(before), func(b *source) bool { return r.adviser.stays(b.initiatives) })
		shown, from := in, []string(nil)
		shown.Before, from = lent(s, mayLend)
		answer, ok, err := r.worker.again.reading(ctx, r, s, func() (Reading, bool) { return r.adviser.read(ctx, shown, s, reading) })
		if err != nil {
			return Reading{}, "", nil, nil, err
		}
		if ok {
			return answer, r.adviser.model.Name(), from, borrowed(s.content), nil
		}
	}
	borrows, err := r.borrowing(ctx, in)
	return reading, "", lenders, borrows, err
}

// lent answers what an event may be read with: of the events just before it in
// its stream, those whose initiatives are open to whoever sees the event's own.
func lent(s *source, before []*source) ([]Context, []string) {
	var contexts []Context
	var ids []string
	for _, b := range before {
		near := b.event.Seq+maxContext >= s.event.Seq
		if !near || b.event.Kind == kaibo.KindCurate || !utf8.Valid(b.content) || !opens(b.initiatives, s.initiatives) {
			continue
		}
		contexts, ids = append(contexts, contextOf(b)), append(ids, b.event.ID)
	}
	return contexts, ids
}

// opens reports whether text of some initiatives may stand in a memory of
// others: text of none may, and else every one of the others must be among them.
func opens(text, memory []string) bool {
	if len(text) == 0 {
		return true
	}
	for _, id := range memory {
		if !slices.Contains(text, id) {
			return false
		}
	}
	return len(memory) > 0
}

// borrowing tells which statements of an event have words of the events before
// it: those that a reading without them does not give. Forgetting such an event
// then finds what it lent.
func (r *run) borrowing(ctx context.Context, in Input) (func(*Statement) bool, error) {
	if len(in.Before) == 0 {
		return func(*Statement) bool { return false }, nil
	}
	in.Before = nil
	alone, err := r.worker.Structurer.Read(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("read event alone: %w", err)
	}
	own := make(map[string]bool, len(alone.Statements))
	for _, s := range alone.Statements {
		own[s.Content] = true
	}
	return func(s *Statement) bool { return !own[s.Content] }, nil
}

// checkStatement refuses what a structurer may not propose.
func checkStatement(s *Statement, content []byte) error {
	switch {
	case !slices.Contains(kaibo.MemoryTypes, s.Type):
		return fmt.Errorf("type %q is not known", s.Type)
	case s.Start < 0 || s.End > len(content) || s.Start >= s.End:
		return fmt.Errorf("span %d to %d is not in %d bytes", s.Start, s.End, len(content))
	case s.End-s.Start > MaxStatementBytes || len(s.Content) > MaxStatementBytes:
		return fmt.Errorf("longer than %d bytes", MaxStatementBytes)
	case strings.TrimSpace(s.Content) == "" || !utf8.ValidString(s.Content) || !utf8.Valid(content[s.Start:s.End]):
		return errors.New("no text")
	case s.ValidTo < s.ValidFrom:
		return errors.New("ends before it begins")
	}
	s.Confidence = min(1, max(0, s.Confidence))
	s.Anchors = s.Anchors[:min(len(s.Anchors), MaxAnchors)]
	return nil
}

// maxContext is how many earlier events a structurer sees.
const maxContext = 3

// readBefore reads the events before the job's first, for a plan that is not
// made yet.
func (r *run) readBefore(ctx context.Context) error {
	first := r.job.First
	if first == 1 || strings.HasPrefix(r.job.Stream, "~") || r.job.Plan != "" {
		return nil
	}
	from := max(1, int64(first)-maxContext)
	events, _, err := r.worker.Ledger.EventsAfter(ctx, r.project, r.job.Stream, uint64(from-1), int(int64(first)-from))
	if err != nil {
		return err
	}
	sources, err := r.worker.readSources(ctx, r.project, events)
	if err != nil {
		return err
	}
	for _, s := range sources {
		if !s.gone {
			r.before = append(r.before, s)
		}
	}
	return nil
}

func contextOf(s *source) Context {
	return Context{Kind: s.event.Kind, Actor: s.details.Actor, Role: s.details.Role,
		Content: string(s.content[:views.ProvisionalEnd(s.content)]), OccurredAt: s.event.OccurredAt}
}

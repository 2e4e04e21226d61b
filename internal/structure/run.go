package structure

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

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

	events []*source
	plan   []planned
	reason []string
}

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
}

// run reads the job's events, makes or takes up its plan, and applies it step
// by step.
func (r *run) run(ctx context.Context) error {
	if err := r.readEvents(ctx); err != nil {
		return err
	}
	if err := r.indexRest(ctx); err != nil {
		return err
	}
	if err := r.makePlan(ctx); err != nil {
		return err
	}
	plan := r.job.Plan
	for {
		done, err := r.applyStep(ctx)
		if err != nil {
			return err
		}
		if done {
			break
		}
		if plan == "" {
			plan = r.job.Plan
		}
	}
	if plan != "" {
		if err := r.worker.Objects.Delete(ctx, plan); err != nil {
			return fmt.Errorf("delete plan: %w", err)
		}
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
	r.events = make([]*source, n)
	for i := range events {
		if r.events[i], err = r.worker.readSource(ctx, r.project, events[i]); err != nil {
			return err
		}
	}
	return nil
}

// readSource reads an event's text and details.
func (w *Worker) readSource(ctx context.Context, p kaibo.Project, e kaibo.Event) (*source, error) {
	s := &source{event: e}
	_, payload, err := w.Ledger.Payload(ctx, p, e.ID)
	if kaibo.KindOf(err) == kaibo.Gone {
		s.gone = true
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if s.ref, _, err = w.Ledger.Ref(ctx, p, e.ID); err != nil {
		return nil, err
	}
	s.content = payload.Content
	if s.details, err = canon.ParseDetails(payload.Details); err != nil {
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
		if err := r.worker.putPassages(ctx, r.project, s.event.ID, docs); err != nil {
			return err
		}
	}
	return nil
}

// passagesDelta is how many passages go into one delta: each is at most 40
// words, so a delta stays well under its limit.
const passagesDelta = 250

func (w *Worker) putPassages(ctx context.Context, p kaibo.Project, eventID string, docs []termindex.Doc) error {
	n := 0
	for part := range slices.Chunk(docs, passagesDelta) {
		write, err := w.Index.Delta(p, fmt.Sprintf("%s-p%d", eventID, n), part)
		if err != nil {
			return fmt.Errorf("index passages: %w", err)
		}
		var conflict *kaibo.ConflictError
		if err := w.Table.Commit(ctx, []kaibo.Write{write}); err != nil && !errors.As(err, &conflict) {
			return fmt.Errorf("index passages: %w", err)
		}
		n++
	}
	return nil
}

// makePlan reads the statements of the job's events, or takes up the plan that
// an earlier attempt stored.
func (r *run) makePlan(ctx context.Context) error {
	if r.job.Plan != "" {
		b, err := r.worker.Objects.Get(ctx, r.job.Plan, 0, -1)
		if err != nil {
			return fmt.Errorf("read plan: %w", err)
		}
		if err := json.Unmarshal(b, &r.plan); err != nil {
			return &kaibo.Error{Op: "read plan " + r.job.Plan, Err: err}
		}
		return nil
	}
	before, err := r.contextBefore(ctx)
	if err != nil {
		return err
	}
	for i, s := range r.events {
		if s.gone {
			r.reason = append(r.reason, "the event is forgotten")
			continue
		}
		if s.event.Kind == kaibo.KindCurate {
			r.plan = append(r.plan, planned{Event: i})
			continue
		}
		if err := r.read(ctx, i, s, before); err != nil {
			return err
		}
		before = append(before, contextOf(s))
	}
	return nil
}

// read puts the statements of one event into the plan, those that pass the
// checks.
func (r *run) read(ctx context.Context, i int, s *source, before []Context) error {
	reading, err := r.worker.Structurer.Read(ctx, Input{Event: s.event, Content: s.content, Details: s.details,
		Before: before[max(0, len(before)-maxContext):]})
	if err != nil {
		return fmt.Errorf("read event: %w", err)
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
		r.plan = append(r.plan, planned{Event: i, Ordinal: ordinal, Statement: st})
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

// contextBefore reads the events before the job's first.
func (r *run) contextBefore(ctx context.Context) ([]Context, error) {
	first := r.job.First
	if first == 1 || strings.HasPrefix(r.job.Stream, "~") {
		return nil, nil
	}
	from := max(1, int64(first)-maxContext)
	events, _, err := r.worker.Ledger.EventsAfter(ctx, r.project, r.job.Stream, uint64(from-1), int(int64(first)-from))
	if err != nil {
		return nil, err
	}
	var out []Context
	for _, e := range events {
		s, err := r.worker.readSource(ctx, r.project, e)
		if err != nil {
			return nil, err
		}
		if !s.gone {
			out = append(out, contextOf(s))
		}
	}
	return out, nil
}

func contextOf(s *source) Context {
	return Context{Kind: s.event.Kind, Actor: s.details.Actor, Role: s.details.Role,
		Content: string(s.content[:views.ProvisionalEnd(s.content)]), OccurredAt: s.event.OccurredAt}
}

// storePlan writes the plan as an object, so that the attempt that takes it up
// need not plan anew. It is purged with the payload: deleted when the job ends.
func (r *run) storePlan(ctx context.Context) error {
	b, err := json.Marshal(r.plan)
	if err != nil {
		return &kaibo.Error{Op: "store plan", Err: err}
	}
	var tail [8]byte
	if _, err := io.ReadFull(r.worker.Random, tail[:]); err != nil {
		return &kaibo.Error{Op: "name plan", Err: err}
	}
	name := PlanPrefix(r.project.ID) + r.job.ID + "-" + hex.EncodeToString(tail[:])
	if err := r.worker.Objects.Put(ctx, name, b); err != nil {
		return fmt.Errorf("store plan: %w", err)
	}
	r.job.Plan = name
	return nil
}

// PlanPrefix is where the plans of a project lie. One that no open job names
// is left from a crash.
func PlanPrefix(project string) string { return project + "/plan/" }

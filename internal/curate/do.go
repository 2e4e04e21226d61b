package curate

import (
	"bytes"
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// content is the payload of an event of curation, in RFC 8785's form.
type content struct {
	Args       any    `json:"args"`
	Initiative string `json:"initiative,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Verb       string `json:"verb"`
}

// Do does one verb: its event, its memories and its change of the graph are
// written in one Commit, or nothing is. An error of the plan is answered as it
// is.
func (e *Engine) Do(ctx context.Context, p kaibo.Project, o Order) (*Done, error) {
	payload, err := canon.Marshal(content{o.Args, o.Initiative, o.Reason, o.Verb})
	if err != nil {
		return nil, fmt.Errorf("write curation: %w", err)
	}
	k := e.kept(p)
	if err := k.refresh(ctx, e.Table, p); err != nil {
		return nil, err
	}
	k.mu.RLock()
	notBefore := k.graph.RecordedAt()
	k.mu.RUnlock()
	stream, details := structure.CurateStream, kaibo.Details{Actor: o.Actor}
	if o.Initiative != "" {
		ids, err := e.Ledger.EnsureInitiatives(ctx, p, []string{o.Initiative})
		if err != nil {
			return nil, err
		}
		stream += "." + ids[0]
		details.Initiatives = []string{o.Initiative}
	}
	entry := ledger.Entry{Content: payload, Details: details, OccurredAt: o.OccurredAt, IdempotencyKey: o.IdempotencyKey, NotBefore: notBefore,
		Attach: func(ctx context.Context, r ledger.Recorded) ([]kaibo.Write, error) { return e.attach(ctx, p, &o, r) }}
	appended, err := e.Ledger.Curate(ctx, p, stream, entry)
	if err != nil {
		return nil, err
	}
	done := &Done{Event: appended.Event, Replayed: appended.Replayed, PayloadDiffers: appended.PayloadDiffers}
	if err := k.refresh(ctx, e.Table, p); err != nil {
		return nil, err
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	change, ok := k.graph.Change(done.Event.ID)
	if !ok {
		return nil, kaibo.Errorf(kaibo.Conflict, "this idempotency key was used for an event that is no curation; nothing was changed")
	}
	done.Change = change
	return done, nil
}

// attach runs the plan on the graph as it is and answers the writes.
func (e *Engine) attach(ctx context.Context, p kaibo.Project, o *Order, r ledger.Recorded) ([]kaibo.Write, error) {
	k := e.kept(p)
	if err := k.refresh(ctx, e.Table, p); err != nil {
		return nil, err
	}
	k.mu.RLock()
	defer k.mu.RUnlock()
	if r.Event.RecordedAt < k.graph.RecordedAt() {
		return nil, &kaibo.Error{Op: "curate", Kind: kaibo.Unavailable, Detail: "the graph was changed at a later time than this machine's; try again"}
	}
	w := &Work{Project: p, Event: r.Event, View: k.graph.At(r.Event.RecordedAt, kaibo.Forever), batch: views.NewBatch(p, e.Table)}
	if len(r.Initiatives) > 0 {
		w.Initiative = r.Initiatives[0]
	}
	w.change = graph.Change{Number: k.graph.Number() + 1, EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq,
		RecordedAt: r.Event.RecordedAt, ValidFrom: r.Event.OccurredAt, Actor: o.Actor, Verb: o.Verb, Initiative: w.Initiative, Reason: o.Reason}
	if err := o.Plan(ctx, w); err != nil {
		return nil, err
	}
	return e.writes(p, w, r)
}

// writes answers what a change puts into its Commit. The head's version is the
// number of the last change, so that two changes never take one number.
func (e *Engine) writes(p kaibo.Project, w *Work, r ledger.Recorded) ([]kaibo.Write, error) {
	d := kaibo.Derivation{EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq, Structurer: Structurer,
		RecordedAt: r.Event.RecordedAt, Changes: w.changes, Graph: w.change.Number}
	for _, b := range w.births {
		b.Source = source(r, b.Content)
		b.Tokens = tokens.Count(b.Content)
		d.Births = append(d.Births, b)
		w.batch.Birth(b)
	}
	writes := []kaibo.Write{
		kaibo.PutOver(kaibo.GraphHeadKey(p.ID), w.change.Number-1, nil),
		kaibo.PutNew(kaibo.GraphChangeKey(p.ID, w.change.Number), 1, kaibo.Encode(w.change)),
		kaibo.PutNew(kaibo.DerivationKey(p.ID, d.Stream, d.Seq, 0, 0), 1, kaibo.Encode(d)),
	}
	writes = append(writes, w.batch.Writes()...)
	docs := w.batch.Docs()
	if len(docs) == 0 {
		return writes, nil
	}
	delta, err := e.Index.Delta(p, "curate-"+r.Event.ID, docs)
	if err != nil {
		return nil, fmt.Errorf("index curation: %w", err)
	}
	return append(writes, delta), nil
}

// source is where a node's words stand in the event: between the quotes of the
// JSON string that holds them.
func source(r ledger.Recorded, words string) kaibo.Source {
	s := kaibo.Source{EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq, Session: r.Session, Hash: r.Event.Hash,
		OccurredAt: r.Event.OccurredAt, RecordedAt: r.Event.RecordedAt, Actor: r.Details.Actor}
	quoted, err := canon.Marshal(words)
	if at := bytes.Index(r.Content, quoted); err == nil && at >= 0 {
		s.Start, s.End = at+1, at+len(quoted)-1
	}
	return s
}

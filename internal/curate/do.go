package curate

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// content is the payload of an event of curation, in RFC 8785's form.
type content struct {
	Args       any    `json:"args"`
	Initiative string `json:"initiative,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Verb       string `json:"verb"`
}

// doing is an order on its way.
type doing struct {
	*Engine
	project   kaibo.Project
	order     *Order
	kept      *kept
	payload   []byte
	listening kaibo.Listening

	initiative string // the id of the order's; empty for none
	fresh      bool   // which is made in the Commit
	announced  bool   // the Commit has an outbox item
}

// errEntered says that somebody else made the initiative that was about to be
// made: what was to be done belongs into that one's stream.
var errEntered = errors.New("the initiative was made meanwhile")

// Do does one verb: its event, its initiative where that is new, its memories
// and its change of the graph are written in one Commit, or nothing is. An error
// of the plan is answered as it is.
//
// A key that was used before answers the first call's change, without running
// the plan; PayloadDiffers says that something else was asked for then. A key
// of an event that is no curation of the graph is a Conflict. When the answer is
// Unavailable the verb may have been done: the same key tells.
func (e *Engine) Do(ctx context.Context, p kaibo.Project, o Order) (*Done, error) {
	payload, err := canon.Marshal(content{o.Args, o.Initiative, o.Reason, o.Verb})
	if err != nil {
		return nil, fmt.Errorf("write curation: %w", err)
	}
	if len(payload) > kaibo.MaxContentBytes {
		return nil, kaibo.Errorf(kaibo.TooLarge, "this makes an event of %d bytes; at most %d are accepted", len(payload), kaibo.MaxContentBytes)
	}
	d := &doing{Engine: e, project: p, order: &o, kept: e.kept(p), payload: payload}
	leave, err := d.kept.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := d.look(ctx); err != nil {
		return nil, err
	}
	if o.IdempotencyKey != "" {
		if done, err := d.replay(ctx, p.EventIDForKey(o.IdempotencyKey)); done != nil || err != nil {
			return done, err
		}
	}
	for {
		done, err := d.append(ctx)
		if !errors.Is(err, errEntered) {
			return done, err
		}
		if err := d.enterInitiative(ctx); err != nil {
			return nil, err
		}
	}
}

// look reads all that an order meets, at once.
func (d *doing) look(ctx context.Context) error {
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error { return d.kept.refresh(workCtx, d.Table, d.project) })
	work.Go(func() error {
		items, err := d.Table.Get(workCtx, kaibo.ListeningKey(d.project.ID))
		if err != nil {
			return fmt.Errorf("read who listens: %w", err)
		}
		d.listening, err = kaibo.Listens(items[0])
		return err
	})
	work.Go(func() error { return d.enterInitiative(workCtx) })
	return work.Wait()
}

// enterInitiative finds the id of the order's initiative, or gives it one.
func (d *doing) enterInitiative(ctx context.Context) error {
	if d.order.Initiative == "" {
		return nil
	}
	names := []string{d.order.Initiative}
	if err := ledger.CheckInitiatives("initiative", names); err != nil {
		return err
	}
	ids, err := d.Ledger.InitiativeIDs(ctx, d.project, names)
	if err != nil {
		return err
	}
	if d.fresh = len(ids) == 0; !d.fresh {
		d.initiative = ids[0]
		return nil
	}
	d.initiative, err = d.Ledger.NewInitiativeID()
	return err
}

// replay answers the change that the event of a key made; nil when it made
// none.
func (d *doing) replay(ctx context.Context, eventID string) (*Done, error) {
	d.kept.mu.RLock()
	change, ok := d.kept.graph.Change(eventID)
	d.kept.mu.RUnlock()
	if !ok {
		return nil, nil
	}
	event, payload, err := d.Ledger.Payload(ctx, d.project, eventID)
	if kaibo.KindOf(err) == kaibo.Gone {
		event, err = d.Ledger.Event(ctx, d.project, eventID)
	}
	if err != nil {
		return nil, err
	}
	return &Done{Event: *event, Replayed: true, Change: change, PayloadDiffers: payload != nil && string(payload.Content) != string(d.payload)}, nil
}

// append writes the event with all that it changes.
func (d *doing) append(ctx context.Context) (*Done, error) {
	o := d.order
	stream, details := structure.CurateStream, kaibo.Details{Actor: o.Actor}
	entry := ledger.Entry{Content: d.payload, OccurredAt: o.OccurredAt, IdempotencyKey: o.IdempotencyKey, Attach: d.attach}
	if o.Initiative != "" {
		stream += "." + d.initiative
		details.Initiatives, entry.InitiativeIDs = []string{o.Initiative}, []string{d.initiative}
	}
	entry.Details = details
	d.kept.mu.RLock()
	entry.NotBefore = d.kept.graph.RecordedAt()
	d.kept.mu.RUnlock()
	appended, err := d.Ledger.Curate(ctx, d.project, stream, entry)
	if err != nil {
		return nil, err
	}
	if d.announced && d.Announced != nil {
		d.Announced(d.project)
	}
	done := &Done{Event: appended.Event, Replayed: appended.Replayed, PayloadDiffers: appended.PayloadDiffers}
	if err := d.kept.refresh(ctx, d.Table, d.project); err != nil {
		return nil, err
	}
	d.kept.mu.RLock()
	defer d.kept.mu.RUnlock()
	change, ok := d.kept.graph.Change(done.Event.ID)
	if !ok {
		return nil, kaibo.Errorf(kaibo.Conflict, "this idempotency key was used for an event that is no curation of the graph; nothing was changed")
	}
	done.Change = change
	return done, nil
}

// attach runs the plan on the graph as it is and answers the writes.
func (d *doing) attach(ctx context.Context, r ledger.Recorded) ([]kaibo.Write, error) {
	if err := d.kept.refresh(ctx, d.Table, d.project); err != nil {
		return nil, err
	}
	var entered []kaibo.Write
	if d.fresh {
		var err error
		if entered, err = d.Ledger.InitiativeWrites(ctx, d.project, d.initiative, d.order.Initiative); err != nil {
			return nil, err
		}
		if entered == nil {
			return nil, errEntered
		}
	}
	d.kept.mu.RLock()
	defer d.kept.mu.RUnlock()
	if last := d.kept.graph.RecordedAt(); r.Event.RecordedAt < last {
		return nil, &ledger.LaterError{At: last}
	}
	w := d.work(r)
	if err := d.order.Plan(ctx, w); err != nil {
		return nil, err
	}
	if err := w.checkMentioned(ctx, d.kept.forgotten); err != nil {
		return nil, err
	}
	writes, err := d.writes(w, r)
	if err != nil {
		return nil, err
	}
	return fitting(append(entered, writes...))
}

// work is what the plan works with.
func (d *doing) work(r ledger.Recorded) *Work {
	g, o := d.kept.graph, d.order
	w := &Work{Project: d.project, Event: r.Event, View: g.At(r.Event.RecordedAt, kaibo.Forever), batch: views.NewBatch(d.project, d.Table)}
	if len(r.Initiatives) > 0 {
		w.Initiative, w.Named = r.Initiatives[0], o.Initiative
	}
	w.change = graph.Change{Number: g.Number() + 1, EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq,
		RecordedAt: r.Event.RecordedAt, ValidFrom: r.Event.OccurredAt, Actor: o.Actor, Verb: o.Verb, Initiative: w.Initiative, Reason: o.Reason}
	return w
}

package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Held is an event with all that is stored of it. Payload is nil when it is
// forgotten: the envelope stays.
type Held struct {
	Event   kaibo.Event
	Ref     kaibo.EventRef
	Payload *kaibo.Payload
}

// PayloadAt is [Ledger.Payload] for a caller who knows where the event lies:
// one Get and one object. A forgotten event is answered too, with a nil
// payload and no error, for its envelope stays.
func (l *Ledger) PayloadAt(ctx context.Context, p kaibo.Project, stream string, seq uint64, eventID string) (*kaibo.Event, *kaibo.Payload, error) {
	held, err := l.HeldAt(ctx, p, stream, seq, eventID)
	if err != nil {
		return nil, nil, err
	}
	return &held.Event, held.Payload, nil
}

// HeldAt is [Ledger.PayloadAt] with the reference of the event.
func (l *Ledger) HeldAt(ctx context.Context, p kaibo.Project, stream string, seq uint64, eventID string) (*Held, error) {
	return l.HeldIn(ctx, l.Table, p, stream, seq, eventID)
}

// HeldKeys are the items that [Ledger.HeldIn] reads of an event.
func HeldKeys(project, stream string, seq uint64, eventID string) []kaibo.Key {
	return []kaibo.Key{kaibo.EventKey(project, stream, seq), kaibo.RefKey(project, eventID), kaibo.TombKey(project, eventID)}
}

// HeldIn is [Ledger.HeldAt] for a caller whose table has read those items
// already. A payload that is not there any more is looked for in the ledger's
// own table before it counts as damage.
func (l *Ledger) HeldIn(ctx context.Context, table kaibo.Table, p kaibo.Project, stream string, seq uint64, eventID string) (*Held, error) {
	items, err := table.Get(ctx, HeldKeys(p.ID, stream, seq, eventID)...)
	if err != nil {
		return nil, fmt.Errorf("read event: %w", err)
	}
	if !items[0].Found() {
		return nil, &kaibo.Error{Op: "read event", Err: fmt.Errorf("%s is named at %s %d and is not there", eventID, stream, seq)}
	}
	var e kaibo.Event
	if err := items[0].Decode(&e); err != nil {
		return nil, err
	}
	return l.held(ctx, p, e, items[1], items[2])
}

// HeldOf is [Ledger.HeldIn] for a caller who has the event.
func (l *Ledger) HeldOf(ctx context.Context, table kaibo.Table, p kaibo.Project, e kaibo.Event) (*Held, error) {
	items, err := table.Get(ctx, kaibo.RefKey(p.ID, e.ID), kaibo.TombKey(p.ID, e.ID))
	if err != nil {
		return nil, fmt.Errorf("read event id: %w", err)
	}
	return l.held(ctx, p, e, items[0], items[1])
}

// held reads the payload of an event unless there is a tombstone.
func (l *Ledger) held(ctx context.Context, p kaibo.Project, e kaibo.Event, ref, tomb kaibo.Item) (*Held, error) {
	if !ref.Found() {
		return nil, &kaibo.Error{Op: "read event", Err: fmt.Errorf("%s is at %s %d and nothing leads to it", e.ID, e.Stream, e.Seq)}
	}
	held := &Held{Event: e}
	if err := ref.Decode(&held.Ref); err != nil || tomb.Found() {
		return held, err
	}
	var err error
	held.Payload, err = l.readPayload(ctx, held.Ref, &held.Event)
	if errors.Is(err, errMissing) { // purged since the tombstone was looked for?
		if again, err := l.Table.Get(ctx, kaibo.TombKey(p.ID, e.ID)); err == nil && again[0].Found() {
			return held, nil
		}
	}
	return held, err
}

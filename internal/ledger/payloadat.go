package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// PayloadAt is [Ledger.Payload] for a caller who knows where the event lies:
// one Get and one object. A forgotten event is answered too, with a nil
// payload and no error, for its envelope stays.
func (l *Ledger) PayloadAt(ctx context.Context, p kaibo.Project, stream string, seq uint64, eventID string) (*kaibo.Event, *kaibo.Payload, error) {
	items, err := l.Table.Get(ctx, kaibo.EventKey(p.ID, stream, seq), kaibo.RefKey(p.ID, eventID), kaibo.TombKey(p.ID, eventID))
	if err != nil {
		return nil, nil, fmt.Errorf("read event: %w", err)
	}
	if !items[0].Found() || !items[1].Found() {
		return nil, nil, &kaibo.Error{Op: "read event", Err: fmt.Errorf("%s is named at %s %d and is not there", eventID, stream, seq)}
	}
	var event kaibo.Event
	var ref kaibo.EventRef
	if err := errors.Join(decode(items[0], &event), decode(items[1], &ref)); err != nil {
		return nil, nil, err
	}
	if items[2].Found() {
		return &event, nil, nil
	}
	payload, err := l.readPayload(ctx, ref, &event)
	if errors.Is(err, errMissing) { // purged since the tombstone was looked for?
		if again, err := l.Table.Get(ctx, kaibo.TombKey(p.ID, eventID)); err == nil && again[0].Found() {
			return &event, nil, nil
		}
	}
	return &event, payload, err
}

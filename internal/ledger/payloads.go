package ledger

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Text is what there is of an event's payload.
type Text struct {
	EventID string
	Seq     uint64
	Payload *kaibo.Payload // nil when the event is forgotten, or its payload is damaged
	Damaged bool           // neither there whole nor forgotten
}

// Limits of a page of payloads.
const (
	textsAtOnce = 16      // objects that are read at a time
	textBytes   = 3 << 20 // after as many bytes of text a page ends
)

// PayloadsAfter reads the payloads of at most limit events of a stream after
// seq, in order and without a gap, and says whether there are more. It ends
// early after some three megabytes of text. Each is as [Ledger.Payload] answers
// it, but that one which is damaged does not keep the others from being read. A
// stream that has no event is NotFound.
func (l *Ledger) PayloadsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]Text, bool, error) {
	events, more, err := l.EventsAfter(ctx, p, stream, after, limit)
	if err != nil {
		return nil, false, err
	}
	texts := make([]Text, 0, len(events))
	size := 0
	for len(events) > 0 {
		part := events[:min(len(events), kaibo.MaxGetKeys/2)]
		events = events[len(part):]
		keys := make([]kaibo.Key, 0, 2*len(part))
		for i := range part {
			keys = append(keys, kaibo.RefKey(p.ID, part[i].ID), kaibo.TombKey(p.ID, part[i].ID))
		}
		items, err := l.Table.Get(ctx, keys...)
		if err != nil {
			return nil, false, fmt.Errorf("read event ids: %w", err)
		}
		for from := 0; from < len(part); from += textsAtOnce {
			to := min(from+textsAtOnce, len(part))
			read, err := l.texts(ctx, p, part[from:to], items[2*from:2*to])
			if err != nil {
				return nil, false, err
			}
			texts = append(texts, read...)
			for i := range read {
				if t := read[i].Payload; t != nil {
					size += len(t.Content) + len(t.Details)
				}
			}
			if size >= textBytes {
				return texts, more || to < len(part) || len(events) > 0, nil
			}
		}
	}
	return texts, more, nil
}

// texts reads the payloads of some events at once. Items are the reference and
// the tombstone of each.
func (l *Ledger) texts(ctx context.Context, p kaibo.Project, events []kaibo.Event, items []kaibo.Item) ([]Text, error) {
	out := make([]Text, len(events))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(textsAtOnce)
	for i := range events {
		group.Go(func() error {
			out[i] = Text{EventID: events[i].ID, Seq: events[i].Seq}
			held, err := l.held(ctx, p, events[i], items[2*i], items[2*i+1])
			var bad *DamagedError
			switch {
			case errors.As(err, &bad):
				out[i].Damaged = true
			case err != nil:
				return err
			default:
				out[i].Payload = held.Payload
			}
			return nil
		})
	}
	return out, group.Wait()
}

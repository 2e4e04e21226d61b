package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// orphanAge is how old a payload must be before it can be an orphan. It is six
// times maxPayloadAge: an append that could still name it has long given up.
const orphanAge = time.Hour

// Sweep deletes the payload objects of a project that no event names, left by
// an append that crashed or lost a race. It looks at those written after
// since and at least an hour ago, and answers how many it deleted and up to
// which time it looked: since for the next call.
func (l *Ledger) Sweep(ctx context.Context, p kaibo.Project, since kaibo.Time) (int, kaibo.Time, error) {
	until := l.Clock() - kaibo.Time(orphanAge.Milliseconds())
	if until <= since {
		return 0, since, nil
	}
	named, err := l.namedPayloads(ctx, p, since)
	if err != nil {
		return 0, since, err
	}
	deleted := 0
	after := payloadPrefix(p.ID) + kaibo.TimeKey(since)
	for {
		list, err := l.Objects.List(ctx, payloadPrefix(p.ID), after, 1000)
		if err != nil {
			return deleted, since, fmt.Errorf("list payloads: %w", err)
		}
		for _, o := range list {
			at, ok := payloadTime(o.Name)
			if ok && at > until {
				return deleted, until, nil
			}
			if !ok || named[o.Name] { // what we did not name we do not delete
				continue
			}
			if _, writing := l.inFlight.Load(o.Name); writing { // however old the clock makes it
				continue
			}
			if err := l.Objects.Delete(ctx, o.Name); err != nil {
				return deleted, since, fmt.Errorf("delete orphaned payload: %w", err)
			}
			deleted++
		}
		if len(list) < 1000 {
			return deleted, until, nil
		}
		after = list[len(list)-1].Name
	}
}

// namedPayloads collects the objects that the id items of events recorded
// after since name. A payload is at most maxPayloadAge older than its event.
func (l *Ledger) namedPayloads(ctx context.Context, p kaibo.Project, since kaibo.Time) (map[string]bool, error) {
	named := make(map[string]bool)
	after := ""
	for {
		heads, more, err := l.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		for _, h := range heads {
			if err := l.namedIn(ctx, p, h, since, named); err != nil {
				return nil, err
			}
			after = h.Stream
		}
		if !more {
			return named, nil
		}
	}
}

// namedIn walks one stream backwards until before since.
func (l *Ledger) namedIn(ctx context.Context, p kaibo.Project, h kaibo.Head, since kaibo.Time, named map[string]bool) error {
	r := kaibo.Range{Reverse: true, Limit: kaibo.MaxGetKeys}
	for h.RecordedAt >= since {
		page, err := l.Table.Query(ctx, kaibo.Events, kaibo.EventPartition(p.ID, h.Stream), r)
		if err != nil {
			return fmt.Errorf("read events: %w", err)
		}
		if len(page.Items) == 0 {
			return nil
		}
		keys := make([]kaibo.Key, len(page.Items))
		for i, item := range page.Items {
			var e kaibo.Event
			if err := item.Decode(&e); err != nil {
				return err
			}
			keys[i] = kaibo.RefKey(p.ID, e.ID)
			h.RecordedAt = e.RecordedAt
		}
		refs, err := l.getWhole(ctx, len(keys), keys...)
		if err != nil {
			return fmt.Errorf("read event ids: %w", err)
		}
		for _, item := range refs {
			var ref kaibo.EventRef
			if err := item.Decode(&ref); err != nil {
				return err
			}
			named[ref.Object] = true
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
	return nil
}

package invariant

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// checkStreams holds Stream, Place, Kept and Work.
func (l *look) checkStreams(ctx context.Context) error {
	heads, err := l.heads(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := l.checkStream(ctx, h); err != nil {
			return err
		}
		if err := l.checkWork(ctx, h); err != nil {
			return err
		}
	}
	return nil
}

// checkStream reads a stream up to a head.
func (l *look) checkStream(ctx context.Context, h kaibo.Head) error {
	verifier := chain.NewVerifier(h.Stream)
	var frontier []kaibo.Hash
	after, recorded := uint64(0), kaibo.Time(0)
	for after < h.Seq {
		events, more, err := l.Ledger.EventsAfter(ctx, l.project, h.Stream, after, int(min(h.Seq-after, kaibo.MaxGetKeys)))
		if err != nil {
			return err
		}
		for i := range events {
			e := &events[i]
			if err := verifier.Event(e); err != nil {
				l.find(Stream, "stream", h.Stream, "%v", err)
				return nil
			}
			if e.RecordedAt < recorded {
				l.find(Stream, "stream", h.Stream, "seq %d was recorded before the one before it", e.Seq)
			}
			frontier = chain.AppendLeaf(frontier, e.Seq-1, e.Hash)
			after, recorded = e.Seq, e.RecordedAt
		}
		if err := l.checkEvents(ctx, events); err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if after == h.Seq {
		if err := l.checkEnd(ctx, h); err != nil {
			return err
		}
	}
	if after != h.Seq || !slices.Equal(frontier, h.Frontier) {
		l.find(Stream, "stream", h.Stream, "its head at %d is not what its %d events give", h.Seq, after)
	}
	return nil
}

// checkEnd holds that no event stands beyond the head of its stream. The head is
// read again after the event: they are written together.
func (l *look) checkEnd(ctx context.Context, h kaibo.Head) error {
	beyond, err := l.Table.Query(ctx, kaibo.Events, kaibo.EventPartition(l.project.ID, h.Stream), kaibo.Range{Reverse: true, Limit: 1})
	if err != nil {
		return err
	}
	if len(beyond.Items) == 0 || beyond.Items[0].Sort <= kaibo.SeqKey(h.Seq) {
		return nil
	}
	last := beyond.Items[0].Sort
	items, err := l.get(ctx, []kaibo.Key{kaibo.HeadKey(l.project.ID, h.Stream)})
	if err != nil {
		return err
	}
	var now kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&now); err != nil {
			return err
		}
	}
	if kaibo.SeqKey(now.Seq) < last {
		l.find(Stream, "stream", h.Stream, "its head is at %d and it has an event %s", now.Seq, strings.TrimLeft(last, "0"))
	}
	return nil
}

// checkEvents holds that ids lead to their events, and that those which are not
// forgotten have their payloads.
func (l *look) checkEvents(ctx context.Context, events []kaibo.Event) error {
	var keys []kaibo.Key
	for i := range events {
		keys = append(keys, kaibo.RefKey(l.project.ID, events[i].ID), kaibo.TombKey(l.project.ID, events[i].ID))
	}
	seen := make(map[kaibo.Key]bool, len(keys))
	for _, k := range keys {
		if seen[k] {
			l.find(Place, "stream", events[0].Stream, "an event is in it twice, from seq %d on", events[0].Seq)
			return nil
		}
		seen[k] = true
	}
	items, err := l.get(ctx, keys)
	if err != nil {
		return err
	}
	for i := range events {
		e := &events[i]
		var ref kaibo.EventRef
		if !items[2*i].Found() {
			l.find(Place, "event", e.ID, "seq %d of %s has no entry under its id", e.Seq, e.Stream)
			continue
		}
		if err := items[2*i].Decode(&ref); err != nil {
			return err
		}
		if ref.Stream != e.Stream || ref.Seq != e.Seq {
			l.find(Place, "event", e.ID, "is seq %d of %s and is entered as seq %d of %s", e.Seq, e.Stream, ref.Seq, ref.Stream)
			continue
		}
		if items[2*i+1].Found() || l.when >= AtRest { // at rest checkViews reads it
			continue
		}
		if err := l.checkPayload(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func (l *look) checkPayload(ctx context.Context, e *kaibo.Event) error {
	_, _, err := l.Ledger.Payload(ctx, l.project, e.ID)
	damaged := new(ledger.DamagedError)
	switch {
	case err == nil || kaibo.KindOf(err) == kaibo.Gone: // forgotten meanwhile
		return nil
	case errors.As(err, &damaged):
		l.find(Kept, "payload", e.ID, "%s %d: %v", e.Stream, e.Seq, damaged)
		return nil
	}
	return err
}

// checkWork holds that what is not structured can be found. The cursor is read
// again where something is missing: it may have come to the head.
func (l *look) checkWork(ctx context.Context, h kaibo.Head) error {
	for try := range 2 {
		items, err := l.get(ctx, []kaibo.Key{kaibo.CursorKey(l.project.ID, h.Stream), kaibo.LagKey(l.project.ID, h.Stream)})
		if err != nil {
			return err
		}
		var c kaibo.Cursor
		if items[0].Found() {
			if err := items[0].Decode(&c); err != nil {
				return err
			}
		}
		if c.Seq >= h.Seq {
			return nil
		}
		job, err := l.get(ctx, []kaibo.Key{kaibo.JobKey(l.project.ID, h.Stream, c.Seq+1)})
		if err != nil {
			return err
		}
		if items[1].Found() && job[0].Found() {
			return nil
		}
		if try > 0 {
			l.find(Work, "stream", h.Stream, "is structured to %d of %d; its marker is there: %t, its job: %t", c.Seq, h.Seq, items[1].Found(), job[0].Found())
		}
	}
	return nil
}

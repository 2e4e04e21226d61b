package ledger

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// readTries is how often a read is made that meets the middle of a Commit.
// With pause between, the last comes some 200 ms after the first.
const readTries = 8

// getWhole reads items of which the first need must be there, because an item
// of the same Commit was seen. A read amid that Commit can miss some of them
// still, so it is made again before their absence counts as damage.
func (l *Ledger) getWhole(ctx context.Context, need int, keys ...kaibo.Key) ([]kaibo.Item, error) {
	for try := 1; ; try++ {
		items, err := l.Table.Get(ctx, keys...)
		if err != nil {
			return nil, err
		}
		missing := slices.IndexFunc(items[:need], func(it kaibo.Item) bool { return !it.Found() })
		if missing < 0 {
			return items, nil
		}
		if try == readTries {
			k := keys[missing]
			return nil, &kaibo.Error{Op: "read item", Err: fmt.Errorf("%s %s is missing", k.Partition, k.Sort)}
		}
		if err := pause(ctx, try); err != nil {
			return nil, err
		}
	}
}

// event reads the event that ref names.
func (l *Ledger) event(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) (*kaibo.Event, error) {
	items, err := l.getWhole(ctx, 1, kaibo.EventKey(p.ID, ref.Stream, ref.Seq))
	if err != nil {
		return nil, fmt.Errorf("read event: %w", err)
	}
	var e kaibo.Event
	return &e, items[0].Decode(&e)
}

// Ref reads where an event lies, and whether it is forgotten. An event that is
// not of the project is NotFound.
func (l *Ledger) Ref(ctx context.Context, p kaibo.Project, eventID string) (kaibo.EventRef, bool, error) {
	var ref kaibo.EventRef
	notFound := kaibo.Errorf(kaibo.NotFound, "there is no event %s", eventID)
	if !kaibo.IsEventID(eventID) {
		return ref, false, notFound
	}
	items, err := l.Table.Get(ctx, kaibo.RefKey(p.ID, eventID), kaibo.TombKey(p.ID, eventID))
	if err != nil {
		return ref, false, fmt.Errorf("read event id: %w", err)
	}
	if !items[0].Found() {
		return ref, false, notFound
	}
	return ref, items[1].Found(), items[0].Decode(&ref)
}

// Event reads an event by its id.
func (l *Ledger) Event(ctx context.Context, p kaibo.Project, eventID string) (*kaibo.Event, error) {
	ref, _, err := l.Ref(ctx, p, eventID)
	if err != nil {
		return nil, err
	}
	return l.event(ctx, p, ref)
}

// Job reads a job by its id.
func (l *Ledger) Job(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	notFound := kaibo.Errorf(kaibo.NotFound, "there is no job %s", jobID)
	if !kaibo.IsJobID(jobID) {
		return nil, notFound
	}
	ref, _, err := l.Ref(ctx, p, kaibo.JobEvent(jobID))
	if kaibo.KindOf(err) == kaibo.NotFound || err == nil && ref.Seq != ref.JobFirst {
		return nil, notFound
	}
	if err != nil {
		return nil, err
	}
	items, err := l.getWhole(ctx, 1, kaibo.JobKey(p.ID, ref.Stream, ref.JobFirst))
	if err != nil {
		return nil, fmt.Errorf("read job: %w", err)
	}
	var job kaibo.Job
	return &job, items[0].Decode(&job)
}

// Head reads the head of a stream. A stream without events has Seq 0.
func (l *Ledger) Head(ctx context.Context, p kaibo.Project, stream string) (kaibo.Head, error) {
	items, err := l.Table.Get(ctx, kaibo.HeadKey(p.ID, stream))
	if err != nil {
		return kaibo.Head{}, fmt.Errorf("read head: %w", err)
	}
	head := kaibo.Head{Stream: stream}
	if !items[0].Found() {
		return head, nil
	}
	return head, items[0].Decode(&head)
}

// EventsAfter reads at most limit events of a stream after seq, in order and
// without a gap, and says whether there are more. A stream that has no event is
// NotFound. A gap that stays is damage.
func (l *Ledger) EventsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]kaibo.Event, bool, error) {
	if err := CheckStream(stream, false); err != nil {
		return nil, false, err
	}
	for try := 1; ; try++ {
		events, more, err := readAfter[kaibo.Event](ctx, l, kaibo.EventPartition(p.ID, stream), after, limit)
		if err != nil {
			return nil, false, fmt.Errorf("read events: %w", err)
		}
		if len(events) == 0 {
			return nil, false, l.checkThere(ctx, p, stream)
		}
		missing := firstGap(events, after)
		if missing == 0 {
			return events, more, nil
		}
		// The page shows the middle of a Commit, or an event is lost.
		if try == readTries {
			return nil, false, &kaibo.Error{Op: "read events", Err: fmt.Errorf("%s %d is missing", stream, missing)}
		}
		if err := pause(ctx, try); err != nil {
			return nil, false, err
		}
	}
}

// firstGap answers the first seq that events, which follow after, leave out; 0
// when there is none.
func firstGap(events []kaibo.Event, after uint64) uint64 {
	for i := range events {
		if want := after + 1 + uint64(i); events[i].Seq != want {
			return want
		}
	}
	return 0
}

// checkThere answers NotFound for a stream that has no event.
func (l *Ledger) checkThere(ctx context.Context, p kaibo.Project, stream string) error {
	head, err := l.Head(ctx, p, stream)
	if err == nil && head.Seq == 0 {
		err = kaibo.Errorf(kaibo.NotFound, "there is no stream %s", stream)
	}
	return err
}

// readAfter reads one page of a chain after seq.
func readAfter[T any](ctx context.Context, l *Ledger, partition string, after uint64, limit int) ([]T, bool, error) {
	if after >= kaibo.MaxSafeInteger { // no chain is so long, and its key would not be in order
		return nil, false, nil
	}
	page, err := l.Table.Query(ctx, kaibo.Events, partition, kaibo.Range{From: kaibo.SeqKey(after + 1), Limit: limit})
	if err != nil {
		return nil, false, err
	}
	entries := make([]T, len(page.Items))
	for i, item := range page.Items {
		if err := item.Decode(&entries[i]); err != nil {
			return nil, false, err
		}
	}
	return entries, page.More, nil
}

// Streams reads the heads of at most limit streams whose name comes after
// after, in byte order, and says whether there are more. A limit that is not
// within 1 and MaxGetKeys is MaxGetKeys.
func (l *Ledger) Streams(ctx context.Context, p kaibo.Project, after string, limit int) ([]kaibo.Head, bool, error) {
	if limit < 1 || limit > kaibo.MaxGetKeys {
		limit = kaibo.MaxGetKeys
	}
	r := kaibo.Range{Limit: limit}
	if after != "" {
		r.From = after + "\x00"
	}
	page, err := l.Table.Query(ctx, kaibo.Records, kaibo.StreamsPartition(p.ID), r)
	if err != nil {
		return nil, false, fmt.Errorf("list streams: %w", err)
	}
	if len(page.Items) == 0 {
		return nil, false, nil
	}
	keys := make([]kaibo.Key, len(page.Items))
	for i, item := range page.Items {
		keys[i] = kaibo.HeadKey(p.ID, item.Sort)
	}
	items, err := l.getWhole(ctx, len(keys), keys...)
	if err != nil {
		return nil, false, fmt.Errorf("read heads: %w", err)
	}
	heads := make([]kaibo.Head, len(items))
	for i, item := range items {
		if err := item.Decode(&heads[i]); err != nil {
			return nil, false, err
		}
	}
	return heads, page.More, nil
}

// Deletions reads at most limit entries of the deletion ledger after seq.
func (l *Ledger) Deletions(ctx context.Context, p kaibo.Project, after uint64, limit int) ([]kaibo.Receipt, bool, error) {
	entries, more, err := readAfter[kaibo.Receipt](ctx, l, kaibo.DeletionPartition(p.ID), after, limit)
	if err != nil {
		return nil, false, fmt.Errorf("read deletion ledger: %w", err)
	}
	return entries, more, nil
}

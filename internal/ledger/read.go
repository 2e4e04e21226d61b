package ledger

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// event reads the event that ref names.
func (l *Ledger) event(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) (*kaibo.Event, error) {
	items, err := l.Table.Get(ctx, kaibo.EventKey(p.ID, ref.Stream, ref.Seq))
	if err != nil {
		return nil, fmt.Errorf("read event: %w", err)
	}
	if !items[0].Found() {
		return nil, &kaibo.Error{Op: "read event", Err: fmt.Errorf("%s is named at %s %d and is not there", ref.ID, ref.Stream, ref.Seq)}
	}
	var e kaibo.Event
	return &e, decode(items[0], &e)
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
	return ref, items[1].Found(), decode(items[0], &ref)
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
	items, err := l.Table.Get(ctx, kaibo.JobKey(p.ID, ref.Stream, ref.JobFirst))
	if err != nil {
		return nil, fmt.Errorf("read job: %w", err)
	}
	var job kaibo.Job
	return &job, decode(items[0], &job)
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
	return head, decode(items[0], &head)
}

// EventsAfter reads at most limit events of a stream after seq, in order, and
// says whether there are more. A stream that has no event is NotFound.
func (l *Ledger) EventsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]kaibo.Event, bool, error) {
	if err := CheckStream(stream, false); err != nil {
		return nil, false, err
	}
	r := kaibo.Range{From: kaibo.SeqKey(after + 1), Limit: limit}
	page, err := l.Table.Query(ctx, kaibo.Events, kaibo.EventPartition(p.ID, stream), r)
	if err != nil {
		return nil, false, fmt.Errorf("read events: %w", err)
	}
	events := make([]kaibo.Event, len(page.Items))
	for i, item := range page.Items {
		if err := decode(item, &events[i]); err != nil {
			return nil, false, err
		}
	}
	if len(events) > 0 {
		return events, page.More, nil
	}
	head, err := l.Head(ctx, p, stream)
	if err == nil && head.Seq == 0 {
		err = kaibo.Errorf(kaibo.NotFound, "there is no stream %s", stream)
	}
	return events, false, err
}

// Streams reads the heads of at most limit streams whose name comes after
// after, in byte order, and says whether there are more. Limit is at most
// MaxGetKeys.
func (l *Ledger) Streams(ctx context.Context, p kaibo.Project, after string, limit int) ([]kaibo.Head, bool, error) {
	r := kaibo.Range{Limit: min(limit, kaibo.MaxGetKeys)}
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
	items, err := l.Table.Get(ctx, keys...)
	if err != nil {
		return nil, false, fmt.Errorf("read heads: %w", err)
	}
	heads := make([]kaibo.Head, len(items))
	for i, item := range items {
		if err := decode(item, &heads[i]); err != nil {
			return nil, false, err
		}
	}
	return heads, page.More, nil
}

// Deletions reads at most limit entries of the deletion ledger after seq.
func (l *Ledger) Deletions(ctx context.Context, p kaibo.Project, after uint64, limit int) ([]kaibo.Receipt, bool, error) {
	r := kaibo.Range{From: kaibo.SeqKey(after + 1), Limit: limit}
	page, err := l.Table.Query(ctx, kaibo.Events, kaibo.DeletionPartition(p.ID), r)
	if err != nil {
		return nil, false, fmt.Errorf("read deletion ledger: %w", err)
	}
	entries := make([]kaibo.Receipt, len(page.Items))
	for i, item := range page.Items {
		if err := decode(item, &entries[i]); err != nil {
			return nil, false, err
		}
	}
	return entries, page.More, nil
}

package ledger

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// state is what one try of a group saw, and what it is about to write.
type state struct {
	stream      string
	head        kaibo.Head
	headVersion uint64
	fresh       []*draft   // in order, those whose id is not stored
	appends     [][]*draft // fresh ones by the call that they came with
}

// look reads the head and the id items of all drafts in one Get. A draft whose
// id is stored is not fresh: it is a replay, or an earlier try of its own whose
// answer was lost.
func (l *Ledger) look(ctx context.Context, p kaibo.Project, stream string, group []*pending) (*state, error) {
	keys := []kaibo.Key{kaibo.HeadKey(p.ID, stream)}
	for _, a := range group {
		for _, d := range a.drafts {
			keys = append(keys, kaibo.RefKey(p.ID, d.id))
		}
	}
	items, err := l.Table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("read head and keys: %w", err)
	}
	s := &state{stream: stream, headVersion: items[0].Version}
	if items[0].Found() {
		if err := items[0].Decode(&s.head); err != nil {
			return nil, err
		}
	}
	i := 1
	for _, a := range group {
		var fresh []*draft
		for _, d := range a.drafts {
			if items[i].Found() {
				d.ref = new(kaibo.EventRef)
				if err := items[i].Decode(d.ref); err != nil {
					return nil, err
				}
			}
			if d.ref == nil {
				fresh = append(fresh, d)
			}
			i++
		}
		if len(fresh) > 0 {
			s.fresh = append(s.fresh, fresh...)
			s.appends = append(s.appends, fresh)
		}
	}
	return s, nil
}

// prepare writes the payloads of the fresh drafts that have none yet, all at
// once (a group has fewer than 50), and meanwhile finds the ids of their
// initiatives: one round trip for both.
func (l *Ledger) prepare(ctx context.Context, p kaibo.Project, s *state) error {
	now := l.Clock()
	work, workCtx := errgroup.WithContext(ctx)
	for _, d := range s.fresh {
		if d.object != "" {
			continue // build looks how old it is
		}
		work.Go(func() error { return l.writePayload(workCtx, p, d, now) })
	}
	work.Go(func() error { return l.enterInitiatives(workCtx, p, s.fresh) })
	return work.Wait()
}

// enterInitiatives finds the ids of the drafts' initiatives, one draft after
// the other, so that what one of them makes the next one knows.
func (l *Ledger) enterInitiatives(ctx context.Context, p kaibo.Project, drafts []*draft) error {
	for _, d := range drafts {
		if d.ids != nil || len(d.entry.Details.Initiatives) == 0 {
			continue
		}
		ids, err := l.EnsureInitiatives(ctx, p, d.entry.Details.Initiatives)
		if err != nil {
			return err
		}
		d.ids = ids
	}
	return nil
}

func (l *Ledger) writePayload(ctx context.Context, p kaibo.Project, d *draft, now kaibo.Time) error {
	payload, err := l.newPayload(d.entry)
	if err != nil {
		return err
	}
	name, err := l.payloadName(p, now)
	if err != nil {
		return err
	}
	l.inFlight.Store(name, true)
	if err := l.Objects.Put(ctx, name, encodePayload(payload)); err != nil {
		l.inFlight.Delete(name)
		return fmt.Errorf("write payload: %w", err)
	}
	d.payload, d.object, d.written = payload, name, now
	return nil
}

// build chains the fresh drafts to the head and answers the writes of the
// Commit. No event is recorded before its payload was written, whatever the
// clock does meanwhile: Sweep counts on it.
func (l *Ledger) build(ctx context.Context, p kaibo.Project, s *state) ([]kaibo.Write, error) {
	head := s.head
	head.Stream = s.stream
	now := l.Clock()
	head.RecordedAt = max(now, head.RecordedAt)
	for _, d := range s.fresh {
		if time.Duration(now-d.written)*time.Millisecond > maxPayloadAge { // also where the process slept, or its clock was set
			return nil, &kaibo.Error{Op: "append", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "the append took too long; try again"}
		}
		head.RecordedAt = max(head.RecordedAt, d.written, d.notBefore)
	}
	for _, d := range s.fresh {
		enterSession(&head, p, d)
		if err := extend(&head, d); err != nil {
			return nil, err
		}
	}
	var writes []kaibo.Write
	for _, drafts := range s.appends {
		more, err := l.buildAppend(ctx, p, s.stream, drafts)
		if err != nil {
			return nil, err
		}
		writes = append(writes, more...)
	}
	writes = append(writes,
		kaibo.PutOver(kaibo.HeadKey(p.ID, s.stream), s.headVersion, kaibo.Encode(head)),
		kaibo.PutAny(kaibo.LagKey(p.ID, s.stream), head.Seq, kaibo.Encode(Hint{Project: p.ID, Stream: s.stream})))
	if s.headVersion == 0 {
		writes = append(writes, kaibo.PutAny(kaibo.StreamKey(p.ID, s.stream), 1, nil))
	}
	return writes, nil
}

// extend makes a draft the next event after head.
func extend(head *kaibo.Head, d *draft) error {
	occurred := d.entry.occurred(head.RecordedAt)
	d.event = kaibo.Event{
		ID: d.id, Stream: head.Stream, Seq: head.Seq + 1, Kind: d.entry.Kind,
		OccurredAt: occurred, RecordedAt: head.RecordedAt, IdempotencyKey: d.entry.IdempotencyKey,
		PayloadDigest: chain.SaltedDigest(d.payload.Salt, d.payload.Content),
		DetailsDigest: chain.SaltedDigest(d.payload.DetailsSalt, d.payload.Details),
	}
	if err := chain.SealEvent(&d.event, head.Hash); err != nil {
		return fmt.Errorf("hash event: %w", err)
	}
	head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, d.event.Hash)
	head.Seq, head.Hash = d.event.Seq, d.event.Hash
	return nil
}

// sessionGap is the pause after which a new session begins.
const sessionGap = kaibo.Time(time.Hour / time.Millisecond)

// enterSession says which session a draft belongs to: the head's, or one that
// begins with it.
func enterSession(head *kaibo.Head, p kaibo.Project, d *draft) {
	occurred := d.entry.occurred(head.RecordedAt)
	thread := ""
	if v, ok := d.entry.Details.Metadata["thread"]; ok {
		thread = p.MetadataTag("thread", v)
	}
	gap := occurred - head.LastOccurred
	if head.Seq == 0 || thread != head.Thread || gap > sessionGap || gap < -sessionGap {
		head.Session = head.Seq + 1
	}
	head.Thread, head.LastOccurred = thread, occurred
	d.session = head.Session
}

// buildAppend answers the writes that belong to one call: events, id items,
// the job, an expiry, and what Attach adds.
func (l *Ledger) buildAppend(ctx context.Context, p kaibo.Project, stream string, drafts []*draft) ([]kaibo.Write, error) {
	first, last := drafts[0].event, drafts[len(drafts)-1].event
	job := kaibo.Job{ID: kaibo.JobID(first.ID), Stream: stream, First: first.Seq, Last: last.Seq,
		Status: kaibo.JobQueued, CreatedAt: first.RecordedAt, UpdatedAt: first.RecordedAt}
	warn(&job, drafts)
	writes := []kaibo.Write{kaibo.PutNew(kaibo.JobKey(p.ID, stream, first.Seq), 1, kaibo.Encode(job))}
	recorded := make([]Recorded, len(drafts))
	for i, d := range drafts {
		d.job = job
		ref := kaibo.EventRef{ID: d.id, Stream: stream, Seq: d.event.Seq, JobFirst: first.Seq, Object: d.object, Session: d.session}
		writes = append(writes,
			kaibo.PutNew(kaibo.EventKey(p.ID, stream, d.event.Seq), 1, kaibo.Encode(d.event)),
			kaibo.PutNew(kaibo.RefKey(p.ID, d.id), 1, kaibo.Encode(ref)))
		recorded[i] = Recorded{Event: d.event, Session: d.session, Content: d.payload.Content, Details: d.entry.Details,
			Initiatives: d.ids, Tags: p.MetadataTags(d.entry.Details.Metadata)}
	}
	if w, ok := expiry(p, first, drafts); ok {
		writes = append(writes, w)
	}
	if own := drafts[0].entry.Attach; own != nil {
		more, err := own(ctx, recorded[0])
		if err != nil {
			return nil, err
		}
		writes = append(writes, more...)
	}
	if l.Attach == nil {
		return writes, nil
	}
	more, err := l.Attach(ctx, p, stream, recorded)
	if err != nil && kaibo.KindOf(err) == kaibo.Unavailable {
		return nil, fmt.Errorf("attach to append: %w", err)
	}
	if err != nil { // the entries passed the door: whatever it is, it is not the caller's
		return nil, &kaibo.Error{Op: "attach to append", Err: err}
	}
	return append(writes, more...), nil
}

// warn puts into a job what the secret guard found in its events.
func warn(job *kaibo.Job, drafts []*draft) {
	for _, d := range drafts {
		for _, w := range d.entry.Warnings {
			if len(job.Warnings) == kaibo.MaxWarnings {
				job.Unwarned++
				continue
			}
			job.Warnings = append(job.Warnings, w)
		}
	}
}

// Expiring is an event that forgets itself.
type Expiring struct {
	EventID string     `json:"eventId"`
	At      kaibo.Time `json:"at"`
}

// Expiry lists the events of one append that forget themselves. It is sorted
// by the earliest of them.
type Expiry struct {
	Project string     `json:"project"`
	Events  []Expiring `json:"events"`
}

func expiry(p kaibo.Project, first kaibo.Event, drafts []*draft) (kaibo.Write, bool) {
	x := Expiry{Project: p.ID}
	earliest := kaibo.Forever
	for _, d := range drafts {
		if d.entry.ExpiresAt != nil {
			x.Events = append(x.Events, Expiring{EventID: d.id, At: *d.entry.ExpiresAt})
			earliest = min(earliest, *d.entry.ExpiresAt)
		}
	}
	if len(x.Events) == 0 {
		return kaibo.Write{}, false
	}
	key := kaibo.Key{Partition: kaibo.ExpirePartition, Sort: kaibo.TimeKey(earliest) + "/" + p.ID + "/" + first.ID}
	return kaibo.PutNew(key, 1, kaibo.Encode(x)), true
}

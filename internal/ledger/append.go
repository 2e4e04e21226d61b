package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Appended is the answer for one entry.
type Appended struct {
	Event          kaibo.Event
	Job            kaibo.Job
	Replayed       bool // the key was used before; nothing was appended
	PayloadDiffers bool // replayed, and the content is another
	Forgotten      bool // replayed, and the original is forgotten
}

// Limits of the loop that appends.
const (
	maxAppendTries = 16               // a lost race each; with jitter, contention of 64 writers stays far below
	maxOwnTries    = 64               // of an entry with an Attach of its own
	maxPayloadAge  = 10 * time.Minute // an older payload may have been swept, so its append is given up
)

// Append adds entries to a stream, all or none, in order, with one job for
// all. Entries whose key was used are answered as replays; the others are
// appended together. The answers stand in the order of the entries.
//
// A Conflict never comes. After an error that is not Invalid or TooLarge the
// entries may or may not be stored: with keys, the same call tells.
//
// The entries, their content included, must not be changed afterwards: when
// ctx ends, Append returns before the append that it began.
func (l *Ledger) Append(ctx context.Context, p kaibo.Project, stream string, entries []Entry) ([]Appended, error) {
	if err := CheckStream(stream, true); err != nil {
		return nil, err
	}
	if err := checkBatch(entries); err != nil {
		return nil, err
	}
	for i := range entries {
		prefix := ""
		if len(entries) > 1 {
			prefix = fmt.Sprintf("events[%d].", i)
		}
		if err := entries[i].Check(prefix); err != nil {
			return nil, err
		}
	}
	return l.append(ctx, p, stream, entries)
}

// Curate appends one event of kind curate to a stream of the server's own.
func (l *Ledger) Curate(ctx context.Context, p kaibo.Project, stream string, e Entry) (Appended, error) {
	e.Kind = kaibo.KindCurate
	if err := CheckKey("idempotencyKey", e.IdempotencyKey); err != nil {
		return Appended{}, err
	}
	if err := e.checkTimes(""); err != nil {
		return Appended{}, err
	}
	if err := e.checkDetails(""); err != nil {
		return Appended{}, err
	}
	out, err := l.append(ctx, p, stream, []Entry{e})
	if err != nil {
		return Appended{}, err
	}
	return out[0], nil
}

// append makes the drafts of an append and puts them through the stream's
// lane.
func (l *Ledger) append(ctx context.Context, p kaibo.Project, stream string, entries []Entry) ([]Appended, error) {
	a := &pending{ctx: ctx, done: make(chan struct{}), drafts: make([]*draft, len(entries))}
	for i := range entries {
		d := &draft{entry: &entries[i], ids: entries[i].InitiativeIDs, notBefore: entries[i].NotBefore}
		if err := l.identify(p, d); err != nil {
			return nil, err
		}
		a.drafts[i] = d
	}
	l.enqueue(p, stream, a)
	select {
	case <-a.done:
		return a.answers(), a.err
	case <-ctx.Done():
		return nil, &kaibo.Error{Op: "append", Kind: kaibo.Unavailable, RetryAfter: time.Second,
			Detail: "the call ended before the append did; it may still happen", Err: ctx.Err()}
	}
}

// identify gives a draft its id: made from the key, or random.
func (l *Ledger) identify(p kaibo.Project, d *draft) (err error) {
	if d.entry.IdempotencyKey != "" {
		d.id = p.EventIDForKey(d.entry.IdempotencyKey)
		return nil
	}
	d.id, err = kaibo.NewEventID(l.Random)
	return err
}

// commitGroup appends a group of pending appends to one stream in one Commit,
// trying again until it is done, refused for good, or out of tries.
func (l *Ledger) commitGroup(ctx context.Context, p kaibo.Project, stream string, group []*pending) error {
	defer l.land(group)
	tries := maxAppendTries
	if group[0].drafts[0].entry.Attach != nil { // it meets what other streams of the project are about, too
		tries = maxOwnTries
	}
	var refused error
	for try := range tries {
		if try > 0 {
			if err := pause(ctx, try); err != nil {
				return err
			}
		}
		s, err := l.look(ctx, p, stream, group)
		if err != nil {
			return err
		}
		if len(s.fresh) == 0 {
			l.answerReplays(ctx, p, group)
			return nil
		}
		if err := l.prepare(ctx, p, s); err != nil {
			return err
		}
		writes, err := l.build(ctx, p, s)
		if later := new(*LaterError); errors.As(err, later) {
			s.fresh[0].notBefore, refused = (*later).At, err
			continue
		}
		if err != nil {
			return err
		}
		refused = l.Table.Commit(ctx, writes)
		if refused == nil {
			l.finish(ctx, p, s, group)
			return nil
		}
		if kaibo.KindOf(refused) == kaibo.Invalid {
			return &kaibo.Error{Op: "commit append", Err: refused} // ours to make right, not the caller's
		}
		// Refused or lost: the next look tells whether it was our own write.
	}
	return &kaibo.Error{Op: "append", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "the stream is busy; try again", Err: refused}
}

// land says that no Commit that names the payloads of a group is under way.
func (l *Ledger) land(group []*pending) {
	for _, a := range group {
		for _, d := range a.drafts {
			if d.object != "" {
				l.inFlight.Delete(d.object)
			}
		}
	}
}

// finish answers a group whose Commit happened.
func (l *Ledger) finish(ctx context.Context, p kaibo.Project, s *state, group []*pending) {
	for _, d := range s.fresh {
		d.answer = Appended{Event: d.event, Job: d.job}
		d.settled = true
	}
	l.hint(ctx, p, s.stream)
	l.answerReplays(ctx, p, group)
}

// pause waits before a further try: up to 2 ms doubled a try, at most 250 ms,
// with full jitter.
func pause(ctx context.Context, try int) error {
	limit := min(2*time.Millisecond<<min(try, 10), 250*time.Millisecond)
	t := time.NewTimer(rand.N(limit))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return &kaibo.Error{Op: "wait", Kind: kaibo.Unavailable, RetryAfter: time.Second, Err: ctx.Err()}
	}
}

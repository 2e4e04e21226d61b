package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// verifyStreams verifies every stream up to its head, payloads included.
func (r *run) verifyStreams(ctx context.Context) error {
	heads, err := r.source.Streams(ctx)
	if err != nil {
		return fmt.Errorf("read the streams: %w", err)
	}
	for _, h := range heads {
		r.expect(h.Seq)
	}
	seen := make(map[string]bool, len(heads))
	for _, h := range heads {
		if seen[h.Stream] {
			r.found.add(h.Stream, h.Seq, "the stream is listed twice")
			continue
		}
		seen[h.Stream] = true
		if err := r.verifyStream(ctx, h); err != nil {
			return err
		}
	}
	for _, k := range r.options.Known {
		if !seen[k.Stream] && k.Stream != chain.DeletionLedger && k.Size > 0 {
			r.knownLost(Chain{Stream: k.Stream})
			r.cut = true
		}
	}
	r.streamsGone(seen)
	return nil
}

// streamsGone tells of streams that are not listed any more.
func (r *run) streamsGone(seen map[string]bool) {
	gone := make(map[string]bool)
	for stream := range r.known {
		gone[stream] = true
	}
	for _, k := range r.options.Known { // told already
		seen[k.Stream] = true
	}
	for stream := range r.roots {
		gone[stream] = true
	}
	for at := range r.pins {
		gone[at.stream] = true
	}
	for _, stream := range slices.Sorted(maps.Keys(gone)) {
		if seen[stream] || stream == chain.DeletionLedger {
			continue
		}
		if k, ok := r.known[stream]; ok && k.Size > 0 {
			r.knownLost(Chain{Stream: stream})
		} else {
			r.short(stream, 0)
		}
		r.cut = true
	}
}

// verifyStream verifies one stream: the chain here, one event after the other,
// and the payloads beside it.
func (r *run) verifyStream(ctx context.Context, head kaibo.Head) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.options.Parallel)
	w := &streamRun{run: r, group: group, head: head, v: chain.NewVerifier(head.Stream)}
	if p, ok := r.options.Memory.point(head.Stream); ok && r.options.Incremental {
		v, err := chain.Resume(p)
		if err != nil {
			return fmt.Errorf("take up what an earlier run left of %s: %w", head.Stream, err)
		}
		w.v, w.last, w.began = v, p.RecordedAt, p.Size
	}
	readErr := w.readChain(ctx)
	// A payload that could not be read cancels the events, so its error is the
	// one to tell.
	if err := group.Wait(); err != nil {
		return err
	}
	if readErr != nil {
		return readErr
	}
	w.compareEnd()
	return nil
}

// streamRun verifies one stream.
type streamRun struct {
	*run
	group  *errgroup.Group
	head   kaibo.Head
	v      *chain.Verifier
	last   kaibo.Time // recordedAt of the last event
	began  uint64     // entries that an earlier run verified
	halted bool       // the chain broke, so what follows cannot be verified
}

// readChain verifies the events up to the head. What comes after it was
// appended meanwhile and is left for another run.
func (w *streamRun) readChain(ctx context.Context) error {
	if w.head.Seq <= w.began {
		return nil
	}
	for line, err := range w.source.Events(ctx, w.head.Stream, w.began) {
		if err != nil {
			return fmt.Errorf("read the events of stream %s after %d: %w", w.head.Stream, w.v.Size(), err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.v.Line(line); err != nil {
			w.halted = true
			if !w.rewritten(w.head.Stream, w.v.Point(), err) {
				w.broken(err)
			}
			return nil
		}
		if err := w.event(ctx, line); err != nil {
			return err
		}
		if w.v.Size() == w.head.Seq {
			return nil
		}
	}
	return nil
}

// rewritten tells of a chain that does not go on from where an earlier run was:
// what is served before that place is another history. It reports whether that
// is what an error says.
func (r *run) rewritten(stream string, at chain.Point, err error) bool {
	known, ok := r.options.Memory.point(stream)
	if !r.options.Incremental || !ok || known.Size != at.Size || at.Size == 0 || asBroken(err).What != "prevHash is not the hash before it" {
		return false
	}
	r.found.add(stream, at.Size, "the history was rewritten, here or before: an earlier run saw the hash %s here, and what follows is chained to %s", at.Hash, asBroken(err).Got)
	return true
}

// event looks after one event whose place in the chain is proved.
func (w *streamRun) event(ctx context.Context, line []byte) error {
	e, err := readEvent(line)
	if err != nil {
		return fmt.Errorf("read an event that was verified: %w", err)
	}
	w.last = e.RecordedAt
	w.report.Events++
	w.advance()
	w.reached(e.Stream, e.Seq, e.Hash, w.v.Root)
	if other, ok := w.places[e.ID]; ok {
		w.found.add(e.Stream, e.Seq, "its id %s is also that of seq %d of stream %s", e.ID, other.seq, other.stream)
		return nil
	}
	w.places[e.ID] = place{e.Stream, e.Seq}
	w.group.Go(func() error { return w.payload(ctx, e) })
	return nil
}

// readEvent reads what a run looks at of a line.
func readEvent(line []byte) (*kaibo.Event, error) {
	if s, ok := chain.ReadServed(line); ok {
		return &kaibo.Event{ID: s.ID, Stream: s.Stream, Seq: s.Seq, Hash: s.Hash, RecordedAt: s.RecordedAt,
			PayloadDigest: s.PayloadDigest, DetailsDigest: s.DetailsDigest}, nil
	}
	e := new(kaibo.Event)
	return e, json.Unmarshal(line, e)
}

// failed reports whether the server itself said that it failed inside, which no
// good payload makes it say: not that it was not reached, or is busy.
func failed(err error) bool {
	var said *kaibo.Error
	return errors.As(err, &said) && said.Kind == kaibo.Internal
}

// payload verifies the payload of an event, or notes that it is gone.
func (w *streamRun) payload(ctx context.Context, e *kaibo.Event) error {
	body, err := w.source.Payload(ctx, e.ID)
	switch kind := kaibo.KindOf(err); {
	case err == nil:
	case kind == kaibo.Gone:
		w.markGone(e.ID, place{e.Stream, e.Seq})
		return nil
	case kind == kaibo.NotFound:
		w.found.add(e.Stream, e.Seq, "its payload is neither there nor gone: the server does not know %s", e.ID)
		return nil
	case failed(err):
		w.found.add(e.Stream, e.Seq, "its payload is neither there nor gone: the server fails to read it")
		return nil
	default:
		return fmt.Errorf("read the payload of %s (stream %s, seq %d): %w", e.ID, e.Stream, e.Seq, err)
	}
	if what := checkPayload(e, body); what != "" {
		w.found.add(e.Stream, e.Seq, "%s", what)
		return nil
	}
	w.payloads.Add(1)
	return nil
}

// compareEnd compares the chain with the head that was served.
func (w *streamRun) compareEnd() {
	end := endOf(w.v)
	w.report.Streams = append(w.report.Streams, end)
	if w.halted {
		w.cut = true
		return
	}
	w.points = append(w.points, w.v.Point())
	w.knownLost(Chain{Stream: end.Stream, Size: min(end.Size, w.head.Seq)})
	w.short(end.Stream, min(end.Size, w.head.Seq))
	if w.head.Seq == w.began && w.began > 0 && w.head.Hash != end.Hash {
		w.found.add(end.Stream, end.Size, "the history was rewritten: an earlier run saw the hash %s here, now it is %s", end.Hash, w.head.Hash)
		return
	}
	switch head := w.head; {
	case end.Size > head.Seq: // told by knownLost
	case end.Size < head.Seq:
		w.cut = true
		w.found.add(head.Stream, end.Size+1, "the end was cut: the head says %d events, %d were served", head.Seq, end.Size)
	case end.Hash != head.Hash:
		w.found.add(head.Stream, head.Seq, "the head is another history's: its hash is %s, that of the last event %s", head.Hash, end.Hash)
	case head.RecordedAt != 0 && head.Seq > 0 && head.RecordedAt != w.last:
		w.found.add(head.Stream, head.Seq, "the head's recordedAt is %s, that of the last event %s", head.RecordedAt, w.last)
	case len(head.Frontier) > 0 && !slices.Equal(head.Frontier, w.v.Frontier()):
		w.found.add(head.Stream, head.Seq, "the head's frontier is not that of the events")
	}
}

// asBroken returns the *chain.BrokenError that a verifier's error is.
func asBroken(err error) *chain.BrokenError {
	var b *chain.BrokenError
	if !errors.As(err, &b) {
		return &chain.BrokenError{What: err.Error()}
	}
	return b
}

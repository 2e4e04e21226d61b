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
	seen := make(map[string]bool, len(heads))
	var streams []*streamRun
	total := uint64(0)
	for _, h := range heads {
		if seen[h.Stream] {
			r.found.add(h.Stream, h.Seq, "the stream is listed twice")
			continue
		}
		seen[h.Stream] = true
		w, err := r.openStream(h)
		if err != nil {
			return err
		}
		streams = append(streams, w)
		total = min(total+h.Seq-min(h.Seq, w.began), kaibo.MaxSafeInteger)
	}
	r.expect(total)
	r.places.expect(total)
	if err := r.readStreams(ctx, streams); err != nil {
		return err
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

// openStream begins with a stream, where an earlier run ended.
func (r *run) openStream(head kaibo.Head) (*streamRun, error) {
	w := &streamRun{run: r, head: head, v: chain.NewVerifier(head.Stream), number: r.places.stream(head.Stream), sizes: r.awaits(head.Stream)}
	w.group.SetLimit(r.options.Parallel)
	if p, ok := r.options.Memory.point(head.Stream); ok && r.options.Incremental {
		v, err := chain.Resume(p)
		if err != nil {
			return nil, fmt.Errorf("take up what an earlier run left of %s: %w", head.Stream, err)
		}
		w.v, w.last, w.began = v, p.RecordedAt, p.Size
	}
	return w, nil
}

// readStreams verifies the streams up to their heads. What comes after them was
// appended meanwhile and is left for another run.
func (r *run) readStreams(ctx context.Context, streams []*streamRun) error {
	if source, ok := r.source.(Pages); ok {
		return r.readAhead(ctx, source, streams)
	}
	for _, w := range streams {
		if err := w.verify(ctx); err != nil {
			return err
		}
	}
	return nil
}

// streamRun verifies one stream.
type streamRun struct {
	*run
	group  errgroup.Group // of payloads that are asked for one by one
	head   kaibo.Head
	v      *chain.Verifier
	number uint32     // of the stream, in places
	sizes  []uint64   // at which the chain is compared with what is known
	last   kaibo.Time // recordedAt of the last event
	began  uint64     // entries that an earlier run verified
	halted bool       // the chain broke, so what follows cannot be verified
	ended  ended      // nothing more is wanted of it
}

// verify verifies a stream event by event: the chain here, and the payloads
// beside it.
func (w *streamRun) verify(ctx context.Context) error {
	readErr := w.readChain(ctx)
	if err := w.group.Wait(); err != nil {
		return err
	}
	if readErr != nil {
		return readErr
	}
	w.compareEnd()
	return nil
}

func (w *streamRun) readChain(ctx context.Context) error {
	if w.head.Seq <= w.began {
		return nil
	}
	for line, err := range w.source.Events(ctx, w.head.Stream, w.began) {
		if err != nil {
			return fmt.Errorf("read the events of stream %s after %d: %w", w.head.Stream, w.v.Size(), err)
		}
		if end, err := w.step(ctx, line, verdict{}); end || err != nil {
			return err
		}
	}
	return nil
}

// oneByOne verifies the lines of a page event by event.
func (w *streamRun) oneByOne(ctx context.Context, lines [][]byte, seen []verdict) error {
	for i, line := range lines {
		v := verdict{}
		if i < len(seen) {
			v = seen[i]
		}
		if end, err := w.step(ctx, line, v); end || err != nil {
			return err
		}
	}
	return nil
}

// step verifies the next event, and reports whether it is the last one that is
// wanted.
func (w *streamRun) step(ctx context.Context, line []byte, payload verdict) (end bool, err error) {
	if ctx.Err() != nil || w.ended.Load() {
		return true, ctx.Err()
	}
	if err := w.v.Line(line); err != nil {
		w.halted = true
		if !w.rewritten(w.head.Stream, w.v.Point(), err) {
			w.broken(err)
		}
		return true, nil
	}
	e, err := readEvent(line)
	if err != nil {
		return true, fmt.Errorf("read an event that was verified: %w", err)
	}
	w.last = e.RecordedAt
	w.report.Events++
	w.advance()
	w.reached(e.Stream, e.Seq, e.Hash, w.v.Root)
	w.note(ctx, &seenEvent{keyOf([]byte(e.ID)), []byte(e.ID), e.Seq, []byte(e.PayloadDigest), []byte(e.DetailsDigest)}, payload)
	return w.v.Size() == w.head.Seq, nil
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

// seenEvent is an event whose place in the chain is proved. Its bytes last as
// long as the line that it was read from.
type seenEvent struct {
	key              idKey
	id               []byte
	seq              uint64
	payload, details []byte // digests
}

// note looks after an event. Its payload is asked for unless it was judged.
func (w *streamRun) note(ctx context.Context, e *seenEvent, v verdict) {
	if other, twice := w.places.add(e.key, w.number, e.seq); twice {
		w.found.add(w.head.Stream, e.seq, "its id %s is also that of seq %d of stream %s", e.id, other.seq, other.stream)
		return
	}
	switch v.state {
	case good:
		w.payloads.Add(1)
	case gone:
		w.markGone(string(e.id), place{w.head.Stream, e.seq})
	case bad:
		w.found.add(w.head.Stream, e.seq, "%s", v.what)
	default:
		event := &kaibo.Event{ID: string(e.id), Stream: w.head.Stream, Seq: e.seq, PayloadDigest: string(e.payload), DetailsDigest: string(e.details)}
		w.group.Go(func() error {
			err := w.payload(ctx, event)
			if err != nil {
				w.ended.Store(true) // the run ends with it
			}
			return err
		})
	}
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
		w.found.add(e.Stream, e.Seq, unreadablePayload)
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

package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// deletions is what was read of the deletion ledger.
type deletions struct {
	v        *chain.ReceiptVerifier
	broken   bool              // the chain broke, so what follows is not known
	deeds    map[string]uint64 // seq of each forgotten entry, by its id
	events   map[string]uint64 // seq of the entry that names an event
	memories map[string]uint64 // seq of the entry that names a memory
	early    uint64            // entries that were read before the streams
}

func newDeletions() *deletions {
	return &deletions{v: chain.NewReceiptVerifier(), deeds: make(map[string]uint64),
		events: make(map[string]uint64), memories: make(map[string]uint64)}
}

func (d *deletions) end() Chain {
	return Chain{Stream: chain.DeletionLedger, Size: d.v.Size(), Hash: d.v.Hash(), Root: d.v.Root()}
}

// take notes what an entry names; the first entry to name an id counts.
func (d *deletions) take(r *kaibo.Receipt) {
	if r.Kind != kaibo.ReceiptForgotten {
		return
	}
	d.deeds[r.ID] = r.Seq
	for _, id := range r.EventIDs {
		if _, ok := d.events[id]; !ok {
			d.events[id] = r.Seq
		}
	}
	for _, id := range r.MemoryIDs {
		if _, ok := d.memories[id]; !ok {
			d.memories[id] = r.Seq
		}
	}
}

// stillThere demands that the entry is there at which an earlier run ended, of
// which an incremental one reads only what follows.
func (r *run) stillThere(ctx context.Context) error {
	at := r.ledger.v.Point()
	if at.Size == 0 {
		return nil
	}
	for line, err := range r.source.Deletions(ctx, at.Size-1) {
		if err != nil {
			return fmt.Errorf("read entry %d of the deletion ledger: %w", at.Size, err)
		}
		var entry kaibo.Receipt
		if err := json.Unmarshal(line, &entry); err != nil || entry.Seq != at.Size || entry.Hash != at.Hash {
			r.ledger.broken = true
			r.found.add(chain.DeletionLedger, at.Size, "the history was rewritten, here or before: an earlier run saw the hash %s here, now it is %s", at.Hash, entry.Hash)
		}
		return nil
	}
	r.ledger.broken = true
	r.found.add(chain.DeletionLedger, at.Size, "the end was cut: an earlier run saw %d entries, now there are fewer", at.Size)
	return nil
}

// readLedger reads the ledger for the first time, before the streams.
func (r *run) readLedger(ctx context.Context) error {
	if r.options.Incremental {
		if err := r.stillThere(ctx); err != nil {
			return err
		}
	}
	if err := r.readOn(ctx); err != nil {
		return err
	}
	r.ledger.early = r.ledger.v.Size()
	r.points = append(r.points, r.ledger.v.Point()) // entries that come later may be about events that are not read yet
	return nil
}

// readOn verifies the entries of the ledger that were not read yet.
func (r *run) readOn(ctx context.Context) error {
	d := r.ledger
	if d.broken {
		return nil
	}
	for line, err := range r.source.Deletions(ctx, d.v.Size()) {
		if err != nil {
			return fmt.Errorf("read the deletion ledger after %d: %w", d.v.Size(), err)
		}
		entry, err := d.v.Line(line)
		if err != nil {
			d.broken = true
			if !r.rewritten(chain.DeletionLedger, d.v.Point(), err) {
				r.broken(err)
			}
			return nil
		}
		if _, ok := d.deeds[entry.ReceiptID]; entry.Kind == kaibo.ReceiptPurged && !ok && !r.options.Incremental {
			r.found.add(chain.DeletionLedger, entry.Seq, "it says that %s is purged, which no entry before it forgot", entry.ReceiptID)
		}
		r.reached(chain.DeletionLedger, entry.Seq, entry.Hash, d.v.Root)
		d.take(entry)
	}
	return nil
}

// settleGone demands an entry for every payload that is gone. The entry is the
// last thing that forgetting writes, so one that is missing is waited for.
func (r *run) settleGone(ctx context.Context) error {
	deadline := time.Now().Add(r.options.Settle)
	var missing []string
	for poll := firstPoll; ; poll = min(2*poll, lastPoll) {
		if err := r.readOn(ctx); err != nil {
			return err
		}
		missing = r.withoutEntry()
		if len(missing) == 0 || r.ledger.broken || time.Now().Add(poll).After(deadline) {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the deletion ledger: %w", ctx.Err())
		case <-time.After(poll):
		}
	}
	if r.ledger.broken {
		return nil // the entries may stand behind the break
	}
	r.knownLost(r.ledger.end())
	r.short(chain.DeletionLedger, r.ledger.v.Size())
	for _, id := range missing {
		at := r.gone[id]
		r.found.add(at.stream, at.seq, "its payload is gone, and no entry of the deletion ledger names %s", id)
	}
	return nil
}

// withoutEntry returns the events whose payload is gone and that no entry
// names, in order.
func (r *run) withoutEntry() []string {
	var missing []string
	for _, id := range slices.Sorted(maps.Keys(r.gone)) {
		if _, ok := r.ledger.events[id]; !ok {
			missing = append(missing, id)
		}
	}
	return missing
}

// verifyForgotten looks for everything that the ledger says is forgotten.
func (r *run) verifyForgotten(ctx context.Context) error {
	d := r.ledger
	r.expect(uint64(len(d.events) + len(d.memories)))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(r.options.Parallel)
	for _, id := range slices.Sorted(maps.Keys(d.events)) {
		if groupCtx.Err() != nil {
			break
		}
		at, placed := r.places.find(id)
		if !placed {
			at = place{chain.DeletionLedger, d.events[id]}
			r.unplaced(id, d.events[id])
		}
		group.Go(func() error { return r.forgottenEvent(groupCtx, id, at) })
	}
	for _, id := range slices.Sorted(maps.Keys(d.memories)) {
		if groupCtx.Err() != nil {
			break
		}
		group.Go(func() error { return r.forgottenMemory(groupCtx, id, d.memories[id]) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// unplaced judges an entry that names an event which no stream held. One read
// after the streams may be about an event that is newer than their heads.
func (r *run) unplaced(id string, seq uint64) {
	if seq <= r.ledger.early && !r.cut {
		r.found.add(chain.DeletionLedger, seq, "it names event %s, which no stream holds", id)
	}
}

// forgottenEvent demands that the payload of a forgotten event is gone.
func (r *run) forgottenEvent(ctx context.Context, id string, at place) error {
	defer r.advance()
	r.mu.Lock()
	_, gone := r.gone[id]
	r.mu.Unlock()
	if gone {
		return nil
	}
	_, err := r.source.Payload(ctx, id)
	switch kind := kaibo.KindOf(err); {
	case err == nil:
		r.found.add(at.stream, at.seq, "the payload of %s is still served, though entry %d of the deletion ledger says that it is forgotten", id, r.ledger.events[id])
	case kind == kaibo.Gone:
		r.markGone(id, at)
	case kind == kaibo.NotFound:
		r.found.add(at.stream, at.seq, "the payload of %s is forgotten but does not answer gone: the server does not know the event", id)
	default:
		return fmt.Errorf("read the payload of the forgotten event %s: %w", id, err)
	}
	return nil
}

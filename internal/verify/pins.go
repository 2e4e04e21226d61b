package verify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// verifyPins looks for the pins that a run did not come by because an earlier
// one had: it asks for their proofs under the newest checkpoint.
func (r *run) verifyPins(ctx context.Context) error {
	if !r.options.Incremental {
		return nil
	}
	for at, pin := range r.pins {
		point, ok := r.options.Memory.point(at.stream)
		if !ok || at.seq > point.Size {
			continue // on the way of this run
		}
		what, err := r.provePin(ctx, pin)
		if err != nil {
			return err
		}
		if what != "" {
			r.found.add(at.stream, at.seq, "the history was rewritten: the pinned %s has the hash %s, and %s", pin.ID, pin.Hash, what)
		}
	}
	for stream, list := range r.roots {
		point, ok := r.options.Memory.point(stream)
		for _, x := range list {
			if !ok || x.size >= point.Size {
				continue
			}
			if err := r.proveRoot(ctx, stream, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// provePin asks for the proof of a pinned entry, and answers what is wrong with
// it.
func (r *run) provePin(ctx context.Context, pin Pin) (string, error) {
	if r.signed == nil {
		return "nothing is signed that could show it: verify without --incremental", nil
	}
	body, err := r.signed.source.Proof(ctx, pin.ID)
	if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
		return "the server has no proof of it", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the proof of %s: %w", pin.ID, err)
	}
	var answer struct {
		Proof string `json:"proof"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "the proof is not in the form of one", nil
	}
	checked, err := proof.CheckEvidence(answer.Proof, func(string) ([]string, error) { return r.signed.keys, nil })
	if err != nil {
		return "its proof does not hold: " + err.Error(), nil
	}
	if now := r.signed.latest[pin.Stream]; now != nil && now.Checkpoint != checked.Checkpoint.Checkpoint {
		earlier, later := now.Checkpoint, checked.Checkpoint.Checkpoint
		if earlier.Size > later.Size {
			earlier, later = later, earlier
		}
		err := r.follows(ctx, pin.Stream, earlier, later)
		if err != nil && !refuted(err) {
			return "", err
		}
		if err != nil {
			return "its proof is of a history that forks", nil
		}
	}
	got, seq := kaibo.Hash{}, uint64(0)
	switch {
	case checked.Event != nil && pin.Stream != chain.DeletionLedger && checked.Event.Stream == pin.Stream:
		got, seq = checked.Event.Hash, checked.Event.Seq
	case checked.Receipt != nil && pin.Stream == chain.DeletionLedger:
		got, seq = checked.Receipt.Hash, checked.Receipt.Seq
	}
	if got != pin.Hash || seq != pin.Seq {
		return fmt.Sprintf("now there is %s at %d", got, seq), nil
	}
	return "", nil
}

// proveRoot asks for a proof that the newest checkpoint of a log begins with an
// older one.
func (r *run) proveRoot(ctx context.Context, stream string, x expected) error {
	now := r.signed.latest[stream]
	if now == nil || now.Size < x.size {
		r.found.add(stream, x.size, "%s counts %d entries, and no checkpoint is served that has them", x.who, x.size)
		return nil
	}
	earlier := proof.Checkpoint{Origin: now.Origin, Size: x.size, Root: x.root}
	if earlier == now.Checkpoint {
		return nil
	}
	err := r.follows(ctx, stream, earlier, now.Checkpoint)
	if err != nil && !refuted(err) {
		return err
	}
	if err != nil {
		r.found.add(stream, x.size, "the history was rewritten: the %d entries that are signed do not begin with the %d of %s", now.Size, x.size, x.who)
	}
	return nil
}

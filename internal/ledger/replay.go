package ledger

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// answerReplays settles the drafts of a group whose key was used before. An
// original that cannot be read is the error of its own call, not the group's.
func (l *Ledger) answerReplays(ctx context.Context, p kaibo.Project, group []*pending) {
	for _, a := range group {
		for _, d := range a.drafts {
			if d.settled || a.err != nil {
				continue
			}
			d.answer, a.err = l.replay(ctx, p, d)
			d.settled = true
			if d.object != d.ref.Object {
				l.discard(ctx, d)
			}
		}
	}
}

// replay answers the event that is stored under a draft's id, and its job. When
// it has the draft's own payload, an earlier try did succeed and its answer was
// lost: then this is the answer, and no replay. It is read, not remembered: a
// try that came late can have stored what was built before the last one.
// Otherwise the answer says whether the content that came now is another.
func (l *Ledger) replay(ctx context.Context, p kaibo.Project, d *draft) (Appended, error) {
	items, err := l.getWhole(ctx, 2,
		kaibo.EventKey(p.ID, d.ref.Stream, d.ref.Seq),
		kaibo.JobKey(p.ID, d.ref.Stream, d.ref.JobFirst),
		kaibo.TombKey(p.ID, d.id))
	if err != nil {
		return Appended{}, fmt.Errorf("read original: %w", err)
	}
	own := d.object == d.ref.Object
	out := Appended{Replayed: !own, Forgotten: !own && items[2].Found()}
	if err := items[0].Decode(&out.Event); err != nil {
		return Appended{}, err
	}
	if err := items[1].Decode(&out.Job); err != nil {
		return Appended{}, err
	}
	if own || out.Forgotten {
		return out, nil
	}
	original, err := l.readPayload(ctx, *d.ref, &out.Event)
	if err != nil {
		return Appended{}, err
	}
	out.PayloadDiffers = chain.SaltedDigest(original.Salt, d.entry.Content) != out.Event.PayloadDigest
	return out, nil
}

// discard removes a payload that lost its race. When that fails the sweep
// finds it.
func (l *Ledger) discard(ctx context.Context, d *draft) {
	if d.object != "" {
		_ = l.Objects.Delete(ctx, d.object)
	}
}

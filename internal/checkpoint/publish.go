package checkpoint

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// openDeployment reads the log of logs and takes up the leaves that a run wrote
// that did not come to its Commit.
func (w *work) openDeployment(ctx context.Context) error {
	items, err := w.Table.Get(ctx, Log{}.stateKey())
	if err != nil {
		return fmt.Errorf("read the log of logs: %w", err)
	}
	w.root, err = decodeState(Log{}, items[0])
	if w.root.Stop != nil {
		return w.errStopped()
	}
	if err != nil {
		return w.stopDeployment(ctx, inconsistent(0, "what was kept of it is damaged: %v", err))
	}
	if err := w.checkSigned(w.root); err != nil {
		return w.stopDeployment(ctx, err)
	}
	w.adopted = make(map[string]uint64)
	for {
		bodies, err := w.readLeaves(ctx, w.root.tree.size)
		if kaibo.KindOf(err) == kaibo.NotFound {
			return w.stopDeployment(ctx, w.openedDeployment(ctx))
		}
		if err != nil {
			return w.stopDeployment(ctx, err)
		}
		for _, body := range bodies {
			w.adopted[body] = w.root.tree.size
			if err := w.pushLeaf(ctx, body); err != nil {
				return w.stopDeployment(ctx, err)
			}
		}
	}
}

// openedDeployment holds the log of logs, once all of its leaves are read, to
// what was signed of it.
func (w *work) openedDeployment(ctx context.Context) error {
	s := w.root
	if s.Signed.Size > s.tree.size {
		return s.unread()
	}
	if !s.Again {
		return nil
	}
	root, err := s.hashes(ctx, w.Objects).root(s.Signed.Size)
	if err != nil {
		return damaged(err)
	}
	if s.Signed.Size > 0 && root != s.Signed.Root {
		return inconsistent(s.Signed.Size, "the history was rewritten: its %d leaves are not those that were signed", s.Signed.Size)
	}
	s.Again = false
	return w.save(ctx, s)
}

func (w *work) errStopped() error {
	return &kaibo.Error{Op: "sign", Kind: kaibo.Conflict, Detail: "the log of logs was stopped: " + w.root.Stop.What}
}

// stopDeployment stops the log of logs where an error is an inconsistency, and
// answers the error.
func (w *work) stopDeployment(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if why, ok := err.(*Inconsistency); ok { //nolint:errorlint // made here, never wrapped
		w.sum.Stopped++
		w.root.Stop = why
		if stopErr := w.stop(ctx, Log{}, why); stopErr != nil {
			return stopErr
		}
	}
	return err
}

// readLeaves reads the batch whose first leaf has an index. NotFound when there
// is none.
func (w *work) readLeaves(ctx context.Context, first uint64) ([]string, error) {
	data, err := w.Objects.Get(ctx, leavesName(first), 0, -1)
	if err != nil {
		return nil, err
	}
	bodies := strings.SplitAfter(string(data), "\n\n")
	out := make([]string, 0, len(bodies))
	for _, b := range bodies {
		if b == "" {
			continue
		}
		body := strings.TrimSuffix(b, "\n")
		if _, err := proof.ParseBody(body); err != nil {
			return nil, inconsistent(first+1, "its leaves are damaged: %v", err)
		}
		out = append(out, body)
	}
	if len(out) == 0 {
		return nil, inconsistent(first+1, "its leaves are damaged: an empty batch")
	}
	return out, nil
}

// pushLeaf adds a leaf to the log of logs and writes the tiles that it made
// complete.
func (w *work) pushLeaf(ctx context.Context, body string) error {
	c, err := proof.ParseBody(body)
	if err != nil {
		return err
	}
	for _, t := range w.root.tree.push(c.LeafHash()) {
		if err := w.writeTile(ctx, Log{}, t); err != nil {
			return err
		}
	}
	return nil
}

// publish enters checkpoints into the log of logs, signs it, and says in one
// Commit how far all of them came.
func (w *work) publish(ctx context.Context, changed []*state) error {
	if w.root.Stop != nil {
		return w.errStopped()
	}
	var fresh []*state
	for _, s := range changed {
		if s.Signed.Leaf != nil {
			continue // signed again by other keys, and there already
		}
		body := proof.Checkpoint{Origin: s.Log.origin(w.keys.deployment), Size: s.Signed.Size, Root: s.Signed.Root}.Body()
		if index, ok := w.adopted[body]; ok {
			s.Signed.Leaf = &index
			continue
		}
		fresh = append(fresh, s)
	}
	if err := w.appendLeaves(ctx, fresh); err != nil {
		return w.reopen(ctx, w.stopDeployment(ctx, err))
	}
	root, err := w.sign(ctx, w.root)
	if err != nil {
		return w.stopDeployment(ctx, err)
	}
	if root == nil && len(changed) == 0 {
		return nil
	}
	writes := []kaibo.Write{w.root.write()}
	for _, s := range changed {
		writes = append(writes, s.write())
	}
	return w.commit(ctx, writes, changed)
}

// commit stores the states of a round: at once where they fit, else in parts.
// The log of logs comes first, so that no log says that it is in there before
// it is.
func (w *work) commit(ctx context.Context, writes []kaibo.Write, changed []*state) error {
	states := append([]*state{w.root}, changed...)
	for from := 0; from < len(writes); {
		to, bytes := from, 0
		for to < len(writes) && (to == from || bytes+writes[to].Size() <= roundBytes) {
			bytes += writes[to].Size()
			to++
		}
		if err := w.Table.Commit(ctx, writes[from:to]); err != nil {
			return w.reopen(ctx, fmt.Errorf("say how far it came: %w", err))
		}
		for i := from; i < to; i++ {
			states[i].version = writes[i].Item.Version
		}
		from = to
	}
	w.sum.Signed += len(changed)
	w.prune(ctx, states)
	return nil
}

// prune deletes the objects of checkpoints that later ones took the place of. One
// that stays does no harm.
func (w *work) prune(ctx context.Context, states []*state) {
	for _, s := range states {
		if !w.Prune || s.older == 0 {
			continue
		}
		if err := w.Objects.Delete(ctx, s.Log.signedName(s.older)); err != nil {
			slog.WarnContext(ctx, "an old checkpoint stays", "err", err)
		}
		s.older = 0
	}
}

// reopen reads the log of logs again after a round that failed, so that the next
// one goes on from what is stored.
func (w *work) reopen(ctx context.Context, cause error) error {
	if ctx.Err() != nil || w.root.Stop != nil {
		return cause
	}
	if err := w.openDeployment(ctx); err != nil {
		return fmt.Errorf("%w; then %w", cause, err)
	}
	return cause
}

// appendLeaves writes the bodies of checkpoints as one batch of leaves. When
// another run wrote a batch there, nothing of this one is in the log.
func (w *work) appendLeaves(ctx context.Context, fresh []*state) error {
	if len(fresh) == 0 {
		return nil
	}
	var batch strings.Builder
	bodies := make([]string, len(fresh))
	for i, s := range fresh {
		bodies[i] = proof.Checkpoint{Origin: s.Log.origin(w.keys.deployment), Size: s.Signed.Size, Root: s.Signed.Root}.Body()
		batch.WriteString(bodies[i] + "\n")
	}
	first := w.root.tree.size
	if err := w.Objects.Put(ctx, leavesName(first), []byte(batch.String())); err != nil {
		return fmt.Errorf("write leaves: %w", err)
	}
	for i, s := range fresh {
		index := first + uint64(i) //nolint:gosec // i is small
		s.Signed.Leaf = &index
		if err := w.pushLeaf(ctx, bodies[i]); err != nil {
			return err
		}
	}
	return nil
}

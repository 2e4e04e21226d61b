package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// deploymentLog is how a path names the log of logs.
const deploymentLog = "deployment"

// tree reads the tree of a checkpoint by tiles, where the source has any.
func (r *run) tree(ctx context.Context, stream string, c proof.Checkpoint) *proof.Tree {
	source, ok := r.source.(Tiled)
	if !ok {
		return nil
	}
	name := deploymentLog
	if stream != "" {
		name = proof.LogName(r.signed.project, logStream(stream))
	}
	return proof.NewTree(c, func(path string) ([]byte, error) { return source.LogResource(ctx, name, path) })
}

// follows asks whether a log's later checkpoint begins with an earlier one: by
// tiles, which are proved here, or, where there are none, by the server's proof.
// It answers errNoProof, or an Invalid error, when it does not.
func (r *run) follows(ctx context.Context, stream string, earlier, later proof.Checkpoint) error {
	if tree := r.tree(ctx, stream, later); tree != nil {
		err := tree.Consistency(earlier)
		if err == nil || kaibo.KindOf(err) != kaibo.NotFound {
			return err
		}
	}
	path, err := r.consistency(ctx, stream, earlier.Size, later.Size)
	if err != nil {
		return err
	}
	return proof.CheckConsistency(path, earlier, later)
}

// refuted reports whether an error of follows says that a checkpoint does not
// follow, and not that something could not be read.
func refuted(err error) bool {
	return errors.Is(err, errNoProof) || err != nil && kaibo.KindOf(err) == kaibo.Invalid
}

// takeUp begins an incremental run at the pinned checkpoints of logs of which no
// earlier run left how far it came. What is needed of the entries that they cover
// is read by tiles and proved: the roots of the perfect subtrees, and the last
// entry. The others are never read.
func (r *run) takeUp(ctx context.Context) error {
	if !r.options.Incremental || r.signed == nil || len(r.options.Checkpoints) == 0 {
		return nil
	}
	for stream := range r.roots {
		if _, ok := r.options.Memory.point(stream); ok {
			continue
		}
		pinned := r.pinned(proof.Origin(r.signed.deployment, r.signed.project, logStream(stream)))
		if len(pinned) == 0 {
			continue
		}
		c := pinned[0] // the others are compared with what is served as every run does
		p, err := r.pointAt(ctx, stream, c.Checkpoint)
		switch {
		case refuted(err):
			r.found.add(stream, c.Size, "the history was rewritten: the pinned checkpoint of %d entries is not of what is served: %v", c.Size, err)
		case kaibo.KindOf(err) == kaibo.NotFound && err != nil: // without tiles all is read
		case err != nil:
			return err
		default:
			r.options.Memory.Points = append(r.options.Memory.Points, p)
		}
	}
	return r.resumeLedger()
}

// pointAt is the end of the entries that a checkpoint covers.
func (r *run) pointAt(ctx context.Context, stream string, c proof.Checkpoint) (p chain.Point, err error) {
	tree := r.tree(ctx, stream, c)
	if tree == nil || c.Size == 0 {
		return p, kaibo.Errorf(kaibo.NotFound, "there are no tiles")
	}
	p = chain.Point{Stream: stream, Size: c.Size}
	if p.Frontier, err = tree.Frontier(); err != nil {
		return p, err
	}
	leaf, err := tree.Leaf(c.Size - 1)
	if err != nil {
		return p, err
	}
	if p.Hash, p.RecordedAt, err = r.entryAt(ctx, stream, c.Size); err != nil {
		return p, err
	}
	if proof.EntryHash(p.Hash) != leaf {
		return p, kaibo.Errorf(kaibo.Invalid, "entry %d is another", c.Size)
	}
	return p, nil
}

// entryAt reads one entry, whose hash is recomputed.
func (r *run) entryAt(ctx context.Context, stream string, seq uint64) (hash kaibo.Hash, at kaibo.Time, err error) {
	lines := r.source.Deletions(ctx, seq-1)
	if stream != chain.DeletionLedger {
		lines = r.source.Events(ctx, stream, seq-1)
	}
	for line, err := range lines {
		if err != nil {
			return hash, at, fmt.Errorf("read entry %d of %s: %w", seq, stream, err)
		}
		return chain.ReadEntry(stream, seq, line)
	}
	return hash, at, kaibo.Errorf(kaibo.Invalid, "entry %d is not served", seq)
}

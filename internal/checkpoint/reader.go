package checkpoint

import (
	"context"
	"fmt"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Reader serves what the engine signed, and proofs from it. It holds no key.
type Reader struct {
	Table   kaibo.Table
	Objects kaibo.Objects
}

// Statement is a signed checkpoint as it is served.
type Statement struct {
	proof.Checkpoint
	Note    string     // the signed note
	At      kaibo.Time // when it was signed
	Log     string     // the tlog-proof that its body is in the log of logs; empty while it is not, and for that log itself
	Stopped string     // why nothing more is signed; empty when all is well
}

// errUnsigned says that there is no checkpoint yet.
func errUnsigned() error {
	return &kaibo.Error{Kind: kaibo.NotFound, Detail: "nothing of this log was signed yet; checkpoints follow within a minute of a change"}
}

// load reads the state of a log of which something was signed.
func (r *Reader) load(ctx context.Context, log Log) (*state, error) {
	items, err := r.Table.Get(ctx, log.stateKey())
	if err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", err)
	}
	s, err := decodeState(log, items[0])
	if err != nil {
		return nil, err
	}
	if s.Signed.Note == "" {
		return nil, errUnsigned()
	}
	return s, s.readable()
}

// readable answers Unavailable for a log that is being read again from its first
// entry, until it has come to what was signed.
func (s *state) readable() error {
	if s.tree.size >= s.Signed.Size {
		return nil
	}
	return &kaibo.Error{Kind: kaibo.Unavailable, Detail: "the log was taken up again and is being read", RetryAfter: rereadPause}
}

// rereadPause is after how long a reader may ask again for a log that is being
// read.
const rereadPause = 5 * time.Second

// Checkpoint answers the newest checkpoint of a log, or of the log of logs for
// the zero Log. NotFound when nothing was signed yet.
func (r *Reader) Checkpoint(ctx context.Context, log Log) (*Statement, error) {
	s, err := r.load(ctx, log)
	if err != nil {
		return nil, err
	}
	c, err := proof.Peek(s.Signed.Note)
	if err != nil {
		return nil, err
	}
	out := &Statement{Checkpoint: c, Note: s.Signed.Note, At: s.Signed.At}
	if s.Stop != nil {
		out.Stopped = s.Stop.What
	}
	if log.isDeployment() || s.Signed.Leaf == nil {
		return out, nil
	}
	out.Log, err = r.logged(ctx, *s.Signed.Leaf)
	return out, err
}

// logged proves that a leaf is in the log of logs.
func (r *Reader) logged(ctx context.Context, leaf uint64) (string, error) {
	root, err := r.load(ctx, Log{})
	if kaibo.KindOf(err) == kaibo.NotFound || err == nil && leaf >= root.Signed.Size {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	path, err := root.hashes(ctx, r.Objects).inclusion(root.Signed.Size, leaf)
	if err != nil {
		return "", fmt.Errorf("prove leaf: %w", err)
	}
	return proof.File{Index: leaf, Path: path, Checkpoint: root.Signed.Note}.Format(), nil
}

// Inclusion proves that the entry with a seq is in its log, under the log's
// newest checkpoint, which is answered too. NotFound while no checkpoint has it.
func (r *Reader) Inclusion(ctx context.Context, log Log, seq uint64) ([]kaibo.Hash, *Statement, error) {
	s, err := r.load(ctx, log)
	if err != nil {
		return nil, nil, err
	}
	if seq == 0 || seq > s.Signed.Size {
		return nil, nil, errUnsigned()
	}
	path, err := s.hashes(ctx, r.Objects).inclusion(s.Signed.Size, seq-1)
	if err != nil {
		return nil, nil, fmt.Errorf("prove entry: %w", err)
	}
	statement := &Statement{Note: s.Signed.Note, At: s.Signed.At}
	if statement.Checkpoint, err = proof.Peek(s.Signed.Note); err != nil {
		return nil, nil, err
	}
	if s.Signed.Leaf != nil {
		if statement.Log, err = r.logged(ctx, *s.Signed.Leaf); err != nil {
			return nil, nil, err
		}
	}
	return path, statement, nil
}

// Consistency proves that the tree of a log's first later entries begins with
// that of its first earlier ones. A later of 0 is the size of the newest
// checkpoint; the size that was used is answered. Invalid when either is beyond
// it or earlier is beyond later.
func (r *Reader) Consistency(ctx context.Context, log Log, earlier, later uint64) ([]kaibo.Hash, uint64, error) {
	s, err := r.load(ctx, log)
	if err != nil {
		return nil, 0, err
	}
	if later == 0 {
		later = s.Signed.Size
	}
	if later > s.Signed.Size {
		return nil, 0, kaibo.InvalidField("to", "only %d entries were signed", s.Signed.Size)
	}
	if earlier > later {
		return nil, 0, kaibo.InvalidField("from", "is beyond %d", later)
	}
	path, err := s.hashes(ctx, r.Objects).consistency(earlier, later)
	if err != nil {
		return nil, 0, fmt.Errorf("prove consistency: %w", err)
	}
	return path, later, nil
}

// Published is what a deployment says of its keys.
type Published struct {
	Deployment string
	Current    []string         // the keys that sign now
	Lists      proof.KeyHistory // every list, the oldest first
}

// Keys answers the verifier keys. NotFound when nothing was signed yet.
func (r *Reader) Keys(ctx context.Context) (*Published, error) {
	k, _, err := readKeys(ctx, r.Table)
	if err != nil {
		return nil, err
	}
	if len(k.Lists) == 0 {
		return nil, errUnsigned()
	}
	last, err := k.Lists.Last()
	if err != nil {
		return nil, err
	}
	return &Published{Deployment: k.Deployment, Current: last.Keys, Lists: k.Lists}, nil
}

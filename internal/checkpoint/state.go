package checkpoint

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// state is how far one log came.
type state struct {
	Log    Log             `json:"log"`
	Origin string          `json:"origin"`
	Size   uint64          `json:"size"` // entries that were read
	Hash   kaibo.Hash      `json:"hash"` // of the last of them
	At     kaibo.Time      `json:"at"`   // its recordedAt
	Edge   []edgeTile      `json:"edge"` // the tiles that are not complete
	Signed Signed          `json:"signed"`
	Stop   *Inconsistency  `json:"stop,omitempty"`
	Again  bool            `json:"again,omitempty"`  // it is read from its first entry again, up to what was signed and on
	Cosign map[string]size `json:"cosign,omitempty"` // of the log of logs: what each witness saw last

	version uint64 // of the item
	tree    *tree
	older   size // of the checkpoint that Signed took the place of; 0 for none
}

type size = uint64

// edgeTile is the hashes of an incomplete tile, one after the other; base64 in
// JSON, so that an item stays under 12 KB a level.
type edgeTile []byte

// Signed is the last checkpoint of a log.
type Signed struct {
	Size uint64     `json:"size"`
	Root kaibo.Hash `json:"root"`
	Note string     `json:"note"`           // empty when nothing was signed yet
	At   kaibo.Time `json:"at"`             // when it was signed
	Leaf *uint64    `json:"leaf,omitempty"` // its index in the log of logs
}

// Inconsistency says why a log was stopped.
type Inconsistency struct {
	Log  Log        `json:"log"`
	Seq  uint64     `json:"seq"`  // the first entry that is not as it was signed, where it is known
	What string     `json:"what"` // in a sentence's words
	At   kaibo.Time `json:"at"`
}

// Error implements error.
func (i *Inconsistency) Error() string {
	name := "the log of logs"
	switch {
	case i.Log.Stream != "":
		name = "stream " + i.Log.Stream + " of project " + i.Log.Project
	case i.Log.Project != "":
		name = "the deletion ledger of project " + i.Log.Project
	}
	return fmt.Sprintf("%s, seq %d: %s", name, i.Seq, i.What)
}

// decodeState reads an item; an absent one is the state of a log that nothing
// was read of. With an error the state still says whether the log was stopped.
func decodeState(log Log, item kaibo.Item) (*state, error) {
	s := &state{Log: log, version: item.Version}
	if item.Found() {
		if err := item.Decode(s); err != nil {
			return s, err
		}
	}
	edge := make([][]kaibo.Hash, len(s.Edge))
	for i, e := range s.Edge {
		edge[i] = splitHashes(e)
	}
	t, err := newTree(s.Size, edge)
	if err != nil {
		return s, &kaibo.Error{Op: "read how far a log came", Err: err}
	}
	s.tree = t
	return s, nil
}

// write answers the write that stores the state over the one that was read.
func (s *state) write() kaibo.Write {
	s.Size = s.tree.size
	s.Edge = make([]edgeTile, len(s.tree.edge))
	for i, e := range s.tree.edge {
		s.Edge[i] = encodeTile(e)
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic("checkpoint: a state cannot be encoded: " + err.Error())
	}
	return kaibo.PutOver(s.Log.stateKey(), s.version, data)
}

// point is where a verifier of the chain goes on.
func (s *state) point() chain.Point {
	return chain.Point{Stream: s.Log.Stream, Size: s.tree.size, Hash: s.Hash, RecordedAt: s.At, Frontier: s.tree.frontier()}
}

func (s *state) hashes(ctx context.Context, objects kaibo.Objects) *hashes {
	return &hashes{ctx: ctx, objects: objects, prefix: s.Log.prefix(), tree: s.tree}
}

package proof

import (
	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// EntryHash returns the RFC 6962 hash of an event or a receipt as a leaf of its
// log: SHA-256(0x00 || hash), where hash is the entry's own in the chain.
func EntryHash(hash kaibo.Hash) kaibo.Hash { return kaibo.Hash(tlog.RecordHash(hash[:])) }

// maxPath is how many hashes a proof has at most: a tree has fewer than 2^53
// entries, and a consistency proof goes once down and once up.
const maxPath = 128

// CheckInclusion answers an Invalid error unless path proves that leaf is the
// entry with this index in the tree of c (RFC 6962, section 2.1.1).
func CheckInclusion(path []kaibo.Hash, c Checkpoint, index uint64, leaf kaibo.Hash) error {
	if index >= c.Size || len(path) > maxPath {
		return kaibo.Errorf(kaibo.Invalid, "there is no entry %d in a log of %d", index, c.Size)
	}
	err := tlog.CheckRecord(tlogHashes(path), int64(c.Size), tlog.Hash(c.Root), int64(index), tlog.Hash(leaf)) //nolint:gosec // sizes are below 2^53
	if err != nil {
		return &kaibo.Error{Kind: kaibo.Invalid, Detail: "the proof does not lead from the entry to the root that was signed", Err: err}
	}
	return nil
}

// CheckConsistency answers an Invalid error unless path proves that the tree of
// a later checkpoint begins with the tree of an earlier one (RFC 6962, section
// 2.1.2). Both are of one log; an earlier size of 0 is consistent with anything.
func CheckConsistency(path []kaibo.Hash, earlier, later Checkpoint) error {
	switch {
	case earlier.Origin != later.Origin:
		return kaibo.Errorf(kaibo.Invalid, "%.100q and %.100q are two logs", earlier.Origin, later.Origin)
	case earlier.Size > later.Size || len(path) > maxPath:
		return kaibo.Errorf(kaibo.Invalid, "a log of %d entries does not begin with one of %d", later.Size, earlier.Size)
	case earlier.Size == 0:
		return nil
	}
	err := tlog.CheckTree(tlogHashes(path), int64(later.Size), tlog.Hash(later.Root), int64(earlier.Size), tlog.Hash(earlier.Root)) //nolint:gosec // sizes are below 2^53
	if err != nil {
		return &kaibo.Error{Kind: kaibo.Invalid, Detail: "the later log does not begin with the earlier one", Err: err}
	}
	return nil
}

func tlogHashes(path []kaibo.Hash) []tlog.Hash {
	out := make([]tlog.Hash, len(path))
	for i, h := range path {
		out[i] = tlog.Hash(h)
	}
	return out
}

package chain

import (
	"crypto/sha256"
	"math/bits"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// AppendLeaf adds a leaf to an RFC 6962 tree held as its frontier: the roots
// of its perfect subtrees, largest first, one for each bit set in size. size is
// the number of leaves before the call, and leaf the leaf's data, which is an
// event's hash.
//
// The frontier given is overwritten, so that a stream of a million events costs
// no allocation. Clone it first to keep the tree before.
func AppendLeaf(frontier []kaibo.Hash, size uint64, leaf kaibo.Hash) []kaibo.Hash {
	node := leafHash(leaf)
	// Every trailing one of size is a subtree as large as the new one: they
	// merge, as a carry does in binary addition.
	for range bits.TrailingZeros64(^size) {
		last := len(frontier) - 1
		node = nodeHash(frontier[last], node)
		frontier = frontier[:last]
	}
	return append(frontier, node)
}

// Root returns the RFC 6962 root of the tree with this frontier and size. The
// root of the empty tree is SHA-256 of nothing.
func Root(frontier []kaibo.Hash, size uint64) kaibo.Hash {
	if size == 0 || len(frontier) == 0 {
		return sha256.Sum256(nil)
	}
	root := frontier[len(frontier)-1]
	for i := len(frontier) - 2; i >= 0; i-- {
		root = nodeHash(frontier[i], root)
	}
	return root
}

// ValidFrontier reports whether a frontier has as many subtrees as a tree of
// this size has. [AppendLeaf] panics on one that has fewer.
func ValidFrontier(frontier []kaibo.Hash, size uint64) bool {
	return len(frontier) == bits.OnesCount64(size)
}

// The prefixes of RFC 6962, section 2.1, keep a leaf from passing for a node.
const (
	leafPrefix = 0x00
	nodePrefix = 0x01
)

func leafHash(data kaibo.Hash) kaibo.Hash {
	var b [1 + 32]byte
	b[0] = leafPrefix
	copy(b[1:], data[:])
	return sha256.Sum256(b[:])
}

func nodeHash(left, right kaibo.Hash) kaibo.Hash {
	var b [1 + 32 + 32]byte
	b[0] = nodePrefix
	copy(b[1:], left[:])
	copy(b[33:], right[:])
	return sha256.Sum256(b[:])
}

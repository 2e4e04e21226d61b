package chain_test

import (
	"crypto/sha256"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The tree grows as the compact range of transparency-dev/merkle does, root
// and frontier, at every size.
func TestTreeAgreesWithTransparencyDev(t *testing.T) {
	const most = 1100 // past a full tree of 1,024
	hasher := rfc6962.DefaultHasher
	want := (&compact.RangeFactory{Hash: hasher.HashChildren}).NewEmptyRange(0)
	var frontier []kaibo.Hash
	if chain.Root(nil, 0) != kaibo.Hash(hasher.EmptyRoot()) {
		t.Error("the empty root differs")
	}
	for size := range uint64(most) {
		leaf := kaibo.Hash(sha256.Sum256([]byte{byte(size), byte(size >> 8)}))
		frontier = chain.AppendLeaf(frontier, size, leaf)
		if err := want.Append(hasher.HashLeaf(leaf[:]), nil); err != nil {
			t.Fatal(err)
		}
		root, err := want.GetRootHash(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := chain.Root(frontier, size+1); got != kaibo.Hash(root) {
			t.Fatalf("size %d: root %s, want %x", size+1, got, root)
		}
		if !chain.ValidFrontier(frontier, size+1) {
			t.Fatalf("size %d: %d subtrees", size+1, len(frontier))
		}
		var nodes []kaibo.Hash
		for _, h := range want.Hashes() {
			nodes = append(nodes, kaibo.Hash(h))
		}
		if diff := cmp.Diff(nodes, frontier); diff != "" {
			t.Fatalf("size %d: frontier (-want +got):\n%s", size+1, diff)
		}
	}
}

func TestVerifierRootIsTheTreesRoot(t *testing.T) {
	events := makeStream(t, "main", 50)
	v := chain.NewVerifier("main")
	var frontier []kaibo.Hash
	for i := range events {
		if err := v.Event(&events[i]); err != nil {
			t.Fatal(err)
		}
		frontier = chain.AppendLeaf(frontier, uint64(i), events[i].Hash)
	}
	if diff := cmp.Diff(frontier, v.Frontier()); diff != "" {
		t.Errorf("frontier (-want +got):\n%s", diff)
	}
	if v.Root() != chain.Root(frontier, 50) {
		t.Error("root differs")
	}
}

package chain_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// lines makes a stream of n events as it is served.
func blockLines(t testing.TB, n int) [][]byte {
	t.Helper()
	v := chain.NewVerifier("main")
	var out [][]byte
	for i := range n {
		e := vectorEvents(t)[0]
		e.Seq = uint64(i + 1)
		if err := chain.SealEvent(&e, v.Hash()); err != nil {
			t.Fatal(err)
		}
		line := chain.AppendLine(nil, &e)
		if err := v.Line(line); err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	return out
}

// Blocks that are joined come to the point to which one event after the other
// comes, whatever the length.
func TestBlocksAreTheChain(t *testing.T) {
	all := blockLines(t, 3*chain.BlockSize+77)
	for _, n := range []int{1, 2, 511, 512, 513, 1023, 1024, 1025, 1536, len(all)} {
		one, joined := chain.NewVerifier("main"), chain.NewVerifier("main")
		for _, line := range all[:n] {
			if err := one.Line(line); err != nil {
				t.Fatal(err)
			}
		}
		var b chain.Block
		for from := 0; from < n; from += chain.BlockSize {
			to := min(n, from+chain.BlockSize)
			if !b.Read("main", uint64(from), all[from:to]) || !joined.Join(&b) || len(b.Events()) != to-from {
				t.Fatalf("%d events: the block from %d is refused", n, from)
			}
		}
		if one.Size() != joined.Size() || one.Hash() != joined.Hash() || one.Root() != joined.Root() || !slices.Equal(one.Frontier(), joined.Frontier()) {
			t.Errorf("%d events: the blocks come to %d %s, the chain to %d %s", n, joined.Size(), joined.Root(), one.Size(), one.Root())
		}
	}
}

// Whatever Line would refuse, Read or Join refuses; and a refused block leaves
// the verifier where it was.
func TestBlocksRefuse(t *testing.T) {
	all := blockLines(t, chain.BlockSize+3)
	good := func() [][]byte {
		out := make([][]byte, chain.BlockSize)
		for i := range out {
			out[i] = slices.Clone(all[i])
		}
		return out
	}
	for name, change := range map[string]func(l [][]byte) [][]byte{
		"a byte changed":        func(l [][]byte) [][]byte { l[9][300] ^= 1; return l },
		"dropped":               func(l [][]byte) [][]byte { return slices.Delete(l, 9, 10) },
		"swapped":               func(l [][]byte) [][]byte { l[9], l[10] = l[10], l[9]; return l },
		"repeated":              func(l [][]byte) [][]byte { l[10] = l[9]; return l },
		"another form":          func(l [][]byte) [][]byte { l[3] = append([]byte(" "), l[3]...); return l },
		"a last one too many":   func(l [][]byte) [][]byte { return append(l, all[chain.BlockSize]) },
		"none":                  func([][]byte) [][]byte { return nil },
		"a first one left out":  func(l [][]byte) [][]byte { return l[1:] },
		"the last cut in half":  func(l [][]byte) [][]byte { l[511] = l[511][:90]; return l },
		"bytes after the event": func(l [][]byte) [][]byte { l[2] = append(bytes.TrimSpace(l[2]), '}'); return l },
	} {
		var b chain.Block
		if b.Read("main", 0, change(good())) {
			t.Errorf("%s: the block is read", name)
		}
	}
	var b chain.Block
	v := chain.NewVerifier("main")
	if b.Read("other", 0, all[:2]) || !b.Read("main", chain.BlockSize, all[chain.BlockSize:]) || v.Join(&b) || v.Size() != 0 {
		t.Error("a block of another place or stream is taken")
	}
	if !b.Read("main", 1, all[1:4]) {
		t.Error("a block may be read from anywhere")
	}
	if err := v.Line(all[0]); err != nil || v.Join(&b) || v.Size() != 1 {
		t.Error("a block that does not begin at a multiple cannot be joined")
	}
}

func BenchmarkBlocks(b *testing.B) {
	all := blockLines(b, chain.BlockSize)
	bytes := 0
	for _, l := range all {
		bytes += len(l)
	}
	b.SetBytes(int64(bytes))
	var block chain.Block
	for b.Loop() {
		v := chain.NewVerifier("main")
		if !block.Read("main", 0, all) || !v.Join(&block) {
			b.Fatal("refused")
		}
	}
}

// An entry that is read alone has the hash that it has in its chain, wherever it
// stands, and one that is changed is refused.
func TestReadEntry(t *testing.T) {
	for i, line := range blockLines(t, 70) {
		var e kaibo.Event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		hash, at, err := chain.ReadEntry("main", uint64(i+1), line)
		if err != nil || hash != e.Hash || at != e.RecordedAt {
			t.Fatalf("entry %d: %s, %v, %v", i+1, hash, at, err)
		}
		if _, _, err := chain.ReadEntry("main", uint64(i+2), line); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("entry %d is read as another: %v", i+1, err)
		}
		line[len(line)/2] ^= 1
		if _, _, err := chain.ReadEntry("main", uint64(i+1), line); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("entry %d is read though it was changed: %v", i+1, err)
		}
	}
	if _, _, err := chain.ReadEntry("main", 0, nil); kaibo.KindOf(err) != kaibo.Invalid {
		t.Error("there is no entry 0")
	}
}

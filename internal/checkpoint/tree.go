package checkpoint

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A tile is 256 hashes: those of 256 neighbours at a level that is a multiple of
// 8 (https://c2sp.org/tlog-tiles).
const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
)

// tree is an RFC 6962 tree that is appended to. It holds the tiles that are not
// complete, one a level; the complete ones are objects.
type tree struct {
	size uint64
	edge [][]kaibo.Hash // by tile level, lowest first; each shorter than tileWidth
}

// newTree checks that an edge belongs to a size.
func newTree(size uint64, edge [][]kaibo.Hash) (*tree, error) {
	t := &tree{size: size, edge: edge}
	for level := 0; level < len(edge) || size>>(tileHeight*level) > 0; level++ {
		want := int(size >> (tileHeight * level) % tileWidth)
		if level >= len(edge) {
			t.edge = append(t.edge, nil)
		}
		if len(t.edge[level]) != want {
			return nil, fmt.Errorf("a tree of %d entries has %d hashes open at level %d, not %d", size, want, level, len(t.edge[level]))
		}
	}
	return t, nil
}

// tile is one that became complete.
type tile struct {
	level  int
	index  uint64
	hashes []kaibo.Hash
}

// push adds a leaf's hash and answers the tiles that it made complete.
func (t *tree) push(leaf kaibo.Hash) []tile {
	var full []tile
	t.size++
	node := leaf
	for level := 0; ; level++ {
		if level == len(t.edge) {
			t.edge = append(t.edge, nil)
		}
		t.edge[level] = append(t.edge[level], node)
		if len(t.edge[level]) < tileWidth {
			return full
		}
		done := tile{level: level, index: t.size>>(tileHeight*(level+1)) - 1, hashes: t.edge[level]}
		full = append(full, done)
		node = perfect(done.hashes)
		t.edge[level] = nil
	}
}

// frontier returns the roots of the perfect subtrees, largest first.
func (t *tree) frontier() []kaibo.Hash {
	var out []kaibo.Hash
	for level := len(t.edge) - 1; level >= 0; level-- {
		rest := t.edge[level]
		for width := tileWidth / 2; width > 0; width /= 2 {
			if len(t.edge[level])&width != 0 {
				out = append(out, perfect(rest[:width]))
				rest = rest[width:]
			}
		}
	}
	return out
}

// perfect returns the root over a power of two of hashes.
func perfect(hashes []kaibo.Hash) kaibo.Hash {
	row := slices.Clone(hashes)
	for len(row) > 1 {
		for i := range len(row) / 2 {
			row[i] = kaibo.Hash(tlog.NodeHash(tlog.Hash(row[2*i]), tlog.Hash(row[2*i+1])))
		}
		row = row[:len(row)/2]
	}
	return row[0]
}

// hashes reads the hashes of a tree: complete tiles from objects, the rest from
// the edge. It implements tlog.HashReader. It keeps what it read, and is for one
// piece of work.
type hashes struct {
	ctx     context.Context //nolint:containedctx // tlog.HashReader has none, and a value lives for one call
	objects kaibo.Objects
	prefix  string
	tree    *tree
	read    map[tileAt][]kaibo.Hash
}

type tileAt struct {
	level int
	index uint64
}

var _ tlog.HashReader = (*hashes)(nil)

// ReadHashes implements tlog.HashReader.
func (h *hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		level, n := tlog.SplitStoredHashIndex(index)
		first := uint64(n) << (level % tileHeight) //nolint:gosec // tlog asks for what is there
		row, err := h.tile(level/tileHeight, first/tileWidth)
		if err != nil {
			return nil, err
		}
		from := int(first % tileWidth)
		to := from + 1<<(level%tileHeight)
		if to > len(row) {
			return nil, fmt.Errorf("the tree has no hash %d at level %d", n, level)
		}
		out[i] = tlog.Hash(perfect(row[from:to]))
	}
	return out, nil
}

func (h *hashes) tile(level int, index uint64) ([]kaibo.Hash, error) {
	if level >= len(h.tree.edge) {
		return nil, fmt.Errorf("the tree has no level %d", level)
	}
	if index == h.tree.size>>(tileHeight*(level+1)) {
		return h.tree.edge[level], nil
	}
	at := tileAt{level, index}
	if row, ok := h.read[at]; ok {
		return row, nil
	}
	data, err := h.objects.Get(h.ctx, tileName(h.prefix, level, index), 0, -1)
	if err != nil {
		return nil, fmt.Errorf("read tile: %w", err)
	}
	row, err := parseTile(data)
	if err != nil {
		return nil, err
	}
	if h.read == nil {
		h.read = make(map[tileAt][]kaibo.Hash)
	}
	h.read[at] = row
	return row, nil
}

// root returns the root over the first size entries.
func (h *hashes) root(size uint64) (kaibo.Hash, error) {
	root, err := tlog.TreeHash(int64(size), h) //nolint:gosec // sizes are below 2^53
	return kaibo.Hash(root), err
}

// consistency proves that the tree of later entries begins with that of earlier
// ones; with earlier 0 the proof is empty.
func (h *hashes) consistency(earlier, later uint64) ([]kaibo.Hash, error) {
	if earlier == 0 || earlier == later {
		return nil, nil
	}
	path, err := tlog.ProveTree(int64(later), int64(earlier), h) //nolint:gosec // sizes are below 2^53
	return ours(path), err
}

// inclusion proves that the entry with an index is in the tree of size entries.
func (h *hashes) inclusion(size, index uint64) ([]kaibo.Hash, error) {
	path, err := tlog.ProveRecord(int64(size), int64(index), h) //nolint:gosec // sizes are below 2^53
	return ours(path), err
}

func ours(path []tlog.Hash) []kaibo.Hash {
	out := make([]kaibo.Hash, len(path))
	for i, h := range path {
		out[i] = kaibo.Hash(h)
	}
	return out
}

func encodeTile(row []kaibo.Hash) []byte {
	out := make([]byte, 0, len(row)*len(kaibo.Hash{}))
	for _, h := range row {
		out = append(out, h[:]...)
	}
	return out
}

func parseTile(data []byte) ([]kaibo.Hash, error) {
	if len(data) != tileWidth*len(kaibo.Hash{}) {
		return nil, fmt.Errorf("a tile has %d bytes, not %d", tileWidth*len(kaibo.Hash{}), len(data))
	}
	return splitHashes(data), nil
}

func splitHashes(data []byte) []kaibo.Hash {
	row := make([]kaibo.Hash, len(data)/len(kaibo.Hash{}))
	for i := range row {
		row[i] = kaibo.Hash(data[i*len(kaibo.Hash{}):])
	}
	return row
}

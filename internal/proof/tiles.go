package proof

import (
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A tile is 256 hashes of a tree, those of 256 neighbours at a level that is a
// multiple of 8: https://c2sp.org/tlog-tiles.
const (
	TileHeight = 8
	TileWidth  = 1 << TileHeight
)

// EntryLevel stands for the level of entry bundles in [TilePath].
const EntryLevel = -1

// TilePath writes the path of a tile below the prefix of its log. An index is
// written in groups of three digits, all but the last with an x before it; a
// width below [TileWidth] names a part of the tile.
func TilePath(level int, index uint64, width int) string {
	path := fmt.Sprintf("%03d", index%1000)
	for index >= 1000 {
		index /= 1000
		path = fmt.Sprintf("x%03d/%s", index%1000, path)
	}
	of := strconv.Itoa(level)
	if level == EntryLevel {
		of = "entries"
	}
	path = "tile/" + of + "/" + path
	if width != TileWidth {
		path += ".p/" + strconv.Itoa(width)
	}
	return path
}

// Tiles reads the tiles of one log: the bytes at a [TilePath].
type Tiles func(path string) ([]byte, error)

// Tree is the tree of a checkpoint, read by tiles. No byte of a tile is believed
// before it was proved to be of that tree, so the tiles may come from anybody. It
// keeps the tiles that it read, and is for one goroutine.
type Tree struct {
	c      Checkpoint
	hashes tlog.HashReader
}

// NewTree reads the tree of a checkpoint, which the caller believes.
func NewTree(c Checkpoint, read Tiles) *Tree {
	reader := &tileReader{read: read, seen: make(map[tlog.Tile][]byte)}
	return &Tree{c, tlog.TileHashReader(tlog.Tree{N: int64(c.Size), Hash: tlog.Hash(c.Root)}, reader)} //nolint:gosec // sizes are below 2^53
}

// Consistency proves that the tree begins with an earlier one of the same log.
// The error is Invalid when it does not, or when the tiles are not the tree's;
// else it is that of reading.
func (t *Tree) Consistency(earlier Checkpoint) error {
	switch {
	case earlier.Size > t.c.Size || earlier.Origin != t.c.Origin:
		return CheckConsistency(nil, earlier, t.c)
	case earlier.Size == 0 || earlier.Size == t.c.Size:
		return CheckConsistency(nil, earlier, t.c)
	}
	path, err := tlog.ProveTree(int64(t.c.Size), int64(earlier.Size), t.hashes) //nolint:gosec // sizes are below 2^53
	if err != nil {
		return tileError(err)
	}
	hashes := make([]kaibo.Hash, len(path))
	for i, h := range path {
		hashes[i] = kaibo.Hash(h)
	}
	return CheckConsistency(hashes, earlier, t.c)
}

// Leaf reads the hash of a leaf, counted from 0.
func (t *Tree) Leaf(index uint64) (kaibo.Hash, error) {
	if index >= t.c.Size {
		return kaibo.Hash{}, kaibo.Errorf(kaibo.Invalid, "there is no entry %d in a log of %d", index, t.c.Size)
	}
	h, err := t.hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(index))}) //nolint:gosec // sizes are below 2^53
	if err != nil {
		return kaibo.Hash{}, tileError(err)
	}
	return kaibo.Hash(h[0]), nil
}

// Frontier reads the roots of the tree's perfect subtrees, the largest first:
// what an appender, or a verifier of what comes after, goes on from.
func (t *Tree) Frontier() ([]kaibo.Hash, error) {
	var indexes []int64
	for at, level := uint64(0), 52; level >= 0; level-- {
		if width := uint64(1) << level; t.c.Size&width != 0 {
			indexes = append(indexes, tlog.StoredHashIndex(level, int64(at>>level))) //nolint:gosec // sizes are below 2^53
			at += width
		}
	}
	if len(indexes) == 0 {
		return nil, nil
	}
	hashes, err := t.hashes.ReadHashes(indexes)
	if err != nil {
		return nil, tileError(err)
	}
	out := make([]kaibo.Hash, len(hashes))
	for i, h := range hashes {
		out[i] = kaibo.Hash(h)
	}
	return out, nil
}

// readError is an error of whoever reads tiles.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// tileError tells tiles that are not the tree's from tiles that could not be
// read.
func tileError(err error) error {
	if read, ok := err.(*readError); ok { //nolint:errorlint // package tlog answers it as it is
		return read.err
	}
	return &kaibo.Error{Kind: kaibo.Invalid, Detail: "the tiles are not those of the tree that was signed", Err: err}
}

// tileReader implements tlog.TileReader.
type tileReader struct {
	read Tiles
	seen map[tlog.Tile][]byte
}

var _ tlog.TileReader = (*tileReader)(nil)

func (r *tileReader) Height() int { return TileHeight }

// ReadTiles implements tlog.TileReader.
func (r *tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	out := make([][]byte, len(tiles))
	for i, t := range tiles {
		data, ok := r.seen[t]
		if !ok {
			var err error
			if data, err = r.read(TilePath(t.L, uint64(t.N), t.W)); err != nil { //nolint:gosec // below 2^53
				return nil, &readError{fmt.Errorf("read tile: %w", err)}
			}
			if len(data) != t.W*tlog.HashSize {
				return nil, kaibo.Errorf(kaibo.Invalid, "a tile of %d hashes has %d bytes", t.W, len(data))
			}
		}
		out[i] = data
	}
	return out, nil
}

// SaveTiles implements tlog.TileReader: it is told of tiles that were proved.
func (r *tileReader) SaveTiles(tiles []tlog.Tile, data [][]byte) {
	for i, t := range tiles {
		r.seen[t] = data[i]
	}
}

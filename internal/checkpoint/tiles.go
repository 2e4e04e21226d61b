package checkpoint

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// DeploymentName is how a path names the log of logs. A stream's log is named by
// [proof.LogName], and a deletion ledger [proof.Deletions]; no digest is written
// like either.
const DeploymentName = "deployment"

// Resource is a part of a log as c2sp.org/tlog-tiles serves it.
type Resource struct {
	ContentType string
	Data        []byte
}

// Resource reads what c2sp.org/tlog-tiles has under a path below a log's prefix:
// "checkpoint", "tile/<level>/<index>", with ".p/<width>" for a part of a tile,
// and "tile/entries/<index>". Project is the caller's, name the log's. Only what
// the newest checkpoint covers is there; all else is NotFound, as is a path in
// any other form.
//
// The log of logs has no entries here: its leaves tell of other projects.
func (r *Reader) Resource(ctx context.Context, project, name, path string) (*Resource, error) {
	key := kaibo.Key{Partition: partition + "/" + project, Sort: name}
	if name == DeploymentName {
		key = Log{}.stateKey()
	}
	items, err := r.Table.Get(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("read log: %w", err)
	}
	if !items[0].Found() {
		return nil, errUnsigned()
	}
	s, err := decodeState(Log{}, items[0])
	if err != nil {
		return nil, err
	}
	if s.Signed.Note == "" || s.Log.stateKey() != key {
		return nil, errUnsigned()
	}
	if err := s.readable(); err != nil {
		return nil, err
	}
	if path == "checkpoint" {
		return &Resource{"text/plain; charset=utf-8", []byte(s.Signed.Note)}, nil
	}
	at, ok := parseTilePath(path)
	if !ok {
		return nil, kaibo.Errorf(kaibo.NotFound, "a log has checkpoint, tile/LEVEL/INDEX and tile/entries/INDEX, as c2sp.org/tlog-tiles writes them")
	}
	if at.index*tileWidth+uint64(at.width) > s.Signed.Size>>(tileHeight*at.level) { //nolint:gosec // a width is at most 256
		return nil, kaibo.Errorf(kaibo.NotFound, "the log of %d entries has no such tile", s.Signed.Size)
	}
	if at.entries {
		return r.entries(ctx, s, at)
	}
	row, err := s.hashes(ctx, r.Objects).tile(at.level, at.index)
	if err != nil {
		return nil, fmt.Errorf("read tile: %w", err)
	}
	if len(row) < at.width {
		return nil, &kaibo.Error{Op: "read tile", Err: fmt.Errorf("it has %d hashes, not %d", len(row), at.width)}
	}
	return &Resource{"application/octet-stream", encodeTile(row[:at.width])}, nil
}

// entries reads an entry bundle: the data of each leaf, which is the entry's
// 32-byte hash, after its length as two bytes.
func (r *Reader) entries(ctx context.Context, s *state, at tilePath) (*Resource, error) {
	if s.Log.isDeployment() {
		return nil, kaibo.Errorf(kaibo.NotFound, "the entries of the log of logs are not served: they tell of other projects")
	}
	first := at.index*tileWidth + 1
	data := make([]byte, 0, at.width*(2+len(kaibo.Hash{})))
	for next := first; next < first+uint64(at.width); { //nolint:gosec // a width is at most 256
		page, err := r.Table.Query(ctx, kaibo.Events, s.Log.partition(), kaibo.Range{From: kaibo.SeqKey(next), Limit: int(first + uint64(at.width) - next)}) //nolint:gosec // as above
		if err != nil {
			return nil, fmt.Errorf("read entries: %w", err)
		}
		for _, item := range page.Items {
			var e struct {
				Seq  uint64     `json:"seq"`
				Hash kaibo.Hash `json:"hash"`
			}
			if err := item.Decode(&e); err != nil {
				return nil, err
			}
			if e.Seq != next {
				return nil, &kaibo.Error{Op: "read entries", Err: fmt.Errorf("entry %d is missing", next)}
			}
			data = append(binary.BigEndian.AppendUint16(data, uint16(len(e.Hash))), e.Hash[:]...)
			next++
		}
		if len(page.Items) == 0 {
			return nil, &kaibo.Error{Op: "read entries", Err: fmt.Errorf("entry %d is missing", next)}
		}
	}
	return &Resource{"application/octet-stream", data}, nil
}

// tilePath is a path of c2sp.org/tlog-tiles taken apart.
type tilePath struct {
	entries bool
	level   int
	index   uint64
	width   int
}

// maxLevel is the highest level of tiles that a log of 2^53-1 entries has.
const maxLevel = 6

// parseTilePath reads the one form of a path; see [proof.TilePath].
func parseTilePath(path string) (tilePath, bool) {
	at := tilePath{width: tileWidth}
	rest, ok := strings.CutPrefix(path, "tile/")
	level, number, found := strings.Cut(rest, "/")
	if !ok || !found {
		return at, false
	}
	if at.entries = level == "entries"; !at.entries {
		n, err := strconv.ParseUint(level, 10, 8)
		if err != nil || n > maxLevel {
			return at, false
		}
		at.level = int(n)
	}
	if whole, width, partial := strings.Cut(number, ".p/"); partial {
		n, err := strconv.ParseUint(width, 10, 8)
		if err != nil || n == 0 {
			return at, false
		}
		number, at.width = whole, int(n)
	}
	digits := strings.ReplaceAll(strings.ReplaceAll(number, "/", ""), "x", "")
	index, err := strconv.ParseUint(digits, 10, 45)
	at.index = index
	return at, err == nil && path == at.String()
}

// String writes the path again.
func (at tilePath) String() string {
	level := at.level
	if at.entries {
		level = proof.EntryLevel
	}
	return proof.TilePath(level, at.index, at.width)
}

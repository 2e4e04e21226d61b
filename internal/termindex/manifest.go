package termindex

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Where things lie in the index partition. Deltas sort before the manifest, so
// a query in order meets the manifest last, never older than a delta it read.
const (
	manifestSort = "m"
	deltaPrefix  = "d/"
	deltaEnd     = "d0" // after every delta: '0' follows '/'
)

// The times of the log-structured index. A reader's query takes less than
// queryTime, so a delta it began to read before a fold is still there at its
// end; foldedFor is longer by more than two machines' clocks may differ.
const (
	queryTime  = 2 * time.Second
	foldedFor  = 5 * time.Second
	droppedFor = time.Minute

	leaveTime = 5 * time.Second // for leaving the manifest after an error

	// A compaction stops working at workTime and is passed over at enteredFor:
	// what it had in flight has ended by then. Both count from when it last said
	// that it is at work, which it does again after renewAfter.
	workTime   = 2 * time.Minute
	enteredFor = 3 * time.Minute
	renewAfter = 30 * time.Second
)

// manifestFormat is the version of the manifest's JSON.
const manifestFormat = 1

// manifest names what the index consists of. It is one item, changed only by
// compare-and-swap on its version.
type manifest struct {
	Format   int          `json:"format"`
	Segments []segmentRef `json:"segments,omitempty"`
	Folded   []foldedRef  `json:"folded,omitempty"`  // deltas that are in a segment and not yet deleted
	Dropped  []droppedRef `json:"dropped,omitempty"` // objects no longer named and not yet deleted
	Entered  []entry      `json:"entered,omitempty"` // at most one compaction or purge
	version  uint64       // of the item; 0 when there is none
}

type segmentRef struct {
	Object string `json:"object"`
	Bytes  int    `json:"bytes"`
	Docs   int    `json:"docs"`
	SHA256 string `json:"sha256"`
}

// foldedRef names a delta until no reader can still hold it: it is deleted
// some time after the fold, and its name goes some time after that.
type foldedRef struct {
	Delta   string      `json:"delta"` // sort key of its item
	At      kaibo.Time  `json:"at"`
	Deleted *kaibo.Time `json:"deleted,omitempty"`
}

type droppedRef struct {
	Object string     `json:"object"`
	At     kaibo.Time `json:"at"`
}

// entry is a compaction, or a purge, that is at work. It names the object that
// it is going to write, so that whoever passes it over knows what to delete.
type entry struct {
	ID     string     `json:"id"`
	Start  kaibo.Time `json:"start"`
	Until  kaibo.Time `json:"until"` // passed over after this; moved on while the worker lives
	Object string     `json:"object"`
}

func manifestKey(p kaibo.Project) kaibo.Key {
	return kaibo.Key{Partition: kaibo.IndexPartition(p.ID), Sort: manifestSort}
}

// segmentPrefix begins the name of every segment of a project.
func segmentPrefix(p kaibo.Project) string { return p.ID + "/s/" }

func decodeManifest(item kaibo.Item) (*manifest, error) {
	m := &manifest{Format: manifestFormat}
	if !item.Found() {
		return m, nil
	}
	if err := json.Unmarshal(item.Data, m); err != nil {
		return nil, fmt.Errorf("decode manifest %s: %w", item.Partition, err)
	}
	if m.Format != manifestFormat {
		return nil, fmt.Errorf("decode manifest %s: format %d is not known", item.Partition, m.Format)
	}
	m.version = item.Version
	return m, nil
}

// readBefore is a manifest as a query met it. Under many writes it names some
// thousand folded deltas, and recalls would spend more on reading those than on
// searching: so it is read once, until its bytes differ.
type readBefore struct {
	data     []byte
	manifest *manifest
	folded   map[string]bool // the keys of its folded deltas
}

// readOnce is decodeManifest for one who changes nothing of what it answers.
func (ix *Index) readOnce(item kaibo.Item) (*readBefore, error) {
	name := item.Partition + "/" + manifestSort // no run is called so: a delta's has a version, a segment's none of this prefix
	if v, ok := ix.cache.lookup(name); ok && item.Found() {
		if r := v.(*readBefore); r.manifest.version == item.Version && bytes.Equal(r.data, item.Data) {
			return r, nil
		}
	}
	m, err := decodeManifest(item)
	if err != nil {
		return nil, err
	}
	r := &readBefore{data: item.Data, manifest: m, folded: make(map[string]bool, len(m.Folded))}
	for _, f := range m.Folded {
		r.folded[f.Delta] = true
	}
	if item.Found() {
		const named = 128 // bytes for a folded delta, besides what names it
		ix.cache.drop(name)
		ix.cache.add(&cacheEntry{name: name, value: r, size: 2*len(r.data) + named*len(m.Folded)}, ix.limit())
	}
	return r, nil
}

func (ix *Index) readManifest(ctx context.Context, p kaibo.Project) (*manifest, error) {
	items, err := ix.Table.Get(ctx, manifestKey(p))
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return decodeManifest(items[0])
}

// errUnchanged is what a change of the manifest answers when there is nothing
// to write.
var errUnchanged = errors.New("unchanged")

// How often a change of the manifest is tried again: after another's came
// first, and after an error that does not say whether it happened.
const (
	swapAttempts = 20
	swapErrors   = 3
)

// swap changes the manifest by compare-and-swap: change is given a fresh copy
// and may be called again. A commit whose answer was lost is found by calling
// change on what then stands there, so change must answer errUnchanged when
// its work is already done.
func (ix *Index) swap(ctx context.Context, p kaibo.Project, change func(*manifest) error) error {
	var last error
	failed := 0
	for range swapAttempts {
		m, err := ix.readManifest(ctx, p)
		if err != nil {
			return err
		}
		if err := change(m); err != nil {
			if errors.Is(err, errUnchanged) {
				return nil
			}
			return err
		}
		data, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("encode manifest: %w", err)
		}
		last = ix.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(manifestKey(p), m.version, data)})
		if last == nil {
			return nil
		}
		if kaibo.KindOf(last) != kaibo.Conflict {
			failed++
		}
		if ctx.Err() != nil || failed == swapErrors {
			break
		}
	}
	return fmt.Errorf("change manifest: %w", last)
}

func (m *manifest) entry(id string) (entry, bool) {
	i := slices.IndexFunc(m.Entered, func(e entry) bool { return e.ID == id })
	if i < 0 {
		return entry{}, false
	}
	return m.Entered[i], true
}

// leave takes an entry out.
func (m *manifest) leave(id string) {
	m.Entered = slices.DeleteFunc(m.Entered, func(e entry) bool { return e.ID == id })
}

// passOver takes an entry out whose worker is gone and notes its object.
func (m *manifest) passOver(e entry, now kaibo.Time) {
	m.leave(e.ID)
	m.Dropped = append(m.Dropped, droppedRef{Object: e.Object, At: now})
}

func (m *manifest) names(object string) bool {
	return slices.ContainsFunc(m.Segments, func(s segmentRef) bool { return s.Object == object })
}

// after reports whether at least wait has passed from then to now.
func after(then, now kaibo.Time, wait time.Duration) bool {
	return int64(now)-int64(then) >= wait.Milliseconds()
}

package structure

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// overlay is a Table that derives a project again without anybody seeing it: it
// answers events, payload references, tombstones and names from the table
// beneath, and keeps derivations, memories, anchors, jobs and cursors of its own
// in memory, empty at first. Nothing that is committed reaches the table
// beneath; what is not kept, such as index rows, is dropped.
//
// A job is answered from the table beneath as it was when it was queued.
type overlay struct {
	kaibo.Table
	project string

	mu    sync.Mutex
	items map[kaibo.Key]kaibo.Item
	sorts map[string][]string // of a partition, in order
}

func newOverlay(beneath kaibo.Table, project string) *overlay {
	return &overlay{Table: beneath, project: project, items: make(map[kaibo.Key]kaibo.Item), sorts: make(map[string][]string)}
}

// keeps reports whether the overlay has a partition of its own.
func (o *overlay) keeps(k kaibo.Key) bool {
	rest, ours := strings.CutPrefix(k.Partition, o.project+"/")
	if !ours || k.Class != kaibo.Records {
		return false
	}
	kind, _, _ := strings.Cut(rest, "/")
	return kind == "d" || kind == "m" || kind == "g" || kind == "q"
}

// Get implements kaibo.Table.
func (o *overlay) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	out := make([]kaibo.Item, len(keys))
	var below []kaibo.Key
	var at []int
	o.mu.Lock()
	for i, k := range keys {
		item, found := o.items[k]
		switch {
		case !o.keeps(k) || !found && isJob(k):
			below, at = append(below, k), append(at, i)
		case found:
			out[i] = item
		default:
			out[i] = kaibo.Item{Key: k}
		}
	}
	o.mu.Unlock()
	if len(below) == 0 {
		return out, nil
	}
	items, err := o.Table.Get(ctx, below...)
	if err != nil {
		return nil, err
	}
	for j, item := range items {
		if isJob(item.Key) && item.Found() {
			if item, err = queued(item); err != nil {
				return nil, err
			}
		}
		out[at[j]] = item
	}
	return out, nil
}

func isJob(k kaibo.Key) bool { return strings.HasPrefix(k.Sort, "j/") }

// queued is a job as its append left it.
func queued(item kaibo.Item) (kaibo.Item, error) {
	var j kaibo.Job
	if err := item.Decode(&j); err != nil {
		return item, err
	}
	item.Version = 1
	item.Data = kaibo.Encode(kaibo.Job{ID: j.ID, Stream: j.Stream, First: j.First, Last: j.Last, Status: kaibo.JobQueued, CreatedAt: j.CreatedAt, UpdatedAt: j.CreatedAt, Warnings: j.Warnings, Unwarned: j.Unwarned})
	return item, nil
}

// Query implements kaibo.Table.
func (o *overlay) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	if !o.keeps(kaibo.Key{Class: class, Partition: partition}) {
		return o.Table.Query(ctx, class, partition, r)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	sorts := o.sorts[partition]
	from, _ := slices.BinarySearch(sorts, r.From)
	before := len(sorts)
	if r.Before != "" {
		before, _ = slices.BinarySearch(sorts, r.Before)
	}
	within := sorts[from:max(from, before)]
	limit := r.Limit
	if limit == 0 {
		limit = kaibo.MaxListLimit
	}
	page := kaibo.Page{More: len(within) > limit}
	n := min(limit, len(within))
	if r.Reverse {
		within = slices.Clone(within[len(within)-n:])
		slices.Reverse(within)
	}
	for _, s := range within[:n] {
		page.Items = append(page.Items, o.items[kaibo.Key{Class: class, Partition: partition, Sort: s}])
	}
	return page, nil
}

// Commit implements kaibo.Table. Only the conditions on what it keeps are held:
// what is beneath is not what the commit changes.
func (o *overlay) Commit(_ context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	var refused []kaibo.Refused
	for i, w := range writes {
		item, there := o.items[w.Item.Key]
		if !o.keeps(w.Item.Key) || !there && isJob(w.Item.Key) { // a job that is queued is not copied
			continue
		}
		if w.If.Absent && there || w.If.Version != 0 && w.If.Version != item.Version {
			refused = append(refused, kaibo.Refused{Index: i, Met: item})
		}
	}
	if len(refused) > 0 {
		return &kaibo.ConflictError{Refused: refused}
	}
	for _, w := range writes {
		if o.keeps(w.Item.Key) {
			o.write(w)
		}
	}
	return nil
}

func (o *overlay) write(w kaibo.Write) {
	k := w.Item.Key
	_, there := o.items[k]
	sorts := o.sorts[k.Partition]
	at, _ := slices.BinarySearch(sorts, k.Sort)
	switch w.Op {
	case kaibo.Put:
		if !there {
			o.sorts[k.Partition] = slices.Insert(sorts, at, k.Sort)
		}
		o.items[k] = w.Item
	case kaibo.Delete:
		if there {
			o.sorts[k.Partition] = slices.Delete(sorts, at, at+1)
			delete(o.items, k)
		}
	}
}

// each calls fn for every item of the partitions with a prefix, a partition's
// in their order. Nothing may be committed meanwhile.
func (o *overlay) each(prefix string, fn func(kaibo.Item) error) error {
	for partition, sorts := range o.sorts {
		if !strings.HasPrefix(partition, prefix) {
			continue
		}
		for _, s := range sorts {
			if err := fn(o.items[kaibo.Key{Partition: partition, Sort: s}]); err != nil {
				return err
			}
		}
	}
	return nil
}

// scratch is an object store whose writes stay in memory: of plans that nobody
// else takes up.
type scratch struct {
	kaibo.Objects
	mu   sync.Mutex
	held map[string][]byte
}

// Put implements kaibo.Objects.
func (s *scratch) Put(_ context.Context, name string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[name] = data
	return nil
}

// Get implements kaibo.Objects; what is held is read whole.
func (s *scratch) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	s.mu.Lock()
	b, ok := s.held[name]
	s.mu.Unlock()
	if ok {
		return b, nil
	}
	return s.Objects.Get(ctx, name, off, length)
}

// Delete implements kaibo.Objects.
func (s *scratch) Delete(_ context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, name)
	return nil
}

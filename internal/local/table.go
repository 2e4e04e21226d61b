package local

import (
	"bytes"
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Table is the kaibo.Table and kaibo.Scanner of a [Store]. Both classes lie in
// buckets of their own. Reads see what is durable and nothing else.
type Table struct{ s *Store }

var (
	_ kaibo.Table   = (*Table)(nil)
	_ kaibo.Scanner = (*Table)(nil)
)

func bucketOf(c kaibo.Class) []byte {
	if c == kaibo.Events {
		return bucketEvents
	}
	return bucketRecords
}

// Get implements kaibo.Table. An answer over kaibo.MaxGetBytes is a TooLarge
// error: ask for fewer keys at a time.
func (t *Table) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	if err := kaibo.CheckGet(keys); err != nil {
		return nil, err
	}
	items := make([]kaibo.Item, len(keys))
	err := t.s.view(ctx, func(tx *bolt.Tx) error {
		size := 0
		for i, k := range keys {
			it, err := load(tx, bucketOf(k.Class), k, encodeKey(k.Partition, k.Sort))
			if err != nil {
				return err
			}
			if it.Found() {
				size += it.Size()
			}
			if size > kaibo.MaxGetBytes {
				return kaibo.Errorf(kaibo.TooLarge, "the items are over the %d bytes of one answer", kaibo.MaxGetBytes)
			}
			items[i] = it
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("get: %w", err)
	}
	return items, nil
}

// load reads the item at an encoded key; Version 0 when there is none. Its
// Data is a copy.
func load(tx *bolt.Tx, bucket []byte, k kaibo.Key, key []byte) (kaibo.Item, error) {
	v := tx.Bucket(bucket).Get(key)
	if v == nil {
		return kaibo.Item{Key: k}, nil
	}
	version, data, ok := decodeValue(bucket, key, v)
	if !ok {
		return kaibo.Item{}, damaged(bucket, key)
	}
	return kaibo.Item{Key: k, Version: version, Data: bytes.Clone(data)}, nil
}

// Query implements kaibo.Table. Its More is exact: when it is set there is
// another item.
func (t *Table) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	if err := kaibo.CheckQuery(class, partition, r); err != nil {
		return kaibo.Page{}, err
	}
	var page kaibo.Page
	err := t.s.view(ctx, func(tx *bolt.Tx) (err error) {
		page, err = readPage(newWalk(tx, class, partition, r), class, partition, r.Limit)
		return err
	})
	if err != nil {
		return kaibo.Page{}, fmt.Errorf("query: %w", err)
	}
	return page, nil
}

func readPage(w *walk, class kaibo.Class, partition string, limit int) (kaibo.Page, error) {
	var page kaibo.Page
	size := 0
	for k, v := w.first(); k != nil; k, v = w.next() {
		version, data, ok := decodeValue(w.bucket, k, v)
		if !ok {
			return kaibo.Page{}, damaged(w.bucket, k)
		}
		it := kaibo.Item{Key: kaibo.Key{Class: class, Partition: partition, Sort: string(k[w.prefix:])},
			Version: version, Data: data}
		size += it.Size()
		if len(page.Items) > 0 && (size > kaibo.MaxPageBytes || limit > 0 && len(page.Items) >= limit) {
			page.More = true
			return page, nil
		}
		it.Data = bytes.Clone(data)
		page.Items = append(page.Items, it)
	}
	return page, nil
}

// A walk goes over the encoded keys of a range, either way.
type walk struct {
	c       *bolt.Cursor
	bucket  []byte
	prefix  int // bytes of a key before its sort part
	lo, hi  []byte
	reverse bool
}

func newWalk(tx *bolt.Tx, class kaibo.Class, partition string, r kaibo.Range) *walk {
	bucket := bucketOf(class)
	prefix := encodePartition(partition)
	w := &walk{c: tx.Bucket(bucket).Cursor(), bucket: bucket, prefix: len(prefix), reverse: r.Reverse}
	w.lo = append(bytes.Clone(prefix), r.From...)
	if r.Before == "" {
		w.hi = afterPartition(prefix)
	} else {
		w.hi = append(bytes.Clone(prefix), r.Before...)
	}
	return w
}

func (w *walk) first() (k, v []byte) {
	if !w.reverse {
		return w.within(w.c.Seek(w.lo))
	}
	if k, _ := w.c.Seek(w.hi); k == nil {
		return w.within(w.c.Last())
	}
	return w.within(w.c.Prev())
}

func (w *walk) next() (k, v []byte) {
	if w.reverse {
		return w.within(w.c.Prev())
	}
	return w.within(w.c.Next())
}

func (w *walk) within(k, v []byte) ([]byte, []byte) {
	if k == nil || bytes.Compare(k, w.lo) < 0 || bytes.Compare(k, w.hi) >= 0 {
		return nil, nil
	}
	return k, v
}

// Commit implements kaibo.Table. Commits that arrive together share one
// transaction and its syncs; each is refused or made by itself, in the order
// of arrival, and meets what those before it wrote. When ctx ends before the
// commit was begun, it was not made; when ctx ends later the error wraps
// [ErrOutcomeUnknown].
func (t *Table) Commit(ctx context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	if len(writes) == 0 {
		return nil
	}
	steps, size := encodeWrites(writes)
	r := &request{size: size, apply: func(tx *bolt.Tx) (bool, error) { return applyCommit(tx, steps) }}
	if err := t.s.submit(ctx, r); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// A step is a write made ready in the caller's goroutine: the committer, of
// whom there is one, only compares and puts.
type step struct {
	op     kaibo.Op
	cond   kaibo.Condition
	item   kaibo.Key
	bucket []byte
	key    []byte
	value  []byte
}

func encodeWrites(writes []kaibo.Write) (steps []step, size int) {
	steps = make([]step, len(writes))
	for i, w := range writes {
		k := w.Item.Key
		st := step{op: w.Op, cond: w.If, item: k, bucket: bucketOf(k.Class), key: encodeKey(k.Partition, k.Sort)}
		if w.Op == kaibo.Put {
			st.value = encodeValue(st.bucket, st.key, w.Item.Version, w.Item.Data)
		}
		steps[i] = st
		size += len(st.key) + len(st.value)
	}
	return steps, size
}

// applyCommit holds every condition before it writes anything.
func applyCommit(tx *bolt.Tx, steps []step) (changed bool, err error) {
	var refused []kaibo.Refused
	for i, st := range steps {
		met, holds, err := st.holds(tx)
		if err != nil {
			return false, err
		}
		if !holds {
			refused = append(refused, kaibo.Refused{Index: i, Met: met})
		}
	}
	if refused != nil {
		return false, &kaibo.ConflictError{Refused: refused}
	}
	for _, st := range steps {
		b := tx.Bucket(st.bucket)
		switch st.op {
		case kaibo.Put:
			err, changed = b.Put(st.key, st.value), true
		case kaibo.Delete:
			err, changed = b.Delete(st.key), true
		}
		if err != nil {
			return true, err
		}
	}
	return changed, nil
}

func (st step) holds(tx *bolt.Tx) (met kaibo.Item, holds bool, err error) {
	if !st.cond.Absent && st.cond.Version == 0 {
		return kaibo.Item{}, true, nil
	}
	v := tx.Bucket(st.bucket).Get(st.key)
	if v == nil {
		return kaibo.Item{Key: st.item}, st.cond.Absent, nil
	}
	version, data, ok := decodeValue(st.bucket, st.key, v)
	if !ok {
		return kaibo.Item{}, false, damaged(st.bucket, st.key)
	}
	if !st.cond.Absent && version == st.cond.Version {
		return kaibo.Item{}, true, nil
	}
	return kaibo.Item{Key: st.item, Version: version, Data: bytes.Clone(data)}, false, nil
}

// How much of a scan is read at a time. Between two reads no transaction is
// open, so fn may commit, and a writer that must grow the file need not wait.
const (
	scanItems = 512
	scanBytes = 4 << 20
)

// Scan implements kaibo.Scanner, in the order of partition and sort. An item
// put or deleted during the scan is seen or not; fn may read and commit.
func (t *Table) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	if class > kaibo.Events {
		return kaibo.Errorf(kaibo.Invalid, "scan: class %d is unknown", class)
	}
	start := appendEscaped([]byte{}, prefix) // never nil: nil is the end
	for from := start; from != nil; {
		var items []kaibo.Item
		err := t.s.view(ctx, func(tx *bolt.Tx) (err error) {
			items, from, err = scanChunk(tx, class, start, from)
			return err
		})
		if err != nil {
			return fmt.Errorf("scan: %w", err)
		}
		for _, it := range items {
			if err := fn(it); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanChunk reads on at from, and answers where to go on; nil at the end.
func scanChunk(tx *bolt.Tx, class kaibo.Class, prefix, from []byte) (items []kaibo.Item, next []byte, err error) {
	bucket := bucketOf(class)
	c := tx.Bucket(bucket).Cursor()
	size := 0
	for k, v := c.Seek(from); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if len(items) >= scanItems || size >= scanBytes {
			return items, bytes.Clone(k), nil
		}
		partition, sort, err := decodeKey(k)
		version, data, ok := decodeValue(bucket, k, v)
		if err != nil || !ok {
			return nil, nil, damaged(bucket, k)
		}
		items = append(items, kaibo.Item{Key: kaibo.Key{Class: class, Partition: partition, Sort: sort},
			Version: version, Data: bytes.Clone(data)})
		size += len(k) + len(v)
	}
	return items, nil, nil
}

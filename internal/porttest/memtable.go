package porttest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MemTable is a kaibo.Table and kaibo.Scanner in memory: quick to make, with
// every limit of the port, and gone with the test. The zero value is empty
// and ready.
type MemTable struct {
	mu    sync.Mutex
	parts map[memPart]*memItems
}

var (
	_ kaibo.Table       = (*MemTable)(nil)
	_ kaibo.Scanner     = (*MemTable)(nil)
	_ kaibo.PageScanner = (*MemTable)(nil)
)

type memPart struct {
	class     kaibo.Class
	partition string
}

type memItems struct {
	sorts []string // in byte order
	items map[string]kaibo.Item
}

// NewMemTable answers an empty table.
func NewMemTable() *MemTable { return &MemTable{} }

// Get implements kaibo.Table.
func (m *MemTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	if err := kaibo.CheckGet(keys); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	items, size := make([]kaibo.Item, len(keys)), 0
	for i, k := range keys {
		items[i] = m.at(k)
		if items[i].Found() {
			size += items[i].Size()
		}
	}
	if size > kaibo.MaxGetBytes {
		return nil, kaibo.Errorf(kaibo.TooLarge, "get: %d bytes are over the %d of one answer", size, kaibo.MaxGetBytes)
	}
	return items, nil
}

// at answers a copy of the item at k; Version 0 when there is none.
func (m *MemTable) at(k kaibo.Key) kaibo.Item {
	if p := m.parts[memPart{k.Class, k.Partition}]; p != nil {
		if it, found := p.items[k.Sort]; found {
			return copyItem(it)
		}
	}
	return kaibo.Item{Key: k}
}

func copyItem(it kaibo.Item) kaibo.Item {
	it.Data = bytes.Clone(it.Data)
	return it
}

// Query implements kaibo.Table.
func (m *MemTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	if err := kaibo.CheckQuery(class, partition, r); err != nil {
		return kaibo.Page{}, err
	}
	if err := ctx.Err(); err != nil {
		return kaibo.Page{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.parts[memPart{class, partition}]
	if p == nil {
		return kaibo.Page{}, nil
	}
	var page kaibo.Page
	size := 0
	for _, sort := range p.within(r) {
		it := p.items[sort]
		size += it.Size()
		if len(page.Items) > 0 && (size > kaibo.MaxPageBytes || r.Limit > 0 && len(page.Items) == r.Limit) {
			page.More = true
			break
		}
		page.Items = append(page.Items, copyItem(it))
	}
	return page, nil
}

// within answers the sort parts of a range in the order in which a Query
// answers them.
func (p *memItems) within(r kaibo.Range) []string {
	lo, _ := slices.BinarySearch(p.sorts, r.From)
	hi := len(p.sorts)
	if r.Before != "" {
		hi, _ = slices.BinarySearch(p.sorts, r.Before)
	}
	if lo >= hi {
		return nil
	}
	sorts := p.sorts[lo:hi]
	if r.Reverse {
		sorts = slices.Clone(sorts)
		slices.Reverse(sorts)
	}
	return sorts
}

// Commit implements kaibo.Table.
func (m *MemTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var refused []kaibo.Refused
	for i, w := range writes {
		met := m.at(w.Item.Key)
		if w.If.Absent && met.Found() || w.If.Version != 0 && met.Version != w.If.Version {
			refused = append(refused, kaibo.Refused{Index: i, Met: met})
		}
	}
	if refused != nil {
		return &kaibo.ConflictError{Refused: refused}
	}
	for _, w := range writes {
		switch w.Op {
		case kaibo.Put:
			m.put(copyItem(w.Item))
		case kaibo.Delete:
			m.remove(w.Item.Key)
		}
	}
	return nil
}

func (m *MemTable) put(it kaibo.Item) {
	where := memPart{it.Class, it.Partition}
	p := m.parts[where]
	if p == nil {
		p = &memItems{items: map[string]kaibo.Item{}}
		if m.parts == nil {
			m.parts = map[memPart]*memItems{}
		}
		m.parts[where] = p
	}
	if i, found := slices.BinarySearch(p.sorts, it.Sort); !found {
		p.sorts = slices.Insert(p.sorts, i, it.Sort)
	}
	p.items[it.Sort] = it
}

func (m *MemTable) remove(k kaibo.Key) {
	p := m.parts[memPart{k.Class, k.Partition}]
	if p == nil {
		return
	}
	if i, found := slices.BinarySearch(p.sorts, k.Sort); found {
		p.sorts = slices.Delete(p.sorts, i, i+1)
		delete(p.items, k.Sort)
	}
	if len(p.sorts) == 0 {
		delete(m.parts, memPart{k.Class, k.Partition})
	}
}

// Scan implements kaibo.Scanner. It walks what was there when it was called;
// fn may read and commit.
func (m *MemTable) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	if class > kaibo.Events {
		return kaibo.Errorf(kaibo.Invalid, "scan: class %d is unknown", class)
	}
	for _, it := range m.all(class, prefix) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(it); err != nil {
			return err
		}
	}
	return nil
}

// memScanPage is how many items a page of a scan has: few, so that tests see
// several.
const memScanPage = 16

// ScanPage implements kaibo.PageScanner. The cursor is the last key met.
func (m *MemTable) ScanPage(ctx context.Context, class kaibo.Class, prefix, cursor string) ([]kaibo.Item, string, error) {
	if class > kaibo.Events {
		return nil, "", kaibo.Errorf(kaibo.Invalid, "scan: class %d is unknown", class)
	}
	if err := ctx.Err(); err != nil {
		return nil, "", err
	}
	items := m.all(class, prefix)
	place := func(it kaibo.Item) string { return it.Partition + "\x00" + it.Sort }
	from := 0
	for cursor != "" && from < len(items) && place(items[from]) <= cursor {
		from++
	}
	items = items[from:]
	if len(items) <= memScanPage {
		return items, "", nil
	}
	return items[:memScanPage], place(items[memScanPage-1]), nil
}

func (m *MemTable) all(class kaibo.Class, prefix string) []kaibo.Item {
	m.mu.Lock()
	defer m.mu.Unlock()
	var items []kaibo.Item
	for where, p := range m.parts {
		if where.class != class || !strings.HasPrefix(where.partition, prefix) {
			continue
		}
		for _, sort := range p.sorts {
			items = append(items, copyItem(p.items[sort]))
		}
	}
	slices.SortFunc(items, func(a, b kaibo.Item) int {
		if c := strings.Compare(a.Partition, b.Partition); c != 0 {
			return c
		}
		return strings.Compare(a.Sort, b.Sort)
	})
	return items
}

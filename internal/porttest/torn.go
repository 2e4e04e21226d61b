package porttest

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// midTable reads from a table, but shows some items otherwise.
type midTable struct {
	kaibo.Table
	shown map[kaibo.Key]kaibo.Item
}

// Get implements kaibo.Table.
func (m *midTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	items, err := m.Table.Get(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if it, found := m.shown[k]; found {
			items[i] = copyItem(it)
		}
	}
	return items, nil
}

// Query implements kaibo.Table.
func (m *midTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	shown := map[string]kaibo.Item{}
	for k, it := range m.shown {
		if k.Class == class && k.Partition == partition {
			shown[k.Sort] = copyItem(it)
		}
	}
	return tornQuery(ctx, m.Table, class, partition, r, shown)
}

// Commit refuses: a state in the middle of a Commit is only looked at.
func (m *midTable) Commit(context.Context, []kaibo.Write) error {
	return errors.New("commit: this table is a view of a moment that has passed")
}

// tornQuery answers what tb would answer if the items of shown, by sort part,
// lay in the partition instead of what does; Version 0 stands for none.
func tornQuery(ctx context.Context, tb kaibo.Table, class kaibo.Class, partition string, r kaibo.Range,
	shown map[string]kaibo.Item) (kaibo.Page, error) {
	if len(shown) == 0 {
		return tb.Query(ctx, class, partition, r)
	}
	whole := r
	whole.Limit = 0
	items, err := collect(ctx, tb, class, partition, whole)
	if err != nil {
		return kaibo.Page{}, err
	}
	items = slices.DeleteFunc(items, func(it kaibo.Item) bool { _, other := shown[it.Sort]; return other })
	for sort, it := range shown {
		if it.Found() && sort >= r.From && (r.Before == "" || sort < r.Before) {
			items = append(items, it)
		}
	}
	slices.SortFunc(items, func(a, b kaibo.Item) int {
		if r.Reverse {
			a, b = b, a
		}
		return strings.Compare(a.Sort, b.Sort)
	})
	return cutPage(items, r.Limit), nil
}

// cutPage answers the first page of items that are in order.
func cutPage(items []kaibo.Item, limit int) kaibo.Page {
	size := 0
	for i, it := range items {
		size += it.Size()
		if i > 0 && (size > kaibo.MaxPageBytes || limit > 0 && i == limit) {
			return kaibo.Page{Items: items[:i], More: true}
		}
	}
	return kaibo.Page{Items: items}
}

package views

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Ahead is a Table that answers from what it has read already, for one request
// that knows early what it is going to ask: [Ahead.Fetch] reads all of that at
// once, and what is asked afterwards one thing after the other costs no further
// round trip. What was not fetched is read when it is asked for, so a guess that
// was wrong costs a read and changes no answer.
//
// It holds each item as it was when it was first read. Whoever needs to see
// what happened since makes a new one. A Commit goes through and is not seen.
// It is safe for concurrent use.
type Ahead struct {
	table kaibo.Table
	limit int // of calls at once

	mu    sync.Mutex
	items map[kaibo.Key]kaibo.Item
	spans []fetched
}

// Span is a part of a partition, from From to before Before.
type Span struct {
	Class     kaibo.Class
	Partition string
	From      string
	Before    string
}

// fetched is a span with all of its items, in order.
type fetched struct {
	Span
	items []kaibo.Item
}

var _ kaibo.Table = (*Ahead)(nil)

// aheadAtOnce is how many calls one Fetch makes at once.
const aheadAtOnce = 64

// NewAhead begins with nothing read.
func NewAhead(table kaibo.Table) *Ahead { return NewAheadOf(table, aheadAtOnce) }

// NewAheadOf is NewAhead with a limit of how many calls one Fetch makes at once.
// With 1 they follow one another, always in the same order.
func NewAheadOf(table kaibo.Table, limit int) *Ahead {
	return &Ahead{table: table, limit: limit, items: make(map[kaibo.Key]kaibo.Item)}
}

// Fetch reads the items of keys and spans that were not read yet, all at once:
// one Get a hundred keys and one Query a span. A key or a span twice is read
// once.
func (a *Ahead) Fetch(ctx context.Context, keys []kaibo.Key, spans []Span) error {
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(a.limit)
	for part := range slices.Chunk(a.missing(keys), kaibo.MaxGetKeys) {
		work.Go(func() error {
			_, err := a.read(workCtx, part)
			return err
		})
	}
	for _, s := range a.unread(spans) {
		work.Go(func() error { return a.walk(workCtx, s) })
	}
	return work.Wait()
}

// missing answers the keys that were not read, each once.
func (a *Ahead) missing(keys []kaibo.Key) []kaibo.Key {
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []kaibo.Key
	seen := make(map[kaibo.Key]bool, len(keys))
	for _, k := range keys {
		if _, ok := a.items[k]; !ok && !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// unread answers the spans that were not read, those that overlap or touch as
// one.
func (a *Ahead) unread(spans []Span) []Span {
	spans = slices.DeleteFunc(slices.Clone(spans), func(s Span) bool { _, ok := a.held(s); return ok })
	slices.SortFunc(spans, func(x, y Span) int {
		return cmp.Or(cmp.Compare(x.Class, y.Class), strings.Compare(x.Partition, y.Partition), strings.Compare(x.From, y.From))
	})
	var out []Span
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && out[n].Class == s.Class && out[n].Partition == s.Partition && (out[n].Before == "" || s.From <= out[n].Before) {
			if out[n].Before != "" && (s.Before == "" || s.Before > out[n].Before) {
				out[n].Before = s.Before
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// read reads keys, at most MaxGetKeys, and keeps what it read.
func (a *Ahead) read(ctx context.Context, keys []kaibo.Key) ([]kaibo.Item, error) {
	items, err := a.table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("read ahead: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, item := range items {
		a.items[keys[i]] = item
	}
	return items, nil
}

// walk reads a span to its end and keeps it.
func (a *Ahead) walk(ctx context.Context, s Span) error {
	f := fetched{Span: s}
	r := kaibo.Range{From: s.From, Before: s.Before}
	for {
		page, err := a.table.Query(ctx, s.Class, s.Partition, r)
		if err != nil {
			return fmt.Errorf("read ahead: %w", err)
		}
		f.items = append(f.items, page.Items...)
		if !page.More {
			break
		}
		r = r.Next(page)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spans = append(a.spans, f)
	return nil
}

// held answers the items of a span when one that holds it was fetched.
func (a *Ahead) held(s Span) ([]kaibo.Item, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, f := range a.spans {
		if f.Class != s.Class || f.Partition != s.Partition || s.From < f.From || f.Before != "" && (s.Before == "" || s.Before > f.Before) {
			continue
		}
		from, _ := slices.BinarySearchFunc(f.items, s.From, func(i kaibo.Item, sort string) int { return strings.Compare(i.Sort, sort) })
		to := len(f.items)
		if s.Before != "" {
			to, _ = slices.BinarySearchFunc(f.items, s.Before, func(i kaibo.Item, sort string) int { return strings.Compare(i.Sort, sort) })
		}
		return slices.Clone(f.items[min(from, to):to]), true
	}
	return nil, false
}

// Get implements kaibo.Table: it reads what was not read yet.
func (a *Ahead) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	out := make([]kaibo.Item, len(keys))
	var missing []kaibo.Key
	var at []int
	a.mu.Lock()
	for i, k := range keys {
		item, ok := a.items[k]
		if out[i] = item; !ok {
			missing, at = append(missing, k), append(at, i)
		}
	}
	a.mu.Unlock()
	if len(missing) == 0 {
		return out, nil
	}
	items, err := a.read(ctx, missing)
	for i, item := range items {
		out[at[i]] = item
	}
	return out, err
}

// Query implements kaibo.Table. A page of what was fetched is all of it.
func (a *Ahead) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	items, ok := a.held(Span{class, partition, r.From, r.Before})
	if !ok {
		return a.table.Query(ctx, class, partition, r)
	}
	if r.Reverse {
		slices.Reverse(items)
	}
	if r.Limit > 0 && len(items) > r.Limit {
		return kaibo.Page{Items: items[:r.Limit], More: true}, nil
	}
	return kaibo.Page{Items: items}, nil
}

// Commit implements kaibo.Table.
func (a *Ahead) Commit(ctx context.Context, writes []kaibo.Write) error {
	return a.table.Commit(ctx, writes)
}

// Over answers the views as they are read through another table, such as one
// that has read ahead.
func (v *Views) Over(table kaibo.Table) *Views {
	return &Views{Table: table, Ledger: v.Ledger, Index: v.Index, Clock: v.Clock}
}

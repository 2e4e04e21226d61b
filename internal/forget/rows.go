package forget

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// hideRows puts a tombstone over every index row of the set's events. The ids
// of the rows are stored first, or with the tombstones: the purge needs them,
// and so does a second try, which no longer sees the rows.
func (t *taking) hideRows(ctx context.Context) error {
	var err error
	t.rows = nil
	if !t.fresh || t.tried {
		if t.rows, err = t.loadRows(ctx, t.project.ID, t.plan.ReceiptID); err != nil {
			return err
		}
	}
	if t.rows == nil {
		if t.rows, err = t.findRows(ctx); err != nil {
			return err
		}
		if len(t.rows) <= deltaRows {
			return t.storeAndHide(ctx)
		}
		if err := t.storeRows(ctx); err != nil {
			return err
		}
	}
	return t.putDocs(ctx, "rows", deadRows(t.rows))
}

// deadRows are the tombstones of rows of events: passages and provisional
// memories.
func deadRows(rows []string) []termindex.Doc {
	docs := make([]termindex.Doc, len(rows))
	for i, id := range rows {
		kind := termindex.Provisional
		if strings.Contains(id, "/") {
			kind = termindex.Passage
		}
		docs[i] = termindex.Tombstone(id, kind, termindex.DeadVersion)
	}
	return docs
}

// findRows finds the rows of the set's events.
func (t *taking) findRows(ctx context.Context) ([]string, error) {
	reader, err := t.Index.Open(ctx, t.project)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return t.rowsIn(reader), nil
}

// rowsIn answers the rows of the set's events in an index.
func (t *taking) rowsIn(reader *termindex.Reader) []string {
	rows := []string{}
	for _, id := range t.plan.Events {
		for doc := range reader.Passages(id) {
			rows = append(rows, doc.ID)
		}
		rows = append(rows, kaibo.ProvisionalID(id))
	}
	return rows
}

// rowsChunk is how many ids of rows one item holds: about 30 bytes each.
const rowsChunk = 8000

// storeAndHide stores the ids of few rows and hides them in one Commit. When
// another at this deed came first, its rows count.
func (t *taking) storeAndHide(ctx context.Context) error {
	writes, err := t.hiding(t.rows)
	if err != nil {
		return err
	}
	err = t.Table.Commit(ctx, writes)
	if conflict := new(*kaibo.ConflictError); err == nil || !errors.As(err, conflict) {
		return err
	}
	if t.rows, err = t.loadRows(ctx, t.project.ID, t.plan.ReceiptID); err != nil {
		return err
	}
	return t.putDocs(ctx, "rows", deadRows(t.rows))
}

// hiding answers what stores the ids of few rows and hides them.
func (t *taking) hiding(rows []string) ([]kaibo.Write, error) {
	done := rowsDone(t.project.ID, t.plan.ReceiptID)
	delta, err := t.Index.Delta(t.project, t.plan.ReceiptID+"-rows0", deadRows(rows))
	if err != nil {
		return nil, fmt.Errorf("hide rows: %w", err)
	}
	return []kaibo.Write{delta, kaibo.PutNew(done, 1, nil),
		kaibo.PutNew(kaibo.Key{Partition: done.Partition, Sort: "rows/0000"}, 1, kaibo.Encode(rows))}, nil
}

// storeRows stores the ids of many rows.
func (t *taking) storeRows(ctx context.Context) (err error) {
	n := 0
	for part := range slices.Chunk(t.rows, rowsChunk) {
		key := kaibo.Key{Partition: kaibo.DeedPartition(t.project.ID, t.plan.ReceiptID), Sort: fmt.Sprintf("rows/%04d", n)}
		if err := t.putFirst(ctx, kaibo.PutNew(key, 1, kaibo.Encode(part))); err != nil {
			return err
		}
		n++
	}
	if err := t.putFirst(ctx, kaibo.PutNew(rowsDone(t.project.ID, t.plan.ReceiptID), 1, nil)); err != nil {
		return err
	}
	t.rows, err = t.loadRows(ctx, t.project.ID, t.plan.ReceiptID)
	return err
}

// putFirst writes an item unless it is there: whoever else is at this deed
// found more, for it looked before the rows were hidden.
func (t *taking) putFirst(ctx context.Context, w kaibo.Write) error {
	err := t.Table.Commit(ctx, []kaibo.Write{w})
	if conflict := new(*kaibo.ConflictError); err != nil && !errors.As(err, conflict) {
		return fmt.Errorf("store rows: %w", err)
	}
	return nil
}

// rowsDone says that all ids of a deed's rows are stored.
func rowsDone(project, receiptID string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedPartition(project, receiptID), Sort: "rows-done"}
}

// loadRows reads the ids of rows that a deed stored; nil when it did not store
// them all.
func (e *Engine) loadRows(ctx context.Context, project, receiptID string) ([]string, error) {
	done, err := e.Table.Get(ctx, rowsDone(project, receiptID))
	if err != nil {
		return nil, fmt.Errorf("read rows: %w", err)
	}
	if !done[0].Found() {
		return nil, nil
	}
	rows := []string{}
	r := kaibo.Range{From: "rows/", Before: "rows0"}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.DeedPartition(project, receiptID), r)
		if err != nil {
			return nil, fmt.Errorf("read rows: %w", err)
		}
		for _, item := range page.Items {
			var part []string
			if err := item.Decode(&part); err != nil {
				return nil, err
			}
			rows = append(rows, part...)
		}
		if !page.More {
			return rows, nil
		}
		r = r.Next(page)
	}
}

// deltaRows is how many tombstones go into one delta.
const deltaRows = 1000

// putDocs adds rows to the index under names that a second try uses again.
func (t *taking) putDocs(ctx context.Context, name string, docs []termindex.Doc) error {
	n := 0
	for part := range slices.Chunk(docs, deltaRows) {
		write, err := t.Index.Delta(t.project, fmt.Sprintf("%s-%s%d", t.plan.ReceiptID, name, n), part)
		if err != nil {
			return fmt.Errorf("hide rows: %w", err)
		}
		var conflict *kaibo.ConflictError
		if err := t.Table.Commit(ctx, []kaibo.Write{write}); err != nil && !errors.As(err, &conflict) {
			return fmt.Errorf("hide rows: %w", err)
		}
		n++
	}
	return nil
}

// scrub takes the terms of the set out of the index deltas, so that no word of
// it is left in the table. Segments wait for the purge.
func (t *taking) scrub(ctx context.Context) error {
	ids := slices.Concat(t.rows, t.plan.Memories, t.plan.Shared)
	return t.again(ctx, "scrub index", func() error {
		writes, err := t.Index.ScrubDeltas(ctx, t.project, ids)
		if err != nil {
			return err
		}
		for len(writes) > 0 {
			n := fitting(writes)
			if err := t.Table.Commit(ctx, writes[:n]); err != nil {
				return err
			}
			writes = writes[n:]
		}
		return nil
	})
}

// fitting is how many of the writes fit one Commit by count and by bytes.
func fitting(writes []kaibo.Write) int {
	bytes := 0
	for i, w := range writes {
		bytes += w.Item.Size()
		if i == stepItems || bytes > kaibo.MaxTxBytes && i > 0 {
			return i
		}
	}
	return len(writes)
}

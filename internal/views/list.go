package views

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Selection says which memories a list is about. Each field is off when empty.
type Selection struct {
	Filter   kaibo.Filter
	Status   []string    // any of these
	Disputed *bool       // those that are, or are not
	AsOf     *kaibo.Time // those that held then
	KnownAt  *kaibo.Time // with what was known then
	Newest   int         // looks at so many records alone, rounded up to a hundred; 0 for no such bound
}

// Limits of one call of List: so many records are looked at, then it answers
// what it has, with a cursor to go on.
const maxListed = 2000

// List answers at most limit memories, newest first by record time, from after
// the cursor that an earlier call answered. The next cursor is empty at the
// end.
func (v *Views) List(ctx context.Context, p kaibo.Project, sel Selection, cursor string, limit int) ([]kaibo.Memory, string, error) {
	knownAt := kaibo.Forever
	if sel.KnownAt != nil {
		knownAt = *sel.KnownAt
	}
	r := kaibo.Range{Reverse: true, Before: cursor, Limit: kaibo.MaxGetKeys}
	var found []*kaibo.MemoryRecord
	for seen := 0; seen < maxListed; {
		page, err := v.Table.Query(ctx, kaibo.Records, kaibo.ListingPartition(p.ID), r)
		if err != nil {
			return nil, "", fmt.Errorf("list memories: %w", err)
		}
		if len(page.Items) == 0 {
			cursor = ""
			break
		}
		records, err := v.listed(ctx, p, page)
		if err != nil {
			return nil, "", err
		}
		for i, record := range records {
			cursor = page.Items[i].Sort
			if record != nil && sel.match(record, knownAt) {
				found = append(found, record)
			}
			if len(found) == limit && (i < len(records)-1 || page.More) {
				memories, err := v.Serve(ctx, p, found, knownAt)
				return memories, cursor, err
			}
		}
		if !page.More {
			cursor = ""
			break
		}
		if seen += len(page.Items); sel.Newest > 0 && seen >= sel.Newest {
			break
		}
		r = r.Next(page)
	}
	memories, err := v.Serve(ctx, p, found, knownAt)
	return memories, cursor, err
}

// listed reads the records of one page of the listing.
func (v *Views) listed(ctx context.Context, p kaibo.Project, page kaibo.Page) ([]*kaibo.MemoryRecord, error) {
	ids := make([]string, len(page.Items))
	for i, item := range page.Items {
		ids[i] = item.Sort[strings.IndexByte(item.Sort, '/')+1:]
	}
	records, _, err := readRecords(ctx, v.Table, p, ids)
	return records, err
}

func (sel *Selection) match(r *kaibo.MemoryRecord, knownAt kaibo.Time) bool {
	rev, known := r.At(knownAt)
	if !known || len(r.ReplacedBy) > 0 || r.Retired {
		return false
	}
	status := rev.Status
	if r.Forgotten {
		status = kaibo.StatusForgotten
	}
	if len(sel.Status) > 0 && !slices.Contains(sel.Status, status) {
		return false
	}
	if sel.Disputed != nil && rev.Disputed != *sel.Disputed {
		return false
	}
	if sel.AsOf != nil && !rev.Holds(*sel.AsOf) {
		return false
	}
	return sel.Filter.Match(r)
}

// Sources answers at most limit sources of a memory, the oldest first, from
// after the cursor.
func (v *Views) Sources(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]kaibo.Source, string, error) {
	if _, err := v.Record(ctx, p, id); err != nil {
		return nil, "", err
	}
	r := kaibo.Range{From: "s/", Before: "s0", Limit: limit}
	if cursor != "" {
		r.From = cursor + "\x00"
	}
	page, err := v.Table.Query(ctx, kaibo.Records, kaibo.MemoryPartition(p.ID, id), r)
	if err != nil {
		return nil, "", fmt.Errorf("read sources: %w", err)
	}
	sources := make([]kaibo.Source, len(page.Items))
	for i, item := range page.Items {
		if err := item.Decode(&sources[i]); err != nil {
			return nil, "", err
		}
	}
	if !page.More {
		return sources, "", nil
	}
	return sources, page.Items[len(page.Items)-1].Sort, nil
}

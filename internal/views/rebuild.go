package views

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Finding is one place where the store is not what it should be.
type Finding struct {
	What   string `json:"what"`   // the kind of item, "memory", "listing", "index" …
	ID     string `json:"id"`     // of the memory, event or object
	Detail string `json:"detail"` // what differs
}

// Report is what a rebuild did or a check found.
type Report struct {
	Memories int       `json:"memories"` // records folded
	Written  int       `json:"written"`  // items that were not there or differed
	Removed  int       `json:"removed"`  // items that should not be there
	Indexed  int       `json:"indexed"`  // rows of the index
	Findings []Finding `json:"findings,omitempty"`
}

// Rebuild makes every view of a project again: what is there and right stays,
// what differs is written, what should not be there goes; the index is dropped
// and filled. Nothing else may write to the project meanwhile, and no deed of
// forgetting may stand half done, of which the deletion ledger does not tell yet:
// that is a Conflict. Progress, when set, is told how many events of how many were
// folded.
func (v *Views) Rebuild(ctx context.Context, p kaibo.Project, scan kaibo.Scanner, progress func(done, total uint64)) (*Report, error) {
	if progress == nil {
		progress = func(uint64, uint64) {}
	}
	if err := v.NoOpenDeed(ctx, p); err != nil {
		return nil, err
	}
	im, err := v.fold(ctx, p, progress)
	if err != nil {
		return nil, err
	}
	stored, err := storedViews(ctx, p, scan)
	if err != nil {
		return nil, err
	}
	report := &Report{Memories: len(im.records)}
	var writes []kaibo.Write
	for key, want := range im.items {
		if got, ok := stored[key]; !ok || !sameItem(got, want) {
			writes = append(writes, kaibo.PutAny(key, want.Version, want.Data))
			report.Written++
		}
	}
	for key := range stored {
		if _, ok := im.items[key]; !ok {
			writes = append(writes, kaibo.DeleteAny(key))
			report.Removed++
		}
	}
	tombs, err := v.missingTombs(ctx, p, im)
	if err != nil {
		return nil, err
	}
	head, err := v.graphHead(ctx, p)
	if err != nil {
		return nil, err
	}
	tombs = append(tombs, head...)
	report.Written += len(tombs)
	if err := v.commitAll(ctx, append(tombs, writes...)); err != nil {
		return nil, fmt.Errorf("write views: %w", err)
	}
	placed, err := v.Ledger.PlaceReceipts(ctx, p)
	if err != nil {
		return nil, err
	}
	report.Written += placed
	report.Indexed, err = v.reindex(ctx, p, im)
	report.Findings = append(report.Findings, im.damaged...)
	return report, err
}

// NoOpenDeed answers a Conflict while a deed of forgetting of the project is not
// finished: views hold what it took already, and the deletion ledger does not.
func (v *Views) NoOpenDeed(ctx context.Context, p kaibo.Project) error {
	items, err := v.Table.Get(ctx, kaibo.Key{Partition: kaibo.DeedsPartition, Sort: p.ID})
	if err != nil {
		return fmt.Errorf("look for an open deed: %w", err)
	}
	if items[0].Found() {
		return kaibo.Errorf(kaibo.Conflict, "a deed of forgetting is not finished in this project; the schedule finishes it within minutes: try again then")
	}
	return nil
}

// commitAll writes in chunks that fit a Commit by count and by bytes.
func (v *Views) commitAll(ctx context.Context, writes []kaibo.Write) error {
	start, size := 0, 0
	for i, w := range writes {
		if i-start == kaibo.MaxTxItems || size+w.Item.Size() > kaibo.MaxTxBytes {
			if err := v.Table.Commit(ctx, writes[start:i]); err != nil {
				return err
			}
			start, size = i, 0
		}
		size += w.Item.Size()
	}
	if start == len(writes) {
		return nil
	}
	return v.Table.Commit(ctx, writes[start:])
}

// storedViews reads every item of the views from the table. The versions of
// anchors are guards, not views: they only ever grow.
func storedViews(ctx context.Context, p kaibo.Project, scan kaibo.Scanner) (map[kaibo.Key]kaibo.Item, error) {
	stored := make(map[kaibo.Key]kaibo.Item)
	keep := func(item kaibo.Item) error {
		if item.Sort != "~" {
			stored[item.Key] = item
		}
		return nil
	}
	for _, prefix := range []string{kaibo.MemoryPartition(p.ID, ""), kaibo.GuardPartition(p.ID, "")} {
		if err := scan.Scan(ctx, kaibo.Records, prefix, keep); err != nil {
			return nil, fmt.Errorf("scan views: %w", err)
		}
	}
	err := scan.Scan(ctx, kaibo.Records, kaibo.ListingPartition(p.ID), keep)
	return stored, err
}

// Fsck compares every view with what the derivations give, checks the index,
// and answers what differs. It writes nothing. It is one of the promises that
// package invariant looks at; the chains are another.
func (v *Views) Fsck(ctx context.Context, p kaibo.Project, scan kaibo.Scanner, progress func(done, total uint64)) (*Report, error) {
	if progress == nil {
		progress = func(uint64, uint64) {}
	}
	im, err := v.fold(ctx, p, progress)
	if err != nil {
		return nil, err
	}
	stored, err := storedViews(ctx, p, scan)
	if err != nil {
		return nil, err
	}
	report := &Report{Memories: len(im.records)}
	for _, key := range sortedKeys(im.items) {
		got, ok := stored[key]
		switch {
		case !ok:
			report.find(key, "is missing")
		case !sameItem(got, im.items[key]):
			report.find(key, "differs from what the derivations give")
		}
	}
	for _, key := range sortedKeys(stored) {
		if _, ok := im.items[key]; !ok {
			report.find(key, "should not be there")
		}
	}
	tombs, err := v.missingTombs(ctx, p, im)
	if err != nil {
		return nil, err
	}
	for _, w := range tombs {
		report.find(w.Item.Key, "is in the deletion ledger and has no tombstone")
	}
	err = v.checkIndex(ctx, p, im, report)
	report.Findings = append(report.Findings, im.damaged...)
	return report, err
}

// sameItem compares what a view holds. The version of a record counts, since
// it is made from the record; those of other items only say that they were
// written.
func sameItem(got, want kaibo.Item) bool {
	return bytes.Equal(got.Data, want.Data) && (got.Sort != "view" || got.Version == want.Version)
}

func sortedKeys(items map[kaibo.Key]kaibo.Item) []kaibo.Key {
	return slices.SortedFunc(maps.Keys(items), func(a, b kaibo.Key) int {
		return strings.Compare(a.Partition+"\x00"+a.Sort, b.Partition+"\x00"+b.Sort)
	})
}

// find adds a finding about an item of the views.
func (r *Report) find(key kaibo.Key, detail string) {
	parts := strings.SplitN(key.Partition, "/", 3)
	f := Finding{What: "listing", ID: key.Sort[strings.LastIndexByte(key.Sort, '/')+1:], Detail: detail}
	switch {
	case parts[1] == "g":
		f.What = "anchor"
	case parts[1] == "i":
		f.What, f.ID = "event", parts[2]
	case parts[1] == "m" && key.Sort == "view":
		f.What, f.ID = "memory", parts[2]
	case parts[1] == "m":
		f.What, f.ID = "source", parts[2]
	}
	r.Findings = append(r.Findings, f)
}

// graphHead answers the head of the curated graph's changes where it is not that
// of the last one.
func (v *Views) graphHead(ctx context.Context, p kaibo.Project) ([]kaibo.Write, error) {
	page, err := v.Table.Query(ctx, kaibo.Records, kaibo.GraphPartition(p.ID), kaibo.Range{Reverse: true, Limit: 1})
	if err != nil || len(page.Items) == 0 || page.Items[0].Key == kaibo.GraphHeadKey(p.ID) {
		return nil, err
	}
	var last graph.Change
	if err := page.Items[0].Decode(&last); err != nil {
		return nil, err
	}
	items, err := v.Table.Get(ctx, kaibo.GraphHeadKey(p.ID))
	if err != nil || items[0].Version == last.Number {
		return nil, err
	}
	return []kaibo.Write{kaibo.PutAny(items[0].Key, last.Number, nil)}, nil
}

// missingTombs answers the tombstones that the deletion ledger demands and
// that are not there. None is ever taken away: a deed that is not entered yet
// has tombstones too.
func (v *Views) missingTombs(ctx context.Context, p kaibo.Project, im *image) ([]kaibo.Write, error) {
	var writes []kaibo.Write
	for part := range slices.Chunk(slices.Sorted(maps.Keys(im.tombs)), kaibo.MaxGetKeys) {
		keys := make([]kaibo.Key, len(part))
		for i, id := range part {
			keys[i] = kaibo.TombKey(p.ID, id)
		}
		items, err := v.Table.Get(ctx, keys...)
		if err != nil {
			return nil, fmt.Errorf("read tombstones: %w", err)
		}
		for i, item := range items {
			if !item.Found() {
				tomb := im.tombs[part[i]]
				writes = append(writes, kaibo.PutNew(item.Key, 1, kaibo.Encode(kaibo.Tombstone{EventID: part[i], ReceiptID: tomb.receiptID, At: tomb.at})))
			}
		}
	}
	return writes, nil
}

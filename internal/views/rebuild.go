package views

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// image is every view of a project's memories as the derivations and the
// deletion ledger give it: what the table should hold.
type image struct {
	records map[string]*kaibo.MemoryRecord
	changes map[string][]kaibo.Revision
	repeats map[string][]kaibo.Source
	items   map[kaibo.Key]kaibo.Item
}

// Finding is one place where the store is not what it should be.
type Finding struct {
	What   string `json:"what"`   // the kind of item, "memory", "listing", "index" …
	ID     string `json:"id"`     // of the memory, event or object
	Detail string `json:"detail"` // what differs
}

// fold reads every derivation of a project and folds it into views. It runs no
// structurer: births, revisions and sources stand in the derivations.
func (v *Views) fold(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*image, error) {
	im := &image{records: make(map[string]*kaibo.MemoryRecord), changes: make(map[string][]kaibo.Revision),
		repeats: make(map[string][]kaibo.Source), items: make(map[kaibo.Key]kaibo.Item)}
	heads, err := v.heads(ctx, p)
	if err != nil {
		return nil, err
	}
	var total, done uint64
	for _, h := range heads {
		total += h.Seq
	}
	var moves []kaibo.Moved
	for _, h := range heads {
		err := eachItem(ctx, v.Table, kaibo.DerivationPartition(p.ID, h.Stream), kaibo.Range{}, func(item kaibo.Item) error {
			var d kaibo.Derivation
			if err := decode(item, &d); err != nil {
				return err
			}
			im.add(&d)
			moves = append(moves, d.Moves...)
			progress(done+d.Seq, total)
			return nil
		})
		if err != nil {
			return nil, err
		}
		done += h.Seq
	}
	return im, v.settle(ctx, p, im, moves)
}

// heads reads the heads of all streams.
func (v *Views) heads(ctx context.Context, p kaibo.Project) ([]kaibo.Head, error) {
	var all []kaibo.Head
	after := ""
	for {
		heads, more, err := v.Ledger.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		all = append(all, heads...)
		if !more {
			return all, nil
		}
		after = heads[len(heads)-1].Stream
	}
}

// add puts a derivation into the image.
func (im *image) add(d *kaibo.Derivation) {
	for _, b := range d.Births {
		im.records[b.ID] = Born(b)
	}
	for _, c := range d.Changes {
		im.changes[c.MemoryID] = append(im.changes[c.MemoryID], c.Revision)
	}
	for _, r := range d.Repeats {
		im.repeats[r.MemoryID] = append(im.repeats[r.MemoryID], r.Source)
	}
}

// settle brings revisions and sources into order, applies what was moved and
// forgotten, and makes the items.
func (v *Views) settle(ctx context.Context, p kaibo.Project, im *image, moves []kaibo.Moved) error {
	gone, err := v.forgotten(ctx, p)
	if err != nil {
		return err
	}
	moved := make(map[string][]string, len(moves))
	for _, m := range moves {
		moved[m.MemoryID] = m.To
	}
	for id, r := range im.records {
		revisions := im.changes[id]
		slices.SortFunc(revisions, func(a, b kaibo.Revision) int { return a.Version - b.Version })
		r.Revisions = append(r.Revisions, slices.CompactFunc(revisions, func(a, b kaibo.Revision) bool { return a.Version == b.Version })...)
		r.ReplacedBy = moved[id]
		end, forgotten := gone[id]
		if !forgotten {
			end = kaibo.Forever
		}
		if r.ReplacedBy != nil {
			end, forgotten = gone[r.Source.EventID], true
		}
		sources := im.settleSources(r, gone, end)
		if forgotten {
			Erase(r)
		}
		im.put(p, r, sources)
	}
	return nil
}

// settleSources gives a memory the sources that it had at end, when it was
// forgotten itself: those of events that were forgotten before are dropped. It
// answers all that are left.
func (im *image) settleSources(r *kaibo.MemoryRecord, gone map[string]kaibo.Time, end kaibo.Time) []kaibo.Source {
	all := []kaibo.Source{r.Source}
	seen := map[string]bool{r.Source.EventID: true}
	for _, s := range im.repeats[r.ID] {
		if seen[s.EventID] {
			continue
		}
		seen[s.EventID] = true
		if at, forgotten := gone[s.EventID]; forgotten && at < end {
			r.Dropped++
			continue
		}
		AddSource(r, s)
		all = append(all, s)
	}
	return all
}

// put makes the items of a record and its sources. A memory that others took
// the place of has none of its own any more.
func (im *image) put(p kaibo.Project, r *kaibo.MemoryRecord, sources []kaibo.Source) {
	for _, w := range append(bornWrites(p, r), recordWrite(p, r, 0)) {
		im.items[w.Item.Key] = w.Item
	}
	if r.ReplacedBy != nil {
		return
	}
	for _, s := range sources {
		if r.Forgotten {
			EraseSource(&s)
		}
		key := kaibo.SourceKey(p.ID, r.ID, s.RecordedAt, s.EventID)
		im.items[key] = kaibo.Item{Key: key, Version: 1, Data: encode(s)}
	}
}

// forgotten reads from the deletion ledger when memories and events were
// forgotten, by id.
func (v *Views) forgotten(ctx context.Context, p kaibo.Project) (map[string]kaibo.Time, error) {
	gone := make(map[string]kaibo.Time)
	after := uint64(0)
	for {
		entries, more, err := v.Ledger.Deletions(ctx, p, after, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			after = e.Seq
			for _, id := range slices.Concat(e.MemoryIDs, e.EventIDs) {
				gone[id] = *e.TombstonedAt
			}
		}
		if !more {
			return gone, nil
		}
	}
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
// and filled. Nothing else may write to the project meanwhile. Progress, when
// set, is told how many events of how many were folded.
func (v *Views) Rebuild(ctx context.Context, p kaibo.Project, scan kaibo.Scanner, progress func(done, total uint64)) (*Report, error) {
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
	if err := v.commitAll(ctx, writes); err != nil {
		return nil, fmt.Errorf("write views: %w", err)
	}
	report.Indexed, err = v.reindex(ctx, p, im)
	return report, err
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
// and answers what differs. It writes nothing.
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
	return report, errors.Join(v.checkIndex(ctx, p, im, report), v.checkLedger(ctx, p, report))
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
	case parts[1] == "m" && key.Sort == "view":
		f.What, f.ID = "memory", parts[2]
	case parts[1] == "m":
		f.What, f.ID = "source", parts[2]
	}
	r.Findings = append(r.Findings, f)
}

package views

import (
	"context"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// image is every view of a project's memories as the derivations and the
// deletion ledger give it: what the table should hold.
type image struct {
	records map[string]*kaibo.MemoryRecord
	changes map[string][]kaibo.Revision
	repeats map[string][]kaibo.Source
	items   map[kaibo.Key]kaibo.Item
	tombs   map[string]deed // of events that must have a tombstone
	damaged []Finding       // payloads that could not be read for the index
}

// fold reads every derivation of a project and folds it into views. It runs no
// structurer: births, revisions and sources stand in the derivations.
func (v *Views) fold(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*image, error) {
	im := &image{records: make(map[string]*kaibo.MemoryRecord), changes: make(map[string][]kaibo.Revision),
		repeats: make(map[string][]kaibo.Source), items: make(map[kaibo.Key]kaibo.Item), tombs: make(map[string]deed)}
	heads, err := v.heads(ctx, p)
	if err != nil {
		return nil, err
	}
	var total, done uint64
	for _, h := range heads {
		total += h.Seq
	}
	pending, err := v.pending(ctx, p)
	if err != nil {
		return nil, err
	}
	var moves []kaibo.Moved
	for _, h := range heads {
		err := eachItem(ctx, v.Table, kaibo.DerivationPartition(p.ID, h.Stream), kaibo.Range{}, func(item kaibo.Item) error {
			var d kaibo.Derivation
			if err := item.Decode(&d); err != nil {
				return err
			}
			if d.Restructure == "" || d.Restructure != pending {
				im.add(&d)
				moves = append(moves, d.Moves...)
			}
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

// pending answers the event of a restructure whose derivations do not count
// yet; empty when there is none.
func (v *Views) pending(ctx context.Context, p kaibo.Project) (string, error) {
	items, err := v.Table.Get(ctx, kaibo.RestructuringKey(p.ID))
	if err != nil || !items[0].Found() {
		return "", err
	}
	var r kaibo.Restructuring
	if err := items[0].Decode(&r); err != nil || r.Written {
		return "", err
	}
	return r.EventID, nil
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
	again := make(map[string]bool)
	for _, m := range moves {
		moved[m.MemoryID] = m.To
		again[m.MemoryID] = m.Again
	}
	for id, r := range im.records {
		revisions := im.changes[id]
		slices.SortFunc(revisions, func(a, b kaibo.Revision) int { return a.Version - b.Version })
		r.Revisions = append(r.Revisions, slices.CompactFunc(revisions, func(a, b kaibo.Revision) bool { return a.Version == b.Version })...)
		r.ReplacedBy = moved[id]
		if again[id] {
			r.Retired = true
			Erase(r)
			im.put(p, r, nil)
			continue
		}
		end := gone[id]
		if r.ReplacedBy != nil {
			end = gone[r.Source.EventID]
		}
		sources := im.settleSources(r, gone, end)
		if end != nil {
			Erase(r)
		}
		im.put(p, r, sources)
	}
	for id, d := range gone {
		if kaibo.IsEventID(id) {
			im.tombs[id] = *d
		}
	}
	return nil
}

// settleSources gives a memory the sources that it had when deed end forgot
// it, or has when end is nil: those of events that an earlier deed forgot are
// dropped. It answers all that are left.
func (im *image) settleSources(r *kaibo.MemoryRecord, gone map[string]*deed, end *deed) []kaibo.Source {
	all := []kaibo.Source{r.Source}
	seen := map[string]bool{r.Source.EventID: true}
	for _, s := range im.repeats[r.ID] {
		if seen[s.EventID] {
			continue
		}
		seen[s.EventID] = true
		if d := gone[s.EventID]; d != nil && (end == nil || d.number < end.number) {
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
	writes := []kaibo.Write{recordWrite(p, r, 0)}
	if !r.Retired { // who has its id finds where it leads, and nobody lists it
		writes = append(writes, bornWrites(p, r)...)
	}
	for _, w := range writes {
		im.items[w.Item.Key] = w.Item
	}
	if r.ReplacedBy != nil || r.Retired {
		return
	}
	for _, s := range sources {
		if r.Forgotten {
			EraseSource(&s)
		}
		key := kaibo.SourceKey(p.ID, r.ID, s.RecordedAt, s.EventID)
		im.items[key] = kaibo.Item{Key: key, Version: 1, Data: kaibo.Encode(s)}
	}
}

// deed is one forgetting as its entries in the deletion ledger tell it. A deed
// of many ids has several entries, one after the other, with one digest of its
// reason, which no other deed has: it is salted.
type deed struct {
	number    int    // from 1, in the order of the ledger
	receiptID string // of its last entry
	at        kaibo.Time
}

// forgotten reads from the deletion ledger which deed forgot each memory and
// event first, by id.
func (v *Views) forgotten(ctx context.Context, p kaibo.Project) (map[string]*deed, error) {
	gone := make(map[string]*deed)
	after, last, reason := uint64(0), &deed{}, ""
	for {
		entries, more, err := v.Ledger.Deletions(ctx, p, after, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			after = e.Seq
			if e.Kind != kaibo.ReceiptForgotten {
				continue
			}
			if e.ReasonDigest != reason {
				last, reason = &deed{number: last.number + 1, at: *e.TombstonedAt}, e.ReasonDigest
			}
			last.receiptID = e.ID
			for _, id := range slices.Concat(e.MemoryIDs, e.EventIDs) {
				if gone[id] == nil {
					gone[id] = last
				}
			}
		}
		if !more {
			return gone, nil
		}
	}
}

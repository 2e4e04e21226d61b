package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// deletions is what the deletion ledger says.
type deletions struct {
	deeds  map[string]*kaibo.Receipt // of kind forgotten
	order  []string
	purged map[string]bool
	events map[string]string // the receipt that an event is in
}

// checkDeletions holds Deletions, Once, Forgotten, Purged and Purges.
func (l *look) checkDeletions(ctx context.Context) error {
	d := &deletions{deeds: make(map[string]*kaibo.Receipt), purged: make(map[string]bool), events: make(map[string]string)}
	if err := l.readDeletions(ctx, d); err != nil {
		return err
	}
	waiting := make(map[string]bool)
	err := l.query(ctx, kaibo.PurgePartition, kaibo.Range{}, func(item kaibo.Item) error {
		if at, rest, ok := strings.Cut(item.Sort, "/"); ok && strings.HasPrefix(rest, l.project.ID+"/") {
			waiting[at] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range d.order {
		if err := l.checkDeed(ctx, d.deeds[id], d.purged[id], waiting); err != nil {
			return err
		}
	}
	return nil
}

// readDeletions reads the ledger up to the head that it has first.
func (l *look) readDeletions(ctx context.Context, d *deletions) error {
	items, err := l.get(ctx, []kaibo.Key{kaibo.DeletionHeadKey(l.project.ID)})
	if err != nil {
		return err
	}
	var head kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&head); err != nil {
			return err
		}
	}
	verifier := chain.NewReceiptVerifier()
	var frontier []kaibo.Hash
	after := uint64(0)
	for after < head.Seq {
		entries, more, err := l.Ledger.Deletions(ctx, l.project, after, int(min(head.Seq-after, kaibo.MaxListLimit)))
		if err != nil {
			return fmt.Errorf("read deletions: %w", err)
		}
		for i := range entries {
			if err := verifier.Receipt(&entries[i]); err != nil {
				l.find(Deletions, "stream", chain.DeletionLedger, "%v", err)
				return nil
			}
			frontier = chain.AppendLeaf(frontier, entries[i].Seq-1, entries[i].Hash)
			after = entries[i].Seq
			l.enter(d, &entries[i])
		}
		if !more {
			break
		}
	}
	if after != head.Seq || !slices.Equal(frontier, head.Frontier) {
		l.find(Deletions, "stream", chain.DeletionLedger, "its head at %d is not what its %d entries give", head.Seq, after)
	}
	return nil
}

// enter takes one entry in.
func (l *look) enter(d *deletions, r *kaibo.Receipt) {
	if r.Kind == kaibo.ReceiptPurged {
		if d.deeds[r.ReceiptID] == nil {
			l.find(Deletions, "receipt", r.ID, "says that %s is purged, which is not entered before", r.ReceiptID)
		}
		if d.purged[r.ReceiptID] {
			l.find(Once, "receipt", r.ID, "says once more that %s is purged", r.ReceiptID)
		}
		d.purged[r.ReceiptID] = true
		return
	}
	if d.deeds[r.ID] != nil {
		l.find(Once, "receipt", r.ID, "is entered twice")
	}
	d.deeds[r.ID] = r
	d.order = append(d.order, r.ID)
	for _, id := range r.EventIDs {
		if other := d.events[id]; other != "" {
			l.find(Once, "event", id, "is in the receipts %s and %s", other, r.ID)
		}
		d.events[id] = r.ID
	}
}

// checkDeed looks at what one receipt names.
func (l *look) checkDeed(ctx context.Context, r *kaibo.Receipt, purged bool, waiting map[string]bool) error {
	if r.ProjectID != "" { // of another project, that went as a whole
		return nil
	}
	if !purged && r.PurgeAt != nil && !waiting[kaibo.TimeKey(*r.PurgeAt)] {
		l.find(Purges, "receipt", r.ID, "is not purged, and waits for it nowhere")
	}
	if err := l.checkTaken(ctx, r, purged); err != nil {
		return err
	}
	var keys []kaibo.Key
	for _, id := range r.MemoryIDs {
		keys = append(keys, kaibo.MemoryKey(l.project.ID, id))
	}
	items, err := l.get(ctx, keys)
	if err != nil {
		return err
	}
	for i, item := range items {
		var m kaibo.MemoryRecord
		if !item.Found() {
			continue // a view can be dropped
		}
		if err := item.Decode(&m); err != nil {
			return err
		}
		if !m.Forgotten || m.Content != "" {
			l.find(Forgotten, "memory", r.MemoryIDs[i], "is in receipt %s and has its text", r.ID)
		}
	}
	return nil
}

// checkTaken looks at the events of one receipt.
func (l *look) checkTaken(ctx context.Context, r *kaibo.Receipt, purged bool) error {
	var keys []kaibo.Key
	for _, id := range r.EventIDs {
		keys = append(keys, kaibo.TombKey(l.project.ID, id), kaibo.RefKey(l.project.ID, id))
	}
	items, err := l.get(ctx, keys)
	if err != nil {
		return err
	}
	for i, id := range r.EventIDs {
		if !items[2*i].Found() {
			l.find(Forgotten, "event", id, "is in the deletion ledger and has no tombstone")
		}
		if !purged || !items[2*i+1].Found() {
			continue
		}
		var ref kaibo.EventRef
		if err := items[2*i+1].Decode(&ref); err != nil {
			return err
		}
		_, err := l.Objects.Get(ctx, ref.Object, 0, 1)
		switch {
		case err == nil:
			l.find(Purged, "payload", id, "is there after the purge of %s", r.ID)
		case kaibo.KindOf(err) != kaibo.NotFound:
			return fmt.Errorf("read payload: %w", err)
		}
	}
	return nil
}

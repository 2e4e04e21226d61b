package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Receipt reads an entry of the deletion ledger by its id. Where it stands is
// looked up; entries that were written before places were kept are walked, until
// [Ledger.PlaceReceipts] has placed them. An id that no entry has is NotFound.
func (l *Ledger) Receipt(ctx context.Context, p kaibo.Project, id string) (*kaibo.Receipt, error) {
	notFound := kaibo.Errorf(kaibo.NotFound, "there is no receipt %s", id)
	if !kaibo.IsReceiptID(id) {
		return nil, notFound
	}
	items, err := l.Table.Get(ctx, kaibo.ReceiptPlaceKey(p.ID, id), kaibo.DeletionHeadKey(p.ID))
	if err != nil {
		return nil, fmt.Errorf("look for a receipt: %w", err)
	}
	if items[0].Found() {
		var at kaibo.ReceiptPlace
		if err := items[0].Decode(&at); err != nil {
			return nil, err
		}
		entries, _, err := l.Deletions(ctx, p, max(at.Seq, 1)-1, 1)
		if err != nil {
			return nil, err
		}
		if len(entries) == 1 && entries[0].ID == id {
			return &entries[0], nil
		}
	}
	var head kaibo.Head
	if items[1].Found() {
		if err := items[1].Decode(&head); err != nil {
			return nil, err
		}
	}
	var found *kaibo.Receipt
	err = l.unplaced(ctx, p, head, func(entries []kaibo.Receipt) error {
		if i := slices.IndexFunc(entries, func(r kaibo.Receipt) bool { return r.ID == id }); i >= 0 {
			found = &entries[i]
			return errStop
		}
		return nil
	})
	if err == nil && found == nil {
		err = notFound
	}
	return found, err
}

// errStop ends a walk early.
var errStop = errors.New("stop")

// unplaced calls fn with the entries of the deletion ledger that may have no
// place, a page at a time.
func (l *Ledger) unplaced(ctx context.Context, p kaibo.Project, head kaibo.Head, fn func([]kaibo.Receipt) error) error {
	last := head.Seq
	if head.PlacedFrom > 0 {
		last = head.PlacedFrom - 1
	}
	for after := uint64(0); after < last; {
		entries, _, err := l.Deletions(ctx, p, after, int(min(last-after, kaibo.MaxListLimit)))
		if err != nil || len(entries) == 0 {
			return err
		}
		after = entries[len(entries)-1].Seq
		if err := fn(entries); err != nil {
			if errors.Is(err, errStop) {
				return nil
			}
			return err
		}
	}
	return nil
}

// PlaceReceipts places the entries of the deletion ledger that an older version
// wrote without, and answers how many. It can be called again.
func (l *Ledger) PlaceReceipts(ctx context.Context, p kaibo.Project) (int, error) {
	items, err := l.Table.Get(ctx, kaibo.DeletionHeadKey(p.ID))
	if err != nil {
		return 0, fmt.Errorf("read head of the deletion ledger: %w", err)
	}
	var head kaibo.Head
	if !items[0].Found() {
		return 0, nil
	}
	if err := items[0].Decode(&head); err != nil || head.PlacedFrom == 1 {
		return 0, err
	}
	placed := 0
	err = l.unplaced(ctx, p, head, func(entries []kaibo.Receipt) error {
		for part := range slices.Chunk(kaibo.PlaceReceipts(p.ID, entries), kaibo.MaxTxItems) {
			if err := l.Table.Commit(ctx, part); err != nil {
				return fmt.Errorf("place receipts: %w", err)
			}
		}
		placed += len(entries)
		return nil
	})
	if err != nil {
		return placed, err
	}
	head.PlacedFrom = 1
	err = l.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(items[0].Key, items[0].Version, kaibo.Encode(head))})
	if errors.As(err, new(*kaibo.ConflictError)) {
		return placed, nil // somebody forgets: the next call finishes
	}
	return placed, err
}

package forget

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Await lists the purges that the first entries of a project's deletion ledger,
// up to the one numbered last, promise and that are listed nowhere: of a ledger
// that was loaded from an archive, which tells what was forgotten and carries
// none of the deeds. Each becomes due at its entry's own PurgeAt, at the next
// call of [Engine.Purge] when that is past, and is said in the ledger like any
// other.
//
// It can be called again: what waits already, or is purged, is left alone. Call
// it once more after the project is registered, because a purge of a project
// that nobody knows is dropped when it is due. Entries after last are left to
// the deeds that wrote them.
func (e *Engine) Await(ctx context.Context, p kaibo.Project, last uint64) error {
	return e.again(ctx, "list purges", func() error {
		head, version, err := e.deletionHead(ctx, p.ID)
		if err != nil || head.Seq == 0 {
			return err
		}
		waiting, err := e.unpurged(ctx, p, head.Seq, last)
		if err != nil {
			return err
		}
		for i := range waiting {
			if err := e.await(ctx, p, &waiting[i], version); err != nil {
				return err
			}
		}
		return nil
	})
}

// unpurged answers the entries up to last that wait for their purge, in a
// ledger of so many entries.
func (e *Engine) unpurged(ctx context.Context, p kaibo.Project, entries, last uint64) ([]kaibo.Receipt, error) {
	var forgotten, waiting []kaibo.Receipt
	purged := map[string]bool{}
	for after := uint64(0); after < entries; {
		page, _, err := e.Ledger.Deletions(ctx, p, after, int(min(entries-after, kaibo.MaxListLimit)))
		if err != nil {
			return nil, fmt.Errorf("read deletions: %w", err)
		}
		if len(page) == 0 {
			return nil, &kaibo.Error{Op: "list purges", Err: fmt.Errorf("entry %d of the deletion ledger is not there", after+1)}
		}
		for _, r := range page {
			switch {
			case r.Kind == kaibo.ReceiptPurged:
				purged[r.ReceiptID] = true
			case r.Seq <= last && r.ProjectID == "" && r.PurgeAt != nil && r.TombstonedAt != nil:
				forgotten = append(forgotten, r)
			}
		}
		after = page[len(page)-1].Seq
	}
	for _, r := range forgotten {
		if !purged[r.ID] {
			waiting = append(waiting, r)
		}
	}
	return waiting, nil
}

// await lists the purge of one entry as a deed of its own, with the plan and the
// answer that a purge reads. An entry names at most kaibo.MaxReceiptIDs ids, so
// the plan is one item. The ledger must still be at version, so that nothing is
// listed that was purged meanwhile.
func (e *Engine) await(ctx context.Context, p kaibo.Project, r *kaibo.Receipt, version uint64) error {
	pl := &plan{Project: p.ID, ReceiptID: r.ID, Memories: r.MemoryIDs, Events: r.EventIDs, ReasonDigest: r.ReasonDigest, At: *r.TombstonedAt}
	due := purgeKey(p.ID, pl, *r.PurgeAt)
	there, err := e.Table.Get(ctx, due)
	if err != nil {
		return fmt.Errorf("look for a purge: %w", err)
	}
	if there[0].Found() {
		return nil
	}
	return e.Table.Commit(ctx, []kaibo.Write{
		kaibo.CheckAt(kaibo.DeletionHeadKey(p.ID), version),
		kaibo.PutAny(partKey(p.ID, r.ID, 0), 1, kaibo.Encode(pl)),
		kaibo.PutAny(deedKey(p.ID, r.ID), 1, kaibo.Encode(storedDeed{First: r.Seq, Last: r.Seq})),
		kaibo.PutNew(due, 1, kaibo.Encode(openDeed{Project: p.ID, ReceiptID: r.ID, At: pl.At})),
	})
}

package invariant_test

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// enter adds an entry to the deletion ledger that says again what another says.
func enter(w *enginetest.World, r kaibo.Receipt, kind string) error {
	ctx := context.Background()
	items, err := w.Ports.Table.Get(ctx, kaibo.DeletionHeadKey(w.Project.ID))
	if err != nil {
		return err
	}
	var head kaibo.Head
	if err := items[0].Decode(&head); err != nil {
		return err
	}
	at := w.Ports.Clock.Now()
	entry := kaibo.Receipt{ID: "rcp_" + "aaaaaaaaaaaaaaaa", Seq: head.Seq + 1, Kind: kind}
	if kind == kaibo.ReceiptPurged {
		entry.ReceiptID, entry.PurgedAt = r.ID, &at
	} else {
		entry.EventIDs, entry.TombstonedAt, entry.PurgeAt = r.EventIDs, &at, &at
	}
	if err := chain.SealReceipt(&entry, head.Hash); err != nil {
		return err
	}
	head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, entry.Hash)
	head.Seq, head.Hash = entry.Seq, entry.Hash
	return w.Ports.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(kaibo.DeletionKey(w.Project.ID, entry.Seq), 1, kaibo.Encode(entry)),
		kaibo.PutOver(kaibo.DeletionHeadKey(w.Project.ID), items[0].Version, kaibo.Encode(head))})
}

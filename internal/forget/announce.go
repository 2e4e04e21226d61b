package forget

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// What is forgotten is announced in the Commit that enters the receipt, and
// what is purged in the one that enters `purged`: who hears of either finds it
// in the deletion ledger. The notices name the entries, which hold the ids, so
// that they fit one item however large the deed.

// announce adds the notices that somebody wants to hear to a Commit's writes.
func (e *Engine) announce(writes []kaibo.Write, p kaibo.Project, listening kaibo.Item, name string, notices []kaibo.Notice) ([]kaibo.Write, bool, error) {
	l, err := kaibo.Listens(listening)
	if err != nil {
		return nil, false, err
	}
	outbox, ok := l.Announce(p.ID, name, e.Clock(), notices)
	if ok {
		writes = append(writes, outbox)
	}
	return writes, ok, nil
}

// forgottenNotices are those of the receipts that name memories.
func forgottenNotices(receipts []kaibo.Receipt) []kaibo.Notice {
	return receiptNotices(kaibo.NoticeForgotten, receipts)
}

// purgedNotices name the receipts of the deed, for the entries that say purged
// hold no ids.
func purgedNotices(receipts []kaibo.Receipt) []kaibo.Notice {
	return receiptNotices(kaibo.NoticePurged, receipts)
}

func receiptNotices(typ string, receipts []kaibo.Receipt) []kaibo.Notice {
	var out []kaibo.Notice
	for i := range receipts {
		if len(receipts[i].MemoryIDs) > 0 {
			out = append(out, kaibo.Notice{Type: typ, ReceiptID: receipts[i].ID, ReceiptSeq: receipts[i].Seq})
		}
	}
	return out
}

// announceReborn answers the write that announces a memory that is derived again
// from another of its sources, for the Commit in which it is born.
func (t *taking) announceReborn(ctx context.Context, old *kaibo.MemoryRecord, birth *kaibo.Birth) ([]kaibo.Write, bool, error) {
	items, err := t.Table.Get(ctx, kaibo.ListeningKey(t.project.ID))
	if err != nil {
		return nil, false, fmt.Errorf("read who listens: %w", err)
	}
	notices := structure.Born(birth)
	notices[0].Replaces = old.ID
	return t.announce(nil, t.project, items[0], birth.ID, notices)
}

func (e *Engine) tellAnnounced(p kaibo.Project) {
	if e.Announced != nil {
		e.Announced(p)
	}
}

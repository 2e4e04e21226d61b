package forget

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// enter writes the deed's entries into the deletion ledger, with the answer,
// the purge that is due, and the end of the deed: all in one Commit. A deed
// that was entered already answers the same.
func (e *Engine) enter(ctx context.Context, p kaibo.Project, pl *plan) (*Deed, error) {
	var deed *Deed
	announced := false
	err := e.again(ctx, "enter receipt", func() error {
		items, err := e.Table.Get(ctx, entryKeys(p.ID, pl.ReceiptID)...)
		if err != nil {
			return fmt.Errorf("look for the receipt: %w", err)
		}
		if items[0].Found() {
			deed, err = e.entered(ctx, p, pl)
			return err
		}
		entry, err := e.entering(p, pl, items)
		if err != nil {
			return err
		}
		deed, announced = entry.deed, entry.announced
		if err := e.placeMany(ctx, p.ID, deed.Receipts); err != nil {
			return err
		}
		return e.Table.Commit(ctx, entry.writes)
	})
	if announced {
		e.tellAnnounced(p)
	}
	if err != nil {
		if entered, readErr := e.entered(ctx, p, pl); readErr == nil && entered != nil {
			return entered, nil // the answer was lost, the entry was not
		}
		return nil, err
	}
	return deed, nil
}

// entryKeys are what is read before a deed is entered: its answer, which is
// there when it was entered already, the head of the ledger, who listens, and
// the deed that is open.
func entryKeys(project, receiptID string) []kaibo.Key {
	return []kaibo.Key{deedKey(project, receiptID), kaibo.DeletionHeadKey(project), kaibo.ListeningKey(project), openKey(project)}
}

// entry is what is written to enter a deed.
type entry struct {
	deed      *Deed // as its entries will tell it
	writes    []kaibo.Write
	announced bool
}

// errPurgedMeanwhile says that another process finished a deed while this one was
// at it, and purged it.
var errPurgedMeanwhile error = &kaibo.Error{Op: "enter receipt", Kind: kaibo.Unavailable, RetryAfter: time.Second,
	Detail: "another process finished this deed of forgetting, and its purge; the deletion ledger has its receipt"}

// entering answers what enters a deed after what was read under its entryKeys.
func (e *Engine) entering(p kaibo.Project, pl *plan, read []kaibo.Item) (*entry, error) {
	var open openDeed
	if read[3].Found() {
		if err := read[3].Decode(&open); err != nil {
			return nil, err
		}
	}
	if open.ReceiptID != pl.ReceiptID { // a second receipt would never be purged
		return nil, errPurgedMeanwhile
	}
	var head kaibo.Head
	if read[1].Found() {
		if err := read[1].Decode(&head); err != nil {
			return nil, err
		}
	}
	deed, stored := &Deed{ReasonSalt: pl.ReasonSalt}, storedDeed{ReasonSalt: pl.ReasonSalt, First: head.Seq + 1}
	var writes []kaibo.Write
	var err error
	for i, r := range e.entries(pl) {
		if r.ID, err = e.entryID(pl, i); err != nil {
			return nil, err
		}
		if err := extendLedger(&head, &r); err != nil {
			return nil, err
		}
		writes = append(writes, kaibo.PutNew(kaibo.DeletionKey(p.ID, r.Seq), 1, kaibo.Encode(r)))
		deed.Receipts = append(deed.Receipts, r)
		stored.Last = r.Seq
	}
	writes = append(writes,
		kaibo.PutOver(kaibo.DeletionHeadKey(p.ID), read[1].Version, kaibo.Encode(head)),
		kaibo.PutNew(deedKey(p.ID, pl.ReceiptID), 1, kaibo.Encode(stored)),
		kaibo.PutNew(purgeKey(p.ID, pl, e.purgeAt(pl)), 1, kaibo.Encode(openDeed{Project: p.ID, ReceiptID: pl.ReceiptID, At: pl.At})),
		kaibo.DeleteAt(openKey(p.ID), read[3].Version))
	if pl.Key != "" {
		writes = append(writes, kaibo.PutAny(kaibo.AnswerKey(p, "forget", pl.Key), 2, kaibo.Encode(keptDeed{storedDeed: stored})))
	}
	writes, announced, err := e.announce(writes, p, read[2], pl.ReceiptID, forgottenNotices(deed.Receipts))
	if len(deed.Receipts) <= placedWith {
		writes = append(writes, kaibo.PlaceReceipts(p.ID, deed.Receipts)...)
	}
	return &entry{deed, writes, announced}, err
}

// deedKey is where the answer of a deed lies until it is purged.
func deedKey(project, receiptID string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedPartition(project, receiptID), Sort: "deed"}
}

// purgeKey lists a purge by when it is due.
func purgeKey(project string, pl *plan, at kaibo.Time) kaibo.Key {
	return kaibo.Key{Partition: kaibo.PurgePartition, Sort: kaibo.TimeKey(at) + "/" + project + "/" + pl.ReceiptID}
}

func (e *Engine) purgeAt(pl *plan) kaibo.Time { return pl.At + kaibo.Time(e.Grace/time.Millisecond) }

func (e *Engine) entered(ctx context.Context, p kaibo.Project, pl *plan) (*Deed, error) {
	items, err := e.Table.Get(ctx, deedKey(p.ID, pl.ReceiptID))
	if err != nil {
		return nil, fmt.Errorf("look for the receipt: %w", err)
	}
	if !items[0].Found() {
		return nil, nil
	}
	var stored storedDeed
	if err := items[0].Decode(&stored); err != nil {
		return nil, err
	}
	return e.readDeed(ctx, p.ID, stored)
}

// storedDeed is a deed's answer as it is kept: where its entries stand in the
// deletion ledger, and the salt of the reason.
type storedDeed struct {
	First      uint64 `json:"first,omitempty"`
	Last       uint64 `json:"last,omitempty"`
	ReasonSalt string `json:"reasonSalt,omitempty"`
}

// readDeed gives a kept answer again.
func (e *Engine) readDeed(ctx context.Context, project string, stored storedDeed) (*Deed, error) {
	deed := &Deed{ReasonSalt: stored.ReasonSalt}
	for after := stored.First - 1; after < stored.Last; {
		entries, _, err := e.Ledger.Deletions(ctx, kaibo.Project{ID: project}, after, int(stored.Last-after))
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			return nil, &kaibo.Error{Op: "read deed", Err: fmt.Errorf("entry %d of the deletion ledger is not there", after+1)}
		}
		deed.Receipts = append(deed.Receipts, entries...)
		after = entries[len(entries)-1].Seq
	}
	return deed, nil
}

func (e *Engine) deletionHead(ctx context.Context, project string) (kaibo.Head, uint64, error) {
	items, err := e.Table.Get(ctx, kaibo.DeletionHeadKey(project))
	if err != nil {
		return kaibo.Head{}, 0, fmt.Errorf("read head of the deletion ledger: %w", err)
	}
	var head kaibo.Head
	if items[0].Found() {
		err = items[0].Decode(&head)
	}
	return head, items[0].Version, err
}

// placedWith is how many entries are written in one Commit with their places, and
// room beside them. More are placed before.
var placedWith = 40

// placeMany says where entries will stand that have no room for it in the Commit
// that writes them. Whoever reads such a place before looks at the entry, which
// is not there or has another id.
func (e *Engine) placeMany(ctx context.Context, project string, entries []kaibo.Receipt) error {
	if len(entries) <= placedWith {
		return nil
	}
	return e.commit(ctx, "place receipts", kaibo.PlaceReceipts(project, entries))
}

// extendLedger chains an entry to the head of the deletion ledger, which its
// caller writes with the entry and its place.
func extendLedger(head *kaibo.Head, entry *kaibo.Receipt) error {
	entry.Seq = head.Seq + 1
	head.PlacedFrom = cmp.Or(head.PlacedFrom, entry.Seq)
	if err := chain.SealReceipt(entry, head.Hash); err != nil {
		return fmt.Errorf("hash ledger entry: %w", err)
	}
	head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, entry.Hash)
	head.Seq, head.Hash = entry.Seq, entry.Hash
	return nil
}

// entries cuts a deed into ledger entries of at most MaxReceiptIDs ids.
func (e *Engine) entries(pl *plan) []kaibo.Receipt {
	memories, events := slices.Sorted(slices.Values(pl.Memories)), slices.Clone(pl.Events)
	at, purgeAt := pl.At, e.purgeAt(pl)
	var out []kaibo.Receipt
	for first := true; first || len(memories)+len(events) > 0; first = false {
		m := min(len(memories), kaibo.MaxReceiptIDs)
		ev := min(len(events), kaibo.MaxReceiptIDs-m)
		out = append(out, kaibo.Receipt{Kind: kaibo.ReceiptForgotten, MemoryIDs: memories[:m], EventIDs: events[:ev],
			ReasonDigest: pl.ReasonDigest, TombstonedAt: &at, PurgeAt: &purgeAt})
		memories, events = memories[m:], events[ev:]
	}
	return out
}

// entryID names the n-th entry of a deed: the last has the deed's own id.
func (e *Engine) entryID(pl *plan, n int) (string, error) {
	if n == len(e.entries(pl))-1 {
		return pl.ReceiptID, nil
	}
	return kaibo.NewReceiptID(e.Random)
}

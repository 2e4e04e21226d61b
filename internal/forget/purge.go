package forget

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// due is a purge whose grace is over.
type due struct {
	item    kaibo.Item
	project kaibo.Project // in whose deletion ledger it is said
	plan    *plan         // of a deed; nil when a whole project goes
	whole   *projectPurge // of a project that goes; nil when a deed does
	deed    Deed
}

// Purge purges what is due: payload objects, index segments, then the bytes of
// deleted items, and only then says so in the ledger. It answers how many
// deeds it purged. One that cannot be purged yet, or that fails, is left for
// the next call and does not hold up the others. To wait is no error until a
// purge is twelve hours late.
func (e *Engine) Purge(ctx context.Context) (int, error) {
	list, errs := e.due(ctx)
	var ready []*due
	for _, d := range list {
		err := e.purgeBytes(ctx, d)
		if errors.Is(err, errGoesOn) || kaibo.KindOf(err) == kaibo.Unavailable && !e.overdue(d) {
			slog.InfoContext(ctx, "purge waits", "project", d.project.ID, "due", d.item.Sort, "why", err)
			continue
		}
		if err != nil {
			errs = errors.Join(errs, fmt.Errorf("purge %s: %w", d.item.Sort, err))
			continue
		}
		ready = append(ready, d)
	}
	if len(ready) == 0 {
		return 0, errs
	}
	if e.Vacuum != nil {
		if err := e.Vacuum(ctx); err != nil {
			return 0, errors.Join(errs, fmt.Errorf("give back free pages: %w", err))
		}
	}
	purged := 0
	for _, d := range ready {
		if err := e.sayPurged(ctx, d); err != nil {
			errs = errors.Join(errs, err)
			continue
		}
		purged++
	}
	return purged, errs
}

// mayWait is how long after its time a purge may wait for a compaction, a job or
// a store before that counts as a failure, which an alarm sees. What it waits
// for is over in minutes, or somebody is looking at it already.
const mayWait = kaibo.Time(12 * time.Hour / time.Millisecond)

// overdue reports whether a purge has waited too long.
func (e *Engine) overdue(d *due) bool {
	stamp, _, _ := strings.Cut(d.item.Sort, "/")
	at, ok := kaibo.ParseTimeKey(stamp)
	return !ok || e.Clock() > at+mayWait
}

// due reads the purges whose time has come.
func (e *Engine) due(ctx context.Context) ([]*due, error) {
	now := kaibo.TimeKey(e.Clock() + 1)
	var out []*due
	var errs error
	r := kaibo.Range{Before: now}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.PurgePartition, r)
		if err != nil {
			return out, errors.Join(errs, fmt.Errorf("read due purges: %w", err))
		}
		for _, item := range page.Items {
			d, err := e.loadDue(ctx, item)
			if kaibo.KindOf(err) == kaibo.NotFound { // of a project that went as a whole
				var open openDeed // a whole project's purge names its project too
				if err = item.Decode(&open); err == nil {
					err = e.dropUnlessLoading(ctx, open.Project, item)
				}
			}
			if d == nil && err == nil {
				continue
			}
			if err != nil {
				errs = errors.Join(errs, err)
				continue
			}
			out = append(out, d)
		}
		if !page.More {
			return out, errs
		}
		r = r.Next(page)
	}
}

func (e *Engine) loadDue(ctx context.Context, item kaibo.Item) (*due, error) {
	var open openDeed
	if err := item.Decode(&open); err != nil {
		return nil, err
	}
	var whole projectPurge
	if err := item.Decode(&whole); err != nil {
		return nil, err
	}
	if whole.ProjectPurge {
		return e.loadProjectDue(ctx, item, whole)
	}
	d := &due{item: item}
	var err error
	if d.project, err = e.Projects.Project(ctx, open.Project); err != nil {
		return nil, fmt.Errorf("find project of purge: %w", err)
	}
	if d.plan, err = e.load(ctx, open.Project, open.ReceiptID); err != nil {
		return nil, err
	}
	if d.plan == nil {
		return nil, &kaibo.Error{Op: "purge", Err: fmt.Errorf("the plan of %s is not there", open.ReceiptID)}
	}
	deed, err := e.entered(ctx, d.project, d.plan)
	if err != nil {
		return nil, err
	}
	if deed == nil {
		return nil, &kaibo.Error{Op: "purge", Err: fmt.Errorf("the answer of %s is not there", open.ReceiptID)}
	}
	d.deed = *deed
	return d, nil
}

// loadProjectDue reads the purge of a whole project. It is said in the ledger
// that its place in the list names: the operator's.
func (e *Engine) loadProjectDue(ctx context.Context, item kaibo.Item, whole projectPurge) (*due, error) {
	_, rest, _ := strings.Cut(item.Sort, "/")
	operator, _, _ := strings.Cut(rest, "/")
	p, err := e.Projects.Project(ctx, operator)
	if err != nil {
		return nil, fmt.Errorf("find the operator's ledger: %w", err)
	}
	return &due{item: item, project: p, whole: &whole, deed: Deed{Receipts: []kaibo.Receipt{whole.Receipt}}}, nil
}

// purgeBytes deletes what waited for the grace.
func (e *Engine) purgeBytes(ctx context.Context, d *due) error {
	if d.whole != nil {
		return e.purgeProject(ctx, d)
	}
	for part := range slices.Chunk(d.plan.Events, kaibo.MaxGetKeys) {
		refs, err := e.refsOf(ctx, d.project.ID, part)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if err := e.Objects.Delete(ctx, ref.Object); err != nil {
				return fmt.Errorf("delete payload: %w", err)
			}
			if err := e.Worker.PurgePlans(ctx, d.project, ref.Stream, ref.JobFirst); err != nil {
				return fmt.Errorf("purge plans: %w", err)
			}
		}
	}
	rows, err := e.rowsOf(ctx, d)
	if err != nil {
		return err
	}
	return e.Index.Purge(ctx, d.project, rows, d.plan.At)
}

// rowsOf answers the ids of the index rows of a deed.
func (e *Engine) rowsOf(ctx context.Context, d *due) ([]string, error) {
	rows, err := e.loadRows(ctx, d.project.ID, d.plan.ReceiptID)
	return slices.Concat(rows, d.plan.Memories, d.plan.Shared), err
}

// sayPurged writes a `purged` entry for each receipt of a deed and removes the
// deed: the plan, the answer with its salt, and the purge.
func (e *Engine) sayPurged(ctx context.Context, d *due) error {
	gone, err := e.deedItems(ctx, d)
	if err != nil {
		return err
	}
	// Leave what fits beside the entries, the plan's first part among it; ids of
	// rows go first.
	entries := len(d.deed.Receipts)
	if entries <= placedWith {
		entries *= 2 // each with its place
	}
	for room := stepItems - 2 - entries; len(gone) > room; {
		n := min(len(gone)-room, stepItems)
		if err := e.commit(ctx, "remove rows", gone[:n]); err != nil {
			return err
		}
		gone = gone[n:]
	}
	announced := false
	err = e.again(ctx, "say purged", func() error {
		item, err := e.Table.Get(ctx, d.item.Key, kaibo.ListeningKey(d.project.ID))
		if err != nil || !item[0].Found() {
			return err // another purge has said it
		}
		head, version, err := e.deletionHead(ctx, d.project.ID)
		if err != nil {
			return err
		}
		now := e.Clock()
		writes := append(slices.Clone(gone), kaibo.DeleteAt(d.item.Key, d.item.Version))
		var said []kaibo.Receipt
		for _, receipt := range d.deed.Receipts {
			entry := kaibo.Receipt{Kind: kaibo.ReceiptPurged, ReceiptID: receipt.ID, PurgedAt: &now}
			if entry.ID, err = kaibo.NewReceiptID(e.Random); err != nil {
				return err
			}
			if err := extendLedger(&head, &entry); err != nil {
				return err
			}
			writes = append(writes, kaibo.PutNew(kaibo.DeletionKey(d.project.ID, entry.Seq), 1, kaibo.Encode(entry)))
			said = append(said, entry)
		}
		if err := e.placeMany(ctx, d.project.ID, said); err != nil {
			return err
		}
		if len(said) <= placedWith {
			writes = append(writes, kaibo.PlaceReceipts(d.project.ID, said)...)
		}
		writes = append(writes, kaibo.PutOver(kaibo.DeletionHeadKey(d.project.ID), version, kaibo.Encode(head)))
		name := d.deed.Receipts[0].ID + "-purged"
		if writes, announced, err = e.announce(writes, d.project, item[1], name, purgedNotices(d.deed.Receipts)); err != nil {
			return err
		}
		return e.Table.Commit(ctx, writes)
	})
	if announced {
		e.tellAnnounced(d.project)
	}
	return err
}

// deedItems answers what takes away what is stored of a deed: last the plan's
// first part and the answer, without which the purge could not be done again.
func (e *Engine) deedItems(ctx context.Context, d *due) ([]kaibo.Write, error) {
	if d.plan == nil {
		return nil, nil
	}
	var writes []kaibo.Write
	if d.plan.Key != "" { // the key goes on answering this deed, whose entries are there for ever, without the salt of its reason
		kept := keptDeed{storedDeed: storedDeed{First: d.deed.Receipts[0].Seq, Last: d.deed.Receipts[len(d.deed.Receipts)-1].Seq}}
		writes = append(writes, kaibo.PutAny(kaibo.AnswerKey(d.project, "forget", d.plan.Key), 3, kaibo.Encode(kept)))
	}
	r := kaibo.Range{Reverse: true} // rows, plan from its end, deed
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.DeedPartition(d.project.ID, d.plan.ReceiptID), r)
		if err != nil {
			return nil, fmt.Errorf("read deed: %w", err)
		}
		for _, item := range page.Items {
			writes = append(writes, kaibo.DeleteAny(item.Key))
		}
		if !page.More {
			return writes, nil
		}
		r = r.Next(page)
	}
}

package forget

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// OperatorProject is the name of the project whose deletion ledger holds the
// receipts of deleted projects.
const OperatorProject = "~operator"

// ProjectStore is what the deletion of a project needs of the store of
// projects.
type ProjectStore interface {
	// MarkDeleted makes a project unknown at once, and its keys with it.
	MarkDeleted(ctx context.Context, p kaibo.Project) error
	// EnsureProject finds a project by its name and makes it when there is
	// none.
	EnsureProject(ctx context.Context, name string) (kaibo.Project, error)
}

// projectPurge is the purge of a whole project, listed among those that are
// due.
type projectPurge struct {
	ProjectPurge bool          `json:"projectPurge"`
	Project      string        `json:"project"`
	Receipt      kaibo.Receipt `json:"receipt"`
	// Cursor is how far the table was walked by the calls so far.
	Cursor string `json:"cursor,omitempty"`
}

// DeleteProject makes a project unknown at once and enters a receipt into the
// operator's deletion ledger. After the grace everything of it is purged but
// the envelopes: events without text, their chain, and its deletion ledger.
//
// A stop between the two writes leaves the project as it was, or unknown with
// its receipt entered: the receipt is entered first.
func (e *Engine) DeleteProject(ctx context.Context, store ProjectStore, p kaibo.Project, reason string) (*Deed, error) {
	if len(reason) > kaibo.MaxReasonBytes {
		return nil, kaibo.InvalidField("reason", "must be at most %d bytes", kaibo.MaxReasonBytes)
	}
	if p.Name == OperatorProject {
		return nil, kaibo.Errorf(kaibo.Forbidden, "the operator's ledger cannot be deleted")
	}
	operator, err := store.EnsureProject(ctx, OperatorProject)
	if err != nil {
		return nil, err
	}
	leave := e.Worker.Exclusive(p.ID)
	defer leave()
	deed, err := e.enterProject(ctx, operator, p, reason)
	if err != nil {
		return nil, err
	}
	if err := store.MarkDeleted(ctx, p); err != nil {
		return nil, err
	}
	return deed, nil
}

// enterProject writes the receipt of a deleted project and lists its purge.
func (e *Engine) enterProject(ctx context.Context, operator, p kaibo.Project, reason string) (*Deed, error) {
	id, err := kaibo.NewReceiptID(e.Random)
	if err != nil {
		return nil, err
	}
	var salt [16]byte
	if _, err := io.ReadFull(e.Random, salt[:]); err != nil {
		return nil, &kaibo.Error{Op: "make salt", Err: err}
	}
	at := e.Clock()
	purgeAt := at + kaibo.Time(e.Grace/time.Millisecond)
	deed := &Deed{ReasonSalt: hex.EncodeToString(salt[:])}
	err = e.again(ctx, "enter receipt", func() error {
		head, version, err := e.deletionHead(ctx, operator.ID)
		if err != nil {
			return err
		}
		entry := kaibo.Receipt{ID: id, Kind: kaibo.ReceiptForgotten, ProjectID: p.ID,
			ReasonDigest: chain.SaltedDigest(salt, []byte(reason)), TombstonedAt: &at, PurgeAt: &purgeAt}
		if err := extendLedger(&head, &entry); err != nil {
			return err
		}
		deed.Receipts = []kaibo.Receipt{entry}
		due := kaibo.Key{Partition: kaibo.PurgePartition, Sort: kaibo.TimeKey(purgeAt) + "/" + operator.ID + "/" + id}
		return e.Table.Commit(ctx, []kaibo.Write{
			kaibo.PutNew(kaibo.DeletionKey(operator.ID, entry.Seq), 1, kaibo.Encode(entry)),
			kaibo.PlaceReceipts(operator.ID, deed.Receipts)[0],
			kaibo.PutOver(kaibo.DeletionHeadKey(operator.ID), version, kaibo.Encode(head)),
			kaibo.PutNew(due, 1, kaibo.Encode(projectPurge{ProjectPurge: true, Project: p.ID, Receipt: entry})),
		})
	})
	if err != nil {
		return nil, err
	}
	return deed, nil
}

// purgeProject deletes what a deleted project left: objects, and every record
// but heads, the list of streams, and the mark that it is deleted. It is done
// piece by piece: what was deleted stays so, and a walk of the table that is
// more than one call's work is gone on with by the next.
func (e *Engine) purgeProject(ctx context.Context, d *due) error {
	id := d.whole.Project
	for {
		objects, err := e.Objects.List(ctx, id+"/", "", kaibo.MaxListLimit)
		if err != nil {
			return fmt.Errorf("list objects: %w", err)
		}
		if len(objects) == 0 {
			break
		}
		err = e.each(ctx, len(objects), func(ctx context.Context, i int) error { return e.Objects.Delete(ctx, objects[i].Name) })
		if err != nil {
			return fmt.Errorf("delete object: %w", err)
		}
	}
	if pages, ok := e.Scan.(kaibo.PageScanner); ok {
		return e.purgeByPage(ctx, d, pages)
	}
	var writes []kaibo.Write
	err := e.Scan.Scan(ctx, kaibo.Records, id+"/", func(item kaibo.Item) error {
		writes = append(writes, goneWith(id, item)...)
		return nil
	})
	if err != nil {
		return fmt.Errorf("scan project: %w", err)
	}
	return e.commit(ctx, "delete records", writes)
}

// goneWith is what deletes a record with its project; nothing for an envelope.
// With the listing of a key goes what it leads to, which lies elsewhere and has
// the name that its maker gave it.
func goneWith(project string, item kaibo.Item) []kaibo.Write {
	if isEnvelope(project, item.Key) {
		return nil
	}
	writes := []kaibo.Write{kaibo.DeleteAny(item.Key)}
	if item.Partition == project+"/keys" {
		writes = append(writes, kaibo.DeleteAny(kaibo.KeyKey(string(item.Data))))
	}
	return writes
}

// projectPages is how many pages of the table one call walks for the deletion
// of a project: of a megabyte each, a minute's work or two.
const projectPages = 500

// errGoesOn says that a purge did a piece of its work and goes on the next time.
var errGoesOn = errors.New("more of the table is to be walked")

// purgeByPage walks the table from where the last call ended, deleting as it
// goes. Nobody writes to a project that is unknown, so what is behind the
// cursor stays gone.
func (e *Engine) purgeByPage(ctx context.Context, d *due, table kaibo.PageScanner) error {
	id, cursor := d.whole.Project, d.whole.Cursor
	for range cmp.Or(e.ProjectPages, projectPages) {
		items, next, err := table.ScanPage(ctx, kaibo.Records, id+"/", cursor)
		if err != nil {
			return fmt.Errorf("scan project: %w", err)
		}
		var writes []kaibo.Write
		for _, item := range items {
			writes = append(writes, goneWith(id, item)...)
		}
		if err := e.commit(ctx, "delete records", writes); err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
	d.whole.Cursor = cursor
	err := e.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(d.item.Key, d.item.Version, kaibo.Encode(d.whole))})
	if conflict := new(*kaibo.ConflictError); err != nil && !errors.As(err, conflict) { // else another call is at it too
		return fmt.Errorf("keep the place in the table: %w", err)
	}
	return errGoesOn
}

// isEnvelope reports whether a record of a project stays when the project is
// deleted. Tombstones do: they are why payloads answer that they are gone.
func isEnvelope(id string, key kaibo.Key) bool {
	rest := strings.TrimPrefix(key.Partition, id+"/")
	switch {
	case rest == "streams", rest == "xh", rest == "project":
		return true
	case strings.HasPrefix(rest, "h/"):
		return true
	case strings.HasPrefix(rest, "i/"):
		return true
	}
	return false
}

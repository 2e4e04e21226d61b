package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Load checks an archive and then writes what it holds under an id of its own
// that no project has yet, and answers that project. Nobody finds it before it
// is registered (see access.Store.Adopt); its views have to be rebuilt first. A
// load that stopped leaves a note by which the next one of the same archive goes
// on; [Store.Forget] removes it when the project was registered. One that had
// written all of the archive writes nothing of it again, for what was forgotten
// in it since must stay so.
//
// Two loads of one archive under one name must not run at once. Even then a
// project that is registered is not written to: that is a Conflict.
//
// The file is read twice; when it is another the second time, that is an error.
func (s *Store) Load(ctx context.Context, file io.ReadSeeker, name, newID string, trusted []string, progress func(done, total uint64)) (kaibo.Project, *Summary, error) {
	found, summary, err := check(ctx, file, nil, trusted, progress, nil)
	if err != nil {
		return kaibo.Project{}, summary, err
	}
	l := &loading{Store: s, purged: map[string]bool{}, gone: map[string]kaibo.Receipt{}}
	written := false
	if l.project, written, err = s.begun(ctx, summary, name, newID); err != nil || written {
		return l.project, summary, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return kaibo.Project{}, summary, fmt.Errorf("read archive again: %w", err)
	}
	_, summary, err = check(ctx, file, found, trusted, progress, l)
	if err != nil {
		return kaibo.Project{}, summary, fmt.Errorf("load archive: %w", err)
	}
	if err := l.commit(ctx, []kaibo.Write{l.unregistered(), kaibo.PutAny(kaibo.LoadingKey(l.project.ID), 2, []byte(kaibo.LoadingWritten))}); err != nil {
		return kaibo.Project{}, summary, fmt.Errorf("note that an archive is written: %w", err)
	}
	return l.project, summary, nil
}

// noteKey is where it lies which id an archive is being loaded under.
func noteKey(digest, name string) kaibo.Key {
	return kaibo.Key{Partition: "loading/" + digest, Sort: name}
}

// begun answers the project that an archive is loaded as: the one of a load that
// stopped, or a new one; and whether the one that stopped had written all. The
// note of one whose project is or was registered is not followed: that project
// lives, or it was deleted.
func (s *Store) begun(ctx context.Context, sum *Summary, name, newID string) (p kaibo.Project, written bool, err error) {
	e := sum.Manifest.Project
	p = kaibo.Project{ID: newID, Name: name, Secret: e.Secret, CreatedAt: s.Clock()}
	key := noteKey(sum.Digest, name)
	note, err := s.Table.Get(ctx, key)
	if err != nil {
		return p, false, fmt.Errorf("read the note of a load: %w", err)
	}
	writes := []kaibo.Write{kaibo.PutOver(key, note[0].Version, []byte(newID)), kaibo.PutNew(kaibo.LoadingKey(newID), 1, nil)}
	if note[0].Found() {
		id := string(note[0].Data)
		items, err := s.Table.Get(ctx, kaibo.ProjectKey(id), kaibo.LoadingKey(id))
		if err != nil {
			return p, false, fmt.Errorf("read the project of a load: %w", err)
		}
		switch loading := items[1]; {
		case items[0].Found():
			writes = append(writes, kaibo.DeleteAny(loading.Key))
		case loading.Found():
			p.ID = id
			return p, string(loading.Data) == kaibo.LoadingWritten, nil
		default: // of a program that made no such item
			p.ID = id
			writes = []kaibo.Write{kaibo.PutNew(loading.Key, 1, nil)}
		}
	}
	if err := s.Table.Commit(ctx, writes); err != nil {
		return p, false, fmt.Errorf("note that an archive is loaded: %w", err)
	}
	return p, false, nil
}

// Forget removes the note of a load, once its project is registered.
func (s *Store) Forget(ctx context.Context, sum *Summary, p kaibo.Project) error {
	writes := []kaibo.Write{kaibo.DeleteAny(noteKey(sum.Digest, p.Name)), kaibo.DeleteAny(kaibo.LoadingKey(p.ID))}
	if err := s.Table.Commit(ctx, writes); err != nil {
		return fmt.Errorf("remove the note of a load: %w", err)
	}
	return nil
}

// loading writes what was checked.
type loading struct {
	*Store
	project kaibo.Project
	head    kaibo.Head               // of the deletion ledger
	gone    map[string]kaibo.Receipt // of forgotten events, by event
	changes uint64                   // of the curated graph, so far
	purged  map[string]bool          // receipts whose deed has ended
}

func (l *loading) begin(context.Context, *Manifest) error { return nil }

// unregistered holds that nobody finds the project yet: from then on what is
// in it is its users'.
func (l *loading) unregistered() kaibo.Write { return kaibo.CheckAt(kaibo.ProjectKey(l.project.ID), 0) }

// commit writes items in Commits that fit. What is there already, as the same
// item, was written by a load that stopped.
func (l *loading) commit(ctx context.Context, writes []kaibo.Write) error {
	for len(writes) > 0 {
		n, size := 0, 0
		for n < len(writes) && n < kaibo.MaxTxItems {
			if size += writes[n].Size(); size > kaibo.MaxTxBytes && n > 0 {
				break
			}
			n++
		}
		if err := l.commitPart(ctx, writes[:n]); err != nil {
			return err
		}
		writes = writes[n:]
	}
	return nil
}

func (l *loading) commitPart(ctx context.Context, writes []kaibo.Write) error {
	err := l.Table.Commit(ctx, writes)
	var conflict *kaibo.ConflictError
	if !errors.As(err, &conflict) {
		return err
	}
	there := map[int]bool{}
	for _, r := range conflict.Refused {
		if writes[r.Index].Op == kaibo.Check {
			return kaibo.Errorf(kaibo.Conflict, "another load of the same archive has made the project %q meanwhile", l.project.Name)
		}
		if !bytes.Equal(r.Met.Data, writes[r.Index].Item.Data) {
			return &kaibo.Error{Op: "write " + writes[r.Index].Item.Sort, Err: errors.New("another item is there already")}
		}
		there[r.Index] = true
	}
	var rest []kaibo.Write
	for i := range writes {
		if !there[i] {
			rest = append(rest, writes[i])
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return l.commitPart(ctx, rest)
}

func (l *loading) receipts(ctx context.Context, entries []kaibo.Receipt) error {
	writes := make([]kaibo.Write, 0, len(entries))
	for _, r := range entries {
		writes = append(writes, kaibo.PutNew(kaibo.DeletionKey(l.project.ID, r.Seq), 1, kaibo.Encode(r)))
		for _, id := range r.EventIDs {
			if _, known := l.gone[id]; !known {
				l.gone[id] = r
			}
		}
		if r.Kind == kaibo.ReceiptPurged {
			l.purged[r.ReceiptID] = true
		}
		l.head.Frontier = chain.AppendLeaf(l.head.Frontier, l.head.Seq, r.Hash)
		l.head.Seq, l.head.Hash = r.Seq, r.Hash
	}
	if err := l.commit(ctx, append(writes, kaibo.PlaceReceipts(l.project.ID, entries)...)); err != nil {
		return err
	}
	l.head.PlacedFrom = 1
	return l.putDeletionHead(ctx)
}

// putDeletionHead moves the head of the deletion ledger on, and never back: a
// load that stopped may have come further.
func (l *loading) putDeletionHead(ctx context.Context) error {
	key := kaibo.DeletionHeadKey(l.project.ID)
	items, err := l.Table.Get(ctx, key)
	if err != nil {
		return fmt.Errorf("read head of the deletion ledger: %w", err)
	}
	var there kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&there); err != nil {
			return err
		}
	}
	if there.Seq >= l.head.Seq {
		return nil
	}
	return l.commit(ctx, []kaibo.Write{l.unregistered(), kaibo.PutOver(key, items[0].Version, kaibo.Encode(l.head))})
}

func (l *loading) records(ctx context.Context, items []ItemLine) error {
	var writes []kaibo.Write
	id := l.project.ID
	put := func(k kaibo.Key, it *ItemLine, data []byte) {
		writes = append(writes, kaibo.PutAny(k, it.Version, data))
	}
	for i := range items {
		it := &items[i]
		switch it.Kind {
		case kindInitiative:
			var in kaibo.Initiative
			if err := asStored(it, &in); err != nil {
				return err
			}
			put(kaibo.Key{Partition: kaibo.InitiativePartition(id), Sort: it.Sort}, it, it.Data)
			put(kaibo.InitiativeNameKey(id, in.ID), it, it.Data)
		case kindAlias:
			put(kaibo.Key{Partition: kaibo.AliasPartition(id), Sort: it.Sort}, it, it.Data)
		case kindRule:
			put(kaibo.Key{Partition: id + "/retention", Sort: it.Sort}, it, it.Data)
			writes = append(writes, kaibo.PutAny(kaibo.Key{Partition: "retention", Sort: id}, 1, nil))
		case kindChange: // the last, in order, leaves the head
			put(kaibo.Key{Partition: kaibo.GraphPartition(id), Sort: it.Sort}, it, it.Data)
			l.changes++
		case kindExpiry:
			var x ledger.Expiry
			if err := asStored(it, &x); err != nil {
				return err
			}
			x.Project = id
			put(kaibo.Key{Partition: kaibo.ExpirePartition, Sort: it.Sort[:20] + "/" + id + it.Sort[20:]}, it, kaibo.Encode(x))
		}
	}
	if l.changes > 0 {
		writes = append(writes, kaibo.PutAny(kaibo.GraphHeadKey(id), l.changes, nil))
	}
	return l.commit(ctx, once(writes))
}

// once keeps one write a key.
func once(writes []kaibo.Write) []kaibo.Write {
	seen := map[kaibo.Key]bool{}
	var out []kaibo.Write
	for _, w := range writes {
		if !seen[w.Item.Key] {
			seen[w.Item.Key] = true
			out = append(out, w)
		}
	}
	return out
}

// chunk writes events with their payloads. A payload lies under a name that is
// made of the event, so that a load that is gone on with finds it.
func (l *loading) chunk(ctx context.Context, events []held) error {
	var writes []kaibo.Write
	id := l.project.ID
	for i := range events {
		x := &events[i]
		e := &x.event
		sum := sha256.Sum256([]byte(e.ID))
		object := ledger.PayloadObject(l.project, e.RecordedAt, [10]byte(sum[:10]))
		if x.payload != nil {
			err := l.Objects.Put(ctx, object, ledger.PayloadBytes(x.payload))
			if err != nil && kaibo.KindOf(err) != kaibo.Conflict {
				return fmt.Errorf("write payload: %w", err)
			}
		} else {
			r := l.gone[e.ID]
			tomb := kaibo.Tombstone{EventID: e.ID, ReceiptID: r.ID, Purged: l.purged[r.ID]}
			if r.TombstonedAt != nil {
				tomb.At = *r.TombstonedAt
			}
			writes = append(writes, kaibo.PutAny(kaibo.TombKey(id, e.ID), 1, kaibo.Encode(tomb)))
		}
		ref := kaibo.EventRef{ID: e.ID, Stream: e.Stream, Seq: e.Seq, JobFirst: x.place.JobFirst, Object: object, Session: x.place.Session}
		writes = append(writes,
			kaibo.PutNew(kaibo.EventKey(id, e.Stream, e.Seq), 1, kaibo.Encode(e)),
			kaibo.PutNew(kaibo.RefKey(id, e.ID), 1, kaibo.Encode(ref)))
	}
	return l.commit(ctx, writes)
}

func (l *loading) items(ctx context.Context, stream string, items []ItemLine) error {
	var writes []kaibo.Write
	id := l.project.ID
	for i := range items {
		it := &items[i]
		if it.Kind == kindDerivation {
			writes = append(writes, kaibo.PutAny(kaibo.Key{Partition: kaibo.DerivationPartition(id, stream), Sort: it.Sort}, it.Version, it.Data))
			continue
		}
		var j kaibo.Job
		if err := asStored(it, &j); err != nil {
			return err
		}
		writes = append(writes, kaibo.PutAny(kaibo.JobKey(id, stream, j.First), it.Version, it.Data))
		if j.Status == kaibo.JobFailed {
			writes = append(writes, kaibo.PutAny(kaibo.FailedKey(id, stream, j.First), 1, nil))
		}
	}
	return l.commit(ctx, once(writes))
}

// endStream writes the head, which makes a stream of its events. It is written
// over no other: a head that is moved back hides what was acknowledged.
func (l *loading) endStream(ctx context.Context, h kaibo.Head) error {
	id := l.project.ID
	return l.commit(ctx, []kaibo.Write{
		l.unregistered(),
		kaibo.PutNew(kaibo.HeadKey(id, h.Stream), h.Seq, kaibo.Encode(h)),
		kaibo.PutNew(kaibo.CursorKey(id, h.Stream), h.Seq, kaibo.Encode(kaibo.Cursor{Seq: h.Seq})),
		kaibo.PutNew(kaibo.StreamKey(id, h.Stream), 1, nil),
	})
}

var _ taker = (*loading)(nil)

package termindex

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// listPage is how many objects one List asks for.
const listPage = 1000

// Sweep deletes what the manifest has let go: deltas five seconds after they
// were folded, segments a minute after they were no longer named, and objects
// that a stopped compaction left.
func (ix *Index) Sweep(ctx context.Context, p kaibo.Project) error {
	if err := ix.sweepDue(ctx, p); err != nil {
		return fmt.Errorf("sweep index: %w", err)
	}
	if err := ix.deleteUnnamed(ctx, p, false); err != nil {
		return fmt.Errorf("sweep index: %w", err)
	}
	return nil
}

// sweepDue deletes folded deltas and dropped segments whose time has come.
func (ix *Index) sweepDue(ctx context.Context, p kaibo.Project) error {
	m, err := ix.readManifest(ctx, p)
	if err != nil {
		return err
	}
	now := ix.Clock()
	deltas, objects, forget := m.due(now)
	if len(deltas)+len(objects) == 0 && !forget {
		return nil
	}
	if err := ix.deleteDeltas(ctx, p, deltas); err != nil {
		return err
	}
	for _, name := range objects {
		if err := ix.Objects.Delete(ctx, name); err != nil {
			return fmt.Errorf("delete segment %s: %w", name, err)
		}
		ix.cache.drop(name)
	}
	return ix.swap(ctx, p, func(m *manifest) error {
		if !m.swept(deltas, objects, now) {
			return errUnchanged
		}
		return nil
	})
}

// due lists what may be deleted now, and whether a deleted delta's name may go.
func (m *manifest) due(now kaibo.Time) (deltas, objects []string, forget bool) {
	for _, f := range m.Folded {
		switch {
		case f.Deleted != nil:
			forget = forget || after(*f.Deleted, now, foldedFor)
		case after(f.At, now, foldedFor):
			deltas = append(deltas, f.Delta)
		}
	}
	for _, d := range m.Dropped {
		if after(d.At, now, droppedFor) {
			objects = append(objects, d.Object)
		}
	}
	return deltas, objects, forget
}

// swept notes what was deleted, and reports whether that changed anything.
func (m *manifest) swept(deltas, objects []string, now kaibo.Time) bool {
	changed := false
	for i := range m.Folded {
		if f := &m.Folded[i]; f.Deleted == nil && slices.Contains(deltas, f.Delta) {
			f.Deleted, changed = &now, true
		}
	}
	before := len(m.Folded) + len(m.Dropped)
	m.Folded = slices.DeleteFunc(m.Folded, func(f foldedRef) bool {
		return f.Deleted != nil && after(*f.Deleted, now, foldedFor)
	})
	m.Dropped = slices.DeleteFunc(m.Dropped, func(d droppedRef) bool { return slices.Contains(objects, d.Object) })
	return changed || len(m.Folded)+len(m.Dropped) != before
}

func (ix *Index) deleteDeltas(ctx context.Context, p kaibo.Project, sorts []string) error {
	for chunk := range slices.Chunk(sorts, kaibo.MaxTxItems) {
		writes := make([]kaibo.Write, len(chunk))
		for i, sort := range chunk {
			writes[i] = kaibo.DeleteAny(kaibo.Key{Partition: kaibo.IndexPartition(p.ID), Sort: sort})
		}
		if err := ix.Table.Commit(ctx, writes); err != nil {
			return fmt.Errorf("delete index deltas: %w", err)
		}
	}
	return nil
}

// deleteUnnamed deletes every object of the segment prefix that the manifest
// does not name; with dropped, also those that it names only to delete them.
// The list is read first: an object in it was announced in the manifest before
// it was written, so one that the manifest does not name then is an orphan.
func (ix *Index) deleteUnnamed(ctx context.Context, p kaibo.Project, dropped bool) error {
	names, err := ix.listSegments(ctx, p)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return nil
	}
	m, err := ix.readManifest(ctx, p)
	if err != nil {
		return err
	}
	for _, name := range names {
		if m.names(name) || m.announces(name) || !dropped && m.drops(name) {
			continue
		}
		if err := ix.Objects.Delete(ctx, name); err != nil {
			return fmt.Errorf("delete segment %s: %w", name, err)
		}
		ix.cache.drop(name)
	}
	return nil
}

func (m *manifest) announces(object string) bool {
	return slices.ContainsFunc(m.Entered, func(e entry) bool { return e.Object == object })
}

func (m *manifest) drops(object string) bool {
	return slices.ContainsFunc(m.Dropped, func(d droppedRef) bool { return d.Object == object })
}

func (ix *Index) listSegments(ctx context.Context, p kaibo.Project) ([]string, error) {
	var names []string
	last := ""
	for {
		page, err := ix.Objects.List(ctx, segmentPrefix(p), last, listPage)
		if err != nil {
			return nil, fmt.Errorf("list segments: %w", err)
		}
		for _, o := range page {
			names = append(names, o.Name)
			last = o.Name
		}
		if len(page) < listPage {
			return names, nil
		}
	}
}

// Drop removes the index of a project, for a rebuild or for good: deltas, then
// the manifest, then segments, so that a Drop that stops can be called again
// and no manifest ever names what is gone.
func (ix *Index) Drop(ctx context.Context, p kaibo.Project) error {
	c, err := ix.queryOnce(ctx, p)
	if err != nil {
		return fmt.Errorf("drop index: %w", err)
	}
	var sorts []string
	for _, d := range c.deltas {
		sorts = append(sorts, d.Sort)
	}
	if err := ix.deleteDeltas(ctx, p, sorts); err != nil {
		return fmt.Errorf("drop index: %w", err)
	}
	if err := ix.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(manifestKey(p))}); err != nil {
		return fmt.Errorf("drop index: delete manifest: %w", err)
	}
	names, err := ix.listSegments(ctx, p)
	if err != nil {
		return fmt.Errorf("drop index: %w", err)
	}
	for _, name := range names {
		if err := ix.Objects.Delete(ctx, name); err != nil {
			return fmt.Errorf("drop index: delete segment %s: %w", name, err)
		}
		ix.cache.drop(name)
	}
	return nil
}

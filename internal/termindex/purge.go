package termindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// idSet is what is forgotten: ids of documents, and of events, which stand for
// all of their passages.
type idSet map[string]bool

func newIDSet(ids []string) idSet {
	s := make(idSet, len(ids))
	for _, id := range ids {
		s[id] = true
	}
	return s
}

func (s idSet) has(id string) bool {
	event, _, isPassage := strings.Cut(id, "/")
	return s[id] || isPassage && s[event]
}

// in reports whether a run holds any version of what is forgotten; with text
// only versions that are no tombstone count.
func (s idSet) in(r *run, text bool) bool {
	for id := range s {
		if n, ok := r.find(id); ok && !(text && r.deleted[n]) {
			return true
		}
		for n := range r.passages(id) {
			if !(text && r.deleted[n]) {
				return true
			}
		}
	}
	return false
}

// ScrubDeltas returns the writes that take the terms of documents out of the
// table at once: every delta that holds a version of one of ids is written
// again with a tombstone of that version in its place. An event's id stands for
// all of its passages.
//
// Each write has a condition on the version that was read. The caller commits
// them, at most kaibo.MaxTxItems at a time, in one of the steps that put the
// tombstones; when one is refused it asks again.
func (ix *Index) ScrubDeltas(ctx context.Context, p kaibo.Project, ids []string) ([]kaibo.Write, error) {
	c, err := ix.query(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("scrub index deltas: %w", err)
	}
	return ix.scrub(c, newIDSet(ids))
}

func (ix *Index) scrub(c *contents, ids idSet) ([]kaibo.Write, error) {
	var writes []kaibo.Write
	for _, item := range c.deltas {
		r, err := ix.delta(item)
		if err != nil {
			return nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		if !ids.in(r, true) {
			continue
		}
		docs, err := r.withTerms(func(int) bool { return true })
		if err != nil {
			return nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		for i, d := range docs {
			if ids.has(d.ID) {
				docs[i] = Tombstone(d.ID, d.Kind, d.Version)
			}
		}
		writes = append(writes, kaibo.PutOver(item.Key, item.Version, encodeDocs(docs)))
		ix.cache.drop(r.name)
	}
	return writes, nil
}

// Purge removes every trace of documents from the index: it is called once
// their tombstones are committed; tombstoned is when. An event's id stands for
// all of its passages.
//
// It writes every segment again that holds a version of them, swaps the new
// one in, and deletes the old ones and every object of the project's segments
// that the manifest does not name. When it answers nil, no term of theirs is in
// any item or object of the index.
//
// While a compaction is at work, Purge answers an Unavailable error and has
// done nothing: call it again. It waits for every one, whenever it was entered:
// one that is older than the tombstones may have read the text, and no clock
// says for certain which is; so tombstoned only stands in the error. One that
// stopped is waited for until its time is up.
func (ix *Index) Purge(ctx context.Context, p kaibo.Project, ids []string, tombstoned kaibo.Time) error {
	e, err := ix.enter(ctx, p)
	if errors.Is(err, errBusy) {
		return notYet(fmt.Errorf("purge what was forgotten at %v: %w", tombstoned, err))
	}
	if err != nil {
		return fmt.Errorf("purge index: %w", err)
	}
	if err := ix.purgeAs(ctx, p, e, newIDSet(ids)); err != nil {
		ix.abandon(ctx, p, e)
		if kaibo.KindOf(err) == kaibo.Conflict || errors.Is(err, errPassedOver) {
			return notYet(err)
		}
		return fmt.Errorf("purge index: %w", err)
	}
	return nil
}

func notYet(err error) error {
	return &kaibo.Error{Op: "purge index", Kind: kaibo.Unavailable,
		Detail: "not yet: the index is being rewritten", RetryAfter: 5 * time.Second, Err: err}
}

func (ix *Index) purgeAs(ctx context.Context, p kaibo.Project, e entry, ids idSet) error {
	ctx, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	c, err := ix.scrubbed(ctx, p, ids)
	if err != nil {
		return err
	}
	if _, ok := c.manifest.entry(e.ID); !ok {
		return errPassedOver
	}
	r, err := ix.reader(ctx, c)
	if err != nil {
		return err
	}
	j := purgeJob(c, r, ids)
	if len(j.parts) == 0 {
		err = ix.leave(ctx, p, e)
	} else {
		err = ix.replace(ctx, p, e, j)
	}
	if err != nil {
		return err
	}
	return ix.deleteUnnamed(ctx, p, true)
}

// scrubbed reads the index once no delta holds text of ids.
func (ix *Index) scrubbed(ctx context.Context, p kaibo.Project, ids idSet) (*contents, error) {
	c, err := ix.query(ctx, p)
	if err != nil {
		return nil, err
	}
	writes, err := ix.scrub(c, ids)
	if err != nil || len(writes) == 0 {
		return c, err
	}
	for len(writes) > 0 {
		n := chunk(writes)
		if err := ix.Table.Commit(ctx, writes[:n]); err != nil {
			return nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		writes = writes[n:]
	}
	return ix.query(ctx, p)
}

// chunk returns how many of the writes fit one Commit.
func chunk(writes []kaibo.Write) int {
	bytes := 0
	for i, w := range writes {
		if bytes += w.Item.Size(); i == kaibo.MaxTxItems || bytes > kaibo.MaxTxBytes {
			return i
		}
	}
	return len(writes)
}

// purgeJob takes every segment, and every delta not yet folded, that holds any
// version of ids, and keeps all else of them. Text goes in the swap, together
// with the tombstones that hid it.
func purgeJob(c *contents, r *Reader, ids idSet) *job {
	j := &job{}
	take := make([]bool, len(r.parts))
	room := maxFold - len(c.manifest.Folded)
	for i := range r.parts {
		// A delta beyond what the manifest can name holds nothing but tombstones of
		// ids by now; a compaction folds it.
		if !ids.in(r.parts[i].run, false) || i >= r.segments && len(j.folded) >= room {
			continue
		}
		take[i] = true
		j.parts = append(j.parts, r.parts[i])
		if i < r.segments {
			j.merged = append(j.merged, c.manifest.Segments[i].Object)
		} else {
			j.folded = append(j.folded, c.unfolded[i-r.segments].Sort)
		}
	}
	newest := keepNewest(r, take)
	j.keep = func(p *part, doc int) bool { return !ids.has(p.ids[doc]) && newest(p, doc) }
	return j
}

// Snapshot returns every live document with its terms, sorted by id: what fsck
// and a rebuild compare.
func (ix *Index) Snapshot(ctx context.Context, p kaibo.Project) ([]Doc, error) {
	r, err := ix.Open(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("snapshot index: %w", err)
	}
	var docs []Doc
	for i := range r.parts {
		part := &r.parts[i]
		live, err := part.withTerms(func(n int) bool { return !part.dead.get(uint32(n)) })
		if err != nil {
			return nil, fmt.Errorf("snapshot index: %w", err)
		}
		docs = append(docs, live...)
	}
	slices.SortFunc(docs, func(a, b Doc) int { return strings.Compare(a.ID, b.ID) })
	return docs, nil
}

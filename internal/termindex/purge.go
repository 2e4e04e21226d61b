package termindex

import (
	"context"
	"errors"
	"fmt"
	"iter"
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

// rows yields the documents of a run that are in the set, in any order.
func (s idSet) rows(r *run) iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(s) > len(r.ids) {
			for n, id := range r.ids {
				if s.has(id) && !yield(n) {
					return
				}
			}
			return
		}
		for id := range s {
			if n, ok := r.find(id); ok && !yield(n) {
				return
			}
			for n := range r.passages(id) {
				if !s[r.ids[n]] && !yield(n) {
					return
				}
			}
		}
	}
}

// ScrubDeltas returns the writes that take what is hidden out of the table at
// once. It is called when the tombstones of documents are committed, or higher
// versions that say less: every delta that holds an older version of one of ids
// is written again with a tombstone of that version in its place. A version
// that is live stays. An event's id stands for all of its passages.
//
// Each write has a condition on the version of the item that was read. The
// caller commits them, at most kaibo.MaxTxItems at a time; when one is refused
// it asks again.
func (ix *Index) ScrubDeltas(ctx context.Context, p kaibo.Project, ids []string) ([]kaibo.Write, error) {
	c, r, err := ix.open(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("scrub index deltas: %w", err)
	}
	return ix.scrub(c, r, newIDSet(ids))
}

func (ix *Index) scrub(c *contents, view *Reader, ids idSet) ([]kaibo.Write, error) {
	return ix.scrubRows(c, ids, view.hides)
}

// scrubRows returns the writes that put tombstones in the place of the rows of
// ids that are stale.
func (ix *Index) scrubRows(c *contents, ids idSet, isStale func(r *run, n int) bool) ([]kaibo.Write, error) {
	var writes []kaibo.Write
	for _, item := range c.deltas {
		r, err := ix.delta(item)
		if err != nil {
			return nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		var stale []int
		for n := range ids.rows(r) {
			if !r.deleted[n] && isStale(r, n) {
				stale = append(stale, n)
			}
		}
		if len(stale) == 0 {
			continue
		}
		docs, err := r.withTerms(func(int) bool { return true })
		if err != nil {
			return nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		for _, n := range stale {
			docs[n] = Tombstone(docs[n].ID, docs[n].Kind, docs[n].Version)
		}
		writes = append(writes, kaibo.PutOver(item.Key, item.Version, encodeDocs(docs)))
		ix.cache.drop(r.name)
	}
	return writes, nil
}

// Tail is the index with its deltas, as one query found them: for a deed that
// hides rows and takes their terms out of the table in one Commit.
type Tail struct {
	Reader *Reader

	index    *Index
	contents *contents
}

// OpenTail is Open with the deltas.
func (ix *Index) OpenTail(ctx context.Context, p kaibo.Project) (*Tail, error) {
	c, r, err := ix.open(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return &Tail{Reader: r, index: ix, contents: c}, nil
}

// Scrub is [Index.ScrubDeltas] before the tombstones of ids are committed: it
// takes all of their rows out of the deltas, live ones too. The caller commits
// the tombstones with them. It holds conditions that refuse the Commit when rows
// of ids were added since the tail was opened, for the tail has not seen those.
func (t *Tail) Scrub(ids []string) ([]kaibo.Write, error) {
	return t.index.scrubRows(t.contents, newIDSet(ids), func(*run, int) bool { return true })
}

// hides reports whether row n of any run, a folded delta's perhaps, is not what
// the reader answers for its id.
func (r *Reader) hides(run *run, n int) bool {
	for i := range r.parts {
		p := &r.parts[i]
		if m, ok := p.find(run.ids[n]); ok && !p.hidden.get(uint32(m)) {
			return compareVersions(run.version[n], run.deleted[n], p.version[m], p.deleted[m]) < 0
		}
	}
	return true // its tombstone has come and gone
}

// Purge removes every trace of documents from the index: it is called once
// their tombstones are committed, or higher versions that say less; tombstoned
// is when. A version that is live stays. An event's id stands for all of its
// passages.
//
// It writes every segment again that holds a hidden version of them, swaps the
// new one in, and deletes the old ones and every object of the project's
// segments that the manifest does not name. When it answers nil, no term of a
// hidden version is in any item or object of the index.
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
	t := ix.tenure(ctx, p, e)
	defer t.end()
	c, r, err := ix.scrubbed(t.ctx, p, ids)
	if err != nil {
		return err
	}
	if _, ok := c.manifest.entry(e.ID); !ok {
		return errPassedOver
	}
	j := purgeJob(c, r, ids)
	if len(j.parts) == 0 {
		err = ix.leave(t.ctx, p, e)
	} else {
		err = t.replace(j)
	}
	if err != nil {
		return err
	}
	return ix.deleteUnnamed(t.ctx, p, true)
}

// scrubbed reads the index once no delta holds a hidden version of ids.
func (ix *Index) scrubbed(ctx context.Context, p kaibo.Project, ids idSet) (*contents, *Reader, error) {
	c, r, err := ix.open(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	writes, err := ix.scrub(c, r, ids)
	if err != nil || len(writes) == 0 {
		return c, r, err
	}
	for len(writes) > 0 {
		n := chunk(writes)
		if err := ix.Table.Commit(ctx, writes[:n]); err != nil {
			return nil, nil, fmt.Errorf("scrub index deltas: %w", err)
		}
		writes = writes[n:]
	}
	return ix.open(ctx, p)
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

// purgeJob takes every segment, and every delta not yet folded, that holds a
// hidden version of ids or a tombstone, and keeps all else of them. Text goes in
// the swap, together with the tombstones that hid it.
func purgeJob(c *contents, r *Reader, ids idSet) *job {
	j := &job{before: c.manifest.Segments}
	take := make([]bool, len(r.parts))
	room := maxFold - len(c.manifest.Folded)
	for i := range r.parts {
		p := &r.parts[i]
		// A delta beyond what the manifest can name holds nothing but tombstones of
		// ids by now; a compaction folds it.
		if !p.holdsDead(ids) || i >= r.segments && len(j.folded) >= room {
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
	j.keep = func(p *part, doc int) bool {
		return !(p.deleted[doc] && ids.has(p.ids[doc])) && newest(p, doc)
	}
	return j
}

// holdsDead reports whether a part holds a dead row of the set.
func (p *part) holdsDead(ids idSet) bool {
	for n := range ids.rows(p.run) {
		if p.dead.get(uint32(n)) {
			return true
		}
	}
	return false
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

package forget

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// taking is a deed being done. Each of its steps may be done again after a
// stop, by this process or another.
type taking struct {
	*Engine
	project kaibo.Project
	plan    *plan
	inSet   map[string]bool // events
	refs    []kaibo.EventRef
	rows    []string // ids of index rows that are hidden
	fresh   bool     // nobody was at this deed before
	tried   bool     // it was tried at once

	mu        sync.Mutex
	borrowers []*kaibo.MemoryRecord // see borrowed.go
}

// stepItems is how many writes a step puts into one Commit; one place is left
// for an outbox item.
const stepItems = kaibo.MaxTxItems - 1

// maxTries bounds how often a write is tried again when others write too.
const maxTries = 20

// tombstones marks every event of the set: payloads answer Gone, and no
// structuring step that reads them commits from here on.
func (t *taking) tombstones(ctx context.Context) error {
	if t.fresh && t.plan.fewEvents() {
		return nil // they were stored with the plan
	}
	return t.commit(ctx, "write tombstones", t.plan.tombs())
}

// fewEvents reports whether the tombstones fit the Commit that stores the plan,
// beside what it writes of the plan, of its key, and to the curated graph.
func (pl *plan) fewEvents() bool { return len(pl.Events) <= stepItems-8-maxForgettings }

// tombs are the tombstones of a plan: no other deed has one of its events, for
// the deeds of a project follow one another.
func (pl *plan) tombs() []kaibo.Write {
	writes := make([]kaibo.Write, len(pl.Events))
	for i, id := range pl.Events {
		tomb := kaibo.Tombstone{EventID: id, ReceiptID: pl.ReceiptID, At: pl.At}
		writes[i] = kaibo.PutAny(kaibo.TombKey(pl.Project, id), 1, kaibo.Encode(tomb))
	}
	return writes
}

// commit writes unconditional writes in no order, a Commit's worth at a time.
func (e *Engine) commit(ctx context.Context, what string, writes []kaibo.Write) error {
	parts := slices.Collect(slices.Chunk(writes, stepItems))
	return e.each(ctx, len(parts), func(ctx context.Context, i int) error {
		if err := e.Table.Commit(ctx, parts[i]); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}

// eraseMemories takes the text out of the records of the set from the n-th on,
// their sources and their entries under anchors, so many a Commit as fit.
func (t *taking) eraseMemories(ctx context.Context, n int) error {
	const some = 24 // as many as are likely to fit one Commit
	ids := t.plan.Memories[n:]
	return t.each(ctx, (len(ids)+some-1)/some, func(ctx context.Context, i int) error {
		return t.eraseSome(ctx, ids[i*some:min((i+1)*some, len(ids))])
	})
}

// eraseSome erases memories. Those that are erased already are passed over.
func (t *taking) eraseSome(ctx context.Context, ids []string) error {
	for len(ids) > 0 {
		var done int
		err := t.again(ctx, "erase memories", func() (err error) {
			done, err = t.eraseFitting(ctx, ids)
			return err
		})
		if err != nil {
			return err
		}
		ids = ids[done:]
	}
	return nil
}

// eraseFitting erases the first of the memories, as many as fit one Commit, and
// answers how many.
func (t *taking) eraseFitting(ctx context.Context, ids []string) (int, error) {
	x, err := t.erasing(ctx, t.Table, ids)
	if err != nil {
		return 0, err
	}
	if len(x.writes) > 0 {
		if err := t.Table.Commit(ctx, x.writes); err != nil {
			return 0, err
		}
	}
	for _, r := range x.records {
		if err := t.eraseListedApart(ctx, r); err != nil {
			return 0, err
		}
	}
	return len(x.records), nil
}

// erasure is what erases some memories in one Commit.
type erasure struct {
	records []*kaibo.MemoryRecord // as they were read; nil for one that is not there
	writes  []kaibo.Write         // none when all are erased already
}

// erasing answers what erases the first of the memories, as many as fit one
// Commit. Those that are erased already are passed over. The delta is named
// after the first that it erases, which no other delta of the deed can have
// been, also where another process has its memories in another order.
func (t *taking) erasing(ctx context.Context, table kaibo.Table, ids []string) (*erasure, error) {
	b := views.NewBatch(t.project, table)
	if err := b.Load(ctx, ids); err != nil {
		return nil, err
	}
	x := &erasure{}
	name := ""
	for _, id := range ids {
		r := b.Record(id)
		if r == nil || r.Forgotten {
			x.records = append(x.records, r)
			t.note(r)
			continue
		}
		more := append(anchorWrites(t.project.ID, r), sourceWrites(t.project.ID, r)...)
		if name == "" {
			name = t.plan.ReceiptID + "-m-" + id
		} else if b.Items()+len(x.writes)+len(more)+2 > stepItems {
			break
		}
		if err := b.Forget(id); err != nil {
			return nil, err
		}
		t.note(r)
		x.records = append(x.records, r)
		x.writes = append(x.writes, more...)
	}
	if name == "" {
		return x, nil
	}
	delta, err := t.Index.Delta(t.project, name, b.Docs())
	x.writes = slices.Concat(b.Writes(), x.writes, []kaibo.Write{delta})
	return x, err
}

// sourceWrites takes the names out of the source items of a memory whose record
// lists all of its sources, which are few enough for its Commit.
func sourceWrites(project string, r *kaibo.MemoryRecord) []kaibo.Write {
	if listsMany(r) {
		return nil
	}
	var writes []kaibo.Write
	for _, s := range r.Sources {
		views.EraseSource(&s)
		b := kaibo.Encode(s)
		writes = append(writes, kaibo.PutAny(kaibo.SourceKey(project, r.ID, s.RecordedAt, s.EventID), 2, b))
	}
	return writes
}

// listsMany reports whether a memory's sources are erased apart from its
// record.
func listsMany(r *kaibo.MemoryRecord) bool {
	return r.EventCount > len(r.Sources) || len(r.Sources) > 40
}

// eraseListedApart erases the sources of a memory that has many.
func (t *taking) eraseListedApart(ctx context.Context, r *kaibo.MemoryRecord) error {
	if r == nil || !listsMany(r) || len(r.ReplacedBy) > 0 {
		return nil
	}
	return t.eraseSources(ctx, r.ID)
}

// anchorWrites removes the entries of a memory under its anchors. A structuring
// step that read them before either changes the memory, and then its record's
// version refuses the step, or has nothing to do with it.
func anchorWrites(project string, r *kaibo.MemoryRecord) []kaibo.Write {
	var writes []kaibo.Write
	for _, a := range r.Anchors {
		writes = append(writes, kaibo.DeleteAny(kaibo.GuardEntryKey(project, a, r.First.RecordedAt, r.ID)))
	}
	return writes
}

// eraseSources takes actors, roles and tags out of a memory's source items.
func (t *taking) eraseSources(ctx context.Context, id string) error {
	var writes []kaibo.Write
	r := kaibo.Range{From: "s/", Before: "s0"}
	for {
		page, err := t.Table.Query(ctx, kaibo.Records, kaibo.MemoryPartition(t.project.ID, id), r)
		if err != nil {
			return fmt.Errorf("read sources: %w", err)
		}
		for _, item := range page.Items {
			var s kaibo.Source
			if err := item.Decode(&s); err != nil {
				return err
			}
			if s.Actor+s.Role != "" || len(s.Tags) > 0 {
				views.EraseSource(&s)
				writes = append(writes, kaibo.PutAny(item.Key, item.Version+1, kaibo.Encode(s)))
			}
		}
		if !page.More {
			return t.commit(ctx, "erase sources", writes)
		}
		r = r.Next(page)
	}
}

// again runs a conditional write until its conditions hold.
func (e *Engine) again(ctx context.Context, what string, do func() error) error {
	for try := range maxTries {
		err := do()
		var conflict *kaibo.ConflictError
		if err == nil {
			return nil
		}
		if !errors.As(err, &conflict) {
			return fmt.Errorf("%s: %w", what, err)
		}
		timer := time.NewTimer(rand.N(time.Millisecond << min(try, 7)))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("%s: %w", what, ctx.Err())
		}
	}
	return &kaibo.Error{Op: what, Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "too many others write; the deed will be finished"}
}

// eraseEvents takes the text out of what was derived from the events, and out
// of provisional items.
func (t *taking) eraseEvents(ctx context.Context) error {
	if t.refs == nil {
		if err := t.readRefs(ctx); err != nil {
			return err
		}
	}
	return t.each(ctx, len(t.refs)+1, func(ctx context.Context, i int) error {
		if i == len(t.refs) {
			return t.eraseProvisionals(ctx)
		}
		return t.eraseDerivations(ctx, t.refs[i])
	})
}

// eraseProvisionals takes the events out of the provisional items that there
// still are.
func (t *taking) eraseProvisionals(ctx context.Context) error {
	open := make(map[kaibo.Key]bool) // of the jobs that have provisional memories
	for _, ref := range t.refs {
		open[kaibo.ProvisionalKey(t.project.ID, ref.Stream, ref.JobFirst)] = false
	}
	for part := range slices.Chunk(slices.Collect(maps.Keys(open)), kaibo.MaxGetKeys/4) { // up to 160 KB each
		items, err := t.Table.Get(ctx, part...)
		if err != nil {
			return fmt.Errorf("read provisional memories: %w", err)
		}
		for _, item := range items {
			open[item.Key] = item.Found()
		}
	}
	for _, ref := range t.refs {
		if open[kaibo.ProvisionalKey(t.project.ID, ref.Stream, ref.JobFirst)] {
			if err := t.eraseProvisional(ctx, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRefs reads where the set's events lie.
func (t *taking) readRefs(ctx context.Context) error {
	parts := slices.Collect(slices.Chunk(t.plan.Events, kaibo.MaxGetKeys))
	refs := make([][]kaibo.EventRef, len(parts))
	err := t.each(ctx, len(parts), func(ctx context.Context, i int) (err error) {
		refs[i], err = t.refsOf(ctx, t.project.ID, parts[i])
		return err
	})
	t.refs = slices.Concat(refs...)
	return err
}

// refsOf reads where events lie; at most MaxGetKeys.
func (e *Engine) refsOf(ctx context.Context, project string, ids []string) ([]kaibo.EventRef, error) {
	keys := make([]kaibo.Key, len(ids))
	for i, id := range ids {
		keys[i] = kaibo.RefKey(project, id)
	}
	items, err := e.Table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("read event ids: %w", err)
	}
	refs := make([]kaibo.EventRef, len(items))
	for i, item := range items {
		if err := item.Decode(&refs[i]); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

func (t *taking) eraseDerivations(ctx context.Context, ref kaibo.EventRef) error {
	seq := kaibo.SeqKey(ref.Seq)
	r := kaibo.Range{From: seq + "/", Before: seq + "0"}
	for {
		page, err := t.Table.Query(ctx, kaibo.Records, kaibo.DerivationPartition(t.project.ID, ref.Stream), r)
		if err != nil {
			return fmt.Errorf("read derivations: %w", err)
		}
		for _, item := range page.Items {
			write, err := erasedDerivation(item)
			if err != nil {
				return err
			}
			if err := t.commit(ctx, "erase derivation", []kaibo.Write{write}); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

// erasedDerivation leaves the shape of a derivation: births without text,
// sources without names. Nobody else ever changes one.
func erasedDerivation(item kaibo.Item) (kaibo.Write, error) {
	var d kaibo.Derivation
	if err := item.Decode(&d); err != nil {
		return kaibo.Write{}, err
	}
	for i := range d.Births {
		views.EraseBirth(&d.Births[i])
	}
	for i := range d.Repeats {
		views.EraseSource(&d.Repeats[i].Source)
	}
	return kaibo.PutAny(item.Key, item.Version+1, kaibo.Encode(d)), nil
}

// eraseProvisional takes an event out of the provisional item of a job that is
// still open, or that failed.
func (t *taking) eraseProvisional(ctx context.Context, ref kaibo.EventRef) error {
	key := kaibo.ProvisionalKey(t.project.ID, ref.Stream, ref.JobFirst)
	return t.again(ctx, "erase provisional memory", func() error {
		items, err := t.Table.Get(ctx, key)
		if err != nil || !items[0].Found() {
			return err
		}
		write, err := t.erasedProvisional(items[0])
		if err != nil || write == nil {
			return err
		}
		return t.Table.Commit(ctx, []kaibo.Write{*write})
	})
}

// erasedProvisional is a provisional item without the events of the set; nil
// when it has none of them.
func (t *taking) erasedProvisional(item kaibo.Item) (*kaibo.Write, error) {
	var quoted []kaibo.ProvisionalMemory
	if err := item.Decode(&quoted); err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(quoted), func(q kaibo.ProvisionalMemory) bool { return t.inSet[q.EventID] })
	switch len(rest) {
	case len(quoted):
		return nil, nil
	case 0:
		return new(kaibo.DeleteAt(item.Key, item.Version)), nil
	default:
		return new(kaibo.PutOver(item.Key, item.Version, kaibo.Encode(rest))), nil
	}
}

// eraseAliases removes the aliases that an event of the set made.
func (t *taking) eraseAliases(ctx context.Context) error {
	var writes []kaibo.Write
	r := kaibo.Range{}
	for {
		page, err := t.Table.Query(ctx, kaibo.Records, kaibo.AliasPartition(t.project.ID), r)
		if err != nil {
			return fmt.Errorf("read aliases: %w", err)
		}
		for _, item := range page.Items {
			var a structure.Alias
			if err := item.Decode(&a); err != nil {
				return err
			}
			if t.inSet[a.EventID] {
				writes = append(writes, kaibo.DeleteAny(item.Key))
			}
		}
		if !page.More {
			return t.commit(ctx, "erase aliases", writes)
		}
		r = r.Next(page)
	}
}

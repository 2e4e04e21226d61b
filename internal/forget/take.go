package forget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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
	rows    []string        // ids of index rows that are hidden
}

// stepItems is how many writes a step puts into one Commit; one place is left
// for an outbox item.
const stepItems = kaibo.MaxTxItems - 1

// maxTries bounds how often a write is tried again when others write too.
const maxTries = 20

// tombstones marks every event of the set: payloads answer Gone, and no
// structuring step that reads them commits from here on.
func (t *taking) tombstones(ctx context.Context) error {
	for part := range slices.Chunk(t.plan.Events, kaibo.MaxGetKeys-1) {
		keys := make([]kaibo.Key, len(part))
		for i, id := range part {
			keys[i] = kaibo.TombKey(t.project.ID, id)
		}
		items, err := t.Table.Get(ctx, keys...)
		if err != nil {
			return fmt.Errorf("read tombstones: %w", err)
		}
		var writes []kaibo.Write
		for i, item := range items {
			if !item.Found() {
				tomb := kaibo.Tombstone{EventID: part[i], ReceiptID: t.plan.ReceiptID, At: t.plan.At}
				writes = append(writes, kaibo.PutAny(keys[i], 1, encode(tomb)))
			}
		}
		if err := t.commit(ctx, "write tombstones", writes); err != nil {
			return err
		}
	}
	return nil
}

// latecomers takes in what was learned from the set's events between the
// choice of the set and their tombstones; from here on nothing more can be.
func (t *taking) latecomers(ctx context.Context) error {
	g := &gathering{Engine: t.Engine, project: t.project, memories: make(map[string]*kaibo.MemoryRecord), events: make(map[string]kaibo.EventRef)}
	for part := range slices.Chunk(t.plan.Events, kaibo.MaxGetKeys) {
		refs, err := t.refs(ctx, part)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			g.events[ref.ID] = ref
		}
	}
	if err := g.orphans(ctx); err != nil {
		return err
	}
	late := &plan{Project: t.plan.Project, ReceiptID: t.plan.ReceiptID}
	known := make(map[string]bool)
	for _, id := range slices.Concat(t.plan.Memories, t.plan.Shared) {
		known[id] = true
	}
	for id := range g.memories {
		if !known[id] {
			late.Memories = append(late.Memories, id)
		}
	}
	for _, r := range g.shared {
		if !known[r.ID] {
			late.Shared = append(late.Shared, r.ID)
		}
	}
	if len(late.Memories)+len(late.Shared) == 0 {
		return nil
	}
	slices.Sort(late.Memories)
	slices.Sort(late.Shared)
	t.plan.Memories = append(t.plan.Memories, late.Memories...)
	t.plan.Shared = append(t.plan.Shared, late.Shared...)
	return t.commit(ctx, "store latecomers", []kaibo.Write{kaibo.PutAny(latePart(late), 1, encode(late))})
}

// latePart is where a plan keeps what came late. A second try finds it among
// the plan's parts, and everything in it again as not late.
func latePart(pl *plan) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedPartition(pl.Project, pl.ReceiptID), Sort: "plan/late"}
}

// commit writes unconditional writes, a Commit's worth at a time.
func (e *Engine) commit(ctx context.Context, what string, writes []kaibo.Write) error {
	for part := range slices.Chunk(writes, stepItems) {
		if err := e.Table.Commit(ctx, part); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// eraseMemories takes the text out of the records of the set, their sources
// and their entries under anchors.
func (t *taking) eraseMemories(ctx context.Context) error {
	for n, id := range t.plan.Memories {
		if err := t.eraseMemory(ctx, n, id); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) eraseMemory(ctx context.Context, n int, id string) error {
	err := t.again(ctx, "erase memory", func() error {
		b := views.NewBatch(t.project, t.Table)
		if err := b.Load(ctx, []string{id}); err != nil {
			return err
		}
		r := b.Record(id)
		if r == nil || r.Forgotten {
			return nil
		}
		rest := anchorWrites(t.project.ID, r)
		if err := b.Forget(id); err != nil {
			return err
		}
		delta, err := t.Index.Delta(t.project, fmt.Sprintf("%s-m%d", t.plan.ReceiptID, n), b.Docs())
		if err != nil {
			return err
		}
		return t.Table.Commit(ctx, append(append(b.Writes(), rest...), delta))
	})
	if err != nil {
		return err
	}
	return t.eraseSources(ctx, id)
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
			if err := decode(item, &s); err != nil {
				return err
			}
			if s.Actor+s.Role != "" || len(s.Tags) > 0 {
				views.EraseSource(&s)
				writes = append(writes, kaibo.PutAny(item.Key, item.Version+1, encode(s)))
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
	for part := range slices.Chunk(t.plan.Events, kaibo.MaxGetKeys) {
		refs, err := t.refs(ctx, part)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if err := t.eraseDerivations(ctx, ref); err != nil {
				return err
			}
			if err := t.eraseProvisional(ctx, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// refs reads where events lie; at most MaxGetKeys.
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
		if err := decode(item, &refs[i]); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

func (t *taking) refs(ctx context.Context, ids []string) ([]kaibo.EventRef, error) {
	return t.refsOf(ctx, t.project.ID, ids)
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
			if err := t.eraseDerivation(ctx, item); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

// eraseDerivation leaves the shape of a derivation: births without text,
// sources without names. Nobody else ever changes one.
func (t *taking) eraseDerivation(ctx context.Context, item kaibo.Item) error {
	var d kaibo.Derivation
	if err := decode(item, &d); err != nil {
		return err
	}
	for i := range d.Births {
		views.EraseBirth(&d.Births[i])
	}
	for i := range d.Repeats {
		views.EraseSource(&d.Repeats[i].Source)
	}
	return t.commit(ctx, "erase derivation", []kaibo.Write{kaibo.PutAny(item.Key, item.Version+1, encode(d))})
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
		var quoted []kaibo.ProvisionalMemory
		if err := decode(items[0], &quoted); err != nil {
			return err
		}
		rest := slices.DeleteFunc(slices.Clone(quoted), func(q kaibo.ProvisionalMemory) bool { return q.EventID == ref.ID })
		switch len(rest) {
		case len(quoted):
			return nil
		case 0:
			return t.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(key, items[0].Version)})
		default:
			return t.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(key, items[0].Version, encode(rest))})
		}
	})
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
			if err := decode(item, &a); err != nil {
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

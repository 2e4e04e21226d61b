package forget

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// latecomers takes in what was learned from the set's events between the
// choice of the set and their tombstones; from here on nothing more can be.
// Another process may be at the same deed and have erased some of that already:
// it stored before it erased, so that what it found is read after looking.
func (t *taking) latecomers(ctx context.Context) error {
	found, err := t.late(ctx)
	if err != nil {
		return err
	}
	return t.again(ctx, "store latecomers", func() error {
		pl, parts, err := t.loadParts(ctx, t.project.ID, t.plan.ReceiptID)
		if err != nil {
			return err
		}
		if pl == nil {
			return errPurgedMeanwhile
		}
		t.plan.add(pl)
		rest := found.without(t.plan)
		for start := 0; start < max(len(rest.Memories), len(rest.Shared)); start += planChunk {
			key := latePart(rest.Project, rest.ReceiptID, parts)
			if err := t.Table.Commit(ctx, []kaibo.Write{kaibo.PutNew(key, 1, kaibo.Encode(rest.part(start)))}); err != nil {
				return err
			}
			parts++
		}
		t.plan.add(rest)
		return nil
	})
}

// late looks for what came late, as a plan of that alone.
func (t *taking) late(ctx context.Context) (*plan, error) {
	g := t.gather(t.project, Selector{})
	for _, ref := range t.refs {
		g.events[ref.ID] = ref
	}
	for _, id := range t.plan.Memories {
		g.memories[id] = &kaibo.MemoryRecord{} // known: not asked for again
	}
	if err := g.orphans(ctx); err != nil {
		return nil, err
	}
	late := &plan{Project: t.plan.Project, ReceiptID: t.plan.ReceiptID, Memories: slices.Sorted(maps.Keys(g.memories))}
	for _, r := range g.shared {
		late.Shared = append(late.Shared, r.ID)
	}
	slices.Sort(late.Shared)
	return late.without(t.plan), nil
}

// without answers the memories of a plan that are in no list of another.
func (pl *plan) without(other *plan) *plan {
	known := make(map[string]bool)
	for _, id := range slices.Concat(other.Memories, other.Shared) {
		known[id] = true
	}
	fresh := func(ids []string) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] })
	}
	return &plan{Project: pl.Project, ReceiptID: pl.ReceiptID, Memories: fresh(pl.Memories), Shared: fresh(pl.Shared)}
}

// add appends to a plan what another names and it does not.
func (pl *plan) add(other *plan) {
	pl.Memories = appendNew(pl.Memories, other.Memories)
	pl.Events = appendNew(pl.Events, other.Events)
	pl.Shared = appendNew(pl.Shared, other.Shared)
	pl.Changes = appendNew(pl.Changes, other.Changes)
}

// appendNew appends the ids that are not there yet.
func appendNew[T comparable](ids, more []T) []T {
	have := make(map[T]bool, len(ids))
	for _, id := range ids {
		have[id] = true
	}
	for _, id := range more {
		if !have[id] {
			have[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// latePart is where a plan keeps what came late, after so many other parts. A
// second try finds it among them, and everything in it again as not late.
func latePart(project, receiptID string, n int) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedPartition(project, receiptID), Sort: fmt.Sprintf("plan/late/%04d", n)}
}

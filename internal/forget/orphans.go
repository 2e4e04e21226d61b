package forget

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// orphans adds (4), and finds the memories that lose a source and stay.
func (g *gathering) orphans(ctx context.Context) error {
	if err := g.learn(ctx); err != nil {
		return err
	}
	ids := slices.DeleteFunc(slices.Clone(g.learned), func(id string) bool { return g.memories[id] != nil })
	records, err := g.Views.Standing(ctx, g.project, ids)
	if err != nil {
		return err
	}
	var orphaned []*kaibo.MemoryRecord
	for _, r := range records {
		if r.Forgotten || g.memories[r.ID] != nil {
			continue
		}
		if err := g.orphan(ctx, r); err != nil {
			return err
		}
		if g.memories[r.ID] != nil {
			orphaned = append(orphaned, r)
		}
	}
	return g.ruledOn(ctx, orphaned)
}

// ruledOn takes what people said of memories of (4), with their reasons: it
// speaks of what is forgotten. A ruling on which a memory rests that stays, as
// a correction does, stays with it.
func (g *gathering) ruledOn(ctx context.Context, orphaned []*kaibo.MemoryRecord) error {
	rulings, err := g.Views.Rulings(ctx, g.project, orphaned)
	if err != nil {
		return err
	}
	var take []string
	for _, s := range rulings {
		led, err := g.Views.MemoriesOf(ctx, g.project, kaibo.EventRef{ID: s.EventID, Stream: s.Stream, Seq: s.Seq})
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(led, func(id string) bool { return g.memories[id] == nil }) {
			take = append(take, s.EventID)
		}
	}
	refs, err := g.living(ctx, take)
	for _, ref := range refs {
		g.events[ref.ID] = ref
	}
	return err
}

// learn finds the memories that the events led to, repeated, or lent words to,
// each once.
func (g *gathering) learn(ctx context.Context) error {
	events := slices.Sorted(maps.Keys(g.events))
	spans := make([]views.Span, len(events))
	for i, id := range events {
		spans[i] = views.DerivedSpan(g.project.ID, g.events[id].Stream, g.events[id].Seq)
	}
	if err := g.Table.Fetch(ctx, nil, spans); err != nil {
		return fmt.Errorf("read derivations: %w", err)
	}
	var found []string
	for _, id := range events {
		own, err := g.Views.MemoriesOf(ctx, g.project, g.events[id])
		if err != nil {
			return err
		}
		borrowed, err := g.Views.Borrowers(ctx, g.project, g.events[id])
		if err != nil {
			return err
		}
		found = slices.Concat(found, own, borrowed)
	}
	slices.Sort(found)
	g.learned = slices.Compact(found)
	return nil
}

func (g *gathering) orphan(ctx context.Context, r *kaibo.MemoryRecord) error {
	sources, err := g.allSources(ctx, r)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(r.Context, func(id string) bool { _, in := g.events[id]; return in }) {
		g.memories[r.ID] = r // its own words alone do not say it
		return nil
	}
	outside := slices.ContainsFunc(sources, func(s kaibo.Source) bool { _, in := g.events[s.EventID]; return !in })
	if outside {
		g.shared = append(g.shared, r)
		return nil
	}
	g.memories[r.ID] = r
	return nil
}

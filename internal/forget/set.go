package forget

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Set is what a deed takes.
type Set struct {
	Memories []*kaibo.MemoryRecord // along the timeline
	Events   []kaibo.EventRef      // by stream and seq
	Shared   []*kaibo.MemoryRecord // lose a source and stay
}

// Preview names a set by a digest of its ids, so that a deed can be held to
// what was shown.
func (s *Set) Preview() string {
	h := sha256.New()
	for _, id := range slices.Sorted(slices.Values(append(s.MemoryIDs(), s.EventIDs()...))) {
		io.WriteString(h, id+"\n")
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// MemoryIDs answers the ids of the memories.
func (s *Set) MemoryIDs() []string {
	ids := make([]string, len(s.Memories))
	for i, m := range s.Memories {
		ids[i] = m.ID
	}
	return ids
}

// EventIDs answers the ids of the events.
func (s *Set) EventIDs() []string {
	ids := make([]string, len(s.Events))
	for i, e := range s.Events {
		ids[i] = e.ID
	}
	return ids
}

// Empty reports whether there is nothing to forget.
func (s *Set) Empty() bool { return len(s.Memories)+len(s.Events) == 0 }

// gathering computes a set.
type gathering struct {
	*Engine
	project  kaibo.Project
	memories map[string]*kaibo.MemoryRecord // (1), (2) and then (4)
	events   map[string]kaibo.EventRef      // (3)
	shared   []*kaibo.MemoryRecord
}

// Select computes the set of a selector. Where it looks for words or writers,
// what waits to be structured is structured first, so that nothing slips past.
func (e *Engine) Select(ctx context.Context, p kaibo.Project, sel Selector) (*Set, error) {
	if err := sel.check(); err != nil {
		return nil, err
	}
	if sel.MemoryID == "" && sel.EventID == "" {
		if err := e.drain(ctx, p); err != nil {
			return nil, err
		}
	}
	g := &gathering{Engine: e, project: p, memories: make(map[string]*kaibo.MemoryRecord), events: make(map[string]kaibo.EventRef)}
	if err := g.first(ctx, &sel); err != nil {
		return nil, err
	}
	if err := g.chains(ctx); err != nil {
		return nil, err
	}
	if err := g.sources(ctx); err != nil {
		return nil, err
	}
	if err := g.orphans(ctx); err != nil {
		return nil, err
	}
	return g.set(), nil
}

// drain structures what waits in the project. A stream that cannot be drained
// is not in the way: its events are found by their own text.
func (e *Engine) drain(ctx context.Context, p kaibo.Project) error {
	r := kaibo.Range{Limit: kaibo.MaxGetKeys}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.StreamsPartition(p.ID), r)
		if err != nil {
			return fmt.Errorf("list streams: %w", err)
		}
		keys := make([]kaibo.Key, len(page.Items))
		for i, item := range page.Items {
			keys[i] = kaibo.LagKey(p.ID, item.Sort)
		}
		if len(keys) == 0 {
			return nil
		}
		markers, err := e.Table.Get(ctx, keys...)
		if err != nil {
			return fmt.Errorf("read lag markers: %w", err)
		}
		for i, marker := range markers {
			if marker.Found() {
				_ = e.Worker.Drain(ctx, p, page.Items[i].Sort)
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

// first finds (1), and the events that are named or bear the query.
func (g *gathering) first(ctx context.Context, sel *Selector) error {
	switch {
	case sel.MemoryID != "":
		return g.named(ctx, sel)
	case sel.EventID != "":
		ref, gone, err := g.Ledger.Ref(ctx, g.project, sel.EventID)
		if err != nil || gone {
			return err
		}
		return g.takeEvents(ctx, []string{ref.ID}, sel)
	case sel.Query != "":
		return g.bearing(ctx, sel)
	case sel.Stream != "":
		return g.stream(ctx, sel)
	default:
		return g.narrowed(ctx, sel)
	}
}

// named takes the memory of an id. The id of a provisional memory takes its
// event; an id that was replaced takes what replaced it.
func (g *gathering) named(ctx context.Context, sel *Selector) error {
	record, err := g.Views.Record(ctx, g.project, sel.MemoryID)
	if kaibo.KindOf(err) == kaibo.NotFound && kaibo.IsMemoryID(sel.MemoryID) {
		ref, gone, refErr := g.Ledger.Ref(ctx, g.project, kaibo.ProvisionalEvent(sel.MemoryID))
		if refErr == nil && !gone {
			g.events[ref.ID] = ref
			return nil
		}
	}
	if err != nil {
		return err
	}
	records := []*kaibo.MemoryRecord{record}
	if len(record.ReplacedBy) > 0 {
		if records, err = g.Views.Standing(ctx, g.project, record.ReplacedBy); err != nil {
			return err
		}
	}
	for _, r := range records {
		g.take(r, sel)
	}
	return nil
}

// take puts a memory into (1) when it is not forgotten yet and the selector
// does not narrow it away.
func (g *gathering) take(r *kaibo.MemoryRecord, sel *Selector) {
	if !r.Forgotten && sel.Narrow.Match(r) {
		g.memories[r.ID] = r
	}
}

// stream takes the events of a stream.
func (g *gathering) stream(ctx context.Context, sel *Selector) error {
	if err := ledger.CheckStream(sel.Stream, false); err != nil {
		return err
	}
	after := uint64(0)
	for {
		events, more, err := g.Ledger.EventsAfter(ctx, g.project, sel.Stream, after, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		ids := make([]string, len(events))
		for i := range events {
			after, ids[i] = events[i].Seq, events[i].ID
		}
		if err := g.takeEvents(ctx, ids, sel); err != nil {
			return err
		}
		if !more {
			return nil
		}
	}
}

// takeEvents puts events into (3) unless they are forgotten or narrowed away.
func (g *gathering) takeEvents(ctx context.Context, ids []string, sel *Selector) error {
	refs, err := g.living(ctx, ids)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if sel.Narrow.NeedsSource() {
			details, err := g.details(ctx, ref.ID)
			if kaibo.KindOf(err) == kaibo.Gone {
				continue
			}
			if err != nil {
				return err
			}
			if !sel.Narrow.MatchSource(ref.Stream, details.Actor, g.project.MetadataTags(details.Metadata)) {
				continue
			}
		}
		g.events[ref.ID] = ref
	}
	return nil
}

// living reads where events lie, those that are not forgotten. Fifty events
// are one Get.
func (g *gathering) living(ctx context.Context, ids []string) ([]kaibo.EventRef, error) {
	var out []kaibo.EventRef
	for part := range slices.Chunk(ids, kaibo.MaxGetKeys/2) {
		keys := make([]kaibo.Key, 0, 2*len(part))
		for _, id := range part {
			keys = append(keys, kaibo.RefKey(g.project.ID, id), kaibo.TombKey(g.project.ID, id))
		}
		items, err := g.Table.Get(ctx, keys...)
		if err != nil {
			return nil, fmt.Errorf("read event ids: %w", err)
		}
		for i, id := range part {
			if !items[2*i].Found() {
				return nil, &kaibo.Error{Op: "read event ids", Err: fmt.Errorf("%s is named and not there", id)}
			}
			if items[2*i+1].Found() {
				continue
			}
			var ref kaibo.EventRef
			if err := items[2*i].Decode(&ref); err != nil {
				return nil, err
			}
			out = append(out, ref)
		}
	}
	return out, nil
}

// chains adds (2): every version that (1) is linked with.
func (g *gathering) chains(ctx context.Context) error {
	if len(g.memories) == 0 {
		return nil
	}
	chain, err := g.Views.Chain(ctx, g.project, slices.Collect(maps.Values(g.memories)))
	if err != nil {
		return err
	}
	for _, r := range chain {
		if !r.Forgotten {
			g.memories[r.ID] = r
		}
	}
	return nil
}

// sources adds to (3) the source events of (1) and (2).
func (g *gathering) sources(ctx context.Context) error {
	missing := make(map[string]bool)
	for _, r := range g.memories {
		sources, err := g.allSources(ctx, r)
		if err != nil {
			return err
		}
		for _, s := range sources {
			if _, ok := g.events[s.EventID]; !ok {
				missing[s.EventID] = true
			}
		}
	}
	rulings, err := g.Views.Rulings(ctx, g.project, slices.Collect(maps.Values(g.memories)))
	if err != nil {
		return err
	}
	for _, s := range rulings { // what people said of them, with their reasons
		missing[s.EventID] = true
	}
	refs, err := g.living(ctx, slices.Sorted(maps.Keys(missing)))
	for _, ref := range refs {
		g.events[ref.ID] = ref
	}
	return err
}

// allSources answers every source of a memory, those that its record does not
// list too.
func (g *gathering) allSources(ctx context.Context, r *kaibo.MemoryRecord) ([]kaibo.Source, error) {
	if r.EventCount <= len(r.Sources) {
		return r.Sources, nil
	}
	var all []kaibo.Source
	cursor := ""
	for {
		sources, next, err := g.Views.Sources(ctx, g.project, r.ID, cursor, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		all = append(all, sources...)
		if next == "" {
			return all, nil
		}
		cursor = next
	}
}

// orphans adds (4), and finds the memories that lose a source and stay.
func (g *gathering) orphans(ctx context.Context) error {
	ids, err := g.learned(ctx)
	if err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return g.memories[id] != nil })
	records, err := g.Views.Standing(ctx, g.project, ids)
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.Forgotten || g.memories[r.ID] != nil {
			continue
		}
		if err := g.orphan(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// learned answers the memories that the events led to, repeated, or lent words
// to, each once.
func (g *gathering) learned(ctx context.Context) ([]string, error) {
	events := slices.Sorted(maps.Keys(g.events))
	found := make([][]string, len(events))
	err := g.each(ctx, len(events), func(ctx context.Context, i int) (err error) {
		ref := g.events[events[i]]
		var own, borrowed []string
		both, bothCtx := errgroup.WithContext(ctx)
		both.Go(func() (err error) { own, err = g.Views.MemoriesOf(bothCtx, g.project, ref); return err })
		both.Go(func() (err error) { borrowed, err = g.Views.Borrowers(bothCtx, g.project, ref); return err })
		if err := both.Wait(); err != nil {
			return err
		}
		found[i] = slices.Concat(own, borrowed)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(found...)))), nil
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

func (g *gathering) set() *Set {
	s := &Set{Memories: slices.Collect(maps.Values(g.memories)), Events: slices.Collect(maps.Values(g.events)), Shared: g.shared}
	views.SortRecords(s.Memories)
	slices.SortFunc(s.Events, func(a, b kaibo.EventRef) int {
		if c := strings.Compare(a.Stream, b.Stream); c != 0 {
			return c
		}
		return int(a.Seq) - int(b.Seq)
	})
	return s
}

// details reads what a writer said about an event.
func (e *Engine) eventDetails(ctx context.Context, p kaibo.Project, id string) (kaibo.Details, error) {
	_, payload, err := e.Ledger.Payload(ctx, p, id)
	if err != nil {
		return kaibo.Details{}, err
	}
	return parseDetails(payload.Details, id)
}

func (g *gathering) details(ctx context.Context, id string) (kaibo.Details, error) {
	d, err := g.eventDetails(ctx, g.project, id)
	if err != nil {
		return d, fmt.Errorf("read details: %w", err)
	}
	return d, nil
}

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

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
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

// gathering computes a set. Its Table and its Views, which stand in for the
// engine's, read ahead: what an index knows to hang together is read at once,
// and the steps that follow find it read.
type gathering struct {
	*Engine
	Table *views.Ahead
	Views *views.Views

	project  kaibo.Project
	sel      Selector
	memories map[string]*kaibo.MemoryRecord // (1), (2) and then (4)
	events   map[string]kaibo.EventRef      // (3)
	shared   []*kaibo.MemoryRecord
	learned  []string // from the events: those above, and some that are forgotten already

	index   *termindex.Reader // nil until it was read
	graph   *mentions
	lagging []string // streams that wait to be structured
}

// gather begins to compute a set. It has read nothing yet.
func (e *Engine) gather(p kaibo.Project, sel Selector) *gathering {
	ahead := views.NewAheadOf(e.Table, e.atOnce())
	return &gathering{Engine: e, Table: ahead, Views: e.Views.Over(ahead), project: p, sel: sel,
		memories: make(map[string]*kaibo.MemoryRecord), events: make(map[string]kaibo.EventRef)}
}

// Select computes the set of a selector. Where it looks for words or writers,
// what waits to be structured is structured first, so that nothing slips past.
func (e *Engine) Select(ctx context.Context, p kaibo.Project, sel Selector) (*Set, error) {
	g := e.gather(p, sel)
	if err := g.scout(ctx); err != nil {
		return nil, err
	}
	return g.choose(ctx)
}

// scout reads what can be read before it is known that the set will be needed:
// which streams lag, where words or writers are looked for, and else the index,
// which may be older than what is read after it and only says where to look.
func (g *gathering) scout(ctx context.Context) error {
	if err := g.sel.check(); err != nil {
		return err
	}
	return g.each(ctx, 2, func(ctx context.Context, i int) error {
		if i == 0 {
			return g.readGraph(ctx)
		}
		return g.scoutIndex(ctx)
	})
}

func (g *gathering) scoutIndex(ctx context.Context) (err error) {
	if g.sel.MemoryID != "" || g.sel.EventID != "" || len(g.sel.events) > 0 {
		return g.openIndex(ctx)
	}
	g.lagging, err = g.Worker.LaggingIn(ctx, g.project, g.atOnce())
	return err
}

// openIndex reads the index.
func (g *gathering) openIndex(ctx context.Context) (err error) {
	if g.index, err = g.Index.Open(ctx, g.project); err != nil {
		return fmt.Errorf("open index: %w", err)
	}
	return nil
}

// choose computes the set after a scout.
func (g *gathering) choose(ctx context.Context) (*Set, error) {
	for _, stream := range g.lagging { // one that cannot be drained is not in the way: its events are found by their own text
		_ = g.Worker.Drain(ctx, g.project, stream)
	}
	if g.index == nil { // what it says counts, so it is read after the drain
		if err := g.openIndex(ctx); err != nil {
			return nil, err
		}
	}
	for _, do := range []func(context.Context) error{g.first, g.chains, g.sources, g.curations, g.orphans, g.lateCurations} {
		if err := do(ctx); err != nil {
			return nil, err
		}
	}
	return g.set(), nil
}

// first finds (1), and the events that are named or bear the query.
func (g *gathering) first(ctx context.Context) error {
	sel := &g.sel
	switch {
	case len(sel.events) > 0:
		return g.takeEvents(ctx, sel.events, sel)
	case sel.MemoryID != "":
		return g.named(ctx, sel)
	case sel.EventID != "":
		if err := g.foresee(ctx, nil, []string{sel.EventID}); err != nil {
			return err
		}
		ref, gone, err := g.ref(ctx, sel.EventID)
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

// ref reads where an event lies, and whether it is forgotten, as
// [ledger.Ledger.Ref] does.
func (g *gathering) ref(ctx context.Context, id string) (ref kaibo.EventRef, gone bool, err error) {
	notFound := kaibo.Errorf(kaibo.NotFound, "there is no event %s", id)
	if !kaibo.IsEventID(id) {
		return ref, false, notFound
	}
	items, err := g.Table.Get(ctx, kaibo.RefKey(g.project.ID, id), kaibo.TombKey(g.project.ID, id))
	if err != nil {
		return ref, false, fmt.Errorf("read event id: %w", err)
	}
	if !items[0].Found() {
		return ref, false, notFound
	}
	return ref, items[1].Found(), items[0].Decode(&ref)
}

// named takes the memory of an id. The id of a provisional memory takes its
// event; an id that was replaced takes what replaced it.
func (g *gathering) named(ctx context.Context, sel *Selector) error {
	if !kaibo.IsMemoryID(sel.MemoryID) {
		return kaibo.Errorf(kaibo.NotFound, "there is no memory %s", sel.MemoryID)
	}
	events := []string{}
	if d, ok := g.index.Doc(sel.MemoryID); !ok || d.Kind != termindex.Memory {
		events = append(events, kaibo.ProvisionalEvent(sel.MemoryID))
	}
	if err := g.foresee(ctx, []string{sel.MemoryID}, events); err != nil {
		return err
	}
	record, err := g.Views.Record(ctx, g.project, sel.MemoryID)
	if kaibo.KindOf(err) == kaibo.NotFound {
		ref, gone, refErr := g.ref(ctx, kaibo.ProvisionalEvent(sel.MemoryID))
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
		if err := g.foresee(ctx, nil, ids); err != nil {
			return err
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
	taken := make([]bool, len(refs))
	err = g.each(ctx, len(refs), func(ctx context.Context, i int) (err error) {
		taken[i], err = g.narrows(ctx, refs[i], sel)
		return err
	})
	for i, ref := range refs {
		if taken[i] {
			g.events[ref.ID] = ref
		}
	}
	return err
}

// narrows reports whether a selector leaves an event in.
func (g *gathering) narrows(ctx context.Context, ref kaibo.EventRef, sel *Selector) (bool, error) {
	if !sel.Narrow.NeedsSource() {
		return true, nil
	}
	details, err := g.details(ctx, ref.ID)
	if kaibo.KindOf(err) == kaibo.Gone {
		return false, nil
	}
	return err == nil && sel.Narrow.MatchSource(ref.Stream, details.Actor, g.project.MetadataTags(details.Metadata)), err
}

// living reads where events lie, those that are not forgotten.
func (g *gathering) living(ctx context.Context, ids []string) ([]kaibo.EventRef, error) {
	if err := g.Table.Fetch(ctx, eventKeys(g.project.ID, ids), nil); err != nil {
		return nil, fmt.Errorf("read event ids: %w", err)
	}
	var out []kaibo.EventRef
	for part := range slices.Chunk(ids, kaibo.MaxGetKeys/2) {
		items, err := g.Table.Get(ctx, eventKeys(g.project.ID, part)...)
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

// eventKeys are where events are said to lie, and to be forgotten.
func eventKeys(project string, ids []string) []kaibo.Key {
	keys := make([]kaibo.Key, 0, 2*len(ids))
	for _, id := range ids {
		keys = append(keys, kaibo.RefKey(project, id), kaibo.TombKey(project, id))
	}
	return keys
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

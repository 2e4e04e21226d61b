package forget

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What was curated of a memory goes with it: its names, its tags, and the
// reasons and names of people in the events that spoke of it. An event of
// curation is taken when its change speaks of a memory of the set and made none
// that stays; what an event that stays says of a forgotten memory (that another
// node was born with a link to it) is that other node's.
//
// The deed is noted in the graph in the Commit that stores its plan, as a change
// that names the ids: from then on no process serves their words, and nobody
// says anything more of them. The same Commit holds that the graph is as it was
// when the set was computed. The words in the stored changes are erased by a
// step that can be done twice.

// mentions are the changes of the graph as a set needs them.
type mentions struct {
	last       uint64 // number of the last change; 0 for none
	recordedAt kaibo.Time
	changes    []change            // by number-1
	nodes      map[string][]uint64 // by node: numbers of the changes that speak of it
	events     map[string]uint64   // by event: its change
}

type change struct {
	eventID string
	births  []string
}

// readGraph reads which changes speak of what.
func (g *gathering) readGraph(ctx context.Context) error {
	m := &mentions{nodes: make(map[string][]uint64), events: make(map[string]uint64)}
	var err error
	m.last, err = g.curated().Changes(ctx, g.project, func(c *graph.Change) {
		entry := change{eventID: c.EventID}
		for _, b := range c.Births {
			entry.births = append(entry.births, b.ID)
		}
		m.recordedAt = max(m.recordedAt, c.RecordedAt)
		m.changes = append(m.changes, entry)
		m.events[c.EventID] = c.Number
		for _, id := range curate.Mentioned(c) {
			m.nodes[id] = append(m.nodes[id], c.Number)
		}
	})
	g.graph = m
	return err
}

// curations takes the events of curation that spoke of memories of the set and
// made none that stays.
func (g *gathering) curations(ctx context.Context) error {
	take := make(map[string]bool)
	for id := range g.memories {
		for _, n := range g.graph.nodes[id] {
			c := &g.graph.changes[n-1]
			_, taken := g.events[c.eventID]
			stays := slices.ContainsFunc(c.births, func(id string) bool { return g.memories[id] == nil })
			if kaibo.IsEventID(c.eventID) && !taken && !stays {
				take[c.eventID] = true
			}
		}
	}
	refs, err := g.living(ctx, slices.Sorted(maps.Keys(take)))
	for _, ref := range refs {
		g.events[ref.ID] = ref
	}
	return err
}

// lateCurations takes the events of curation that spoke of memories of (4).
// None of them led to a memory that is not of the set.
func (g *gathering) lateCurations(ctx context.Context) error {
	before := len(g.events)
	if err := g.curations(ctx); err != nil || len(g.events) == before {
		return err
	}
	return g.learn(ctx)
}

// of answers the numbers of the changes whose words a deed erases.
func (m *mentions) of(pl *plan) []uint64 {
	numbers := make(map[uint64]bool)
	for _, id := range pl.Memories {
		for _, n := range m.nodes[id] {
			numbers[n] = true
		}
	}
	for _, id := range pl.Events {
		if n, ok := m.events[id]; ok {
			numbers[n] = true
		}
	}
	return slices.Sorted(maps.Keys(numbers))
}

// maxForgettings is how many changes of the graph a deed writes at most: one for
// so many ids, and one item for the head.
const (
	maxForgettings = 6
	forgetsPart    = 10_000 // 25 bytes each: well below the limit of an item
)

// forgetting answers what notes a deed in the graph, under the condition that
// nothing was curated since its set was computed.
//
// A deed whose tombstones do not fit the Commit of its plan names all of its
// memories, not only those that the graph knows: until a tombstone stands,
// nothing else would keep one of them from being curated.
func (m *mentions) forgetting(pl *plan) []kaibo.Write {
	var ids []string
	for _, id := range pl.Memories {
		if len(m.nodes[id]) > 0 || m.last > 0 && !pl.fewEvents() {
			ids = append(ids, id)
		}
	}
	for _, id := range pl.Events {
		if m.events[id] > 0 {
			ids = append(ids, id)
		}
	}
	head := kaibo.GraphHeadKey(pl.Project)
	if len(ids) == 0 {
		return []kaibo.Write{kaibo.CheckAt(head, m.last)}
	}
	number := m.last
	var writes []kaibo.Write
	at := max(pl.At, m.recordedAt)
	for part := range slices.Chunk(ids, forgetsPart) {
		number++
		c := graph.Change{Number: number, EventID: pl.ReceiptID, RecordedAt: at, ValidFrom: at, Verb: "forget", Forgets: part}
		writes = append(writes, kaibo.PutNew(kaibo.GraphChangeKey(pl.Project, number), 1, kaibo.Encode(c)))
	}
	return append(writes, kaibo.Write{Op: kaibo.Put, Item: kaibo.Item{Key: head, Version: number}, If: kaibo.Condition{Version: m.last}})
}

// changeKeys are where changes of the graph lie.
func changeKeys(project string, numbers []uint64) []kaibo.Key {
	keys := make([]kaibo.Key, len(numbers))
	for i, n := range numbers {
		keys[i] = kaibo.GraphChangeKey(project, n)
	}
	return keys
}

// eraseChanges takes the words out of the stored changes of the graph.
func (t *taking) eraseChanges(ctx context.Context) error {
	const some = 40 // as many as a Get answers, were each as large as an item can be
	parts := slices.Collect(slices.Chunk(t.plan.Changes, some))
	return t.each(ctx, len(parts), func(ctx context.Context, i int) error {
		writes, err := t.erasedChanges(ctx, t.Table, parts[i])
		if err != nil {
			return err
		}
		for _, w := range writes { // each may be large
			if err := t.Table.Commit(ctx, []kaibo.Write{w}); err != nil {
				return fmt.Errorf("erase change of the graph: %w", err)
			}
		}
		return nil
	})
}

// erasedChanges answers what takes the words out of changes; nothing for those
// that have none of the deed's. Nobody but deeds ever writes a change again, and
// the deeds of a project follow one another.
func (t *taking) erasedChanges(ctx context.Context, table kaibo.Table, numbers []uint64) ([]kaibo.Write, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	gone := make(map[string]bool, len(t.plan.Memories)+len(t.plan.Events))
	for _, id := range slices.Concat(t.plan.Memories, t.plan.Events) {
		gone[id] = true
	}
	var writes []kaibo.Write
	for part := range slices.Chunk(numbers, kaibo.MaxGetKeys/2) {
		items, err := table.Get(ctx, changeKeys(t.project.ID, part)...)
		if err != nil {
			return nil, fmt.Errorf("read changes of the graph: %w", err)
		}
		for _, item := range items {
			var c graph.Change
			if err := item.Decode(&c); err != nil {
				return nil, err
			}
			graph.Erase(&c, gone)
			if b := kaibo.Encode(c); string(b) != string(item.Data) {
				writes = append(writes, kaibo.PutAny(item.Key, item.Version+1, b))
			}
		}
	}
	return writes, nil
}

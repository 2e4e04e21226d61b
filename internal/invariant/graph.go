package invariant

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// checkGraph holds Graph.
func (l *look) checkGraph(ctx context.Context) error {
	id := l.project.ID
	items, err := l.get(ctx, []kaibo.Key{kaibo.GraphHeadKey(id)})
	if err != nil {
		return err
	}
	g := graph.New()
	events := make(map[string]uint64) // by event: its change
	whole := true
	err = l.query(ctx, kaibo.GraphPartition(id), kaibo.Range{From: "n/", Before: "n0"}, func(item kaibo.Item) error {
		var c graph.Change
		if err := item.Decode(&c); err != nil {
			return err
		}
		if len(c.Forgets) == 0 {
			events[c.EventID] = c.Number
		}
		if err := g.Apply(c); err != nil {
			whole = false
			l.find(Graph, "change", fmt.Sprint(c.Number), "%v", err)
		}
		if len(c.Forgets) > 0 { // of a deed, which is no event
			return nil
		}
		return l.checkChange(ctx, &c)
	})
	if err != nil {
		return err
	}
	if whole && items[0].Version != g.Number() {
		l.find(Graph, "head", "graph", "is at %d, and the last change is %d", items[0].Version, g.Number())
	}
	if err := l.checkCurations(ctx, events); err != nil {
		return err
	}
	return l.checkStanding(ctx, g)
}

// checkChange holds that a change is of an event and of a derivation.
func (l *look) checkChange(ctx context.Context, c *graph.Change) error {
	items, err := l.get(ctx, []kaibo.Key{kaibo.EventKey(l.project.ID, c.Stream, c.Seq), kaibo.DerivationKey(l.project.ID, c.Stream, c.Seq, 0, 0)})
	if err != nil {
		return err
	}
	var e kaibo.Event
	var d kaibo.Derivation
	for i, to := range []any{&e, &d} {
		if items[i].Found() {
			if err := items[i].Decode(to); err != nil {
				return err
			}
		}
	}
	if e.ID != c.EventID {
		l.find(Graph, "change", fmt.Sprint(c.Number), "is of event %s, which is not at %s/%d", c.EventID, c.Stream, c.Seq)
	}
	if d.EventID != c.EventID || d.Graph != c.Number {
		l.find(Graph, "change", fmt.Sprint(c.Number), "has no derivation that names it")
	}
	return nil
}

// checkCurations holds that every derivation that names a change has it.
func (l *look) checkCurations(ctx context.Context, events map[string]uint64) error {
	heads, err := l.heads(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if !strings.HasPrefix(h.Stream, "~") {
			continue
		}
		err := l.query(ctx, kaibo.DerivationPartition(l.project.ID, h.Stream), kaibo.Range{}, func(item kaibo.Item) error {
			var d kaibo.Derivation
			if err := item.Decode(&d); err != nil {
				return err
			}
			if d.Graph != 0 && events[d.EventID] != d.Graph {
				l.find(Graph, "event", d.EventID, "made change %d of the graph, which is not there", d.Graph)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkStanding holds that curated nodes stand in the graph as their memories
// do. What becomes of an automatic memory later is not the graph's to say.
func (l *look) checkStanding(ctx context.Context, g *graph.Graph) error {
	var nodes []graph.Node
	var keys []kaibo.Key
	g.At(kaibo.Forever, kaibo.Forever).Nodes(func(n graph.Node) bool {
		if n.Curated() {
			nodes, keys = append(nodes, n), append(keys, kaibo.MemoryKey(l.project.ID, n.ID))
		}
		return true
	})
	items, err := l.get(ctx, keys)
	if err != nil {
		return err
	}
	for i, n := range nodes {
		if !items[i].Found() {
			l.find(Graph, "node", n.ID, "has no memory")
			continue
		}
		m, err := items[i].DecodeRecord()
		if err != nil {
			return err
		}
		if forgotten := n.Status == kaibo.StatusForgotten; forgotten || m.Forgotten {
			if forgotten != m.Forgotten {
				l.find(Graph, "node", n.ID, "is forgotten in one place only")
			}
			continue
		}
		if r := m.Last(); r.Status != n.Status || r.ValidFrom != n.From || r.ValidTo != n.To || r.SupersededBy != n.By {
			l.find(Graph, "node", n.ID, "is %s from %v to %v, and its memory %s from %v to %v", n.Status, n.From, n.To, r.Status, r.ValidFrom, r.ValidTo)
		}
	}
	return nil
}

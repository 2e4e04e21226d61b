package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Chain keeps a trail as a node of type chain: the strongest between two nodes,
// or one that is picked node by node, whose neighbours must be linked. The chain
// has its nodes as an attribute and no links to them: those would lead from each
// to each other, and be the strongest trail themselves. A chain of the same nodes
// that still holds is answered as it is.
func Chain(from, to string, nodes []string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		members, err := w.trail(ctx, from, to, nodes)
		if err != nil {
			return nil, err
		}
		if id, ok := w.chainOf(members); ok {
			kept, _ := w.View.Node(id)
			return unchanged(id, "These nodes are kept as %s already.", called(&kept)), nil
		}
		if n.Content == "" {
			n.Content = fmt.Sprintf("A trail of %d nodes.", len(members)) // no names: a node that is forgotten takes its own along
		}
		r, err := w.note(ctx, graph.TypeChain, &n)
		if err != nil {
			return nil, err
		}
		w.Set(r.Node, graph.AttrMembers, strings.Join(members, " "))
		r.Others = members
		return r, nil
	}
}

// trail answers the nodes that a chain is to have, in order.
func (w *Work) trail(ctx context.Context, from, to string, nodes []string) ([]string, error) {
	if ends := from != "" && to != ""; (from == "") != (to == "") || ends == (len(nodes) > 0) {
		return nil, kaibo.InvalidField("nodes", "give from and to, or nodes")
	}
	if len(nodes) > 0 {
		return w.picked(ctx, nodes)
	}
	a, err := w.living(ctx, "from", from)
	if err != nil {
		return nil, err
	}
	b, err := w.living(ctx, "to", to)
	if err != nil {
		return nil, err
	}
	if a.ID == b.ID {
		return nil, kaibo.InvalidField("to", "is the same node")
	}
	t, ok := w.View.Path(a.ID, b.ID, graph.PathOptions{Allow: w.passes})
	if !ok {
		return nil, kaibo.Errorf(kaibo.Conflict, "no trail of links leads from %s to %s", a.Called(), b.Called())
	}
	if len(t.Nodes) > MaxLinks {
		return nil, kaibo.Errorf(kaibo.Conflict, "the strongest trail has %d nodes; a chain has at most %d", len(t.Nodes), MaxLinks)
	}
	return t.Nodes, nil
}

// passes reports whether a trail may lead over a node.
func (w *Work) passes(id string) bool {
	n, ok := w.View.Node(id)
	return ok && n.Type != graph.TypeChain && w.sees(n.Initiatives, nil)
}

// picked holds nodes that were named one by one to what a trail is.
func (w *Work) picked(ctx context.Context, nodes []string) ([]string, error) {
	if len(nodes) < 2 || len(nodes) > MaxLinks {
		return nil, kaibo.InvalidField("nodes", "must be 2 to %d", MaxLinks)
	}
	found, err := w.Nodes(ctx, "nodes", nodes)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i, f := range found {
		if slices.Contains(ids, f.ID) {
			return nil, kaibo.InvalidField(fmt.Sprintf("nodes[%d]", i), "is there twice")
		}
		if err := w.mustLive(f); err != nil {
			return nil, err
		}
		if i > 0 {
			if _, ok := w.View.Strongest(ids[i-1], f.ID, graph.PathOptions{}); !ok {
				return nil, kaibo.Errorf(kaibo.Conflict, "%s and %s are not linked: link makes that", found[i-1].Called(), f.Called())
			}
		}
		ids = append(ids, f.ID)
	}
	return ids, nil
}

// chainOf finds a chain of these nodes that still holds.
func (w *Work) chainOf(members []string) (string, bool) {
	var in []string
	if w.Initiative != "" {
		in = []string{w.Initiative}
	}
	for _, n := range w.View.ChainsOf(w.View.Scope(in...), members[0]) {
		if slices.Equal(n.Members, members) {
			return n.ID, true
		}
	}
	return "", false
}

package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// nearest is how many names an error proposes.
const nearest = 5

// Resolve answers the id of the node that a name or an id stands for in an
// initiative, given by id; an empty one means the project as a whole. See
// ResolveIn.
func (v *View) Resolve(initiative, ref string) (string, error) {
	if initiative == "" {
		return v.ResolveIn(nil, ref)
	}
	return v.ResolveIn([]string{initiative}, ref)
}

// ResolveIn answers the id of the node that a name or an id stands for in any of
// some initiatives; none means the project as a whole.
//
// Names go before ids. Among the nodes of a name those come first that hold, then
// those under review or to come, then those that ended, of which the last made is
// meant. A name as it was given goes before one that differs by case, width or
// accents only ([lang.Fold]).
//
// An id of a memory that curation did not make is answered as it is: whether it
// is there, and in sight, is for its record to say. The error is of kind NotFound
// and names the nearest names, or Invalid when a name stands for several.
func (v *View) ResolveIn(initiatives []string, ref string) (string, error) {
	if id, err := v.byName(initiatives, ref); id != "" || err != nil {
		return id, err
	}
	n, ok := v.Node(ref)
	switch {
	case ok && n.Curated() && n.in(initiatives):
		return ref, nil
	case kaibo.IsMemoryID(ref) && !n.Curated() && !v.bornLater(ref):
		return ref, nil
	}
	return "", v.unknown(initiatives, ref)
}

// bornLater reports whether curation made a node, after what the view knows.
func (v *View) bornLater(id string) bool {
	i, ok := v.graph.byID[id]
	return ok && v.graph.nodes[i].born > v.last
}

// The ranks of what a name may stand for, the best first.
const (
	rankHolds = iota
	rankWaits // under review, or to come
	rankEnded
	ranks
)

// rank says how near a node is to what a name means.
func (n *Node) rank(t kaibo.Time) int {
	switch {
	case n.Holds(t):
		return rankHolds
	case n.Status == StatusFlagged, n.Status == kaibo.StatusCurrent && t < n.From:
		return rankWaits
	}
	return rankEnded
}

// byName answers the node of a name; empty for none.
func (v *View) byName(initiatives []string, name string) (string, error) {
	var exact, folded [ranks][]Node
	for _, n := range v.called(name) {
		if !n.in(initiatives) {
			continue
		}
		r := n.rank(v.AsOf)
		if folded[r] = append(folded[r], n); n.Name == name {
			exact[r] = append(exact[r], n)
		}
	}
	for r := range rankEnded {
		for _, found := range [][]Node{exact[r], folded[r]} {
			if len(found) > 1 {
				return "", ambiguous(name, found)
			}
			if len(found) == 1 {
				return found[0].ID, nil
			}
		}
	}
	ended := exact[rankEnded]
	if len(ended) == 0 {
		ended = folded[rankEnded]
	}
	var last Node
	for _, n := range ended {
		if last.ID == "" || n.Born > last.Born {
			last = n
		}
	}
	return last.ID, nil
}

// Named answers the nodes that have a name, in any case of letters, and have not
// ended, wherever they are.
func (v *View) Named(name string) []Node {
	return slices.DeleteFunc(v.called(name), func(n Node) bool { return n.rank(v.AsOf) == rankEnded })
}

// called answers the nodes that have a name, but for case, width and accents
// ([lang.Fold]), whether they hold or not.
func (v *View) called(name string) []Node {
	key := lang.Fold(name)
	var nodes []Node
	for _, i := range v.graph.named[key] {
		if n, ok := v.node(i); ok && n.Name != "" && lang.Fold(n.Name) == key {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// ambiguous says what a name may stand for.
func ambiguous(name string, found []Node) error {
	var b strings.Builder
	for k, n := range found {
		switch {
		case k == nearest:
			fmt.Fprintf(&b, " and %d more", len(found)-k)
		case k < nearest:
			if k > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s (%q)", n.ID, n.Name)
		}
	}
	return kaibo.Errorf(kaibo.Invalid, "%q stands for several nodes: say which by its id, or name an initiative: %s", name, &b)
}

// unknown says that there is no such node, and what may have been meant.
func (v *View) unknown(initiatives []string, ref string) error {
	near := Nearest(v.Names(initiatives), ref, nearest)
	if len(near) == 0 {
		return kaibo.Errorf(kaibo.NotFound, "there is no node %q", ref)
	}
	for i := range near {
		near[i] = fmt.Sprintf("%q", near[i])
	}
	return kaibo.Errorf(kaibo.NotFound, "there is no node %q; the nearest names are %s", ref, strings.Join(near, ", "))
}

// Names answers the names of the nodes in sight of some initiatives that have not
// ended, each once, in byte order; no initiatives means the project as a whole.
func (v *View) Names(initiatives []string) []string {
	var names []string
	v.Scan(initiatives, func(s *Sketch) bool {
		if !s.Ended {
			if name := s.Name(); name != "" {
				names = append(names, name)
			}
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(names)
}

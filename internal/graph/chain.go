package graph

import (
	"math"
	"slices"
)

// Staleness is why a saved chain should no longer be relied on.
type Staleness struct {
	Ended  []string    // members that no longer hold, in the chain's order
	Broken [][2]string // neighbours in the chain that no link joins any longer
	Better *Trail      // what is a stronger trail between its ends now; nil when there is none
	// Strength is the product of the chain's weights now; 0 when it is broken.
	Strength float64
}

// Stale reports whether there is anything against the chain.
func (s *Staleness) Stale() bool { return len(s.Ended)+len(s.Broken) > 0 || s.Better != nil }

// Stale compares a chain, a node with Members, with the graph as of the view.
// The options are those with which its trail was looked for. A chain whose
// members were chosen otherwise than by the strongest trail is not said to have
// a better one, unless it is broken or has ended members.
func (v *View) Stale(chain Node, o PathOptions) Staleness {
	if len(chain.Members) == 0 {
		return Staleness{}
	}
	var s Staleness
	for _, id := range chain.Members {
		if i, ok := v.graph.byID[id]; ok && !v.passes(i, nil, false) {
			s.Ended = append(s.Ended, id)
		}
	}
	total, strength, broken := v.along(chain.Members, o)
	s.Broken, s.Strength = broken, strength
	first, last := chain.Members[0], chain.Members[len(chain.Members)-1]
	whole := len(s.Ended)+len(broken) == 0
	if !whole {
		total = math.MaxInt64
	}
	better, ok := v.path(first, last, o, total)
	if ok && (!whole || v.wasBest(chain, o)) {
		s.Better = &better
	}
	return s
}

// wasBest reports whether a chain was the strongest trail when it was made.
func (v *View) wasBest(chain Node, o PathOptions) bool {
	if chain.Born == 0 || chain.Born > uint64(v.last) {
		return true
	}
	then := *v
	then.last, then.AsOf = uint32(chain.Born), v.graph.changes[chain.Born-1].recordedAt
	total, _, broken := then.along(chain.Members, o)
	if len(broken) > 0 {
		return false
	}
	_, better := then.path(chain.Members[0], chain.Members[len(chain.Members)-1], o, total)
	return !better
}

// along follows the strongest link from each member to the next, and answers
// what that costs, the product of the weights, and where there is none.
func (v *View) along(members []string, o PathOptions) (total int64, strength float64, broken [][2]string) {
	strength = 1
	for k := range len(members) - 1 {
		l, ok := v.Strongest(members[k], members[k+1], o)
		if !ok {
			broken, strength = append(broken, [2]string{members[k], members[k+1]}), 0
			continue
		}
		total, strength = total+cost(l.Weight), strength*l.Weight
	}
	return total, strength, broken
}

// StaleIn is Stale for a caller that sees a scope: a better trail counts that leads
// over nodes of the scope alone.
func (v *View) StaleIn(chain Node, s *Scope) Staleness {
	return v.Stale(chain, PathOptions{Allow: func(id string) bool {
		n, ok := v.Node(id)
		return s.whole || slices.Contains(chain.Members, id) || ok && s.Sees(&n)
	}})
}

// Strongest answers the strongest link between two nodes that a trail may take,
// among equals the one that was made first.
func (v *View) Strongest(from, to string, o PathOptions) (Link, bool) {
	i, ok := v.graph.byID[from]
	j, known := v.graph.byID[to]
	if !ok || !known {
		return Link{}, false
	}
	var best *hop
	for _, h := range v.hops(i, o.Direction, v.types(o.Types), nil) {
		if h.node == j && h.weight > 0 && (best == nil || stronger(h, *best) < 0) {
			best = &h
		}
	}
	if best == nil {
		return Link{}, false
	}
	return v.linkAt(best.link), true
}

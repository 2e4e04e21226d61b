package graph

import (
	"cmp"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Awakening is what a session that begins should know of its work, before texts
// are read and a budget is kept. Every list holds the nodes that matter most
// first, with all that there are; a node may stand in several.
type Awakening struct {
	Total     int    // nodes that hold
	Last      Change // the newest change that is seen; Number 0 for none
	Core      []Node
	Pins      []Node
	Tasks     []Node // open ones: overdue, then by when they are due, then what is being done
	Reminders []Node // those that are due
	Review    []Node // flagged: they do not hold meanwhile
	Claims    []Node // that nothing decided
	Hot       []Node
	Settled   []Node
	Chains    []Node
	Warm      []Node
	Recent    []Node // by their last change
	Ended     []Node // what was refuted, replaced or dropped lately

	// Newborn are the nodes of the whole view that curation made last, by id: at
	// least the newest hundred. Among the newest memories they are the nodes.
	Newborn map[string]bool
}

// Awake chooses what to tell of a scope.
func (v *View) Awake(s Scope) *Awakening {
	a := new(Awakening)
	newest := uint64(0)
	v.Nodes(func(n Node) bool {
		newest = max(newest, n.Born)
		if !s.Sees(&n) {
			return true
		}
		if c, ok := v.Change(n.Changed); ok && n.Changed > a.Last.Number {
			a.Last = c
		}
		switch {
		case n.Holds(v.AsOf):
			a.Total++
			a.take(v, n)
		case n.Status == StatusFlagged:
			a.Review = append(a.Review, n)
		case n.Ended(v.AsOf):
			a.Ended = append(a.Ended, n)
		}
		return true
	})
	a.order(v)
	a.Newborn = v.newborn(newest, 100)
	return a
}

// take puts a node that holds into the lists that it belongs to.
func (a *Awakening) take(v *View, n Node) {
	put := func(to *[]Node, belongs bool) {
		if belongs {
			*to = append(*to, n)
		}
	}
	done := n.Closed()
	put(&a.Core, n.Layer == LayerCore)
	put(&a.Pins, n.Pinned)
	put(&a.Tasks, n.OpenTask())
	put(&a.Reminders, n.Remind <= v.AsOf && !done)
	put(&a.Claims, n.OpenClaim())
	put(&a.Settled, n.Tier == TierSettled && !a.sunk(&n))
	put(&a.Chains, n.Type == TypeChain && !a.sunk(&n))
	put(&a.Hot, n.Layer == LayerHot && !done)
	put(&a.Warm, n.Layer == LayerWarm && !done)
	put(&a.Recent, !a.sunk(&n))
}

// sunk reports whether a node lies in a layer that nobody sees who does not look
// for it.
func (a *Awakening) sunk(n *Node) bool { return n.Layer == LayerCold || n.Layer == LayerFrozen }

// order sorts the lists.
func (a *Awakening) order(v *View) {
	for _, list := range []*[]Node{&a.Core, &a.Pins, &a.Review, &a.Claims, &a.Hot, &a.Settled, &a.Chains, &a.Warm, &a.Recent, &a.Ended} {
		slices.SortStableFunc(*list, NewestFirst)
	}
	slices.SortStableFunc(a.Tasks, func(x, y Node) int { return TaskOrder(&x, &y, v.AsOf) })
	slices.SortStableFunc(a.Reminders, func(x, y Node) int { return cmp.Compare(x.Remind, y.Remind) })
}

// NewestFirst orders nodes by their last change.
func NewestFirst(x, y Node) int {
	return cmp.Or(cmp.Compare(y.Changed, x.Changed), cmp.Compare(x.ID, y.ID))
}

// TaskOrder orders open tasks: those that are overdue, then those with a time,
// the nearest first, then those that somebody is at, then the newest.
func TaskOrder(x, y *Node, now kaibo.Time) int {
	at := func(n *Node) int {
		switch n.State {
		case "doing":
			return 0
		case "blocked":
			return 2
		}
		return 1
	}
	late := func(n *Node) int {
		if n.Overdue(now) {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(late(x), late(y)), cmp.Compare(x.Due, y.Due), cmp.Compare(at(x), at(y)), cmp.Compare(x.Order, y.Order), NewestFirst(*x, *y))
}

// Closed reports whether the node's work is over: done or dropped.
func (n *Node) Closed() bool { return n.State == "done" || n.State == "dropped" }

// OpenTask reports whether the node is a task that waits to be done. Whether it
// holds is another question.
func (n *Node) OpenTask() bool { return n.Type == TypeTask && !n.Closed() }

// OpenClaim reports whether the node is a hypothesis that nothing decided.
func (n *Node) OpenClaim() bool {
	return n.Type == TypeHypothesis && (n.Verdict == "" || n.Verdict == VerdictOpen || n.Verdict == VerdictInconclusive)
}

// Overdue reports whether the node should have been done before a time.
func (n *Node) Overdue(now kaibo.Time) bool { return n.Due < now }

// Ended reports whether the node held once and was ended by a time.
func (n *Node) Ended(now kaibo.Time) bool {
	return n.Status != "" && n.Status != kaibo.StatusCurrent && n.Status != StatusFlagged || n.To <= now
}

// Evidence counts what speaks for a claim and what speaks against it: the links
// that verify and falsify it.
func (v *View) Evidence(id string) (supports, against int) {
	for _, l := range v.In(id) {
		switch l.Type {
		case "verifies":
			supports++
		case "falsifies":
			against++
		}
	}
	return supports, against
}

// Blockers answers the nodes that block one and hold, by id.
func (v *View) Blockers(id string) []string {
	var ids []string
	for _, l := range v.In(id) {
		if n, ok := v.Node(l.From); ok && l.Type == "blocks" && n.Holds(v.AsOf) && !n.Closed() {
			ids = append(ids, l.From)
		}
	}
	return ids
}

// newborn answers the ids of the nodes that curation made last, up to a change,
// at least so many where there are.
func (v *View) newborn(number uint64, least int) map[string]bool {
	ids := make(map[string]bool, least)
	for ; number > 0 && len(ids) < least; number-- {
		c, _ := v.Change(number)
		for _, b := range c.Births {
			ids[b.ID] = true
		}
	}
	return ids
}

// ChainsOf answers the chains of a scope that hold, the newest first; only those
// that a node is on, when one is given.
func (v *View) ChainsOf(s Scope, member string) []Node {
	var found []Node
	v.Nodes(func(n Node) bool {
		if n.Type == TypeChain && n.Holds(v.AsOf) && s.Sees(&n) && (member == "" || slices.Contains(n.Members, member)) {
			found = append(found, n)
		}
		return true
	})
	slices.SortFunc(found, NewestFirst)
	return found
}

package graph

import (
	"cmp"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Awakening is what a session that begins should know of its work, before texts
// are read and a budget is kept. Every list holds the nodes that matter most
// first; a node may stand in several.
type Awakening struct {
	Total     int    // nodes that hold
	Overdue   int    // open tasks that should have been done before
	Totals    Totals // how many every list would have without a bound
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
	Ended     []Node // what was refuted, replaced by another or dropped, the last first
	Finished  []Node // what ended otherwise: it was done, or has a new version under its name

	// Newborn are the nodes of the whole view that curation made last, by id: at
	// least the newest hundred. Among the newest memories they are the nodes.
	Newborn map[string]bool
}

// Totals counts the nodes of an awakening's lists.
type Totals struct {
	Core, Pins, Tasks, Reminders, Review, Claims, Hot, Settled, Chains, Warm, Recent, Ended, Finished int
}

// Awake chooses what to tell of a scope, with all that there are.
func (v *View) Awake(s Scope) *Awakening { return v.AwakeFirst(s, 0) }

// AwakeFirst chooses what to tell of a scope, at most so many nodes a list; 0 means
// all. It looks at every node once and puts only those together in full that it
// answers.
func (v *View) AwakeFirst(s Scope, most int) *Awakening {
	w := waking{view: v, tasks: ranking{tied: func(x, y *Node) int { return TaskOrder(x, y, v.AsOf) }}}
	for _, r := range w.rankings() {
		r.view, r.most = v, most
		if r != &w.tasks && r != &w.reminders {
			r.tied = func(x, y *Node) int { return NewestFirst(*x, *y) }
		}
	}
	a := new(Awakening)
	last := uint64(0)
	v.see(s, func(n *Sketch) bool {
		last = max(last, n.Changed)
		w.take(n, a)
		return true
	})
	a.Last, _ = v.Change(last)
	w.into(a)
	a.Newborn = v.newborn(100)
	return a
}

// waking sorts nodes into the lists of an awakening.
type waking struct {
	view                                                                                              *View
	core, pins, tasks, reminders, review, claims, hot, settled, chains, warm, recent, ended, finished ranking
}

func (w *waking) rankings() []*ranking {
	return []*ranking{&w.core, &w.pins, &w.tasks, &w.reminders, &w.review, &w.claims, &w.hot, &w.settled, &w.chains, &w.warm, &w.recent, &w.ended, &w.finished}
}

// take puts a node into the lists that it belongs to.
func (w *waking) take(s *Sketch, a *Awakening) {
	newest := -int64(s.Changed)
	n := Node{Type: s.Type, State: s.State, Verdict: s.Verdict, Status: s.Status, From: s.From, To: s.To}
	switch {
	case s.Holds:
		a.Total++
	case s.Status == StatusFlagged:
		w.review.add(newest, s)
		return
	case s.Status == kaibo.StatusForgotten:
		return
	case n.Ended(w.view.AsOf):
		if s.finished() {
			w.finished.add(newest, s)
		} else {
			w.ended.add(-int64(min(s.To, w.view.AsOf)), s)
		}
		return
	default: // is to come
		return
	}
	put := func(to *ranking, belongs bool) {
		if belongs {
			to.add(newest, s)
		}
	}
	done, sunk := n.Closed(), s.Layer == LayerCold || s.Layer == LayerFrozen
	put(&w.core, s.Layer == LayerCore)
	put(&w.pins, s.Pinned)
	put(&w.claims, n.OpenClaim())
	put(&w.settled, s.Tier == TierSettled && !sunk)
	put(&w.chains, s.Type == TypeChain && !sunk)
	put(&w.hot, s.Layer == LayerHot && !done)
	put(&w.warm, s.Layer == LayerWarm && !done)
	put(&w.recent, !sunk)
	if n.OpenTask() {
		w.tasks.add(int64(s.Due), s) // what is overdue is due before the rest
		if s.Due < w.view.AsOf {
			a.Overdue++
		}
	}
	if s.Remind <= w.view.AsOf && !done {
		w.reminders.add(int64(s.Remind), s)
	}
}

// finished reports whether a node that ended leaves nothing behind to be warned
// of: its work was done, or a new version has its name.
func (s *Sketch) finished() bool {
	if s.State == "done" {
		return true
	}
	name := s.Name()
	if name == "" || s.Status != kaibo.StatusSuperseded {
		return false
	}
	next, ok := s.view.Node(s.view.Attr(s.ID, AttrBy))
	return ok && lang.Fold(next.Name) == lang.Fold(name)
}

// into puts the lists into an awakening.
func (w *waking) into(a *Awakening) {
	lists := []*[]Node{&a.Core, &a.Pins, &a.Tasks, &a.Reminders, &a.Review, &a.Claims, &a.Hot, &a.Settled, &a.Chains, &a.Warm, &a.Recent, &a.Ended, &a.Finished}
	t := &a.Totals
	totals := []*int{&t.Core, &t.Pins, &t.Tasks, &t.Reminders, &t.Review, &t.Claims, &t.Hot, &t.Settled, &t.Chains, &t.Warm, &t.Recent, &t.Ended, &t.Finished}
	for i, r := range w.rankings() {
		*lists[i], *totals[i] = r.nodes(), r.total
	}
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

// Ended reports whether the node held once and was ended by a time. What was
// undone never held.
func (n *Node) Ended(now kaibo.Time) bool {
	undone := n.Status == kaibo.StatusCanceled && n.From == n.To && n.Verdict != VerdictRefuted
	return n.To <= now && !undone
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

// newborn answers the ids of the nodes that curation made last, at least so many
// where there are.
func (v *View) newborn(least int) map[string]bool {
	g, ids := v.graph, make(map[string]bool, least)
	for _, i := range slices.Backward(g.births) {
		n := &g.nodes[i]
		if n.born > v.last {
			continue
		}
		if ids[n.id] = true; len(ids) >= least {
			break
		}
	}
	return ids
}

// ChainsOf answers the chains of a scope that hold, the newest first; only those
// that a node is on, when one is given.
func (v *View) ChainsOf(s Scope, member string) []Node {
	var found []Node
	v.see(s, func(k *Sketch) bool {
		if k.Type == TypeChain && k.Holds {
			if n := k.Full(); member == "" || slices.Contains(n.Members, member) {
				found = append(found, n)
			}
		}
		return true
	})
	slices.SortFunc(found, NewestFirst)
	return found
}

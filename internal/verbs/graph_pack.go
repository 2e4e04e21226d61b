//go:build !lean

package verbs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// section is one section of awake while it is made.
type section struct {
	into  *AwakeSection
	title string
	kind  string
	most  int // items
	turn  int // when the section chooses its nodes: of two that want a node the first takes it

	all    []graph.Node
	total  int          // without a bound, where all is cut; 0 where it is not
	nodes  []graph.Node // those that it tells
	notes  []note       // beside nodes
	briefs []Brief
}

// note is what the view says of a node beside the node.
type note struct {
	supports, against int
	by                []string
	because           string
	stale             bool
	successor         *graph.Node // what took its place, when it has no name; nil for none
	change            graph.Change
	decided           graph.Change // which gave a claim its verdict, or closed a review; Number 0 for none
	told              bool         // in another section too
}

// The kinds of sections whose lines have more than the node.
const (
	kindCore     = "core"
	kindPins     = "pins"
	kindRole     = "role"
	kindReminder = "reminder"
	kindTask     = "task"
	kindReview   = "review"
	kindClaim    = "claim"
	kindChain    = "chain"
	kindPlain    = "plain"
)

// sections are those of the answer in the order in which they are told. Most is
// what a reader takes in at once; all of them together are one batch of reads.
func (o *AwakeOut) sections() []*section {
	return []*section{
		{into: &o.Core, title: "Core", kind: kindCore, most: 12, turn: 5},
		{into: &o.Pins, title: "Pinned", kind: kindPins, most: 8, turn: 6},
		{into: &o.Roles, title: "Roles", kind: kindRole, most: 8, turn: 7},
		{into: &o.Reminders, title: "Reminders", kind: kindReminder, most: 5, turn: 8},
		{into: &o.Tasks, title: "Open tasks", kind: kindTask, most: 12, turn: 1},
		{into: &o.Review, title: "Under review", kind: kindReview, most: 6, turn: 3},
		{into: &o.Claims, title: "Open claims", kind: kindClaim, most: 8, turn: 2},
		{into: &o.Hot, title: "Hot", kind: kindPlain, most: 12, turn: 9},
		{into: &o.Settled, title: "Settled", kind: kindPlain, most: 10, turn: 10},
		{into: &o.Chains, title: "Chains", kind: kindChain, most: 5, turn: 4},
		{into: &o.Warm, title: "Warm", kind: kindPlain, most: 8, turn: 11},
		{into: &o.Recent, title: "Changed lately", kind: kindRecent, most: 8, turn: 12},
		{into: &o.Ended, title: "Ended, not to be taken up again unknowingly", kind: kindEnded, most: 6, turn: 13},
	}
}

// count is how many nodes a section would have without a bound.
func (s *section) count() int { return max(s.total, len(s.all)) }

// maxChosen is how many nodes of each list choose may need: as many as a section
// tells and as all others may have told before, some hundred.
const maxChosen = 128

// choose gives every section its nodes. A node that two sections want is told
// in the one whose turn is first; what changed lately names it again.
func (l *look) choose(v *graph.View, a *graph.Awakening, sections []*section) {
	roles := l.readRoles(v)
	lists := [][]graph.Node{a.Core, a.Pins, roles, a.Reminders, a.Tasks, a.Review, a.Claims, a.Hot, a.Settled, a.Chains, a.Warm, a.Recent, a.Ended}
	t := &a.Totals
	totals := []int{t.Core, t.Pins, len(roles), t.Reminders, t.Tasks, t.Review, t.Claims, t.Hot, t.Settled, t.Chains, t.Warm, t.Recent, t.Ended}
	byTurn := make([]*section, len(sections))
	for i, s := range sections {
		s.all, s.total = lists[i], totals[i]
		byTurn[s.turn-1] = s
	}
	told := make(map[string]bool)
	for _, s := range byTurn {
		for i := range s.all {
			n := &s.all[i]
			if len(s.nodes) == s.most {
				break
			}
			if told[n.ID] && s.kind != kindRecent {
				continue
			}
			s.nodes = append(s.nodes, *n)
			s.notes = append(s.notes, l.noteOf(v, n, s.kind, told[n.ID]))
			told[n.ID] = true
		}
	}
}

// readRoles notes which nodes have roles of the initiative, and answers those
// that hold, in the order of their roles. Without an initiative there are none.
func (l *look) readRoles(v *graph.View) []graph.Node {
	if l.initiative == "" {
		return nil
	}
	l.roles = make(map[string][]string)
	var ids []string
	for _, s := range v.Slots(l.ids[0]) {
		if n, ok := v.Node(s.Node); !ok || !n.Holds(v.AsOf) || n.Curated() && !l.scope.Sees(&n) {
			continue
		}
		if l.roles[s.Node] == nil {
			ids = append(ids, s.Node)
		}
		l.roles[s.Node] = append(l.roles[s.Node], fence.OneLine(s.Role))
	}
	return nodesOf(v, ids)
}

// noteOf reads what the view says beside a node.
func (l *look) noteOf(v *graph.View, n *graph.Node, kind string, told bool) note {
	t := note{told: told}
	veiled := v.Veiled(*n, l.sight())
	n = &veiled
	t.change, _ = v.Change(n.Changed)
	switch kind {
	case kindClaim:
		t.supports, t.against = v.Evidence(n.ID)
	case kindTask:
		for _, id := range v.Blockers(n.ID) {
			if l.inScope(v, id) {
				t.by = append(t.by, labelOf(v, id))
			}
		}
	case kindReview:
		t.because = n.Review
	case kindChain:
		t.because = staleness(v, n, l.sight())
		t.stale = t.because != ""
	case kindEnded:
		if c, ok := v.Last(n.ID, graph.AttrStatus); ok { // what happened to it since is not why it ended
			t.change = c
		}
		if n.By != "" && l.inScope(v, n.By) {
			t.by = []string{labelOf(v, n.By)}
			if t.by[0] == n.By {
				t.successor = &nodesOf(v, []string{n.By})[0]
			}
		}
	}
	if kind == kindRecent || kind == kindEnded { // they say why it changed
		return t
	}
	if n.Pinned && t.because == "" {
		t.because = n.PinReason
	}
	if t.because == "" {
		t.decided = decision(v, n)
	}
	return t
}

// inScope reports whether the look sees a node. What the graph does not know is
// an automatic memory, which is nothing but an id here.
func (l *look) inScope(v *graph.View, id string) bool {
	n, ok := v.Node(id)
	return !ok || !n.Curated() || l.scope.Sees(&n)
}

// decision answers the change that gave a claim its verdict, or that closed the
// last review of a node that stands.
func decision(v *graph.View, n *graph.Node) graph.Change {
	attr := graph.AttrReview
	if n.Type == graph.TypeHypothesis && n.Verdict != "" && n.Verdict != graph.VerdictOpen {
		attr = graph.AttrVerdict
	}
	if n.Review != "" || !n.Curated() {
		return graph.Change{}
	}
	c, _ := v.Last(n.ID, attr)
	if attr == graph.AttrReview && c.Verb != "close_review" { // it was taken back: there was none
		return graph.Change{}
	}
	return c
}

// labelOf is how a line names a node: by its name, or its id.
func labelOf(v *graph.View, id string) string {
	if n, ok := v.Node(id); ok && n.Name != "" {
		return n.Name
	}
	return id
}

// sortNewest orders nodes by their last change.
func sortNewest(nodes []graph.Node) { slices.SortStableFunc(nodes, graph.NewestFirst) }

// chosenNodes are the nodes of all sections.
func chosenNodes(sections []*section) []graph.Node {
	var nodes []graph.Node
	for _, s := range sections {
		nodes = append(nodes, s.nodes...)
		for i := range s.notes {
			if next := s.notes[i].successor; next != nil {
				nodes = append(nodes, *next)
			}
		}
	}
	return nodes
}

// brief makes the items of a section once its memories are read. A node whose
// memory says otherwise than the graph is left out: one that ended by what was
// noted down from events, or that is forgotten.
func (s *section) brief(l *look) {
	s.into.Total, s.into.Items = s.count(), []Brief{}
	for i := range s.nodes {
		n, t := &s.nodes[i], &s.notes[i]
		rev, ok := l.stands(n)
		holds := rev.Holds(l.asOf)
		if !ok || s.kind == kindReview && rev.Status != graph.StatusFlagged || !holds && s.kind != kindReview && s.kind != kindEnded && !l.past {
			s.into.Total--
			continue
		}
		b := l.brief(n)
		b.kind, b.Stale, b.For, b.Against = s.kind, t.stale, t.supports, t.against
		b.Because = cutTokens(fence.OneLine(t.because), maxBriefTokens/2)
		b.decided(l, &t.decided)
		if next := t.successor; next != nil {
			if _, ok := l.stands(next); ok {
				b.successor = cutTokens(l.text(next.ID), maxBriefTokens/3)
			}
		}
		if len(t.by) > 0 {
			b.By = t.by[0]
		}
		if n.Remind <= l.now && n.Remind <= l.asOf {
			remind := n.Remind
			b.Remind = &remind
		}
		if s.kind == kindRecent || s.kind == kindEnded {
			b.changed(l, &t.change)
		}
		if t.told || s.kind == kindEnded {
			b.Text = ""
		}
		s.briefs = append(s.briefs, b)
	}
}

// pack puts as many items into the sections as the budget has room for, and
// answers the text and its tokens: first the first item of every section, then
// the second, so that a long section leaves the others their place. An item that
// does not fit is cut where that leaves anything of it. Of the heads the first
// is taken that leaves two thirds of the budget.
func pack(heads []string, sections []*section, budget int) (string, int) {
	head := ""
	for _, head = range heads {
		if tokens.Count(head) <= budget/3 {
			break
		}
	}
	head = cutTokens(head, budget/3)
	left := budget - tokens.Count(head) - 1
	for round, more := 0, true; more; round++ {
		more = false
		for _, s := range sections {
			if round >= len(s.briefs) || round >= s.most {
				continue
			}
			more = true
			cost := 0
			if len(s.into.Items) == 0 {
				cost = tokens.Count("\n" + s.heading(s.count()) + "\n")
			}
			b := fitted(s.briefs[round], left-cost)
			if b == nil {
				continue
			}
			left -= cost + tokens.Count(b.line()+"\n")
			s.into.Items = append(s.into.Items, *b)
		}
	}
	text := told(head, sections)
	for used := tokens.Count(text); ; used = tokens.Count(text) { // tokens of parts are no exact sum
		if used <= budget || !dropLast(sections) {
			return text, used
		}
		text = told(head, sections)
	}
}

// minCut is the fewest tokens of words that are worth telling of a node.
const minCut = 8

// fitted is a brief whose line has at most so many tokens; nil when it cannot.
func fitted(b Brief, limit int) *Brief {
	cost := tokens.Count(b.line() + "\n")
	if cost <= limit {
		return &b
	}
	words := tokens.Count(b.Text) - (cost - limit)
	if words < minCut {
		return nil
	}
	if b.Text = cutTokens(b.Text, words); b.Text == "" || tokens.Count(b.line()+"\n") > limit {
		return nil
	}
	return &b
}

// dropLast takes the last item away; false when there is none.
func dropLast(sections []*section) bool {
	for i := len(sections) - 1; i >= 0; i-- {
		if items := sections[i].into.Items; len(items) > 0 {
			sections[i].into.Items = items[:len(items)-1]
			return true
		}
	}
	return false
}

// told is the text of what was packed.
func told(head string, sections []*section) string {
	var text strings.Builder
	text.WriteString(head)
	for _, s := range sections {
		if len(s.into.Items) == 0 {
			continue
		}
		text.WriteString("\n" + s.heading(s.into.Total))
		for i := range s.into.Items {
			text.WriteString("\n" + s.into.Items[i].line())
		}
	}
	return text.String()
}

// heading is the line above a section.
func (s *section) heading(total int) string { return fmt.Sprintf("%s (%d):", s.title, total) }

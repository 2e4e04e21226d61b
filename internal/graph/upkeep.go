package graph

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Thresholds say when upkeep moves a node, in days since its last change.
type Thresholds struct {
	HotDays  int // hot for so long without a change: to warm
	WarmDays int // warm: to cold
	ColdDays int // cold: to frozen
	DoneDays int // done or dropped for so long: one layer down, wherever it is but in core
	CoreMost int // core holds more: that is reported
}

// DefaultThresholds are those of an initiative that set none: a fortnight of hot
// work, a quarter of near memory, a year until it freezes.
var DefaultThresholds = Thresholds{HotDays: 14, WarmDays: 90, ColdDays: 365, DoneDays: 7, CoreMost: 15}

// thresholdNames are the names under which thresholds are set, in the order in
// which they are documented.
var thresholdNames = []string{"hotDays", "warmDays", "coldDays", "doneDays", "coreMost"}

// ThresholdNames lists the names of thresholds.
func ThresholdNames() []string { return slices.Clone(thresholdNames) }

// Field answers a threshold by its name; nil for none.
func (t *Thresholds) Field(name string) *int {
	at := slices.Index(thresholdNames, name)
	if at < 0 {
		return nil
	}
	return []*int{&t.HotDays, &t.WarmDays, &t.ColdDays, &t.DoneDays, &t.CoreMost}[at]
}

// ThresholdsOf answers the thresholds of an initiative, by id: those that were
// set, else the defaults.
func (v *View) ThresholdsOf(initiative string) Thresholds {
	t := DefaultThresholds
	for _, name := range thresholdNames {
		if n, err := strconv.Atoi(v.Attr(initiative, AttrUpkeep+name)); err == nil {
			*t.Field(name) = n
		}
	}
	return t
}

// Move is one step of a node from a layer to the next.
type Move struct {
	Node
	To  string // layer
	Why string
}

// HygienePlan answers the moves that upkeep would make at a time, in the order of
// the nodes' births: one step of a layer at a time, never into core and never out
// of it, pins, open tasks, open claims and what is under review exempt, and
// settled knowledge no farther than cold. Nothing is moved.
func (v *View) HygienePlan(s Scope, t Thresholds, now kaibo.Time) []Move {
	var moves []Move
	v.Nodes(func(n Node) bool {
		if !s.Sees(&n) || !n.Holds(v.AsOf) || n.Pinned || n.OpenTask() || n.OpenClaim() {
			return true
		}
		if to, why := t.sink(&n, v.days(&n, now)); to != "" {
			moves = append(moves, Move{n, to, why})
		}
		return true
	})
	return moves
}

// sink answers the layer that a node goes to after so many days without a change,
// and why; empty when it stays.
func (t *Thresholds) sink(n *Node, days int) (to, why string) {
	since := "unchanged for " + strconv.Itoa(days) + " days"
	limit := 0
	switch n.Layer {
	case LayerHot:
		to, limit = LayerWarm, t.HotDays
	case LayerWarm:
		to, limit = LayerCold, t.WarmDays
	case LayerCold:
		to, limit = LayerFrozen, t.ColdDays
		if n.Tier == TierSettled {
			return "", ""
		}
	default:
		return "", ""
	}
	if n.Closed() && n.Layer != LayerCold && days >= t.DoneDays {
		return to, n.State + ", and " + since
	}
	if days >= limit {
		return to, since
	}
	return "", ""
}

// days is how long ago a node last changed.
func (v *View) days(n *Node, now kaibo.Time) int {
	c, _ := v.Change(n.Changed)
	return int(now.Std().Sub(c.RecordedAt.Std()) / (24 * time.Hour))
}

// Finding is something that somebody should look at.
type Finding struct {
	Kind  string // one of Findings, or of Lints
	Nodes []Node // what it is about
	Text  string // in a sentence, without names
}

// Findings lists the kinds of what reflect finds, with what each means.
var Findings = [][2]string{
	{"orphan", "linked with nothing, and not new"},
	{"stale_chain", "a chain that the graph has outgrown"},
	{"open_review", "under review"},
	{"decided_claim", "an open claim whose evidence or text says that it is decided"},
	{"promote", "work that is settled in all but name"},
	{"archivable", "done or old enough to sink"},
	{"overdue", "a task that should have been done"},
	{"near_duplicate", "initiatives whose names are nearly the same"},
	{"shared", "may be shared, and is not settled"},
	{"core_full", "core holds more than a session takes in"},
}

// orphanDays is how old a node without links must be to be called an orphan.
const orphanDays = 1

// decidedWords are words by which a claim says itself that it is decided.
var decidedWords = []string{"confirmed", "refuted", "disproved", "proved", "proven", "turned out", "ruled out", "verified"}

// Reflect answers what should be tidied in a scope at a time. What the texts of
// open claims say is not looked at; see [SaysDecided].
func (v *View) Reflect(s Scope, t Thresholds, now kaibo.Time) []Finding {
	var found []Finding
	add := func(kind, text string, nodes ...Node) {
		found = append(found, Finding{Kind: kind, Nodes: nodes, Text: text})
	}
	core := 0
	v.Nodes(func(n Node) bool {
		if !s.Sees(&n) {
			return true
		}
		if n.Status == StatusFlagged {
			veiled := v.Veiled(n, &s)
			add("open_review", cmp.Or(strings.TrimSpace(veiled.Review), "under review"), n)
		}
		if !n.Holds(v.AsOf) {
			return true
		}
		if n.Layer == LayerCore {
			core++
		}
		v.reflectOn(&n, &s, now, add)
		return true
	})
	for _, m := range v.HygienePlan(s, t, now) {
		add("archivable", m.Why+", from "+m.Layer+" to "+m.To, m.Node)
	}
	if core > t.CoreMost {
		add("core_full", strconv.Itoa(core)+" nodes are core, more than "+strconv.Itoa(t.CoreMost))
	}
	return found
}

// reflectOn looks at one node that holds.
func (v *View) reflectOn(n *Node, sight *Scope, now kaibo.Time, add func(kind, text string, nodes ...Node)) {
	if n.Type != TypeChain && n.Type != TypeBoard && v.Degree(n.ID, WalkOptions{IncludePast: true}) == 0 && v.days(n, now) >= orphanDays {
		add("orphan", "linked with nothing", *n)
	}
	if n.Type == TypeChain {
		if s := v.StaleIn(*n, sight); s.Stale() {
			add("stale_chain", "the graph has outgrown it", *n)
		}
	}
	if n.OpenClaim() && n.Verdict != VerdictInconclusive {
		if why := v.decided(n); why != "" {
			add("decided_claim", why, *n)
		}
	}
	if n.OpenTask() && n.Overdue(now) {
		add("overdue", "due "+n.Due.String(), *n)
	}
	working := n.Tier == TierWorking && n.Curated()
	if working && (n.Type == TypeOutcome || n.Type == TypeSummary || n.Type == TypeReference) && v.days(n, now) >= 7 {
		add("promote", "unchanged for a week: settle it if it is so", *n)
	}
	if working && n.Visibility == VisibilityShared {
		add("shared", "may be shared while it is work in progress", *n)
	}
}

// SaysDecided answers the word by which the text of a claim says itself that it
// is decided; empty for none.
func SaysDecided(text string) string {
	low := strings.ToLower(text)
	for _, w := range decidedWords {
		if strings.Contains(low, w) {
			return w
		}
	}
	return ""
}

// decided is why a claim looks decided by its evidence; empty when it does not.
func (v *View) decided(n *Node) string {
	supports, against := v.Evidence(n.ID)
	switch {
	case supports >= 2 && against == 0:
		return strconv.Itoa(supports) + " pieces of evidence speak for it and none against"
	case against >= 2 && supports == 0:
		return strconv.Itoa(against) + " pieces of evidence speak against it and none for"
	}
	return ""
}

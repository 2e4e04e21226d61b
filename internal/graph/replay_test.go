package graph_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// replay answers what a view answers, the slow and plain way: it goes through
// all changes up to the moment with maps.
type replay struct {
	changes []graph.Change // of which what was forgotten is taken out already
	asOf    kaibo.Time
	knownAt kaibo.Time

	attrs map[string]map[string]string
	born  map[string]uint64
	types map[string]string
	last  map[string]map[string]uint64 // the change that said what counts
	said  map[string]uint64            // the last change of an entity
	order []string                     // entities as they were first mentioned, at any moment
	later map[string]bool              // nodes that are born after what is known
	nodes map[string]graph.Node        // that were put together already
	all   []graph.Link
}

func isStanding(attr string) bool {
	return slices.Contains([]string{graph.AttrStatus, graph.AttrFrom, graph.AttrTo, graph.AttrBy}, attr)
}

// holdsFrom is the valid time of a fact of a change.
func holdsFrom(c graph.Change, f graph.Fact) kaibo.Time {
	switch {
	case f.From != nil:
		return *f.From
	case slices.ContainsFunc(c.Births, func(b graph.Birth) bool { return b.ID == f.Entity }):
		return -1 << 62
	}
	return c.ValidFrom
}

func replayed(changes []graph.Change, asOf, knownAt kaibo.Time) *replay {
	r := &replay{changes: changes, asOf: asOf, knownAt: knownAt, attrs: map[string]map[string]string{}, born: map[string]uint64{},
		types: map[string]string{}, last: map[string]map[string]uint64{}, said: map[string]uint64{}, later: map[string]bool{}, nodes: map[string]graph.Node{}}
	mentioned := map[string]bool{}
	mention := func(entity string) {
		if !mentioned[entity] {
			mentioned[entity] = true
			r.order = append(r.order, entity)
		}
	}
	valid := map[string]kaibo.Time{}
	for _, c := range changes {
		for _, b := range c.Births {
			mention(b.ID)
		}
		for _, f := range c.Facts {
			mention(f.Entity)
		}
		if c.RecordedAt > knownAt {
			for _, b := range c.Births {
				r.later[b.ID] = true
			}
			continue
		}
		for _, b := range c.Births {
			r.born[b.ID], r.types[b.ID] = c.Number, b.Type
		}
		for _, f := range c.Facts {
			r.said[f.Entity] = c.Number
			key, from := f.Entity+"\x00"+f.Attr, holdsFrom(c, f)
			was, said := valid[key]
			if !isStanding(f.Attr) && (from > asOf || said && from < was) {
				continue
			}
			valid[key] = from
			if r.attrs[f.Entity] == nil {
				r.attrs[f.Entity], r.last[f.Entity] = map[string]string{}, map[string]uint64{}
			}
			r.attrs[f.Entity][f.Attr], r.last[f.Entity][f.Attr] = f.Value, c.Number
		}
	}
	return r
}

// initiative follows what went into what.
func (r *replay) initiative(id string) (string, bool) {
	for n := 0; n < 64 && r.attrs[id][graph.AttrMerged] != ""; n++ {
		id = r.attrs[id][graph.AttrMerged]
	}
	return id, r.attrs[id][graph.AttrDeleted] == ""
}

// node puts a node together.
func (r *replay) node(id string) (graph.Node, bool) {
	if strings.HasPrefix(id, "ini_") || r.later[id] || r.born[id] == 0 && len(r.attrs[id]) == 0 {
		return graph.Node{}, false
	}
	if n, ok := r.nodes[id]; ok {
		return n, true
	}
	n := graph.Node{ID: id, Type: r.types[id], Born: r.born[id], Tier: "working", Layer: "warm", Visibility: "private",
		From: -1 << 62, To: kaibo.Forever, Due: kaibo.Forever, Remind: kaibo.Forever}
	a := r.attrs[id]
	text := func(to *string, attr string) {
		if a[attr] != "" {
			*to = a[attr]
		}
	}
	moment := func(to *kaibo.Time, attr string) {
		if a[attr] != "" {
			*to, _ = kaibo.ParseTime(a[attr])
		}
	}
	text(&n.Name, "name")
	text(&n.Layer, "layer")
	text(&n.Status, "status")
	text(&n.By, "by")
	moment(&n.From, "from")
	moment(&n.To, "to")
	moment(&n.Due, "due")
	n.Pinned, n.PinReason = a["pin"] != "", strings.TrimSpace(a["pin"])
	in := 0
	n.Changed = r.said[id]
	for attr, value := range a {
		if value == "" {
			continue
		}
		if tag, ok := strings.CutPrefix(attr, "tag/"); ok {
			n.Tags = append(n.Tags, tag)
		}
		if ini, ok := strings.CutPrefix(attr, "in/"); ok {
			in++
			if now, living := r.initiative(ini); living && !slices.Contains(n.Initiatives, now) {
				n.Initiatives = append(n.Initiatives, now)
			}
		}
	}
	slices.Sort(n.Tags)
	slices.Sort(n.Initiatives)
	n.Hidden = in > 0 && len(n.Initiatives) == 0
	if r.forgotten(id) {
		n.Status, n.From, n.To = kaibo.StatusForgotten, -1<<62, -1<<62
	}
	r.nodes[id] = n
	return n, true
}

// forgotten reports whether a node was forgotten, which it is at every moment.
func (r *replay) forgotten(id string) bool {
	return slices.ContainsFunc(r.changes, func(c graph.Change) bool { return slices.Contains(c.Forgets, id) })
}

// links answers all links that are there, in the order in which they were made.
func (r *replay) links() []graph.Link {
	if r.all != nil {
		return slices.Clone(r.all)
	}
	out := []graph.Link{}
	for _, entity := range r.order {
		if from, typ, to, ok := graph.ParseLinkID(entity); ok && r.attrs[entity]["weight"] != "" {
			w, _ := strconv.ParseFloat(r.attrs[entity]["weight"], 64)
			out = append(out, graph.Link{From: from, Type: typ, To: to, Weight: w, Changed: r.last[entity]["weight"]})
		}
	}
	r.all = slices.Clone(out)
	return out
}

// passes reports whether a walk may pass through a node.
func (r *replay) passes(id string, past bool) bool {
	n, ok := r.node(id)
	return !ok && !strings.HasPrefix(id, "ini_") && (past || !r.forgotten(id)) || ok && !n.Hidden && (past || n.Status == "" || n.From <= r.asOf && r.asOf < n.To)
}

// walk answers what Walk does as text.
func (r *replay) walk(from string, depth int, past bool) string {
	links := r.links()
	place := map[string]int{from: 0}
	var out []string
	frontier := []string{from}
	for d := 1; d <= depth; d++ {
		var next []string
		for _, at := range frontier {
			near := slices.DeleteFunc(slices.Clone(links), func(l graph.Link) bool { return l.From != at && l.To != at })
			slices.SortStableFunc(near, func(a, b graph.Link) int { return cmp.Compare(b.Weight, a.Weight) })
			for _, l := range near {
				other := l.Other(at)
				if _, seen := place[other]; seen || !r.passes(other, past) {
					continue
				}
				place[other] = d
				next = append(next, other)
				out = append(out, fmt.Sprintf("%s%d<%s %s", other, d, at, l.Type))
			}
		}
		frontier = next
	}
	return strings.Join(out, ",")
}

// path answers what Path does as text, by relaxing all links until nothing gets
// better, then going back along the links that were made first.
func (r *replay) path(from, to string) string {
	type label struct {
		strength float64
		links    int
	}
	links := r.links()
	better := func(a, b label) bool { return a.strength > b.strength || a.strength == b.strength && a.links < b.links }
	best := map[string]label{from: {1, 0}}
	for again := true; again; {
		again = false
		for _, l := range links {
			for _, way := range [][2]string{{l.From, l.To}, {l.To, l.From}} {
				at, ok := best[way[0]]
				if !ok || l.Weight == 0 || way[1] != to && !r.passes(way[1], false) {
					continue
				}
				next := label{at.strength * l.Weight, at.links + 1}
				if was, met := best[way[1]]; !met || better(next, was) {
					best[way[1]], again = next, true
				}
			}
		}
	}
	if _, ok := best[to]; !ok {
		return "none"
	}
	out := []string{to}
	for at := to; at != from; {
		for _, l := range links {
			other := l.Other(at)
			if l.From != at && l.To != at {
				continue
			}
			if b, ok := best[other]; ok && l.Weight > 0 && (other == from || r.passes(other, false)) && (label{b.strength * l.Weight, b.links + 1}) == best[at] {
				out, at = append(out, l.Type, other), other
				break
			}
		}
	}
	slices.Reverse(out)
	return fmt.Sprint(strings.Join(out, " "), " ", best[to].strength)
}

// history answers what History does as text.
func (r *replay) history(entity string) string {
	var out []string
	type said struct {
		value string
		from  kaibo.Time
	}
	before := map[string][]said{}
	for _, c := range r.changes {
		if c.RecordedAt > r.knownAt {
			continue
		}
		for _, f := range c.Facts {
			if f.Entity != entity {
				continue
			}
			from, old, oldFrom := holdsFrom(c, f), "", kaibo.Time(-1<<63)
			for _, b := range before[f.Attr] {
				if isStanding(f.Attr) || b.from <= from && b.from >= oldFrom {
					old, oldFrom = b.value, b.from
				}
			}
			before[f.Attr] = append(before[f.Attr], said{f.Value, from})
			if old != f.Value {
				out = append(out, fmt.Sprintf("%d %s %q>%q by %s", c.Number, f.Attr, old, f.Value, c.Actor))
			}
		}
	}
	return strings.Join(out, ",")
}

// members answers the nodes in an initiative, in byte order.
func (r *replay) members(initiative string) []string {
	var ids []string
	if _, living := r.initiative(initiative); !living {
		return nil
	}
	for _, id := range r.order {
		if n, ok := r.node(id); ok && slices.Contains(n.Initiatives, initiative) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// story makes random changes.
type story struct {
	r       *rand.Rand
	changes []graph.Change
	born    []string
	now     kaibo.Time
}

var (
	storyNames   = []string{"plan", "Plan", "budget", "launch", ""}
	storyWeights = []string{"0", "0.125", "0.25", "0.5", "1", ""}
	storyTypes   = []string{"causal", "part_of", "supersedes"}
	storyInis    = []string{"ini_a", "ini_b", "ini_c"}
)

func pick(r *rand.Rand, of []string) string { return of[r.IntN(len(of))] }

// some is a moment near the story's.
func (s *story) some() kaibo.Time { return s.now + kaibo.Time(s.r.IntN(20)-14)*1000 }

// node is one that was born, or an automatic memory.
func (s *story) node() string {
	if i := s.r.IntN(len(s.born) + 3); i < len(s.born) {
		return s.born[i]
	}
	return fmt.Sprintf("auto%d", s.r.IntN(3))
}

func (s *story) fact() graph.Fact {
	r, f := s.r, graph.Fact{Entity: s.node()}
	switch r.IntN(10) {
	case 0:
		f.Attr, f.Value = graph.AttrName, pick(r, storyNames)
	case 1:
		f.Attr, f.Value = graph.AttrLayer, pick(r, graph.Layers)
	case 2:
		f.Attr, f.Value = graph.AttrTag+pick(r, []string{"x", "y"}), pick(r, []string{"1", ""})
	case 3:
		f.Attr, f.Value = graph.AttrInitiative+pick(r, storyInis), pick(r, []string{"1", "1", ""})
	case 4:
		f.Attr, f.Value = graph.AttrStatus, pick(r, []string{"current", "canceled", graph.StatusFlagged})
	case 5:
		f.Attr, f.Value = pick(r, []string{graph.AttrFrom, graph.AttrTo, graph.AttrDue}), s.some().String()
	case 6:
		f.Attr, f.Value = graph.AttrPin, pick(r, []string{" ", "dear", ""})
	default:
		f.Entity = graph.LinkID(f.Entity, pick(r, storyTypes), s.node())
		f.Attr, f.Value = graph.AttrWeight, pick(r, storyWeights)
	}
	if r.IntN(5) == 0 {
		from := s.some()
		f.From = &from
	}
	return f
}

// next makes one more change.
func (s *story) next() graph.Change {
	r, number := s.r, uint64(len(s.changes)+1)
	s.now += kaibo.Time(r.IntN(3)) * 1000 // more than one at a moment, too
	c := graph.Change{Number: number, EventID: fmt.Sprintf("evt_%d", number), Stream: "curate", Seq: number, RecordedAt: s.now, ValidFrom: s.now,
		Actor: pick(r, []string{"ana", "ben"}), Verb: "test", Reason: pick(r, []string{"", "because"})}
	if r.IntN(3) == 0 {
		c.ValidFrom = s.some()
	}
	switch n := r.IntN(40); {
	case n == 0 && number > 3:
		c.Forgets = []string{fmt.Sprintf("evt_%d", 1+r.IntN(int(number)-1)), s.node()}
	case n == 1:
		c.Facts = []graph.Fact{{Entity: pick(r, storyInis), Attr: graph.AttrMerged, Value: pick(r, storyInis[:2])}}
	case n == 2:
		c.Facts = []graph.Fact{{Entity: pick(r, storyInis), Attr: graph.AttrDeleted, Value: pick(r, []string{"1", ""})}}
	default:
		if len(s.born) < 8 && r.IntN(4) == 0 {
			id := fmt.Sprintf("n%d", len(s.born))
			s.born = append(s.born, id)
			c.Births = []graph.Birth{{ID: id, Type: graph.TypeIdea}}
			c.Facts = append(c.Facts, graph.Fact{Entity: id, Attr: graph.AttrStatus, Value: "current"}, graph.Fact{Entity: id, Attr: graph.AttrFrom, Value: c.ValidFrom.String()})
		}
		for range 1 + r.IntN(4) {
			c.Facts = append(c.Facts, s.fact())
		}
	}
	s.changes = append(s.changes, c)
	return c
}

// left is what a store holds of the changes: without what was forgotten.
func (s *story) left() []graph.Change {
	out := slices.Clone(s.changes)
	for i, c := range s.changes {
		gone := map[string]bool{}
		for _, id := range c.Forgets {
			gone[id] = true
		}
		for j := range i {
			graph.Erase(&out[j], gone)
		}
	}
	return out
}

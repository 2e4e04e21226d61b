//go:build !lean

package verbs

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What the verbs that read the graph share: one look at it as of a moment,
// within what the caller sees, then the memories behind the nodes that were
// found, in one batch beside the names of their initiatives.

// look is one look at the graph. It is made by [Call.look].
type look struct {
	call          *Call
	initiative    string // as asked for; empty for all that the caller sees
	ids           []string
	asOf, knownAt kaibo.Time
	now           kaibo.Time
	past          bool // what ended is asked for too

	scope   graph.Scope
	wide    graph.Scope                    // all that the caller sees
	across  bool                           // over the border of the initiative
	records map[string]*kaibo.MemoryRecord // by id; nil for what is no memory
	names   map[string]string              // of initiatives, by id
	asked   map[string]bool                // ids of initiatives whose names are wanted
	roles   map[string][]string            // of the initiative, by the node that has them; filled by readRoles
}

// look reads the graph as of a moment. Fn is given the view, which is good until
// it returns, and chooses nodes there; texts are read afterwards with load. An
// initiative that the caller does not see is not there.
func (c *Call) look(ctx context.Context, m *Moment, fn func(*look, *graph.View) error) (*look, error) {
	l := &look{call: c, initiative: m.Initiative, now: kaibo.TimeOf(c.Arrived), records: make(map[string]*kaibo.MemoryRecord),
		names: make(map[string]string), asked: make(map[string]bool)}
	l.asOf, l.knownAt = m.times(c)
	if err := l.resolve(ctx); err != nil {
		return nil, err
	}
	missing := false
	err := c.Deps.Graph.Read(ctx, c.Project, l.asOf, l.knownAt, func(v *graph.View) error {
		if missing = !l.enter(v); missing {
			return nil
		}
		return fn(l, v)
	})
	if err == nil && missing {
		err = l.unknownInitiative(ctx)
	}
	return l, err
}

// resolve finds the initiatives that the look is about.
func (l *look) resolve(ctx context.Context) error {
	c := l.call
	if l.initiative == "" {
		l.ids = slices.Clone(c.Initiatives)
		return nil
	}
	ids, err := c.Deps.Initiatives.InitiativeIDs(ctx, c.Project, []string{l.initiative})
	if err != nil {
		return err
	}
	if len(ids) == 0 || c.limited() && !slices.Contains(c.Initiatives, ids[0]) {
		return l.unknownInitiative(ctx)
	}
	l.ids = ids
	l.names[ids[0]] = l.initiative
	return nil
}

// enter makes the scope of the look; false when its initiative was deleted. One
// that was merged leads to that which it went into, unless the key is limited:
// a merge adds nothing to what a key sees.
func (l *look) enter(v *graph.View) bool {
	l.asOf = v.AsOf
	if l.initiative != "" {
		now, there := v.Initiative(l.ids[0])
		if !there {
			return false
		}
		if !l.call.limited() {
			l.ids = []string{now}
		}
	}
	l.scope, l.wide = v.Scope(l.ids...), v.Scope(l.call.Initiatives...)
	return true
}

// unknownInitiative is the error for a name that no initiative has which the
// caller sees, with those that are nearest to it.
func (l *look) unknownInitiative(ctx context.Context) error {
	near, err := l.call.nearInitiatives(ctx, l.initiative)
	if err != nil {
		return err
	}
	return &kaibo.Error{Kind: kaibo.NotFound, Detail: "there is no initiative " + quote(l.initiative) + didYouMean(near)}
}

// nearInitiatives answers the names of initiatives that the caller sees which
// are nearest to one that none has.
func (c *Call) nearInitiatives(ctx context.Context, name string) ([]string, error) {
	list, err := c.allInitiatives(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return graph.Nearest(names, name, nearNames), nil
}

// nearNames is how many names an answer proposes in place of one that nothing has.
const nearNames = 3

// allInitiatives lists the initiatives that the caller sees, up to a bound.
func (c *Call) allInitiatives(ctx context.Context) ([]kaibo.Initiative, error) {
	var all []kaibo.Initiative
	for cursor := ""; len(all) < maxInitiativesRead; {
		list, next, err := c.Deps.Marks.Initiatives(ctx, c.Project, cursor, kaibo.MaxListLimit)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		if next == "" {
			break
		}
		cursor = next
	}
	if c.limited() {
		all = slices.DeleteFunc(all, func(in kaibo.Initiative) bool { return !slices.Contains(c.Initiatives, in.ID) })
	}
	return all, nil
}

// maxInitiativesRead bounds what one call reads of a project's initiatives: ten
// round trips.
const maxInitiativesRead = 10_000

// load reads the memories behind nodes, and the names of initiatives that are
// wanted, at once. What was read before is not read again.
func (l *look) load(ctx context.Context, nodes []graph.Node) error {
	var ids []string
	for i := range nodes {
		if _, read := l.records[nodes[i].ID]; !read {
			l.records[nodes[i].ID] = nil
			ids = append(ids, nodes[i].ID)
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return l.readNames(ctx) })
	var records []*kaibo.MemoryRecord
	g.Go(func() (err error) {
		if len(ids) > 0 {
			records, err = l.call.Deps.Graph.Records(ctx, l.call.Project, ids)
		}
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	for i, id := range ids {
		l.records[id] = records[i]
	}
	return nil
}

// wantNames notes initiatives whose names an answer needs.
func (l *look) wantNames(ids []string) {
	for _, id := range ids {
		if _, known := l.names[id]; !known {
			l.asked[id] = true
		}
	}
}

// readNames reads the names that are wanted.
func (l *look) readNames(ctx context.Context) error {
	if len(l.asked) == 0 {
		return nil
	}
	ids := make([]string, 0, len(l.asked))
	for id := range l.asked {
		ids = append(ids, id)
	}
	names, err := l.call.Deps.Initiatives.InitiativeNames(ctx, l.call.Project, ids)
	if err != nil {
		return err
	}
	for i, id := range ids {
		l.names[id] = names[i]
	}
	clear(l.asked)
	return nil
}

// sight is what may be shown.
func (l *look) sight() *graph.Scope {
	if l.across {
		return &l.wide
	}
	return &l.scope
}

// stands answers how the memory behind a node stands at the look's moment, and
// whether the caller may be shown the node at all: it was known by then, is no
// other's, and is not forgotten.
func (l *look) stands(n *graph.Node) (kaibo.Revision, bool) {
	r := l.records[n.ID]
	if r == nil || r.Retired || r.Forgotten || len(r.ReplacedBy) > 0 {
		return kaibo.Revision{}, false
	}
	rev, known := r.At(l.knownAt)
	if !known || n.Hidden || !l.sight().Has(union(r.Initiatives, n.Initiatives)) {
		return kaibo.Revision{}, false
	}
	return rev, true
}

// holds reports whether a node's statement holds at the look's moment.
func (l *look) holds(n *graph.Node) bool {
	rev, ok := l.stands(n)
	return ok && rev.Holds(l.asOf)
}

// node serves a node that was loaded; false for one that is not to be shown.
func (l *look) node(n *graph.Node) (Node, bool) {
	rev, ok := l.stands(n)
	if !ok {
		return Node{}, false
	}
	out := serveNode(n, l.records[n.ID], l.knownAt)
	out.Past = !rev.Holds(l.asOf)
	out.Initiatives = l.named(out.Initiatives)
	return out, true
}

// named answers the names of the initiatives that the caller sees of these, by
// id, in the order of the names.
func (l *look) named(ids []string) []string {
	names := []string{}
	for _, id := range ids {
		if name := l.names[id]; name != "" && l.sight().Has([]string{id}) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// text is what a node says, on one line.
func (l *look) text(id string) string {
	if r := l.records[id]; r != nil {
		return fence.OneLine(r.Content)
	}
	return ""
}

// quote puts a name into a sentence.
func quote(name string) string { return "“" + fence.OneLine(name) + "”" }

// didYouMean ends a sentence about a name that nothing has.
func didYouMean(near []string) string {
	if len(near) == 0 {
		return ""
	}
	quoted := make([]string, len(near))
	for i, name := range near {
		quoted[i] = quote(name)
	}
	return "; did you mean " + strings.Join(quoted, " or ") + "?"
}

package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Found is a node that a verb named, with its memory.
type Found struct {
	graph.Node
	Record *kaibo.MemoryRecord
}

// Alive reports whether nothing ended the node: it is current, or under review.
func (f *Found) Alive() bool { return alive(f.Status) }

// Called is how an answer names the node.
func (f *Found) Called() string { return called(&f.Node) }

func called(n *graph.Node) string {
	if n.Name != "" {
		return fmt.Sprintf("%q", n.Name)
	}
	return n.ID
}

func alive(status string) bool {
	return status == "" || status == kaibo.StatusCurrent || status == graph.StatusFlagged
}

// Node answers the node that a field of the request names: by its name in the
// order's initiative, in any case of letters, or by its id. NotFound names the
// nearest names; Invalid says that several have the name.
func (w *Work) Node(ctx context.Context, field, ref string) (*Found, error) {
	found, err := w.Nodes(ctx, field, []string{ref})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Nodes is Node for several names, whose memories are read at once. The field
// of one that is wrong is field with its place, where there are several.
func (w *Work) Nodes(ctx context.Context, field string, refs []string) ([]*Found, error) {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		at := field
		if len(refs) > 1 {
			at = fmt.Sprintf("%s[%d]", field, i)
		}
		id, err := w.resolve(at, ref)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	if err := w.batch.Load(ctx, ids); err != nil {
		return nil, err
	}
	found := make([]*Found, len(refs))
	for i, id := range ids {
		f, err := w.found(ctx, id)
		if err != nil {
			return nil, err
		}
		if f == nil {
			return nil, w.unknown(refs[i])
		}
		found[i] = f
	}
	return found, nil
}

// found answers the node with an id, nil when the order does not see it.
func (w *Work) found(ctx context.Context, id string) (*Found, error) {
	if r := w.batch.Record(id); r == nil || r.Retired || !w.sees(id, r) {
		return nil, nil
	}
	r, err := w.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	n, _ := w.View.Node(id)
	f := &Found{Node: n, Record: r}
	f.ID, f.Type = id, r.Type
	last := r.Last()
	f.Status, f.From, f.To, f.By = last.Status, last.ValidFrom, last.ValidTo, last.SupersededBy
	if f.Layer == "" {
		f.Layer, f.Tier, f.Visibility = graph.LayerWarm, graph.TierWorking, graph.VisibilityPrivate
	}
	return f, nil
}

// sees reports whether a node is in the order's initiative, or the order has
// none.
func (w *Work) sees(id string, r *kaibo.MemoryRecord) bool {
	if w.Initiative == "" {
		return true
	}
	n, _ := w.View.Node(id)
	in := func(ini string) bool { return w.within(ini) }
	return slices.ContainsFunc(n.Initiatives, in) || r != nil && slices.ContainsFunc(r.Initiatives, in)
}

// within reports whether an initiative is the order's own, or went into it.
func (w *Work) within(initiative string) bool {
	for range maxForwards {
		if initiative == w.Initiative {
			return true
		}
		if initiative = w.View.Attr(initiative, graph.AttrMerged); initiative == "" {
			return false
		}
	}
	return false
}

// maxForwards bounds how often an initiative is looked for that was merged.
const maxForwards = 64

// resolve answers the id that a name or an id stands for. What is alive goes
// before what ended; of several that ended, the newest is meant.
func (w *Work) resolve(field, ref string) (string, error) {
	folded := lang.Fold(ref)
	if folded == "" {
		return "", kaibo.InvalidField(field, "must name a node")
	}
	var living, ended []string
	w.View.Nodes(func(n graph.Node) bool {
		if n.Name == "" || lang.Fold(n.Name) != folded || !w.sees(n.ID, w.batch.Record(n.ID)) {
			return true
		}
		if alive(n.Status) {
			living = append(living, n.ID)
		} else {
			ended = append(ended, n.ID)
		}
		return true
	})
	switch {
	case len(living) > 1:
		return "", kaibo.InvalidField(field, "several nodes are named %q: %s; say the initiative, or the id", ref, strings.Join(living, ", "))
	case len(living) == 1:
		return living[0], nil
	case len(ended) > 0:
		return ended[len(ended)-1], nil
	}
	return ref, nil
}

// unknown is the answer for a name that nothing has.
func (w *Work) unknown(ref string) error {
	near := w.near(ref, "")
	if len(near) == 0 {
		return kaibo.Errorf(kaibo.NotFound, "there is no node %q", ref)
	}
	return kaibo.Errorf(kaibo.NotFound, "there is no node %q; the nearest names are %s", ref, quotedList(near))
}

// maxNear is how many names an answer offers.
const maxNear = 5

// near answers names of living nodes that are nearly a name, the nearest first,
// without that of the node that is excepted.
func (w *Work) near(name, except string) []string {
	folded := lang.Fold(name)
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	w.View.Nodes(func(n graph.Node) bool {
		if n.Name == "" || n.ID == except || !alive(n.Status) || !w.sees(n.ID, w.batch.Record(n.ID)) {
			return true
		}
		other := lang.Fold(n.Name)
		if d, ok := nearly(folded, other); ok && other != folded {
			found = append(found, candidate{n.Name, d})
		}
		return true
	})
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	var names []string
	for _, c := range found[:min(len(found), maxNear)] {
		names = append(names, c.name)
	}
	return names
}

// nearly reports how far apart two folded names are, and whether that is near:
// one is the beginning of the other, they differ in signs alone, or in at most a
// fourth of their letters.
func nearly(a, b string) (int, bool) {
	if plain(a) == plain(b) {
		return 0, true
	}
	limit := max(len(a), len(b))/4 + 1
	d := distance([]rune(a), []rune(b))
	if d <= limit && min(len(a), len(b)) > 2 {
		return d, true
	}
	if min(len(a), len(b)) > 3 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		return d, true
	}
	return d, false
}

// plain is a name without what stands between its letters and digits.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_./:", r) {
			return -1
		}
		return r
	}, s)
}

// distance is the Levenshtein distance.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(quoted, ", ")
}

// living is Node for a verb that means nothing for what ended.
func (w *Work) living(ctx context.Context, field, ref string) (*Found, error) {
	f, err := w.Node(ctx, field, ref)
	if err != nil {
		return nil, err
	}
	return f, w.mustLive(f)
}

// mustLive is a Conflict for a node that ended, which names what did it.
func (w *Work) mustLive(f *Found) error {
	if f.Alive() {
		return nil
	}
	if f.By == "" {
		return kaibo.Errorf(kaibo.Conflict, "%s is %s", f.Called(), f.Status)
	}
	by, _ := w.View.Node(f.By)
	by.ID = f.By
	return kaibo.Errorf(kaibo.Conflict, "%s is %s; %s took its place", f.Called(), f.Status, called(&by))
}

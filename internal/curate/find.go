package curate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Found is a node that a verb named; its Type is that of its memory.
type Found struct{ graph.Node }

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

// Nodes is Node for several names. The field of one that is wrong is field with
// its place, where there are several.
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
	found := make([]*Found, len(refs))
	for i, ref := range refs {
		f, err := w.found(ctx, ids[i])
		if err != nil {
			return nil, err
		}
		if f == nil {
			return nil, kaibo.Errorf(kaibo.NotFound, "there is no node %q", ref)
		}
		found[i] = f
	}
	return found, nil
}

// found answers the node with an id, nil when the order does not see it. The
// memory of what curation did not make is read: the graph does not know all of
// it.
func (w *Work) found(ctx context.Context, id string) (*Found, error) {
	n, known := w.View.Node(id)
	f := &Found{Node: n}
	if n.Curated() {
		if !w.sees(n.Initiatives, nil) {
			return nil, nil
		}
		return f, nil
	}
	if err := w.batch.Load(ctx, []string{id}); err != nil {
		return nil, err
	}
	r := w.batch.Record(id)
	if r == nil || r.Retired || !w.sees(n.Initiatives, r.Initiatives) {
		return nil, nil
	}
	if r.Forgotten {
		return nil, kaibo.Errorf(kaibo.Gone, "memory %s is forgotten", id)
	}
	if !known {
		f.Layer, f.Tier, f.Visibility = graph.LayerWarm, graph.TierWorking, graph.VisibilityPrivate
		f.Due, f.Remind = kaibo.Forever, kaibo.Forever
	}
	last := r.Last()
	f.ID, f.Type, f.Status, f.From, f.To, f.By = id, r.Type, last.Status, last.ValidFrom, last.ValidTo, last.SupersededBy
	return f, nil
}

// sees reports whether a node is in the order's initiative, or the order has
// none. Curated memberships are of initiatives as they are now; those that a
// memory was born with may have gone into others.
func (w *Work) sees(curated, born []string) bool {
	if w.Initiative == "" || slices.Contains(curated, w.Initiative) {
		return true
	}
	return slices.ContainsFunc(born, w.within)
}

// within reports whether an initiative is the order's own, or went into it.
func (w *Work) within(initiative string) bool {
	now, ok := w.View.Initiative(initiative)
	return ok && now == w.Initiative
}

// resolve answers the id that a name or an id stands for.
func (w *Work) resolve(field, ref string) (string, error) {
	if lang.Fold(ref) == "" {
		return "", kaibo.InvalidField(field, "must name a node")
	}
	id, err := w.View.Resolve(w.Initiative, ref)
	var e *kaibo.Error
	if errors.As(err, &e) && e.Kind == kaibo.Invalid {
		return "", kaibo.InvalidField(field, "%s", e.Detail)
	}
	return id, err
}

// similar answers names in use that may stand for what has this name.
func (w *Work) similar(name string) []string {
	var found []string
	for _, other := range w.View.Names(w.homes()) {
		if graph.NearDuplicate(name, other) {
			found = append(found, other)
		}
	}
	slices.Sort(found)
	return found[:min(len(found), maxSimilar)]
}

// maxSimilar is how many names an answer points out.
const maxSimilar = 5

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
	by, _ := w.View.Node(f.By)
	if f.By == "" || !w.sees(by.Initiatives, nil) { // what is beyond the wall is not named
		return kaibo.Errorf(kaibo.Conflict, "%s is %s", f.Called(), f.Status)
	}
	by.ID = f.By
	return kaibo.Errorf(kaibo.Conflict, "%s is %s; %s took its place", f.Called(), f.Status, called(&by))
}

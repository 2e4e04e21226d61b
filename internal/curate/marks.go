package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// unchanged is the answer when all was so already.
func unchanged(id, format string, args ...any) *Result {
	return &Result{Node: id, Unchanged: true, Text: fmt.Sprintf(format, args...)}
}

// Pin keeps a node in sight. Pinned again with another reason, it has that.
func Pin(node, reason string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		reason := strings.TrimSpace(reason)
		if f.Pinned && (reason == "" || reason == f.PinReason) {
			return unchanged(f.ID, "%s is pinned already.", f.Called()), nil
		}
		if reason == "" {
			w.Set(f.ID, graph.AttrPin, " ")
		} else {
			w.Set(f.ID, graph.AttrPin, reason)
		}
		if f.Pinned {
			return &Result{Node: f.ID, Text: fmt.Sprintf("%s is pinned for another reason now.", f.Called())}, nil
		}
		return &Result{Node: f.ID, Text: fmt.Sprintf("Pinned %s.", f.Called())}, nil
	}
}

// Unpin takes a pin away.
func Unpin(node string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.Node(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if !f.Pinned {
			return unchanged(f.ID, "%s is not pinned.", f.Called()), nil
		}
		w.Set(f.ID, graph.AttrPin, "")
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s is not pinned any more.", f.Called())}, nil
	}
}

// Layer moves a node nearer or farther.
func Layer(node, layer string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if !slices.Contains(graph.Layers, layer) {
			return nil, kaibo.InvalidField("layer", "must be one of %s", strings.Join(graph.Layers, ", "))
		}
		f, err := w.Node(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Layer == layer {
			return unchanged(f.ID, "%s is %s already.", f.Called(), layer), nil
		}
		w.Set(f.ID, graph.AttrLayer, layer)
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s was %s and is %s.", f.Called(), f.Layer, layer)}, nil
	}
}

// Visibility says who may see a node.
func Visibility(node, visibility string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if visibility != graph.VisibilityPrivate && visibility != graph.VisibilityShared {
			return nil, kaibo.InvalidField("visibility", "must be one of private, shared")
		}
		f, err := w.Node(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Visibility == visibility {
			return unchanged(f.ID, "%s is %s already.", f.Called(), visibility), nil
		}
		w.Set(f.ID, graph.AttrVisibility, visibility)
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s was %s and is %s.", f.Called(), f.Visibility, visibility)}, nil
	}
}

// Tag gives a node tags; those that it has stay.
func Tag(node string, tags []string) Rule { return tagging(node, tags, true) }

// Untag takes tags from a node; those that it does not have are passed over.
func Untag(node string, tags []string) Rule { return tagging(node, tags, false) }

func tagging(node string, tags []string, on bool) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if len(tags) == 0 {
			return nil, kaibo.InvalidField("tags", "must be given")
		}
		if err := checkTags(tags); err != nil {
			return nil, err
		}
		f, err := w.Node(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		changed := w.retag(f, tags, on)
		switch {
		case len(changed) == 0 && on:
			return unchanged(f.ID, "%s has these tags already.", f.Called()), nil
		case len(changed) == 0:
			return unchanged(f.ID, "%s has none of these tags.", f.Called()), nil
		case on:
			return &Result{Node: f.ID, Text: fmt.Sprintf("Tagged %s: %s.", f.Called(), strings.Join(changed, ", "))}, nil
		}
		return &Result{Node: f.ID, Text: fmt.Sprintf("Took from %s: %s.", f.Called(), strings.Join(changed, ", "))}, nil
	}
}

// retag sets or takes the tags that change something and answers them. A tag
// that differs from one that is there by case alone is that one.
func (w *Work) retag(f *Found, tags []string, on bool) []string {
	has := slices.Clone(f.Tags)
	var changed []string
	for _, tag := range tags {
		tag = strings.TrimSpace(tag)
		at := slices.IndexFunc(has, func(t string) bool { return strings.EqualFold(t, tag) })
		switch {
		case on && at < 0:
			has = append(has, tag)
			w.Set(f.ID, graph.AttrTag+tag, "1")
			changed = append(changed, tag)
		case !on && at >= 0:
			w.Set(f.ID, graph.AttrTag+has[at], "")
			changed = append(changed, has[at])
			has = slices.Delete(has, at, at+1)
		}
	}
	return changed
}

// Remind says when to be reminded of a node; nil takes that away.
func Remind(node string, at *kaibo.Time) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		had := f.Remind != 0 && f.Remind != kaibo.Forever
		switch {
		case at == nil && !had:
			return unchanged(f.ID, "No reminder of %s is set.", f.Called()), nil
		case at == nil:
			w.Set(f.ID, graph.AttrRemind, "")
			return &Result{Node: f.ID, Text: fmt.Sprintf("There will be no reminder of %s.", f.Called())}, nil
		case had && f.Remind == *at:
			return unchanged(f.ID, "A reminder of %s is set for then already.", f.Called()), nil
		}
		w.Set(f.ID, graph.AttrRemind, at.String())
		return &Result{Node: f.ID, Text: fmt.Sprintf("A reminder of %s is set for %s.", f.Called(), *at)}, nil
	}
}

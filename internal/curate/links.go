package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// bothEnds answers both ends of a link, which are two.
func (w *Work) bothEnds(ctx context.Context, from, linkType, to string) (a, b *Found, err error) {
	if err := checkLinkType("type", linkType); err != nil {
		return nil, nil, err
	}
	if a, err = w.Node(ctx, "from", from); err != nil {
		return nil, nil, err
	}
	if b, err = w.Node(ctx, "to", to); err != nil {
		return nil, nil, err
	}
	if a.ID == b.ID {
		return nil, nil, kaibo.InvalidField("to", "must be another node than from")
	}
	return a, b, nil
}

// Connect makes a link. One that is there keeps its weight, unless another is
// given.
func Connect(from, linkType, to string, weight *float64) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		a, b, err := w.bothEnds(ctx, from, linkType, to)
		if err != nil {
			return nil, err
		}
		strength, err := checkWeight("weight", weight)
		if err != nil {
			return nil, err
		}
		l, there := w.View.Link(a.ID, linkType, b.ID)
		if there && (weight == nil || l.Weight == strength) {
			return unchanged(a.ID, "%s %s %s already, with weight %g.", a.Called(), linkType, b.Called(), l.Weight), nil
		}
		w.Link(a.ID, linkType, b.ID, strength)
		return &Result{Node: a.ID, Others: []string{b.ID}, Text: fmt.Sprintf("%s %s %s, with weight %g.", a.Called(), linkType, b.Called(), strength)}, nil
	}
}

// Disconnect takes a link away.
func Disconnect(from, linkType, to string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		a, b, err := w.bothEnds(ctx, from, linkType, to)
		if err != nil {
			return nil, err
		}
		if _, there := w.View.Link(a.ID, linkType, b.ID); !there {
			return unchanged(a.ID, "There is no link %s from %s to %s.", linkType, a.Called(), b.Called()), nil
		}
		w.Unlink(a.ID, linkType, b.ID)
		return &Result{Node: a.ID, Others: []string{b.ID}, Text: fmt.Sprintf("%s %s %s no more.", a.Called(), linkType, b.Called())}, nil
	}
}

// Reweight gives a link that is there another weight.
func Reweight(from, linkType, to string, weight *float64) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		a, b, err := w.bothEnds(ctx, from, linkType, to)
		if err != nil {
			return nil, err
		}
		if weight == nil {
			return nil, kaibo.InvalidField("weight", "must be given")
		}
		strength, err := checkWeight("weight", weight)
		if err != nil {
			return nil, err
		}
		l, there := w.View.Link(a.ID, linkType, b.ID)
		if !there {
			return nil, kaibo.Errorf(kaibo.NotFound, "there is no node %s that %s %s; link makes it so", a.Called(), linkType, b.Called())
		}
		if l.Weight == strength {
			return unchanged(a.ID, "Its weight is %g already.", strength), nil
		}
		w.Link(a.ID, linkType, b.ID, strength)
		return &Result{Node: a.ID, Others: []string{b.ID}, Text: fmt.Sprintf("%s %s %s with weight %g; it was %g.", a.Called(), linkType, b.Called(), strength, l.Weight)}, nil
	}
}

// settling are the types that can be settled.
var settling = []string{graph.TypeIdea, graph.TypeOutcome, graph.TypeReference, graph.TypeSummary, graph.TypeConcept, graph.TypeEntity}

// Synthesise makes one node of several, which it derives from; they stay.
func Synthesise(nodes []string, nodeType string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if len(nodes) < 2 || len(nodes) > MaxLinks {
			return nil, kaibo.InvalidField("nodes", "must be 2 to %d", MaxLinks)
		}
		if nodeType == "" {
			nodeType = graph.TypeSummary
		}
		if !slices.Contains(settling, nodeType) {
			return nil, kaibo.InvalidField("type", "must be one of %s", strings.Join(settling, ", "))
		}
		found, err := w.Nodes(ctx, "nodes", nodes)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for i, f := range found {
			if seen[f.ID] {
				return nil, kaibo.InvalidField(fmt.Sprintf("nodes[%d]", i), "is there twice")
			}
			if seen[f.ID] = true; !f.Alive() {
				return nil, w.mustLive(f)
			}
		}
		r, err := w.note(ctx, nodeType, &n)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			w.Link(r.Node, "derived_from", f.ID, 1)
			r.Others = append(r.Others, f.ID)
		}
		return r, nil
	}
}

// Supersede ends a node by another: one that is there, or one that is made of
// words, of the same type.
func Supersede(node, by, content string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if (by == "") == (content == "") {
			return nil, kaibo.InvalidField("by", "give one of by and content")
		}
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if by == "" {
			if err := checkContent(content); err != nil {
				return nil, err
			}
			id, err := w.takePlace(ctx, f, NewNode{Type: f.Type, Content: content})
			return &Result{Node: id, Others: []string{f.ID}, Text: fmt.Sprintf("%s took the place of %s.", id, f.Called())}, err
		}
		other, err := w.living(ctx, "by", by)
		if err != nil {
			return nil, err
		}
		if other.ID == f.ID {
			return nil, kaibo.InvalidField("by", "must be another node")
		}
		return &Result{Node: other.ID, Others: []string{f.ID}, Text: fmt.Sprintf("%s took the place of %s.", other.Called(), f.Called())}, w.end(ctx, f, other.ID)
	}
}

// Rewrite makes a new version of a node: it supersedes the old one and has its
// name, its layer, its tags, its links and all else that was said of it.
func Rewrite(node, content string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if err := checkContent(content); err != nil {
			return nil, err
		}
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Status == graph.StatusFlagged {
			return nil, kaibo.Errorf(kaibo.Conflict, "%s is under review; close_review first", f.Called())
		}
		r, err := w.Record(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		if r.Content == content {
			return unchanged(f.ID, "%s says that already.", f.Called()), nil
		}
		n := NewNode{Type: f.Type, Content: content, Name: f.Name}
		if f.To != kaibo.Forever {
			n.ValidTo = &f.To
		}
		id, err := w.takePlace(ctx, f, n)
		if err != nil {
			return nil, err
		}
		w.inherit(f, id)
		return &Result{Node: id, Others: []string{f.ID}, Text: fmt.Sprintf("%s has a new version.", f.Called())}, nil
	}
}

// inherit gives a new version what was said of the old one.
func (w *Work) inherit(f *Found, id string) {
	for _, attr := range []string{graph.AttrTier, graph.AttrLayer, graph.AttrPin, graph.AttrVisibility, graph.AttrState, graph.AttrDue,
		graph.AttrRemind, graph.AttrURL, graph.AttrVerdict, graph.AttrMembers, graph.AttrOrder} {
		if value := w.View.Attr(f.ID, attr); value != "" {
			w.Set(id, attr, value)
		}
	}
	for _, tag := range f.Tags {
		w.Set(id, graph.AttrTag+tag, "1")
	}
	for _, l := range w.View.Out(f.ID) {
		if l.Type != "supersedes" && l.To != id {
			w.Link(id, l.Type, l.To, l.Weight)
		}
	}
	for _, l := range w.View.In(f.ID) {
		if l.Type != "supersedes" && l.From != id {
			w.Link(l.From, l.Type, id, l.Weight)
		}
	}
	for _, s := range w.View.Slots(w.Initiative) {
		if s.Node == f.ID && w.Initiative != "" {
			w.Set(w.Initiative, graph.AttrSlot+s.Role, id)
		}
	}
}

// Settle makes a node settled knowledge; its provenance stays.
func Settle(node string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		switch {
		case f.Status == graph.StatusFlagged:
			return nil, kaibo.Errorf(kaibo.Conflict, "%s is under review; close_review first", f.Called())
		case f.Tier == graph.TierSettled:
			return unchanged(f.ID, "%s is settled already.", f.Called()), nil
		case f.Curated() && !slices.Contains(settling, f.Type):
			return nil, kaibo.Errorf(kaibo.Conflict, "%s is %s, which is work and not settled as it is; synthesise what came of it, or supersede it by an outcome", f.Called(), article(f.Type))
		}
		w.Set(f.ID, graph.AttrTier, graph.TierSettled)
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s is settled.", f.Called())}, nil
	}
}

// Unsettle makes settled knowledge work again.
func Unsettle(node string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Tier != graph.TierSettled {
			return unchanged(f.ID, "%s is not settled.", f.Called()), nil
		}
		w.Set(f.ID, graph.AttrTier, graph.TierWorking)
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s is work again.", f.Called())}, nil
	}
}

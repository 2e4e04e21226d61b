package curate

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Methods lists how evidence can have been had, and what it weighs.
var Methods = []string{"experiment", "measurement", "observation", "source", "reasoning", "hearsay"}

// weights are what evidence weighs by its method: what was tried weighs more than
// what was read, and that more than what was only thought or heard.
var weights = map[string]float64{"experiment": 1, "measurement": 0.9, "observation": 0.8, "source": 0.6, "reasoning": 0.5, "hearsay": 0.3}

// Claim makes a hypothesis that is open, about some nodes.
func Claim(about []string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if len(about) > MaxLinks {
			return nil, kaibo.InvalidField("about", "has %d entries; the limit is %d", len(about), MaxLinks)
		}
		found, err := w.Nodes(ctx, "about", about)
		if err != nil {
			return nil, err
		}
		r, err := w.note(ctx, graph.TypeHypothesis, &n)
		if err != nil {
			return nil, err
		}
		w.Set(r.Node, graph.AttrVerdict, graph.VerdictOpen)
		for _, f := range found {
			w.Link(r.Node, "targets", f.ID, 1)
		}
		return r, nil
	}
}

// Evidence is what speaks for a claim or against it: words, or a node that is
// there.
type Evidence struct {
	Claim, Content, Node, Method string
	Against                      bool
}

// Weigh notes evidence of a claim. A verdict is for confirm and refute to give.
func Weigh(e Evidence) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		if (e.Content == "") == (e.Node == "") {
			return nil, kaibo.InvalidField("content", "give one of content and node")
		}
		method := e.Method
		if method == "" {
			method = "observation"
		}
		weight, ok := weights[method]
		if !ok {
			return nil, kaibo.InvalidField("method", "must be one of %s", strings.Join(Methods, ", "))
		}
		claim, err := w.claim(ctx, e.Claim)
		if err != nil {
			return nil, err
		}
		var id string
		if e.Node != "" {
			f, err := w.living(ctx, "node", e.Node)
			if err != nil {
				return nil, err
			}
			if id = f.ID; id == claim.ID {
				return nil, kaibo.InvalidField("node", "must be another than the claim")
			}
		} else {
			if err := checkContent(e.Content); err != nil {
				return nil, err
			}
			id = w.Birth(NewNode{Type: graph.TypeExperiment, Content: e.Content})
		}
		linkType, stance := "verifies", "for"
		if e.Against {
			linkType, stance = "falsifies", "against"
		}
		if l, ok := w.View.Link(id, linkType, claim.ID); ok && l.Weight == weight {
			return unchanged(id, "%s speaks %s %s already.", id, stance, claim.Called()), nil
		}
		w.Link(id, linkType, claim.ID, weight)
		return &Result{Node: id, Others: []string{claim.ID}, Text: fmt.Sprintf("%s speaks %s %s, with weight %g.", id, stance, claim.Called(), weight)}, nil
	}
}

// claim answers a living hypothesis.
func (w *Work) claim(ctx context.Context, ref string) (*Found, error) {
	f, err := w.living(ctx, "claim", ref)
	if err != nil {
		return nil, err
	}
	if f.Type != graph.TypeHypothesis {
		return nil, kaibo.Errorf(kaibo.Conflict, "%s is %s, and no claim", f.Called(), article(f.Type))
	}
	return f, nil
}

// Judge gives a claim its verdict. It wants a reason, or evidence that is there;
// what is refuted ends, and the answer names what derives from it.
func Judge(claim, verdict, because string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.claim(ctx, claim)
		if err != nil {
			return nil, err
		}
		if f.Verdict == verdict {
			return unchanged(f.ID, "%s is %s already.", f.Called(), verdict), nil
		}
		if strings.TrimSpace(because) == "" && !w.borneOut(f.ID, verdict) {
			return nil, kaibo.InvalidField("because", "must say why, as long as there is no evidence for that verdict")
		}
		w.Set(f.ID, graph.AttrVerdict, verdict)
		r := &Result{Node: f.ID, Text: fmt.Sprintf("%s is %s.", f.Called(), verdict)}
		if verdict != graph.VerdictRefuted {
			return r, nil
		}
		if err := w.cancel(ctx, f); err != nil {
			return nil, err
		}
		var names []string
		for _, l := range w.View.In(f.ID) {
			n, _ := w.View.Node(l.From)
			if l.Type == "derived_from" && alive(n.Status) && w.sees(n.Initiatives, nil) {
				names, r.Others = append(names, called(&n)), append(r.Others, n.ID)
			}
		}
		if len(names) > 0 {
			r.Text += " What derives from it may not hold either: " + strings.Join(names, ", ") + "."
		}
		return r, nil
	}
}

// borneOut reports whether there is evidence for a verdict.
func (w *Work) borneOut(claim, verdict string) bool {
	for _, l := range w.View.In(claim) {
		n, _ := w.View.Node(l.From)
		if !alive(n.Status) || l.Weight == 0 {
			continue
		}
		if l.Type == "verifies" && verdict != graph.VerdictRefuted || l.Type == "falsifies" && verdict != graph.VerdictConfirmed {
			return true
		}
	}
	return false
}

// cancel ends a node now without a successor.
func (w *Work) cancel(ctx context.Context, f *Found) error {
	return w.Revise(ctx, f.ID, func(r *kaibo.Revision) {
		r.Status, r.SupersededBy = kaibo.StatusCanceled, ""
		if r.ValidTo > w.Event.OccurredAt {
			r.ValidTo = w.Event.OccurredAt
		}
	})
}

// Flag puts a node under review: it does not hold until the review is closed.
// With is the node that it contradicts, empty for none.
func Flag(node, kind, with, reason string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.living(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Status == graph.StatusFlagged {
			return unchanged(f.ID, "%s is under review already.", f.Called()), nil
		}
		if kind == "contradiction" {
			if with == "" {
				return nil, kaibo.InvalidField("with", "must name what it contradicts")
			}
			other, err := w.Node(ctx, "with", with)
			if err != nil {
				return nil, err
			}
			if other.ID == f.ID {
				return nil, kaibo.InvalidField("with", "must be another node")
			}
			w.Link(f.ID, "contradicts", other.ID, 1)
		}
		why := strings.TrimSpace(reason)
		if why == "" {
			why = kind
		}
		w.Set(f.ID, graph.AttrReview, why)
		err = w.Revise(ctx, f.ID, func(r *kaibo.Revision) {
			r.Status = graph.StatusFlagged
			r.ValidTo = min(r.ValidTo, w.Event.OccurredAt)
		})
		return &Result{Node: f.ID, Text: fmt.Sprintf("%s is under review, and does not hold until close_review.", f.Called())}, err
	}
}

// CloseReview ends a review: the node stands, and holds again from where it did,
// or it ends.
func CloseReview(node, outcome string) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		f, err := w.Node(ctx, "node", node)
		if err != nil {
			return nil, err
		}
		if f.Status != graph.StatusFlagged {
			return nil, kaibo.Errorf(kaibo.Conflict, "%s is not under review", f.Called())
		}
		w.Set(f.ID, graph.AttrReview, "")
		if outcome == "ends" {
			return &Result{Node: f.ID, Text: fmt.Sprintf("The review of %s is closed: it ended.", f.Called())}, w.cancel(ctx, f)
		}
		record, err := w.Record(ctx, f.ID)
		if err != nil {
			return nil, err
		}
		was := record.First
		for _, r := range record.Revisions {
			if r.Status != graph.StatusFlagged {
				was = r
			}
		}
		err = w.Revise(ctx, f.ID, func(r *kaibo.Revision) {
			r.Status, r.ValidFrom, r.ValidTo, r.SupersededBy = was.Status, was.ValidFrom, was.ValidTo, was.SupersededBy
		})
		return &Result{Node: f.ID, Text: fmt.Sprintf("The review of %s is closed: it stands.", f.Called())}, err
	}
}

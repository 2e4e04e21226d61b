//go:build !lean

package verbs_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// readWorld is a project whose graph a test makes and reads.
type readWorld struct {
	*enginetest.World
	engine *curate.Engine
}

func newReadWorld(t *testing.T) *readWorld { return overRead(enginetest.New(t)) }

func overRead(w *enginetest.World) *readWorld {
	return &readWorld{w, &curate.Engine{Table: w.Ports.Table, Ledger: w.Ledger, Index: w.Index, Views: w.Views, Clock: w.Ports.Now}}
}

// made is a node that a test makes.
type made struct {
	typ, name, content string
	set                map[string]string
	from, to           *kaibo.Time
}

// do does one verb by a plan.
func (w *readWorld) do(initiative, verb string, plan func(*curate.Work) error) *curate.Done {
	w.T.Helper()
	done, err := w.engine.Do(context.Background(), w.Project, curate.Order{Verb: verb, Initiative: initiative, Actor: "ana", Reason: "because of " + verb,
		Args: map[string]string{}, Plan: func(_ context.Context, work *curate.Work) error { return plan(work) }})
	if err != nil {
		w.T.Fatal(err)
	}
	return done
}

// node makes a node and answers its id.
func (w *readWorld) node(initiative string, m made) string {
	w.T.Helper()
	var id string
	w.do(initiative, m.typ, func(work *curate.Work) error {
		id = work.Birth(curate.NewNode{Type: m.typ, Name: m.name, Content: m.content, ValidFrom: m.from, ValidTo: m.to})
		for attr, value := range m.set {
			work.Set(id, attr, value)
		}
		return nil
	})
	return id
}

// set changes attributes of a node.
func (w *readWorld) set(initiative, id, attr, value string) {
	w.T.Helper()
	w.do(initiative, "set", func(work *curate.Work) error {
		work.Set(id, attr, value)
		return nil
	})
}

// link makes a link.
func (w *readWorld) link(initiative, from, linkType, to string, weight float64) {
	w.T.Helper()
	w.do(initiative, "link", func(work *curate.Work) error {
		work.Link(from, linkType, to, weight)
		return nil
	})
}

// end ends a node as a verb would that replaces, refutes or flags it.
func (w *readWorld) end(initiative, id, status, by string) {
	w.T.Helper()
	w.do(initiative, "supersede", func(work *curate.Work) error {
		return work.Revise(context.Background(), id, func(r *kaibo.Revision) {
			r.Status, r.ValidTo, r.SupersededBy = status, work.Event.OccurredAt, by
		})
	})
}

// initiative answers the id of one.
func (w *readWorld) initiative(name string) string {
	w.T.Helper()
	ids, err := w.Ledger.EnsureInitiatives(context.Background(), w.Project, []string{name})
	if err != nil {
		w.T.Fatal(err)
	}
	return ids[0]
}

// ask runs a verb; limited are the names of the initiatives that the key is
// limited to.
func (w *readWorld) ask(verb, body string, out any, limited ...string) error {
	w.T.Helper()
	v, ok := verbs.Lookup(verb)
	if !ok {
		w.T.Fatalf("there is no verb %s", verb)
	}
	c := &verbs.Call{Project: w.Project, Author: "key", Scopes: verbs.Scopes, Arrived: w.Ports.Now().Std(),
		Deps: &verbs.Deps{Ledger: w.Ledger, Initiatives: w.Ledger, Memories: w.Views, Derived: w.Views, Marks: w.Ledger, Graph: w.engine, Table: w.Ports.Table}}
	for _, name := range limited {
		c.Initiatives = append(c.Initiatives, w.initiative(name))
	}
	answer, err := v.Call(context.Background(), c, []byte(body))
	if err != nil {
		return err
	}
	b, err := json.Marshal(answer)
	if err != nil {
		w.T.Fatal(err)
	}
	if out != nil {
		if err := json.Unmarshal(b, out); err != nil {
			w.T.Fatal(err)
		}
	}
	return nil
}

// must is ask of what works.
func (w *readWorld) must(verb, body string, out any, limited ...string) {
	w.T.Helper()
	if err := w.ask(verb, body, out, limited...); err != nil {
		w.T.Fatalf("%s %s: %v", verb, body, err)
	}
}

// later is a time after another, as a body has it.
func later(t kaibo.Time, d time.Duration) string { return (t + kaibo.Time(d.Milliseconds())).String() }

// launch is a small piece of work with one of everything.
type launch struct {
	*readWorld
	core, task, late, claim, flagged, settled, old, pinned, cold, foreign string
}

func newLaunch(t *testing.T) *launch {
	w := newReadWorld(t)
	l := &launch{readWorld: w}
	in := "launch"
	l.core = w.node(in, made{typ: graph.TypeIdea, name: "goal", content: "Launch the harbour app in May.", set: map[string]string{graph.AttrLayer: graph.LayerCore}})
	l.task = w.node(in, made{typ: graph.TypeTask, name: "write-docs", content: "Write the docs.", set: map[string]string{graph.AttrState: "open", graph.AttrDue: later(enginetest.Begin, 48*time.Hour)}})
	l.late = w.node(in, made{typ: graph.TypeTask, name: "order-signs", content: "Order the signs.", set: map[string]string{graph.AttrState: "open", graph.AttrDue: later(enginetest.Begin, -time.Hour)}})
	l.claim = w.node(in, made{typ: graph.TypeHypothesis, name: "pool-is-small", content: "The pool is too small.", set: map[string]string{graph.AttrVerdict: graph.VerdictOpen}})
	l.flagged = w.node(in, made{typ: graph.TypeIdea, name: "two-regions", content: "Two regions are enough."})
	l.settled = w.node(in, made{typ: graph.TypeOutcome, name: "pool-size", content: "The pool has forty connections.", set: map[string]string{graph.AttrTier: graph.TierSettled}})
	l.old = w.node(in, made{typ: graph.TypeIdea, name: "one-region", content: "Xylophone: one region alone."})
	l.pinned = w.node(in, made{typ: graph.TypeIdea, name: "rule", content: "Never deploy on Friday.", set: map[string]string{graph.AttrPin: "the incident of March"}})
	l.cold = w.node(in, made{typ: graph.TypeIdea, name: "logo", content: "A blue logo.", set: map[string]string{graph.AttrLayer: graph.LayerCold}})
	l.foreign = w.node("garden", made{typ: graph.TypeIdea, name: "roses", content: "Zebra roses by the wall.", set: map[string]string{graph.AttrLayer: graph.LayerCore}})
	w.link(in, l.settled, "verifies", l.claim, 1)
	w.end(in, l.old, kaibo.StatusSuperseded, l.flagged)
	w.end(in, l.flagged, graph.StatusFlagged, "")
	w.set(in, l.flagged, graph.AttrReview, "costs are not known")
	return l
}

// remember says something in an initiative, for the structurer of the world.
func (w *readWorld) remember(initiative, text string) {
	w.T.Helper()
	w.Append("main", ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text), Details: kaibo.Details{Actor: "ben", Initiatives: []string{initiative}}})
	w.Settle()
}

//go:build !lean

package verbs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// graphWorld is a project over stores in memory, and the verbs over it.
type graphWorld struct {
	*enginetest.World
	curator *curate.Engine
	deps    *verbs.Deps
	limited []string // ids of the initiatives that the key is limited to
	key     string   // the idempotency key of the next calls; empty for none
}

func newGraphWorld(t *testing.T) *graphWorld {
	t.Helper()
	return overWorld(enginetest.New(t))
}

func overWorld(w *enginetest.World) *graphWorld {
	e := &curate.Engine{Table: w.Ports.Table, Ledger: w.Ledger, Index: w.Index, Views: w.Views, Clock: w.Ports.Now}
	return &graphWorld{World: w, curator: e, deps: &verbs.Deps{Graph: e, Ledger: w.Ledger, Initiatives: w.Ledger, Memories: w.Views, Derived: w.Views,
		Marks: w.Ledger, Records: w.Ledger, Table: w.Ports.Table}}
}

// answer is what a verb answered, as a client reads it.
type answer map[string]any

// call calls a verb.
func (w *graphWorld) call(verb, body string) (answer, error) {
	w.T.Helper()
	v, ok := verbs.Lookup(verb)
	if !ok {
		w.T.Fatalf("there is no verb %s", verb)
	}
	c := &verbs.Call{Deps: w.deps, Project: w.Project, Author: "key of ana", Initiatives: w.limited, IdempotencyKey: w.key,
		Arrived: time.UnixMilli(int64(w.Ports.Now()))}
	out, err := v.Call(context.Background(), c, []byte(body))
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		w.T.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		w.T.Fatal(err)
	}
	return a, nil
}

// must calls a verb that has to succeed.
func (w *graphWorld) must(verb, body string) answer {
	w.T.Helper()
	a, err := w.call(verb, body)
	if err != nil {
		w.T.Fatalf("%s %s: %v", verb, body, err)
	}
	return a
}

func (a answer) text(path string) string { s, _ := a.at(path).(string); return s }

// at answers what lies under a path such as node.name; nil for nothing.
func (a answer) at(path string) any {
	var v any = map[string]any(a)
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// image is the graph at a moment, an entry a node that holds or held and a link,
// so that two images can be compared.
func (w *graphWorld) image(asOf, knownAt kaibo.Time) map[string]string {
	w.T.Helper()
	out := make(map[string]string)
	var ids []string
	hidden := make(map[string]bool)
	var links []graph.Link
	err := w.curator.Read(context.Background(), w.Project, asOf, knownAt, func(v *graph.View) error {
		v.Nodes(func(n graph.Node) bool {
			if n.Curated() && n.Status == kaibo.StatusCanceled && n.From == n.To {
				hidden[n.ID] = true // it never held
				return true
			}
			ids = append(ids, n.ID)
			links = append(links, v.Out(n.ID)...)
			if !n.Curated() && n.Status == "" {
				n.Status = kaibo.StatusCurrent
			}
			n.Changed, n.From, n.To = 0, 0, 0
			out[n.ID] = fmt.Sprintf("%+v", n)
			return true
		})
		for _, role := range []string{"lead", "plan", "next"} {
			for _, id := range w.initiatives() {
				if holder := v.Attr(id, graph.AttrSlot+role); holder != "" {
					out[id+" "+role] = holder
				}
			}
		}
		return nil
	})
	if err != nil {
		w.T.Fatal(err)
	}
	for _, l := range links {
		if !hidden[l.From] && !hidden[l.To] {
			out[graph.LinkID(l.From, l.Type, l.To)] = fmt.Sprint(l.Weight)
		}
	}
	records, err := w.curator.Records(context.Background(), w.Project, ids)
	if err != nil {
		w.T.Fatal(err)
	}
	for i, id := range ids {
		if records[i] == nil {
			continue
		}
		r, ok := records[i].At(knownAt)
		if !ok {
			continue
		}
		out[id] += fmt.Sprintf(" memory %s %v %v %s", r.Status, r.ValidFrom, r.ValidTo, r.SupersededBy)
	}
	return out
}

// initiatives answers the ids of the initiatives that tests use.
func (w *graphWorld) initiatives() []string {
	ids, err := w.Ledger.InitiativeIDs(context.Background(), w.Project, []string{"launch", "other", "start"})
	if err != nil {
		w.T.Fatal(err)
	}
	return ids
}

// now is the graph as it is.
func (w *graphWorld) now() map[string]string {
	return w.image(w.Ports.Now(), kaibo.Forever)
}

//go:build !lean

package verbs_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// prelude is what is there before each case: verbs and bodies.
var prelude = [][2]string{
	{"idea", `{"content": "Roll out by region, the smallest first.", "name": "rollout", "initiative": "launch", "tags": ["Plan"]}`},
	{"jot", `{"content": "The pool is too small for 400 users.", "name": "pool", "initiative": "launch"}`},
	{"draft", `{"content": "Dear customers, the release is near.", "name": "letter", "initiative": "launch", "pin": "It is due.", "layer": "hot"}`},
	{"jot", `{"content": "The other side has a pool of its own.", "name": "pool", "initiative": "other"}`},
	{"jot", `{"content": "A word of the project as a whole.", "name": "common"}`},
}

// refusal is a call that must be refused, and what the refusal says.
type refusal struct {
	body string
	kind kaibo.Kind
	says string
}

// writing is a verb that writes, and what is to be seen of it. Every one is
// tried in the same way: it succeeds, is seen in the answer, is a no-op when it
// is done again where again says so, is refused, is behind the wall of another
// initiative and of a limited key, shows at its times and no others, is undone
// and done again, and its graph and its memories are the same after a rebuild.
type writing struct {
	verb    string
	before  [][2]string // further preparation
	body    string
	want    map[string]any // by path in the answer
	again   bool           // the same once more changes nothing
	refused []refusal
	free    bool // it names no node, so that it can be done in any initiative
}

func TestWritingVerbs(t *testing.T) {
	covered := map[string]bool{}
	for _, c := range writings() {
		covered[c.verb] = true
		t.Run(c.verb, func(t *testing.T) {
			t.Parallel()
			c.succeeds(t)
			c.isRefused(t)
			c.isWalled(t)
			c.isUndone(t)
		})
	}
	for _, v := range verbs.All() {
		s := v.Spec()
		if s.Writes() && graphSets[s.Toolset] && !covered[s.Name] && !ownTests[s.Name] {
			t.Errorf("no case tries %s", s.Name)
		}
	}
}

var graphSets = map[verbs.Toolset]bool{verbs.Capture: true, verbs.Reason: true, verbs.Chains: true, verbs.Bounds: true, verbs.Upkeep: true}

// ownTests are verbs whose tests stand by themselves.
var ownTests = map[string]bool{"undo": true, "hygiene": true, "hygiene.set": true}

// begin is a world with what the case wants to be there.
func (c *writing) begin(t *testing.T) *graphWorld {
	t.Helper()
	w := newGraphWorld(t)
	for _, p := range append(prelude[:len(prelude):len(prelude)], c.before...) {
		w.must(p[0], p[1])
	}
	return w
}

func (c *writing) succeeds(t *testing.T) {
	t.Helper()
	w := c.begin(t)
	a := w.must(c.verb, c.body)
	for path, want := range c.want {
		if got := a.at(path); !cmp.Equal(want, got) {
			t.Errorf("%s is %v, not %v, of %s", path, got, want, asJSON(a))
		}
	}
	if a.text("event.kind") != kaibo.KindCurate || a.text("text") == "" || a.at("unchanged") != nil {
		t.Errorf("answered %s", asJSON(a))
	}
	if c.again {
		before := w.now()
		if a := w.must(c.verb, c.body); a.at("unchanged") != true || a.at("event") != nil || a.text("text") == "" {
			t.Errorf("again: answered %s", asJSON(a))
		}
		if diff := cmp.Diff(before, w.now()); diff != "" {
			t.Errorf("again: the graph changed (-before +after):\n%s", diff)
		}
	}
	before := w.now()
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
	if diff := cmp.Diff(before, overWorld(w.Restart()).now()); diff != "" {
		t.Errorf("another process has another graph (-this +other):\n%s", diff)
	}
}

func (c *writing) isRefused(t *testing.T) {
	t.Helper()
	w := c.begin(t)
	before := w.now()
	for _, r := range c.refused {
		_, err := w.call(c.verb, r.body)
		if kaibo.KindOf(err) != r.kind || err == nil || !strings.Contains(err.Error(), r.says) {
			t.Errorf("%s: answered %v, not %v %q", r.body, err, r.kind, r.says)
		}
	}
	if diff := cmp.Diff(before, w.now()); diff != "" {
		t.Errorf("a refused verb changed the graph (-before +after):\n%s", diff)
	}
}

// isWalled tries the call from another initiative, with a key that is limited to
// another, and in another project.
func (c *writing) isWalled(t *testing.T) {
	t.Helper()
	w := c.begin(t)
	ids, err := w.Ledger.InitiativeIDs(context.Background(), w.Project, []string{"other"})
	if err != nil {
		t.Fatal(err)
	}
	before := w.now()
	w.limited = ids
	if _, err := w.call(c.verb, c.body); kaibo.KindOf(err) != kaibo.Forbidden {
		t.Errorf("a key limited to another initiative: %v", err)
	}
	if _, err := w.call(c.verb, strings.ReplaceAll(c.body, `, "initiative": "launch"`, "")); kaibo.KindOf(err) != kaibo.Invalid {
		t.Errorf("a limited key without initiative: %v", err)
	}
	if !c.free {
		if _, err := w.call(c.verb, strings.ReplaceAll(c.body, `"launch"`, `"other"`)); kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("from another initiative: %v", err)
		}
		w.limited, w.Project.ID = nil, "prj2"
		if _, err := w.call(c.verb, c.body); kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("in another project: %v", err)
		}
		w.Project.ID = "prj"
	}
	w.limited = nil
	if diff := cmp.Diff(before, w.now()); diff != "" {
		t.Errorf("what a wall stopped changed the graph (-before +after):\n%s", diff)
	}
}

// isUndone holds what the change looks like at both times, and takes it back.
func (c *writing) isUndone(t *testing.T) {
	t.Helper()
	w := c.begin(t)
	then := w.Ports.Now()
	before := w.now()
	done := w.must(c.verb, c.body)
	after := w.now()
	if diff := cmp.Diff(before, after); diff == "" {
		t.Error("it changed nothing")
	}
	if diff := cmp.Diff(before, w.image(w.Ports.Now(), then)); diff != "" {
		t.Errorf("by what was known before it (-before +then):\n%s", diff)
	}
	undone := w.must("undo", `{"event": "`+done.text("event.id")+`", "initiative": "launch"}`)
	if diff := cmp.Diff(before, w.now()); diff != "" {
		t.Errorf("undone (-before +undone):\n%s", diff)
	}
	if _, err := w.call("undo", `{"event": "`+done.text("event.id")+`", "initiative": "launch"}`); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("undone twice: %v", err)
	}
	w.must("undo", `{"event": "`+undone.text("event.id")+`", "initiative": "launch"}`)
	if diff := cmp.Diff(after, w.now()); diff != "" {
		t.Errorf("done again (-after +again):\n%s", diff)
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
}

func asJSON(v any) string {
	b, _ := json.MarshalIndent(v, "", "  ")
	return string(b)
}

// TestABackdatedChangeHoldsFromThen: both times are the caller's to ask for.
func TestABackdatedChangeHoldsFromThen(t *testing.T) {
	w := (&writing{}).begin(t)
	w.must("layer", `{"node": "rollout", "layer": "core", "initiative": "launch", "occurredAt": "2026-06-01T00:00:00Z"}`)
	layer := func(asOf string) bool {
		for _, n := range w.image(enginetest.At(asOf), kaibo.Forever) {
			if strings.Contains(n, "Name:rollout") {
				return strings.Contains(n, "Layer:core")
			}
		}
		t.Fatal("the node is gone")
		return false
	}
	if layer("2026-05-31T23:59:59Z") || !layer("2026-06-01T00:00:00Z") || !layer("2026-07-02T00:00:00Z") {
		t.Error("the layer does not hold since it was said to")
	}
}

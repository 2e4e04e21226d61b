//go:build !lean

package verbs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// walled is a world with work of two initiatives that touches: what was said in
// the other one, which a key of launch must not see, has the word hidden in it.
func walled(t *testing.T) *graphWorld {
	t.Helper()
	w := (&writing{}).begin(t)
	w.must("idea", `{"content": "A hidden idea.", "name": "hidden one", "initiative": "other"}`)
	return w
}

// id is the id of a node of launch.
func (w *graphWorld) id(name string) string {
	w.T.Helper()
	return w.must("at", `{"node": "`+name+`", "initiative": "launch"}`).text("node.id")
}

// holdsNothing calls a verb with a key of launch and fails where the answer, or
// the error, has the word hidden in it.
func (w *graphWorld) holdsNothing(verb, body string) {
	w.T.Helper()
	limited := w.limited
	w.limited = w.initiatives()[:1]
	defer func() { w.limited = limited }()
	a, err := w.call(verb, body)
	if said := asJSON(a) + fmt.Sprint(err); strings.Contains(said, "hidden") {
		w.T.Errorf("%s %s: %s", verb, body, said)
	}
}

func TestAReplayShowsALimitedKeyNothingElse(t *testing.T) {
	w := walled(t)
	w.key = "slack-1"
	w.must("jot", `{"content": "A hidden note.", "name": "hidden note", "initiative": "other"}`)
	w.limited = w.initiatives()[:1]
	for _, call := range [][2]string{{"jot", `{"content": "x", "initiative": "launch"}`}, {"pin", `{"node": "rollout", "initiative": "launch"}`}} {
		w.holdsNothing(call[0], call[1])
		if _, err := w.call(call[0], call[1]); kaibo.KindOf(err) != kaibo.Conflict {
			t.Errorf("%s: answered %v", call[0], err)
		}
	}
	w.key = "slack-2"
	w.must("jot", `{"content": "Ours.", "name": "ours", "initiative": "launch"}`)
	if a := w.must("jot", `{"content": "Ours.", "name": "ours", "initiative": "launch"}`); a.at("replayed") != true || a.text("node.name") != "ours" {
		t.Errorf("its own replay: %s", asJSON(a))
	}
}

func TestABetterTrailBeyondTheWallIsNoneOfTheChains(t *testing.T) {
	w := walled(t)
	w.must("link", `{"from": "rollout", "to": "pool", "type": "causal", "weight": 0.3, "initiative": "launch"}`)
	w.must("chain", `{"from": "rollout", "to": "pool", "name": "kept", "initiative": "launch"}`)
	w.must("link", `{"from": "`+w.id("rollout")+`", "to": "hidden one", "type": "causal"}`)
	w.must("link", `{"from": "hidden one", "to": "`+w.id("pool")+`", "type": "causal"}`)
	for _, verb := range []string{"chains", "awake", "overview", "reflect", "recent"} {
		w.holdsNothing(verb, `{"initiative": "launch"}`)
	}
	w.holdsNothing("why", `{"chain": "kept", "initiative": "launch"}`)
	if a := w.must("why", `{"chain": "kept", "initiative": "launch"}`); strings.Contains(a.text("text"), "Stale") {
		t.Errorf("stale by what is beyond the wall: %s", asJSON(a))
	}
	if a := w.must("why", `{"chain": "kept"}`); !strings.Contains(a.text("text"), "hidden one") {
		t.Errorf("who sees all is not told: %s", asJSON(a))
	}
}

func TestWhatIsSaidBeyondTheWallIsNotRepeated(t *testing.T) {
	w := walled(t)
	w.must("checklist", `{"content": "Hidden steps.", "name": "hidden list", "items": ["One."], "initiative": "other"}`)
	w.must("task", `{"content": "Call them.", "name": "call", "initiative": "launch"}`)
	w.must("link", `{"from": "`+w.id("call")+`", "to": "hidden list", "type": "part_of"}`)
	w.holdsNothing("done", `{"node": "call", "initiative": "launch"}`)

	w.must("pin", `{"node": "`+w.id("letter")+`", "reason": "A hidden reason."}`)
	w.must("flag", `{"node": "`+w.id("pool")+`", "kind": "review", "reason": "A hidden doubt."}`)
	for _, node := range []string{"letter", "pool"} {
		for _, verb := range []string{"at", "history"} {
			w.holdsNothing(verb, `{"node": "`+node+`", "initiative": "launch"}`)
		}
	}
	for _, verb := range []string{"awake", "overview", "recent", "reflect"} {
		w.holdsNothing(verb, `{"initiative": "launch"}`)
	}
	if a := w.must("at", `{"node": "letter", "initiative": "launch"}`); a.at("node.pinned") != true {
		t.Errorf("it is not told that it is pinned: %s", asJSON(a))
	}

	w.must("supersede", `{"node": "`+w.id("rollout")+`", "by": "hidden one"}`)
	for _, verb := range []string{"pin", "settle", "done"} {
		w.holdsNothing(verb, `{"node": "rollout", "initiative": "launch"}`)
	}
}

package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ofCurrent are the sections of awake that tell what holds.
var ofCurrent = []string{"core", "pins", "roles", "reminders", "tasks", "claims", "hot", "settled", "chains", "warm", "recent"}

// itemsOf are the items of a list, or of a section.
func itemsOf(v any) []map[string]any {
	if section, ok := v.(map[string]any); ok {
		v = section["items"]
	}
	list, _ := v.([]any)
	items := make([]map[string]any, len(list))
	for i := range list {
		items[i] = list[i].(map[string]any)
	}
	return items
}

// TestNothingThatEndedComesBackAsCurrent looks for all that was refuted, replaced,
// dropped or under review, at the end of the project and in its middle, wherever a
// read answers what holds.
func TestNothingThatEndedComesBackAsCurrent(t *testing.T) {
	w := tell(t)
	for _, c := range []struct {
		moment   string
		statuses map[string]int // of nodes that do not hold, so that the test looks at some
	}{
		{atTheEnd, map[string]int{"superseded": 5, "canceled": 3}},
		{midway, map[string]int{"superseded": 3, "canceled": 2, "flagged": 1}},
	} {
		at := map[string]any{"knownAt": c.moment}
		with := func(more map[string]any) map[string]any { maps.Copy(more, at); return more }
		past, statuses := map[string]string{}, map[string]int{}
		for _, id := range w.nodes {
			status, out := w.ask("teo", "at", with(map[string]any{"node": id, "initiative": checkout, "asOf": c.moment}))
			if status == http.StatusNotFound {
				continue // of later
			}
			if s := out["node"].(map[string]any)["status"].(string); s != "current" {
				past[id] = s
				statuses[s]++
			}
		}
		if diff := cmp.Diff(c.statuses, statuses); diff != "" {
			t.Errorf("%s: what ended (-want +got):\n%s", c.moment, diff)
		}
		look := func(where string, items []map[string]any) {
			t.Helper()
			if len(items) == 0 {
				t.Errorf("%s: %s answers nothing", c.moment, where)
			}
			for _, item := range items {
				id, _ := item["id"].(string)
				if id == "" {
					id, _ = item["memoryId"].(string) // as recall has it
				}
				if s := past[id]; s != "" {
					t.Errorf("%s: %s answers what is %s as current: %v", c.moment, where, s, item)
				}
			}
		}
		awake := w.read("awake", c.moment, with(map[string]any{"budget": 32000}))
		var told []map[string]any
		for _, section := range ofCurrent {
			told = append(told, itemsOf(awake[section])...)
		}
		look("awake", told)
		for _, s := range []string{"ended", "review"} {
			for _, item := range itemsOf(awake[s]) {
				if item["status"] != past[item["id"].(string)] {
					t.Errorf("%s: %s has %v, which is %q", c.moment, s, item, past[item["id"].(string)])
				}
			}
		}
		look("walk", itemsOf(w.read("walk", c.moment, with(map[string]any{"from": "goal", "direction": "both", "depth": 8, "limit": 200}))))
		look("neighbours", itemsOf(w.read("neighbours", c.moment, with(map[string]any{"node": "pool runs dry"}))))
		look("find", itemsOf(w.read("find", c.moment, with(map[string]any{"query": "pool of 100 connections, fraud check, timeout, dashboard", "limit": 50}))))
		look("recent", itemsOf(w.read("recent", c.moment, with(map[string]any{"limit": 200}))))
		overview := w.read("overview", c.moment, with(map[string]any{}))
		look("overview", append(itemsOf(overview["roots"]), itemsOf(overview["claims"])...))
		recalled := w.must("teo", "recall", with(map[string]any{"question": "Should the pool of connections be raised to 100?", "initiatives": []string{checkout}, "asOf": c.moment}))
		look("recall", itemsOf(recalled["items"]))
	}
}

// TestEachStepIsUndoneAndDoneAgain takes back each step that nothing was built
// on, and has it again: awake tells another thing meanwhile, and then the same.
func TestEachStepIsUndoneAndDoneAgain(t *testing.T) {
	w := tell(t)
	before, undone := w.standing(), 0
	for i, event := range w.events {
		status, out := w.ask("mira", "undo", map[string]any{"event": event, "initiative": checkout})
		if status == http.StatusConflict {
			continue
		}
		if status != http.StatusCreated {
			t.Fatalf("undo step %d: %d %v", i+1, status, out)
		}
		undone++
		if cmp.Equal(before, w.standing()) {
			t.Errorf("without step %d, %s, all is as with it", i+1, w.steps[i].verb)
		}
		again := out["event"].(map[string]any)["id"]
		w.must("mira", "undo", map[string]any{"event": again, "initiative": checkout})
		if diff := cmp.Diff(before, w.standing()); diff != "" {
			t.Fatalf("step %d, %s, undone and done again (-before +after):\n%s", i+1, w.steps[i].verb, diff)
		}
	}
	if undone < 15 {
		t.Errorf("%d steps could be undone", undone)
	}
}

// standing is what awake tells, without what tells when and in what order it
// came to be so, and how each node is as a whole: that of which awake tells the
// first few changes its order with each undo.
func (w *told) standing() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	awake := w.read("awake", atTheEnd, map[string]any{"budget": 32000})
	for _, section := range slices.Concat(ofCurrent, []string{"review", "ended"}) {
		s := awake[section].(map[string]any)
		out[section] = fmt.Sprint(s["total"])
		if section == "recent" || int(s["total"].(float64)) > len(itemsOf(s)) {
			continue
		}
		for _, item := range itemsOf(s) {
			for _, of := range []string{"verb", "actor", "at", "because"} { // of the last change
				delete(item, of)
			}
			out[section+" "+item["id"].(string)] = fmt.Sprint(item)
		}
	}
	for _, id := range w.nodes {
		at := w.read("at", atTheEnd, map[string]any{"node": id})
		node := at["node"].(map[string]any)
		out[id] = fmt.Sprint(node)
		for _, way := range []string{"out", "in"} {
			for _, link := range itemsOf(at[way]) {
				delete(link, "changed")
				out[id+" "+fmt.Sprint(link)] = way
			}
		}
	}
	return out
}

// TestTheProjectIsRebuiltAsItIs looks whether the store holds what the ledger
// says, makes its views again, and reads the same.
func TestTheProjectIsRebuiltAsItIs(t *testing.T) {
	w := tell(t)
	want := w.read("awake", atTheEnd, nil)
	clean := func(verb string) {
		t.Helper()
		out := w.must(operator, verb, map[string]any{})
		items := itemsOf(out)
		if out["ok"] != true || len(items) != 1 || len(items[0]["findings"].([]any)) > 0 || items[0]["written"] != 0.0 || items[0]["removed"] != 0.0 {
			t.Errorf("%s: %v", verb, out)
		}
	}
	clean("fsck")
	clean("rebuild")
	clean("fsck")
	if diff := cmp.Diff(want, w.read("awake", atTheEnd, nil)); diff != "" {
		t.Errorf("awake (-before +rebuilt):\n%s", diff)
	}
}

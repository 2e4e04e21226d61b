//go:build !lean

package verbs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// linked is a launch with links: the settled pool size was derived from the
// claim, which is about the goal; a trail leads over the rule, too, and a link
// goes to another initiative.
func linked(t *testing.T) *launch {
	l := newLaunch(t)
	in := "launch"
	l.link(in, l.claim, "targets", l.core, 0.9)
	l.link(in, l.settled, "derived_from", l.claim, 0.8)
	l.link(in, l.settled, "refers_to", l.pinned, 0.5)
	l.link(in, l.pinned, "refers_to", l.core, 0.5)
	l.link(in, l.task, "part_of", l.core, 1)
	l.link(in, l.old, "refers_to", l.core, 1)
	l.do("", "link", func(w *curate.Work) error {
		w.Link(l.core, "refers_to", l.foreign, 0.7)
		return nil
	})
	l.do(in, "tag", func(w *curate.Work) error {
		w.Set(l.core, graph.AttrTag+"risk", "1")
		w.Set(l.old, graph.AttrTag+"risk", "1")
		return nil
	})
	l.do(in, "chain", func(w *curate.Work) error {
		id := w.Birth(curate.NewNode{Type: graph.TypeChain, Name: "why-may", Content: "Why the launch is in May."})
		w.Set(id, graph.AttrMembers, l.settled+" "+l.claim+" "+l.core)
		return nil
	})
	return l
}

// labels are the names in a list of an answer.
func labels(out map[string]any, list string) []string {
	names := []string{}
	items, _ := out[list].([]any)
	for _, item := range items {
		m := item.(map[string]any)
		name, _ := m["name"].(string)
		if name == "" {
			name, _ = m["content"].(string)
		}
		if name == "" {
			name, _ = m["text"].(string)
		}
		names = append(names, name)
	}
	return names
}

func TestReadingVerbs(t *testing.T) {
	l := linked(t)
	for _, c := range []struct {
		verb, body, list string
		want             []string
		limited          []string
	}{
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 1}`, "items", []string{"write-docs", "pool-is-small", "rule"}, nil},
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 2, "types": ["targets", "derived_from"]}`, "items", []string{"pool-is-small", "pool-size"}, nil},
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 1, "direction": "out"}`, "items", []string{}, nil},
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 1, "direction": "out", "across": true}`, "items", []string{"roses"}, nil},
		{"walk", `{"from": "goal", "depth": 1, "direction": "out"}`, "items", []string{"roses"}, nil},
		{"walk", `{"from": "goal", "depth": 1, "direction": "out", "across": true}`, "items", []string{}, []string{"launch"}},
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 1, "include": ["past"], "limit": 2}`, "items", []string{"write-docs", "one-region"}, nil},
		{"neighbours", `{"node": "pool-size", "initiative": "launch"}`, "items", []string{"pool-is-small", "rule"}, nil},
		{"drill", `{"node": "goal", "initiative": "launch"}`, "items", []string{"write-docs"}, nil},
		{"drill", `{"node": "why-may", "initiative": "launch"}`, "items", []string{"pool-size", "pool-is-small", "goal"}, nil},
		{"trace", `{"node": "pool-size", "initiative": "launch"}`, "items", []string{"pool-size", "pool-is-small"}, nil},
		{"tagged", `{"tags": ["risk"], "initiative": "launch"}`, "items", []string{"goal"}, nil},
		{"tagged", `{"tags": ["risk"], "initiative": "launch", "include": ["past"]}`, "items", []string{"one-region", "goal"}, nil},
		{"tagged", `{"tags": ["risk"]}`, "items", []string{}, []string{"garden"}},
		{"find", `{"query": "pool", "initiative": "launch"}`, "items", []string{"pool-size", "pool-is-small"}, nil},
		{"find", `{"query": "ROSES", "initiative": "launch"}`, "items", []string{}, nil},
		{"find", `{"query": "roses", "initiative": "launch", "across": true}`, "items", []string{"roses"}, nil},
		{"path", `{"from": "pool-size", "to": "goal", "initiative": "launch"}`, "nodes", []string{"pool-size", "pool-is-small", "goal"}, nil},
		{"chains", `{"initiative": "launch"}`, "items", []string{"why-may"}, nil},
		{"chains", `{"initiative": "launch", "node": "rule"}`, "items", []string{}, nil},
		{"chains", `{"initiative": "launch", "stale": true}`, "items", []string{}, nil},
		{"board", `{"initiative": "launch"}`, "columns", []string{""}, nil},
		{"recent", `{"initiative": "launch", "limit": 2}`, "items", []string{"why-may", "goal"}, nil},
		{"surface", `{"initiative": "launch"}`, "items", []string{"logo"}, nil},
		{"initiatives", `{}`, "items", []string{"launch", "garden"}, nil},
		{"initiatives", `{}`, "items", []string{"garden"}, []string{"garden"}},
	} {
		out := map[string]any{}
		l.must(c.verb, c.body, &out, c.limited...)
		if diff := cmp.Diff(c.want, labels(out, c.list)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s\n%v", c.verb, c.body, diff, out["text"])
		}
		if text, _ := out["text"].(string); text == "" {
			t.Errorf("%s %s: no text", c.verb, c.body)
		}
	}
}

func TestReadingRefusesAndProposes(t *testing.T) {
	l := linked(t)
	for _, c := range []struct {
		verb, body string
		kind       kaibo.Kind
		says       string
		limited    []string
	}{
		{"at", `{"node": "gaol", "initiative": "launch"}`, kaibo.NotFound, "goal", nil},
		{"at", `{"node": "roses", "initiative": "launch"}`, kaibo.NotFound, "", nil},
		{"at", `{"node": "` + l.foreign + `"}`, kaibo.NotFound, "", []string{"launch"}},
		{"at", `{"node": "mem_aaaaaaaaaaaaaaaa"}`, kaibo.NotFound, "", nil},
		{"at", `{"node": ""}`, kaibo.Invalid, "node", nil},
		{"walk", `{"from": "goal", "depth": 9}`, kaibo.Invalid, "depth", nil},
		{"walk", `{"from": "goal", "types": ["near"]}`, kaibo.Invalid, "types", nil},
		{"path", `{"from": "goal", "to": "goal", "initiative": "launch"}`, kaibo.Invalid, "to", nil},
		{"between", `{"a": "goal", "b": "nothing-like-it", "initiative": "launch"}`, kaibo.NotFound, "nothing-like-it", nil},
		{"why", `{"chain": "goal", "initiative": "launch"}`, kaibo.Invalid, "chain", nil},
		{"slots", `{}`, kaibo.Invalid, "initiative", nil},
		{"tagged", `{"tags": []}`, kaibo.Invalid, "tags", nil},
		{"reflect", `{"kinds": ["dust"]}`, kaibo.Invalid, "kinds[0]", nil},
		{"awake", `{"initiative": "lunch"}`, kaibo.NotFound, "launch", nil},
		{"walk", `{"from": "roses", "initiative": "garden"}`, kaibo.NotFound, "garden", []string{"launch"}},
	} {
		err := l.ask(c.verb, c.body, nil, c.limited...)
		if err == nil || kaibo.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.verb, c.body, err)
		}
		if err != nil && len(c.limited) > 0 && strings.Contains(err.Error(), "Zebra") {
			t.Errorf("%s %s tells of what is hidden: %v", c.verb, c.body, err)
		}
	}
}

func TestANodeAsOfAnyMoment(t *testing.T) {
	l := linked(t)
	before := l.Ports.Now()
	l.set("launch", l.core, graph.AttrLayer, graph.LayerCold)
	l.do("launch", "reweight", func(w *curate.Work) error {
		w.Link(l.claim, "targets", l.core, 0.1)
		w.Set(l.core, graph.AttrName, "aim")
		return nil
	})
	var out verbs.AtOut
	l.must("at", `{"node": "aim", "initiative": "launch"}`, &out)
	if out.Node.Layer != graph.LayerCold || out.Node.Name != "aim" || !slices.ContainsFunc(out.In, func(k verbs.LinkOut) bool { return k.Weight == 0.1 && k.Other == "pool-is-small" }) {
		t.Errorf("now: %+v", out)
	}
	if out.OutTotal != 0 {
		t.Errorf("links over the border are shown: %+v", out.Out)
	}
	for _, moment := range []string{"asOf", "knownAt"} {
		l.must("at", fmt.Sprintf(`{"node": "goal", "initiative": "launch", %q: %q}`, moment, before), &out)
		if out.Node.Layer != graph.LayerCore || out.Node.Name != "goal" || !slices.ContainsFunc(out.In, func(k verbs.LinkOut) bool { return k.Weight == 0.9 }) {
			t.Errorf("%s: %+v", moment, out)
		}
		var trail verbs.PathOut
		l.must("path", fmt.Sprintf(`{"from": "pool-size", "to": "goal", "initiative": "launch", %q: %q}`, moment, before), &trail)
		if !trail.Found || len(trail.Nodes) != 3 || trail.Strength < 0.7 {
			t.Errorf("%s: %+v", moment, trail)
		}
	}
	var trail verbs.PathOut
	l.must("path", `{"from": "pool-size", "to": "aim", "initiative": "launch"}`, &trail)
	if trail.Strength != 0.25 || trail.Nodes[1].Name != "rule" {
		t.Errorf("the stronger trail is now %+v", trail)
	}
	var stale verbs.BriefsOut
	l.must("chains", `{"initiative": "launch", "stale": true}`, &stale)
	if stale.Total != 1 || !stale.Items[0].Stale || !strings.Contains(stale.Items[0].Because, "rule") {
		t.Errorf("the chain is stale: %+v", stale)
	}
	var why verbs.WhyOut
	l.must("why", `{"chain": "why-may", "initiative": "launch"}`, &why)
	if len(why.Steps) != 3 || why.Stale == "" || why.Steps[1].Link == nil || why.Steps[1].Because == "" || why.Steps[0].Node.Content != "The pool has forty connections." {
		t.Errorf("why: %+v", why)
	}
	var changes verbs.HistoryOut
	l.must("history", `{"node": "aim", "initiative": "launch"}`, &changes)
	if !slices.ContainsFunc(changes.Items, func(s verbs.HistoryStep) bool {
		return s.What == graph.AttrLayer && s.Old == graph.LayerCore && s.New == graph.LayerCold && s.Actor == "ana" && s.EventID != ""
	}) || !slices.ContainsFunc(changes.Items, func(s verbs.HistoryStep) bool {
		return s.What == graph.AttrWeight && s.Old == "0.9" && s.New == "0.1" && s.Link != nil
	}) {
		t.Errorf("history: %+v", changes)
	}
	l.must("history", `{"node": "`+l.core+`"}`, &changes, "garden-and-launch", "launch")
	if strings.Contains(changes.Text, "roses") {
		t.Errorf("another's node is told:\n%s", changes.Text)
	}
}

func TestWhatEndedIsMarked(t *testing.T) {
	l := linked(t)
	var out verbs.AtOut
	l.must("at", `{"node": "one-region", "initiative": "launch"}`, &out)
	if !out.Node.Past || out.Node.Status != kaibo.StatusSuperseded || out.Node.SupersededBy != l.flagged {
		t.Errorf("at: %+v", out.Node)
	}
	var trail verbs.PathOut
	l.must("path", `{"from": "one-region", "to": "pool-size", "initiative": "launch"}`, &trail)
	if !trail.Found || trail.Nodes[0].Status != kaibo.StatusSuperseded {
		t.Errorf("a trail from what ended: %+v", trail)
	}
}

func TestAutomaticMemoriesAreNodes(t *testing.T) {
	l := linked(t)
	l.remember("launch", "the crane is red")
	l.remember("launch", "the crane is blue")
	l.remember("garden", "the gate is green")
	red, blue, gate := l.Find("the crane is red").ID, l.Find("the crane is blue").ID, l.Find("the gate is green").ID
	l.do("", "link", func(w *curate.Work) error {
		w.Link(l.core, "refers_to", blue, 0.6)
		w.Link(l.core, "refers_to", gate, 0.6)
		return nil
	})
	var met verbs.MetOut
	l.must("walk", `{"from": "goal", "initiative": "launch", "direction": "out", "depth": 2, "include": ["past"]}`, &met)
	ids := []string{}
	for _, m := range met.Items {
		ids = append(ids, m.ID)
	}
	if diff := cmp.Diff([]string{blue, red}, ids); diff != "" {
		t.Errorf("walk (-want +got):\n%s", diff)
	}
	l.must("walk", `{"from": "goal", "initiative": "launch", "direction": "out", "depth": 2}`, &met)
	if len(met.Items) != 1 || met.Total != 1 || met.Items[0].Type != "fact" {
		t.Errorf("what was replaced is passed by: %+v", met)
	}
	var trace verbs.TraceOut
	l.must("trace", `{"node": "`+blue+`", "initiative": "launch"}`, &trace)
	if len(trace.Items) != 2 || trace.Items[1].ID != red || len(trace.Items[1].Events) != 1 || trace.Items[1].Events[0].Stream != "main" {
		t.Errorf("trace: %+v", trace)
	}
	var at verbs.AtOut
	l.must("at", `{"node": "`+blue+`", "initiative": "launch"}`, &at)
	if at.Node.Type != "fact" || at.Node.Layer != graph.LayerWarm || at.Node.Tier != graph.TierWorking || len(at.Out) != 1 || len(at.In) != 1 {
		t.Errorf("at: %+v", at)
	}
	if err := l.ask("at", `{"node": "`+gate+`", "initiative": "launch"}`, nil); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("another's memory: %v", err)
	}
	var changes verbs.HistoryOut
	l.must("history", `{"node": "`+red+`", "initiative": "launch"}`, &changes)
	if len(changes.Items) != 2 || changes.Items[1].New != kaibo.StatusSuperseded {
		t.Errorf("history: %+v", changes)
	}
}

func TestUpkeepFindsWhatShouldBeTidied(t *testing.T) {
	l := linked(t)
	in := "launch"
	l.node(in, made{typ: graph.TypeHypothesis, name: "cache-is-cold", content: "This was ruled out last week."})
	l.node(in, made{typ: graph.TypeIdea, name: "cache_is_cold", content: "x"})
	l.node(in, made{typ: graph.TypeOutcome, name: "signs", content: "Signs cost nine each."})
	l.link(in, l.core, "part_of", l.task, 1)
	l.link(in, l.pinned, "derived_from", l.old, 1)
	l.Ports.Clock.Advance(100 * 24 * 3600 * 1e9)
	var out verbs.FindingsOut
	l.must("reflect", `{"initiative": "launch"}`, &out)
	kinds := map[string]int{}
	for _, f := range out.Items {
		kinds[f.Kind]++
	}
	for _, kind := range []string{"orphan", "open_review", "decided_claim", "promote", "archivable", "overdue"} {
		if kinds[kind] == 0 {
			t.Errorf("reflect finds no %s: %v", kind, kinds)
		}
	}
	if strings.Contains(out.Text, "roses") {
		t.Errorf("another's:\n%s", out.Text)
	}
	l.must("lint", `{"initiative": "launch"}`, &out)
	kinds = map[string]int{}
	for _, f := range out.Items {
		kinds[f.Kind]++
	}
	if diff := cmp.Diff(map[string]int{"cycle": 1, "ended_link": 1, "like_names": 1, "claim_without_target": 1}, kinds); diff != "" {
		t.Errorf("lint (-want +got):\n%s\n%s", diff, out.Text)
	}
	l.must("lint", `{"initiative": "launch", "kinds": ["cycle"]}`, &out)
	if out.Total != 1 {
		t.Errorf("one kind: %+v", out)
	}
}

// TestReadingCosts holds the round trips of a warm process: one query of the
// changes, then the memories in one batch.
func TestReadingCosts(t *testing.T) {
	counter := porttest.NewCounter()
	ports := enginetest.MemPorts(7)
	ports.Table = counter.Table(ports.Table)
	l := &launch{readWorld: overRead(enginetest.Over(t, ports))}
	in := "launch"
	goal := l.node(in, made{typ: graph.TypeIdea, name: "goal", content: "Launch."})
	for i := range 30 {
		id := l.node(in, made{typ: graph.TypeIdea, name: fmt.Sprintf("n-%d", i), content: "x"})
		l.link(in, id, "refers_to", goal, 0.5)
	}
	for _, c := range []struct {
		verb, body    string
		queries, gets int
	}{
		{"awake", `{"initiative": "launch"}`, 2, 3}, // beside: the listing of memories, their records, and names
		{"walk", `{"from": "goal", "initiative": "launch", "depth": 3}`, 1, 1},
		{"path", `{"from": "n-1", "to": "n-2", "initiative": "launch"}`, 1, 1},
		{"between", `{"a": "n-1", "b": "n-2", "initiative": "launch"}`, 1, 1},
		{"lint", `{"initiative": "launch"}`, 1, 1},
	} {
		l.must(c.verb, c.body, nil)
		counter.Reset()
		l.must(c.verb, c.body, nil)
		if q, g := counter.Of(porttest.OpQuery).Calls, counter.Of(porttest.OpGet).Calls; q > c.queries || g > c.gets {
			t.Errorf("%s: %d queries and %d gets, over %d and %d", c.verb, q, g, c.queries, c.gets)
		}
	}
}

func TestHygienePlanTakesOneStepAndLeavesCore(t *testing.T) {
	l := newLaunch(t)
	hot := l.node("launch", made{typ: graph.TypeIdea, name: "hot", content: "x", set: map[string]string{graph.AttrLayer: graph.LayerHot}})
	err := l.engine.Read(t.Context(), l.Project, l.Ports.Now(), kaibo.Forever, func(v *graph.View) error {
		s := v.Scope(l.initiative("launch"))
		plan := func(days int) map[string]string {
			moves := map[string]string{}
			for _, m := range v.HygienePlan(s, graph.DefaultThresholds, v.AsOf+kaibo.Time(days)*86_400_000+1000) {
				moves[m.ID] = m.To
			}
			return moves
		}
		if got := plan(13); len(got) != 0 {
			t.Errorf("after 13 days: %v", got)
		}
		if diff := cmp.Diff(map[string]string{hot: "warm"}, plan(14)); diff != "" {
			t.Errorf("after 14 days (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]string{hot: "warm", l.settled: "cold", l.cold: "frozen"}, plan(1000)); diff != "" {
			t.Errorf("after 1000 days (-want +got):\n%s", diff)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

//go:build !lean

package verbs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func idsOf(briefs []verbs.Brief) []string {
	ids := []string{}
	for i := range briefs {
		ids = append(ids, briefs[i].ID)
	}
	return ids
}

func TestAwakeTellsEachNodeWhereItMatters(t *testing.T) {
	l := newLaunch(t)
	var out verbs.AwakeOut
	l.must("awake", `{"initiative": "launch"}`, &out)
	for _, c := range []struct {
		section string
		got     verbs.AwakeSection
		total   int
		want    []string
	}{
		{"core", out.Core, 1, []string{l.core}},
		{"pins", out.Pins, 1, []string{l.pinned}},
		{"tasks", out.Tasks, 2, []string{l.late, l.task}},
		{"review", out.Review, 1, []string{l.flagged}},
		{"claims", out.Claims, 1, []string{l.claim}},
		{"settled", out.Settled, 1, []string{l.settled}},
		{"ended", out.Ended, 1, []string{l.old}},
		{"hot", out.Hot, 0, []string{}},
	} {
		if diff := cmp.Diff(c.want, idsOf(c.got.Items)); diff != "" || c.got.Total != c.total {
			t.Errorf("%s has %d (-want +got):\n%s", c.section, c.got.Total, diff)
		}
	}
	if out.Overdue != 1 || !out.Tasks.Items[0].Overdue || out.Claims.Items[0].For != 1 || out.Review.Items[0].Because != "costs are not known" || out.Ended.Items[0].By != "two-regions" {
		t.Errorf("%+v", out)
	}
	for _, hidden := range []string{"Xylophone", "Zebra", "blue logo"} {
		if strings.Contains(out.Text, hidden) {
			t.Errorf("%q is told:\n%s", hidden, out.Text)
		}
	}
	if out.Used != tokens.Count(out.Text) || out.Used > out.Budget {
		t.Errorf("%d of %d tokens used, counted %d", out.Used, out.Budget, tokens.Count(out.Text))
	}
	t.Log("\n" + out.Text)
}

func TestAwakeKeepsEveryBudget(t *testing.T) {
	l := newLaunch(t)
	for i := range 20 {
		l.node("launch", made{typ: graph.TypeIdea, name: fmt.Sprintf("long-%d", i), set: map[string]string{graph.AttrLayer: graph.LayerCore},
			content: strings.Repeat("The crane of berth two lifts nine tons in wind. ", 40)})
	}
	last := 0
	for _, budget := range []int{64, 65, 80, 100, 150, 200, 400, 1024, 4000} {
		var out verbs.AwakeOut
		l.must("awake", fmt.Sprintf(`{"initiative": "launch", "budget": %d}`, budget), &out)
		n := tokens.Count(out.Text)
		if n > budget || n != out.Used || out.Core.Total != 21 {
			t.Errorf("budget %d: %d tokens, said %d, %d core", budget, n, out.Used, out.Core.Total)
		}
		if len(out.Core.Items) == 0 {
			t.Errorf("budget %d: nothing of the core is told:\n%s", budget, out.Text)
		}
		if n < last {
			t.Errorf("budget %d: %d tokens, fewer than with less", budget, n)
		}
		last = n
	}
}

func TestAwakeIsWithinItsInitiative(t *testing.T) {
	l := newLaunch(t)
	for _, c := range []struct {
		name, body string
		limited    []string
		has, not   string
	}{
		{"whole", `{}`, nil, "Zebra", ""},
		{"one", `{"initiative": "garden"}`, nil, "Zebra", "harbour"},
		{"limited", `{}`, []string{"garden"}, "Zebra", "harbour"},
		{"limited to it", `{"initiative": "launch"}`, []string{"launch"}, "harbour", "Zebra"},
	} {
		var out verbs.AwakeOut
		l.must("awake", c.body, &out, c.limited...)
		if !strings.Contains(out.Text, c.has) || c.not != "" && strings.Contains(out.Text, c.not) {
			t.Errorf("%s:\n%s", c.name, out.Text)
		}
	}
	err := l.ask("awake", `{"initiative": "launhc"}`, nil)
	if kaibo.KindOf(err) != kaibo.NotFound || !strings.Contains(err.Error(), "did you mean “launch”?") {
		t.Errorf("a name that nothing has: %v", err)
	}
	err = l.ask("awake", `{"initiative": "launch"}`, nil, "garden")
	if kaibo.KindOf(err) != kaibo.NotFound || strings.Contains(err.Error(), "mean") {
		t.Errorf("another's: %v", err)
	}
}

func TestAwakeAsOfAMoment(t *testing.T) {
	l := newLaunch(t)
	before := l.Ports.Now()
	l.set("launch", l.task, graph.AttrState, "done")
	l.set("launch", l.core, graph.AttrLayer, graph.LayerFrozen)
	var out verbs.AwakeOut
	l.must("awake", `{"initiative": "launch"}`, &out)
	if out.Tasks.Total != 1 || out.Core.Total != 0 {
		t.Errorf("now: %+v", out)
	}
	for _, at := range []string{"asOf", "knownAt"} {
		l.must("awake", fmt.Sprintf(`{"initiative": "launch", %q: %q}`, at, before), &out)
		if out.Tasks.Total != 2 || out.Core.Total != 1 {
			t.Errorf("%s: %d tasks, %d core", at, out.Tasks.Total, out.Core.Total)
		}
	}
}

func TestAwakeTellsAutomaticMemoriesOfTheInitiative(t *testing.T) {
	l := newLaunch(t)
	l.remember("launch", "the crane is red")
	l.remember("garden", "the gate is green")
	var out verbs.AwakeOut
	l.must("awake", `{"initiative": "launch"}`, &out)
	if !strings.Contains(out.Text, "crane") || strings.Contains(out.Text, "gate") {
		t.Errorf("told:\n%s", out.Text)
	}
	seen := map[string]bool{}
	for _, b := range out.Recent.Items {
		if seen[b.ID] {
			t.Errorf("%s twice", b.ID)
		}
		seen[b.ID] = true
	}
}

// TestAwakeNamesNoSuccessorOverTheBorder ends a node by one of another
// initiative, which blocks a task too: its name is not told over the wall, and is
// to who sees both.
func TestAwakeNamesNoSuccessorOverTheBorder(t *testing.T) {
	l := newLaunch(t)
	l.end("launch", l.pinned, kaibo.StatusSuperseded, l.foreign)
	l.link("garden", l.foreign, "blocks", l.late, 1)
	for _, c := range []struct {
		name, body string
		limited    []string
		told       bool
	}{
		{"the wall", `{"initiative": "launch"}`, nil, false},
		{"a limited key", `{}`, []string{"launch"}, false},
		{"the project", `{"budget": 32000}`, nil, true},
	} {
		var out verbs.AwakeOut
		l.must("awake", c.body, &out, c.limited...)
		for where, items := range map[string][]verbs.Brief{"ended": out.Ended.Items, "tasks": out.Tasks.Items} {
			found := false
			for i := range items {
				found = found || items[i].By == "roses"
			}
			if found != c.told {
				t.Errorf("%s: %s tells of roses: %v\n%s", c.name, where, found, out.Text)
			}
		}
	}
}

// TestAwakeTellsRolesAndWhy gives a cold node a role, and decides a claim and a
// review: each is told with its reason, and what was done or has a new version is
// not among what ended.
func TestAwakeTellsRolesAndWhy(t *testing.T) {
	w := (&writing{}).begin(t)
	for _, step := range [][2]string{
		{"idea", `{"content": "Go by ship.", "name": "ship", "layer": "cold", "initiative": "launch"}`},
		{"slot", `{"role": "route", "node": "ship", "initiative": "launch"}`},
		{"claim", `{"content": "The tide is low.", "name": "tide", "initiative": "launch"}`},
		{"confirm", `{"claim": "tide", "because": "The table says so.", "initiative": "launch"}`},
		{"idea", `{"content": "Ask the pilot.", "name": "pilot", "initiative": "launch"}`},
		{"flag", `{"node": "pilot", "kind": "review", "initiative": "launch"}`},
		{"close_review", `{"node": "pilot", "outcome": "stands", "because": "She has a licence.", "initiative": "launch"}`},
		{"idea", `{"content": "First words.", "name": "speech", "initiative": "launch"}`},
		{"revise", `{"node": "speech", "content": "Second words.", "initiative": "launch"}`},
		{"task", `{"content": "Buy rope.", "name": "rope", "initiative": "launch"}`},
		{"done", `{"node": "rope", "content": "Rope is bought.", "initiative": "launch"}`},
		{"idea", `{"content": "Go by train.", "name": "train", "initiative": "launch"}`},
		{"supersede", `{"node": "train", "content": "Trains are on strike.", "reason": "It was in the news.", "initiative": "launch"}`},
		{"layer", `{"node": "train", "layer": "cold", "initiative": "launch"}`},
	} {
		w.must(step[0], step[1])
	}
	a := w.must("awake", `{"initiative": "launch", "budget": 32000}`)
	text := a.text("text")
	for _, want := range []string{
		"[role: route, idea] ship: Go by ship.",
		"tide: The tide is low. (The table says so.)",
		"pilot: Ask the pilot. (review closed: She has a licence.)",
		"supersede, superseded] train (It was in the news.) → " + a.text("ended.items.0.by") + ": Trains are on strike.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told", want)
		}
	}
	if a.at("ended.total") != 1.0 || a.text("ended.items.0.name") != "train" || a.text("roles.items.0.roles.0") != "route" {
		t.Errorf("ended %v, roles %v", a.at("ended"), a.at("roles"))
	}
	if t.Failed() {
		t.Log("\n" + text)
	}
	recent := w.must("recent", `{"initiative": "launch", "include": ["past"], "limit": 100}`).text("text")
	if !strings.Contains(recent, "First words.") || !strings.Contains(recent, "Buy rope.") {
		t.Errorf("recent leaves out what ended:\n%s", recent)
	}
}

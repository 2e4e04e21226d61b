package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func TestResolve(t *testing.T) {
	mem := "mem_" + strings.Repeat("a", 16)
	b := build(t).at(1).born("n1", "rollout").born("n2", "Rollout").born("n3", "budget").born("n4", "old plan").done().
		at(2).end("n4", kaibo.StatusSuperseded).born("n5", "old plan").done().
		at(3).end("n3", graph.StatusFlagged).done()
	for _, c := range []struct{ in, ref, want string }{
		{"ini_a", "rollout", "n1"}, {"ini_a", "Rollout", "n2"}, {"", "rollout", "n1"},
		{"ini_a", "BUDGET", "n3"}, // under review
		{"ini_a", "old plan", "n5"}, {"ini_a", "n4", "n4"}, {"ini_a", mem, mem},
		{"ini_a", "ROLLOUT", "invalid_request several"},
		{"ini_a", "rolout", `not_found nearest names are "Rollout", "rollout"`},
		{"ini_b", "rollout", "not_found there is no node"},
		{"ini_b", "n1", "not_found there is no node"},
	} {
		got, err := b.now().Resolve(c.in, c.ref)
		if kind, words, refused := strings.Cut(c.want, " "); refused {
			if err == nil || kaibo.KindOf(err).String() != kind || !strings.Contains(err.Error(), words) {
				t.Errorf("%s in %s: got %s, %v; want %s", c.ref, c.in, got, err, c.want)
			}
		} else if got != c.want || err != nil {
			t.Errorf("%s in %s: got %s, %v; want %s", c.ref, c.in, got, err, c.want)
		}
	}
	if got, err := b.g.At(1000, 1000).Resolve("", "old plan"); got != "n4" || err != nil {
		t.Errorf("then %s, %v", got, err)
	}
}

func TestMergedAndDeletedInitiatives(t *testing.T) {
	b := build(t).nodes("n1").at(2).born("n2", "two").set("n2", graph.AttrInitiative+"ini_a", "", graph.AttrInitiative+"ini_b", "1").
		set("ini_a", graph.AttrSlot+"lead", "n1").done()
	if diff := cmp.Diff([]string{"n2"}, b.now().Members("ini_b")); diff != "" {
		t.Error(diff)
	}
	b.at(3).set("ini_a", graph.AttrMerged, "ini_b").done()
	v := b.now()
	if diff := cmp.Diff([]string{"n2", "n1"}, v.Members("ini_b")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]graph.Slot{{Role: "lead", Node: "n1", Changed: 2}}, v.Slots("ini_b")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"in/ini_a"}, v.Memberships("n1", "ini_b")); diff != "" {
		t.Error(diff)
	}
	if n, _ := v.Node("n1"); cmp.Diff([]string{"ini_b"}, n.Initiatives) != "" {
		t.Errorf("member of %v", n.Initiatives)
	}
	b.at(4).link("n1", "causal", "n2", 1).done().at(5).set("ini_b", graph.AttrDeleted, "1").done()
	if n, _ := b.now().Node("n1"); !n.Hidden || b.now().Member("n1") {
		t.Errorf("in sight: %+v", n)
	}
	if r := b.now().Walk("n1", graph.WalkOptions{}); r.Total != 0 {
		t.Errorf("walked to %+v", r)
	}
	if ids := b.now().Members("ini_b"); ids != nil {
		t.Errorf("deleted, with %v", ids)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"rollout", "rollback", "pricing review", "Übergabe", "budget-2026", "launch"}
	for _, c := range []struct {
		asked string
		want  []string
	}{
		{"rolout", []string{"rollout"}},
		{"roll", []string{"rollout", "rollback"}},
		{"review pricing", []string{"pricing review"}},
		{"UBERGABE", []string{"Übergabe"}},
		{"luanch", []string{"launch"}},
		{"budgets", []string{"budget-2026"}},
		{"zzz", nil}, {"", nil},
	} {
		if diff := cmp.Diff(c.want, graph.Nearest(names, c.asked, 3)); diff != "" {
			t.Errorf("%s: %s", c.asked, diff)
		}
	}
}

func TestNearDuplicates(t *testing.T) {
	got := graph.NearDuplicates([]string{"launch", "Launch", "launch plan", "launch-plans", "sprint 1", "sprint 2", "prcing", "pricing", "a", "b"})
	want := [][2]string{{"Launch", "launch"}, {"launch plan", "launch-plans"}, {"prcing", "pricing"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHistory(t *testing.T) {
	b := build(t).nodes("n1").at(2).set("n1", graph.AttrLayer, "hot").done().at(3).set("n1", graph.AttrLayer, "hot").done().
		at(4).set("n1", graph.AttrLayer, "cold").link("n1", "causal", "n2", .5).done()
	var layers []string
	for _, s := range b.now().History("n1") {
		if s.Attr == graph.AttrLayer {
			layers = append(layers, s.Old+">"+s.New+" "+s.EventID+" "+s.Actor+" "+s.Reason)
		}
	}
	if diff := cmp.Diff([]string{">hot evt_2 ana because", "hot>cold evt_4 ana because"}, layers); diff != "" {
		t.Error(diff)
	}
	steps := b.now().LinkHistory("n1")
	if len(steps) != 1 || steps[0].New != "0.5" || steps[0].Entity != "n1>causal>n2" {
		t.Errorf("links: %+v", steps)
	}
}

func TestUndo(t *testing.T) {
	b := build(t).nodes("n1", "n2").at(2).set("n1", graph.AttrLayer, "hot").link("n1", "causal", "n2", .5).done()
	undo := func(event string) graph.Undo {
		t.Helper()
		u, ok := b.now().UndoOf(event)
		if !ok {
			t.Fatalf("no change of %s", event)
		}
		return u
	}
	take := func(event string) {
		u := undo(event)
		b.at(int(b.g.Number()) + 1)
		b.c.Undoes, b.c.Facts = event, u.Facts
		b.done()
	}
	state := func() string {
		n, _ := b.now().Node("n1")
		l, _ := b.now().Link("n1", "causal", "n2")
		return n.Layer + " " + l.Type
	}
	take("evt_2")
	if got := state(); got != "warm " {
		t.Errorf("after the undo %q", got)
	}
	if n, _ := b.g.At(2500, kaibo.Forever).Node("n1"); n.Layer != "warm" {
		t.Errorf("in between it is still %s", n.Layer)
	}
	if u := undo("evt_2"); u.By != "evt_3" || cmp.Diff([]string{"evt_3"}, u.Conflicts) != "" {
		t.Errorf("again: %+v", u)
	}
	take("evt_3")
	if got := state(); got != "hot causal" {
		t.Errorf("after the redo %q", got)
	}
	if u := undo("evt_2"); len(u.Conflicts) != 0 {
		t.Errorf("once more: %+v", u)
	}
	b.at(9).set("n1", graph.AttrLayer, "core").done()
	if u := undo("evt_2"); cmp.Diff([]string{"evt_5"}, u.Conflicts) != "" || u.By != "" {
		t.Errorf("changed since: %+v", u)
	}
	b.at(10).end("n2", kaibo.StatusCanceled).done()
	u := undo("evt_6")
	if len(u.Facts) != 0 || len(u.Standing) != 1 || u.Standing[0].Status != "current" || u.Standing[0].To != kaibo.Forever {
		t.Errorf("an ending: %+v", u)
	}
	if u := undo("evt_1"); cmp.Diff([]string{"n1", "n2"}, u.Births) != "" || cmp.Diff([]string{"evt_6"}, u.Conflicts) != "" {
		t.Errorf("births: %+v", u)
	}
	if _, ok := b.now().UndoOf("evt_99"); ok {
		t.Error("undid what never was")
	}
}

// Names that are all one letter apart, and names that are numbered, are as many
// pairs as there are names squared.
func TestNearDuplicatesAreBounded(t *testing.T) {
	var apart, numbered []string
	for i := range 2000 {
		apart = append(apart, "aaaaaaaaaa"+string(rune(0x4e00+i))+"bbbbbbbbb")
		numbered = append(numbered, fmt.Sprintf("task-%d", i))
	}
	if n := len(graph.NearDuplicates(apart)); n == 0 || n > graph.MaxAlike*graph.MaxAlike {
		t.Errorf("%d pairs", n)
	}
	if pairs := graph.NearDuplicates(numbered); len(pairs) > 0 {
		t.Errorf("numbered names are duplicates: %v", pairs[0])
	}
}

package graph_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// fold applies changes to a new graph.
func fold(t testing.TB, changes []graph.Change) *graph.Graph {
	t.Helper()
	g := graph.New()
	for _, c := range changes {
		if err := g.Apply(c); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// tell makes a story of n changes.
func tell(seed uint64, n int) *story {
	s := &story{r: rand.New(rand.NewPCG(seed, 1)), now: 100_000}
	for range n {
		s.next()
	}
	return s
}

// TestViewsEqualAPlainReplay compares every answer of a view, for random
// histories and moments of both times, with one that goes through the changes.
func TestViewsEqualAPlainReplay(t *testing.T) {
	for seed := range uint64(60) {
		s := tell(seed, 20+int(seed)%60)
		g, left := fold(t, s.changes), s.left()
		for k := range 5 {
			asOf, knownAt := 80_000+kaibo.Time(s.r.IntN(150))*1000, 80_000+kaibo.Time(s.r.IntN(150))*1000
			if k < 3 {
				knownAt = kaibo.Forever
			}
			if k == 0 {
				asOf = 1_000_000
			}
			where := fmt.Sprintf("seed %d as of %d known at %d", seed, asOf, knownAt)
			compare(t, where, g.At(asOf, knownAt), replayed(left, asOf, knownAt))
			if t.Failed() {
				return
			}
		}
	}
}

// everything lists nodes, linked ones included.
func everything(r *replay) []string {
	ids := []string{"auto0", "auto1", "auto2", "nobody"}
	for _, id := range r.order {
		if !strings.Contains(id, ">") && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func compare(t *testing.T, where string, v *graph.View, r *replay) {
	t.Helper()
	check := func(what string, want, got any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s: %s", where, what, diff)
		}
	}
	ids := everything(r)
	for _, id := range ids {
		want, ok := r.node(id)
		got, found := v.Node(id)
		check("node "+id, want, got)
		check("whether there is "+id, ok, found)
		for _, past := range []bool{false, true} {
			var got []string
			for _, n := range v.Walk(id, graph.WalkOptions{Depth: 3, IncludePast: past}).Nodes {
				got = append(got, fmt.Sprintf("%s%d<%s %s", n.ID, n.Depth, n.Via, n.Link.Type))
			}
			check("walk from "+id, r.walk(id, 3, past), strings.Join(got, ","))
		}
		var steps []string
		for _, h := range v.History(id) {
			steps = append(steps, fmt.Sprintf("%d %s %q>%q by %s", h.Number, h.Attr, h.Old, h.New, h.Actor))
		}
		check("history of "+id, r.history(id), strings.Join(steps, ","))
	}
	wantScans(t, where, v, r)
	links := []graph.Link{}
	for _, id := range ids {
		links = append(links, v.Out(id)...)
	}
	want := r.links()
	for _, list := range [][]graph.Link{want, links} {
		slices.SortFunc(list, func(a, b graph.Link) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	check("links", want, links)
	for _, pair := range [][2]int{{0, 4}, {4, 5}, {5, 1}, {2, 0}} {
		if pair[0] < len(ids) && pair[1] < len(ids) {
			check("path", r.trail(ids[pair[0]], ids[pair[1]]), trail(v, ids[pair[0]], ids[pair[1]]))
		}
	}
	for _, ini := range storyInis {
		got := v.Members(ini)
		slices.Sort(got)
		if now, _ := v.Initiative(ini); now == ini {
			check("members of "+ini, r.members(ini), got)
		}
	}
}

// wantScans compares Nodes and Scan with the replay's nodes, in order.
func wantScans(t *testing.T, where string, v *graph.View, r *replay) {
	t.Helper()
	var want, nodes []string
	var wantSeen, seen []string
	for _, id := range r.order {
		n, ok := r.node(id)
		if ok && !strings.Contains(id, ">") {
			want = append(want, id)
			if !n.Hidden {
				wantSeen = append(wantSeen, sketchOf(n, r.asOf))
			}
		}
	}
	v.Nodes(func(n graph.Node) bool {
		nodes = append(nodes, n.ID)
		return true
	})
	v.Scan(nil, func(s *graph.Sketch) bool {
		full := s.Full()
		seen = append(seen, fmt.Sprint(s.ID, s.Type, s.Tier, s.Layer, s.Status, s.From, s.To, s.Due, s.Born, s.Changed, s.Pinned, s.Holds, s.Name()))
		if full.ID != s.ID {
			t.Errorf("%s: %s in full is %s", where, s.ID, full.ID)
		}
		return true
	})
	if diff := cmp.Diff(want, nodes); diff != "" {
		t.Errorf("%s: nodes: %s", where, diff)
	}
	if diff := cmp.Diff(wantSeen, seen); diff != "" {
		t.Errorf("%s: scanned: %s", where, diff)
	}
}

func sketchOf(n graph.Node, asOf kaibo.Time) string {
	return fmt.Sprint(n.ID, n.Type, n.Tier, n.Layer, n.Status, n.From, n.To, n.Due, n.Born, n.Changed, n.Pinned, n.Holds(asOf), n.Name)
}

// trail is a trail as text.
func trail(v *graph.View, from, to string) string {
	found, ok := v.Path(from, to, graph.PathOptions{})
	if !ok {
		return "none"
	}
	out := []string{from}
	for i, l := range found.Links {
		out = append(out, l.Type, found.Nodes[i+1])
	}
	return fmt.Sprint(strings.Join(out, " "), " ", found.Strength)
}

// trail is the replay's, for ends that the graph was ever told of.
func (r *replay) trail(from, to string) string {
	for _, id := range []string{from, to} {
		if !slices.ContainsFunc(r.order, func(e string) bool {
			a, _, b, ok := graph.ParseLinkID(e)
			return e == id || ok && (a == id || b == id)
		}) {
			return "none"
		}
	}
	return r.path(from, to)
}

// TestTheFoldIsTheSameFromWhatIsStored folds the changes as they were made, and
// as a store holds them: through JSON, and without what was forgotten since.
func TestTheFoldIsTheSameFromWhatIsStored(t *testing.T) {
	for seed := range uint64(20) {
		s := tell(seed+1000, 60)
		made, again := fold(t, s.changes), graph.New()
		for _, c := range s.left() {
			var read graph.Change
			if err := json.Unmarshal(kaibo.Encode(c), &read); err != nil {
				t.Fatal(err)
			}
			if err := again.Apply(read); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range s.left() {
			one, _ := made.Change(c.EventID)
			other, _ := again.Change(c.EventID)
			if diff := cmp.Diff(one, other); diff != "" {
				t.Fatalf("seed %d: change %d: %s", seed, c.Number, diff)
			}
			if one.Actor != c.Actor || len(one.Facts) != len(c.Facts) {
				t.Fatalf("seed %d: change is %+v, was %+v", seed, one, c)
			}
		}
		for asOf := kaibo.Time(80_000); asOf < 220_000; asOf += 9_000 {
			compare(t, fmt.Sprintf("seed %d", seed), again.At(asOf, kaibo.Forever), replayed(s.left(), asOf, kaibo.Forever))
			names := [2][]string{made.At(asOf, asOf).Names(nil), again.At(asOf, asOf).Names(nil)}
			slices.Sort(names[0])
			slices.Sort(names[1])
			if diff := cmp.Diff(names[0], names[1]); diff != "" {
				t.Errorf("seed %d: names: %s", seed, diff)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// TestWhatIsForgottenIsNotInMemory looks for the words in all that a graph can
// say.
func TestWhatIsForgottenIsNotInMemory(t *testing.T) {
	b := build(t).at(1).born("n1", "canary name").set("n1", graph.AttrTag+"canary tag", "1", graph.AttrPin, "canary pin").done().
		at(2).born("n2", "canary name").set("n3", graph.AttrTag+"canary tag", "1").done()
	b.at(3).c.Forgets = []string{"n1", "n3"}
	b.done()
	if id, err := b.now().Resolve("", "canary name"); id != "n2" || err != nil {
		t.Errorf("the other's name leads to %s, %v", id, err)
	}
	b.at(4).c.Forgets = []string{"evt_2", "evt_1"}
	b.done()
	if words := graph.Words(b.g, "canary"); len(words) > 0 {
		t.Errorf("in memory: %v", words)
	}
	for _, at := range []kaibo.Time{1000, 2000, 9000} {
		v := b.g.At(9000, at)
		if n, _ := v.Node("n1"); n.Name != "" || n.Tags != nil || n.Pinned {
			t.Errorf("at %d: %+v", at, n)
		}
		if ids := v.Tagged("canary tag"); ids != nil {
			t.Errorf("at %d tagged: %v", at, ids)
		}
	}
	if c, _ := b.g.Change("evt_1"); c.Actor != "" || c.Reason != "" {
		t.Errorf("change is %+v", c)
	}
}

func TestApplyAfterAGapFails(t *testing.T) {
	g := graph.New()
	for _, number := range []uint64{0, 2} {
		if err := g.Apply(graph.Change{Number: number}); err == nil {
			t.Errorf("took change %d first", number)
		}
	}
	if g.Number() != 0 {
		t.Errorf("at %d", g.Number())
	}
}

// TestWhatIsUndoneNeverWas takes changes of random histories back, and undos too,
// and compares every moment with a replay in which what is undone is not there.
func TestWhatIsUndoneNeverWas(t *testing.T) {
	undone := 0
	for seed := range uint64(150) {
		s := tell(seed+5000, 12)
		g := fold(t, s.changes)
		for range 14 {
			target := s.changes[s.r.IntN(len(s.changes))]
			u, ok := g.At(1_000_000, kaibo.Forever).UndoOf(target.EventID)
			if !ok || len(target.Forgets) > 0 || len(u.Conflicts) > 0 {
				continue
			}
			c := graph.Change{Number: g.Number() + 1, EventID: fmt.Sprintf("evt_%d", g.Number()+1), RecordedAt: s.now, ValidFrom: s.now,
				Undoes: target.EventID, Facts: u.Facts}
			for _, id := range u.Births {
				c.Facts = append(c.Facts, graph.Fact{Entity: id, Attr: graph.AttrStatus, Value: kaibo.StatusCanceled})
			}
			for _, old := range u.Standing {
				c.Facts = append(c.Facts, graph.Fact{Entity: old.ID, Attr: graph.AttrStatus, Value: old.Status})
			}
			s.changes = append(s.changes, c)
			if err := g.Apply(c); err != nil {
				t.Fatal(err)
			}
			undone++
		}
		wantUndone(t, seed, g, s)
		if t.Failed() {
			return
		}
	}
	if undone < 500 {
		t.Errorf("only %d were taken back", undone)
	}
}

// wantUndone compares all attributes but how nodes stand.
func wantUndone(t *testing.T, seed uint64, g *graph.Graph, s *story) {
	t.Helper()
	off := map[string]bool{}
	for _, c := range slices.Backward(s.changes) {
		if c.Undoes != "" && !off[c.EventID] {
			off[c.Undoes] = true
		}
	}
	gone := map[string]bool{} // nodes whose birth was taken back
	var counting []graph.Change
	for _, c := range s.left() {
		if c.Undoes != "" || off[c.EventID] {
			for _, b := range c.Births {
				gone[b.ID] = true
			}
			continue
		}
		counting = append(counting, c)
	}
	for asOf := kaibo.Time(80_000); asOf < 160_000; asOf += 5_000 {
		v, r := g.At(asOf, kaibo.Forever), replayed(counting, asOf, kaibo.Forever)
		for _, c := range s.changes {
			for _, f := range c.Facts {
				if isStanding(f.Attr) || gone[f.Entity] || graph.IsText(f.Attr) && len(counting) < len(s.changes) && forgot(s) {
					continue
				}
				if want, got := r.attrs[f.Entity][f.Attr], v.Attr(f.Entity, f.Attr); want != got {
					t.Errorf("seed %d as of %d: %s of %s is %q, want %q", seed, asOf, f.Attr, f.Entity, got, want)
				}
			}
		}
	}
}

// forgot reports whether words were forgotten, which no undo brings back.
func forgot(s *story) bool {
	return slices.ContainsFunc(s.changes, func(c graph.Change) bool { return len(c.Forgets) > 0 })
}

// FuzzChange reads changes that anybody could have written: no answer may panic,
// and what a graph says of a change folds to the same again.
func FuzzChange(f *testing.F) {
	for _, c := range tell(1, 30).changes {
		f.Add(kaibo.Encode(c))
	}
	f.Add([]byte(`{"number":1,"eventId":"a","births":[{"id":"a>b>c"},{"id":""}],"facts":[{"entity":">>","attr":"weight","value":"NaN"},{"entity":"a","attr":""}],"forgets":["a",""]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var c graph.Change
		if json.Unmarshal(data, &c) != nil {
			t.Skip()
		}
		g := graph.New()
		c.Number = 1
		if err := g.Apply(c); err != nil {
			t.Fatal(err)
		}
		said, _ := g.Change(c.EventID)
		again := graph.New()
		if err := again.Apply(said); err != nil {
			t.Fatal(err)
		}
		twice, _ := again.Change(c.EventID)
		if diff := cmp.Diff(said, twice); diff != "" {
			t.Fatal(diff)
		}
		v := g.At(kaibo.Forever, kaibo.Forever)
		v.UndoOf(c.EventID)
		v.Names(nil)
		for _, fact := range c.Facts {
			v.Node(fact.Entity)
			v.History(fact.Entity)
			v.Walk(fact.Entity, graph.WalkOptions{Depth: 8})
			v.Trace(fact.Entity, graph.TraceOptions{})
			if from, _, to, ok := graph.ParseLinkID(fact.Entity); ok {
				v.Path(from, to, graph.PathOptions{})
				v.Between(from, to, graph.BetweenOptions{})
			}
			if _, err := v.Resolve("", fact.Value); err != nil && kaibo.KindOf(err) == kaibo.Internal {
				t.Fatal(err)
			}
		}
	})
}

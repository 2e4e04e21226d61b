package forget_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// doing curates in a world; args are what the event's payload holds.
func doing(t *testing.T, w *enginetest.World, verb, reason string, args any, plan func(context.Context, *curate.Work) error) *curate.Done {
	t.Helper()
	done, err := w.Curate.Do(context.Background(), w.Project, curate.Order{Verb: verb, Actor: "ana", Reason: reason, Initiative: "launch", Args: args, Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// node makes an idea with a name and answers its id.
func node(t *testing.T, w *enginetest.World, name, content string, linked ...string) string {
	t.Helper()
	done := doing(t, w, "idea", "", map[string]any{"name": name, "content": content, "links": linked}, func(_ context.Context, w *curate.Work) error {
		id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: name, Content: content})
		for _, to := range linked {
			w.Link(id, "refers_to", to, 1)
		}
		return nil
	})
	return done.Change.Births[0].ID
}

// set sets an attribute, with words in the event's payload.
func set(t *testing.T, w *enginetest.World, id, attr, value, reason string) {
	t.Helper()
	doing(t, w, "set", reason, map[string]any{"node": id, "attr": attr, "value": value}, func(_ context.Context, w *curate.Work) error {
		w.Set(id, attr, value)
		return nil
	})
}

// said is a project in which much was said of a node and of an automatic memory.
func said(t *testing.T) (w *enginetest.World, curated, automatic, other string) {
	w = enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	automatic = w.Find("tea is green").ID
	curated = node(t, w, "canaryname", "The canary sings.")
	other = node(t, w, "other", "Something else.", curated)
	for _, id := range []string{curated, automatic} {
		set(t, w, id, graph.AttrTag+"canarytag", "1", "")
		set(t, w, id, graph.AttrPin, "canarypin", "")
		set(t, w, id, graph.AttrName, "canarynew"+id, "because of the canary")
		set(t, w, id, graph.AttrLayer, graph.LayerHot, "the canary is hot")
	}
	doing(t, w, "link", "canarylink", map[string]any{}, func(_ context.Context, w *curate.Work) error {
		w.Link(automatic, "causal", other, 0.5)
		return nil
	})
	doing(t, w, "revise", "", map[string]any{"content": "The canary is silent."}, func(ctx context.Context, w *curate.Work) error {
		id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "The canary is silent."})
		return w.Revise(ctx, curated, func(r *kaibo.Revision) {
			r.Status, r.ValidTo, r.SupersededBy = kaibo.StatusSuperseded, w.Event.OccurredAt, id
		})
	})
	w.Settle()
	return w, curated, automatic, other
}

// shape is the graph node by node, as every process has it.
func shape(t *testing.T, w *enginetest.World, knownAt kaibo.Time) string {
	t.Helper()
	var b strings.Builder
	err := w.Curate.Read(context.Background(), w.Project, w.Ports.Now(), knownAt, func(v *graph.View) error {
		v.Nodes(func(n graph.Node) bool {
			fmt.Fprintf(&b, "%+v %+v\n", n, v.Out(n.ID))
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestForgettingANodeTakesAllThatWasSaidOfIt(t *testing.T) {
	w, curated, automatic, other := said(t)
	warm := w.Restart() // another process that has the graph in memory
	before := w.Ports.Now()
	shape(t, warm, kaibo.Forever)
	for _, id := range []string{curated, automatic} {
		set, err := w.Forget.Select(t.Context(), w.Project, forget.Selector{MemoryID: id})
		if err != nil {
			t.Fatal(err)
		}
		deed := w.Take(forget.Selector{MemoryID: id})
		taken := slices.Concat(deed.Receipts[0].MemoryIDs, deed.Receipts[0].EventIDs)
		want := slices.Concat(set.MemoryIDs(), set.EventIDs())
		slices.Sort(taken)
		slices.Sort(want)
		if d := cmp.Diff(want, taken); d != "" {
			t.Errorf("the preview and the deed (-preview +deed):\n%s", d)
		}
		if slices.Contains(taken, other) {
			t.Error("a node that only has a link goes too")
		}
	}
	for _, known := range []kaibo.Time{kaibo.Forever, before} {
		cold := shape(t, w.Restart(), known)
		if strings.Contains(cold, "canary") || strings.Count(cold, "Status:forgotten") == 0 {
			t.Errorf("the graph says\n%s", cold)
		}
		if d := cmp.Diff(cold, shape(t, warm, known)); d != "" {
			t.Errorf("a process that was there before (-cold +warm):\n%s", d)
		}
	}
	w.CheckFsck()
	w.CheckRebuild()
	cold := shape(t, w.Restart(), kaibo.Forever)
	if n := w.Purge(); n != 2 {
		t.Errorf("%d purged", n)
	}
	if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
		t.Errorf("the canary is left in %v", left)
	}
	w.CheckFsck()
	w.CheckRebuild()
	if d := cmp.Diff(cold, shape(t, w.Restart(), kaibo.Forever)); d != "" {
		t.Errorf("the purge changed the graph:\n%s", d)
	}
	_, err := w.Curate.Do(t.Context(), w.Project, curate.Order{Verb: "tag", Args: 1, Plan: func(_ context.Context, w *curate.Work) error {
		w.Set(curated, graph.AttrTag+"again", "1")
		return nil
	}})
	if kaibo.KindOf(err) != kaibo.Gone {
		t.Errorf("saying more of it answers %v", err)
	}
}

// Words are found in what was said of nodes as well, and by whom.
func TestWordsOfNamesAndTagsAreFound(t *testing.T) {
	for name, sel := range map[string]forget.Selector{
		"query": {Query: "canarytag"},
		"actor": {Narrow: kaibo.Filter{Actors: []string{"ana"}}},
	} {
		w, _, automatic, _ := said(t)
		w.Take(sel)
		if text := shape(t, w.Restart(), kaibo.Forever); strings.Contains(text, "canarytag") {
			t.Errorf("%s: left is\n%s", name, text)
		}
		if r := w.Records(); !slices.ContainsFunc(r, func(r *kaibo.MemoryRecord) bool { return r.ID == automatic && !r.Forgotten }) {
			t.Errorf("%s: the memory that had the tag is gone", name)
		}
		w.CheckFsck()
		w.CheckRebuild()
		w.Purge()
		if left := everyByte(t, w.Ports, "canarytag"); len(left) > 0 {
			t.Errorf("%s: the tag is left in %v", name, left)
		}
	}
}

// A deed is stopped at each of its writes and finished by another process.
func TestADeedOfTheGraphIsFinishedFromEveryPoint(t *testing.T) {
	for stop := 0; ; stop++ {
		w, curated, _, _ := said(t)
		n := 0
		stopped := false
		ports := w.Ports
		ports.Table = &refusing{Table: ports.Table, from: func() bool { n++; stopped = n > stop; return stopped }}
		_, err := enginetest.Over(t, ports).Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{MemoryID: curated}})
		w.Ports.Clock.Advance(10 * 60 * 1e9)
		again := w.Restart()
		if _, err := again.Forget.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err != nil { // nothing may have begun
			_, err := again.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{MemoryID: curated}})
			if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
				t.Fatal(err)
			}
		}
		again.CheckFsck()
		again.CheckRebuild()
		again.Purge()
		for _, word := range []string{"canaryname", "canary sings", "canarynew" + curated} {
			if left := everyByte(t, w.Ports, word); len(left) > 0 {
				t.Errorf("stopped at %d: %q is left in %v", stop, word, left)
			}
		}
		if !stopped {
			return
		}
	}
}

// refusing is a table whose Commits fail from some moment on.
type refusing struct {
	kaibo.Table
	from func() bool
}

func (r *refusing) Commit(ctx context.Context, writes []kaibo.Write) error {
	if r.from() {
		return context.DeadlineExceeded
	}
	return r.Table.Commit(ctx, writes)
}

// Something is said of a node between the choice of the set and the deed: the
// set is chosen again.
func TestWhatIsSaidMeanwhileGoesToo(t *testing.T) {
	w, curated, _, _ := said(t)
	met := false
	other := w.Hooked(func([]kaibo.Write) {
		if !met {
			met = true
			set(t, w, curated, graph.AttrTag+"canarylate", "1", "late canary")
		}
	})
	other.Take(forget.Selector{MemoryID: curated})
	w.Purge()
	if left := everyByte(t, w.Ports, "canarylate"); len(left) > 0 || !met {
		t.Errorf("left in %v, %v", left, met)
	}
}

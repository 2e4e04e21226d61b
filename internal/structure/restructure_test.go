package structure_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// newer is a structurer that came after enginetest's: a line that begins with
// "but" says nothing to it, and "also" stands beside nothing.
type newer struct{ enginetest.Structurer }

func (newer) Name() string { return "lines/2" }

func (n newer) Read(ctx context.Context, in structure.Input) (structure.Reading, error) {
	r, err := n.Structurer.Read(ctx, in)
	r.Statements = slices.DeleteFunc(r.Statements, func(s structure.Statement) bool { return strings.HasPrefix(s.Content, "but ") })
	for i := range r.Statements {
		r.Statements[i].Confidence = 0.5
	}
	return r, err
}

func (n newer) Judge(ctx context.Context, s structure.Statement, candidates []structure.Candidate) ([]structure.Judgement, error) {
	s.Content = strings.TrimPrefix(s.Content, "also ")
	plain := slices.Clone(candidates)
	for i := range plain {
		plain[i].Content = strings.TrimPrefix(plain[i].Content, "also ")
	}
	return n.Structurer.Judge(ctx, s, plain)
}

// rebuilt makes the views of a world's project again.
func rebuilt(w *enginetest.World) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil)
		return err
	}
}

// restructure derives a world's project again.
func restructure(t *testing.T, w *enginetest.World, dryRun bool) *structure.Restructured {
	t.Helper()
	out, err := w.Worker.Restructure(t.Context(), w.Project, kaibo.Details{Actor: "ops"}, dryRun, nil, rebuilt(w))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// living are the lines of the memories that stand.
func living(w *enginetest.World) string {
	records := w.Records()
	names := make(map[string]string)
	for _, r := range records {
		names[r.ID] = r.Content
	}
	var lines []string
	for _, r := range records {
		if !r.Forgotten && len(r.ReplacedBy) == 0 && !r.Retired {
			lines = append(lines, enginetest.Line(r, names))
		}
	}
	return strings.Join(lines, "\n")
}

func TestRestructure(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green\ntodo work1")
	w.Say("main", "also tea is black")
	w.Say("notes", "but tea is white")
	w.Say("notes", "tea is black")
	w.Settle()
	ids := map[string]string{}
	for _, r := range w.Records() {
		ids[r.Content] = r.ID
	}
	before := w.Image()
	w.Worker.Structurer = newer{}
	dry := restructure(t, w, true)
	if got := w.Image(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Error("a dry run changed something")
	}
	out := restructure(t, w, false)
	if dry.EventID != "" || out.EventID == "" {
		t.Errorf("the events are %q and %q", dry.EventID, out.EventID)
	}
	dry.EventID = out.EventID
	if *dry != *out {
		t.Errorf("the dry run counted %+v, the deed %+v", dry, out)
	}
	if out.Structurer != "lines/2" || out.Generation != 1 || out.Events != 4 || out.Before != 4 || out.Gone != 1 {
		t.Errorf("counted %+v", out)
	}
	green, black := w.Find("tea is green"), w.Find("also tea is black")
	if green.Last().SupersededBy != black.ID || green.Generation != 1 || green.Structurer != "lines/2" || green.Confidence != 0.5 {
		t.Errorf("green is %+v", green)
	}
	m, err := w.Views.Memory(t.Context(), w.Project, ids["tea is green"])
	if err != nil || m.ID != green.ID || !slices.Equal(m.ReplacedBy, []string{green.ID}) {
		t.Errorf("the old id leads to %+v, %v", m, err)
	}
	x, err := w.Views.Explain(t.Context(), w.Project, ids["tea is green"])
	if err != nil || x.MemoryID != green.ID || len(x.Chain) < 2 {
		t.Errorf("the old id explains %+v, %v", x, err)
	}
	if _, err := w.Views.Memory(t.Context(), w.Project, ids["but tea is white"]); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("what nothing says any more answers %v", err)
	}
	if rows := w.Found("white"); len(rows) != 1 || !strings.HasPrefix(rows[0], "evt_") { // the passage
		t.Errorf("it is still found: %v", rows)
	}
	w.CheckFsck()
	w.CheckRebuild()
	w.Settle() // the event that records it
	w.Say("main", "tea is blue")
	w.Settle()
	if got := w.Find("also tea is black").Last(); got.Status != kaibo.StatusSuperseded {
		t.Errorf("what came afterwards left %+v", got)
	}
	again := restructure(t, w, false)
	if again.Same != again.Before || again.Generation != 2 || again.New+again.Changed+again.Gone > 0 {
		t.Errorf("the second time counted %+v", again)
	}
	m, err = w.Views.Memory(t.Context(), w.Project, ids["tea is green"])
	if err != nil || m.Content != "tea is green" {
		t.Errorf("after two, the oldest id leads to %+v, %v", m, err)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// TestRestructureKeepsWhatPeopleSaid of memories that the newer structurer
// reads, and of those that it does not.
func TestRestructureKeepsWhatPeopleSaid(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green\nbut milk is white")
	w.Say("main", "coffee is brown")
	w.Say("main", "coffee is black")
	w.Say("main", "Mo's hat is red")
	w.Settle()
	correct := func(from, to string) {
		w.Mend(structure.Curation{Verb: structure.VerbCorrect, MemoryID: w.Find(from).ID, Content: to})
	}
	correct("tea is green", "tea is jade")
	correct("but milk is white", "milk is cream")
	correct("milk is cream", "milk is ivory")
	w.Mend(structure.Curation{Verb: structure.VerbReinstate, MemoryID: w.Find("coffee is brown").ID})
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: w.Find("Mo's hat is red").ID})
	w.Mend(structure.Curation{Verb: structure.VerbAlias, Name: "Mo", Same: "Moritz"})
	want := living(w)
	old := w.Find("milk is ivory").ID
	w.Worker.Structurer = newer{}
	for n := range 2 {
		out := restructure(t, w, false)
		if out.Gone != 0 || out.Kept != 1 {
			t.Errorf("time %d: counted %+v", n, out)
		}
		if got := living(w); got != want {
			t.Errorf("time %d: there stands\n%s\nwant\n%s", n, got, want)
		}
		if m, err := w.Views.Memory(t.Context(), w.Project, old); err != nil || m.Content != "milk is ivory" {
			t.Errorf("the correction's id leads to %+v, %v", m, err)
		}
		if !w.Find("Mo's hat is red").Last().Disputed {
			t.Error("it is disputed no more")
		}
		w.CheckFsck()
		w.CheckRebuild()
		w.Settle()
	}
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: old}) // by the id of before
	if !w.Find("milk is ivory").Last().Disputed {
		t.Error("an old id cannot be disputed")
	}
	w.CheckFsck()
}

// TestRestructureAndForgetting: what is forgotten stays so, before and after,
// and the ids of before lead to it.
func TestRestructureAndForgetting(t *testing.T) {
	w := enginetest.New(t)
	gone := w.Say("main", "the canary is yellow")
	w.Say("main", "it is small")
	w.Say("main", "the hawk is brown")
	kept := w.Say("notes", "the hawk is brown")
	w.Settle()
	small, hawk := w.Find("the canary is small").ID, w.Find("the hawk is brown")
	w.Take(forget.Selector{EventID: hawk.Source.EventID}) // the other source stays
	w.Worker.Structurer = newer{}
	restructure(t, w, false)
	w.CheckFsck()
	w.CheckRebuild()
	if m, err := w.Views.Memory(t.Context(), w.Project, hawk.ID); err != nil || m.Content != "the hawk is brown" || !slices.Equal(m.Events, []string{kept.ID}) {
		t.Errorf("the hawk is %+v, %v", m, err)
	}
	w.Take(forget.Selector{EventID: gone.ID})
	w.CheckFsck()
	if m, err := w.Views.Memory(t.Context(), w.Project, small); err != nil || m.Status != kaibo.StatusForgotten {
		t.Errorf("what borrowed is %+v, %v", m, err)
	}
	err := w.Ports.Scan.Scan(t.Context(), kaibo.Records, "", func(item kaibo.Item) error {
		if strings.Contains(string(item.Data), "canary") {
			t.Errorf("a word of what is forgotten is left in %s %s", item.Partition, item.Sort)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.CheckRebuild()
	w.Purge()
	restructure(t, w, false)
	w.CheckFsck()
	w.CheckRebuild()
}

// TestRestructureKeepsWhatItCannotRead: an event that the newer structurer
// breaks on leaves what was noted before.
func TestRestructureKeepsWhatItCannotRead(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green\ntodo work1")
	w.Say("main", "coffee is brown")
	w.Settle()
	want := living(w)
	w.Worker.Structurer = breaking{}
	out := restructure(t, w, false)
	if out.Failed != 1 || out.Gone > 0 {
		t.Errorf("counted %+v", out)
	}
	if got := living(w); got != want {
		t.Errorf("there stands\n%s\nwant\n%s", got, want)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// breaking fails on tasks.
type breaking struct{ enginetest.Structurer }

func (b breaking) Read(ctx context.Context, in structure.Input) (structure.Reading, error) {
	if strings.Contains(string(in.Content), "todo") {
		return structure.Reading{}, errors.New("broken")
	}
	return b.Structurer.Read(ctx, in)
}

// TestRestructureIsAsIfItHadAlwaysBeenSo: over random histories the newer
// structurer finds what it would have found from the beginning.
func TestRestructureIsAsIfItHadAlwaysBeenSo(t *testing.T) {
	for seed := range uint64(12) {
		old := enginetest.Over(t, enginetest.MemPorts(seed))
		fresh := enginetest.Over(t, enginetest.MemPorts(seed))
		fresh.Worker.Structurer = newer{}
		for _, w := range []*enginetest.World{old, fresh} {
			actor := &enginetest.Actor{Rand: rand.New(rand.NewPCG(seed, 7)), Actors: []string{"ana", "bo"}}
			for range 25 {
				if _, err := actor.Remember(t.Context(), w); err != nil {
					t.Fatal(err)
				}
				w.Settle()
			}
		}
		old.Worker.Structurer = newer{}
		restructure(t, old, false)
		if got, want := living(old), living(fresh); got != want {
			t.Fatalf("seed %d: restructured\n%s\n\nfrom the beginning\n%s", seed, got, want)
		}
		old.CheckFsck()
		old.CheckRebuild()
	}
}

// TestRestructureStopsAnywhere: with faults at every write the store holds what
// its ledger says, and ends where a run without faults ends.
func TestRestructureStopsAnywhere(t *testing.T) {
	build := func() *enginetest.World {
		w := enginetest.New(t)
		w.Say("main", "tea is green\nbut milk is white")
		w.Say("main", "also tea is black")
		w.Append("notes", ledger.Entry{Kind: kaibo.KindMessage, Content: []byte("coffee is brown")}, ledger.Entry{Kind: kaibo.KindMessage, Content: []byte("coffee is black")})
		w.Settle()
		w.Mend(structure.Curation{Verb: structure.VerbCorrect, MemoryID: w.Find("but milk is white").ID, Content: "milk is cream"})
		return w
	}
	whole := build()
	whole.Worker.Structurer = newer{}
	restructure(t, whole, false)
	want := living(whole)
	for at := 1; ; at++ {
		for _, fault := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
			w := build()
			plan := porttest.FailNth(at, fault, porttest.OpCommit)
			ports := w.Ports
			ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
			faulty := enginetest.Over(t, ports)
			faulty.Worker.Structurer = newer{}
			_, err := faulty.Worker.Restructure(t.Context(), w.Project, kaibo.Details{}, false, nil, rebuilt(faulty))
			if err == nil && !plan.Fired() {
				if at < 5 {
					t.Fatalf("there were only %d writes", at)
				}
				return
			}
			next := w.Restart()
			next.Worker.Structurer = newer{}
			if err := next.Worker.FinishRestructure(t.Context(), next.Project, rebuilt(next)); err != nil {
				t.Fatal(err)
			}
			next.CheckFsck()
			restructure(t, next, false)
			if got := living(next); got != want {
				t.Fatalf("fault %v at %d: there stands\n%s\nwant\n%s", fault, at, got, want)
			}
			next.CheckFsck()
			next.CheckRebuild()
		}
	}
}

// TestRestructureBeginsAgainWhenSomethingIsForgottenMeanwhile.
func TestRestructureBeginsAgainWhenSomethingIsForgottenMeanwhile(t *testing.T) {
	w := enginetest.New(t)
	for i := range 5 {
		w.Say("main", fmt.Sprintf("tea%d is green", i))
	}
	w.Settle()
	other := w.Restart()
	did := false
	w.Worker.Structurer = newer{}
	_, err := w.Worker.Restructure(t.Context(), w.Project, kaibo.Details{}, false, func(done, _ uint64) {
		if done == 4 && !did {
			did = true
			other.Take(forget.Selector{MemoryID: other.Find("tea1 is green").ID})
			other.Say("main", "tea9 is late")
			other.Settle()
		}
	}, rebuilt(w))
	if err != nil || !did {
		t.Fatal(err, did)
	}
	if got := living(w); strings.Contains(got, "tea1") || strings.Count(got, "tea") != 5 {
		t.Errorf("there stands\n%s", got)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// TestRestructureAsksAModelOnce: one that is stopped does not ask again for
// what the model read, and a purge takes what it read of forgotten events.
func TestRestructureAsksAModelOnce(t *testing.T) {
	w := enginetest.New(t)
	for i := range 4 {
		w.Say("main", fmt.Sprintf("tea%d is green", i))
	}
	w.Settle()
	m := &fakeModel{}
	w.Worker.Model = m
	turnOn(t, w)
	stop, cancel := context.WithCancel(t.Context())
	_, err := w.Worker.Restructure(stop, w.Project, kaibo.Details{}, false, func(done, _ uint64) {
		if done == 3 {
			cancel()
		}
	}, rebuilt(w))
	if err == nil || m.reads != 3 {
		t.Fatalf("%d readings, %v", m.reads, err)
	}
	if n := len(plans(t, w)); n != 3 {
		t.Errorf("%d readings are stored", n)
	}
	w.Take(forget.Selector{MemoryID: w.Find("tea1 is green").ID})
	w.Purge()
	if n := len(plans(t, w)); n != 2 {
		t.Errorf("%d readings are stored after a purge", n)
	}
	out := restructure(t, w, false)
	if m.reads != 4 || out.After != 3 || out.Model == nil {
		t.Errorf("%d readings, %+v", m.reads, out)
	}
	if got := w.Find("tea0 is green"); got.Structurer != "fake:1" {
		t.Errorf("it was born of %s", got.Structurer)
	}
	if _, err := w.Worker.SweepPlans(t.Context(), w.Project); err != nil || len(plans(t, w)) > 0 {
		t.Errorf("%d readings are left, %v", len(plans(t, w)), err)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

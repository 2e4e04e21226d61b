package structure_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// job reads the job of an append.
func job(t *testing.T, w *enginetest.World, eventID string) *kaibo.Job {
	t.Helper()
	j, err := w.Ledger.Job(t.Context(), w.Project, kaibo.JobID(eventID))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// plans lists the plan objects of the project.
func plans(t *testing.T, w *enginetest.World) []kaibo.ObjectInfo {
	t.Helper()
	list, err := w.Ports.Objects.List(t.Context(), structure.PlanPrefix(w.Project.ID), "", 100)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// manyLines is an event of n statements on n subjects.
func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "subject%d is value%d\n", i, i)
	}
	return b.String()
}

// Whatever a queue does with its hints, the jobs of a stream are done in order
// and none is left, for the marker of a stream that lags is not the queue's.
func TestHintsMayBeLostDoubledLateAndReordered(t *testing.T) {
	for seed := range uint64(5) {
		synctest.Test(t, func(t *testing.T) {
			ports := enginetest.MemPorts(seed)
			ports.Queue = &porttest.FaultyQueue{Queue: porttest.NewMemQueue(),
				Plan: porttest.Seeded(seed, porttest.Odds{Lose: 0.3, Double: 0.3, Delay: 0.3, FailAfter: 0.1})}
			w := enginetest.Over(t, ports)
			ctx, cancel := context.WithCancel(t.Context())
			served := make(chan error)
			for range 2 {
				worker := enginetest.Over(t, ports).Worker
				go func() { served <- worker.Serve(ctx, ports.Queue, enginetest.Known{w.Project}) }()
			}
			for i := range 20 {
				w.Say([]string{"a", "b"}[i%2], fmt.Sprintf("tea is v%d", i))
				ports.Clock.Advance(time.Second)
				time.Sleep(time.Second)
			}
			time.Sleep(time.Hour)
			cancel()
			for range 2 {
				if err := <-served; err != nil {
					t.Error(err)
				}
			}
			w.Settle()
			if got := w.Find("tea is v19"); got.Last().Status != kaibo.StatusCurrent || len(w.Records()) != 20 {
				t.Errorf("%d memories, the last is %s", len(w.Records()), got.Last().Status)
			}
			w.CheckFsck()
		})
	}
}

func TestLongJobGoesInSteps(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", manyLines(1000))
	w.Settle()
	j := job(t, w, e.ID)
	if j.Status != kaibo.JobDone || len(j.Memories) != 1000 || j.Partial || j.Plan != "" || len(w.Records()) != 1000 {
		t.Errorf("the job is %s with %d memories, partial %v, plan %q; %d records", j.Status, len(j.Memories), j.Partial, j.Plan, len(w.Records()))
	}
	if left := plans(t, w); len(left) > 0 {
		t.Errorf("plans are left: %v", left)
	}
	e = w.Say("main", manyLines(1003))
	w.Settle()
	if j := job(t, w, e.ID); !j.Partial || !strings.Contains(j.Reason, "3 statements were left out") {
		t.Errorf("of 1003 statements the job says %q", j.Reason)
	}
}

// A job that stops at any operation is finished by the next process, from where
// it stood, to the same end; no plan is left after a sweep.
func TestJobStoppedAnywhere(t *testing.T) {
	text := manyLines(24) + "subject1 is other\nsubject1 is third\nsubject2 ended"
	var want string
	for _, outcome := range []porttest.Outcome{porttest.Stop, porttest.StopAfter, porttest.FailAfter, porttest.FailBefore} {
		for n := 0; ; n++ {
			w := enginetest.New(t)
			e := w.Say("main", text)
			ports := w.Ports
			plan := porttest.FailNth(n, outcome)
			ports.Table, ports.Objects = &porttest.FaultyTable{Table: ports.Table, Plan: plan}, &porttest.FaultyObjects{Objects: ports.Objects, Plan: plan}
			_ = enginetest.Over(t, ports).Worker.Drain(t.Context(), w.Project, "main")
			w.Settle()
			if _, err := w.Worker.SweepPlans(t.Context(), w.Project); err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				want = w.Story()
			}
			if diff := cmp.Diff(want, w.Story()); diff != "" {
				t.Fatalf("%v at operation %d: (-, +)\n%s", outcome, n, diff)
			}
			if j := job(t, w, e.ID); j.Status != kaibo.JobDone || len(j.Memories) != 26 && len(j.Memories) != 27 {
				t.Fatalf("%v at operation %d: the job is %s with %d memories", outcome, n, j.Status, len(j.Memories))
			}
			if left := plans(t, w); len(left) > 0 {
				t.Fatalf("%v at operation %d: plans are left: %v", outcome, n, left)
			}
			w.CheckFsck()
			if n > 0 && !plan.Fired() {
				break
			}
		}
	}
}

func TestJobThatFailsIsPassedOver(t *testing.T) {
	w := enginetest.New(t)
	bad := w.Say("main", "broken")
	w.Say("main", "tea is green")
	for attempt := 1; attempt < 5; attempt++ {
		if err := w.Worker.Drain(t.Context(), w.Project, "main"); err == nil {
			t.Fatalf("attempt %d: no error", attempt)
		}
		if j := job(t, w, bad.ID); j.Status == kaibo.JobFailed || j.Attempts != attempt || j.Reason == "" {
			t.Fatalf("after attempt %d the job is %+v", attempt, j)
		}
		if w.Lines()["tea is green"] != "" {
			t.Fatalf("attempt %d: a later job overtook one that is not given up", attempt)
		}
	}
	w.Drain("main")
	if j := job(t, w, bad.ID); j.Status != kaibo.JobFailed {
		t.Fatalf("after the last attempt the job is %s", j.Status)
	}
	w.Find("tea is green")
	if m, err := w.Views.Memory(t.Context(), w.Project, kaibo.ProvisionalID(bad.ID)); err != nil || !m.Provisional || m.Content != "broken" {
		t.Errorf("the provisional memory of a failed job is %+v, %v", m, err)
	}
	w.CheckFsck()
	failedJobs(t, w, kaibo.JobID(bad.ID))

	if j, err := w.Worker.RetryJob(t.Context(), w.Project, kaibo.JobID(bad.ID)); err == nil {
		t.Errorf("a retry that fails again answers %+v", j)
	}
	if j := job(t, w, bad.ID); j.Status != kaibo.JobFailed || j.Attempts != 6 {
		t.Errorf("after a retry that failed the job is %s after %d attempts", j.Status, j.Attempts)
	}
	failedJobs(t, w, kaibo.JobID(bad.ID))
	w.Worker.Structurer = mended{}
	j, err := w.Worker.RetryJob(t.Context(), w.Project, kaibo.JobID(bad.ID))
	if err != nil || j.Status != kaibo.JobDone {
		t.Fatalf("a retry answers %+v, %v", j, err)
	}
	if got := w.Lines()["tea is black"]; !strings.HasPrefix(got, "superseded") {
		t.Errorf("what is learned late is %q, though a later event says otherwise", got)
	}
	w.CheckFsck()
	failedJobs(t, w)
}

// failedJobs wants these jobs in the list of failed ones, a page at a time.
func failedJobs(t *testing.T, w *enginetest.World, want ...string) {
	t.Helper()
	var got []string
	for cursor := ""; ; {
		jobs, next, err := w.Worker.Failed(t.Context(), w.Project, cursor, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range jobs {
			got = append(got, j.ID)
		}
		if cursor = next; cursor == "" {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("failed jobs are %v, want %v", got, want)
	}
}

// mended is the structurer once it understands a broken line.
type mended struct{ enginetest.Structurer }

func (m mended) Read(ctx context.Context, in structure.Input) (structure.Reading, error) {
	if string(in.Content) == "broken" {
		in.Content = []byte("tea is black")
		out, err := m.Structurer.Read(ctx, in)
		out.Statements[0].End = len("broken")
		return out, err
	}
	return m.Structurer.Read(ctx, in)
}

// A job that failed between two steps is retried from the step at which it
// stopped, and its keys do not clash with those of the first attempt.
func TestRetryAfterSomeSteps(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", manyLines(30))
	steps := 0
	for range 5 { // one step, then nothing more
		ports := w.Ports
		ports.Table = refusing{w.Ports.Table, &steps, 1}
		_ = enginetest.Over(t, ports).Worker.Drain(t.Context(), w.Project, "main")
	}
	if j := job(t, w, e.ID); j.Status != kaibo.JobFailed || j.Step == 0 || j.Plan == "" {
		t.Fatalf("the job is %+v", j)
	}
	later := w.Say("main", "subject29 is later")
	w.Settle()
	if _, err := w.Worker.RetryJob(t.Context(), w.Project, kaibo.JobID(e.ID)); err != nil {
		t.Fatal(err)
	}
	if j := job(t, w, e.ID); j.Status != kaibo.JobDone || len(j.Memories) != 30 {
		t.Errorf("the job is %s with %d memories", j.Status, len(j.Memories))
	}
	if got := w.Find("subject29 is value29").Last(); got.Status != kaibo.StatusSuperseded {
		t.Errorf("what %s replaced is %s", later.ID, got.Status)
	}
	if left := plans(t, w); len(left) > 0 {
		t.Errorf("plans are left: %v", left)
	}
	w.CheckFsck()
}

// refusing lets so many steps through and refuses those after them, without a
// word of why; records of failures pass.
type refusing struct {
	kaibo.Table
	steps *int
	limit int
}

func (r refusing) Commit(ctx context.Context, writes []kaibo.Write) error {
	if len(writes) > 3 { // more than a failure: the job, the cursor and the list of failed jobs
		if *r.steps++; *r.steps > r.limit {
			return &kaibo.Error{Op: "commit", Kind: kaibo.Invalid, Detail: "not today"}
		}
	}
	return r.Table.Commit(ctx, writes)
}

func TestProposalsAreChecked(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", "wrong span\nwrong type\ntea is green")
	w.Settle()
	j := job(t, w, e.ID)
	if j.Status != kaibo.JobDone || !j.Partial || !strings.Contains(j.Reason, "2 proposals were dropped") || len(j.Memories) != 1 {
		t.Errorf("the job is %+v", j)
	}
	e = w.Say("main", "hello")
	w.Settle()
	if j := job(t, w, e.ID); j.Status != kaibo.JobDone || j.Reason != "no line says anything" {
		t.Errorf("a job that learned nothing is %+v", j)
	}
}

func TestProvisionalMemoryGivesWay(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", "tea is green")
	provisional := kaibo.ProvisionalID(e.ID)
	if got := w.Found("green"); !slices.Contains(got, provisional) {
		t.Errorf("before its job the word is in %v", got)
	}
	m, err := w.Views.Memory(t.Context(), w.Project, provisional)
	if err != nil || !m.Provisional || m.Content != "tea is green" {
		t.Errorf("the provisional memory is %+v, %v", m, err)
	}
	w.Settle()
	memory := w.Find("tea is green")
	if got := w.Found("green"); slices.Contains(got, provisional) || !slices.Contains(got, memory.ID) {
		t.Errorf("after its job the word is in %v", got)
	}
	m, err = w.Views.Memory(t.Context(), w.Project, provisional)
	if err != nil || m.ID != memory.ID || !slices.Equal(m.ReplacedBy, []string{memory.ID}) {
		t.Errorf("the provisional id answers %+v, %v", m, err)
	}
	silent := w.Say("main", "hello")
	w.Settle()
	if _, err := w.Views.Memory(t.Context(), w.Project, kaibo.ProvisionalID(silent.ID)); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("when nothing was learned the provisional id answers %v", err)
	}
}

func TestWaitDrainsAndGivesUpWithItsContext(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	e := w.Say("main", "tea is black")
	j, err := w.Worker.Wait(t.Context(), w.Project, kaibo.JobID(e.ID))
	if err != nil || j.Status != kaibo.JobDone || len(j.Memories) != 1 {
		t.Errorf("wait answers %+v, %v", j, err)
	}
	e = w.Say("main", "broken")
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if j, err := w.Worker.Wait(ctx, w.Project, kaibo.JobID(e.ID)); err != nil || j.Status == kaibo.JobDone {
		t.Errorf("wait for a job that cannot end answers %+v, %v", j, err)
	}
	if _, err := w.Worker.Wait(t.Context(), w.Project, "job_aaaaaaaaaaaaaaaa"); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("wait for no job answers %v", err)
	}
}

// An append between a worker's last look and the removal of the marker keeps
// the marker, and the worker goes on with what was appended.
func TestMarkerSurvivesAnAppendInBetween(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Drain("main")
	if got := w.Lagging(); len(got) != 0 {
		t.Fatalf("after a drain %v lag", got)
	}
	said := false
	var afterwards []string
	w.Say("main", "tea is black")
	hooked := w.Hooked(func(writes []kaibo.Write) {
		if said && afterwards == nil {
			afterwards = append([]string{}, w.Lagging()...)
		}
		if len(writes) == 1 && writes[0].Op == kaibo.Delete && !said {
			said = true
			w.Say("main", "tea is red")
		}
	})
	hooked.Drain("main")
	if !said || !slices.Equal(afterwards, []string{"main"}) {
		t.Errorf("after an append in between %v lag", afterwards)
	}
	if got := w.Lagging(); len(got) != 0 {
		t.Errorf("after the drain %v lag", got)
	}
	w.Find("tea is red")
}

// Of two workers that write about the same subject at once, the loser reads
// again and sees what the winner wrote.
func TestLoserReadsAgain(t *testing.T) {
	w := enginetest.New(t)
	w.Append("one", entryOn(1, "tea is green"))
	w.Append("two", entryOn(2, "tea is black"))
	done := false
	hooked := w.Hooked(func([]kaibo.Write) {
		if !done {
			done = true
			w.Drain("two")
		}
	})
	hooked.Drain("one")
	if got := w.Find("tea is green").Last(); got.Status != kaibo.StatusSuperseded || w.Find("tea is black").Last().Status != kaibo.StatusCurrent {
		t.Errorf("two that knew nothing of each other:\n%s", w.Story())
	}
	w.CheckFsck()
}

// Two workers on one stream: one job is done once.
func TestTwoWorkersOnOneStream(t *testing.T) {
	w := enginetest.New(t)
	e := w.Say("main", manyLines(30))
	rest := 3
	hooked := w.Hooked(func([]kaibo.Write) {
		if rest--; rest == 0 {
			w.Drain("main")
		}
	})
	hooked.Drain("main")
	if j := job(t, w, e.ID); j.Status != kaibo.JobDone || j.Attempts != 0 || len(j.Memories) != 30 || len(w.Records()) != 30 {
		t.Errorf("the job is %s after %d failed attempts with %d memories; %d records", j.Status, j.Attempts, len(j.Memories), len(w.Records()))
	}
	w.CheckFsck()
}

// What is forgotten before, between and in the middle of steps is not learned.
func TestForgottenInTheMiddle(t *testing.T) {
	for at := 1; at <= 3; at++ {
		w := enginetest.New(t)
		out := w.Append("main", enginetest.Entry(manyLines(30)), enginetest.Entry("tea is green"))
		step := 0
		hooked := w.Hooked(func([]kaibo.Write) {
			if step++; step == at {
				w.Take(forget.Selector{EventID: out[0].Event.ID})
			}
		})
		hooked.Drain("main")
		w.Settle()
		if step < at {
			t.Fatalf("there are only %d commits", step)
		}
		for _, r := range w.Records() {
			if !r.Forgotten && r.Content != "tea is green" {
				t.Fatalf("forgotten at commit %d: %q is still there", at, r.Content)
			}
		}
		w.Find("tea is green")
		if j := job(t, w, out[0].Event.ID); j.Status != kaibo.JobDone {
			t.Errorf("forgotten at commit %d: the job is %s: %s", at, j.Status, j.Reason)
		}
		w.CheckFsck()
		w.CheckRebuild()
	}
}

package hints_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// TestMain drops the log: panics on purpose fill it.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// batch makes an event of "id group body" lines.
func batch(lines ...string) events.SQSEvent {
	var e events.SQSEvent
	for _, line := range lines {
		part := strings.SplitN(line, " ", 3)
		m := events.SQSMessage{MessageId: part[0], Body: part[2], Attributes: map[string]string{"MessageGroupId": part[1]}}
		if part[1] == "-" {
			m.Attributes = nil
		}
		e.Records = append(e.Records, m)
	}
	return e
}

func failed(out events.SQSEventResponse) []string {
	ids := []string{}
	for _, f := range out.BatchItemFailures {
		ids = append(ids, f.ItemIdentifier)
	}
	return ids
}

func TestAGroupStopsAtItsFirstFailure(t *testing.T) {
	var handled []string
	handle := hints.Batch(func(_ context.Context, body string) error {
		handled = append(handled, body)
		switch body {
		case "bad":
			return errors.New("bad")
		case "panic":
			panic("boom")
		}
		return nil
	})
	for name, c := range map[string]struct {
		event   events.SQSEvent
		handled []string
		failed  []string
	}{
		"all good":              {batch("1 a x", "2 a y", "3 b z"), []string{"x", "y", "z"}, []string{}},
		"the rest of the group": {batch("1 a x", "2 a bad", "3 a y", "4 b z"), []string{"x", "bad", "z"}, []string{"2", "3"}},
		"a panic is a failure":  {batch("1 a panic", "2 b x"), []string{"panic", "x"}, []string{"1"}},
		"of no group":           {batch("1 - bad", "2 - x"), []string{"bad", "x"}, []string{"1"}},
		"nothing":               {events.SQSEvent{}, nil, []string{}},
	} {
		handled = nil
		out, err := handle(context.Background(), c.event)
		if err != nil || cmp.Diff(c.handled, handled) != "" || cmp.Diff(c.failed, failed(out)) != "" {
			t.Errorf("%s: handled %v, failed %v, %v", name, handled, failed(out), err)
		}
	}
}

func TestWhatTheTimeWasTooShortForFails(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(2*time.Second+20*time.Millisecond))
	defer cancel()
	handle := hints.Batch(func(ctx context.Context, body string) error {
		if body == "slow" {
			<-ctx.Done()
		}
		return nil
	})
	out, err := handle(ctx, batch("1 a slow", "2 b x"))
	if err != nil || cmp.Diff([]string{"2"}, failed(out)) != "" {
		t.Errorf("failed %v, %v", failed(out), err)
	}
}

// engine does and notes what it is asked.
type engine struct {
	did  []string
	fail map[string]error
}

func (e *engine) do(what string) error {
	e.did = append(e.did, what)
	return e.fail[what]
}

func (e *engine) Drain(_ context.Context, p kaibo.Project, stream string) error {
	return e.do("drain " + p.ID + "/" + stream)
}

func (e *engine) RetryJob(_ context.Context, p kaibo.Project, job string) (*kaibo.Job, error) {
	return nil, e.do("retry " + p.ID + "/" + job)
}

func (e *engine) Compact(_ context.Context, p kaibo.Project) error { return e.do("compact " + p.ID) }

func (e *engine) Project(_ context.Context, id string) (kaibo.Project, error) {
	return kaibo.Project{ID: id}, e.fail["project "+id]
}

func (e *engine) Resume(context.Context) (int, error) { return 1, e.do("resume") }
func (e *engine) Expire(context.Context) (int, error) { return 0, e.do("expire") }
func (e *engine) Purge(context.Context) (int, error)  { return 2, e.do("purge") }

func (e *engine) Lagging(_ context.Context, fn func(project, stream string)) error {
	fn("prj_a", "main")
	fn("prj_b", "side")
	return e.do("lagging")
}

func (e *engine) All(_ context.Context, fn func(kaibo.Project) error) error {
	return errors.Join(fn(kaibo.Project{ID: "prj_a"}), fn(kaibo.Project{ID: "prj_b"}))
}

func TestStructureAndCompact(t *testing.T) {
	gone, busy := kaibo.Errorf(kaibo.NotFound, "gone"), kaibo.Errorf(kaibo.Unavailable, "busy")
	for name, c := range map[string]struct {
		body string
		fail map[string]error
		did  []string
		ok   bool
	}{
		"drain":             {`{"project": "prj_a", "stream": "main"}`, nil, []string{"drain prj_a/main"}, true},
		"retry":             {`{"project": "prj_a", "stream": "main", "retry": "job_1"}`, nil, []string{"retry prj_a/job_1"}, true},
		"no hint":           {`hello`, nil, nil, true},
		"no project":        {`{}`, nil, nil, true},
		"deleted":           {`{"project": "prj_a", "stream": "main"}`, map[string]error{"project prj_a": gone}, nil, true},
		"a job that is not": {`{"project": "prj_a", "retry": "job_1"}`, map[string]error{"retry prj_a/job_1": gone}, []string{"retry prj_a/job_1"}, true},
		"it fails again":    {`{"project": "prj_a", "retry": "job_1"}`, map[string]error{"retry prj_a/job_1": errors.New("no")}, []string{"retry prj_a/job_1"}, true},
		"the store is busy": {`{"project": "prj_a", "retry": "job_1"}`, map[string]error{"retry prj_a/job_1": busy}, []string{"retry prj_a/job_1"}, false},
		"the store is away": {`{"project": "prj_a", "stream": "main"}`, map[string]error{"project prj_a": errors.New("away")}, nil, false},
		"it fails":          {`{"project": "prj_a", "stream": "main"}`, map[string]error{"drain prj_a/main": errors.New("no")}, []string{"drain prj_a/main"}, false},
	} {
		e := &engine{fail: c.fail}
		out, err := hints.Structure(e, e, cloud.NewCompactions(porttest.NewMemQueue()), cloud.NewAnnouncements(porttest.NewMemQueue()))(context.Background(), batch("1 a "+c.body))
		if err != nil || cmp.Diff(c.did, e.did) != "" || (len(out.BatchItemFailures) == 0) != c.ok {
			t.Errorf("%s: did %v, failed %v, %v", name, e.did, failed(out), err)
		}
	}
	e := &engine{}
	out, err := hints.Compact(e, e)(context.Background(), batch(`1 a {"project":"prj_a"}`, "2 b nonsense"))
	if err != nil || len(out.BatchItemFailures) != 0 || cmp.Diff([]string{"compact prj_a"}, e.did) != "" {
		t.Errorf("did %v, failed %v, %v", e.did, failed(out), err)
	}
}

// TestAnIndexThatNobodyAsksIsFolded: drains ask for it now and then.
func TestAnIndexThatNobodyAsksIsFolded(t *testing.T) {
	queue, e := porttest.NewMemQueue(), &engine{}
	handle := hints.Structure(e, e, cloud.NewCompactions(queue), cloud.NewAnnouncements(porttest.NewMemQueue()))
	for range 1000 { // that none of them draws it has a chance of 1 in 10^13
		if _, err := handle(context.Background(), batch(`1 a {"project":"prj_a","stream":"main"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := queue.Receive(context.Background(), 1, time.Minute, 0); err != nil || len(got) != 1 {
		t.Errorf("no hint after 1,000 drains: %v", err)
	}
}

func TestSchedule(t *testing.T) {
	queue := porttest.NewMemQueue()
	e := &engine{fail: map[string]error{"expire": errors.New("no")}}
	var swept []string
	retained := 0
	s := &hints.Schedule{Forget: e, Retain: func(context.Context) (int, error) { retained++; return 0, errors.New("no rule today") }, Lagging: e, Hints: queue, Projects: e, Clock: func() kaibo.Time { return 1_000_000_000_000 }, Sweepers: []hints.Sweeper{
		func(_ context.Context, p kaibo.Project, since kaibo.Time) error {
			swept = append(swept, fmt.Sprint(p.ID, " ", int64(since)))
			if p.ID == "prj_a" {
				panic("boom")
			}
			return nil
		}}}
	_, err := s.Handle(context.Background(), hints.Task{Task: hints.TaskDue})
	if err == nil || !strings.Contains(err.Error(), "forget what expired: no") {
		t.Errorf("an alarm would not see it: %v", err)
	}
	if diff := cmp.Diff([]string{"lagging", "resume", "expire", "purge"}, e.did); diff != "" {
		t.Errorf("one failure held up the others (-want +got):\n%s", diff)
	}
	got, err := queue.Receive(context.Background(), 10, time.Minute, 0)
	if err != nil || len(got) != 2 || got[0].Body != `{"project":"prj_a","stream":"main"}` || got[0].Group != "prj_a/main" {
		t.Errorf("hints: %v, %v", got, err)
	}
	if _, err := s.Handle(context.Background(), hints.Task{Task: hints.TaskSweep}); err == nil {
		t.Error("a panic of a sweep is not told")
	}
	since := kaibo.Time(5)
	if _, err := s.Handle(context.Background(), hints.Task{Task: hints.TaskSweep, Since: &since}); err == nil {
		t.Error("a panic of a sweep is not told")
	}
	if retained != 2 {
		t.Errorf("what is past its retention was looked for %d times in two sweeps", retained)
	}
	if diff := cmp.Diff([]string{"prj_a 999989200000", "prj_b 999989200000", "prj_a 5", "prj_b 5"}, swept); diff != "" {
		t.Errorf("swept (-want +got):\n%s", diff)
	}
	if _, err := s.Handle(context.Background(), hints.Task{Task: "dance"}); err == nil {
		t.Error("a task that there is not was done")
	}
}

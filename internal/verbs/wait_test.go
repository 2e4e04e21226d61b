package verbs_test

import (
	"context"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// slowJobs has one job that never ends.
type slowJobs struct {
	verbs.LedgerReader
	verbs.DerivedReader
	waited context.Context
}

var openJob = kaibo.Job{ID: "job_aaaaaaaaaaaaaaaa", Stream: "main", Status: kaibo.JobRunning}

func (*slowJobs) Job(context.Context, kaibo.Project, string) (*kaibo.Job, error) {
	job := openJob
	return &job, nil
}

func (s *slowJobs) Wait(ctx context.Context, _ kaibo.Project, _ string) (*kaibo.Job, error) {
	s.waited = ctx
	<-ctx.Done()
	job := openJob
	return &job, nil
}

func (s *slowJobs) RetryJob(ctx context.Context, p kaibo.Project, id string) (*kaibo.Job, error) {
	return s.Job(ctx, p, id)
}

func (*slowJobs) Standing(context.Context, kaibo.Project, []string) ([]*kaibo.MemoryRecord, error) {
	return nil, nil
}

func (*slowJobs) Serve(context.Context, kaibo.Project, []*kaibo.MemoryRecord, kaibo.Time) ([]kaibo.Memory, error) {
	return nil, nil
}

func (*slowJobs) Append(context.Context, kaibo.Project, string, []ledger.Entry) ([]ledger.Appended, error) {
	return []ledger.Appended{{Event: kaibo.Event{ID: "evt_aaaaaaaaaaaaaaaa", Stream: "main", Seq: 1}, Job: openJob}}, nil
}

// TestWaitCountsFromTheArrival: a request that arrived 25 seconds ago, all but
// a moment, waits that moment and answers 202.
func TestWaitCountsFromTheArrival(t *testing.T) {
	for verb, body := range map[string]string{"job": `{"id": "job_aaaaaaaaaaaaaaaa", "wait": true}`, "remember": `{"content": "x", "wait": true}`} {
		s := &slowJobs{}
		arrived := time.Now().Add(-verbs.MaxWait + 50*time.Millisecond)
		v, _ := verbs.Lookup(verb)
		out, err := v.Call(context.Background(), &verbs.Call{Deps: &verbs.Deps{Ledger: s, Jobs: s, Derived: s, Appender: s}, Project: ours, Arrived: arrived}, []byte(body))
		if err != nil {
			t.Fatalf("%s: %v", verb, err)
		}
		if deadline, ok := s.waited.Deadline(); !ok || !deadline.Equal(arrived.Add(verbs.MaxWait)) {
			t.Errorf("%s waits until %v", verb, deadline)
		}
		if status := out.(verbs.StatusCoder).StatusCode(); status != 202 {
			t.Errorf("%s: status %d", verb, status)
		}
	}
}

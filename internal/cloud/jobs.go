package cloud

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// StructureHint is the body of a message to the structuring function: the hint
// of an append, or the wish to take up a failed job.
type StructureHint struct {
	Project string `json:"project"`
	Stream  string `json:"stream"`
	Retry   string `json:"retry,omitempty"` // a job; empty drains the stream
}

// SendStructure sends a hint, in the group that the ledger's hints of the
// stream have.
func SendStructure(ctx context.Context, q kaibo.Queue, h StructureHint) error {
	body, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("write hint: %w", err)
	}
	return q.Send(ctx, kaibo.Message{Group: h.Project + "/" + h.Stream, Body: string(body)})
}

// Jobs waits for the structuring function to do a job. It structures nothing
// itself, so that a function that waits links no structurer. A hint that the
// queue loses delays the job until the schedule finds it.
type Jobs struct {
	Ledger *ledger.Ledger
	Hints  kaibo.Queue
}

// Jobs waits for jobs that l knows.
func (d *Deployment) Jobs(l *ledger.Ledger) Jobs { return Jobs{Ledger: l, Hints: d.StructureQueue()} }

// Bounds of the time between two looks at a job: the first are near one
// another, for most jobs take some milliseconds once a function has them.
const (
	firstLook = 30 * time.Millisecond
	lastLook  = 400 * time.Millisecond
)

// Wait implements verbs.JobRunner.
func (j Jobs) Wait(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	return j.await(ctx, p, jobID, func(job *kaibo.Job) bool {
		return job.Status == kaibo.JobDone || job.Status == kaibo.JobFailed
	})
}

// retryTime is how long RetryJob waits for the other function to have tried.
const retryTime = 20 * time.Second

// RetryJob implements verbs.JobRunner: it asks the structuring function to take
// up a failed job, and answers it once that was tried, or after 20 s as it is.
func (j Jobs) RetryJob(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	job, err := j.Ledger.Job(ctx, p, jobID)
	if err != nil || job.Status != kaibo.JobFailed {
		return job, err
	}
	if err := SendStructure(ctx, j.Hints, StructureHint{Project: p.ID, Stream: job.Stream, Retry: jobID}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, retryTime)
	defer cancel()
	return j.await(ctx, p, jobID, func(now *kaibo.Job) bool {
		return now.Status != kaibo.JobFailed || now.Attempts != job.Attempts
	})
}

// await looks at a job until it is as wanted, or ctx ends; then it answers it as
// it is.
func (j Jobs) await(ctx context.Context, p kaibo.Project, jobID string, wanted func(*kaibo.Job) bool) (*kaibo.Job, error) {
	for pause := firstLook; ; pause = min(pause*3/2, lastLook) {
		job, err := j.Ledger.Job(context.WithoutCancel(ctx), p, jobID)
		if err != nil || ctx.Err() != nil || wanted(job) {
			return job, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
	}
}

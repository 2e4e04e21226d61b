package structure

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Wait answers a job once it has ended, or as it is when ctx does. It does not
// only wait: it drains the job's stream itself, so that a lost hint delays
// nobody.
func (w *Worker) Wait(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	for try := 0; ; try++ {
		job, err := w.Ledger.Job(context.WithoutCancel(ctx), p, jobID)
		if err != nil {
			return nil, err
		}
		if job.Status == kaibo.JobDone || job.Status == kaibo.JobFailed || ctx.Err() != nil {
			return job, nil
		}
		if try > 0 && pause(ctx, try+4) != nil {
			continue // to answer it as it is
		}
		// An error is recorded on the job; an earlier one may be in the way.
		_ = w.Drain(ctx, p, job.Stream)
	}
}

// RetryJob takes up a failed job again; one that has not failed is left as it
// is.
func (w *Worker) RetryJob(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	job, err := w.Ledger.Job(ctx, p, jobID)
	if err != nil || job.Status != kaibo.JobFailed {
		return job, err
	}
	if err := w.Retry(ctx, p, job); err != nil {
		return nil, err
	}
	return w.Ledger.Job(ctx, p, jobID)
}

// Projects finds a project by its id.
type Projects interface {
	Project(ctx context.Context, id string) (kaibo.Project, error)
}

// Serve takes hints from the queue and drains the streams that they name,
// until ctx ends. A hint that cannot be read is dropped: the marker stays.
func (w *Worker) Serve(ctx context.Context, queue kaibo.Queue, projects Projects) error {
	for ctx.Err() == nil {
		deliveries, err := queue.Receive(ctx, 10, time.Minute, 20*time.Second)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			slog.ErrorContext(ctx, "receive hints", "err", err)
			if pause(ctx, 7) != nil {
				return nil
			}
			continue
		}
		for _, d := range deliveries {
			w.serve(ctx, queue, projects, d)
		}
	}
	return nil
}

func (w *Worker) serve(ctx context.Context, queue kaibo.Queue, projects Projects, d kaibo.Delivery) {
	var err error
	var hint ledger.Hint
	if json.Unmarshal([]byte(d.Body), &hint) == nil {
		err = w.drainHint(ctx, projects, hint)
	}
	if err == nil {
		err = queue.Done(ctx, d)
	} else {
		if ctx.Err() == nil { // to be told to stop is no failure
			slog.WarnContext(ctx, "drain stream", "project", hint.Project, "err", err)
		}
		err = queue.Retry(ctx, d, time.Second<<min(d.Attempt, 6))
	}
	if err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "settle hint", "err", err)
	}
}

func (w *Worker) drainHint(ctx context.Context, projects Projects, hint ledger.Hint) error {
	p, err := projects.Project(ctx, hint.Project)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("find project: %w", err)
	}
	return w.Drain(ctx, p, hint.Stream)
}

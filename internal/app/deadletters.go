package app

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// deadLetters implements verbs.DeadLetters: the embedded queue gives nothing
// up, so that only jobs can have failed.
type deadLetters struct{ app *App }

var _ verbs.DeadLetters = deadLetters{}

// FailedJobs implements verbs.DeadLetters.
func (d deadLetters) FailedJobs(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Job, string, error) {
	return d.app.worker.Failed(ctx, p, cursor, limit)
}

// TakeUp implements verbs.DeadLetters. A job that failed again is an answer:
// the worker has recorded why.
func (d deadLetters) TakeUp(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	before, err := d.app.ledger.Job(ctx, p, jobID)
	if err != nil {
		return nil, err
	}
	job, err := d.app.worker.RetryJob(ctx, p, jobID)
	if err == nil {
		return job, nil
	}
	if after, readErr := d.app.ledger.Job(ctx, p, jobID); readErr == nil && after.Attempts > before.Attempts {
		return after, nil
	}
	return nil, err
}

// Letters implements verbs.DeadLetters.
func (deadLetters) Letters(context.Context, func(*verbs.Letter) bool, int) ([]verbs.Letter, bool, error) {
	return nil, false, nil
}

// Redrive implements verbs.DeadLetters.
func (deadLetters) Redrive(context.Context, *verbs.Letter) (bool, error) { return false, nil }

// Release implements verbs.DeadLetters.
func (deadLetters) Release(context.Context, []verbs.Letter) {}

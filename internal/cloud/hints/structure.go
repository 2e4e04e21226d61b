package hints

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Drainer structures; [structure.Worker] is it.
type Drainer interface {
	Drain(ctx context.Context, p kaibo.Project, stream string) error
	RetryJob(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
}

// Projects finds a project by its id.
type Projects interface {
	Project(ctx context.Context, id string) (kaibo.Project, error)
}

// drainsPerCompaction is how many drains of streams, in the mean, make an index
// worth folding though nobody asks it anything. No process lives long enough to
// count to the 64 deltas at which a recall asks for it, so each drain draws.
const drainsPerCompaction = 32

// Structure drains the streams that hints name, or takes up the jobs.
func Structure(w Drainer, projects Projects, compactions *cloud.Compactions, announced *cloud.Announcements) func(context.Context, events.SQSEvent) (events.SQSEventResponse, error) {
	batch := Batch(func(ctx context.Context, body string) error {
		var hint cloud.StructureHint
		if err := json.Unmarshal([]byte(body), &hint); err != nil || hint.Project == "" {
			slog.ErrorContext(ctx, "a message that is no hint is dropped", "err", err)
			return nil
		}
		p, err := projects.Project(ctx, hint.Project)
		if kaibo.KindOf(err) == kaibo.NotFound {
			return nil // deleted meanwhile
		}
		if err != nil {
			return fmt.Errorf("find project: %w", err)
		}
		if hint.Retry != "" {
			_, err := w.RetryJob(ctx, p, hint.Retry)
			return retried(ctx, hint.Retry, err)
		}
		if rand.N(drainsPerCompaction) == 0 {
			compactions.Suggest(p)
		}
		return w.Drain(ctx, p, hint.Stream)
	})
	return func(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
		defer compactions.Flush(ctx)
		defer announced.Flush(ctx)
		return batch(ctx, e)
	}
}

// retried is nil for a job that failed again: the job says so to whoever asked
// for the retry, and trying it four times more would be nobody's wish. What the
// store refused to do for now comes again.
func retried(ctx context.Context, job string, err error) error {
	if kaibo.KindOf(err) == kaibo.Unavailable || ctx.Err() != nil {
		return err
	}
	if err != nil {
		slog.WarnContext(ctx, "a retried job failed again", "job", job, "err", err)
	}
	return nil
}

// gone is nil for what is not there any more: to try again would not help.
func gone(err error) error {
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil
	}
	return err
}

// Compacter folds indexes; [termindex.Index] is it.
type Compacter interface {
	Compact(ctx context.Context, p kaibo.Project) error
}

// Compact folds the indexes that hints name.
func Compact(ix Compacter, projects Projects) func(context.Context, events.SQSEvent) (events.SQSEventResponse, error) {
	return Batch(func(ctx context.Context, body string) error {
		var hint cloud.CompactHint
		if err := json.Unmarshal([]byte(body), &hint); err != nil || hint.Project == "" {
			slog.ErrorContext(ctx, "a message that is no hint is dropped", "err", err)
			return nil
		}
		p, err := projects.Project(ctx, hint.Project)
		if err != nil {
			return gone(err)
		}
		return ix.Compact(ctx, p)
	})
}

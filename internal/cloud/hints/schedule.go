package hints

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Tasks of the schedule, as its event names them.
const (
	TaskDue   = "due"   // every minute: what has come due, and what stopped
	TaskSweep = "sweep" // every hour: what is past its retention, and what crashes left behind
)

// Task is the event of the schedule.
type Task struct {
	Task string `json:"task"`
	// Since is from when on a sweep looks for payloads that no event names;
	// when absent, from a few hours ago. After an outage an operator names it.
	Since *kaibo.Time `json:"since,omitempty"`
}

// sweepBack is how far a sweep looks back by itself: every payload is looked at
// by two of the hourly sweeps once it is old enough.
const sweepBack = kaibo.Time(3 * time.Hour / time.Millisecond)

// Forgetter does what is due of forgetting; [forget.Engine] is it. Each method
// answers how much it did.
type Forgetter interface {
	Resume(ctx context.Context) (int, error)
	Expire(ctx context.Context) (int, error)
	Purge(ctx context.Context) (int, error)
}

// Lagging calls fn for every stream that has open jobs; [structure.Worker] is
// it.
type Lagging interface {
	Lagging(ctx context.Context, fn func(projectID, stream string)) error
}

// Sweeper deletes what a project's crashes and lost races left behind.
type Sweeper func(ctx context.Context, p kaibo.Project, since kaibo.Time) error

// Schedule is what the schedule's function is made of.
type Schedule struct {
	Forget   Forgetter
	Retain   func(context.Context) (int, error) // forgets what is past its retention
	Lagging  Lagging
	Hints    kaibo.Queue // of streams to structure
	Projects interface {
		All(ctx context.Context, fn func(kaibo.Project) error) error
	}
	Sweepers  []Sweeper
	Clock     kaibo.Clock
	Announced interface{ Flush(context.Context) } // what was announced meanwhile; nil for none
}

// Handle does a task. What fails does not hold up the rest, and is tried again
// at the next time; the error tells all of it, so that an alarm sees it.
func (s *Schedule) Handle(ctx context.Context, t Task) (struct{}, error) {
	if s.Announced != nil {
		defer s.Announced.Flush(context.WithoutCancel(ctx))
	}
	switch t.Task {
	case TaskDue:
		return struct{}{}, s.due(ctx)
	case TaskSweep:
		since := s.Clock() - sweepBack
		if t.Since != nil {
			since = *t.Since
		}
		return struct{}{}, s.sweep(ctx, since)
	}
	return struct{}{}, fmt.Errorf("schedule: %q is no task; the tasks are %s and %s", t.Task, TaskDue, TaskSweep)
}

// due does what has come due: first the hints, because somebody waits for what
// they lead to.
func (s *Schedule) due(ctx context.Context) error {
	errs := []error{attempt(ctx, "hint at streams that lag", s.hint)}
	for _, task := range []struct {
		name string
		do   func(context.Context) (int, error)
	}{
		{"finish deeds that stopped", s.Forget.Resume},
		{"forget what expired", s.Forget.Expire},
		{"purge what is due", s.Forget.Purge},
	} {
		errs = append(errs, attempt(ctx, task.name, func(ctx context.Context) error {
			n, err := task.do(ctx)
			if n > 0 {
				slog.InfoContext(ctx, "done", "task", task.name, "count", n)
			}
			return err
		}))
	}
	return errors.Join(errs...)
}

// hint sends a hint for every stream that lags: the queue may have lost its
// own. One that did not costs a read.
func (s *Schedule) hint(ctx context.Context) error {
	var errs []error
	err := s.Lagging.Lagging(ctx, func(projectID, stream string) {
		errs = append(errs, cloud.SendStructure(ctx, s.Hints, cloud.StructureHint{Project: projectID, Stream: stream}))
	})
	return errors.Join(append(errs, err)...)
}

// sweep enforces the rules of retention and sweeps every project.
func (s *Schedule) sweep(ctx context.Context, since kaibo.Time) error {
	errs := []error{attempt(ctx, "forget what is past its retention", func(ctx context.Context) error {
		n, err := s.Retain(ctx)
		if n > 0 {
			slog.InfoContext(ctx, "done", "task", "retention", "count", n)
		}
		return err
	})}
	err := s.Projects.All(ctx, func(p kaibo.Project) error {
		for _, sweep := range s.Sweepers {
			errs = append(errs, attempt(ctx, "sweep "+p.ID, func(ctx context.Context) error { return sweep(ctx, p, since) }))
		}
		return ctx.Err()
	})
	return errors.Join(append(errs, err)...)
}

// attempt does one thing of several. A panic is a failure of that one alone.
func attempt(ctx context.Context, name string, do func(context.Context) error) (err error) {
	defer cloud.Recover(ctx, name, &err)
	if err := do(ctx); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

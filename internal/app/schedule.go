package app

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// task is something that is due from time to time.
type task struct {
	name  string
	every time.Duration
	do    func(context.Context) error
}

// tasks are what the program does beside requests. Each can be stopped
// anywhere and is taken up again the next time.
func (a *App) tasks() []task {
	return []task{
		{"drain streams that lag", 30 * time.Second, a.drainLagging},
		{"finish deeds that stopped", time.Minute, counting(a.forget.Resume)},
		{"forget what expired", 2 * time.Second, counting(a.forget.Expire)},
		{"purge what is due", 2 * time.Second, counting(a.forget.Purge)},
		{"forget what is past its retention", 10 * time.Minute, counting(a.retain.Enforce)},
		{"sweep orphans", time.Hour, a.sweep},
	}
}

// signing are the tasks of signing. They go by themselves: one may wait for a
// witness that does not answer.
func (a *App) signing() []task {
	return []task{
		{"sign every log", 24 * time.Hour, a.checkpoints.sweep},
		{"sign what changed", 10 * time.Second, a.checkpoints.run},
	}
}

// schedule does the tasks when they are due, the first time at once: what a
// crash left is taken up before anything else. A task that fails is logged and
// done again at its time. It ends with ctx. Whatever wakes it has indexes folded.
func (a *App) schedule(ctx context.Context, tasks []task, wake <-chan struct{}) error {
	due := make([]time.Time, len(tasks))
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		for i, t := range tasks {
			if now := time.Now(); !now.Before(due[i]) && ctx.Err() == nil {
				a.attempt(ctx, t.name, t.do)
				due[i] = now.Add(t.every)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
			a.attempt(ctx, "compact indexes", a.compact)
		case <-tick.C:
		}
	}
}

// attempt does a task and logs how it failed. A panic is a failure too: what is
// wrong with one item of work must not take the server down, at every start
// anew.
func (a *App) attempt(ctx context.Context, name string, do func(context.Context) error) {
	began := time.Now()
	defer func() {
		if v := recover(); v != nil {
			a.log.ErrorContext(ctx, "task panicked", "task", name, "panic", v, "stack", string(debug.Stack()))
		}
	}()
	if err := do(ctx); err != nil && ctx.Err() == nil {
		a.log.ErrorContext(ctx, "task failed", "task", name, "err", err, "ms", time.Since(began).Milliseconds())
	}
}

// counting drops the count that an engine answers.
func counting(do func(context.Context) (int, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := do(ctx)
		return err
	}
}

// sweep deletes what crashes and lost races left behind in every project.
func (a *App) sweep(ctx context.Context) error {
	for cursor := ""; ; {
		projects, next, err := a.access.Projects(ctx, cursor, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for _, p := range projects {
			if err := a.sweepPayloads(ctx, p); err != nil {
				return err
			}
			if _, err := a.worker.SweepPlans(ctx, p); err != nil {
				return err
			}
			if err := a.index.Sweep(ctx, p); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// sweepPayloads deletes the payloads that no event names, among those written
// since it last looked: the first time in a process, among all.
func (a *App) sweepPayloads(ctx context.Context, p kaibo.Project) error {
	_, until, err := a.ledger.Sweep(ctx, p, a.swept[p.ID])
	if err == nil {
		a.swept[p.ID] = until
	}
	return err
}

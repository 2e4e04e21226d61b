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
	first time.Duration // how long after the start it is due for the first time
}

// tasks are what the program does beside requests. Each can be stopped
// anywhere and is taken up again the next time.
func (a *App) tasks() []task {
	return []task{
		{name: "drain streams that lag", every: 30 * time.Second, do: a.drainLagging},
		{name: "finish deeds that stopped", every: time.Minute, do: counting(a.forget.Resume)},
		{name: "forget what expired", every: 2 * time.Second, do: counting(a.forget.Expire)},
		{name: "purge what is due", every: 2 * time.Second, do: counting(a.forget.Purge)},
		{name: "forget what is past its retention", every: 10 * time.Minute, do: counting(a.retain.Enforce)},
		{name: "sweep orphans", every: time.Hour, do: a.sweep},
	}
}

// signing are the tasks of signing. They go by themselves: one may wait for a
// witness that does not answer.
func (a *App) signing() []task {
	return []task{
		{name: "sign every log", every: 24 * time.Hour, do: a.checkpoints.sweep},
		{name: "sign what changed", every: 10 * time.Second, do: a.checkpoints.run},
	}
}

// looking is what reads everything there is, to ring the alarm when it must. It
// waits until what a start brings is over.
func (a *App) looking() []task {
	return []task{{name: "look whether every promise holds", every: 24 * time.Hour, do: a.holdPromises, first: time.Hour}}
}

// schedule does the tasks when they are due, most of them at once: what a
// crash left is taken up before anything else. A task that fails is logged and
// done again at its time. It ends with ctx. Whatever wakes it has indexes folded.
func (a *App) schedule(ctx context.Context, tasks []task, wake <-chan struct{}) error {
	due := make([]time.Time, len(tasks))
	for i, t := range tasks {
		due[i] = time.Now().Add(t.first)
	}
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

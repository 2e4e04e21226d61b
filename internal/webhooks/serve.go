package webhooks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// parallel is how many projects are delivered for at a time.
const parallel = 8

// DeliverDue delivers for every project that has something due, once. What fails
// keeps its place and does not hold up the others.
func (e *Engine) DeliverDue(ctx context.Context) error {
	due, err := e.Due(ctx)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var errs []error
	var work errgroup.Group
	work.SetLimit(parallel)
	for _, project := range due {
		work.Go(func() error {
			if _, err := e.guarded(ctx, project); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
			return nil
		})
	}
	_ = work.Wait()
	return errors.Join(errs...)
}

// guarded is Deliver with a panic made an error: what is wrong with one project
// is not to end the process.
func (e *Engine) guarded(ctx context.Context, project string) (next kaibo.Time, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &kaibo.Error{Op: "deliver", Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
		}
	}()
	next, err = e.Deliver(ctx, project)
	if err != nil {
		err = fmt.Errorf("deliver for %s: %w", project, err)
	}
	return next, err
}

// lookEvery is how often Serve looks for what is due without being woken.
const lookEvery = time.Second

// Serve delivers until ctx ends, then waits for what it is at. It looks every
// second, and when wake says that something was announced. Receivers that are
// slow hold up their own project, and others only when eight projects have such.
func (e *Engine) Serve(ctx context.Context, wake <-chan struct{}) error {
	var work sync.WaitGroup
	defer work.Wait()
	slots := make(chan struct{}, parallel)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		due, err := e.Due(ctx)
		if err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "look for webhooks that are due", "err", err)
		}
		for _, project := range due {
			if e.busy.has(project) {
				continue
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return nil
			}
			work.Go(func() {
				defer func() { <-slots }()
				if _, err := e.guarded(ctx, project); err != nil && ctx.Err() == nil {
					slog.ErrorContext(ctx, "webhooks", "project", project, "err", err)
				}
			})
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-tick.C:
		}
	}
}

package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// drainTime is how long requests and jobs that have begun may take to end when
// the program is asked to stop: over what `wait` waits.
const drainTime = 30 * time.Second

// structurers is how many streams are drained at a time. Structuring is work
// of the processor, so more than a few gain nothing.
const structurers = 2

// Run serves the API on the listener, structures what comes in, and does what
// is due, until ctx ends. Then it takes no more requests, lets those that have
// begun end, and stops the rest.
func (a *App) Run(ctx context.Context, l net.Listener, e Exposure) error {
	handler, err := a.Handler(e)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	if err := a.Announce(l.Addr()); err != nil {
		return errors.Join(err, l.Close())
	}
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var group errgroup.Group
	group.Go(func() error { return a.Work(work) })
	group.Go(func() error {
		defer stopWork() // requests that wait for a job need the workers until they are answered
		return httpapi.Serve(ctx, l, handler, drainTime, a.log)
	})
	if err := group.Wait(); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Work structures what comes in and does what is due, until ctx ends. Run does it
// beside requests; who serves a handler in another way calls it.
func (a *App) Work(ctx context.Context) error {
	var group errgroup.Group
	for range structurers {
		group.Go(func() error { return a.worker.Serve(ctx, a.queue, projectsByID{a.access}) })
	}
	group.Go(func() error { return a.schedule(ctx, a.tasks(), a.compactions.wake) })
	group.Go(func() error { return a.schedule(ctx, a.signing(), nil) })
	group.Go(func() error { return a.schedule(ctx, a.looking(), nil) })
	group.Go(func() error { return a.webhooks.Serve(ctx, a.announcements) })
	return group.Wait()
}

// Announce tells other processes of this user under which address the server
// is found. Run does it. Who shows the address to somebody calls it before, so
// that a command that is typed at once finds the server and need not wait for
// the data directory.
func (a *App) Announce(addr net.Addr) error {
	owner := local.Owner{PID: os.Getpid(), Address: reachable(addr), Token: a.token, StartedAt: time.Now().UTC()}
	return local.WriteOwner(a.options.Dir, owner)
}

// reachable is the address under which this machine reaches a listener: one
// that listens everywhere is reached on the loopback.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	loopback := "127.0.0.1"
	if tcp.IP.To4() == nil {
		loopback = "::1"
	}
	return net.JoinHostPort(loopback, fmt.Sprint(tcp.Port))
}

// Settle does at once what a server does in time: it structures everything
// that waits, forgets what expired, purges what is due, folds the indexes that
// asked for it, signs how far the logs came, and sends what webhooks are to hear.
// A command does so before it ends. What fails keeps its place for the next one;
// the error says so.
func (a *App) Settle(ctx context.Context) error {
	errs := []error{a.drainLagging(ctx)}
	for _, do := range []func(context.Context) (int, error){a.forget.Resume, a.forget.Expire, a.retain.Enforce, a.forget.Purge} {
		_, err := do(ctx)
		errs = append(errs, err)
	}
	return errors.Join(append(errs, a.compact(ctx), a.checkpoints.run(ctx), a.deliver(ctx))...)
}

// drainLagging structures every stream that has open jobs. One that cannot be
// structured is not in the way of the others.
func (a *App) drainLagging(ctx context.Context) error {
	type lagging struct{ project, stream string }
	var streams []lagging
	err := a.worker.Lagging(ctx, func(project, stream string) { streams = append(streams, lagging{project, stream}) })
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range streams {
		errs = append(errs, a.drain(ctx, s.project, s.stream))
	}
	return errors.Join(errs...)
}

func (a *App) drain(ctx context.Context, projectID, stream string) error {
	p, err := a.access.ProjectByID(ctx, projectID)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	return a.worker.Drain(ctx, p, stream)
}

package kaibo

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// Options say how Open opens a data directory.
type Options struct {
	Project     string        // "default" when empty
	LockTimeout time.Duration // how long to wait for another process to let go of the directory
	Grace       time.Duration // from forgetting to purging; 0 is a day, less than 0 none
	Log         *slog.Logger  // nil logs nothing
}

// Open runs the engine in this process over a data directory, which is made
// when it is not there: no server, no port. The directory is this process's
// alone until Close. Structuring, purges and the rest go on beside the calls.
func Open(dir string, o Options) (*Client, error) {
	ctx := context.Background()
	a, err := app.Open(ctx, app.Options{Dir: dir, LockTimeout: o.LockTimeout, Grace: o.Grace, Log: o.Log, Version: version()})
	if err != nil {
		return nil, err
	}
	handler, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	work, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- a.Work(work) }()
	transport := &app.InProcess{Handler: handler}
	// What holds the directory is its owner, whatever keys were made.
	c, err := Connect("http://localhost", a.OwnerToken(), WithProject(o.Project), WithTries(1),
		WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		stop()
		return nil, errors.Join(err, <-ended, a.Close())
	}
	c.close = func() error {
		transport.Wait()
		stop()
		return errors.Join(<-ended, a.Close())
	}
	return c, nil
}

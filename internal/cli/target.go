package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// lockTimeout is how long a command waits for another one to let go of the
// data directory.
const lockTimeout = 5 * time.Second

// defaultData is the platform's directory for a program's data.
func defaultData() string { return filepath.Join(xdg.DataHome, "kaibo") }

// allowPrivateVariable lets webhooks reach private addresses when it is "true".
const allowPrivateVariable = "KAIBO_ALLOW_PRIVATE_WEBHOOKS"

func allowPrivateWebhooks() bool { return os.Getenv(allowPrivateVariable) == "true" }

func (s *program) dataDir() string {
	if s.data != "" {
		return s.data
	}
	return defaultData()
}

// connect makes a client of the server to talk to: a stack, the one that was
// named, the one that holds the data directory, or this process.
func (s *program) connect(ctx context.Context) (*client, error) {
	if s.stack != "" {
		return s.deployed(ctx)
	}
	if s.url != "" {
		return newClient(s.url, s.key, s.project)
	}
	c, err := s.embedded(ctx, 0)
	for try := 0; try < 2 && errors.As(err, new(*local.LockedError)); try++ {
		// Somebody holds it: a server that can be asked, or a command that
		// ends soon. Who merely has the address of one that died is not asked.
		if c, ok := s.ownerClient(ctx); ok {
			return c, nil
		}
		if try == 0 {
			c, err = s.embedded(ctx, lockTimeout)
		}
	}
	return c, err
}

// ownerClient talks to the server that holds the data directory, if it is one.
func (s *program) ownerClient(ctx context.Context) (*client, bool) {
	owner, err := local.ReadOwner(s.dataDir())
	if err != nil || owner.Address == "" {
		return nil, false
	}
	c, err := newClient("http://"+owner.Address, s.key, s.project)
	if err != nil {
		return nil, false
	}
	c.http.Transport = &ownerTransport{next: transport, token: owner.Token}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err = c.get(ctx, "/healthz")
	var problem *problemError
	return c, err == nil || errors.As(err, &problem)
}

// embedded opens the data directory and serves this process alone.
func (s *program) embedded(ctx context.Context, wait time.Duration) (*client, error) {
	m, err := modelFromEnv()
	if err != nil {
		return nil, err
	}
	a, err := app.Open(ctx, app.Options{Dir: s.dataDir(), LockTimeout: wait, Version: version(), Model: m, Log: slog.Default(),
		AllowPrivateWebhooks: allowPrivateWebhooks()})
	if err != nil {
		return nil, openError(err)
	}
	handler, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	c, err := newClient("http://localhost", s.key, s.project)
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	transport := &app.InProcess{Handler: handler}
	c.http.Transport = &ownerTransport{next: transport, token: a.OwnerToken()}
	c.where = s.dataDir()
	c.close = func() error {
		transport.Wait()
		return errors.Join(settle(ctx, a), a.Close())
	}
	return c, nil
}

// settle runs the jobs of what the command wrote, unless it was interrupted:
// then the next command or server does.
func settle(ctx context.Context, a *app.App) error {
	err := a.Settle(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// openError says who holds the data and what to do about it.
func openError(err error) error {
	var locked *local.LockedError
	if errors.As(err, &locked) {
		next := "Wait for it, or stop it and try again."
		if locked.Owner.Address != "" {
			next = fmt.Sprintf("Go through it with --url http://%s, or stop it and try again.", locked.Owner.Address)
		}
		return &exitError{code: exitUnreachable, next: next, err: locked}
	}
	return &exitError{code: exitUnreachable, next: "Name another directory with --data DIR.", err: err}
}

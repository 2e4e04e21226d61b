package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/local"
)

// shareTimeout is how long a session looks for a server and waits for the one
// that it started: over the time that a large store takes to open.
const shareTimeout = 30 * time.Second

// shareRetry is how often it looks.
const shareRetry = 50 * time.Millisecond

// idleTime is how long a server that a session started outlives the last
// request. A session that then goes on starts another.
const idleTime = 10 * time.Minute

// serverLog is what such a server has to say, in the data directory.
const serverLog = "serve.log"

// shared makes a client of a server that others can use at the same time: the
// one that was named, the one that holds the data directory, else one that is
// started for it. Any number of processes may call it at once.
func (s *program) shared(ctx context.Context) (*client, error) {
	if s.url != "" {
		return newClient(s.url, s.key, s.project)
	}
	ctx, cancel := context.WithTimeout(ctx, shareTimeout)
	defer cancel()
	for {
		vacant, err := local.Vacant(s.dataDir())
		if err != nil {
			return nil, openError(err)
		}
		if vacant {
			if err := s.startServer(ctx); err != nil {
				return nil, err
			}
		}
		// Who merely has the address of a server that died is not asked: what
		// listens there now may be anybody, and it would be shown the token.
		if c, ok := s.ownerClient(ctx); ok {
			return c, nil
		}
		if err := pause(ctx, shareRetry); err != nil {
			return nil, &exitError{code: exitUnreachable, next: "Wait for it, or stop it and try again.",
				err: fmt.Errorf("%s is held by a process that serves nobody: %w", s.dataDir(), err)}
		}
	}
}

// startServer starts a server in the background unless another process has just
// done so, and returns when the data directory is held or the server ended.
func (s *program) startServer(ctx context.Context) error {
	release, err := local.Starting(ctx, s.dataDir())
	if err != nil {
		return openError(err)
	}
	defer release()
	if vacant, err := local.Vacant(s.dataDir()); err != nil || !vacant {
		return err
	}
	ended, err := s.spawn(ctx)
	if err != nil {
		return err
	}
	for {
		select {
		case err := <-ended:
			if vacant, lookErr := local.Vacant(s.dataDir()); lookErr == nil && !vacant {
				return nil // somebody was faster: a command, or a server that a person started
			}
			return s.notStarted(err)
		default:
		}
		if _, ok := s.ownerClient(ctx); ok {
			return nil
		}
		if err := pause(ctx, shareRetry); err != nil {
			return s.notStarted(err)
		}
	}
}

// spawn starts the server as a process that outlives this one.
func (s *program) spawn(ctx context.Context) (ended <-chan error, err error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	dir, err := filepath.Abs(s.dataDir())
	if err != nil {
		return nil, fmt.Errorf("find the data directory: %w", err)
	}
	log, err := os.OpenFile(filepath.Join(dir, serverLog), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) //nolint:gosec // in the user's own directory
	if err != nil {
		return nil, &exitError{code: exitUnreachable, err: fmt.Errorf("open the server's log: %w", err)}
	}
	defer log.Close() //nolint:errcheck // the server has its own
	// It must not end with ctx: other sessions will use it.
	command := exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--data", dir, "--idle-exit", idleTime.String()) //nolint:gosec,noctx // this very program
	command.Args[0] = os.Args[0]
	command.Stdout, command.Stderr = log, log
	command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "KAIBO_") })
	detach(command)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, &exitError{code: exitUnreachable, next: "Start one with: kaibo serve", err: fmt.Errorf("start a server: %w", err)}
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	return done, nil
}

// notStarted says why there is no server, in the server's own words.
func (s *program) notStarted(err error) error {
	says := ""
	if f, openErr := os.Open(filepath.Join(s.dataDir(), serverLog)); openErr == nil { //nolint:gosec // in the user's own directory
		b, readErr := io.ReadAll(io.LimitReader(f, 4096))
		if readErr == nil {
			says = strings.TrimSpace(clean(string(b)))
		}
		_ = f.Close()
	}
	if says != "" {
		err = errors.New(strings.TrimPrefix(says, "kaibo: "))
	}
	if err == nil {
		err = errors.New("it ended at once")
	}
	return &exitError{code: exitUnreachable, next: "See what it says: kaibo serve --data " + s.dataDir(), err: fmt.Errorf("start a server: %w", err)}
}

// pause waits, or ends when ctx does.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

package measure

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// server is the real program, serving in this process.
type server struct {
	url    string
	cancel context.CancelFunc
	done   chan error
	app    *app.App
	remove string // a directory that is ours to remove
}

// startServer opens dir, or a new directory when it is empty, and serves it on
// a free port of the loopback.
func startServer(ctx context.Context, dir string) (*server, error) {
	s := &server{done: make(chan error, 1)}
	if dir == "" {
		temp, err := os.MkdirTemp("", "kaibo-eval-")
		if err != nil {
			return nil, err
		}
		dir, s.remove = temp, temp
	}
	a, err := app.Open(ctx, app.Options{Dir: dir, NoSync: true})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	serving, cancel := context.WithCancel(ctx)
	s.app, s.cancel, s.url = a, cancel, "http://"+l.Addr().String()
	go func() { s.done <- a.Run(serving, l, app.Exposure{Loopback: true}) }()
	return s, nil
}

// stop ends the server and removes what it kept, if that was ours.
func (s *server) stop() error {
	s.cancel()
	errs := []error{<-s.done, s.app.Close()}
	if s.remove != "" {
		errs = append(errs, os.RemoveAll(s.remove))
	}
	return errors.Join(errs...)
}

package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Time-outs of a server. A request may wait verbs.MaxWait for a job, so an
// answer has well over that.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 60 * time.Second // 4 MiB at 70 KB a second
	writeTimeout      = 120 * time.Second
	longTimeout       = time.Hour // of verbs of operation
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 32 << 10
)

// Serve answers requests on the listener until ctx ends, then lets those that
// have begun finish for at most drain. What then still runs is cut off, and
// the error says so.
func Serve(ctx context.Context, l net.Listener, h http.Handler, drain time.Duration, log *slog.Logger) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener{l}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := server.Shutdown(stop)
	if err != nil {
		err = errors.Join(err, server.Close())
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

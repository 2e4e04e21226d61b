package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// transient is an error after which another try may fare better.
type transient struct {
	error
	after time.Duration // that the server asked for; 0 when it asked for nothing
}

func (t *transient) Unwrap() error { return t.error }

// again marks an error as one after which another try may fare better, no
// sooner than after.
func again(after time.Duration, err error) error { return &transient{error: err, after: after} }

// Again marks an error of a [Provider] as one after which another try may fare
// better.
func Again(err error) error { return again(0, err) }

// firstWait is the longest wait before the second try; it doubles.
const firstWait = 400 * time.Millisecond

// Retry calls do until it answers nil, an error that no other try mends, or
// MaxTries are made. It waits in between: a random part of a time that doubles,
// so that those who failed together do not meet again, or as long as the server
// asked for, when that is at most ten seconds. Tries that ctx has no time for
// are not made.
func Retry(ctx context.Context, do func(context.Context) error) error {
	for try := 1; ; try++ {
		err := do(ctx)
		var t *transient
		if !errors.As(err, &t) {
			return err
		}
		wait := t.after
		if wait == 0 {
			top := firstWait << (try - 1)
			wait = top/2 + rand.N(top/2)
		}
		deadline, bounded := ctx.Deadline()
		if try == MaxTries || wait > maxWait || ctx.Err() != nil || bounded && time.Until(deadline) < wait {
			return t.error
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return t.error
		}
	}
}

// retryAfter reads a Retry-After header (RFC 9110, section 10.2.3): seconds, or
// a date. One that cannot be read asks for nothing.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 86400)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

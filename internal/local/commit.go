package local

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// How much one transaction of the file takes in. The bounds keep its memory
// small; a group that reaches one is followed at once by the next.
const (
	maxGroup      = 512
	maxGroupBytes = 32 << 20
	workBacklog   = 1024
)

// lazyDelay is how long a change of a queue may wait for a commit that takes
// it along before it gets one of its own.
const lazyDelay = 50 * time.Millisecond

// Errors of a commit. ErrClosed and what wraps it mean that nothing was
// written. ErrOutcomeUnknown means that the context ended while the commit was
// being made: read to find out.
var (
	ErrClosed         = errors.New("the store is closed")
	ErrOutcomeUnknown = errors.New("the context ended while the commit was being made; it may or may not have happened")
)

// States of a request.
const (
	waiting int32 = iota
	taken
	withdrawn
)

// A request is what the committer is asked to do: either apply, in a
// transaction together with others, or alone.
type request struct {
	apply func(*bolt.Tx) (changed bool, err error)
	alone func() error
	size  int
	state atomic.Int32
	done  chan error
	err   error // what apply answered; the committer's own
}

// submit hands r to the committer and waits for its answer.
func (s *Store) submit(ctx context.Context, r *request) error {
	r.done = make(chan error, 1)
	if err := s.enqueue(ctx, r); err != nil {
		return err
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
	}
	if r.state.CompareAndSwap(waiting, withdrawn) {
		return fmt.Errorf("not begun: %w", ctx.Err())
	}
	select {
	case err := <-r.done:
		return err
	default:
		return fmt.Errorf("%w: %w", ErrOutcomeUnknown, ctx.Err())
	}
}

func (s *Store) enqueue(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("not begun: %w", err)
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return errClosed()
	}
	select {
	case s.work <- r:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("not begun: %w", ctx.Err())
	}
}

func errClosed() error { return &kaibo.Error{Kind: kaibo.Unavailable, Err: ErrClosed} }

// commitLoop is the one writer of the file. What arrives while a transaction
// is being synced goes together into the next; nothing waits for company.
func (s *Store) commitLoop() {
	defer close(s.drained)
	lazy := time.NewTimer(time.Hour)
	lazy.Stop()
	for {
		select {
		case r, open := <-s.work:
			if !open {
				s.commitGroup(nil)
				return
			}
			s.serve(r)
		case <-s.poke:
			lazy.Reset(lazyDelay)
		case <-lazy.C:
			s.commitGroup(nil)
		}
	}
}

// serve commits a group that begins with first, then what must be done alone.
func (s *Store) serve(first *request) {
	group, alone := s.gather(first)
	if len(group) > 0 {
		s.commitGroup(group)
	}
	if alone != nil {
		alone.done <- s.unlessFault(alone.alone)
	}
}

// gather takes what waits. Between two looks it yields the processor, so that
// writers just answered can put their next commit in line; with none about
// that costs well under a microsecond.
func (s *Store) gather(first *request) (group []*request, alone *request) {
	size := 0
	for r, idle := first, false; ; {
		if r != nil && r.state.CompareAndSwap(waiting, taken) {
			if r.alone != nil {
				return group, r
			}
			group = append(group, r)
			size += r.size
		}
		if len(group) >= maxGroup || size >= maxGroupBytes {
			return group, nil
		}
		select {
		case r = <-s.work:
			if r == nil { // closed; the loop will see it
				return group, nil
			}
			idle = false
		default:
			if idle {
				return group, nil
			}
			r, idle = nil, true
			runtime.Gosched()
		}
	}
}

// commitGroup makes one transaction of the group and of the changes of queues
// that wait for one, syncs it, and only then answers.
func (s *Store) commitGroup(group []*request) {
	queues := s.dirtyQueues()
	if len(group) == 0 && len(queues) == 0 {
		return
	}
	err := s.unlessFault(func() error { return s.transact(group, queues) })
	for _, q := range queues {
		q.flushed(err)
	}
	for _, r := range group {
		if err != nil {
			r.done <- err
		} else {
			r.done <- r.err
		}
	}
}

// transact runs the group in one transaction. An error of it is everyone's; a
// refusal is its request's alone and lies in the request.
func (s *Store) transact(group []*request, queues []*Queue) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	id, changed := 0, false
	err := guard(func() error {
		tx, err := s.db.Begin(true)
		if err != nil {
			return err
		}
		defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
		id = tx.ID()
		if changed, err = applyAll(tx, group, queues); err != nil || !changed {
			return err
		}
		if s.beforeSync != nil {
			s.beforeSync()
		}
		return tx.Commit()
	})
	if err != nil {
		return s.afterFailure(id, err)
	}
	if changed {
		s.setDurable(id)
	}
	return nil
}

func applyAll(tx *bolt.Tx, group []*request, queues []*Queue) (changed bool, err error) {
	for _, r := range group {
		var wrote bool
		wrote, r.err = r.apply(tx)
		if wrote && r.err != nil {
			return false, r.err // half written: nobody's may stay
		}
		changed = changed || wrote
	}
	for _, q := range queues {
		wrote, err := q.flush(tx)
		if err != nil {
			return false, err
		}
		changed = changed || wrote
	}
	return changed, nil
}

// afterFailure decides what a failed transaction means. When the file still
// shows the state before it, nothing happened and the store goes on. When it
// shows the new state, or cannot be read, nobody can say what a crash would
// leave: the store stops, and opening it again finds out.
func (s *Store) afterFailure(id int, cause error) error {
	var crash *crashError
	if !errors.As(cause, &crash) {
		seen := -1
		err := guard(func() error {
			return s.db.View(func(tx *bolt.Tx) error { seen = tx.ID(); return nil })
		})
		if err == nil && seen < id {
			return &kaibo.Error{Op: "commit", Kind: kaibo.Unavailable, Detail: "nothing was written", Err: cause}
		}
	}
	return s.setFault(cause)
}

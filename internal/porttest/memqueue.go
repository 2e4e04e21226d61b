package porttest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MemQueue is a kaibo.Queue in memory. It waits on channels and timers alone,
// so that it runs inside testing/synctest. Messages without a group are in no
// order with any other.
type MemQueue struct {
	mu      sync.Mutex
	last    int
	line    []*memMessage // as sent
	changed chan struct{} // closed and replaced when a message may have become due
}

var _ kaibo.Queue = (*MemQueue)(nil)

type memMessage struct {
	kaibo.Message
	id      int
	attempt int
	visible time.Time
}

func (m *memMessage) receipt() string { return fmt.Sprintf("%d.%d", m.id, m.attempt) }

// NewMemQueue answers an empty queue.
func NewMemQueue() *MemQueue { return &MemQueue{changed: make(chan struct{})} }

// Len answers how many messages are neither done nor lost.
func (q *MemQueue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.line)
}

// Send implements kaibo.Queue.
func (q *MemQueue) Send(ctx context.Context, m kaibo.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last++
	q.line = append(q.line, &memMessage{Message: m, id: q.last, visible: time.Now()})
	q.wake()
	return nil
}

func (q *MemQueue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// Receive implements kaibo.Queue.
func (q *MemQueue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	if limit < 1 || visibility < 0 || wait < 0 {
		return nil, kaibo.Errorf(kaibo.Invalid, "receive: at most %d, hidden for %v, waiting %v", limit, visibility, wait)
	}
	end := time.Now().Add(wait)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		got, next, changed := q.take(limit, visibility, end)
		left := time.Until(end)
		if len(got) > 0 || left <= 0 {
			return got, nil
		}
		timer := time.NewTimer(max(time.Until(next), 0))
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// take delivers what is due; next is when to look again, at the latest end.
func (q *MemQueue) take(limit int, visibility time.Duration, end time.Time) (
	got []kaibo.Delivery, next time.Time, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, next := time.Now(), end
	held := map[string]bool{} // groups with an earlier message
	for _, m := range q.line {
		if len(got) == limit {
			break
		}
		if m.Group != "" && held[m.Group] {
			continue
		}
		held[m.Group] = true
		if m.visible.After(now) {
			if m.visible.Before(next) {
				next = m.visible
			}
			continue
		}
		m.attempt++
		m.visible = now.Add(visibility)
		got = append(got, kaibo.Delivery{Message: m.Message, Receipt: m.receipt(), Attempt: m.attempt})
	}
	return got, next, q.changed
}

// Done implements kaibo.Queue.
func (q *MemQueue) Done(ctx context.Context, d kaibo.Delivery) error {
	return q.settle(ctx, d, func(i int) { q.line = slices.Delete(q.line, i, i+1) })
}

// Retry implements kaibo.Queue.
func (q *MemQueue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	if after < 0 {
		return kaibo.Errorf(kaibo.Invalid, "retry: after %v", after)
	}
	return q.settle(ctx, d, func(i int) { q.line[i].visible = time.Now().Add(after) })
}

// settle does fn to the message of d, unless it has since been handed out
// again.
func (q *MemQueue) settle(ctx context.Context, d kaibo.Delivery, fn func(i int)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.line, func(m *memMessage) bool { return m.receipt() == d.Receipt })
	if i >= 0 {
		fn(i)
		q.wake()
	}
	return nil
}

package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// DefaultUnit is the time that a queue's suite counts in. A delivery is hidden
// for some units, so that a slow machine does not see it again by mistake.
const DefaultUnit = 100 * time.Millisecond

// A Unit tells the suite of a queue to count in another time than
// DefaultUnit: a second for a queue that knows no less.
type Unit time.Duration

// Queue runs what kaibo.Queue promises, as far as a queue that behaves can be
// held to it. Open is called for every case and answers an empty queue. A
// [Reopener] is also opened again.
func Queue(t *testing.T, open func(t *testing.T) kaibo.Queue, units ...Unit) {
	t.Helper()
	unit := DefaultUnit
	for _, u := range units {
		unit = time.Duration(u)
	}
	cases := []struct {
		name string
		run  func(q *queueCase)
	}{
		{"send, receive, done", (*queueCase).life},
		{"at most as many as asked", (*queueCase).atMost},
		{"hidden until the time-out", (*queueCase).hidden},
		{"retry", (*queueCase).retry},
		{"retry at once", (*queueCase).retryAtOnce},
		{"a group one at a time, in order", (*queueCase).group},
		{"groups do not wait for each other", (*queueCase).groups},
		{"a retried message holds its group", (*queueCase).retriedGroup},
		{"receive waits for a send", (*queueCase).wakes},
		{"receive waits for a time-out", (*queueCase).wakesForTimeout},
		{"receive gives up", (*queueCase).givesUp},
		{"an ended context", (*queueCase).canceled},
		{"settled twice", (*queueCase).twice},
		{"many workers", (*queueCase).workers},
		{"reopen", (*queueCase).reopen},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.run(&queueCase{T: t, ctx: caseContext(t), q: open(t), unit: unit})
		})
	}
}

type queueCase struct {
	*testing.T
	ctx  context.Context //nolint:containedctx // lives as long as the case
	q    kaibo.Queue
	unit time.Duration
}

// long hides a delivery for the rest of a case.
func (c *queueCase) long() time.Duration { return 600 * c.unit }

func (c *queueCase) send(group string, bodies ...string) {
	c.Helper()
	for _, b := range bodies {
		must(c.T, "send", c.q.Send(c.ctx, kaibo.Message{Group: group, Body: b}))
	}
}

// receive takes what there is, without a wait for more than the first.
func (c *queueCase) receive(limit int, visibility time.Duration) []kaibo.Delivery {
	c.Helper()
	got, err := c.q.Receive(c.ctx, limit, visibility, 0)
	must(c.T, "receive", err)
	return got
}

// next waits for one message.
func (c *queueCase) next(visibility time.Duration) kaibo.Delivery {
	c.Helper()
	got, err := c.q.Receive(c.ctx, 1, visibility, 100*c.unit)
	must(c.T, "receive", err)
	if len(got) != 1 {
		c.Fatalf("received %d messages, want 1", len(got))
	}
	return got[0]
}

func (c *queueCase) nothing(why string) {
	c.Helper()
	if got := c.receive(10, c.long()); len(got) > 0 {
		c.Errorf("received %+v; %s", got, why)
	}
}

func (c *queueCase) done(d kaibo.Delivery) {
	c.Helper()
	must(c.T, "done", c.q.Done(c.ctx, d))
}

func (c *queueCase) life() {
	c.nothing("nothing was sent")
	want := kaibo.Message{Group: "P/stream", Body: `{"id":"evt_1"}`}
	must(c.T, "send", c.q.Send(c.ctx, want))
	d := c.next(c.long())
	if d.Message != want || d.Attempt != 1 || d.Receipt == "" {
		c.Errorf("received %+v, want %+v, the first time, with a receipt", d, want)
	}
	c.done(d)
	c.nothing("the only message is done")
}

func (c *queueCase) atMost() {
	for i := range 5 {
		c.send(fmt.Sprint("g", i), "x")
	}
	seen := map[string]bool{}
	for calls := 0; len(seen) < 5; calls++ {
		got, err := c.q.Receive(c.ctx, 2, c.long(), 100*c.unit)
		must(c.T, "receive", err)
		if len(got) == 0 || len(got) > 2 || calls == 5 {
			c.Fatalf("received %d messages at call %d, want 1 or 2 and each once", len(got), calls)
		}
		for _, d := range got {
			seen[d.Group] = true
		}
	}
	for _, limit := range []int{0, -1} {
		_, err := c.q.Receive(c.ctx, limit, c.unit, 0)
		wantKind(c.T, fmt.Sprintf("receive of %d", limit), err, kaibo.Invalid)
	}
}

func (c *queueCase) hidden() {
	c.send("g", "x")
	begin := time.Now()
	first := c.next(5 * c.unit)
	if got := c.receive(1, c.long()); len(got) > 0 && time.Since(begin) < 5*c.unit {
		c.Fatalf("received %+v while it was hidden", got)
	}
	second := c.next(c.long())
	if since := time.Since(begin); since < 5*c.unit {
		c.Errorf("delivered again after %v, before the time-out of %v", since, 5*c.unit)
	}
	if second.Attempt != first.Attempt+1 || second.Message != first.Message {
		c.Errorf("delivered %+v and again %+v", first, second)
	}
	c.done(second)
}

func (c *queueCase) retry() {
	c.send("g", "x")
	d := c.next(c.long())
	begin := time.Now()
	must(c.T, "retry", c.q.Retry(c.ctx, d, 3*c.unit))
	again := c.next(c.long())
	if since := time.Since(begin); since < 3*c.unit {
		c.Errorf("delivered again after %v, retry said after %v", since, 3*c.unit)
	}
	if again.Attempt != 2 || again.Message != d.Message {
		c.Errorf("delivered again %+v", again)
	}
	c.done(again)
	c.nothing("it is done")
}

func (c *queueCase) retryAtOnce() {
	c.send("g", "x")
	for attempt := 1; attempt <= 4; attempt++ {
		d := c.next(c.long())
		if d.Attempt != attempt {
			c.Errorf("attempt %d is called %d", attempt, d.Attempt)
		}
		must(c.T, "retry", c.q.Retry(c.ctx, d, 0))
	}
	c.done(c.next(c.long()))
}

func (c *queueCase) group() {
	want := []string{"1", "2", "3", "4"}
	c.send("g", want...)
	var got []string
	for range want {
		d := c.next(c.long())
		c.nothing("another of its group is being worked on")
		got = append(got, d.Body)
		c.done(d)
	}
	if !slices.Equal(got, want) {
		c.Errorf("delivered %v, sent %v", got, want)
	}
	c.nothing("all are done")
}

func (c *queueCase) groups() {
	c.send("a", "a1", "a2")
	held := c.next(c.long())
	c.send("b", "b1", "b2")
	for _, want := range []string{"b1", "b2"} {
		d := c.next(c.long())
		if d.Body != want {
			c.Fatalf("delivered %q, want %q", d.Body, want)
		}
		c.done(d)
	}
	c.nothing("group a is held")
	c.done(held)
	if d := c.next(c.long()); d.Body != "a2" {
		c.Errorf("delivered %q, want a2", d.Body)
	}
}

func (c *queueCase) retriedGroup() {
	c.send("a", "a1", "a2")
	d := c.next(c.long())
	must(c.T, "retry", c.q.Retry(c.ctx, d, 3*c.unit))
	if d := c.next(c.long()); d.Body != "a1" || d.Attempt != 2 {
		c.Errorf("delivered %q, attempt %d; a1 comes before what follows it", d.Body, d.Attempt)
	}
}

func (c *queueCase) wakes() {
	var sent time.Time
	var wg sync.WaitGroup
	wg.Go(func() {
		time.Sleep(c.unit)
		sent = time.Now()
		if err := c.q.Send(c.ctx, kaibo.Message{Group: "g", Body: "x"}); err != nil {
			c.Errorf("send: %v", err)
		}
	})
	defer wg.Wait()
	d := c.next(c.long())
	wg.Wait()
	if late := time.Since(sent); late > 50*c.unit {
		c.Errorf("received %v after the send, with a wait of %v", late, 100*c.unit)
	}
	c.done(d)
}

func (c *queueCase) wakesForTimeout() {
	c.send("g", "x")
	c.next(2 * c.unit)
	begin := time.Now()
	c.done(c.next(c.long()))
	if late := time.Since(begin); late > 50*c.unit {
		c.Errorf("delivered again after %v, hidden for %v", late, 2*c.unit)
	}
}

func (c *queueCase) givesUp() {
	begin := time.Now()
	got, err := c.q.Receive(c.ctx, 1, c.unit, 2*c.unit)
	if err != nil || len(got) > 0 {
		c.Errorf("receive of nothing: %v, %v", got, err)
	}
	if waited := time.Since(begin); waited < 2*c.unit {
		c.Errorf("gave up after %v, the wait was %v", waited, 2*c.unit)
	}
}

func (c *queueCase) canceled() {
	wantCanceled(c.T, "send", c.q.Send(canceled(), kaibo.Message{Group: "g", Body: "x"}))
	_, err := c.q.Receive(canceled(), 1, c.unit, 0)
	wantCanceled(c.T, "receive", err)
	ctx, cancel := context.WithCancel(c.ctx)
	time.AfterFunc(c.unit, cancel)
	begin := time.Now()
	_, err = c.q.Receive(ctx, 1, c.unit, 1000*c.unit)
	if since := time.Since(begin); !errors.Is(err, context.Canceled) || since > 500*c.unit {
		c.Errorf("receive answered %v, %v after its context ended", err, since)
	}
	c.nothing("the only send was canceled")
}

func (c *queueCase) twice() {
	c.send("g", "1", "2")
	d := c.next(c.long())
	c.done(d)
	c.done(d)
	must(c.T, "retry of what is done", c.q.Retry(c.ctx, d, 0))
	if d := c.next(c.long()); d.Body != "2" {
		c.Errorf("delivered %q, want 2", d.Body)
	}
	c.nothing("one is done, one is held")
}

// workers sends and works from many sides: every message is delivered, no two
// of a group at a time, each group in its order.
func (c *queueCase) workers() {
	const groups, messages, workers = 5, 12, 4
	var mu sync.Mutex
	got, busy, left := map[string][]string{}, map[string]bool{}, groups*messages
	work := func() bool {
		ds, err := c.q.Receive(c.ctx, 3, c.long(), c.unit)
		if err != nil {
			c.Errorf("receive: %v", err)
			return false
		}
		for _, d := range ds {
			mu.Lock()
			if busy[d.Group] {
				c.Errorf("two messages of %s at a time", d.Group)
			}
			busy[d.Group] = true
			got[d.Group] = append(got[d.Group], d.Body)
			mu.Unlock()

			mu.Lock()
			busy[d.Group] = false
			left--
			mu.Unlock()
			if err := c.q.Done(c.ctx, d); err != nil {
				c.Errorf("done: %v", err)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		return left > 0
	}
	each(groups+workers, func(i int) {
		for n := range messages {
			if i < groups {
				c.send(fmt.Sprint("g", i), fmt.Sprintf("%02d", n))
			}
		}
		for more := i >= groups; more && c.ctx.Err() == nil; {
			more = work()
		}
	})
	for g, bodies := range got {
		if len(bodies) != messages || !slices.IsSorted(bodies) {
			c.Errorf("%s was delivered as %v", g, bodies)
		}
	}
	if len(got) != groups {
		c.Errorf("%d groups of %d were delivered", len(got), groups)
	}
}

func (c *queueCase) reopen() {
	c.send("a", "a1", "a2", "a3")
	c.send("b", "b1")
	c.done(c.next(c.long())) // a1
	begin := time.Now()
	if held := c.next(20 * c.unit); held.Body != "b1" && held.Body != "a2" {
		c.Fatalf("delivered %q", held.Body)
	}
	c.q = reopen(c.T, c.q)
	left := map[string]int{}
	for range 3 {
		d := c.next(c.long())
		left[d.Body] = d.Attempt
		if d.Attempt == 2 && time.Since(begin) < 20*c.unit {
			c.Errorf("%s came back after %v, it was hidden for %v", d.Body, time.Since(begin), 20*c.unit)
		}
		c.done(d)
	}
	c.nothing("all are done")
	if len(left) != 3 || left["a2"] == 0 || left["a3"] != 1 || left["b1"] == 0 || left["a2"]+left["b1"] != 3 {
		c.Errorf("after opening again were delivered %v", left)
	}
}

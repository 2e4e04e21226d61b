package porttest_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// ofSize makes an item that counts for size bytes.
func ofSize(sort string, size int) kaibo.Write {
	k := key(sort)
	return kaibo.PutNew(k, 1, make([]byte, size-kaibo.Item{Key: k}.Size()))
}

func TestCounterUnits(t *testing.T) {
	c := porttest.NewCounter()
	tb := c.Table(porttest.NewMemTable())
	check := func(op string, want porttest.Cost) {
		t.Helper()
		if d := cmp.Diff(want, c.Of(op)); d != "" {
			t.Errorf("%s (-want +got):\n%s", op, d)
		}
		c.Reset()
	}
	commit := func(writes ...kaibo.Write) {
		t.Helper()
		if err := tb.Commit(ctx, writes); err != nil {
			t.Fatal(err)
		}
	}
	commit(ofSize("a", 1024))
	check(porttest.OpCommit, porttest.Cost{Calls: 1, Items: 1, Bytes: 1024, Units: 1})
	commit(ofSize("b", 1025), ofSize("c", 4097), kaibo.CheckAt(key("none"), 0))
	check(porttest.OpCommit, porttest.Cost{Calls: 1, Items: 3, Bytes: 1025 + 4097 + 21, Units: 2 * (2 + 5 + 1)})

	if _, err := tb.Get(ctx, key("b"), key("none"), key("c")); err != nil {
		t.Fatal(err)
	}
	check(porttest.OpGet, porttest.Cost{Calls: 1, Items: 2, Bytes: 1025 + 4097, Units: 1 + 1 + 2})
	if _, err := tb.Query(ctx, kaibo.Records, "p", kaibo.Range{}); err != nil {
		t.Fatal(err)
	}
	check(porttest.OpQuery, porttest.Cost{Calls: 1, Items: 3, Bytes: 1024 + 1025 + 4097, Units: 2})
	if _, err := tb.Query(ctx, kaibo.Records, "empty", kaibo.Range{}); err != nil {
		t.Fatal(err)
	}
	check(porttest.OpQuery, porttest.Cost{Calls: 1, Units: 1})

	if tb.Commit(ctx, []kaibo.Write{ofSize("a", 1024)}) == nil {
		t.Fatal("the second put was not refused")
	}
	check(porttest.OpCommit, porttest.Cost{Calls: 1, Items: 1, Bytes: 1024, Units: 1})
	err := tb.(kaibo.Scanner).Scan(ctx, kaibo.Records, "", func(kaibo.Item) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	check(porttest.OpScan, porttest.Cost{Calls: 1, Items: 3, Bytes: 1024 + 1025 + 4097, Units: 2})
}

func TestCounterObjectsAndQueue(t *testing.T) {
	c := porttest.NewCounter()
	o, q := c.Objects(porttest.NewMemObjects()), c.Queue(porttest.NewMemQueue())
	var errs []error
	try := func(err error) { errs = append(errs, err) }
	try(o.Put(ctx, "a/b", make([]byte, 100)))
	try(o.Put(ctx, "a/c", make([]byte, 10)))
	_, err := o.Get(ctx, "a/b", 90, 50)
	try(err)
	_, err = o.List(ctx, "a/", "", 9)
	try(err)
	try(o.Delete(ctx, "a/b"))
	try(q.Send(ctx, kaibo.Message{Group: "gg", Body: "12345"}))
	ds, err := q.Receive(ctx, 5, time.Hour, 0)
	try(err)
	try(q.Retry(ctx, ds[0], time.Hour))
	try(q.Done(ctx, ds[0]))
	for i, err := range errs {
		if err != nil {
			t.Errorf("call %d: %v", i, err)
		}
	}
	for op, want := range map[string]porttest.Cost{
		porttest.OpPut:     {Calls: 2, Items: 2, Bytes: 110},
		porttest.OpRead:    {Calls: 1, Items: 1, Bytes: 10},
		porttest.OpList:    {Calls: 1, Items: 2, Bytes: 6},
		porttest.OpDelete:  {Calls: 1, Items: 1},
		porttest.OpSend:    {Calls: 1, Items: 1, Bytes: 7},
		porttest.OpReceive: {Calls: 1, Items: 1, Bytes: 7},
		porttest.OpDone:    {Calls: 1, Items: 1},
		porttest.OpRetry:   {Calls: 1, Items: 1},
	} {
		if d := cmp.Diff(want, c.Of(op)); d != "" {
			t.Errorf("%s (-want +got):\n%s", op, d)
		}
	}
	if got := c.Total(porttest.OpPut, porttest.OpRead); got != (porttest.Cost{Calls: 3, Items: 3, Bytes: 120}) {
		t.Errorf("total %+v", got)
	}
	if got := c.Total(); got.Calls != 9 || c.RoundTrips() != 9 {
		t.Errorf("%d calls, %d round trips, want 9 of each", got.Calls, c.RoundTrips())
	}
	if !strings.Contains(c.String(), "object put: 2 calls, 2 items, 110 bytes, 0 units\n") {
		t.Errorf("the listing is %q", c)
	}
}

// A receive that waits makes a call as long as the test wants it.
func TestRoundTrips(t *testing.T) {
	cases := []struct {
		name  string
		calls [][2]time.Duration // begin and length, in seconds of fake time
		want  int
	}{
		{"none", nil, 0},
		{"one after another", [][2]time.Duration{{0, 1}, {2, 1}, {4, 1}}, 3},
		{"all at once", [][2]time.Duration{{0, 4}, {1, 4}, {2, 4}}, 1},
		{"a chain of overlaps", [][2]time.Duration{{0, 3}, {2, 3}, {4, 3}, {6, 3}}, 2},
		{"a long one beside short ones", [][2]time.Duration{{0, 10}, {1, 1}, {3, 1}, {5, 1}}, 3},
		{"two waves", [][2]time.Duration{{0, 2}, {0, 2}, {5, 2}, {5, 2}}, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				counter := porttest.NewCounter()
				q := counter.Queue(porttest.NewMemQueue())
				var wg sync.WaitGroup
				for _, call := range c.calls {
					wg.Go(func() {
						time.Sleep(call[0] * time.Second)
						if _, err := q.Receive(t.Context(), 1, 0, call[1]*time.Second); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				if got := counter.RoundTrips(); got != c.want {
					t.Errorf("%d round trips, want %d", got, c.want)
				}
			})
		})
	}
}

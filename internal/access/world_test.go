package access_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

var background = context.Background()

// start is when the clock of every test begins.
var start = kaibo.TimeOf(time.Date(2026, 7, 1, 9, 30, 0, 0, time.UTC))

// world is one table and a clock that a test turns. Each process is a store of
// its own over them.
type world struct {
	*access.Store
	table *porttest.MemTable
	clock atomic.Int64
}

func newWorld() *world {
	w := &world{table: porttest.NewMemTable()}
	w.clock.Store(int64(start))
	w.Store = w.process(w.table)
	return w
}

func (w *world) now() kaibo.Time { return kaibo.Time(w.clock.Load()) }

func (w *world) process(table kaibo.Table) *access.Store {
	return access.New(table, w.now, rand.Reader)
}

// faulty is a process whose operations fare as a plan says.
func (w *world) faulty(plan *porttest.Plan) *access.Store {
	return w.process(&porttest.FaultyTable{Table: w.table, Plan: plan})
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func wantKind(t testing.TB, err error, want kaibo.Kind) {
	t.Helper()
	if err == nil || kaibo.KindOf(err) != want {
		t.Errorf("error %v is %v, want %v", err, kaibo.KindOf(err), want)
	}
}

// hook calls before ahead of a Commit, and after behind a Get.
type hook struct {
	kaibo.Table
	beforeCommit func() error
	afterGet     func(keys []kaibo.Key)
}

func (h *hook) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	items, err := h.Table.Get(ctx, keys...)
	if h.afterGet != nil {
		h.afterGet(keys)
	}
	return items, err
}

func (h *hook) Commit(ctx context.Context, writes []kaibo.Write) error {
	if h.beforeCommit != nil {
		if err := h.beforeCommit(); err != nil {
			return err
		}
	}
	return h.Table.Commit(ctx, writes)
}

// items answers every item of the table whose partition begins with prefix.
func (w *world) items(t testing.TB, prefix string) []kaibo.Item {
	t.Helper()
	var all []kaibo.Item
	err := w.table.Scan(background, kaibo.Records, prefix, func(it kaibo.Item) error { all = append(all, it); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sweep runs a deed once for every operation that it has and every outcome of
// that operation.
func sweep(t *testing.T, deed func(t *testing.T, plan *porttest.Plan)) {
	t.Helper()
	for _, o := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
		for n, more := 1, true; more; n++ {
			t.Run(fmt.Sprintf("%d/%s", n, o), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					plan := porttest.FailNth(n, o)
					deed(t, plan)
					more = len(plan.Steps()) >= n
					if t.Failed() {
						t.Logf("steps:\n%s", plan)
					}
				})
			})
			if n > 100 {
				t.Fatal("the deed has no end")
			}
		}
	}
}

var errNoRandom = errors.New("no random bytes")

// dry is a source of random bytes that ends after a while.
type dry struct{ left int }

func (d *dry) Read(b []byte) (int, error) {
	if len(b) > d.left {
		return 0, errNoRandom
	}
	d.left -= len(b)
	return io.ReadFull(rand.Reader, b)
}

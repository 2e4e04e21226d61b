package porttest_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

func TestMemTable(t *testing.T) {
	porttest.Table(t, func(*testing.T) kaibo.Table { return porttest.NewMemTable() })
}

func TestMemObjects(t *testing.T) {
	porttest.Objects(t, func(*testing.T) kaibo.Objects { return porttest.NewMemObjects() })
}

func TestMemQueue(t *testing.T) {
	porttest.Queue(t, func(*testing.T) kaibo.Queue { return porttest.NewMemQueue() }, porttest.Unit(20*time.Millisecond))
}

// A wrapper that does nothing is a port like any other, also one that shows
// the middle of commits to whoever looks meanwhile.
func TestWrappersConform(t *testing.T) {
	t.Run("faulty table", func(t *testing.T) {
		porttest.Table(t, func(*testing.T) kaibo.Table {
			return &porttest.FaultyTable{Table: porttest.NewMemTable(), Plan: porttest.NoFaults(),
				During: func(context.Context) { runtime.Gosched() }}
		})
	})
	t.Run("faulty objects", func(t *testing.T) {
		porttest.Objects(t, func(*testing.T) kaibo.Objects { return &porttest.FaultyObjects{Objects: porttest.NewMemObjects()} })
	})
	t.Run("faulty queue", func(t *testing.T) {
		porttest.Queue(t, func(*testing.T) kaibo.Queue { return &porttest.FaultyQueue{Queue: porttest.NewMemQueue()} },
			porttest.Unit(20*time.Millisecond))
	})
	t.Run("counted table", func(t *testing.T) {
		porttest.Table(t, func(*testing.T) kaibo.Table { return porttest.NewCounter().Table(porttest.NewMemTable()) })
	})
	t.Run("counted objects", func(t *testing.T) {
		porttest.Objects(t, func(*testing.T) kaibo.Objects { return porttest.NewCounter().Objects(porttest.NewMemObjects()) })
	})
	t.Run("counted queue", func(t *testing.T) {
		porttest.Queue(t, func(*testing.T) kaibo.Queue { return porttest.NewCounter().Queue(porttest.NewMemQueue()) },
			porttest.Unit(20*time.Millisecond))
	})
}

func TestMemQueueRunsOnFakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := porttest.NewMemQueue()
		if err := q.Send(t.Context(), kaibo.Message{Group: "g", Body: "x"}); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		for attempt := 1; attempt <= 3; attempt++ {
			ds, err := q.Receive(t.Context(), 1, time.Hour, 24*time.Hour)
			if err != nil || len(ds) != 1 || ds[0].Attempt != attempt {
				t.Fatalf("received %v, %v; want attempt %d", ds, err, attempt)
			}
		}
		if passed := time.Since(begin); passed != 2*time.Hour {
			t.Errorf("two time-outs of an hour took %v", passed)
		}
		if q.Len() != 1 {
			t.Errorf("%d messages are left, want 1", q.Len())
		}
	})
}

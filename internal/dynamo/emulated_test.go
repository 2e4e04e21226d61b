package dynamo_test

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Writers count up one item while one request of three is throttled, fails or
// loses its answer. Each gives its writes a name, so that it can tell by reading
// what became of one. Nothing is lost or counted twice, and no writer is told of
// a conflict with itself.
func TestFaults(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		if s.Kind == "dynalite" {
			t.Skip(noTransactions)
		}
		sound := fresh(t, s, dynamo.Options{})
		s.Config.HTTPClient = awstest.Faulty{HTTPClient: http.DefaultClient, Next: awstest.Seeded(1, 3)}
		bad := dynamo.Open(s.Config, sound.names, dynamo.Options{Retry: awsretry.Policy{Tries: 20, First: time.Millisecond, Most: 20 * time.Millisecond}})
		const writers, rounds = 4, 8
		var unknown, own atomic.Int64
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for round := 0; round < rounds && !t.Failed(); {
					if countUp(t, bad, fmt.Sprintf("%d/%d", w, round), &unknown, &own) {
						round++
					}
				}
			})
		}
		wg.Wait()
		got, err := sound.Get(t.Context(), counter)
		if err != nil || got[0].Version != writers*rounds {
			t.Errorf("the counter is at %d after %d increments, %v", got[0].Version, writers*rounds, err)
		}
		if unknown.Load() == 0 || own.Load() == 0 {
			t.Errorf("%d outcomes were unknown, %d of them commits: the test tested nothing", unknown.Load(), own.Load())
		}
	})
}

var counter = rec("p", "counter")

// countUp makes one increment under a name and reports whether it is made.
func countUp(t *testing.T, tb *dynamo.Table, name string, unknown, own *atomic.Int64) bool {
	mark := ev("marks", name)
	got, err := tb.Get(t.Context(), counter, mark)
	if err != nil {
		t.Errorf("get: %v", err)
		return false
	}
	if got[1].Found() { // the answer was lost, the commit was not
		own.Add(1)
		return true
	}
	err = tb.Commit(t.Context(), []kaibo.Write{kaibo.PutOver(counter, got[0].Version, []byte(name)), kaibo.PutNew(mark, 1, nil)})
	var conflict *kaibo.ConflictError
	switch {
	case errors.As(err, &conflict):
		for _, r := range conflict.Refused {
			if r.Met.Key == mark || string(r.Met.Data) == name {
				t.Errorf("%s was told of a conflict with itself", name)
			}
		}
		return false
	case errors.Is(err, dynamo.ErrOutcomeUnknown):
		unknown.Add(1)
		return false
	case err != nil:
		t.Errorf("commit: %v", err)
	}
	return err == nil
}

// Capacity as DynamoDB counts it: a consistent read of 4 KB is a unit, a write
// of 1 KB is one alone and two in a transaction.
func TestUsage(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		if s.Kind == "moto" {
			t.Skip("moto counts a unit an item, whatever its size")
		}
		var mu sync.Mutex
		used := map[string]float64{}
		tb := fresh(t, s, dynamo.Options{Usage: func(u dynamo.Usage) {
			mu.Lock()
			defer mu.Unlock()
			used[u.Op] += u.Units
		}})
		for _, k := range []kaibo.Key{rec("p", "a"), rec("p", "b")} {
			if err := tb.Commit(t.Context(), []kaibo.Write{kaibo.PutNew(k, 1, make([]byte, 2500))}); err != nil {
				t.Fatal(err)
			}
		}
		_, err1 := tb.Get(t.Context(), rec("p", "a"))
		_, err2 := tb.Get(t.Context(), rec("p", "a"), rec("p", "b"))
		_, err3 := tb.Query(t.Context(), kaibo.Records, "p", kaibo.Range{Limit: 1})
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(map[string]float64{"commit": 6, "get": 3, "query": 2}, used); d != "" {
			t.Errorf("units (-want +got):\n%s", d)
		}
	})
}

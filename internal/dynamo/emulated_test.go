package dynamo_test

import (
	"errors"
	"fmt"
	"math"
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
	"github.com/kaibo-dev/kaibo/internal/porttest"
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

// What the cost tests reckon from the sizes of items is what DynamoDB counts:
// the units of each call over items of all sizes differ by one at most, where a
// size is near a bound, and in all by one in a hundred.
func TestReckonedUnits(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		if s.Kind == "moto" {
			t.Skip("moto counts a unit an item, whatever its size")
		}
		meter, counter := awstest.NewMeter(), porttest.NewCounter()
		meter.Install(&s.Config)
		tb := counter.Table(fresh(t, s, dynamo.Options{}))
		told, reckoned := 0.0, 0.0
		check := func(what string, size int, op string, err error) {
			t.Helper()
			got, want := meter.Of("DynamoDB ").Units, float64(counter.Of(op).Units)
			if err != nil || math.Abs(got-want) > 1 {
				t.Errorf("%s of %d bytes: told %v units, reckoned %v, %v", what, size, got, want, err)
			}
			told, reckoned = told+got, reckoned+want
			meter.Reset()
			counter.Reset()
		}
		meter.Reset()
		for size := 0; size < 20_000; size += 333 {
			a, b := rec("p", fmt.Sprintf("%05d", size)), rec("q", fmt.Sprintf("%05d", size))
			err := tb.Commit(t.Context(), []kaibo.Write{kaibo.PutNew(a, 1, make([]byte, size))})
			check("commit", size, porttest.OpCommit, err)
			_, err = tb.Get(t.Context(), a)
			check("get", size, porttest.OpGet, err)
			_, err = tb.Get(t.Context(), a, b)
			check("get of two, one absent", size, porttest.OpGet, err)
			_, err = tb.Query(t.Context(), kaibo.Records, "p", kaibo.Range{From: a.Sort})
			check("query", size, porttest.OpQuery, err)
		}
		t.Logf("told %v units, reckoned %v", told, reckoned)
		if math.Abs(told-reckoned) > told/100 {
			t.Errorf("told %v units, reckoned %v", told, reckoned)
		}
	})
}

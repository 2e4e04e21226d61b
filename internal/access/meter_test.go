package access_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// metered is one process that counts requests; what it does beside them is done
// when a test says so.
type metered struct {
	access.Meter
	beside []func()
}

func (w *world) metered(table kaibo.Table) *metered {
	m := &metered{}
	m.Table, m.Clock = table, w.now
	m.Go = func(f func()) { m.beside = append(m.beside, f) }
	return m
}

// settle does what waits.
func (m *metered) settle() {
	work := m.beside
	m.beside = nil
	for _, f := range work {
		f()
	}
}

// pass counts how many of n requests at one moment are let through, the bucket
// answering at once.
func (m *metered) pass(t *testing.T, k *access.Key, n int) (passed int) {
	t.Helper()
	for range n {
		err := m.Take(k)
		if err == nil {
			passed++
		} else {
			wantLimited(t, err)
		}
		m.settle()
	}
	return passed
}

func wantLimited(t *testing.T, err error) {
	t.Helper()
	wantKind(t, err, kaibo.RateLimited)
	var e *kaibo.Error
	if !errors.As(err, &e) || e.RetryAfter < time.Second || e.Detail == "" {
		t.Errorf("%+v does not say when to come again", e)
	}
}

func limited(perMinute int) *access.Key {
	return &access.Key{ID: "key_a", ProjectID: "prj_a", Grant: access.Grant{PerMinute: perMinute}}
}

// TestALimitHoldsOverTime lets a key ask as often as it can for ten minutes, in
// one process and in four.
func TestALimitHoldsOverTime(t *testing.T) {
	for _, perMinute := range []int{1, 2, 59, 60, 600} {
		for _, processes := range []int{1, 4} {
			w, k := newWorld(), limited(perMinute)
			var all []*metered
			for range processes {
				all = append(all, w.metered(w.table))
			}
			passed := 0
			for range 600 { // seconds
				for _, m := range all {
					passed += m.pass(t, k, perMinute/10+2)
				}
				w.clock.Add(time.Second.Milliseconds())
			}
			// a full bucket, ten minutes of refills, and the documented overshoot
			most := perMinute + 10*perMinute + processes*max(1, perMinute/20)
			if passed > most || passed < 10*perMinute {
				t.Errorf("%d a minute in %d processes: %d let through in ten minutes, want %d to %d", perMinute, processes, passed, 10*perMinute, most)
			}
		}
	}
}

// TestARequestDoesNotWaitForTheTable has a table that never answers.
func TestARequestDoesNotWaitForTheTable(t *testing.T) {
	w, k := newWorld(), limited(100)
	m := w.metered(w.table)
	passed := 0
	for range 50 {
		if m.Take(k) == nil {
			passed++
		}
	}
	if passed != 5 || len(m.beside) != 1 {
		t.Errorf("%d requests let through on credit and %d asked for, want one block of 5 and one", passed, len(m.beside))
	}
	m.settle()
	if got := m.pass(t, k, 50); got == 0 {
		t.Error("nothing is let through once the table has answered")
	}
}

// TestTheBucketIsWrittenOnceASecond counts what four busy processes write.
func TestTheBucketIsWrittenOnceASecond(t *testing.T) {
	w, k := newWorld(), limited(100_000)
	counter := porttest.NewCounter()
	table := counter.Table(w.table)
	all := []*metered{w.metered(table), w.metered(table), w.metered(table), w.metered(table)}
	const seconds = 20
	for range seconds * 10 {
		for _, m := range all {
			m.pass(t, k, 700)
		}
		w.clock.Add(100)
	}
	if n := counter.Of(porttest.OpCommit).Calls; n > seconds+1 || n < seconds/2 {
		t.Errorf("%d writes in %d seconds", n, seconds)
	}
}

// TestALeaseThatFailsGivesNothingTwice lets every operation of the bucket fail
// in every way: never does more pass than the bucket and the credit hold.
func TestALeaseThatFailsGivesNothingTwice(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w, k := newWorld(), limited(60)
		m := w.metered(&porttest.FaultyTable{Table: w.table, Plan: plan})
		passed := 0
		for range 60 {
			passed += m.pass(t, k, 60)
			w.clock.Add(100)
		}
		if most := 60 + 6 + 3; passed > most {
			t.Errorf("%d let through, at most %d may", passed, most)
		}
	})
}

func TestAKeyWithoutALimit(t *testing.T) {
	w, p, k, _ := withKey(t)
	m := w.metered(w.table)
	if passed := m.pass(t, &k, 10_000); passed != 10_000 {
		t.Errorf("%d of 10000 let through", passed)
	}
	used := func() kaibo.Time {
		t.Helper()
		keys, _, err := w.Keys(background, p, "", 0)
		if err != nil || len(keys) != 1 || keys[0].LastUsedAt == nil {
			t.Fatalf("%v, %v", keys, err)
		}
		return *keys[0].LastUsedAt
	}
	if used() != start {
		t.Errorf("last used %v, want %v", used(), start)
	}
	w.clock.Add(time.Minute.Milliseconds())
	m.pass(t, &k, 10)
	if used() != start {
		t.Error("it was noted again within ten minutes")
	}
	w.clock.Add(time.Hour.Milliseconds())
	m.pass(t, &k, 10)
	if used() != w.now() {
		t.Errorf("last used %v, want %v", used(), w.now())
	}
}

func TestAKeyThatWasNeverUsed(t *testing.T) {
	w, p, _, _ := withKey(t)
	if keys, _, err := w.Keys(background, p, "", 0); err != nil || len(keys) != 1 || keys[0].LastUsedAt != nil {
		t.Errorf("%+v, %v", keys, err)
	}
}

func TestAnExpiredKeyOpensNothing(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	end := start + 1000
	_, secret, err := w.CreateKey(background, p, access.Grant{Name: "k", ExpiresAt: &end}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Add(999)
	if _, _, err := w.Identify(background, secret); err != nil {
		t.Errorf("a millisecond before its end: %v", err)
	}
	w.clock.Add(1)
	_, _, err = w.Identify(background, secret)
	wantKind(t, err, kaibo.Unauthenticated)
}

// TestWhatIsNotRecordedIsNotDone lets the record of a change fail.
func TestWhatIsNotRecordedIsNotDone(t *testing.T) {
	w, p, k, secret := withKey(t)
	refuse := func(*access.Key) error { return kaibo.Errorf(kaibo.Unavailable, "the ledger is away") }
	before := w.items(t, "")
	_, _, err := w.CreateKey(background, p, access.Grant{Name: "second"}, refuse)
	wantKind(t, err, kaibo.Unavailable)
	_, err = w.RevokeKey(background, p, k.ID, refuse)
	wantKind(t, err, kaibo.Unavailable)
	if after := w.items(t, ""); len(after) != len(before) {
		t.Errorf("%d items became %d", len(before), len(after))
	}
	if _, _, err := w.Identify(background, secret); err != nil {
		t.Errorf("the key that could not be ended: %v", err)
	}
	if _, err := w.RevokeKey(background, p, k.ID, nil); err != nil {
		t.Fatal(err)
	}
	_, err = w.RevokeKey(background, p, k.ID, func(*access.Key) error { t.Error("ending it twice was recorded twice"); return nil })
	if err != nil {
		t.Error(err)
	}
}

func TestMeterIsSafeForConcurrentUse(t *testing.T) {
	w, k := newWorld(), limited(1000)
	m := access.Meter{Table: w.table, Clock: w.now}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				_ = m.Take(k) // how many pass depends on the table's turn
			}
		})
	}
	wg.Wait()
}

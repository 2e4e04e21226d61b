package access

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Meter bounds how many requests a minute a key makes, in all processes
// together, and notes when a key was last used.
//
// A limit is a token bucket that holds a minute's worth and lies in the table.
// A process takes tokens out of it in blocks of three seconds' worth, ahead of
// need and beside the requests, so no request waits for the table: it is let
// through on what the process has, or refused. The bucket is written at most
// once a second a key. The price is an overshoot: each process lets through up
// to one block, at least one request, before it has heard from the table. A
// deployment of n processes can so exceed a limit of r a minute by n·max(1,
// r/20) requests, once.
//
// The zero value but for Table and Clock is ready. It is safe for concurrent
// use.
type Meter struct {
	Table kaibo.Table
	Clock kaibo.Clock
	Go    func(func()) // runs what no request waits for; nil starts a goroutine

	mu   sync.Mutex
	keys map[string]*allowance
}

// allowance is what a process may let through of a key's requests.
type allowance struct {
	tokens  int           // less than 0 was let through on credit
	asking  bool          // the bucket is being asked
	askedAt kaibo.Time    // when it was asked last
	usedAt  kaibo.Time    // when a request came last
	wait    time.Duration // from askedAt until the bucket has a token again
}

// usage is the item of a key: its bucket, and when it was used.
type usage struct {
	Milli      int64      `json:"milli"` // thousandths of a token
	At         kaibo.Time `json:"at"`    // when it had them
	LastUsedAt kaibo.Time `json:"lastUsedAt"`
}

const (
	askEvery     = kaibo.Time(time.Second / time.Millisecond)
	noteEvery    = kaibo.Time(10 * time.Minute / time.Millisecond) // how exact lastUsedAt is
	forgetIdle   = noteEvery
	maxAllowance = 10_000 // keys that a process remembers before it looks for idle ones
	leaseTimeout = 5 * time.Second
)

// useKey is where the usage of a key lies.
func useKey(project, keyID string) kaibo.Key {
	return kaibo.Key{Partition: project + "/use/" + keyID, Sort: "use"}
}

// block is how many tokens a process takes at a time.
func block(perMinute int) int { return max(1, perMinute/20) }

// Take counts a request of a key. One too many is RateLimited, with the time
// after which there is room again.
func (m *Meter) Take(k *Key) error {
	now := m.Clock()
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.allowance(k.ID, now)
	a.usedAt = now
	if k.PerMinute == 0 {
		if !a.asking && due(now, a.askedAt, noteEvery) {
			m.ask(k, a, now, 0)
		}
		return nil
	}
	size := block(k.PerMinute)
	allowed := a.tokens > -size
	if allowed {
		a.tokens--
	}
	if a.tokens <= size/2 && !a.asking && due(now, a.askedAt, askEvery) {
		m.ask(k, a, now, size-a.tokens)
	}
	if allowed {
		return nil
	}
	return &kaibo.Error{Op: "count request", Kind: kaibo.RateLimited, RetryAfter: max(time.Second, a.wait),
		Detail: fmt.Sprintf("this key makes at most %d requests a minute", k.PerMinute)}
}

// due reports whether every has passed since last. A clock that went back
// makes it due.
func due(now, last, every kaibo.Time) bool { return now-last >= every || now < last }

// allowance finds what a process knows of a key, and forgets idle keys when it
// knows many. What an idle one had left is lost, never doubled.
func (m *Meter) allowance(keyID string, now kaibo.Time) *allowance {
	if a, ok := m.keys[keyID]; ok {
		return a
	}
	if len(m.keys) >= maxAllowance {
		for id, a := range m.keys {
			if !a.asking && due(now, a.usedAt, forgetIdle) {
				delete(m.keys, id)
			}
		}
	}
	if m.keys == nil {
		m.keys = make(map[string]*allowance)
	}
	a := &allowance{askedAt: now - noteEvery} // so that both are due
	m.keys[keyID] = a
	return a
}

// ask takes tokens out of the bucket beside the requests.
func (m *Meter) ask(k *Key, a *allowance, now kaibo.Time, want int) {
	a.asking, a.askedAt = true, now
	key := *k
	run := m.Go
	if run == nil {
		run = func(f func()) { go f() }
	}
	run(func() {
		ctx, cancel := context.WithTimeout(context.Background(), leaseTimeout)
		defer cancel()
		got, wait := m.lease(ctx, &key, want)
		m.mu.Lock()
		defer m.mu.Unlock()
		a.asking, a.tokens, a.wait = false, a.tokens+got, wait
	})
}

// lease takes up to want tokens out of a key's bucket. What goes wrong is as if
// the bucket were empty: a lost answer loses tokens and never doubles them.
func (m *Meter) lease(ctx context.Context, k *Key, want int) (got int, wait time.Duration) {
	at := useKey(k.ProjectID, k.ID)
	items, err := m.Table.Get(ctx, at)
	if err != nil {
		return 0, time.Second
	}
	now := m.Clock()
	u := usage{Milli: int64(k.PerMinute) * 1000, At: now} // a new one is full
	if items[0].Found() {
		if err := items[0].Decode(&u); err != nil {
			return 0, time.Second
		}
	}
	switch {
	case k.PerMinute == 0 && items[0].Found() && !due(now, u.LastUsedAt, noteEvery):
		return 0, 0 // another process noted it
	case k.PerMinute > 0 && items[0].Found() && !due(now, u.At, askEvery):
		return 0, time.Second // another process had its turn in this second
	case k.PerMinute > 0:
		u.refill(k.PerMinute, now)
		got = min(want, int(u.Milli/1000))
		u.Milli -= int64(got) * 1000
		if got == 0 {
			return 0, u.untilToken(k.PerMinute)
		}
	}
	u.LastUsedAt = now
	if err := m.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(at, items[0].Version, kaibo.Encode(u))}); err != nil {
		return 0, time.Second
	}
	return got, u.untilToken(k.PerMinute)
}

// refill adds what came in since the bucket was looked at: perMinute tokens a
// minute, up to a minute's worth.
func (u *usage) refill(perMinute int, now kaibo.Time) {
	full := int64(perMinute) * 1000
	elapsed := min(max(int64(now-u.At), 0), time.Minute.Milliseconds())
	u.Milli = min(full, u.Milli+elapsed*int64(perMinute)/60)
	u.At = now
}

// untilToken is how long it takes until the bucket holds a token.
func (u *usage) untilToken(perMinute int) time.Duration {
	if perMinute == 0 || u.Milli >= 1000 {
		return 0
	}
	return time.Duration((1000-u.Milli)*60/int64(perMinute)+1) * time.Millisecond
}

// lastUsed answers when keys of a project were last used, to ten minutes, and
// nil where that was never noted.
func (s *Store) lastUsed(ctx context.Context, project string, keys []Key) ([]*kaibo.Time, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	lookups := make([]kaibo.Key, len(keys))
	for i := range keys {
		lookups[i] = useKey(project, keys[i].ID)
	}
	items, err := s.Table.Get(ctx, lookups...)
	if err != nil {
		return nil, fmt.Errorf("read use of keys: %w", err)
	}
	times := make([]*kaibo.Time, len(keys))
	for i, item := range items {
		if !item.Found() {
			continue
		}
		var u usage
		if err := item.Decode(&u); err != nil {
			return nil, err
		}
		times[i] = &u.LastUsedAt
	}
	return times, nil
}

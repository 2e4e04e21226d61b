package enginetest

import (
	"context"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// trip is how long a call to a slow port takes, as its clock has it.
const trip = time.Millisecond

// Slow answers ports each of whose calls takes a while, so that calls which
// are made at once overlap. In a testing/synctest bubble it costs no time, and
// the time that passes there, in milliseconds, is how many round trips followed
// one another: see [Trips].
func Slow(p Ports) Ports { return SlowBy(p, trip) }

// SlowBy is Slow with calls of another length, for stores that work outside of
// a bubble: long enough that calls which are made at once overlap on a machine
// that is busy.
func SlowBy(p Ports, d time.Duration) Ports {
	p.Table, p.Objects = slowTable{p.Table, d}, slowObjects{p.Objects, d}
	return p
}

// Trips answers how many round trips over slow ports followed one another in
// do.
func Trips(do func()) int {
	began := time.Now()
	do()
	return int(time.Since(began) / trip)
}

type slowTable struct {
	kaibo.Table
	trip time.Duration
}

// Get implements kaibo.Table.
func (s slowTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	time.Sleep(s.trip)
	return s.Table.Get(ctx, keys...)
}

// Query implements kaibo.Table.
func (s slowTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	time.Sleep(s.trip)
	return s.Table.Query(ctx, class, partition, r)
}

// Commit implements kaibo.Table.
func (s slowTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	time.Sleep(s.trip)
	return s.Table.Commit(ctx, writes)
}

type slowObjects struct {
	kaibo.Objects
	trip time.Duration
}

// Put implements kaibo.Objects.
func (s slowObjects) Put(ctx context.Context, name string, data []byte) error {
	time.Sleep(s.trip)
	return s.Objects.Put(ctx, name, data)
}

// Get implements kaibo.Objects.
func (s slowObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	time.Sleep(s.trip)
	return s.Objects.Get(ctx, name, off, length)
}

// Delete implements kaibo.Objects.
func (s slowObjects) Delete(ctx context.Context, name string) error {
	time.Sleep(s.trip)
	return s.Objects.Delete(ctx, name)
}

// List implements kaibo.Objects.
func (s slowObjects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	time.Sleep(s.trip)
	return s.Objects.List(ctx, prefix, after, limit)
}

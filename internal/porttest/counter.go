package porttest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Cost is what the calls of one operation took. The units are DynamoDB's
// capacity units, as its developer guide counts them ("Read and write
// capacity"): a strongly consistent read of up to 4 KiB is one, a write of up
// to 1 KiB is one, and in a transaction two. They are reckoned from Item.Size,
// which is close to DynamoDB's own, and are 0 for objects and queues.
type Cost struct {
	Calls int
	Items int   // items, objects or messages; absent items of a Get are none
	Bytes int64 // read or written
	Units int   // read units of OpGet, OpQuery and OpScan, write units of OpCommit
}

// A Counter counts what goes through the ports that it wraps. Failed calls
// count like others: they cost as much. It is safe to use from many
// goroutines.
type Counter struct {
	mu    sync.Mutex
	costs map[string]Cost
	trips Trips
}

// NewCounter answers a counter of nothing.
func NewCounter() *Counter { return &Counter{costs: map[string]Cost{}} }

// Table wraps a table. The result is a kaibo.Scanner when the table is one.
func (c *Counter) Table(tb kaibo.Table) kaibo.Table {
	counted := countedTable{tb, c}
	if sc, ok := tb.(kaibo.Scanner); ok {
		return struct {
			countedTable
			countedScanner
		}{counted, countedScanner{sc, c}}
	}
	return counted
}

// Objects wraps a store of objects.
func (c *Counter) Objects(o kaibo.Objects) kaibo.Objects { return countedObjects{o, c} }

// Queue wraps a queue.
func (c *Counter) Queue(q kaibo.Queue) kaibo.Queue { return countedQueue{q, c} }

// Of answers the cost of one operation, such as OpCommit.
func (c *Counter) Of(op string) Cost {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.costs[op]
}

// Total answers the cost of the operations named; of all when none is.
func (c *Counter) Total(ops ...string) Cost {
	c.mu.Lock()
	defer c.mu.Unlock()
	var sum Cost
	for op, cost := range c.costs {
		if len(ops) == 0 || slices.Contains(ops, op) {
			sum = sum.plus(cost)
		}
	}
	return sum
}

func (c Cost) plus(d Cost) Cost {
	return Cost{c.Calls + d.Calls, c.Items + d.Items, c.Bytes + d.Bytes, c.Units + d.Units}
}

// RoundTrips answers how many calls had to follow one another; see [Trips].
func (c *Counter) RoundTrips() int { return c.trips.Count() }

// Reset forgets what was counted. No call may be under way.
func (c *Counter) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.costs)
	c.trips.Reset()
}

// String lists the costs by operation.
func (c *Counter) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, op := range slices.Sorted(maps.Keys(c.costs)) {
		k := c.costs[op]
		fmt.Fprintf(&b, "%s: %d calls, %d items, %d bytes, %d units\n", op, k.Calls, k.Items, k.Bytes, k.Units)
	}
	return b.String()
}

// begin notes the start of a call; what it answers notes the end.
func (c *Counter) begin(op string) (end func(Cost)) {
	ended := c.trips.Begin()
	return func(cost Cost) {
		ended()
		c.mu.Lock()
		defer c.mu.Unlock()
		cost.Calls = 1
		c.costs[op] = c.costs[op].plus(cost)
	}
}

// units rounds size up to whole units of a size, at least one.
func units(size, unit int) int { return max(1, (size+unit-1)/unit) }

const (
	readUnit  = 4 << 10
	writeUnit = 1 << 10
)

type countedTable struct {
	tb kaibo.Table
	c  *Counter
}

// Get implements kaibo.Table. Every key is a unit at least, found or not.
func (t countedTable) Get(ctx context.Context, keys ...kaibo.Key) (items []kaibo.Item, err error) {
	end := t.c.begin(OpGet)
	defer func() { end(costOfGet(keys, items)) }()
	return t.tb.Get(ctx, keys...)
}

func costOfGet(keys []kaibo.Key, items []kaibo.Item) (cost Cost) {
	cost.Units = len(keys) - len(items)
	for _, it := range items {
		size := 0
		if it.Found() {
			size = it.Size()
			cost.Items++
		}
		cost.Bytes += int64(size)
		cost.Units += units(size, readUnit)
	}
	return cost
}

// Query implements kaibo.Table. The units are of the page's sum.
func (t countedTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (p kaibo.Page, err error) {
	end := t.c.begin(OpQuery)
	defer func() { end(costOfPage(p.Items)) }()
	return t.tb.Query(ctx, class, partition, r)
}

func costOfPage(items []kaibo.Item) Cost {
	size := 0
	for _, it := range items {
		size += it.Size()
	}
	return Cost{Items: len(items), Bytes: int64(size), Units: units(size, readUnit)}
}

// Commit implements kaibo.Table. One write alone needs no transaction and is
// counted once, more are counted twice. A Delete is counted by its key, for
// what it removes is not known here.
func (t countedTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	end := t.c.begin(OpCommit)
	defer end(costOfCommit(writes))
	return t.tb.Commit(ctx, writes)
}

func costOfCommit(writes []kaibo.Write) Cost {
	cost := Cost{Items: len(writes)}
	for _, w := range writes {
		cost.Bytes += int64(w.Size())
		cost.Units += units(w.Size(), writeUnit)
	}
	if len(writes) > 1 {
		cost.Units *= 2
	}
	return cost
}

type countedScanner struct {
	sc kaibo.Scanner
	c  *Counter
}

// Scan implements kaibo.Scanner. It counts as one call; the units are of the
// sum of what fn was shown.
func (s countedScanner) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	end := s.c.begin(OpScan)
	n, size := 0, 0
	defer func() { end(Cost{Items: n, Bytes: int64(size), Units: units(size, readUnit)}) }()
	return s.sc.Scan(ctx, class, prefix, func(it kaibo.Item) error {
		n++
		size += it.Size()
		return fn(it)
	})
}

type countedObjects struct {
	o kaibo.Objects
	c *Counter
}

// Put implements kaibo.Objects.
func (o countedObjects) Put(ctx context.Context, name string, data []byte) error {
	defer o.c.begin(OpPut)(Cost{Items: 1, Bytes: int64(len(data))})
	return o.o.Put(ctx, name, data)
}

// Get implements kaibo.Objects.
func (o countedObjects) Get(ctx context.Context, name string, off, length int64) (data []byte, err error) {
	end := o.c.begin(OpRead)
	defer func() { end(Cost{Items: 1, Bytes: int64(len(data))}) }()
	return o.o.Get(ctx, name, off, length)
}

// Delete implements kaibo.Objects.
func (o countedObjects) Delete(ctx context.Context, name string) error {
	defer o.c.begin(OpDelete)(Cost{Items: 1})
	return o.o.Delete(ctx, name)
}

// List implements kaibo.Objects. Its bytes are those of the names.
func (o countedObjects) List(ctx context.Context, prefix, after string, limit int) (found []kaibo.ObjectInfo, err error) {
	end := o.c.begin(OpList)
	defer func() {
		cost := Cost{Items: len(found)}
		for _, f := range found {
			cost.Bytes += int64(len(f.Name))
		}
		end(cost)
	}()
	return o.o.List(ctx, prefix, after, limit)
}

type countedQueue struct {
	q kaibo.Queue
	c *Counter
}

func sizeOf(m kaibo.Message) int64 { return int64(len(m.Group) + len(m.Body)) }

// Send implements kaibo.Queue.
func (q countedQueue) Send(ctx context.Context, m kaibo.Message) error {
	defer q.c.begin(OpSend)(Cost{Items: 1, Bytes: sizeOf(m)})
	return q.q.Send(ctx, m)
}

// Receive implements kaibo.Queue.
func (q countedQueue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) (ds []kaibo.Delivery, err error) {
	end := q.c.begin(OpReceive)
	defer func() {
		cost := Cost{Items: len(ds)}
		for _, d := range ds {
			cost.Bytes += sizeOf(d.Message)
		}
		end(cost)
	}()
	return q.q.Receive(ctx, limit, visibility, wait)
}

// Done implements kaibo.Queue.
func (q countedQueue) Done(ctx context.Context, d kaibo.Delivery) error {
	defer q.c.begin(OpDone)(Cost{Items: 1})
	return q.q.Done(ctx, d)
}

// Retry implements kaibo.Queue.
func (q countedQueue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	defer q.c.begin(OpRetry)(Cost{Items: 1})
	return q.q.Retry(ctx, d, after)
}

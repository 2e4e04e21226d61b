package porttest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// FaultyTable is a Table whose operations fail as its Plan says, and whose
// reads can show the state between two items of a Commit, as the port allows.
// The value with a Table and a Plan is ready; a nil Plan lets all pass.
//
// A read that comes while a Commit is being made, from another goroutine or
// from During, sees some of its items as they were and some as they are. Each
// item goes over to the new once and does not come back, so that every item
// by itself is strongly consistent. When Commit has answered, reads see all of
// it. [FaultyTable.MidCommit] shows a state in the middle afterwards. For that
// every Commit reads first what it is about to write: a [Counter] belongs
// around this table, not inside it.
type FaultyTable struct {
	Table kaibo.Table
	Plan  *Plan

	// Whole leaves the middle of a Commit out. It is for the wrapper of one of
	// several processes over one table: what one wrapper keeps of an item from
	// before its Commit is stale when another commits meanwhile. Let a wrapper
	// without a Plan below them all show the middle instead.
	Whole bool

	// During, when set, is called inside every Commit that is made, between
	// two of its items: it may read the table, not commit.
	During func(ctx context.Context)

	commits sync.Mutex // one at a time, so that the pre-images are right
	mu      sync.Mutex
	before  map[kaibo.Key]kaibo.Item // of the last Commit made: its items before it
	after   map[kaibo.Key]kaibo.Item
	old     map[kaibo.Key]bool // items that a read still shows as before
	coin    uint64
}

var (
	_ kaibo.Table   = (*FaultyTable)(nil)
	_ kaibo.Scanner = (*FaultyTable)(nil)
)

// Get implements kaibo.Table.
func (f *FaultyTable) Get(ctx context.Context, keys ...kaibo.Key) (items []kaibo.Item, err error) {
	err = f.Plan.run(OpGet, func() error {
		items, err = f.Table.Get(ctx, keys...)
		for i, k := range keys {
			if err == nil {
				items[i] = f.tear(k, items[i])
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return items, nil
}

// Query implements kaibo.Table.
func (f *FaultyTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (p kaibo.Page, err error) {
	err = f.Plan.run(OpQuery, func() error {
		p, err = tornQuery(ctx, f.Table, class, partition, r, f.overlay(class, partition))
		return err
	})
	if err != nil {
		return kaibo.Page{}, err
	}
	return p, nil
}

// Commit implements kaibo.Table.
func (f *FaultyTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	return f.Plan.run(OpCommit, func() error {
		if f.Whole {
			return f.Table.Commit(ctx, writes)
		}
		f.commits.Lock()
		defer f.commits.Unlock()
		return f.commit(ctx, writes)
	})
}

func (f *FaultyTable) commit(ctx context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	before, err := f.preImages(ctx, writes)
	if err != nil {
		return err
	}
	f.begin(before, writes)
	if err := f.Table.Commit(ctx, writes); err != nil {
		// Without an answer it may have happened: then reads show whatever is.
		f.end(errors.As(err, new(*kaibo.ConflictError)))
		return err
	}
	if f.During != nil {
		f.During(ctx)
	}
	f.end(false)
	return nil
}

// preImages reads the items that a Commit is about to write, 40 at a time so
// that the largest fit an answer.
func (f *FaultyTable) preImages(ctx context.Context, writes []kaibo.Write) (map[kaibo.Key]kaibo.Item, error) {
	before := map[kaibo.Key]kaibo.Item{}
	var keys []kaibo.Key
	for i, w := range writes {
		if w.Op != kaibo.Check {
			keys = append(keys, w.Item.Key)
		}
		if len(keys) == 40 || i == len(writes)-1 && len(keys) > 0 {
			items, err := f.Table.Get(ctx, keys...)
			if err != nil {
				return nil, err
			}
			for _, it := range items {
				before[it.Key] = it
			}
			keys = keys[:0]
		}
	}
	return before, nil
}

func (f *FaultyTable) begin(before map[kaibo.Key]kaibo.Item, writes []kaibo.Write) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before, f.after, f.old = before, map[kaibo.Key]kaibo.Item{}, map[kaibo.Key]bool{}
	for _, w := range writes {
		switch w.Op {
		case kaibo.Put:
			f.after[w.Item.Key] = copyItem(w.Item)
		case kaibo.Delete:
			f.after[w.Item.Key] = kaibo.Item{Key: w.Item.Key}
		default:
			continue
		}
		f.old[w.Item.Key] = true
	}
}

// end lets reads see the table as it is. A refused commit leaves no middle.
func (f *FaultyTable) end(refused bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.old = nil
	if refused {
		f.before, f.after = nil, nil
	}
}

// flip decides whether an item is still shown as it was before the Commit that
// is being made. Every other question turns one over, in a fixed order.
func (f *FaultyTable) flip(k kaibo.Key) (old bool) {
	if !f.old[k] {
		return false
	}
	f.coin = f.coin*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
	if f.coin>>63 == 1 {
		delete(f.old, k)
		return false
	}
	return true
}

func (f *FaultyTable) tear(k kaibo.Key, now kaibo.Item) kaibo.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.flip(k) {
		return copyItem(f.before[k])
	}
	return now
}

// overlay answers the items of a partition that a Query is to show as they
// were.
func (f *FaultyTable) overlay(class kaibo.Class, partition string) map[string]kaibo.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	shown := map[string]kaibo.Item{}
	for k := range f.before {
		if k.Class == class && k.Partition == partition && f.flip(k) {
			shown[k.Sort] = copyItem(f.before[k])
		}
	}
	return shown
}

// MidCommit answers a table to read from that shows the state between two
// items of the last Commit that was made: those for which old answers true as
// they were before it. Nothing else may have been committed since. It answers
// the table as it is when the last Commit was refused, or there was none.
func (f *FaultyTable) MidCommit(old func(kaibo.Key) bool) kaibo.Table {
	f.mu.Lock()
	defer f.mu.Unlock()
	shown := map[kaibo.Key]kaibo.Item{}
	for k, it := range f.before {
		if old(k) {
			shown[k] = it
		}
	}
	return &midTable{f.Table, shown}
}

// Touched answers the keys that the last Commit made put or deleted, in no
// order: what MidCommit's function will be asked.
func (f *FaultyTable) Touched() []kaibo.Key {
	f.mu.Lock()
	defer f.mu.Unlock()
	var keys []kaibo.Key
	for k := range f.after {
		keys = append(keys, k)
	}
	return keys
}

// Scan implements kaibo.Scanner when the table does; otherwise it is an error.
func (f *FaultyTable) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	sc, ok := f.Table.(kaibo.Scanner)
	if !ok {
		return errors.New("scan: the table is no kaibo.Scanner")
	}
	return f.Plan.run(OpScan, func() error { return sc.Scan(ctx, class, prefix, fn) })
}

// FaultyObjects is an Objects whose operations fail as its Plan says. A nil
// Plan lets all pass.
type FaultyObjects struct {
	Objects kaibo.Objects
	Plan    *Plan
}

var _ kaibo.Objects = (*FaultyObjects)(nil)

// Put implements kaibo.Objects.
func (f *FaultyObjects) Put(ctx context.Context, name string, data []byte) error {
	return f.Plan.run(OpPut, func() error { return f.Objects.Put(ctx, name, data) })
}

// Get implements kaibo.Objects.
func (f *FaultyObjects) Get(ctx context.Context, name string, off, length int64) (data []byte, err error) {
	err = f.Plan.run(OpRead, func() error {
		data, err = f.Objects.Get(ctx, name, off, length)
		return err
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Delete implements kaibo.Objects.
func (f *FaultyObjects) Delete(ctx context.Context, name string) error {
	return f.Plan.run(OpDelete, func() error { return f.Objects.Delete(ctx, name) })
}

// List implements kaibo.Objects.
func (f *FaultyObjects) List(ctx context.Context, prefix, after string, limit int) (found []kaibo.ObjectInfo, err error) {
	err = f.Plan.run(OpList, func() error {
		found, err = f.Objects.List(ctx, prefix, after, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// FaultyQueue is a Queue whose operations fail as its Plan says, and which
// loses, doubles and delays what is sent. A nil Plan lets all pass.
type FaultyQueue struct {
	Queue kaibo.Queue
	Plan  *Plan

	mu      sync.Mutex
	delayed []delayedMessage
}

var _ kaibo.Queue = (*FaultyQueue)(nil)

type delayedMessage struct {
	kaibo.Message
	uses int // of the queue until it is sent
}

const delayUses = 3

// Send implements kaibo.Queue.
func (f *FaultyQueue) Send(ctx context.Context, m kaibo.Message) error {
	if err := f.used(ctx); err != nil {
		return err
	}
	send := func() error { return f.Queue.Send(ctx, m) }
	if f.Plan == nil {
		return send()
	}
	switch o := f.Plan.next(OpSend); o {
	case Lose:
		return nil
	case Double:
		return errors.Join(send(), send())
	case Delay:
		f.mu.Lock()
		defer f.mu.Unlock()
		f.delayed = append(f.delayed, delayedMessage{m, delayUses})
		return nil
	default:
		return f.Plan.carryOut(o, OpSend, send)
	}
}

// used counts a use of the queue and sends what has been delayed enough. A
// stopped process sends nothing.
func (f *FaultyQueue) used(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Plan != nil && f.Plan.Stopped() {
		return nil
	}
	kept := f.delayed[:0]
	for _, m := range f.delayed {
		if m.uses--; m.uses > 0 {
			kept = append(kept, m)
		} else if err := f.Queue.Send(ctx, m.Message); err != nil {
			return err
		}
	}
	f.delayed = kept
	return nil
}

// Receive implements kaibo.Queue. When it fails after it happened, its
// messages stay hidden until their time-out.
func (f *FaultyQueue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) (ds []kaibo.Delivery, err error) {
	if err := f.used(ctx); err != nil {
		return nil, err
	}
	err = f.Plan.run(OpReceive, func() error {
		ds, err = f.Queue.Receive(ctx, limit, visibility, wait)
		return err
	})
	if err != nil {
		return nil, err
	}
	return ds, nil
}

// Done implements kaibo.Queue.
func (f *FaultyQueue) Done(ctx context.Context, d kaibo.Delivery) error {
	if err := f.used(ctx); err != nil {
		return err
	}
	return f.Plan.run(OpDone, func() error { return f.Queue.Done(ctx, d) })
}

// Retry implements kaibo.Queue.
func (f *FaultyQueue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	if err := f.used(ctx); err != nil {
		return err
	}
	return f.Plan.run(OpRetry, func() error { return f.Queue.Retry(ctx, d, after) })
}

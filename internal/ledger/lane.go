package ledger

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// draft is one entry on its way into a stream.
type draft struct {
	entry     *Entry
	id        string
	payload   *kaibo.Payload
	object    string     // the payload object, once written
	written   kaibo.Time // when it was
	ids       []string   // of its initiatives
	notBefore kaibo.Time // the least that recordedAt may be
	event     kaibo.Event
	session   uint64 // seq of the first event of its session
	job       kaibo.Job
	ref       *kaibo.EventRef // of the event that is stored under its id
	settled   bool            // answer is final
	answer    Appended
}

// pending is one call of Append.
type pending struct {
	ctx    context.Context
	drafts []*draft
	err    error
	done   chan struct{}
}

func (a *pending) answers() []Appended {
	if a.err != nil {
		return nil
	}
	out := make([]Appended, len(a.drafts))
	for i, d := range a.drafts {
		out[i] = d.answer
	}
	return out
}

// cost is how many items of a Commit an append takes at most: two an event, its
// job, an expiry when an event has one, and what is attached. One that attaches
// items of its own takes the whole: they may touch what another's touch.
func (a *pending) cost(attached int) int {
	if a.drafts[0].entry.Attach != nil {
		return kaibo.MaxTxItems - headItems
	}
	n := 2*len(a.drafts) + 1 + attached
	if slices.ContainsFunc(a.drafts, func(d *draft) bool { return d.entry.ExpiresAt != nil }) {
		n++
	}
	return n
}

// lane holds the appends that wait for one stream. The first to come leads:
// it commits what waits, group by group, until the lane is empty.
type lane struct {
	waiting []*pending
	busy    bool
}

// groupTimeout bounds one group, whose callers may each have gone away.
const groupTimeout = 30 * time.Second

// headItems is what a group takes once: head, lag marker, listing, and one
// left free for an outbox.
const headItems = 4

// enqueue puts an append into its lane and, when nobody leads the lane, leads.
func (l *Ledger) enqueue(p kaibo.Project, stream string, a *pending) {
	key := p.ID + "/" + stream
	l.mu.Lock()
	if l.lanes == nil {
		l.lanes = make(map[string]*lane)
	}
	ln := l.lanes[key]
	if ln == nil {
		ln = &lane{}
		l.lanes[key] = ln
	}
	ln.waiting = append(ln.waiting, a)
	lead := !ln.busy
	ln.busy = true
	l.mu.Unlock()
	if lead {
		go l.lead(p, stream, key, ln)
	}
}

// lead commits groups until nothing waits.
func (l *Ledger) lead(p kaibo.Project, stream, key string, ln *lane) {
	for {
		l.gather(ln)
		l.mu.Lock()
		group := ln.take(l.attached)
		if len(group) == 0 {
			ln.busy = false
			delete(l.lanes, key)
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		l.runGroup(p, stream, group)
	}
}

// gather yields the processor while more appends come, so that callers just
// answered can put their next one in line. With none about that costs well
// under a microsecond.
func (l *Ledger) gather(ln *lane) {
	for before := -1; ; runtime.Gosched() {
		l.mu.Lock()
		n := len(ln.waiting)
		l.mu.Unlock()
		if n == before || n > kaibo.MaxTxItems/2 { // more than one group holds
			return
		}
		before = n
	}
}

// runGroup commits a group and wakes its callers. When it fails for more than
// want of a store, each append goes again by itself: the fault may be in one of
// them, and must not be its neighbours'.
func (l *Ledger) runGroup(p kaibo.Project, stream string, group []*pending) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(group[0].ctx), groupTimeout)
	defer cancel()
	err := l.attempt(ctx, p, stream, group)
	if err != nil && kaibo.KindOf(err) != kaibo.Unavailable && len(group) > 1 {
		for _, a := range group {
			if alone := l.attempt(ctx, p, stream, []*pending{a}); a.err == nil {
				a.err = alone
			}
		}
		err = nil
	}
	for _, a := range group {
		if a.err == nil {
			a.err = err
		}
		close(a.done)
	}
}

// attempt is commitGroup with a panic, of Attach for one, made an error: no
// caller guards the goroutine of a lane.
func (l *Ledger) attempt(ctx context.Context, p kaibo.Project, stream string, group []*pending) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &kaibo.Error{Op: "append", Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
		}
	}()
	return l.commitGroup(ctx, p, stream, group)
}

// take removes the next group from the lane: as many appends, in order, as fit
// one Get and one Commit and use no key twice. Those whose callers are gone
// are dropped: nothing of them was written.
func (ln *lane) take(attached func(events int) int) []*pending {
	var group []*pending
	items, reads := headItems, 1
	keys := make(map[string]bool)
	for len(ln.waiting) > 0 {
		a := ln.waiting[0]
		if a.ctx.Err() != nil {
			a.err = &kaibo.Error{Op: "append", Kind: kaibo.Unavailable, RetryAfter: time.Second, Err: a.ctx.Err()}
			close(a.done)
			ln.waiting = ln.waiting[1:]
			continue
		}
		cost := a.cost(attached(len(a.drafts)))
		if items+cost > kaibo.MaxTxItems || reads+len(a.drafts) > kaibo.MaxGetKeys || clash(keys, a) {
			break
		}
		items += cost
		reads += len(a.drafts)
		for _, d := range a.drafts {
			keys[d.id] = true
		}
		group = append(group, a)
		ln.waiting = ln.waiting[1:]
	}
	return group
}

// attached is how many items Attach may add to an append of n events.
func (l *Ledger) attached(n int) int {
	switch {
	case l.Attach == nil:
		return 0
	case n <= fewEvents:
		return MaxAttached / 2
	default:
		return MaxAttached
	}
}

func clash(keys map[string]bool, a *pending) bool {
	for _, d := range a.drafts {
		if keys[d.id] {
			return true
		}
	}
	return false
}

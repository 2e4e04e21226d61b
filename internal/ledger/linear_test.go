package ledger_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// The size of one history.
const (
	linearWriters   = 16
	linearReaders   = 4
	linearProcesses = 3
	linearStreams   = 3
	linearKeys      = 120
	linearAppends   = 60  // a writer
	linearReads     = 150 // a reader
)

var linearOdds = porttest.Odds{FailBefore: 0.02, FailAfter: 0.03, Stop: 0.003, StopAfter: 0.004, Lose: 0.1, Double: 0.05, Delay: 0.05}

// TestLinearizable lets many writers append with few keys to few streams, by
// several processes that fail, stop and start again, while readers read and
// every Commit is seen half made. The history must be one that a ledger without
// any of that could have had: for each key, for each stream, for each head.
// KAIBO_SEED gives one seed to try; the faults repeat, the schedule does not.
func TestLinearizable(t *testing.T) {
	for _, seed := range linearSeeds(t) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			h := &history{seed: seed}
			synctest.Test(t, h.record)
			h.check(t)
			if t.Failed() {
				t.Logf("try again with KAIBO_SEED=%d", seed)
			}
		})
	}
}

func linearSeeds(t *testing.T) []uint64 {
	if s := os.Getenv("KAIBO_SEED"); s != "" {
		seed, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("KAIBO_SEED: %v", err)
		}
		return []uint64{seed}
	}
	seeds := []uint64{1, 2, 3, 4, 5, rand.Uint64N(1 << 32)}
	if testing.Short() {
		return seeds[5:]
	}
	return seeds
}

// history is what callers saw, in the order of one clock.
type history struct {
	seed  uint64
	ticks atomic.Int64
	final *stored
	tags  map[string]kaibo.Event // by the tag that each attempt puts into its actor

	mu      sync.Mutex
	appends []call
	reads   []read
	heads   []read
	starts  int // of processes
}

// call is one Append. Without an answer it may have happened or not.
type call struct {
	span
	stream   string
	entries  []ledger.Entry
	out      []ledger.Appended
	answered bool
}

// read is one EventsAfter, or one Head, of which only seen is set.
type read struct {
	span
	stream string
	after  uint64
	limit  int
	seen   uint64 // how many events, or seq of the head
	events []kaibo.Event
}

type span struct{ began, ended int64 }

// process is one ledger with its faults, over the ports that all share.
type process struct {
	ledger *ledger.Ledger
	plan   *porttest.Plan
}

// record runs the writers and readers.
func (h *history) record(t *testing.T) {
	w := newWorld()
	rng := h.source(0)
	shared := &porttest.FaultyTable{Table: w.table}
	shared.During = func(context.Context) {
		for range rng.IntN(5) { // one Commit at a time: the generator is its own
			runtime.Gosched()
		}
		w.clock.turn(time.Duration(rng.IntN(4000)-1500) * time.Millisecond)
	}
	slots := make([]atomic.Pointer[process], linearProcesses)
	for i := range slots {
		slots[i].Store(h.startProcess(w, shared))
	}
	var wg sync.WaitGroup
	for n := range linearWriters + linearReaders {
		wg.Go(func() {
			rng := h.source(uint64(n + 1))
			at := func() *ledger.Ledger { return h.running(w, shared, &slots[rng.IntN(len(slots))]) }
			if n < linearWriters {
				h.write(t, n, rng, at)
			} else {
				h.read(t, rng, at)
			}
		})
	}
	wg.Wait()
	synctest.Wait()
	h.final = checkLedger(t, w)
	h.tags = map[string]kaibo.Event{}
	for id, e := range h.final.byID {
		h.tags[h.final.details(t, id).Actor] = e
	}
	t.Logf("%d events of %d appends, %d reads, %d starts of processes", h.final.events(), len(h.appends), len(h.reads), h.starts)
}

func (h *history) source(n uint64) *rand.Rand { return rand.New(rand.NewPCG(h.seed, n)) }

func (h *history) startProcess(w *world, shared kaibo.Table) *process {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.starts++
	plan := porttest.Seeded(h.seed*1000+uint64(h.starts), linearOdds)
	l := w.process(plan)
	l.Table = &porttest.FaultyTable{Table: shared, Plan: plan, Whole: true}
	return &process{l, plan}
}

// running answers the process of a slot, and starts it again when it stopped.
func (h *history) running(w *world, shared kaibo.Table, slot *atomic.Pointer[process]) *ledger.Ledger {
	p := slot.Load()
	if p.plan.Stopped() {
		slot.CompareAndSwap(p, h.startProcess(w, shared))
		p = slot.Load()
	}
	return p.ledger
}

func (h *history) write(t *testing.T, writer int, rng *rand.Rand, at func() *ledger.Ledger) {
	for i := range linearAppends {
		c := call{stream: fmt.Sprint("stream", rng.IntN(linearStreams)), entries: someEntries(rng, fmt.Sprintf("w%d-%d", writer, i))}
		ctx, cancel := context.WithCancel(background)
		if rng.IntN(20) == 0 {
			ctx, cancel = context.WithTimeout(ctx, time.Duration(rng.IntN(20))*time.Millisecond)
		}
		var err error
		l := at()
		c.began = h.ticks.Add(1)
		c.out, err = l.Append(ctx, project, c.stream, c.entries)
		c.ended = h.ticks.Add(1)
		cancel()
		if c.answered = err == nil; err != nil {
			c.ended = math.MaxInt64
			if kaibo.KindOf(err) != kaibo.Unavailable {
				t.Errorf("append: %v", err)
			}
		}
		h.mu.Lock()
		h.appends = append(h.appends, c)
		h.mu.Unlock()
	}
}

// someEntries makes an append: mostly one event, most with one of few keys and
// one of few contents. The tag tells which attempt an event is of.
func someEntries(rng *rand.Rand, tag string) []ledger.Entry {
	n := 1
	if rng.IntN(4) == 0 {
		n += rng.IntN(4)
	}
	keys := rng.Perm(linearKeys)
	entries := make([]ledger.Entry, n)
	for i := range entries {
		entries[i] = message(fmt.Sprint("content ", rng.IntN(3)))
		entries[i].Details.Actor = fmt.Sprintf("%s-%d", tag, i)
		if rng.IntN(3) > 0 {
			entries[i].IdempotencyKey = fmt.Sprint("key", keys[i])
		}
	}
	return entries
}

func (h *history) read(t *testing.T, rng *rand.Rand, at func() *ledger.Ledger) {
	for range linearReads {
		r := read{stream: fmt.Sprint("stream", rng.IntN(linearStreams)), after: rng.Uint64N(150), limit: 1 + rng.IntN(50)}
		l, ofHead := at(), rng.IntN(2) == 0
		var err error
		r.began = h.ticks.Add(1)
		if ofHead {
			var head kaibo.Head
			head, err = l.Head(background, project, r.stream)
			r.seen = head.Seq
		} else {
			r.events, _, err = l.EventsAfter(background, project, r.stream, r.after, r.limit)
			r.seen = uint64(len(r.events))
		}
		r.ended = h.ticks.Add(1)
		if faulted(err) {
			continue
		}
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound { // the stream has no event yet
			t.Errorf("read: %v", err)
		}
		h.mu.Lock()
		if ofHead {
			h.heads = append(h.heads, r)
		} else {
			h.reads = append(h.reads, r)
		}
		h.mu.Unlock()
	}
}

func faulted(err error) bool {
	return errors.Is(err, porttest.ErrInjected) || errors.Is(err, porttest.ErrStopped)
}

// check holds every answer against what is stored in the end, for events never
// change, and then the order of all against the models.
func (h *history) check(t *testing.T) {
	if h.final == nil {
		t.Fatal("no history was recorded")
	}
	keys, streams, heads := map[string][]porcupine.Operation{}, map[string][]porcupine.Operation{}, map[string][]porcupine.Operation{}
	for _, c := range h.appends {
		first, last := h.checkCall(t, &c)
		for i, e := range c.entries {
			stored, own := h.tags[e.Details.Actor]
			if own {
				streams[c.stream] = append(streams[c.stream], c.operation(step{first: stored.Seq, last: stored.Seq}))
			}
			if e.IdempotencyKey != "" && (own || c.answered) {
				use := keyUse{replayed: !own, place: place(h.final.byKey[e.IdempotencyKey])}
				keys[e.IdempotencyKey] = append(keys[e.IdempotencyKey], c.operation(use))
			}
			if c.answered {
				h.checkAnswer(t, e, c.out[i], own)
			}
		}
		if first > 0 {
			heads[c.stream] = append(heads[c.stream], c.operation(step{first: first, last: last}))
		}
	}
	for _, r := range h.reads {
		h.checkRead(t, &r)
		streams[r.stream] = append(streams[r.stream], r.operation(r))
	}
	for _, r := range h.heads {
		heads[r.stream] = append(heads[r.stream], r.operation(seen(r.seen)))
	}
	linearizable(t, "key", keyModel, keys)
	linearizable(t, "stream", streamModel, streams)
	linearizable(t, "head", streamModel, heads)
}

// checkCall holds a call to all or none, in order, with nothing between, and
// answers the first and last seq that it appended; 0 for none.
func (h *history) checkCall(t *testing.T, c *call) (first, last uint64) {
	t.Helper()
	missing := 0
	for _, e := range c.entries {
		stored, own := h.tags[e.Details.Actor]
		if !own {
			if e.IdempotencyKey == "" || h.tagOfKey(t, e.IdempotencyKey) == "" {
				missing++
			}
			continue
		}
		if stored.Stream != c.stream || last != 0 && stored.Seq != last+1 {
			t.Errorf("%s is %s %d after %d", e.Details.Actor, stored.Stream, stored.Seq, last)
		}
		first, last = cmp.Or(first, stored.Seq), stored.Seq
	}
	if missing > 0 && (first > 0 || c.answered) {
		t.Errorf("%d of %d events of a call are missing", missing, len(c.entries))
	}
	return first, last
}

// tagOfKey answers the attempt whose event has a key; "" when none has.
func (h *history) tagOfKey(t *testing.T, key string) string {
	e, used := h.final.byKey[key]
	if !used {
		return ""
	}
	return h.final.details(t, e.ID).Actor
}

// checkAnswer holds one answer against the event that is stored.
func (h *history) checkAnswer(t *testing.T, e ledger.Entry, a ledger.Appended, own bool) {
	t.Helper()
	stored := h.final.byID[a.Event.ID]
	if a.Event != stored || a.Event.IdempotencyKey != e.IdempotencyKey {
		t.Errorf("answered %+v, stored %+v", a.Event, stored)
	}
	differs := string(h.final.payloads[stored.ID].Content) != string(e.Content)
	if a.Replayed == own || a.PayloadDiffers != differs || a.Forgotten || a.Job.First == 0 || a.Job.First > stored.Seq || a.Job.Last < stored.Seq {
		t.Errorf("%s is answered %+v; its own event is stored: %v, the content differs: %v", e.Details.Actor, a, own, differs)
	}
}

func (h *history) checkRead(t *testing.T, r *read) {
	t.Helper()
	for i, e := range r.events {
		if e.Seq != r.after+1+uint64(i) || e != h.final.streams[r.stream][e.Seq-1] {
			t.Errorf("read %+v at %d after %d of %s", e, i, r.after, r.stream)
		}
	}
}

func (s span) operation(input any) porcupine.Operation {
	return porcupine.Operation{Input: input, Call: s.began, Return: s.ended}
}

// keyUse is an append with a key: it is the first, or a replay of the event at
// a place.
type keyUse struct {
	replayed bool
	place    string
}

func place(e kaibo.Event) string { return fmt.Sprintf("%s %d", e.Stream, e.Seq) }

// keyModel is one key: unused, or that of the event at a place.
var keyModel = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, _ any) (bool, any) {
		use := input.(keyUse)
		if use.replayed {
			return state == use.place, state
		}
		return state == "", use.place
	},
}

// step is an append of the events from first to last; seen is a head read.
type (
	step struct{ first, last uint64 }
	seen uint64
)

// streamModel is one stream: how many events it has. Which they are is held
// apart, for they never change.
var streamModel = porcupine.Model{
	Init: func() any { return uint64(0) },
	Step: func(state, input, _ any) (bool, any) {
		n := state.(uint64)
		switch in := input.(type) {
		case step:
			return in.first == n+1, in.last
		case seen:
			return uint64(in) == n, n
		case read:
			return in.seen == min(n-min(n, in.after), uint64(in.limit)), n
		}
		return false, state
	},
}

func linearizable(t *testing.T, what string, model porcupine.Model, histories map[string][]porcupine.Operation) {
	t.Helper()
	if len(histories) == 0 {
		t.Errorf("no history of any %s", what)
	}
	for name, ops := range histories {
		if got := porcupine.CheckOperationsTimeout(model, ops, 20*time.Second); got != porcupine.Ok {
			t.Errorf("%s %s with %d operations: %s", what, name, len(ops), got)
		}
	}
}

// TestModelsRefuse holds that the models can fail.
func TestModelsRefuse(t *testing.T) {
	at := func(began, ended int64, input any) porcupine.Operation { return span{began, ended}.operation(input) }
	wrong := []struct {
		name  string
		model porcupine.Model
		ops   []porcupine.Operation
	}{
		{"a key used twice", keyModel, []porcupine.Operation{at(1, 4, keyUse{false, "a 1"}), at(2, 3, keyUse{false, "a 2"})}},
		{"a replay before the first", keyModel, []porcupine.Operation{at(1, 2, keyUse{true, "a 1"}), at(3, 4, keyUse{false, "a 1"})}},
		{"seq against time", streamModel, []porcupine.Operation{at(1, 2, step{2, 2}), at(3, 4, step{1, 1})}},
		{"a stale read", streamModel, []porcupine.Operation{at(1, 2, step{1, 1}), at(3, 4, read{limit: 9})}},
		{"a head seen and gone", streamModel, []porcupine.Operation{at(1, math.MaxInt64, step{1, 1}), at(2, 3, seen(1)), at(4, 5, seen(0))}},
	}
	for _, x := range wrong {
		if porcupine.CheckOperations(x.model, x.ops) {
			t.Errorf("%s is taken for right", x.name)
		}
	}
	right := []porcupine.Operation{at(1, math.MaxInt64, step{1, 2}), at(2, 3, seen(0)), at(4, 5, read{after: 1, limit: 5, seen: 1})}
	if !porcupine.CheckOperations(streamModel, right) {
		t.Error("an append whose answer was lost must be allowed to come late")
	}
}

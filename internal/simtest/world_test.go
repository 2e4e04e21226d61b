package simtest_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// The log of failures that the tests bring about is nobody's to read.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// processes is how many run at once; changing is what faults and interruptions
// come to: what changes nothing can stop anywhere without a trace.
const processes = 3

var changing = []string{porttest.OpCommit, porttest.OpPut, porttest.OpDelete}

// odds are those of each operation that changes something.
var odds = porttest.Odds{FailBefore: 0.01, FailAfter: 0.01, Stop: 0.004, StopAfter: 0.004}

// said is one event that a writer meant to append. Its word is in no other.
type said struct {
	key, stream, word string
	entry             ledger.Entry
	id                string
	acked             bool
}

// sim is one run.
type sim struct {
	t     *testing.T
	seed  uint64
	rng   *rand.Rand
	actor *enginetest.Actor
	ports enginetest.Ports
	procs [processes]*enginetest.World
	plans [processes]*porttest.Plan
	busy  [processes]bool

	said    []*said
	deeds   []*forget.Deed // answered
	orders  []forget.Order
	history []string // what was done, for the message of a failure
	made    uint64   // processes so far
}

func newSim(t *testing.T, seed uint64) *sim {
	rng := rand.New(rand.NewPCG(seed, 3))
	s := &sim{t: t, seed: seed, rng: rng, ports: enginetest.MemPorts(seed),
		actor: &enginetest.Actor{Rand: rng, Actors: []string{"ana", "bo", ""}, Whole: true}}
	for i := range s.procs {
		s.start(i)
	}
	return s
}

// start starts a process over the ports, which knows only what they kept.
func (s *sim) start(i int) {
	s.made++
	plan := porttest.Seeded(s.seed<<16+s.made, odds, changing...)
	ports := s.ports
	ports.Table = &enginetest.Hook{Table: &porttest.FaultyTable{Table: s.ports.Table, Plan: plan}, Before: s.between}
	ports.Objects = &porttest.FaultyObjects{Objects: s.ports.Objects, Plan: plan}
	s.procs[i], s.plans[i] = enginetest.Over(s.t, ports), plan
	s.procs[i].Forget.Parallel = 1 // so that a seed does the same each time
}

// between lets another process act in the middle of what one does.
func (s *sim) between([]kaibo.Write) {
	if s.rng.IntN(8) == 0 {
		s.step()
	}
}

// step has a process that is at nothing do something, and starts it anew when
// it stopped there.
func (s *sim) step() {
	i := s.rng.IntN(processes)
	if s.busy[i] {
		return
	}
	s.busy[i] = true
	what, err := s.act(s.procs[i])
	s.busy[i] = false
	if err != nil {
		what += ": " + err.Error()
	}
	s.history = append(s.history, fmt.Sprintf("process %d: %s", i, what))
	if s.plans[i].Stopped() {
		s.history = append(s.history, fmt.Sprintf("process %d starts again", i))
		s.start(i)
	}
}

// act does one deed.
func (s *sim) act(w *enginetest.World) (string, error) {
	ctx := context.Background()
	s.ports.Clock.Advance(time.Duration(s.rng.IntN(20)) * time.Second)
	switch n := s.rng.IntN(24); {
	case n < 9:
		return s.remember(ctx, w)
	case n < 13:
		return "drain", w.Worker.Drain(ctx, w.Project, s.actor.Stream())
	case n < 15:
		return "mend", s.clean(w, func(c *enginetest.World) error { return s.actor.Mend(ctx, c) })
	case n < 18:
		return s.forget(ctx, w)
	case n < 19:
		return "compact", w.Index.Compact(ctx, w.Project)
	case n < 20:
		return "sweep", w.Index.Sweep(ctx, w.Project)
	case n < 21:
		_, err := w.Worker.SweepPlans(ctx, w.Project)
		return "sweep plans", err
	case n < 22:
		_, err := w.Forget.Resume(ctx)
		return "resume", err
	case n < 23:
		_, err := w.Forget.Purge(ctx)
		return "purge", err
	}
	s.look(w)
	return "look", nil
}

// clean does a deed whose choice reads the store in ways that end the test when
// they fail: the choice is made over ports without faults, the deed is not.
func (s *sim) clean(w *enginetest.World, do func(*enginetest.World) error) error {
	reader := enginetest.Over(s.t, s.ports)
	reader.Worker, reader.Forget = w.Worker, w.Forget
	return do(reader)
}

// remember appends something new, or what was not acknowledged under the same
// key.
func (s *sim) remember(ctx context.Context, w *enginetest.World) (string, error) {
	var batch []*said
	for _, e := range s.said {
		if !e.acked && s.rng.IntN(3) == 0 {
			batch = append(batch, e)
			break
		}
	}
	if batch == nil {
		stream := s.actor.Stream()
		for range 1 + s.rng.IntN(2)*s.rng.IntN(4) {
			n := len(s.said)
			e := &said{key: fmt.Sprintf("key-%d", n), stream: stream, word: wordOf(n), entry: s.actor.Entry()}
			e.entry.Content = append(e.entry.Content, "\n"+e.word+" is here"...)
			if s.rng.IntN(15) == 0 {
				e.entry.Content = append(e.entry.Content, strings.Repeat("\nthis line says nothing of a "+e.word, 60)...)
			}
			e.entry.IdempotencyKey = e.key
			s.said = append(s.said, e)
			batch = append(batch, e)
		}
	}
	entries := make([]ledger.Entry, len(batch))
	for i, e := range batch {
		entries[i] = e.entry
	}
	out, err := w.Ledger.Append(ctx, w.Project, batch[0].stream, entries)
	for i := range out {
		if id := batch[i].id; id != "" && id != out[i].Event.ID {
			s.t.Errorf("key %s has two events, %s and %s", batch[i].key, id, out[i].Event.ID)
		}
		batch[i].id, batch[i].acked = out[i].Event.ID, true
	}
	return fmt.Sprintf("remember %s +%d", batch[0].key, len(batch)-1), err
}

// wordOf makes a word that is no part of any other.
func wordOf(n int) string {
	return "canary" + strings.Map(func(r rune) rune { return rune("bdfghklmnp"[r-'0']) }, fmt.Sprintf("%04d", n))
}

// forget forgets what a random selector names, or asks again for the answer
// that an earlier order did not get.
func (s *sim) forget(ctx context.Context, w *enginetest.World) (string, error) {
	var order forget.Order
	if len(s.orders) > 0 && s.rng.IntN(3) == 0 {
		order = s.orders[s.rng.IntN(len(s.orders))]
	} else {
		order = forget.Order{Reason: "asked", Key: fmt.Sprintf("deed-%d", len(s.orders))}
		order.Selector = s.selector()
		s.orders = append(s.orders, order)
	}
	deed, err := w.Forget.Forget(ctx, w.Project, order)
	if err == nil {
		s.deeds = append(s.deeds, deed)
	}
	return fmt.Sprintf("forget %s %+v", order.Key, order.Selector), err
}

func (s *sim) selector() forget.Selector {
	if len(s.said) > 0 && s.rng.IntN(2) == 0 {
		e := s.said[s.rng.IntN(len(s.said))]
		if last := len(s.said) - 1; s.rng.IntN(2) == 0 { // one that may be in the middle of being learned
			e = s.said[max(0, last-s.rng.IntN(4))]
		}
		if e.id != "" && s.rng.IntN(2) == 0 {
			return forget.Selector{EventID: e.id}
		}
		return forget.Selector{Query: e.word}
	}
	return s.actor.Selector(enginetest.Over(s.t, s.ports))
}

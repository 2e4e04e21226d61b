package simtest_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/kaibo-dev/kaibo/internal/forget"
)

// forgetsAWorld is how many forgets there are in one world.
const forgetsAWorld = 40

// TestForgets makes as many forgets as KAIBO_FORGETS says, over the embedded
// store and under load and faults: others write, learn, compact, purge and stop
// meanwhile. Of each world the purge leaves no byte of what was forgotten in any
// file, and no bystander is missing.
func TestForgets(t *testing.T) {
	n := 200
	if given, err := strconv.Atoi(os.Getenv("KAIBO_FORGETS")); err == nil {
		n = given
	}
	if testing.Short() {
		n = forgetsAWorld
	}
	done, bystanders := 0, 0
	for world := uint64(0); done < n && !t.Failed(); world++ {
		t.Run(strconv.FormatUint(world, 10), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				took, stayed := forgetSome(t, world, min(forgetsAWorld, n-done))
				done += took
				bystanders += stayed
			})
		})
	}
	t.Logf("%d forgets; %d bystanders are there", done, bystanders)
}

// forgetSome is one world with so many forgets that are acknowledged. It answers
// how many events are forgotten and how many are not.
func forgetSome(t *testing.T, seed uint64, n int) (took, stayed int) {
	s := newSim(t, seed, func(set *settings) {
		set.embedded, set.jumps, set.retention, set.expiry, set.off = true, false, false, false, map[string]bool{"backup": true}
		set.odds.FailBefore, set.odds.FailAfter, set.odds.Stop, set.odds.StopAfter = 0.01, 0.01, 0.005, 0.005
	})
	defer func() {
		if t.Failed() {
			t.Logf("world %d:\n%s", seed, strings.Join(s.history, "\n"))
		}
	}()
	defer func() { _ = s.store.Close() }()
	for len(s.deeds) < n {
		s.step()
		if e := s.acknowledged(); e != nil {
			s.take(e)
		}
	}
	s.finish()
	for _, e := range s.said {
		if e.acked && s.gone[e.id] {
			took++
		} else if e.acked {
			stayed++
		}
	}
	return min(took, n), stayed
}

// acknowledged answers an event that may be forgotten: every other one stays.
func (s *sim) acknowledged() *said {
	for i, e := range s.said {
		if e.acked && i%2 == 0 && !e.taken {
			return e
		}
	}
	return nil
}

// take forgets one event through a process that may fail, until it is
// acknowledged.
func (s *sim) take(e *said) {
	e.taken = true
	order := forget.Order{Reason: "asked", Key: fmt.Sprintf("take-%s", e.key), Selector: forget.Selector{EventID: e.id}}
	for range 50 {
		i := s.rng.IntN(len(s.procs))
		p := s.procs[i]
		p.busy = true
		s.depth++
		deed, err := p.Forget.Forget(context.Background(), p.Project, order)
		s.depth--
		p.busy = false
		s.history = append(s.history, fmt.Sprintf("process %d: take %s: %v", i, e.key, err))
		if s.procs[i].plan.Stopped() {
			s.procs[i] = s.start()
		}
		if err == nil {
			s.deeds = append(s.deeds, deed)
			return
		}
		s.step()
	}
}

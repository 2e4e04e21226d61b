package webhooks_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// told makes a world in which so many notices wait for each of two webhooks.
func told(t *testing.T) (*world, int) {
	w := newWorld(t)
	w.hook(hookURL)
	w.hook("https://other.example/")
	w.Say("main", "tea is green\nlamp is lit")
	w.Say("main", "tea is black")
	w.Settle()
	w.Take(forget.Selector{Query: "lamp"})
	return w, len(w.Outbox())
}

// checkTold fails the test unless both webhooks took every notice, each under one
// id with one body, however often.
func checkTold(t *testing.T, w *world, notices int, why string) {
	t.Helper()
	bodies := map[string]string{}
	byURL := map[string]map[string]bool{}
	for _, g := range w.receiver.got {
		if before, ok := bodies[g.id]; ok && before != g.body {
			t.Fatalf("%s: %s was sent as\n%s\nand as\n%s", why, g.id, before, g.body)
		}
		bodies[g.id] = g.body
		if byURL[g.url] == nil {
			byURL[g.url] = map[string]bool{}
		}
		byURL[g.url][g.id] = true
	}
	for _, u := range []string{hookURL, "https://other.example/"} {
		if len(byURL[u]) != notices {
			t.Fatalf("%s: %s took %d of %d messages", why, u, len(byURL[u]), notices)
		}
	}
}

// TestFaultsLoseNoMessage fails every operation of a delivery in turn, in every
// way, and has another process take up what is left.
func TestFaultsLoseNoMessage(t *testing.T) {
	for _, outcome := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
		doubled := 0
		for n := 1; ; n++ {
			w, notices := told(t)
			plan := porttest.FailNth(n, outcome)
			ports := w.Ports
			ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
			bad := over(enginetest.Over(t, ports), w.receiver)
			_, _ = bad.engine.Deliver(context.Background(), w.Project.ID)
			good := over(enginetest.Over(t, w.Ports), w.receiver)
			good.pass(10 * time.Minute) // over the lease of one that stopped
			checkTold(t, good, notices, fmt.Sprintf("%s at %d\n%s", outcome, n, plan))
			if len(w.receiver.got) > 2*notices {
				doubled++
			}
			for _, item := range w.left() {
				if strings.HasPrefix(item, "outbox/") || strings.Contains(item, " q/") {
					t.Fatalf("%s at %d: %s is left", outcome, n, item)
				}
			}
			if !plan.Fired() {
				break
			}
		}
		t.Logf("%s: %d runs sent a message twice", outcome, doubled)
	}
}

// TestManyFaultsLoseNoMessage draws faults for whole lives: writers, deed,
// deliverers that stop and start, and a receiver that fails too.
func TestManyFaultsLoseNoMessage(t *testing.T) {
	for seed := range uint64(60) {
		w, notices := told(t)
		failing := 0
		w.receiver.answer = func(n int, _ got) webhooks.Result {
			if (uint64(n)*2654435761+seed)%5 == 0 {
				failing++
				return status(503)
			}
			return status(200)
		}
		for round := range 30 {
			plan := porttest.Seeded(seed<<8+uint64(round), porttest.Odds{FailBefore: 0.05, FailAfter: 0.05, Stop: 0.03, StopAfter: 0.03})
			ports := w.Ports
			ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan, Whole: true}
			_, _ = over(enginetest.Over(t, ports), w.receiver).engine.Deliver(context.Background(), w.Project.ID)
			w.Ports.Clock.Advance(40 * time.Second)
		}
		w.receiver.answer = nil
		over(enginetest.Over(t, w.Ports), w.receiver).pass(23 * time.Hour)
		checkTaken(t, w, notices, seed)
	}
}

// checkTaken is checkTold for a receiver that refused some.
func checkTaken(t *testing.T, w *world, notices int, seed uint64) {
	t.Helper()
	checkTold(t, w, notices, fmt.Sprint("seed ", seed))
	if got := len(w.receiver.ids()); got != 2*notices {
		t.Fatalf("seed %d: %d of %d messages were taken", seed, got, 2*notices)
	}
}

// TestAChangeWhoseAnswerIsLostIsMade holds each change of webhooks to happening
// once, whatever the store answered.
func TestAChangeWhoseAnswerIsLostIsMade(t *testing.T) {
	for n := 1; n < 12; n++ {
		w := newWorld(t)
		plan := porttest.FailNth(n, porttest.FailAfter, porttest.OpCommit)
		ports := w.Ports
		ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
		bad := over(enginetest.Over(t, ports), w.receiver)
		ctx := context.Background()
		hook, secret, err := bad.engine.Create(ctx, w.Project, webhooks.Order{URL: hookURL})
		if err != nil || secret == "" {
			t.Fatalf("at %d: %v", n, err)
		}
		if _, _, err := bad.engine.Rotate(ctx, w.Project, hook.ID, time.Hour); err != nil {
			t.Fatalf("at %d: %v", n, err)
		}
		if _, err := bad.engine.SetEnabled(ctx, w.Project, hook.ID, false); err != nil {
			t.Fatalf("at %d: %v", n, err)
		}
		if l := w.listed(hook.ID); l.Enabled() {
			t.Fatalf("at %d: it is not disabled", n)
		}
		if err := bad.engine.Delete(ctx, w.Project, hook.ID); err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
			t.Fatalf("at %d: %v", n, err)
		}
		w.pass(time.Minute)
		if list, err := w.engine.List(ctx, w.Project); err != nil || len(list) != 0 {
			t.Fatalf("at %d: %v, %v", n, list, err)
		}
	}
}

// TestARefusedMessageIsNotLeftBehind when writing down that it was refused takes
// longer than its pause: those behind it still wait, and it has its time.
func TestARefusedMessageIsNotLeftBehind(t *testing.T) {
	w, notices := told(t)
	w.receiver.answer = func(n int, _ got) webhooks.Result {
		if n == 2 {
			return status(503)
		}
		return status(200)
	}
	slow := w.Hooked(func([]kaibo.Write) { w.Ports.Clock.Advance(time.Minute) })
	if _, err := over(slow, w.receiver).engine.Deliver(context.Background(), w.Project.ID); err != nil {
		t.Fatal(err)
	}
	w.Ports.Clock.Advance(10 * time.Minute)
	if due, err := w.engine.Due(context.Background()); err != nil || len(due) != 1 {
		t.Errorf("what waits is not due: %v, %v", due, err)
	}
	over(enginetest.Over(t, w.Ports), w.receiver).pass(10 * time.Minute)
	checkTold(t, w, notices, "slow to write down")
	if taken := len(w.receiver.ids()); taken != 2*notices {
		t.Errorf("%d of %d messages were taken", taken, 2*notices)
	}
}

// TestAMarkerIsNoOther: who saw one that was removed since does not remove the
// one that was made after it.
func TestAMarkerIsNoOther(t *testing.T) {
	w := newWorld(t)
	w.hook(hookURL)
	w.Say("main", "tea is green")
	w.Settle()
	first := true
	ports := w.Ports
	ports.Table = &enginetest.Hook{Table: w.Ports.Table, Before: func(writes []kaibo.Write) {
		if len(writes) == 1 && writes[0].Op == kaibo.Delete && writes[0].Item.Key == kaibo.WaitingKey(w.Project.ID) && first {
			first = false
			w.deliver() // removes it
			w.Say("main", "house is red")
			w.Settle()
			if err := w.engine.FanOut(context.Background(), w.Project.ID); err != nil { // and has another
				t.Fatal(err)
			}
		}
	}}
	if _, err := over(enginetest.Over(t, ports), w.receiver).engine.Deliver(context.Background(), w.Project.ID); err != nil {
		t.Fatal(err)
	}
	if first {
		t.Fatal("the marker was not removed: this test sees nothing")
	}
	due, err := w.engine.Due(context.Background())
	if err != nil || len(due) != 1 {
		t.Errorf("what waits is not due: %v, %v", due, err)
	}
}

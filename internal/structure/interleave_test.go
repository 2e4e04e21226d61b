package structure_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// lines makes a random history of two subjects. No value is said twice of one
// subject: a repeat joins the memory that it meets, and which of two events a
// memory is named after is a matter of order.
func lines(rng *rand.Rand, n int) []ledger.Entry {
	var out []ledger.Entry
	for i := range n {
		subject := []string{"tea", "the old mill"}[rng.IntN(2)]
		from := 1 + rng.IntN(28)
		text := []string{
			"%[1]s is v%[2]d", "%[1]s is v%[2]d", "%[1]s is v%[2]d",
			"%[1]s is v%[2]d from 2026-07-%02[3]d",
			"%[1]s is v%[2]d from 2026-06-%02[3]d to 2026-07-%02[3]d",
			"correction: %[1]s is v%[2]d",
			"%[1]s ended",
			"also %[1]s is v%[2]d",
			"todo w%[4]d %.0[2]d%.0[3]d%.0[1]s", "done w%[4]d %.0[2]d%.0[3]d%.0[1]s",
		}[rng.IntN(8)]
		e := entryOn(1+rng.IntN(25), fmt.Sprintf(text, subject, i, from))
		*e.OccurredAt += kaibo.Time(i) // no two at once
		out = append(out, e)
	}
	return out
}

// interleaved appends a history to streams, structures it as the choice says,
// and answers the story.
func interleaved(t *testing.T, entries []ledger.Entry, streams []string, structure func(*enginetest.World)) string {
	t.Helper()
	ports := enginetest.MemPorts(7)
	w := enginetest.Over(t, ports)
	for i, e := range entries {
		w.Append(streams[i%len(streams)], e)
		ports.Clock.Advance(time.Second)
	}
	structure(w)
	if left := w.Lagging(); len(left) > 0 {
		w.Settle()
	}
	w.CheckFsck()
	return w.Story()
}

// inPieces drains random streams by processes that stop or lose an answer after
// a few commits, until nothing is left.
func inPieces(rng *rand.Rand, streams []string) func(*enginetest.World) {
	return func(w *enginetest.World) {
		for len(w.Lagging()) > 0 {
			ports := w.Ports
			outcome := []porttest.Outcome{porttest.Stop, porttest.StopAfter, porttest.FailAfter, porttest.FailBefore}[rng.IntN(4)]
			plan := porttest.FailNth(1+rng.IntN(3), outcome, porttest.OpCommit)
			ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
			other := enginetest.Over(w.T, ports)
			_ = other.Worker.Drain(context.Background(), w.Project, streams[rng.IntN(len(streams))])
		}
	}
}

// For statements that name their subject, every order in which the streams are
// structured ends in the same memories: statuses, intervals and links.
func TestEveryInterleavingEndsTheSame(t *testing.T) {
	seeds := 40
	if n, err := strconv.Atoi(os.Getenv("KAIBO_SEEDS")); err == nil {
		seeds = n
	}
	for seed := range seeds {
		if t.Failed() {
			return
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		entries := lines(rng, 3+rng.IntN(8))
		streams := []string{"a", "b", "c", "d"}[:2+rng.IntN(3)]
		want := interleaved(t, entries, streams, func(w *enginetest.World) {})
		for range 3 {
			got := interleaved(t, entries, streams, inPieces(rng, streams))
			if diff := cmp.Diff(want, got); diff != "" {
				var said string
				for i, e := range entries {
					said += fmt.Sprintf("%s %v %s\n", streams[i%len(streams)], *e.OccurredAt, e.Content)
				}
				t.Fatalf("seed %d: another order ends differently (-, +):\n%s\nof\n%s", seed, diff, said)
			}
		}
	}
}

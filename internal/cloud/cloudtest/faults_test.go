package cloudtest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// TestMain drops the log: faults fill it.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// seeds is how many runs there are; KAIBO_TEST_SEEDS says otherwise.
const seeds = 200

// canary is the word that is forgotten.
const canary = "xylophone"

// told are the messages of a run.
var told = []string{
	"The deadline of the Aurora report is June 12, 2026.", "The " + canary + " is in the attic of the old house.",
	"Ana Novak owns the budget of the Aurora project.", "The deadline of the Aurora report moved to July 3, 2026.",
	"The harbour is closed on Mondays.", "The " + canary + " was moved to the cellar.",
}

// life is a deployment whose calls fail, over stores that do not.
type life struct {
	t       *testing.T
	ctx     context.Context
	now     kaibo.Time
	good    cloud.Ports
	bad     cloud.Ports
	project kaibo.Project
	tries   int
}

func live(t *testing.T, plan *porttest.Plan) *life {
	t.Helper()
	good := cloudtest.NewWorld().Ports
	return liveOn(t, good, cloud.Ports{
		Table: &porttest.FaultyTable{Table: good.Table, Plan: plan}, Objects: &porttest.FaultyObjects{Objects: good.Objects, Plan: plan},
		StructureQueue: &porttest.FaultyQueue{Queue: good.StructureQueue, Plan: plan}, CompactQueue: &porttest.FaultyQueue{Queue: good.CompactQueue, Plan: plan},
		NotifyQueue: &porttest.FaultyQueue{Queue: good.NotifyQueue, Plan: plan}})
}

// liveOn makes a life on stores that can be reached in two ways.
func liveOn(t *testing.T, good, bad cloud.Ports) *life {
	t.Helper()
	l := &life{t: t, ctx: context.Background(), now: 1_760_000_000_000, good: good, bad: bad}
	p, err := l.over(good).Access().CreateProject(l.ctx, "north")
	if err != nil {
		t.Fatal(err)
	}
	l.project = p
	return l
}

// over makes a process: each event is answered by a new one, as after a cold
// start.
func (l *life) over(p cloud.Ports) *cloud.Deployment {
	return cloud.Over(cloud.Config{Grace: 24 * time.Hour}, p, func() kaibo.Time { l.now++; return l.now })
}

// until does something again until it succeeds, as a client does that got 503,
// or a queue.
func (l *life) until(what string, do func() error) {
	l.t.Helper()
	var err error
	for range 500 { // a whole round of the schedule meets some sixty calls, each of which may fail
		l.tries++
		if err = do(); err == nil {
			return
		}
		l.now += 1000
	}
	l.t.Fatalf("%s: %v", what, err)
}

func (l *life) remember() {
	for i, text := range told {
		entry := ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text), IdempotencyKey: "k" + strconv.Itoa(i)}
		l.until("remember", func() error {
			return errOf(l.over(l.bad).Ledger().Append(l.ctx, l.project, "main", []ledger.Entry{entry}))
		})
	}
}

// structure delivers what is on the queue until no stream lags; the schedule
// hints at those whose message was lost.
func (l *life) structure() {
	l.until("structure", func() error {
		if err := errOf(l.schedule(l.bad).Handle(l.ctx, hints.Task{Task: hints.TaskDue})); err != nil {
			return err
		}
		ds, err := l.good.StructureQueue.Receive(l.ctx, 10, time.Minute, 0)
		if err != nil {
			return err
		}
		var e events.SQSEvent
		for i, d := range ds {
			e.Records = append(e.Records, events.SQSMessage{MessageId: strconv.Itoa(i), Body: d.Body, Attributes: map[string]string{"MessageGroupId": d.Group}})
		}
		d := l.over(l.bad)
		out, err := hints.Structure(d.Worker(d.Reader(), rules.New()), d.Projects(), d.Compactions(), d.Announcements())(l.ctx, e)
		if err != nil {
			return err
		}
		for _, one := range ds { // those that failed come again by the schedule
			if err := l.good.StructureQueue.Done(l.ctx, one); err != nil {
				return err
			}
		}
		lagging := 0
		good := l.over(l.good)
		if err := good.Worker(good.Reader(), rules.New()).Lagging(l.ctx, func(string, string) { lagging++ }); err != nil {
			return err
		}
		if lagging+len(out.BatchItemFailures) > 0 {
			return fmt.Errorf("%d streams lag, %d messages failed", lagging, len(out.BatchItemFailures))
		}
		return nil
	})
}

func (l *life) schedule(p cloud.Ports) *hints.Schedule {
	d := l.over(p)
	reader := d.Reader()
	w := d.Worker(reader, rules.New())
	f := d.Forget(w)
	return &hints.Schedule{Forget: f, Retain: d.Retention(reader, f).Enforce, Lagging: w, Hints: d.StructureQueue(), Projects: d.Projects(), Clock: d.Clock, Sweepers: hints.Sweepers(reader, d.Index(), w)}
}

func (l *life) forget() {
	l.until("forget", func() error {
		d := l.over(l.bad)
		return errOf(d.Forget(d.Worker(d.Reader(), rules.New())).Forget(l.ctx, l.project, forget.Order{Selector: forget.Selector{Query: canary}, Reason: "asked to", Key: "f"}))
	})
}

// purge runs the schedule a day later until the ledger says purged, then the
// sweep, which finds the payloads of appends that lost their answer.
func (l *life) purge() {
	l.now += 25 * 3_600_000
	l.until("purge", func() error {
		if err := errOf(l.schedule(l.bad).Handle(l.ctx, hints.Task{Task: hints.TaskDue})); err != nil {
			return err
		}
		// A purge that meets a busy store waits for the next minute, and says so
		// in the log alone.
		if receipts, _, err := l.over(l.good).Reader().Deletions(l.ctx, l.project, 0, 100); err != nil || len(receipts) < 2 {
			return errors.Join(err, fmt.Errorf("%d entries in the ledger", len(receipts)))
		}
		since := kaibo.Time(0)
		return errOf(l.schedule(l.bad).Handle(l.ctx, hints.Task{Task: hints.TaskSweep, Since: &since}))
	})
}

// outcome is what a run led to, without ids and times.
type outcome struct {
	Events    []string // the idempotency keys, in their order, and whether each event hangs on the one before
	Memories  []string
	Deletions []string
	Canaries  []string // where the word is still
}

func (l *life) outcome() outcome {
	l.t.Helper()
	var out outcome
	d := l.over(l.good)
	reader := d.Reader()
	chain, _, err := reader.EventsAfter(l.ctx, l.project, "main", 0, 100)
	if err != nil {
		l.t.Fatal(err)
	}
	var last kaibo.Hash
	for _, e := range chain {
		out.Events = append(out.Events, fmt.Sprint(e.Seq, " ", e.IdempotencyKey, " linked ", e.PrevHash == last))
		last = e.Hash
	}
	memories, _, err := d.Views(reader).List(l.ctx, l.project, views.Selection{}, "", 100)
	if err != nil {
		l.t.Fatal(err)
	}
	for i := range memories {
		out.Memories = append(out.Memories, fmt.Sprint(memories[i].Status, " ", memories[i].Content))
	}
	slices.Sort(out.Memories)
	receipts, _, err := reader.Deletions(l.ctx, l.project, 0, 100)
	if err != nil {
		l.t.Fatal(err)
	}
	for i := range receipts {
		out.Deletions = append(out.Deletions, fmt.Sprint(receipts[i].Seq, " ", receipts[i].Kind))
	}
	out.Canaries = l.canaries()
	return out
}

// canaries looks for the word in every byte of the stores.
func (l *life) canaries() []string {
	l.t.Helper()
	var found []string
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		err := l.good.Table.Scan(l.ctx, class, "", func(i kaibo.Item) error {
			if bytes.Contains(bytes.ToLower(i.Data), []byte(canary)) {
				found = append(found, i.Partition+" "+i.Sort)
			}
			return nil
		})
		if err != nil {
			l.t.Fatal(err)
		}
	}
	list, err := l.good.Objects.List(l.ctx, l.project.ID, "", 1000)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, o := range list {
		b, err := l.good.Objects.Get(l.ctx, o.Name, 0, -1)
		if err != nil {
			l.t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(b), []byte(canary)) {
			found = append(found, o.Name)
		}
	}
	return found
}

func (l *life) run() outcome {
	l.t.Helper()
	l.remember()
	l.structure()
	l.forget()
	l.purge()
	return l.outcome()
}

// TestFaultsLoseAndDoubleNothing has calls to the stores fail, before they
// happened and after, and messages be lost, doubled and late; whoever is
// answered an error tries again. In the end all is as without faults.
func TestFaultsLoseAndDoubleNothing(t *testing.T) {
	want := live(t, porttest.NoFaults()).run()
	if len(want.Memories) < 4 || len(want.Events) != len(told) || len(want.Deletions) != 2 || len(want.Canaries) != 0 {
		t.Fatalf("without faults: %+v", want)
	}
	n := seeds
	if s, err := strconv.Atoi(os.Getenv("KAIBO_TEST_SEEDS")); err == nil {
		n = s
	}
	tries := 0
	for seed := range n {
		odds := porttest.Odds{FailBefore: 0.02, FailAfter: 0.02, Lose: 0.2, Double: 0.1, Delay: 0.1}
		l := live(t, porttest.Seeded(uint64(seed), odds))
		if diff := cmp.Diff(want, l.run()); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
		tries += l.tries
	}
	t.Logf("%d seeds, %d tries", n, tries)
}

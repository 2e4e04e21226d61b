package cloud_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k"
)

// office is what a team tells its agent: every fourth message changes what the
// one before it said. A message has 60 to 120 bytes.
func office(i int) string {
	names := []string{"Aurora", "Borealis", "Cirrus", "Delta", "Ember", "Fjord", "Granite", "Harbour", "Iris", "Juniper"}
	project := names[i/4%len(names)] + "-" + names[i/40%len(names)]
	switch i % 4 {
	case 0:
		return fmt.Sprintf("Ana Novak owns the budget of the %s project this year, with %d people in the team.", project, i%40+2)
	case 1:
		return fmt.Sprintf("The %s team prefers to meet in room %d on the west side, because it is quiet there.", project, i%90+10)
	case 2:
		return fmt.Sprintf("The deadline of the %s report is June %d, 2026.", project, i%28+1)
	}
	return fmt.Sprintf("The deadline of the %s report moved to July %d, 2026.", project, i%28+1)
}

// priced is what an operation costs in the mean.
type priced struct {
	name   string
	n      int
	trips  int     // that follow one another, the most of any
	read   float64 // units
	write  float64
	puts   float64 // requests to S3, by their price
	gets   float64
	sends  float64
	budget int // of trips, 0 for none
}

func (p *priced) add(c *porttest.Counter, trips int) {
	p.n++
	p.trips = max(p.trips, trips)
	for _, op := range []string{porttest.OpGet, porttest.OpQuery, porttest.OpScan} {
		p.read += float64(c.Of(op).Units)
	}
	p.write += float64(c.Of(porttest.OpCommit).Units)
	p.puts += float64(c.Of(porttest.OpPut).Calls + c.Of(porttest.OpList).Calls)
	p.gets += float64(c.Of(porttest.OpRead).Calls)
	p.sends += float64(c.Of(porttest.OpSend).Calls)
	c.Reset()
}

func (p *priced) mean(v float64) float64 { return v / float64(p.n) }

// TestCosts holds each operation of a deployment to the design's budget of
// round trips, and prints what docs/cost.md prices. The project has 300 events
// and is asked something after every ten.
func TestCosts(t *testing.T) { synctest.Test(t, costs) }

// slowTable and slowObjects take a while for each call, so that calls which can
// run at once are seen to.
type slowTable struct{ cloud.Table }

const aCall = 5 * time.Millisecond

func (s slowTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	time.Sleep(aCall)
	return s.Table.Get(ctx, keys...)
}

func (s slowTable) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	time.Sleep(aCall)
	return s.Table.Query(ctx, class, partition, r)
}

func (s slowTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	time.Sleep(aCall)
	return s.Table.Commit(ctx, writes)
}

type slowObjects struct{ kaibo.Objects }

func (s slowObjects) Put(ctx context.Context, name string, data []byte) error {
	time.Sleep(aCall)
	return s.Objects.Put(ctx, name, data)
}

func (s slowObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	time.Sleep(aCall)
	return s.Objects.Get(ctx, name, off, length)
}

func costs(t *testing.T) {
	ctx := context.Background()
	counter := porttest.NewCounter()
	table, _ := counter.Table(slowTable{porttest.NewMemTable()}).(cloud.Table)
	ports := cloud.Ports{Table: table, Objects: counter.Objects(slowObjects{porttest.NewMemObjects()}),
		StructureQueue: counter.Queue(porttest.NewMemQueue()), CompactQueue: counter.Queue(porttest.NewMemQueue()),
		NotifyQueue: counter.Queue(porttest.NewMemQueue())}
	now := kaibo.SystemClock()
	tick := func() kaibo.Time { now += 20; return now }
	remembers, structures := cloud.Over(cloud.Config{}, ports, tick), cloud.Over(cloud.Config{}, ports, tick)
	reads, forgets := cloud.Over(cloud.Config{}, ports, tick), cloud.Over(cloud.Config{Grace: 24 * time.Hour}, ports, tick)
	p, err := remembers.Access().CreateProject(ctx, "office")
	if err != nil {
		t.Fatal(err)
	}
	// Budgets are the design's; remember's are three and the queue. Structuring
	// has none there, so that here it is what it takes today.
	remember, structure := &priced{name: "remember", budget: 4}, &priced{name: "structure", budget: 8}
	warm, explain, erase := &priced{name: "recall", budget: 2}, &priced{name: "explain", budget: 3}, &priced{name: "forget", budget: 6}
	l, worker := remembers.Ledger(), structures.Worker(structures.Reader(), rules.New())
	var memories []string
	for i := range 300 {
		counter.Reset()
		out, err := l.Append(ctx, p, "main", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte(office(i))}})
		if err != nil {
			t.Fatal(err)
		}
		remember.add(counter, counter.RoundTrips())
		if err := worker.Drain(ctx, p, "main"); err != nil {
			t.Fatal(err)
		}
		structure.add(counter, counter.RoundTrips())
		job, err := l.Job(ctx, p, out[0].Job.ID)
		if err != nil {
			t.Fatal(err)
		}
		memories = append(memories, job.Memories...)
		counter.Reset()
		if i%10 == 9 {
			ask(ctx, t, reads, p, counter, warm)
			compact(ctx, t, reads, structures, p, ports.CompactQueue)
			now += 10_000 // people pause, and what was folded is deleted meanwhile
		}
	}
	view := reads.Views(reads.Reader())
	ask(ctx, t, reads, p, counter, &priced{}) // so that the last segment is in memory
	for _, id := range memories[len(memories)-5:] {
		counter.Reset()
		if _, err := view.Explain(ctx, p, id); err != nil {
			t.Fatal(err)
		}
		explain.add(counter, counter.RoundTrips())
	}
	counter.Reset()
	if _, err := forgets.Forget(forgets.Worker(forgets.Reader(), rules.New())).Forget(ctx, p, forget.Order{Selector: forget.Selector{MemoryID: memories[len(memories)-1]}, Reason: "asked to"}); err != nil {
		t.Fatal(err)
	}
	erase.add(counter, counter.RoundTrips())
	for _, op := range []*priced{remember, structure, warm, explain, erase} {
		t.Logf("%-9s trips %2d  read units %6.1f  write units %6.1f  S3 puts %.2f gets %.2f  messages %.2f",
			op.name, op.trips, op.mean(op.read), op.mean(op.write), op.mean(op.puts), op.mean(op.gets), op.mean(op.sends))
		if op == warm && op.mean(op.read) > 30 {
			t.Errorf("%s reads %.1f units, over 30: the index's tail and what may be answered", op.name, op.mean(op.read))
		}
		if op.budget > 0 && op.trips > op.budget {
			t.Errorf("%s takes %d calls one after the other, over the %d of its budget", op.name, op.trips, op.budget)
		}
	}
}

// ask asks twice: the first loads the segments, which a process keeps.
func ask(ctx context.Context, t *testing.T, d *cloud.Deployment, p kaibo.Project, counter *porttest.Counter, warm *priced) {
	t.Helper()
	for range 2 {
		counter.Reset()
		if _, err := d.Recall().Recall(ctx, p, recall.Query{Question: "When is the deadline of the Cirrus-Aurora report?"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	warm.add(counter, counter.RoundTrips())
}

// compact folds the index when the recall found that it is due.
func compact(ctx context.Context, t *testing.T, reads, structures *cloud.Deployment, p kaibo.Project, queue kaibo.Queue) {
	t.Helper()
	reads.Compactions().Flush(ctx)
	hints, err := queue.Receive(ctx, 10, time.Minute, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, hint := range hints {
		if err := errors.Join(structures.Index().Compact(ctx, p), queue.Done(ctx, hint)); err != nil {
			t.Fatal(err)
		}
	}
}

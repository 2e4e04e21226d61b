package porttest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

var ctx = context.Background()

func key(sort string) kaibo.Key { return kaibo.Key{Partition: "p", Sort: sort} }

func has(t *testing.T, tb kaibo.Table, sort string) bool {
	t.Helper()
	got, err := tb.Get(ctx, key(sort))
	if err != nil {
		t.Fatal(err)
	}
	return got[0].Found()
}

func TestFaultyTableOutcomes(t *testing.T) {
	cases := []struct {
		outcome porttest.Outcome
		err     error
		there   bool
		stopped bool
	}{
		{porttest.Pass, nil, true, false},
		{porttest.FailBefore, porttest.ErrInjected, false, false},
		{porttest.FailAfter, porttest.ErrInjected, true, false},
		{porttest.Stop, porttest.ErrStopped, false, true},
		{porttest.StopAfter, porttest.ErrStopped, true, true},
		{porttest.Lose, nil, true, false}, // no outcome of a Commit
	}
	for _, c := range cases {
		t.Run(c.outcome.String(), func(t *testing.T) {
			under := porttest.NewMemTable()
			plan := porttest.FailNth(2, c.outcome)
			tb := &porttest.FaultyTable{Table: under, Plan: plan}
			for i, want := range []error{nil, c.err} {
				err := tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(key(fmt.Sprint(i+1)), 1, nil)})
				if !errors.Is(err, want) {
					t.Fatalf("commit %d: %v, want %v", i+1, err, want)
				}
				if err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
					t.Errorf("kind %v, want Unavailable", kaibo.KindOf(err))
				}
			}
			if !has(t, under, "1") || has(t, under, "2") != c.there {
				t.Errorf("commit 2 made: %v, want %v", has(t, under, "2"), c.there)
			}
			_, err := tb.Get(ctx, key("1"))
			if plan.Stopped() != c.stopped || errors.Is(err, porttest.ErrStopped) != c.stopped {
				t.Errorf("stopped %v, and then get answers %v; want stopped %v", plan.Stopped(), err, c.stopped)
			}
			if plan.Fired() != (c.err != nil) {
				t.Errorf("fired %v", plan.Fired())
			}
		})
	}
}

// everyOperation calls each operation of three wrapped ports once, in order.
func everyOperation(plan *porttest.Plan) (names []string, errs []error) {
	tb := &porttest.FaultyTable{Table: porttest.NewMemTable(), Plan: plan}
	o := &porttest.FaultyObjects{Objects: porttest.NewMemObjects(), Plan: plan}
	mem := porttest.NewMemQueue()
	q := &porttest.FaultyQueue{Queue: mem, Plan: plan}
	try := func(name string, fn func() error) {
		names = append(names, name)
		errs = append(errs, fn())
	}
	try(porttest.OpCommit, func() error { return tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(key("a"), 1, nil)}) })
	try(porttest.OpGet, func() error { _, err := tb.Get(ctx, key("a")); return err })
	try(porttest.OpQuery, func() error { _, err := tb.Query(ctx, kaibo.Records, "p", kaibo.Range{}); return err })
	try(porttest.OpScan, func() error { return tb.Scan(ctx, kaibo.Records, "", func(kaibo.Item) error { return nil }) })
	try(porttest.OpPut, func() error { return o.Put(ctx, "a", nil) })
	if plan != nil && plan.Fired() {
		_ = o.Objects.Put(ctx, "a", nil) // so that the next has what it needs
	}
	try(porttest.OpRead, func() error { _, err := o.Get(ctx, "a", 0, -1); return err })
	try(porttest.OpDelete, func() error { return o.Delete(ctx, "a") })
	try(porttest.OpList, func() error { _, err := o.List(ctx, "", "", 1); return err })
	try(porttest.OpSend, func() error { return q.Send(ctx, kaibo.Message{Group: "g", Body: "x"}) })
	var d kaibo.Delivery
	try(porttest.OpReceive, func() error { _, err := q.Receive(ctx, 1, time.Hour, 0); return err })
	try(porttest.OpDone, func() error { return q.Done(ctx, d) })
	try(porttest.OpRetry, func() error { return q.Retry(ctx, d, 0) })
	return names, errs
}

// The sweep of the package's documentation: each operation in turn fails and
// no other does, or everything fails from it on.
func TestFailNthReachesEveryOperation(t *testing.T) {
	for _, outcome := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
		swept := 0
		for n := 1; ; n++ {
			plan := porttest.FailNth(n, outcome)
			names, errs := everyOperation(plan)
			if !plan.Fired() {
				break
			}
			swept++
			stops := outcome == porttest.Stop || outcome == porttest.StopAfter
			for i, err := range errs {
				if fails := i+1 == n || stops && i+1 > n; (err != nil) != fails {
					t.Errorf("%s at %d: %s answered %v", outcome, n, names[i], err)
				}
			}
			if step := plan.Steps()[n-1]; step != (porttest.Step{Op: names[n-1], Outcome: outcome}) {
				t.Errorf("step %d is %v", n, step)
			}
		}
		if names, _ := everyOperation(nil); swept != len(names) {
			t.Errorf("%s: swept %d operations of %d", outcome, swept, len(names))
		}
	}
}

func TestPlanCountsOnlyWhatItIsToldTo(t *testing.T) {
	plan := porttest.FailNth(1, porttest.FailBefore, porttest.OpQuery)
	names, errs := everyOperation(plan)
	for i, err := range errs {
		if (err != nil) != (names[i] == porttest.OpQuery) {
			t.Errorf("%s answered %v", names[i], err)
		}
	}
	if d := cmp.Diff([]porttest.Step{{Op: porttest.OpQuery, Outcome: porttest.FailBefore}}, plan.Steps()); d != "" {
		t.Errorf("steps (-want +got):\n%s", d)
	}
}

func TestSeededPlanRepeatsAndReplays(t *testing.T) {
	odds := porttest.Odds{FailBefore: 0.2, FailAfter: 0.2, Lose: 0.3, Double: 0.3, Delay: 0.2}
	run := func(plan *porttest.Plan) string {
		for range 60 {
			everyOperation(plan)
		}
		return plan.String()
	}
	first := porttest.Seeded(7, odds)
	want := run(first)
	for _, o := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Lose, porttest.Double, porttest.Delay} {
		if !strings.Contains(want, ": "+o.String()+"\n") {
			t.Errorf("720 operations drew no %q", o)
		}
	}
	if got := run(porttest.Seeded(7, odds)); got != want {
		t.Error("the same seed gave other faults")
	}
	if got := run(porttest.Seeded(8, odds)); got == want {
		t.Error("another seed gave the same faults")
	}
	if got := run(porttest.Replay(first.Steps())); got != want {
		t.Error("the replay gave other faults")
	}
	if strings.Contains(strings.ReplaceAll(want, "queue send: lose", ""), "lose") {
		t.Error("what is no Send was lost")
	}
}

func TestStopReachesCallsUnderWay(t *testing.T) {
	plan := porttest.NoFaults()
	tb := &porttest.FaultyTable{Table: porttest.NewMemTable(), Plan: plan, During: func(context.Context) { plan.Stop() }}
	err := tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(key("a"), 1, nil)})
	if !errors.Is(err, porttest.ErrStopped) || !has(t, tb.Table, "a") {
		t.Errorf("a commit under way when the process stopped answered %v", err)
	}
}

// state reads three items by Get and by Query and wants both to agree on what
// they may.
func state(t *testing.T, tb kaibo.Table) string {
	t.Helper()
	page, err := tb.Query(ctx, kaibo.Records, "p", kaibo.Range{})
	if err != nil {
		t.Fatal(err)
	}
	var s []string
	for _, it := range page.Items {
		s = append(s, fmt.Sprintf("%s%d", it.Sort, it.Version))
	}
	return strings.Join(s, " ")
}

func threeAnd(t *testing.T, tb kaibo.Table) {
	t.Helper()
	err := tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(key("a"), 1, nil), kaibo.PutNew(key("b"), 1, nil), kaibo.PutNew(key("z"), 1, nil)})
	if err != nil {
		t.Fatal(err)
	}
}

// changeThree puts one over, deletes one, and makes one.
func changeThree(tb kaibo.Table) error {
	return tb.Commit(ctx, []kaibo.Write{kaibo.PutOver(key("a"), 1, nil), kaibo.DeleteAt(key("b"), 1), kaibo.PutNew(key("c"), 1, nil)})
}

func TestMidCommitShowsEveryMixture(t *testing.T) {
	tb := &porttest.FaultyTable{Table: porttest.NewMemTable()}
	threeAnd(t, tb)
	if err := changeThree(tb); err != nil {
		t.Fatal(err)
	}
	if n := len(tb.Touched()); n != 3 {
		t.Errorf("%d keys touched, want 3", n)
	}
	want := map[string]string{
		"": "a2 c1 z1", "a": "a1 c1 z1", "b": "a2 b1 c1 z1", "c": "a2 z1",
		"ab": "a1 b1 c1 z1", "ac": "a1 z1", "bc": "a2 b1 z1", "abc": "a1 b1 z1",
	}
	for old, want := range want {
		mid := tb.MidCommit(func(k kaibo.Key) bool { return strings.Contains(old, k.Sort) })
		if got := state(t, mid); got != want {
			t.Errorf("with %q old a query shows %q, want %q", old, got, want)
		}
		items, err := mid.Get(ctx, key("a"), key("b"), key("c"))
		if err != nil {
			t.Fatal(err)
		}
		for i, versions := range [][2]uint64{{2, 1}, {0, 1}, {1, 0}} { // as they are, as they were
			wanted := versions[0]
			if strings.Contains(old, items[i].Sort) {
				wanted = versions[1]
			}
			if items[i].Version != wanted {
				t.Errorf("with %q old, %s has version %d", old, items[i].Sort, items[i].Version)
			}
		}
		if mid.Commit(ctx, nil) == nil {
			t.Error("a view of the middle took a commit")
		}
	}
	if got := state(t, tb); got != "a2 c1 z1" {
		t.Errorf("after the commit a query shows %q", got)
	}
	if changeThree(tb) == nil {
		t.Fatal("the second change was not refused")
	}
	if got := state(t, tb.MidCommit(func(kaibo.Key) bool { return true })); got != "a2 c1 z1" {
		t.Errorf("the middle of a refused commit is %q", got)
	}
}

func TestMidCommitPages(t *testing.T) {
	tb := &porttest.FaultyTable{Table: porttest.NewMemTable()}
	threeAnd(t, tb)
	if err := changeThree(tb); err != nil {
		t.Fatal(err)
	}
	mid := tb.MidCommit(func(k kaibo.Key) bool { return k.Sort == "b" })
	for _, reverse := range []bool{false, true} {
		var got []string
		r := kaibo.Range{From: "a", Before: "z", Limit: 1, Reverse: reverse}
		for {
			p, err := mid.Query(ctx, kaibo.Records, "p", r)
			if err != nil || len(p.Items) != 1 {
				t.Fatalf("page %v, %v", p, err)
			}
			got = append(got, p.Items[0].Sort)
			if !p.More {
				break
			}
			r = r.Next(p)
		}
		want := []string{"a", "b", "c"}
		if reverse {
			want = []string{"c", "b", "a"}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("reverse %v (-want +got):\n%s", reverse, d)
		}
	}
}

// During a commit reads see mixtures; each item goes over once, and when the
// commit has answered all have.
func TestReadsDuringACommitAreTorn(t *testing.T) {
	seen := map[string]bool{}
	for range 30 {
		tb := &porttest.FaultyTable{Table: porttest.NewMemTable()}
		threeAnd(t, tb)
		var last string
		tb.During = func(context.Context) {
			gone := map[string]bool{} // items that have gone over
			for range 60 {
				s := state(t, tb)
				seen[s] = true
				last = s
				for item, new := range map[string]bool{
					"a": strings.Contains(s, "a2"), "b": !strings.Contains(s, "b1"), "c": strings.Contains(s, "c1"),
				} {
					if gone[item] && !new {
						t.Fatalf("%s went back: %q", item, s)
					}
					gone[item] = gone[item] || new
				}
			}
		}
		if err := changeThree(tb); err != nil {
			t.Fatal(err)
		}
		if last != "a2 c1 z1" || state(t, tb) != "a2 c1 z1" {
			t.Errorf("in the end the reads show %q, afterwards %q", last, state(t, tb))
		}
	}
	torn := 0
	for s := range seen {
		if s != "a1 b1 z1" && s != "a2 c1 z1" {
			torn++
		}
	}
	if torn == 0 {
		t.Error("no read saw the state between two items")
	}
}

func bodies(t *testing.T, q *porttest.MemQueue) (got []string) {
	t.Helper()
	for {
		ds, err := q.Receive(ctx, 1, time.Hour, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(ds) == 0 {
			return got
		}
		got = append(got, ds[0].Body)
	}
}

func TestFaultyQueueLosesDoublesDelays(t *testing.T) {
	cases := []struct {
		outcome porttest.Outcome
		want    []string
	}{
		{porttest.Pass, []string{"1", "2", "3", "4", "5", "6"}},
		{porttest.Lose, []string{"1", "3", "4", "5", "6"}},
		{porttest.Double, []string{"1", "2", "2", "3", "4", "5", "6"}},
		{porttest.Delay, []string{"1", "3", "4", "2", "5", "6"}},
		{porttest.FailBefore, []string{"1", "3", "4", "5", "6"}},
		{porttest.FailAfter, []string{"1", "2", "3", "4", "5", "6"}},
		{porttest.StopAfter, []string{"1", "2"}},
	}
	for _, c := range cases {
		mem := porttest.NewMemQueue()
		q := &porttest.FaultyQueue{Queue: mem, Plan: porttest.FailNth(2, c.outcome)}
		for i := range 6 {
			err := q.Send(ctx, kaibo.Message{Body: fmt.Sprint(i + 1)})
			silent := c.outcome == porttest.Pass || c.outcome >= porttest.Lose
			if err != nil && silent {
				t.Errorf("%s: send %d answered %v", c.outcome, i+1, err)
			}
		}
		if d := cmp.Diff(c.want, bodies(t, mem)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.outcome, d)
		}
	}
}

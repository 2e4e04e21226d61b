package porttest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Table runs every promise of kaibo.Table, and those of kaibo.Scanner when
// what open answers is one. Open is called for every case and answers an empty
// table. A [Reopener] is also opened again.
func Table(t *testing.T, open func(t *testing.T) kaibo.Table) {
	t.Helper()
	cases := []struct {
		name string
		run  func(t *testing.T, ctx context.Context, tb kaibo.Table)
	}{
		{"get in order with absent ones", tableGet},
		{"classes are apart", tableClasses},
		{"data is copied", tableCopies},
		{"conditions", tableConditions},
		{"a conflict names every write refused", tableConflict},
		{"a commit is all or none", tableAllOrNone},
		{"the makers of writes", tableMakers},
		{"an ended context", tableCanceled},
		{"events are insert-only", tableInsertOnly},
		{"one winner on one key", tableOneWinner},
		{"no increment is lost", tableIncrements},
		{"versions never go back", tableMonotonic},
		{"an order explains every history", tableHistory},
		{"reopen", tableReopen},
		{"limits of a commit", tableCommitLimits},
		{"limits of keys", tableKeyLimits},
		{"limits of get", tableGetLimits},
		{"query in byte order", tableQueryOrder},
		{"query ranges", tableQueryRanges},
		{"query pages", tableQueryPages},
		{"query stays in its partition", tableQueryPartition},
		{"a model agrees", tableModel},
		{"scan", tableScan},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, caseContext(t), open(t)) })
	}
}

func tableGet(t *testing.T, ctx context.Context, tb kaibo.Table) {
	a, b, c := rec("p", "a"), rec("p", "b"), rec("q", "c")
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(a, 1, []byte("one")), kaibo.PutNew(c, 7, nil),
	}))
	got, err := tb.Get(ctx, c, b, a)
	must(t, "get", err)
	want := []kaibo.Item{item(c, 7, ""), {Key: b}, item(a, 1, "one")}
	if d := diff(got, want); d != "" {
		t.Errorf("get (-want +got):\n%s", d)
	}
	if got[1].Found() || !got[0].Found() {
		t.Error("an item without data must be found, an absent one not")
	}
	if none, err := tb.Get(ctx); err != nil || len(none) != 0 {
		t.Errorf("get of nothing: %v, %v", none, err)
	}
}

func tableClasses(t *testing.T, ctx context.Context, tb kaibo.Table) {
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(rec("p", "s"), 1, []byte("record")), kaibo.PutNew(ev("p", "s"), 2, []byte("event")),
	}))
	got, err := tb.Get(ctx, rec("p", "s"), ev("p", "s"))
	must(t, "get", err)
	if d := diff(got, []kaibo.Item{item(rec("p", "s"), 1, "record"), item(ev("p", "s"), 2, "event")}); d != "" {
		t.Errorf("get (-want +got):\n%s", d)
	}
	page, err := tb.Query(ctx, kaibo.Events, "p", kaibo.Range{})
	must(t, "query", err)
	if d := diff(page, kaibo.Page{Items: []kaibo.Item{item(ev("p", "s"), 2, "event")}}); d != "" {
		t.Errorf("query (-want +got):\n%s", d)
	}
}

func tableCopies(t *testing.T, ctx context.Context, tb kaibo.Table) {
	k, data := rec("p", "s"), []byte("data")
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(k, 1, data)}))
	data[0] = 'X'
	for range 2 {
		got, err := tb.Get(ctx, k)
		must(t, "get", err)
		page, err := tb.Query(ctx, k.Class, k.Partition, kaibo.Range{})
		must(t, "query", err)
		for _, it := range []kaibo.Item{got[0], page.Items[0]} {
			if string(it.Data) != "data" {
				t.Fatalf("data is %q: the table shares memory with its callers", it.Data)
			}
			it.Data[0] = 'Y'
		}
	}
}

// tableConditions holds every operation under every condition against every
// state of the item.
func tableConditions(t *testing.T, ctx context.Context, tb kaibo.Table) {
	conds := []kaibo.Condition{{}, {Absent: true}, {Version: 1}, {Version: 5}, {Version: 6}}
	n := 0
	for _, stored := range []uint64{0, 1, 5} {
		for _, op := range []kaibo.Op{kaibo.Put, kaibo.Delete, kaibo.Check} {
			for _, cond := range conds {
				n++
				k := rec("conditions", fmt.Sprint(n))
				t.Run(fmt.Sprintf("stored %d op %d %+v", stored, op, cond), func(t *testing.T) {
					oneCondition(t, ctx, tb, kaibo.Write{Op: op, Item: item(k, 9, "new"), If: cond}, stored)
				})
			}
		}
	}
}

func oneCondition(t *testing.T, ctx context.Context, tb kaibo.Table, w kaibo.Write, stored uint64) {
	before := kaibo.Item{Key: w.Item.Key}
	if stored > 0 {
		before = item(w.Item.Key, stored, "old")
		must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(before.Key, stored, before.Data)}))
	}
	holds := true
	if w.If.Absent {
		holds = stored == 0
	} else if w.If.Version > 0 {
		holds = stored == w.If.Version
	}
	after := before
	if holds && w.Op == kaibo.Put {
		after = w.Item
	} else if holds && w.Op == kaibo.Delete {
		after = kaibo.Item{Key: w.Item.Key}
	}

	err := tb.Commit(ctx, []kaibo.Write{w})
	if holds {
		must(t, "commit", err)
	} else {
		wantRefused(t, err, kaibo.Refused{Index: 0, Met: before})
	}
	got, err := tb.Get(ctx, w.Item.Key)
	must(t, "get", err)
	if d := diff(got[0], after); d != "" {
		t.Errorf("the item afterwards (-want +got):\n%s", d)
	}
}

func wantRefused(t *testing.T, err error, want ...kaibo.Refused) {
	t.Helper()
	var conflict *kaibo.ConflictError
	if !errors.As(err, &conflict) {
		t.Fatalf("commit answered %v, want a *ConflictError", err)
	}
	if d := diff(conflict.Refused, want); d != "" {
		t.Errorf("refused (-want +got):\n%s", d)
	}
}

func tableConflict(t *testing.T, ctx context.Context, tb kaibo.Table) {
	a, b, e := rec("p", "a"), rec("q", "b"), ev("p", "e")
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(a, 3, []byte("at a")), kaibo.PutNew(b, 4, []byte("at b")), kaibo.PutNew(e, 1, []byte("at e")),
	}))
	err := tb.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(e, 1, []byte("again")),        // refused: it is there
		kaibo.PutOver(a, 3, []byte("new at a")),    // would hold
		kaibo.DeleteAt(b, 5),                       // refused: another version
		kaibo.CheckAt(rec("p", "nothing"), 0),      // would hold
		kaibo.CheckAt(rec("p", "no such"), 2),      // refused: there is none
		kaibo.PutNew(rec("p", "fresh"), 1, nil),    // would hold
		kaibo.PutAny(rec("p", "any"), 1, []byte{}), // would hold
	})
	wantRefused(t, err,
		kaibo.Refused{Index: 0, Met: item(e, 1, "at e")},
		kaibo.Refused{Index: 2, Met: item(b, 4, "at b")},
		kaibo.Refused{Index: 4, Met: kaibo.Item{Key: rec("p", "no such")}})
	if kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("kind %v, want Conflict", kaibo.KindOf(err))
	}
	got, err := collect(ctx, tb, kaibo.Records, "p", kaibo.Range{})
	must(t, "query", err)
	if d := diff(got, []kaibo.Item{item(a, 3, "at a")}); d != "" {
		t.Errorf("a refused commit left something (-want +got):\n%s", d)
	}
}

func tableAllOrNone(t *testing.T, ctx context.Context, tb kaibo.Table) {
	writes := make([]kaibo.Write, 0, kaibo.MaxTxItems)
	for i := range kaibo.MaxTxItems - 1 {
		writes = append(writes, kaibo.PutNew(rec(fmt.Sprintf("part %d", i%7), fmt.Sprint(i)), 1, fill(100, i)))
	}
	refused := append(writes[:len(writes):len(writes)], kaibo.CheckAt(rec("guard", "g"), 1))
	wantRefused(t, tb.Commit(ctx, refused),
		kaibo.Refused{Index: len(writes), Met: kaibo.Item{Key: rec("guard", "g")}})
	count := func() (n int) {
		for i := range 7 {
			items, err := collect(ctx, tb, kaibo.Records, fmt.Sprintf("part %d", i), kaibo.Range{})
			must(t, "query", err)
			n += len(items)
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("%d items of a refused commit are there", n)
	}
	must(t, "commit", tb.Commit(ctx, writes))
	if n := count(); n != len(writes) {
		t.Errorf("%d items of %d are there", n, len(writes))
	}
}

func tableMakers(t *testing.T, ctx context.Context, tb kaibo.Table) {
	k := rec("p", "k")
	for i, w := range []kaibo.Write{
		kaibo.PutOver(k, 0, []byte("1")), kaibo.CheckAt(k, 1), kaibo.PutOver(k, 1, []byte("2")),
		kaibo.CheckAt(k, 2), kaibo.PutAny(k, 9, []byte("9")), kaibo.DeleteAt(k, 9), kaibo.CheckAt(k, 0),
		kaibo.DeleteAny(k), kaibo.PutNew(k, 4, nil), kaibo.DeleteAny(k),
	} {
		if err := tb.Commit(ctx, []kaibo.Write{w}); err != nil {
			t.Fatalf("write %d: %v", i, err)
		}
	}
	got, err := tb.Get(ctx, k)
	must(t, "get", err)
	if got[0].Found() {
		t.Errorf("found %+v after the deletion", got[0])
	}
}

func tableCanceled(t *testing.T, ctx context.Context, tb kaibo.Table) {
	k := rec("p", "k")
	wantCanceled(t, "commit", tb.Commit(canceled(), []kaibo.Write{kaibo.PutNew(k, 1, nil)}))
	_, err := tb.Get(canceled(), k)
	wantCanceled(t, "get", err)
	_, err = tb.Query(canceled(), kaibo.Records, "p", kaibo.Range{})
	wantCanceled(t, "query", err)
	got, err := tb.Get(ctx, k)
	must(t, "get", err)
	if got[0].Found() {
		t.Error("a commit whose context had ended before was made")
	}
}

func tableInsertOnly(t *testing.T, ctx context.Context, tb kaibo.Table) {
	e := ev("p", "1")
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(e, 1, []byte("event"))}))
	other := kaibo.PutNew(rec("p", "beside"), 1, nil)
	for what, w := range map[string]kaibo.Write{
		"put over":       kaibo.PutOver(e, 1, []byte("changed")),
		"put any":        kaibo.PutAny(e, 2, []byte("changed")),
		"put any, fresh": kaibo.PutAny(ev("p", "2"), 1, nil),
		"delete at":      kaibo.DeleteAt(e, 1),
		"delete any":     kaibo.DeleteAny(e),
		"delete absent":  {Op: kaibo.Delete, Item: kaibo.Item{Key: ev("p", "3")}, If: kaibo.Condition{Absent: true}},
	} {
		wantKind(t, what, tb.Commit(ctx, []kaibo.Write{other, w}), kaibo.Invalid)
	}
	wantRefused(t, tb.Commit(ctx, []kaibo.Write{other, kaibo.PutNew(e, 1, []byte("changed"))}),
		kaibo.Refused{Index: 1, Met: item(e, 1, "event")})
	must(t, "check", tb.Commit(ctx, []kaibo.Write{kaibo.CheckAt(e, 1)}))
	got, err := tb.Get(ctx, e, ev("p", "2"), other.Item.Key)
	must(t, "get", err)
	if d := diff(got, []kaibo.Item{item(e, 1, "event"), {Key: ev("p", "2")}, {Key: other.Item.Key}}); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}

// tableOneWinner lets many put one key: one does, and every other is told
// what the winner wrote.
func tableOneWinner(t *testing.T, ctx context.Context, tb kaibo.Table) {
	const writers = 16
	for round := range 8 {
		k := ev("race", fmt.Sprint(round))
		errs := make([]error, writers)
		each(writers, func(i int) {
			errs[i] = tb.Commit(ctx, []kaibo.Write{
				kaibo.PutNew(rec("by writer", fmt.Sprintf("%d/%02d", round, i)), 1, nil),
				kaibo.PutNew(k, 1, fmt.Appendf(nil, "writer %d", i)),
			})
		})
		winner := -1
		for i, err := range errs {
			if err == nil && winner >= 0 {
				t.Fatalf("writers %d and %d both won", winner, i)
			} else if err == nil {
				winner = i
			}
		}
		if winner < 0 {
			t.Fatalf("nobody won: %v", errs[0])
		}
		for i, err := range errs {
			if i != winner {
				wantRefused(t, err, kaibo.Refused{Index: 1, Met: item(k, 1, fmt.Sprintf("writer %d", winner))})
			}
		}
		items, err := collect(ctx, tb, kaibo.Records, "by writer", kaibo.Range{From: fmt.Sprintf("%d/", round), Before: fmt.Sprintf("%d0", round)})
		must(t, "query", err)
		if len(items) != 1 || items[0].Sort != fmt.Sprintf("%d/%02d", round, winner) {
			t.Errorf("beside the winner's item lie %v", sorts(items))
		}
	}
}

// tableIncrements counts up one item from many sides: every answer nil is one
// more, and no other is.
func tableIncrements(t *testing.T, ctx context.Context, tb kaibo.Table) {
	const writers, each1 = 8, 10
	k := rec("p", "counter")
	var made atomic.Int64
	each(writers, func(i int) {
		for done := 0; done < each1 && ctx.Err() == nil; {
			got, err := tb.Get(ctx, k)
			if err != nil {
				t.Errorf("get: %v", err)
				return
			}
			err = tb.Commit(ctx, []kaibo.Write{
				kaibo.PutOver(k, got[0].Version, nil),
				kaibo.PutNew(ev("increments", fmt.Sprintf("%02d/%02d", i, done)), got[0].Version+1, nil),
			})
			var conflict *kaibo.ConflictError
			if err == nil {
				made.Add(1)
				done++
			} else if !errors.As(err, &conflict) {
				t.Errorf("commit: %v", err)
				return
			}
		}
	})
	got, err := tb.Get(ctx, k)
	must(t, "get", err)
	items, err := collect(ctx, tb, kaibo.Events, "increments", kaibo.Range{})
	must(t, "query", err)
	seen := map[uint64]bool{}
	for _, it := range items {
		seen[it.Version] = true
	}
	if n := made.Load(); got[0].Version != uint64(n) || len(seen) != int(n) || n != writers*each1 {
		t.Errorf("%d increments answered, the counter is %d, %d different ones left a trace", n, got[0].Version, len(seen))
	}
}

// tableMonotonic reads while another writes: what was seen once, or was
// answered before the read began, is never unseen.
func tableMonotonic(t *testing.T, ctx context.Context, tb kaibo.Table) {
	k := rec("p", "k")
	var answered atomic.Uint64
	const last = 60
	each(4, func(i int) {
		if i == 0 {
			for v := uint64(1); v <= last; v++ {
				if err := tb.Commit(ctx, []kaibo.Write{kaibo.PutOver(k, v-1, nil)}); err != nil {
					t.Errorf("commit: %v", err)
					answered.Store(last)
					return
				}
				answered.Store(v)
			}
			return
		}
		for seen := uint64(0); seen < last && answered.Load() <= last && !t.Failed(); {
			floor := max(seen, answered.Load())
			got, err := tb.Get(ctx, k)
			if err != nil || got[0].Version < floor {
				t.Errorf("read version %v, %v; version %d was seen or answered before", got, err, floor)
				return
			}
			seen = got[0].Version
		}
	})
}

func tableReopen(t *testing.T, ctx context.Context, tb kaibo.Table) {
	var want []kaibo.Item
	for i := range 20 {
		k := rec("p", fmt.Sprintf("%02d", i))
		must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(k, uint64(i+1), fill(i*100, i)), kaibo.PutNew(ev("e", k.Sort), 1, nil)}))
		want = append(want, kaibo.Item{Key: k, Version: uint64(i + 1), Data: fill(i*100, i)})
	}
	must(t, "delete", tb.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(want[3].Key, 4)}))
	want = append(want[:3:3], want[4:]...)
	tb = reopen(t, tb)
	got, err := collect(ctx, tb, kaibo.Records, "p", kaibo.Range{})
	must(t, "query", err)
	if d := diff(got, want); d != "" {
		t.Errorf("after opening again (-want +got):\n%s", d)
	}
	events, err := collect(ctx, tb, kaibo.Events, "e", kaibo.Range{})
	must(t, "query", err)
	if len(events) != 20 {
		t.Errorf("%d events of 20 are there after opening again", len(events))
	}
}

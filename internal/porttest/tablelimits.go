package porttest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// putOfSize makes a put whose item counts for exactly size bytes.
func putOfSize(k kaibo.Key, size int) kaibo.Write {
	return kaibo.PutNew(k, 1, fill(size-kaibo.Item{Key: k}.Size(), size))
}

func tableCommitLimits(t *testing.T, ctx context.Context, tb kaibo.Table) {
	many := func(partition string, n int) (ws []kaibo.Write) {
		for i := range n {
			ws = append(ws, kaibo.PutNew(rec(partition, fmt.Sprintf("%03d", i)), 1, nil))
		}
		return ws
	}
	// Ten items of 400 KiB and one that fills a commit to total bytes.
	large := func(partition string, total int) (ws []kaibo.Write) {
		for i := 0; total > 0; i++ {
			n := min(total, kaibo.MaxItemBytes)
			ws = append(ws, putOfSize(rec(partition, fmt.Sprintf("%03d", i)), n))
			total -= n
		}
		return ws
	}
	k := rec("single", "k")
	cases := []struct {
		name   string
		writes []kaibo.Write
		ok     bool
	}{
		{"items at the limit", many("many", kaibo.MaxTxItems), true},
		{"items over it", many("too many", kaibo.MaxTxItems+1), false},
		{"bytes at the limit", large("large", kaibo.MaxTxBytes), true},
		{"bytes over it", large("too large", kaibo.MaxTxBytes+1), false},
		{"an item at the limit", []kaibo.Write{putOfSize(rec("big", "b"), kaibo.MaxItemBytes)}, true},
		{"an item over it", []kaibo.Write{putOfSize(rec("too big", "b"), kaibo.MaxItemBytes+1)}, false},
		{"a key twice", []kaibo.Write{kaibo.PutNew(k, 1, nil), kaibo.PutNew(k, 1, nil)}, false},
		{"a key put and deleted", []kaibo.Write{kaibo.PutAny(k, 1, nil), kaibo.DeleteAny(k)}, false},
		{"a key put and checked", []kaibo.Write{kaibo.PutAny(k, 1, nil), kaibo.CheckAt(k, 0)}, false},
		{"version 0", []kaibo.Write{kaibo.PutAny(k, 0, nil)}, false},
		{"an unknown operation", []kaibo.Write{{Op: kaibo.Check + 1, Item: item(k, 1, "")}}, false},
		{"an unknown class", []kaibo.Write{kaibo.PutNew(kaibo.Key{Class: kaibo.Events + 1, Partition: "p", Sort: "s"}, 1, nil)}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := tb.Commit(ctx, c.writes)
			if c.ok {
				must(t, "commit", err)
				return
			}
			wantKind(t, "commit", err, kaibo.Invalid)
			if c.writes[0].Item.Class > kaibo.Events {
				return // no table can be asked for it
			}
			got, err := tb.Get(ctx, c.writes[0].Item.Key)
			must(t, "get", err)
			if got[0].Found() {
				t.Error("the first write of what was refused is there")
			}
		})
	}
}

func tableKeyLimits(t *testing.T, ctx context.Context, tb kaibo.Table) {
	longest := rec(strings.Repeat("p", kaibo.MaxPartitionBytes), strings.Repeat("s", kaibo.MaxSortBytes))
	must(t, "commit at the longest key", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(longest, 1, []byte("x"))}))
	got, err := tb.Get(ctx, longest)
	must(t, "get at the longest key", err)
	if d := diff(got, []kaibo.Item{item(longest, 1, "x")}); d != "" {
		t.Errorf("get (-want +got):\n%s", d)
	}
	items, err := collect(ctx, tb, kaibo.Records, longest.Partition, kaibo.Range{From: longest.Sort})
	if err != nil || len(items) != 1 {
		t.Errorf("query at the longest key: %d items, %v", len(items), err)
	}
	for what, k := range map[string]kaibo.Key{
		"no partition":        rec("", "s"),
		"no sort part":        rec("p", ""),
		"over-long partition": rec(longest.Partition+"p", "s"),
		"over-long sort":      rec("p", longest.Sort+"s"),
		"no key at all":       {},
		"no partition, event": ev("", "s"),
	} {
		for op, w := range map[string]kaibo.Write{
			"put": kaibo.PutNew(k, 1, nil), "check": kaibo.CheckAt(k, 0),
		} {
			wantKind(t, op+" with "+what, tb.Commit(ctx, []kaibo.Write{w}), kaibo.Invalid)
		}
		_, err := tb.Get(ctx, k)
		wantKind(t, "get with "+what, err, kaibo.Invalid)
	}
	for _, partition := range []string{"", longest.Partition + "p"} {
		_, err := tb.Query(ctx, kaibo.Records, partition, kaibo.Range{})
		wantKind(t, fmt.Sprintf("query of a partition of %d bytes", len(partition)), err, kaibo.Invalid)
	}
}

func tableGetLimits(t *testing.T, ctx context.Context, tb kaibo.Table) {
	keys := make([]kaibo.Key, kaibo.MaxGetKeys+1)
	for i := range keys {
		keys[i] = rec("p", fmt.Sprint(i))
	}
	got, err := tb.Get(ctx, keys[:kaibo.MaxGetKeys]...)
	if err != nil || len(got) != kaibo.MaxGetKeys {
		t.Errorf("get of %d keys: %d items, %v", kaibo.MaxGetKeys, len(got), err)
	}
	_, err = tb.Get(ctx, keys...)
	wantKind(t, "get of a key too many", err, kaibo.Invalid)
	_, err = tb.Get(ctx, keys[0], keys[1], keys[0])
	wantKind(t, "get of a key twice", err, kaibo.Invalid)

	// 40 items of 400 KiB fit an answer, 41 do not.
	const fit = kaibo.MaxGetBytes / kaibo.MaxItemBytes
	for i := range fit + 1 {
		must(t, "commit", tb.Commit(ctx, []kaibo.Write{putOfSize(keys[i], kaibo.MaxItemBytes)}))
	}
	got, err = tb.Get(ctx, keys[:fit]...)
	must(t, "get of what fits an answer", err)
	for i, it := range got {
		if it.Key != keys[i] || it.Size() != kaibo.MaxItemBytes {
			t.Errorf("item %d is %v of %d bytes", i, it.Key, it.Size())
		}
	}
	if _, err = tb.Get(ctx, keys[:fit+1]...); err == nil {
		t.Error("get answered more than the bytes of one answer")
	}
}

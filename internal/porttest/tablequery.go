package porttest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// someSorts are sort parts whose byte order is none of the orders of letters,
// of numbers or of lengths.
var someSorts = []string{"b", "a", "B", "aa", "a/", "a!", "a~", "10", "9", "1", "z", "~", "ä", "é", "中", "🙂", "\x01", "\x7f", "a\x01", "a\x01b"}

func putSorts(t *testing.T, ctx context.Context, tb kaibo.Table, partition string, all []string) {
	t.Helper()
	for chunk := range slices.Chunk(all, kaibo.MaxTxItems) {
		var ws []kaibo.Write
		for _, s := range chunk {
			ws = append(ws, kaibo.PutNew(rec(partition, s), 1, []byte(s)))
		}
		must(t, "commit", tb.Commit(ctx, ws))
	}
}

func tableQueryOrder(t *testing.T, ctx context.Context, tb kaibo.Table) {
	putSorts(t, ctx, tb, "p", someSorts)
	for _, reverse := range []bool{false, true} {
		r := kaibo.Range{Reverse: reverse}
		items, err := collect(ctx, tb, kaibo.Records, "p", r)
		must(t, "query", err)
		if d := diff(sorts(items), within(someSorts, r)); d != "" {
			t.Errorf("reverse %v (-want +got):\n%s", reverse, d)
		}
		for _, it := range items {
			if it.Partition != "p" || it.Class != kaibo.Records || it.Version != 1 || string(it.Data) != it.Sort {
				t.Errorf("item %+v is not what was written", it)
			}
		}
	}
}

// tableQueryRanges asks for every range between two of many bounds, whole and
// in pages of several lengths.
func tableQueryRanges(t *testing.T, ctx context.Context, tb kaibo.Table) {
	all := []string{"a", "a1", "b", "b/1", "b/2", "c", "d~"}
	putSorts(t, ctx, tb, "p", all)
	bounds := []string{"", "A", "a", "a\x00", "a1", "b/", "b/1", "b0", "d", "d~", "d~\x00", "e"}
	for _, from := range bounds {
		for _, before := range bounds {
			for _, reverse := range []bool{false, true} {
				for _, limit := range []int{0, 1, 2, 3, len(all), 1000} {
					r := kaibo.Range{From: from, Before: before, Reverse: reverse, Limit: limit}
					oneRange(t, ctx, tb, all, r)
				}
			}
		}
	}
	_, err := tb.Query(ctx, kaibo.Records, "p", kaibo.Range{Limit: -1})
	wantKind(t, "a limit below 0", err, kaibo.Invalid)
}

func oneRange(t *testing.T, ctx context.Context, tb kaibo.Table, all []string, r kaibo.Range) {
	t.Helper()
	want := within(all, r)
	p, err := tb.Query(ctx, kaibo.Records, "p", r)
	must(t, fmt.Sprintf("query %+v", r), err)
	first := want
	if r.Limit > 0 && r.Limit < len(want) {
		first = want[:r.Limit]
		if !p.More {
			t.Errorf("%+v: no more, but there is", r)
		}
	}
	if d := diff(sorts(p.Items), first); d != "" {
		t.Errorf("%+v (-want +got):\n%s", r, d)
	}
	items, err := collect(ctx, tb, kaibo.Records, "p", r)
	must(t, fmt.Sprintf("query %+v", r), err)
	if d := diff(sorts(items), want); d != "" {
		t.Errorf("%+v in pages (-want +got):\n%s", r, d)
	}
}

// tableQueryPages fills a partition with more than a page holds.
func tableQueryPages(t *testing.T, ctx context.Context, tb kaibo.Table) {
	var all []string
	for i := range 12 {
		s := fmt.Sprintf("%02d", i)
		size := 300 << 10
		if i%4 == 3 {
			size = kaibo.MaxItemBytes
		}
		all = append(all, s)
		must(t, "commit", tb.Commit(ctx, []kaibo.Write{putOfSize(rec("p", s), size)}))
	}
	for _, r := range []kaibo.Range{{}, {Reverse: true}, {Limit: 100}, {From: "03", Before: "09"}, {Limit: 2, Reverse: true}} {
		items, err := collect(ctx, tb, kaibo.Records, "p", r)
		must(t, "query", err)
		if d := diff(sorts(items), within(all, r)); d != "" {
			t.Errorf("%+v (-want +got):\n%s", r, d)
		}
	}
	// A page may be exactly full.
	for i, n := range []int{kaibo.MaxItemBytes, kaibo.MaxItemBytes, kaibo.MaxPageBytes - 2*kaibo.MaxItemBytes} {
		must(t, "commit", tb.Commit(ctx, []kaibo.Write{putOfSize(rec("full", fmt.Sprint(i)), n)}))
	}
	must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(rec("full", "3"), 1, nil)}))
	items, err := collect(ctx, tb, kaibo.Records, "full", kaibo.Range{})
	must(t, "query", err)
	if len(items) != 4 {
		t.Errorf("%d items of 4 beyond a full page", len(items))
	}
}

func tableQueryPartition(t *testing.T, ctx context.Context, tb kaibo.Table) {
	partitions := []string{"p", "p/", "p/a", "pa", "P", "p~", "o", "q", "p\x01", "é"}
	for _, p := range partitions {
		putSorts(t, ctx, tb, p, []string{"a", "~", p})
	}
	for _, p := range partitions {
		for _, reverse := range []bool{false, true} {
			r := kaibo.Range{Reverse: reverse}
			items, err := collect(ctx, tb, kaibo.Records, p, r)
			must(t, "query", err)
			if d := diff(sorts(items), within([]string{"a", "~", p}, r)); d != "" {
				t.Errorf("partition %q (-want +got):\n%s", p, d)
			}
		}
	}
	for _, p := range []string{"none", "p/a/", "\x01"} {
		page, err := tb.Query(ctx, kaibo.Records, p, kaibo.Range{})
		if err != nil || len(page.Items) > 0 || page.More {
			t.Errorf("partition %q that is not there: %v, %v", p, page, err)
		}
	}
}

// tableModel makes the same random commits on the table and on a map, and
// compares what they answer and what they hold.
func tableModel(t *testing.T, ctx context.Context, tb kaibo.Table) {
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it shall repeat itself
	model := map[kaibo.Key]kaibo.Item{}
	for n := range 250 {
		writes := randomWrites(rng)
		var want []kaibo.Refused
		for i, w := range writes {
			met, found := model[w.Item.Key]
			if w.If.Absent && found || w.If.Version > 0 && met.Version != w.If.Version {
				met.Key = w.Item.Key
				want = append(want, kaibo.Refused{Index: i, Met: met})
			}
		}
		err := tb.Commit(ctx, writes)
		if want != nil {
			wantRefused(t, err, want...)
		} else {
			must(t, fmt.Sprintf("commit %d", n), err)
			applyToModel(model, writes)
		}
		if t.Failed() {
			t.Fatalf("at commit %d: %+v", n, writes)
		}
	}
	held := map[kaibo.Key]kaibo.Item{}
	for p := range 3 {
		items, err := collect(ctx, tb, kaibo.Records, fmt.Sprintf("p%d", p), kaibo.Range{Limit: 2})
		must(t, "query", err)
		for _, it := range items {
			held[it.Key] = it
		}
	}
	if d := diff(held, model); d != "" {
		t.Errorf("the table and the model differ (-model +table):\n%s", d)
	}
}

func randomWrites(rng *rand.Rand) []kaibo.Write {
	seen := map[kaibo.Key]bool{}
	var writes []kaibo.Write
	for range 1 + rng.IntN(4) {
		k := rec(fmt.Sprintf("p%d", rng.IntN(3)), fmt.Sprintf("s%d", rng.IntN(5)))
		if seen[k] {
			continue
		}
		seen[k] = true
		w := kaibo.Write{Op: kaibo.Op(rng.IntN(3)), Item: kaibo.Item{Key: k}}
		if w.Op == kaibo.Put {
			w.Item.Version = 1 + rng.Uint64N(2)
			w.Item.Data = fill(rng.IntN(50), rng.IntN(256))
		}
		switch rng.IntN(4) {
		case 0:
			w.If.Absent = true
		case 1:
			w.If.Version = 1 + rng.Uint64N(2)
		}
		writes = append(writes, w)
	}
	return writes
}

func applyToModel(model map[kaibo.Key]kaibo.Item, writes []kaibo.Write) {
	for _, w := range writes {
		switch w.Op {
		case kaibo.Put:
			model[w.Item.Key] = w.Item
		case kaibo.Delete:
			delete(model, w.Item.Key)
		}
	}
}

func tableScan(t *testing.T, ctx context.Context, tb kaibo.Table) {
	sc, ok := tb.(kaibo.Scanner)
	if !ok {
		t.Skip("this table is no kaibo.Scanner")
	}
	want := map[string]int{}
	for i := range 30 {
		for _, p := range []string{"a/x", "a/y", "ab", "a", "b/x"} {
			k := rec(p, fmt.Sprint(i))
			must(t, "commit", tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(k, 3, []byte(p)), kaibo.PutNew(ev(p, k.Sort), 1, nil)}))
			want[p]++
		}
	}
	for _, prefix := range []string{"", "a", "a/", "a/x", "ab", "b", "c", "/"} {
		for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
			seen := map[kaibo.Key]int{}
			must(t, "scan", sc.Scan(ctx, class, prefix, func(it kaibo.Item) error {
				if class == kaibo.Records && (it.Version != 3 || string(it.Data) != it.Partition) {
					t.Errorf("item %+v is not what was written", it)
				}
				seen[it.Key]++
				return nil
			}))
			checkScanned(t, class, prefix, seen, want)
			if pages, ok := tb.(kaibo.PageScanner); ok {
				checkScanned(t, class, prefix, scannedByPage(t, ctx, pages, class, prefix), want)
			}
		}
	}
	scanStops(t, ctx, tb, sc)
}

// scannedByPage walks a table page by page.
func scannedByPage(t *testing.T, ctx context.Context, sc kaibo.PageScanner, class kaibo.Class, prefix string) map[kaibo.Key]int {
	t.Helper()
	seen := map[kaibo.Key]int{}
	for cursor := ""; ; {
		items, next, err := sc.ScanPage(ctx, class, prefix, cursor)
		must(t, "scan a page", err)
		for _, it := range items {
			seen[it.Key]++
		}
		if next == "" {
			return seen
		}
		if next == cursor {
			t.Fatalf("scan of %q goes on where it was, at %q", prefix, next)
		}
		cursor = next
	}
}

func checkScanned(t *testing.T, class kaibo.Class, prefix string, seen map[kaibo.Key]int, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	for k, times := range seen {
		if times != 1 || k.Class != class {
			t.Errorf("scan of %q met %+v %d times", prefix, k, times)
		}
		got[k.Partition]++
	}
	expect := map[string]int{}
	for p, n := range want {
		if strings.HasPrefix(p, prefix) {
			expect[p] = n
		}
	}
	if d := diff(got, expect); d != "" {
		t.Errorf("scan of %q (-want +got):\n%s", prefix, d)
	}
}

// scanStops looks that an error of fn ends a scan, and that fn may delete what
// it is shown.
func scanStops(t *testing.T, ctx context.Context, tb kaibo.Table, sc kaibo.Scanner) {
	enough, n := errors.New("enough"), 0
	err := sc.Scan(ctx, kaibo.Records, "", func(kaibo.Item) error {
		if n++; n == 5 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n != 5 {
		t.Errorf("scan called fn %d times and answered %v; fn answered an error at the 5th", n, err)
	}
	must(t, "scan that deletes", sc.Scan(ctx, kaibo.Records, "a", func(it kaibo.Item) error {
		return tb.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(it.Key, it.Version)})
	}))
	must(t, "scan", sc.Scan(ctx, kaibo.Records, "a", func(it kaibo.Item) error {
		t.Errorf("%+v is still there", it.Key)
		return nil
	}))
	wantCanceled(t, "scan", sc.Scan(canceled(), kaibo.Records, "", func(kaibo.Item) error { return nil }))
}

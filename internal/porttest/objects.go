package porttest

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Objects runs every promise of kaibo.Objects. Open is called for every case
// and answers an empty store. A [Reopener] is also opened again.
func Objects(t *testing.T, open func(t *testing.T) kaibo.Objects) {
	t.Helper()
	cases := []struct {
		name string
		run  func(t *testing.T, ctx context.Context, o kaibo.Objects)
	}{
		{"put, get, delete", objectsLife},
		{"ranges", objectsRanges},
		{"put if absent", objectsConflict},
		{"one winner on one name", objectsOneWinner},
		{"all of an object or none", objectsWhole},
		{"data is copied", objectsCopies},
		{"names", objectsNames},
		{"bad names", objectsBadNames},
		{"list", objectsList},
		{"list in pages", objectsListPages},
		{"an ended context", objectsCanceled},
		{"reopen", objectsReopen},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, caseContext(t), open(t)) })
	}
}

func wantObject(t *testing.T, ctx context.Context, o kaibo.Objects, name string, want []byte) {
	t.Helper()
	got, err := o.Get(ctx, name, 0, -1)
	must(t, "get "+name, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s holds %d bytes that are not the %d that were put", name, len(got), len(want))
	}
}

func objectsLife(t *testing.T, ctx context.Context, o kaibo.Objects) {
	const name = "P/p/0001-x"
	_, err := o.Get(ctx, name, 0, -1)
	wantKind(t, "get of what was never put", err, kaibo.NotFound)
	must(t, "delete of what is not there", o.Delete(ctx, name))
	for round, n := range []int{0, 1, 4096, 1 << 20, 5 << 20} {
		data := fill(n, round)
		must(t, "put", o.Put(ctx, name, data))
		wantObject(t, ctx, o, name, data)
		must(t, "delete", o.Delete(ctx, name))
		_, err = o.Get(ctx, name, 0, -1)
		wantKind(t, "get after delete", err, kaibo.NotFound)
	}
}

func objectsRanges(t *testing.T, ctx context.Context, o kaibo.Objects) {
	data := fill(1000, 1)
	must(t, "put", o.Put(ctx, "a", data))
	for _, off := range []int64{0, 1, 500, 999, 1000, 1001, 1 << 40, math.MaxInt64} {
		for _, length := range []int64{-1, 0, 1, 500, 1000, 1001, 1 << 40, math.MaxInt64} {
			from := min(off, 1000)
			to := int64(1000)
			if length >= 0 && length < to-from {
				to = from + length
			}
			got, err := o.Get(ctx, "a", off, length)
			if err != nil || !bytes.Equal(got, data[from:to]) {
				t.Errorf("%d bytes from %d: %d bytes, %v; want bytes %d to %d", length, off, len(got), err, from, to)
			}
		}
	}
	for _, r := range [][2]int64{{-1, 1}, {0, -2}, {math.MinInt64, -1}} {
		_, err := o.Get(ctx, "a", r[0], r[1])
		wantKind(t, fmt.Sprintf("get of %d bytes from %d", r[1], r[0]), err, kaibo.Invalid)
	}
	_, err := o.Get(ctx, "b", 5, 0)
	wantKind(t, "get of nothing from what is not there", err, kaibo.NotFound)
}

func objectsConflict(t *testing.T, ctx context.Context, o kaibo.Objects) {
	must(t, "put", o.Put(ctx, "a/b", []byte("first")))
	wantKind(t, "put again", o.Put(ctx, "a/b", []byte("second")), kaibo.Conflict)
	wantKind(t, "put the same again", o.Put(ctx, "a/b", []byte("first")), kaibo.Conflict)
	wantObject(t, ctx, o, "a/b", []byte("first"))
}

func objectsOneWinner(t *testing.T, ctx context.Context, o kaibo.Objects) {
	const writers = 12
	for round := range 5 {
		name := fmt.Sprintf("race/%d", round)
		errs := make([]error, writers)
		each(writers, func(i int) { errs[i] = o.Put(ctx, name, fill(2000+i, i)) })
		winner := -1
		for i, err := range errs {
			switch {
			case err == nil && winner >= 0:
				t.Fatalf("putters %d and %d both won", winner, i)
			case err == nil:
				winner = i
			default:
				wantKind(t, "put", err, kaibo.Conflict)
			}
		}
		if winner < 0 {
			t.Fatal("nobody won")
		}
		wantObject(t, ctx, o, name, fill(2000+winner, winner))
	}
}

// objectsWhole reads while objects are put.
func objectsWhole(t *testing.T, ctx context.Context, o kaibo.Objects) {
	const objects, size = 12, 300 << 10
	var last atomic.Int64
	each(3, func(i int) {
		if i == 0 {
			defer last.Store(objects)
			for n := range objects {
				if err := o.Put(ctx, fmt.Sprint("whole/", n), fill(size, n)); err != nil {
					t.Errorf("put: %v", err)
					return
				}
				last.Store(int64(n + 1))
			}
			return
		}
		for n := int64(0); n < objects && ctx.Err() == nil; n = last.Load() {
			got, err := o.Get(ctx, fmt.Sprint("whole/", n), 0, -1)
			if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
				t.Errorf("get: %v", err)
				return
			}
			if err == nil && !bytes.Equal(got, fill(size, int(n))) {
				t.Errorf("object %d shows %d bytes of %d", n, len(got), size)
				return
			}
		}
	})
}

func objectsCopies(t *testing.T, ctx context.Context, o kaibo.Objects) {
	data := []byte("data")
	must(t, "put", o.Put(ctx, "a", data))
	data[0] = 'X'
	got, err := o.Get(ctx, "a", 0, -1)
	must(t, "get", err)
	got[1] = 'Y'
	wantObject(t, ctx, o, "a", []byte("data"))
}

func objectsNames(t *testing.T, ctx context.Context, o kaibo.Objects) {
	long := strings.Repeat("x", kaibo.MaxObjectNamePart)
	names := []string{
		"a", "a/b", "a/b/c", "a.b", "a~", "...", "a/..b", "a/b..", ".hidden", "-", "_", "~", "0",
		long, long + "/" + long, "AZ.az_09~-", "tmp", "lock", "con", "a/tmp", strings.Repeat("d/", 60) + "x",
	}
	for i, name := range names {
		must(t, "put "+name, o.Put(ctx, name, fill(10, i)))
	}
	for i, name := range names {
		wantObject(t, ctx, o, name, fill(10, i))
	}
	must(t, "delete", o.Delete(ctx, "a"))
	wantObject(t, ctx, o, "a/b", fill(10, 1))
	must(t, "delete", o.Delete(ctx, "a/b"))
	wantObject(t, ctx, o, "a/b/c", fill(10, 2))
}

func objectsBadNames(t *testing.T, ctx context.Context, o kaibo.Objects) {
	for _, name := range []string{
		"", ".", "..", "../x", "a/..", "a/../b", "a/./b", "./a", "/", "/a", "a/", "a//b", "//",
		`a\b`, "a b", "a+b", "a:b", "a\x00", "\x00", "a\n", "ä", "a%2e", "C:/x", "a*", "a,b", "a=b", "a@b",
		strings.Repeat("x", kaibo.MaxObjectNamePart+1), "a/" + strings.Repeat("x", kaibo.MaxObjectNamePart+1),
	} {
		wantKind(t, fmt.Sprintf("put %q", name), o.Put(ctx, name, nil), kaibo.Invalid)
		_, err := o.Get(ctx, name, 0, -1)
		wantKind(t, fmt.Sprintf("get %q", name), err, kaibo.Invalid)
		wantKind(t, fmt.Sprintf("delete %q", name), o.Delete(ctx, name), kaibo.Invalid)
	}
	got, err := o.List(ctx, "", "", 10)
	if err != nil || len(got) > 0 {
		t.Errorf("bad names left %v, %v", got, err)
	}
}

// listed are names whose byte order is not the order of a walk through
// directories.
var listed = []string{"a", "a-", "a-b/c", "a.b", "a/", "a/b", "a/b/c", "a/b-", "a/c", "a0", "aa/x", "b/a", "b/b/a", "b/c", "B", "~", "c-d", "c/d", "c0"}

func putListed(t *testing.T, ctx context.Context, o kaibo.Objects) (names []string) {
	t.Helper()
	for _, name := range listed {
		if name == "a/" {
			continue // no name, but a prefix to ask for
		}
		must(t, "put "+name, o.Put(ctx, name, fill(len(name), 0)))
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func wantListed(names []string, prefix, after string, limit int) []kaibo.ObjectInfo {
	want := []kaibo.ObjectInfo{}
	for _, name := range names {
		if strings.HasPrefix(name, prefix) && name > after && len(want) < limit {
			want = append(want, kaibo.ObjectInfo{Name: name, Size: int64(len(name))})
		}
	}
	return want
}

func objectsList(t *testing.T, ctx context.Context, o kaibo.Objects) {
	got, err := o.List(ctx, "", "", 10)
	if err != nil || len(got) > 0 {
		t.Errorf("list of an empty store: %v, %v", got, err)
	}
	names := putListed(t, ctx, o)
	prefixes := append([]string{"", "a/b/", "b/", "no", "no/such", "../", "/", "a//"}, listed...)
	afters := append([]string{"", "A", "a/b/c/d", "b", "zz", "~~", "a\x00", "a\xff"}, listed...)
	for _, prefix := range prefixes {
		for _, after := range afters {
			got, err := o.List(ctx, prefix, after, 100)
			must(t, "list", err)
			if d := diff(append([]kaibo.ObjectInfo{}, got...), wantListed(names, prefix, after, 100)); d != "" {
				t.Errorf("list of %q after %q (-want +got):\n%s", prefix, after, d)
			}
		}
	}
	for _, limit := range []int{0, -1} {
		_, err := o.List(ctx, "", "", limit)
		wantKind(t, fmt.Sprintf("list of %d", limit), err, kaibo.Invalid)
	}
}

func objectsListPages(t *testing.T, ctx context.Context, o kaibo.Objects) {
	names := putListed(t, ctx, o)
	for _, prefix := range []string{"", "a", "a/", "b/"} {
		for limit := 1; limit <= len(names)+1; limit++ {
			var all []kaibo.ObjectInfo
			for after := ""; ; after = all[len(all)-1].Name {
				got, err := o.List(ctx, prefix, after, limit)
				must(t, "list", err)
				if len(got) > limit {
					t.Fatalf("list answered %d objects of at most %d", len(got), limit)
				}
				if len(got) == 0 {
					break
				}
				all = append(all, got...)
			}
			if d := diff(append([]kaibo.ObjectInfo{}, all...), wantListed(names, prefix, "", len(names))); d != "" {
				t.Errorf("list of %q in pages of %d (-want +got):\n%s", prefix, limit, d)
			}
		}
	}
}

func objectsCanceled(t *testing.T, ctx context.Context, o kaibo.Objects) {
	wantCanceled(t, "put", o.Put(canceled(), "a", []byte("x")))
	_, err := o.Get(canceled(), "a", 0, -1)
	wantCanceled(t, "get", err)
	_, err = o.List(canceled(), "", "", 1)
	wantCanceled(t, "list", err)
	must(t, "put", o.Put(ctx, "a", []byte("y")))
	wantCanceled(t, "delete", o.Delete(canceled(), "a"))
	wantObject(t, ctx, o, "a", []byte("y"))
}

func objectsReopen(t *testing.T, ctx context.Context, o kaibo.Objects) {
	names := putListed(t, ctx, o)
	must(t, "delete", o.Delete(ctx, names[2]))
	names = slices.Delete(names, 2, 3)
	o = reopen(t, o)
	got, err := o.List(ctx, "", "", 100)
	must(t, "list", err)
	if d := diff(got, wantListed(names, "", "", 100)); d != "" {
		t.Errorf("after opening again (-want +got):\n%s", d)
	}
	for _, name := range names {
		wantObject(t, ctx, o, name, fill(len(name), 0))
	}
}

package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A Reopener is a port that can be closed and opened again on the same data.
// What an open function of a suite answers may be one; the suite then looks
// whether all that was answered for is still there.
type Reopener[P any] interface {
	Reopen(t *testing.T) P
}

// reopen answers port opened anew, or skips the case when it cannot be.
func reopen[P any](t *testing.T, port P) P {
	t.Helper()
	r, ok := any(port).(Reopener[P])
	if !ok {
		t.Skip("this implementation keeps nothing")
	}
	return r.Reopen(t)
}

// caseTime bounds one case; what takes longer hangs.
const caseTime = time.Minute

func caseContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), caseTime)
	t.Cleanup(cancel)
	return ctx
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// wantKind checks an error's kind; Internal is no kind that is promised.
func wantKind(t *testing.T, what string, err error, want kaibo.Kind) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error, want one of kind %v", what, want)
	} else if got := kaibo.KindOf(err); got != want {
		t.Errorf("%s: error %q of kind %v, want %v", what, err, got, want)
	}
}

func wantCanceled(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%s with a canceled context: %v, want context.Canceled", what, err)
	}
}

func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// diff compares values in which nil and empty data are the same.
func diff(got, want any) string {
	return cmp.Diff(want, got, cmp.Transformer("bytes", func(b []byte) string { return string(b) }))
}

// each runs fn for 0 to n-1 at the same time and waits.
func each(n int, fn func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			fn(i)
		})
	}
	close(start)
	wg.Wait()
}

// fill makes n bytes that differ from place to place and by seed.
func fill(n, seed int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*31 + i>>8 + seed)
	}
	return b
}

func rec(partition, sort string) kaibo.Key {
	return kaibo.Key{Class: kaibo.Records, Partition: partition, Sort: sort}
}

func ev(partition, sort string) kaibo.Key {
	return kaibo.Key{Class: kaibo.Events, Partition: partition, Sort: sort}
}

func item(k kaibo.Key, version uint64, data string) kaibo.Item {
	return kaibo.Item{Key: k, Version: version, Data: []byte(data)}
}

// collect asks for page after page until there is no more.
func collect(ctx context.Context, tb kaibo.Table, class kaibo.Class, partition string, r kaibo.Range) ([]kaibo.Item, error) {
	var all []kaibo.Item
	for pages := 0; ; pages++ {
		p, err := tb.Query(ctx, class, partition, r)
		if err != nil {
			return nil, err
		}
		if err := checkPage(p, r.Limit); err != nil {
			return nil, fmt.Errorf("page %d: %w", pages, err)
		}
		if pages > 0 && len(p.Items) > 0 && p.Items[0].Sort == all[len(all)-1].Sort {
			return nil, fmt.Errorf("page %d begins with the last item of the page before", pages)
		}
		all = append(all, p.Items...)
		if !p.More {
			return all, nil
		}
		r = r.Next(p)
	}
}

func checkPage(p kaibo.Page, limit int) error {
	size := 0
	for _, it := range p.Items {
		size += it.Size()
	}
	switch {
	case p.More && len(p.Items) == 0:
		return errors.New("there is more after nothing")
	case size > kaibo.MaxPageBytes && len(p.Items) > 1:
		return fmt.Errorf("%d bytes in %d items", size, len(p.Items))
	case limit > 0 && len(p.Items) > limit:
		return fmt.Errorf("%d items over the limit of %d", len(p.Items), limit)
	}
	return nil
}

func sorts(items []kaibo.Item) []string {
	s := []string{}
	for _, it := range items {
		s = append(s, it.Sort)
	}
	return s
}

// within is what a Query of the whole range must answer.
func within(all []string, r kaibo.Range) []string {
	want := []string{}
	for _, s := range all {
		if s >= r.From && (r.Before == "" || s < r.Before) {
			want = append(want, s)
		}
	}
	slices.SortFunc(want, strings.Compare)
	if r.Reverse {
		slices.Reverse(want)
	}
	return want
}

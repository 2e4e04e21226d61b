package ledger_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

func TestEventsAfter(t *testing.T) {
	w := newWorld()
	var all []kaibo.Event
	for range 5 {
		for _, a := range mustAppend(t, w.Ledger, "main", messages(20)...) {
			all = append(all, a.Event)
		}
	}
	pages := []struct {
		after uint64
		limit int
		want  []kaibo.Event
		more  bool
	}{
		{0, 1, all[:1], true},
		{0, 99, all[:99], true},
		{0, 100, all, false},
		{0, 1000, all, false},
		{0, 0, all, false},
		{37, 13, all[37:50], true},
		{90, 10, all[90:], false},
		{99, 10, all[99:], false},
		{100, 10, nil, false},
		{101, 10, nil, false},
		{kaibo.MaxSafeInteger, 10, nil, false},
		{math.MaxUint64, 10, nil, false},
	}
	for _, p := range pages {
		got, more, err := w.EventsAfter(background, project, "main", p.after, p.limit)
		if err != nil || more != p.more {
			t.Errorf("after %d, limit %d: more %v, want %v; error %v", p.after, p.limit, more, p.more, err)
		}
		if diff := cmp.Diff(p.want, got); diff != "" {
			t.Errorf("after %d, limit %d (-want +got):\n%s", p.after, p.limit, diff)
		}
	}
	_, _, err := w.EventsAfter(background, project, "main", 0, -1)
	wantKind(t, err, kaibo.Invalid)
	_, _, err = w.EventsAfter(background, project, "none", 0, 10)
	wantKind(t, err, kaibo.NotFound)
	_, _, err = w.EventsAfter(background, other, "main", 0, 10)
	wantKind(t, err, kaibo.NotFound)
}

// TestEventsAfterAGap takes an event out from the middle of a stream.
func TestEventsAfterAGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		mustAppend(t, w.Ledger, "main", messages(5)...)
		l := w.over(without{w.table, kaibo.EventKey(project.ID, "main", 3)})
		got, _, err := l.EventsAfter(background, project, "main", 0, 10)
		wantKind(t, err, kaibo.Internal)
		if err == nil || !strings.Contains(err.Error(), "main 3") || got != nil {
			t.Errorf("events %v, error %v; it should name main 3", got, err)
		}
		if got, _, err := l.EventsAfter(background, project, "main", 3, 10); err != nil || len(got) != 2 {
			t.Errorf("after the gap: %v, %v", got, err)
		}
	})
}

// without is a table that has lost an item.
type without struct {
	kaibo.Table
	lost kaibo.Key
}

func (w without) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	items, err := w.Table.Get(ctx, keys...)
	if i := slices.Index(keys, w.lost); i >= 0 && err == nil {
		items[i] = kaibo.Item{Key: w.lost}
	}
	return items, err
}

func (w without) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	page, err := w.Table.Query(ctx, class, partition, r)
	page.Items = slices.DeleteFunc(page.Items, func(it kaibo.Item) bool { return it.Key == w.lost })
	return page, err
}

// TestReadersAmidCommits reads streams and their listing while every Commit
// stands half made for a while, where a page shows some of its items only: what
// is answered has no gap, and is no error.
func TestReadersAmidCommits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		table := &porttest.FaultyTable{Table: w.table}
		l := w.over(table)
		var readers sync.WaitGroup
		reads := 0
		table.During = func(context.Context) {
			readers.Go(func() { reads += readAll(t, l) })
			time.Sleep(10 * time.Millisecond)
		}
		for _, stream := range []string{"a", "b"} {
			for range 10 {
				mustAppend(t, l, stream, messages(10)...)
				readers.Wait()
			}
		}
		if reads < 20 {
			t.Errorf("%d reads amid commits", reads)
		}
		readers.Wait()
		checkLedger(t, w)
	})
}

// readAll reads every stream that is listed, and answers how many there were.
func readAll(t *testing.T, l *ledger.Ledger) (streams int) {
	heads, _, err := l.Streams(background, project, "", 10)
	if err != nil {
		t.Errorf("streams: %v", err)
	}
	for _, h := range heads {
		events, _, err := l.EventsAfter(background, project, h.Stream, 0, 1000)
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("events: %v", err)
		}
		for i, e := range events {
			if e.Seq != uint64(i+1) {
				t.Errorf("seq %d at %d", e.Seq, i)
			}
		}
	}
	return len(heads)
}

func TestStreams(t *testing.T) {
	w := newWorld()
	heads, more, err := w.Streams(background, project, "", 10)
	if err != nil || len(heads) != 0 || more {
		t.Errorf("of nothing: %v, %v, %v", heads, more, err)
	}
	for _, name := range []string{"b", "a", "a.b", "~x", "B"} {
		if _, err := w.Curate(background, project, name, message(name)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"B", "a", "a.b", "b", "~x"}
	for limit := range 7 {
		var got []string
		after := ""
		for more := true; more; {
			if heads, more, err = w.Streams(background, project, after, limit); err != nil {
				t.Fatal(err)
			}
			if limit > 0 && len(heads) > limit {
				t.Errorf("%d heads over a limit of %d", len(heads), limit)
			}
			for _, h := range heads {
				if h.Seq != 1 || h.Hash == (kaibo.Hash{}) {
					t.Errorf("head %+v", h)
				}
				after = h.Stream
				got = append(got, after)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, diff)
		}
	}
	if heads, _, err := w.Streams(background, other, "", 10); err != nil || len(heads) != 0 {
		t.Errorf("the project next door: %v, %v", heads, err)
	}
}

func TestStreamsOverOneGet(t *testing.T) {
	w := newWorld()
	n := kaibo.MaxGetKeys + 20
	for _, name := range names(n) {
		mustAppend(t, w.Ledger, strings.ReplaceAll(name, " ", "-"), message("x"))
	}
	for _, limit := range []int{0, -1, kaibo.MaxGetKeys, kaibo.MaxListLimit} {
		heads, more, err := w.Streams(background, project, "", limit)
		if err != nil || len(heads) != kaibo.MaxGetKeys || !more {
			t.Errorf("limit %d: %d heads, more %v, error %v", limit, len(heads), more, err)
		}
	}
	checkLedger(t, w)
}

func TestHead(t *testing.T) {
	w := newWorld()
	head, err := w.Head(background, project, "none")
	if diff := cmp.Diff(kaibo.Head{Stream: "none"}, head); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestDeletions(t *testing.T) {
	w := newWorld()
	for seq := range uint64(5) {
		r := kaibo.Receipt{ID: "rcp_aaaaaaaaaaaaaaaa", Seq: seq + 1, Kind: "forgotten"}
		mustCommit(t, w.table, kaibo.PutNew(kaibo.DeletionKey(project.ID, seq+1), 1, encode(t, r)))
	}
	pages := []struct {
		after uint64
		limit int
		want  []uint64
		more  bool
	}{
		{0, 2, []uint64{1, 2}, true},
		{2, 3, []uint64{3, 4, 5}, false},
		{5, 3, nil, false},
		{0, 0, []uint64{1, 2, 3, 4, 5}, false},
		{math.MaxUint64, 3, nil, false},
	}
	for _, p := range pages {
		entries, more, err := w.Deletions(background, project, p.after, p.limit)
		if err != nil || more != p.more {
			t.Errorf("after %d: more %v, error %v", p.after, more, err)
		}
		var got []uint64
		for _, e := range entries {
			got = append(got, e.Seq)
		}
		if diff := cmp.Diff(p.want, got); diff != "" {
			t.Errorf("after %d (-want +got):\n%s", p.after, diff)
		}
	}
}

func TestEventRefAndJob(t *testing.T) {
	w := newWorld()
	out := mustAppend(t, w.Ledger, "main", messages(3)...)
	second := out[1].Event
	if e, err := w.Event(background, project, second.ID); err != nil || !cmp.Equal(*e, second) {
		t.Errorf("event %+v, %v", e, err)
	}
	ref, forgotten, err := w.Ref(background, project, second.ID)
	if err != nil || forgotten || ref.Seq != 2 || ref.JobFirst != 1 {
		t.Errorf("ref %+v, %v, %v", ref, forgotten, err)
	}
	forget(t, w, second.ID)
	if _, forgotten, err := w.Ref(background, project, second.ID); err != nil || !forgotten {
		t.Errorf("forgotten %v, %v", forgotten, err)
	}
	if job, err := w.Job(background, project, out[0].Job.ID); err != nil || !cmp.Equal(*job, out[0].Job) {
		t.Errorf("job %+v, %v", job, err)
	}
	// Each is NotFound from the project next door, and so is what is no id.
	for _, id := range []string{second.ID, "", "evt_", "evt_aaaaaaaaaaaaaaa!", "job_aaaaaaaaaaaaaaaa", second.ID + "a", "evt_zzzzzzzzzzzzzzzz"} {
		p := project
		if id == second.ID {
			p = other
		}
		_, err := w.Event(background, p, id)
		wantKind(t, err, kaibo.NotFound)
		_, _, err = w.Payload(background, p, id)
		wantKind(t, err, kaibo.NotFound)
		_, err = w.Job(background, p, strings.Replace(id, "evt_", "job_", 1))
		wantKind(t, err, kaibo.NotFound)
	}
	_, err = w.Job(background, project, kaibo.JobID(second.ID)) // it began no job
	wantKind(t, err, kaibo.NotFound)
}

func TestLostItemsAreDamage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		a := mustAppend(t, w.Ledger, "main", keyed("k", "x"))[0]
		lost := []struct {
			key  kaibo.Key
			read func(l *ledger.Ledger) error
		}{
			{kaibo.EventKey(project.ID, "main", 1), func(l *ledger.Ledger) error {
				_, _, err := l.Payload(background, project, a.Event.ID)
				return err
			}},
			{kaibo.EventKey(project.ID, "main", 1), func(l *ledger.Ledger) error {
				_, err := l.Append(background, project, "main", []ledger.Entry{keyed("k", "x")})
				return err
			}},
			{kaibo.JobKey(project.ID, "main", 1), func(l *ledger.Ledger) error {
				_, err := l.Job(background, project, a.Job.ID)
				return err
			}},
			{kaibo.HeadKey(project.ID, "main"), func(l *ledger.Ledger) error {
				_, _, err := l.Streams(background, project, "", 10)
				return err
			}},
		}
		for _, x := range lost {
			err := x.read(w.over(without{w.table, x.key}))
			wantKind(t, err, kaibo.Internal)
			if err == nil || !strings.Contains(err.Error(), x.key.Partition+" "+x.key.Sort) {
				t.Errorf("error %v does not name %v", err, x.key)
			}
		}
	})
}

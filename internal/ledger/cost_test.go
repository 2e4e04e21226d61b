package ledger_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// slowObjects takes a while for each Put, so that calls which can run at once
// are seen to.
type slowObjects struct{ kaibo.Objects }

func (s slowObjects) Put(ctx context.Context, name string, data []byte) error {
	time.Sleep(10 * time.Millisecond)
	return s.Objects.Put(ctx, name, data)
}

// counted answers a ledger over the world's ports, and what counts its calls.
func (w *world) counted() (*ledger.Ledger, *porttest.Counter) {
	c := porttest.NewCounter()
	slow := &hook{Table: w.table, get: func([]kaibo.Key) error { time.Sleep(5 * time.Millisecond); return nil }}
	return ledger.New(c.Table(slow), c.Objects(slowObjects{w.objects}), c.Queue(w.queue), w.clock.now, rand.Reader), c
}

// attachTwo attaches two items of a kilobyte, as many as it may.
func attachTwo(_ context.Context, p kaibo.Project, stream string, events []ledger.Recorded) ([]kaibo.Write, error) {
	first := events[0].Event.Seq
	return []kaibo.Write{
		kaibo.PutNew(kaibo.ProvisionalKey(p.ID, stream, first), 1, make([]byte, 900)),
		kaibo.PutNew(kaibo.Key{Partition: kaibo.IndexPartition(p.ID), Sort: "d/" + kaibo.JobID(events[0].Event.ID)}, 1, make([]byte, 900)),
	}, nil
}

// bill is what an append cost. Trips are those that follow one another; the
// last is the hint's.
type bill struct {
	Gets, Puts, Reads, Commits, Sends, Trips int
	Items                                    int // of the Commits
	ReadUnits, WriteUnits                    int // of DynamoDB
}

func billOf(c *porttest.Counter) bill {
	commit := c.Of(porttest.OpCommit)
	return bill{
		Gets: c.Of(porttest.OpGet).Calls, Puts: c.Of(porttest.OpPut).Calls, Reads: c.Of(porttest.OpRead).Calls,
		Commits: commit.Calls, Sends: c.Of(porttest.OpSend).Calls, Trips: c.RoundTrips(),
		Items: commit.Items, ReadUnits: c.Of(porttest.OpGet).Units, WriteUnits: commit.Units,
	}
}

func TestCost(t *testing.T) {
	expiring := message("expires")
	expiring.ExpiresAt = new(after(time.Hour))
	tests := []struct {
		name    string
		before  []ledger.Entry
		known   bool // the process appended before
		bare    bool // without Attach
		entries []ledger.Entry
		want    bill
	}{
		{name: "bare event", before: messages(1), bare: true, entries: messages(1),
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 5, ReadUnits: 2, WriteUnits: 10}},
		{name: "event", before: messages(1), entries: messages(1),
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 7, ReadUnits: 2, WriteUnits: 14}},
		{name: "first event of a stream", entries: messages(1),
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 8, ReadUnits: 2, WriteUnits: 16}},
		{name: "event with a key", before: messages(1), entries: []ledger.Entry{keyed("k", "x")},
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 7, ReadUnits: 2, WriteUnits: 14}},
		{name: "event that expires", before: messages(1), entries: []ledger.Entry{expiring},
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 8, ReadUnits: 2, WriteUnits: 16}},
		{name: "the largest batch", entries: messages(kaibo.MaxBatchEvents),
			want: bill{Gets: 1, Puts: 40, Commits: 1, Sends: 1, Trips: 4, Items: 86, ReadUnits: 41, WriteUnits: 172}},
		{name: "event of a known initiative", before: []ledger.Entry{withInitiative(message("x"))}, known: true, entries: []ledger.Entry{withInitiative(message("y"))},
			want: bill{Gets: 1, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 7, ReadUnits: 2, WriteUnits: 14}},
		{name: "event of an initiative that this process looks up", before: []ledger.Entry{withInitiative(message("x"))}, entries: []ledger.Entry{withInitiative(message("y"))},
			want: bill{Gets: 2, Puts: 1, Commits: 1, Sends: 1, Trips: 4, Items: 7, ReadUnits: 3, WriteUnits: 14}},
		{name: "replay", before: []ledger.Entry{keyed("k", "x")}, entries: []ledger.Entry{keyed("k", "y")},
			want: bill{Gets: 2, Reads: 1, Trips: 3, ReadUnits: 5}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				l, counter := w.counted()
				writer := l
				if !tc.known {
					writer = w.Ledger
				}
				if len(tc.before) > 0 {
					mustAppend(t, writer, "main", tc.before...)
				}
				counter.Reset()
				if !tc.bare {
					l.Attach = attachTwo
				}
				mustAppend(t, l, "main", tc.entries...)
				if diff := cmp.Diff(tc.want, billOf(counter)); diff != "" {
					t.Errorf("cost (-want +got):\n%s\n%s", diff, counter)
				}
				checkLedger(t, w)
			})
		})
	}
}

// TestCostOfItems holds 2n+6, the number that the largest batch is made from.
func TestCostOfItems(t *testing.T) {
	for n := 1; n <= kaibo.MaxBatchEvents; n++ {
		w := newWorld()
		items := 0
		l := w.over(&hook{Table: w.table, commit: func(writes []kaibo.Write) error { items = len(writes); return nil }})
		l.Attach = attachTwo
		mustAppend(t, l, "new", messages(n)...)
		if items != 2*n+6 {
			t.Errorf("%d events take %d items, want %d", n, items, 2*n+6)
		}
		mustAppend(t, l, "new", messages(n)...)
		if items != 2*n+5 {
			t.Errorf("%d more events take %d items, want %d", n, items, 2*n+5)
		}
	}
}

// TestCostAlongAStream holds that an event costs no more late in a stream than
// early, but for its frontier: of a stream of a billion events the head takes
// three kilobytes at most.
func TestCostAlongAStream(t *testing.T) {
	w := newWorld()
	l, counter := w.counted()
	mustAppend(t, w.Ledger, "main", messages(1)...)
	for _, seq := range []uint64{1, 1<<10 - 1, 1<<20 - 1, 1<<30 - 1} {
		items, err := w.table.Get(background, kaibo.HeadKey(project.ID, "main"))
		if err != nil {
			t.Fatal(err)
		}
		head := parse[kaibo.Head](t, items[0])
		head.Seq = seq
		for head.Frontier = nil; seq > 0; seq >>= 1 {
			head.Frontier = append(head.Frontier, head.Hash)
		}
		mustCommit(t, w.table, kaibo.PutOver(items[0].Key, items[0].Version, encode(t, head)))
		counter.Reset()
		mustAppend(t, l, "main", message("x"))
		if got := billOf(counter); got.ReadUnits > 2 || got.WriteUnits > 14 || got.Trips != 4 {
			t.Errorf("after seq %d: %+v", head.Seq, got)
		}
	}
}

// TestCostOfAGroup holds that appends that meet share their round trips.
func TestCostOfAGroup(t *testing.T) {
	w := newWorld()
	_, counter := w.counted()
	w.Ledger.Objects, w.Ledger.Queue = counter.Objects(slowObjects{w.objects}), counter.Queue(w.queue)
	contents := make([]string, 16)
	for i := range contents {
		contents[i] = fmt.Sprint("append ", i)
	}
	for _, err := range together(t, w, contents...) {
		if err != nil {
			t.Error(err)
		}
	}
	if got := billOf(counter); got.Sends != 2 || got.Puts != 17 {
		t.Errorf("%+v, want 17 payloads and 2 hints: of the first append and of the group", got)
	}
}

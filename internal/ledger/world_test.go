package ledger_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// project is the project of every test, other is the one next door.
var (
	project = kaibo.Project{ID: "prj_aaaaaaaaaaaaaaaa", Name: "here", Secret: bytes.Repeat([]byte{7}, 32)}
	other   = kaibo.Project{ID: "prj_bbbbbbbbbbbbbbbb", Name: "there", Secret: bytes.Repeat([]byte{9}, 32)}
)

// start is when the clock of every test begins.
var start = kaibo.TimeOf(time.Date(2026, 7, 1, 9, 30, 0, 0, time.UTC))

// clock is a clock that a test turns.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(int64(start))
	return c
}

func (c *clock) now() kaibo.Time       { return kaibo.Time(c.at.Load()) }
func (c *clock) turn(d time.Duration)  { c.at.Add(d.Milliseconds()) }
func (c *clock) set(t kaibo.Time)      { c.at.Store(int64(t)) }
func after(d time.Duration) kaibo.Time { return start + kaibo.Time(d.Milliseconds()) }

// world is what one test stores, and a ledger over it.
type world struct {
	*ledger.Ledger
	table   *porttest.MemTable
	objects *porttest.MemObjects
	queue   *porttest.MemQueue
	clock   *clock
}

func newWorld() *world {
	w := &world{table: porttest.NewMemTable(), objects: porttest.NewMemObjects(), queue: porttest.NewMemQueue(), clock: newClock()}
	w.Ledger = w.process(nil)
	return w
}

// process starts a ledger of its own over the same ports, as another process
// would, whose operations fare as the plan says.
func (w *world) process(plan *porttest.Plan) *ledger.Ledger {
	return ledger.New(
		&porttest.FaultyTable{Table: w.table, Plan: plan},
		&porttest.FaultyObjects{Objects: w.objects, Plan: plan},
		&porttest.FaultyQueue{Queue: w.queue, Plan: plan}, w.clock.now, rand.Reader)
}

// hook is a table that calls its functions ahead of the call; an error of
// theirs is the answer.
type hook struct {
	kaibo.Table
	get    func(keys []kaibo.Key) error
	commit func(writes []kaibo.Write) error
}

func (h *hook) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	if h.get != nil {
		if err := h.get(keys); err != nil {
			return nil, err
		}
	}
	return h.Table.Get(ctx, keys...)
}

func (h *hook) Commit(ctx context.Context, writes []kaibo.Write) error {
	if h.commit != nil {
		if err := h.commit(writes); err != nil {
			return err
		}
	}
	return h.Table.Commit(ctx, writes)
}

// over answers a ledger over the world's ports with another table.
func (w *world) over(table kaibo.Table) *ledger.Ledger {
	return ledger.New(table, w.objects, w.queue, w.clock.now, rand.Reader)
}

var background = context.Background()

func message(content string) ledger.Entry {
	return ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(content)}
}

func keyed(key, content string) ledger.Entry {
	e := message(content)
	e.IdempotencyKey = key
	return e
}

func messages(n int) []ledger.Entry {
	entries := make([]ledger.Entry, n)
	for i := range entries {
		entries[i] = message(fmt.Sprintf("event %d of %d", i+1, n))
	}
	return entries
}

func mustAppend(t testing.TB, l *ledger.Ledger, stream string, entries ...ledger.Entry) []ledger.Appended {
	t.Helper()
	out, err := l.Append(background, project, stream, entries)
	if err != nil {
		t.Fatalf("append to %s: %v", stream, err)
	}
	if len(out) != len(entries) {
		t.Fatalf("append of %d answered %d", len(entries), len(out))
	}
	return out
}

func mustCommit(t testing.TB, table kaibo.Table, writes ...kaibo.Write) {
	t.Helper()
	if err := table.Commit(background, writes); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func wantKind(t testing.TB, err error, want kaibo.Kind) {
	t.Helper()
	if err == nil || kaibo.KindOf(err) != want {
		t.Errorf("error %v is %v, want %v", err, kaibo.KindOf(err), want)
	}
}

// wantField checks that an error is Invalid and about one field.
func wantField(t testing.TB, err error, field string) {
	t.Helper()
	wantKind(t, err, kaibo.Invalid)
	if got := fieldOf(err); got != field {
		t.Errorf("error %v is about %q, want %q", err, got, field)
	}
}

func fieldOf(err error) string {
	var e *kaibo.Error
	if !errors.As(err, &e) || len(e.Fields) != 1 {
		return ""
	}
	return e.Fields[0].Field
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMain leaves the warnings of lost hints out of the tests' output.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

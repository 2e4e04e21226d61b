package local_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

var ctx = context.Background()

func rec(sort string) kaibo.Key { return kaibo.Key{Partition: "p", Sort: sort} }

func put(t testing.TB, tb kaibo.Table, sort string, data []byte) {
	t.Helper()
	if err := tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(rec(sort), 1, data)}); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, tb kaibo.Table, sort string) kaibo.Item {
	t.Helper()
	items, err := tb.Get(ctx, rec(sort))
	if err != nil {
		t.Fatal(err)
	}
	return items[0]
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// held is a store whose committer stops before each sync until it is let on.
type held struct {
	*local.Store
	at, on chan struct{}
}

func hold(t *testing.T) held {
	h := held{open(t, t.TempDir(), local.Options{NoSync: true}), make(chan struct{}), make(chan struct{})}
	h.BeforeSync(func() { h.at <- struct{}{}; <-h.on })
	return h
}

// step waits until a transaction is about to be synced, and lets it.
func (h held) step() {
	<-h.at
	h.on <- struct{}{}
}

func (h held) commit(c context.Context, ws ...kaibo.Write) <-chan error {
	answer := make(chan error, 1)
	go func() { answer <- h.Table().Commit(c, ws) }()
	return answer
}

// Commits that wait go together, in order, each by itself: one that is refused
// meets what an earlier one of its group wrote, and fails nobody else.
func TestGroupCommit(t *testing.T) {
	h := hold(t)
	first := h.commit(ctx, kaibo.PutNew(rec("first"), 1, nil))
	<-h.at // the first is being made, alone
	before := h.Durable()
	var waiting []<-chan error
	for i, w := range []kaibo.Write{
		kaibo.PutNew(rec("a"), 1, []byte("one")),
		kaibo.PutNew(rec("a"), 1, []byte("two")),
		kaibo.PutOver(rec("a"), 1, []byte("three")),
		kaibo.DeleteAt(rec("a"), 9),
		kaibo.PutNew(rec("b"), 1, nil),
	} {
		waiting = append(waiting, h.commit(ctx, w, kaibo.PutNew(rec(fmt.Sprint("beside ", i)), 1, nil)))
		eventually(t, "the commit waits", func() bool { return h.Backlog() == i+1 })
	}
	h.on <- struct{}{}
	h.step()
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	for i, met := range []string{"", "one", "", "three", ""} {
		err := <-waiting[i]
		var conflict *kaibo.ConflictError
		switch {
		case met == "" && err != nil:
			t.Errorf("commit %d: %v", i, err)
		case met != "" && (!errors.As(err, &conflict) || string(conflict.Refused[0].Met.Data) != met):
			t.Errorf("commit %d: %v, want a refusal that met %q", i, err, met)
		}
		if found := get(t, h.Table(), fmt.Sprint("beside ", i)).Found(); found != (met == "") {
			t.Errorf("commit %d left its second item: %v", i, found)
		}
	}
	if n := h.Durable() - before; n != 2 {
		t.Errorf("six commits took %d transactions, want 2", n)
	}
}

func TestContextEndsBeforeTheCommitBegins(t *testing.T) {
	h := hold(t)
	first := h.commit(ctx, kaibo.PutNew(rec("first"), 1, nil))
	<-h.at
	c, cancel := context.WithCancel(ctx)
	second := h.commit(c, kaibo.PutNew(rec("second"), 1, nil))
	eventually(t, "the commit waits", func() bool { return h.Backlog() == 1 })
	cancel()
	if err := <-second; !errors.Is(err, context.Canceled) || errors.Is(err, local.ErrOutcomeUnknown) {
		t.Errorf("commit answered %v, want that it was not begun", err)
	}
	h.on <- struct{}{}
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	third := h.commit(ctx, kaibo.PutNew(rec("third"), 1, nil))
	h.step()
	if err := <-third; err != nil {
		t.Fatal(err)
	}
	if get(t, h.Table(), "second").Found() {
		t.Error("the commit that was not begun was made")
	}
}

func TestContextEndsDuringTheCommit(t *testing.T) {
	h := hold(t)
	c, cancel := context.WithCancel(ctx)
	data := []byte("data")
	first := h.commit(c, kaibo.PutNew(rec("first"), 1, data))
	<-h.at
	cancel()
	if err := <-first; !errors.Is(err, local.ErrOutcomeUnknown) || !errors.Is(err, context.Canceled) {
		t.Errorf("commit answered %v, want that its outcome is unknown", err)
	}
	copy(data, "gone") // it is the caller's again
	h.on <- struct{}{}
	eventually(t, "the commit is made", func() bool { return string(get(t, h.Table(), "first").Data) == "data" })
}

func TestCloseMakesWhatWaits(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	const n = 50
	errs := make([]error, n)
	var wg, begun sync.WaitGroup
	for i := range n {
		begun.Add(1)
		wg.Go(func() {
			begun.Done()
			errs[i] = s.Table().Commit(ctx, []kaibo.Write{kaibo.PutNew(rec(fmt.Sprint(i)), 1, nil)})
		})
	}
	begun.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("the second close: %v", err)
	}
	s = open(t, dir, local.Options{})
	for i, err := range errs {
		if err != nil && !errors.Is(err, local.ErrClosed) {
			t.Errorf("commit %d: %v", i, err)
		}
		if found := get(t, s.Table(), fmt.Sprint(i)).Found(); found != (err == nil) {
			t.Errorf("commit %d answered %v and is there: %v", i, err, found)
		}
	}
}

func TestClosedStore(t *testing.T) {
	s, err := local.Open(t.TempDir(), local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	waiter := make(chan error, 1)
	go func() {
		_, err := s.Queue("q").Receive(ctx, 1, time.Second, time.Minute)
		waiter <- err
	}()
	time.Sleep(10 * time.Millisecond)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tb, o, q := s.Table(), s.Objects(), s.Queue("q")
	_, getErr := tb.Get(ctx, rec("a"))
	_, queryErr := tb.Query(ctx, kaibo.Records, "p", kaibo.Range{})
	_, readErr := o.Get(ctx, "a", 0, -1)
	_, receiveErr := q.Receive(ctx, 1, 0, 0)
	for what, err := range map[string]error{
		"a receive that waited": <-waiter, "get": getErr, "query": queryErr, "object get": readErr, "receive": receiveErr,
		"commit": tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(rec("a"), 1, nil)}), "compact": s.CompactFile(ctx),
		"put": o.Put(ctx, "a", nil), "send": q.Send(ctx, kaibo.Message{Body: "x"}), "check": s.Check(ctx),
	} {
		if !errors.Is(err, local.ErrClosed) || kaibo.KindOf(err) != kaibo.Unavailable {
			t.Errorf("%s: %v, want ErrClosed, Unavailable", what, err)
		}
	}
}

// A read that meets a transaction whose sync is under way waits for it.
func TestReadsWaitForTheSync(t *testing.T) {
	s := open(t, t.TempDir(), local.Options{})
	put(t, s.Table(), "a", nil)
	id := s.Durable()
	s.SetDurable(id - 1) // as it is between a transaction's last page and its sync
	read := make(chan error, 1)
	go func() {
		_, err := s.Table().Get(ctx, rec("a"))
		read <- err
	}()
	select {
	case err := <-read:
		t.Fatalf("get answered %v before what it read was durable", err)
	case <-time.After(30 * time.Millisecond):
	}
	s.SetDurable(id)
	if err := <-read; err != nil {
		t.Fatal(err)
	}
}

// A full file refuses what it has no room for, and goes on.
func TestFullFile(t *testing.T) {
	s := open(t, t.TempDir(), local.Options{MaxFileBytes: 1 << 20})
	tb := s.Table()
	put(t, tb, "small", []byte("x"))
	var err error
	n := 0
	for ; err == nil && n < 100; n++ {
		err = tb.Commit(ctx, []kaibo.Write{kaibo.PutNew(rec(fmt.Sprint(n)), 1, make([]byte, 100<<10))})
	}
	if kaibo.KindOf(err) != kaibo.Unavailable || !strings.Contains(err.Error(), "nothing was written") {
		t.Fatalf("commit %d answered %v, want Unavailable, nothing written", n, err)
	}
	if get(t, tb, fmt.Sprint(n-1)).Found() || !get(t, tb, "small").Found() {
		t.Error("the refused commit was made, or an earlier one is gone")
	}
	put(t, tb, "another small", []byte("x"))
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

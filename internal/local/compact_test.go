package local_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// filesWith answers the files below dir that hold the bytes.
func filesWith(t *testing.T, dir string, canary []byte) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path) //nolint:gosec // the test's own
		if bytes.Contains(b, canary) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCompactFileRemovesWhatWasDeleted(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	tb := s.Table()
	canary := []byte("CANARY-4711")
	for i := range 40 {
		put(t, tb, fmt.Sprint("gone ", i), bytes.Repeat(canary, 1+i*20))
		put(t, tb, fmt.Sprint("kept ", i), bytes.Repeat([]byte("kept"), i*20))
	}
	q := s.Queue("jobs")
	for _, body := range []string{string(canary), "kept"} {
		if err := q.Send(ctx, kaibo.Message{Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := q.Receive(ctx, 1, time.Hour, 0)
	if err != nil || len(ds) != 1 {
		t.Fatal(ds, err)
	}
	if err := q.Done(ctx, ds[0]); err != nil {
		t.Fatal(err)
	}
	if err := s.Objects().Put(ctx, "a/b", canary); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if err := tb.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(rec(fmt.Sprint("gone ", i)))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Objects().Delete(ctx, "a/b"); err != nil {
		t.Fatal(err)
	}
	if found := filesWith(t, dir, canary); len(found) != 1 {
		t.Fatalf("before the compaction the bytes are in %v; the test needs them in the file", found)
	}
	if err := s.CompactFile(ctx); err != nil {
		t.Fatal(err)
	}
	if found := filesWith(t, dir, canary); len(found) != 0 {
		t.Errorf("after the compaction the bytes are in %v", found)
	}
	s = again(t, s, dir)
	for i := range 40 {
		if got := get(t, s.Table(), fmt.Sprint("kept ", i)); !bytes.Equal(got.Data, bytes.Repeat([]byte("kept"), i*20)) {
			t.Errorf("kept item %d is %q", i, got.Data)
		}
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	if ds, err := s.Queue("jobs").Receive(ctx, 5, 0, 0); err != nil || len(ds) != 1 || ds[0].Body != "kept" {
		t.Errorf("the queue holds %v, %v", ds, err)
	}
}

// Readers and writers go on over many compactions and notice nothing.
func TestCompactFileUnderLoad(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{NoSync: true})
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			k := rec(fmt.Sprint("writer ", w))
			for v := uint64(0); ; v++ {
				select {
				case <-stop:
					return
				default:
				}
				if err := s.Table().Commit(ctx, []kaibo.Write{kaibo.PutOver(k, v, make([]byte, 3000))}); err != nil {
					t.Errorf("commit: %v", err)
					return
				}
				if got, err := s.Table().Get(ctx, k); err != nil || got[0].Version != v+1 {
					t.Errorf("read %v, %v after version %d was committed", got[0].Version, err, v+1)
					return
				}
			}
		})
	}
	for range 15 {
		if err := s.CompactFile(ctx); err != nil {
			t.Errorf("compact: %v", err)
		}
	}
	close(stop)
	wg.Wait()
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestCompactFileGivesUp(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	put(t, s.Table(), "a", []byte("x"))
	c, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.CompactFile(c); !errors.Is(err, context.Canceled) {
		t.Errorf("compact answered %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp", local.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tmp", local.FileName, "in the way"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.CompactFile(ctx); err == nil {
		t.Error("compact answered nil where it could not write")
	}
	put(t, s.Table(), "b", []byte("x")) // the store goes on with the old file
	s = again(t, s, dir)
	if !get(t, s.Table(), "a").Found() || !get(t, s.Table(), "b").Found() {
		t.Error("an item is gone")
	}
}

// A queue's changes are on disk a little later, without a close.
func TestQueueIsWrittenSoon(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	q := s.Queue("jobs")
	for _, body := range []string{"one", "two", "three"} {
		if err := q.Send(ctx, kaibo.Message{Group: body, Body: body + "\xff"}); err != nil {
			t.Fatal(err)
		}
	}
	ds, err := q.Receive(ctx, 2, time.Hour, 0)
	if err != nil || len(ds) != 2 {
		t.Fatal(ds, err)
	}
	if err := q.Done(ctx, ds[0]); err != nil {
		t.Fatal(err)
	}
	eventually(t, "what a crash would leave is one hidden and one ready message", func() bool {
		left := crashed(t, dir)
		return len(left) == 1 && left[0].Body == "three\xff" && left[0].Group == "three"
	})
}

// crashed receives from the queue of a copy of a directory that is in use.
func crashed(t *testing.T, dir string) []kaibo.Delivery {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(dir, local.FileName)) //nolint:gosec // the test's own
	if err != nil {
		t.Fatal(err)
	}
	copied, err := os.MkdirTemp(t.TempDir(), "crash")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(copied, local.FileName), file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := local.Open(copied, local.Options{NoSync: true})
	if err != nil {
		return nil // the copy was taken between two writes
	}
	defer s.Close() //nolint:errcheck // a copy
	ds, err := s.Queue("jobs").Receive(ctx, 10, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func TestQueueRefusesWhatItCannotKeep(t *testing.T) {
	s := open(t, t.TempDir(), local.Options{})
	long := string(make([]byte, 256<<10+1))
	for what, err := range map[string]error{
		"a long body":        s.Queue("q").Send(ctx, kaibo.Message{Body: long}),
		"a long group":       s.Queue("q").Send(ctx, kaibo.Message{Group: long}),
		"a queue of no name": s.Queue("").Send(ctx, kaibo.Message{Body: "x"}),
		"a strange receipt":  s.Queue("q").Done(ctx, kaibo.Delivery{Receipt: "1.x"}),
		"no receipt":         s.Queue("q").Retry(ctx, kaibo.Delivery{}, 0),
		"a time in the past": s.Queue("q").Retry(ctx, kaibo.Delivery{Receipt: "1.1"}, -1),
	} {
		if kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v, want Invalid", what, err)
		}
	}
}

func TestQueuesAreApart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	names := []string{"a", "ab", "a\x00", "a\x00\x01", "b"}
	for _, name := range names {
		if err := s.Queue(name).Send(ctx, kaibo.Message{Group: "g", Body: name}); err != nil {
			t.Fatal(err)
		}
	}
	s = again(t, s, dir)
	for _, name := range names {
		ds, err := s.Queue(name).Receive(ctx, 10, time.Hour, 0)
		if err != nil || len(ds) != 1 || ds[0].Body != name {
			t.Errorf("queue %q holds %v, %v", name, ds, err)
		}
	}
}

// Check reads beyond what it takes at a time.
func TestCheckOfManyItems(t *testing.T) {
	s := open(t, t.TempDir(), local.Options{NoSync: true})
	const n = 5000
	for i := 0; i < n; i += kaibo.MaxTxItems {
		var ws []kaibo.Write
		for j := range kaibo.MaxTxItems {
			ws = append(ws, kaibo.PutNew(rec(fmt.Sprintf("%05d", i+j)), 1, nil))
		}
		if err := s.Table().Commit(ctx, ws); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	damage := []string{"00000", "02047", "02048", "02049", "04999"}
	err := s.Raw(func(tx *bolt.Tx) error {
		for _, sort := range damage {
			if err := tx.Bucket([]byte("records")).Put(local.EncodeKey("p", sort), []byte("nonsense")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.SetDurable(s.Durable() + 1) // what was changed behind its back is synced
	err = s.Check(ctx)
	for _, sort := range damage {
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", sort)) {
			t.Errorf("check does not name %s: %v", sort, err)
		}
	}
	if n := strings.Count(fmt.Sprint(err), "damaged item"); n != len(damage) {
		t.Errorf("check names %d items, want %d", n, len(damage))
	}
}

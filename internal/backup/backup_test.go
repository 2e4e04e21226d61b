package backup_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/backup"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// world is a store in use, with one project.
type world struct {
	t       *testing.T
	store   *local.Store
	ledger  *ledger.Ledger
	project kaibo.Project
	clock   atomic.Int64
}

func (w *world) now() kaibo.Time { return kaibo.Time(w.clock.Add(1000)) }

func open(t *testing.T, dir string) *world {
	t.Helper()
	store, err := local.Open(dir, local.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	w := &world{t: t, store: store}
	w.clock.Store(1_800_000_000_000)
	w.ledger = ledger.New(store.Table(), store.Objects(), store.Queue("structure"), w.now, rand.Reader)
	if w.project, err = access.New(store.Table(), w.now, rand.Reader).EnsureProject(t.Context(), "default"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) say(stream string, texts ...string) {
	w.t.Helper()
	entries := make([]ledger.Entry, len(texts))
	for i, text := range texts {
		entries[i] = ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text)}
	}
	if _, err := w.ledger.Append(context.Background(), w.project, stream, entries); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) take(dir string) *backup.Seal {
	w.t.Helper()
	seal, err := backup.Take(w.t.Context(), w.store, dir, backup.Options{Version: "test", Clock: w.now})
	if err != nil {
		w.t.Fatal(err)
	}
	return seal
}

func check(t *testing.T, dir string) *backup.Report {
	t.Helper()
	r, err := backup.Check(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantGood(t *testing.T, r *backup.Report, events uint64) {
	t.Helper()
	if len(r.Findings) > 0 || r.Events != events || r.Payloads+r.Forgotten != events {
		t.Errorf("%+v, want %d events and nothing found", r, events)
	}
}

func TestTakeCheckRestore(t *testing.T) {
	w, dir := open(t, t.TempDir()), filepath.Join(t.TempDir(), "copy")
	w.say("main", "one", "two")
	w.say("other", "three")
	first := w.take(dir)
	wantGood(t, check(t, dir), 3)
	w.say("main", "four")
	second := w.take(dir)
	if first.Copied != 3 || second.Copied != 1 || second.Objects != 4 {
		t.Errorf("copied %d and then %d of %d", first.Copied, second.Copied, second.Objects)
	}
	wantGood(t, check(t, dir), 4)

	into := filepath.Join(t.TempDir(), "new")
	r, err := backup.Restore(t.Context(), dir, into, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantGood(t, r, 4)
	again := open(t, into)
	events, _, err := again.ledger.EventsAfter(t.Context(), again.project, "main", 0, 10)
	if err != nil || len(events) != 3 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	if _, p, err := again.ledger.Payload(t.Context(), again.project, events[2].ID); err != nil || string(p.Content) != "four" {
		t.Errorf("%v, %v", p, err)
	}
	again.say("main", "five") // it goes on
	if _, err := backup.Restore(t.Context(), dir, into, nil); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("into a directory that is not empty: %v", err)
	}
}

// TestAPurgedObjectLeavesTheBackup deletes a payload from the store.
func TestAPurgedObjectLeavesTheBackup(t *testing.T) {
	w, dir := open(t, t.TempDir()), t.TempDir()
	w.say("main", "the canary sings")
	w.take(dir)
	if n := holding(t, dir, "canary"); n == 0 {
		t.Fatal("the word is not in the backup: the test looks in the wrong place")
	}
	list, err := w.store.Objects().List(t.Context(), "", "", 10)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := w.store.Objects().Delete(t.Context(), list[0].Name); err != nil {
		t.Fatal(err)
	}
	// The store is damaged now, and the backup must say so; the provisional
	// memory in the table still has the word, so only objects are looked at.
	w.take(dir)
	if n := holding(t, filepath.Join(dir, "objects"), "canary"); n != 0 {
		t.Errorf("%d objects of the backup still hold it", n)
	}
	if r := check(t, dir); len(r.Findings) != 1 || !strings.Contains(r.Findings[0], "missing") {
		t.Errorf("found %v", r.Findings)
	}
}

// holding counts the files below dir that hold a word.
func holding(t *testing.T, dir, word string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(word)) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDamageIsFound changes each file of a backup in turn.
func TestDamageIsFound(t *testing.T) {
	w, dir := open(t, t.TempDir()), t.TempDir()
	w.say("main", "one", "two")
	secret := filepath.Join(t.TempDir(), "signing.keys")
	if err := os.WriteFile(secret, []byte("a key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Take(t.Context(), w.store, dir, backup.Options{Clock: w.now, Files: []string{secret, secret + ".none"}}); err != nil {
		t.Fatal(err)
	}
	wantGood(t, check(t, dir), 2)
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "backup.json" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, damage := range map[string]func() error{
			"changed": func() error {
				b := bytes.Clone(whole)
				b[len(b)/2] ^= 1
				return os.WriteFile(path, b, 0o600)
			},
			"cut":  func() error { return os.WriteFile(path, whole[:len(whole)-1], 0o600) },
			"gone": func() error { return os.Remove(path) },
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			into := filepath.Join(t.TempDir(), "new")
			r, err := backup.Restore(t.Context(), dir, into, nil)
			if err == nil && len(r.Findings) == 0 {
				t.Errorf("%s %s: nothing was found", filepath.Base(path), name)
			}
			if _, err := os.Stat(filepath.Join(into, local.DataFile)); err == nil {
				t.Errorf("%s %s: it was restored", filepath.Base(path), name)
			}
			if err := os.WriteFile(path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantGood(t, check(t, dir), 2)
}

// failing is a store whose snapshot fails.
type failing struct{ *local.Store }

func (failing) Snapshot(context.Context, string) error { return errors.New("the disk is full") }

func TestAnInterruptedBackupLeavesTheOneBefore(t *testing.T) {
	w, dir := open(t, t.TempDir()), t.TempDir()
	w.say("main", "one")
	w.take(dir)
	w.say("main", "two")
	if _, err := backup.Take(t.Context(), failing{w.store}, dir, backup.Options{Clock: w.now}); err == nil {
		t.Fatal("a backup without a table")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := backup.Take(ctx, w.store, dir, backup.Options{Clock: w.now}); err == nil {
		t.Fatal("a backup that was interrupted")
	}
	wantGood(t, check(t, dir), 1)
	w.take(dir)
	wantGood(t, check(t, dir), 2)
}

func TestADirectoryOfOtherThingsIsRefused(t *testing.T) {
	w, dir := open(t, t.TempDir()), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Take(t.Context(), w.store, dir, backup.Options{Clock: w.now}); kaibo.KindOf(err) != kaibo.Invalid {
		t.Errorf("%v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := backup.Check(t.Context(), dir, nil); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("%v", err)
	}
}

// TestTakenWhileWritersWrite wants each backup whole, with a prefix of what was
// written.
func TestTakenWhileWritersWrite(t *testing.T) {
	w, dir := open(t, t.TempDir()), t.TempDir()
	stop, done := make(chan struct{}), make(chan error, 4)
	for i := range 4 {
		go func() {
			for n := 0; n < 150; n++ {
				select {
				case <-stop:
					done <- nil
					return
				default:
				}
				_, err := w.ledger.Append(context.Background(), w.project, fmt.Sprint("s", i), []ledger.Entry{{Kind: kaibo.KindMessage, Content: fmt.Append(nil, "word ", n)}})
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	var last uint64
	for range 3 {
		w.take(dir)
		r := check(t, dir)
		if len(r.Findings) > 0 || r.Events < last {
			t.Errorf("%d events after %d, found %v", r.Events, last, r.Findings)
		}
		last = r.Events
	}
	close(stop)
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if last == 0 {
		t.Error("nothing was written meanwhile")
	}
}

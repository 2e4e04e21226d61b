package local_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

var anItem = kaibo.Key{Partition: "p", Sort: "s"}

// formatOf reads the format that a file says of itself, and whether the item are
// in it.
func formatOf(t *testing.T, file string) (format string, mark string, items int) {
	t.Helper()
	db, err := bolt.Open(file, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.View(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte("kaibo"))
		format, mark = string(meta.Get([]byte("format"))), string(meta.Get([]byte("mark")))
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
			if string(name) != "kaibo" {
				items += b.Stats().KeyN
			}
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	return format, mark, items
}

func TestAnOlderFormatIsMigratedAfterACopy(t *testing.T) {
	dir := t.TempDir()
	s, err := local.Open(dir, local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Table().Commit(context.Background(), []kaibo.Write{kaibo.PutNew(anItem, 1, []byte("kept"))}); err != nil {
		t.Fatal(err)
	}
	mark := func(value string) func(*bolt.Tx) error {
		return func(tx *bolt.Tx) error {
			meta := tx.Bucket([]byte("kaibo"))
			return meta.Put([]byte("mark"), append(meta.Get([]byte("mark")), value...))
		}
	}
	broken := errors.New("the disk is gone")
	if err := s.Migrate(3, mark("a"), func(*bolt.Tx) error { return broken }); !errors.Is(err, broken) || !strings.Contains(err.Error(), "from format 1 to 3") {
		t.Fatalf("a step that fails: %v", err)
	}
	if err := s.Migrate(3, mark("a"), mark("b")); err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(3, mark("x"), mark("y")); err != nil { // nothing is left to do
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if format, got, items := formatOf(t, filepath.Join(dir, local.FileName)); format != "3" || got != "ab" || items != 1 {
		t.Errorf("the file has format %s, mark %q, %d items", format, got, items)
	}
	old := filepath.Join(dir, local.OldFile(1))
	if format, got, items := formatOf(t, old); format != "1" || got != "" || items != 1 {
		t.Errorf("the copy has format %s, mark %q, %d items", format, got, items)
	}
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}

	// This program knows formats up to 1 and says so of the newer one.
	var format *local.FormatError
	if _, err := local.Open(dir, local.Options{}); !errors.As(err, &format) || format.Found != "3" || !strings.Contains(err.Error(), "use a newer kaibo") {
		t.Errorf("a newer format: %v", err)
	}
}

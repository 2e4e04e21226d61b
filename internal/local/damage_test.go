package local_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

func wantDamaged(t *testing.T, what string, err error, want kaibo.Key) {
	t.Helper()
	var damaged *local.DamagedError
	if !errors.As(err, &damaged) {
		t.Errorf("%s answered %v, want a *DamagedError", what, err)
	} else if damaged.Key != want || !strings.Contains(err.Error(), want.Sort) {
		t.Errorf("%s names %+v in %q, want %+v", what, damaged.Key, err, want)
	}
}

// flip changes a byte of the data that is kept under a marker in the file.
func flip(t *testing.T, dir string, marker []byte) {
	t.Helper()
	path := filepath.Join(dir, local.FileName)
	b, err := os.ReadFile(path) //nolint:gosec // the test's own
	if err != nil {
		t.Fatal(err)
	}
	n := bytes.Count(b, marker)
	if n == 0 {
		t.Fatal("the marker is not in the file")
	}
	b = bytes.ReplaceAll(b, marker, append([]byte("#"), marker[1:]...))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedItemIsNamed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	tb := s.Table()
	put(t, tb, "a", []byte("good"))
	put(t, tb, "b", []byte("MARKED-DATA"))
	put(t, tb, "c", []byte("good"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	flip(t, dir, []byte("MARKED-DATA"))
	s = open(t, dir, local.Options{})
	tb = s.Table()

	_, err := tb.Get(ctx, rec("a"), rec("b"))
	wantDamaged(t, "get", err, rec("b"))
	_, err = tb.Query(ctx, kaibo.Records, "p", kaibo.Range{})
	wantDamaged(t, "query", err, rec("b"))
	err = tb.(kaibo.Scanner).Scan(ctx, kaibo.Records, "", func(kaibo.Item) error { return nil })
	wantDamaged(t, "scan", err, rec("b"))
	wantDamaged(t, "a condition", tb.Commit(ctx, []kaibo.Write{kaibo.PutOver(rec("b"), 1, nil)}), rec("b"))
	wantDamaged(t, "check", s.Check(ctx), rec("b"))
	if !get(t, tb, "a").Found() || !get(t, tb, "c").Found() {
		t.Error("the items beside it cannot be read")
	}
	if err := s.CompactFile(ctx); err != nil {
		t.Fatal(err)
	}
	wantDamaged(t, "check after a compaction", s.Check(ctx), rec("b"))
	if err := tb.Commit(ctx, []kaibo.Write{kaibo.PutAny(rec("b"), 2, []byte("anew"))}); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(ctx); err != nil {
		t.Errorf("after it was written anew: %v", err)
	}
}

// A whole value that lies under another key is found too.
func TestAStrayValueIsFound(t *testing.T) {
	s := open(t, t.TempDir(), local.Options{})
	put(t, s.Table(), "a", []byte("of a"))
	put(t, s.Table(), "b", []byte("of b"))
	err := s.Raw(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("records"))
		v := bytes.Clone(b.Get(local.EncodeKey("p", "a")))
		return errors.Join(b.Put(local.EncodeKey("p", "b"), v), tx.Bucket([]byte("events")).Put(local.EncodeKey("p", "a"), v))
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Table().Get(ctx, rec("b"))
	wantDamaged(t, "get", err, rec("b"))
	ev := kaibo.Key{Class: kaibo.Events, Partition: "p", Sort: "a"}
	_, err = s.Table().Get(ctx, ev)
	wantDamaged(t, "get of another class", err, ev)
	put(t, s.Table(), "c", nil) // the store goes on
}

func TestADamagedMessageStopsOpen(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	if err := s.Queue("jobs").Send(ctx, kaibo.Message{Group: "g", Body: "b"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	flip(t, dir, []byte(`"g":"Zw=="`))
	var damaged *local.DamagedError
	if _, err := local.Open(dir, local.Options{}); !errors.As(err, &damaged) || damaged.Bucket != "queue" {
		t.Errorf("open answered %v, want a *DamagedError of the queue", err)
	}
}

// sample makes a data directory and answers the bytes of its file and what it
// holds.
func sample(t *testing.T) (file []byte, want map[kaibo.Key][]byte) {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	want = map[kaibo.Key][]byte{}
	for i := range 60 {
		k := rec(fmt.Sprintf("%02d", i))
		want[k] = bytes.Repeat([]byte{byte(i)}, 40*i)
		put(t, s.Table(), k.Sort, want[k])
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, local.FileName)) //nolint:gosec // the test's own
	if err != nil {
		t.Fatal(err)
	}
	return b, want
}

// useDamaged opens a file that may be damaged anywhere. Anything but a wrong
// answer, a panic or a hang is right.
func useDamaged(t *testing.T, dir string, file []byte, want map[kaibo.Key][]byte) (ok bool) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, local.FileName), file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := local.Open(dir, local.Options{NoSync: true})
	if err != nil {
		return false
	}
	ok = s.Check(ctx) == nil
	for k, data := range want {
		items, err := s.Table().Get(ctx, k)
		if err == nil && items[0].Found() && !bytes.Equal(items[0].Data, data) {
			t.Errorf("%v was answered wrong", k)
		}
	}
	page, err := s.Table().Query(ctx, kaibo.Records, "p", kaibo.Range{})
	if err == nil {
		for _, it := range page.Items {
			if data, known := want[it.Key]; !known || !bytes.Equal(it.Data, data) {
				t.Errorf("%v was answered wrong", it.Key)
			}
		}
	}
	_ = s.Table().Commit(ctx, []kaibo.Write{kaibo.PutAny(rec("30"), 2, want[rec("30")])})
	_ = s.CompactFile(ctx)
	_ = s.Close()
	return ok
}

func TestADamagedFileNeverPanics(t *testing.T) {
	file, want := sample(t)
	dir := t.TempDir()
	if !useDamaged(t, dir, file, want) {
		t.Fatal("the undamaged file is not in order")
	}
	used, found := len(bytes.TrimRight(file, "\x00")), 0
	for n, end := 0, time.Now().Add(3*time.Second); n < 2000 && time.Now().Before(end); n++ {
		b := bytes.Clone(file)
		at := n * 7919 % used // all over the file, in whatever time there is
		b[at] ^= byte(1 + n%255)
		if !useDamaged(t, dir, b, want) {
			found++
		}
	}
	if found == 0 {
		t.Error("no damage was found")
	}
}

func TestACutFileIsAnError(t *testing.T) {
	file, want := sample(t)
	dir := t.TempDir()
	used := bytes.TrimRight(file, "\x00")
	for n := 0; n < len(used); n += 1024 {
		if useDamaged(t, dir, file[:n], want) {
			t.Errorf("a file of %d bytes of %d passes for whole", n, len(used))
		}
	}
}

func TestAFileThatIsCutWhileItIsOpen(t *testing.T) {
	dir := t.TempDir()
	s, err := local.Open(dir, local.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		put(t, s.Table(), fmt.Sprint(i), make([]byte, 5000))
	}
	if err := os.Truncate(filepath.Join(dir, local.FileName), 4096); err != nil {
		t.Fatal(err)
	}
	_, err = s.Table().Get(ctx, rec("7"))
	if kaibo.KindOf(err) != kaibo.Unavailable || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("get answered %v, want Unavailable, damaged", err)
	}
	if err := s.Table().Commit(ctx, []kaibo.Write{kaibo.PutAny(rec("7"), 2, nil)}); kaibo.KindOf(err) != kaibo.Unavailable {
		t.Errorf("commit answered %v, want Unavailable", err)
	}
	_ = s.Close()
	if s, err := local.Open(dir, local.Options{}); err == nil {
		t.Errorf("the file opens: %v", s.Close())
	}
}

func TestFormat(t *testing.T) {
	set := func(v string) string {
		dir := t.TempDir()
		s := open(t, dir, local.Options{})
		err := s.Raw(func(tx *bolt.Tx) error { return tx.Bucket([]byte("kaibo")).Put([]byte("format"), []byte(v)) })
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for _, v := range []string{"2", "999999999999999999999", "", "x", "0", "-1"} {
		_, err := local.Open(set(v), local.Options{})
		var format *local.FormatError
		if !errors.As(err, &format) || format.Found != v || format.Known != 1 {
			t.Errorf("format %q: %v, want a *FormatError", v, err)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", v)) || !strings.Contains(err.Error(), "newer kaibo") {
			t.Errorf("the message %q names no format or says not what to do", err)
		}
	}
	open(t, set("1"), local.Options{})
}

func TestAFileOfAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	db, err := bolt.Open(filepath.Join(dir, local.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := local.Open(dir, local.Options{}); err == nil {
		t.Errorf("it opens: %v", s.Close())
	}
}

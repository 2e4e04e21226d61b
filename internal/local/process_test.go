package local_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// The test binary is also the other process: what it then does is in childEnv.
const childEnv = "KAIBO_TEST_CHILD"

func TestMain(m *testing.M) {
	if deed := os.Getenv(childEnv); deed != "" {
		if err := child(deed, os.Getenv(childEnv+"_DIR")); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(deed, dir string) error {
	s, err := local.Open(dir, local.Options{})
	if err != nil {
		return err
	}
	if deed == "hold" {
		owner := local.Owner{PID: os.Getpid(), Address: "127.0.0.1:4711", Token: "secret-token", StartedAt: time.Now()}
		if err := local.WriteOwner(dir, owner); err != nil {
			return err
		}
		fmt.Println("holds")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return s.Close()
	}
	return writeOn(s)
}

// content is what a name holds.
func content(n int) []byte { return bytes.Repeat(fmt.Appendf(nil, "content %d;", n), 200+n%100) }

// writeOn writes until it is killed, and says what was answered for.
func writeOn(s *local.Store) error {
	for n := 0; ; n++ {
		if err := s.Objects().Put(ctx, fmt.Sprint("P/p/", n), content(n)); err != nil {
			return err
		}
		if err := s.Table().Commit(ctx, []kaibo.Write{
			kaibo.PutNew(rec(fmt.Sprint(n)), 1, content(n)), kaibo.PutOver(rec("head"), uint64(n), nil),
		}); err != nil {
			return err
		}
		if n%8 == 7 {
			if err := s.CompactFile(ctx); err != nil {
				return err
			}
		}
		fmt.Println(n)
	}
}

func startChild(t *testing.T, deed, dir string) (cmd *exec.Cmd, in io.WriteCloser, out *bufio.Scanner) {
	t.Helper()
	cmd = exec.Command(os.Args[0]) //nolint:gosec // this very program
	cmd.Env = append(os.Environ(), childEnv+"="+deed, childEnv+"_DIR="+dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, in, bufio.NewScanner(stdout)
}

func TestASecondProcessIsToldWhoHoldsTheData(t *testing.T) {
	dir := t.TempDir()
	cmd, in, out := startChild(t, "hold", dir)
	if !out.Scan() || out.Text() != "holds" {
		t.Fatalf("the other process said %q", out.Text())
	}
	_, err := local.Open(dir, local.Options{})
	var locked *local.LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("open answered %v, want a *LockedError", err)
	}
	if locked.Owner.PID != cmd.Process.Pid || locked.Owner.Token != "secret-token" || locked.Dir != dir {
		t.Errorf("the owner is %+v of %s", locked.Owner, locked.Dir)
	}
	for _, want := range []string{dir, fmt.Sprint(cmd.Process.Pid), "127.0.0.1:4711", "stop that process"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the message %q does not say %q", err, want)
		}
	}
	for _, s := range []string{err.Error(), fmt.Sprintf("%v %+v %#v", locked.Owner, locked.Owner, locked.Owner)} {
		if strings.Contains(s, "secret") {
			t.Errorf("%q tells the token", s)
		}
	}

	// With time to wait, Open takes over when the other lets go.
	time.AfterFunc(50*time.Millisecond, func() { _ = in.Close() })
	s, err := local.Open(dir, local.Options{Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), cmd.Wait()); err != nil {
		t.Error(err)
	}
}

func TestTheSameProcessIsRefusedToo(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	begin := time.Now()
	_, err := local.Open(dir, local.Options{Timeout: 50 * time.Millisecond})
	var locked *local.LockedError
	if !errors.As(err, &locked) || locked.Owner.PID != 0 || !strings.Contains(err.Error(), "another process") {
		t.Errorf("open answered %v, want a *LockedError of nobody known", err)
	}
	if waited := time.Since(begin); waited < 50*time.Millisecond {
		t.Errorf("open gave up after %v", waited)
	}
	put(t, s.Table(), "a", nil) // nothing happened to it
}

// A process is killed while it puts, commits and compacts. All that it was
// answered for is there, whole, and nothing is half.
func TestKilledProcess(t *testing.T) {
	dir := t.TempDir()
	for round, n := range []int{3, 20, 41} {
		dir := filepath.Join(dir, fmt.Sprint(round))
		cmd, _, out := startChild(t, "write", dir)
		last := -1
		for last < n && out.Scan() {
			if _, err := fmt.Sscan(out.Text(), &last); err != nil {
				t.Fatalf("the other process said %q", out.Text())
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for out.Scan() { // it was faster than the signal
			if _, err := fmt.Sscan(out.Text(), &last); err != nil {
				t.Fatalf("the other process said %q", out.Text())
			}
		}
		_ = cmd.Wait()
		checkAfterKill(t, dir, last)
	}
}

func checkAfterKill(t *testing.T, dir string, last int) {
	t.Helper()
	s := open(t, dir, local.Options{})
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	for n := 0; n <= last; n++ {
		if it := get(t, s.Table(), fmt.Sprint(n)); !bytes.Equal(it.Data, content(n)) {
			t.Errorf("item %d of %d is not what was written", n, last)
		}
	}
	objects, err := s.Objects().List(ctx, "", "", 1000)
	if err != nil || len(objects) <= last {
		t.Fatalf("%d objects, %v; %d were answered for", len(objects), err, last+1)
	}
	for n := range objects {
		b, err := s.Objects().Get(ctx, fmt.Sprint("P/p/", n), 0, -1)
		if err != nil || !bytes.Equal(b, content(n)) {
			t.Errorf("object %d of %d is not what was put: %v", n, len(objects), err)
		}
	}
	if head := get(t, s.Table(), "head").Version; head < uint64(last+1) || head > uint64(last+2) {
		t.Errorf("the head is at %d after %d answers", head, last+1)
	}
}

// What a crash left unfinished is swept, and only that.
func TestOpenSweepsWhatIsUnfinished(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	if err := s.Objects().Put(ctx, "a/b", []byte("whole")); err != nil {
		t.Fatal(err)
	}
	put(t, s.Table(), "a", []byte("x"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{"object-123", local.FileName, "owner-9"} {
		if err := os.WriteFile(filepath.Join(dir, "tmp", left), []byte("the half of someth"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := local.WriteOwner(dir, local.Owner{PID: 1, Token: "of one that was killed"}); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, local.Options{})
	left, err := os.ReadDir(filepath.Join(dir, "tmp"))
	if err != nil || len(left) != 0 {
		t.Errorf("in tmp are left %v, %v", left, err)
	}
	if _, err := local.ReadOwner(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the owner that is no more: %v", err)
	}
	objects, err := s.Objects().List(ctx, "", "", 10)
	if err != nil || len(objects) != 1 || !get(t, s.Table(), "a").Found() {
		t.Errorf("objects %v, %v", objects, err)
	}
}

func TestOwner(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, local.Options{})
	if _, err := local.ReadOwner(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read before a write: %v", err)
	}
	if err := local.RemoveOwner(dir); err != nil {
		t.Errorf("remove of none: %v", err)
	}
	for _, want := range []local.Owner{
		{PID: 5, Address: "127.0.0.1:1", Token: "a", StartedAt: time.Unix(1, 0).UTC()},
		{PID: 6, Token: strings.Repeat("b", 5000), StartedAt: time.Unix(2, 5).UTC()},
	} {
		if err := local.WriteOwner(dir, want); err != nil {
			t.Fatal(err)
		}
		got, err := local.ReadOwner(dir)
		if err != nil || got != want {
			t.Errorf("read %v, %v; wrote %v", got, err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := local.ReadOwner(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read after close: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "owner.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if o, err := local.ReadOwner(dir); err == nil {
		t.Errorf("read of half an owner: %v", o)
	}
}

func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "data")
	s := open(t, dir, local.Options{})
	put(t, s.Table(), "a", nil)
	if err := s.Objects().Put(ctx, "a/b/c", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.CompactFile(ctx); err != nil {
		t.Fatal(err)
	}
	if err := local.WriteOwner(dir, local.Owner{PID: 1}); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		n++
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil || n != 9 {
		t.Errorf("walked %d entries, %v; want 9", n, err)
	}
}

// A directory that was open to others is closed when it is ours to close.
func TestModeOfADirectoryThatIsThere(t *testing.T) {
	for _, others := range []bool{false, true} {
		dir := t.TempDir()
		want := fs.FileMode(0o700)
		if others {
			want = 0o755
			if err := os.WriteFile(filepath.Join(dir, "not ours"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // that is the case
			t.Fatal(err)
		}
		open(t, dir, local.Options{})
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("with others' files %v: mode %v, %v; want %v", others, info.Mode().Perm(), err, want)
		}
	}
}

// A put leaves nothing beside the object, whether it was made or refused.
func TestPutLeavesNoTemporaryFile(t *testing.T) {
	for _, named := range []bool{false, true} {
		dir := t.TempDir()
		s := open(t, dir, local.Options{})
		if named {
			s.NameTemps()
		}
		for i, want := range []kaibo.Kind{kaibo.Internal, kaibo.Conflict} {
			err := s.Objects().Put(ctx, "a/b", content(i))
			if (err == nil) != (want == kaibo.Internal) || kaibo.KindOf(err) != want {
				t.Errorf("put %d answered %v", i, err)
			}
		}
		left, err := os.ReadDir(filepath.Join(dir, "tmp"))
		if err != nil || len(left) != 0 {
			t.Errorf("named %v: in tmp are left %v, %v", named, left, err)
		}
	}
}

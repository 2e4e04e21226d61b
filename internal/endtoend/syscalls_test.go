package endtoend_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/local"
)

// failing are the system calls by which the embedded store writes, and the most
// of them that one of these runs makes.
var failing = []struct {
	call string
	most int
}{
	{"fdatasync", 50}, {"fsync", 40}, {"pwrite64", 80}, {"openat", 80}, {"linkat", 25}, {"unlinkat", 6}, {"renameat", 2}, {"ftruncate", 2},
}

// TestFailingSystemCalls runs the server under strace, which has system calls of
// the store fail: one, or all from some time on. What was acknowledged is there
// after a restart, and nothing is doubled when the rest is sent again: after a
// failed sync nobody can know what the disk holds, so the store must not go on as
// if it did.
func TestFailingSystemCalls(t *testing.T) {
	t.Parallel()
	if out, err := exec.Command("strace", "-qq", "-e", "trace=none", "true").CombinedOutput(); err != nil {
		t.Skipf("strace cannot be run here: %v %s", err, out)
	}
	rng := seeded(t)
	runs := 4
	if testing.Short() {
		runs = 1
	}
	fired := 0
	for n := range runs {
		f := failing[rng.IntN(len(failing))]
		inject := fmt.Sprintf("inject=%s:error=%s:when=%d%s", f.call, []string{"EIO", "ENOSPC"}[rng.IntN(2)], 1+rng.IntN(f.most), []string{"", "+"}[rng.IntN(2)])
		if n == 0 { // this one always fails, in the middle of what is acknowledged
			inject = fmt.Sprintf("inject=fdatasync:error=EIO:when=%d", 8+rng.IntN(8))
		}
		if failSome(t, rng, inject) {
			fired++
		}
	}
	t.Logf("in %d of %d runs a call failed", fired, runs)
	if fired == 0 {
		t.Error("no call failed in any run: this test sees nothing")
	}
}

// failSome is one run; it reports whether a call failed.
func failSome(t *testing.T, rng *rand.Rand, inject string) bool {
	dir := t.TempDir()
	data, trace := filepath.Join(dir, "data"), filepath.Join(dir, "trace")
	s := serve(t, data) // makes the directory: a start that fails there is no data's business
	s.stop()
	t.Logf("strace -e %s", inject)
	call, _, _ := strings.Cut(strings.TrimPrefix(inject, "inject="), ":")
	s = spawn(t, exec.Command("strace", "-f", "-qq", "-o", trace, "-e", "trace="+call, "-e", inject,
		program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--forget-grace", "1s"))
	h := &history{book: &book{}, data: data, heads: filepath.Join(dir, "heads"), rng: rng}
	select {
	case address := <-s.log.address:
		s.client = newClient(address)
		sendSome(t, h.book, s.client, rng)
		killServer(t, data)
	case <-s.exited: // it said why, and ended
	case <-time.After(2 * startTime):
		t.Fatalf("no address; the server said:\n%s", s.log)
	}
	<-s.exited
	said := s.log.String()
	if strings.Contains(said, "goroutine ") {
		t.Errorf("with %s the server panicked:\n%s", inject, said)
	}
	s = serve(t, data, "--forget-grace", "1s")
	h.check(t, s.client) // not that every job is done: one whose payload could not be read for long has failed, for an operator to retry
	s.stop()
	b, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(b), "(INJECTED)")
}

// sendSome writes and forgets; what is refused is refused with a problem.
func sendSome(t *testing.T, b *book, c *client, rng *rand.Rand) {
	for range 30 {
		s := b.prepare(rng)
		a, items, err := s.send(c)
		switch {
		case err != nil: // no answer: the server may have ended
			return
		case a.status < 300:
			b.acknowledge(s, items)
		case a.status != http.StatusServiceUnavailable && a.status != http.StatusInternalServerError && a.status != http.StatusInsufficientStorage:
			t.Errorf("with a failing disk remember answered %v", a)
		}
		if rng.IntN(6) > 0 {
			continue
		}
		if m := b.any(rng, func(m *note) bool { return m.acked && m.deed == "" && !m.forgotten }); m != nil {
			m.deed = "f-" + m.token
			_, _ = b.forget(c, m)
		}
	}
}

// killServer kills the process that strace watches: strace ends with it.
func killServer(t *testing.T, data string) {
	owner, err := local.ReadOwner(data)
	if err != nil {
		t.Fatalf("find the server: %v", err)
	}
	p, err := os.FindProcess(owner.PID)
	if err == nil {
		err = p.Kill()
	}
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatalf("kill the server: %v", err)
	}
}

package endtoend_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFullDisk gives a server files of at most 512 KiB, which is a full disk to
// it, and writes until it is refused. Then it reads and forgets, stops, and
// starts again without the limit.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	const blocks = 1024 // of 512 bytes: POSIX's unit of ulimit -f, and dash's; bash doubles it
	s := spawn(t, exec.Command("sh", "-c", fmt.Sprintf(`ulimit -f %d && exec "$0" serve --listen 127.0.0.1:0 --data "$1"`, blocks), program, data))
	s.await()
	b := &book{}
	refused := 0
	for n := 0; n < 300 && refused < 3; n++ {
		m := &note{project: "default", stream: "main", token: word(n), key: fmt.Sprintf("k-%d", n)}
		one := &sending{notes: []*note{m}}
		b.notes, b.sendings = append(b.notes, m), append(b.sendings, one)
		in := one.input()
		in["content"] = m.content() + strings.Repeat(" A line about nothing at all.", 600)
		var out wireRemembered
		a, err := s.call("default", "remember", "", in, &out)
		switch {
		case err != nil:
			t.Fatalf("a full disk took the server down: %v", err)
		case a.status < 300:
			b.acknowledge(one, []wireRemembered{out})
		default:
			refused++
			if p := a.problem(t, "remember on a full disk"); p.Status != http.StatusServiceUnavailable && p.Status != http.StatusInternalServerError {
				t.Errorf("remember on a full disk answered %v", a)
			}
		}
	}
	if refused == 0 {
		t.Skip("the limit did not bite: this system has another unit for it")
	}
	h := &history{book: b, data: data}
	h.checkServed(t, s.client) // reads go on
	if !strings.Contains(s.log.String(), "file too large") {
		t.Errorf("the log does not say why the server refuses:\n%s", s.log)
	}
	s.interrupt()
	s.wait() // with what cannot be written it may say that it failed

	s = serve(t, data)
	h.checkServed(t, s.client)
	for _, one := range b.sendings {
		one.wait = true
		a, items, err := one.send(s.client)
		if err != nil || a.status >= 300 || items[0].Job.Status != "done" {
			t.Errorf("with room again the retry of %s answers %v (%v)", one.notes[0].key, a, err)
			continue
		}
		if one.acked && a.status != http.StatusOK {
			t.Errorf("%s was acknowledged and is no replay: %v", one.notes[0].key, a)
		}
		b.acknowledge(one, items)
	}
	h.checkOnce(t, s.client)
	command(t, "verify", "--url", s.url).holds(t, "verify")
	command(t, "fsck", "--url", s.url).holds(t, "fsck")
	s.stop()
}

// TestDataDirectoryThatCannotBe is refused with words, not a panic.
func TestDataDirectoryThatCannotBe(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	for _, data := range []string{"/dev/null", "/dev/null/data", program, "/proc/none"} {
		for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"remember", "x"}} {
			got := command(t, append(args, "--data", data)...)
			if got.code != exitUnreachable || !strings.Contains(got.errOut, data) || strings.Contains(got.errOut, "goroutine") {
				t.Errorf("kaibo %s --data %s ended with %d: %s", args[0], data, got.code, got.errOut)
			}
		}
	}
}

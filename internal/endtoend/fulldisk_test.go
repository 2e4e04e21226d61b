package endtoend_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a file system of so many bytes in memory and answers where.
// Who may not mount skips the test.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("mounts a tmpfs, which is Linux's")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d,mode=700", size), "kaibo-test", dir).CombinedOutput(); err != nil {
		t.Skipf("needs the right to mount a tmpfs, as root has it: %v: %s", err, out)
	}
	t.Cleanup(func() { // also while a process that was killed still ends
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount %s: %v: %s", dir, err, out)
		}
	})
	return dir
}

// fill writes to a file until not one byte more fits the disk, and gives back so
// many pages.
func fill(t *testing.T, ballast *os.File, pages int64) {
	t.Helper()
	size, err := ballast.Seek(0, io.SeekEnd)
	page := make([]byte, 4096)
	for err == nil {
		if _, err = ballast.Write(page); err == nil {
			size += int64(len(page))
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := ballast.Truncate(max(0, size-pages*int64(len(page)))); err != nil {
		t.Fatal(err)
	}
}

// TestDiskFillsUpAndHasRoomAgain takes the last byte of the disk away from a
// running server, and gives room back while it runs. What was acknowledged is
// there all the time; what cannot be written is refused as unavailable, which
// clients try again; and with room again it is written, with no restart.
func TestDiskFillsUpAndHasRoomAgain(t *testing.T) {
	disk := smallDisk(t, 24<<20)
	data := filepath.Join(disk, "data")
	s := serve(t, data)
	h := &history{book: &book{}, data: data}
	for n := range 6 {
		s.must(t, "default", "remember", fields{"content": fmt.Sprintf("The plain line %d.", n)}, nil)
		if a := h.sendLong(t, s.client, n); a.status >= 300 {
			t.Fatalf("with room it answers %v", a)
		}
	}
	taken := h.book.notes[0]
	taken.deed = "deed-full"

	ballast, err := os.Create(filepath.Join(disk, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer ballast.Close()
	const enough = 40
	refused := 0
	for n := 6; n < 300 && refused < enough; n++ {
		fill(t, ballast, int64(n%20)) // room for no file, for a payload, for that and some of the table
		a := h.sendLong(t, s.client, n)
		if a.status < 300 {
			continue // the store had free pages of its own
		}
		refused++
		wantUnavailable(t, a, "remember")
	}
	if refused < enough {
		t.Fatalf("a full disk refused %d writes", refused)
	}
	fill(t, ballast, 0)
	if a, err := h.book.forget(s.client, taken); err != nil {
		t.Fatal(err)
	} else if a.status >= 300 {
		wantUnavailable(t, a, "forget")
	}
	h.checkServed(t, s.client)                                  // reads go on
	for _, want := range []string{"put object: ", "commit: "} { // either was in the way
		if !regexp.MustCompile(want + `.*no space left`).MatchString(s.log.String()) {
			t.Errorf("the log does not say that there is no space to %s:\n%s", strings.TrimSuffix(want, ": "), s.log)
		}
	}

	if err := os.Remove(ballast.Name()); err != nil {
		t.Fatal(err)
	}
	if err := ballast.Close(); err != nil {
		t.Fatal(err)
	}
	h.sendAllAgain(t, s.client)
	if a, err := h.book.forget(s.client, taken); err != nil || a.status >= 300 {
		t.Errorf("with room again the deed answers %v (%v)", a, err)
	}
	h.checkDisk(t, s)
	s.stop()
	s = serve(t, data)
	h.checkDisk(t, s)
	s.stop()
}

// sendLong sends the n-th note with some pages of text, and acknowledges it.
func (h *history) sendLong(t *testing.T, c *client, n int) answer {
	t.Helper()
	m := &note{project: "default", stream: "main", token: word(n), key: fmt.Sprintf("k-%d", n)}
	one := &sending{notes: []*note{m}}
	h.book.notes, h.book.sendings = append(h.book.notes, m), append(h.book.sendings, one)
	in := one.input()
	in["content"] = m.content() + strings.Repeat(" A line about nothing at all.", 2000)
	var out wireRemembered
	a, err := c.call("default", "remember", "", in, &out)
	if err != nil {
		t.Fatalf("a full disk took the server down: %v", err)
	}
	if a.status < 300 {
		h.book.acknowledge(one, []wireRemembered{out})
	}
	return a
}

// sendAllAgain sends everything again, as clients do. What was acknowledged is a
// replay; the rest is stored, at once or, where a failure is remembered for a
// moment, within some seconds.
func (h *history) sendAllAgain(t *testing.T, c *client) {
	t.Helper()
	end := time.Now().Add(20 * time.Second)
	for _, one := range h.book.sendings {
		one.wait = true
		a, items, err := one.send(c)
		for ; err == nil && a.status == http.StatusServiceUnavailable && time.Now().Before(end); a, items, err = one.send(c) {
			time.Sleep(200 * time.Millisecond)
		}
		if err != nil || a.status >= 300 || items[0].Job.Status != "done" {
			t.Fatalf("with room again the retry of %s answers %v (%v)", one.notes[0].key, a, err)
		}
		if one.acked && a.status != http.StatusOK {
			t.Errorf("%s was acknowledged and is no replay: %v", one.notes[0].key, a)
		}
		h.book.acknowledge(one, items)
	}
}

// checkDisk holds that everything is served, once, and proven.
func (h *history) checkDisk(t *testing.T, s *server) {
	t.Helper()
	h.checkServed(t, s.client)
	h.checkOnce(t, s.client)
	command(t, "verify", "--url", s.url).holds(t, "verify")
	command(t, "fsck", "--url", s.url).holds(t, "fsck")
}

// wantUnavailable wants a problem document that says to try again.
func wantUnavailable(t *testing.T, a answer, what string) {
	t.Helper()
	p := a.problem(t, what+" on a full disk")
	if p.Status != http.StatusServiceUnavailable || p.Code != "unavailable" {
		t.Errorf("%s on a full disk answered %v", what, a)
	}
}

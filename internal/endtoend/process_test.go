package endtoend_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// The exit codes that scripts rely on.
const (
	exitUnreachable = 2
	exitUsage       = 3
)

func TestSecondServerIsRefused(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	first := serve(t, data)
	second := command(t, "serve", "--listen", "127.0.0.1:0", "--data", data)
	if second.code != exitUnreachable {
		t.Errorf("a second server on the same data ended with %d:\n%s", second.code, second.errOut)
	}
	for _, want := range []string{fmt.Sprintf("process %d", first.cmd.Process.Pid), first.host(), data} {
		if !strings.Contains(second.errOut, want) {
			t.Errorf("the refusal does not say %q:\n%s", want, second.errOut)
		}
	}
	first.must(t, "", "remember", fields{"content": "The first server still answers."}, nil)
}

// halfSent is a request that the server is reading: it has the headers and a
// part of the body.
type halfSent struct {
	conn   net.Conn
	reader *bufio.Reader
	rest   string
}

// sendHalf begins a request. When it returns the server is at it: it has asked
// for the body, as Expect wants.
func sendHalf(t *testing.T, s *server, verb, body string) *halfSent {
	t.Helper()
	conn, err := net.Dial("tcp", s.host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(90 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /v1/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n",
		verb, s.host(), len(body))
	reader := bufio.NewReader(conn)
	if line, err := reader.ReadString('\n'); err != nil || !strings.Contains(line, " 100 ") {
		t.Fatalf("the server did not ask for the body: %q %v", line, err)
	}
	if _, err := reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	half := len(body) / 2
	fmt.Fprint(conn, body[:half])
	return &halfSent{conn, reader, body[half:]}
}

// finish sends the rest and reads the answer.
func (h *halfSent) finish() (answer, error) {
	if _, err := io.WriteString(h.conn, h.rest); err != nil {
		return answer{}, err
	}
	return readAnswer(h.reader)
}

func readAnswer(r *bufio.Reader) (answer, error) {
	resp, err := http.ReadResponse(r, nil)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, b}, err
}

// TestInterruptDrains interrupts a server in the middle of a request that will
// wait for a job. It takes no more connections, and answers that one.
func TestInterruptDrains(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	s := serve(t, data)
	request := sendHalf(t, s, "remember", `{"content": "The harbour master is Wim Boer.", "wait": true}`)
	s.interrupt()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", s.host())
		if err != nil {
			break
		}
		conn.Close()
		if time.Now().After(deadline) {
			t.Fatal("the interrupted server still takes connections")
		}
	}
	a, err := request.finish()
	if err != nil {
		t.Fatalf("the request that had begun was not answered: %v", err)
	}
	var out wireRemembered
	if err := json.Unmarshal(a.body, &out); err != nil || a.status != http.StatusCreated || out.Job.Status != "done" || len(out.Memories) == 0 {
		t.Errorf("the request that had begun was answered %v (%v)", a, err)
	}
	if code := s.wait(); code != 0 {
		t.Errorf("the drained server ended with %d", code)
	}
	if said := s.log.afterGreeting(); said != "" {
		t.Errorf("a clean stop logs %s", said)
	}
	got := command(t, "recall", "--data", data, "Who is the harbour master?").holds(t, "recall")
	if !strings.Contains(got.out, "Wim Boer") {
		t.Errorf("what was answered while draining is gone: %s", got.out)
	}
}

// TestSecondInterruptEndsAtOnce: who presses Ctrl-C twice does not wait for a
// request that does not end. What was acknowledged is there.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	s := serve(t, data)
	s.must(t, "", "remember", fields{"content": "The harbour master is Wim Boer."}, nil)
	sendHalf(t, s, "remember", `{"content": "This is never sent whole."}`)
	began := time.Now()
	s.interrupt()
	time.Sleep(300 * time.Millisecond)
	select {
	case <-s.exited:
		t.Fatal("the server did not wait for a request that had begun")
	default:
	}
	s.interrupt()
	if s.wait(); time.Since(began) > 10*time.Second {
		t.Errorf("a second interrupt took %v", time.Since(began))
	}
	if got := command(t, "streams", "--data", data).holds(t, "streams"); !strings.Contains(got.out, "main") {
		t.Errorf("what was acknowledged is gone: %s", got.out)
	}
}

// TestFilesAreTheOwnersAlone starts a server that would, by its umask, give
// everybody everything.
func TestFilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	s := spawn(t, exec.Command("sh", "-c", `umask 0; exec "$0" serve --listen 127.0.0.1:0 --data "$1"`, program, data))
	s.await()
	s.must(t, "", "remember", fields{"content": "The safe opens with a song.", "wait": true}, nil)
	s.must(t, "", "forget", fields{"query": "safe song"}, nil)
	checkModes(t, data)
	s.stop()
	checkModes(t, data)
}

func checkModes(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return skipGone(err)
		}
		info, err := d.Info()
		if err != nil {
			return skipGone(err)
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOwnerFile: it is there while a server runs, gone after a clean stop, and
// one of a server that was killed is in nobody's way, also when its address is
// another server's by now.
func TestOwnerFile(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	dir := t.TempDir()
	data, other := filepath.Join(dir, "data"), filepath.Join(dir, "other")
	owner := filepath.Join(data, "owner.json")
	s := serve(t, data)
	if _, err := os.Stat(owner); err != nil {
		t.Errorf("while a server runs: %v", err)
	}
	s.must(t, "", "remember", fields{"content": "The kiln holds forty pots."}, nil)
	s.kill()
	if _, err := os.Stat(owner); err != nil {
		t.Fatalf("a killed server leaves no owner file, so there is nothing to test: %v", err)
	}
	stranger := spawn(t, exec.Command(program, "serve", "--listen", s.host(), "--data", other))
	stranger.await()
	command(t, "remember", "--data", data, "The wheel turns left.").holds(t, "remember")
	if streams := stranger.streams(t, ""); len(streams) != 0 {
		t.Errorf("a command went to another data directory's server, which now has %v", streams)
	}
	if got := command(t, "events", "main", "--data", data, "--json").holds(t, "events"); !strings.Contains(got.out, `"seq":2`) {
		t.Errorf("the command's event is not in its own data: %s", got.out)
	}
	if _, err := os.Stat(owner); err == nil {
		t.Error("a command that had the directory left the owner file of a dead server")
	}
	again := serve(t, data)
	again.kill()
	again = serve(t, data)
	if n := len(again.streams(t, "")["main"]); n != 2 {
		t.Errorf("after kills there are %d events, want 2", n)
	}
	again.stop()
	if _, err := os.Stat(owner); err == nil {
		t.Error("a clean stop leaves the owner file")
	}
}

// TestCommandsFindTheData: with a server a command goes through it, without
// one it opens the directory itself, and the two see the same.
func TestCommandsFindTheData(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	command(t, "remember", "--data", data, "The mill grinds rye.").holds(t, "remember without a server")
	s := serve(t, data)
	got := command(t, "recall", "--data", data, "What does the mill grind?").holds(t, "recall through the server")
	if !strings.Contains(got.out, "rye") {
		t.Errorf("through the server recall says %s", got.out)
	}
	command(t, "remember", "--data", data, "--stream", "through", "The mill stands in Delft.").holds(t, "remember through the server")
	if len(s.streams(t, "")["through"]) != 1 {
		t.Error("the server has not what a command remembered through it")
	}
	s.stop()
	got = command(t, "recall", "--data", data, "Where does the mill stand?").holds(t, "recall without a server")
	if !strings.Contains(got.out, "Delft") {
		t.Errorf("without a server recall says %s", got.out)
	}
	command(t, "verify", "--data", data).holds(t, "verify")
	command(t, "fsck", "--data", data).holds(t, "fsck")
}

// TestLockIsWaitedFor holds the directory as a busy command does.
func TestLockIsWaitedFor(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	data := filepath.Join(t.TempDir(), "data")
	command(t, "remember", "--data", data, "The mill grinds rye.").holds(t, "remember")
	lock := flock.New(filepath.Join(data, "lock"))
	hold := func() {
		if got, err := lock.TryLock(); err != nil || !got {
			t.Fatalf("take the lock: %v %v", got, err)
		}
	}
	hold()
	released := time.AfterFunc(1500*time.Millisecond, func() { lock.Unlock() })
	defer released.Stop()
	got := command(t, "recall", "--data", data, "What does the mill grind?").holds(t, "a command that waits")
	if !strings.Contains(got.out, "rye") || got.took < time.Second {
		t.Errorf("after %v the waiting command said %s", got.took, got.out)
	}
	hold()
	defer lock.Unlock()
	got = command(t, "recall", "--data", data, "What does the mill grind?")
	if got.code != exitUnreachable || !strings.Contains(got.errOut, "is held by another process") {
		t.Errorf("with the data held the command ended with %d: %s", got.code, got.errOut)
	}
	if got.took < 4*time.Second || got.took > 15*time.Second {
		t.Errorf("the command waited %v, want 5 s or a little more", got.took)
	}
}

// TestNothingIsSet starts a server with an empty home and an empty
// environment, in a directory of its own.
func TestNothingIsSet(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	home, cwd := t.TempDir(), t.TempDir()
	cmd := exec.Command(program, "serve", "--listen", "127.0.0.1:0")
	cmd.Env, cmd.Dir = []string{"HOME=" + home}, cwd
	s := spawn(t, cmd)
	s.await()
	s.must(t, "", "remember", fields{"content": "The kettle sings."}, nil)
	if got := commandIn(t, []string{"HOME=" + home}, "streams").holds(t, "streams"); !strings.Contains(got.out, "main") {
		t.Errorf("a command in the same home finds %s", got.out)
	}
	s.stop()
	if entries, err := os.ReadDir(cwd); err != nil || len(entries) > 0 {
		t.Errorf("the server left %v in the working directory (%v)", entries, err)
	}
	if _, data, ok := strings.Cut(s.log.String(), "The data is in "); !ok || !strings.HasPrefix(data, home+string(filepath.Separator)) {
		t.Errorf("the data is not in the home:\n%s", s.log)
	}
	if got := command(t, "serve", "--listen", "nowhere"); got.code != exitUsage {
		t.Errorf("an address that is none ended with %d: %s", got.code, got.errOut)
	}
}

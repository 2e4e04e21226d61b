package endtoend_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	startTime = 20 * time.Second // for a server to say its address
	stopTime  = 40 * time.Second // longer than a server drains
)

// console keeps what a process writes to its standard error.
type console struct {
	mu      sync.Mutex
	text    bytes.Buffer
	address chan string // the address that it says it listens on, once
	said    bool
}

var listens = regexp.MustCompile(`listens on (http://[0-9a-f.:\[\]]+)\n`)

func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text.Write(p)
	if found := listens.FindSubmatch(c.text.Bytes()); found != nil && !c.said {
		c.said = true
		c.address <- string(found[1])
	}
	return len(p), nil
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// afterGreeting is what a server said once it ran.
func (c *console) afterGreeting() string {
	_, rest, _ := strings.Cut(c.String(), "Ctrl-C stops it.\n")
	return strings.TrimSuffix(rest, "Stopped.\n")
}

// server is a process of kaibo serve.
type server struct {
	*client
	t      testing.TB
	cmd    *exec.Cmd
	log    *console
	exited chan struct{} // closed when the process is no more
	err    error         // of Wait; set when exited is closed
}

// environment is all that a process of the program is given: nothing of the
// caller's but what finds programs.
func environment(home string, more ...string) []string {
	return append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, more...)
}

// serve starts a server over a data directory and waits until it listens.
func serve(t testing.TB, data string, args ...string) *server {
	t.Helper()
	s := spawn(t, exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data}, args...)...))
	s.await()
	return s
}

// spawn starts a process that is or becomes a server. It dies with the test.
func spawn(t testing.TB, cmd *exec.Cmd) *server {
	t.Helper()
	s := &server{t: t, cmd: cmd, log: &console{address: make(chan string, 1)}, exited: make(chan struct{})}
	cmd.Stderr = s.log
	if cmd.Env == nil {
		cmd.Env = environment(t.TempDir())
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", cmd, err)
	}
	go func() {
		s.err = cmd.Wait()
		close(s.exited)
	}()
	t.Cleanup(func() {
		s.kill()
		if said := s.log.afterGreeting(); t.Failed() && said != "" {
			t.Logf("the server said:\n%s", said)
		}
	})
	return s
}

// await waits until the server says its address.
func (s *server) await() {
	s.t.Helper()
	select {
	case address := <-s.log.address:
		s.client = newClient(address)
	case <-s.exited:
		s.t.Fatalf("the server ended (%v) and said:\n%s", s.err, s.log)
	case <-time.After(startTime):
		s.t.Fatalf("no address after %v; the server said:\n%s", startTime, s.log)
	}
}

// kill ends the process as a crash does: it is told nothing.
func (s *server) kill() {
	_ = s.cmd.Process.Kill() // an error means that it has ended
	<-s.exited
	if s.client != nil {
		s.close()
	}
}

// stop interrupts the server as Ctrl-C does and wants a clean end.
func (s *server) stop() {
	s.t.Helper()
	s.interrupt()
	if code := s.wait(); code != 0 {
		s.t.Fatalf("the interrupted server ended with %d and said:\n%s", code, s.log)
	}
	s.close()
}

func (s *server) interrupt() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		s.t.Fatalf("interrupt: %v", err)
	}
}

// wait waits for the end of the process and answers its exit code.
func (s *server) wait() int {
	s.t.Helper()
	select {
	case <-s.exited:
		return s.cmd.ProcessState.ExitCode()
	case <-time.After(stopTime):
		s.t.Fatalf("the server runs %v after it should have ended; it said:\n%s", stopTime, s.log)
		return -1
	}
}

// ended is what a command came to.
type ended struct {
	code        int
	out, errOut string
	took        time.Duration
}

// command runs the program once, with nothing in its environment.
func command(t testing.TB, args ...string) ended {
	t.Helper()
	return commandIn(t, environment(t.TempDir()), args...)
}

func commandIn(t testing.TB, env []string, args ...string) ended {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = env
	var out, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errOut
	began := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Errorf("kaibo %s: %v", strings.Join(args, " "), err)
		return ended{code: -1}
	}
	return ended{cmd.ProcessState.ExitCode(), out.String(), errOut.String(), time.Since(began)}
}

// holds wants a command to end with 0.
func (e ended) holds(t testing.TB, what string) ended {
	t.Helper()
	if e.code != 0 {
		t.Fatalf("%s ended with %d:\n%s%s", what, e.code, e.out, e.errOut)
	}
	return e
}

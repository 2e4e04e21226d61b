package endtoend_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// example cuts a block of a language out of docs/webhooks.md.
func example(t *testing.T, language string) string {
	t.Helper()
	b, err := os.ReadFile("../../docs/webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```" + language + "[^\n]*\n(.*?)```").FindSubmatch(b)
	if m == nil {
		t.Fatalf("docs/webhooks.md has no example in %s", language)
	}
	return string(m[1])
}

// goReceiver builds the example in Go, with the libraries of this module.
func goReceiver(t *testing.T) []string {
	t.Helper()
	file, binary := filepath.Join(t.TempDir(), "main.go"), filepath.Join(t.TempDir(), "receiver")
	if err := os.WriteFile(file, []byte(example(t, "go")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", binary, file).CombinedOutput(); err != nil {
		t.Fatalf("build the example: %v\n%s", err, out)
	}
	return []string{binary}
}

// pythonReceiver writes the example in Python down.
func pythonReceiver(t *testing.T) []string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	file := filepath.Join(t.TempDir(), "receiver.py")
	if err := os.WriteFile(file, []byte(example(t, "python")), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{python, file}
}

// receiving is an example that runs, behind a tap that keeps the requests.
type receiving struct {
	mu    sync.Mutex
	lines []string
	taken []*http.Request
	body  [][]byte
}

func (r *receiving) printed() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines)
}

// freeAddress is one that nobody listens on just now.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// start runs the example with a secret and waits until it listens.
func (r *receiving) start(t *testing.T, command []string, listen, secret string) {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "SECRET="+secret, "LISTEN="+listen)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			r.mu.Lock()
			r.lines = append(r.lines, lines.Text())
			r.mu.Unlock()
		}
	}()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", listen); err == nil {
			conn.Close()
			return
		}
	}
	t.Fatal("the example does not listen")
}

// tap passes requests on to the example and keeps them.
func (r *receiving) tap(t *testing.T, to string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		body, _ := io.ReadAll(in.Body)
		r.mu.Lock()
		r.taken, r.body = append(r.taken, in), append(r.body, body)
		r.mu.Unlock()
		status, err := repost(to, in.Header, body)
		if err != nil {
			status = http.StatusBadGateway
		}
		w.WriteHeader(status)
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	return "http://" + l.Addr().String() + "/kaibo"
}

// repost posts a body with headers and answers the status.
func repost(to string, header http.Header, body []byte) (int, error) {
	req, err := http.NewRequest(http.MethodPost, "http://"+to, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header = header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// awaitPrinted waits until the example printed the types, in order.
func (r *receiving) awaitPrinted(t *testing.T, want ...string) {
	t.Helper()
	var types []string
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		types = nil
		for _, line := range r.printed() {
			types = append(types, strings.Fields(line)[0])
		}
		if slices.Equal(types, want) {
			return
		}
	}
	t.Fatalf("the example printed %v, want %v", types, want)
}

// TestTheExamplesReceive runs the real program and the receivers of the docs: a
// life of a memory is told, and what is forged, changed or old is refused.
func TestTheExamplesReceive(t *testing.T) {
	for language, make := range map[string]func(*testing.T) []string{"go": goReceiver, "python": pythonReceiver} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			receive(t, make(t))
		})
	}
}

func receive(t *testing.T, command []string) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	s := spawn(t, exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--allow-private-webhooks", "--forget-grace", "1s", "--verbose"))
	s.await()
	r, listen := &receiving{}, freeAddress(t)
	var hook struct{ ID, Secret string }
	s.must(t, "", "webhooks.create", fields{"url": r.tap(t, listen)}, &hook)
	r.start(t, command, listen, hook.Secret)
	var tested struct{ Outcome string }
	if s.must(t, "", "webhooks.test", fields{"id": hook.ID}, &tested); tested.Outcome != "delivered" {
		t.Fatalf("the test was %q", tested.Outcome)
	}
	s.must(t, "", "remember", fields{"content": "The launch of Halley is planned for March 13.", "wait": true}, nil)
	r.awaitPrinted(t, "webhook.test", "memory.created")
	s.must(t, "", "remember", fields{"content": "Move the launch of Halley from March 13 to March 20.", "wait": true}, nil)
	s.must(t, "", "forget", fields{"query": "Halley"}, nil)
	want := []string{"webhook.test", "memory.created", "memory.created", "memory.superseded", "memory.forgotten", "memory.purged"}
	r.awaitPrinted(t, want...)

	r.mu.Lock()
	header, body, bodies := r.taken[1].Header, r.body[1], slices.Clone(r.body)
	r.mu.Unlock()
	for _, b := range bodies {
		if bytes.Contains(b, []byte("Halley")) || bytes.Contains(b, []byte("March")) {
			t.Errorf("text was sent: %s", b)
		}
	}
	forge := func(name string, change func(h http.Header, b []byte) []byte, want int) {
		t.Helper()
		h := header.Clone()
		if got, err := repost(listen, h, change(h, slices.Clone(body))); err != nil || got/100 != want/100 {
			t.Errorf("%s is answered %d, %v; want %d", name, got, err, want)
		}
	}
	forge("a replay at once", func(_ http.Header, b []byte) []byte { return b }, 200)
	forge("another body", func(_ http.Header, b []byte) []byte { return append(b, ' ') }, 401)
	forge("another id", func(h http.Header, b []byte) []byte { h.Set("webhook-id", "msg_x"); return b }, 401)
	forge("an old time", func(h http.Header, b []byte) []byte { h.Set("webhook-timestamp", "1700000000"); return b }, 401)
	forge("no signature", func(h http.Header, b []byte) []byte { h.Del("webhook-signature"); return b }, 401)
	time.Sleep(50 * time.Millisecond)
	r.awaitPrinted(t, want...) // a replay at once is seen by its id

	checkSecretIsKept(t, s, hook.ID, hook.Secret)
}

// checkSecretIsKept looks for the secret in answers and in what the server
// logged.
func checkSecretIsKept(t *testing.T, s *server, id, secret string) {
	t.Helper()
	raw := strings.TrimPrefix(secret, "whsec_")
	for _, verb := range []string{"webhooks", "webhooks.deliveries", "webhooks.disable", "webhooks.enable", "webhooks.delete"} {
		in := fields{}
		if verb != "webhooks" {
			in["id"] = id
		}
		if a := s.must(t, "", verb, in, nil); bytes.Contains(a.body, []byte(raw)) {
			t.Errorf("%s shows the secret", verb)
		}
	}
	if strings.Contains(s.log.String(), raw) || strings.Contains(s.log.String(), "/kaibo\"") {
		t.Error("the log has the secret, or the address")
	}
}

package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/local"
)

func open(t *testing.T, dir string, grace time.Duration) *app.App {
	t.Helper()
	return openWith(t, app.Options{Dir: dir, Grace: grace})
}

func openWith(t *testing.T, o app.Options) *app.App {
	t.Helper()
	o.NoSync = true
	a, err := app.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// running is a program that serves.
type running struct {
	t    *testing.T
	url  string
	key  string // of an operator; empty while there is none
	stop func()
}

func run(t *testing.T, dir string, grace time.Duration) *running {
	t.Helper()
	return serve(t, open(t, dir, grace))
}

func serve(t *testing.T, a *app.App) *running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, l, app.Exposure{Loopback: true}) }()
	stopped := false
	r := &running{t: t, url: "http://" + l.Addr().String(), stop: func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := errors.Join(<-done, a.Close()); err != nil {
			t.Error(err)
		}
	}}
	t.Cleanup(r.stop)
	return r
}

func (r *running) post(verb, body string) (int, map[string]any) {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodPost, r.url+"/v1/"+verb, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if r.key != "" {
		req.Header.Set("Authorization", "Bearer "+r.key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		r.t.Fatalf("%v: %s", err, b)
	}
	return resp.StatusCode, out
}

// eventually waits for something that happens beside requests.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("not in time: %s", what)
}

// listed reports whether the lists show a word.
func (r *running) listed(word string) bool {
	_, out := r.post("memories", `{}`)
	b, err := json.Marshal(out)
	return err == nil && strings.Contains(string(b), word)
}

func TestWhatComesInIsStructuredBesideRequests(t *testing.T) {
	r := run(t, t.TempDir(), 0)
	if status, out := r.post("remember", `{"content": "The tide table is on the fridge."}`); status != 202 {
		t.Fatal(status, out)
	}
	eventually(t, "a memory", func() bool { return r.listed("fridge") })
}

func TestWhatACrashLeftIsTakenUp(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, 0)
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	send(t, h, "remember", `{"content": "The tide table is on the fridge."}`)
	if err := a.Close(); err != nil { // nothing was structured
		t.Fatal(err)
	}
	r := run(t, dir, 0)
	eventually(t, "a memory", func() bool { return r.listed("fridge") })
}

// send posts to a handler and drops the answer.
func send(t *testing.T, h http.Handler, verb, body string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, "http://localhost/v1/"+verb, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(discard{}, req)
}

type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

func TestADirectoryHasOneHolder(t *testing.T) {
	dir := t.TempDir()
	r := run(t, dir, 0)
	eventually(t, "an owner", func() bool { _, err := local.ReadOwner(dir); return err == nil })
	_, err := app.Open(context.Background(), app.Options{Dir: dir})
	var locked *local.LockedError
	if !errors.As(err, &locked) || "http://"+locked.Owner.Address != r.url {
		t.Fatalf("opened twice: %v", err)
	}
	r.stop()
	if _, err := local.ReadOwner(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an owner is left: %v", err)
	}
	if err := open(t, dir, 0).Close(); err != nil {
		t.Error(err)
	}
}

// TestForgottenTextLeavesNoByte looks for a word in every file of the data
// directory once the ledger says that it was purged.
func TestForgottenTextLeavesNoByte(t *testing.T) {
	dir := t.TempDir()
	const canary = "xylophone"
	r := run(t, dir, -1)
	r.post("remember", `{"content": "The `+canary+` is in the attic.", "wait": true}`)
	r.post("remember", `{"content": "The sauna is closed in July.", "wait": true}`)
	if !stored(t, dir, canary) {
		t.Fatal("the word is nowhere to begin with: the test looks in the wrong place")
	}
	if status, out := r.post("forget", `{"query": "`+canary+`", "reason": "`+canary+`"}`); status != 200 {
		t.Fatal(status, out)
	}
	eventually(t, "a purge", func() bool {
		_, out := r.post("deletions", `{}`)
		items, _ := out["items"].([]any)
		return len(items) == 2
	})
	r.stop()
	if stored(t, dir, canary) {
		t.Error("the word is still there")
	}
}

// stored looks for a word in every file of a directory.
func stored(t *testing.T, dir, word string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		found = found || bytes.Contains(bytes.ToLower(b), []byte(word))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnEventForgetsItself(t *testing.T) {
	r := run(t, t.TempDir(), 0)
	at := time.Now().Add(time.Second).UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	said := `{"content": "The tide table is on the fridge.", "expiresAt": "` + at + `", "wait": true, "idempotencyKey": "tide"}`
	r.post("remember", said)
	if !r.listed("fridge") {
		t.Error("gone before its time")
	}
	eventually(t, "expiry", func() bool { return !r.listed("fridge") })
	if _, out := r.post("deletions", `{}`); len(out["items"].([]any)) != 1 {
		t.Errorf("no receipt: %v", out)
	}
	if status, out := r.post("remember", said); status != http.StatusOK || out["replayed"] != true { // the time that it names is past by now
		t.Errorf("said again: %d %v", status, out)
	}
}

func TestSettlePurgesWhatIsDue(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, -1)
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	send(t, h, "remember", `{"content": "The xylophone is in the attic."}`)
	if err := a.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	send(t, h, "forget", `{"query": "xylophone"}`)
	for range 3 { // a purge may wait a moment for a compaction
		if err := a.Settle(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if stored(t, dir, "xylophone") {
		t.Error("the word is still there")
	}
}

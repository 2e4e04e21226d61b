package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// TestARestructureThatStoppedIsFinishedAtTheNextStart, before anybody is
// answered.
func TestARestructureThatStoppedIsFinishedAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, time.Hour)
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	send(t, h, "remember", `{"content": "The dam is inspected by Tove."}`)
	if err := a.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := a.Restructure(context.Background(), "default"); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Fatalf("it ended with %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	r := run(t, dir, time.Hour)
	if _, out := r.post("fsck", `{}`); out["ok"] != true {
		t.Errorf("after the start: %v", out)
	}
	if !r.listed("Tove") {
		t.Error("the memory is not listed")
	}
	if _, out := r.post("restructure", `{"dryRun": true}`); !strings.Contains(strings.Join(keysOf(out), " "), "items") {
		t.Errorf("a dry run answers %v", out)
	}
}

func keysOf(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

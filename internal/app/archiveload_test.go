package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// exported opens an app with a project that was exported.
func exported(t *testing.T) (a *app.App, h http.Handler, file string) {
	t.Helper()
	dir := t.TempDir()
	a = open(t, filepath.Join(dir, "data"), time.Hour)
	t.Cleanup(func() { a.Close() })
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	project(t, a, h, "launch")
	file = filepath.Join(dir, "a.tar.gz")
	must(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, file))
	return a, h, file
}

// TestARepeatedLoadRewindsNothing repeats a load while the first is about to
// register its project, and one that would write under the id of a project that
// lives: neither touches a head.
func TestARepeatedLoadRewindsNothing(t *testing.T) {
	a, h, file := exported(t)
	load := fmt.Sprintf(`{"path": %q, "name": "again"}`, file)
	second := make(chan int, 1)
	a.BeforeAdopt(func() {
		a.BeforeAdopt(nil)
		go func() {
			code, _ := ask(t, h, "", "archive.load", load)
			second <- code
		}()
		time.Sleep(50 * time.Millisecond)
	})
	must(t, h, "", "archive.load", load)
	must(t, h, "again", "remember", `{"stream": "main", "content": "The tent is green.", "wait": true}`)
	if code := <-second; code != 409 {
		t.Errorf("the second load answers %d", code)
	}
	must(t, h, "again", "remember", `{"stream": "main", "content": "The boat is blue.", "wait": true}`)
	if out := must(t, h, "again", "fsck", `{}`); out["ok"] != true {
		t.Errorf("fsck: %v", out)
	}
}

// TestALoadDoesNotWriteToARegisteredProject has a load at work, with its heads to
// come, when another load of the same archive registers the project.
func TestALoadDoesNotWriteToARegisteredProject(t *testing.T) {
	a, h, file := exported(t)
	ctx := context.Background()
	done := make(chan error, 1)
	err := a.LoadMeanwhile(ctx, file, "again", func() {
		_, err := a.LoadPart(ctx, file, "again", true)
		done <- err
		if err == nil {
			must(t, h, "again", "remember", `{"stream": "main", "content": "The tent is green."}`)
		}
	})
	if other := <-done; other != nil {
		t.Fatal(other)
	}
	if kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("the load that came too late: %v", err)
	}
	must(t, h, "again", "remember", `{"stream": "main", "content": "The boat is blue."}`)
	out := must(t, h, "again", "events", `{"stream": "main"}`)
	if n := len(out["items"].([]any)); n != 4 {
		t.Errorf("the stream has %d events: %v", n, out)
	}
}

// TestALoadDoesNotFollowTheNoteOfADeletedProject has a crash after a project was
// registered and before the note of its load was removed.
func TestALoadDoesNotFollowTheNoteOfADeletedProject(t *testing.T) {
	a, h, file := exported(t)
	id, err := a.LoadPart(context.Background(), file, "again", true)
	if err != nil {
		t.Fatal(err)
	}
	must(t, h, "", "projects.delete", `{"name": "again", "reason": "closed"}`)
	made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "again"}`, file))
	if got := made["made"].(map[string]any)["id"]; got == id || made["ok"] != true {
		t.Errorf("it was loaded as %v, %s is deleted: %v", got, id, made)
	}
	must(t, h, "again", "remember", `{"stream": "main", "content": "The tent is green.", "wait": true}`)
}

// TestWhatIsForgottenMeanwhileIsForgotten forgets in the project that an archive
// is of while the archive is loaded.
func TestWhatIsForgottenMeanwhileIsForgotten(t *testing.T) {
	a, h, file := exported(t)
	a.BeforeAdopt(func() {
		a.BeforeAdopt(nil)
		must(t, h, "launch", "forget", `{"query": "changelog", "reason": "asked"}`)
	})
	made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "again"}`, file))
	if made["forgotten"].(float64) != 1 {
		t.Errorf("loaded: %v", made)
	}
	if out := must(t, h, "again", "recall", `{"question": "Who keeps the changelog?"}`); out["abstain"].(map[string]any)["abstained"] != true {
		t.Errorf("raised: %v", out)
	}
}

// TestALoadThatStoppedAfterItForgotAgain is gone on with, and writes back nothing
// of what the first forgot.
func TestALoadThatStoppedAfterItForgotAgain(t *testing.T) {
	a, h, file := exported(t)
	must(t, h, "launch", "forget", `{"query": "changelog", "reason": "asked"}`)
	ctx, stop := context.WithCancel(context.Background())
	a.BeforeAdopt(stop)
	if err := a.Load(ctx, file, "again"); err == nil {
		t.Fatal("it did not stop")
	}
	a.BeforeAdopt(nil)
	made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "again"}`, file))
	if made["ok"] != true {
		t.Errorf("loaded: %v", made)
	}
	again := filepath.Join(t.TempDir(), "again.tar.gz")
	must(t, h, "again", "archive.export", fmt.Sprintf(`{"path": %q}`, again))
	must(t, h, "", "archive", fmt.Sprintf(`{"path": %q}`, again))
	_, parts := unpacked(t, again)
	for name, data := range parts {
		if strings.Contains(string(data), "changelog") {
			t.Errorf("%s has what was forgotten: %s", name, data)
		}
	}
}

// TestRecordsThatNoLoadCanUseAreRefused by the check alone.
func TestRecordsThatNoLoadCanUseAreRefused(t *testing.T) {
	_, h, file := exported(t)
	names, whole := unpacked(t, file)
	damaged := filepath.Join(t.TempDir(), "damaged.tar.gz")
	long := strings.Repeat("n", kaibo.MaxNameBytes+1)
	for _, c := range []struct{ what, part, from, to string }{
		{"an alias of a number", "records-000001.jsonl", `{"name":"Ilse","same":"Ilse Gruber",`, `{"name":5,"same":"Ilse Gruber",`},
		{"an alias without a name", "records-000001.jsonl", `"same":"Ilse Gruber"`, `"same":""`},
		{"an alias that is too long", "records-000001.jsonl", `"same":"Ilse Gruber"`, `"same":"` + long + `"`},
		{"a rule without days", "records-000001.jsonl", `"days":4000`, `"days":0`},
		{"a rule of another type", "records-000001.jsonl", `"days":4000`, `"days":"4000"`},
		{"a rule under another id", "records-000001.jsonl", `"sort":"r/ret_`, `"sort":"r/rat_`},
		{"an initiative without a name", "records-000001.jsonl", `"name":"launch"`, `"name":""`},
		{"a name that no URL carries", "manifest.json", `"name": "launch"`, `"name": "a/b"`},
		{"a name that is too long", "manifest.json", `"name": "launch"`, `"name": "` + long + `"`},
	} {
		parts := map[string][]byte{}
		for n, data := range whole {
			parts[n] = data
		}
		parts["SHA256SUMS"] = []byte("right")
		parts[c.part] = bytes.Replace(whole[c.part], []byte(c.from), []byte(c.to), 1)
		if bytes.Equal(parts[c.part], whole[c.part]) {
			t.Fatalf("%s has no %s: %s", c.part, c.from, whole[c.part])
		}
		packed(t, damaged, names, parts)
		if code, out := ask(t, h, "", "archive", fmt.Sprintf(`{"path": %q}`, damaged)); code != 400 || !strings.Contains(fmt.Sprint(out["detail"]), c.part) {
			t.Errorf("%s: %d %v", c.what, code, out)
		}
	}
}

// TestAnExportReplacesNothing that was made meanwhile, where there are links and
// where there are none.
func TestAnExportReplacesNothing(t *testing.T) {
	for what, link := range map[string]func(from, to string) error{
		"links":    os.Link,
		"no links": func(string, string) error { return errors.ErrUnsupported },
	} {
		dir := t.TempDir()
		temp, path, there := filepath.Join(dir, "temp"), filepath.Join(dir, "path"), filepath.Join(dir, "there")
		for name, text := range map[string]string{temp: "new", there: "old"} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := app.NameFile(temp, there, link); kaibo.KindOf(err) != kaibo.Conflict {
			t.Errorf("%s: over a file: %v", what, err)
		}
		if b, _ := os.ReadFile(there); string(b) != "old" {
			t.Errorf("%s: it has %q", what, b)
		}
		if err := app.NameFile(temp, path, link); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if b, _ := os.ReadFile(path); string(b) != "new" {
			t.Errorf("%s: it has %q", what, b)
		}
	}
}

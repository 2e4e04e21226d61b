package app_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// ask runs a verb on a project, as anybody on this machine may.
func ask(t *testing.T, h http.Handler, project, verb, body string) (int, map[string]any) {
	t.Helper()
	req := httptest.NewRequest(http.MethodPost, "http://localhost/v1/"+verb, strings.NewReader(body))
	req.RemoteAddr = "127.0.0.1:9"
	req.Header.Set("Content-Type", "application/json")
	if project != "" {
		req.Header.Set("Kaibo-Project", project)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	var out map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		t.Fatalf("%s: %v: %s", verb, err, w.Body)
	}
	return w.Code, out
}

// must wants a success.
func must(t *testing.T, h http.Handler, project, verb, body string) map[string]any {
	t.Helper()
	code, out := ask(t, h, project, verb, body)
	if code > 299 {
		t.Fatalf("%s %s: %d %v", verb, body, code, out)
	}
	return out
}

// project fills one with what an archive has to carry: streams, a correction, an
// alias, initiatives, a rule, an expiry, a file, and something forgotten.
func project(t *testing.T, a *app.App, h http.Handler, name string) {
	t.Helper()
	must(t, h, name, "remember", `{"stream": "main", "idempotencyKey": "k-1", "content": "The release is on July 13.", "actor": "ana", "initiatives": ["launch"], "metadata": {"thread": "T-9"}, "occurredAt": "2026-07-01T09:30:00Z"}`)
	must(t, h, name, "remember", `{"stream": "main", "idempotencyKey": "k-2", "content": "The release moves from July 13 to July 17.", "occurredAt": "2026-07-02T09:30:00Z"}`)
	must(t, h, name, "remember", `{"stream": "side", "events": [{"content": "Ilse keeps the changelog."}, {"content": "Bo books the room.", "idempotencyKey": "k-3"}], "wait": true}`)
	must(t, h, name, "remember", `{"stream": "side", "contentBase64": "/wD+", "contentType": "application/octet-stream", "kind": "file"}`)
	must(t, h, name, "remember", `{"stream": "side", "content": "Tove likes oysters.", "idempotencyKey": "k-secret", "wait": true}`)
	must(t, h, name, "remember", `{"stream": "side", "content": "The hall is free until noon.", "expiresAt": "2099-01-01T00:00:00Z", "wait": true}`)
	must(t, h, name, "alias", `{"name": "Ilse", "same": "Ilse Gruber"}`)
	must(t, h, name, "retention.set", `{"days": 4000, "streams": ["side"]}`)
	must(t, h, name, "forget", `{"query": "oysters", "reason": "asked"}`)
	if err := a.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// unpacked reads the parts of an archive, in their order.
func unpacked(t *testing.T, path string) (names []string, parts map[string][]byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	parts = map[string][]byte{}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, parts
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names, parts[h.Name] = append(names, h.Name), data
	}
}

// streamsOf are the lines of the streams of an archive.
func streamsOf(parts map[string][]byte) map[string]string {
	out := map[string]string{}
	for name, data := range parts {
		if strings.Contains(name, "/events-") || strings.HasPrefix(name, "deletions-") || strings.Contains(name, "/derivations-") || strings.Contains(name, "/payloads-") {
			out[name] = string(data)
		}
	}
	return out
}

// TestAnArchiveComesBackByteForByte exports, imports into another data directory
// and under another name into the same, and exports again.
func TestAnArchiveComesBackByteForByte(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	a := open(t, filepath.Join(dir, "data"), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	project(t, a, h, "launch")
	if err := a.Settle(ctx); err != nil { // signs checkpoints
		t.Fatal(err)
	}
	first := filepath.Join(dir, "first.tar.gz")
	out := must(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, first))
	if out["events"].(float64) < 7 || out["forgotten"].(float64) != 1 || out["checkpoints"].(float64) < 2 {
		t.Errorf("exported: %v", out)
	}
	if info, err := os.Stat(first); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if checked := must(t, h, "", "archive", fmt.Sprintf(`{"path": %q}`, first)); checked["events"] != out["events"] || checked["digest"] == "" {
		t.Errorf("checked: %v", checked)
	}
	if code, _ := ask(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, first)); code != 409 {
		t.Errorf("over a file that is there: %d", code)
	}

	other := open(t, filepath.Join(dir, "other"), time.Hour)
	defer other.Close()
	there, err := other.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []struct {
		name string
		a    *app.App
		h    http.Handler
	}{{"launch", other, there}, {"again", a, h}} {
		made := must(t, to.h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": %q}`, first, to.name))
		if made["ok"] != true || made["forgotten"].(float64) != 0 {
			t.Fatalf("imported: %v", made)
		}
		if code, _ := ask(t, to.h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": %q}`, first, to.name)); code != 409 {
			t.Errorf("over a project that is there: %d", code)
		}
		sameAgain(t, to.a, to.h, to.name, first, filepath.Join(dir, to.name+".tar.gz"))
	}
}

// sameAgain exports a project that was imported and compares; then it holds that
// the project is as the first one was to who uses it.
func sameAgain(t *testing.T, a *app.App, h http.Handler, name, first, second string) {
	t.Helper()
	must(t, h, name, "archive.export", fmt.Sprintf(`{"path": %q}`, second))
	_, was := unpacked(t, first)
	_, is := unpacked(t, second)
	if d := cmp.Diff(streamsOf(was), streamsOf(is)); d != "" {
		t.Errorf("%s (-first +second):\n%s", name, d)
	}
	if d := cmp.Diff(string(was["memories-000001.jsonl"]), string(is["memories-000001.jsonl"])); d != "" {
		t.Errorf("memories of %s:\n%s", name, d)
	}
	if d := cmp.Diff(string(was["records-000001.jsonl"]), string(is["records-000001.jsonl"])); d != "" && name == "launch" && !strings.Contains(d, `"project"`) {
		t.Errorf("records of %s:\n%s", name, d)
	}
	if out := must(t, h, name, "remember", `{"idempotencyKey": "k-2", "content": "other words"}`); out["replayed"] != true || out["payloadDiffers"] != true {
		t.Errorf("a key of before: %v", out)
	}
	if out := must(t, h, name, "remember", `{"idempotencyKey": "k-secret", "content": "Tove likes oysters."}`); out["forgotten"] != true {
		t.Errorf("a key of what was forgotten: %v", out)
	}
	if out := must(t, h, name, "recall", `{"question": "When is the release?"}`); !strings.Contains(fmt.Sprint(out["items"]), "July 17") {
		t.Errorf("recall: %v", out)
	}
	if out := must(t, h, name, "recall", `{"question": "Who likes oysters?"}`); out["abstain"].(map[string]any)["abstained"] != true {
		t.Errorf("recall of what was forgotten: %v", out)
	}
	if out := must(t, h, name, "fsck", `{}`); out["ok"] != true {
		t.Errorf("fsck: %v", out)
	}
	must(t, h, name, "remember", `{"stream": "main", "content": "The release is on July 19.", "wait": true}`)
	if err := a.Settle(context.Background()); err != nil {
		t.Error(err)
	}
	if out := must(t, h, name, "fsck", `{}`); out["ok"] != true {
		t.Errorf("fsck after more was said: %v", out)
	}
}

// packed writes parts as an archive, with sums that are right.
func packed(t *testing.T, path string, names []string, parts map[string][]byte) {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	var sums strings.Builder
	for _, name := range names {
		data, ok := parts[name]
		if !ok {
			continue
		}
		if name == "SHA256SUMS" && bytes.Equal(data, []byte("right")) {
			data = []byte(sums.String())
		}
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(data)), Mode: 0o600}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum[:]), name)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedArchivesAreRefusedByName changes each part in turn, with sums that
// are wrong and, where that shows too, with sums that were made to fit.
func TestDamagedArchivesAreRefusedByName(t *testing.T) {
	dir := t.TempDir()
	a := open(t, filepath.Join(dir, "data"), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	project(t, a, h, "launch")
	if err := a.Settle(context.Background()); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.tar.gz")
	must(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, whole))
	names, parts := unpacked(t, whole)
	refused := func(what, want string, names []string, parts map[string][]byte) {
		t.Helper()
		path := filepath.Join(dir, "damaged.tar.gz")
		packed(t, path, names, parts)
		for _, verb := range []string{"archive", "archive.load"} {
			code, out := ask(t, h, "", verb, fmt.Sprintf(`{"path": %q}`, path))
			if detail := fmt.Sprint(out["detail"]); code != 400 || !strings.Contains(detail, want) {
				t.Errorf("%s, %s: %d %s; want one that names %s", what, verb, code, detail, want)
			}
		}
	}
	change := func(name, from, to string) map[string][]byte {
		t.Helper()
		out := map[string][]byte{"SHA256SUMS": []byte("right")}
		for n, data := range parts {
			if n != "SHA256SUMS" {
				out[n] = data
			}
		}
		if name == "" {
			return out
		}
		if !bytes.Contains(parts[name], []byte(from)) {
			t.Fatalf("%s has no %s: %s", name, from, parts[name])
		}
		out[name] = bytes.Replace(parts[name], []byte(from), []byte(to), 1)
		return out
	}
	main, side := "streams/stream-main/", "streams/stream-side/"
	for _, c := range []struct{ what, name, from, to, want string }{
		{"another format", "manifest.json", `"format": 1`, `"format": 2`, "format 2"},
		{"an unknown field", "manifest.json", `"format": 1`, `"format": 1, "x": 1`, "manifest.json"},
		{"an event changed", main + "events-000001.jsonl", `"kind":"message"`, `"kind":"tool_call"`, main + "events-000001.jsonl"},
		{"an event written otherwise", main + "events-000001.jsonl", `"kind":`, `"kind": `, main + "events-000001.jsonl"},
		{"a text changed", main + "payloads-000001.jsonl", `July 13`, `July 14`, main + "payloads-000001.jsonl"},
		{"an actor changed", main + "payloads-000001.jsonl", `"actor":"ana"`, `"actor":"bob"`, main + "payloads-000001.jsonl"},
		{"a place changed", main + "places-000001.jsonl", `"jobFirst":1`, `"jobFirst":9`, main + "places-000001.jsonl"},
		{"a job left open", main + "jobs-000001.jsonl", `"status":"done"`, `"status":"queued"`, main + "jobs-000001.jsonl"},
		{"a derivation moved", main + "derivations-000001.jsonl", `"stream":"main"`, `"stream":"side"`, main + "derivations-000001.jsonl"},
		{"a head changed", main + "head.json", `"seq":2`, `"seq":3`, main + "head.json"},
		{"a receipt changed", "deletions-000001.jsonl", `"kind":"forgotten"`, `"kind":"purged"`, "deletions-000001.jsonl"},
		{"a checkpoint changed", "checkpoints-000001.jsonl", `\n2\n`, `\n3\n`, "checkpoints-000001.jsonl"},
		{"a record of an unknown kind", "records-000001.jsonl", `"kind":"alias"`, `"kind":"alibi"`, "records-000001.jsonl"},
	} {
		refused(c.what, c.want, names, change(c.name, c.from, c.to))
		wrong := change(c.name, c.from, c.to)
		wrong["SHA256SUMS"] = parts["SHA256SUMS"]
		refused(c.what+" without its sum", "archive is refused", names, wrong)
	}
	for _, name := range names {
		without := change("", "", "")
		if loose := strings.HasPrefix(name, "memories-") || strings.HasPrefix(name, "checkpoints-") || strings.HasPrefix(name, "records-") || strings.Contains(name, "/derivations-"); loose {
			without["SHA256SUMS"] = parts["SHA256SUMS"] // no chain has it: only the sums tell
		}
		delete(without, name)
		refused("without "+name, "archive is refused", names, without)
	}
	raised := change("", "", "") // what was forgotten gets a text again
	raised[side+"derivations-000001.jsonl"] = bytes.ReplaceAll(parts[side+"derivations-000001.jsonl"], []byte(`"content":""`), []byte(`"content":"Tove likes oysters."`))
	refused("a text that was forgotten", side+"derivations-000001.jsonl", names, raised)
	extra := change("", "", "")
	extra["../../outside"] = []byte("x")
	refused("a name that leads elsewhere", "outside", append([]string{"../../outside"}, names...), extra)
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 10, len(b) / 2, len(b) - 5} {
		path := filepath.Join(dir, "cut.tar.gz")
		if err := os.WriteFile(path, b[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out := ask(t, h, "", "archive", fmt.Sprintf(`{"path": %q}`, path)); code != 400 {
			t.Errorf("cut after %d bytes: %d %v", cut, code, out)
		}
	}
	if code, out := ask(t, h, "", "archive", fmt.Sprintf(`{"path": %q, "keys": ["other.example+00000000+AQ=="]}`, whole)); code != 400 {
		t.Errorf("keys that are not trusted: %d %v", code, out)
	}
	if out := must(t, h, "", "projects", `{}`); len(out["items"].([]any)) != 1 {
		t.Errorf("a refused archive left a project: %v", out)
	}
}

// TestALoadThatStopsIsGoneOnWith stops an import after each of its commits. Until
// it is done nobody finds the project, and then it is as if it had not stopped.
func TestALoadThatStopsIsGoneOnWith(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	a := open(t, filepath.Join(dir, "data"), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	project(t, a, h, "launch")
	path := filepath.Join(dir, "a.tar.gz")
	must(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, path))
	stops := 0
	for ; ; stops++ {
		err := a.LoadThatStops(ctx, path, "again", stops)
		if err == nil {
			break
		}
		if code, _ := ask(t, h, "again", "streams", `{}`); code == 200 {
			if out := must(t, h, "", "projects", `{}`); len(out["items"].([]any)) != 1 {
				t.Fatalf("after %d commits it is seen: %v", stops, out)
			}
		}
	}
	if stops < 5 {
		t.Errorf("it was stopped %d times", stops)
	}
	if made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "again"}`, path)); made["ok"] != true {
		t.Fatalf("imported: %v", made)
	}
	sameAgain(t, a, h, "again", path, filepath.Join(dir, "b.tar.gz"))
}

// TestForgottenStaysForgotten imports an archive that is older than a deed, and
// one of a project that was deleted.
func TestForgottenStaysForgotten(t *testing.T) {
	dir := t.TempDir()
	a := open(t, filepath.Join(dir, "data"), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	project(t, a, h, "launch")
	older := filepath.Join(dir, "older.tar.gz")
	must(t, h, "launch", "archive.export", fmt.Sprintf(`{"path": %q}`, older))
	must(t, h, "launch", "forget", `{"query": "changelog", "reason": "asked"}`)
	made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "again"}`, older))
	if made["forgotten"].(float64) != 1 || made["ok"] != true {
		t.Errorf("imported: %v", made)
	}
	if out := must(t, h, "again", "recall", `{"question": "Who keeps the changelog?"}`); out["abstain"].(map[string]any)["abstained"] != true {
		t.Errorf("raised: %v", out)
	}
	must(t, h, "", "projects.delete", `{"name": "launch", "reason": "closed"}`)
	if code, out := ask(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q, "name": "third"}`, older)); code != 409 || !strings.Contains(fmt.Sprint(out["detail"]), "deleted") {
		t.Errorf("a project that was deleted: %d %v", code, out)
	}
}

package endtoend_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// window is the least of a word that gives it away: any run of so many of its
// letters is looked for.
const window = 8

// canary makes a word that is in no text, and that an analyser inflects: its
// plural and past are other words.
func canary(rng *rand.Rand) string {
	var b strings.Builder
	for range 9 {
		b.WriteByte("bcdfgklmnprtvz"[rng.IntN(14)])
		b.WriteByte("aeiou"[rng.IntN(5)])
	}
	return b.String() + "k"
}

// traces are the byte sequences that give a word away: every run of its
// letters as text, and as UTF-16, base64 and hexadecimal of that.
func traces(word string) map[string][]byte {
	out := map[string][]byte{}
	forms := []string{word}
	for _, t := range lang.Tokens(word + "s") {
		forms = append(forms, t.Exact, t.Inflected, t.Derived)
	}
	for _, form := range forms {
		for i := 0; i+window <= len(form); i++ {
			run := form[i : i+window]
			out["text "+run] = []byte(run)
			out["hex "+run] = []byte(hex.EncodeToString([]byte(run)))
			units := utf16.Encode([]rune(run))
			little, big := []byte{}, []byte{}
			for _, u := range units {
				little, big = binary.LittleEndian.AppendUint16(little, u), binary.BigEndian.AppendUint16(big, u)
			}
			out["UTF-16LE "+run], out["UTF-16BE "+run] = little, big
			for shift := range 3 { // where the run stands in a group of three bytes
				coded := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift), run...))
				out[fmt.Sprintf("base64+%d %s", shift, run)] = []byte(coded[(shift*8+5)/6 : (shift+window)*8/6])
			}
		}
	}
	return out
}

// found tells which traces are in the files of a directory, ASCII letters
// compared without case; at most one a file.
func found(t testing.TB, dir string, traces map[string][]byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return skipGone(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return skipGone(err)
		}
		lower := bytes.ToLower(b)
		for what, trace := range traces {
			if bytes.Contains(b, trace) || bytes.Contains(lower, trace) {
				out[path] = what
			}
			if strings.Contains(strings.ToLower(path), string(trace)) {
				out[path+" (its name)"] = what
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("walk %s: %v", dir, err)
	}
	return out
}

// skipGone drops that a file went away while a directory was walked.
func skipGone(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// unlinked tells which files a process has open that have no name any more.
func unlinked(t testing.TB, pid int) []string {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // not Linux
	}
	var out []string
	for _, e := range entries {
		if target, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil && strings.HasSuffix(target, "(deleted)") {
			out = append(out, target)
		}
	}
	return out
}

// plant remembers a word in every way that a text can come in.
func plant(t *testing.T, c *client, project, word string) {
	t.Helper()
	call := json.RawMessage(fmt.Sprintf(`{"tool":"find","arguments":{"plate":%q},"result":["%s found"]}`, word, word))
	long := strings.Repeat("The yard was swept and the gate was painted green again. ", 60)
	for _, in := range []fields{
		{"content": "The code name of the bakery is " + word + ".", "wait": true},
		{"content": "Ilse keeps the " + word + "s in hall 4 and " + strings.ToUpper(word) + " in hall 5.", "wait": false},
		{"kind": "file", "content": long + "The vault of " + word + " is on floor 9. " + long + "Nobody moved the " + word + ".", "contentType": "text/plain", "wait": true},
		{"kind": "file", "contentType": "text/markdown", "contentBase64": base64.StdEncoding.EncodeToString([]byte("# Notes\n\nThe tower of " + word + " leans."))},
		{"kind": "tool_call", "content": string(call), "stream": "tools"},
		{"content": "The bakery opens at six.", "actor": "agent " + word, "role": word, "stream": "actors", "wait": true},
		{"content": "The bakery shuts at four.", "metadata": fields{"ticket": word, word: "x"}, "stream": "tags", "wait": true},
		{"stream": "batch", "wait": true, "events": []fields{
			{"content": "The lamp of " + word + " is blue."},
			{"content": "Tom said that " + word + " is late.", "actor": word},
			{"kind": "commit", "content": "Rename " + word + " to something else"}}},
	} {
		c.must(t, project, "remember", in, nil)
	}
}

// TestForgottenTextIsInNoFile plants a word, uses it, forgets it, and after the
// purge looks for it in every byte of the data directory.
func TestForgottenTextIsInNoFile(t *testing.T) {
	t.Parallel()
	word := canary(seeded(t))
	marks := traces(word)
	data := filepath.Join(t.TempDir(), "data")
	s := serve(t, data, "--forget-grace", "1s")
	const bystander = "The ferry to Texel leaves from pier 3."
	s.must(t, "", "remember", fields{"content": bystander, "wait": true}, nil)
	plant(t, s.client, "", word)
	mend(t, s.client, word)
	if len(found(t, data, marks)) == 0 {
		t.Fatal("the word is in no file before it is forgotten: this test sees nothing")
	}

	for _, in := range []fields{{"query": word}, {"actors": []string{word, "agent " + word}}, {"metadata": fields{"ticket": word}}} {
		in["reason"] = word + " asked for it"
		a, err := s.call("", "forget", "", in, nil)
		if err != nil || a.status != http.StatusOK && a.status != http.StatusNotFound {
			t.Fatalf("forget %v: %v %v", in, a, err)
		}
	}
	shown(t, s.client, word)
	awaitPurges(t, s.client, "")
	for path, what := range found(t, data, marks) {
		t.Errorf("while the server runs, after the purge, %s holds %q", path, what)
	}
	for _, path := range unlinked(t, s.cmd.Process.Pid) {
		t.Errorf("after the purge the server holds open %s", path)
	}
	if got := s.recall(t, "", "Where does the ferry to Texel leave?"); !got.has("pier 3") {
		t.Errorf("the bystander is not recalled: %+v", got)
	}
	command(t, "verify", "--url", s.url).holds(t, "verify")
	command(t, "fsck", "--url", s.url).holds(t, "fsck")
	s.stop()
	for path, what := range found(t, data, marks) {
		t.Errorf("after a clean stop %s holds %q", path, what)
	}
	if strings.Contains(strings.ToLower(s.log.String()), word) {
		t.Errorf("the log holds the word:\n%s", s.log)
	}
	if got := command(t, "recall", "--data", data, "Where does the ferry to Texel leave?").holds(t, "recall"); !strings.Contains(got.out, "pier 3") {
		t.Errorf("the bystander is gone after a restart: %s", got.out)
	}
}

// mend asks for the word, corrects a memory of it, disputes one and gives it
// another name.
func mend(t *testing.T, c *client, word string) {
	t.Helper()
	got := c.recall(t, "", "What is the code name of the bakery?")
	if !got.has(word) {
		t.Fatalf("the word is not recalled: %+v", got)
	}
	id := got.Items[0].MemoryID
	c.must(t, "", "correct", fields{"memoryId": id, "content": "The code name of the bakery is " + word + " Nine.", "reason": word + " was half of it"}, nil)
	lamp := c.recall(t, "", "What colour is the lamp of "+word+"?")
	if len(lamp.Items) == 0 {
		t.Fatal("the lamp is not recalled")
	}
	c.must(t, "", "dispute", fields{"memoryId": lamp.Items[0].MemoryID, "reason": "nobody saw " + word}, nil)
	c.must(t, "", "alias", fields{"name": word, "same": "the bakery " + word}, nil)
}

// shown wants no read to show a forgotten word.
func shown(t *testing.T, c *client, word string) {
	t.Helper()
	if got := c.recall(t, "", "What is the code name "+word+"?"); got.has(word) {
		t.Errorf("recall shows it: %+v", got)
	}
	for name, a := range map[string]answer{
		"memories":  c.must(t, "", "memories", fields{"limit": 1000}, nil),
		"streams":   c.get(t, "", "/v1/streams", nil),
		"deletions": c.get(t, "", "/v1/deletions", nil),
	} {
		if strings.Contains(strings.ToLower(string(a.body)), word) {
			t.Errorf("%s shows it: %v", name, a)
		}
	}
	for stream, events := range c.streams(t, "") {
		for i := range events {
			if a := c.get(t, "", "/v1/events/"+url.PathEscape(events[i].ID)+"/payload", nil); strings.Contains(strings.ToLower(string(a.body)), word) {
				t.Errorf("the payload of %s seq %d shows it: %v", stream, events[i].Seq, a)
			}
		}
	}
}

// awaitPurges waits until every receipt of a project has its purge.
func awaitPurges(t *testing.T, c *client, project string) {
	t.Helper()
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		forgotten, purged := map[string]bool{}, 0
		entries := c.deletions(t, project)
		for _, e := range entries {
			if e.Kind == "forgotten" {
				forgotten[e.ID] = true
			}
		}
		for _, e := range entries {
			if e.Kind == "purged" && forgotten[e.ReceiptID] {
				purged++
			}
		}
		if purged == len(forgotten) && purged > 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("of %d deeds %d are purged: %+v", len(forgotten), purged, entries)
		}
	}
}

// TestDeletedProjectIsInNoFile does the same with a project that goes as a
// whole, beside one that stays.
func TestDeletedProjectIsInNoFile(t *testing.T) {
	t.Parallel()
	word := canary(seeded(t))
	marks := traces(word)
	data := filepath.Join(t.TempDir(), "data")
	s := serve(t, data, "--forget-grace", "1s")
	s.must(t, "", "remember", fields{"content": "The ferry to Texel leaves from pier 3.", "wait": true}, nil)
	plant(t, s.client, "guest", word)
	s.must(t, "", "projects.delete", fields{"name": "guest", "reason": word}, nil)
	purged := func() bool { return len(found(t, data, marks)) == 0 }
	for deadline := time.Now().Add(40 * time.Second); !purged() && time.Now().Before(deadline); {
		time.Sleep(200 * time.Millisecond)
	}
	for path, what := range found(t, data, marks) {
		t.Errorf("after the purge of its project %s holds %q", path, what)
	}
	command(t, "fsck", "--all", "--url", s.url).holds(t, "fsck")
	command(t, "verify", "--url", s.url).holds(t, "verify")
	if got := s.recall(t, "", "Where does the ferry to Texel leave?"); !got.has("pier 3") {
		t.Errorf("the bystander is not recalled: %+v", got)
	}
	s.stop()
	if strings.Contains(s.log.String(), "panic") {
		t.Errorf("the server said:\n%s", s.log)
	}
}

package imports_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/imports"
)

// folder writes files into a folder of their own.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestOneIDInSeveralFiles has two files of a folder use one id for different
// texts, in one stream and in two: both are taken, and only once. The same text
// is the same record.
func TestOneIDInSeveralFiles(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.jsonl":      `{"id": "1", "content": "The tent is green."}` + "\n" + `{"id": "2", "content": "The boat is red."}`,
		"sub/b.jsonl":  `{"id": "1", "content": "The lamp is blue."}` + "\n" + `{"id": "2", "content": "The boat is red."}`,
		"sub2/b.jsonl": `{"id": "1", "content": "The door is white.", "stream": "doors"}`,
	})
	to := &server{}
	if r := importOnce(t, dir, "jsonl", to); r.Added != 4 || r.Present != 1 || len(r.Bad) != 0 {
		t.Errorf("%+v", r)
	}
	if r := importOnce(t, dir, "jsonl", to); r.Added != 0 || r.Present != 5 || len(r.Bad) != 0 {
		t.Errorf("again: %+v", r)
	}
	if err := os.WriteFile(filepath.Join(dir, "0.jsonl"), []byte(`{"id": "1", "content": "The key is brass."}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := importOnce(t, dir, "jsonl", to); r.Added != 1 || r.Present != 5 || len(r.Bad) != 0 {
		t.Errorf("with a file before them: %+v", r)
	}
}

// TestOtherKeysAreNotedAsTheyCame has a record that took its other key counted as
// acknowledged by the next run, without being sent.
func TestOtherKeysAreNotedAsTheyCame(t *testing.T) {
	dir := folder(t, map[string]string{"a.jsonl": `{"id": "1", "content": "one"}`, "b.jsonl": `{"id": "1", "content": "two"}`})
	to, known := &server{}, texts{}
	for range 2 {
		src, err := imports.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		o := options(t, src, "jsonl", to)
		o.Known = known
		if r, err := imports.Run(context.Background(), src, o); err != nil || r.Added+r.Present != 2 {
			t.Errorf("%+v, %v", r, err)
		}
		src.Close()
	}
	if to.sends != 3 {
		t.Errorf("%d sends", to.sends)
	}
}

// texts is an Acknowledged and a Texts that lies in memory.
type texts map[string]string

func (x texts) Has(r *imports.Record) bool { return x["sent "+r.Key+string(r.Content)] != "" }

func (x texts) Add(records []imports.Record, last string) error {
	for i := range records {
		x["sent "+records[i].Key+string(records[i].Content)] = last
	}
	return nil
}

func (x texts) Had(id string, text []byte) (had, known bool) {
	was, known := x[id]
	return was == string(text), known
}

func (x texts) Note(id string, text []byte) error {
	x[id] = string(text)
	return nil
}

// TestAnotherTextUnderAnIDIsBad lists records whose id is another text's, in one
// run and in the next, of formats that have no versions.
func TestAnotherTextUnderAnIDIsBad(t *testing.T) {
	to := &server{}
	twice := written(t, "a.jsonl", []byte(`{"id": "1", "content": "one"}
{"id": "1", "content": "two"}
{"idempotencyKey": "k", "content": "three"}
{"idempotencyKey": "k", "content": "four"}
{"id": "1", "content": "one"}`))
	want := []string{"a.jsonl line 2: another record has this id, with another text", "a.jsonl line 4: another record has this id, with another text"}
	for i := range 2 {
		r := importOnce(t, twice, "jsonl", to)
		if d := cmp.Diff(want, badOf(r)); d != "" || r.Added != 2*(1-i) || r.Present != 1+2*i {
			t.Errorf("run %d: %+v\n%s", i, r, d)
		}
	}
	mail := "Message-ID: <m@example.org>\n\n"
	to = &server{}
	importOnce(t, written(t, "m.eml", []byte(mail+"The gate opens at six.\n")), "mbox", to)
	r := importOnce(t, written(t, "m.eml", []byte(mail+"The gate opens at seven.\n")), "mbox", to)
	if len(r.Bad) != 1 || r.Present != 0 || r.Added != 0 {
		t.Errorf("%+v", r)
	}
}

// TestEditedAfterForgetting edits a note whose newest or first version was
// forgotten: the new text is taken, the forgotten one is not.
func TestEditedAfterForgetting(t *testing.T) {
	for _, c := range []struct {
		before []string // imported one after the other
		forgot int      // which is forgotten
		after  string
		added  int
		why    string
		strip  bool // nothing is noted on the machine
	}{
		{before: []string{"Oslo", "Rome"}, forgot: 1, after: "Lima", added: 1},
		{before: []string{"Oslo", "Rome"}, forgot: 1, after: "Rome", why: "forgotten since"},
		{before: []string{"Oslo", "Rome"}, forgot: 1, after: "Oslo"},
		{before: []string{"Oslo"}, forgot: 0, after: "Rome", added: 1},
		{before: []string{"Oslo"}, forgot: 0, after: "Oslo", why: "forgotten since"},
		{before: []string{"Oslo", "Rome"}, forgot: 0, after: "Rome"},
		{before: []string{"Oslo", "Rome", "Lima"}, forgot: 1, after: "Rome", why: "forgotten since"},
		{before: []string{"Oslo", "Rome"}, forgot: 1, after: "Lima", why: "forgotten since, or edited after it: nothing on this machine tells", strip: true},
	} {
		name := fmt.Sprintf("%v without %d, then %s", c.before, c.forgot, c.after)
		to, noted := &server{}, texts{}
		path := filepath.Join(t.TempDir(), "note.md")
		run := func(text string) *imports.Report {
			t.Helper()
			if err := os.WriteFile(path, []byte("She lives in "+text), 0o600); err != nil {
				t.Fatal(err)
			}
			src, err := imports.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close()
			o := options(t, src, "markdown", to)
			o.Texts = noted
			r, err := imports.Run(context.Background(), src, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		for _, text := range c.before {
			run(text)
		}
		to.forgot = map[string]bool{to.order[c.forgot]: true}
		if c.strip {
			clear(noted)
		}
		for i := range 2 {
			r := run(c.after)
			added, present := c.added, 1-c.added
			if i == 1 {
				added, present = 0, 1
			}
			if c.why != "" {
				present = 0
			}
			if r.Added != added || r.Present != present || c.why != "" && r.Skipped[c.why] != 1 || len(r.Bad) != 0 {
				t.Errorf("%s, run %d: %+v", name, i, r)
			}
		}
	}
}

// TestBytesThatAreNoTextAreBad puts bytes that are no UTF-8 into every format of
// JSON: the record is listed with its place, nothing is put in their stead, and
// the record beside it is taken.
func TestBytesThatAreNoTextAreBad(t *testing.T) {
	for _, c := range []struct{ format, file, text, bad string }{
		{"jsonl", "a.jsonl", `{"id": "1", "content": "a~"}` + "\n" + `{"id": "2", "content": "b"}`, "a.jsonl line 1"},
		{"jsonl", "a.jsonl", `{"id": "~", "content": "a"}` + "\n" + `{"id": "2", "content": "b"}`, "a.jsonl line 1"},
		{"mem0", "a.json", `[{"id": "1", "memory": "a~"}, {"id": "2", "memory": "b"}]`, "a.json entry 1"},
		{"zep", "a.json", `[{"uuid": "1", "content": "a~"}, {"uuid": "2", "content": "b"}]`, "a.json entry 1"},
		{"hindsight", "a.json", `[{"id": "1", "text": "a~"}, {"id": "2", "text": "b"}]`, "a.json entry 1"},
		{"server-memory", "a.jsonl", `{"type": "entity", "name": "~", "observations": ["a"]}` + "\n" + `{"type": "entity", "name": "b", "observations": ["b"]}`, "a.jsonl line 1"},
		{"claude-code", "a.jsonl", `{"type": "user", "uuid": "1", "message": {"content": "a~"}}` + "\n" + `{"type": "user", "uuid": "2", "message": {"content": "b"}}`, "a.jsonl line 1"},
		{"codex", "a.jsonl", `{"type": "session_meta", "payload": {"id": "s"}}` + "\n" + `{"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"text": "a~"}]}}` + "\n" +
			`{"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"text": "b"}]}}`, "a.jsonl line 2"},
		{"claude", "a.json", `[{"uuid": "c", "chat_messages": [{"uuid": "1", "sender": "human", "text": "a~"}, {"uuid": "2", "sender": "human", "text": "b"}]}]`, "a.json conversation 1 message 1"},
		{"chatgpt", "a.json", `[{"id": "c", "current_node": "2", "mapping": {"1": {"message": {"id": "1", "author": {"role": "user"}, "content": {"parts": ["a~"]}}},
			"2": {"parent": "1", "message": {"id": "2", "author": {"role": "user"}, "content": {"parts": ["b"]}}}}}]`, "a.json conversation 1 message 1"},
		{"chatgpt", "a.json", `[{"id": "c", "current_node": "1", "mapping": {"1~": {}, "1": {"message": {"id": "1", "author": {"role": "user"}, "content": {"parts": ["a"]}}}}},
			{"id": "d", "current_node": "1", "mapping": {"1": {"message": {"id": "2", "author": {"role": "user"}, "content": {"parts": ["b"]}}}}}]`, "a.json conversation 1"},
	} {
		to := &server{}
		r := importOnce(t, written(t, c.file, []byte(strings.ReplaceAll(c.text, "~", "\xe4"))), c.format, to)
		if r.Added != 1 || len(r.Bad) != 1 || r.Bad[0].Position != c.bad || !strings.Contains(r.Bad[0].Reason, "it is not text in UTF-8") {
			t.Errorf("%s: %+v", c.format, r)
		}
		for _, rec := range to.events {
			if !strings.HasSuffix(string(rec.Content), "b") {
				t.Errorf("%s: took %q", c.format, rec.Content)
			}
		}
	}
	to := &server{}
	text := "[{\"uuid\": \"1\", \"content\": \"a \uFFFD that was written\"}]"
	if r := importOnce(t, written(t, "a.json", []byte(text)), "zep", to); r.Added != 1 {
		t.Errorf("a U+FFFD of the source: %+v", r)
	}
}

// TestStreamsOfIDs wants a stream for each id, and nothing of a person in its
// name.
func TestStreamsOfIDs(t *testing.T) {
	for _, c := range []struct{ format, file, record string }{
		{"mem0", "a.json", `{"id": "%d", "memory": "x", "user_id": %q}`},
		{"zep", "a.json", `{"uuid": "%d", "content": "x", "thread_id": %q}`},
		{"claude", "a.json", `{"chat_messages": [{"uuid": "%d", "sender": "human", "text": "x"}], "uuid": %q}`},
		{"chatgpt", "a.json", `{"mapping": {"m": {"message": {"id": "%d", "author": {"role": "user"}, "content": {"parts": ["x"]}}}}, "id": %q}`},
		{"claude-code", "a.jsonl", `{"type": "user", "uuid": "%d", "message": {"content": "x"}, "sessionId": %q}`},
	} {
		ids := []string{"ana@example.com", "ana-example.com", "Önal", "Ünal", "-nal", "a b", "a/b", strings.Repeat("a", 97), strings.Repeat("a", 98), "~a"}
		if c.format != "mem0" && c.format != "zep" {
			ids = append(ids, "d-"+named("stream "+c.format+"\x00ana@example.com")) // as the digest of another one
		}
		var records []string
		for i, id := range ids {
			records = append(records, fmt.Sprintf(c.record, i, id))
		}
		text := "[" + strings.Join(records, ",") + "]"
		if strings.HasSuffix(c.file, "l") {
			text = strings.Join(records, "\n")
		}
		to := &server{}
		r := importOnce(t, written(t, c.file, []byte(text)), c.format, to)
		if len(r.Streams) != len(ids) || len(r.Bad) != 0 {
			t.Errorf("%s: %d streams of %d ids: %+v", c.format, len(r.Streams), len(ids), r)
		}
		for name := range r.Streams {
			private := c.format == "mem0" || c.format == "zep"
			if private && !strings.HasPrefix(name, c.format+".d-") || strings.Contains(name, "nal") && name != c.format+".-nal" {
				t.Errorf("%s: stream %s", c.format, name)
			}
		}
	}
}

// TestNamesOfFilesAreInNoStream reads sessions without an id inside from files
// that a person named.
func TestNamesOfFilesAreInNoStream(t *testing.T) {
	for format, line := range map[string]string{
		"claude-code": `{"type": "user", "uuid": "1", "message": {"content": "x"}}`,
		"codex":       `{"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"text": "x"}]}}`,
	} {
		to := &server{}
		importOnce(t, written(t, "salary-of-ana.jsonl", []byte(line)), format, to)
		for k, r := range to.events {
			if strings.Contains(k+r.Stream, "salary") {
				t.Errorf("%s: %s in %s", format, k, r.Stream)
			}
		}
		if len(to.events) != 1 {
			t.Errorf("%s: %d events", format, len(to.events))
		}
	}
}

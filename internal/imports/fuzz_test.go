package imports_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// FuzzFormats gives every format any bytes as its file. Whatever they are it
// ends, and what it takes is acceptable to a server and the same the second
// time.
func FuzzFormats(f *testing.F) {
	names := map[string]string{"chatgpt": "conversations.json", "claude": "conversations.json", "claude-code": "a.jsonl", "codex": "a.jsonl", "mbox": "a.mbox",
		"obsidian": "a.md", "markdown": "a.md", "basic-memory": "a.md", "kaeru": "a.md", "mem0": "a.json", "zep": "a.json", "hindsight": "a.json",
		"server-memory": "memory.jsonl", "jsonl": "a.jsonl"}
	for _, x := range fixtures {
		err := filepath.WalkDir(filepath.Join("testdata", x.path), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			f.Add(x.format, b)
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
	f.Add("mbox", []byte("From x\nContent-Type: multipart/mixed; boundary=a\n\n--a\n\n--a--"))
	f.Add("markdown", []byte("---\na: &a [*a, *a]\n---\n[[a|b]]"))
	f.Fuzz(func(t *testing.T, format string, b []byte) {
		name := names[format]
		if name == "" || len(b) > 1<<20 {
			t.Skip()
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := imports.Open(path)
		if err != nil {
			return
		}
		defer src.Close()
		to := &server{}
		first, err := imports.Run(context.Background(), src, options(t, src, format, to))
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range to.order {
			r := to.events[k]
			if len(k) > kaibo.MaxIdempotencyKey || !utf8.ValidString(k) || len(r.Content) > kaibo.MaxContentBytes || !utf8.Valid(r.Content) && r.ContentType == "" && format != "jsonl" {
				t.Fatalf("%+v", r)
			}
		}
		kept := len(to.order)
		if again, err := imports.Run(context.Background(), src, options(t, src, format, to)); err != nil || len(to.order) != kept {
			t.Fatalf("again: %+v after %+v, %v", again, first, err)
		}
	})
}

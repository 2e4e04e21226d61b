package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cli"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
)

// terminal runs a command as somebody at a terminal who types in.
func terminal(t *testing.T, in string, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Run(context.Background(), strings.NewReader(in), &stdout, &stderr, 60, args...)
	return code, stdout.String(), stderr.String()
}

func TestADeedIsAskedFor(t *testing.T) {
	t.Setenv("KAIBO_DATA", t.TempDir())
	terminal(t, "", "remember", "Viktor takes lithium every evening.")
	for _, no := range []string{"", "\n", "n\n", "no\n", "yess\n", strings.Repeat("y", 300)} {
		code, out, stderr := terminal(t, no, "forget", "lithium")
		if code != 130 || strings.Contains(out, "Receipt") || !strings.Contains(stderr, "1 memory and 1 event") {
			t.Errorf("%.10q: exit %d, %s%s", no, code, out, stderr)
		}
	}
	if code, out, stderr := terminal(t, "y\n", "forget", "lithium"); code != 0 || !strings.Contains(out, "Receipt rcp_") {
		t.Errorf("exit %d, %s%s", code, out, stderr)
	}
	if code, _, _ := terminal(t, "y\n", "forget", "lithium"); code != 4 {
		t.Errorf("exit %d with nothing to forget", code)
	}
}

// TestAnInterruptEndsTheQuestion has nobody type anything: the read of standard
// input never returns.
func TestAnInterruptEndsTheQuestion(t *testing.T) {
	t.Setenv("KAIBO_DATA", t.TempDir())
	terminal(t, "", "remember", "Viktor takes lithium every evening.")
	in, keyboard := io.Pipe()
	defer keyboard.Close()
	ctx, interrupt := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, interrupt)
	var out, stderr bytes.Buffer
	if code := cli.Run(ctx, in, &out, &stderr, 60, "forget", "lithium"); code != 130 || strings.Contains(out.String(), "Receipt") {
		t.Errorf("exit %d, %s%s", code, out.String(), stderr.String())
	}
	if _, out, _ := terminal(t, "", "recall", "What does Viktor take?"); !strings.Contains(out, "lithium") {
		t.Errorf("an interrupted forget forgot: %s", out)
	}
}

func TestErrorsAreProblemsToScripts(t *testing.T) {
	t.Setenv("KAIBO_DATA", t.TempDir())
	for _, c := range []struct {
		args []string
		exit int
		code string
		says string
	}{
		{[]string{"recall", "q", "--budget", "40000"}, 3, "invalid_request", "32000"},
		{[]string{"memory", "mem_aaaaaaaaaaaaaaaa"}, 4, "not_found", "no memory"},
		{[]string{"recall"}, 3, "invalid_request", "question"},
		{[]string{"--url", "http://127.0.0.1:1", "recall", "q"}, 2, "unavailable", "127.0.0.1:1"},
	} {
		code, out, stderr := terminal(t, "", append([]string{"--json"}, c.args...)...)
		var problem httpapi.Problem
		if err := json.Unmarshal([]byte(stderr), &problem); err != nil || out != "" {
			t.Errorf("%q: %v: %s%s", c.args, err, out, stderr)
		}
		if code != c.exit || problem.Code != c.code || !strings.Contains(problem.Detail, c.says) || problem.Type == "" {
			t.Errorf("%q: exit %d, %+v", c.args, code, problem)
		}
	}
}

func TestLongWorkShowsItsProgress(t *testing.T) {
	t.Setenv("KAIBO_DATA", t.TempDir())
	for _, empty := range []bool{true, false} {
		if !empty {
			terminal(t, "", "remember", "The tide table is on the fridge.")
			terminal(t, "", "remember", "The sauna is closed in July.")
		}
		for _, verb := range []string{"verify", "fsck", "rebuild"} {
			code, out, stderr := terminal(t, "", verb)
			if code != 0 || !strings.Contains(out, "All holds.") {
				t.Errorf("%s, empty %t: exit %d, %s%s", verb, empty, code, out, stderr)
			}
			if !empty && !strings.Contains(stderr, verb) {
				t.Errorf("%s shows no progress: %q", verb, stderr)
			}
		}
	}
}

func TestTextCannotSteerTheTerminal(t *testing.T) {
	t.Setenv("KAIBO_DATA", t.TempDir())
	const hostile = "The door code is \x1b[2J\x1b]0;pwned\x07 4711\u202e."
	if code, out, stderr := terminal(t, "", "remember", hostile); code != 0 || strings.ContainsAny(out+stderr, "\x1b\x07\u202e") {
		t.Errorf("exit %d: %q", code, out+stderr)
	}
	for _, args := range [][]string{{"memories"}, {"recall", "What is the door code?"}, {"recall", "\x1b[2J?"}, {"memory", "\x1b[2J"}, {"\x1b[2J"}} {
		_, out, stderr := terminal(t, "", args...)
		if strings.ContainsAny(out+stderr, "\x1b\x07\u202e") {
			t.Errorf("%q: %q", args, out+stderr)
		}
	}
	if _, out, _ := terminal(t, "", "recall", "What is the door code?"); !strings.Contains(out, "4711") {
		t.Errorf("the text itself is lost: %q", out)
	}
}

func TestCleanKeepsText(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "a\tb\nc": "a\tb\nc", "naïve 日本 👩‍🚀": "naïve 日本 👩‍🚀",
		"\x1b[0m": "\ufffd[0m", "a\rb": "a\ufffdb", "\u009b31m": "\ufffd31m", "\u2066x": "\ufffdx",
	} {
		if got := cli.Clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestWrapKeepsEveryWord(t *testing.T) {
	line := strings.Repeat("a few words and a verylongwordthatdoesnotfitanywhere ", 5)
	for width := range 80 {
		parts := cli.Wrap(line, width)
		if diff := cmp.Diff(strings.Fields(line), strings.Fields(strings.Join(parts, " "))); diff != "" {
			t.Fatalf("width %d:\n%s", width, diff)
		}
		for _, part := range parts {
			if width >= 40 && utf8.RuneCountInString(part) > width {
				t.Errorf("width %d: %q", width, part)
			}
		}
	}
}

func TestAnAnswerOfSomethingElseIsNoAnswer(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"a page": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>", http.StatusBadGateway) },
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		},
		"odd JSON": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`[1`)) },
	} {
		server := httptest.NewServer(h)
		code, out, stderr := terminal(t, "", "--url", server.URL, "memories")
		server.Close()
		if code != 2 || stderr == "" {
			t.Errorf("%s: exit %d, %s%s", name, code, out, stderr)
		}
	}
}

func TestAKeyGoesToItsServerAlone(t *testing.T) {
	var leaked string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked = r.Header.Get("Authorization") }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	t.Setenv("KAIBO_API_KEY", "kaibo_secret")
	if code, _, _ := terminal(t, "", "--url", server.URL, "memories"); code == 0 || leaked != "" {
		t.Errorf("exit %d, leaked %q", code, leaked)
	}
}

func FuzzReadEvents(f *testing.F) {
	f.Add([]byte("event: final\ndata: {}\n\n"))
	f.Add([]byte("data: {}\n\nevent: progress\ndata: {\"done\":1}\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		_ = cli.ReadEvents(bytes.NewReader(b), func(_ string, data []byte) error {
			n += len(data)
			return nil
		})
		if n > len(b) {
			t.Errorf("%d bytes of data out of %d", n, len(b))
		}
	})
}

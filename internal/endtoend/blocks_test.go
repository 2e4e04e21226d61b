package endtoend_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// block is a fenced block of a page. What stands behind the language says how
// it is taken:
//
//	sh                    run, by sh -e
//	sh background         run until the page ends
//	sh no-run: REASON     not run, because of what it says
//	console               run line by line, what is shown is compared; … stands for anything
//	json                  has to be JSON
//	go run-by: TestName   run by a test of that name; so python, ts and others
type block struct {
	page     string
	line     int
	language string
	how      string
	text     string
}

// blocksOf reads the fenced blocks of a page.
func blocksOf(t *testing.T, page string, text []byte) []block {
	t.Helper()
	var out []block
	var open *block
	scan := bufio.NewScanner(bytes.NewReader(text))
	scan.Buffer(nil, 1<<20)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		fence, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence && open == nil:
			language, how, _ := strings.Cut(fence, " ")
			open = &block{page: page, line: n, language: language, how: strings.TrimSpace(how)}
		case isFence:
			out = append(out, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: the block is not closed", page, open.line)
	}
	return out
}

// pagesWithBlocks are the pages whose blocks are executed.
func pagesWithBlocks(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	return pages
}

// TestBlocksOfPagesRun runs every code block of README and docs, each page in a
// home of its own.
func TestBlocksOfPagesRun(t *testing.T) {
	unixOnly(t)
	ran := 0
	for _, page := range pagesWithBlocks(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := blocksOf(t, page, text)
		if len(blocks) == 0 {
			continue
		}
		ran += len(blocks)
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			home := newHome(t)
			for _, b := range blocks {
				home.run(t, &b)
			}
		})
	}
	if ran < 30 {
		t.Errorf("%d blocks", ran)
	}
}

// home is where the blocks of one page run.
type home struct {
	dir  string
	env  []string
	port string
	ids  map[string]string // what stands in the page → what it is here; "mem" → the last one of its kind
}

// newHome makes a home in which kaibo is on the PATH. There "kaibo serve"
// listens on a port of its own.
func newHome(t *testing.T) *home {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	_ = l.Close()
	h := &home{dir: t.TempDir(), port: port, ids: map[string]string{}}
	bin := filepath.Join(h.dir, "bin")
	script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = serve ] && [ $# = 1 ]; then set -- serve --listen 127.0.0.1:%s; fi\nexec %s \"$@\"\n", port, program)
	if err := errors.Join(os.Mkdir(bin, 0o700), os.WriteFile(filepath.Join(bin, "kaibo"), []byte(script), 0o700)); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	h.env = append(os.Environ(), "HOME="+h.dir, "XDG_DATA_HOME="+filepath.Join(h.dir, "share"), "XDG_CONFIG_HOME="+filepath.Join(h.dir, "config"),
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return h
}

func (h *home) run(t *testing.T, b *block) {
	t.Helper()
	reason, notRun := strings.CutPrefix(b.how, "no-run:")
	test, runBy := strings.CutPrefix(b.how, "run-by:")
	switch {
	case notRun && strings.TrimSpace(reason) == "":
		t.Errorf("%s:%d: no-run wants its reason", b.page, b.line)
	case notRun:
	case runBy:
		wantTest(t, b, strings.TrimSpace(test))
	case b.language == "console":
		h.session(t, b)
	case b.language == "sh" && b.how == "background":
		h.background(t, b)
	case b.language == "sh" && b.how == "":
		if _, err := h.shell(t, b.text); err != nil {
			t.Errorf("%s:%d: %v", b.page, b.line, err)
		}
	case b.language == "json":
		dec := json.NewDecoder(strings.NewReader(b.text))
		for {
			var v any
			if err := dec.Decode(&v); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s:%d: %v", b.page, b.line, err)
			}
		}
	case b.language == "" || b.language == "mermaid" || b.language == "http" || b.language == "text" || b.language == "toml" || b.language == "yaml":
		// shows a form, and is nothing to run
	default:
		t.Errorf("%s:%d: nothing says how a block of %q %q is run", b.page, b.line, b.language, b.how)
	}
}

// wantTest wants a test of that name in the repository.
func wantTest(t *testing.T, b *block, name string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "grep", "-lw", name, "--", "*_test.go", "*.test.ts", "test_*.py", ".ci/*") //nolint:gosec // a word of our own pages
	cmd.Dir = "../.."
	if out, err := cmd.Output(); err != nil && len(out) == 0 {
		if _, isRepository := os.Stat("../../.git"); isRepository != nil {
			return // unpacked from an archive: there is nothing to look in
		}
		t.Errorf("%s:%d: there is no test %q", b.page, b.line, name)
	}
}

// shell runs a script and returns what it wrote.
func (h *home) shell(t *testing.T, script string) (string, error) {
	t.Helper()
	if strings.Contains(script, "curl ") {
		if _, err := exec.LookPath("curl"); err != nil {
			t.Skip("curl is not installed")
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-e", "-c", h.atPort(script)) //nolint:gosec // a block of our own pages
	cmd.Dir, cmd.Env = h.dir, h.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%w\n%s\n%s", err, script, out)
	}
	return string(out), nil
}

// atPort puts the port of this home in place of the one in the pages.
func (h *home) atPort(script string) string {
	return strings.ReplaceAll(script, "127.0.0.1:8080", "127.0.0.1:"+h.port)
}

// background runs a server until the page ends, and waits until it answers.
func (h *home) background(t *testing.T, b *block) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "sh", "-c", "exec "+strings.TrimSpace(h.atPort(b.text))) //nolint:gosec // a block of our own pages
	cmd.Dir, cmd.Env, cmd.Stderr = h.dir, h.env, &out
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s:%d: %v", b.page, b.line, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get("http://127.0.0.1:" + h.port + "/healthz") //nolint:noctx // a loop with an end of its own
		if err == nil {
			_ = resp.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s:%d: it does not answer: %v\n%s", b.page, b.line, err, out.String())
		}
	}
}

// session runs the commands of a console block, each with what it shows.
func (h *home) session(t *testing.T, b *block) {
	t.Helper()
	var command, shown []string
	line := b.line
	flush := func() {
		if len(command) > 0 {
			h.compare(t, b, line, strings.Join(command, "\n"), strings.Join(shown, "\n"))
		}
	}
	for i, text := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		if next, ok := strings.CutPrefix(text, "$ "); ok {
			flush()
			command, shown, line = []string{next}, nil, b.line+1+i
		} else if more, ok := strings.CutPrefix(text, "> "); ok && len(shown) == 0 && len(command) > 0 {
			command = append(command, more)
		} else {
			shown = append(shown, text)
		}
	}
	flush()
}

// made is what differs from run to run: ids, hashes, salts, names of
// deployments, the times of the server, and what a column is wide.
var made = regexp.MustCompile(`\b(evt|mem|rcp|prj|key|whk|job|ret|msg)_[a-z2-7…]+|\b[0-9a-f]{32,64}\b|kaibo-[a-z2-7]{16}(/[a-z2-7_]+)*|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+`)

func (h *home) compare(t *testing.T, b *block, line int, command, shown string) {
	t.Helper()
	got, err := h.shell(t, h.known(command))
	if err != nil {
		t.Errorf("%s:%d: %v", b.page, line, err)
		return
	}
	h.learn(shown, got)
	pattern := regexp.QuoteMeta(normal(shown))
	pattern = strings.ReplaceAll(pattern, "…", `(?s:.*)`)
	if !regexp.MustCompile(`\A` + pattern + `\z`).MatchString(normal(got)) {
		t.Errorf("%s:%d: $ %s\nshows\n%s\nand the page says\n%s", b.page, line, command, got, shown)
	}
}

// id is what a page names a thing by.
var id = regexp.MustCompile(`\b([a-z]{3})_[a-z2-7]{16}\b`)

// learn pairs the ids that a page shows with those that were shown here.
func (h *home) learn(shown, got string) {
	there, here := id.FindAllString(shown, -1), id.FindAllString(got, -1)
	for i, one := range here {
		if len(there) == len(here) {
			h.ids[there[i]] = one
		}
		h.ids[one[:3]] = one
	}
}

// known puts ids of this run in place of those of the page.
func (h *home) known(command string) string {
	return id.ReplaceAllStringFunc(command, func(one string) string {
		if here := h.ids[one]; here != "" {
			return here
		}
		if last := h.ids[one[:3]]; last != "" {
			return last
		}
		return one
	})
}

// normal makes two runs alike.
func normal(s string) string {
	s = made.ReplaceAllString(strings.TrimRight(s, "\n "), "ID")
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

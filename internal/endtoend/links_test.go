package endtoend_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// link finds links and pictures of Markdown. Those inside code were cut before.
var link = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)

// TestNoLinkIsDead looks at every link of every page: to a file, to a heading,
// or to an address that can be one. No request is made.
func TestNoLinkIsDead(t *testing.T) {
	headings := map[string]map[string]bool{}
	seen := 0
	for _, page := range pagesWithBlocks(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(withoutCode(string(text)), -1) {
			seen++
			checkLink(t, page, m[1], headings)
		}
	}
	if seen < 100 {
		t.Errorf("%d links", seen)
	}
}

func checkLink(t *testing.T, page, to string, headings map[string]map[string]bool) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Errorf("%s: %q is no link: %v", page, to, err)
		return
	}
	if u.Scheme != "" {
		if u.Scheme != "https" && u.Scheme != "mailto" && !strings.HasPrefix(u.Host, "127.0.0.1") || u.Scheme == "https" && u.Host == "" {
			t.Errorf("%s: %q is no address", page, to)
		}
		return
	}
	file := page
	if u.Path != "" {
		file = filepath.Join(filepath.Dir(page), filepath.FromSlash(u.Path))
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%s: %q leads nowhere", page, to)
		return
	}
	if u.Fragment != "" && !headingsOf(t, file, headings)[u.Fragment] {
		t.Errorf("%s: there is no heading for %q", page, to)
	}
}

// headingsOf returns the fragments of a page's headings, as GitHub makes them.
func headingsOf(t *testing.T, file string, known map[string]map[string]bool) map[string]bool {
	t.Helper()
	if known[file] != nil {
		return known[file]
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, line := range strings.Split(withoutFences(string(text)), "\n") {
		heading := strings.TrimLeft(line, "#")
		if heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		out[fragmentOf(heading)] = true
	}
	known[file] = out
	return out
}

var notInFragment = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

func fragmentOf(heading string) string {
	heading = notInFragment.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
	return strings.ReplaceAll(heading, " ", "-")
}

var (
	fences = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```[ \t]*$")
	spans  = regexp.MustCompile("`[^`\n]*`")
)

func withoutFences(s string) string { return fences.ReplaceAllString(s, "") }

func withoutCode(s string) string { return spans.ReplaceAllString(withoutFences(s), "") }

package markdown_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/docsite/markdown"
)

// TestHeadingsAreNamedAsOnGitHub: by its rules.
func TestHeadingsAreNamedAsOnGitHub(t *testing.T) {
	for _, c := range []struct{ source, id string }{
		{"# Keep it safe", "keep-it-safe"},
		{"## `verifier_keys.rotate`", "verifier_keysrotate"},
		{"## dead_letters", "dead_letters"},
		{"## What's new, and what is *not*?", "whats-new-and-what-is-not"},
		{"## A & B", "a--b"},
		{"## [Linked](https://example.com) title", "linked-title"},
		{"## Schöne Grüße 2026", "schöne-grüße-2026"},
		{"## 記憶", "記憶"},
		{"## well-known", "well-known"},
		{"# Same\n## Same\n## Same-1", "same-1-1"},
		{"Under\n-----", "under"},
	} {
		html, err := markdown.HTML([]byte(c.source), func(to string) string { return to })
		if err != nil || !strings.Contains(string(html), `id="`+c.id+`"`) {
			t.Errorf("%q has no %q: %s %v", c.source, c.id, html, err)
		}
	}
}

func TestHTMLOfTheSourceIsLeftOut(t *testing.T) {
	html, err := markdown.HTML([]byte("<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](there)"), func(to string) string { return "m/" + to })
	if err != nil || strings.Contains(string(html), "<script") || !strings.Contains(string(html), `href="m/there"`) {
		t.Errorf("%v: %s", err, html)
	}
}

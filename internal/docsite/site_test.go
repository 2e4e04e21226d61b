package docsite_test

import (
	"archive/zip"
	"bytes"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/docs"
	"github.com/kaibo-dev/kaibo/internal/docsite"
	"github.com/kaibo-dev/kaibo/internal/docsite/markdown"
)

func site(t *testing.T) *docsite.Site {
	t.Helper()
	s, err := docsite.New(markdown.HTML)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answer is what a path answers.
type answer struct {
	status int
	header http.Header
	body   string
}

func get(t *testing.T, s *docsite.Site, urlPath string) answer {
	t.Helper()
	w := httptest.NewRecorder()
	if !s.Serve(w, httptest.NewRequest(http.MethodGet, urlPath, nil)) {
		t.Fatalf("%s is not there", urlPath)
	}
	return answer{w.Code, w.Header(), w.Body.String()}
}

// TestEveryPageInEveryForm looks at the source, the page, the index, the text
// of all, and the archive.
func TestEveryPageInEveryForm(t *testing.T) {
	s := site(t)
	index, full := get(t, s, "/docs/llms.txt").body, get(t, s, "/docs/llms-full.txt").body
	archived := map[string]string{}
	zipped := get(t, s, "/docs/docs.zip").body
	z, err := zip.NewReader(strings.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		archived[f.Name] = string(b)
	}
	if len(s.Names()) < 15 || len(archived) != len(s.Names())+1 {
		t.Errorf("%d pages, %d files in the archive", len(s.Names()), len(archived))
	}
	for _, name := range s.Names() {
		source, err := docs.Files.ReadFile(name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		markdown := get(t, s, "/docs/"+name+".md")
		if markdown.body != string(source) || !strings.HasPrefix(markdown.header.Get("Content-Type"), "text/markdown") {
			t.Errorf("%s.md is not the source", name)
		}
		page := get(t, s, "/docs/"+name)
		html := page.body
		if !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") || !strings.Contains(html, "<h1") || strings.Contains(html, "<script") {
			t.Errorf("%s is no page: %.200s", name, html)
		}
		if !strings.Contains(index, "("+name+".md)") || !strings.Contains(full, "<!-- /docs/"+name+".md -->") {
			t.Errorf("%s is not in the index or the text", name)
		}
		if archived["kaibo-docs/"+name+".md"] != string(source) {
			t.Errorf("%s is not in the archive", name)
		}
	}
}

// TestLinksOfPagesLead follows every link of every page that leads into the docs.
func TestLinksOfPagesLead(t *testing.T) {
	s := site(t)
	href := regexp.MustCompile(`href="([^"#]*)`)
	pages := []string{"/docs/"}
	for _, name := range s.Names() {
		pages = append(pages, "/docs/"+name)
	}
	followed := 0
	for _, page := range pages {
		for _, m := range href.FindAllStringSubmatch(get(t, s, page).body, -1) {
			to := m[1]
			if to == "" || strings.Contains(to, ":") || strings.HasSuffix(to, "openapi.json") {
				continue
			}
			full := path.Join(path.Dir(page+"x"), to)
			followed++
			if _, ok := s.Find(full); !ok {
				t.Errorf("%s leads to %s, where nothing is", page, full)
			}
		}
	}
	if followed < 100 {
		t.Errorf("%d links", followed)
	}
}

// TestFragmentsLeadToHeadings follows every link to a part of a page, in HTML.
func TestFragmentsLeadToHeadings(t *testing.T) {
	s := site(t)
	href := regexp.MustCompile(`href="([^"#:]*)#([^"]+)"`)
	followed := 0
	for _, name := range s.Names() {
		page := get(t, s, "/docs/"+name).body
		for _, m := range href.FindAllStringSubmatch(page, -1) {
			target := page
			if m[1] != "" {
				target = get(t, s, path.Join(path.Dir("/docs/"+name), m[1])).body
			}
			fragment, err := url.PathUnescape(html.UnescapeString(m[2]))
			if err != nil {
				t.Fatal(err)
			}
			followed++
			if n := strings.Count(target, `id="`+fragment+`"`); n != 1 {
				t.Errorf("%s leads to %s#%s, which %d parts are named", name, m[1], fragment, n)
			}
		}
	}
	if followed < 100 {
		t.Errorf("%d links", followed)
	}
}

// TestWithoutARendererPagesLeadToTheirSource is what a deployment serves.
func TestWithoutARendererPagesLeadToTheirSource(t *testing.T) {
	s, err := docsite.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"/docs/mcp": "mcp.md", "/docs/skill/SKILL": "SKILL.md"} {
		if r := get(t, s, from); r.status != http.StatusMovedPermanently || r.header.Get("Location") != to {
			t.Errorf("%s: %d %s", from, r.status, r.header.Get("Location"))
		}
	}
	if r := get(t, s, "/docs/"); r.status != 200 || !strings.Contains(r.body, "<h1>kaibo</h1>") {
		t.Errorf("the index: %d %.100s", r.status, r.body)
	}
}

func TestNothingElseIsServed(t *testing.T) {
	s := site(t)
	for _, p := range []string{"/docs/nothing", "/docs/../go.mod", "/docs/embed.go", "/docs/mcp.md/x", "/other", "/docsx", "/docs//mcp", "/docs/.."} {
		w := httptest.NewRecorder()
		r := &http.Request{Method: http.MethodGet, URL: httptest.NewRequest(http.MethodGet, "/", nil).URL}
		r.URL.Path = p
		if s.Serve(w, r) {
			t.Errorf("%s is served", p)
		}
	}
}

func TestTheRootLeadsToTheIndex(t *testing.T) {
	r := get(t, site(t), "/docs")
	if r.status != http.StatusMovedPermanently || r.header.Get("Location") != "docs/" {
		t.Errorf("%d %s", r.status, r.header.Get("Location"))
	}
}

func TestPagesMayHoldAStyleAlone(t *testing.T) {
	r := get(t, site(t), "/docs/concepts")
	if got := r.header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") || !strings.Contains(got, "style-src 'self'") {
		t.Errorf("policy %q", got)
	}
	if css := get(t, site(t), "/docs/style.css").body; !strings.Contains(css, "body{") {
		t.Errorf("style: %.100s", css)
	}
}

func TestTheArchiveIsTheSameEachTime(t *testing.T) {
	a, b := get(t, site(t), "/docs/docs.zip").body, get(t, site(t), "/docs/docs.zip").body
	if !bytes.Equal([]byte(a), []byte(b)) {
		t.Error("two archives differ")
	}
}

package docsite

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/docs"
)

// Root is the path that everything of this package stands below.
const Root = "/docs"

// Repository is where the source of a page lies, for links that leave the docs.
const Repository = "https://github.com/kaibo-dev/kaibo/blob/main/"

// The media types of what is served.
const (
	mediaHTML     = "text/html; charset=utf-8"
	mediaMarkdown = "text/markdown; charset=utf-8"
	mediaText     = "text/plain; charset=utf-8"
	mediaZip      = "application/zip"
	mediaCSS      = "text/css; charset=utf-8"
)

// File is one answer.
type File struct {
	Body      []byte
	MediaType string
	Location  string // where it is, when that is elsewhere: relative to the path asked for
}

// Site is the documentation. It is safe for concurrent use.
type Site struct {
	pages []page
	html  sync.Map // name of a page → []byte, rendered when it is first asked for
	zip   func() ([]byte, error)

	markdown Renderer
}

// page is one page, as it is in the repository.
type page struct {
	name    string // "mcp", "decisions/0001-absolute-revisions"
	title   string
	summary string // its first paragraph
	text    []byte
}

// Renderer makes HTML of Markdown; every link goes through mend. Package markdown
// has one.
type Renderer func(source []byte, mend func(to string) string) ([]byte, error)

// New reads the pages. Without a renderer, /docs/NAME leads to /docs/NAME.md. The
// error is a mistake in the program: a page without a title.
func New(r Renderer) (*Site, error) {
	s := &Site{markdown: r}
	err := fs.WalkDir(docs.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(docs.Files, name)
		if err != nil {
			return err
		}
		p := page{name: strings.TrimSuffix(name, ".md"), text: text}
		if p.title, p.summary = headOf(text); p.title == "" {
			return fmt.Errorf("page %s has no title", name)
		}
		s.pages = append(s.pages, p)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read docs: %w", err)
	}
	s.zip = sync.OnceValues(s.archive)
	return s, nil
}

// Server returns what serves the documentation: see [Site.Serve]. The pages are
// read by the first request.
func Server(r Renderer) func(http.ResponseWriter, *http.Request) bool {
	site := sync.OnceValue(func() *Site {
		s, err := New(r)
		if err != nil {
			panic(err) // the pages are part of the program, and a test reads them
		}
		return s
	})
	return func(w http.ResponseWriter, r *http.Request) bool { return site().Serve(w, r) }
}

// headOf returns the title of a page and its first paragraph as one line. What
// stands between lines of dashes at the top is for the loader of a skill.
func headOf(text []byte) (title, summary string) {
	body := withoutFrontMatter(string(text))
	for block := range strings.SplitSeq(body, "\n\n") {
		block = strings.TrimSpace(block)
		if heading, ok := strings.CutPrefix(block, "# "); ok && title == "" {
			var below string
			title, below, _ = strings.Cut(heading, "\n")
			if block = strings.TrimSpace(below); block == "" {
				continue
			}
		}
		if title != "" && block != "" && !strings.ContainsAny(block[:1], "#|`-<") {
			return title, strings.Join(strings.Fields(block), " ")
		}
	}
	return title, ""
}

// withoutFrontMatter drops what stands between two lines of dashes at the top.
func withoutFrontMatter(text string) string {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return text
	}
	if _, after, ok := strings.Cut(rest, "\n---\n"); ok {
		return after
	}
	return text
}

// policy lets a page have its style sheet, and nothing else: no script, no
// frame, no other host.
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Serve answers a GET of a path below Root. It reports false, and has written
// nothing, when nothing is there.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	file, ok := s.Find(r.URL.Path)
	if !ok {
		return false
	}
	header := w.Header()
	header.Set("Cache-Control", "public, max-age=300")
	if file.Location != "" {
		header.Set("Location", file.Location)
		w.WriteHeader(http.StatusMovedPermanently)
		return true
	}
	header.Set("Content-Type", file.MediaType)
	header.Set("Content-Length", strconv.Itoa(len(file.Body)))
	header.Set("Content-Security-Policy", policy)
	if r.Method != http.MethodHead {
		_, _ = w.Write(file.Body) // who hung up cannot be told
	}
	return true
}

// Find answers a path below Root. It reports false for one that is not there.
func (s *Site) Find(urlPath string) (File, bool) {
	name, ok := strings.CutPrefix(urlPath, Root)
	if !ok {
		return File{}, false
	}
	switch name {
	case "":
		return File{Location: "docs/"}, true // links of pages are relative: a deployment has a path of its own before them
	case "/":
		return File{Body: s.indexHTML(), MediaType: mediaHTML}, true
	case "/llms.txt":
		return File{Body: s.index(), MediaType: mediaText}, true
	case "/llms-full.txt":
		return File{Body: s.full(), MediaType: mediaText}, true
	case "/style.css":
		return File{Body: []byte(style), MediaType: mediaCSS}, true
	case "/docs.zip":
		body, err := s.zip()
		return File{Body: body, MediaType: mediaZip}, err == nil
	}
	name = strings.TrimPrefix(name, "/")
	if plain, ok := strings.CutSuffix(name, ".md"); ok {
		p := s.page(plain)
		if p == nil {
			return File{}, false
		}
		return File{Body: p.text, MediaType: mediaMarkdown}, true
	}
	p := s.page(name)
	if p == nil {
		return File{}, false
	}
	if s.markdown == nil {
		return File{Location: path.Base(name) + ".md"}, true
	}
	body, err := s.render(p)
	return File{Body: body, MediaType: mediaHTML}, err == nil
}

func (s *Site) page(name string) *page {
	i := slices.IndexFunc(s.pages, func(p page) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return &s.pages[i]
}

// Names lists the pages, in the order of the index.
func (s *Site) Names() []string {
	var names []string
	for _, sec := range s.sections() {
		for _, p := range sec.pages {
			names = append(names, p.name)
		}
	}
	return names
}

// section is a part of the index.
type section struct {
	title string
	pages []*page
}

// order is how the index is arranged. A page that is not named here stands at
// the end, so that none is ever missing.
var order = []struct {
	title string
	names []string
}{
	{"Begin", []string{"concepts", "quick-start", "skill/SKILL"}},
	{"Use", []string{"graph", "api", "cli", "mcp", "clients", "imports", "coming-from-kaeru", "webhooks", "models", "errors", "limits"}},
	{"Run", []string{"operations", "observability", "releases", "cost", "scale"}},
	{"Trust", []string{"threat-model", "formats", "archive", "testing", "evaluation", "evaluation-dates", "performance"}},
	{"Build", []string{"architecture", "libraries"}},
}

func (s *Site) sections() []section {
	var out []section
	seen := map[string]bool{}
	for _, o := range order {
		sec := section{title: o.title}
		for _, name := range o.names {
			if p := s.page(name); p != nil {
				sec.pages = append(sec.pages, p)
				seen[name] = true
			}
		}
		out = append(out, sec)
	}
	more, decisions := section{title: "More"}, section{title: "Decisions"}
	for i := range s.pages {
		p := &s.pages[i]
		switch {
		case path.Dir(p.name) == "decisions":
			decisions.pages = append(decisions.pages, p)
		case !seen[p.name]:
			more.pages = append(more.pages, p)
		}
	}
	out = append(out, more, decisions)
	return slices.DeleteFunc(out, func(sec section) bool { return len(sec.pages) == 0 })
}

// about is what kaibo is, at the head of the index.
const about = "kaibo is a memory for AI agents that can show its work: what happened goes into hash-chained streams, becomes dated and " +
	"cited statements, is replaced when something newer replaces it, is recalled within a token budget or honestly not at all, is " +
	"explained down to its source, and is really forgotten on request, with a receipt."

// index is llms.txt: a title, a quote that says what this is, and lists of links.
func (s *Site) index() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# kaibo\n\n> %s\n", about)
	for _, sec := range s.sections() {
		fmt.Fprintf(&b, "\n## %s\n\n", sec.title)
		for _, p := range sec.pages {
			fmt.Fprintf(&b, "- [%s](%s.md)", p.title, p.name)
			if p.summary != "" {
				fmt.Fprintf(&b, ": %s", cut(p.summary, 160))
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n## Optional\n\n- [Every page in one text](llms-full.txt)\n- [OpenAPI document](../openapi.json)\n")
	return b.Bytes()
}

// cut shortens a line at a word, to at most n bytes before the ellipsis.
func cut(line string, n int) string {
	if len(line) <= n {
		return line
	}
	end := strings.LastIndexByte(line[:n], ' ')
	if end < 0 {
		end = 0
	}
	return line[:end] + " …"
}

// full is the text of every page.
func (s *Site) full() []byte {
	var b bytes.Buffer
	for _, sec := range s.sections() {
		for _, p := range sec.pages {
			fmt.Fprintf(&b, "<!-- %s/%s.md -->\n\n", Root, p.name)
			b.WriteString(withoutFrontMatter(string(p.text)))
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// archive is the zip of all pages. Its entries carry no time of their own, so
// that two builds of one version are the same bytes.
func (s *Site) archive() ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name string, body []byte) error {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err == nil {
			_, err = f.Write(body)
		}
		return err
	}
	if err := add("kaibo-docs/llms.txt", s.index()); err != nil {
		return nil, fmt.Errorf("write archive of docs: %w", err)
	}
	for i := range s.pages {
		if err := add("kaibo-docs/"+s.pages[i].name+".md", s.pages[i].text); err != nil {
			return nil, fmt.Errorf("write archive of docs: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("write archive of docs: %w", err)
	}
	return b.Bytes(), nil
}

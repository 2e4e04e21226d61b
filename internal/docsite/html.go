package docsite

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"strings"
	"sync"
)

// layout is the frame of a page. Everything that is put into it is text, but
// for Body, which the Markdown renderer wrote and which holds no HTML of the
// page's source.
// It is parsed when the first page is asked for: a process that starts makes
// nobody wait for it.
var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(layoutText)) })

const layoutText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} · kaibo</title>
<link rel="stylesheet" href="{{.Up}}style.css">
{{if .Source}}<link rel="alternate" type="text/markdown" href="{{.Source}}">
{{end}}</head>
<body>
<a class="skip" href="#main">To the text</a>
<nav aria-label="Pages">
{{range .Sections}}<h2>{{.Title}}</h2>
<ul>
{{range .Pages}}<li><a href="{{.Href}}"{{if .Here}} aria-current="page"{{end}}>{{.Title}}</a></li>
{{end}}</ul>
{{end}}</nav>
<main id="main">
{{.Body}}
</main>
</body>
</html>
`

// style lays the pages out, in light and dark, down to the width of a phone.
const style = `:root{color-scheme:light dark;--line:#8884;--quiet:#7772}
body{font:16px/1.55 system-ui,sans-serif;margin:0;display:flex;gap:2rem;max-width:78rem}
nav{flex:0 0 14rem;padding:1.5rem 0 2rem 1.5rem;font-size:.9rem;overflow-wrap:anywhere}
nav h2{font-size:.8rem;margin:1.2rem 0 .2rem;text-transform:uppercase;letter-spacing:.05em}
nav ul{list-style:none;margin:0;padding:0}
nav a{text-decoration:none}nav a[aria-current]{font-weight:700}
main{flex:1;min-width:0;padding:1.5rem}
pre{overflow:auto;padding:.8rem;background:var(--quiet);border-radius:.3rem}
code{font:.9em ui-monospace,monospace}
table{border-collapse:collapse;display:block;overflow:auto}
th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
.skip{position:absolute;left:-100rem}.skip:focus{left:1rem}
@media(max-width:50rem){body{display:block}nav{padding:1rem}}
`

// view is what the layout shows.
type view struct {
	Title, Up, Source string
	Sections          []viewSection
	Body              template.HTML
}

type viewSection struct {
	Title string
	Pages []viewPage
}

type viewPage struct {
	Title, Href string
	Here        bool
}

// render makes the HTML of a page, once.
func (s *Site) render(p *page) ([]byte, error) {
	if known, ok := s.html.Load(p.name); ok {
		return known.([]byte), nil
	}
	links := &linkMender{site: s, dir: path.Dir(p.name)}
	body, err := s.markdown([]byte(withoutFrontMatter(string(p.text))), links.mend)
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.name, err)
	}
	up := strings.Repeat("../", strings.Count(p.name, "/"))
	out, err := s.frame(view{Title: p.title, Up: up, Source: path.Base(p.name) + ".md", Body: template.HTML(body)}, p.name) //nolint:gosec // the renderer leaves HTML of its source out
	if err != nil {
		return nil, err
	}
	s.html.Store(p.name, out)
	return out, nil
}

// frame puts the navigation around a page.
func (s *Site) frame(v view, here string) ([]byte, error) {
	for _, sec := range s.sections() {
		vs := viewSection{Title: sec.title}
		for _, p := range sec.pages {
			vs.Pages = append(vs.Pages, viewPage{Title: p.title, Href: v.Up + p.name, Here: p.name == here})
		}
		v.Sections = append(v.Sections, vs)
	}
	var b bytes.Buffer
	if err := layout().Execute(&b, v); err != nil {
		return nil, fmt.Errorf("render page %q: %w", here, err)
	}
	return b.Bytes(), nil
}

// indexHTML is the first page.
func (s *Site) indexHTML() []byte {
	var body bytes.Buffer
	fmt.Fprintf(&body, "<h1>kaibo</h1>\n<p>%s</p>\n", template.HTMLEscapeString(about))
	for _, sec := range s.sections() {
		fmt.Fprintf(&body, "<h2>%s</h2>\n<ul>\n", template.HTMLEscapeString(sec.title))
		for _, p := range sec.pages {
			fmt.Fprintf(&body, "<li><a href=\"%s\">%s</a>: %s</li>\n", template.HTMLEscapeString(p.name),
				template.HTMLEscapeString(p.title), template.HTMLEscapeString(cut(p.summary, 160)))
		}
		body.WriteString("</ul>\n")
	}
	body.WriteString(`<p>For programs: <a href="llms.txt">llms.txt</a>, <a href="llms-full.txt">llms-full.txt</a>, ` +
		`<a href="docs.zip">docs.zip</a>, <a href="../openapi.json">openapi.json</a>.</p>`)
	out, err := s.frame(view{Title: "Documentation", Body: template.HTML(body.String())}, "") //nolint:gosec // escaped above
	if err != nil {
		panic(err) // the layout is of this file
	}
	return out
}

// linkMender turns links between pages into links between their HTML forms,
// and links to other files into links to the repository.
type linkMender struct {
	site *Site
	dir  string
}

func (m *linkMender) mend(to string) string {
	file, fragment, _ := strings.Cut(to, "#")
	if file == "" || strings.Contains(file, ":") || strings.HasPrefix(file, "/") {
		return to
	}
	if fragment != "" {
		fragment = "#" + fragment
	}
	full := path.Join(m.dir, file)
	if name, ok := strings.CutSuffix(full, ".md"); ok && m.site.page(name) != nil {
		return strings.TrimSuffix(file, ".md") + fragment
	}
	return Repository + path.Join("docs", full) + fragment
}

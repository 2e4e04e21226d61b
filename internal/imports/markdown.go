package imports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Notes are Markdown files (https://commonmark.org) with YAML front matter
// between lines of three dashes, as Jekyll introduced it
// (https://jekyllrb.com/docs/front-matter/). An Obsidian vault is a folder of
// them with a folder .obsidian and with [[wikilinks]], described at
// https://help.obsidian.md/links and https://help.obsidian.md/properties.
//
// A note is known by its path, which goes into its key as a keyed digest only. A
// note that was edited is sent as a version of its own. Its time is that of the
// front matter (date, created, ...), of a name such as 2026-07-01.md, else when
// the file was last changed.
var markdownFormat = Format{
	Name: "markdown", Title: "a folder of Markdown files, or one file",
	sniff: func(s *Source) bool {
		return len(s.named(isMarkdown)) > 0 && len(s.named(isMarkdown))*2 >= len(s.names)
	},
	read: readNotes(noteReader{stream: "notes", prefix: "md"}),
}

var obsidianFormat = Format{
	Name: "obsidian", Title: "an Obsidian vault",
	sniff: func(s *Source) bool {
		return len(s.named(func(n string) bool { return strings.Contains("/"+n, "/.obsidian/") })) > 0
	},
	read: readNotes(noteReader{stream: "notes", prefix: "md"}),
}

func isMarkdown(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".md" || ext == ".markdown"
}

// visible leaves out what lies in folders whose name begins with a dot: settings
// and the trash.
func visible(name string) bool {
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

// note is one Markdown file.
type note struct {
	name  string
	front map[string]any
	body  string
}

// noteReader makes records of notes as one program writes them.
type noteReader struct {
	stream, prefix string
	// finish changes the record of a note; its answer says why there is none.
	finish func(n *note, r *Record, links *noteLinks, rd *Reading) (why string)
}

func readNotes(nr noteReader) func(context.Context, *Source, *Reading, *Out) error {
	return func(ctx context.Context, src *Source, rd *Reading, out *Out) error {
		names := src.named(func(n string) bool { return isMarkdown(n) && visible(n) })
		links := newNoteLinks(names)
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				return err
			}
			n, err := readNote(src, name)
			if err != nil {
				out.Bad(name, err.Error())
				continue
			}
			r := nr.record(n, src.times[name], links, rd)
			if nr.finish != nil {
				if why := nr.finish(n, &r, links, rd); why != "" {
					out.Skip(why)
					continue
				}
			}
			if err := out.Record(r); err != nil {
				return err
			}
		}
		return nil
	}
}

// maxFrontMatter bounds the YAML of a note; people write some lines.
const maxFrontMatter = 64 << 10

// readNote reads a file and its front matter.
func readNote(src *Source, name string) (*note, error) {
	raw, err := src.whole(name)
	if err != nil {
		return nil, err
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(raw) {
		return nil, errors.New("it is not text in UTF-8")
	}
	n := &note{name: name, body: strings.ReplaceAll(string(raw), "\r\n", "\n"), front: map[string]any{}}
	rest, found := strings.CutPrefix(n.body, "---\n")
	if !found {
		return n, nil
	}
	front, body, closed := strings.Cut("\n"+rest, "\n---\n")
	if !closed {
		front, closed = strings.CutSuffix("\n"+rest, "\n---")
		body = ""
	}
	if !closed || len(front) > maxFrontMatter {
		return n, nil // a rule, and no front matter
	}
	if err := yaml.Unmarshal([]byte(front), &n.front); err != nil {
		return nil, fmt.Errorf("its front matter is not YAML: %s", firstLine(err.Error()))
	}
	if n.front == nil {
		n.front = map[string]any{}
	}
	n.body = body
	return n, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// text answers a field of the front matter that is text.
func (n *note) text(names ...string) string {
	for _, name := range names {
		switch v := n.front[name].(type) {
		case string:
			return strings.TrimSpace(v)
		case int, int64, uint64, float64, bool:
			return fmt.Sprint(v)
		}
	}
	return ""
}

// list answers a field that is a list of texts, or one text with commas.
func (n *note) list(name string) []string {
	var out []string
	switch v := n.front[name].(type) {
	case string:
		out = strings.FieldsFunc(v, func(r rune) bool { return r == ',' })
	case []any:
		for _, x := range v {
			out = append(out, fmt.Sprint(x))
		}
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// when answers the time that the front matter or the name gives.
func (n *note) when() *kaibo.Time {
	for _, name := range []string{"date", "created", "created_at", "createdAt", "dateCreated", "updated", "updated_at", "modified"} {
		switch v := n.front[name].(type) {
		case time.Time:
			return at(v)
		case string:
			if t := parseTime(v); t != nil {
				return t
			}
		}
	}
	base := path.Base(n.name)
	if len(base) >= len(time.DateOnly) {
		return parseTime(base[:len(time.DateOnly)])
	}
	return nil
}

// title is the note's name, as links have it.
func (n *note) title() string {
	return firstOf(n.text("title"), strings.TrimSuffix(path.Base(n.name), path.Ext(n.name)))
}

func (nr *noteReader) record(n *note, changed time.Time, links *noteLinks, rd *Reading) Record {
	meta := metadata{}
	meta.text("title", n.title())
	meta.text("tags", strings.Join(n.list("tags"), ", "))
	r := Record{Key: nr.key(n.name, rd), Stream: nr.stream, Kind: "file", ContentType: "text/markdown", Position: n.name,
		OccurredAt: n.when(), Actor: nameOf(n.text("author")), Metadata: meta, Edited: true}
	if r.OccurredAt == nil {
		r.OccurredAt = at(changed)
	}
	if targets := links.of(n.body, func(name string) string { return nr.key(name, rd) }); targets != "" {
		r.Links = map[string]string{"links": targets}
	}
	r.Content = []byte(strings.TrimSpace(plainLinks(n.body)))
	return r
}

func (nr *noteReader) key(name string, rd *Reading) string {
	return key(nr.prefix, rd.SourceID, rd.Name(name))
}

// wikilink is [[note]], [[note#heading]] and [[note|words]]; with ! before it,
// the note or picture is shown there.
var wikilink = regexp.MustCompile(`(!?)\[\[([^\[\]|#^\n]*)(?:[#^][^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]`)

// plainLinks writes wikilinks as the words that are read.
func plainLinks(s string) string {
	return wikilink.ReplaceAllStringFunc(s, func(link string) string {
		p := wikilink.FindStringSubmatch(link)
		if p[1] != "" {
			return ""
		}
		return firstOf(p[3], p[2])
	})
}

// noteLinks finds the notes that links name: by path, or by name alone where
// only one note has it.
type noteLinks struct{ byName map[string]string }

func newNoteLinks(names []string) *noteLinks {
	l := &noteLinks{byName: make(map[string]string, 2*len(names))}
	for _, n := range names {
		whole := strings.ToLower(strings.TrimSuffix(n, path.Ext(n)))
		l.byName[whole] = n
		if base := path.Base(whole); base != whole {
			if _, taken := l.byName[base]; taken {
				l.byName[base] = "" // several
			} else {
				l.byName[base] = n
			}
		}
	}
	return l
}

// find answers the file that a link names; empty when there is none.
func (l *noteLinks) find(target string) string {
	return l.byName[strings.ToLower(strings.TrimSuffix(strings.TrimSpace(target), ".md"))]
}

// of answers the keys of the notes that a text links to, as many as fit an entry
// of the metadata.
func (l *noteLinks) of(body string, key func(name string) string) string {
	var keys []string
	size := 0
	for _, p := range wikilink.FindAllStringSubmatch(body, -1) {
		name := l.find(p[2])
		if name == "" {
			continue
		}
		k := key(name)
		if slices.Contains(keys, k) || size+len(k)+1 > kaibo.MaxMetadataValue {
			continue
		}
		keys, size = append(keys, k), size+len(k)+1
	}
	return strings.Join(keys, " ")
}

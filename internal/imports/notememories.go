package imports

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// basic-memory keeps notes as Markdown with the front matter title, type,
// permalink and tags, observations "- [category] text #tag (context)" and
// relations "- relation [[Note]]"; it is described at
// https://docs.basicmemory.com/concepts/knowledge-format and in its repository
// (https://github.com/basicmachines-co/basic-memory, NOTE-FORMAT.md).
//
// A note is one event. An observation is written without its brackets and a
// relation as a sentence about the note, so that both are read as statements.
var basicMemoryFormat = Format{
	Name: "basic-memory", Title: "basic-memory's folder of notes",
	sniff: func(s *Source) bool {
		return sniffNotes(s, func(head []byte) bool { return frontHas(head, "permalink:") && frontHas(head, "type:") })
	},
	read: readNotes(noteReader{stream: "basic-memory", prefix: "basic-memory", finish: basicMemory}),
}

// sniffNotes looks whether one of the first notes is as wanted.
func sniffNotes(s *Source, wanted func(head []byte) bool) bool {
	for i, name := range s.named(func(n string) bool { return isMarkdown(n) && visible(n) }) {
		if i == 10 {
			return false
		}
		if wanted(s.head(name)) {
			return true
		}
	}
	return false
}

// frontHas reports whether a front matter has a field.
func frontHas(head []byte, field string) bool {
	rest, ok := bytes.CutPrefix(bytes.ReplaceAll(head, []byte("\r\n"), []byte("\n")), []byte("---\n"))
	if !ok {
		return false
	}
	front, _, closed := bytes.Cut(rest, []byte("\n---"))
	return closed && bytes.Contains(append([]byte("\n"), front...), []byte("\n"+field))
}

var (
	observation = regexp.MustCompile(`^(\s*[-*]\s+)\[([^\[\]()]{2,})\]\s+(.+)$`)
	relation    = regexp.MustCompile(`^\s*[-*]\s+([\pL_][\pL\d_ -]*?)\s+\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]\s*(\([^()]*\))?\s*$`)
	trailingTag = regexp.MustCompile(`\s+#[\pL\d_/-]+`)
)

func basicMemory(n *note, r *Record, _ *noteLinks, rd *Reading) string {
	if link := n.text("permalink"); link != "" {
		r.Key = key("basic-memory", rd.SourceID, rd.Name("permalink "+link))
	}
	meta := metadata(r.Metadata)
	meta.text("type", n.text("type"))
	var out []string
	for line := range strings.SplitSeq(n.body, "\n") {
		if p := observation.FindStringSubmatch(line); p != nil {
			line = p[1] + strings.TrimSpace(trailingTag.ReplaceAllString(p[3], ""))
		} else if p := relation.FindStringSubmatch(line); p != nil {
			line = "- " + n.title() + " " + strings.ReplaceAll(p[1], "_", " ") + " " + p[2] + "."
		}
		out = append(out, line)
	}
	r.Content = []byte(strings.TrimSpace(plainLinks(strings.Join(out, "\n"))))
	r.Links = nil // the relations stand in the text, and a note goes by its permalink
	return ""
}

// kaeru's Markdown export is a page a node under <tier>/<type>/<name>.md, with
// the front matter id, type, tier, layer, initiatives and tags, the body, and
// the sections Outgoing and Incoming with links by kind; README, INDEX and LOG
// are made from the others. The format is that of its source
// (https://github.com/LamantinAI/kaeru, kaeru-core/src/export.rs); it holds no
// times.
//
// A node is one event, known by its id and put into the initiatives of its front
// matter. Its outgoing links become metadata; the incoming ones are the
// outgoing ones of others.
var kaeruFormat = Format{
	Name: "kaeru", Title: "kaeru's Markdown export",
	sniff: func(s *Source) bool {
		return sniffNotes(s, func(head []byte) bool {
			return frontHas(head, "id:") && frontHas(head, "tier:") && frontHas(head, "layer:")
		})
	},
	read: readNotes(noteReader{stream: "kaeru", prefix: "kaeru", finish: kaeru}),
}

func kaeru(n *note, r *Record, _ *noteLinks, rd *Reading) string {
	id := n.text("id")
	if id == "" {
		return "pages that are no nodes"
	}
	body, linked := cutSections(n.body)
	meta := metadata{}
	for _, name := range []string{"type", "tier", "layer"} {
		meta.text(name, n.text(name))
	}
	meta.text("tags", strings.Join(n.list("tags"), ", "))
	title, rest, _ := strings.Cut(strings.TrimSpace(body), "\n")
	meta.text("title", strings.TrimPrefix(title, "# "))
	for kind, names := range linked {
		if len(kind) <= 40 {
			meta.text("link."+kind, strings.Join(names, " "))
		}
	}
	r.Key, r.Metadata, r.Links = key("kaeru", id), meta, nil
	r.OccurredAt = nil // the file was written when it was exported
	for _, name := range n.list("initiatives") {
		if name = nameOf(name); name != "" && len(r.Initiatives) < kaibo.MaxInitiatives {
			r.Initiatives = append(r.Initiatives, name)
		}
	}
	r.Content = []byte(firstOf(strings.TrimSpace(rest), strings.TrimPrefix(title, "# ")))
	return ""
}

// cutSections takes the generated sections off a page and answers the outgoing
// links by kind: digests of their names are of no use to anybody, so that they
// stand as kaeru writes them.
func cutSections(body string) (rest string, linked map[string][]string) {
	rest, generated, _ := strings.Cut("\n"+body, "\n## Outgoing\n")
	rest, _, _ = strings.Cut(rest, "\n## Incoming\n")
	generated, _, _ = strings.Cut(generated, "\n## Incoming\n")
	linked = map[string][]string{}
	kind := ""
	for line := range strings.SplitSeq(generated, "\n") {
		if k, ok := strings.CutPrefix(line, "### "); ok {
			kind = strings.TrimSpace(k)
		}
		if p := wikilink.FindStringSubmatch(line); p != nil && kind != "" {
			linked[kind] = append(linked[kind], path.Base(p[2]))
		}
	}
	return rest, linked
}

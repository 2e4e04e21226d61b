package imports

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"strings"
)

// The MCP reference server "memory" keeps a graph as lines of JSON,
// {"type": "entity", "name", "entityType", "observations": []} and {"type":
// "relation", "from", "to", "relationType"}; its tool read_graph answers
// {"entities": [], "relations": []}. It is described at
// https://github.com/modelcontextprotocol/servers/tree/main/src/memory.
//
// Entities have no id but their name, which goes into keys as a keyed digest
// only. An entity with its observations is one event, a relation another; an
// entity that learned more is sent as a version of its own.
var serverMemoryFormat = Format{
	Name: "server-memory", Title: "the MCP server \"memory\": memory.jsonl (or .json), or what read_graph answers",
	sniff: func(s *Source) bool {
		for _, name := range graphFiles(s) {
			if h := s.head(name); has(h, "entityType") || has(h, "relationType") && has(h, "from") {
				return true
			}
		}
		return false
	},
	read: readServerMemory,
}

type graphLine struct {
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	RelationType string   `json:"relationType"`
}

func graphFiles(s *Source) []string {
	if len(s.names) == 1 {
		return s.names
	}
	return s.named(func(n string) bool { return isJSONL(n) || path.Base(n) == "memory.json" })
}

func readServerMemory(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	return src.each(ctx, graphFiles(src), out, func(name string, r io.Reader) error {
		take := func(position string, raw []byte, err error, kind string) error {
			var g graphLine
			if err == nil {
				err = decode(raw, &g)
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			g.Type = firstOf(g.Type, kind)
			rec, err := g.record(rd)
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			rec.Position = position
			return out.Record(rec)
		}
		if isGraphObject(src.head(name)) {
			kinds := map[string]string{"entities": "entity", "relations": "relation"}
			return elements(r, []string{"entities", "relations"}, func(e element) error {
				return take(fmt.Sprintf("%s %s %d", name, e.Key, e.Index+1), e.Raw, e.Err, kinds[e.Key])
			})
		}
		return lines(r, func(number int, line []byte, err error) error {
			return take(fmt.Sprintf("%s line %d", name, number), line, err, "")
		})
	})
}

// isGraphObject reports whether a file is one graph object and not lines.
func isGraphObject(head []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return has(head, "entities") && !bytes.Contains(first, []byte(`"type"`))
}

func (g *graphLine) record(rd *Reading) (Record, error) {
	meta := metadata{}
	r := Record{Stream: "server-memory", Metadata: meta, Edited: true}
	switch g.Type {
	case "entity":
		if g.Name == "" {
			return r, fmt.Errorf("it has no name")
		}
		meta.text("entity", g.Name)
		meta.text("entityType", g.EntityType)
		name := strings.ReplaceAll(g.Name, "_", " ")
		var text []string
		if g.EntityType != "" {
			text = append(text, fmt.Sprintf("%s is %s.", name, withArticle(strings.ReplaceAll(g.EntityType, "_", " "))))
		}
		for _, o := range g.Observations {
			text = append(text, name+": "+strings.TrimSpace(o))
		}
		r.Key = key("server-memory", rd.SourceID, rd.Name("entity "+g.Name))
		r.Content = []byte(strings.Join(text, "\n"))
	case "relation":
		if g.From == "" || g.To == "" {
			return r, fmt.Errorf("it names no two entities")
		}
		meta.text("relation", g.RelationType)
		words := strings.NewReplacer("_", " ").Replace(g.From + " " + g.RelationType + " " + g.To + ".")
		r.Key = key("server-memory", rd.SourceID, rd.Name("relation "+g.From+"\x00"+g.RelationType+"\x00"+g.To))
		r.Content = []byte(words)
		r.Links = map[string]string{
			"from": key("server-memory", rd.SourceID, rd.Name("entity "+g.From)),
			"to":   key("server-memory", rd.SourceID, rd.Name("entity "+g.To)),
		}
	default:
		return r, fmt.Errorf("its type %.40q is neither entity nor relation", g.Type)
	}
	return r, nil
}

// withArticle puts "a" or "an" before a noun.
func withArticle(noun string) string {
	if strings.ContainsRune("aeiouAEIOU", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

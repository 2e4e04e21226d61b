package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// This file reads what other memories answer over their APIs, saved to a file:
// a list of objects, or an object with the list under a known name. None of the
// three documents a file format of its own.

// mem0 answers {"results": [{id, memory, user_id, agent_id, run_id, created_at,
// updated_at, metadata, categories}]} to get_all and search, and its exports are
// of a schema that the caller gives; they are described at
// https://docs.mem0.ai/api-reference/memory/get-memories and
// https://docs.mem0.ai/cookbooks/essentials/exporting-memories.
var mem0Format = Format{
	Name: "mem0", Title: "mem0: the JSON that get_all answers",
	sniff: func(s *Source) bool {
		return sniffJSON(s, func(h []byte) bool {
			return has(h, "memory") && has(h, "id") && !has(h, "mapping") && !has(h, "entityType")
		})
	},
	read: readList("mem0", []string{"results", "memories", "data"}, mem0Record),
}

// Zep answers {"messages": [{uuid, role, role_type, content, created_at}]} for a
// thread, {"episodes": […]} and {"edges": [{uuid, fact, created_at, valid_at,
// invalid_at}]} for a graph, or the lists alone; they are described at
// https://help.getzep.com/v2/sdk-reference/memory/get-session-messages and
// https://help.getzep.com/v3/reading-data-from-the-graph.
var zepFormat = Format{
	Name: "zep", Title: "Zep: the JSON of a thread's messages, or of a graph's edges or episodes",
	sniff: func(s *Source) bool {
		return sniffJSON(s, func(h []byte) bool {
			return has(h, "uuid") && !has(h, "chat_messages") && (has(h, "role_type") || has(h, "fact") || has(h, "episodes") || has(h, "source_description") || has(h, "processed"))
		})
	},
	read: readList("zep", []string{"messages", "episodes", "edges", "facts", "relevant_facts"}, zepRecord),
}

// Hindsight answers {"items": [{id, text, context, date, fact_type,
// mentioned_at, occurred_start, occurred_end, entities}], "total"} to GET
// /v1/default/banks/{bank}/memories/list, and {"results": […]} to recall; they
// are described at https://hindsight.vectorize.io/api-reference.
var hindsightFormat = Format{
	Name: "hindsight", Title: "Hindsight: the JSON of a bank's memories (memories/list, or recall)",
	sniff: func(s *Source) bool {
		return sniffJSON(s, func(h []byte) bool { return has(h, "text") && (has(h, "fact_type") || has(h, "mentioned_at")) })
	},
	read: readList("hindsight", []string{"items", "results", "memories"}, hindsightRecord),
}

func isJSON(name string) bool { return strings.EqualFold(path.Ext(name), ".json") }

func jsonFiles(s *Source) []string {
	if len(s.names) == 1 {
		return s.names
	}
	return s.named(func(n string) bool { return isJSON(n) && visible(n) })
}

// sniffJSON looks at the first file of JSON.
func sniffJSON(s *Source, wanted func(head []byte) bool) bool {
	names := jsonFiles(s)
	if len(names) == 0 || !isJSON(names[0]) {
		return false
	}
	return wanted(s.head(names[0]))
}

// has reports whether a document names a field.
func has(head []byte, field string) bool { return bytes.Contains(head, []byte(`"`+field+`"`)) }

// memoryObject has the fields of all three.
type memoryObject struct {
	ID         string          `json:"id"`
	UUID       string          `json:"uuid"`
	Memory     string          `json:"memory"`
	Text       string          `json:"text"`
	Content    string          `json:"content"`
	Fact       string          `json:"fact"`
	Data       string          `json:"data"`
	UserID     string          `json:"user_id"`
	AgentID    string          `json:"agent_id"`
	RunID      string          `json:"run_id"`
	Role       string          `json:"role"`
	RoleType   string          `json:"role_type"`
	Name       string          `json:"name"`
	CreatedAt  string          `json:"created_at"`
	UpdatedAt  string          `json:"updated_at"`
	ValidAt    string          `json:"valid_at"`
	InvalidAt  string          `json:"invalid_at"`
	Date       string          `json:"date"`
	Mentioned  string          `json:"mentioned_at"`
	Start      string          `json:"occurred_start"`
	End        string          `json:"occurred_end"`
	Type       string          `json:"type"`
	FactType   string          `json:"fact_type"`
	Context    string          `json:"context"`
	DocumentID string          `json:"document_id"`
	Thread     string          `json:"thread_id"`
	Session    string          `json:"session_id"`
	Categories []string        `json:"categories"`
	Entities   json.RawMessage `json:"entities"`
	Metadata   map[string]any  `json:"metadata"`
}

// readList reads lists of objects with make, which says what is wrong with one.
func readList(format string, keys []string, make func(o *memoryObject, rd *Reading, kind string) (Record, error)) func(context.Context, *Source, *Reading, *Out) error {
	return func(ctx context.Context, src *Source, rd *Reading, out *Out) error {
		return src.each(ctx, jsonFiles(src), out, func(name string, r io.Reader) error {
			return elements(r, keys, func(e element) error {
				position := fmt.Sprintf("%s %s %d", name, firstOf(e.Key, "entry"), e.Index+1)
				var o memoryObject
				err := e.into(&o)
				var rec Record
				if err == nil {
					rec, err = make(&o, rd, e.Key)
				}
				if err != nil {
					out.Bad(position, err.Error())
					return ctx.Err()
				}
				o.extra(metadata(rec.Metadata))
				rec.Position, rec.Edited = position, true
				if rec.Stream == "" {
					rec.Stream = format
				}
				return out.Record(rec)
			})
		})
	}
}

// maxExtra bounds the entries that a memory's own metadata adds.
const maxExtra = 40

// extra adds the entries of a memory's own metadata that are texts or numbers.
func (o *memoryObject) extra(meta metadata) {
	n := 0
	for k, v := range o.Metadata {
		if _, taken := meta[k]; taken || k == "" || len(k) > kaibo.MaxMetadataKey || n == maxExtra {
			continue
		}
		switch v := v.(type) {
		case string:
			meta.text(k, v)
		case json.Number:
			meta[k] = v
		case bool:
			meta.text(k, fmt.Sprint(v))
		default:
			continue
		}
		n++
	}
}

func mem0Record(o *memoryObject, rd *Reading, _ string) (Record, error) {
	if o.ID == "" {
		return Record{}, fmt.Errorf("it has no id")
	}
	meta := metadata{}
	meta.text("categories", strings.Join(o.Categories, ", "))
	meta.text("agent", o.AgentID)
	meta.text("thread", o.RunID)
	who := firstOf(o.UserID, o.AgentID)
	r := Record{Key: key("mem0", o.ID), Actor: nameOf(who), Content: []byte(firstOf(o.Memory, o.Text, o.Data)), Metadata: meta,
		OccurredAt: firstTime(o.UpdatedAt, o.CreatedAt)}
	if who != "" {
		r.Stream = rd.person("mem0", who)
	}
	return r, nil
}

func zepRecord(o *memoryObject, rd *Reading, _ string) (Record, error) {
	id := firstOf(o.UUID, o.ID)
	if id == "" {
		return Record{}, fmt.Errorf("it has no uuid")
	}
	meta := metadata{}
	r := Record{Key: key("zep", id), Metadata: meta, OccurredAt: firstTime(o.ValidAt, o.CreatedAt), Role: nameOf(firstOf(o.RoleType, o.Role))}
	if o.Fact != "" {
		meta.text("relation", o.Name)
		r.Role = ""
		r.Content = []byte(until(o.Fact, o.InvalidAt))
		return r, nil
	}
	r.Content = []byte(o.Content)
	r.Actor = nameOf(firstOf(o.Name, o.Role))
	if r.Actor == "" && r.Role == "user" {
		r.Actor = rd.me()
	}
	if thread := firstOf(o.Thread, o.Session); thread != "" {
		r.Stream = rd.person("zep", thread)
	}
	return r, nil
}

func hindsightRecord(o *memoryObject, _ *Reading, _ string) (Record, error) {
	if o.ID == "" {
		return Record{}, fmt.Errorf("it has no id")
	}
	meta := metadata{}
	meta.text("type", firstOf(o.FactType, o.Type))
	meta.text("context", o.Context)
	meta.text("document", o.DocumentID)
	meta.text("thread", o.DocumentID)
	return Record{Key: key("hindsight", o.ID), Metadata: meta, Content: []byte(firstOf(o.Text, o.Content)),
		OccurredAt: firstTime(o.Start, o.Mentioned, o.Date, o.CreatedAt)}, nil
}

// firstTime reads the first text that is a time.
func firstTime(texts ...string) *kaibo.Time {
	for _, s := range texts {
		if t := parseTime(s); t != nil {
			return t
		}
	}
	return nil
}

// until says when a fact ceased to hold, so that it is not noted down as one
// that does.
func until(fact, end string) string {
	t := parseTime(end)
	if t == nil {
		return fact
	}
	return strings.TrimRight(strings.TrimSpace(fact), ".") + " (until " + t.Std().Format("2 January 2006") + ")."
}

package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// A ChatGPT data export is a zip file with conversations.json (large accounts
// have conversations-000.json and so on): an array of conversations, each with
// a mapping of nodes (parent, children, message) and the current_node of the
// branch that is shown. OpenAI says how to get it at
// https://help.openai.com/en/articles/7260999; the fields are described at
// https://portable-ai-memory.org/providers/openai and
// https://whychose.com/seo/chatgpt-conversations-json-format.
//
// What is taken: the messages of the current branch, from its root down. Other
// branches, which edits and regenerated answers leave behind, are counted.
var chatgptFormat = Format{
	Name: "chatgpt", Title: "ChatGPT's data export: the zip file, its folder, or conversations.json",
	sniff: func(s *Source) bool { return sniffConversations(s, `"mapping"`) },
	read:  readChatGPT,
}

func isConversations(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "conversations") && path.Ext(base) == ".json"
}

// conversationFiles are the files of an export with conversations; a single file
// is one whatever it is called.
func conversationFiles(s *Source) []string {
	if len(s.names) == 1 {
		return s.names
	}
	return s.named(isConversations)
}

func sniffConversations(s *Source, field string) bool {
	names := conversationFiles(s)
	return len(names) > 0 && bytes.Contains(s.head(names[0]), []byte(field))
}

type chatgptConversation struct {
	ID             string                  `json:"id"`
	ConversationID string                  `json:"conversation_id"`
	CreateTime     float64                 `json:"create_time"`
	CurrentNode    string                  `json:"current_node"`
	Mapping        map[string]*chatgptNode `json:"mapping"`
}

type chatgptNode struct {
	Parent   *string         `json:"parent"`
	Children []string        `json:"children"`
	Message  json.RawMessage `json:"message"`
}

type chatgptMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
		Name string `json:"name"`
	} `json:"author"`
	CreateTime *float64 `json:"create_time"`
	Recipient  string   `json:"recipient"`
	Content    struct {
		Type   string            `json:"content_type"`
		Parts  []json.RawMessage `json:"parts"`
		Text   string            `json:"text"`
		Result string            `json:"result"`
	} `json:"content"`
	Metadata struct {
		Hidden bool   `json:"is_visually_hidden_from_conversation"`
		Model  string `json:"model_slug"`
	} `json:"metadata"`
}

func readChatGPT(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	return src.each(ctx, conversationFiles(src), out, func(name string, r io.Reader) error {
		return elements(r, nil, func(e element) error {
			position := fmt.Sprintf("%s conversation %d", name, e.Index+1)
			var c chatgptConversation
			err := e.outline(&c)
			if err == nil && !utf8.Valid(e.Raw) && !c.named() {
				err = errors.New("it is not text in UTF-8: an id has bytes that are none")
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			return c.records(rd, position, out)
		})
	})
}

// records hands over the messages of the branch that is shown.
func (c *chatgptConversation) records(rd *Reading, position string, out *Out) error {
	id := c.ConversationID
	if id == "" {
		id = c.ID
	}
	if id == "" || len(c.Mapping) == 0 {
		out.Bad(position, "it is no conversation: it has no id or no mapping")
		return nil
	}
	branch, whole := c.branch()
	if !whole {
		out.Bad(position, "its branch names a node that is not there, or goes in a circle; what could be followed is taken")
	}
	aside := 0
	for _, n := range c.Mapping {
		if n != nil && hasValue(n.Message) {
			aside++
		}
	}
	last := ""
	for _, nodeID := range branch {
		node := c.Mapping[nodeID]
		if !hasValue(node.Message) {
			continue
		}
		aside--
		at := position + " message " + nodeID
		var m chatgptMessage
		if err := decode(node.Message, &m); err != nil {
			out.Bad(at, err.Error())
			continue
		}
		rec, why := m.record(rd, nodeID)
		if why != "" {
			out.Skip(why)
			continue
		}
		rec.Stream, rec.Position = rd.stream("chatgpt", id), at
		if rec.OccurredAt == nil {
			rec.OccurredAt = seconds(c.CreateTime)
		}
		if last != "" {
			rec.Links = map[string]string{"replyTo": last}
		}
		last = rec.Key
		if err := out.Record(rec); err != nil {
			return err
		}
	}
	for range aside {
		out.Skip("on branches that were left")
	}
	return nil
}

// branch answers the nodes from the root to the current one, and whether it was
// found whole. Without a current node it is the newest leaf: the last child at
// each step.
func (c *chatgptConversation) branch() (nodes []string, whole bool) {
	seen := map[string]bool{}
	id := c.CurrentNode
	if c.Mapping[id] == nil {
		for id = c.root(); c.Mapping[id] != nil && len(c.Mapping[id].Children) > 0 && !seen[id]; {
			seen[id] = true
			id = c.Mapping[id].Children[len(c.Mapping[id].Children)-1]
		}
		clear(seen)
	}
	for {
		n := c.Mapping[id]
		if n == nil || seen[id] {
			slices.Reverse(nodes)
			return nodes, false
		}
		seen[id] = true
		nodes = append(nodes, id)
		if n.Parent == nil || *n.Parent == "" {
			slices.Reverse(nodes)
			return nodes, true
		}
		id = *n.Parent
	}
}

// root answers the node without a parent; of several the first by id.
func (c *chatgptConversation) root() string {
	best := ""
	for id, n := range c.Mapping {
		if n != nil && (n.Parent == nil || *n.Parent == "") && (best == "" || id < best) {
			best = id
		}
	}
	return best
}

// record makes the record of a message, or says why it is left out.
func (m *chatgptMessage) record(rd *Reading, nodeID string) (Record, string) {
	id := m.ID
	if id == "" {
		id = nodeID
	}
	meta := metadata{}
	r := Record{Key: key("chatgpt", id), Role: nameOf(m.Author.Role), Metadata: meta}
	if m.CreateTime != nil {
		r.OccurredAt = seconds(*m.CreateTime)
	}
	switch {
	case m.Author.Role == "system" || m.Metadata.Hidden:
		return r, "system messages"
	case m.Content.Type == "thoughts" || m.Content.Type == "reasoning_recap":
		return r, "a model's reasoning"
	case m.Content.Type == "user_editable_context" || m.Content.Type == "model_editable_context":
		return r, "context that was set for a model"
	case m.Author.Role == "user":
		r.Actor = rd.me()
	case m.Author.Role == "tool":
		r.Actor, r.Kind = nameOf(m.Author.Name), "tool_call"
	default:
		r.Actor = "chatgpt"
	}
	if r.Role == "assistant" && m.Recipient != "" && m.Recipient != "all" {
		r.Kind = "tool_call"
		meta.text("tool", m.Recipient)
	}
	meta.text("model", m.Metadata.Model)
	r.Content = []byte(m.text())
	return r, ""
}

// text joins the parts that are text. Images and the like are pointers to files
// and are left out; what was said aloud is taken from its transcript.
func (m *chatgptMessage) text() string {
	var parts []string
	for _, raw := range m.Content.Parts {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			parts = append(parts, s)
			continue
		}
		var spoken struct {
			Text string `json:"text"`
		}
		if json.Unmarshal(raw, &spoken) == nil && spoken.Text != "" {
			parts = append(parts, spoken.Text)
		}
	}
	for _, s := range []string{m.Content.Text, m.Content.Result} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// hasValue reports whether a field is there and not null.
func hasValue(raw json.RawMessage) bool {
	return len(raw) > 0 && !bytes.Equal(raw, []byte("null"))
}

// named reports whether the ids are text. A message with bytes that are none is
// its own loss; ids with some could be taken for one another.
func (c *chatgptConversation) named() bool {
	broken := strings.ContainsRune(c.ID+c.ConversationID+c.CurrentNode, utf8.RuneError)
	for id := range c.Mapping {
		broken = broken || strings.ContainsRune(id, utf8.RuneError)
	}
	return !broken
}

// outline reads an element whose parts are kept raw and read each by itself.
func (e *element) outline(v any) error {
	if e.Err != nil {
		return e.Err
	}
	return decodeOutline(e.Raw, v)
}

// into reads an element.
func (e *element) into(v any) error {
	if e.Err != nil {
		return e.Err
	}
	return decode(e.Raw, v)
}

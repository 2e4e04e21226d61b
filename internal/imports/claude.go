package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Claude data export is a zip file with conversations.json: an array of
// conversations (uuid, name, created_at, chat_messages), whose messages have
// uuid, sender (human or assistant), created_at, text, content (blocks of text,
// thinking, tool_use, tool_result) and attachments with extracted_content.
// Anthropic says how to get it at https://support.claude.com (Export your
// Claude data); the fields are described at
// https://tomzxcode.github.io/llm-conversations-viewer/docs/formats and
// https://github.com/Sinity/polylogue (docs/providers/claude-ai.md).
var claudeFormat = Format{
	Name: "claude", Title: "Claude's data export: the zip file, its folder, or conversations.json",
	sniff: func(s *Source) bool { return sniffConversations(s, `"chat_messages"`) },
	read:  readClaude,
}

type claudeConversation struct {
	UUID      string            `json:"uuid"`
	CreatedAt string            `json:"created_at"`
	Messages  []json.RawMessage `json:"chat_messages"`
}

type claudeMessage struct {
	UUID        string         `json:"uuid"`
	Text        string         `json:"text"`
	Content     []contentBlock `json:"content"`
	Sender      string         `json:"sender"`
	CreatedAt   string         `json:"created_at"`
	Parent      string         `json:"parent_message_uuid"`
	Attachments []struct {
		Name    string `json:"file_name"`
		Content string `json:"extracted_content"`
	} `json:"attachments"`
}

// contentBlock is a block of a message of the Messages API
// (https://docs.claude.com/en/api/messages), which Claude's export and Claude
// Code's session files keep too.
type contentBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	IsError   bool            `json:"is_error"`
}

func readClaude(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	return src.each(ctx, conversationFiles(src), out, func(name string, r io.Reader) error {
		var keys []string // a file may be one conversation
		if !bytes.HasPrefix(bytes.TrimSpace(src.head(name)), []byte("{")) || has(src.head(name), "conversations") {
			keys = []string{"conversations"}
		}
		return elements(r, keys, func(e element) error {
			position := fmt.Sprintf("%s conversation %d", name, e.Index+1)
			var c claudeConversation
			err := e.outline(&c)
			if err == nil && !utf8.Valid(e.Raw) && strings.ContainsRune(c.UUID, utf8.RuneError) {
				err = fmt.Errorf("it is not text in UTF-8: its uuid has bytes that are none")
			}
			if err == nil && c.UUID == "" {
				err = fmt.Errorf("it is no conversation: it has no uuid")
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			return c.records(rd, position, out)
		})
	})
}

func (c *claudeConversation) records(rd *Reading, position string, out *Out) error {
	for i, raw := range c.Messages {
		at := fmt.Sprintf("%s message %d", position, i+1)
		var m claudeMessage
		err := decode(raw, &m)
		if err == nil && m.UUID == "" {
			err = fmt.Errorf("it has no uuid")
		}
		if err != nil {
			out.Bad(at, err.Error())
			continue
		}
		base := Record{Key: key("claude", m.UUID), Stream: rd.stream("claude", c.UUID), OccurredAt: parseTime(m.CreatedAt), Position: at,
			Role: "assistant", Actor: "claude"}
		if base.OccurredAt == nil {
			base.OccurredAt = parseTime(c.CreatedAt)
		}
		if m.Sender == "human" || m.Sender == "user" {
			base.Role, base.Actor = "user", rd.me()
		}
		if m.Parent != "" && !strings.HasPrefix(m.Parent, "00000000-0000") {
			base.Links = map[string]string{"replyTo": key("claude", m.Parent)}
		}
		for _, r := range m.split(base, out) {
			if err := out.Record(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// split makes the records of a message: what was said, each call of a tool and
// its result, and each attachment whose text is in the export.
func (m *claudeMessage) split(base Record, out *Out) []Record {
	said, calls := blocks(m.Content, base, out)
	if said == "" && len(calls) == 0 {
		said = m.Text // exports before content blocks
	}
	var all []Record
	if strings.TrimSpace(said) != "" {
		r := base
		r.Content = []byte(said)
		all = append(all, r)
	}
	all = append(all, calls...)
	for i, a := range m.Attachments {
		if strings.TrimSpace(a.Content) == "" {
			out.Skip("images and files without text")
			continue
		}
		r, meta := base, metadata{}
		meta.text("file", a.Name)
		r.Key, r.Kind = fmt.Sprintf("%s:a%d", base.Key, i+1), "file"
		r.Content, r.Metadata = []byte(a.Content), meta
		r.Links = map[string]string{"partOf": base.Key}
		all = append(all, r)
	}
	return all
}

// blocks reads content blocks: the text of a message, and a record for each call
// of a tool and each result.
func blocks(content []contentBlock, base Record, out *Out) (said string, calls []Record) {
	var text []string
	for i, b := range content {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) != "" {
				text = append(text, b.Text)
			}
		case "tool_use", "server_tool_use":
			r, meta := base, metadata{}
			meta.text("tool", b.Name)
			meta.text("call", b.ID)
			r.Key, r.Kind, r.Metadata = fmt.Sprintf("%s:%d", base.Key, i), "tool_call", meta
			r.Content = []byte(strings.TrimSpace(b.Name + " " + compactJSON(b.Input)))
			calls = append(calls, r)
		case "tool_result", "web_search_tool_result":
			r, meta := base, metadata{}
			meta.text("call", b.ToolUseID)
			if b.IsError {
				meta.text("error", "true")
			}
			r.Key, r.Kind, r.Metadata, r.Role, r.Actor = fmt.Sprintf("%s:%d", base.Key, i), "tool_call", meta, "tool", ""
			r.Content = []byte(resultText(b.Content))
			calls = append(calls, r)
		case "thinking", "redacted_thinking":
			out.Skip("a model's reasoning")
		case "image", "document":
			out.Skip("images and files without text")
		default:
			out.Skip("blocks of kinds that are not known")
		}
	}
	return strings.Join(text, "\n\n"), calls
}

// resultText is the text of a tool's result: a string, or blocks of text.
func resultText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []contentBlock
	if json.Unmarshal(raw, &parts) != nil {
		return compactJSON(raw)
	}
	var text []string
	for _, p := range parts {
		if p.Text != "" {
			text = append(text, p.Text)
		}
	}
	return strings.Join(text, "\n")
}

// compactJSON writes JSON without needless spaces; nothing for null.
func compactJSON(raw json.RawMessage) string {
	var b bytes.Buffer
	if !hasValue(raw) || json.Compact(&b, raw) != nil {
		return ""
	}
	return b.String()
}

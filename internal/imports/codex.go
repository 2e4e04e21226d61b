package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// Codex keeps a session as JSON Lines in
// ~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl: objects with
// timestamp, type (session_meta, response_item, event_msg, turn_context,
// compacted) and payload; older ones have the payload without the envelope. The
// types are those of https://github.com/openai/codex (codex-rs/protocol), and
// are described at https://github.com/kvsankar/agent-history
// (docs/codex-format.md).
//
// What is taken: the response items that are messages or calls of tools. They
// have no ids of their own that stay, so a key is the session's id and the line.
var codexFormat = Format{
	Name: "codex", Title: "Codex's session files (rollouts): one, or the folder ~/.codex/sessions",
	sniff: func(s *Source) bool {
		return sniffLines(s, func(l []byte) bool {
			return bytes.Contains(l, []byte(`"session_meta"`)) || bytes.Contains(l, []byte(`"response_item"`)) ||
				bytes.Contains(l, []byte(`"instructions"`)) && bytes.Contains(l, []byte(`"git"`))
		})
	},
	read: readCodex,
}

type codexLine struct {
	Timestamp string          `json:"timestamp"`
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`
}

type codexItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   []codexContent  `json:"content"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Input     string          `json:"input"`
	CallID    string          `json:"call_id"`
	Output    json.RawMessage `json:"output"`
	Action    json.RawMessage `json:"action"`
}

type codexContent struct {
	Text string `json:"text"`
}

// codexSession is where a reader of one file is.
type codexSession struct {
	id, when string
	rd       *Reading
	out      *Out
}

func readCodex(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	names := src.named(func(n string) bool { return isJSONL(n) && path.Base(n) != "history.jsonl" })
	return src.each(ctx, names, out, func(name string, r io.Reader) error {
		session := &codexSession{id: rd.session(codexFile(name)), rd: rd, out: out}
		return lines(r, func(number int, line []byte, err error) error {
			position := fmt.Sprintf("%s line %d", name, number)
			var l codexLine
			if err == nil {
				err = decode(line, &l)
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			return session.line(number, position, line, &l)
		})
	})
}

// line takes one line.
func (s *codexSession) line(number int, position string, line []byte, l *codexLine) error {
	if l.Timestamp != "" {
		s.when = l.Timestamp
	}
	switch {
	case l.Type == "session_meta" || l.Type == "" && number == 1:
		if id := codexID(line, l.Payload); id != "" {
			s.id = id
		}
		return nil
	case l.Type == "response_item":
	case l.Payload == nil && l.Type != "":
		l.Payload = line // an older file: no envelope
	default:
		s.out.Skip("entries that are no messages")
		return nil
	}
	var item codexItem
	if err := decode(l.Payload, &item); err != nil {
		s.out.Bad(position, err.Error())
		return nil
	}
	rec, why := item.record(s.rd)
	if why != "" {
		s.out.Skip(why)
		return nil
	}
	rec.Key, rec.Stream = key("codex", s.id, strconv.Itoa(number)), s.rd.stream("codex", s.id)
	rec.OccurredAt, rec.Position = parseTime(s.when), position
	return s.out.Record(rec)
}

// codexFile is the session's id as the name of its file has it, for files
// without one inside.
func codexFile(name string) string {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if len(base) > 36 && strings.Count(base[len(base)-36:], "-") == 4 {
		return base[len(base)-36:]
	}
	return base
}

// codexID reads the id of the first line, with an envelope or without.
func codexID(line []byte, payload json.RawMessage) string {
	if payload == nil {
		payload = line
	}
	var meta struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(payload, &meta) != nil {
		return ""
	}
	return meta.ID
}

// record makes the record of an item, or says why it is left out.
func (i *codexItem) record(rd *Reading) (Record, string) {
	meta := metadata{}
	meta.text("call", i.CallID)
	meta.text("tool", i.Name)
	r := Record{Kind: "tool_call", Role: "assistant", Actor: "codex", Metadata: meta}
	switch i.Type {
	case "message":
		return i.message(r, rd)
	case "function_call", "custom_tool_call":
		r.Content = []byte(strings.TrimSpace(i.Name + " " + i.Arguments + i.Input))
	case "local_shell_call", "web_search_call":
		r.Content = []byte(compactJSON(i.Action))
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		r.Role, r.Actor = "tool", ""
		r.Content = []byte(codexOutput(i.Output))
	case "reasoning":
		return r, "a model's reasoning"
	default:
		return r, "entries that are no messages"
	}
	return r, ""
}

// codexInserted begin what the program itself puts into a user's turn.
var codexInserted = []string{"<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<permissions instructions>", "<turn_aborted>"}

func (i *codexItem) message(r Record, rd *Reading) (Record, string) {
	var parts []string
	for _, c := range i.Content {
		if c.Text != "" {
			parts = append(parts, c.Text)
		}
	}
	text := strings.Join(parts, "\n\n")
	r.Kind, r.Content = "message", []byte(text)
	switch i.Role {
	case "user":
		r.Role, r.Actor = "user", rd.me()
		for _, begin := range codexInserted {
			if strings.HasPrefix(strings.TrimSpace(text), begin) {
				return r, "text that the program put in"
			}
		}
	case "assistant":
	default:
		return r, "system messages"
	}
	return r, ""
}

// codexOutput is the text of a tool's output: a string that may itself be an
// object with the output, an object with content, or a list of content.
func codexOutput(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		var inner struct {
			Output *string `json:"output"`
		}
		if json.Unmarshal([]byte(s), &inner) == nil && inner.Output != nil {
			return *inner.Output
		}
		return s
	}
	var object struct {
		Content string `json:"content"`
	}
	if json.Unmarshal(raw, &object) == nil && object.Content != "" {
		return object.Content
	}
	return resultText(raw)
}

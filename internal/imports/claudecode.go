package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
)

// Claude Code keeps a session as JSON Lines in
// ~/.claude/projects/<directory>/<session>.jsonl: objects with type (user,
// assistant, system, summary and others), uuid, parentUuid, sessionId,
// timestamp, isSidechain, isMeta and message (role, content). Anthropic
// documents where they lie (https://code.claude.com/docs) and calls the entries
// internal; their fields are described at
// https://github.com/oneryalcin/agent-schemas (claude-code) and
// https://github.com/DRMacIver/claude-reliability (notes/transcript-format.md).
var claudeCodeFormat = Format{
	Name: "claude-code", Title: "Claude Code's session files: one, or the folder ~/.claude/projects",
	sniff: func(s *Source) bool {
		return sniffLines(s, func(l []byte) bool {
			return bytes.Contains(l, []byte(`"sessionId"`)) && (bytes.Contains(l, []byte(`"parentUuid"`)) || bytes.Contains(l, []byte(`"queue-operation"`))) ||
				bytes.Contains(l, []byte(`"leafUuid"`)) || bytes.Contains(l, []byte(`"file-history-snapshot"`))
		})
	},
	read: readClaudeCode,
}

type claudeCodeLine struct {
	Type      string `json:"type"`
	UUID      string `json:"uuid"`
	Parent    string `json:"parentUuid"`
	SessionID string `json:"sessionId"`
	Timestamp string `json:"timestamp"`
	Sidechain bool   `json:"isSidechain"`
	Meta      bool   `json:"isMeta"`
	Compact   bool   `json:"isCompactSummary"`
	AgentID   string `json:"agentId"`
	Branch    string `json:"gitBranch"`
	Message   struct {
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// sniffLines looks whether one of the first lines of the first files of lines is
// as wanted.
func sniffLines(s *Source, wanted func([]byte) bool) bool {
	for i, name := range s.named(isJSONL) {
		if i == 5 {
			return false
		}
		for j, line := range bytes.Split(s.head(name), []byte("\n")) {
			if j < 10 && wanted(line) {
				return true
			}
		}
	}
	return false
}

func readClaudeCode(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	return src.each(ctx, src.named(isJSONL), out, func(name string, r io.Reader) error {
		return lines(r, func(number int, line []byte, err error) error {
			position := fmt.Sprintf("%s line %d", name, number)
			var l claudeCodeLine
			if err == nil {
				err = decode(line, &l)
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			if l.SessionID == "" {
				l.SessionID = rd.session(strings.TrimSuffix(path.Base(name), path.Ext(name)))
			}
			return l.records(rd, position, out)
		})
	})
}

func (l *claudeCodeLine) records(rd *Reading, position string, out *Out) error {
	switch {
	case l.Type != "user" && l.Type != "assistant":
		out.Skip("entries that are no messages")
		return nil
	case l.Meta:
		out.Skip("text that the program put in")
		return nil
	case l.Compact:
		out.Skip("summaries of what is there itself")
		return nil
	case l.UUID == "":
		out.Bad(position, "it has no uuid")
		return nil
	}
	meta := metadata{}
	base := Record{Key: key("claude-code", l.UUID), Stream: rd.stream("claude-code", l.SessionID), OccurredAt: parseTime(l.Timestamp),
		Position: position, Role: "assistant", Actor: "claude", Metadata: meta}
	if l.Type == "user" {
		base.Role, base.Actor = "user", rd.me()
		if l.Sidechain { // an agent's orders to another
			base.Actor = "claude"
		}
	}
	meta.text("model", l.Message.Model)
	meta.text("branch", l.Branch)
	meta.text("agent", l.AgentID)
	if l.Parent != "" {
		base.Links = map[string]string{"replyTo": key("claude-code", l.Parent)}
	}
	var text string
	if json.Unmarshal(l.Message.Content, &text) == nil {
		base.Content = []byte(text)
		return out.Record(base)
	}
	var content []contentBlock
	if err := decode(l.Message.Content, &content); err != nil {
		out.Bad(position, err.Error())
		return nil
	}
	said, all := blocks(content, base, out)
	if said != "" {
		base.Content = []byte(said)
		all = append([]Record{base}, all...)
	}
	for _, r := range all {
		if err := out.Record(r); err != nil {
			return err
		}
	}
	return nil
}

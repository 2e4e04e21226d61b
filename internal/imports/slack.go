package imports

import (
	"context"
	"fmt"
	"html"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A Slack export is a zip file with users.json, channels.json (and groups.json,
// dms.json, mpims.json), and a folder a conversation with an array of messages a
// day. It is described at
// https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports; the
// messages are those of https://docs.slack.dev/reference/events/message.
//
// A message is known by its channel and its ts. An edited one has the ts of the
// edit in its key too: the next export's text is an event of its own, and the
// text before stays as it was said. A deleted one is left out; what an earlier
// import took of it is for "kaibo forget".
var slackFormat = Format{
	Name: "slack", Title: "Slack's workspace export: the zip file, or its folder",
	sniff: func(s *Source) bool {
		return s.find("users.json") != "" && (s.find("channels.json") != "" || s.find("dms.json") != "" || s.find("groups.json") != "")
	},
	read: readSlack,
}

type slackMessage struct {
	Type     string        `json:"type"`
	Subtype  string        `json:"subtype"`
	User     string        `json:"user"`
	BotID    string        `json:"bot_id"`
	Username string        `json:"username"`
	Text     string        `json:"text"`
	TS       string        `json:"ts"`
	ThreadTS string        `json:"thread_ts"`
	Message  *slackMessage `json:"message"` // of a change
	Edited   *struct {
		TS string `json:"ts"`
	} `json:"edited"`
	Attachments []struct {
		Fallback string `json:"fallback"`
		Text     string `json:"text"`
	} `json:"attachments"`
	Files []struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	} `json:"files"`
}

// slackExport is what the lists of an export tell.
type slackExport struct {
	users    map[string]string // names by id
	channels map[string]string // ids by the name of their folder
	names    map[string]string // names by id
}

// slackSpoken are the subtypes that somebody says something with; the others
// are notices of the program.
var slackSpoken = map[string]bool{"": true, "bot_message": true, "me_message": true, "file_share": true, "thread_broadcast": true, "file_comment": true}

func readSlack(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	root := path.Dir(src.find("users.json"))
	export := &slackExport{users: map[string]string{}, channels: map[string]string{}, names: map[string]string{}}
	if err := export.load(ctx, src, root, out); err != nil {
		return err
	}
	days := src.named(func(n string) bool {
		dir, file := path.Split(n)
		return path.Ext(file) == ".json" && path.Dir(path.Clean(dir)) == root && path.Clean(dir) != "."
	})
	return src.each(ctx, days, out, func(name string, r io.Reader) error {
		folder := path.Base(path.Dir(name))
		channel := export.channels[folder]
		if channel == "" && slackID.MatchString(folder) {
			channel = folder // direct messages lie under their id
		}
		if channel == "" {
			out.Bad(name, "no list of the export names its channel")
			return nil
		}
		return elements(r, nil, func(e element) error {
			position := fmt.Sprintf("%s message %d", name, e.Index+1)
			var m slackMessage
			if err := e.into(&m); err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			rec, why, bad := m.record(export, rd, channel)
			switch {
			case bad != "":
				out.Bad(position, bad)
				return ctx.Err()
			case why != "":
				out.Skip(why)
				return ctx.Err()
			}
			rec.Position = position
			return out.Record(rec)
		})
	})
}

var slackID = regexp.MustCompile(`^[CDG][A-Z0-9]{6,}$`)

// load reads who is who and which folder is which channel.
func (x *slackExport) load(ctx context.Context, src *Source, root string, out *Out) error {
	lists := []string{"users.json", "org_users.json", "channels.json", "groups.json", "dms.json", "mpims.json"}
	for _, base := range lists {
		name := path.Join(root, base)
		if _, there := src.sizes[name]; !there {
			continue
		}
		err := src.each(ctx, []string{name}, out, func(name string, r io.Reader) error {
			return elements(r, nil, func(e element) error {
				var v struct {
					ID       string `json:"id"`
					Name     string `json:"name"`
					RealName string `json:"real_name"`
					Profile  struct {
						Display string `json:"display_name"`
						Real    string `json:"real_name"`
					} `json:"profile"`
				}
				if err := e.into(&v); err != nil || v.ID == "" {
					out.Bad(fmt.Sprintf("%s entry %d", name, e.Index+1), "it has no id, or cannot be read")
					return ctx.Err()
				}
				if strings.HasSuffix(path.Base(name), "users.json") {
					x.users[v.ID] = nameOf(firstOf(v.Profile.Display, v.Profile.Real, v.RealName, v.Name, v.ID))
					return ctx.Err()
				}
				x.channels[firstOf(v.Name, v.ID)] = v.ID
				x.names[v.ID] = firstOf(v.Name, v.ID)
				return ctx.Err()
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// firstOf answers the first text that is not blank.
func firstOf(texts ...string) string {
	for _, s := range texts {
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// record makes the record of a message, or says why it is left out, or what is
// wrong with it.
func (m *slackMessage) record(x *slackExport, rd *Reading, channel string) (r Record, why, bad string) {
	if m.Subtype == "message_changed" && m.Message != nil {
		return m.Message.record(x, rd, channel)
	}
	switch {
	case m.Subtype == "message_deleted" || m.Subtype == "tombstone":
		return r, "deleted messages", ""
	case m.Type != "" && m.Type != "message" || !slackSpoken[m.Subtype]:
		return r, "notices", ""
	}
	when := slackTime(m.TS)
	if when == nil {
		return r, "", fmt.Sprintf("its ts %.40q is no time", m.TS)
	}
	meta := metadata{}
	r = Record{Key: key("slack", channel, m.TS), Stream: rd.stream("slack", channel), OccurredAt: when, Role: "user", Metadata: meta,
		Actor: firstOf(x.users[m.User], nameOf(m.Username), m.User, m.BotID)}
	if m.Subtype == "bot_message" || m.BotID != "" {
		r.Role = "assistant"
	}
	if m.Edited != nil && m.Edited.TS != "" {
		r.Key = key("slack", channel, m.TS, m.Edited.TS)
	}
	if m.ThreadTS != "" {
		meta.text("thread", m.ThreadTS)
		if m.ThreadTS != m.TS {
			r.Links = map[string]string{"replyTo": key("slack", channel, m.ThreadTS)}
		}
	}
	text := x.plain(m.Text)
	for _, a := range m.Attachments {
		if s := x.plain(firstOf(a.Text, a.Fallback)); s != "" && !strings.Contains(text, s) {
			text += "\n" + s
		}
	}
	if len(m.Files) > 0 {
		meta.text("file", firstOf(m.Files[0].Name, m.Files[0].Title))
		if strings.TrimSpace(text) == "" {
			return r, "images and files without text", ""
		}
	}
	r.Content = []byte(strings.TrimSpace(text))
	return r, "", ""
}

// slackTime reads a ts: seconds and six digits that tell messages of one second
// apart.
func slackTime(ts string) *kaibo.Time {
	whole, micros, _ := strings.Cut(ts, ".")
	s, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || s <= 0 || s >= 253402300800 || len(micros) > 6 {
		return nil
	}
	u, err := strconv.ParseInt((micros + "000000")[:6], 10, 64)
	if err != nil || u < 0 {
		return nil
	}
	t := kaibo.Time(s*1000 + u/1000)
	return &t
}

// slackMark is what Slack writes between angle brackets: https://docs.slack.dev/messaging/formatting-message-text
var slackMark = regexp.MustCompile(`<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>`)

// plain writes a message as a person reads it.
func (x *slackExport) plain(s string) string {
	s = slackMark.ReplaceAllStringFunc(s, func(mark string) string {
		p := slackMark.FindStringSubmatch(mark)
		switch p[1] {
		case "@":
			return "@" + firstOf(x.users[p[2]], p[3], p[2])
		case "#":
			return "#" + firstOf(p[3], x.names[p[2]], p[2])
		case "!":
			return "@" + firstOf(p[3], p[2])
		}
		if p[3] != "" && p[3] != p[2] {
			return p[3] + " (" + strings.TrimPrefix(p[2], "mailto:") + ")"
		}
		return p[2]
	})
	return html.UnescapeString(s)
}

package verbs

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/chain"
)

var payloadsVerb = define(Spec{
	Name:    "payloads",
	Summary: "Read the texts of a stream's events in order",
	Doc: "Reads the payloads of a stream in the order of its events, each as the verb payload answers it, so that " +
		"whoever verifies or copies a stream need not ask for every event. A forgotten one is there as gone, one that " +
		"the server cannot read whole as damaged. A page ends early where its texts are long. As application/x-ndjson it is " +
		"one payload a line; go on after the last one's seq until an answer is empty.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/streams/{stream}/payloads", Main: "stream", Example: `{"stream": "main", "after": 0, "limit": 100}`,
}, listPayloads)

// PayloadsIn is the input of payloads.
type PayloadsIn struct {
	Stream string `json:"stream" form:"stream" doc:"The stream to read."`
	AfterIn
}

// PayloadItem is one payload of a list.
type PayloadItem struct {
	EventID       string          `json:"eventId" doc:"The event."`
	Seq           uint64          `json:"seq" doc:"Its place in the stream."`
	Gone          bool            `json:"gone,omitempty" doc:"It is forgotten; what follows is absent."`
	Damaged       bool            `json:"damaged,omitempty" doc:"The server cannot read it whole, though nobody forgot it; what follows is absent."`
	Content       *string         `json:"content,omitempty" doc:"The content, when it is text."`
	ContentBase64 *string         `json:"contentBase64,omitempty" doc:"The content in base64, when it is not text."`
	ContentType   string          `json:"contentType,omitempty" doc:"Its media type, when the writer gave one."`
	Salt          string          `json:"salt,omitempty" doc:"32 hexadecimal digits: payloadDigest is over salt and content."`
	Details       json.RawMessage `json:"details,omitempty" doc:"What the writer said about the event, in the RFC 8785 form that was digested."`
	DetailsSalt   string          `json:"detailsSalt,omitempty" doc:"32 hexadecimal digits: detailsDigest is over them and details."`
}

// AppendLine appends the item as it is served in NDJSON: the members in the
// order in which they are declared, no white space, a newline. Readers that know
// the form read it many times faster than a parser of JSON.
func (p *PayloadItem) AppendLine(dst []byte) []byte {
	dst = chain.AppendString(append(dst, `{"eventId":`...), p.EventID)
	dst = strconv.AppendUint(append(dst, `,"seq":`...), p.Seq, 10)
	if p.Gone {
		dst = append(dst, `,"gone":true`...)
	}
	if p.Damaged {
		dst = append(dst, `,"damaged":true`...)
	}
	if p.Content != nil {
		dst = chain.AppendString(append(dst, `,"content":`...), *p.Content)
	}
	if p.ContentBase64 != nil {
		dst = chain.AppendString(append(dst, `,"contentBase64":`...), *p.ContentBase64)
	}
	if p.ContentType != "" {
		dst = chain.AppendString(append(dst, `,"contentType":`...), p.ContentType)
	}
	if p.Salt != "" {
		dst = append(append(append(dst, `,"salt":"`...), p.Salt...), '"')
		dst = append(append(dst, `,"details":`...), p.Details...)
		dst = append(append(append(dst, `,"detailsSalt":"`...), p.DetailsSalt...), '"')
	}
	return append(dst, '}', '\n')
}

// PayloadsOut is the answer of payloads.
type PayloadsOut struct {
	Items      []PayloadItem `json:"items" doc:"The payloads, in order of seq."`
	NextCursor string        `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listPayloads(ctx context.Context, c *Call, in *PayloadsIn) (*PayloadsOut, error) {
	list := "payloads/" + in.Stream
	after := in.After
	if err := openCursor(c.Project, list, in.Cursor, &after); err != nil {
		return nil, err
	}
	texts, more, err := c.Deps.Ledger.PayloadsAfter(ctx, c.Project, in.Stream, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &PayloadsOut{Items: make([]PayloadItem, 0, len(texts))}
	room := maxAnswer
	for i := range texts {
		item, size, err := payloadItem(&texts[i])
		if err != nil {
			return nil, err
		}
		if i > 0 && size > room {
			more = true
			break
		}
		room -= size
		out.Items = append(out.Items, item)
	}
	if more {
		out.NextCursor, err = makeCursor(c.Project, list, out.Items[len(out.Items)-1].Seq)
	}
	return out, err
}

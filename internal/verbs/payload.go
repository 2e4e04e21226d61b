package verbs

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

var payloadVerb = define(Spec{
	Name:    "payload",
	Summary: "Read the text of an event and what proves it",
	Doc: "Reads the content and the details of an event with the salt of each, so that the event's digests can be " +
		"computed again. A forgotten payload is gone from the moment of the deed.",
	Scope: Read, Toolset: Ledger, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/events/{id}/payload", Main: "id",
	Example: `{"id": "evt_aaaaaaaaaaaaaaaa"}`,
}, readPayload)

// PayloadIn is the input of payload.
type PayloadIn struct {
	ID string `json:"id" form:"id" doc:"The event."`
}

// PayloadOut is the answer of payload. Content that is not UTF-8, or whose
// escapes would make the answer too long, is in contentBase64.
type PayloadOut struct {
	EventID       string          `json:"eventId" doc:"The event."`
	Content       *string         `json:"content,omitempty" doc:"The content, when it is text."`
	ContentBase64 *string         `json:"contentBase64,omitempty" doc:"The content in base64, when it is not text."`
	ContentType   string          `json:"contentType,omitempty" doc:"Its media type, when the writer gave one."`
	Salt          string          `json:"salt" doc:"32 hexadecimal digits: payloadDigest is over salt and content."`
	Details       json.RawMessage `json:"details" doc:"What the writer said about the event, in the RFC 8785 form that was digested."`
	DetailsSalt   string          `json:"detailsSalt" doc:"32 hexadecimal digits: detailsDigest is over them and details."`
}

func readPayload(ctx context.Context, c *Call, in *PayloadIn) (*PayloadOut, error) {
	_, p, err := c.Deps.Ledger.Payload(ctx, c.Project, in.ID)
	if err != nil {
		return nil, err
	}
	seen, err := c.seesEvent(ctx, p.Details)
	if err != nil {
		return nil, err
	}
	if !seen {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no event %s", in.ID)
	}
	item, _, err := payloadItem(&ledger.Text{EventID: in.ID, Payload: p})
	return &PayloadOut{EventID: in.ID, Content: item.Content, ContentBase64: item.ContentBase64, ContentType: item.ContentType,
		Salt: item.Salt, Details: item.Details, DetailsSalt: item.DetailsSalt}, err
}

// envelopeSize is what a payload takes in an answer besides its content and its
// details, at most.
const envelopeSize = 512

// payloadItem is a payload as it is served, and about how many bytes it takes.
func payloadItem(t *ledger.Text) (PayloadItem, int, error) {
	item := PayloadItem{EventID: t.EventID, Seq: t.Seq, Damaged: t.Damaged, Gone: t.Payload == nil && !t.Damaged}
	p := t.Payload
	if p == nil {
		return item, envelopeSize, nil
	}
	item.Details = p.Details
	item.Salt, item.DetailsSalt = hex.EncodeToString(p.Salt[:]), hex.EncodeToString(p.DetailsSalt[:])
	if bytes.Contains(p.Details, []byte(`"contentType"`)) {
		var details struct {
			ContentType string `json:"contentType"`
		}
		if err := json.Unmarshal(p.Details, &details); err != nil {
			return item, 0, err
		}
		item.ContentType = details.ContentType
	}
	size := len(p.Details) + envelopeSize
	if text := string(p.Content); utf8.ValidString(text) {
		if n := jsonLength(text); n <= maxAnswer {
			item.Content = &text
			return item, size + n, nil
		}
	}
	encoded := base64.StdEncoding.EncodeToString(p.Content)
	item.ContentBase64 = &encoded
	return item, size + len(encoded), nil
}

// jsonLength is how many bytes a text takes as a JSON string, at most.
func jsonLength(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f:
			n += 5
		case c == '"' || c == '\\':
			n++
		case c == 0xe2: // U+2028 and U+2029 are escaped as six characters in place of three bytes
			n += 3
		}
	}
	return n
}

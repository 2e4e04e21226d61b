package verbs

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
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
	out := &PayloadOut{
		EventID: in.ID, Details: p.Details,
		Salt: hex.EncodeToString(p.Salt[:]), DetailsSalt: hex.EncodeToString(p.DetailsSalt[:]),
	}
	var details struct {
		ContentType string `json:"contentType"`
	}
	if err := json.Unmarshal(p.Details, &details); err != nil {
		return nil, err
	}
	out.ContentType = details.ContentType
	if text := string(p.Content); utf8.ValidString(text) && jsonLength(text) <= maxAnswer {
		out.Content = &text
	} else {
		encoded := base64.StdEncoding.EncodeToString(p.Content)
		out.ContentBase64 = &encoded
	}
	return out, nil
}

// jsonLength is how many bytes a text takes as a JSON string.
func jsonLength(s string) int {
	b, err := json.Marshal(s)
	if err != nil {
		return len(s)
	}
	return len(b)
}

//go:build !lean

package verbs

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// entries makes the entries of a remember. The key beside the body goes with a
// single event only.
func (in *RememberIn) entries(header string) ([]ledger.Entry, error) {
	if in.Events == nil {
		return in.single(header)
	}
	switch {
	case len(in.Events) == 0:
		return nil, kaibo.InvalidField("events", "must not be empty")
	case header != "":
		return nil, kaibo.InvalidField("Idempotency-Key", "goes with a single event; give each event of a batch its own idempotencyKey")
	case !reflect.ValueOf(in.EventIn).IsZero():
		return nil, kaibo.InvalidField("events", "stands in place of the fields of a single event; give either")
	}
	entries := make([]ledger.Entry, len(in.Events))
	seen := map[string]int{}
	for i := range in.Events {
		path := fmt.Sprintf("events[%d].", i)
		if key := in.Events[i].IdempotencyKey; key != "" {
			if first, again := seen[key]; again {
				return nil, kaibo.InvalidField(path+"idempotencyKey", "is that of events[%d] too", first)
			}
			seen[key] = i
		}
		e, err := in.Events[i].entry(path)
		if err != nil {
			return nil, err
		}
		entries[i] = e
	}
	return entries, nil
}

func (in *RememberIn) single(header string) ([]ledger.Entry, error) {
	if header != "" {
		if in.IdempotencyKey != "" && in.IdempotencyKey != header {
			return nil, kaibo.InvalidField("idempotencyKey", "differs from the Idempotency-Key header")
		}
		in.IdempotencyKey = header
	}
	e, err := in.entry("")
	return []ledger.Entry{e}, err
}

// entry makes one entry. Path stands before the names of fields in errors.
func (in *EventIn) entry(path string) (ledger.Entry, error) {
	content, err := in.content(path)
	if err != nil {
		return ledger.Entry{}, err
	}
	e := ledger.Entry{
		Kind: in.Kind, Content: content, IdempotencyKey: in.IdempotencyKey,
		Details: kaibo.Details{Actor: in.Actor, Role: in.Role, Initiatives: in.Initiatives,
			Metadata: in.Metadata, ContentType: in.ContentType},
		OccurredAt: in.OccurredAt, ExpiresAt: in.ExpiresAt,
	}
	if e.Kind == "" {
		e.Kind = kaibo.KindMessage
	}
	return e, e.Check(path)
}

// content reads the one of content and contentBase64 that was given.
func (in *EventIn) content(path string) ([]byte, error) {
	switch {
	case in.Content != nil && in.ContentBase64 != nil:
		return nil, kaibo.InvalidField(path+"content", "and contentBase64 are both given; give either")
	case in.Content != nil:
		return []byte(*in.Content), nil
	case in.ContentBase64 == nil:
		return nil, kaibo.InvalidField(path+"content", "must be given")
	case in.ContentType == "":
		return nil, kaibo.InvalidField(path+"contentType", "must be given with contentBase64")
	}
	content, err := base64.StdEncoding.Strict().DecodeString(*in.ContentBase64)
	if err != nil {
		return nil, kaibo.InvalidField(path+"contentBase64", "is not standard base64 with padding")
	}
	return content, nil
}

// quoteOf is the provisional memory of an event that was just appended.
func quoteOf(e *kaibo.Event, entry *ledger.Entry) (kaibo.Memory, bool) {
	if !utf8.Valid(entry.Content) {
		return kaibo.Memory{}, false
	}
	initiatives := entry.Details.Initiatives
	if initiatives == nil {
		initiatives = []string{}
	}
	return kaibo.Memory{
		ID: kaibo.ProvisionalID(e.ID), Type: kaibo.TypeEpisode, Content: cutText(entry.Content, kaibo.MaxProvisionalText),
		Confidence: views.ProvisionalConfidence, Status: kaibo.StatusCurrent, Provisional: true,
		ValidFrom: min(e.OccurredAt, e.RecordedAt), ValidTo: kaibo.Forever, RecordedAt: e.RecordedAt,
		Initiatives: initiatives, Events: []string{e.ID}, EventCount: 1, Supersedes: []string{},
	}, true
}

// cutText returns at most limit bytes of a text, cut between runes.
func cutText(b []byte, limit int) string {
	if len(b) <= limit {
		return string(b)
	}
	for limit > 0 && !utf8.RuneStart(b[limit]) {
		limit--
	}
	return string(b[:limit])
}

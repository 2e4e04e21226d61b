package imports

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// JSON Lines, one JSON value a line in UTF-8, is described at
// https://jsonlines.org/. A line is an event with the fields of remember
// (content, stream, kind, occurredAt, expiresAt, actor, role, initiatives,
// metadata, contentType, contentBase64, idempotencyKey), or a line of "kaibo
// export". An event without an idempotencyKey goes by its id, else by its line's
// number; where another file of a folder has the id with another text, by its
// file and its id. A line with a field of another name is bad: to drop it would lose
// what it says.
var jsonlFormat = Format{
	Name: "jsonl", Title: "JSON Lines: one event a line, with the fields of remember, or what kaibo export writes",
	sniff: sniffJSONL, read: readJSONL,
}

// jsonlLine is one line.
type jsonlLine struct {
	ID             string         `json:"id"`
	Stream         string         `json:"stream"`
	Kind           string         `json:"kind"`
	Content        *string        `json:"content"`
	Text           *string        `json:"text"`
	ContentBase64  *string        `json:"contentBase64"`
	ContentType    string         `json:"contentType"`
	OccurredAt     *kaibo.Time    `json:"occurredAt"`
	ExpiresAt      *kaibo.Time    `json:"expiresAt"`
	Actor          string         `json:"actor"`
	Role           string         `json:"role"`
	Initiatives    []string       `json:"initiatives"`
	Metadata       map[string]any `json:"metadata"`
	IdempotencyKey string         `json:"idempotencyKey"`

	Event    *kaibo.Event     `json:"event"` // of kaibo export
	Payload  *exportedPayload `json:"payload"`
	Memory   json.RawMessage  `json:"memory"`
	Deletion json.RawMessage  `json:"deletion"`
}

type exportedPayload struct {
	Content       *string       `json:"content"`
	ContentBase64 *string       `json:"contentBase64"`
	Details       kaibo.Details `json:"details"`
}

func isJSONL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".jsonl" || ext == ".ndjson"
}

func sniffJSONL(s *Source) bool {
	names := s.named(isJSONL)
	if len(names) == 0 {
		return false
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(s.head(names[0])), []byte("\n"))
	var l jsonlLine
	return decode(line, &l) == nil && (l.Content != nil || l.Text != nil || l.ContentBase64 != nil || l.Event != nil)
}

func readJSONL(ctx context.Context, src *Source, rd *Reading, out *Out) error {
	names := src.named(isJSONL)
	if len(src.names) == 1 {
		names = src.names // whatever it is called
	}
	return src.each(ctx, names, out, func(name string, r io.Reader) error {
		return lines(r, func(number int, line []byte, err error) error {
			position := fmt.Sprintf("%s line %d", name, number)
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			var l jsonlLine
			err = decode(line, &l)
			if err == nil {
				err = unknownField(line)
			}
			if err != nil {
				out.Bad(position, err.Error())
				return ctx.Err()
			}
			rec, why, err := l.record(rd, name, number)
			switch {
			case err != nil:
				out.Bad(position, err.Error())
				return ctx.Err()
			case why != "":
				out.Skip(why)
				return ctx.Err()
			}
			rec.Position = position
			if l.ID != "" && rec.Key == key("jsonl", rd.SourceID, l.ID) && len(names) > 1 {
				rec.Other = key("jsonl", rd.SourceID, rd.Name(name), "id", l.ID)
			}
			return out.Record(rec)
		})
	})
}

// jsonlFields are the names of the fields that a line may have.
var jsonlFields = func() map[string]bool {
	names := map[string]bool{}
	t := reflect.TypeFor[jsonlLine]()
	for i := range t.NumField() {
		names[t.Field(i).Tag.Get("json")] = true
	}
	return names
}()

// unknownField names the first field, by its name, that no line has. What an
// exported event has in itself is the exporter's.
func unknownField(line []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return fmt.Errorf("it is not as expected: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !jsonlFields[name] {
			return fmt.Errorf("it has a field %q, which remember does not know", cut(name, 100))
		}
	}
	return nil
}

// record makes the record of a line, or says why there is none.
func (l *jsonlLine) record(rd *Reading, name string, number int) (r Record, why string, err error) {
	switch {
	case l.Event != nil && l.Payload == nil:
		return r, "forgotten events of an export", nil
	case l.Event != nil:
		return l.exported()
	case l.Memory != nil:
		return r, "memories of an export: their events are imported and noted down again", nil
	case l.Deletion != nil:
		return r, "receipts of an export", nil
	}
	r = Record{Stream: l.Stream, Kind: l.Kind, OccurredAt: l.OccurredAt, ExpiresAt: l.ExpiresAt, Actor: l.Actor, Role: l.Role,
		ContentType: l.ContentType, Initiatives: l.Initiatives, Metadata: l.Metadata, Key: l.IdempotencyKey}
	if r.Stream == "" {
		r.Stream = "main"
	}
	switch {
	case r.Key != "":
	case l.ID != "":
		r.Key = key("jsonl", rd.SourceID, l.ID)
	default:
		r.Key = key("jsonl", rd.SourceID, rd.Name(name), strconv.Itoa(number))
	}
	if l.Content == nil {
		l.Content = l.Text
	}
	r.Content, err = contentOf(l.Content, l.ContentBase64)
	return r, "", err
}

// exported makes the record of an event that kaibo export wrote. Its own key
// stays, so that an event is not doubled where it came from.
func (l *jsonlLine) exported() (Record, string, error) {
	e, d := l.Event, l.Payload.Details
	if strings.HasPrefix(e.Stream, "~") {
		return Record{}, "events of the server's own streams", nil
	}
	r := Record{Stream: e.Stream, Kind: e.Kind, OccurredAt: &e.OccurredAt, Actor: d.Actor, Role: d.Role,
		ContentType: d.ContentType, Initiatives: d.Initiatives, Metadata: d.Metadata, Key: e.IdempotencyKey}
	if r.Key == "" {
		r.Key = key("kaibo", e.ID)
	}
	var err error
	r.Content, err = contentOf(l.Payload.Content, l.Payload.ContentBase64)
	return r, "", err
}

func contentOf(text, encoded *string) ([]byte, error) {
	switch {
	case text != nil:
		return []byte(*text), nil
	case encoded == nil:
		return nil, errors.New("it has no content")
	}
	b, err := base64.StdEncoding.DecodeString(*encoded)
	if err != nil {
		return nil, errors.New("contentBase64 is not base64")
	}
	return b, nil
}

// decode reads JSON into v and says what is wrong with it in short words.
// Numbers stay whole where they are whole.
func decode(raw []byte, v any) error {
	if !utf8.Valid(raw) { // the decoder would put U+FFFD in its place and say nothing
		return fmt.Errorf("it is not text in UTF-8: byte %d is none", invalidAt(raw))
	}
	return decodeOutline(raw, v)
}

// invalidAt counts the bytes, from 1, up to the first that is no UTF-8.
func invalidAt(raw []byte) int {
	n := 0
	for n < len(raw) {
		r, size := utf8.DecodeRune(raw[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n + 1
}

// decodeOutline is decode for a piece whose parts are kept raw and decoded each
// by itself: bytes that are no UTF-8 in one of them cost that part alone.
func decodeOutline(raw []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("it is not JSON: %w", err)
		}
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return fmt.Errorf("it is not as expected: %s is a JSON %s", firstOf(wrong.Field, "the value"), wrong.Value)
		}
		return fmt.Errorf("it is not as expected: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("it is not JSON: something follows the value")
	}
	return nil
}

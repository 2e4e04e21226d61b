package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"mime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Entry is an event to be.
type Entry struct {
	Kind           string // one of the kinds
	Content        []byte
	OccurredAt     *kaibo.Time // nil means now
	Details        kaibo.Details
	IdempotencyKey string
	ExpiresAt      *kaibo.Time // forget it then; nil means never

	Warnings []kaibo.SecretWarning // what the secret guard found; they go with the job

	// Of events that [Ledger.Curate] appends. NotBefore is the least that
	// recordedAt may be. InitiativeIDs, when set, are the ids of the initiatives
	// in Details: then Attach makes those that are not there yet. Attach answers
	// what goes into the Commit of the event, at most MaxOwn items; it is asked
	// again at each try, with the event as it would be written then, and its error
	// ends the append with nothing written; but a *LaterError lets it be tried
	// again.
	NotBefore     kaibo.Time
	InitiativeIDs []string
	Attach        func(context.Context, Recorded) ([]kaibo.Write, error)
}

// MaxOwn is how many items an entry's own Attach may add.
const MaxOwn = 88

// LaterError says that an event has to be recorded at At or after.
type LaterError struct{ At kaibo.Time }

// Error implements error.
func (e *LaterError) Error() string {
	return fmt.Sprintf("the event has to be recorded at %s or later", e.At)
}

// occurred is when the event happened: when it is recorded unless it says so.
func (e *Entry) occurred(recordedAt kaibo.Time) kaibo.Time {
	if e.OccurredAt == nil {
		return recordedAt
	}
	return *e.OccurredAt
}

// streamName reports whether s is 1 to 128 of A-Z a-z 0-9 . _ ~ - and nothing
// else. It is no regular expression, because every process would make that when
// it starts.
func streamName(s string) bool {
	for _, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '.' && c != '_' && c != '~' && c != '-' {
			return false
		}
	}
	return len(s) >= 1 && len(s) <= kaibo.MaxStreamName
}

// CheckStream says whether a client may read a stream of this name, and, when
// write is true, append to it: names that begin with ~ are the server's own.
func CheckStream(name string, write bool) error {
	if !streamName(name) {
		return kaibo.InvalidField("stream", "must be 1 to %d of A-Z a-z 0-9 . _ ~ -", kaibo.MaxStreamName)
	}
	if write && strings.HasPrefix(name, "~") {
		return kaibo.InvalidField("stream", "names that begin with ~ are the server's own")
	}
	return nil
}

// Check says what is wrong with an entry, naming the field. Prefix stands
// before the field's name: "events[3]." in a batch.
func (e *Entry) Check(prefix string) error {
	field := func(name, format string, args ...any) error {
		return kaibo.InvalidField(prefix+name, format, args...)
	}
	switch e.Kind {
	case kaibo.KindMessage, kaibo.KindToolCall, kaibo.KindFile, kaibo.KindCommit:
	case kaibo.KindCurate:
		return field("kind", "events of kind curate are made by the verbs that curate")
	default:
		return field("kind", "must be message, tool_call, file or commit")
	}
	if len(e.Content) == 0 {
		return field("content", "must not be empty")
	}
	if len(e.Content) > kaibo.MaxContentBytes {
		return &kaibo.Error{Kind: kaibo.TooLarge, Detail: fmt.Sprintf("%scontent has %d bytes; at most %d are accepted", prefix, len(e.Content), kaibo.MaxContentBytes),
			Fields: []kaibo.FieldError{{Field: prefix + "content", Detail: fmt.Sprintf("at most %d bytes", kaibo.MaxContentBytes)}}}
	}
	if err := CheckKey(prefix+"idempotencyKey", e.IdempotencyKey); err != nil {
		return err
	}
	if err := e.checkTimes(prefix); err != nil {
		return err
	}
	return e.checkDetails(prefix)
}

// The years that the chain can write.
var (
	minTime = kaibo.TimeOf(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC))
	maxTime = kaibo.TimeOf(time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC))
)

func (e *Entry) checkTimes(prefix string) error {
	if !written(e.OccurredAt) {
		return kaibo.InvalidField(prefix+"occurredAt", "is outside the years 0001 to 9999")
	}
	if !written(e.ExpiresAt) {
		return kaibo.InvalidField(prefix+"expiresAt", "is outside the years 0001 to 9999")
	}
	return nil
}

// written reports whether the chain can write a time, or none is given.
func written(t *kaibo.Time) bool { return t == nil || *t >= minTime && *t <= maxTime }

// CheckKey says whether an idempotency key, empty for none, is acceptable.
func CheckKey(field, key string) error {
	if len(key) > kaibo.MaxIdempotencyKey {
		return kaibo.InvalidField(field, "must be at most %d bytes", kaibo.MaxIdempotencyKey)
	}
	for _, r := range key {
		if r < 0x20 || r == 0x7f || r == utf8.RuneError {
			return kaibo.InvalidField(field, "must not hold control characters or broken UTF-8")
		}
	}
	return nil
}

func (e *Entry) checkDetails(prefix string) error {
	d := e.Details
	if err := checkName(prefix+"actor", d.Actor); err != nil {
		return err
	}
	if err := checkName(prefix+"role", d.Role); err != nil {
		return err
	}
	if err := CheckInitiatives(prefix+"initiatives", d.Initiatives); err != nil {
		return err
	}
	if d.ContentType != "" {
		if _, _, err := mime.ParseMediaType(d.ContentType); err != nil || len(d.ContentType) > kaibo.MaxNameBytes {
			return kaibo.InvalidField(prefix+"contentType", "is no media type, such as text/plain")
		}
	}
	if err := checkMetadata(prefix+"metadata", d.Metadata); err != nil {
		return err
	}
	if _, err := canon.Details(d); err != nil {
		return within(prefix, err)
	}
	return nil
}

// checkMetadata looks at the keys in byte order, so that of several faults the
// same one is always named.
func checkMetadata(field string, metadata map[string]any) error {
	if len(metadata) > kaibo.MaxMetadataEntries {
		return kaibo.InvalidField(field, "must have at most %d entries", kaibo.MaxMetadataEntries)
	}
	for _, k := range slices.Sorted(maps.Keys(metadata)) {
		if k == "" || len(k) > kaibo.MaxMetadataKey {
			return kaibo.InvalidField(field, "names must be 1 to %d bytes", kaibo.MaxMetadataKey)
		}
		if s, ok := metadata[k].(string); ok && len(s) > kaibo.MaxMetadataValue {
			return kaibo.InvalidField(field+"."+k, "must be at most %d bytes", kaibo.MaxMetadataValue)
		}
	}
	return nil
}

// within puts prefix before the names of the fields that an error is about.
func within(prefix string, err error) error {
	var invalid *kaibo.Error
	if prefix == "" || !errors.As(err, &invalid) || len(invalid.Fields) == 0 {
		return err
	}
	f := invalid.Fields[0]
	return kaibo.InvalidField(prefix+f.Field, "%s", f.Detail)
}

// CheckInitiatives says whether a list of names of initiatives is acceptable.
func CheckInitiatives(field string, names []string) error {
	if len(names) > kaibo.MaxInitiatives {
		return kaibo.InvalidField(field, "must be at most %d", kaibo.MaxInitiatives)
	}
	seen := make(map[string]bool, len(names))
	for i, n := range names {
		at := fmt.Sprintf("%s[%d]", field, i)
		if n == "" {
			return kaibo.InvalidField(at, "must not be empty")
		}
		if err := checkName(at, n); err != nil {
			return err
		}
		if seen[n] {
			return kaibo.InvalidField(at, "%q is named twice", n)
		}
		seen[n] = true
	}
	return nil
}

func checkName(field, s string) error {
	if len(s) > kaibo.MaxNameBytes {
		return kaibo.InvalidField(field, "must be at most %d bytes", kaibo.MaxNameBytes)
	}
	for _, r := range s {
		if r < 0x20 || r == 0x7f {
			return kaibo.InvalidField(field, "must not hold control characters")
		}
	}
	return nil
}

// checkBatch checks what no single entry shows.
func checkBatch(entries []Entry) error {
	if len(entries) == 0 {
		return kaibo.InvalidField("events", "must not be empty")
	}
	if len(entries) > kaibo.MaxBatchEvents {
		return kaibo.InvalidField("events", "must be at most %d", kaibo.MaxBatchEvents)
	}
	seen := make(map[string]int, len(entries))
	for i, e := range entries {
		if e.IdempotencyKey == "" {
			continue
		}
		if j, ok := seen[e.IdempotencyKey]; ok {
			return kaibo.InvalidField(fmt.Sprintf("events[%d].idempotencyKey", i), "is the key of events[%d] too", j)
		}
		seen[e.IdempotencyKey] = i
	}
	return nil
}

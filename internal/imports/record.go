package imports

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Record is one event to be, read from a source.
type Record struct {
	// Key is the idempotency key: unique in the project, made from the source's
	// ids or places, at most kaibo.MaxIdempotencyKey bytes.
	Key string
	// Other is the key that it takes when another text has Key; empty when that
	// makes it a bad record. It is for ids that are unique in one file only.
	Other string
	// Stream is where it goes: a conversation, a channel, a repository.
	Stream string
	// Kind is one of kaibo's kinds of events; empty means a message.
	Kind string
	// OccurredAt is when it happened, nil where the source does not say.
	OccurredAt *kaibo.Time
	// ExpiresAt is when the server forgets it again; nil means never.
	ExpiresAt *kaibo.Time
	Actor     string // who said or did it
	Role      string // the actor's part: user, assistant, tool
	// Content is the text, in UTF-8 unless ContentType says that it is a file.
	Content     []byte
	ContentType string
	Metadata    map[string]any
	Initiatives []string
	// Links are keys of other records that this one refers to, by what they are
	// to it ("replyTo"). They become entries of the metadata.
	Links map[string]string
	// Edited says that the same key may come again with another text, because
	// the source keeps only the newest: that is sent as a version of its own.
	Edited bool
	// Position is where it stands in the source, for a person.
	Position string
}

// Out takes what a format reads. An error that it answers ends the reading.
type Out struct {
	record func(Record) error
	bad    func(position, reason string)
	skip   func(why string)
}

// Record takes one record.
func (o *Out) Record(r Record) error { return o.record(r) }

// Bad notes something that could not be read; reading goes on after it.
func (o *Out) Bad(position, reason string) { o.bad(position, reason) }

// Skip counts something that is left out on purpose, by why.
func (o *Out) Skip(why string) { o.skip(why) }

// key makes an idempotency key of a format and ids. Ids that are too long or
// have bytes that no key may have stand in it as their digest: an id is no text.
func key(format string, ids ...string) string {
	k := format + ":" + strings.Join(ids, ":")
	if len(k) <= maxRawKey && printable(k) {
		return k
	}
	sum := sha256.Sum256([]byte(k))
	return format + ":#" + hex.EncodeToString(sum[:16])
}

// maxRawKey leaves room for the number of a part and of a version.
const maxRawKey = kaibo.MaxIdempotencyKey - 24

func printable(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }) < 0
}

// stream makes the name of a stream of a prefix and an id of the source. An id
// that cannot stand in a name as it is goes in as a keyed digest, so that two ids
// never share a stream.
func (r *Reading) stream(prefix, id string) string {
	if !plainID.MatchString(id) || digested.MatchString(id) {
		return r.person(prefix, id)
	}
	return prefix + "." + id
}

// person is stream for ids that name a person, or that people choose: only a
// keyed digest of them goes in, because the name of a stream can never be
// forgotten.
func (r *Reading) person(prefix, id string) string {
	return prefix + ".d-" + r.Name("stream "+prefix+"\x00"+id)
}

// session makes the id of a session of the name of its file. A name that is no
// UUID was given by a person, and goes in as a keyed digest.
func (r *Reading) session(name string) string {
	if isUUID.MatchString(name) {
		return name
	}
	return "d-" + r.Name("session "+name)
}

var (
	isUUID   = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	plainID  = regexp.MustCompile(`^[a-zA-Z0-9._-]{1,96}$`)
	digested = regexp.MustCompile(`^d-[0-9a-f]+$`) // as person writes one
)

// nameOf makes a text fit where a name goes: one line, no control characters,
// at most kaibo.MaxNameBytes.
func nameOf(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))), " ")
	return cut(s, kaibo.MaxNameBytes)
}

// cut returns at most limit bytes of a text, cut between runes.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// metadata collects entries that have a value, each cut to what one may be.
type metadata map[string]any

func (m metadata) text(name, value string) {
	if value = strings.TrimSpace(value); value != "" {
		m[name] = cut(strings.ToValidUTF8(value, "\uFFFD"), kaibo.MaxMetadataValue)
	}
}

// at makes the time of a record; the zero time is none, as is a year that the
// chain cannot write.
func at(t time.Time) *kaibo.Time {
	if t.IsZero() || t.UTC().Year() < 1 || t.UTC().Year() > 9999 {
		return nil
	}
	v := kaibo.TimeOf(t)
	return &v
}

// seconds reads a time in seconds since 1970, as JSON writes one with a
// fraction. Zero and what no clock shows is none.
func seconds(s float64) *kaibo.Time {
	if !(s > 0 && s < 253402300800) { // up to the end of the year 9999
		return nil
	}
	v := kaibo.Time(s * 1000)
	return &v
}

// zones are the forms of a time that programs write besides RFC 3339; those
// without a zone are read as UTC, which is what their writers keep.
var zones = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999-07",
	"2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05.999999999 MST", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04Z07:00",
	"2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly,
}

// parseTime reads a time in any of those forms; nil when it is in none.
func parseTime(s string) *kaibo.Time {
	s = strings.TrimSpace(s)
	for _, form := range zones {
		if t, err := time.Parse(form, s); err == nil {
			return at(t)
		}
	}
	return nil
}

// ParseSince reads the moment that --since names: a time, or a day, which begins
// at midnight in UTC. False when it is neither.
func ParseSince(s string) (kaibo.Time, bool) {
	t := parseTime(s)
	if t == nil {
		return 0, false
	}
	return *t, true
}

package ledger

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A payload object is
//
//	"KBP1"  salt (16 bytes)  details salt (16)  length of details (4, big endian)  details  content
//
// Details and content lie in one object, so that one deletion purges both with
// their salts. Their digests stand in the event, so the object needs no
// checksum of its own.
const (
	payloadMagic  = "KBP1"
	payloadHeader = len(payloadMagic) + 16 + 16 + 4
)

// PayloadBytes writes a payload as its object holds it, for who puts events
// back that were taken out of a ledger.
func PayloadBytes(p *kaibo.Payload) []byte { return encodePayload(p) }

// PayloadObject names the payload object of an event that is put back: at is
// when the event was recorded, so that [Ledger.Sweep] finds both together.
func PayloadObject(p kaibo.Project, at kaibo.Time, random [10]byte) string {
	return payloadPrefix(p.ID) + kaibo.TimeKey(at) + "-" + hex.EncodeToString(random[:])
}

func encodePayload(p *kaibo.Payload) []byte {
	b := make([]byte, 0, payloadHeader+len(p.Details)+len(p.Content))
	b = append(b, payloadMagic...)
	b = append(b, p.Salt[:]...)
	b = append(b, p.DetailsSalt[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(p.Details)))
	b = append(b, p.Details...)
	return append(b, p.Content...)
}

func decodePayload(b []byte) (*kaibo.Payload, error) {
	if len(b) < payloadHeader || string(b[:4]) != payloadMagic {
		return nil, fmt.Errorf("not a payload object")
	}
	n := int(binary.BigEndian.Uint32(b[36:40]))
	if n > len(b)-payloadHeader {
		return nil, fmt.Errorf("payload object is cut short")
	}
	p := &kaibo.Payload{Details: b[payloadHeader : payloadHeader+n], Content: b[payloadHeader+n:]}
	copy(p.Salt[:], b[4:20])
	copy(p.DetailsSalt[:], b[20:36])
	return p, nil
}

// newPayload salts an entry's content and details.
func (l *Ledger) newPayload(e *Entry) (*kaibo.Payload, error) {
	details, err := canon.Details(e.Details)
	if err != nil {
		return nil, err
	}
	p := &kaibo.Payload{Content: e.Content, Details: details}
	for _, salt := range []*[16]byte{&p.Salt, &p.DetailsSalt} {
		if _, err := io.ReadFull(l.Random, salt[:]); err != nil {
			return nil, &kaibo.Error{Op: "make salt", Err: err}
		}
	}
	return p, nil
}

// payloadPrefix is where a project's payload objects lie, oldest first.
func payloadPrefix(project string) string { return project + "/p/" }

// payloadName makes the name of a payload object from the time and 10 random
// bytes: a name of its own for every attempt, so that no two writers share an
// object, and old ones can be found without reading them.
func (l *Ledger) payloadName(p kaibo.Project, now kaibo.Time) (string, error) {
	var b [10]byte
	if _, err := io.ReadFull(l.Random, b[:]); err != nil {
		return "", &kaibo.Error{Op: "name payload", Err: err}
	}
	return payloadPrefix(p.ID) + kaibo.TimeKey(now) + "-" + hex.EncodeToString(b[:]), nil
}

// payloadTime reads the time back out of a payload object's name.
func payloadTime(name string) (kaibo.Time, bool) {
	base := name[strings.LastIndexByte(name, '/')+1:]
	stamp, _, ok := strings.Cut(base, "-")
	if !ok {
		return 0, false
	}
	return kaibo.ParseTimeKey(stamp)
}

// Payload reads the text of an event. A forgotten one is Gone from the moment
// of the deed. What is read is checked against the event's digests: damage is
// an error, never served.
func (l *Ledger) Payload(ctx context.Context, p kaibo.Project, eventID string) (*kaibo.Event, *kaibo.Payload, error) {
	if !kaibo.IsEventID(eventID) {
		return nil, nil, kaibo.Errorf(kaibo.NotFound, "there is no event %s", eventID)
	}
	items, err := l.Table.Get(ctx, kaibo.RefKey(p.ID, eventID), kaibo.TombKey(p.ID, eventID))
	if err != nil {
		return nil, nil, fmt.Errorf("read event id: %w", err)
	}
	if !items[0].Found() {
		return nil, nil, kaibo.Errorf(kaibo.NotFound, "there is no event %s", eventID)
	}
	if items[1].Found() {
		return nil, nil, kaibo.Errorf(kaibo.Gone, "event %s is forgotten", eventID)
	}
	var ref kaibo.EventRef
	if err := items[0].Decode(&ref); err != nil {
		return nil, nil, err
	}
	event, err := l.event(ctx, p, ref)
	if err != nil {
		return nil, nil, err
	}
	payload, err := l.readPayload(ctx, ref, event)
	if errors.Is(err, errMissing) { // purged since the tombstone was looked for?
		if again, err := l.Table.Get(ctx, kaibo.TombKey(p.ID, eventID)); err == nil && again[0].Found() {
			return nil, nil, kaibo.Errorf(kaibo.Gone, "event %s is forgotten", eventID)
		}
	}
	return event, payload, err
}

// DamagedError says that the payload of an event that is not forgotten is
// missing, or is not what the chain says.
type DamagedError struct {
	EventID string
	cause   error
}

// Error implements error.
func (e *DamagedError) Error() string { return e.cause.Error() }

// Unwrap returns what is wrong.
func (e *DamagedError) Unwrap() error { return e.cause }

// damaged makes one.
func damaged(e *kaibo.Event, cause error) error {
	return &kaibo.Error{Op: "read payload of " + e.ID, Err: &DamagedError{e.ID, cause}}
}

// errMissing is damage: an event without a tombstone whose payload is not
// there.
var errMissing = errors.New("its object is missing")

// readPayload reads the object that ref names and checks both digests.
func (l *Ledger) readPayload(ctx context.Context, ref kaibo.EventRef, e *kaibo.Event) (*kaibo.Payload, error) {
	b, err := l.Objects.Get(ctx, ref.Object, 0, -1)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil, damaged(e, errMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("read payload: %w", err)
	}
	payload, err := decodePayload(b)
	if err != nil {
		return nil, damaged(e, err)
	}
	if chain.SaltedDigest(payload.Salt, payload.Content) != e.PayloadDigest ||
		chain.SaltedDigest(payload.DetailsSalt, payload.Details) != e.DetailsDigest {
		return nil, damaged(e, errors.New("its bytes do not have the digest that the chain holds"))
	}
	return payload, nil
}

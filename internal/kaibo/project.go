package kaibo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"io"
	"strings"
)

// Project is the wall: nothing of one shows in another. ID prefixes every
// partition and object; Secret keys the HMACs by which text is looked up.
type Project struct {
	ID        string `json:"id"`
	Name      string `json:"name"` // as the operator gave it
	Secret    []byte `json:"secret"`
	CreatedAt Time   `json:"createdAt"`
	Deleted   bool   `json:"deleted,omitempty"`
}

// ModelSetting says whether a model may read a project's events. It is off
// unless somebody turned it on.
type ModelSetting struct {
	On        bool   `json:"on"`
	UpdatedAt Time   `json:"updatedAt"`
	By        string `json:"by,omitempty"` // name of the key that set it
}

// idEncoding writes 80 bits as 16 characters of a-z2-7.
var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Ids are a prefix and 16 characters: 80 bits, at most 20 characters long.
const (
	prefixEvent   = "evt_"
	prefixMemory  = "mem_"
	prefixJob     = "job_"
	prefixReceipt = "rcp_"
)

// Digest returns the HMAC of parts under the project's secret as 26
// characters of a-z2-7: what a look-up by text is keyed with.
func (p Project) Digest(parts ...string) string {
	return idEncoding.EncodeToString(p.mac(parts...)[:16])
}

func (p Project) mac(parts ...string) []byte {
	m := hmac.New(sha256.New, p.Secret)
	var n [8]byte
	for _, s := range parts {
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		m.Write(n[:])
		io.WriteString(m, s)
	}
	return m.Sum(nil)
}

// EventIDForKey returns the id of the event with an idempotency key. The same
// key has the same id, so that the id item is the key item.
func (p Project) EventIDForKey(key string) string {
	return prefixEvent + idEncoding.EncodeToString(p.mac("event", key)[:10])
}

// NewEventID makes the id of an event without a key from 10 random bytes.
func NewEventID(random io.Reader) (string, error) { return newID(prefixEvent, random) }

// NewReceiptID makes the id of a ledger entry from 10 random bytes.
func NewReceiptID(random io.Reader) (string, error) { return newID(prefixReceipt, random) }

// NewID makes an id with a prefix of at most 4 characters from 10 random bytes.
func NewID(prefix string, random io.Reader) (string, error) { return newID(prefix, random) }

func newID(prefix string, random io.Reader) (string, error) {
	var b [10]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", &Error{Op: "make id", Err: err}
	}
	return prefix + idEncoding.EncodeToString(b[:]), nil
}

// MemoryID makes the id of a memory from its event, the generation of the
// derivation and its ordinal, so that a step applied twice changes nothing.
func MemoryID(eventID string, generation, ordinal int) string {
	h := sha256.New()
	var n [16]byte
	binary.BigEndian.PutUint64(n[:8], uint64(generation))
	binary.BigEndian.PutUint64(n[8:], uint64(ordinal))
	io.WriteString(h, eventID)
	h.Write(n[:])
	return prefixMemory + idEncoding.EncodeToString(h.Sum(nil)[:10])
}

// ProvisionalID returns the id of the provisional memory of an event.
func ProvisionalID(eventID string) string {
	return prefixMemory + strings.TrimPrefix(eventID, prefixEvent)
}

// ProvisionalEvent returns the event that a provisional memory of this id
// would quote. Whether there is one, only the store knows.
func ProvisionalEvent(memoryID string) string {
	return prefixEvent + strings.TrimPrefix(memoryID, prefixMemory)
}

// JobID returns the id of the job whose first event this is.
func JobID(firstEventID string) string {
	return prefixJob + strings.TrimPrefix(firstEventID, prefixEvent)
}

// JobEvent returns the first event of a job.
func JobEvent(jobID string) string { return prefixEvent + strings.TrimPrefix(jobID, prefixJob) }

// IsEventID reports whether s has the shape of an event's id.
func IsEventID(s string) bool { return hasIDShape(s, prefixEvent) }

// IsMemoryID reports whether s has the shape of a memory's id.
func IsMemoryID(s string) bool { return hasIDShape(s, prefixMemory) }

// IsJobID reports whether s has the shape of a job's id.
func IsJobID(s string) bool { return hasIDShape(s, prefixJob) }

// IsReceiptID reports whether s has the shape of a ledger entry's id.
func IsReceiptID(s string) bool { return hasIDShape(s, prefixReceipt) }

func hasIDShape(s, prefix string) bool {
	if len(s) != len(prefix)+16 || !strings.HasPrefix(s, prefix) {
		return false
	}
	for _, c := range s[len(prefix):] {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

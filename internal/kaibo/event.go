package kaibo

import (
	"encoding/hex"
	"fmt"
)

// Hash is a SHA-256 digest, written as 64 lower-case hexadecimal digits.
type Hash [32]byte

// String returns the hexadecimal form.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(b []byte) error {
	if len(b) != 64 {
		return fmt.Errorf("a hash has 64 hexadecimal digits, not %d", len(b))
	}
	_, err := hex.Decode(h[:], b)
	return err
}

// The kinds of events. Curate is made by the verbs that mend and curate; a
// client's remember may not name it.
const (
	KindMessage  = "message"
	KindToolCall = "tool_call"
	KindFile     = "file"
	KindCommit   = "commit"
	KindCurate   = "curate"
)

// Event is one entry of a stream. It holds ids, times and two salted digests
// and nothing else: the text and the details lie in the [Payload], so that
// they can be destroyed while the chain stays whole.
//
// Hash = SHA-256(PrevHash || canonical), where canonical is RFC 8785 over this
// object without hash and prevHash.
type Event struct {
	ID             string `json:"id"`
	Stream         string `json:"stream"`
	Seq            uint64 `json:"seq"` // 1, 2, 3 … without a gap
	PrevHash       Hash   `json:"prevHash"`
	Hash           Hash   `json:"hash"`
	Kind           string `json:"kind"`
	OccurredAt     Time   `json:"occurredAt"`
	RecordedAt     Time   `json:"recordedAt"` // never decreases along a stream
	IdempotencyKey string `json:"idempotencyKey,omitempty"`
	PayloadDigest  string `json:"payloadDigest"` // "sha256:" + hex of SHA-256(salt || content)
	DetailsDigest  string `json:"detailsDigest"` // "sha256:" + hex of SHA-256(detailsSalt || RFC 8785 of Details)
}

// Details are what a writer said about an event besides its content. Absent
// ones are left out of the canonical form. Values of Metadata are strings, or
// int64 within plus or minus 2^53-1, so that every language reads the same
// number.
type Details struct {
	Actor       string         `json:"actor,omitempty"`
	Role        string         `json:"role,omitempty"`
	Initiatives []string       `json:"initiatives,omitempty"` // names, as the writer gave them
	Metadata    map[string]any `json:"metadata,omitempty"`
	ContentType string         `json:"contentType,omitempty"`
	// Within are the ids of the initiatives that the writer's key was limited
	// to: what the event says ends and joins no memory beyond them, now and
	// whenever it is derived again. Nil for a key that sees the whole project.
	Within []string `json:"within,omitempty"`
}

// Payload is the text of an event, its details, and the salt of each. It is
// one object, deleted whole when its event is purged.
type Payload struct {
	Content     []byte
	Salt        [16]byte
	Details     []byte // RFC 8785 of Details, the bytes that were digested
	DetailsSalt [16]byte
}

// EventRef leads from an event's id to its place and its job. It is stored
// under the id; the id of an event with an idempotency key is made from that
// key, so one look-up answers "was this key used".
type EventRef struct {
	ID       string `json:"id"`
	Stream   string `json:"stream"`
	Seq      uint64 `json:"seq"`
	JobFirst uint64 `json:"jobFirst"` // seq of the first event of the append, which names its job
	Object   string `json:"object"`   // name of the payload object
	Session  uint64 `json:"session"`  // seq of the first event of its session
}

// Tombstone says that an event is forgotten. It lies beside the EventRef.
type Tombstone struct {
	EventID   string `json:"eventId"`
	ReceiptID string `json:"receiptId"`
	At        Time   `json:"at"`
	Purged    bool   `json:"purged"`
}

// Head is the end of a stream, or of the deletion ledger.
type Head struct {
	Stream     string `json:"stream"`
	Seq        uint64 `json:"seq"`
	Hash       Hash   `json:"hash"`
	RecordedAt Time   `json:"recordedAt"`
	Frontier   []Hash `json:"frontier"` // RFC 6962: roots of the perfect subtrees, largest first

	// A session is a run of a stream with one metadata.thread, where given,
	// and no gap over an hour. The head keeps what the next event is compared
	// with.
	Session      uint64 `json:"session,omitempty"`      // seq of its first event
	Thread       string `json:"thread,omitempty"`       // tag of its thread
	LastOccurred Time   `json:"lastOccurred,omitempty"` // of the last event

	// PlacedFrom is of the deletion ledger: every entry from this seq on has a
	// ReceiptPlace. It is 0 where none is known to have one.
	PlacedFrom uint64 `json:"placedFrom,omitempty"`
}

// ReceiptPlace says at which entry of the deletion ledger a receipt stands. It
// may be there without that entry, or be of one that was never written: who
// reads the entry looks at its id.
type ReceiptPlace struct {
	Seq uint64 `json:"seq"`
}

// PlaceReceipts answers the writes that say where entries of the deletion ledger
// stand, one each.
func PlaceReceipts(project string, entries []Receipt) []Write {
	writes := make([]Write, len(entries))
	for i := range entries {
		writes[i] = PutAny(ReceiptPlaceKey(project, entries[i].ID), 1, Encode(ReceiptPlace{Seq: entries[i].Seq}))
	}
	return writes
}

// The states of a job.
const (
	JobQueued  = "queued"
	JobRunning = "running"
	JobDone    = "done"
	JobFailed  = "failed"
)

// Job is the structuring of one append: its events from First to Last. The
// table is the queue; a message is only a hint that it is there.
type Job struct {
	ID        string          `json:"id"`
	Stream    string          `json:"stream"`
	First     uint64          `json:"first"`
	Last      uint64          `json:"last"`
	Status    string          `json:"status"`
	Reason    string          `json:"reason,omitempty"` // why it failed, or why it learned nothing
	Attempts  int             `json:"attempts"`
	Step      int             `json:"step"`               // steps of its plan that were applied
	Plan      string          `json:"plan,omitempty"`     // object that holds the plan while it is applied
	Memories  []string        `json:"memories,omitempty"` // what it led to, new or repeated
	Partial   bool            `json:"partial,omitempty"`  // something was left out; Reason counts it
	Model     *ModelUse       `json:"model,omitempty"`    // what a model was asked for it; nil when none was
	Warnings  []SecretWarning `json:"warnings,omitempty"` // what the secret guard found in its events, at most MaxWarnings
	Unwarned  int             `json:"unwarned,omitempty"` // how many findings were left out of Warnings
	CreatedAt Time            `json:"createdAt"`
	UpdatedAt Time            `json:"updatedAt"`
}

// SecretWarning is one place in an event that looks like a secret, or like personal
// data that a policy names. It holds no text: it outlives the event's.
type SecretWarning struct {
	Rule   string `json:"rule"`   // of the guard
	Field  string `json:"field"`  // of the request, as problems name them: "events[3].content"
	Start  int    `json:"start"`  // bytes of the field as it is stored
	End    int    `json:"end"`    // exclusive
	Action string `json:"action"` // "warn", or "redact": what stands there took the value's place
}

// ModelUse counts what a model was asked for a job. It holds no text.
type ModelUse struct {
	Name         string `json:"name"`              // of the provider and the model
	Calls        int    `json:"calls"`             // requests, repeated ones too
	InputTokens  int    `json:"inputTokens"`       // as the model counts them
	OutputTokens int    `json:"outputTokens"`      // as the model counts them
	CostMicros   int64  `json:"costMicros"`        // millionths of a dollar, by the prices that were configured
	Dropped      int    `json:"dropped,omitempty"` // proposals that failed a check
	Rules        string `json:"rules,omitempty"`   // why the rules answered in its place; empty when they never did
}

// Add puts the counts of another use to u.
func (u *ModelUse) Add(v ModelUse) {
	u.Calls += v.Calls
	u.InputTokens += v.InputTokens
	u.OutputTokens += v.OutputTokens
	u.CostMicros += v.CostMicros
	u.Dropped += v.Dropped
}

// Cursor is how far a stream is structured: every event up to Seq is.
type Cursor struct {
	Seq uint64 `json:"seq"`
}

// Initiative is a named scope of work. Births, index rows and guards keep the
// id, so that a rename is one write.
type Initiative struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt Time   `json:"createdAt"`
	LocalOnly bool   `json:"localOnly,omitempty"` // its text goes to no model but one on this machine
}

// ProvisionalMemory quotes an event whose job is still open.
type ProvisionalMemory struct {
	EventID     string   `json:"eventId"`
	Seq         uint64   `json:"seq"`
	Session     uint64   `json:"session"`
	Hash        Hash     `json:"hash"`
	Text        string   `json:"text"` // the first bytes of its content, cut at a rune
	OccurredAt  Time     `json:"occurredAt"`
	RecordedAt  Time     `json:"recordedAt"`
	Actor       string   `json:"actor,omitempty"`
	Role        string   `json:"role,omitempty"`
	Initiatives []string `json:"initiatives,omitempty"` // ids
	Tags        []string `json:"tags,omitempty"`        // of its metadata
	Tokens      int      `json:"tokens"`
}

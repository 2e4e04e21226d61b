package webhooks

import (
	"io"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Limits of a webhook. Each is refused at the door with its number.
const (
	MaxWebhooks    = 10                 // of a project: each is one write of every notice
	MaxURLBytes    = 2048               // what servers take
	MaxDescription = 256                // bytes
	MaxOverlap     = 7 * 24 * time.Hour // of an old secret with a new one
	DefaultOverlap = 24 * time.Hour
	MaxLog         = 500  // attempts that the log of a webhook keeps
	MaxDeadLetters = 1000 // messages that a webhook keeps to be sent again
	maxSecrets     = 3    // that sign at a time: the current one and those that were rotated within the overlap
	secretBytes    = 32   // Standard Webhooks wants 24 to 64
	prefixSecret   = "whsec_"
	prefixWebhook  = "whk_"
	prefixMessage  = "msg_"
)

// TypeTest is what a message of [Engine.Test] is.
const TypeTest = "webhook.test"

// Webhook is where notices of a project are sent.
type Webhook struct {
	ID          string      `json:"id"`
	URL         string      `json:"url,omitempty"`
	Events      []string    `json:"events,omitempty"` // types of notices; empty for all
	Description string      `json:"description,omitempty"`
	CreatedAt   kaibo.Time  `json:"createdAt"`
	DisabledAt  *kaibo.Time `json:"disabledAt,omitempty"` // nil while it is enabled
	Reason      string      `json:"reason,omitempty"`     // why it is disabled
	Secrets     []Secret    `json:"secrets,omitempty"`    // the current one first
	Deleted     bool        `json:"deleted,omitempty"`    // what it left is not removed yet
}

// Secret signs. Its bytes are in the table, sealed, for a signature is made of
// them; they are answered once.
type Secret struct {
	Key    []byte      `json:"key,omitempty"`    // in the table only where an older version wrote it
	Sealed []byte      `json:"sealed,omitempty"` // what the table holds
	Until  *kaibo.Time `json:"until,omitempty"`  // of one that was rotated out
}

// String keeps a secret out of whatever is printed.
func (Secret) String() string { return "secret" }

// Enabled reports whether notices are sent to it.
func (w *Webhook) Enabled() bool { return w.DisabledAt == nil && !w.Deleted }

// Wants reports whether it is told of notices of a type.
func (w *Webhook) Wants(typ string) bool { return len(w.Events) == 0 || slices.Contains(w.Events, typ) }

// Standing is how deliveries to a webhook go.
type Standing struct {
	Failures     int         `json:"failures"`               // attempts since the last that was taken
	FailingSince *kaibo.Time `json:"failingSince,omitempty"` // the first of them
	NextAt       *kaibo.Time `json:"nextAt,omitempty"`       // before which nothing is sent
	DeliveredAt  *kaibo.Time `json:"deliveredAt,omitempty"`  // of the last that was taken
}

// Attempt is a line of the delivery log.
type Attempt struct {
	MessageID    string      `json:"messageId"`
	Type         string      `json:"type"`
	At           kaibo.Time  `json:"at"`
	Attempt      int         `json:"attempt"`           // 1 the first time
	Outcome      string      `json:"outcome"`           // one of the outcomes
	Status       int         `json:"status,omitempty"`  // of HTTP; 0 when there was no answer
	Problem      string      `json:"problem,omitempty"` // what went wrong, in words that name no host
	Milliseconds int64       `json:"milliseconds"`
	NextAt       *kaibo.Time `json:"nextAt,omitempty"` // of the next attempt
}

// The outcomes of an attempt.
const (
	OutcomeDelivered = "delivered" // the receiver answered 2xx
	OutcomeFailed    = "failed"    // it is tried again
	OutcomeDead      = "dead"      // it is a dead letter
)

// Outcomes lists the outcomes in the order in which they are documented.
var Outcomes = []string{OutcomeDelivered, OutcomeFailed, OutcomeDead}

// DeadLetter is a message that was given up.
type DeadLetter struct {
	MessageID string     `json:"messageId"`
	Type      string     `json:"type"`
	At        kaibo.Time `json:"at"` // of the notice
	Attempts  int        `json:"attempts"`
	Problem   string     `json:"problem,omitempty"`
}

// message is a notice on its way to one webhook.
type message struct {
	ID       string       `json:"id"`
	Place    string       `json:"place"` // in the queue: that of its outbox item, and its number there
	Notice   kaibo.Notice `json:"notice"`
	At       kaibo.Time   `json:"at"`    // of the notice
	Since    kaibo.Time   `json:"since"` // from when on it counts as given up after giveUpAfter
	Attempts int          `json:"attempts,omitempty"`
	Due      kaibo.Time   `json:"due,omitempty"`
	Problem  string       `json:"problem,omitempty"` // of its last attempt
}

// state is what lies beside the queue of a webhook. Its item's version is the
// lease: who changes it is the one who sends.
type state struct {
	Owner       string     `json:"owner,omitempty"`
	LeasedUntil kaibo.Time `json:"leasedUntil,omitempty"`
	Standing
	Logged uint64 `json:"logged,omitempty"` // lines that were ever written
	Dead   uint64 `json:"dead,omitempty"`   // dead letters that there ever were
}

// newSecret makes a secret and answers how it is shown.
func newSecret(random io.Reader) (Secret, string, error) {
	s := Secret{Key: make([]byte, secretBytes)}
	if _, err := io.ReadFull(random, s.Key); err != nil {
		return Secret{}, "", &kaibo.Error{Op: "make secret", Err: err}
	}
	return s, shown(s), nil
}

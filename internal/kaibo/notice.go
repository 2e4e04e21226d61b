package kaibo

import "slices"

// The types of notices: what webhooks are told. A provisional memory is in
// none.
const (
	NoticeCreated    = "memory.created"    // a memory was noted down
	NoticeSuperseded = "memory.superseded" // it stopped being current: superseded or canceled
	NoticeReinstated = "memory.reinstated" // it is current again
	NoticeForgotten  = "memory.forgotten"  // a receipt says that its text is gone from every read
	NoticePurged     = "memory.purged"     // a receipt says that its text is gone from every store

	NoticeRestructured = "memory.restructured" // all were derived again: every id may lead to others
)

// NoticeTypes lists the types in the order in which they are documented.
var NoticeTypes = []string{NoticeCreated, NoticeSuperseded, NoticeReinstated, NoticeForgotten, NoticePurged, NoticeRestructured}

// Notice says that something changed. It holds ids, times and numbers, never
// text. One of a deed of forgetting names an entry of the deletion ledger,
// whose ids are read there when the notice is sent.
type Notice struct {
	Type         string   `json:"type"`
	MemoryID     string   `json:"memoryId,omitempty"`
	Version      int      `json:"version,omitempty"` // of the revision; 1 at birth
	Status       string   `json:"status,omitempty"`
	RecordedAt   Time     `json:"recordedAt,omitempty"` // of the revision
	EventID      string   `json:"eventId,omitempty"`    // what made it so
	Supersedes   []string `json:"supersedes,omitempty"`
	SupersededBy string   `json:"supersededBy,omitempty"`
	Replaces     string   `json:"replaces,omitempty"`   // the id under which it was known until a source was forgotten
	ReceiptID    string   `json:"receiptId,omitempty"`  // of the deed
	ReceiptSeq   uint64   `json:"receiptSeq,omitempty"` // where its entry lies
}

// Outbox is the item that carries the notices of one Commit, and is part of
// that Commit: what changed is announced exactly when it changed.
type Outbox struct {
	Project string   `json:"project"`
	At      Time     `json:"at"`
	Notices []Notice `json:"notices"`
}

// Listening is what the webhooks of a project that are enabled want to hear,
// all together. Whoever commits a change reads it beforehand, in a Get that it
// makes anyway; a project without webhooks then pays nothing for them.
type Listening struct {
	Events []string `json:"events"` // types of notices; empty when nobody listens
}

// Listens decodes the item under [ListeningKey]; one that is not there is
// nobody.
func Listens(item Item) (Listening, error) {
	var l Listening
	if !item.Found() {
		return l, nil
	}
	return l, item.Decode(&l)
}

// Announce answers the write that puts the notices that somebody wants to hear
// into the outbox, and false when there are none. The name is unique among the
// Commits of the project.
func (l Listening) Announce(project, name string, at Time, notices []Notice) (Write, bool) {
	wanted := slices.DeleteFunc(slices.Clone(notices), func(n Notice) bool { return !slices.Contains(l.Events, n.Type) })
	if len(wanted) == 0 {
		return Write{}, false
	}
	return PutNew(OutboxKey(project, at, name), 1, Encode(Outbox{Project: project, At: at, Notices: wanted})), true
}

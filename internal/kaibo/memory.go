package kaibo

// The types of an automatic memory.
const (
	TypeFact       = "fact"
	TypeDecision   = "decision"
	TypeTask       = "task"
	TypePreference = "preference"
	TypeProcedure  = "procedure"
	TypeEpisode    = "episode"
)

// MemoryTypes lists the types in the order in which they are documented.
var MemoryTypes = []string{TypeFact, TypeDecision, TypeTask, TypePreference, TypeProcedure, TypeEpisode}

// StructurerCurate is the structurer of what people and agents noted on purpose:
// its births stand in the curated graph too, and change only there.
const StructurerCurate = "curate/1"

// The statuses of a memory.
const (
	StatusCurrent    = "current"
	StatusSuperseded = "superseded"
	StatusCanceled   = "canceled"
	StatusForgotten  = "forgotten"
)

// Statuses lists the statuses in the order in which they are documented.
var Statuses = []string{StatusCurrent, StatusSuperseded, StatusCanceled, StatusForgotten}

// Revision is what was known of a memory from RecordedAt on. A change adds a
// revision and takes none away, so every past answer can be given again.
type Revision struct {
	Version      int               `json:"version"` // 1 at birth, then one more each
	RecordedAt   Time              `json:"recordedAt"`
	Stream       string            `json:"stream"` // of the event that made it so
	Seq          uint64            `json:"seq"`
	ValidFrom    Time              `json:"validFrom"`
	ValidTo      Time              `json:"validTo"` // exclusive; Forever when open; never before ValidFrom
	Status       string            `json:"status"`
	Supersedes   []string          `json:"supersedes,omitempty"`
	SupersededBy string            `json:"supersededBy,omitempty"` // also what canceled it
	Disputed     bool              `json:"disputed,omitempty"`
	Conflicts    []string          `json:"conflicts,omitempty"`
	Fields       map[string]string `json:"fields,omitempty"` // layer, weight, tags: the curated graph's
}

// Holds reports whether the statement held at t. An empty interval never does.
func (r Revision) Holds(t Time) bool { return r.ValidFrom <= t && t < r.ValidTo }

// Source is the place in an event that bears a memory out: Start to End are
// bytes of its payload, End exclusive. The rest is repeated here so that a
// citation costs no further read; it is purged with the memory.
type Source struct {
	EventID    string `json:"eventId"`
	Stream     string `json:"stream"`
	Seq        uint64 `json:"seq"`
	Session    uint64 `json:"session,omitempty"` // seq of the first event of its session
	Hash       Hash   `json:"hash"`
	Start      int    `json:"start"`
	End        int    `json:"end"`
	OccurredAt Time   `json:"occurredAt"`
	RecordedAt Time   `json:"recordedAt"`
	Actor      string `json:"actor,omitempty"`
	Role       string `json:"role,omitempty"`
	// Tags are the digests of the event's metadata entries; see MetadataTag.
	Tags []string `json:"tags,omitempty"`
}

// Birth is what a memory was when it was first written. It never changes;
// forgetting takes its text and leaves its shape.
type Birth struct {
	ID          string   `json:"id"`
	Type        string   `json:"type"`
	Content     string   `json:"content"`               // the statement, dates and pronouns written out
	Quote       string   `json:"quote,omitempty"`       // the source's own words, where they differ from Content
	Confidence  float64  `json:"confidence"`            // 0 to 1
	Initiatives []string `json:"initiatives,omitempty"` // ids
	Source      Source   `json:"source"`
	Context     []string `json:"context,omitempty"` // earlier events whose words may be in Content: a pronoun's, a question's
	StatedFrom  Time     `json:"statedFrom"`        // as stated; the same as the first revision's ValidFrom
	StatedTo    Time     `json:"statedTo"`          // as stated; Forever when open
	Bounded     bool     `json:"bounded,omitempty"` // both ends were stated: it interrupts others and ends none
	Anchors     []string `json:"anchors,omitempty"` // HMACs under which its guard entries lie
	Tokens      int      `json:"tokens"`            // of Content, in o200k_base
	QuoteTokens int      `json:"quoteTokens,omitempty"`
	Structurer  string   `json:"structurer"` // name and version, "rules/1"
	Generation  int      `json:"generation"` // how often its event was derived before
	Ordinal     int      `json:"ordinal"`    // its place among the statements of its event
	First       Revision `json:"first"`
}

// Change adds a revision to a memory that existed.
type Change struct {
	MemoryID string   `json:"memoryId"`
	Revision Revision `json:"revision"`
}

// Repeat adds a source to a memory that already said it.
type Repeat struct {
	MemoryID string `json:"memoryId"`
	Source   Source `json:"source"`
}

// Moved says that what a memory said is now said by others: after a
// provisional one was structured, or after one of two sources was forgotten.
type Moved struct {
	MemoryID string   `json:"memoryId"`
	To       []string `json:"to"`
	Again    bool     `json:"again,omitempty"` // by a restructure; To is empty when nothing says it any more
}

// Derivation is the primary record of one step: what an event led to. The
// views of memories are folded from derivations and nothing else, so its
// revisions are absolute: no rule is run again to rebuild.
type Derivation struct {
	EventID    string   `json:"eventId"`
	Stream     string   `json:"stream"`
	Seq        uint64   `json:"seq"`
	Generation int      `json:"generation"`
	Part       int      `json:"part"`
	Structurer string   `json:"structurer"`
	RecordedAt Time     `json:"recordedAt"`
	Births     []Birth  `json:"births,omitempty"`
	Changes    []Change `json:"changes,omitempty"`
	Repeats    []Repeat `json:"repeats,omitempty"`
	Moves      []Moved  `json:"moves,omitempty"`
	// Graph is the number of the change of the curated graph that its event made;
	// 0 for none.
	Graph uint64 `json:"graph,omitempty"`
	// Restructure is the event of the restructure that wrote it; empty for any
	// other. While that one is not done its derivations do not count.
	Restructure string `json:"restructure,omitempty"`
}

// Restructuring is a restructure at work: it is there from before the first
// derivation is written until the views are made of them.
type Restructuring struct {
	EventID string `json:"eventId"` // its event of kind curate
	Written bool   `json:"written"` // all its derivations are: from then on they count, and what they replace does not
	At      Time   `json:"at"`
}

// MemoryRecord is the view of one memory: its birth, all its revisions in
// order of Version, and where its sources are counted.
type MemoryRecord struct {
	Birth
	Revisions  []Revision `json:"revisions"`
	Sources    []Source   `json:"sources"` // the first and the newest, at most MaxListedSources
	EventCount int        `json:"eventCount"`
	ReplacedBy []string   `json:"replacedBy,omitempty"`
	Retired    bool       `json:"retired,omitempty"`   // derived again: ReplacedBy says it now, or nothing does
	Dropped    int        `json:"dropped,omitempty"`   // sources that were forgotten while it stayed
	Forgotten  bool       `json:"forgotten,omitempty"` // at every knownAt
}

// At returns the last revision recorded by knownAt, and whether there was one.
func (m *MemoryRecord) At(knownAt Time) (Revision, bool) {
	for i := len(m.Revisions) - 1; i >= 0; i-- {
		if m.Revisions[i].RecordedAt <= knownAt {
			return m.Revisions[i], true
		}
	}
	return Revision{}, false
}

// Last returns the newest revision.
func (m *MemoryRecord) Last() Revision { return m.Revisions[len(m.Revisions)-1] }

// Memory is a memory as the contract serves it.
type Memory struct {
	ID            string   `json:"id"`
	Type          string   `json:"type"`
	Content       string   `json:"content,omitempty"`
	Confidence    float64  `json:"confidence"`
	Status        string   `json:"status"`
	Provisional   bool     `json:"provisional"`
	Disputed      bool     `json:"disputed,omitempty"`
	ValidFrom     Time     `json:"validFrom"`
	ValidTo       Time     `json:"validTo"`
	RecordedAt    Time     `json:"recordedAt"`
	Initiatives   []string `json:"initiatives"` // names
	Events        []string `json:"events"`
	EventCount    int      `json:"eventCount"`
	Supersedes    []string `json:"supersedes"`
	SupersededBy  *string  `json:"supersededBy"`
	ReplacedBy    []string `json:"replacedBy,omitempty"`
	ConflictsWith []string `json:"conflictsWith,omitempty"`
}

// Receipt is the deletion ledger's entry for one deed of forgetting. It holds
// ids alone. Its hash is computed as an event's.
type Receipt struct {
	ID           string   `json:"id"`
	Seq          uint64   `json:"seq"`
	Kind         string   `json:"kind"` // ReceiptForgotten or ReceiptPurged
	PrevHash     Hash     `json:"prevHash"`
	Hash         Hash     `json:"hash"`
	MemoryIDs    []string `json:"memoryIds,omitempty"`
	EventIDs     []string `json:"eventIds,omitempty"`
	ProjectID    string   `json:"projectId,omitempty"`    // of the operator's ledger: the project that was deleted
	ReasonDigest string   `json:"reasonDigest,omitempty"` // "sha256:" + hex of SHA-256(salt || reason)
	TombstonedAt *Time    `json:"tombstonedAt,omitempty"`
	PurgeAt      *Time    `json:"purgeAt,omitempty"`
	ReceiptID    string   `json:"receiptId,omitempty"` // of a purged entry: the deed it ended
	PurgedAt     *Time    `json:"purgedAt,omitempty"`
}

// The kinds of entries of the deletion ledger.
const (
	ReceiptForgotten = "forgotten"
	ReceiptPurged    = "purged"
)

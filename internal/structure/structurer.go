package structure

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Input is an event as a structurer sees it. It is data, never instructions.
type Input struct {
	Event   kaibo.Event
	Content []byte
	Details kaibo.Details
	Before  []Context // the events before it in its stream, the newest last: at most 3
}

// Context is an earlier event of the same stream, for pronouns and bare
// updates. Its Content is cut at 2 KB.
type Context struct {
	Kind       string
	Actor      string
	Role       string
	Content    string
	OccurredAt kaibo.Time
}

// Statement is one thing that an event says, as a careful person would note it
// down. Start and End are bytes of the event's content; End is exclusive.
type Statement struct {
	Type       string
	Content    string // the statement with dates and pronouns written out
	Start, End int
	Confidence float64    // 0 to 1: that it is what the source says
	ValidFrom  kaibo.Time // when it holds from
	ValidTo    kaibo.Time // exclusive; Forever when nothing bounds it
	Bounded    bool       // both ends were stated: it interrupts and ends nothing
	Corrects   bool       // it says that an earlier statement never held
	Anchors    []string   // words (folded, stemmed) that any statement on the same subject shares one of; at most MaxAnchors
	Parse      any        // the structurer's own reading, handed back to Judge
	Actor      string     // who said it, of the event; the worker sets it before Judge, and "" is unknown
}

// Limits of what a structurer may answer.
const (
	MaxAnchors        = 6    // anchors of one statement
	MaxStatementBytes = 4096 // of Content, and of End - Start
	MaxCandidates     = 200  // candidates handed to one Judge
)

// Reading is what a structurer found in an event.
type Reading struct {
	Statements []Statement
	LeftOut    int       // statements beyond what is kept
	Reason     string    // why there are none, for a person: "a greeting"
	Dropped    []Dropped // proposals that a model made and that failed a check of its own
}

// Candidate is a memory that shares an anchor with the statement. Later says
// that it stands after the statement in the order of the timeline: the
// statement is told late.
type Candidate struct {
	ID        string
	Type      string
	Content   string
	Quote     string
	ValidFrom kaibo.Time
	ValidTo   kaibo.Time
	StatedTo  kaibo.Time
	Bounded   bool // both its ends were stated: it interrupts and ends nothing
	Status    string
	Later     bool
	SameEvent bool   // it was read from the same event
	Actor     string // who said it: of its first source; "" is unknown
}

// Relation is how the later of two statements stands to the earlier.
type Relation string

// The relations. All but Same and Conflicts end the earlier statement.
const (
	Same       Relation = "same"       // says the same again: no new memory, one more source
	Supersedes Relation = "supersedes" // takes its place from now on
	Corrects   Relation = "corrects"   // says that the earlier never held
	Cancels    Relation = "cancels"    // the thing ended, or will not be
	Completes  Relation = "completes"  // the task was done
	Conflicts  Relation = "conflicts"  // both cannot be true, and neither updates the other
)

// Judgement relates the statement to one candidate.
type Judgement struct {
	MemoryID string
	Relation Relation
}

// Structurer reads events and judges updates. Both methods are functions of
// their arguments alone: the same event gives the same statements, so that a
// stopped job can be run again. What it answers is checked before it is
// believed: spans must exist, targets must be among the candidates, types must
// be known.
type Structurer interface {
	// Name is name and version, such as "rules/1"; births keep it.
	Name() string
	// Read finds the statements of an event, in the order of the text.
	Read(ctx context.Context, in Input) (Reading, error)
	// Judge relates a statement to candidates. One that it leaves out has
	// nothing to do with it.
	Judge(ctx context.Context, s Statement, candidates []Candidate) ([]Judgement, error)
}

package recall

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// Query is one question. Any string is a valid Question.
type Query struct {
	Question    string
	Budget      int         // tokens of o200k_base that the texts may have; 0 means kaibo.DefaultBudget
	AsOf        *kaibo.Time // what was true then; nil is now
	KnownAt     *kaibo.Time // what had been recorded by then; nil cuts nothing
	Filter      kaibo.Filter
	IncludePast bool // add, last and marked, what no longer holds
	Fill        bool // go on in rank order until the budget is full
	Trace       bool // say of each item why it was chosen
	Candidates  int  // how many the candidates stage shows; 0 means DefaultCandidates
}

// How many candidates the candidates stage shows.
const (
	DefaultCandidates = 50
	MaxCandidates     = 200
)

// Answer is what the contract's recall answers.
type Answer struct {
	Question string     `json:"question"`
	AsOf     kaibo.Time `json:"asOf"`
	Budget   int        `json:"budget"`
	Used     int        `json:"used"`  // the sum of the items' tokens
	Items    []Item     `json:"items"` // best first; never nil
	Abstain  Abstain    `json:"abstain"`
}

// The forms of an item's text.
const (
	FormQuote   = "quote"   // the bytes Start to End of its first citation's payload
	FormSummary = "summary" // the memory's content: it says more than its span
)

// Item is one memory of an answer.
type Item struct {
	MemoryID      string     `json:"memoryId"`
	Type          string     `json:"type"`
	Form          string     `json:"form"`
	Text          string     `json:"text"`
	Score         float64    `json:"score"` // comparable within this answer only
	Tokens        int        `json:"tokens"`
	Status        string     `json:"status"` // as known at knownAt
	Confidence    float64    `json:"confidence"`
	ValidFrom     kaibo.Time `json:"validFrom"`
	ValidTo       kaibo.Time `json:"validTo"`
	Citations     []Citation `json:"citations"`
	Upcoming      bool       `json:"upcoming,omitempty"` // it was said, and holds only later
	Past          bool       `json:"past,omitempty"`     // it no longer holds; only with IncludePast
	ConflictsWith []string   `json:"conflictsWith,omitempty"`
	Disputed      bool       `json:"disputed,omitempty"`
	Provisional   bool       `json:"provisional,omitempty"`
	Why           *Why       `json:"why,omitempty"`
}

// Citation is the place that bears an item out.
type Citation struct {
	EventID    string     `json:"eventId"`
	Stream     string     `json:"stream"`
	Seq        uint64     `json:"seq"`
	Hash       kaibo.Hash `json:"hash"`
	Start      int        `json:"start"` // bytes of the payload
	End        int        `json:"end"`   // exclusive
	OccurredAt kaibo.Time `json:"occurredAt"`
	Actor      string     `json:"actor,omitempty"`
	Role       string     `json:"role,omitempty"`
}

// The reasons for which an item is chosen.
const (
	ChosenBest     = "best"     // it scored highest
	ChosenScore    = "score"    // it scored at least the set share of the best
	ChosenWord     = "word"     // it bears out a word that no item before it did
	ChosenConflict = "conflict" // it conflicts with an item before it
	ChosenFill     = "fill"     // the budget was to be filled
	ChosenPast     = "past"     // what no longer holds was asked for
)

// Why says how an item came into an answer.
type Why struct {
	Chosen   string   `json:"chosen"`
	Words    []string `json:"words"`    // of the question, as written, that it bears out
	Derived  []string `json:"derived"`  // words that only a derived form matched: they rank and do not ground
	Base     float64  `json:"base"`     // score before what sets the best apart
	Contrast float64  `json:"contrast"` // how much of what sets the best apart it bears out, 0 to 1
	Share    float64  `json:"share"`    // score by that of the best
	Cut      bool     `json:"cut"`      // its text was too long and a part of it is quoted
}

// The codes of an abstention.
const (
	NoMatch     = "no_match"     // no valid memory bears out a content word
	UnknownName = "unknown_name" // a name or identifier asked for is in none
	OnlyPast    = "only_past"    // only what does not hold at asOf matches
	OverBudget  = "budget"       // something matches and nothing fits
)

// Abstain says whether the answer is that there is none, and how sure recall
// is that the question can be answered from what it holds.
type Abstain struct {
	Abstained  bool     `json:"abstained"`
	Code       string   `json:"code,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Ungrounded []string `json:"ungrounded"` // words of the question, as written, that no valid memory bears out
	Confidence float64  `json:"confidence"`
	// Signals are what the confidence is made of, by name; only with Trace.
	Signals map[string]float64 `json:"signals,omitempty"`
}

// Candidate is one line of the candidates stage.
type Candidate struct {
	MemoryID  string     `json:"memoryId"`
	Score     float64    `json:"score"`
	Citations []Citation `json:"citations"`
}

// The names of the stages, in the order in which they are emitted: one
// candidates, a packed for each item, one final.
const (
	StageCandidates = "candidates"
	StagePacked     = "packed"
	StageFinal      = "final"
)

// Stage is one step of a recall that is watched. Exactly the field that Name
// names is set.
type Stage struct {
	Name       string
	Candidates []Candidate
	Packed     *Item
	Final      *Answer
}

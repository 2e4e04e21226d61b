package graph

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Change is what one event of curation did: the primary record from which the
// graph is folded.
type Change struct {
	Number     uint64     `json:"number"` // from 1, without gaps, over all streams of the project
	EventID    string     `json:"eventId"`
	Stream     string     `json:"stream"`
	Seq        uint64     `json:"seq"`
	RecordedAt kaibo.Time `json:"recordedAt"`      // never less than that of the change before
	ValidFrom  kaibo.Time `json:"validFrom"`       // the event's occurredAt: from when its facts hold
	Actor      string     `json:"actor,omitempty"` // text: goes with the event
	Verb       string     `json:"verb"`
	Initiative string     `json:"initiative,omitempty"` // id of the one that it was said in
	Reason     string     `json:"reason,omitempty"`     // text
	Births     []Birth    `json:"births,omitempty"`
	Facts      []Fact     `json:"facts,omitempty"`
	Undoes     string     `json:"undoes,omitempty"`  // the event that it takes back
	Forgets    []string   `json:"forgets,omitempty"` // events and nodes whose text went; such a change has nothing else
}

// Birth is a node that a change made. Its facts in the same change hold for as
// long as the node does, not only from the change's ValidFrom on.
type Birth struct {
	ID   string `json:"id"` // of its memory
	Type string `json:"type"`
}

// Fact sets one attribute of one entity. An empty Value takes it away.
type Fact struct {
	Entity string      `json:"entity"` // id of a node or an initiative, or LinkID
	Attr   string      `json:"attr"`
	Value  string      `json:"value,omitempty"`
	From   *kaibo.Time `json:"from,omitempty"` // from when it holds; nil means the change's ValidFrom
}

// The attributes of nodes. Those of a set are a prefix and a member, as in
// "tag/urgent", with the value "1".
const (
	AttrName       = "name"       // unique in each of its initiatives while the node holds
	AttrTier       = "tier"       // TierWorking or TierSettled
	AttrLayer      = "layer"      // one of Layers
	AttrPin        = "pin"        // why it is pinned; a space when no reason was given
	AttrVisibility = "visibility" // VisibilityPrivate or VisibilityShared
	AttrState      = "state"      // where its work stands: one of States, or a board's own
	AttrDue        = "due"        // RFC 3339
	AttrRemind     = "remind"     // RFC 3339
	AttrURL        = "url"
	AttrVerdict    = "verdict" // of a hypothesis: open, confirmed, refuted or inconclusive
	AttrReview     = "review"  // why it is under review; a space when no reason was given
	AttrMembers    = "members" // of a chain: the ids of its nodes in order, with spaces
	AttrOrder      = "order"   // of an item of a checklist: its place

	AttrTag        = "tag/" // a set
	AttrInitiative = "in/"  // a set of initiatives' ids

	// How the node stands, as the last revision of its memory has it. These go
	// by what was known, not by what was valid.
	AttrStatus = "status" // one of kaibo.Statuses, or StatusFlagged
	AttrFrom   = "from"   // of its interval, RFC 3339
	AttrTo     = "to"     // exclusive; empty when open
	AttrBy     = "by"     // the node that ended it
)

// AttrWeight is the one attribute of a link: from 0 to 1, as decimals. A link
// without weight is not there.
const AttrWeight = "weight"

// The attributes of initiatives. Their names lie with the initiatives.
const (
	AttrMerged  = "merged"  // the id of the initiative that it went into
	AttrDeleted = "deleted" // "1"
	AttrSlot    = "slot/"   // a set by role: the node that has it
	AttrHygiene = "hygiene" // "1": upkeep runs by itself
	AttrUpkeep  = "upkeep/" // a set by threshold, its value a number
)

// The tiers.
const (
	TierWorking = "working"
	TierSettled = "settled"
)

// Layers lists the layers from the nearest to the farthest.
var Layers = []string{"core", "hot", "warm", "cold", "frozen"}

// The layers.
const (
	LayerCore   = "core"
	LayerHot    = "hot"
	LayerWarm   = "warm"
	LayerCold   = "cold"
	LayerFrozen = "frozen"
)

// States lists where work can stand.
var States = []string{"open", "doing", "blocked", "done", "dropped"}

// The verdicts on a hypothesis.
const (
	VerdictOpen         = "open"
	VerdictConfirmed    = "confirmed"
	VerdictRefuted      = "refuted"
	VerdictInconclusive = "inconclusive"
)

// Visibilities.
const (
	VisibilityPrivate = "private"
	VisibilityShared  = "shared"
)

// Types of nodes beside the types of automatic memories.
const (
	TypeEpisode    = "episode"
	TypeTask       = "task"
	TypeChecklist  = "checklist"
	TypeDraft      = "draft"
	TypeScratch    = "scratch"
	TypeHypothesis = "hypothesis"
	TypeExperiment = "experiment"
	TypeChain      = "chain"
	TypeBoard      = "board"
	TypeIdea       = "idea"
	TypeOutcome    = "outcome"
	TypeReference  = "reference"
	TypeSummary    = "summary"
	TypeConcept    = "concept"
	TypeEntity     = "entity"
)

// NodeTypes lists the types that curation makes: those of work in progress,
// then those that can be settled too.
var NodeTypes = []string{
	TypeEpisode, TypeTask, TypeChecklist, TypeDraft, TypeScratch, TypeHypothesis, TypeExperiment, TypeChain, TypeBoard,
	TypeIdea, TypeOutcome, TypeReference, TypeSummary, TypeConcept, TypeEntity,
}

// LinkTypes lists the types of links.
var LinkTypes = []string{
	"derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets",
	"verifies", "falsifies", "consolidated_to",
}

// LinkID is the entity of the link of a type from one node to another. There is
// at most one at a time.
func LinkID(from, linkType, to string) string { return from + ">" + linkType + ">" + to }

// ParseLinkID answers what LinkID was made of.
func ParseLinkID(entity string) (from, linkType, to string, ok bool) {
	from, rest, ok := strings.Cut(entity, ">")
	if !ok {
		return "", "", "", false
	}
	linkType, to, ok = strings.Cut(rest, ">")
	return from, linkType, to, ok
}

// IsText reports whether an attribute holds words that somebody wrote, so that
// it goes when its event or its node is forgotten.
func IsText(attr string) bool {
	switch attr {
	case AttrName, AttrPin, AttrReview, AttrURL, AttrState:
		return true
	}
	return strings.HasPrefix(attr, AttrTag) || strings.HasPrefix(attr, AttrSlot)
}

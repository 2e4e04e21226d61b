package verbs

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// By is who mends and why; both stand in the event.
type By struct {
	Reason string `json:"reason,omitempty" bytes:"4096" doc:"Why."`
	Actor  string `json:"actor,omitempty" form:"name" doc:"Who says so; the name of the key when absent."`
}

// MendOut is the answer of the verbs that mend.
type MendOut struct {
	Event    kaibo.Event    `json:"event" doc:"The event that records it."`
	Job      JobState       `json:"job" doc:"The work of applying it."`
	Replayed bool           `json:"replayed" doc:"The key was used before: this is the first answer's event."`
	Differs  bool           `json:"payloadDiffers,omitempty" doc:"Replayed, and what was asked for then was something else: nothing of this call was done."`
	Memory   *kaibo.Memory  `json:"memory,omitempty" doc:"The memory that holds now."`
	Memories []kaibo.Memory `json:"memories" doc:"Every memory that it made or changed."`
}

// StatusCode implements StatusCoder.
func (o *MendOut) StatusCode() int {
	switch {
	case o.Replayed:
		return http.StatusOK
	case !o.Job.ended():
		return http.StatusAccepted
	}
	return http.StatusCreated
}

var mendStatuses = []Status{
	{"200", "The key was used before: the first answer's event."},
	{"201", "Recorded, and applied."},
	{"202", "Recorded; it is still being applied."},
}

var correctVerb = define(Spec{
	Name:    "correct",
	Summary: "Say what a memory should have said",
	Doc: "Makes a new memory that takes the place of one that was noted wrongly. It holds from when the wrong one held, " +
		"and the wrong one never did; only knownAt before the correction still shows it.",
	Scope: Write, Toolset: Mend, Limited: true, Main: "memoryId", Statuses: mendStatuses,
	Example: `{"memoryId": "mem_aaaaaaaaaaaaaaaa", "content": "The release is on July 18.", "reason": "I misread the note."}`,
}, correct)

// CorrectIn is the input of correct.
type CorrectIn struct {
	MemoryID string `json:"memoryId" form:"id" doc:"The memory that is wrong."`
	Content  string `json:"content" bytes:"4096" doc:"What it should have said."`
	By
}

func correct(ctx context.Context, c *Call, in *CorrectIn) (*MendOut, error) {
	out, err := mend(ctx, c, structure.Curation{Verb: structure.VerbCorrect, MemoryID: in.MemoryID, Content: in.Content}, in.By)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(out.Memories, func(m kaibo.Memory) bool { return slices.Contains(m.Supersedes, in.MemoryID) })
	if i >= 0 {
		out.Memory = &out.Memories[i]
	}
	return out, nil
}

var reinstateVerb = define(Spec{
	Name:    "reinstate",
	Summary: "Let a replaced memory hold again",
	Doc: "Lets a superseded or canceled memory hold again. What took its place becomes canceled, as if it had never " +
		"held.",
	Scope: Write, Toolset: Mend, Limited: true, Main: "memoryId", Statuses: mendStatuses,
	Example: `{"memoryId": "mem_bbbbbbbbbbbbbbbb", "reason": "The move was called off."}`,
}, reinstate)

// ReinstateIn is the input of reinstate.
type ReinstateIn struct {
	MemoryID string `json:"memoryId" form:"id" doc:"The memory that was replaced."`
	By
}

func reinstate(ctx context.Context, c *Call, in *ReinstateIn) (*MendOut, error) {
	return mendOne(ctx, c, structure.Curation{Verb: structure.VerbReinstate, MemoryID: in.MemoryID}, in.By)
}

var disputeVerb = define(Spec{
	Name:    "dispute",
	Summary: "Mark a memory as disputed",
	Doc:     "Marks a memory as disputed. It goes on being answered, so marked, and memories lists what is disputed.",
	Scope:   Write, Toolset: Mend, Limited: true, Main: "memoryId", Statuses: mendStatuses,
	Example: `{"memoryId": "mem_aaaaaaaaaaaaaaaa", "reason": "Nobody decided that."}`,
}, dispute)

// DisputeIn is the input of dispute.
type DisputeIn struct {
	MemoryID string `json:"memoryId" form:"id" doc:"The memory."`
	By
}

func dispute(ctx context.Context, c *Call, in *DisputeIn) (*MendOut, error) {
	return mendOne(ctx, c, structure.Curation{Verb: structure.VerbDispute, MemoryID: in.MemoryID}, in.By)
}

var aliasVerb = define(Spec{
	Name:    "alias",
	Summary: "Say that two names are one subject",
	Doc:     "Says that two names mean the same subject, so that what is said of one replaces what was said of the other.",
	Scope:   Write, Toolset: Mend, Main: "name", Statuses: mendStatuses,
	Example: `{"name": "Mo", "same": "Moritz"}`,
}, alias)

// AliasIn is the input of alias.
type AliasIn struct {
	Name string `json:"name" form:"name" doc:"The other name."`
	Same string `json:"same" form:"name" doc:"The name that it means."`
	By
}

func alias(ctx context.Context, c *Call, in *AliasIn) (*MendOut, error) {
	if strings.EqualFold(in.Name, in.Same) {
		return nil, kaibo.InvalidField("same", "is the same name already")
	}
	return mend(ctx, c, structure.Curation{Verb: structure.VerbAlias, Name: in.Name, Same: in.Same}, in.By)
}

// mendOne mends a memory that goes on being the one that holds.
func mendOne(ctx context.Context, c *Call, curation structure.Curation, by By) (*MendOut, error) {
	out, err := mend(ctx, c, curation, by)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(out.Memories, func(m kaibo.Memory) bool { return m.ID == curation.MemoryID })
	if i >= 0 {
		out.Memory = &out.Memories[i]
	}
	return out, nil
}

// tooLate is a Conflict when nothing came of what was recorded: another call
// changed the memory, or forgot it, between the check of this one and its turn.
// Its event stays in the ledger, where it says what was tried.
func tooLate(verb string, m *structure.Mended) error {
	if verb == structure.VerbAlias || m.Job.Status != kaibo.JobDone || len(m.Memories) > 0 || m.Job.Reason == "" {
		return nil
	}
	return kaibo.Errorf(kaibo.Conflict, "this came too late, and nothing was changed: %s. Event %s records that it was asked for", m.Job.Reason, m.Event.ID)
}

// mend records a curation and answers what it made and changed.
func mend(ctx context.Context, c *Call, curation structure.Curation, by By) (*MendOut, error) {
	if by.Actor == "" {
		by.Actor = c.Author
	}
	curation.Reason = by.Reason
	if curation.MemoryID != "" {
		if err := c.mayMend(ctx, curation.MemoryID); err != nil {
			return nil, err
		}
	}
	p := c.Project
	if curation.Verb == structure.VerbAlias { // the others name a memory, so their project is there
		var err error
		if p, err = c.writable(ctx); err != nil {
			return nil, err
		}
	}
	wait, cancel := context.WithDeadline(ctx, c.Arrived.Add(MaxWait))
	defer cancel()
	mended, err := c.Deps.Mend.Mend(wait, p, curation, kaibo.Details{Actor: by.Actor}, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if err := tooLate(curation.Verb, &mended); err != nil {
		return nil, err
	}
	out := &MendOut{Event: mended.Event, Job: stateOf(&mended.Job), Replayed: mended.Replayed, Differs: mended.PayloadDiffers}
	out.Memories, err = serveIDs(ctx, c, mended.Memories)
	return out, err
}

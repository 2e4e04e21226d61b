package verbs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var forgetVerb = define(Spec{
	Name:    "forget",
	Summary: "Forget for good, with a receipt",
	Doc: "Forgets a memory with its whole chain, whatever bears a query, an event, or a stream, and every event that they " +
		"came from. From the answer on no read shows the text; after a grace it is gone from every store, and the deletion " +
		"ledger says so. dryRun shows the set and takes nothing; expect holds the deed to what was shown.",
	Scope: Forget, Toolset: Erase, Hints: Hints{Destructive: true}, PreviewFirst: true, Main: "query",
	Example: `{"query": "home address", "reason": "asked for by the person concerned", "dryRun": true}`,
}, forgetSelected)

// ForgetIn is the input of forget.
type ForgetIn struct {
	MemoryID string   `json:"memoryId,omitempty" form:"id" doc:"This memory, every version of it, and their sources."`
	Query    string   `json:"query,omitempty" bytes:"8192" doc:"What bears every word of this, stop words aside."`
	EventID  string   `json:"eventId,omitempty" form:"id" doc:"This event and what came from it alone."`
	Stream   string   `json:"stream,omitempty" form:"stream" doc:"Every event of this stream."`
	Actors   []string `json:"actors,omitempty" form:"name" items:"64" doc:"What these people said; alone, or to narrow the rest."`
	Metadata Metadata `json:"metadata,omitempty" doc:"What events with these entries say; alone, or to narrow the rest."`
	Reason   string   `json:"reason,omitempty" bytes:"4096" doc:"Why. Only its digest is kept."`
	DryRun   bool     `json:"dryRun,omitempty" doc:"Show what would be forgotten, and forget nothing."`
	Expect   Expect   `json:"expect,omitempty" doc:"The preview that a dry run answered, or the ids that it showed. A deed that would take another set is a conflict."`
}

// Expect is what a caller has seen: the digest of a preview, or ids. In JSON
// it is a string or a list of them.
type Expect []string

// UnmarshalJSON implements json.Unmarshaler.
func (e *Expect) UnmarshalJSON(b []byte) error {
	var one string
	wrong := errors.New("must be the preview that a dry run answered, or a list of ids")
	if err := json.Unmarshal(b, &one); err == nil && string(b) != "null" {
		if one == "" { // a variable that was not set must not turn the guard off
			return wrong
		}
		*e = Expect{one}
		return nil
	}
	list := []string{}
	if err := json.Unmarshal(b, &list); err != nil || list == nil || slices.Contains(list, "") {
		return wrong
	}
	*e = list
	return nil
}

// split tells a preview from ids.
func (e Expect) split() (ids []string, preview string) {
	if len(e) == 1 && !kaibo.IsMemoryID(e[0]) && !kaibo.IsEventID(e[0]) {
		return nil, e[0]
	}
	return e, ""
}

// ForgetOut is the answer of forget: a preview, or receipts.
type ForgetOut struct {
	*ForgetPreview
	*ForgetDone
}

// ForgetPreview is what a dry run shows.
type ForgetPreview struct {
	DryRun  bool           `json:"dryRun" doc:"Nothing was forgotten."`
	Matches []kaibo.Memory `json:"matches" doc:"The memories that would be forgotten."`
	Omitted int            `json:"matchesOmitted,omitempty" doc:"How many more there are than fit this answer."`
	Events  []string       `json:"events" doc:"The events that would be forgotten."`
	Preview string         `json:"preview" doc:"Names this set: give it as expect."`
}

// ForgetDone is the answer of a deed.
type ForgetDone struct {
	Receipt    kaibo.Receipt   `json:"receipt" doc:"The entry of the deletion ledger; the last one, when there are several."`
	Receipts   []kaibo.Receipt `json:"receipts,omitempty" doc:"All entries, when there are several."`
	ReasonSalt string          `json:"reasonSalt,omitempty" doc:"32 hexadecimal digits: reasonDigest is over them and the reason. They are in this answer alone, and in none after the purge."`
	NotProved  string          `json:"notProved" doc:"What the receipt does not prove, in words."`
}

// notProved is what no receipt can prove, said with every one.
const notProved = "The receipt proves that this server's ledger says that these were forgotten, and in which order. It does not prove that " +
	"no copy is elsewhere: in backups and exports, with whoever was answered before or told by a webhook or a model's provider, " +
	"on a disk's unused blocks, or said again in other events. Until the entry \"purged\" the text waits in the stores, where no read shows it."

func forgetSelected(ctx context.Context, c *Call, in *ForgetIn) (*ForgetOut, error) {
	sel := forget.Selector{MemoryID: in.MemoryID, Query: in.Query, EventID: in.EventID, Stream: in.Stream,
		Narrow: kaibo.Filter{Actors: in.Actors, Tags: c.Project.MetadataTags(in.Metadata)}}
	if in.DryRun {
		return previewForget(ctx, c, sel)
	}
	order := forget.Order{Selector: sel, Reason: in.Reason, Key: c.IdempotencyKey}
	if in.Expect != nil {
		order.Expect, order.Preview = in.Expect.split()
	}
	deed, err := c.Deps.Forget.Forget(ctx, c.Project, order)
	if err != nil {
		return nil, err
	}
	return &ForgetOut{ForgetDone: doneOf(deed)}, nil
}

func previewForget(ctx context.Context, c *Call, sel forget.Selector) (*ForgetOut, error) {
	set, err := c.Deps.Forget.Select(ctx, c.Project, sel)
	if err != nil {
		return nil, err
	}
	matches, err := c.Deps.Derived.Serve(ctx, c.Project, set.Memories, kaibo.Forever)
	if err != nil {
		return nil, err
	}
	events := set.EventIDs()
	shown := fits(matches, maxAnswer-24*len(events))
	return &ForgetOut{ForgetPreview: &ForgetPreview{DryRun: true, Matches: orEmpty(matches[:shown]), Omitted: len(matches) - shown,
		Events: orEmpty(events), Preview: set.Preview()}}, nil
}

func doneOf(deed *forget.Deed) *ForgetDone {
	out := &ForgetDone{Receipt: deed.Receipts[len(deed.Receipts)-1], ReasonSalt: deed.ReasonSalt, NotProved: notProved}
	if len(deed.Receipts) > 1 {
		out.Receipts = deed.Receipts
	}
	return out
}

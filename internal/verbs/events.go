package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var eventsVerb = define(Spec{
	Name:    "events",
	Summary: "Read the events of a stream in order",
	Doc: "Reads a stream's chain in order: ids, times and digests, from which every hash can be computed again. " +
		"The text of an event is its payload. As application/x-ndjson it is one event a line; go on after the last " +
		"one's seq until an answer is empty.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/streams/{stream}/events", Main: "stream", Example: `{"stream": "main", "after": 0, "limit": 100}`,
}, listEvents)

// AfterIn says where in a chain to read, by seq or by cursor.
type AfterIn struct {
	After uint64 `json:"after,omitempty" default:"0" doc:"Answer what comes after this seq."`
	Page
}

// EventsIn is the input of events.
type EventsIn struct {
	Stream string `json:"stream" form:"stream" doc:"The stream to read."`
	AfterIn
}

// EventsOut is the answer of events.
type EventsOut struct {
	Items      []kaibo.Event `json:"items" doc:"The events, in order of seq."`
	NextCursor string        `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listEvents(ctx context.Context, c *Call, in *EventsIn) (*EventsOut, error) {
	list := "events/" + in.Stream
	after := in.After
	if err := openCursor(c.Project, list, in.Cursor, &after); err != nil {
		return nil, err
	}
	events, more, err := c.Deps.Ledger.EventsAfter(ctx, c.Project, in.Stream, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &EventsOut{Items: orEmpty(events)}
	if more {
		out.NextCursor, err = makeCursor(c.Project, list, events[len(events)-1].Seq)
	}
	return out, err
}

var deletionsVerb = define(Spec{
	Name:    "deletions",
	Summary: "Read the deletion ledger in order",
	Doc: "Reads the deletion ledger, which is chained as events are: an entry for what was forgotten, and one once " +
		"its text is gone from every store. It holds ids alone.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get: "/v1/deletions", Example: `{"after": 0, "limit": 100}`,
}, listDeletions)

// DeletionsIn is the input of deletions.
type DeletionsIn struct{ AfterIn }

// DeletionsOut is the answer of deletions.
type DeletionsOut struct {
	Items      []kaibo.Receipt `json:"items" doc:"The entries, in order of seq."`
	NextCursor string          `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listDeletions(ctx context.Context, c *Call, in *DeletionsIn) (*DeletionsOut, error) {
	after := in.After
	if err := openCursor(c.Project, "deletions", in.Cursor, &after); err != nil {
		return nil, err
	}
	entries, more, err := c.Deps.Ledger.Deletions(ctx, c.Project, after, in.limit())
	if err != nil {
		return nil, err
	}
	// An entry names up to 500 ids, so a thousand of them can be too much.
	if n := fits(entries, maxAnswer); n < len(entries) {
		entries, more = entries[:n], true
	}
	out := &DeletionsOut{Items: orEmpty(entries)}
	if more {
		out.NextCursor, err = makeCursor(c.Project, "deletions", entries[len(entries)-1].Seq)
	}
	return out, err
}

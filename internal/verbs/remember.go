//go:build !lean

package verbs

import (
	"context"
	"fmt"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

var rememberVerb = define(Spec{
	Name:    "remember",
	Summary: "Append what happened to a stream",
	Doc: "Appends one event, or up to 40 as events, to a stream of the ledger and answers them with their hashes. What " +
		"they say is searchable at once as a quote, and as dated statements when the job is done; wait waits for that. " +
		"The same idempotencyKey again answers the first event and appends nothing. What looks like a secret is told in the job's warnings; " +
		"private keys are refused (see guard).",
	Scope: Write, Toolset: Memory, Limited: true, Main: "content",
	Example: `{"stream": "main", "content": "Move the release target from July 13 to July 17.", "occurredAt": "2026-07-01T09:30:00Z", "actor": "ana", "idempotencyKey": "slack-1719826200.003", "wait": true}`,
	Statuses: []Status{
		{"200", "The key was used before: the first answer's event."},
		{"201", "Appended, and structured."},
		{"202", "Appended; the job still runs."},
	},
}, remember)

// EventIn is one event to remember.
type EventIn struct {
	Kind           string      `json:"kind,omitempty" enum:"message,tool_call,file,commit" default:"message" doc:"What sort of thing happened."`
	Content        *string     `json:"content,omitempty" bytes:"1048576" doc:"The text, word for word; or give contentBase64."`
	ContentBase64  *string     `json:"contentBase64,omitempty" bytes:"1398104" doc:"The bytes of a file in standard base64, in place of content. Its contentType says what they are."`
	ContentType    string      `json:"contentType,omitempty" bytes:"128" doc:"Media type of the content, such as text/markdown. Required with contentBase64."`
	OccurredAt     *kaibo.Time `json:"occurredAt,omitempty" doc:"When it happened, in RFC 3339; now when absent. \"Yesterday\" in the text counts from it."`
	ExpiresAt      *kaibo.Time `json:"expiresAt,omitempty" doc:"Forget the event then, with a receipt."`
	Actor          string      `json:"actor,omitempty" form:"name" doc:"Who said or did it."`
	Role           string      `json:"role,omitempty" form:"name" doc:"The actor's part, such as user or assistant."`
	Initiatives    []string    `json:"initiatives,omitempty" form:"name" items:"64" doc:"Names of the work that it belongs to."`
	Metadata       Metadata    `json:"metadata,omitempty" doc:"Entries of your own: strings and integers."`
	IdempotencyKey string      `json:"idempotencyKey,omitempty" form:"idempotency-key" doc:"Unique in the project, for ever. The same key again answers the first event and appends nothing. Make it from the source's ids, never from text."`
}

// RememberIn is the input of remember: one event, or a batch of them.
type RememberIn struct {
	Stream string `json:"stream,omitempty" form:"stream" default:"main" doc:"The stream to append to. Names that begin with ~ are the server's own."`
	EventIn
	Events []EventIn `json:"events,omitempty" items:"40" doc:"Up to 40 events in place of content, appended in order, all or none."`
	Wait   bool      `json:"wait,omitempty" doc:"Answer once the memories are searchable, or after 25 seconds."`
}

// DefaultStream takes what names no stream.
const DefaultStream = "main"

// Remembered is the answer for one event.
type Remembered struct {
	Event          kaibo.Event    `json:"event" doc:"The event as it stands in the chain."`
	Job            JobState       `json:"job" doc:"The work of finding what the event says."`
	Replayed       bool           `json:"replayed" doc:"The key was used before: this is the first answer's event."`
	PayloadDiffers bool           `json:"payloadDiffers,omitempty" doc:"Replayed, and this payload is another than the first."`
	Forgotten      bool           `json:"forgotten,omitempty" doc:"Replayed, and the event was forgotten since."`
	Redacted       bool           `json:"redacted,omitempty" doc:"The secret guard wrote over something before it was stored; the job's warnings say where."`
	Memories       []kaibo.Memory `json:"memories" doc:"What the event led to: a quote until the job is done. What is too much for one answer is left out; job lists it."`
}

// RememberOut answers one event with its own fields, and a batch with items.
type RememberOut struct {
	*Remembered
	Items []Remembered `json:"items,omitempty" doc:"One answer an event, for a batch."`
}

// StatusCode implements StatusCoder.
func (o *RememberOut) StatusCode() int {
	answers := o.Items
	if o.Remembered != nil {
		answers = []Remembered{*o.Remembered}
	}
	status := http.StatusOK
	for i := range answers {
		if answers[i].Replayed {
			continue
		}
		if !answers[i].Job.ended() {
			return http.StatusAccepted
		}
		status = http.StatusCreated
	}
	return status
}

func remember(ctx context.Context, c *Call, in *RememberIn) (*RememberOut, error) {
	if in.Stream == "" {
		in.Stream = DefaultStream
	}
	entries, err := in.entries(c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if err := ledger.CheckStream(in.Stream, true); err != nil {
		return nil, err
	}
	for i := range entries {
		path := ""
		if in.Events != nil {
			path = fmt.Sprintf("events[%d].", i)
		}
		if err := c.mayWrite(ctx, path, entries[i].Details.Initiatives); err != nil {
			return nil, err
		}
		if err := c.mayExpire(ctx, path, &entries[i]); err != nil {
			return nil, err
		}
		entries[i].Details.Within = c.Initiatives
	}
	if err := c.guard(ctx, in, entries); err != nil {
		return nil, err
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	appended, err := c.Deps.Appender.Append(ctx, p, in.Stream, entries)
	if err != nil {
		return nil, err
	}
	if err := c.maySeeReplays(ctx, appended); err != nil {
		return nil, err
	}
	if in.Wait {
		if err := awaitAll(ctx, c, appended); err != nil {
			return nil, err
		}
	}
	answers := make([]Remembered, len(appended))
	room := maxAnswer
	for i := range appended {
		if answers[i], err = remembered(ctx, c, &appended[i], &entries[i]); err != nil {
			return nil, err
		}
		answers[i].Memories = shorten(answers[i].Memories, &room)
	}
	if in.Events != nil {
		return &RememberOut{Items: answers}, nil
	}
	return &RememberOut{Remembered: &answers[0]}, nil
}

// mayExpire refuses an event that would be forgotten as soon as it is there. One
// that is there already is a replay, whose time may have come since.
func (c *Call) mayExpire(ctx context.Context, path string, e *ledger.Entry) error {
	if e.ExpiresAt == nil || *e.ExpiresAt > kaibo.TimeOf(c.Arrived) {
		return nil
	}
	if e.IdempotencyKey != "" && c.Create == nil {
		_, err := c.Deps.Ledger.Event(ctx, c.Project, c.Project.EventIDForKey(e.IdempotencyKey))
		if err == nil || kaibo.KindOf(err) != kaibo.NotFound {
			return err
		}
	}
	return kaibo.InvalidField(path+"expiresAt", "must be later than now")
}

// awaitAll waits for the jobs of an append; replays may have jobs of their own.
func awaitAll(ctx context.Context, c *Call, appended []ledger.Appended) error {
	jobs := map[string]*kaibo.Job{}
	for i := range appended {
		id := appended[i].Job.ID
		if jobs[id] == nil {
			job, err := await(ctx, c, id)
			if err != nil {
				return err
			}
			jobs[id] = job
		}
		appended[i].Job = *jobs[id]
	}
	return nil
}

// remembered makes the answer for one event. While its job is open, its memory
// is the quote that was appended with it: known here without a read.
func remembered(ctx context.Context, c *Call, a *ledger.Appended, e *ledger.Entry) (Remembered, error) {
	out := Remembered{Event: a.Event, Job: stateOf(&a.Job), Replayed: a.Replayed, PayloadDiffers: a.PayloadDiffers,
		Forgotten: a.Forgotten, Redacted: redacted(e.Warnings), Memories: []kaibo.Memory{}}
	switch {
	case a.Forgotten:
		return out, nil
	case a.Replayed && !c.Allows(Read): // what was learned before is for who may read
		return out, nil
	case out.Job.ended():
		ids, err := c.Deps.Derived.MemoriesOf(ctx, c.Project, kaibo.EventRef{ID: a.Event.ID, Stream: a.Event.Stream, Seq: a.Event.Seq})
		if err != nil {
			return out, err
		}
		out.Memories, err = serveIDs(ctx, c, ids)
		return out, err
	case a.Replayed:
		m, err := c.Deps.Memories.Memory(ctx, c.Project, kaibo.ProvisionalID(a.Event.ID))
		if kaibo.KindOf(err) == kaibo.NotFound { // its job ended meanwhile
			return out, nil
		}
		if err == nil {
			out.Memories, err = c.seen(ctx, append(out.Memories, *m))
		}
		return out, err
	}
	if m, ok := quoteOf(&a.Event, e); ok {
		out.Memories = append(out.Memories, m)
	}
	return out, nil
}

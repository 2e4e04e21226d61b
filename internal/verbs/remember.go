package verbs

import "github.com/kaibo-dev/kaibo/internal/kaibo"

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

// Remembered is the answer for one event.
type Remembered struct {
	Event          kaibo.Event    `json:"event" doc:"The event as it stands in the chain."`
	Job            JobState       `json:"job" doc:"The work of finding what the event says."`
	Replayed       bool           `json:"replayed" doc:"The key was used before: this is the first answer's event."`
	PayloadDiffers bool           `json:"payloadDiffers,omitempty" doc:"Replayed, and this payload is another than the first."`
	Forgotten      bool           `json:"forgotten,omitempty" doc:"Replayed, and the event was forgotten since."`
	Memories       []kaibo.Memory `json:"memories" doc:"What the event led to: provisional until the job is done."`
}

// RememberOut answers one event with its own fields, and a batch with items.
type RememberOut struct {
	*Remembered
	Items []Remembered `json:"items,omitempty" doc:"One answer an event, for a batch."`
}

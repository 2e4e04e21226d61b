package verify

import (
	"context"
	"iter"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Ledger is what a server serves of the primary record. Bytes are as they came
// over the wire; this package does the parsing, because the server is not
// trusted. An error means that something could not be read and ends the run;
// only [Ledger.Payload] may answer one that means something.
type Ledger interface {
	// Streams answers the heads of all streams: GET /v1/streams. Stream, Seq
	// and Hash count; RecordedAt and Frontier are compared when given.
	Streams(ctx context.Context) ([]kaibo.Head, error)

	// Events yields the events of a stream after seq, in order, each as one
	// line of NDJSON: GET /v1/streams/{stream}/events?after=SEQ. A line is
	// valid until the next one is asked for.
	Events(ctx context.Context, stream string, after uint64) iter.Seq2[[]byte, error]

	// Payload answers the body of GET /v1/events/{id}/payload. When the server
	// says 410 the error is a *kaibo.Error of kind Gone, when it says 404 of
	// kind NotFound, when it says 500 of kind Internal.
	Payload(ctx context.Context, eventID string) ([]byte, error)

	// Deletions yields the entries of the deletion ledger after seq, in order,
	// each as one JSON object: GET /v1/deletions?after=SEQ.
	Deletions(ctx context.Context, after uint64) iter.Seq2[[]byte, error]
}

// Views is what a server serves of what it derived, as JSON. Memory and
// Explain answer a *kaibo.Error of kind NotFound when the server says 404.
type Views interface {
	// Memory answers the verb memory for an id.
	Memory(ctx context.Context, id string) ([]byte, error)

	// Explain answers the verb explain for a memory's id.
	Explain(ctx context.Context, id string) ([]byte, error)

	// ListMemories yields every memory that the verb memories lists, whatever
	// its status, each as one JSON object.
	ListMemories(ctx context.Context) iter.Seq2[[]byte, error]
}

// Source is a project as a server serves it. All methods may be called by
// several goroutines at once.
type Source interface {
	Ledger
	Views
}

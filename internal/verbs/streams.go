package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var streamsVerb = define(Spec{
	Name:    "streams",
	Summary: "List the streams and their heads",
	Doc: "Lists every stream of the project with its head: the seq and the hash of its newest event. " +
		"Whoever keeps a head can later prove that nothing before it was changed.",
	Scope: Read, Toolset: Ledger, Hints: Hints{ReadOnly: true, Idempotent: true},
	Get:     "/v1/streams",
	Example: `{"limit": 20}`,
}, listStreams)

// StreamsIn is the input of streams.
type StreamsIn struct{ Page }

// StreamHead is the head of a stream as it is served.
type StreamHead struct {
	Stream     string     `json:"stream" doc:"The stream's name."`
	Seq        uint64     `json:"seq" doc:"The seq of its newest event, which is also their number."`
	Hash       kaibo.Hash `json:"hash" doc:"The hash of its newest event."`
	RecordedAt kaibo.Time `json:"recordedAt" doc:"When that was recorded."`
}

// StreamsOut is the answer of streams.
type StreamsOut struct {
	Items      []StreamHead `json:"items" doc:"The heads, in order of the names."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listStreams(ctx context.Context, c *Call, in *StreamsIn) (*StreamsOut, error) {
	var after string
	if err := openCursor(c.Project, "streams", in.Cursor, &after); err != nil {
		return nil, err
	}
	heads, more, err := c.Deps.Ledger.Streams(ctx, c.Project, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &StreamsOut{Items: make([]StreamHead, len(heads))}
	for i, h := range heads {
		out.Items[i] = StreamHead{Stream: h.Stream, Seq: h.Seq, Hash: h.Hash, RecordedAt: h.RecordedAt}
	}
	if more {
		out.NextCursor, err = makeCursor(c.Project, "streams", heads[len(heads)-1].Stream)
	}
	return out, err
}

package verbs

import (
	"context"
	"fmt"
	"slices"

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
	Structured uint64     `json:"structured" doc:"Up to which seq the events were structured: less than seq while a job waits or runs."`
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
	if err := structuredUpTo(ctx, c, out.Items); err != nil {
		return nil, err
	}
	if more {
		out.NextCursor, err = makeCursor(c.Project, "streams", heads[len(heads)-1].Stream)
	}
	return out, err
}

// structuredUpTo reads how far each stream was structured.
func structuredUpTo(ctx context.Context, c *Call, heads []StreamHead) error {
	at := make(map[kaibo.Key]*StreamHead, len(heads))
	for batch := range slices.Chunk(heads, kaibo.MaxGetKeys) {
		keys := make([]kaibo.Key, len(batch))
		for i := range batch {
			keys[i] = kaibo.CursorKey(c.Project.ID, batch[i].Stream)
			at[keys[i]] = &batch[i]
		}
		items, err := c.Deps.Table.Get(ctx, keys...)
		if err != nil {
			return fmt.Errorf("read cursors: %w", err)
		}
		for i := range items {
			if !items[i].Found() { // nothing of it was structured yet
				continue
			}
			var cursor kaibo.Cursor
			if err := items[i].Decode(&cursor); err != nil {
				return fmt.Errorf("read cursor: %w", err)
			}
			at[items[i].Key].Structured = cursor.Seq
		}
	}
	return nil
}

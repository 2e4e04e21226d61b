package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/views"
)

var memoriesVerb = define(Spec{
	Name:    "memories",
	Summary: "List memories, newest first",
	Doc: "Lists memories by the time at which kaibo was told, newest first. Every filter is off when it is absent. " +
		"asOf keeps those that held then; knownAt shows them as they were known then.",
	Scope: Read, Toolset: Memory, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{"status": "current", "types": ["decision"], "limit": 20}`,
}, listMemories)

// MemoriesIn is the input of memories.
type MemoriesIn struct {
	Status string `json:"status,omitempty" enum:"current,superseded,canceled,forgotten" doc:"Only memories of this status."`
	Kinds
	Narrow
	Disputed *bool       `json:"disputed,omitempty" doc:"Only those that are disputed, or only those that are not."`
	AsOf     *kaibo.Time `json:"asOf,omitempty" doc:"Only what held at this time."`
	KnownAt  *kaibo.Time `json:"knownAt,omitempty" doc:"As it was known at this time."`
	Page
}

// MemoriesOut is the answer of memories.
type MemoriesOut struct {
	Items      []kaibo.Memory `json:"items" doc:"The memories."`
	NextCursor string         `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listMemories(ctx context.Context, c *Call, in *MemoriesIn) (*MemoriesOut, error) {
	var after string
	if err := openCursor(c.Project, "memories", in.Cursor, &after); err != nil {
		return nil, err
	}
	f, err := filter(ctx, c, in.Kinds, in.Narrow)
	if err != nil {
		return nil, err
	}
	sel := views.Selection{Filter: f, Disputed: in.Disputed, AsOf: in.AsOf, KnownAt: in.KnownAt}
	if in.Status != "" {
		sel.Status = []string{in.Status}
	}
	items, next, err := c.Deps.Memories.List(ctx, c.Project, sel, after, in.limit())
	if err != nil {
		return nil, err
	}
	if n := fits(items, maxAnswer); n < len(items) {
		items = items[:n]
		last := items[n-1]
		next = kaibo.ListingKey(c.Project.ID, last.RecordedAt, last.ID).Sort
	}
	out := &MemoriesOut{Items: orEmpty(items)}
	if next != "" {
		out.NextCursor, err = makeCursor(c.Project, "memories", next)
	}
	return out, err
}

var memoryVerb = define(Spec{
	Name:    "memory",
	Summary: "Read one memory",
	Doc: "Reads one memory as it is now. A forgotten one answers its shape without its text. The id of a provisional " +
		"memory answers what took its place once its event was structured.",
	Scope: Read, Toolset: Memory, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "id",
	Example: `{"id": "mem_aaaaaaaaaaaaaaaa"}`,
}, readMemory)

// MemoryIn is the input of memory.
type MemoryIn struct {
	ID string `json:"id" form:"id" doc:"The memory."`
}

// MemoryOut is the answer of memory.
type MemoryOut struct{ kaibo.Memory }

func readMemory(ctx context.Context, c *Call, in *MemoryIn) (*MemoryOut, error) {
	m, err := c.Deps.Memories.Memory(ctx, c.Project, in.ID)
	if err != nil {
		return nil, err
	}
	if err := c.mustSeeMemory(ctx, in.ID, m); err != nil {
		return nil, err
	}
	return &MemoryOut{*m}, nil
}

var sourcesVerb = define(Spec{
	Name:    "sources",
	Summary: "List every place that says a memory",
	Doc:     "Lists all the places in events that bear a memory out, oldest first. The memory itself names at most 100 of its events.",
	Scope:   Read, Toolset: Memory, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "memoryId",
	Example: `{"memoryId": "mem_aaaaaaaaaaaaaaaa"}`,
}, listSources)

// SourcesIn is the input of sources.
type SourcesIn struct {
	MemoryID string `json:"memoryId" form:"id" doc:"The memory."`
	Page
}

// SourcesOut is the answer of sources.
type SourcesOut struct {
	Items      []recall.Citation `json:"items" doc:"The places, oldest first."`
	NextCursor string            `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

func listSources(ctx context.Context, c *Call, in *SourcesIn) (*SourcesOut, error) {
	var after string
	list := "sources/" + in.MemoryID
	if err := openCursor(c.Project, list, in.Cursor, &after); err != nil {
		return nil, err
	}
	if err := c.mustSee(ctx, in.MemoryID); err != nil {
		return nil, err
	}
	sources, next, err := c.Deps.Memories.Sources(ctx, c.Project, in.MemoryID, after, in.limit())
	if err != nil {
		return nil, err
	}
	out := &SourcesOut{Items: make([]recall.Citation, len(sources))}
	for i, s := range sources {
		out.Items[i] = recall.Citation{EventID: s.EventID, Stream: s.Stream, Seq: s.Seq, Hash: s.Hash,
			Start: s.Start, End: s.End, OccurredAt: s.OccurredAt, Actor: s.Actor, Role: s.Role}
	}
	if err := c.veilCitations(ctx, out.Items); err != nil {
		return nil, err
	}
	if next != "" {
		out.NextCursor, err = makeCursor(c.Project, list, next)
	}
	return out, err
}

package verbs

import (
	"context"
	"encoding/json"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

var exportProjectVerb = define(Spec{
	Name:    "projects.export",
	Summary: "Take out everything that a project holds",
	Doc: "Answers, page by page, every event with its payload, stream by stream, then every memory, then the deletion " +
		"ledger. What was forgotten has no text in it. The file made of it is the operator's to keep and to destroy.",
	Scope: Operator, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "name",
	Example: `{"name": "user-17"}`,
}, exportProject)

// ExportProjectIn is the input of projects.export.
type ExportProjectIn struct {
	WhichProject
	Page
}

var exportVerb = define(Spec{
	Name:    "export",
	Summary: "Take out what the project holds, or what it holds of somebody",
	Doc: "Answers, page by page, every event with its payload, stream by stream, then every memory. With actors, streams or " +
		"metadata it answers the events that match and the memories that they bear out: what is held of a person who " +
		"asks. Without, the deletion ledger follows. What was forgotten has no text in it.",
	Scope: Read, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{"actors": ["ana"]}`,
}, export)

// ExportIn is the input of export.
type ExportIn struct {
	Narrow
	Page
}

// Exported is one thing of a project. Exactly one of its fields is set;
// Payload goes with Event while it is not forgotten.
type Exported struct {
	Event    *kaibo.Event   `json:"event,omitempty" doc:"An event of a stream."`
	Payload  *PayloadOut    `json:"payload,omitempty" doc:"Its text, unless it is forgotten."`
	Memory   *kaibo.Memory  `json:"memory,omitempty" doc:"A memory."`
	Deletion *kaibo.Receipt `json:"deletion,omitempty" doc:"An entry of the deletion ledger."`
}

// ExportOut is the answer of export and projects.export.
type ExportOut struct {
	Items      []Exported `json:"items" doc:"What the page holds."`
	NextCursor string     `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

// The parts of an export, in their order.
const (
	exportEvents    = "events"
	exportMemories  = "memories"
	exportDeletions = "deletions"
)

// exportPosition is how far an export is: in a part, after Seq of Stream, or
// after After of a list (of streams, the one that is being exported).
type exportPosition struct {
	Part   string `json:"part"`
	Stream string `json:"stream,omitempty"`
	Seq    uint64 `json:"seq,omitempty"`
	After  string `json:"after,omitempty"`
}

func exportProject(ctx context.Context, c *Call, in *ExportProjectIn) (*ExportOut, error) {
	p, err := in.project(ctx, c)
	if err != nil {
		return nil, err
	}
	call := *c
	call.Project = p
	return exportPage(ctx, &call, "projects.export", kaibo.Filter{}, in.Page)
}

func export(ctx context.Context, c *Call, in *ExportIn) (*ExportOut, error) {
	f, err := filter(ctx, c, Kinds{}, in.Narrow)
	if err != nil {
		return nil, err
	}
	return exportPage(ctx, c, "export", f, in.Page)
}

// exportPage answers a page of what passes a filter.
func exportPage(ctx context.Context, c *Call, verb string, f kaibo.Filter, page Page) (*ExportOut, error) {
	at := exportPosition{Part: exportEvents}
	if err := openCursor(c.Project, verb, page.Cursor, &at); err != nil {
		return nil, err
	}
	e := &exporter{call: *c, filter: f, at: at, left: page.limit(), room: maxAnswer, looks: maxExportLooks, items: []Exported{}}
	for e.at.Part != "" && e.left > 0 && e.room > 0 && e.looks > 0 {
		if err := e.step(ctx); err != nil {
			return nil, err
		}
	}
	out := &ExportOut{Items: e.items}
	var err error
	if e.at.Part != "" {
		out.NextCursor, err = makeCursor(c.Project, verb, e.at)
	}
	return out, err
}

// maxExportLooks is how many payloads a page reads to find those that pass the
// filter: a page may be empty and not the last.
const maxExportLooks = 1000

// exporter fills one page.
type exporter struct {
	call   Call
	filter kaibo.Filter
	at     exportPosition
	left   int // items
	room   int // bytes
	looks  int // payloads
	items  []Exported
}

// step goes on in the part where the export is.
func (e *exporter) step(ctx context.Context) error {
	switch e.at.Part {
	case exportEvents:
		return e.events(ctx)
	case exportMemories:
		return e.memories(ctx)
	default:
		return e.deletions(ctx)
	}
}

// add puts an item on the page. Payloads are at most 1 MiB of text, so that
// the one that fills the page does not overfill an answer.
func (e *exporter) add(x Exported, size int) {
	e.items = append(e.items, x)
	e.left--
	e.room -= size + 1024
}

// events exports events of one stream, or steps to the next stream.
func (e *exporter) events(ctx context.Context) error {
	c := &e.call
	if e.at.Stream == "" {
		return e.nextStream(ctx)
	}
	events, more, err := c.Deps.Ledger.EventsAfter(ctx, c.Project, e.at.Stream, e.at.Seq, min(e.left, kaibo.DefaultListLimit))
	if err != nil {
		return err
	}
	for i := range events {
		full, err := e.event(ctx, &events[i])
		if err != nil || full {
			return err
		}
	}
	if !more {
		e.at.Stream, e.at.Seq = "", 0
	}
	return nil
}

// nextStream steps to the stream after the last one, or to the next part.
func (e *exporter) nextStream(ctx context.Context) error {
	heads, _, err := e.call.Deps.Ledger.Streams(ctx, e.call.Project, e.at.After, 1)
	switch {
	case err != nil:
		return err
	case len(heads) == 0:
		e.at = exportPosition{Part: exportMemories}
	default:
		e.at.Stream, e.at.After, e.at.Seq = heads[0].Stream, heads[0].Stream, 0
	}
	return nil
}

// event exports one event, and says whether the page is full.
func (e *exporter) event(ctx context.Context, event *kaibo.Event) (full bool, err error) {
	x, size := Exported{Event: event}, 0
	e.looks--
	x.Payload, err = readPayload(ctx, &e.call, &PayloadIn{ID: event.ID})
	if err != nil && kaibo.KindOf(err) != kaibo.Gone {
		return false, err
	}
	if passes, err := e.passes(event, x.Payload); err != nil || !passes {
		e.at.Seq = event.Seq
		return e.looks <= 0, err
	}
	if x.Payload != nil {
		size = x.Payload.size()
	}
	if size > e.room && len(e.items) > 0 {
		e.room = 0
		return true, nil
	}
	e.add(x, size)
	e.at.Seq = event.Seq
	return e.room <= 0 || e.looks <= 0, nil
}

// passes reports whether an event passes the filter. Of a forgotten one nobody
// knows any more whose it was.
func (e *exporter) passes(event *kaibo.Event, p *PayloadOut) (bool, error) {
	if !e.filter.NeedsSource() {
		return true, nil
	}
	if p == nil {
		return false, nil
	}
	var details kaibo.Details
	if err := json.Unmarshal(p.Details, &details); err != nil {
		return false, &kaibo.Error{Op: "read details", Err: err}
	}
	return e.filter.MatchSource(event.Stream, details.Actor, e.call.Project.MetadataTags(details.Metadata)), nil
}

func (e *exporter) memories(ctx context.Context) error {
	c := &e.call
	memories, next, err := c.Deps.Memories.List(ctx, c.Project, views.Selection{Filter: e.filter}, e.at.After, min(e.left, 20))
	if err != nil {
		return err
	}
	for i := range memories {
		e.add(Exported{Memory: &memories[i]}, jsonLength(memories[i].Content))
	}
	e.at.After = next
	switch {
	case next != "":
	case e.filter.NeedsSource():
		e.at = exportPosition{}
	default:
		e.at = exportPosition{Part: exportDeletions}
	}
	return nil
}

func (e *exporter) deletions(ctx context.Context) error {
	c := &e.call
	entries, more, err := c.Deps.Ledger.Deletions(ctx, c.Project, e.at.Seq, min(e.left, 10))
	if err != nil {
		return err
	}
	for i := range entries {
		e.add(Exported{Deletion: &entries[i]}, 24*(len(entries[i].MemoryIDs)+len(entries[i].EventIDs)))
		e.at.Seq = entries[i].Seq
	}
	if !more {
		e.at = exportPosition{}
	}
	return nil
}

// size is about how many bytes a payload takes in an answer.
func (o *PayloadOut) size() int {
	n := len(o.Details)
	if o.Content != nil {
		n += jsonLength(*o.Content)
	}
	if o.ContentBase64 != nil {
		n += len(*o.ContentBase64)
	}
	return n
}

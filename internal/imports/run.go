package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Sender appends records to a stream: at most kaibo.MaxBatchEvents, all or none.
// It answers one outcome a record, in their order. An error of kind Invalid or
// TooLarge is about the records; any other ends the run.
type Sender interface {
	Send(ctx context.Context, stream string, records []Record) ([]Outcome, error)
}

// Outcome is what came of one record.
type Outcome struct {
	EventID        string
	Replayed       bool // its key was known: nothing was added
	PayloadDiffers bool // replayed, and the text is another
	Forgotten      bool // replayed, and the event was forgotten since
}

// Acknowledged remembers, from one run to the next, what a server has. It never
// saves the server work that it would notice: it saves sending.
type Acknowledged interface {
	// Has reports whether this very record was acknowledged.
	Has(r *Record) bool
	// Add notes records that the server has and did not forget; last is the newest
	// event among them.
	Add(records []Record, last string) error
}

// Texts remembers for good, on the machine that imports, which text each event
// had that is a version of a record. A server cannot say it of a version that was
// forgotten, and without it a text that was forgotten could not be told from one
// that was edited since.
type Texts interface {
	// Had reports whether an event had a text. Known is false when nothing was
	// noted of the event.
	Had(eventID string, text []byte) (had, known bool)
	// Note notes the text of an event.
	Note(eventID string, text []byte) error
}

// Options say how to run.
type Options struct {
	Format   Format
	Sender   Sender       // nil reads and checks, and sends nothing
	Known    Acknowledged // nil sends everything
	Texts    Texts        // nil takes nothing of a record of which a version was forgotten
	Reading  Reading
	Stream   string      // in place of the streams that the format chooses
	Since    *kaibo.Time // what happened before is left out
	Progress func(done, total uint64)
	// Initiatives are added to those of every record.
	Initiatives []string
}

// Report says what came of a run.
type Report struct {
	Format  string         `json:"format"`
	DryRun  bool           `json:"dryRun,omitempty"`
	Read    int            `json:"read"`    // records of the source
	Added   int            `json:"added"`   // events that were appended; in a dry run, that could be
	Present int            `json:"present"` // records that the server had already
	Skipped map[string]int `json:"skipped"` // left out on purpose, by why
	Streams map[string]int `json:"streams"` // events by stream, those that were there too
	Bad     []Bad          `json:"bad"`     // records that could not be taken; at most MaxListed
	BadMore int            `json:"badMore,omitempty"`
}

// Bad is one record that could not be taken.
type Bad struct {
	Position string `json:"position"`
	Reason   string `json:"reason"`
}

// MaxListed is how many bad records a report lists. The rest is counted.
const MaxListed = 1000

// Run reads a source and sends its records. The report is there beside an error
// too: it says how far the run came.
func Run(ctx context.Context, src *Source, o Options) (*Report, error) {
	r := &run{Options: o, src: src, batches: map[string]*batch{}, report: &Report{Format: o.Format.Name, DryRun: o.Sender == nil,
		Skipped: map[string]int{}, Streams: map[string]int{}, Bad: []Bad{}}}
	out := &Out{record: func(rec Record) error { return r.take(ctx, rec) }, bad: r.bad, skip: func(why string) { r.report.Skipped[why]++ }}
	if !o.Format.unlisted {
		if err := src.list(); err != nil {
			return r.report, err
		}
	}
	err := o.Format.read(ctx, src, &r.Reading, out)
	if err == nil {
		err = r.flushAll(ctx)
	}
	r.tell()
	return r.report, err
}

// run is one run.
type run struct {
	Options
	src     *Source
	report  *Report
	batches map[string]*batch
	waiting int // bytes
}

type batch struct {
	records []Record
	size    int
}

// Bounds of what waits to be sent. A request is at most kaibo.MaxBodyBytes; the
// rest is what surrounds the text.
const (
	maxBatchBytes = kaibo.MaxBodyBytes - 256<<10
	maxWaiting    = 4 * kaibo.MaxBodyBytes
	maxParts      = 64 // parts that one long text is cut into
)

func (r *run) bad(position, reason string) {
	if len(r.report.Bad) >= MaxListed {
		r.report.BadMore++
		return
	}
	r.report.Bad = append(r.report.Bad, Bad{position, cut(reason, 500)})
}

func (r *run) tell() {
	if r.Progress != nil {
		r.Progress(uint64(r.src.read.Load()), uint64(max(r.src.total, r.src.read.Load())))
	}
}

// take takes one record of the source.
func (r *run) take(ctx context.Context, rec Record) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.report.Read++
	if r.Since != nil && rec.OccurredAt != nil && *rec.OccurredAt < *r.Since {
		r.report.Skipped["before --since"]++
		return nil
	}
	r.complete(&rec)
	if len(bytes.TrimSpace(rec.Content)) == 0 {
		r.report.Skipped["without text"]++
		return nil
	}
	parts := split(rec)
	if len(parts) > maxParts {
		r.bad(rec.Position, fmt.Sprintf("its text has %d bytes; at most %d are taken", len(rec.Content), maxParts*kaibo.MaxContentBytes))
		return nil
	}
	for i := range parts {
		if err := checkRecord(&parts[i]); err != nil {
			r.bad(rec.Position, detailOf(err))
			return nil
		}
	}
	for i := range parts {
		if err := r.enqueue(ctx, parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// complete fills in what the run adds to every record.
func (r *run) complete(rec *Record) {
	if rec.Kind == "" {
		rec.Kind = kaibo.KindMessage
	}
	if r.Stream != "" {
		rec.Stream = r.Stream
	}
	for _, name := range r.Initiatives {
		if !slices.Contains(rec.Initiatives, name) {
			rec.Initiatives = append(slices.Clone(rec.Initiatives), name)
		}
	}
	if len(rec.Links) > 0 {
		merged := maps.Clone(rec.Metadata)
		if merged == nil {
			merged = map[string]any{}
		}
		for name, target := range rec.Links {
			merged[name] = target
		}
		rec.Metadata = merged
	}
	for k, v := range rec.Metadata { // what encoding/json read keeps its digits
		if n, ok := v.(json.Number); ok {
			if whole, err := n.Int64(); err == nil {
				rec.Metadata[k] = whole
			} else {
				rec.Metadata[k] = n.String()
			}
		}
	}
}

// checkRecord says what the server would refuse, before anything is sent.
func checkRecord(rec *Record) error {
	if err := ledger.CheckStream(rec.Stream, true); err != nil {
		return err
	}
	e := ledger.Entry{Kind: rec.Kind, Content: rec.Content, OccurredAt: rec.OccurredAt, ExpiresAt: rec.ExpiresAt, IdempotencyKey: rec.Key,
		Details: kaibo.Details{Actor: rec.Actor, Role: rec.Role, Initiatives: rec.Initiatives, Metadata: rec.Metadata, ContentType: rec.ContentType}}
	if rec.Key == "" {
		return errors.New("it has no id")
	}
	return e.Check("")
}

// split cuts a text that is too long for one event at the ends of lines, or of
// runes where a line is too long. Each part has a key of its own.
func split(rec Record) []Record {
	if len(rec.Content) <= kaibo.MaxContentBytes || !utf8.Valid(rec.Content) {
		return []Record{rec}
	}
	var parts []Record
	for rest := rec.Content; len(rest) > 0; {
		end := min(len(rest), kaibo.MaxContentBytes)
		if end < len(rest) {
			if line := bytes.LastIndexByte(rest[:end], '\n'); line > end/2 {
				end = line + 1
			}
			for !utf8.RuneStart(rest[min(end, len(rest)-1)]) {
				end--
			}
		}
		part := rec
		part.Content, rest = rest[:end], rest[end:]
		if n := len(parts) + 1; n > 1 {
			part.Key = fmt.Sprintf("%s/%d", rec.Key, n)
			if rec.Other != "" {
				part.Other = fmt.Sprintf("%s/%d", rec.Other, n)
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// enqueue puts a checked record into the batch of its stream.
func (r *run) enqueue(ctx context.Context, rec Record) error {
	r.report.Streams[rec.Stream]++
	if r.Sender == nil {
		r.report.Added++
		if r.report.Read%100 == 0 {
			r.tell()
		}
		return nil
	}
	if r.Known != nil && r.Known.Has(&rec) {
		r.report.Present++
		return nil
	}
	b := r.batches[rec.Stream]
	if b == nil {
		b = &batch{}
		r.batches[rec.Stream] = b
	}
	size := encodedSize(&rec)
	again := slices.ContainsFunc(b.records, func(x Record) bool { return x.Key == rec.Key })
	if len(b.records) == kaibo.MaxBatchEvents || b.size+size > maxBatchBytes || again {
		if err := r.flush(ctx, rec.Stream); err != nil {
			return err
		}
	}
	b.records = append(b.records, rec)
	b.size += size
	r.waiting += size
	if r.waiting > maxWaiting {
		return r.flushAll(ctx)
	}
	return nil
}

// encodedSize is about how many bytes a record takes in a request.
func encodedSize(rec *Record) int {
	n := len(rec.Content)*4/3 + 64
	if utf8.Valid(rec.Content) {
		b, err := json.Marshal(string(rec.Content))
		if err == nil {
			n = len(b)
		}
	}
	return n + len(rec.Key) + 1024 + 128*len(rec.Metadata)
}

func (r *run) flushAll(ctx context.Context) error {
	for _, stream := range slices.Sorted(maps.Keys(r.batches)) {
		if err := r.flush(ctx, stream); err != nil {
			return err
		}
		delete(r.batches, stream)
	}
	return nil
}

// flush sends the batch of a stream. When the server refuses it, each record is
// sent by itself, so that the one at fault is found and the others get in.
func (r *run) flush(ctx context.Context, stream string) error {
	b := r.batches[stream]
	if len(b.records) == 0 {
		return nil
	}
	err := r.send(ctx, stream, b.records)
	if refusal(err) && len(b.records) > 1 {
		err = nil
		for i := range b.records {
			if err = r.send(ctx, stream, b.records[i:i+1]); refusal(err) {
				r.bad(b.records[i].Position, detailOf(err))
				err = nil
			}
			if err != nil {
				return err
			}
		}
	} else if refusal(err) {
		r.bad(b.records[0].Position, detailOf(err))
		err = nil
	}
	r.waiting -= b.size
	b.records, b.size = nil, 0
	r.tell()
	return err
}

func refusal(err error) bool {
	kind := kaibo.KindOf(err)
	return err != nil && (kind == kaibo.Invalid || kind == kaibo.TooLarge)
}

// detailOf is an error in the words that are for a person.
func detailOf(err error) string {
	var e *kaibo.Error
	if errors.As(err, &e) && e.Detail != "" {
		return e.Detail
	}
	return strings.TrimSpace(err.Error())
}

package verify_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// fake is a server whose every answer a test can change. Before and fail are
// called with the name of the method and its argument.
type fake struct {
	t testing.TB

	mu       sync.Mutex
	streams  []string
	events   map[string][]kaibo.Event
	heads    map[string]kaibo.Head
	payloads map[string]payload
	receipts []kaibo.Receipt
	rawLog   [][]byte // served in place of receipts, when set
	memories map[string]map[string]any
	explains map[string]map[string]any
	listed   []map[string]any

	before func(method, arg string)
	fail   func(method, arg string) error
}

// payload is as it is served; a gone one answers so.
type payload struct {
	gone bool
	body map[string]any
}

func (f *fake) call(method, arg string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.before != nil {
		f.before(method, arg)
	}
	if f.fail != nil {
		return f.fail(method, arg)
	}
	return nil
}

func (f *fake) Streams(context.Context) ([]kaibo.Head, error) {
	if err := f.call("Streams", ""); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var heads []kaibo.Head
	for _, name := range f.streams {
		heads = append(heads, f.heads[name])
	}
	return heads, nil
}

func (f *fake) Events(_ context.Context, stream string, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := f.call("Events", stream); err != nil {
			yield(nil, err)
			return
		}
		f.mu.Lock()
		events := slices.Clone(f.events[stream])
		f.mu.Unlock()
		buf := []byte(nil)
		for i := range events {
			if events[i].Seq <= after {
				continue
			}
			buf = chain.AppendLine(buf[:0], &events[i])
			if !yield(buf, nil) {
				return
			}
		}
	}
}

func (f *fake) Payload(_ context.Context, id string) ([]byte, error) {
	if err := f.call("Payload", id); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.payloads[id]
	switch {
	case !ok:
		return nil, kaibo.Errorf(kaibo.NotFound, "no such event")
	case p.gone:
		return nil, fmt.Errorf("GET payload: %w", kaibo.Errorf(kaibo.Gone, "forgotten"))
	}
	return encode(f.t, p.body), nil
}

func (f *fake) Deletions(_ context.Context, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := f.call("Deletions", ""); err != nil {
			yield(nil, err)
			return
		}
		f.mu.Lock()
		lines := f.rawLog
		if lines == nil {
			for i := range f.receipts {
				lines = append(lines, encode(f.t, f.receipts[i])) // in the order of the Go struct, as JSON serves it
			}
		}
		f.mu.Unlock()
		for i, line := range lines {
			if uint64(i) >= after && !yield(line, nil) {
				return
			}
		}
	}
}

func (f *fake) Memory(_ context.Context, id string) ([]byte, error) {
	return f.view("Memory", f.memories, id)
}

func (f *fake) Explain(_ context.Context, id string) ([]byte, error) {
	return f.view("Explain", f.explains, id)
}

func (f *fake) view(method string, views map[string]map[string]any, id string) ([]byte, error) {
	if err := f.call(method, id); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	v, ok := views[id]
	if !ok {
		return nil, kaibo.Errorf(kaibo.NotFound, "no such memory")
	}
	return encode(f.t, v), nil
}

func (f *fake) ListMemories(context.Context) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := f.call("ListMemories", ""); err != nil {
			yield(nil, err)
			return
		}
		for _, m := range f.listed {
			if !yield(encode(f.t, m), nil) {
				return
			}
		}
	}
}

func encode(t testing.TB, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The ids of the honest project.
func eventID(n int) string  { return fmt.Sprintf("evt_%016d", n) }
func memoryID(n int) string { return fmt.Sprintf("mem_m%015d", n) }

// honest makes a project of two streams, main with events 1 to 12 and notes
// with 13 to 17, and one memory an event. Events 5 and 6 of main and the
// memories 5 and 6 are forgotten by entry 1, event 15 (seq 3 of notes) by
// entry 2, and entry 3 says that the first is purged.
func honest(t testing.TB) *fake {
	f := &fake{t: t, events: map[string][]kaibo.Event{}, heads: map[string]kaibo.Head{}, payloads: map[string]payload{},
		memories: map[string]map[string]any{}, explains: map[string]map[string]any{}}
	for n := 1; n <= 17; n++ {
		stream := "main"
		if n > 12 {
			stream = "notes"
		}
		f.append(stream, n)
	}
	f.forget("rcp_aaaaaaaaaaaaaaaa", []int{5, 6}, []int{5, 6})
	f.forget("rcp_bbbbbbbbbbbbbbbb", []int{15}, nil)
	at := kaibo.Time(1783000000000)
	f.entry(kaibo.Receipt{ID: "rcp_cccccccccccccccc", Kind: kaibo.ReceiptPurged, ReceiptID: "rcp_aaaaaaaaaaaaaaaa", PurgedAt: &at})
	return f
}

// append adds event n to a stream, with its payload and a memory.
func (f *fake) append(stream string, n int) {
	content, details := fmt.Sprintf("Text number %d.", n), kaibo.Details{Actor: "ana", Metadata: map[string]any{"n": n}}
	if n%4 == 0 {
		details.ContentType = "application/octet-stream"
	}
	form, err := canon.Details(details)
	if err != nil {
		f.t.Fatal(err)
	}
	p := kaibo.Payload{Content: []byte(content), Salt: [16]byte{1, byte(n)}, Details: form, DetailsSalt: [16]byte{2, byte(n)}}
	log := f.events[stream]
	e := kaibo.Event{ID: eventID(n), Stream: stream, Seq: uint64(len(log) + 1), Kind: kaibo.KindMessage,
		OccurredAt: kaibo.Time(1782898200000 + n), RecordedAt: kaibo.Time(1782898200000 + n/2),
		PayloadDigest: chain.SaltedDigest(p.Salt, p.Content), DetailsDigest: chain.SaltedDigest(p.DetailsSalt, p.Details)}
	if len(log) == 0 {
		f.streams = append(f.streams, stream)
	}
	f.seal(&e, log)
	f.events[stream] = append(log, e)
	f.setHead(stream)
	body := map[string]any{"salt": hex.EncodeToString(p.Salt[:]), "details": json.RawMessage(form), "detailsSalt": hex.EncodeToString(p.DetailsSalt[:])}
	if n%4 == 0 {
		body["contentBase64"], body["contentType"] = p.Content, details.ContentType
	} else {
		body["content"] = content
	}
	f.payloads[e.ID] = payload{body: body}
	memory := map[string]any{"id": memoryID(n), "status": "current", "content": content, "events": []string{e.ID}}
	f.memories[memoryID(n)] = memory
	f.listed = append(f.listed, memory)
	f.explains[memoryID(n)] = map[string]any{"memoryId": memoryID(n),
		"chain":  []any{map[string]any{"memoryId": memoryID(n), "status": "current", "content": content, "events": []string{e.ID}}},
		"events": []any{map[string]any{"id": e.ID, "content": content}}}
}

func (f *fake) seal(e *kaibo.Event, log []kaibo.Event) {
	var prev kaibo.Hash
	if len(log) > 0 {
		prev = log[len(log)-1].Hash
	}
	if err := chain.SealEvent(e, prev); err != nil {
		f.t.Fatal(err)
	}
}

// reseal makes the chain of a stream whole again from an index on.
func (f *fake) reseal(stream string, from int) {
	log := f.events[stream]
	for i := from; i < len(log); i++ {
		log[i].Seq = uint64(i + 1)
		f.seal(&log[i], log[:i])
	}
	f.setHead(stream)
}

func (f *fake) setHead(stream string) {
	log := f.events[stream]
	last := log[len(log)-1]
	var frontier []kaibo.Hash
	for i := range log {
		frontier = chain.AppendLeaf(frontier, uint64(i), log[i].Hash)
	}
	f.heads[stream] = kaibo.Head{Stream: stream, Seq: last.Seq, Hash: last.Hash, RecordedAt: last.RecordedAt, Frontier: frontier}
}

// take makes everything that shows an event or a memory show no text.
func (f *fake) take(events, memories []int) {
	for _, n := range events {
		f.payloads[eventID(n)] = payload{gone: true}
	}
	for _, n := range memories {
		gone := map[string]any{"id": memoryID(n), "status": "forgotten", "events": []string{eventID(n)}}
		f.memories[memoryID(n)] = gone
		f.listed[n-1] = gone
		f.explains[memoryID(n)] = map[string]any{"memoryId": memoryID(n),
			"chain":  []any{map[string]any{"memoryId": memoryID(n), "status": "forgotten", "content": ""}},
			"events": []any{map[string]any{"id": eventID(n), "content": nil}}}
	}
}

// forget takes events and memories, and writes the entry.
func (f *fake) forget(receipt string, events, memories []int) {
	f.take(events, memories)
	at, purge := kaibo.Time(1782900000000), kaibo.Time(1782986400000)
	r := kaibo.Receipt{ID: receipt, Kind: kaibo.ReceiptForgotten, TombstonedAt: &at, PurgeAt: &purge}
	for _, n := range events {
		r.EventIDs = append(r.EventIDs, eventID(n))
	}
	for _, n := range memories {
		r.MemoryIDs = append(r.MemoryIDs, memoryID(n))
	}
	f.entry(r)
}

func (f *fake) entry(r kaibo.Receipt) {
	f.receipts = append(f.receipts, r)
	f.resealReceipts()
}

func (f *fake) resealReceipts() {
	var prev kaibo.Hash
	for i := range f.receipts {
		f.receipts[i].Seq = uint64(i + 1)
		if err := chain.SealReceipt(&f.receipts[i], prev); err != nil {
			f.t.Fatal(err)
		}
		prev = f.receipts[i].Hash
	}
}

// with returns a copy of an object with one member changed.
func with(object map[string]any, name string, value any) map[string]any {
	object = maps.Clone(object)
	object[name] = value
	return object
}

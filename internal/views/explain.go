package views

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Explanation is the whole chain of a memory and the events that bear it out.
type Explanation struct {
	MemoryID       string           `json:"memoryId"`
	Chain          []ChainLink      `json:"chain"`
	Events         []ExplainedEvent `json:"events"`
	ContentOmitted bool             `json:"contentOmitted,omitempty"`
	ReplacedBy     []string         `json:"replacedBy,omitempty"`
}

// ChainLink is one version of a chain.
type ChainLink struct {
	MemoryID   string     `json:"memoryId"`
	Status     string     `json:"status"`
	Type       string     `json:"type"`
	Content    string     `json:"content,omitempty"`
	Disputed   bool       `json:"disputed,omitempty"`
	ValidFrom  kaibo.Time `json:"validFrom"`
	ValidTo    kaibo.Time `json:"validTo"`
	RecordedAt kaibo.Time `json:"recordedAt"`
	Events     []string   `json:"events"`
	Conflicts  []string   `json:"conflictsWith,omitempty"`
}

// ExplainedEvent is an event with its text. ContentBase64 stands in place of
// Content where the bytes are no UTF-8; neither when it is forgotten.
type ExplainedEvent struct {
	ID            string     `json:"id"`
	Stream        string     `json:"stream"`
	Seq           uint64     `json:"seq"`
	Hash          kaibo.Hash `json:"hash"`
	PrevHash      kaibo.Hash `json:"prevHash"`
	PayloadDigest string     `json:"payloadDigest"`
	Kind          string     `json:"kind"`
	OccurredAt    kaibo.Time `json:"occurredAt"`
	RecordedAt    kaibo.Time `json:"recordedAt"`
	Actor         string     `json:"actor,omitempty"`
	Role          string     `json:"role,omitempty"`
	Content       string     `json:"content,omitempty"`
	ContentBase64 []byte     `json:"contentBase64,omitempty"`
	Forgotten     bool       `json:"forgotten,omitempty"`
}

// Bounds of an explanation: so many versions and events, and so many bytes of
// content.
const (
	maxChain         = 1000
	maxExplained     = 1000
	maxExplainedText = 3 << 20
)

// Explain answers the chain of a memory, oldest version first, and its events
// in the order in which they were recorded.
//
// It takes three round trips while the index is in memory: the record, beside
// the index; the chain that the index knows, with where its events lie; their
// payloads. The records tell the chain, the index only lets them be read at
// once: a version that it does not know, such as a forgotten one, is one round
// trip more, and so are the events by which people mended the chain.
func (v *Views) Explain(ctx context.Context, p kaibo.Project, id string) (*Explanation, error) {
	foresight := v.foresee(ctx, p)
	defer foresight.stop()
	ahead := NewAhead(v.Table)
	over := v.Over(ahead)
	record, err := over.Record(ctx, p, id)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return v.explainProvisional(ctx, p, id)
	}
	if err != nil {
		return nil, err
	}
	if len(linked(record)) > 0 {
		if err := ahead.Fetch(ctx, foresight.chainOf(linked(record)), nil); err != nil {
			return nil, err
		}
	}
	asked := record
	for len(record.ReplacedBy) > 0 {
		if record, err = over.Record(ctx, p, record.ReplacedBy[0]); err != nil {
			return nil, err
		}
	}
	if record.Retired {
		return nil, noMemory(id)
	}
	x, err := over.explain(ctx, p, record)
	if err == nil {
		x.ReplacedBy = asked.ReplacedBy
	}
	return x, err
}

// explain answers the chain of a record.
func (v *Views) explain(ctx context.Context, p kaibo.Project, record *kaibo.MemoryRecord) (*Explanation, error) {
	chain, err := v.Chain(ctx, p, []*kaibo.MemoryRecord{record})
	if err != nil {
		return nil, err
	}
	x := &Explanation{MemoryID: record.ID, Chain: make([]ChainLink, len(chain)), Events: []ExplainedEvent{}}
	var sources []kaibo.Source
	cited := make(map[string]bool)
	cite := func(s kaibo.Source) {
		if !cited[s.EventID] && len(sources) < maxExplained {
			cited[s.EventID] = true
			sources = append(sources, s)
		}
	}
	for i, r := range chain {
		x.Chain[i] = link(r)
		for _, s := range r.Sources {
			cite(s)
		}
	}
	rulings, err := v.Rulings(ctx, p, chain)
	if err != nil {
		return nil, err
	}
	for _, s := range rulings {
		cite(s)
	}
	return x, v.explainEvents(ctx, p, sources, x)
}

// Rulings answers the events by which people changed what a chain says: those
// of the server's own streams that gave one of its memories a revision. They
// are found by their place; a chain that nobody mended costs nothing.
func (v *Views) Rulings(ctx context.Context, p kaibo.Project, chain []*kaibo.MemoryRecord) ([]kaibo.Source, error) {
	var keys []kaibo.Key
	for _, r := range chain {
		for _, key := range RulingKeys(p.ID, r.Revisions) {
			if !slices.Contains(keys, key) && len(keys) < kaibo.MaxGetKeys {
				keys = append(keys, key)
			}
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	items, err := v.Table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("read rulings: %w", err)
	}
	sources := make([]kaibo.Source, len(items))
	for i, item := range items {
		var e kaibo.Event
		if err := item.Decode(&e); err != nil {
			return nil, err
		}
		sources[i] = kaibo.Source{EventID: e.ID, Stream: e.Stream, Seq: e.Seq, Hash: e.Hash, OccurredAt: e.OccurredAt, RecordedAt: e.RecordedAt}
	}
	return sources, nil
}

// explainProvisional answers for the id of a provisional memory.
func (v *Views) explainProvisional(ctx context.Context, p kaibo.Project, id string) (*Explanation, error) {
	m, err := v.provisional(ctx, p, id)
	if err != nil {
		return nil, err
	}
	if len(m.ReplacedBy) > 0 {
		x, err := v.Explain(ctx, p, m.ReplacedBy[0])
		if err == nil {
			x.ReplacedBy = m.ReplacedBy
		}
		return x, err
	}
	x := &Explanation{MemoryID: id, Events: []ExplainedEvent{}, Chain: []ChainLink{{MemoryID: id, Status: m.Status, Type: m.Type,
		Content: m.Content, ValidFrom: m.ValidFrom, ValidTo: m.ValidTo, RecordedAt: m.RecordedAt, Events: m.Events}}}
	ref, _, err := v.Ledger.Ref(ctx, p, kaibo.ProvisionalEvent(id))
	if err != nil {
		return nil, err
	}
	return x, v.explainEvents(ctx, p, []kaibo.Source{{EventID: ref.ID, Stream: ref.Stream, Seq: ref.Seq}}, x)
}

func link(r *kaibo.MemoryRecord) ChainLink {
	rev := r.Last()
	l := ChainLink{MemoryID: r.ID, Status: rev.Status, Type: r.Type, Content: r.Content, Disputed: rev.Disputed,
		ValidFrom: rev.ValidFrom, ValidTo: rev.ValidTo, RecordedAt: r.First.RecordedAt, Events: []string{}, Conflicts: rev.Conflicts}
	if r.Forgotten {
		l.Status, l.Content = kaibo.StatusForgotten, ""
	}
	for _, s := range r.Sources {
		l.Events = append(l.Events, s.EventID)
	}
	return l
}

// Chain answers every version that the records are linked with, by what
// replaced what, oldest first. Each hop of the chain not yet read is one Get.
func (v *Views) Chain(ctx context.Context, p kaibo.Project, from []*kaibo.MemoryRecord) ([]*kaibo.MemoryRecord, error) {
	seen := make(map[string]bool)
	var chain []*kaibo.MemoryRecord
	for len(from) > 0 && len(chain) < maxChain {
		var next []string
		for _, r := range from {
			if r == nil || seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			if len(r.ReplacedBy) == 0 && !r.Retired { // else what took its place stands for it
				chain = append(chain, r)
			}
			next = append(next, linked(r)...)
		}
		next = slices.DeleteFunc(next, func(id string) bool { return seen[id] })
		slices.Sort(next)
		records, err := v.Records(ctx, p, slices.Compact(next))
		if err != nil {
			return nil, err
		}
		from = records
	}
	SortRecords(chain)
	return chain, nil
}

// linked answers the ids on either side of a memory, at any revision: what a
// reinstated one was once replaced by is of its chain too.
func linked(r *kaibo.MemoryRecord) []string {
	return append(slices.Clone(r.ReplacedBy), linkedBy(r.Revisions)...)
}

// linkedBy answers the ids that revisions link a memory with.
func linkedBy(revisions []kaibo.Revision) []string {
	var ids []string
	for _, rev := range revisions {
		ids = append(ids, rev.Supersedes...)
		if rev.SupersededBy != "" {
			ids = append(ids, rev.SupersededBy)
		}
	}
	return ids
}

// explainEvents reads events with their text: where they lie all at once, then
// their texts, many at a time.
func (v *Views) explainEvents(ctx context.Context, p kaibo.Project, sources []kaibo.Source, x *Explanation) error {
	ahead := NewAhead(v.Table)
	var keys []kaibo.Key
	for _, s := range sources {
		keys = append(keys, ledger.HeldKeys(p.ID, s.Stream, s.Seq, s.EventID)...)
	}
	if err := ahead.Fetch(ctx, keys, nil); err != nil {
		return err
	}
	events := make([]ExplainedEvent, len(sources))
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(aheadAtOnce)
	for i, s := range sources {
		work.Go(func() (err error) {
			events[i], err = v.explainEvent(workCtx, ahead, p, s)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	slices.SortStableFunc(events, func(a, b ExplainedEvent) int {
		return int(max(-1, min(1, a.RecordedAt-b.RecordedAt)))
	})
	size := 0
	for i := range events {
		size += len(events[i].Content) + 2*len(events[i].ContentBase64)
		if size > maxExplainedText {
			events[i].Content, events[i].ContentBase64 = "", nil
			x.ContentOmitted = true
		}
	}
	x.Events = events
	return nil
}

func (v *Views) explainEvent(ctx context.Context, table kaibo.Table, p kaibo.Project, source kaibo.Source) (ExplainedEvent, error) {
	id := source.EventID
	held, err := v.Ledger.HeldIn(ctx, table, p, source.Stream, source.Seq, id)
	if err != nil {
		return ExplainedEvent{}, err
	}
	event, payload := &held.Event, held.Payload
	x := ExplainedEvent{ID: event.ID, Stream: event.Stream, Seq: event.Seq, Hash: event.Hash, PrevHash: event.PrevHash,
		PayloadDigest: event.PayloadDigest, Kind: event.Kind, OccurredAt: event.OccurredAt, RecordedAt: event.RecordedAt, Forgotten: payload == nil}
	if payload == nil {
		return x, nil
	}
	details, err := canon.ParseDetails(payload.Details)
	if err != nil {
		return ExplainedEvent{}, &kaibo.Error{Op: "read details of " + id, Err: err}
	}
	x.Actor, x.Role = details.Actor, details.Role
	if utf8.Valid(payload.Content) {
		x.Content = string(payload.Content)
	} else {
		x.ContentBase64 = payload.Content
	}
	return x, nil
}

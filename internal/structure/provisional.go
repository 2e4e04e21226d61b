package structure

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Attach answers what goes with an append so that its events are searchable
// when it is acknowledged: one item with the provisional memories, and an index
// delta (seldom two) with their rows and the passages of the same text. It is a
// [ledger.Ledger]'s Attach.
func (w *Worker) Attach(_ context.Context, p kaibo.Project, stream string, events []ledger.Recorded) ([]kaibo.Write, error) {
	first := events[0].Event.Seq
	var quoted []kaibo.ProvisionalMemory
	var docs []termindex.Doc
	for i := range events {
		e := &events[i]
		if !utf8.Valid(e.Content) {
			continue
		}
		docs = append(docs, views.PassagesIn(e.Event, e.Session, e.Details, e.Content, 0, views.ProvisionalEnd(e.Content), e.Tags)...)
		if e.Event.Kind == kaibo.KindCurate {
			continue
		}
		pm := quote(e)
		quoted = append(quoted, pm)
		docs = append(docs, termindex.WithSession(termindex.ProvisionalDoc(stream, first, pm), e.Session))
	}
	if len(docs) == 0 {
		return nil, nil
	}
	writes, err := w.Index.Deltas(p, kaibo.JobID(events[0].Event.ID), docs)
	if err != nil {
		return nil, fmt.Errorf("index append: %w", err)
	}
	if len(quoted) > 0 {
		writes = append(writes, kaibo.PutNew(kaibo.ProvisionalKey(p.ID, stream, first), 1, kaibo.Encode(quoted)))
	}
	return writes, nil
}

// quote is the provisional memory of an event: its first bytes, as they stand.
func quote(e *ledger.Recorded) kaibo.ProvisionalMemory {
	text := string(e.Content[:views.ProvisionalEnd(e.Content)])
	return kaibo.ProvisionalMemory{EventID: e.Event.ID, Seq: e.Event.Seq, Session: e.Session, Hash: e.Event.Hash, Text: text,
		OccurredAt: e.Event.OccurredAt, RecordedAt: e.Event.RecordedAt, Actor: e.Details.Actor, Role: e.Details.Role,
		Initiatives: e.Initiatives, Tags: e.Tags, Tokens: tokens.Count(text)}
}

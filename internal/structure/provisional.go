package structure

import (
	"context"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// Attach answers what goes with an append so that its events are searchable
// when it is acknowledged: one item with the provisional memories, and one
// index delta with their rows and the passages of the same text. It is a
// [ledger.Ledger]'s Attach.
func (w *Worker) Attach(_ context.Context, p kaibo.Project, stream string, events []ledger.Recorded) ([]kaibo.Write, error) {
	first := events[0].Event.Seq
	var quoted []kaibo.ProvisionalMemory
	var docs []termindex.Doc
	for i := range events {
		e := &events[i]
		if e.Event.Kind == kaibo.KindCurate || !utf8.Valid(e.Content) {
			continue
		}
		pm := quote(e)
		quoted = append(quoted, pm)
		docs = append(docs, provisionalDoc(stream, first, pm))
		docs = append(docs, passages(e.Event, e.Session, e.Details, e.Content, 0, len(pm.Text), e.Tags)...)
	}
	if len(quoted) == 0 {
		return nil, nil
	}
	delta, err := w.Index.Delta(p, kaibo.JobID(events[0].Event.ID), docs)
	if err != nil {
		return nil, fmt.Errorf("index append: %w", err)
	}
	return []kaibo.Write{
		kaibo.PutNew(kaibo.ProvisionalKey(p.ID, stream, first), 1, encode(quoted)),
		delta,
	}, nil
}

// quote is the provisional memory of an event: its first bytes, as they stand.
func quote(e *ledger.Recorded) kaibo.ProvisionalMemory {
	text := string(e.Content[:provisionalEnd(e.Content)])
	return kaibo.ProvisionalMemory{EventID: e.Event.ID, Seq: e.Event.Seq, Session: e.Session, Hash: e.Event.Hash, Text: text,
		OccurredAt: e.Event.OccurredAt, RecordedAt: e.Event.RecordedAt, Actor: e.Details.Actor, Role: e.Details.Role,
		Initiatives: e.Initiatives, Tags: e.Tags, Tokens: tokens.Count(text)}
}

func provisionalDoc(stream string, first uint64, pm kaibo.ProvisionalMemory) termindex.Doc {
	doc := termindex.ProvisionalDoc(stream, first, pm)
	for i := range doc.Sources {
		doc.Sources[i].Session = sessionName(pm.Session)
	}
	return doc
}

// passages cuts content[from:to] into passages that know their session.
func passages(e kaibo.Event, session uint64, d kaibo.Details, content []byte, from, to int, tags []string) []termindex.Doc {
	docs := termindex.PassageDocs(e.Stream, e, d, string(content), from, to, tags)
	for i := range docs {
		for j := range docs[i].Sources {
			docs[i].Sources[j].Session = sessionName(session)
		}
	}
	return docs
}

func sessionName(first uint64) string { return strconv.FormatUint(first, 10) }

// provisionalEnd is where the provisional text of content ends: at the start
// of a rune, at most MaxProvisionalText bytes in.
func provisionalEnd(content []byte) int {
	end := min(len(content), kaibo.MaxProvisionalText)
	for end > 0 && end < len(content) && !utf8.RuneStart(content[end]) {
		end--
	}
	return end
}

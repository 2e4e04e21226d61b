package curate

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// writes answers what a change puts into its Commit. The head's version is the
// number of the last change, so that two changes never take one number. What the
// plan read and left as it is is a condition.
func (d *doing) writes(w *Work, r ledger.Recorded) ([]kaibo.Write, error) {
	p := d.project
	derivation := kaibo.Derivation{EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq, Structurer: Structurer,
		RecordedAt: r.Event.RecordedAt, Changes: w.changes, Graph: w.change.Number}
	for _, b := range w.births {
		cite(&b, r)
		derivation.Births = append(derivation.Births, b)
		w.batch.Birth(b)
	}
	writes := []kaibo.Write{
		kaibo.PutOver(kaibo.GraphHeadKey(p.ID), w.change.Number-1, nil),
		kaibo.PutNew(kaibo.GraphChangeKey(p.ID, w.change.Number), 1, kaibo.Encode(w.change)),
		kaibo.PutNew(kaibo.DerivationKey(p.ID, derivation.Stream, derivation.Seq, 0, 0), 1, kaibo.Encode(derivation)),
	}
	writes = append(writes, w.batch.Writes()...)
	writes = append(writes, w.batch.Checks()...)
	for _, event := range w.sources {
		writes = append(writes, kaibo.CheckAt(kaibo.TombKey(p.ID, event), 0))
	}
	if outbox, ok := d.listening.Announce(p.ID, "curate-"+r.Event.ID, d.Clock(), w.notices(&derivation)); ok {
		writes, d.announced = append(writes, outbox), true
	}
	deltas, err := d.Index.Deltas(p, "curate-"+r.Event.ID, w.batch.Docs())
	if err != nil {
		return nil, fmt.Errorf("index curation: %w", err)
	}
	return append(writes, deltas...), nil
}

// maxBytes is how much the writes of one verb may weigh: what a Commit holds,
// less 64 KB for what the ledger adds.
const maxBytes = kaibo.MaxTxBytes - 64<<10

// fitting refuses what no Commit holds, in words that its caller can act on.
func fitting(writes []kaibo.Write) ([]kaibo.Write, error) {
	size := 0
	for _, w := range writes {
		size += w.Item.Size()
		if w.Item.Size() > kaibo.MaxItemBytes {
			return nil, kaibo.Errorf(kaibo.TooLarge, "this writes %d bytes of text at once; at most %d are accepted: do it in parts", w.Item.Size(), kaibo.MaxItemBytes)
		}
	}
	if size > maxBytes {
		return nil, kaibo.Errorf(kaibo.TooLarge, "this writes %d bytes at once; at most %d are accepted: do it in parts", size, maxBytes)
	}
	if len(writes) > ledger.MaxOwn {
		return nil, kaibo.Errorf(kaibo.TooLarge, "this touches too many memories at once (%d items; at most %d are written together): do it in parts", len(writes), ledger.MaxOwn)
	}
	return writes, nil
}

// notices says what the change does to memories, as that of structuring does.
func (w *Work) notices(d *kaibo.Derivation) []kaibo.Notice {
	var out []kaibo.Notice
	for i := range d.Births {
		out = append(out, structure.Born(&d.Births[i])...)
	}
	for i := range d.Changes {
		c := &d.Changes[i]
		before := w.batch.Record(c.MemoryID).Revisions[c.Revision.Version-2]
		if n, ok := structure.Revised(c.MemoryID, d.EventID, &before, &c.Revision); ok {
			out = append(out, n)
		}
	}
	return out
}

// cite gives a birth its source: where its words stand in the event, between the
// quotes of the JSON string that holds them. Where JSON escapes some of them the
// source says otherwise than the node, and its own words are kept beside.
func cite(b *kaibo.Birth, r ledger.Recorded) {
	b.Tokens = tokens.Count(b.Content)
	b.Source = kaibo.Source{EventID: r.Event.ID, Stream: r.Event.Stream, Seq: r.Event.Seq, Session: r.Session, Hash: r.Event.Hash,
		OccurredAt: r.Event.OccurredAt, RecordedAt: r.Event.RecordedAt, Actor: r.Details.Actor}
	quoted, err := canon.Marshal(b.Content)
	at := bytes.Index(r.Content, quoted)
	if err != nil || at < 0 { // the node says what the verb made of its arguments, which bear it out
		b.Source.End = views.ProvisionalEnd(r.Content)
		b.Quote = string(r.Content[:b.Source.End])
		b.QuoteTokens = tokens.Count(b.Quote)
		return
	}
	b.Source.Start, b.Source.End = at+1, at+len(quoted)-1
	if words := string(quoted[1 : len(quoted)-1]); words != b.Content {
		b.Quote, b.QuoteTokens = words, tokens.Count(words)
	}
}

// checkMentioned holds that whatever the plan speaks of is there. What the graph
// knows was there when it was first spoken of, and forgotten tells what is not
// any more; the memory of anything else is read, and its event must not be
// forgotten until this is written.
func (w *Work) checkMentioned(ctx context.Context, forgotten map[string]bool) error {
	born := make(map[string]bool, len(w.births))
	for _, b := range w.births {
		born[b.ID] = true
	}
	var unknown []string
	for _, id := range Mentioned(&w.change) {
		switch {
		case forgotten[id]:
			return kaibo.Errorf(kaibo.Gone, "memory %s is forgotten", id)
		case born[id] || !kaibo.IsMemoryID(id):
		default:
			if _, known := w.View.Node(id); !known {
				unknown = append(unknown, id)
			}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	if err := w.batch.Load(ctx, unknown); err != nil {
		return err
	}
	for _, id := range unknown {
		r, err := w.Record(ctx, id)
		if err != nil {
			return err
		}
		if !slices.Contains(w.sources, r.Source.EventID) {
			w.sources = append(w.sources, r.Source.EventID)
		}
	}
	return nil
}

// Mentioned answers the ids of the nodes and initiatives that a change speaks
// of, each once, in the order in which it does.
func Mentioned(c *graph.Change) []string {
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, b := range c.Births {
		add(b.ID)
	}
	for _, f := range c.Facts {
		if from, _, to, ok := graph.ParseLinkID(f.Entity); ok {
			add(from)
			add(to)
			continue
		}
		add(f.Entity)
		if f.Attr == graph.AttrBy || f.Attr == graph.AttrMembers || strings.HasPrefix(f.Attr, graph.AttrSlot) {
			for _, id := range strings.Fields(f.Value) {
				add(id)
			}
		}
	}
	return ids
}

package forget

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// deriveShared takes the sources of the set away from memories that stay. One
// whose text came from the set is derived again from its oldest other source.
func (t *taking) deriveShared(ctx context.Context) error {
	for _, id := range t.plan.Shared {
		err := t.again(ctx, "derive again", func() error { return t.deriveOne(ctx, id) })
		if err != nil {
			return err
		}
		if err := t.eraseSourcesIn(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) deriveOne(ctx context.Context, id string) error {
	b := views.NewBatch(t.project, t.Table)
	if err := b.Load(ctx, []string{id}); err != nil {
		return err
	}
	r := b.Record(id)
	if r == nil || r.Forgotten {
		return nil
	}
	g := t.gather(t.project, Selector{})
	sources, err := g.allSources(ctx, r)
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Clone(sources), func(s kaibo.Source) bool { return t.inSet[s.EventID] })
	if len(rest) == len(sources) || len(rest) == 0 {
		return nil
	}
	if !t.inSet[r.Source.EventID] {
		if err := b.DropSources(id, rest); err != nil {
			return err
		}
		return t.commitShared(ctx, id, b, nil)
	}
	return t.rebirth(ctx, b, r, rest)
}

// rebirth gives a memory's statement a new memory, made from the words of
// another source. The old id leads there.
func (t *taking) rebirth(ctx context.Context, b *views.Batch, old *kaibo.MemoryRecord, rest []kaibo.Source) error {
	source := rest[0]
	derivations, err := t.Views.Derivations(ctx, t.project, source.Stream, source.Seq)
	if err != nil {
		return err
	}
	generation := 1
	for _, d := range derivations {
		generation = max(generation, d.Generation+1)
	}
	birth, err := t.reborn(ctx, old, source, generation)
	if err != nil {
		return err
	}
	d := kaibo.Derivation{EventID: source.EventID, Stream: source.Stream, Seq: source.Seq, Generation: generation,
		Structurer: birth.Structurer, RecordedAt: source.RecordedAt, Births: []kaibo.Birth{*birth},
		Changes: laterRevisions(old, birth), Moves: []kaibo.Moved{{MemoryID: old.ID, To: []string{birth.ID}}}}
	b.Birth(*birth)
	for _, c := range d.Changes {
		if err := b.Change(c); err != nil {
			return err
		}
	}
	if err := b.Inherit(birth.ID, rest[1:]); err != nil {
		return err
	}
	more, announced, err := t.announceReborn(ctx, old, birth)
	if err != nil {
		return err
	}
	more = append(more, anchorWrites(t.project.ID, old)...)
	if err := b.Replace(d.Moves[0]); err != nil {
		return err
	}
	if err := b.Forget(old.ID); err != nil {
		return err
	}
	key := kaibo.DerivationKey(t.project.ID, d.Stream, d.Seq, d.Generation, 0)
	err = t.commitShared(ctx, old.ID, b, append(more, kaibo.PutNew(key, 1, kaibo.Encode(d))))
	if announced {
		t.tellAnnounced(t.project)
	}
	return err
}

// laterRevisions are those that the old memory got after the new one's source
// was recorded, as revisions of the new one.
func laterRevisions(old *kaibo.MemoryRecord, birth *kaibo.Birth) []kaibo.Change {
	var out []kaibo.Change
	for _, rev := range old.Revisions {
		if rev.RecordedAt > birth.First.RecordedAt {
			rev.Version = len(out) + 2
			out = append(out, kaibo.Change{MemoryID: birth.ID, Revision: rev})
		}
	}
	return out
}

// moveSources gives the other sources of a memory that was derived again to
// what took its place, so many a derivation as fit its item. The memory's own
// are removed afterwards; a second try that finds only some left finds the
// derivations there, and leaves them as they are.
func (t *taking) moveSources(ctx context.Context, old *kaibo.MemoryRecord) error {
	records, err := t.Views.Records(ctx, t.project, old.ReplacedBy[:1])
	if err != nil || records[0] == nil {
		return err
	}
	heir := &records[0].Birth
	cursor := ""
	for part := 1; ; part++ {
		sources, next, err := t.Views.Sources(ctx, t.project, old.ID, cursor, sourcesPart)
		if err != nil {
			return err
		}
		d := kaibo.Derivation{EventID: heir.Source.EventID, Stream: heir.Source.Stream, Seq: heir.Source.Seq,
			Generation: heir.Generation, Part: part, Structurer: heir.Structurer, RecordedAt: heir.Source.RecordedAt}
		var writes []kaibo.Write
		for _, s := range sources {
			if t.inSet[s.EventID] || s.EventID == heir.Source.EventID {
				continue
			}
			d.Repeats = append(d.Repeats, kaibo.Repeat{MemoryID: heir.ID, Source: s})
			writes = append(writes, kaibo.PutAny(kaibo.SourceKey(t.project.ID, heir.ID, s.RecordedAt, s.EventID), 1, kaibo.Encode(s)))
		}
		if len(d.Repeats) > 0 {
			key := kaibo.DerivationKey(t.project.ID, d.Stream, d.Seq, d.Generation, part)
			err = t.Table.Commit(ctx, append(writes, kaibo.PutNew(key, 1, kaibo.Encode(d))))
			if conflict := new(*kaibo.ConflictError); err != nil && !errors.As(err, conflict) {
				return fmt.Errorf("move sources: %w", err)
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// sourcesPart is how many sources of a memory one Commit moves.
const sourcesPart = 90

// reborn is the birth of a statement from another of its sources, known since
// that was recorded. Its times and its place in its chain are those that the
// old one had.
func (t *taking) reborn(ctx context.Context, old *kaibo.MemoryRecord, source kaibo.Source, generation int) (*kaibo.Birth, error) {
	_, payload, err := t.Ledger.Payload(ctx, t.project, source.EventID)
	if err != nil {
		return nil, err
	}
	if source.End > len(payload.Content) || !utf8.Valid(payload.Content[source.Start:source.End]) {
		return nil, &kaibo.Error{Op: "derive again from " + source.EventID, Err: fmt.Errorf("its span is not there")}
	}
	quote := string(payload.Content[source.Start:source.End])
	birth := old.Birth
	birth.ID = kaibo.MemoryID(source.EventID, generation, 0)
	birth.Source, birth.Generation, birth.Ordinal = source, generation, 0
	birth.Content, birth.Quote, birth.QuoteTokens = t.contentOf(ctx, source, payload, quote), "", 0
	if birth.Content != quote {
		birth.Quote, birth.QuoteTokens = quote, tokens.Count(quote)
	}
	birth.Tokens = tokens.Count(birth.Content)
	var known bool
	if birth.First, known = old.At(source.RecordedAt); !known {
		birth.First = old.First
	}
	birth.First.Version, birth.First.RecordedAt = 1, source.RecordedAt
	return &birth, nil
}

// contentOf asks the structurer how it writes the statement at a span out; its
// own words will do when it does not say.
func (t *taking) contentOf(ctx context.Context, source kaibo.Source, payload *kaibo.Payload, quote string) string {
	event, err := t.Ledger.Event(ctx, t.project, source.EventID)
	if err != nil {
		return quote
	}
	details, err := parseDetails(payload.Details, source.EventID)
	if err != nil {
		return quote
	}
	reading, err := t.Worker.Structurer.Read(ctx, structure.Input{Event: *event, Content: payload.Content, Details: details})
	if err != nil {
		return quote
	}
	for _, s := range reading.Statements {
		if s.Start == source.Start && s.End == source.End && s.Content != "" {
			return s.Content
		}
	}
	return quote
}

// commitShared writes what a step does to one shared memory, which it does once.
func (t *taking) commitShared(ctx context.Context, id string, b *views.Batch, more []kaibo.Write) error {
	delta, err := t.Index.Delta(t.project, t.plan.ReceiptID+"-s-"+id, b.Docs())
	if err != nil {
		return err
	}
	writes := append(b.Writes(), more...)
	return t.Table.Commit(ctx, append(writes, delta))
}

// eraseSourcesIn removes the source items of the set's events from a memory
// that stays, and all of them from the shell of one that was derived again.
func (t *taking) eraseSourcesIn(ctx context.Context, id string) error {
	record, err := t.Views.Record(ctx, t.project, id)
	if err != nil {
		return err
	}
	shell := len(record.ReplacedBy) > 0
	switch {
	case shell:
		err = t.moveSources(ctx, record)
	case record.Forgotten: // as a whole, by this deed after all: its sources keep their shape
		return nil
	default:
		err = t.eraseInherited(ctx, record)
	}
	if err != nil {
		return err
	}
	var writes []kaibo.Write
	cursor := ""
	for {
		sources, next, err := t.Views.Sources(ctx, t.project, id, cursor, kaibo.MaxListLimit)
		if err != nil {
			return err
		}
		for _, s := range sources {
			if shell || t.inSet[s.EventID] {
				writes = append(writes, kaibo.DeleteAny(kaibo.SourceKey(t.project.ID, id, s.RecordedAt, s.EventID)))
			}
		}
		if next == "" {
			return t.commit(ctx, "erase sources", writes)
		}
		cursor = next
	}
}

// eraseInherited takes what writers said of the set's events out of the
// derivations by which a memory that was once derived again got its sources:
// they lie with the event that it was born from, not with theirs.
func (t *taking) eraseInherited(ctx context.Context, r *kaibo.MemoryRecord) error {
	if r.Generation == 0 {
		return nil
	}
	prefix := fmt.Sprintf("%s/%04d", kaibo.SeqKey(r.Source.Seq), r.Generation)
	within := kaibo.Range{From: prefix + "/", Before: prefix + "0"}
	for {
		page, err := t.Table.Query(ctx, kaibo.Records, kaibo.DerivationPartition(t.project.ID, r.Source.Stream), within)
		if err != nil {
			return fmt.Errorf("read derivations: %w", err)
		}
		for _, item := range page.Items {
			var d kaibo.Derivation
			if err := item.Decode(&d); err != nil {
				return err
			}
			found := false
			for i := range d.Repeats {
				if t.inSet[d.Repeats[i].Source.EventID] {
					views.EraseSource(&d.Repeats[i].Source)
					found = true
				}
			}
			if found {
				if err := t.commit(ctx, "erase derivation", []kaibo.Write{kaibo.PutAny(item.Key, item.Version+1, kaibo.Encode(d))}); err != nil {
					return err
				}
			}
		}
		if !page.More {
			return nil
		}
		within = within.Next(page)
	}
}

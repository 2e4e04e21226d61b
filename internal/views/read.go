package views

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Views reads memories and makes the views again. Its fields are set once.
type Views struct {
	Table  kaibo.Table
	Ledger *ledger.Ledger
	Index  *termindex.Index
	Clock  kaibo.Clock
}

// Record reads the record of a memory. One that is not of the project is
// NotFound.
func (v *Views) Record(ctx context.Context, p kaibo.Project, id string) (*kaibo.MemoryRecord, error) {
	if !kaibo.IsMemoryID(id) {
		return nil, noMemory(id)
	}
	records, _, err := readRecords(ctx, v.Table, p, []string{id})
	if err != nil {
		return nil, err
	}
	if records[0] == nil {
		return nil, noMemory(id)
	}
	return records[0], nil
}

// Records reads records by id, in order; an absent one is nil.
func (v *Views) Records(ctx context.Context, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, error) {
	b := NewBatch(p, v.Table)
	if err := b.Load(ctx, ids); err != nil {
		return nil, err
	}
	out := make([]*kaibo.MemoryRecord, len(ids))
	for i, id := range ids {
		out[i] = b.Record(id)
	}
	return out, nil
}

func noMemory(id string) error { return kaibo.Errorf(kaibo.NotFound, "there is no memory %s", id) }

// Memory reads a memory as it is now. The id of a provisional one answers the
// quote while its job is open, and afterwards the first of what took its
// place.
func (v *Views) Memory(ctx context.Context, p kaibo.Project, id string) (*kaibo.Memory, error) {
	record, err := v.Record(ctx, p, id)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return v.provisional(ctx, p, id)
	}
	if err != nil {
		return nil, err
	}
	if len(record.ReplacedBy) > 0 {
		return v.replaced(ctx, p, record.ReplacedBy)
	}
	if record.Retired {
		return nil, noMemory(id)
	}
	memories, err := v.Serve(ctx, p, []*kaibo.MemoryRecord{record}, kaibo.Forever)
	if err != nil {
		return nil, err
	}
	return &memories[0], nil
}

// replaced answers the first of ids, saying which others there are.
func (v *Views) replaced(ctx context.Context, p kaibo.Project, ids []string) (*kaibo.Memory, error) {
	m, err := v.Memory(ctx, p, ids[0])
	if err != nil {
		return nil, err
	}
	m.ReplacedBy = ids
	return m, nil
}

// provisional answers for the id of a provisional memory.
func (v *Views) provisional(ctx context.Context, p kaibo.Project, id string) (*kaibo.Memory, error) {
	if !kaibo.IsMemoryID(id) {
		return nil, noMemory(id)
	}
	ref, forgotten, err := v.Ledger.Ref(ctx, p, kaibo.ProvisionalEvent(id))
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil, noMemory(id)
	}
	if err != nil {
		return nil, err
	}
	if forgotten {
		event, err := v.Ledger.Event(ctx, p, ref.ID)
		if err != nil {
			return nil, err
		}
		return &kaibo.Memory{ID: id, Type: kaibo.TypeEpisode, Confidence: ProvisionalConfidence, Status: kaibo.StatusForgotten, Provisional: true,
			ValidFrom: min(event.OccurredAt, event.RecordedAt), ValidTo: kaibo.Forever, RecordedAt: event.RecordedAt,
			Initiatives: []string{}, Events: []string{ref.ID}, EventCount: 1, Supersedes: []string{}}, nil
	}
	ids, err := v.standing(ctx, p, ref)
	if err != nil {
		return nil, err
	}
	if len(ids) > 0 {
		return v.replaced(ctx, p, ids)
	}
	quoted, err := v.Provisional(ctx, p, ref.Stream, ref.JobFirst)
	if err != nil {
		return nil, err
	}
	for i := range quoted {
		if quoted[i].EventID == ref.ID {
			return v.quote(ctx, p, id, &quoted[i])
		}
	}
	return nil, noMemory(id)
}

// Standing reads records by id, each once. In the place of one that was derived
// again stands what took its place; ids that are not there are left out.
func (v *Views) Standing(ctx context.Context, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, error) {
	seen := make(map[string]bool)
	var out []*kaibo.MemoryRecord
	for len(ids) > 0 {
		records, err := v.Records(ctx, p, ids)
		if err != nil {
			return nil, err
		}
		var next []string
		for _, r := range records {
			if r == nil || seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			if len(r.ReplacedBy) == 0 && !r.Retired {
				out = append(out, r)
			}
			next = append(next, r.ReplacedBy...)
		}
		ids = next
	}
	return out, nil
}

// standing answers the ids of the memories that now say what an event led to.
func (v *Views) standing(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) ([]string, error) {
	ids, err := v.MemoriesOf(ctx, p, ref)
	if err != nil {
		return nil, err
	}
	records, err := v.Standing(ctx, p, ids)
	if err != nil {
		return nil, err
	}
	ids = ids[:0]
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return ids, nil
}

// quote serves a provisional memory.
func (v *Views) quote(ctx context.Context, p kaibo.Project, id string, q *kaibo.ProvisionalMemory) (*kaibo.Memory, error) {
	names, err := v.Ledger.InitiativeNames(ctx, p, q.Initiatives)
	if err != nil {
		return nil, err
	}
	return &kaibo.Memory{ID: id, Type: kaibo.TypeEpisode, Content: q.Text, Confidence: ProvisionalConfidence,
		Status: kaibo.StatusCurrent, Provisional: true, ValidFrom: min(q.OccurredAt, q.RecordedAt), ValidTo: kaibo.Forever,
		RecordedAt: q.RecordedAt, Initiatives: names, Events: []string{q.EventID}, EventCount: 1, Supersedes: []string{}}, nil
}

// ProvisionalConfidence is that of a quote nobody has read yet.
const ProvisionalConfidence = 0.5

// Provisional reads the provisional memories of the job whose first event has
// seq first; none when the job is done.
func (v *Views) Provisional(ctx context.Context, p kaibo.Project, stream string, first uint64) ([]kaibo.ProvisionalMemory, error) {
	items, err := v.Table.Get(ctx, kaibo.ProvisionalKey(p.ID, stream, first))
	if err != nil {
		return nil, fmt.Errorf("read provisional memories: %w", err)
	}
	if !items[0].Found() {
		return nil, nil
	}
	var quoted []kaibo.ProvisionalMemory
	return quoted, items[0].Decode(&quoted)
}

// MemoriesOf answers the ids of the memories that an event led to or repeated,
// in the order of the text.
func (v *Views) MemoriesOf(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) ([]string, error) {
	derivations, err := v.Derivations(ctx, p, ref.Stream, ref.Seq)
	if err != nil || len(derivations) == 0 {
		return nil, err
	}
	var ids []string
	for _, d := range derivations {
		for _, id := range DerivedIDs(&d) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// lendsTo is how many events after one may have borrowed words of it: a
// structurer sees no more.
const lendsTo = 3

// Borrowers answers the memories that have words of an event although another
// bears them out: what a pronoun meant, what an answer was asked.
func (v *Views) Borrowers(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) ([]string, error) {
	var ids []string
	r := kaibo.Range{From: kaibo.SeqKey(ref.Seq+1) + "/", Before: kaibo.SeqKey(ref.Seq+lendsTo) + "0"}
	err := eachItem(ctx, v.Table, kaibo.DerivationPartition(p.ID, ref.Stream), r, func(item kaibo.Item) error {
		var d kaibo.Derivation
		if err := item.Decode(&d); err != nil {
			return err
		}
		for _, b := range d.Births {
			if slices.Contains(b.Context, ref.ID) {
				ids = append(ids, b.ID)
			}
		}
		return nil
	})
	return ids, err
}

// DerivedSpan is where the derivations lie that [Views.MemoriesOf] and
// [Views.Borrowers] read of an event.
func DerivedSpan(project, stream string, seq uint64) Span {
	return Span{Partition: kaibo.DerivationPartition(project, stream), From: kaibo.SeqKey(seq) + "/", Before: kaibo.SeqKey(seq+lendsTo) + "0"}
}

// DerivedIDs answers the memories that a derivation led to: born or repeated.
func DerivedIDs(d *kaibo.Derivation) []string {
	var ids []string
	for _, b := range d.Births {
		ids = append(ids, b.ID)
	}
	for _, r := range d.Repeats {
		ids = append(ids, r.MemoryID)
	}
	return ids
}

// Derivations reads all derivations of one event.
func (v *Views) Derivations(ctx context.Context, p kaibo.Project, stream string, seq uint64) ([]kaibo.Derivation, error) {
	var out []kaibo.Derivation
	r := kaibo.Range{From: kaibo.SeqKey(seq) + "/", Before: kaibo.SeqKey(seq) + "0"}
	err := eachItem(ctx, v.Table, kaibo.DerivationPartition(p.ID, stream), r, func(item kaibo.Item) error {
		var d kaibo.Derivation
		if err := item.Decode(&d); err != nil {
			return err
		}
		out = append(out, d)
		return nil
	})
	return out, err
}

// eachItem walks a range of a partition, page by page.
func eachItem(ctx context.Context, table kaibo.Table, partition string, r kaibo.Range, fn func(kaibo.Item) error) error {
	for {
		page, err := table.Query(ctx, kaibo.Records, partition, r)
		if err != nil {
			return fmt.Errorf("read %s: %w", partition[strings.IndexByte(partition, '/')+1:], err)
		}
		for _, item := range page.Items {
			if err := fn(item); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

// Serve turns records into memories as the contract has them, with what was
// known by knownAt; a record that was not known yet is left out.
func (v *Views) Serve(ctx context.Context, p kaibo.Project, records []*kaibo.MemoryRecord, knownAt kaibo.Time) ([]kaibo.Memory, error) {
	names, err := v.initiativeNames(ctx, p, records)
	if err != nil {
		return nil, err
	}
	out := make([]kaibo.Memory, 0, len(records))
	for _, r := range records {
		if rev, ok := r.At(knownAt); ok {
			out = append(out, serve(r, rev, names))
		}
	}
	return out, nil
}

func serve(r *kaibo.MemoryRecord, rev kaibo.Revision, names map[string]string) kaibo.Memory {
	m := kaibo.Memory{ID: r.ID, Type: r.Type, Content: r.Content, Confidence: r.Confidence, Status: rev.Status,
		Disputed: rev.Disputed, ValidFrom: rev.ValidFrom, ValidTo: rev.ValidTo, RecordedAt: r.First.RecordedAt,
		Initiatives: []string{}, Events: []string{}, EventCount: r.EventCount, Supersedes: []string{},
		ConflictsWith: rev.Conflicts, ReplacedBy: r.ReplacedBy}
	for _, id := range r.Initiatives {
		m.Initiatives = append(m.Initiatives, names[id])
	}
	for _, s := range r.Sources {
		m.Events = append(m.Events, s.EventID)
	}
	m.Supersedes = append(m.Supersedes, rev.Supersedes...)
	if rev.SupersededBy != "" {
		by := rev.SupersededBy
		m.SupersededBy = &by
	}
	if r.Forgotten {
		m.Status, m.Content = kaibo.StatusForgotten, ""
	}
	return m
}

// initiativeNames reads the names of all initiatives that records name.
func (v *Views) initiativeNames(ctx context.Context, p kaibo.Project, records []*kaibo.MemoryRecord) (map[string]string, error) {
	var ids []string
	names := make(map[string]string)
	for _, r := range records {
		for _, id := range r.Initiatives {
			if _, ok := names[id]; !ok {
				names[id] = id
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return names, nil
	}
	list, err := v.Ledger.InitiativeNames(ctx, p, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		names[id] = list[i]
	}
	return names, nil
}

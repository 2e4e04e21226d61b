package views

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Batch collects what one step does to memories and answers the writes. What
// it has changed it also answers to Record, so that the statements of one
// event see each other. It is for one goroutine.
type Batch struct {
	project kaibo.Project
	table   kaibo.Table
	entries map[string]*entry
	order   []string
	sources []kaibo.Repeat
}

type entry struct {
	record  *kaibo.MemoryRecord // nil: there is none
	read    uint64              // version of the item that was read; 0 when it is new
	changed bool
	born    bool
}

// NewBatch begins a step over a table.
func NewBatch(p kaibo.Project, table kaibo.Table) *Batch {
	return &Batch{project: p, table: table, entries: make(map[string]*entry)}
}

// RecordVersion is the item version of a memory's record. It is a function of
// the record alone and grows with every change, so that an incremental fold and
// a rebuild arrive at the same item.
func RecordVersion(r *kaibo.MemoryRecord) uint64 {
	v := uint64(len(r.Revisions)) + uint64(r.EventCount) + 2*uint64(r.Dropped) + uint64(len(r.ReplacedBy))<<20
	if r.Forgotten {
		v += 1 << 40
	}
	return v
}

// Load reads records, those not in the batch yet, in Gets of at most
// MaxGetKeys. Ids that are not there are remembered as absent.
func (b *Batch) Load(ctx context.Context, ids []string) error {
	var missing []string
	for _, id := range ids {
		if _, ok := b.entries[id]; !ok && !slices.Contains(missing, id) {
			missing = append(missing, id)
		}
	}
	for part := range slices.Chunk(missing, kaibo.MaxGetKeys) {
		records, versions, err := readRecords(ctx, b.table, b.project, part)
		if err != nil {
			return err
		}
		for i, id := range part {
			b.entries[id] = &entry{record: records[i], read: versions[i]}
		}
	}
	return nil
}

// readRecords reads at most MaxGetKeys records; an absent one is nil.
func readRecords(ctx context.Context, table kaibo.Table, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, []uint64, error) {
	keys := make([]kaibo.Key, len(ids))
	for i, id := range ids {
		keys[i] = kaibo.MemoryKey(p.ID, id)
	}
	items, err := table.Get(ctx, keys...)
	if err != nil {
		return nil, nil, fmt.Errorf("read memories: %w", err)
	}
	records, versions := make([]*kaibo.MemoryRecord, len(ids)), make([]uint64, len(ids))
	for i, item := range items {
		if !item.Found() {
			continue
		}
		if records[i], err = item.DecodeRecord(); err != nil {
			return nil, nil, err
		}
		versions[i] = item.Version
	}
	return records, versions, nil
}

// Record answers a record that was loaded or born; nil when there is none.
// The caller does not change it.
func (b *Batch) Record(id string) *kaibo.MemoryRecord {
	if e := b.entries[id]; e != nil {
		return e.record
	}
	return nil
}

// Birth adds a memory. One that is there already was born by an earlier try of
// the same step and stays as it is.
func (b *Batch) Birth(birth kaibo.Birth) {
	if b.Record(birth.ID) != nil {
		return
	}
	b.entries[birth.ID] = &entry{record: Born(birth), changed: true, born: true}
	b.order = append(b.order, birth.ID)
	b.sources = append(b.sources, kaibo.Repeat{MemoryID: birth.ID, Source: birth.Source})
}

// Born is the record of a memory that was just born.
func Born(birth kaibo.Birth) *kaibo.MemoryRecord {
	return &kaibo.MemoryRecord{Birth: birth, Revisions: []kaibo.Revision{birth.First},
		Sources: []kaibo.Source{birth.Source}, EventCount: 1}
}

// Change adds a revision. Its Version must be the next; one that is there
// already is the same change again.
func (b *Batch) Change(c kaibo.Change) error {
	r, err := b.touch(c.MemoryID)
	if err != nil {
		return err
	}
	switch next := r.Last().Version + 1; {
	case c.Revision.Version < next:
		return nil
	case c.Revision.Version > next:
		return fmt.Errorf("memory %s has no revision %d", c.MemoryID, next)
	}
	r.Revisions = append(r.Revisions, c.Revision)
	return nil
}

// Repeat adds a source, keeping the first and the newest in the record.
func (b *Batch) Repeat(rep kaibo.Repeat) error {
	r, err := b.touch(rep.MemoryID)
	if err != nil {
		return err
	}
	for _, s := range r.Sources {
		if s.EventID == rep.Source.EventID {
			return nil
		}
	}
	AddSource(r, rep.Source)
	b.sources = append(b.sources, rep)
	return nil
}

// AddSource adds a source to a record: that of its birth stays first; of the
// others it keeps the newest MaxListedSources - 1 in the order in which they
// were recorded, whatever the order in which they come.
func AddSource(r *kaibo.MemoryRecord, s kaibo.Source) {
	r.EventCount++
	at, _ := slices.BinarySearchFunc(r.Sources[1:], s, func(a, b kaibo.Source) int {
		return cmp.Or(cmp.Compare(a.RecordedAt, b.RecordedAt), cmp.Compare(a.EventID, b.EventID))
	})
	r.Sources = slices.Insert(r.Sources, at+1, s)
	if len(r.Sources) > kaibo.MaxListedSources {
		r.Sources = slices.Delete(r.Sources, 1, 2)
	}
}

// Replace says that what a memory said is now said by others.
func (b *Batch) Replace(m kaibo.Moved) error {
	r, err := b.touch(m.MemoryID)
	if err != nil {
		return err
	}
	r.ReplacedBy = slices.Clone(m.To)
	return nil
}

// Forget takes the text of a memory and leaves its shape.
func (b *Batch) Forget(id string) error {
	r, err := b.touch(id)
	if err != nil {
		return err
	}
	Erase(r)
	return nil
}

// Erase takes everything that came from text out of a record: content, quote,
// sources' actors and roles, anchors. Ids, times and the order of its chain
// stay.
func Erase(r *kaibo.MemoryRecord) {
	r.Forgotten = true
	EraseBirth(&r.Birth)
	for i := range r.Sources {
		EraseSource(&r.Sources[i])
	}
}

// EraseBirth takes the text out of a birth.
func EraseBirth(b *kaibo.Birth) {
	b.Content, b.Quote, b.Anchors = "", "", nil
	b.Tokens, b.QuoteTokens = 0, 0
	EraseSource(&b.Source)
}

// EraseSource takes out of a source what a writer said; ids, times and the
// span stay.
func EraseSource(s *kaibo.Source) { s.Actor, s.Role, s.Tags = "", "", nil }

// DropSources leaves a memory with the sources that are given, its birth's
// among them: the others were forgotten.
func (b *Batch) DropSources(id string, rest []kaibo.Source) error {
	r, err := b.touch(id)
	if err != nil {
		return err
	}
	before := r.EventCount
	r.EventCount, r.Sources = 1, []kaibo.Source{r.Source}
	for _, s := range rest {
		if s.EventID != r.Source.EventID {
			AddSource(r, s)
		}
	}
	r.Dropped += before - r.EventCount
	return nil
}

// Inherit gives a memory that is born in the batch sources of another. Their
// items are not among the writes: they can be many, and are written apart.
func (b *Batch) Inherit(id string, sources []kaibo.Source) error {
	r, err := b.touch(id)
	if err != nil {
		return err
	}
	for _, s := range sources {
		if s.EventID != r.Source.EventID {
			AddSource(r, s)
		}
	}
	return nil
}

// touch answers a record to change, copied so that what was read stays.
func (b *Batch) touch(id string) (*kaibo.MemoryRecord, error) {
	e := b.entries[id]
	if e == nil || e.record == nil {
		return nil, fmt.Errorf("memory %s is not there", id)
	}
	if !e.changed {
		copied := *e.record
		copied.Revisions = slices.Clone(copied.Revisions)
		copied.Sources = slices.Clone(copied.Sources)
		e.record, e.changed = &copied, true
		b.order = append(b.order, id)
	}
	return e.record, nil
}

// Changed answers the records that the batch changes, in the order in which
// they were first touched.
func (b *Batch) Changed() []*kaibo.MemoryRecord {
	out := make([]*kaibo.MemoryRecord, len(b.order))
	for i, id := range b.order {
		out[i] = b.entries[id].record
	}
	return out
}

// Docs answers the index rows of the changed records.
func (b *Batch) Docs() []termindex.Doc {
	docs := make([]termindex.Doc, 0, len(b.order))
	for _, r := range b.Changed() {
		docs = append(docs, termindex.MemoryDoc(r))
	}
	return docs
}

// Checks answers the conditions that the records which were read and not changed
// are still as they were, in the order of their ids.
func (b *Batch) Checks() []kaibo.Write {
	var checks []kaibo.Write
	for _, id := range slices.Sorted(maps.Keys(b.entries)) {
		if e := b.entries[id]; !e.changed && !e.born {
			checks = append(checks, kaibo.CheckAt(kaibo.MemoryKey(b.project.ID, id), e.read))
		}
	}
	return checks
}

// Items is how many writes the batch will answer.
func (b *Batch) Items() int {
	n := len(b.order) + len(b.sources)
	for _, id := range b.order {
		if e := b.entries[id]; e.born {
			n += 1 + len(e.record.Anchors)
		}
	}
	return n
}

// Writes answers the writes of the batch: records under the version that was
// read, listings and anchor entries of what was born, sources.
func (b *Batch) Writes() []kaibo.Write {
	var writes []kaibo.Write
	for _, id := range b.order {
		e := b.entries[id]
		writes = append(writes, recordWrite(b.project, e.record, e.read))
		if e.born {
			writes = append(writes, bornWrites(b.project, e.record)...)
		}
	}
	for _, s := range b.sources {
		writes = append(writes, kaibo.PutAny(
			kaibo.SourceKey(b.project.ID, s.MemoryID, s.Source.RecordedAt, s.Source.EventID), 1, kaibo.Encode(s.Source)))
	}
	return writes
}

// recordWrite puts a record over the version that was read.
func recordWrite(p kaibo.Project, r *kaibo.MemoryRecord, read uint64) kaibo.Write {
	w := kaibo.PutNew(kaibo.MemoryKey(p.ID, r.ID), RecordVersion(r), kaibo.Encode(r))
	if read != 0 {
		w.If = kaibo.Condition{Version: read}
	}
	return w
}

// bornWrites are the listing of a memory and its entries under its anchors.
func bornWrites(p kaibo.Project, r *kaibo.MemoryRecord) []kaibo.Write {
	at := r.First.RecordedAt
	writes := []kaibo.Write{kaibo.PutAny(kaibo.ListingKey(p.ID, at, r.ID), 1, nil)}
	for _, a := range r.Anchors {
		writes = append(writes, kaibo.PutAny(kaibo.GuardEntryKey(p.ID, a, at, r.ID), 1, nil))
	}
	return writes
}

package structure

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Restructured is what deriving a project again did, or would do.
type Restructured struct {
	EventID    string          // that records it; empty of a dry run
	Structurer string          // that derived
	Generation int             // of the new births
	Events     uint64          // gone through
	Before     int             // memories that stood
	After      int             // memories that stand
	Same       int             // of those before: said now in the same words, for the same time, with the same status
	Changed    int             // of those before: said now otherwise
	Gone       int             // of those before: nothing says them any more
	New        int             // of those after: nothing said them before
	Kept       int             // of those after: only because people ruled on them, or their event could not be read
	Failed     int             // jobs whose events could not be read again
	Model      *kaibo.ModelUse // nil when none was asked
}

// Restructure derives a project again from its events, with the structurer and
// the model of now, and puts the result in the place of what stands: every
// memory is born anew under a new generation, and the id of each that stood
// leads to what says it now. What people corrected, reinstated, disputed and
// aliased is done again; forgotten events are passed over. A dry run writes
// nothing and counts.
//
// Most of the work holds nobody up: it is done in memory, beside what goes on.
// At the end the project is taken alone; when meanwhile something was forgotten
// or ruled, the work begins again. Then come an event that records it, the new
// derivations, which do not count yet, one write that makes them count, and the
// views made of them, with rebuild. A stop before that write leaves all as it
// was; one after it is finished by [Worker.FinishRestructure]. Both are the
// first thing that a call does.
//
// What a model read is stored, so that it is not asked again when the work
// begins again; it goes with the plans of done jobs.
//
// The memory that it takes is that of the project's memories, about 10 KB each.
// Rebuild must make the views of the project again; it is called while the
// project is taken alone.
func (w *Worker) Restructure(ctx context.Context, p kaibo.Project, details kaibo.Details, dryRun bool, progress func(done, total uint64), rebuild func(context.Context) error) (*Restructured, error) {
	if progress == nil {
		progress = func(uint64, uint64) {}
	}
	if !dryRun {
		leave := w.Exclusive(p.ID)
		err := w.FinishRestructure(ctx, p, rebuild)
		leave()
		if err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		out, moved, err := w.tryRestructure(ctx, p, details, dryRun, try == maxReplays, progress, rebuild)
		if err != nil || !moved {
			return out, err
		}
	}
}

// maxReplays bounds how often the work begins again because of what others do;
// the last time the project is taken alone from the beginning.
const maxReplays = 3

// tryRestructure answers moved when what people forgot or ruled meanwhile wants
// it to begin again.
func (w *Worker) tryRestructure(ctx context.Context, p kaibo.Project, details kaibo.Details, dryRun, alone bool, progress func(done, total uint64), rebuild func(context.Context) error) (out *Restructured, moved bool, err error) {
	if err := w.drainAll(ctx, p); err != nil {
		return nil, false, err
	}
	leave := func() {}
	if alone && !dryRun {
		leave = w.Exclusive(p.ID)
	}
	defer func() { leave() }()
	rp, err := w.newReplay(ctx, p, progress)
	if err != nil {
		return nil, false, err
	}
	if !dryRun {
		rp.shadow.again.answers = w.Objects
	}
	if err := rp.run(ctx); err != nil {
		return nil, false, err
	}
	if dryRun {
		_, out, err := rp.outcome(ctx)
		return out, false, err
	}
	if !alone {
		leave = w.Exclusive(p.ID)
	}
	deletions, rulings, err := rp.heads(ctx)
	if err != nil {
		return nil, false, err
	}
	if deletions != rp.deletions || rulings != rp.rulings {
		return nil, true, nil
	}
	if err := rp.atRest(ctx); err != nil {
		return nil, false, err
	}
	if err := rp.run(ctx); err != nil { // what came meanwhile
		return nil, false, err
	}
	out, err = rp.replace(ctx, details, rebuild)
	return out, false, err
}

// drainAll structures what waits. A stream that cannot be is not in the way: it
// is derived again up to where it is.
func (w *Worker) drainAll(ctx context.Context, p kaibo.Project) error {
	heads, err := w.allStreams(ctx, p)
	if err != nil {
		return err
	}
	for _, h := range heads {
		_ = w.Drain(ctx, p, h.Stream)
	}
	return ctx.Err()
}

// atRest refuses to go on while a job is half applied or a deed of forgetting
// is not finished: what they did would be lost.
func (rp *replay) atRest(ctx context.Context) error {
	heads, err := rp.allStreams(ctx, rp.project)
	if err != nil {
		return err
	}
	for _, h := range heads {
		at, err := rp.position(ctx, rp.project, h.Stream)
		if err != nil {
			return err
		}
		if at.cursor.Seq >= at.head.Seq {
			continue
		}
		job, _, err := rp.readJob(ctx, rp.project, h.Stream, at.cursor.Seq+1)
		if err != nil {
			return err
		}
		if job.Step > 0 {
			return &kaibo.Error{Op: "restructure", Kind: kaibo.Unavailable, Detail: "a job is half done; try again"}
		}
	}
	items, err := rp.Table.Get(ctx, kaibo.Key{Partition: kaibo.DeedsPartition, Sort: rp.project.ID})
	if err != nil {
		return fmt.Errorf("read open deed: %w", err)
	}
	if items[0].Found() {
		return &kaibo.Error{Op: "restructure", Kind: kaibo.Unavailable, Detail: "a deed of forgetting is not finished; try again"}
	}
	return nil
}

// outcome finds the heirs of everything that stands, and counts.
func (rp *replay) outcome(ctx context.Context) (map[string]*kaibo.Derivation, *Restructured, error) {
	a := rp.shadow.again
	byEvent, records, err := rp.derived()
	if err != nil {
		return nil, nil, err
	}
	out := &Restructured{Structurer: rp.Structurer.Name(), Generation: a.generation, Events: rp.done, After: len(records), Kept: a.kept, Failed: rp.failed}
	if rp.use.Name != "" {
		out.Model = &rp.use
	}
	moves := make(map[string]*kaibo.Derivation)
	led := make(map[string]bool)
	err = rp.eachStanding(ctx, rp.project, func(old *kaibo.MemoryRecord) {
		if old.Structurer == kaibo.StructurerCurate { // it stays as it is
			out.Before++
			out.Same++
			out.After++
			return
		}
		i := slices.IndexFunc(rp.streams, func(l *lane) bool { return l.name == old.Source.Stream })
		if i < 0 || old.Source.Seq > rp.streams[i].seq {
			return // of an event that came afterwards
		}
		heirs := a.heirs(old, byEvent[old.Source.EventID])
		out.count(old, heirs, records)
		for _, id := range heirs {
			led[id] = true
		}
		d := moves[old.Source.EventID]
		if d == nil {
			d = &kaibo.Derivation{EventID: old.Source.EventID, Stream: old.Source.Stream, Seq: old.Source.Seq, Generation: a.generation, Part: movesPart,
				Structurer: rp.Structurer.Name(), RecordedAt: old.Source.RecordedAt}
			moves[old.Source.EventID] = d
		}
		d.Moves = append(d.Moves, kaibo.Moved{MemoryID: old.ID, To: heirs, Again: true})
	})
	out.New = len(records) - len(led)
	return moves, out, err
}

// movesPart is where the moves of an event lie among the parts of its
// derivation: after all steps.
const movesPart = 999_999

// count counts what became of a memory.
func (out *Restructured) count(old *kaibo.MemoryRecord, heirs []string, records map[string]*kaibo.MemoryRecord) {
	out.Before++
	if len(heirs) == 0 {
		out.Gone++
		return
	}
	if heir := records[heirs[0]]; len(heirs) == 1 && heir != nil {
		a, b := old.Last(), heir.Last()
		if old.Content == heir.Content && old.Type == heir.Type && a.Status == b.Status && a.ValidFrom == b.ValidFrom && a.ValidTo == b.ValidTo && a.Disputed == b.Disputed {
			out.Same++
			return
		}
	}
	out.Changed++
}

// derived reads from the overlay what each event bears out, and the records.
func (rp *replay) derived() (map[string][]said, map[string]*kaibo.MemoryRecord, error) {
	records := make(map[string]*kaibo.MemoryRecord)
	err := rp.over.each(kaibo.MemoryPartition(rp.project.ID, ""), func(item kaibo.Item) error {
		if item.Sort != "view" {
			return nil
		}
		r, err := item.DecodeRecord()
		if err == nil {
			records[r.ID] = r
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	byEvent := make(map[string][]said)
	return byEvent, records, rp.eachNew(func(_ kaibo.Item, d *kaibo.Derivation) error {
		for _, b := range d.Births {
			byEvent[d.EventID] = append(byEvent[d.EventID], said{b.ID, b.Content, b.Source})
		}
		for _, r := range d.Repeats {
			if m := records[r.MemoryID]; m != nil {
				byEvent[d.EventID] = append(byEvent[d.EventID], said{r.MemoryID, m.Content, r.Source})
			}
		}
		return nil
	})
}

// eachNew calls fn for every derivation of the overlay.
func (rp *replay) eachNew(fn func(kaibo.Item, *kaibo.Derivation) error) error {
	return rp.over.each(kaibo.DerivationPartition(rp.project.ID, ""), func(item kaibo.Item) error {
		var d kaibo.Derivation
		if err := item.Decode(&d); err != nil {
			return err
		}
		return fn(item, &d)
	})
}

// replace puts what was derived into the place of what stands.
func (rp *replay) replace(ctx context.Context, details kaibo.Details, rebuild func(context.Context) error) (*Restructured, error) {
	moves, out, err := rp.outcome(ctx)
	if err != nil {
		return nil, err
	}
	content, err := canon.Marshal(Curation{Verb: VerbRestructure, Reason: fmt.Sprintf("derived again by %s, generation %d", out.Structurer, out.Generation)})
	if err != nil {
		return nil, fmt.Errorf("write restructure: %w", err)
	}
	appended, err := rp.Ledger.Curate(ctx, rp.project, CurateStream, ledger.Entry{Content: content, Details: details})
	if err != nil {
		return nil, err
	}
	out.EventID = appended.Event.ID
	marker := kaibo.Restructuring{EventID: out.EventID, At: rp.Clock()}
	key := kaibo.RestructuringKey(rp.project.ID)
	if err := rp.Table.Commit(ctx, []kaibo.Write{kaibo.PutAny(key, 1, kaibo.Encode(marker))}); err != nil {
		return nil, fmt.Errorf("note restructure: %w", err)
	}
	if err := rp.writeNew(ctx, moves, out.EventID); err != nil {
		return nil, err
	}
	marker.Written = true
	writes := []kaibo.Write{kaibo.PutAny(key, 2, kaibo.Encode(marker))}
	if writes, err = rp.announceRestructured(ctx, rp.project, writes, out.EventID); err != nil {
		return nil, err
	}
	if err := rp.Table.Commit(ctx, writes); err != nil {
		return nil, fmt.Errorf("let restructure count: %w", err)
	}
	return out, rp.FinishRestructure(ctx, rp.project, rebuild)
}

// writeNew writes the derivations of the overlay, and where each memory of
// before leads. They do not count yet.
func (rp *replay) writeNew(ctx context.Context, moves map[string]*kaibo.Derivation, eventID string) error {
	var b bulk
	put := func(key kaibo.Key, d *kaibo.Derivation) error {
		d.Restructure = eventID
		return b.add(ctx, rp.Table, kaibo.PutAny(key, 1, kaibo.Encode(d)))
	}
	err := rp.eachNew(func(item kaibo.Item, d *kaibo.Derivation) error { return put(item.Key, d) })
	if err != nil {
		return fmt.Errorf("write derivations: %w", err)
	}
	for _, d := range moves {
		if err := put(kaibo.DerivationKey(rp.project.ID, d.Stream, d.Seq, d.Generation, d.Part), d); err != nil {
			return fmt.Errorf("write moves: %w", err)
		}
	}
	return b.flush(ctx, rp.Table)
}

// FinishRestructure does what a restructure that stopped left to do: it takes
// back what does not count, or makes the views of what does. Nothing else may
// write to the project meanwhile. Where nothing stopped it does nothing.
func (w *Worker) FinishRestructure(ctx context.Context, p kaibo.Project, rebuild func(context.Context) error) error {
	key := kaibo.RestructuringKey(p.ID)
	items, err := w.Table.Get(ctx, key)
	if err != nil || !items[0].Found() {
		return err
	}
	var marker kaibo.Restructuring
	if err := items[0].Decode(&marker); err != nil {
		return err
	}
	if marker.Written {
		err = errors.Join(w.eraseReplaced(ctx, p), ctx.Err())
		if err == nil {
			err = rebuild(ctx)
		}
	} else {
		err = w.takeBack(ctx, p, marker.EventID)
	}
	if err != nil {
		return fmt.Errorf("finish restructure: %w", err)
	}
	return w.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(key)})
}

// takeBack deletes the derivations of a restructure that do not count.
func (w *Worker) takeBack(ctx context.Context, p kaibo.Project, eventID string) error {
	var b bulk
	err := w.eachDerivation(ctx, p, func(item kaibo.Item, d *kaibo.Derivation) error {
		if d.Restructure != eventID {
			return nil
		}
		return b.add(ctx, w.Table, kaibo.DeleteAny(item.Key))
	})
	return errors.Join(err, b.flush(ctx, w.Table))
}

// eraseReplaced takes the text out of the births of memories in whose place
// others are: it would be served no more, and only have to be forgotten one day.
func (w *Worker) eraseReplaced(ctx context.Context, p kaibo.Project) error {
	moved := make(map[string]bool)
	err := w.eachDerivation(ctx, p, func(_ kaibo.Item, d *kaibo.Derivation) error {
		for _, m := range d.Moves {
			if m.Again {
				moved[m.MemoryID] = true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var b bulk
	err = w.eachDerivation(ctx, p, func(item kaibo.Item, d *kaibo.Derivation) error {
		changed := false
		for i := range d.Births {
			if birth := &d.Births[i]; moved[birth.ID] && birth.Content != "" {
				views.EraseBirth(birth)
				changed = true
			}
		}
		if !changed {
			return nil
		}
		return b.add(ctx, w.Table, kaibo.PutAny(item.Key, item.Version+1, kaibo.Encode(d)))
	})
	return errors.Join(err, b.flush(ctx, w.Table))
}

// bulk writes many items, as many a Commit as fit.
type bulk struct {
	writes []kaibo.Write
	size   int
}

func (b *bulk) add(ctx context.Context, table kaibo.Table, w kaibo.Write) error {
	if len(b.writes) == kaibo.MaxTxItems || b.size+w.Item.Size() > kaibo.MaxTxBytes/2 && len(b.writes) > 0 {
		if err := b.flush(ctx, table); err != nil {
			return err
		}
	}
	b.writes = append(b.writes, w)
	b.size += w.Item.Size()
	return nil
}

func (b *bulk) flush(ctx context.Context, table kaibo.Table) error {
	if len(b.writes) == 0 {
		return nil
	}
	err := table.Commit(ctx, b.writes)
	b.writes, b.size = nil, 0
	return err
}

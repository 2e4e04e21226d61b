package structure

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// replay derives a project again into an overlay, event by event in the order
// in which they were recorded, as if the structurer of now had been there from
// the beginning. What people ruled is done again where it was done.
type replay struct {
	*Worker  // the one whose project it is
	project  kaibo.Project
	over     *overlay
	shadow   *Worker // derives into the overlay
	streams  []*lane
	progress func(done, total uint64)
	done     uint64
	failed   int // jobs whose event could not be read: what was noted before stays
	use      kaibo.ModelUse

	deletions uint64 // seq of the deletion ledger when it began
	rulings   uint64 // seq of the stream of people's rulings, too
}

// lane is a stream on its way: what was structured up to seq, and when the next
// job's first event was recorded.
type lane struct {
	name  string
	seq   uint64     // derived again up to here
	until uint64     // structured up to here
	next  kaibo.Time // of the event after seq
}

// newReplay begins with what stands now.
func (w *Worker) newReplay(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*replay, error) {
	rp := &replay{Worker: w, project: p, over: newOverlay(w.Table, p.ID), progress: progress}
	a := &again{before: map[string][]*kaibo.MemoryRecord{}, ruled: map[string]bool{}, curations: map[string][]curated{}, means: map[string]string{}, place: map[string]string{}}
	var err error
	if rp.deletions, rp.rulings, err = rp.heads(ctx); err != nil {
		return nil, err
	}
	err = w.eachStanding(ctx, p, func(r *kaibo.MemoryRecord) {
		if r.Structurer != kaibo.StructurerCurate { // what was noted on purpose is derived from nothing
			a.before[r.Source.EventID] = append(a.before[r.Source.EventID], r)
			a.noteCurations(r)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, list := range a.before {
		slices.SortFunc(list, func(x, y *kaibo.MemoryRecord) int { return views.Compare(&x.Birth, &y.Birth) })
	}
	if a.generation, err = rp.nextGeneration(ctx); err != nil {
		return nil, err
	}
	objects := &scratch{Objects: w.Objects, held: map[string][]byte{}}
	l := ledger.New(rp.over, objects, nil, w.Clock, w.Random)
	ix := termindex.New(rp.over, objects, w.Clock, w.Random)
	rp.shadow = &Worker{Table: rp.over, Objects: objects, Ledger: l, Index: ix, Structurer: w.Structurer, Model: w.Model, Clock: w.Clock, Random: w.Random,
		Views: &views.Views{Table: rp.over, Ledger: l, Index: ix, Clock: w.Clock}, again: a}
	return rp, rp.readRulings(ctx)
}

// heads answers the ends of the deletion ledger and of the rulings.
func (rp *replay) heads(ctx context.Context) (deletions, rulings uint64, err error) {
	items, err := rp.Table.Get(ctx, kaibo.DeletionHeadKey(rp.project.ID), kaibo.HeadKey(rp.project.ID, CurateStream), kaibo.GraphHeadKey(rp.project.ID))
	if err != nil {
		return 0, 0, fmt.Errorf("read heads: %w", err)
	}
	var at [2]kaibo.Head
	for i, item := range items[:2] {
		if item.Found() {
			if err := item.Decode(&at[i]); err != nil {
				return 0, 0, err
			}
		}
	}
	return at[0].Seq, at[1].Seq + items[2].Version, nil // both only grow
}

// eachStanding calls fn for every memory that is neither forgotten nor replaced
// by what was derived again.
func (w *Worker) eachStanding(ctx context.Context, p kaibo.Project, fn func(*kaibo.MemoryRecord)) error {
	r := kaibo.Range{Limit: kaibo.MaxGetKeys}
	for {
		page, err := w.Table.Query(ctx, kaibo.Records, kaibo.ListingPartition(p.ID), r)
		if err != nil {
			return fmt.Errorf("list memories: %w", err)
		}
		ids := make([]string, len(page.Items))
		for i, item := range page.Items {
			ids[i] = item.Sort[strings.IndexByte(item.Sort, '/')+1:]
		}
		records, err := w.Views.Records(ctx, p, ids)
		if err != nil {
			return err
		}
		for _, m := range records {
			if m != nil && !m.Forgotten && !m.Retired && len(m.ReplacedBy) == 0 {
				fn(m)
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}

// nextGeneration is one more than any that there is.
func (rp *replay) nextGeneration(ctx context.Context) (int, error) {
	most := 0
	err := rp.eachDerivation(ctx, rp.project, func(_ kaibo.Item, d *kaibo.Derivation) error {
		most = max(most, d.Generation)
		return nil
	})
	return most + 1, err
}

// eachDerivation calls fn for every derivation of a project.
func (w *Worker) eachDerivation(ctx context.Context, p kaibo.Project, fn func(kaibo.Item, *kaibo.Derivation) error) error {
	heads, err := w.allStreams(ctx, p)
	if err != nil {
		return err
	}
	for _, h := range heads {
		r := kaibo.Range{}
		for {
			page, err := w.Table.Query(ctx, kaibo.Records, kaibo.DerivationPartition(p.ID, h.Stream), r)
			if err != nil {
				return fmt.Errorf("read derivations: %w", err)
			}
			for _, item := range page.Items {
				var d kaibo.Derivation
				if err := item.Decode(&d); err != nil {
					return err
				}
				if err := fn(item, &d); err != nil {
					return err
				}
			}
			if !page.More {
				break
			}
			r = r.Next(page)
		}
	}
	return nil
}

// allStreams reads the heads of a project's streams, the server's own too.
func (w *Worker) allStreams(ctx context.Context, p kaibo.Project) ([]kaibo.Head, error) {
	var all []kaibo.Head
	for after := ""; ; {
		heads, more, err := w.Ledger.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		all = append(all, heads...)
		if !more {
			return all, nil
		}
		after = heads[len(heads)-1].Stream
	}
}

// readRulings finds what people ruled on, by the memory that stands for it now.
func (rp *replay) readRulings(ctx context.Context) error {
	a := rp.shadow.again
	if rp.rulings == 0 {
		return nil
	}
	for after := uint64(0); ; {
		events, more, err := rp.Ledger.EventsAfter(ctx, rp.project, CurateStream, after, kaibo.MaxGetKeys)
		if kaibo.KindOf(err) == kaibo.NotFound { // all rulings are of the graph
			return nil
		}
		if err != nil {
			return err
		}
		sources, err := rp.readSources(ctx, rp.project, events)
		if err != nil {
			return err
		}
		for _, s := range sources {
			after = s.event.Seq
			var c Curation
			if s.gone || json.Unmarshal(s.content, &c) != nil || !kaibo.IsMemoryID(c.MemoryID) {
				continue
			}
			standing, err := rp.Views.Standing(ctx, rp.project, []string{c.MemoryID})
			if err != nil {
				return err
			}
			for _, r := range standing {
				if r.Forgotten {
					continue
				}
				a.ruled[r.ID] = true
				if a.means[c.MemoryID] == "" {
					a.means[c.MemoryID] = r.ID
				}
			}
		}
		if !more {
			return nil
		}
	}
}

// run derives again what is structured by now and was not derived again yet.
func (rp *replay) run(ctx context.Context) error {
	total, err := rp.extend(ctx)
	if err != nil {
		return err
	}
	for {
		next := rp.nextLane()
		if next == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := rp.advanceLane(ctx, next); err != nil {
			return err
		}
		rp.progress(rp.done, total)
	}
}

// extend looks how far the streams are structured, and answers how many events
// that are.
func (rp *replay) extend(ctx context.Context) (total uint64, err error) {
	heads, err := rp.allStreams(ctx, rp.project)
	if err != nil {
		return 0, err
	}
	for _, h := range heads {
		items, err := rp.Table.Get(ctx, kaibo.CursorKey(rp.project.ID, h.Stream))
		if err != nil {
			return 0, fmt.Errorf("read cursor: %w", err)
		}
		var c kaibo.Cursor
		if items[0].Found() {
			if err := items[0].Decode(&c); err != nil {
				return 0, err
			}
		}
		i := slices.IndexFunc(rp.streams, func(l *lane) bool { return l.name == h.Stream })
		if i < 0 {
			i = len(rp.streams)
			rp.streams = append(rp.streams, &lane{name: h.Stream})
		}
		l := rp.streams[i]
		l.until = c.Seq
		total += c.Seq
		if err := rp.look(ctx, l); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// look reads when the next event of a lane was recorded.
func (rp *replay) look(ctx context.Context, l *lane) error {
	if l.seq >= l.until {
		return nil
	}
	events, _, err := rp.Ledger.EventsAfter(ctx, rp.project, l.name, l.seq, 1)
	if err == nil && len(events) == 1 {
		l.next = events[0].RecordedAt
	}
	return err
}

// nextLane is the stream whose next event was recorded first; what people ruled
// comes after what they could have seen.
func (rp *replay) nextLane() *lane {
	var first *lane
	for _, l := range rp.streams {
		if l.seq >= l.until {
			continue
		}
		if first == nil || l.next < first.next || l.next == first.next && strings.HasPrefix(first.name, "~") {
			first = l
		}
	}
	return first
}

// advanceLane derives the next job of a stream again. One that failed when it was
// structured, or fails now, keeps what was noted before.
func (rp *replay) advanceLane(ctx context.Context, l *lane) error {
	items, err := rp.Table.Get(ctx, kaibo.JobKey(rp.project.ID, l.name, l.seq+1))
	if err != nil {
		return fmt.Errorf("read job: %w", err)
	}
	if !items[0].Found() {
		return &kaibo.Error{Op: "read job", Err: fmt.Errorf("stream %s has no job at %d", l.name, l.seq+1)}
	}
	var job kaibo.Job
	if err := items[0].Decode(&job); err != nil {
		return err
	}
	err = rp.derive(ctx, l.name, job.First, job.Status == kaibo.JobFailed)
	if err != nil && ctx.Err() == nil && kaibo.KindOf(err) != kaibo.Unavailable {
		rp.failed++
		err = rp.derive(ctx, l.name, job.First, true)
	}
	if err != nil {
		return fmt.Errorf("derive %s again: %w", job.ID, err)
	}
	rp.done += job.Last - job.First + 1
	l.seq = job.Last
	return rp.look(ctx, l)
}

func (rp *replay) derive(ctx context.Context, stream string, first uint64, keep bool) error {
	at, err := rp.shadow.position(ctx, rp.project, stream)
	if err != nil {
		return err
	}
	job, version, err := rp.shadow.readJob(ctx, rp.project, stream, first)
	if err != nil {
		return err
	}
	r := &run{worker: rp.shadow, project: rp.project, at: at, job: job, version: version, keep: keep}
	if err := guarded(func() error { return r.run(ctx) }); err != nil {
		return err
	}
	if r.job.Model != nil {
		rp.use.Name = r.job.Model.Name
		rp.use.Add(*r.job.Model)
	}
	return nil
}

package structure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Limits of one step. It always leaves room in its Commit for the job, the
// cursor, the provisional memories, the index delta and an outbox item. One
// statement alone takes at most 12 anchors, a birth of 9 items, a derivation of
// two, and maxTargets memories with what ended each, which fits.
const (
	stepRoom   = kaibo.MaxTxItems - 5
	stepText   = 150 << 10 // bytes of text and sources of what a step changes: its delta stays under its limit
	maxTargets = 25
	guardPage  = 60 // newest entries of an anchor that are candidates
)

// step is what one Commit applies of the plan.
type step struct {
	*run
	batch       *views.Batch
	derivations map[int]*kaibo.Derivation // by event of the job
	order       []int
	guards      map[string]*guard // that a statement of the step looked under
	met         map[string]*guard // that were read ahead
	ahead       *views.Ahead
	extra       []kaibo.Write // of curation: aliases
	memories    []string      // new or repeated
	why         []string      // why a curation came to nothing
}

// guard is the version of an anchor as it was read, and its newest entries. The
// guard's item names the memories that its last Commit put under the anchor: a
// query is no snapshot, and could show the new version without their entries.
type guard struct {
	version uint64
	ids     []string
	born    []string // by this step
}

// errTorn says that a read showed the middle of another's Commit: the step is
// built again.
var errTorn = errors.New("a memory is listed and not there yet")

// applyStep builds and commits the next step of the plan, building it anew
// when a condition did not hold, and says whether the job is done.
func (r *run) applyStep(ctx context.Context) (bool, error) {
	for try := range maxStepTries {
		if try > 0 {
			if err := pause(ctx, try); err != nil {
				return false, err
			}
		}
		next, writes, last, err := r.buildStep(ctx)
		if errors.Is(err, errTorn) {
			continue
		}
		if err != nil {
			return false, err
		}
		err = r.worker.Table.Commit(ctx, writes)
		if err == nil {
			r.job, r.version = next, r.version+1
			return last, nil
		}
		if kaibo.KindOf(err) == kaibo.Invalid {
			return false, err
		}
		done, again := r.look(ctx, next)
		if again == nil && !done {
			again = r.markGone(ctx)
		}
		if again != nil {
			return false, errors.Join(err, again)
		}
		if done {
			return last, nil
		}
	}
	return false, &kaibo.Error{Op: "apply step", Kind: kaibo.Unavailable, Detail: "too many others write about the same"}
}

// markGone looks which of the job's events were forgotten since they were
// read: nothing may be learned from them any more.
func (r *run) markGone(ctx context.Context) error {
	keys := make([]kaibo.Key, len(r.events))
	for i, s := range r.events {
		keys[i] = kaibo.TombKey(r.project.ID, s.event.ID)
	}
	items, err := r.worker.Table.Get(ctx, keys...)
	if err != nil {
		return fmt.Errorf("read tombstones: %w", err)
	}
	for i, item := range items {
		if item.Found() && !r.events[i].gone {
			r.events[i].gone, r.events[i].content = true, nil
			r.reason = append(r.reason, eventGone)
		}
	}
	return nil
}

// look reads the job after a Commit that was refused or whose answer was lost.
// It says that the step is applied when the job says so, by this worker or
// another; when another is ahead this attempt ends.
func (r *run) look(ctx context.Context, next kaibo.Job) (bool, error) {
	job, version, err := r.worker.readJob(ctx, r.project, r.at.stream, r.job.First)
	if err != nil {
		return false, err
	}
	switch {
	case version == r.version:
		return false, nil
	case version == r.version+1 && job.Step == next.Step && job.Status == next.Status:
		r.job, r.version = job, version
		return true, nil
	default:
		return false, errOvertaken
	}
}

// errOvertaken says that the job moved on without this attempt.
var errOvertaken = &kaibo.Error{Op: "apply step", Kind: kaibo.Unavailable, Detail: "another worker has this job"}

// buildStep answers the job as it is after the step, and the step's writes.
func (r *run) buildStep(ctx context.Context) (kaibo.Job, []kaibo.Write, bool, error) {
	ahead := views.NewAhead(r.worker.Table)
	s := &step{run: r, ahead: ahead, batch: views.NewBatch(r.project, ahead), derivations: make(map[int]*kaibo.Derivation),
		guards: make(map[string]*guard), met: make(map[string]*guard)}
	at := r.job.Step
	if err := s.foresee(ctx, at); err != nil {
		return kaibo.Job{}, nil, false, err
	}
	for ; at < len(r.plan); at++ {
		fits, err := s.apply(ctx, &r.plan[at])
		if err != nil {
			return kaibo.Job{}, nil, false, err
		}
		if !fits {
			break
		}
	}
	last := at == len(r.plan)
	if !last && r.job.Plan == "" {
		if err := r.storePlan(ctx); err != nil {
			return kaibo.Job{}, nil, false, err
		}
	}
	next := s.nextJob(at, last)
	writes, err := s.writes(next, last)
	return next, writes, last, err
}

// size is how many items the step has so far, the fixed ones left out.
func (s *step) size() int {
	return s.batch.Items() + len(s.guards) + 2*len(s.derivations) + len(s.extra) + len(s.lenders())
}

// lenders answers the events that lent words to what the step derives and that
// it does not derive from itself: none of them may be forgotten.
func (s *step) lenders() []string {
	var ids []string
	for _, d := range s.derivations {
		for _, b := range d.Births {
			ids = append(ids, b.Context...)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id string) bool {
		for _, d := range s.derivations {
			if d.EventID == id {
				return true
			}
		}
		return false
	})
}

// hasRoom reports whether so many more items, and a derivation, fit. The first
// statement of a step always does.
func (s *step) hasRoom(items int) bool {
	if len(s.derivations) == 0 {
		return true
	}
	text := 0
	for _, r := range s.batch.Changed() {
		text += len(r.Content) + len(r.Quote) + 64*len(r.Sources)
	}
	return s.size()+items+2 <= stepRoom && text <= stepText
}

// nextJob is the job after the step.
func (s *step) nextJob(at int, last bool) kaibo.Job {
	next := s.job
	next.Step, next.UpdatedAt = at, s.worker.Clock()
	if s.adviser != nil {
		next.Model = new(s.adviser.use)
	}
	if next.Status = kaibo.JobRunning; s.outOfOrder { // nobody comes back to it by itself: it stays one to be retried
		next.Status = kaibo.JobFailed
	}
	for _, id := range s.memories {
		if !slices.Contains(next.Memories, id) && len(next.Memories) < kaibo.MaxMemoriesEvent {
			next.Memories = append(slices.Clip(next.Memories), id)
		}
	}
	if last {
		next.Status, next.Plan = kaibo.JobDone, ""
		next.Reason = strings.Join(slices.Concat(s.reason, s.why), "; ")
		if why := s.adviser.modelReason(); why != "" {
			next.Reason = strings.TrimPrefix(next.Reason+"; "+why, "; ")
		}
		if next.Reason == "" && len(next.Memories) == 0 {
			next.Reason = "nothing in it is a statement"
		}
	}
	return next
}

// writes answers the step's whole Commit.
func (s *step) writes(next kaibo.Job, last bool) ([]kaibo.Write, error) {
	project, stream := s.project.ID, s.at.stream
	writes := []kaibo.Write{kaibo.PutOver(kaibo.JobKey(project, stream, s.job.First), s.version, kaibo.Encode(next))}
	writes = append(writes, s.batch.Writes()...)
	writes = append(writes, s.extra...)
	for anchor, g := range s.guards {
		writes = append(writes, kaibo.PutOver(kaibo.GuardKey(project, anchor), g.version, kaibo.Encode(g.born)))
	}
	for _, i := range s.order {
		d := s.derivations[i]
		writes = append(writes,
			kaibo.PutNew(kaibo.DerivationKey(project, stream, d.Seq, d.Generation, d.Part), 1, kaibo.Encode(d)),
			kaibo.CheckAt(kaibo.TombKey(project, d.EventID), 0))
	}
	for _, id := range s.lenders() {
		writes = append(writes, kaibo.CheckAt(kaibo.TombKey(project, id), 0))
	}
	if outbox, ok := s.announce(); ok {
		writes = append(writes, outbox)
	}
	docs := s.batch.Docs()
	if last {
		if s.outOfOrder {
			writes = append(writes, kaibo.DeleteAny(kaibo.FailedKey(project, stream, s.job.First)))
		} else {
			writes = append(writes, kaibo.PutOver(kaibo.CursorKey(project, stream), s.at.cursorVersion, kaibo.Encode(kaibo.Cursor{Seq: s.job.Last})))
		}
		if provisional := s.provisionalDone(); len(provisional) > 0 {
			docs = append(docs, provisional...)
			writes = append(writes, kaibo.DeleteAny(kaibo.ProvisionalKey(project, stream, s.job.First)))
		}
	}
	if len(docs) == 0 {
		return writes, nil
	}
	delta, err := s.worker.Index.Delta(s.project, fmt.Sprintf("%s-%d", s.job.ID, s.job.Step), docs)
	if err != nil {
		return nil, fmt.Errorf("index step: %w", err)
	}
	return append(writes, delta), nil
}

// provisionalDone answers the tombstones of the job's provisional rows.
func (s *step) provisionalDone() []termindex.Doc {
	var docs []termindex.Doc
	for _, e := range s.events {
		if e.event.Kind != kaibo.KindCurate {
			docs = append(docs, termindex.Tombstone(kaibo.ProvisionalID(e.event.ID), termindex.Provisional, termindex.DeadVersion))
		}
	}
	return docs
}

// apply adds one statement of the plan to the step. It answers false when the
// step has no room for it. What was read from an event that is forgotten by
// now is passed over.
func (s *step) apply(ctx context.Context, pl *planned) (bool, error) {
	src := s.events[pl.Event]
	if src.gone {
		return true, nil
	}
	if src.event.Kind == kaibo.KindCurate {
		return true, s.curate(ctx, pl.Event, src)
	}
	anchors := s.anchors(pl.Statement.Anchors)
	before := maps.Clone(s.guards)
	where, err := s.lookUp(ctx, pl.Statement.Content, anchors)
	if err != nil {
		return false, err
	}
	birth := s.birth(src, pl, anchors)
	candidates, err := s.candidates(ctx, src, birth, where)
	if err != nil {
		return false, err
	}
	judged, err := s.judge(ctx, pl.Statement, birth, candidates)
	if err != nil {
		return false, err
	}
	fits, err := s.settle(pl.Event, birth, judged)
	if !fits {
		s.guards = before
		return false, err
	}
	for _, old := range pl.For {
		s.worker.again.place[old] = s.memories[len(s.memories)-1]
	}
	return true, err
}

// lookUp reads the guards of a statement's anchors and of the other names of
// its subject, and answers where to look for those on the same subject.
func (s *step) lookUp(ctx context.Context, text string, anchors []string) ([]string, error) {
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error { return s.loadAliases(workCtx) })
	work.Go(func() error { return s.loadGuards(workCtx, anchors) })
	if err := work.Wait(); err != nil {
		return nil, err
	}
	where := slices.Clone(anchors)
	for _, a := range s.anchors(otherNames(text, s.aliases)) {
		if !slices.Contains(where, a) {
			where = append(where, a)
		}
	}
	return where, s.loadGuards(ctx, where)
}

// anchors turns words into the digests under which entries lie.
func (s *step) anchors(words []string) []string {
	var out []string
	for _, word := range words {
		if digest := s.project.Digest("anchor", word); !slices.Contains(out, digest) {
			out = append(out, digest)
		}
	}
	return out
}

// loadGuards reads the anchors that the step has not read yet, all at once.
func (s *step) loadGuards(ctx context.Context, anchors []string) error {
	var missing []string
	for _, a := range anchors {
		switch {
		case s.guards[a] != nil || slices.Contains(missing, a):
		case s.met[a] != nil:
			s.guards[a] = s.met[a]
		default:
			missing = append(missing, a)
		}
	}
	read := make([]*guard, len(missing))
	work, workCtx := errgroup.WithContext(ctx)
	for i, a := range missing {
		work.Go(func() (err error) {
			read[i], err = s.readAnchor(workCtx, a)
			return err
		})
	}
	err := work.Wait()
	for i, a := range missing {
		if read[i] != nil {
			s.guards[a] = read[i]
		}
	}
	return err
}

// readGuard reads the newest entries of an anchor, its version first.
func readGuard(items []kaibo.Item) (*guard, error) {
	g := &guard{}
	var last []string
	for _, item := range items {
		if item.Sort != "~" {
			g.ids = append(g.ids, item.Sort[strings.IndexByte(item.Sort, '/')+1:])
			continue
		}
		g.version = item.Version
		if err := item.Decode(&last); err != nil {
			return nil, err
		}
	}
	for _, id := range last {
		if !slices.Contains(g.ids, id) {
			g.ids = append(g.ids, id)
		}
	}
	return g, nil
}

// birth is the memory that a statement would become.
func (s *step) birth(src *source, pl *planned, anchors []string) *kaibo.Birth {
	st := &pl.Statement
	quote := string(src.content[st.Start:st.End])
	b := &kaibo.Birth{
		ID: kaibo.MemoryID(src.event.ID, s.worker.again.number(), pl.Ordinal), Generation: s.worker.again.number(), Type: st.Type, Content: st.Content, Confidence: st.Confidence,
		Initiatives: src.initiatives, Source: sourceOf(src, st.Start, st.End), StatedFrom: st.ValidFrom, StatedTo: st.ValidTo, Bounded: st.Bounded, Context: pl.Context,
		Anchors: anchors, Tokens: tokens.Count(st.Content), Structurer: cmp.Or(pl.By, s.worker.Structurer.Name()), Ordinal: pl.Ordinal,
	}
	if quote != st.Content {
		b.Quote, b.QuoteTokens = quote, tokens.Count(quote)
	}
	b.First = kaibo.Revision{Version: 1, RecordedAt: src.event.RecordedAt, Stream: src.event.Stream, Seq: src.event.Seq,
		ValidFrom: st.ValidFrom, ValidTo: st.ValidTo, Status: kaibo.StatusCurrent}
	return b
}

func sourceOf(src *source, start, end int) kaibo.Source {
	e := &src.event
	return kaibo.Source{EventID: e.ID, Stream: e.Stream, Seq: e.Seq, Session: src.ref.Session, Hash: e.Hash, Start: start, End: end,
		OccurredAt: e.OccurredAt, RecordedAt: e.RecordedAt, Actor: src.details.Actor, Role: src.details.Role, Tags: src.tags}
}

// candidates answers the records that share an anchor with a birth and may be
// touched by it, the newest first.
func (s *step) candidates(ctx context.Context, src *source, birth *kaibo.Birth, anchors []string) ([]*kaibo.MemoryRecord, error) {
	var ids []string
	for _, a := range anchors {
		for _, id := range s.guards[a].ids {
			if !slices.Contains(ids, id) && id != birth.ID {
				ids = append(ids, id)
			}
		}
	}
	if err := s.batch.Load(ctx, ids); err != nil {
		return nil, err
	}
	var out []*kaibo.MemoryRecord
	for _, id := range ids {
		r := s.batch.Record(id)
		if r == nil {
			return nil, errTorn
		}
		if r.Forgotten || len(r.ReplacedBy) > 0 || !sameScope(birth.Initiatives, r.Initiatives) || !within(src.details.Within, r.Initiatives) {
			continue
		}
		out = append(out, r)
	}
	views.SortRecords(out)
	slices.Reverse(out)
	return out[:min(len(out), MaxCandidates)], nil
}

// sameScope reports whether two memories may touch each other: not when both
// name initiatives and share none.
func sameScope(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	return slices.ContainsFunc(a, func(id string) bool { return slices.Contains(b, id) })
}

// within reports whether a memory lies inside the initiatives that the writer's
// key was limited to: it names some, and none beyond. What such a key cannot
// mend, what it says cannot end either.
func within(limits, initiatives []string) bool {
	if len(limits) == 0 {
		return true
	}
	beyond := func(id string) bool { return !slices.Contains(limits, id) }
	return len(initiatives) > 0 && !slices.ContainsFunc(initiatives, beyond)
}

// derivation answers the record of what an event led to in this step.
func (s *step) derivation(event int) *kaibo.Derivation {
	d := s.derivations[event]
	if d == nil {
		e := &s.events[event].event
		d = &kaibo.Derivation{EventID: e.ID, Stream: e.Stream, Seq: e.Seq, Part: s.job.Step,
			Generation: s.worker.again.number(), Structurer: s.worker.Structurer.Name(), RecordedAt: e.RecordedAt}
		s.derivations[event] = d
		s.order = append(s.order, event)
	}
	return d
}

package structure

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// judge asks the structurer and keeps what it may answer: relations to the
// candidates it was given, one each, at most maxTargets. The answer is in order
// of the timeline.
func (s *step) judge(ctx context.Context, st Statement, birth *kaibo.Birth, records []*kaibo.MemoryRecord) ([]judged, error) {
	if len(records) == 0 {
		return nil, nil
	}
	candidates := make([]Candidate, len(records))
	byID := make(map[string]int, len(records))
	for i, r := range records {
		byID[r.ID] = i
		candidates[i] = candidateOf(r, birth)
	}
	st.Actor = birth.Source.Actor
	s.unalias(&st, candidates)
	answers, err := s.worker.Structurer.Judge(ctx, st, candidates)
	if err != nil {
		return nil, fmt.Errorf("judge statement: %w", err)
	}
	if s.adviser != nil && !s.adviser.stays(birth.Initiatives) {
		stay := func(i int) bool { return s.adviser.stays(records[i].Initiatives) }
		answers = s.adviser.judge(ctx, st, candidates, stay, answers)
	}
	var out []judged
	for _, a := range answers {
		i, ok := byID[a.MemoryID]
		if !ok || len(out) == maxTargets || !knownRelation(a.Relation) {
			continue
		}
		delete(byID, a.MemoryID)
		out = append(out, judged{record: records[i], relation: a.Relation, later: candidates[i].Later})
	}
	slices.SortFunc(out, func(a, b judged) int { return views.Compare(&a.record.Birth, &b.record.Birth) })
	return out, s.loadEnders(ctx, out)
}

// candidateOf is a record as a structurer sees it beside a new statement.
func candidateOf(r *kaibo.MemoryRecord, birth *kaibo.Birth) Candidate {
	rev := r.Last()
	return Candidate{ID: r.ID, Type: r.Type, Content: r.Content, Quote: r.Quote, ValidFrom: rev.ValidFrom,
		ValidTo: rev.ValidTo, StatedTo: r.StatedTo, Bounded: r.Bounded, Status: rev.Status,
		Later: views.Compare(birth, &r.Birth) < 0, SameEvent: r.Source.EventID == birth.Source.EventID, Actor: r.Source.Actor}
}

func knownRelation(r Relation) bool {
	switch r {
	case Same, Supersedes, Corrects, Cancels, Completes, Conflicts:
		return true
	}
	return false
}

// loadEnders reads what ended each of the memories, all at once, and of those
// that were corrected what hangs together with the correction.
func (s *step) loadEnders(ctx context.Context, list []judged) error {
	var ids []string
	for i := range list {
		if by := list[i].record.Last().SupersededBy; by != "" && !list[i].open() {
			ids = append(ids, by)
		}
	}
	if err := s.batch.Load(ctx, ids); err != nil {
		return err
	}
	for i := range list {
		j := &list[i]
		var err error
		if j.ender, err = s.ender(ctx, j.record); err != nil {
			return err
		}
		if j.ender == nil || !correctedBy(j.record, j.ender) {
			continue
		}
		if j.corrected, err = s.load(ctx, j.ender.Last().Supersedes); err != nil {
			return err
		}
		for at, heir := j.record, j.ender; heir != nil && correctedBy(at, heir) && len(j.heirs) < maxTargets; {
			j.heirs = append(j.heirs, heir)
			at = heir
			if heir, err = s.ender(ctx, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// ender reads what ended a memory; nil when nothing did. One that was derived
// again stands under the id of what took its place.
func (s *step) ender(ctx context.Context, r *kaibo.MemoryRecord) (*kaibo.MemoryRecord, error) {
	last := r.Last()
	if last.Status == kaibo.StatusCurrent || last.SupersededBy == "" {
		return nil, nil
	}
	found, err := s.load(ctx, []string{last.SupersededBy})
	for err == nil && len(found) > 0 && len(found[0].ReplacedBy) > 0 {
		found, err = s.load(ctx, found[0].ReplacedBy[:1])
	}
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// load reads records through the batch; those that are not there are left out.
func (s *step) load(ctx context.Context, ids []string) ([]*kaibo.MemoryRecord, error) {
	if err := s.batch.Load(ctx, ids); err != nil {
		return nil, err
	}
	var out []*kaibo.MemoryRecord
	for _, id := range ids {
		if r := s.batch.Record(id); r != nil {
			out = append(out, r)
		}
	}
	return out, nil
}

// settle turns a statement and its judgements into a birth and changes, or
// into one more source of what was said already. It answers false, and has
// done nothing, when the step has no room for that.
func (s *step) settle(event int, birth *kaibo.Birth, list []judged) (bool, error) {
	t := newTimeline(birth)
	if j := t.said(list); j != nil {
		t.repeat(j, list)
		return s.addRepeat(event, birth, j, t)
	}
	t.place(list)
	if !s.hasRoom(len(t.order) + 3 + len(birth.Anchors)) {
		return false, nil
	}
	d := s.derivation(event)
	s.batch.Birth(*birth)
	d.Births = append(d.Births, *birth)
	s.memories = append(s.memories, birth.ID)
	for _, a := range birth.Anchors {
		if g := s.guards[a]; g != nil {
			g.ids = append(g.ids, birth.ID)
			g.born = append(g.born, birth.ID)
		}
	}
	return true, s.addChanges(d, t)
}

func (s *step) addChanges(d *kaibo.Derivation, t *timeline) error {
	for _, c := range t.changes() {
		if err := s.batch.Change(c); err != nil {
			return err
		}
		d.Changes = append(d.Changes, c)
	}
	return nil
}

// addRepeat adds the statement's source to a memory that says the same.
func (s *step) addRepeat(event int, birth *kaibo.Birth, j *judged, t *timeline) (bool, error) {
	if !s.hasRoom(len(t.order) + 2) {
		return false, nil
	}
	d := s.derivation(event)
	rep := kaibo.Repeat{MemoryID: j.record.ID, Source: birth.Source}
	d.Repeats = append(d.Repeats, rep)
	s.memories = append(s.memories, j.record.ID)
	if err := s.batch.Repeat(rep); err != nil {
		return true, err
	}
	return true, s.addChanges(d, t)
}

// repeat moves the beginning of a memory back when it turns out, late, that it
// was said before; what it ended then ends where it now begins.
func (t *timeline) repeat(j *judged, list []judged) {
	if !j.later || t.birth.StatedFrom >= j.record.Last().ValidFrom {
		return
	}
	t.move(j.record, j.heirs, t.birth.StatedFrom)
	for i := range list {
		if e := &list[i]; !e.later && ends(e.relation) && !t.birth.Bounded {
			if last := e.record.Last(); t.birth.StatedFrom < last.ValidTo {
				t.touch(e.record).ValidTo = max(last.ValidFrom, t.birth.StatedFrom)
			}
		}
	}
}

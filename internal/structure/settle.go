package structure

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// judged is a candidate that a statement has to do with.
type judged struct {
	record   *kaibo.MemoryRecord
	relation Relation
	later    bool // the candidate stands after the statement
}

// judge asks the structurer and keeps what it may answer: relations to the
// candidates it was given, one each, at most maxTargets.
func (s *step) judge(ctx context.Context, st Statement, birth *kaibo.Birth, records []*kaibo.MemoryRecord) ([]judged, error) {
	if len(records) == 0 {
		return nil, nil
	}
	candidates := make([]Candidate, len(records))
	byID := make(map[string]int, len(records))
	for i, r := range records {
		rev := r.Last()
		byID[r.ID] = i
		candidates[i] = Candidate{ID: r.ID, Type: r.Type, Content: r.Content, Quote: r.Quote, ValidFrom: rev.ValidFrom,
			ValidTo: rev.ValidTo, StatedTo: r.StatedTo, Status: rev.Status, Later: views.Compare(birth, &r.Birth) < 0,
			SameEvent: r.Source.EventID == birth.Source.EventID}
	}
	if err := s.unalias(ctx, &st, candidates); err != nil {
		return nil, err
	}
	answers, err := s.worker.Structurer.Judge(ctx, st, candidates)
	if err != nil {
		return nil, fmt.Errorf("judge statement: %w", err)
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
	return out, nil
}

func knownRelation(r Relation) bool {
	switch r {
	case Same, Supersedes, Corrects, Cancels, Completes, Conflicts:
		return true
	}
	return false
}

// settle turns a statement and its judgements into a birth and changes, or
// into one more source of what was said already.
func (s *step) settle(event int, birth *kaibo.Birth, st Statement, list []judged) error {
	d := s.derivation(event)
	if done, err := s.repeat(d, birth, list); done || err != nil {
		return err
	}
	t := &timeline{birth: birth, rev: &birth.First}
	if !st.Bounded {
		t.endEarlier(list)
		t.endedBy(list)
	}
	t.conflicts(list)
	s.batch.Birth(*birth)
	d.Births = append(d.Births, *birth)
	s.memories = append(s.memories, birth.ID)
	for _, a := range birth.Anchors {
		if g := s.guards[a]; g != nil {
			g.ids = append(g.ids, birth.ID)
		}
	}
	for _, c := range t.changes {
		if err := s.batch.Change(c); err != nil {
			return err
		}
	}
	d.Changes = append(d.Changes, t.changes...)
	return nil
}

// repeat adds the statement's source to a current memory that says the same.
func (s *step) repeat(d *kaibo.Derivation, birth *kaibo.Birth, list []judged) (bool, error) {
	for _, j := range list {
		if j.relation != Same || j.record.Last().Status != kaibo.StatusCurrent {
			continue
		}
		rep := kaibo.Repeat{MemoryID: j.record.ID, Source: birth.Source}
		d.Repeats = append(d.Repeats, rep)
		s.memories = append(s.memories, j.record.ID)
		if err := s.batch.Repeat(rep); err != nil {
			return true, err
		}
		return true, s.saidEarlier(d, birth, j)
	}
	return false, nil
}

// saidEarlier moves the beginning of a memory back when it turns out, late,
// that it was said before.
func (s *step) saidEarlier(d *kaibo.Derivation, birth *kaibo.Birth, j judged) error {
	rev := j.record.Last()
	if !j.later || birth.First.ValidFrom >= rev.ValidFrom || len(rev.Supersedes) > 0 {
		return nil
	}
	c := revise(j.record, &birth.First)
	c.Revision.ValidFrom = birth.First.ValidFrom
	d.Changes = append(d.Changes, c)
	return s.batch.Change(c)
}

// timeline works out the two times of a new statement and of those it touches.
// Statements on one subject stand in the order of views.Compare, whichever
// came first to be structured; so a late one is spliced in between the
// neighbours that it would have had.
type timeline struct {
	birth   *kaibo.Birth
	rev     *kaibo.Revision // the birth's first
	changes []kaibo.Change
}

// revise begins the next revision of a record, caused by the event of rev.
func revise(r *kaibo.MemoryRecord, rev *kaibo.Revision) kaibo.Change {
	next := r.Last()
	next.Version++
	next.RecordedAt = max(next.RecordedAt, rev.RecordedAt)
	next.Stream, next.Seq = rev.Stream, rev.Seq
	next.Supersedes = slices.Clone(next.Supersedes)
	next.Conflicts = slices.Clone(next.Conflicts)
	return kaibo.Change{MemoryID: r.ID, Revision: next}
}

// endEarlier closes the earlier statements that the new one ends.
func (t *timeline) endEarlier(list []judged) {
	successor := firstAfter(list)
	for _, j := range list {
		if j.later || !ends(j.relation) {
			continue
		}
		last := j.record.Last()
		open := last.Status == kaibo.StatusCurrent
		spliced := successor != nil && last.SupersededBy == successor.record.ID
		if !open && !spliced {
			continue
		}
		c := revise(j.record, t.rev)
		t.close(&c.Revision, j.relation)
		c.Revision.SupersededBy = t.birth.ID
		t.changes = append(t.changes, c)
		t.rev.Supersedes = append(t.rev.Supersedes, j.record.ID)
	}
}

// close ends a revision as a relation says.
func (t *timeline) close(r *kaibo.Revision, relation Relation) {
	switch relation {
	case Corrects: // it never held; the new one holds from when it did
		t.rev.ValidFrom = min(t.rev.ValidFrom, r.ValidFrom)
		r.ValidTo, r.Status = r.ValidFrom, kaibo.StatusSuperseded
	case Cancels:
		r.ValidTo, r.Status = max(r.ValidFrom, min(r.ValidTo, t.rev.ValidFrom)), kaibo.StatusCanceled
	default:
		r.ValidTo, r.Status = max(r.ValidFrom, min(r.ValidTo, t.rev.ValidFrom)), kaibo.StatusSuperseded
	}
}

// endedBy closes the new statement where a later one, structured before it,
// ends it; the later one's link to what stands before the new one moves to the
// new one.
func (t *timeline) endedBy(list []judged) {
	successor := firstAfter(list)
	if successor == nil {
		return
	}
	c := revise(successor.record, t.rev)
	before := slices.Clone(t.rev.Supersedes)
	c.Revision.Supersedes = slices.DeleteFunc(c.Revision.Supersedes, func(id string) bool { return slices.Contains(before, id) })
	c.Revision.Supersedes = append(c.Revision.Supersedes, t.birth.ID)
	next := &c.Revision
	switch successor.relation {
	case Corrects:
		next.ValidFrom = min(next.ValidFrom, t.rev.ValidFrom)
		t.rev.ValidTo, t.rev.Status = t.rev.ValidFrom, kaibo.StatusSuperseded
	case Cancels:
		t.rev.ValidTo, t.rev.Status = max(t.rev.ValidFrom, min(t.rev.ValidTo, next.ValidFrom)), kaibo.StatusCanceled
	default:
		t.rev.ValidTo, t.rev.Status = max(t.rev.ValidFrom, min(t.rev.ValidTo, next.ValidFrom)), kaibo.StatusSuperseded
	}
	t.rev.SupersededBy = successor.record.ID
	t.changes = append(t.changes, c)
}

// firstAfter answers the earliest of the later statements that end the new
// one. The list is in order of the timeline.
func firstAfter(list []judged) *judged {
	for i := range list {
		if list[i].later && ends(list[i].relation) {
			return &list[i]
		}
	}
	return nil
}

// conflicts links the new statement with those that cannot be true beside it.
func (t *timeline) conflicts(list []judged) {
	for _, j := range list {
		if j.relation != Conflicts || j.record.Last().Status != kaibo.StatusCurrent {
			continue
		}
		c := revise(j.record, t.rev)
		c.Revision.Conflicts = append(c.Revision.Conflicts, t.birth.ID)
		t.changes = append(t.changes, c)
		t.rev.Conflicts = append(t.rev.Conflicts, j.record.ID)
	}
}

func ends(r Relation) bool {
	return r == Supersedes || r == Corrects || r == Cancels || r == Completes
}

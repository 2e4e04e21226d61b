package structure

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// timeline works out the two times of a new statement and of those it touches.
// Statements on one subject stand in the order of views.Compare, whichever
// came first to be structured; so a late one is spliced in between the
// neighbours that it would have had.
//
// The rule is the same from both sides, and that makes the order of work
// indifferent. Of all that end a statement the earliest is its ender: the two
// are linked, and the ender's relation gives the status. Its interval ends
// where it was said to end, or where the first of all that end it begins; or,
// when its ender corrects it, where it began.
type timeline struct {
	birth   *kaibo.Birth
	rev     *kaibo.Revision // the birth's first
	touched map[string]*kaibo.Change
	order   []string // of touched
}

func newTimeline(birth *kaibo.Birth) *timeline {
	return &timeline{birth: birth, rev: &birth.First, touched: make(map[string]*kaibo.Change)}
}

// judged is a memory that a statement has to do with.
type judged struct {
	record    *kaibo.MemoryRecord
	ender     *kaibo.MemoryRecord   // what ended it so far; nil when nothing did, or it is not there
	corrected []*kaibo.MemoryRecord // all that its ender corrected, when that is how it ended
	heirs     []*kaibo.MemoryRecord // its ender, when that corrected it, what corrected that, and so on
	relation  Relation              // of the later of the two to the earlier
	later     bool                  // the memory stands after the statement
}

// open reports whether nothing has ended the memory.
func (j *judged) open() bool { return j.record.Last().Status == kaibo.StatusCurrent }

// undone reports whether the memory was taken back: what ended it stands
// before it, as only a reinstated one does.
func (j *judged) undone() bool {
	return !j.open() && j.ender != nil && views.Compare(&j.ender.Birth, &j.record.Birth) < 0
}

// endedAfter reports whether what ended the memory, if anything did, stands
// after a birth.
func (j *judged) endedAfter(b *kaibo.Birth) bool {
	return j.open() || j.ender != nil && views.Compare(b, &j.ender.Birth) < 0
}

func ends(r Relation) bool {
	return r == Supersedes || r == Corrects || r == Cancels || r == Completes
}

// ender answers the earliest of the later statements that end the new one. The
// list is in order of the timeline.
func enderIn(list []judged) *judged {
	for i := range list {
		if j := &list[i]; j.later && ends(j.relation) && !j.record.Bounded && !j.undone() {
			return j
		}
	}
	return nil
}

// said answers the memory that says the same with nothing between it and the
// new statement; nil when there is none.
func (t *timeline) said(list []judged) *judged {
	next := enderIn(list)
	for i := range list {
		j := &list[i]
		switch {
		case j.relation != Same || j.undone():
		case !j.later && j.endedAfter(t.birth):
			return j
		case j.later && (next == nil || views.Compare(&j.record.Birth, &next.record.Birth) < 0):
			return j
		}
	}
	return nil
}

// place puts the new statement between its neighbours.
func (t *timeline) place(list []judged) {
	if !t.birth.Bounded {
		for i := range list {
			if j := &list[i]; !j.later && ends(j.relation) {
				t.end(j)
			}
		}
	}
	if next := enderIn(list); next != nil {
		t.endedBy(next, list)
	}
	t.conflicts(list)
}

// touch answers the revision that the new statement gives a record.
func (t *timeline) touch(r *kaibo.MemoryRecord) *kaibo.Revision {
	c := t.touched[r.ID]
	if c == nil {
		made := revise(r, t.rev)
		c = &made
		t.touched[r.ID] = c
		t.order = append(t.order, r.ID)
	}
	return &c.Revision
}

// changes answers what the new statement changes, in the order in which it was
// found.
func (t *timeline) changes() []kaibo.Change {
	out := make([]kaibo.Change, len(t.order))
	for i, id := range t.order {
		out[i] = *t.touched[id]
	}
	return out
}

// end closes an earlier memory that the new statement ends. Where another
// stands between the two, only the end of its interval may move.
func (t *timeline) end(j *judged) {
	last := j.record.Last()
	if !j.endedAfter(t.birth) {
		if to := max(last.ValidFrom, min(last.ValidTo, t.birth.StatedFrom)); to != last.ValidTo {
			t.touch(j.record).ValidTo = to
		}
		return
	}
	rev := t.touch(j.record)
	to := t.takeFrom(j)
	rev.Status, rev.SupersededBy = statusFor(j.relation), t.birth.ID
	if j.relation == Corrects { // it never held; the new one holds from when it did
		t.rev.ValidFrom = min(t.rev.ValidFrom, rev.ValidFrom)
		rev.ValidTo = rev.ValidFrom
	} else {
		rev.ValidTo = max(rev.ValidFrom, min(to, t.birth.StatedFrom))
	}
	t.rev.Supersedes = append(t.rev.Supersedes, j.record.ID)
	t.rev.ValidTo = max(t.rev.ValidTo, t.rev.ValidFrom)
}

// takeFrom unlinks a memory from what ended it so far, which stands after the
// new statement, and answers where its interval ends without the new one.
func (t *timeline) takeFrom(j *judged) (to kaibo.Time) {
	last := j.record.Last()
	if j.ender == nil {
		return last.ValidTo
	}
	corrected := correctedBy(j.record, j.ender)
	if !j.ender.Forgotten {
		rev := t.touch(j.ender)
		rev.Supersedes = without(rev.Supersedes, j.record.ID)
		if corrected {
			t.move(j.ender, j.heirs[1:], correctedFrom(j.ender, rev.Supersedes, j.corrected))
		}
	}
	if corrected {
		return min(j.record.StatedTo, j.ender.StatedFrom)
	}
	return last.ValidTo
}

// correctedFrom is where a correction begins that is left with these of all
// that it corrected.
func correctedFrom(correction *kaibo.MemoryRecord, left []string, all []*kaibo.MemoryRecord) kaibo.Time {
	from := correction.StatedFrom
	for _, r := range all {
		if slices.Contains(left, r.ID) && correctedBy(r, correction) {
			from = min(from, r.Last().ValidFrom)
		}
	}
	return from
}

// correctedBy reports whether the ender of a memory said that it never held:
// then it took its beginning over.
func correctedBy(r, ender *kaibo.MemoryRecord) bool {
	last, by := r.Last(), ender.Last()
	return last.Status == kaibo.StatusSuperseded && last.SupersededBy == ender.ID && last.ValidTo == last.ValidFrom &&
		by.ValidFrom <= last.ValidFrom && by.ValidFrom < ender.StatedFrom
}

// endedBy closes the new statement where later ones, structured before it, end
// it, and links it with the first of them.
func (t *timeline) endedBy(next *judged, list []judged) {
	to := t.rev.ValidTo
	for i := range list {
		if j := &list[i]; j.later && ends(j.relation) && !j.record.Bounded && !j.undone() {
			to = min(to, j.record.StatedFrom)
		}
	}
	rev := t.touch(next.record)
	rev.Supersedes = append(without(rev.Supersedes, t.birth.ID), t.birth.ID)
	t.rev.Status, t.rev.SupersededBy = statusFor(next.relation), next.record.ID
	t.rev.ValidTo = max(t.rev.ValidFrom, to)
	if next.relation == Corrects {
		t.rev.ValidTo = t.rev.ValidFrom
		t.move(next.record, next.heirs, min(rev.ValidFrom, t.rev.ValidFrom))
	}
}

// move gives a memory another beginning. One that was itself corrected stays
// empty, and each of its heirs, which corrected the one before, begins with it.
func (t *timeline) move(r *kaibo.MemoryRecord, heirs []*kaibo.MemoryRecord, from kaibo.Time) {
	rev := t.touch(r)
	rev.ValidFrom, rev.ValidTo = from, max(rev.ValidTo, from)
	for _, heir := range heirs {
		rev.ValidTo = rev.ValidFrom
		if heir.Forgotten {
			return
		}
		from = min(heir.StatedFrom, rev.ValidFrom)
		rev = t.touch(heir)
		rev.ValidFrom, rev.ValidTo = from, max(rev.ValidTo, from)
	}
}

func statusFor(r Relation) string {
	if r == Cancels {
		return kaibo.StatusCanceled
	}
	return kaibo.StatusSuperseded
}

// maxConflicts is how many others a memory is linked with as conflicting: a
// revision repeats them all.
const maxConflicts = 20

// conflicts links the new statement with those that cannot be true beside it,
// unless something that stands between the two has ended the earlier.
func (t *timeline) conflicts(list []judged) {
	next := enderIn(list)
	for i := range list {
		j := &list[i]
		if j.relation != Conflicts || j.undone() {
			continue
		}
		apart := !j.later && !j.endedAfter(t.birth) ||
			j.later && next != nil && views.Compare(&next.record.Birth, &j.record.Birth) < 0
		if apart || len(j.record.Last().Conflicts) >= maxConflicts || len(t.rev.Conflicts) >= maxConflicts {
			continue
		}
		rev := t.touch(j.record)
		rev.Conflicts = append(rev.Conflicts, t.birth.ID)
		t.rev.Conflicts = append(t.rev.Conflicts, j.record.ID)
	}
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

func without(ids []string, id string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(s string) bool { return s == id })
}

package recall

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// state is how a memory stands to the moment that is asked about.
type state uint8

// The states. The first two are valid; they are in the order in which they are
// answered.
const (
	holds    state = iota // it held at asOf
	upcoming              // it had been said by asOf, and holds only later
	past                  // it no longer held
	never                 // it is not to be seen: not yet recorded, not yet said, or an empty interval
)

// moment is the pair of times of a question.
type moment struct {
	asOf    kaibo.Time
	knownAt *kaibo.Time
}

// revision returns what was known of a memory: its last revision by knownAt,
// or simply its last.
func (m moment) revision(revisions []kaibo.Revision) (kaibo.Revision, bool) {
	for i := len(revisions) - 1; i >= 0; i-- {
		if m.knownAt == nil || revisions[i].RecordedAt <= *m.knownAt {
			return revisions[i], true
		}
	}
	return kaibo.Revision{}, false
}

// of returns the state of a memory with these revisions, first said at said.
// A memory that was born before a late knownAt and corrected since has an
// empty interval then: it never held.
func (m moment) of(revisions []kaibo.Revision, said kaibo.Time) (state, kaibo.Revision) {
	r, ok := m.revision(revisions)
	switch {
	case !ok || r.Status == kaibo.StatusForgotten || r.ValidTo <= r.ValidFrom:
		return never, r
	case r.Holds(m.asOf):
		return holds, r
	case r.ValidTo <= m.asOf:
		return past, r
	case said <= m.asOf:
		return upcoming, r
	default:
		return never, r
	}
}

// said returns when a memory was first said: the earliest time that any of its
// sources happened or, if that is earlier, was recorded.
func said(sources []kaibo.Source) kaibo.Time {
	first := kaibo.Forever
	for _, s := range sources {
		first = min(first, s.OccurredAt, s.RecordedAt)
	}
	return first
}

// interrupts reports whether a revision is of a statement that was made for a
// bounded time, and not one that another ended. Inside its interval it comes
// before what it interrupts.
func interrupts(r kaibo.Revision) bool {
	return r.ValidTo != kaibo.Forever && r.Status == kaibo.StatusCurrent && r.SupersededBy == ""
}

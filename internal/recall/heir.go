package recall

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// maxHeirs bounds how many times in a row a statement was superseded.
const maxHeirs = 16

// heir finds the answer that shares no word with the question but the name of
// who said it, and took the place of one that does: after "I live in Ely" and
// "I moved to Ayr" the second tells where they live. It is looked for where the
// valid memories bear out names of actors and nothing else, and only for the
// best of what no longer holds: that must be superseded, not canceled, said by
// who is asked about, and bear out half of the other words or more. What took
// its place must hold, be current and pass the filter. Without one it answers
// nil, and the abstention stands.
func (a *asked) heir(ctx context.Context, g grounding) (*candidate, error) {
	if g.words.empty() || !g.words.minus(g.actors).empty() {
		return nil, nil
	}
	for i := range a.f.q.words {
		if a.f.q.lacks(i, g.words) {
			return nil, nil
		}
	}
	over := a.f.search(past)
	a.f.scorer.rank(over)
	a.f.open(over)
	if len(over) == 0 {
		return nil, nil
	}
	old := over[0]
	told := old.borne.minus(g.actors)
	if !g.actors.minus(old.borne).empty() || 2*told.count() < len(a.f.q.words)-g.actors.count() || told.empty() {
		return nil, nil
	}
	d := a.f.successor(*old.rev)
	if d == nil {
		return nil, nil
	}
	c := a.f.candidateOf(d)
	if c == nil || !g.actors.minus(c.borne).empty() {
		return nil, nil // somebody else's
	}
	if err := a.lib.fetch(ctx, []*candidate{old, c}); err != nil {
		return nil, err
	}
	if old.gone || c.gone {
		return nil, nil
	}
	c.score = old.score
	return c, nil
}

// successor follows what superseded a revision to what holds now; nil when
// there is none, or the filter lets it not through.
func (f *finder) successor(rev kaibo.Revision) *termindex.Doc {
	for range maxHeirs {
		if rev.Status != kaibo.StatusSuperseded || rev.SupersededBy == "" {
			return nil
		}
		d, ok := f.reader.Doc(rev.SupersededBy)
		if !ok {
			return nil
		}
		var st state
		if st, rev = f.state(d); st == holds {
			if rev.Status != kaibo.StatusCurrent || !f.lets(d) {
				return nil
			}
			return d
		}
	}
	return nil
}

// candidateOf makes a candidate of a memory that was not searched for; nil when
// its row is not found.
func (f *finder) candidateOf(d *termindex.Doc) *candidate {
	for i := range d.Sources {
		for _, x := range f.reader.RowsAt(nil, termindex.PlacesOf(d.Sources[i].Stream).At(d.Sources[i].Seq)) {
			if f.reader.RowID(x) != d.ID {
				continue
			}
			s := spaces.Get().(*space)
			f.spaces = append(f.spaces, s)
			s.room(1)
			f.candidate(s, x, f.readings.none())
			f.scorer.rank(s.all)
			f.open(s.all)
			return s.all[0]
		}
	}
	return nil
}

package rules

import (
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// sameHour is how near two people must have spoken, in milliseconds, for
// neither to be the one who knows better: an hour.
const sameHour kaibo.Time = 60 * 60 * 1000

// disputed turns an update into a conflict where nothing says that it is one:
// two people say two things of one subject within the hour, and neither speaks
// of a change. Later the newer statement is believed to be the newer state.
func disputed(v verdict, b *frame, s structure.Statement, c structure.Candidate) verdict {
	if v.relation != structure.Supersedes || b.tellsChange() || s.Actor == "" || c.Actor == "" || foldWord(s.Actor) == foldWord(c.Actor) {
		return v
	}
	if apart := s.ValidFrom - c.ValidFrom; apart > sameHour || apart < -sameHour {
		return v
	}
	return verdict{relation: structure.Conflicts}
}

// tellsChange tells whether the statement says that something changed.
func (f *frame) tellsChange() bool {
	if f.cues&(changes|corrects|renews) != 0 || len(f.with(former)) > 0 || f.hinted {
		return true
	}
	return f.claim != nil && f.claim.signs&changesSlot != 0
}

// conflicting tells whether both say of one thing what happened to it once,
// and each says otherwise: when it was built, who wrote it, what caused it.
// What was does not change, so neither updates the other.
func conflicting(a, b *frame) bool {
	if a.caption || b.caption || a.cues&(quotes|conditional|supposes) != 0 || b.cues&(quotes|conditional|supposes|corrects|adds) != 0 {
		return false
	}
	x, y := oneLanguage(a, b)
	if x == nil || y == nil || x.signs&y.signs&saysOnce == 0 || !x.stands() || !y.stands() || x.denies() || y.denies() || y.signs&saysAdds != 0 {
		return false
	}
	m := meetClaims(x, y)
	if !m.onceAlike() || !m.restsOnSubject() || !m.knownSubject() {
		return false
	}
	fresh, stale := m.fresh(), m.stale()
	if len(fresh) != 1 || len(stale) != 1 || fresh[0].ch.prep != stale[0].ch.prep || !fresh[0].ch.verbal || !stale[0].ch.verbal {
		return false
	}
	n, o := &fresh[0], &stale[0]
	switch {
	case n.shape() == 0 && o.shape() == 0:
		return n.ch.prep == "by" && n.whole && o.whole
	case n.shape() == slotTime && o.shape() == slotTime:
		return n.year() != "" && o.year() != "" || n.year() == "" && o.year() == "" && len(n.words) == len(o.words)
	}
	return n.sameSort(o) && n.opensWithAmount() && o.opensWithAmount()
}

// onceAlike tells whether the two use one verb for what happens once.
func (m *meeting) onceAlike() bool {
	for i := range m.b.ws {
		if m.b.ws[i].signs&saysOnce != 0 && m.inA[i] && !m.b.book.book(m.b.ws[i].s) {
			return true
		}
	}
	return false
}

// knownSubject tells whether what both begin with is one thing, by an article
// or by a name: "a letter was written by …" is any letter.
func (m *meeting) knownSubject() bool {
	known := func(c *claim) bool {
		f := c.first()
		if f.definite || f.own {
			return true
		}
		for k := f.lo; k < f.hi; k++ {
			if w := &c.ws[k]; w.name && w.class == plain || w.class == ident || w.class == number {
				return true
			}
		}
		return false
	}
	return known(m.a) && known(m.b)
}

// year is the year in a date, "" when there is none.
func (o *odd) year() string {
	for _, k := range o.words {
		if s := o.c.ws[k].s; len(s) == 4 && allDigits(s) {
			return s
		}
	}
	return ""
}

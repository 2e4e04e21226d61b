package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// An update changes one value of one thing. The guards here look for a second
// difference, in what tells that thing from others of its sort: what a limit is
// for, what an amount is of, whose manager somebody is.

// twofold tells whether beside the value another phrase differs that says of
// which thing it is the value: "the timeout for reads", "the timeout for
// writes"; "5 mg of ramipril", "10 mg of lisinopril".
func (m *meeting) twofold() bool {
	fresh, stale := m.fresh(), m.stale()
	for i := range fresh {
		for k := range stale {
			n, o := &fresh[i], &stale[k]
			if !m.rivals(n, o) {
				continue
			}
			for j := range fresh {
				for l := range stale {
					if j != i && l != k && valuesApart(&fresh[j], &stale[l]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// rivals tells two phrases with one preposition that name two things: neither
// has a word of the other, a value, or a noun for a slot.
func (m *meeting) rivals(n, o *odd) bool {
	if n.ch.prep != o.ch.prep || n.ch.verbal != o.ch.verbal || !n.names() || !o.names() || !n.whole || !o.whole {
		return false
	}
	if !qualifying[n.ch.prep] && (n.ch.verbal || n.ch.prep == "" || n.ch.prep == "from") {
		return false
	}
	return m.b.tells(n.words) && m.a.tells(o.words) && n.attr() == "" && o.attr() == "" && !n.onlyUnits() && !o.onlyUnits()
}

// names tells a phrase that names a thing and no value: its last word is a noun,
// whatever stands before it ("the night porter").
func (o *odd) names() bool {
	if o.shape() == 0 {
		return true
	}
	w := &o.c.ws[o.words[len(o.words)-1]]
	return o.shape() == slotTime && len(o.words) > 1 && w.class == plain && o.words[len(o.words)-1] == o.ch.hi-1
}

// twoTimes tells whether beside an amount the part of the day differs for which
// it is said: so much at night, so much at noon.
func (m *meeting) twoTimes() bool {
	if m.b.signs&(changesSlot&^saysNow) != 0 {
		return false
	}
	times, amounts := false, false
	fresh, stale := m.fresh(), m.stale()
	for i := range fresh {
		for k := range stale {
			n, o := &fresh[i], &stale[k]
			times = times || n.dayPart() && o.dayPart() && n.ch.prep == o.ch.prep
			amounts = amounts || n.shape() == slotAmount && o.shape() == slotAmount
		}
	}
	return times && amounts
}

// dayPart tells a phrase for a part of the day and no more.
func (o *odd) dayPart() bool {
	for _, k := range o.words {
		w := &o.c.ws[k]
		if !noons[w.s] && !dayWords[w.s] && !dayParts[w.s] || w.class != date && w.class != clock {
			return false
		}
	}
	return true
}

// qualifying are the sorts of prepositions by which a phrase says which thing
// of a sort is meant, wherever it stands.
var qualifying = set("of for with")

// valuesApart tells two values of one sort, or what might be two: a second pair
// of phrases that differ, and that no noun for a slot explains.
func valuesApart(n, o *odd) bool {
	if n.shape() != 0 || o.shape() != 0 {
		return n.shape() == o.shape()
	}
	return n.ch.verbal && o.ch.verbal && n.ch.prep == o.ch.prep && n.ch.prep == ""
}

// otherWhose tells whether each says whose or for what a thing is, and says
// otherwise: the key for the gateway, the billing service's key.
func (m *meeting) otherWhose() bool {
	return m.whose(m.b, m.inA, m.a, m.inB) || m.whose(m.a, m.inB, m.b, m.inA)
}

// whose tells whether claim c has a possessor that the other has not, before a
// noun that both have, and the other a phrase with "for" or "of" that c has not.
func (m *meeting) whose(c *claim, in []bool, other *claim, otherIn []bool) bool {
	owned := false
	for i := range c.ws {
		w := &c.ws[i]
		if !w.poss || w.grain != grainContent || in[i] || w.value() || w.chunk < 0 {
			continue
		}
		for k := i + 1; k < c.chunks[w.chunk].hi; k++ {
			owned = owned || c.ws[k].grain == grainContent && in[k]
		}
	}
	if !owned {
		return false
	}
	for i := range other.chunks {
		ch := &other.chunks[i]
		if ch.prep != "for" && ch.prep != "of" || other.timed(ch) {
			continue
		}
		if r := residue(other, ch, otherIn); len(r) > 0 && residueAll(other, ch, otherIn) && other.tells(r) && !other.ws[r[0]].value() {
			return true
		}
	}
	return false
}

// otherLife tells whether one says where somebody lives and the other where he
// works, and neither that he left for another town or post.
func (m *meeting) otherLife() bool {
	const lives, works = saysLives | saysSettles, saysWorks | saysJoins
	x, y := m.a.signs, m.b.signs
	return x&lives != 0 && x&works == 0 && y&works != 0 && y&lives == 0 || x&works != 0 && x&lives == 0 && y&lives != 0 && y&works == 0 && y&saysEnd == 0
}

// chained tells whether the two are of one sort of relation taken once and
// twice: the manager, and the manager's manager.
func (m *meeting) chained() bool {
	f, g := m.a.first(), m.b.first()
	if f == nil || g == nil {
		return false
	}
	x, y := m.a.headWord(f), m.b.headWord(g)
	if x < 0 || y < 0 || !m.inB[x] || !m.inA[y] {
		return false
	}
	before, after := m.a.timesSaid(&m.a.ws[x]), m.b.timesSaid(&m.b.ws[y])
	return before > 0 && after > 0 && before != after
}

// timesSaid counts how often a claim has the word before its predicate.
func (c *claim) timesSaid(w *claimWord) int {
	n := 0
	for i := range c.ws {
		x := &c.ws[i]
		if x.chunk >= 0 && c.chunks[x.chunk].verbal {
			break
		}
		if x.grain == grainContent && x.class == plain && x.s == w.s {
			n++
		}
	}
	return n
}

// colleague tells whether the earlier says for whom somebody works, and the
// later with whom.
func (m *meeting) colleague() bool {
	if m.a.signs&m.b.signs&saysWorks == 0 || m.b.signs&saysEnd != 0 {
		return false
	}
	fresh, stale := m.fresh(), m.stale()
	if len(fresh) != 1 || len(stale) == 0 || fresh[0].ch.prep != "with" || fresh[0].shape() != 0 {
		return false
	}
	for i := range stale {
		if m.a.worksAlong(stale[i].ch) {
			return false
		}
	}
	return m.b.worksAlong(fresh[0].ch)
}

// along are prepositions that say in whose company something is done.
var along = set("with alongside mit con avec com")

// worksAlong tells whether a verb of working and "with" stand right before a
// phrase.
func (c *claim) worksAlong(ch *chunk) bool {
	k := ch.lo - 1
	if k > 0 && c.book.det[c.ws[k].s] {
		k--
	}
	return k > 0 && along[c.ws[k].s] && (c.ws[k-1].signs&saysWorks != 0 || k > 1 && c.ws[k-1].signs&saysNow != 0 && c.ws[k-2].signs&saysWorks != 0)
}

// deeds that are one whoever names them: who leads a thing manages it.
var oneDeed = []map[string]bool{
	set("lead head own manage run maintain coordinate direct supervise handle organize organise operate host chair look keep"),
	set("provide supply deliver make produce bring ship"),
	set("fund sponsor pay finance cover"),
	set("use serve call name know"),
}

// deedBy is the participle right before a phrase with "by": "issued by". It is
// -1 when there is none.
func (c *claim) deedBy() int {
	if c.language != lang.English {
		return -1
	}
	for i := 2; i+1 < len(c.ws); i++ {
		w := &c.ws[i-1]
		if c.ws[i].s == "by" && w.class == plain && !w.name && (w.verb.form == past || w.verb.form == participle || strings.HasSuffix(w.s, "ed")) {
			return i - 1
		}
	}
	return -1
}

// otherDone is otherDeed by the words alone, for verbs that no list has.
func (m *meeting) otherDone() bool {
	x, y := m.a.deedBy(), m.b.deedBy()
	if x < 0 || y < 0 || m.b.signs&(changesSlot&^saysNow) != 0 || m.b.alike(&m.a.ws[x], &m.b.ws[y]) {
		return false
	}
	p, q := m.a.ws[x].verb.lemma, m.b.ws[y].verb.lemma
	for _, d := range oneDeed {
		if d[p] && d[q] {
			return false
		}
	}
	return true
}

// otherDeed tells whether both say by whom something is done to a thing, and it
// is not the same that is done: who issues it, who renews it.
func otherDeed(a, b *frame) bool {
	if !a.byAgent || !b.byAgent || a.lemma == b.lemma || changing(a.lemma) || changing(b.lemma) || b.cues&corrects != 0 {
		return false
	}
	for _, d := range oneDeed {
		if d[a.lemma] && d[b.lemma] {
			return false
		}
	}
	return true
}

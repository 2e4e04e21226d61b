package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// An update changes one thing. Where two statements that are built alike
// differ in two places, in what they are about and in what they say of it,
// they speak of two things: the limit for free accounts is not the limit for
// paid ones. The guards here find the first of the two differences.

// otherThing tells whether the two statements are about two things of one
// sort, or say two things of one.
func (m *meeting) otherThing(a, b *frame) bool {
	return m.contrasted() || m.otherWay() || m.otherFigure() || m.scoped() || m.sortsApart(a, b) || m.otherObject(a, b) ||
		otherEnd(a.lemma, b.lemma) && !m.flipped(b) || m.lasts(a, b) || m.titled() || m.another() || doneOtherwise(a, b) ||
		m.twofold() || m.twoTimes() || m.otherWhose() || m.otherLife() || m.chained() || m.colleague() || otherDeed(a, b) || m.otherDone()
}

// contrasted tells whether a phrase for what the one is about stands against
// one with the same noun and another word beside it: free accounts and paid
// accounts, the left speaker and the right one.
func (m *meeting) contrasted() bool {
	if !m.a.predicated() || !m.b.predicated() {
		return false
	}
	for i := range m.b.chunks {
		g := &m.b.chunks[i]
		if !m.used[g.clause] || m.former[i] || !m.b.about(g) {
			continue
		}
		fresh := residue(m.b, g, m.inA)
		if len(fresh) == 0 || m.b.renews(g) || !m.b.tells(fresh) {
			continue
		}
		for k := range m.a.chunks {
			f := &m.a.chunks[k]
			if f.prep != g.prep || !m.a.about(f) {
				continue
			}
			if stale := residue(m.a, f, m.inB); len(stale) > 0 && m.a.tells(stale) && m.oneHead(f, g) {
				return true
			}
		}
	}
	return m.german() && m.coloured()
}

// german tells whether both are read as German.
func (m *meeting) german() bool { return m.a.german && m.b.german }

// coloured tells whether the subjects are one noun with two qualities before it:
// "die blaue Tasse", "die rote Tasse". German writes those small, so they are
// no part of what a phrase names otherwise.
func (m *meeting) coloured() bool {
	f, g := m.a.subject(), m.b.subject()
	if f == nil || g == nil || m.b.renews(g) || !m.oneHead(f, g) {
		return false
	}
	x, y := m.a.quality(f), m.b.quality(g)
	return x >= 0 && y >= 0 && crude(m.a.ws[x].s) != crude(m.b.ws[y].s)
}

// quality is the adjective right before the noun of a German phrase, -1 when
// there is none.
func (c *claim) quality(ch *chunk) int {
	h := c.headWord(ch)
	for k := ch.lo; k < ch.hi; k++ {
		if w := &c.ws[k]; w.name && w.grain == grainContent {
			h = k
			break
		}
	}
	if k := h - 1; k >= ch.lo && k >= 0 {
		w := &c.ws[k]
		if w.grain == grainContent && w.class == plain && !w.name && len(w.s) > 3 && germanQuality(w.s) {
			return k
		}
	}
	return -1
}

func germanQuality(s string) bool {
	for _, e := range []string{"e", "er", "es", "en", "em"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// about tells a phrase for what its statement is about: it stands before the
// predicate, or says for what or of what.
func (c *claim) about(ch *chunk) bool {
	if !ch.verbal {
		return true
	}
	for k := ch.lo; k < ch.hi; k++ {
		if c.ws[k].value() && c.ws[k].class != ident {
			return false
		}
	}
	return ch.prep == "for" || ch.prep == "of"
}

// predicated tells whether the claim has a predicate that it knows.
func (c *claim) predicated() bool {
	for i := range c.ws {
		if w := &c.ws[i]; w.grain == grainSign || w.chunk >= 0 && c.chunks[w.chunk].verbal {
			return true
		}
	}
	return false
}

// renews tells whether "new" stands before the phrase or in it.
func (c *claim) renews(ch *chunk) bool {
	for k := max(0, ch.lo-2); k < ch.hi; k++ {
		if c.ws[k].signs&saysNew != 0 {
			return true
		}
	}
	return false
}

// tells tells whether one of the words tells one thing from another: no noun
// for a slot, and no verb that the claim took for a part of its subject.
func (c *claim) tells(words []int) bool {
	for _, k := range words {
		w := &c.ws[k]
		if w.class == unit && k > 0 && c.ws[k-1].class == number || c.book.attr[w.s] != "" && c.lastOf(k) || c.over(w) && w.verb.lemma != "" && c.lastOf(k) || vague[w.s] {
			continue
		}
		return true
	}
	return false
}

// lastOf tells whether word k is the last of its phrase: a participle there is
// a predicate, and before a noun a quality.
func (c *claim) lastOf(k int) bool { return c.ws[k].chunk < 0 || c.chunks[c.ws[k].chunk].hi == k+1 }

// oneHead tells whether two phrases have their noun in common: the last one,
// or in languages whose adjectives follow, the first.
func (m *meeting) oneHead(f, g *chunk) bool {
	x, y := m.a.headWord(f), m.b.headWord(g)
	return x >= 0 && y >= 0 && m.inB[x] && m.inA[y] && m.b.alike(&m.a.ws[x], &m.b.ws[y])
}

// headWord is the noun that the words of a phrase belong to, -1 when it has
// none.
func (c *claim) headWord(ch *chunk) int {
	head := -1
	for k := ch.lo; k < ch.hi; k++ {
		if w := &c.ws[k]; w.grain == grainContent && !w.value() {
			if head = k; c.language != lang.English && !c.german {
				return head
			}
		}
	}
	return head
}

// otherWay tells whether the one is on the way to a place and the other on the
// way from there: two flights.
func (m *meeting) otherWay() bool {
	for i := range m.b.chunks {
		g := &m.b.chunks[i]
		if g.prep != "to" && g.prep != "from" || m.former[i] || i+1 == len(m.b.chunks) || len(residue(m.b, g, m.inA)) > 0 {
			continue
		}
		for k := range m.a.chunks {
			f := &m.a.chunks[k]
			if !f.verbal && (f.prep == "to" || f.prep == "from") && f.prep != g.prep && len(residue(m.a, f, m.inB)) == 0 {
				return true
			}
		}
	}
	return false
}

// figures are sums and measures that have a name of their own: none is a price
// or a number of the thing that they stand with.
var figures = set("rent deposit salary wage bonus tip discount premium surcharge shipping tax mileage miete kaution gehalt lohn rabatt nebenkosten trinkgeld alquiler fianza sueldo salario descuento propina loyer caution salaire remise pourboire aluguel renda caução salário desconto gorjeta")

// otherFigure tells whether both begin with the name of a figure, and those
// are two: the rent and the deposit of one flat.
func (m *meeting) otherFigure() bool {
	f, g := m.a.first(), m.b.first()
	if f == nil || g == nil {
		return false
	}
	x, y := m.a.headWord(f), m.b.headWord(g)
	return x >= 0 && y >= 0 && !m.inB[x] && !m.inA[y] && figures[m.a.ws[x].s] && figures[m.b.ws[y].s]
}

// occasions are where something is said or decided: "in the meeting we moved it".
var occasions = set("meeting call sync stand-up standup retro end future meantime talk chat mail email review session vote conversation version release fact addition reality reflection thought request demand average time balance behalf top line light favor favour order case besprechung sitzung zukunft reunión llamada futuro réunion appel avenir reunião chamada")

// scoped tells whether the later begins with where or for whom it holds, and
// the earlier knows nothing of that: "on the large plan the limit is 100".
func (m *meeting) scoped() bool {
	f := m.b.first()
	if f == nil || f.verbal || f.prep != "in" && f.prep != "for" || m.b.renews(f) {
		return false
	}
	for k := f.lo; k < f.hi; k++ {
		if w := &m.b.ws[k]; w.grain == grainContent && (w.class == date || w.class == clock || m.inA[k] || occasions[w.s] || m.b.book.units[w.s]) {
			return false
		}
	}
	return true
}

// sortsApart tells whether one gives an amount with its unit and the other one
// that is none, or a code, and neither their verb nor a word of change says
// that both are of one thing: a port and so much memory.
func (m *meeting) sortsApart(a, b *frame) bool {
	n, o := valued(m.fresh()), valued(m.stale())
	if n == nil || o == nil || b.cues&corrects != 0 {
		return false
	}
	switch {
	case n.shape() == slotAmount && o.shape() == slotCode, n.shape() == slotCode && o.shape() == slotAmount:
		return n.measured() || o.measured()
	case n.shape() != slotAmount || o.shape() != slotAmount || n.measured() == o.measured():
		return false
	}
	return m.b.signs&(changesSlot&^saysNow) == 0 && a.lemma != b.lemma && !changing(b.lemma) && (a.lemma != "be" || m.b.signs&saysHas != 0) && b.lemma != "be"
}

// valued is the one amount or code of some phrases, nil when there is none or
// more than one.
func valued(odds []odd) *odd {
	var out *odd
	for i := range odds {
		switch odds[i].shape() {
		case slotAmount, slotCode:
			if out != nil {
				return nil
			}
			out = &odds[i]
		case slotTime:
			return nil
		}
	}
	return out
}

// lasts tells whether one says how long a thing is and the other at what hour.
func (m *meeting) lasts(a, b *frame) bool {
	return (a.lemma == "last") != (b.lemma == "last") && a.lemma != "" && b.lemma != "" && !changing(b.lemma) && !changing(a.lemma)
}

// titled tells whether the earlier says how somebody or something is called,
// and the later what it is.
func (m *meeting) titled() bool {
	if m.a.signs&saysCalled == 0 || m.b.signs&(saysCalled|saysName) != 0 || m.b.signs&(saysIs|saysHas) == 0 {
		return false
	}
	fresh, stale := m.fresh(), m.stale()
	return len(fresh) == 1 && len(stale) == 1 && stale[0].named() && !fresh[0].named() && fresh[0].shape() == 0
}

// another tells whether both say that somebody has one of a sort, and the later
// only that it is so now: a pass for the gym is one more than that for the train.
func (m *meeting) another() bool {
	if m.a.signs&m.b.signs&saysHas == 0 || m.b.signs&(changesSlot&^saysNow) != 0 || m.renewed() {
		return false
	}
	x, y := m.a.object(), m.b.object()
	if x == nil || y == nil || !m.a.indefinite(x) || !m.b.indefinite(y) || !m.oneHead(x, y) {
		return false
	}
	for i := range m.former {
		if m.former[i] {
			return false
		}
	}
	return len(m.fresh()) > 0 && len(m.stale()) > 0 && valued(m.fresh()) == nil
}

// indefinite tells whether an indefinite article stands before a phrase.
func (c *claim) indefinite(ch *chunk) bool { return ch.lo > 0 && indefinite[c.ws[ch.lo-1].s] }

// doneOtherwise tells whether one says what is done to a thing and the other
// what it does, and "now" is all that the later says of a change.
func doneOtherwise(a, b *frame) bool {
	if a.lemma == b.lemma || a.passive == b.passive || a.foreign || b.foreign || b.cues&corrects != 0 || b.claim == nil || b.claim.signs&(changesSlot&^saysNow) != 0 || changing(b.lemma) {
		return false
	}
	if a.claim == nil || a.claim.signs&b.claim.signs&predicates != 0 {
		return false
	}
	plain := func(f *frame) bool {
		return f.lemma != "" && f.lemma != "be" && f.lemma != "have" && f.active || f.passive
	}
	return plain(a) && plain(b) && b.cues&changes != 0
}

// otherObject tells whether one person does one thing with two definite
// objects of two sorts: who runs the stand-up may run the planning too.
func (m *meeting) otherObject(a, b *frame) bool {
	p, q := m.a.subject(), m.b.subject()
	if a.lemma != b.lemma || a.lemma == "be" || a.lemma == "" || changing(a.lemma) || p == nil || q == nil || !m.a.person(p) || !m.b.person(q) {
		return false
	}
	for i := range m.former {
		if m.former[i] {
			return false
		}
	}
	x, y := m.a.object(), m.b.object()
	if x == nil || y == nil || !x.definite || !y.definite {
		return false
	}
	h, k := m.a.headWord(x), m.b.headWord(y)
	return h >= 0 && k >= 0 && !m.inB[h] && !m.inA[k] && !m.a.ws[h].name && !m.b.ws[k].name
}

// object is the first phrase after the predicate that no preposition opens.
func (c *claim) object() *chunk {
	for i := range c.chunks {
		if ch := &c.chunks[i]; ch.verbal {
			if ch.prep == "" {
				return ch
			}
			return nil
		}
	}
	return nil
}

// otherMatter tells whether each names with one preposition what it is about or
// for, and the two have nothing in common: what was told about the mould is
// not what was told about the window.
func (m *meeting) otherMatter() bool {
	for i := range m.b.chunks {
		g := &m.b.chunks[i]
		if g.prep != "of" && g.prep != "for" || len(residue(m.b, g, m.inA)) == 0 || !residueAll(m.b, g, m.inA) || m.b.timed(g) {
			continue
		}
		for k := range m.a.chunks {
			if f := &m.a.chunks[k]; f.prep == g.prep && len(residue(m.a, f, m.inB)) > 0 && residueAll(m.a, f, m.inB) && !m.a.timed(f) {
				return true
			}
		}
	}
	return false
}

// timed tells a phrase with a day or an hour in it.
func (c *claim) timed(ch *chunk) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if c.ws[k].class == date || c.ws[k].class == clock {
			return true
		}
	}
	return false
}

// thirdOwn say that a thing is somebody else's than the speaker's.
var thirdOwn = set("their his her ihr ihre ihren ihrem sein seine seinen seinem su sus leur leurs seu sua seus suas")

// otherOwner tells whether the later is on people that the earlier does not
// name, and on what is theirs: what they sell is not ours.
func (m *meeting) otherOwner() bool {
	q := m.b.subject()
	if q == nil || len(residue(m.b, q, m.inA)) == 0 || !residueAll(m.b, q, m.inA) {
		return false
	}
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if ch.verbal && ch.own && ch.lo > 0 && thirdOwn[m.b.ws[ch.lo-1].s] {
			return true
		}
	}
	return false
}

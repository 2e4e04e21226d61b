package rules

import (
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// withheld tells whether a verdict of either reading must not stand, because
// the two statements speak of different people or things, or because what the
// later says can be so beside the earlier. It looks at the words alone, so
// that it holds however the sentences are built.
func withheld(a, b *frame, v verdict) bool {
	x, y := oneLanguage(a, b)
	if x == nil || y == nil {
		return false
	}
	m := meetClaims(x, y)
	switch v.relation {
	case structure.Cancels:
		return m.otherPeople() || m.otherOwner()
	case structure.Completes:
		return m.otherNames() || m.otherMatter() || m.otherWhose() || m.otherPeople() && m.b.owned()
	case structure.Supersedes:
		return m.otherKin() || m.accumulates() || m.otherMeasures() || !m.flipped(b) && m.otherPredicate(a, b) || wasSo(a, b) || m.companion() || m.otherThing(a, b)
	}
	return false
}

// subject is the first phrase of a claim where that stands before its
// predicate, nil when there is none.
func (c *claim) subject() *chunk {
	if f := c.first(); f != nil && !f.verbal && f.prep == "" {
		return f
	}
	return nil
}

// person tells a phrase that names one person: a name without an article, or
// somebody by whose he is ("my sister").
func (c *claim) person(ch *chunk) bool {
	if ch == nil {
		return false
	}
	names := 0
	for k := ch.lo; k < ch.hi; k++ {
		w := &c.ws[k]
		switch {
		case w.grain != grainContent:
		case c.book.kin[w.s] && !w.poss:
			return true
		case k == 0 && w.verb.lemma != "" && w.verb.form != third:
			return false // it begins with a verb
		case w.name && w.class == plain && (!c.german || !ch.definite && !ch.own):
			names++
		default:
			return false
		}
	}
	return names > 0 && (!ch.definite || c.language == lang.Portuguese || c.language == lang.German)
}

// otherPeople tells whether each of the two is about a person, and not about
// the same: what one leaves, the other goes on having.
func (m *meeting) otherPeople() bool {
	p, q := m.a.subject(), m.b.subject()
	if !m.a.person(p) || !m.b.person(q) {
		return false
	}
	return len(residue(m.a, p, m.inB)) > 0 && len(residue(m.b, q, m.inA)) > 0
}

// otherKin tells whether the subjects are two relatives: a sister is not the
// brother changed.
func (m *meeting) otherKin() bool {
	p, q := m.a.subject(), m.b.subject()
	if p == nil || q == nil {
		return false
	}
	kin := func(c *claim, words []int) bool {
		for _, k := range words {
			if c.book.kin[c.ws[k].s] {
				return true
			}
		}
		return false
	}
	return kin(m.a, residue(m.a, p, m.inB)) && kin(m.b, residue(m.b, q, m.inA))
}

// otherNames tells whether the later names one thing by a name, a number or a
// code where the earlier names another: whose invoice was paid. Who did it
// does not count, nor when.
func (m *meeting) otherNames() bool {
	return m.namesApart(m.b, m.inA) && m.namesApart(m.a, m.inB)
}

func (m *meeting) namesApart(c *claim, in []bool) bool {
	subject := c.subject()
	for i := range c.chunks {
		ch := &c.chunks[i]
		if ch == subject && c.person(ch) {
			continue
		}
		for _, k := range residue(c, ch, in) {
			if w := &c.ws[k]; c.properName(w) || w.class == ident || w.class == number {
				return true
			}
		}
	}
	return false
}

// properName tells a name that begins no sentence; in German one that no
// article stands before, for all nouns are written like names there.
func (c *claim) properName(w *claimWord) bool {
	if !c.german {
		return c.proper(w)
	}
	ch := &c.chunks[w.chunk]
	return w.name && w.lo > 0 && w.class == plain && !ch.definite && !ch.own && ch.prep != "" && ch.hi-ch.lo == 1
}

// accumulates tells whether the predicate of both takes any number of things
// (supports, speaks, sells), and the later only says that there is one now:
// that adds it. Whoever gives up the old one says so.
func (m *meeting) accumulates() bool {
	const many = saysMany
	if m.a.signs&many == 0 || m.b.signs&many == 0 || m.b.signs&(changesSlot&^saysNow) != 0 {
		return false
	}
	for i := range m.former {
		if m.former[i] {
			return false
		}
	}
	for i := range m.b.ws {
		if insteadOf[m.b.ws[i].s] || m.b.ws[i].signs&saysEnd != 0 {
			return false
		}
	}
	for _, n := range m.fresh() {
		if n.shape() != 0 || n.ch.prep != "" {
			return false
		}
	}
	return !m.passedOn()
}

// passedOn tells whether what differs is by whom a thing is done, and both are
// people: "Ms Perrin teaches maths", "it is Mr Roche who teaches maths now".
func (m *meeting) passedOn() bool {
	fresh, stale := m.fresh(), m.stale()
	return len(fresh) == 1 && len(stale) == 1 && m.a.signs&m.b.signs&saysHolds != 0 && fresh[0].titled() && stale[0].titled()
}

// titled tells a phrase that names a person with a title.
func (o *odd) titled() bool {
	for _, i := range o.words {
		if o.c.ws[i].title {
			return true
		}
	}
	return false
}

// owned tells whether the statement is on what is its subject's: "his thesis".
func (c *claim) owned() bool {
	for i := range c.chunks {
		if c.chunks[i].verbal && c.chunks[i].own {
			return true
		}
	}
	return false
}

// otherMeasures tells whether both give amounts, and those count or measure
// different things: 16 GB of memory, 2 TB of disk.
func (m *meeting) otherMeasures() bool {
	apart := false
	fresh, stale := m.fresh(), m.stale()
	for i := range fresh {
		for k := range stale {
			n, o := &fresh[i], &stale[k]
			if !n.opensWithAmount() || !o.opensWithAmount() {
				continue
			}
			if sameMeasure(n, o) && !countsApart(n, o) {
				return false
			}
			apart = true
		}
	}
	return apart
}

// countsApart tells whether two amounts are of different things by the nouns
// that they count.
func countsApart(n, o *odd) bool {
	x, y := n.counted(), o.counted()
	if len(x) == 0 || len(y) == 0 {
		return len(x) > 0 && o.measured() && !n.measured() || len(y) > 0 && n.measured() && !o.measured()
	}
	for _, i := range x {
		for _, k := range y {
			if n.c.alike(&n.c.ws[i], &o.c.ws[k]) {
				return false
			}
		}
	}
	return true
}

// counted are the nouns that the amount of a phrase counts: in the phrase
// after the number, or in the next one after "of".
func (o *odd) counted() []int {
	var out []int
	add := func(lo, hi int) {
		for k := lo; k < hi; k++ {
			if w := &o.c.ws[k]; w.grain == grainContent && w.class == plain && measureOf(w.s) < 0 && !o.c.book.units[w.s] {
				out = append(out, k)
			}
		}
	}
	for k := o.ch.lo; k < o.ch.hi; k++ {
		if o.c.ws[k].class == number {
			add(k+1, o.ch.hi)
			break
		}
	}
	for i := range o.c.chunks {
		if next := &o.c.chunks[i]; next.prep == "of" && o.c.follows(o.ch, next) && next.lo <= o.ch.hi+1 {
			add(next.lo, next.hi)
		}
	}
	return out
}

// measured tells whether a unit stands with the amount.
func (o *odd) measured() bool {
	for k := o.ch.lo; k < o.ch.hi; k++ {
		if measureOf(o.c.ws[k].s) >= 0 {
			return true
		}
	}
	return false
}

// predicates are the signs of what is said of a thing, but for "is", which may
// say any of it.
const predicates = saysAt | saysHolds | saysWorks | saysCalled | saysCosts | saysStarts | saysUses | saysHas

// otherPredicate tells whether each says another thing of its subject: what it
// costs and when it opens. A verb of change says what changed, whatever the
// earlier's verb was.
func (m *meeting) otherPredicate(a, b *frame) bool {
	if m.a.signs&m.b.signs&saysVerb != 0 && a.lemma != b.lemma && !changing(b.lemma) {
		return true // paints, swims
	}
	p, q := m.a.signs&predicates, m.usedSigns()&predicates
	if b.cues&corrects != 0 || m.b.signs&(changesSlot&^saysNow) != 0 {
		return false
	}
	if a.foreign && (m.a.signs|m.b.signs)&saysIs != 0 || a.lemma == "be" || b.lemma == "be" {
		return false
	}
	if a.lemma == "" || b.lemma == "" {
		return p != 0 && q != 0 && p&q == 0
	}
	return p&q == 0 && p != 0 && q != 0 && a.lemma != b.lemma && !lightVerbs[a.lemma] && !lightVerbs[b.lemma]
}

// opensWithAmount tells a value that begins with its number: "9 litres", and
// not "Lake Road 9".
func (o *odd) opensWithAmount() bool {
	for _, k := range o.words {
		w := &o.c.ws[k]
		if w.class == number || w.class == unit {
			return !o.address(k)
		}
		if w.name || w.verb.lemma == "" {
			return false
		}
	}
	return false
}

// wasSo tells whether the later says in the past tense what the earlier says
// of now, and nothing of a change: it was so once.
func wasSo(a, b *frame) bool {
	then, now := b.aux == "was" || b.aux == "were", a.aux == "is" || a.aux == "are"
	if a.claim != nil && b.claim != nil && b.claim.signs&^a.claim.signs&(changesSlot&^saysNow) != 0 {
		return false
	}
	return then && now && a.lemma == b.lemma && a.passive == b.passive && b.cues&(changes|corrects|renews) == 0
}

// plainNumber tells an amount that counts nothing by a noun.
func (o *odd) plainNumber() bool {
	for _, i := range o.words {
		if o.c.ws[i].class == plain {
			return false
		}
	}
	return true
}

// companion tells whether the later says with whom or with what a thing is,
// and the earlier what it is: "the landlord is with a bank now" names no other
// landlord.
func (m *meeting) companion() bool {
	fresh, stale := m.fresh(), m.stale()
	if len(fresh) != 1 || len(stale) != 1 || fresh[0].ch.prep != "with" || stale[0].ch.prep != "" || fresh[0].shape() != 0 {
		return false
	}
	return m.a.clauses[stale[0].ch.clause]&(saysIs|saysHolds|saysGives) == saysIs && m.b.signs&(saysGives|saysTakes|saysWorks) == 0
}

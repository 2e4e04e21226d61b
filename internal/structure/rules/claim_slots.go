package rules

import "github.com/kaibo-dev/kaibo/internal/lang"

// fits tells whether n, of the later, can take the place of o, of the earlier:
// values of one sort, or phrases in one slot.
func (m *meeting) fits(n, o *odd, s sign) bool {
	if len(n.words) > maxNewWords || len(o.words) > maxOldWords || n.attr() != "" && n.ch.prep != "in" && n.ch.prep != "to" {
		return false
	}
	if n.empty() || n.partOfName() || o.partOfName() {
		return false // pump 15 is not pump 14 changed
	}
	if n.ch.prep == "since" || n.ch.prep == "by" && n.shape() == slotAmount && s&saysAmount != 0 && s&saysCosts == 0 && m.otherAmount(n) {
		return false
	}
	ns, os := n.shape(), o.shape()
	switch {
	case ns == slotTime || os == slotTime:
		return ns == os && sameSort(n, o)
	case ns == slotAmount && os == slotAmount:
		return sameMeasure(n, o) && !countsApart(n, o)
	case ns == slotAmount || os == slotAmount:
		return (ns == slotCode || os == slotCode) && n.plainNumber() && o.plainNumber() && !n.measured() && !o.measured()
	}
	if n.ch.prep == o.ch.prep && n.ch.verbal && o.ch.verbal && s&(changesSlot&^saysNow) != 0 && n.whole == o.whole && m.oneHead(o.ch, n.ch) {
		return true // one school, another school
	}
	if m.opposite(n, o) || m.posts(n, o) || o.ch.verbal && m.headed(o) {
		return true
	}
	return m.slotOf(n)&m.slotOf(o) != 0
}

// sits tells whether both say with one verb and a preposition where or with
// what one thing is: "hangs in the hall", "now hangs by the door".
func (m *meeting) sits(a, b *frame, n, o *odd) bool {
	return a.lemma == b.lemma && a.lemma != "" && a.lemma != "be" && n.shape() == 0 && o.shape() == 0 && n.whole && o.whole &&
		n.ch.verbal && o.ch.verbal && whereabouts[n.ch.prep] && whereabouts[o.ch.prep] && m.restsOnSubject() && !b.byAgent && !b.passive
}

// whereabouts are the sorts of prepositions that say where or with what.
var whereabouts = set("in by with to")

// headed tells whether the later names what sort of thing the old value is, by
// the noun that stands with it: gate 7, room 4.
func (m *meeting) headed(o *odd) bool {
	for k := o.ch.lo; k < o.ch.hi; k++ {
		if w := &o.c.ws[k]; w.grain == grainContent && m.inB[k] && o.c.book.attr[w.s] != "" {
			return true
		}
	}
	return false
}

// empty tells words that name nothing: a way, something, a lot.
func (o *odd) empty() bool {
	for _, i := range o.words {
		if !vague[o.c.ws[i].s] {
			return false
		}
	}
	return true
}

// partOfName tells a number or a code that is part of what a subject is called.
func (o *odd) partOfName() bool {
	return !o.whole && !o.ch.verbal && o.ch.prep == "" && o.shape() != 0 && o.c.clauses[o.ch.clause] != 0 && o.ch.clause == o.c.chunks[0].clause
}

// otherAmount tells whether another amount stands in the later: then "by 5" is
// the difference.
func (m *meeting) otherAmount(n *odd) bool {
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		for k := ch.lo; ch != n.ch && k < ch.hi; k++ {
			if m.b.ws[k].class == number || m.b.ws[k].class == date {
				return true
			}
		}
	}
	return false
}

// sameSort keeps days from hours: a day gives way to a day.
func sameSort(n, o *odd) bool {
	sorts := func(d *odd) (days, hours bool) {
		for _, i := range d.words {
			days = days || d.c.ws[i].class == date
			hours = hours || d.c.ws[i].class == clock
		}
		return
	}
	nd, nh := sorts(n)
	od, oh := sorts(o)
	return nd && od || nh && oh
}

// sameMeasure tells whether two amounts measure one thing: their units are of
// one dimension, and the nouns counted are the same.
func sameMeasure(n, o *odd) bool {
	nd, od := -1, -1
	for _, i := range n.words {
		w := &n.c.ws[i]
		if d := measureOf(w.s); d >= 0 {
			nd = d
		} else if w.class == plain {
			return false
		}
	}
	for k := n.ch.lo; k < n.ch.hi; k++ {
		if d := measureOf(n.c.ws[k].s); d >= 0 && nd < 0 {
			nd = d
		}
	}
	for k := o.ch.lo; k < o.ch.hi; k++ {
		if d := measureOf(o.c.ws[k].s); d >= 0 && od < 0 {
			od = d
		}
	}
	return nd == od || nd < 0 || od < 0
}

// slotOf reads in which slots a phrase can stand.
func (m *meeting) slotOf(o *odd) slots {
	c, ch := o.c, o.ch
	s := c.clauses[ch.clause]
	changed := s & changesSlot &^ (saysNow | saysWrong | saysBack)
	var out slots
	prep := ch.prep
	if prep == "to" && changed&^saysTool == 0 && s&saysHolds == 0 && c.language != lang.English || prep == "from" && c == m.a {
		prep = "in" // "auf", "à", "a" also say where
	}
	if prep == "from" && s&saysHolds != 0 && changed == 0 {
		prep = "by" // "von", "de"
	}
	switch prep {
	case "in":
		if ch.lo > 0 && c.ws[ch.lo-1].run&saysUses != 0 {
			return slotTool // written in, built in
		}
		out = slotPlace
		if s&saysName != 0 {
			out |= slotName
		}
		if s&(saysWorks|saysJoins) != 0 {
			out |= slotJob
		}
		if s&(saysUses|saysTool|saysVersion) != 0 {
			out |= slotTool
		}
	case "to":
		out = toSlots(s) | m.slotNamed(o)
		if changed == 0 && c.language != lang.English {
			out |= slotPlace
		}
	case "by":
		out = slotHolder
		if s&(saysUses|saysTool) != 0 {
			out |= slotTool
		}
		if s&saysWorks != 0 {
			out |= slotJob
		}
		if s&(saysSwap|saysJoins) != 0 {
			out |= slotJob | slotTool
		}
		if s&saysSwap != 0 {
			out |= slotIs
		}
	case "with", "for":
		out = m.withSlots(o, s)
	case "of":
		if s&saysName != 0 {
			out = slotName
		}
	case "as":
		if s&(saysName|saysCalled) != 0 {
			out = slotName | slotIs
		}
	case "":
		out = m.bareSlots(o, s, changed)
	}
	return out
}

// withSlots are the slots of what follows "with" or "for".
func (m *meeting) withSlots(o *odd, s sign) slots {
	c, ch := o.c, o.ch
	var out slots
	if s&(saysSwap|saysDecided) != 0 {
		out |= slotIs | slotTool
	}
	if s&saysName != 0 {
		out |= slotName
	}
	if s&(saysWorks|saysJoins) != 0 {
		out |= slotJob
	}
	if s&(saysHolds|saysGives|saysTakes|saysIs) != 0 && ch.prep == "with" && o.personal() {
		out |= slotHolder
	}
	if ch.prep == "with" && s&saysIs != 0 && s&saysNow != 0 {
		out |= slotJob
	}
	if ch.prep == "with" && s&saysIs != 0 && c.atHome(ch) {
		out |= slotPlace
	}
	if s&(saysTool|saysUses|saysAt|saysMove) != 0 && !(c.relative(ch) && c.person(c.subject()) && m.a.signs&(saysLives|saysAt) == 0) {
		out |= slotTool | slotPlace
	}
	return out
}

// atHome tells a phrase after a preposition that says at whose place: chez, bei.
func (c *claim) atHome(ch *chunk) bool { return ch.lo > 0 && atHomes[c.before(ch)] }

var atHomes = set("chez bei beim")

// before is the word before a phrase, its article and titles aside.
func (c *claim) before(ch *chunk) string {
	k := ch.lo - 1
	for k > 0 && (c.book.det[c.ws[k].s] || c.book.own[c.ws[k].s] || c.book.title[c.ws[k].s]) && c.book.preps[c.ws[k].s] == "" {
		k--
	}
	if k < 0 {
		return ""
	}
	return c.ws[k].s
}

// relative tells a phrase for somebody by what he is to another: no place.
func (c *claim) relative(ch *chunk) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if c.book.kin[c.ws[k].s] {
			return true
		}
	}
	return false
}

// toSlots are the slots of what follows "to" by the verb before it.
func toSlots(s sign) slots {
	var out slots
	if s&(saysMove|saysChange) != 0 {
		out |= slotPlace | slotTool
	}
	if s&(saysTool|saysVersion) != 0 {
		out |= slotTool
	}
	if s&(saysGives|saysHolds) != 0 {
		out |= slotHolder
	}
	if s&saysJoins != 0 {
		out |= slotJob
	}
	if s&(saysName|saysCalled) != 0 {
		out |= slotName | slotIs
	}
	if s&saysChange != 0 {
		out |= slotIs
	}
	return out
}

// bareSlots are the slots of a phrase without a preposition.
func (m *meeting) bareSlots(o *odd, s, changed sign) slots {
	var out slots
	ch := o.ch
	if pre := o.c.ws[ch.lo].pre; s == 0 && (pre == ':' || pre == ',') { // "New home: srv-4"
		out = slotIs | slotPlace | slotTool | slotName
	}
	if s&(saysHolds|saysTakes) != 0 && (!ch.verbal || o.personal()) {
		out |= slotHolder
	}
	if s&saysGives != 0 && ch.verbal && o.personal() {
		out |= slotHolder
	}
	if s&(saysName|saysCalled) != 0 && ch.verbal {
		out |= slotName
	}
	if (s&saysIs != 0 && s&(saysHolds|saysHas) == 0 || s&saysChange != 0 || s&^(saysNow|saysWrong|saysEvery|saysStays|saysNew) == 0) && (o.named() || ch.verbal && m.aboutAttr()) {
		out |= slotIs
		if o.personal() {
			out |= slotHolder
		}
	}
	if s&saysCalled != 0 && ch.verbal {
		out |= slotIs
	}
	if s&(saysUses|saysTool|saysVersion) != 0 && ch.verbal || s&saysDecided != 0 && ch.verbal && o.named() {
		out |= slotTool
	}
	if s&(saysJoins|saysWorks) != 0 && ch.verbal {
		out |= slotJob
	}
	if s&(saysAt|saysStarts|saysMove) != 0 && ch.verbal && changed == 0 {
		out |= slotPlace
	}
	return out
}

// named tells a phrase with a name in it.
func (o *odd) named() bool {
	for _, i := range o.words {
		if w := &o.c.ws[i]; w.title || w.name && w.lo > 0 && (!o.c.german || !o.ch.definite) {
			return true
		}
	}
	return false
}

// aboutAttr tells whether both statements are about a noun for a slot: "the
// codename of the app is", "our supplier is".
func (m *meeting) aboutAttr() bool {
	for i := range m.b.ws {
		if m.inA[i] && m.b.book.attr[m.b.ws[i].s] != "" {
			return true
		}
	}
	return false
}

// personal tells a phrase that can name a person or a team: a name without an
// article, or one with a title.
func (o *odd) personal() bool {
	for k, i := range o.words {
		w := &o.c.ws[i]
		if w.title || w.name && w.class == plain && (!o.ch.definite || o.ch.own || k > 0 && !o.c.german || o.c.language == lang.Portuguese) {
			return true
		}
	}
	return false
}

// opposite tells two poles of one state: on and off, open and closed. Poles
// stand anywhere in the phrase, signs among them.
func (m *meeting) opposite(n, o *odd) bool {
	for _, i := range n.words {
		for _, k := range o.words {
			for _, p := range n.c.book.poles {
				x, y := n.c.ws[i].s, o.c.ws[k].s
				if p[0][x] && p[1][y] || p[1][x] && p[0][y] {
					return true
				}
			}
		}
	}
	return false
}

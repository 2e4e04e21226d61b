package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// ended tells whether the later says that a thing or a state ended, and the
// earlier is about that thing.
func (m *meeting) ended() bool {
	if m.a.signs&saysEnd != 0 && m.a.signs&(saysHas|saysDecided|saysStarts|saysAt) == 0 {
		return false
	}
	for clause, s := range m.b.clauses {
		if s&saysEnd != 0 && m.b.endsIn(clause) && m.aboutEnd(clause) {
			return true
		}
	}
	return false
}

// endsIn tells whether the clause asserts an end.
func (c *claim) endsIn(clause int) bool {
	for i := range c.ws {
		if c.ws[i].clause == clause && c.ws[i].denied {
			return false
		}
	}
	return c.clauses[clause]&saysStays == 0
}

// aboutEnd tells whether all that the clause names is in the earlier, and what
// ended is what that is about.
func (m *meeting) aboutEnd(clause int) bool {
	things, central := 0, false
	gone := len(m.fresh()) == 0 // what is left is not left for another
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if ch.clause != clause || m.former[i] && !gone {
			continue
		}
		for k := ch.lo; k < ch.hi; k++ {
			w := &m.b.ws[k]
			switch {
			case w.grain != grainContent:
			case w.class == date || w.class == clock:
				if !m.inA[k] && (m.datedApart(w) || !ch.verbal && m.a.dated()) {
					return false
				}
			case m.inA[k]:
				things++
				central = central || m.b.known(ch) && m.b.noun(k) && !vague[w.s] && m.center(w)
			case ch.prep == "from" && things > 0: // "struck from the list"
			case optionalThing[w.s] || m.b.book.units[w.s] || m.b.book.attr[w.s] != "" && ch.hi-ch.lo > 1:
			case !ch.verbal && ch.prep == "" && residueAll(m.b, ch, m.inA) && m.objectAfter(ch):
			default:
				return false
			}
		}
	}
	return things > 0 && central && m.a.brief(nil)
}

// residueAll tells whether nothing of the chunk is in the other claim.
func residueAll(c *claim, ch *chunk, in []bool) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if c.ws[k].grain == grainContent && in[k] {
			return false
		}
	}
	return true
}

// objectAfter tells whether a known thing follows the verb after the chunk.
func (m *meeting) objectAfter(ch *chunk) bool {
	for i := range m.b.chunks {
		o := &m.b.chunks[i]
		if o.clause == ch.clause && o.lo > ch.lo && o.verbal && !residueAll(m.b, o, m.inA) {
			return true
		}
	}
	return false
}

// center tells whether the word stands in the earlier where that names what it
// is about: its subject, its object, or the place or firm that a state is in.
func (m *meeting) center(w *claimWord) bool {
	const states = saysHas | saysWorks | saysAt | saysDecided | saysUses
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		for k := ch.lo; k < ch.hi; k++ {
			x := &m.a.ws[k]
			if x.grain != grainContent || !m.a.alike(w, x) || !m.a.noun(k) {
				continue
			}
			if m.a.proper(x) && x.class != ident && !ch.verbal && ch.prep == "" && ch.hi-ch.lo == 1 {
				continue // who, and not what
			}
			if ch.prep == "of" && i > 0 && m.a.belongs(&m.a.chunks[i-1]) {
				return true
			}
			if !ch.verbal || ch.prep == "" || ch.prep == "to" && m.a.clauses[ch.clause]&states != 0 || m.a.clauses[ch.clause]&states != 0 && m.statement(ch) {
				return true
			}
		}
	}
	return false
}

// belonging are who somebody is to a club, a firm or a thing.
var belonging = set("member subscriber customer owner part guest client user employee student tenant mitglied kunde kundin miembro socio socia cliente membre client cliente membro sócio sócia")

// belongs tells a phrase that says that somebody belongs to what follows.
func (c *claim) belongs(ch *chunk) bool {
	h := c.headWord(ch)
	return h >= 0 && belonging[c.ws[h].s]
}

// statement tells whether the earlier has a state for its predicate, whose
// phrases all count.
func (m *meeting) statement(ch *chunk) bool { return ch.prep != "after" && ch.prep != "since" }

// dated tells whether the claim names a day.
func (c *claim) dated() bool {
	for i := range c.ws {
		if c.ws[i].class == date {
			return true
		}
	}
	return false
}

// datedApart tells a date of the later that the earlier has otherwise.
func (m *meeting) datedApart(w *claimWord) bool {
	if !weekdays[w.s] || m.b.signs&saysInstance == 0 {
		return false
	}
	return m.a.signs&saysEvery != 0
}

// done tells whether the later reports the result of the duty that the earlier
// is.
func (m *meeting) done(a *frame) bool {
	if m.a.surmises() {
		return false
	}
	m.promised = [2]int{0, len(m.a.ws)}
	if !a.task && !a.foreign && a.verbEnd > a.verbAt {
		m.promised = [2]int{a.verbAt, a.verbEnd}
	}
	for clause, s := range m.b.clauses {
		if m.doneIn(clause, s) {
			return true
		}
	}
	return false
}

// surmises tells a "must" that is a guess: she must have known.
func (c *claim) surmises() bool {
	for i := range c.ws {
		if i > 0 && c.ws[i-1].s == "must" && (stativeVerbs[c.ws[i].verb.lemma] || c.ws[i].verb.lemma == "feel" || c.ws[i].s == "have") {
			return true
		}
	}
	return false
}

func (m *meeting) doneIn(clause int, s sign) bool {
	c := m.b
	for i := range c.ws {
		if w := &c.ws[i]; w.clause == clause && w.denied {
			return false
		}
	}
	if s&saysMust != 0 && s&saysDone == 0 {
		return false
	}
	objects, odd, deed, acted := 0, 0, s&saysDone != 0, false
	for i := range c.ws {
		w := &c.ws[i]
		if w.clause != clause || w.grain == grainEmpty {
			continue
		}
		if m.deed(w) || i > 0 && c.ws[i-1].signs&saysIs != 0 && m.sameDeed(w) {
			deed, acted = true, true
			continue
		}
		if w.grain != grainContent || w.class == date || w.class == clock {
			continue
		}
		switch {
		case m.inA[i]:
			if w.chunk >= 0 && c.noun(i) && !vague[w.s] && (acted || c.known(&c.chunks[w.chunk]) || i > 0 && c.ws[i-1].signs&(saysNew|saysDone) != 0) && m.objectOf(w) {
				objects++
			}
		case w.chunk >= 0 && !residueAll(c, &c.chunks[w.chunk], m.inA) && m.partly(w):
			return false // the north door is not the south door
		case w.chunk >= 0 && (c.chunks[w.chunk].prep == "" && !c.proper(w) || c.proper(w) && c.chunks[w.chunk].prep != "in" && c.chunks[w.chunk].prep != "to"):
			odd++
		}
	}
	return deed && objects > 0 && odd <= 1 && odd < objects+1 && (odd == 0 || objects > 0 && m.wholeObject(clause))
}

// partly tells whether the phrase of the later that holds w, which is new, has
// a noun in common with a phrase of the duty that holds something new too.
func (m *meeting) partly(w *claimWord) bool {
	ch := &m.b.chunks[w.chunk]
	for k := ch.lo; k < ch.hi; k++ {
		if m.b.ws[k].grain != grainContent || !m.inA[k] {
			continue
		}
		for i := range m.a.chunks {
			o := &m.a.chunks[i]
			for j := o.lo; j < o.hi; j++ {
				if m.a.alike(&m.a.ws[j], &m.b.ws[k]) && len(residue(m.a, o, m.inB)) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// objectOf tells whether the word is of the duty's object, not who has it.
func (m *meeting) objectOf(w *claimWord) bool {
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		for k := ch.lo; k < ch.hi; k++ {
			x := &m.a.ws[k]
			if x.grain == grainContent && m.a.alike(w, x) && !(i == 0 && !ch.verbal && m.a.oweAfter(ch)) && !x.title && m.a.carries(ch, k) {
				return true
			}
		}
	}
	return false
}

// carries tells whether word k is what its phrase is about: its last noun, or
// a name or a code in it.
func (c *claim) carries(ch *chunk, k int) bool {
	if w := &c.ws[k]; c.proper(w) || w.value() {
		return true
	}
	for i := k + 1; i < ch.hi; i++ {
		if w := &c.ws[i]; w.grain == grainContent && !w.value() && (!c.german || w.name) && (w.verb.lemma == "" && !c.over(w) || w.name) {
			return c.language != lang.English && !c.german // its adjective follows
		}
	}
	return true
}

// oweAfter tells whether the chunk is the subject of a duty: who has it.
func (c *claim) oweAfter(ch *chunk) bool {
	for i := ch.hi; i < len(c.ws) && i < ch.hi+3; i++ {
		if c.ws[i].signs&saysMust != 0 {
			return true
		}
	}
	return ch.hi-ch.lo == 1 && c.ws[ch.lo].name && c.ws[ch.lo].class == plain && len(c.chunks) > 1 && c.ws[ch.lo].verb.lemma == ""
}

// wholeObject tells whether a chunk of the duty is wholly in the clause.
func (m *meeting) wholeObject(clause int) bool {
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		if ch.verbal && ch.prep == "" && len(residue(m.a, ch, m.inB)) == 0 {
			return true
		}
	}
	return false
}

// deed tells whether a word of the later is a form of what was to be done: of
// the same verb or of its family, in a form that is past.
func (m *meeting) deed(w *claimWord) bool {
	for i := m.promised[0]; i < m.promised[1] && i < len(m.a.ws); i++ {
		x := &m.a.ws[i]
		if x.grain == grainEmpty || x.class == date {
			continue
		}
		if sameVerb(&w.word, &x.word) || !w.value() && w.lo > 0 && same(&w.word, &x.word) || m.b.family(w.s, x.s) {
			if m.b.over(w) {
				return true
			}
		}
	}
	return false
}

// sameDeed tells a quality of the name of the deed: to clean it, it is clean.
func (m *meeting) sameDeed(w *claimWord) bool {
	for i := m.promised[0]; i < m.promised[1] && i < len(m.a.ws); i++ {
		if x := &m.a.ws[i]; w.verb.form == base && x.grain != grainEmpty && sameVerb(&w.word, &x.word) {
			return true
		}
	}
	return false
}

func sameVerb(a, b *word) bool {
	return a.verb.lemma != "" && a.verb.lemma == b.verb.lemma && !stativeVerbs[a.verb.lemma] && !emptyVerbs[a.verb.lemma] && a.verb.lemma != "feel"
}

// family tells whether two words are of one family of deeds; words of families
// may be cut short with a star.
func (c *claim) family(x, y string) bool {
	for _, f := range c.book.families {
		if inFamily(f, x) && inFamily(f, y) {
			return true
		}
	}
	return false
}

func inFamily(f map[string]bool, s string) bool {
	if f[s] {
		return true
	}
	for w := range f {
		if stem := strings.TrimSuffix(w, "*"); stem != w && strings.HasPrefix(s, stem) {
			return true
		}
	}
	return false
}

// over tells a form of the past: a participle, a preterite.
func (c *claim) over(w *claimWord) bool {
	if w.verb.form == past || w.verb.form == participle {
		return w.verb.lemma != ""
	}
	for e := range c.book.over {
		if strings.HasSuffix(w.s, e) && len(w.s) > len(e)+1 {
			return true
		}
	}
	return c.german && strings.Contains(w.s, "ge") && (strings.HasSuffix(w.s, "t") || strings.HasSuffix(w.s, "en"))
}

// reversed tells whether the later takes back what the earlier decided.
func (m *meeting) reversed(a *frame) bool {
	if m.a.signs&saysDecided == 0 && a.cues&supposes == 0 || a.task {
		return false
	}
	back, against := false, false
	for i := range m.b.ws {
		w := &m.b.ws[i]
		back = back || w.signs&saysBack != 0 && !(w.signs&saysEnd != 0 && m.b.deniedBefore(i))
		against = against || w.signs&saysIntent != 0
	}
	if !back {
		return false
	}
	known, odd, named := 0, 0, false
	for i := range m.b.ws {
		w := &m.b.ws[i]
		if w.grain != grainContent || w.class == date {
			continue
		}
		if m.inA[i] {
			known++
			named = named || m.b.names(i, m.inA) && (m.b.language != lang.English || m.b.known(&m.b.chunks[w.chunk]))
		} else {
			odd++
		}
	}
	return known > 0 && named && (against && odd == 0 || m.b.signs&saysReverse != 0 && odd <= 1)
}

// deniedBefore tells whether a denial stands before word i in its clause: what
// is not called off is none.
func (c *claim) deniedBefore(i int) bool {
	for k := i - 1; k >= 0 && c.ws[k].clause == c.ws[i].clause; k-- {
		if c.ws[k].denied {
			return true
		}
	}
	return false
}

// reversal is the relation of a decision taken back: with another in its
// place, or with none.
func (m *meeting) reversal() verdict {
	for i := range m.b.ws {
		if w := &m.b.ws[i]; w.grain == grainContent && w.class != date && !m.inA[i] {
			return verdict{relation: structure.Supersedes, loose: true}
		}
	}
	return verdict{relation: structure.Cancels, loose: true}
}

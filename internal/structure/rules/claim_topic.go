package rules

import "strings"

// grounded tells whether the two are about one thing beside the value: a noun
// phrase of the later whose noun stands in the earlier where that names what
// it is about. Where the later names the value that is given up, that will do.
func (m *meeting) grounded(n, o *odd) bool {
	for i := range m.former {
		if m.former[i] && m.used[m.b.chunks[i].clause] {
			return true
		}
	}
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if !m.used[ch.clause] || !m.b.known(ch) && !m.topicKnown() || !m.leads(ch, n) || !m.plainTopic(ch) {
			continue
		}
		for k := ch.lo; k < ch.hi; k++ {
			if m.b.names(k, m.inA) && m.topical(&m.b.ws[k], o) {
				return true
			}
		}
	}
	return false
}

// plainTopic tells a phrase that the earlier has whole, but for nouns that name
// a slot: "the rowing club" is not about rowing.
func (m *meeting) plainTopic(ch *chunk) bool {
	for _, k := range residue(m.b, ch, m.inA) {
		if w := &m.b.ws[k]; m.b.book.attr[w.s] == "" && !w.value() {
			return false
		}
	}
	return true
}

// leads tells whether the phrase stands where a statement names what it is
// about: before the predicate, as the object of a change, of what somebody
// does, or as what a value is for.
func (m *meeting) leads(ch *chunk, n *odd) bool {
	s := m.b.clauses[ch.clause]
	if !ch.verbal || ch.prep == "for" || ch.prep == "of" && s&saysHolds != 0 || ch.prep == "of" && n.ch.lo < ch.lo {
		return true
	}
	const moved = saysChange | saysMove | saysWhen | saysAmount | saysVersion | saysName | saysTakes | saysGives | saysTool | saysJoins
	if s&moved != 0 && (ch.definite || ch.own || m.topicKnown()) && (m.b.german || m.b.signBefore(ch, moved)) {
		return true
	}
	if s&moved != 0 && ch.definite && ch.prep == "in" && m.topicKnown() && n.ch.lo < ch.lo {
		return true // "installed 11 on the kiosk"
	}
	if s&saysNow != 0 && m.b.instead(ch.clause) && m.wholeTopic(ch) {
		return true // "we have the dinner at home instead"
	}
	return s&saysHolds != 0 && n.shape() == 0 && n.ch.lo < ch.lo || n.shape() != 0 && m.a.signs&s&(saysHas|saysCosts|saysUses|saysStarts) != 0 || m.a.signs&s&saysAt != 0
}

// instead tells whether a clause says that something is so in place of what was.
func (c *claim) instead(clause int) bool {
	for i := range c.ws {
		if w := &c.ws[i]; w.clause == clause && w.signs&saysNow != 0 && insteadOf[w.s] {
			return true
		}
	}
	return false
}

// wholeTopic tells whether a phrase is all of what the earlier is about.
func (m *meeting) wholeTopic(ch *chunk) bool {
	f := m.a.first()
	if f == nil || f.verbal || len(residue(m.b, ch, m.inA)) > 0 || len(residue(m.a, f, m.inB)) > 0 {
		return false
	}
	for k := f.lo; k < f.hi; k++ {
		if w := &m.a.ws[k]; w.grain == grainContent && !m.b.inChunk(ch, w) {
			return false
		}
	}
	return true
}

// signBefore tells whether a word with one of the signs stands before the chunk
// in its clause.
func (c *claim) signBefore(ch *chunk, s sign) bool {
	for k := ch.lo - 1; k >= 0 && c.ws[k].clause == ch.clause; k-- {
		if c.ws[k].signs&s != 0 {
			return true
		}
	}
	return false
}

// names tells whether the word is a noun that the other claim has too.
func (c *claim) names(k int, in []bool) bool {
	w := &c.ws[k]
	return w.grain == grainContent && (!w.value() || w.class == ident) && in[k] && c.noun(k) && !vague[w.s] && measureOf(w.s) < 0 && !c.book.units[w.s]
}

// known tells a phrase for a thing that is known already: with an article, a
// possessive or a name, or where the clause begins.
func (c *claim) known(ch *chunk) bool {
	if ch.definite || ch.own || !ch.verbal || ch.prep == "for" || ch.prep == "of" {
		return true
	}
	for k := ch.lo; k < ch.hi; k++ {
		if w := &c.ws[k]; c.proper(w) || w.class == ident || w.class == number || w.poss || c.german && w.name {
			return true
		}
	}
	return false
}

// noun guesses whether a word names a thing: no form of a verb, unless a noun
// phrase is open before it.
func (c *claim) noun(k int) bool {
	w := &c.ws[k]
	if c.german {
		return w.name || w.class != plain
	}
	ch := &c.chunks[w.chunk]
	if k > 0 && k == ch.lo && strings.HasSuffix(w.s, "ing") && !ch.definite && !ch.own && c.ws[k].pre == 0 && !c.ws[k-1].poss {
		return false // they're waiting
	}
	if w.verb.lemma == "" || w.name && k > 0 {
		return true
	}
	if w.verb.form == gerund {
		return ch.definite || ch.own || !ch.verbal && ch.hi == k+1 && k == 0
	}
	if k+1 < len(c.ws) && (c.ws[k+1].class == number || c.ws[k+1].class == ident) && c.ws[k+1].chunk == w.chunk {
		return true // issue 88
	}
	subject := !ch.verbal && ch.hi < len(c.ws) && (c.ws[ch.hi].grain == grainSign || c.ws[ch.hi].class == function && c.book.preps[c.ws[ch.hi].s] == "")
	object := w.verb.form == third && ch.verbal && ch.prep == "" && k > 0 && c.ws[k-1].grain == grainSign
	return ch.definite || ch.own || k > ch.lo || subject || object
}

// topical tells whether the word stands in the earlier as its subject, its
// object, or what its value is for.
func (m *meeting) topical(w *claimWord, o *odd) bool {
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		if ch == o.ch && o.whole {
			continue
		}
		for k := ch.lo; k < ch.hi; k++ {
			x := &m.a.ws[k]
			if x.grain == grainContent && m.a.alike(x, w) && m.a.noun(k) &&
				(!ch.verbal || ch.prep == "" || ch.prep == "for" || ch.prep == "of" || ch.prep == "with" || m.a.first() == o.ch) {
				return true
			}
		}
	}
	return false
}

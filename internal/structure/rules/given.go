package rules

// givenUp tells whether the later says of the subject of the earlier that the
// value of that is given up, and what is taken in its place: "I dropped
// Spanish and take Italian" over "I take Spanish". It needs no word that both
// have but the old value, and who or what has it.
func (m *meeting) givenUp(a, b *frame) bool {
	if m.denied() || m.a.denies() || m.b.signs&(saysAdds|saysPast|saysInstance) != 0 || !m.a.brief(nil) || !m.b.brief(nil) || !m.oneHolder(a, b) {
		return false
	}
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if !m.former[i] && !m.b.endBefore(ch) || !m.oldValue(ch) {
			continue
		}
		return m.successorOf(ch)
	}
	return false
}

// exchanged tells whether the later names what is taken in the place of what it
// says ended.
func exchanged(a, b *frame) bool {
	x, y := oneLanguage(a, b)
	return x != nil && y != nil && meetClaims(x, y).givenUp(a, b)
}

// oneHolder tells whether both speak of one subject: the same words, or "I"
// and "we" of one speaker, or of what is his.
func (m *meeting) oneHolder(a, b *frame) bool {
	p, q := m.a.subject(), m.b.subject()
	switch {
	case p != nil && q != nil:
		return len(residue(m.a, p, m.inB)) == 0 && len(residue(m.b, q, m.inA)) == 0
	case q != nil:
		return false
	case p != nil:
		return p.own && (speakers[b.pronoun] || b.voice == speaker) || m.topicKnown() && !m.a.person(p)
	}
	return a.pronoun == b.pronoun && speakers[b.pronoun] || a.voice == speaker && b.voice == speaker
}

// oneState tells whether both say of one person for whom he works, or where he
// lives: a person has one such state, and no noun need name it.
func (m *meeting) oneState(a, b *frame, n, o *odd) bool {
	const states = saysWorks | saysLives
	return m.a.clauses[o.ch.clause]&m.b.clauses[n.ch.clause]&states != 0 && m.oneHolder(a, b) && n.ch.verbal && o.ch.verbal &&
		!m.b.onto(n.ch) && !m.a.onto(o.ch) && (n.named() && o.named() || n.ch.definite && o.ch.definite)
}

// onto tells whether "on" opens a phrase: who works on a thing is not employed
// by it.
func (c *claim) onto(ch *chunk) bool {
	for k := ch.lo - 1; k >= 0 && k >= ch.lo-2; k-- {
		if c.ws[k].s == "on" {
			return true
		}
	}
	return false
}

// oneKind tells whether both values are of one kind, by the noun that they
// share, and the later says in so many words that the choice is another one:
// "we ended up with the green logo" over "we take the blue logo".
func (m *meeting) oneKind(n, o *odd) bool {
	if m.b.clauses[n.ch.clause]&(saysChange|saysBack) == 0 || n.whole || o.whole || !n.ch.definite || !o.ch.definite || !n.ch.verbal || !o.ch.verbal {
		return false
	}
	return m.oneHead(o.ch, n.ch)
}

// unable are verbs that say that a plan will not be kept.
var unable = set("can't cannot couldn't won't")

// forgone tells whether the later says that what the earlier says will be is
// not to be: "I can't go to the fair" over "I'm going to the fair". All that it
// names must be in the earlier.
func (m *meeting) forgone(a, b *frame) bool {
	if m.a.denies() || m.a.signs&(saysDecided|saysHas|saysStarts) == 0 || !unable[b.aux] || !m.oneHolder(a, b) {
		return false
	}
	known, verb := 0, false
	for i := range m.b.ws {
		w := &m.b.ws[i]
		if w.clause != 0 {
			break
		}
		verb = verb || w.verb.lemma != "" && m.inA[i] && w.chunk < 0
		if w.grain != grainContent {
			continue
		}
		if !m.inA[i] && w.class != date {
			return false
		}
		known++
	}
	return known > 0 && verb
}

var speakers = set("i we ich wir yo nosotros je nous on eu nós")

// endBefore tells whether a verb that gives up its object for another stands
// right before the phrase.
func (c *claim) endBefore(ch *chunk) bool {
	for k := ch.lo - 1; k >= 0 && c.ws[k].clause == ch.clause; k-- {
		w := &c.ws[k]
		if w.signs&saysSwap != 0 {
			return true
		}
		if w.grain == grainContent || !c.book.det[w.s] && !c.book.own[w.s] && !c.book.skip[w.s] {
			return false
		}
	}
	return false
}

// oldValue tells whether the phrase names the value of the earlier: all that
// its predicate says, but for nouns beside it.
func (m *meeting) oldValue(ch *chunk) bool {
	for i := range m.a.chunks {
		o := &m.a.chunks[i]
		if !o.verbal {
			continue
		}
		n := 0
		for k := o.lo; k < o.hi; k++ {
			if m.a.ws[k].grain == grainContent && m.b.holds(ch, &m.a.ws[k]) {
				n++
			}
		}
		if n > 0 && m.b.holds(ch, &m.a.ws[max(0, m.a.headWord(o))]) {
			return true
		}
	}
	return false
}

// holds tells whether a phrase has the word.
func (c *claim) holds(ch *chunk, w *claimWord) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if c.ws[k].grain == grainContent && c.alike(&c.ws[k], w) {
			return true
		}
	}
	return false
}

// successorOf tells whether another phrase, that the earlier has nothing of,
// follows what is given up as what takes its place, or stands before "instead
// of" it.
func (m *meeting) successorOf(old *chunk) bool {
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if ch == old || m.former[i] || !ch.verbal && ch.clause == old.clause || !residueAll(m.b, ch, m.inA) {
			continue
		}
		o := odd{c: m.b, ch: ch, words: residue(m.b, ch, m.inA), whole: true}
		switch s := o.shape(); {
		case len(o.words) == 0 || len(o.words) > maxNewWords || s == slotTime || s == slotAmount:
		case ch.lo < old.lo:
			return m.b.insteadBefore(old)
		case ch.prep == "for" || (ch.prep == "by" || ch.prep == "with") && m.b.swaps(old):
			return true
		case ch.prep == "to" && m.b.ws[ch.lo].verb.lemma != "" && m.b.ws[ch.lo].verb.form == base && m.b.ws[ch.lo].chunk >= 0:
			return true // "to join a startup"
		case ch.prep == "" && m.b.joined(old, ch):
			return true
		}
	}
	return false
}

// joined tells whether the phrase belongs to a clause that goes on after what
// was given up: "and take Italian".
func (c *claim) joined(old, ch *chunk) bool {
	if ch.clause > old.clause {
		return true
	}
	for k := old.hi; k < ch.lo; k++ {
		if joins[c.ws[k].s] {
			return true
		}
	}
	return false
}

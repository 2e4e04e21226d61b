package rules

import "github.com/kaibo-dev/kaibo/internal/structure"

// restated tells whether the later gives a thing another value of a sort that
// shows by itself (a day, a time, an amount, a code) and says that it changed.
// It asks less of how the two are built than [meeting.replaced]: whoever says
// by when, how much or under which number, and that this is new, may say so in
// any words, if only the thing is the same and nothing else is told of it.
func (m *meeting) restated(a, b *frame) (verdict, bool) {
	if !m.assertive() || b.cues&(negates|reports) != 0 || !m.formerHeld() || a.record {
		return verdict{}, false
	}
	if !m.announced(b) || !m.b.brief(nil) || !m.a.brief(nil) || !m.sameSubject() {
		return verdict{}, false
	}
	fresh, stale := m.fresh(), m.stale()
	for ni := range fresh {
		for oi := range stale {
			n, o := &fresh[ni], &stale[oi]
			if n.shape() == 0 || n.ch.prep == "since" || !n.sameSort(o) || n.partOfName() || o.partOfName() {
				continue
			}
			if a.task && n.shape() != slotTime {
				continue
			}
			if m.explained(fresh, n) {
				v, _ := replacing(b, len(stale) > 1)
				return v, true
			}
		}
	}
	return verdict{}, false
}

// assertive tells whether the later speaks of what is so now, without an
// addition, a denial, the past or one time of many.
func (m *meeting) assertive() bool {
	const not = saysAdds | saysPast | saysInstance | saysStays | saysEvery
	return m.b.signs&not == 0 && !m.b.denies() && !m.a.denies() && m.b.signs&saysWrong == 0
}

// announced tells whether the later says that something changed.
func (m *meeting) announced(b *frame) bool {
	return m.b.signs&changesSlot != 0 || m.renewed() || b.cues&changes != 0 || b.hinted
}

// sameSort tells whether two values are of one sort: a day and a day, a time
// and a time, an amount and one of the same measure, a code and a code.
func (o *odd) sameSort(than *odd) bool {
	shape := o.shape()
	switch {
	case shape != than.shape():
		return false
	case shape == slotTime:
		return sameSort(o, than)
	case shape == slotAmount:
		return sameMeasure(o, than) && !countsApart(o, than)
	}
	return true
}

// sameSubject tells whether the later names what the earlier is about: all of
// its first phrase, and that stands in the later where a thing is named.
func (m *meeting) sameSubject() bool {
	f := m.a.first()
	if f == nil || m.a.person(f) && f.verbal {
		return false
	}
	for _, k := range residue(m.a, f, m.inB) {
		if w := &m.a.ws[k]; w.value() || m.a.proper(w) || k == f.hi-1 {
			return false
		}
	}
	for i := range m.b.ws {
		w := &m.b.ws[i]
		if w.grain != grainContent || !m.inA[i] || w.value() && w.class != ident || w.chunk < 0 || !m.b.noun(i) || vague[w.s] {
			continue
		}
		if ch := &m.b.chunks[w.chunk]; m.b.known(ch) && m.bareTopic(ch) && m.a.inChunk(f, w) {
			return true
		}
	}
	return false
}

// inChunk tells whether a phrase of the claim has the word.
func (c *claim) inChunk(ch *chunk, w *claimWord) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if c.ws[k].grain == grainContent && c.alike(&c.ws[k], w) {
			return true
		}
	}
	return false
}

// explained tells whether everything else that is new in the later is by the
// way: who did it, a noun for the slot, the verb, or from when.
func (m *meeting) explained(fresh []odd, n *odd) bool {
	loose := 0
	for i := range fresh {
		r := &fresh[i]
		switch {
		case r.ch == n.ch:
			for _, k := range r.words {
				if w := &m.b.ws[k]; !w.value() && measureOf(w.s) < 0 && m.b.book.attr[w.s] == "" && !m.b.book.units[w.s] {
					return false
				}
			}
		case r.ch.clause > n.ch.clause && r.shape() == 0 && m.unknownClause(r.ch.clause):
		case r.attr() != "", m.agent(r), m.opensClause(r), r.shape() == slotTime && n.shape() != slotTime:
		case r.onlyVerb():
			loose++
		default:
			return false
		}
	}
	return loose <= 1
}

// opensClause tells a short phrase before the predicate of a clause in which a
// known thing follows: who acts.
func (m *meeting) opensClause(r *odd) bool {
	return !r.ch.verbal && r.ch.prep == "" && r.whole && r.ch.hi-r.ch.lo <= 2 && r.shape() == 0 && m.objectAfter(r.ch)
}

// onlyVerb tells a single word that is a verb, or reads as one.
func (o *odd) onlyVerb() bool {
	if len(o.words) != 1 {
		return false
	}
	w := &o.c.ws[o.words[0]]
	return !w.name && w.class == plain && (w.verb.lemma != "" || o.c.over(w))
}

// partial tells whether both say of one thing when it is, and the later gives
// less: what it leaves out goes on.
func (m *meeting) partial(n, o *odd) bool {
	return n.shape() == slotTime && o.shape() == slotTime && m.restsOnSubject() && m.a.signs&m.b.signs&(saysIs|saysStarts|saysAt) != 0 &&
		(m.b.subject().definite || m.b.person(m.b.subject()) || len(m.b.chunks) > 2)
}

// elsewhereNow tells whether the earlier says when and where a thing takes place,
// and the later where alone, by a word for taking place.
func (m *meeting) elsewhereNow(n, o *odd) bool {
	return n.shape() == 0 && o.shape() == 0 && n.ch.prep == "in" && o.ch.prep == "in" && n.ch.verbal && o.ch.verbal && m.a.dated() && !m.newTime() &&
		m.b.signs&saysAt != 0 && m.restsOnSubject() && m.b.subject().definite
}

// newTime tells whether the later gives a time that the earlier has not.
func (m *meeting) newTime() bool {
	fresh := m.fresh()
	for i := range fresh {
		if fresh[i].shape() == slotTime {
			return true
		}
	}
	return false
}

// amended tells "it was not A, it was B": a clause denies what the earlier
// says, and the next one says what is so.
func (m *meeting) amended(b *frame) (verdict, bool) {
	if m.a.denies() || len(m.b.clauses) < 2 || m.b.signs&(saysUnreal|saysAdds) != 0 {
		return verdict{}, false
	}
	for clause := 0; clause+1 < len(m.b.clauses); clause++ {
		known, odd, denied := m.tally(clause)
		if !denied || known < 2 || odd > 0 {
			continue
		}
		if _, fresh, no := m.tally(clause + 1); fresh > 0 && fresh <= maxNewWords && !no && m.resumes(clause+1) {
			v := verdict{relation: structure.Supersedes}
			if b.aux == "was" || b.aux == "were" || m.b.signs&saysWrong != 0 || b.cues&corrects != 0 {
				v.relation = structure.Corrects
			}
			return v, true
		}
	}
	return verdict{}, false
}

// tally counts the content words of a clause that the earlier has and those
// that it has not, and tells whether the clause is a denial.
func (m *meeting) tally(clause int) (known, odd int, denied bool) {
	for i := range m.b.ws {
		w := &m.b.ws[i]
		if w.clause != clause {
			continue
		}
		denied = denied || w.denied
		if w.grain == grainContent {
			if m.inA[i] {
				known++
			} else {
				odd++
			}
		}
	}
	return known, odd, denied
}

// resumes tells whether a clause goes on about the subject of the one before:
// it begins with a pronoun, or with its predicate.
func (m *meeting) resumes(clause int) bool {
	for i := range m.b.ws {
		w := &m.b.ws[i]
		if w.clause == clause {
			return w.grain != grainContent || w.class == function || w.verb.lemma != "" && !w.name
		}
	}
	return false
}

// bareTopic tells a phrase that the earlier has whole, values aside.
func (m *meeting) bareTopic(ch *chunk) bool {
	for _, k := range residue(m.b, ch, m.inA) {
		if !m.b.ws[k].value() {
			return false
		}
	}
	return true
}

// unknownClause tells a clause of other things than the earlier's: it says why.
func (m *meeting) unknownClause(clause int) bool {
	known, _, _ := m.tally(clause)
	return known == 0
}

// slotNamed is the slot of the noun before a value in its clause, where that
// is a noun for one: "changed the reviewer of T to Jana".
func (m *meeting) slotNamed(o *odd) slots {
	var out slots
	for i := range o.c.chunks {
		ch := &o.c.chunks[i]
		if ch.clause != o.ch.clause || ch.lo >= o.ch.lo || ch.prep != "" {
			continue
		}
		switch o.c.book.attr[o.c.ws[ch.hi-1].s] {
		case "holder":
			out |= slotHolder | slotJob
		case "place":
			out |= slotPlace
		case "name":
			out |= slotName
		case "version":
			out |= slotTool | slotIs
		}
	}
	return out
}

// successor tells whether a statement that ends a time of the earlier names
// another one in its place, in a clause that speaks of nothing else: "can't do
// Wednesday, we'll do Thursday".
func successor(a, b *frame) bool {
	x, y := oneLanguage(a, b)
	if x == nil || y == nil || len(y.clauses) < 2 {
		return false
	}
	m := meetClaims(x, y)
	for clause, s := range y.clauses {
		if s&saysEnd != 0 || !y.endsNothing(clause) {
			continue
		}
		for i := range m.used {
			m.used[i] = i == clause
		}
		m.align()
		if m.onlyTimesOdd() {
			return true
		}
	}
	return false
}

// endsNothing tells a clause without a denial.
func (c *claim) endsNothing(clause int) bool {
	for i := range c.ws {
		if c.ws[i].clause == clause && c.ws[i].denied {
			return false
		}
	}
	return true
}

// onlyTimesOdd tells whether what is new in the clauses that are looked at is
// a time, and the earlier has another one of its sort.
func (m *meeting) onlyTimesOdd() bool {
	fresh, stale := m.fresh(), m.stale()
	found := false
	for i := range fresh {
		if fresh[i].shape() != slotTime {
			return false
		}
		for k := range stale {
			found = found || stale[k].shape() == slotTime && fresh[i].sameSort(&stale[k])
		}
	}
	return found
}

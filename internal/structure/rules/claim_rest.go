package rules

// restOfB tells whether everything else that is new in the later is by the
// way: a noun that names the slot, from when it holds, by how much, who did it.
func (m *meeting) restOfB(fresh []odd, n, o *odd, told bool) bool {
	for i := range fresh {
		r := &fresh[i]
		if r.ch == n.ch {
			if !r.whole && !m.within(r) {
				return false
			}
			continue
		}
		if r.ch.prep == "of" && r.ch.lo > n.ch.lo && m.b.follows(n.ch, r.ch) || told && r.ch.prep == "since" {
			continue // "the hall of the house"
		}
		if (r.ch.prep == "to" || r.ch.prep == "until") && r.shape() == slotAmount && n.shape() == slotAmount && m.b.follows(n.ch, r.ch) {
			continue // "8 to 4"
		}
		if kind := r.attr(); (r.whole || m.topicHeld(o)) && kind != "" && attrFits(kind, o) {
			continue
		}
		if (r.ch.prep == "by" || r.ch.prep == "in" || r.ch.prep == "with") && n.ch.prep != "" && n.shape() == 0 && m.b.follows(n.ch, r.ch) && r.shape() == 0 {
			continue // "the hook by the door"
		}
		if n.shape() == slotAmount && r.onlyUnits() {
			continue // "$5 a month"
		}
		if m.timeAside(r, n, o, told) || r.ch.prep == "by" && r.shape() != 0 || m.agent(r) {
			continue
		}
		return false
	}
	return true
}

// onlyUnits tells a phrase that says per what an amount is.
func (o *odd) onlyUnits() bool {
	for _, k := range o.words {
		if w := &o.c.ws[k]; w.class != unit && !o.c.book.units[w.s] {
			return false
		}
	}
	return true
}

// follows tells whether chunk next comes right after chunk ch.
func (c *claim) follows(ch, next *chunk) bool {
	for i := range c.chunks {
		if &c.chunks[i] == ch {
			return i+1 < len(c.chunks) && &c.chunks[i+1] == next
		}
	}
	return false
}

// within tells whether the new words of a chunk that also has known ones are
// its value: "room 5" over "room 4", and not "Ana's meeting" over "meeting".
func (m *meeting) within(r *odd) bool {
	if r.shape() != 0 {
		return true
	}
	return r.ch.verbal || r.ch.prep != ""
}

// topicHeld tells whether the later has all of what the earlier begins with.
func (m *meeting) topicHeld(o *odd) bool {
	f := m.a.first()
	if f == nil || f == o.ch {
		return false
	}
	for _, k := range residue(m.a, f, m.inB) {
		if kind := m.a.book.attr[m.a.ws[k].s]; kind != "bound" && kind != "price" {
			return false
		}
	}
	return true
}

// attrFits tells whether a noun for a slot goes with the value that is given up.
func attrFits(kind string, o *odd) bool {
	switch kind {
	case "number", "bound", "price":
		return o.shape()&(slotAmount|slotCode) != 0
	case "date":
		return o.shape() == slotTime
	case "place":
		return o.shape() != slotTime
	}
	return true
}

// timeAside tells a date that only says from when: the value is none, and the
// earlier has no date of its own to be told apart by.
func (m *meeting) timeAside(r, n, o *odd, told bool) bool {
	if r.shape() != slotTime || !r.whole && !r.ch.verbal {
		return false
	}
	if n.shape() == slotTime {
		return told && r.ch.clause == n.ch.clause
	}
	if !told {
		return false
	}
	for _, k := range r.words {
		if r.c.ws[k].class != date {
			return false
		}
	}
	for i := range m.a.ws {
		if w := &m.a.ws[i]; (w.class == date || w.class == clock) && !m.inB[i] {
			return false
		}
	}
	return true
}

// agent tells who brings the change about: a subject before a verb that has
// another thing for its object, one that both know.
func (m *meeting) agent(r *odd) bool {
	if r.ch.verbal || r.ch.prep != "" || m.b.clauses[r.ch.clause]&(saysTakes|saysHolds) != 0 {
		return false
	}
	const acts = saysMove | saysWhen | saysAmount | saysVersion | saysName | saysChange | saysTool | saysGives
	if m.b.clauses[r.ch.clause]&acts == 0 {
		return false
	}
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		if ch.clause != r.ch.clause || !ch.verbal || ch == r.ch {
			continue
		}
		for k := ch.lo; k < ch.hi; k++ {
			if m.inA[k] && m.b.ws[k].grain == grainContent && !m.b.ws[k].value() && (ch.prep == "" || ch.prep == "for" || ch.prep == "of") {
				return r.whole || len(residue(m.b, ch, m.inA)) == 0
			}
		}
	}
	return false
}

// restOfA tells whether what else the earlier says may be left out by the
// later, and whether anything is.
func (m *meeting) restOfA(stale []odd, n, o *odd) (loose, ok bool) {
	for i := range stale {
		r := &stale[i]
		if r.ch == o.ch {
			continue
		}
		if kind := r.attr(); r.whole && kind != "" || r.ch.prep == "of" && m.a.follows(o.ch, r.ch) {
			continue
		}
		if r.ch == m.a.first() && r.whole && o.ch != m.a.first() {
			return false, false // another subject
		}
		if !r.ch.verbal && r.ch.prep == "" {
			for _, k := range r.words {
				if w := &m.a.ws[k]; m.a.proper(w) || w.class == ident || w.class == number || w.poss {
					return false, false
				}
			}
		}
		if r.ch.prep == "in" || r.ch.prep == "for" || r.ch.prep == "of" {
			for _, k := range r.words {
				if w := &m.a.ws[k]; m.a.proper(w) && n.shape() != 0 && r.ch.prep != "for" && !r.ch.verbal {
					return false, false
				}
			}
		}
		loose = true
	}
	return loose, true
}

// first is the first phrase of a claim, nil when it has none.
func (c *claim) first() *chunk {
	if len(c.chunks) == 0 {
		return nil
	}
	return &c.chunks[0]
}

// single tells whether the slot holds one value at a time, so that a second
// takes the place of the first without a word of change.
func (m *meeting) single(a, b *frame, n, o *odd) bool {
	if m.opposite(n, o) && b.aux != "was" && b.aux != "were" {
		return m.restsOnSubject()
	}
	if b.cues&(negates|reports) != 0 || b.form == past && !b.passive || a.form == past && !a.passive || m.b.signs&saysInstance != 0 {
		return false
	}
	const steady = saysIs | saysAt | saysCalled | saysCosts | saysStarts
	if m.a.signs&steady == 0 || m.b.signs&steady == 0 || m.a.signs&m.b.signs&steady == 0 {
		return false
	}
	if !samePlace(n.ch.prep, o.ch.prep) || !n.ch.verbal || !o.ch.verbal {
		return false
	}
	ns := n.shape()
	if ns == slotTime || ns == slotAmount || ns == slotCode {
		return m.restsOnSubject()
	}
	return m.slotOf(n)&m.slotOf(o)&(slotPlace|slotName) != 0 && m.restsOnSubject() && m.a.signs&m.b.signs&(saysAt|saysStarts|saysCalled) != 0
}

// samePlace tells whether two prepositions can say the same.
func samePlace(a, b string) bool {
	at := func(s string) bool { return s == "in" || s == "to" || s == "with" }
	return a == b || at(a) && at(b)
}

// restsOnSubject tells whether both begin with the same thing.
func (m *meeting) restsOnSubject() bool {
	f, g := m.a.first(), m.b.first()
	if f == nil || g == nil || f.verbal || g.verbal {
		return false
	}
	return len(residue(m.a, f, m.inB)) == 0 && len(residue(m.b, g, m.inA)) == 0
}

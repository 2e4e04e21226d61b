package rules

// flipped tells whether both say of one thing in which of two states it is,
// and each says another one: on and off.
func (m *meeting) flipped(b *frame) bool {
	if m.denied() || b.aux == "was" || b.aux == "were" || m.b.signs&(saysPast|saysAdds|saysInstance) != 0 {
		return false
	}
	if len(m.fresh()) > 1 || len(m.stale()) > 1 {
		return false
	}
	for _, p := range m.b.book.poles {
		x, y := m.a.pole(p), m.b.pole(p)
		if x >= 0 && y >= 0 && x != y && (m.restsOnSubject() || m.b.acted(p) && m.topicKnown()) {
			return m.onlyPole(m.fresh(), p) && m.onlyPole(m.stale(), p)
		}
	}
	return false
}

// acted tells whether the statement is on somebody's switching a thing: the
// pole stands before what it knows, or in a turn around it.
func (c *claim) acted(p [2]map[string]bool) bool {
	f := c.first()
	return f != nil && f.verbal || f != nil && (p[0][c.ws[f.lo].s] || p[1][c.ws[f.lo].s])
}

// topicKnown tells whether the later has all of what the earlier is about.
func (m *meeting) topicKnown() bool {
	f := m.a.first()
	return f != nil && !f.verbal && len(residue(m.a, f, m.inB)) == 0
}

// pole tells at which pole a claim's predicate stands, -1 when at none.
func (c *claim) pole(p [2]map[string]bool) int {
	f, from := c.first(), 0
	if f != nil && !f.verbal && !p[0][c.ws[f.lo].s] && !p[1][c.ws[f.lo].s] {
		from = f.hi
	}
	for i := from; i < len(c.ws); i++ {
		for k := range p {
			w := &c.ws[i]
			end := i+1 == len(c.ws) || c.ws[i+1].grain != grainContent && !c.book.det[c.ws[i+1].s] || c.ws[i+1].signs != 0
			if p[k][w.s] && (end || c.book.preps[w.s] == "") {
				return k
			}
		}
	}
	return -1
}

// onlyPole tells whether nothing but a pole and times is odd.
func (m *meeting) onlyPole(odds []odd, p [2]map[string]bool) bool {
	for i := range odds {
		for _, k := range odds[i].words {
			if w := &odds[i].c.ws[k]; !p[0][w.s] && !p[1][w.s] && w.class != date {
				return false
			}
		}
	}
	return true
}

// recalled tells whether the later calls the thing by the name that the
// earlier gives it, and says that it has another one.
func (m *meeting) recalled() bool {
	f := m.b.first()
	named := m.b.signs&saysName != 0 || m.b.signs&saysCalled != 0 && m.b.signs&saysNow != 0
	owned := m.a.signs&saysIs != 0 && m.a.first() != nil && (m.a.first().own || m.a.first().definite) && !m.a.first().verbal
	if f == nil || f.verbal || m.a.signs&saysCalled == 0 && !owned || !named || m.denied() || len(residue(m.b, f, m.inA)) > 0 {
		return false
	}
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		if ch.verbal && ch.prep == "" && len(residue(m.a, ch, m.inB)) == 0 {
			return len(m.fresh()) == 1
		}
	}
	return false
}

package rules

import "github.com/kaibo-dev/kaibo/internal/lang"

// slots are what a value can fill, as a set: a phrase may be read in several
// ways, and two phrases meet where their readings do.
type slots uint16

const (
	slotPlace slots = 1 << iota
	slotHolder
	slotJob
	slotTool
	slotName
	slotIs
	slotTime
	slotAmount
	slotCode
	slotPole
)

// meeting is two claims laid side by side, the later b over the earlier a.
type meeting struct {
	a, b   *claim
	inA    []bool // words of b that a has too
	inB    []bool // words of a that b has too
	former []bool // chunks of b that name the value that is given up
	used   []bool // clauses of b that are looked at

	promised [2]int // the words of the earlier that name what was to be done

	asideDenied []bool // clauses of b whose denial is of the value given up
}

func meetClaims(a, b *claim) *meeting {
	m := &meeting{a: a, b: b, inA: make([]bool, len(b.ws)), inB: make([]bool, len(a.ws)),
		former: make([]bool, len(b.chunks)), used: make([]bool, len(b.clauses)), asideDenied: make([]bool, len(b.clauses))}
	m.findFormer()
	for i := range m.used {
		m.used[i] = true
	}
	m.align()
	return m
}

// align finds the words that both have, in the clauses of b that are looked at.
// What b gives up does not count as its own.
func (m *meeting) align() {
	clear(m.inA)
	clear(m.inB)
	for i := range m.b.ws {
		x := &m.b.ws[i]
		if x.grain == grainEmpty || !m.used[x.clause] {
			continue
		}
		given := x.chunk >= 0 && m.former[x.chunk]
		for k := range m.a.ws {
			if y := &m.a.ws[k]; y.grain != grainEmpty && m.b.alike(x, y) {
				m.inA[i] = true
				if !given {
					m.inB[k] = true
				}
			}
		}
	}
}

// insteadOf stand shortly before the value that is given up.
var (
	insteadOf  = set("instead statt anstatt anstelle vez lieu place lugar plutôt than invés")
	placeWords = set("lieu place lugar vez") // "in place of", and not "takes place"
)

// findFormer marks the chunks of b that name the old value: after "from" or
// "instead of", after a comma and a "not", or the object of leaving one thing
// for another.
func (m *meeting) findFormer() {
	for i := range m.b.chunks {
		ch := &m.b.chunks[i]
		s := m.b.clauses[ch.clause]
		switch {
		case ch.prep == "from":
			m.former[i] = s&(changesSlot&^(saysNow|saysBack|saysWrong)) != 0
		case m.gives(i), ch.prep == "of" && ch.verbal && m.leavesFor(i):
			m.former[i] = true
		case m.b.notAfterComma(ch):
			m.former[i] = true
			m.asideDenied[ch.clause] = true
		case m.b.insteadBefore(ch), m.b.onlyDenied(ch), m.faulted(i):
			m.former[i] = true
		case ch.verbal && (ch.prep == "" || ch.prep == "to") && s&saysTakes != 0 && m.b.swaps(ch) && m.b.firstVerbal(i):
			m.former[i] = true
		case ch.prep == "" && ch.verbal && m.b.swaps(ch) && !m.b.attrOnly(ch) && m.b.goalAfter(i):
			m.former[i] = true
		}
	}
}

// gives tells a subject that hands over what the earlier says it has: "Marc
// handed the keys to Lea" over "Marc has the keys".
func (m *meeting) gives(i int) bool {
	ch := &m.b.chunks[i]
	if ch.verbal || ch.prep != "" || m.b.clauses[ch.clause]&saysGives == 0 || !m.b.person(ch) {
		return false
	}
	goal := false
	for k := i + 1; k < len(m.b.chunks); k++ {
		next := &m.b.chunks[k]
		goal = goal || next.clause == ch.clause && next.prep == "to" && next.verbal && m.b.person(next)
	}
	return goal && m.held(ch)
}

// faulted tells a phrase in a clause of its own that names the old value and
// says what is wrong with it: "the park is too cold", beside where we meet now.
func (m *meeting) faulted(i int) bool {
	ch := &m.b.chunks[i]
	if len(m.b.clauses) < 2 || ch.prep != "" && ch.prep != "for" || ch.prep == "" && ch.verbal || m.b.clauses[ch.clause]&(changesSlot|saysEnd|saysIntent) != 0 || !m.held(ch) {
		return false
	}
	if !m.b.failing(ch.clause) {
		return false
	}
	topics := m.a.first()
	for k := range m.b.ws {
		w := &m.b.ws[k]
		if w.clause != ch.clause || w.grain != grainContent || w.chunk == i {
			continue
		}
		if topics != nil && m.a.holds(topics, w) {
			return false
		}
	}
	return true
}

// faults are what is wrong with a thing that is given up for another.
var faults = set("full overbooked fully-booked taken booked occupied expensive slow outdated retired broken closed")

// failing tells a clause that says what is wrong with a thing: it is too much
// of something, or full, or out of order.
func (c *claim) failing(clause int) bool {
	for i := range c.ws {
		w := &c.ws[i]
		if w.clause != clause {
			continue
		}
		if faults[w.s] || w.signs&saysFails != 0 || w.s == "too" && i+1 < len(c.ws) && c.ws[i+1].class == plain {
			return true
		}
	}
	return false
}

// leavesFor tells "of A to B" after a verb of moving, in languages where "of"
// and "from" are one word.
func (m *meeting) leavesFor(i int) bool {
	ch := &m.b.chunks[i]
	if m.b.language == lang.English || m.b.german || i+1 == len(m.b.chunks) || m.b.clauses[ch.clause]&(saysMove|saysTool|saysAmount|saysWhen|saysVersion) == 0 {
		return false
	}
	next := &m.b.chunks[i+1]
	return next.clause == ch.clause && (next.prep == "to" || next.prep == "for") && m.held(ch)
}

// held tells whether the earlier says all of the phrase after its predicate.
func (m *meeting) held(ch *chunk) bool {
	for k := ch.lo; k < ch.hi; k++ {
		w := &m.b.ws[k]
		if w.grain != grainContent {
			continue
		}
		found := false
		for i := range m.a.chunks {
			found = found || m.a.chunks[i].verbal && m.a.holds(&m.a.chunks[i], w)
		}
		if !found {
			return false
		}
	}
	return true
}

// notAfterComma tells ", not A": the denial is all that stands before the
// chunk in its clause, and no predicate stands there.
func (c *claim) notAfterComma(ch *chunk) bool {
	denied := false
	for k := ch.lo - 1; k >= 0 && c.ws[k].clause == ch.clause; k-- {
		w := &c.ws[k]
		if w.denied || denials[w.s] {
			denied = true
		} else if !c.book.det[w.s] && c.book.preps[w.s] == "" {
			return false
		}
	}
	return denied && (ch.clause > 0 || len(c.clauses) > 1 && c.clauses[0]&^saysIntent == 0)
}

// onlyDenied tells a clause that only says what it was not: "it was never 5".
func (c *claim) onlyDenied(ch *chunk) bool {
	never := false
	for i := range c.ws {
		w := &c.ws[i]
		if w.clause != ch.clause {
			continue
		}
		if w.grain == grainContent && (i < ch.lo || i >= ch.hi) {
			return false
		}
		never = never || w.signs&saysIntent != 0 && w.run&saysWrong != 0
	}
	return never && len(c.clauses) > 1
}

var denials = set("not nicht no pas não non nao")

func (c *claim) insteadBefore(ch *chunk) bool {
	for k := ch.lo - 1; k >= 0 && k >= ch.lo-3; k-- {
		if w := c.ws[k].s; insteadOf[w] && (w != "than" || k > 0 && c.ws[k-1].s == "rather") && (!placeWords[w] || k > 0 && c.book.preps[c.ws[k-1].s] != "" && c.book.preps[c.ws[k+1].s] == "of") {
			return true
		}
		if c.ws[k].grain == grainContent {
			return false
		}
	}
	return false
}

// attrOnly tells a chunk that only names a slot: "the name", "the number".
func (c *claim) attrOnly(ch *chunk) bool {
	for k := ch.lo; k < ch.hi; k++ {
		if w := &c.ws[k]; w.grain == grainContent && c.book.attr[w.s] == "" {
			return false
		}
	}
	return true
}

// firstVerbal tells whether chunk i is the first after its predicate, and a
// subject stands before that.
func (c *claim) firstVerbal(i int) bool {
	return i > 0 && c.chunks[i-1].clause == c.chunks[i].clause && !c.chunks[i-1].verbal
}

// goalAfter tells whether what is taken instead follows chunk i.
func (c *claim) goalAfter(i int) bool {
	if i+1 >= len(c.chunks) || c.chunks[i+1].clause != c.chunks[i].clause {
		return false
	}
	switch c.chunks[i+1].prep {
	case "for", "with", "by", "to":
		return true
	}
	return false
}

// swaps tells whether the verb before the chunk gives its object up for
// another: replace, swap, leave.
func (c *claim) swaps(ch *chunk) bool {
	for i := ch.lo - 1; i >= 0 && c.ws[i].clause == ch.clause; i-- {
		if c.ws[i].signs&(saysTool|saysEnd|saysJoins) != 0 {
			return c.ws[i].signs&saysSwap != 0
		}
	}
	return false
}

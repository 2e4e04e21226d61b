package rules

import "github.com/kaibo-dev/kaibo/internal/structure"

// revived tells whether the earlier says that a thing ended or was called off,
// and the later that it takes place or goes on after all: the end does not
// hold any more. The later must name the thing, and say that it is back or
// when it will be.
func revived(a, b *frame) (verdict, bool) {
	if a.claim == nil || b.claim == nil || a.task || b.task || b.cues&(negates|cancels|supposes|quotes|conditional|reports) != 0 {
		return verdict{}, false
	}
	x, y := oneLanguage(a, b)
	if x == nil || y == nil || x.signs&saysEnd == 0 && a.cues&cancels == 0 || x.signs&saysUnreal != 0 {
		return verdict{}, false
	}
	if y.signs&(saysUnreal|saysEnd|saysPast|saysAdds|saysInstance) != 0 || y.denies() {
		return verdict{}, false
	}
	m := meetClaims(x, y)
	dated := false
	for _, n := range m.fresh() {
		dated = dated || n.shape() == slotTime
	}
	back := y.signs&saysAgain != 0 || dated && y.signs&(saysIs|saysStarts|saysAt|saysWhen|saysDecided) != 0 && m.wholeEvent()
	if s := y.subject(); s != nil && !y.person(s) && len(residue(y, s, m.inA)) > 0 {
		return verdict{}, false // the blankets of the picnic
	}
	if !back || !m.namesEnded() {
		return verdict{}, false
	}
	return verdict{relation: structure.Supersedes}, true
}

// namesEnded tells whether the later names all that the earlier says ended:
// every phrase without a date, and at least one thing.
func (m *meeting) namesEnded() bool {
	things := 0
	for i := range m.a.chunks {
		ch := &m.a.chunks[i]
		for k := ch.lo; k < ch.hi; k++ {
			w := &m.a.ws[k]
			switch {
			case w.grain != grainContent || w.class == date || w.class == clock:
			case m.inB[k]:
				things++
			case m.a.person(ch) && !ch.verbal || optionalThing[w.s] || vague[w.s]:
			default:
				return false
			}
		}
	}
	return things > 0
}

// wholeEvent tells whether the later begins with the thing: "the picnic is on
// June 14" says when it is, and "I was at the picnic" does not.
func (m *meeting) wholeEvent() bool {
	f := m.b.first()
	return f != nil && !f.verbal && len(residue(m.b, f, m.inA)) == 0
}

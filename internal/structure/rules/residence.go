package rules

import "github.com/kaibo-dev/kaibo/internal/structure"

// resides tells whether the statement says of one person where he lives, or
// where he went to live, and answers the place.
func (f *frame) resides() *odd {
	c := f.claim
	if c == nil || c.signs&(saysLives|saysSettles) == 0 || c.signs&(saysUnreal|saysAdds|saysPast) != 0 || c.denies() || f.cues&(supposes|adds|quotes|conditional|negates) != 0 {
		return nil
	}
	if f.voice != speaker && !(f.voice == unvoiced && c.subject() != nil && c.person(c.subject())) {
		return nil
	}
	for i := range c.chunks {
		ch := &c.chunks[i]
		if !ch.verbal || ch.prep != "in" && ch.prep != "to" && ch.prep != "with" {
			continue
		}
		o := odd{c: c, ch: ch, whole: true}
		for k := ch.lo; k < ch.hi; k++ {
			if c.ws[k].grain == grainContent {
				o.words = append(o.words, k)
			}
		}
		if o.shape() == 0 && c.placeName(&o) {
			return &o
		}
	}
	return nil
}

// placeName tells a phrase with a name in it: who moved to a bigger room still
// lives in the same town.
func (c *claim) placeName(o *odd) bool {
	for _, k := range o.words {
		if w := &c.ws[k]; w.name && w.lo > 0 && (!c.german || !o.ch.definite && !o.ch.own) {
			return true
		}
	}
	return false
}

// moved tells whether the later says of the person of the earlier that he
// lives elsewhere: "I live in Rome", "I moved to Paris". A person has one home.
func moved(a, b *frame) (verdict, bool) {
	from, to := a.resides(), b.resides()
	if from == nil || to == nil || b.claim.signs&saysSettles == 0 && b.claim.signs&saysNow == 0 || a.claim.signs&saysLives == 0 {
		return verdict{}, false
	}
	x, y := oneLanguage(a, b)
	m := meetClaims(x, y)
	if p, q := x.subject(), y.subject(); a.voice != b.voice || a.voice != speaker && (p == nil || q == nil || len(residue(x, p, m.inB)) > 0 || len(residue(y, q, m.inA)) > 0) {
		return verdict{}, false
	}
	for _, k := range to.words {
		if to.c == y && m.inA[k] {
			return verdict{}, false // another street of the same town
		}
	}
	return verdict{relation: structure.Supersedes}, true
}

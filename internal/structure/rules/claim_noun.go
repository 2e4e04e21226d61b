package rules

import "github.com/kaibo-dev/kaibo/internal/lang"

// pluralAfter tells a word in the form of a plural right after a preposition:
// "for reads", "para escrituras". No verb of that form stands there.
func (c *claim) pluralAfter(i int) bool {
	w := &c.ws[i]
	const deeds = saysOnce | saysUses | saysHolds | saysHas | saysMany | saysAt | saysDone | saysCosts | saysStarts
	if w.signs&^deeds != 0 || w.run != 0 || w.class != plain || len(w.s) < 4 || w.s[len(w.s)-1] != 's' {
		return false
	}
	switch c.book.preps[c.ws[i-1].s] {
	case "for", "of", "with":
		return c.language != lang.English || w.verb.form == third || w.verb.lemma == ""
	}
	return false
}

// sideWords tell one part of a thing from the other, between an article and a
// noun; elsewhere they are words of grammar.
var sideWords = set("back right left front top bottom upper lower inner outer")

// sideAt tells such a word: "the back door".
func (c *claim) sideAt(i int) bool {
	if c.language != lang.English || i == 0 || i+1 >= len(c.ws) || !sideWords[c.ws[i].s] {
		return false
	}
	next := &c.ws[i+1]
	return (c.book.det[c.ws[i-1].s] || c.book.own[c.ws[i-1].s]) && next.pre == 0 && next.class == plain && !c.book.book(next.s) && !isAdverb(next.s)
}

package rules

import "strings"

// mended tells whether the earlier says that a thing is out of order, or that
// somebody is away or ill, and the later that it works again, or that he is
// back: the first does not hold any more. Both must be on the same thing and
// say nothing else of it.
func (m *meeting) mended(b *frame) bool {
	if m.a.signs&saysFails == 0 || m.b.signs&saysMended == 0 || m.denied() || m.a.denies() || m.b.signs&(saysPast|saysAdds) != 0 || b.cues&adds != 0 {
		return false
	}
	p, q := m.a.subject(), m.b.subject()
	if p == nil || q == nil || len(residue(m.a, p, m.inB)) > 0 || len(residue(m.b, q, m.inA)) > 0 || m.contrasted() {
		return false
	}
	for _, n := range m.fresh() {
		if n.ch.prep == "" && n.shape() == 0 && !m.b.mends(n.words) {
			return false
		}
	}
	return true
}

// mends tells whether the words are those that say that a thing works again.
func (c *claim) mends(words []int) bool {
	for _, k := range words {
		if c.ws[k].signs&saysMended == 0 {
			return false
		}
	}
	return true
}

// jobEndings are endings of nouns for what people do for a living.
var jobEndings = []string{"er", "or", "ist", "ant", "ian", "eer", "yst", "ent", "man", "woman", "ive",
	"eur", "euse", "rice", "ier", "ière", "ien", "ienne", "leiter", "leiterin", "in", "ero", "era", "dor", "dora", "nte", "ico", "ica", "eiro", "eira"}

// jobNouns are others.
var jobNouns = set("intern nurse chief head lead director analyst trainee apprentice student coach cook chef clerk pilot cto ceo cfo partner associate fellow judge captain vp staff dean mentor guard " +
	"praktikant azubi chef chefin arzt ärztin anwalt koch stagiaire chef avocat médecin becario médico jefe jefa abogado estagiário médico chefe advogado")

// jobNoun tells a noun that may name what somebody does for a living.
func (c *claim) jobNoun(k int) bool {
	w := &c.ws[k]
	if w.value() || c.book.kin[w.s] || len(w.s) < 4 && !jobNouns[w.s] {
		return false
	}
	if jobNouns[w.s] {
		return true
	}
	for _, e := range jobEndings {
		if strings.HasSuffix(w.s, e) && len(w.s) > len(e)+2 {
			return true
		}
	}
	return false
}

// posts tells whether both phrases say what one person is by trade, and the
// later by a word for getting a post: "was promoted to staff engineer" over
// "is an engineer".
func (m *meeting) posts(n, o *odd) bool {
	if n.ch.prep != "" && n.ch.prep != "to" && n.ch.prep != "as" || o.ch.prep != "" && o.ch.prep != "as" || !o.ch.verbal || !n.ch.verbal {
		return false
	}
	s := m.b.clauses[n.ch.clause]
	if s&(saysJoins|saysTakes|saysChange) == 0 || m.a.clauses[o.ch.clause]&(saysIs|saysWorks) == 0 {
		return false
	}
	p, q := m.a.subject(), m.b.subject()
	if (p == nil) != (q == nil) || p != nil && !m.restsOnSubject() {
		return false
	}
	x, y := m.a.headWord(o.ch), m.b.headWord(n.ch)
	return x >= 0 && y >= 0 && m.a.jobNoun(x) && m.b.jobNoun(y)
}

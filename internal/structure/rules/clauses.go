package rules

// lendSubject gives a main clause whose subject is a pronoun the subject of
// the clause before it: "the retro was too early, it starts at 15:00 now". A
// denied value before it is the former one.
func (p *parser) lendSubject(cs []clause, main int) {
	if main < 1 || !cs[main].verb.found || !cs[main-1].verb.found || cs[main].mark == ':' && p.announces(cs[main-1]) {
		return
	}
	c, prev := cs[main], cs[main-1]
	i := p.leadAt(c.lo, c.hi)
	if first := p.ws[prev.lo].s; (first == "it" || first == "it's") && p.denies(prev) && !subjectPronouns[p.subjectAfter(i)] {
		p.f.cues |= corrects | changes
		p.f.cues &^= negates
		p.set(prev.verb.hi, prev.hi, former)
		return
	}
	switch p.ws[i].s {
	case "it", "they", "he", "she", "it's":
	default:
		return
	}
	p.readSubject(prev.lo, prev.verb.lo, prev.verb)
	if p.denies(prev) {
		p.f.cues |= corrects | changes
		p.f.cues &^= negates
		p.set(prev.verb.hi, prev.hi, former)
		p.mark(prev.verb.lo, prev.verb.hi, action)
		p.keepLemma(prev.verb)
	}
}

// subjectAfter is the word at i, or what follows a "but" there.
func (p *parser) subjectAfter(i int) string {
	if i+1 < len(p.ws) && p.ws[i].s == "but" {
		i++
	}
	return p.ws[i].s
}

// denies tells a clause that says what something is not.
func (p *parser) denies(c clause) bool {
	for i := c.verb.lo; i < c.hi && i < c.verb.hi+2; i++ {
		if s := p.ws[i].s; s == "just" || s == "only" || s == "merely" || s == "simply" {
			return false
		}
		if s := p.ws[i].s; i+1 < c.hi && justWords[p.ws[i+1].s] {
			return false
		} else if s == "not" || s == "never" || s == "isn't" || s == "wasn't" || s == "aren't" {
			return true
		}
	}
	return false
}

var justWords = set("just only merely simply")

// skipCalls passes over whom the sentence speaks to: "Wow Ana, …".
func (p *parser) skipCalls() {
	n := callsEnd(p.ws)
	for i := 0; i < n; i++ {
		p.ws[i].cue = true
	}
}

// dropVerb takes the light verb out of a label: "has moved" says no more than
// that something changed.
func (p *parser) dropVerb(c clause) {
	if !c.verb.found {
		return
	}
	for i := c.verb.lo; i < c.verb.hi; i++ {
		p.ws[i].cue = true
	}
}

// clauses cuts the statement where a colon, a semicolon or a comma before a
// new subject separates what could stand alone.
func (p *parser) clauses(lo int) []clause {
	var out []clause
	var mark byte
	for i := lo + 1; i < len(p.ws); i++ {
		if p.opens(lo, i) {
			out = append(out, clause{lo: lo, hi: i, mark: mark})
			lo, mark = i, p.ws[i].pre
		}
	}
	if lo < len(p.ws) {
		out = append(out, clause{lo: lo, hi: len(p.ws), mark: mark})
	}
	for i := range out {
		out[i].verb = p.verbIn(out[i].lo, out[i].hi)
	}
	return out
}

func (p *parser) opens(lo, i int) bool {
	switch w := &p.ws[i]; w.pre {
	case ':', ';':
		return true
	case ',', '-':
		if !p.verbIn(lo, i).found {
			return false
		}
		if subjectPronouns[w.s] || w.s == "but" || w.s == "so" || w.s == "use" || w.s == "ask" {
			return true
		}
		rest := p.verbIn(i, p.sentenceEnd(i))
		return rest.found && rest.lo > i && w.s != "and" && w.s != "which" && w.s != "who" && w.s != "where" || rest.command && rest.lo == i
	}
	return false
}

func (p *parser) sentenceEnd(i int) int {
	for k := i + 1; k < len(p.ws); k++ {
		if p.ws[k].pre == ':' || p.ws[k].pre == ';' {
			return k
		}
	}
	return len(p.ws)
}

// mainOf chooses the clause that carries the statement: one with a cue of
// change, else the first with a verb; a clause that only announces a new
// value leaves that to what follows.
func (p *parser) mainOf(cs []clause) int {
	for i := 1; i < len(cs); i++ {
		if cs[i].mark == ',' && cs[i-1].verb.found && p.denies(cs[i-1]) && cs[i].verb.found && cs[i].verb.lemma == "be" {
			return i
		}
	}
	for i, c := range cs {
		if c.verb.found && p.cued(c) && !(i+1 < len(cs) && p.announces(c) && cs[i+1].mark == ':') {
			return i
		}
	}
	for i, c := range cs {
		introduces := i+1 < len(cs) && cs[i+1].mark == ':'
		if c.verb.found && !introduces {
			return i
		}
	}
	return len(cs) - 1
}

func (p *parser) cued(c clause) bool {
	for i := c.lo; i < c.hi; i++ {
		if p.ws[i].cue {
			return true
		}
	}
	return c.verb.found && p.hasNew(c.lo, c.verb.lo)
}

// announces tells a clause that says that there is a new value without saying
// which: the site has moved, they get a new manager.
func (p *parser) announces(c clause) bool {
	v := c.verb
	if !v.found || v.command && c.hi-c.lo <= 4 && !p.lx.determiners[p.ws[min(v.hi, c.hi-1)].s] {
		return true // a label
	}
	if changing(v.lemma) {
		for i := v.hi; i < c.hi; i++ {
			if p.ws[i].s == "to" || p.ws[i].value() {
				return false
			}
		}
		return true
	}
	if v.lemma == "get" || v.lemma == "have" || v.lemma == "need" || v.lemma == "receive" {
		return p.hasNew(v.hi, c.hi)
	}
	return false
}

func (p *parser) hasNew(lo, hi int) bool {
	for i := lo; i < hi && i < lo+3; i++ {
		if newWords[p.ws[i].s] {
			return true
		}
	}
	return false
}

var newWords = set("new nuevo nueva nouveau nouvelle nouvel neu neue neuer neues neuen novo nova nuovo nuova")

// labels tells whether clause i names the subject for the main clause.
func (p *parser) labels(cs []clause, i, main int) bool {
	if i+1 >= len(cs) || cs[i+1].mark != ':' || i > main {
		return false
	}
	if p.announces(cs[i]) {
		if cs[i].verb.found || p.hasNew(cs[i].lo, cs[i].hi) {
			p.f.cues |= changes
			for k := cs[i].lo; k < cs[i].hi; k++ {
				if newWords[p.ws[k].s] {
					p.ws[k].cue = true
				}
			}
		}
		return true
	}
	return false
}

// regrets tells a clause that admits an error: ", I swapped the digits".
func (p *parser) regrets(c clause) bool {
	for i := c.lo; i < c.hi; i++ {
		if mistakes[p.ws[i].s] {
			return true
		}
	}
	return false
}

package rules

// readSwap looks for both values of a change: "from A to B", "not A but B",
// "B instead of A", "B takes over from A". It answers a step that marks them
// once the other roles are known, or nil.
func (p *parser) readSwap() func() {
	for _, read := range []func() func(){p.notBut, p.takeOver, p.standIn, p.handOver, p.replaces, p.insteadOf, p.fromTo, p.commaNot, p.cleft} {
		if done := read(); done != nil {
			return done
		}
	}
	return nil
}

// verbs finds a form of one of the lemmas; it answers -1 when there is none.
func (p *parser) verb(lemmas ...string) int {
	for i := range p.ws {
		if v, ok := p.ws[i].asVerb(); ok {
			for _, l := range lemmas {
				if v.lemma == l {
					return i
				}
			}
		}
	}
	return -1
}

func (p *parser) word(from int, words ...string) int {
	for i := max(0, from); i < len(p.ws); i++ {
		for _, w := range words {
			if p.ws[i].s == w {
				return i
			}
		}
	}
	return -1
}

// phraseEnd is where the noun phrase that begins at i ends.
func (p *parser) phraseEnd(i int) int {
	k := i
	for k < len(p.ws) {
		w := &p.ws[k]
		if k > i && (w.pre != 0 && w.pre != '"' && !(w.pre == ',' && w.class == date) || p.lx.prepositions[w.s] && w.s != "of" || w.s == "and" || w.s == "but" || w.s == "because" || w.cue || p.lx.auxiliaries[w.s] && w.class != date && w.class != plain || p.finite(i, k)) {
			break
		}
		if k > i && w.s == "last" && k+1 < len(p.ws) && (p.ws[k+1].class == date || p.ws[k+1].class == unit) {
			break
		}
		k++
	}
	return k
}

func (p *parser) set(lo, hi int, r role) {
	p.chunk++
	for i := lo; i < hi && i < len(p.ws); i++ {
		p.roles[i], p.chunks[i] = r, p.chunk
		if p.ws[i].class == function && p.ws[i].name && i > 0 {
			p.ws[i].class = plain
		}
	}
}

// fromTo reads "moved from A to B" and "raised to B from A".
func (p *parser) fromTo() func() {
	from := p.word(0, "from", "de", "von", "vom", "da", "desde", "du")
	for from >= 0 {
		to := p.word(from+1, "to", "a", "al", "à", "au", "auf", "zu", "para", "nach", "into")
		if p.changesBefore(from) {
			if to > from+1 && to-from <= 9 && p.phraseEnd(from+1) == to {
				end := p.phraseEnd(to + 1)
				return p.swap(from+1, to, to+1, end)
			}
			back := p.word(0, "to")
			if back >= 0 && back < from && p.phraseEnd(back+1) == from {
				return p.swap(from+1, p.phraseEnd(from+1), back+1, from)
			}
		}
		from = p.word(from+1, "from", "de", "von", "vom", "da", "desde", "du")
	}
	return nil
}

// changing tells whether a verb of change, or one of going, stands before
// word i; without it "from A to B" is a stretch and no change.
func (p *parser) changesBefore(i int) bool {
	for k := 0; k < i; k++ {
		w := &p.ws[k]
		if changing(w.s) {
			return true
		}
		if v, ok := w.asVerb(); ok && changing(v.lemma) && !(v.lemma == "go" && v.form != past && v.form != participle) {
			return true
		}
	}
	return false
}

func (p *parser) swap(oldLo, oldHi, newLo, newHi int) func() {
	p.f.cues |= changes
	return func() {
		p.set(oldLo, oldHi, former)
		p.set(newLo, newHi, current)
	}
}

// notBut reads "not A but B".
func (p *parser) notBut() func() {
	not := p.word(0, "not", "no", "nicht", "pas", "não")
	if not < 0 || not > 0 && p.ws[not].pre == ',' {
		return nil
	}
	but := p.word(not+1, "but", "sino", "sondern", "mais", "mas")
	if but < 0 || but-not > 8 || p.phraseEnd(not+1) < but || but+1 >= len(p.ws) || subjectPronouns[p.ws[but+1].s] {
		return nil
	}
	p.f.cues |= corrects | changes
	p.ws[not].cue = true
	p.f.cues &^= negates
	if p.ws[not].s == "no" {
		p.f.cues &^= cancels | corrects // no longer A but B
	}
	end := p.phraseEnd(but + 1)
	return func() {
		p.set(not+1, but, former)
		p.set(but+1, end, current)
		for i := end; i < len(p.ws); i++ {
			if p.roles[i] == aside {
				p.roles[i] = topic
			}
		}
	}
}

// commaNot reads "…, not A" at the end.
func (p *parser) commaNot() func() {
	for i := 2; i+1 < len(p.ws); i++ {
		if p.ws[i].s == "not" && p.ws[i].pre == ',' && !justWords[p.ws[i+1].s] && p.phraseEnd(i+1) >= len(p.ws)-2 {
			p.ws[i].cue = true
			if p.f.cues&changes == 0 {
				p.f.cues |= corrects
			}
			p.f.cues |= changes
			p.f.cues &^= negates
			return func() { p.set(i+1, len(p.ws), former) }
		}
	}
	return nil
}

// insteadOf reads "B instead of A" and "B rather than A".
func (p *parser) insteadOf() func() {
	for i := 1; i+2 < len(p.ws); i++ {
		a, b := p.ws[i].s, p.ws[i+1].s
		if a == "instead" && b == "of" || a == "statt" || a == "anstatt" || a == "anstelle" && b == "von" || p.inPlaceOf(i) {
			lo := i + 2
			if a == "statt" || a == "anstatt" {
				lo = i + 1
			}
			p.f.cues |= changes
			p.ws[i].cue = true
			return func() { p.set(lo, p.phraseEnd(lo), former) }
		}
	}
	return nil
}

// inPlaceOf tells "in place of", and what French, Spanish and Portuguese say
// for it; a place of its own is none.
func (p *parser) inPlaceOf(i int) bool {
	before, of := p.ws[i-1].s, p.ws[i+1].s
	switch p.ws[i].s {
	case "place":
		return before == "in" && of == "of"
	case "lugar", "vez":
		return (before == "en" || before == "em") && of == "de"
	case "lieu":
		return before == "au" && of == "de"
	}
	return false
}

// takeOver reads "B takes (T) over from A" and "T: B takes over from A".
func (p *parser) takeOver() func() {
	v := p.verb("take")
	over := p.word(v+1, "over")
	if v < 1 || over < 0 {
		return nil
	}
	start := v
	for start > 0 && p.ws[start].pre != ':' && p.ws[start].pre != ',' {
		start--
	}
	p.f.cues |= changes
	from := p.word(over+1, "from")
	return func() {
		for i := range p.ws {
			if p.roles[i] == value && p.ws[i].class != date && p.ws[i].class != clock {
				p.roles[i] = topic
			}
		}
		p.set(start, v, current)
		p.verbAside(v)
		if from > 0 {
			p.set(from+1, p.phraseEnd(from+1), former)
		}
	}
}

// standIn reads "B steps in for A".
func (p *parser) standIn() func() {
	v := p.verb("step", "fill", "stand", "cover", "jump")
	if v < 1 || v+2 >= len(p.ws) || p.ws[v+1].s != "in" || p.ws[v+2].s != "for" {
		return nil
	}
	p.f.cues |= changes
	end := p.phraseEnd(v + 3)
	return func() {
		p.set(v+3, end, former)
		p.verbAside(v)
	}
}

// verbAside drops the word i: it says how, not what.
func (p *parser) verbAside(i int) { p.ws[i].cue = true }

// handOver reads "A hands T over to B" and "T is handed over to B".
func (p *parser) handOver() func() {
	v := -1
	for i := range p.ws {
		if in, ok := p.ws[i].asVerb(); ok && handVerbs[in.lemma] {
			v = i
			break
		}
	}
	to := p.word(v+1, "to")
	if v < 1 || to < 0 || to+1 >= len(p.ws) || infinitive(p.ws[to+1].s) {
		return nil
	}
	in, _ := p.ws[v].asVerb()
	if aux := p.ws[v-1].verb.lemma; aux == "be" || modals[p.ws[v-1].s] || isAdverb(p.ws[v-1].s) || in.form == base && !subjectPronouns[p.ws[v-1].s] {
		return nil
	}
	p.f.cues |= changes
	return func() {
		for i := range p.ws {
			switch p.roles[i] {
			case topic, aside:
				if i < v {
					p.roles[i] = former
				}
			case value:
				p.roles[i] = topic
			}
		}
		p.verbAside(v)
		end := p.phraseEnd(to + 1)
		p.set(to+1, end, current)
		if end+1 < len(p.ws) && p.ws[end].s == "to" && infinitive(p.ws[end+1].s) {
			p.set(end, len(p.ws), aside) // what for: to take care of
		}
	}
}

// replaces reads "B replaces A as T", "B succeeds A", "A is replaced by B"
// and "replace A with B".
func (p *parser) replaces() func() {
	v := p.verb("replace", "succeed", "swap")
	if v < 0 {
		return nil
	}
	if v+1 >= len(p.ws) || p.ws[v].name || v > 0 && p.ws[v-1].s == "to" || !p.stateful(v) {
		return nil
	}
	p.f.cues |= changes
	by := p.word(v+1, "by", "with", "for")
	if by > 0 && (v == 0 || p.lx.auxiliaries[p.ws[v-1].s] || p.roleBefore(v)) {
		passive := v > 0 && (p.lx.auxiliaries[p.ws[v-1].s] || isAdverb(p.ws[v-1].s))
		return func() {
			if passive {
				p.retopic(0, v, former)
			} else {
				p.set(v+1, by, former)
			}
			p.verbAside(v)
			p.set(by+1, p.phraseEnd(by+1), current)
			p.asTopic(p.phraseEnd(by + 1))
		}
	}
	end := p.phraseEnd(v + 1)
	return func() {
		p.retopic(0, v, current)
		p.verbAside(v)
		p.set(v+1, end, former)
		p.asTopic(end)
	}
}

// stateful tells whether the verb at v stands where it says that one thing
// takes another's place: an object or an agent follows.
func (p *parser) stateful(v int) bool {
	next := &p.ws[v+1]
	if next.s == "by" || next.s == "with" {
		return true
	}
	in, _ := p.ws[v].asVerb()
	if in.lemma == "swap" && p.word(v+1, "for", "with") < 0 {
		return false
	}
	return next.pre == 0 && (next.content() || p.lx.determiners[next.s] || next.name)
}

func (p *parser) roleBefore(v int) bool { return subjectPronouns[p.ws[v-1].s] }

func (p *parser) retopic(lo, hi int, r role) {
	for i := lo; i < hi; i++ {
		if p.roles[i] == topic || p.roles[i] == aside {
			p.roles[i] = r
		}
	}
}

func (p *parser) asTopic(lo int) {
	for i := lo; i < len(p.ws); i++ {
		if p.roles[i] == value || p.roles[i] == aside {
			p.roles[i] = topic
		}
	}
}

// cleft reads "it was B that went to …": the new value is the subject.
func (p *parser) cleft() func() {
	if len(p.ws) < 5 || p.ws[0].s != "it" && p.ws[0].s != "it's" {
		return nil
	}
	that := p.word(2, "that", "who", "which")
	if that < 0 || that > 8 {
		return nil
	}
	lo := 1
	if p.lx.auxiliaries[p.ws[1].s] {
		lo = 2
	}
	rest := p.groupFrom(that + 1)
	return func() {
		for i := range p.ws {
			p.roles[i] = aside
		}
		p.set(lo, that, topic)
		p.f.lemma, p.f.form, p.f.verbEnd = rest.lemma, rest.form, rest.hi
		if rest.found {
			p.mark(rest.lo, rest.hi, action)
			p.keepLemma(rest)
			p.readValue(rest.hi, len(p.ws))
		}
	}
}

func (p *parser) groupFrom(i int) group {
	if i >= len(p.ws) {
		return group{}
	}
	if _, ok := p.ws[i].asVerb(); ok || p.lx.auxiliaries[p.ws[i].s] {
		return p.groupAt(i, len(p.ws))
	}
	return group{lo: i, hi: i}
}

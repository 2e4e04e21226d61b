package rules

// readEnding reads the turns that end a thing without a word of their own:
// "we called it off", "it is off", "there will be no …".
func (p *parser) readEnding(c clause, v group) {
	f := p.f
	last := p.ws[c.hi-1].s
	switch {
	case v.lemma == "call" && !v.passive && last == "off",
		v.lemma == "be" && last == "off" && v.hi == c.hi-1,
		v.lemma == "be" && v.modal && v.lo > c.lo && p.ws[v.lo-1].s == "there" && v.hi < c.hi && (p.ws[v.hi].s == "no" || p.ws[v.lo].s == "won't" || f.cues&negates != 0):
		f.cues |= cancels
		f.cues &^= negates
	case cancelVerbs[v.lemma] && !v.passive && p.hasObject(v.hi, c.hi):
		for i := c.lo; i < v.lo; i++ {
			if p.roles[i] == topic {
				p.roles[i] = aside
			}
		}
	case handVerbs[v.lemma] && v.passive && p.hasTo(v.hi, c.hi) && v.aux != "is" && v.aux != "are":
		f.cues |= changes
	}
}

// reviseChange gives the roles of a change: what is changed is the topic, the
// new value follows "to"; who changes it is an aside.
func (p *parser) reviseChange(c clause, v group) {
	if !changing(v.lemma) {
		return
	}
	if vagueChanges[v.lemma] && !v.passive && !p.toTime(v.hi, c.hi) {
		return
	}
	if v.lemma == "update" && !p.hasPrep(v.hi, c.hi, "to") {
		return
	}
	if !v.passive && p.hasObject(v.hi, c.hi) {
		for i := c.lo; i < v.lo; i++ {
			if p.roles[i] == topic {
				p.roles[i] = aside
			}
		}
		for i := v.hi; i < c.hi; i++ {
			if p.roles[i] == value && !toWords[p.preps[i]] && p.preps[i] != "by" && p.preps[i] != "from" {
				p.roles[i] = topic
			}
		}
	}
	if v.lemma == "go" && v.hi < c.hi && (p.ws[v.hi].s == "up" || p.ws[v.hi].s == "down") {
		p.f.cues |= changes
	}
	if v.lemma != "go" && v.lemma != "grow" && (p.hasTo(v.hi, c.hi) || foreignChanges[v.lemma] || v.lemma == "postpone" || v.lemma == "reschedule") && (v.lemma != "set" || v.command) {
		p.f.cues |= changes
	}
}

// vagueChanges are verbs of change only with a time or number: they also bring
// joy, push people and turn heads.
var vagueChanges = set("push bring slip advance put turn swap drop grow cut go")

// toTime tells whether "to" and a time, a number or a code follow.
func (p *parser) toTime(lo, hi int) bool {
	for i := lo; i+1 < hi; i++ {
		if toWords[p.ws[i].s] && (p.ws[i+1].value() || i+2 < hi && p.ws[i+2].value()) {
			return true
		}
	}
	return false
}

// toWords lead to the new value of a change.
var toWords = set("to into al a au à auf zu in para till på naar")

func (p *parser) hasTo(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if toWords[p.ws[i].s] && (p.lx != english || p.ws[i].s == "to" || p.ws[i].s == "into") {
			return true
		}
	}
	return false
}

func (p *parser) hasPrep(lo, hi int, prep string) bool {
	for i := lo; i < hi; i++ {
		if p.ws[i].s == prep {
			return true
		}
	}
	return false
}

// hasObject tells whether a noun follows the verb before any preposition.
func (p *parser) hasObject(lo, hi int) bool {
	for i := lo; i < hi && !p.lx.prepositions[p.ws[i].s]; i++ {
		if p.ws[i].content() && !p.ws[i].value() {
			return true
		}
	}
	return false
}

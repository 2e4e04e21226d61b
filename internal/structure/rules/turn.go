package rules

// turn puts what names the same thing in two ways into one form: "T is led by
// B" as "B leads T"; "B is the owner of T" as "the owner of T is B".
func (p *parser) turn() {
	f := p.f
	if f.passive {
		by := -1
		for i := range p.ws {
			if p.roles[i] == value && (p.preps[i] == "by" || p.preps[i] == "von" || p.preps[i] == "por" || p.preps[i] == "par") {
				if p.ws[i].value() && !p.ws[i].cue {
					return
				}
				by = i
			}
		}
		if by >= 0 {
			f.passive, f.byAgent, f.form = false, true, third
			p.exchange(func(i int) bool { return p.chunks[i] == p.chunks[by] })
		}
		return
	}
	if (f.lemma == "be" || f.lemma == "become") && p.rolePredicate() {
		if f.lemma == "become" {
			f.cues |= changes
		}
		f.lemma = "be"
		object := -1
		for i := range p.ws {
			if p.roles[i] == value && p.preps[i] == "" {
				object = p.chunks[i]
			}
		}
		if object >= 0 {
			f.turned = true
			p.renewed()
			p.exchange(func(i int) bool { return true })
		}
	}
}

// renewed takes "new" out of a role: "Marta is the new owner".
func (p *parser) renewed() {
	for i := range p.ws {
		if p.roles[i] == value && newWords[p.ws[i].s] && i > 0 && p.ws[i-1].s == p.f.article {
			p.ws[i].cue = true
			p.f.cues |= changes
		}
	}
}

// exchange makes the topic the value and the chosen value words the topic.
func (p *parser) exchange(chosen func(i int) bool) {
	for i := range p.roles {
		switch {
		case p.roles[i] == topic:
			p.roles[i], p.preps[i] = value, ""
		case p.roles[i] == value && chosen(i):
			p.roles[i], p.preps[i] = topic, ""
		}
	}
}

// rolePredicate tells "Marta is the owner of Fjord": a name, a form of be,
// and a role that one holds.
func (p *parser) rolePredicate() bool {
	names := 0
	for i := range p.ws {
		w := &p.ws[i]
		switch {
		case !w.content():
		case p.roles[i] == topic && (!w.name || w.poss || w.class != plain):
			return false
		case p.roles[i] == topic:
			names++
		case p.roles[i] == value && (w.value() && (p.first(i) || w.class != number) || names > 0 && p.first(i) && p.preps[i] != ""):
			return false
		}
	}
	if names == 0 || names > 3 {
		return false
	}
	switch a := p.f.article; a {
	case "the", "our", "my", "their", "his", "her", "your":
		return true
	case "":
		return p.f.lemma == "become" || p.hasOf()
	}
	return false
}

// first tells whether no value stands before word i.
func (p *parser) first(i int) bool {
	for k := 0; k < i; k++ {
		if p.roles[k] == value && p.ws[k].content() {
			return false
		}
	}
	return true
}

func (p *parser) hasOf() bool {
	for i := range p.ws {
		if p.roles[i] == value && p.ws[i].s == "of" && i > 0 && !p.ws[i-1].cue {
			return true
		}
	}
	return false
}

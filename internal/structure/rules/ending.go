package rules

// ended tells whether b says that something ended, and a is about that thing
// and needs it.
func ended(a, b *frame) bool {
	thing := b.endedThing()
	if len(thing) == 0 || a.record {
		return false
	}
	nouns, dated, named := 0, false, false
	for _, w := range thing {
		if w.class == date || w.class == clock {
			dated = true
			continue
		}
		if !a.hasIn(&w.word, topic, value, action, current) && !a.lead(w) {
			if lightVerbs[w.lemma()] || optionalThing[w.s] {
				continue
			}
			return false
		}
		nouns++
		named = named || w.name && w.lo > 0 || w.class == ident || a.headed(w)
	}
	return nouns > 0 && named && a.about(thing) && (!dated || timesAgree(a, thing))
}

// headed tells whether the word is a noun that its phrase is about, or a
// verb: a support group is a group, and no support.
func (f *frame) headed(w *part) bool {
	for i := range f.parts {
		p := &f.parts[i]
		if !same(&p.word, &w.word) {
			continue
		}
		if i+1 == len(f.parts) || f.parts[i+1].chunk != p.chunk || p.role == action || f.parts[i+1].value() || p.poss {
			return true
		}
	}
	return false
}

// optionalThing are nouns that only name what kind of thing ended.
var optionalThing = set("plan plans idea meeting event appointment project whole entire thing subscription membership contract purchase work project lease rental support use valid active available necessary required relevant possible needed effect force")

func (f *frame) lead(w *part) bool { return f.hasIn(&w.word, aside) && f.task }

func (w *part) lemma() string {
	v, _ := w.asVerb()
	return v.lemma
}

// endedThing returns the words of the thing that b says ended.
func (f *frame) endedThing() []*part {
	if f.cues&cancels != 0 && f.cues&negates == 0 {
		return f.with(topic, value, action)
	}
	if !cancelVerbs[f.lemma] || f.cues&negates != 0 || modals[f.aux] {
		return nil
	}
	switch {
	case f.passive:
		return f.with(topic)
	case (f.lemma == "end" || f.lemma == "expire" || f.lemma == "lapse") && !f.objects():
		if f.form != past {
			return nil
		}
		return f.with(topic)
	case f.lemma == "drop" && f.numbers():
		return nil
	}
	return f.with(value, topic)
}

// numbers tells a value that is a number: a price that drops is a change.
func (f *frame) numbers() bool {
	for _, w := range f.with(value, former, current) {
		if w.class == number {
			return true
		}
	}
	return false
}

func (f *frame) objects() bool {
	for _, w := range f.with(value) {
		if w.prep == "" {
			return true
		}
	}
	return false
}

// about tells whether the head of the thing stands in the frame's subject or
// object: a statement that only mentions the thing does not need it.
func (f *frame) about(thing []*part) bool {
	for _, w := range thing {
		if w.value() {
			continue
		}
		for i := range f.parts {
			p := &f.parts[i]
			if same(&p.word, &w.word) && (p.role == topic || p.role == action || p.role == value && (p.prep == "" || f.task || f.passive || p.prep == "on" || !f.objects())) {
				return true
			}
		}
	}
	return false
}

// timesAgree tells whether the days and times of the thing are also the
// statement's, where that names any.
func timesAgree(a *frame, thing []*part) bool {
	dated := false
	for i := range a.parts {
		dated = dated || a.parts[i].class == date || a.parts[i].class == clock
	}
	if !dated {
		return true
	}
	for _, w := range thing {
		day := w.class == date && (weekdays[w.s] || allDigits(w.s) && len(w.s) <= 2)
		if (day || w.class == clock) && !a.has(&w.word) {
			return false
		}
	}
	return true
}

// completed tells whether b reports that the task a was done.
func completed(a, b *frame) bool {
	if b.cues&(negates|supposes|quotes|cancels) != 0 || b.task || a.exhorts() {
		return false
	}
	if b.cues&completes != 0 {
		return covers(b.with(topic, value, action), a) || covers(a.core(), b)
	}
	for _, w := range b.with(value) {
		if b.lemma == "be" && w.verb.lemma == a.lemma && w.verb.form != base && !emptyVerbs[a.lemma] {
			return covers(b.with(topic), a)
		}
	}
	did := b.form == past || b.form == participle || b.passive && b.aux != "will"
	if !did || a.lemma == "" || modals[b.aux] {
		return false
	}
	return a.lemma == b.lemma && !emptyVerbs[b.lemma] && (covers(b.with(topic, value), a) || covers(a.core(), b))
}

// staysSo tells a claim that says that something goes on; "still" before a
// duty says that it is open.
func (c *claim) staysSo() bool {
	for i := range c.ws {
		if w := &c.ws[i]; w.signs&saysStays != 0 && w.signs&saysMust == 0 {
			return true
		}
	}
	return false
}

// owed tells a duty or a promise: a task, or what somebody has to do or will
// do. What is so and will be, and what happened, is none.
func (f *frame) owed() bool {
	if f.task {
		return true
	}
	if f.claim == nil || f.record || f.claim.signs&saysDuty == 0 || f.claim.signs&(saysUnreal|saysEnd) != 0 || f.claim.staysSo() || f.claim.denies() {
		return false
	}
	if s := f.claim.subject(); s != nil && !f.claim.person(s) {
		return false
	}
	return f.lemma != "be" && !stativeVerbs[f.lemma] && f.claim.aims()
}

// aims tells whether the statement has an object that is a known thing: who
// will do his best has promised nothing that is done one day.
func (c *claim) aims() bool {
	for i := range c.chunks {
		ch := &c.chunks[i]
		if !ch.verbal || ch.prep != "" {
			continue
		}
		if ch.definite && !c.ws[ch.lo].vagueNoun() {
			return true
		}
		for k := ch.lo; k < ch.hi; k++ {
			if w := &c.ws[k]; c.proper(w) || w.class == ident {
				return true
			}
		}
	}
	return false
}

// vagueNoun tells a word that names nothing in particular.
func (w *claimWord) vagueNoun() bool { return vague[w.s] || superlatives[w.s] }

// urging verbs open what one says to cheer another up: it is no duty, so that
// nothing completes it.
var urging = set("keep stay have enjoy believe trust follow show be continue imagine dream embrace cheer hang never always look check see love live let make take")

// showing verbs point at something to look at.
var showing = set("look check see show")

// exhorts tells an imperative of such a verb that names no thing: "keep going",
// "take lots of pictures".
func (f *frame) exhorts() bool {
	if len(f.words) == 0 || f.owes != "" || !urging[f.words[0].s] {
		return false
	}
	if showing[f.words[0].s] {
		return true
	}
	for i := range f.words {
		if w := &f.words[i]; w.name && w.lo > 0 || w.class == ident || w.class == date || w.class == number || w.s == "the" {
			return false
		}
	}
	return true
}

// emptyVerbs name no deed by themselves.
var emptyVerbs = set("be have make do get keep go")

// core is what a task cannot do without: its verb and its object.
func (f *frame) core() []*part {
	var out []*part
	for i := range f.parts {
		w := &f.parts[i]
		if w.role == action || w.role == value && w.prep == "" && w.class != date && w.class != clock {
			out = append(out, w)
		}
	}
	return out
}

// vague nouns name nothing.
var vague = set("something anything thing things stuff everything nothing lot lots bit way time times one ones great good special awesome really")

// covers tells whether f has all words of ws, times aside, and at least one
// that names a thing.
func covers(ws []*part, f *frame) bool {
	things := 0
	for _, w := range ws {
		if w.class == date || w.class == clock {
			continue
		}
		if symbolOnly(w.s) {
			continue
		}
		if !f.has(&w.word) {
			return false
		}
		if w.role != action && !vague[w.s] {
			things++
		}
	}
	return things > 0
}

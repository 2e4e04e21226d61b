package rules

import "strings"

// parser gives each word of a statement its role.
type parser struct {
	f      *frame
	lx     *lexicon
	ws     []word
	roles  []role
	chunks []int
	preps  []string
	chunk  int
}

// span is a clause: words lo to hi, with the mark that stands before it.
type clause struct {
	lo, hi int
	mark   byte
	verb   group
}

// group is a verb with its auxiliaries: words lo to hi.
type group struct {
	lo, hi  int
	lemma   string
	form    form
	aux     string
	passive bool
	modal   bool
	control string // the verb that governs it: decided to host
	found   bool
	command bool // an imperative
}

func (p *parser) run() {
	p.skipCalls()
	p.readSpan()
	swapped := p.readSwap()
	clauses := p.clauses(p.readReport())
	main := p.mainOf(clauses)
	for i, c := range clauses {
		switch {
		case i == main:
			p.readMain(c)
		case p.labels(clauses, i, main):
			p.mark(c.lo, c.hi, topic)
			p.dropVerb(c)
		case c.verb.found && p.ws[c.lo].s == "i" && p.regrets(c):
			p.f.cues |= corrects
		}
	}
	p.lendSubject(clauses, main)
	if swapped != nil {
		swapped()
	}
	p.turn()
	if p.f.voice = p.voiced(); p.f.voice > byWay {
		p.nameSpeaker()
	}
	p.collect()
}

// collect turns the roles into parts.
func (p *parser) collect() {
	heads := p.heads()
	for i := range p.ws {
		w := p.ws[i]
		if !w.content() || isAdverb(w.s) {
			continue
		}
		p.f.parts = append(p.f.parts, part{word: w, role: p.roles[i], chunk: p.chunks[i], prep: p.preps[i], head: heads[i]})
	}
}

// heads marks the noun that each phrase of the topic is about: the last one
// before a preposition.
func (p *parser) heads() []bool {
	out := make([]bool, len(p.ws))
	last, done := -1, 0
	for i := range p.ws {
		w := &p.ws[i]
		if p.roles[i] != topic {
			last = -1
			continue
		}
		if i > 0 && p.chunks[i] != p.chunks[i-1] {
			last = -1
		}
		switch {
		case done == p.chunks[i] && done > 0:
		case last >= 0 && (p.lx.prepositions[w.s] || w.s == "of" || w.s == "de" || w.s == "du" || w.s == "von" || w.s == "del"):
			out[last], done = true, p.chunks[i]
		case w.content():
			last = i
			if i+1 == len(p.ws) || p.roles[i+1] != topic || p.chunks[i+1] != p.chunks[i] || !p.topicAhead(i) {
				out[i], done = true, p.chunks[i]
			}
		}
	}
	return out
}

// topicAhead tells whether a content word follows in the same phrase.
func (p *parser) topicAhead(i int) bool {
	for k := i + 1; k < len(p.ws) && p.roles[k] == topic && p.chunks[k] == p.chunks[i]; k++ {
		if p.ws[k].content() || p.lx.prepositions[p.ws[k].s] || p.ws[k].s == "of" {
			return true
		}
	}
	return false
}

func isAdverb(s string) bool { return adverbs[s] }

func (p *parser) mark(lo, hi int, r role) {
	p.chunk++
	for i := lo; i < hi; i++ {
		p.roles[i], p.chunks[i] = r, p.chunk
	}
}

// readMain finds subject, verb and value of the main clause.
func (p *parser) readMain(c clause) {
	v := c.verb
	if !v.found {
		p.readFragment(c)
		return
	}
	f := p.f
	f.lemma, f.form, f.passive, f.aux = v.lemma, v.form, v.passive, v.aux
	f.verbAt, f.verbEnd = v.lo, v.hi
	f.task = f.task || obliges(v)
	if v.control != "" {
		f.owes = p.ws[v.lo].s
	}
	f.active = !v.passive && v.lo > c.lo
	f.defined = p.defined(c.lo, v.lo)
	if v.control == "stop" || v.control == "quit" {
		f.cues |= cancels
	}
	p.readSubject(c.lo, v.lo, v)
	p.readPronouns(c, v)
	p.mark(v.lo, v.hi, action)
	p.keepLemma(v)
	p.readValue(v.hi, c.hi)
	if v.lemma == "use" && v.command {
		for i := v.hi; i < c.hi; i++ {
			if p.preps[i] == "for" {
				p.roles[i] = topic // use B for T
			}
		}
	}
	p.reviseChange(c, v)
	p.readEnding(c, v)
}

// readPronouns notes a pronoun that is the subject or the object.
func (p *parser) readPronouns(c clause, v group) {
	for i := c.lo; i < v.lo; i++ {
		s := strings.TrimSuffix(strings.TrimSuffix(p.ws[i].s, "'s"), "'re")
		if subjectPronouns[s] || s == "this" || s == "i'm" || s == "i've" {
			p.f.pronoun = strings.TrimSuffix(strings.TrimSuffix(s, "'m"), "'ve")
		}
	}
	if v.lo < len(p.ws) && strings.Contains(p.ws[v.lo].s, "'") && p.lx == english {
		if s, _, _ := strings.Cut(p.ws[v.lo].s, "'"); subjectPronouns[s] {
			p.f.pronoun = s
		}
	}
	for i := v.hi; i < c.hi && i < v.hi+2; i++ {
		switch p.ws[i].s {
		case "it", "them", "him", "her":
			p.f.refers = true
		}
	}
}

// defined tells whether the subject begins with an article: a thing, not a
// name that can take another's place.
func (p *parser) defined(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		switch p.ws[i].s {
		case "the", "a", "an", "this", "that", "these", "those", "el", "la", "le", "der", "die", "das", "o":
			return i+1 == hi || !p.lx.prepositions[p.ws[max(i-1, 0)].s] || i == lo
		}
		if p.ws[i].content() {
			return false
		}
	}
	return false
}

// keepLemma drops all words of the verb but the one that carries its meaning.
func (p *parser) keepLemma(v group) {
	for i := v.lo; i < v.hi; i++ {
		if in, ok := p.ws[i].asVerb(); !ok || in.lemma != v.lemma || lightVerbs[v.lemma] {
			if p.ws[i].class == plain {
				p.ws[i].class = function
			}
		} else {
			p.ws[i].class = plain
		}
	}
}

// readFragment reads a clause without a verb: after a label it is the value,
// else it is the topic as a whole.
func (p *parser) readFragment(c clause) {
	if c.mark == ':' {
		p.f.lemma = "be"
		p.readValue(c.lo, c.hi)
		return
	}
	p.mark(c.lo, c.hi, topic)
}

// readSubject marks the words before the verb. A phrase that leads in is an
// aside, but names the topic of a command ("for licences ask …").
func (p *parser) readSubject(lo, hi int, v group) {
	start := p.subjectStart(lo, hi)
	if start > lo {
		lead := aside
		if start == hi && topicLeads[p.ws[p.leadAt(lo, hi)].s] {
			lead = topic
		}
		p.mark(lo, start, lead)
		for i := lo; i < start; i++ {
			p.preps[i] = p.ws[p.leadAt(lo, start)].s
		}
	}
	p.mark(start, hi, topic)
	for i := start; i < hi; i++ {
		if newWords[p.ws[i].s] && (i == start || p.ws[i-1].verb.form != gerund) { // not: meeting new people
			p.ws[i].cue = true
			p.f.cues |= renews
		}
	}
}

// topicLeads begin a phrase that names the topic where there is no subject.
var topicLeads = set("for in at with about on regarding concerning")

// leadAt is the first word of lo to hi that is no cue.
func (p *parser) leadAt(lo, hi int) int {
	for i := lo; i < hi; i++ {
		if !p.ws[i].cue {
			return i
		}
	}
	return lo
}

// subjectStart skips an introduction: "After the call with …", "On Monday".
func (p *parser) subjectStart(lo, hi int) int {
	i := lo
	for i < hi && (p.ws[i].cue || p.ws[i].class == date || p.ws[i].class == clock || isAdverb(p.ws[i].s) || i > lo && p.ws[i-1].class == date && p.ws[i].class == number) {
		i++
	}
	if i >= hi || !p.leads(p.ws[i].s) {
		return i
	}
	for k := hi - 1; k > i; k-- { // the last noun phrase before the verb
		if (p.ws[k].pre == ',' || p.ws[k].pre == ':') && p.ws[k].class != date {
			return k
		}
	}
	for k := hi - 1; k > i; k-- {
		prev := p.ws[k-1].s
		if (p.lx.determiners[p.ws[k].s] || subjectPronouns[p.ws[k].s]) && !(p.lx.prepositions[prev] && !p.ws[k-1].name) {
			return k
		}
	}
	for k := i + 1; k < hi; k++ { // From June 2 Ilse works
		w := &p.ws[k]
		if w.content() && !w.value() && (p.ws[k-1].value() || p.ws[k-1].cue) && !p.lx.prepositions[p.ws[k-1].s] {
			return k
		}
	}
	return hi
}

func (p *parser) leads(s string) bool {
	return p.lx.prepositions[s] || s == "because" || s == "due" || s == "while"
}

// readValue cuts what follows the verb into chunks at prepositions.
func (p *parser) readValue(lo, hi int) {
	start, prep := lo, ""
	if lo < hi && p.lx.determiners[p.ws[lo].s] {
		p.f.article = p.ws[lo].s
	}
	flush := func(end int) {
		if start < end {
			p.mark(start, end, value)
			for i := start; i < end; i++ {
				p.preps[i] = prep
			}
		}
	}
	for i := lo; i < hi; i++ {
		w := &p.ws[i]
		if p.lx.prepositions[w.s] && !w.cue && w.s != "per" && !(w.s == "as" && w.name) {
			flush(i)
			start, prep = i, w.s
		}
	}
	flush(hi)
}

func obliges(v group) bool {
	if v.lemma == "be" || v.lemma == "have" || v.aux == "must" && v.form == participle {
		return false
	}
	switch v.control {
	case "must", "have", "need", "ought":
		return true
	}
	return false
}

// lowerFirst tells whether s begins with one of the words.
func anyOf(s string, words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(s, w) {
			return true
		}
	}
	return false
}

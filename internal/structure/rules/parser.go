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
	lo, hi   int
	lemma    string
	form     form
	aux      string
	passive  bool
	modal    bool
	control  string // the verb that governs it: decided to host
	found    bool
	command  bool // an imperative
	negative bool
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
	p.collect()
}

// lendSubject gives a main clause whose subject is a pronoun the subject of
// the clause before it: "the retro was too early, it starts at 15:00 now". A
// denied value before it is the former one.
func (p *parser) lendSubject(cs []clause, main int) {
	if main < 1 || !cs[main].verb.found || !cs[main-1].verb.found || cs[main].mark == ':' && p.announces(cs[main-1]) {
		return
	}
	c, prev := cs[main], cs[main-1]
	i := p.leadAt(c.lo, c.hi)
	if first := p.ws[prev.lo].s; (first == "it" || first == "it's") && p.denies(prev) && !subjectPronouns[p.ws[i].s] {
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

// skipCalls passes over whom the sentence speaks to: "Wow Ana, …".
func (p *parser) skipCalls() {
	n := callsEnd(p.ws)
	for i := 0; i < n; i++ {
		p.ws[i].cue = true
	}
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

// readMain finds subject, verb and value of the main clause.
func (p *parser) readMain(c clause) {
	v := c.verb
	if !v.found {
		p.readFragment(c)
		return
	}
	f := p.f
	f.lemma, f.form, f.passive, f.aux = v.lemma, v.form, v.passive, v.aux
	f.verbEnd = v.hi
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

// readEnding reads the turns that end a thing without a word of their own:
// "we called it off", "it is off", "there will be no …".
func (p *parser) readEnding(c clause, v group) {
	f := p.f
	last := p.ws[c.hi-1].s
	switch {
	case v.lemma == "call" && !v.passive && last == "off",
		v.lemma == "be" && last == "off" && v.hi == c.hi-1,
		v.lemma == "be" && v.modal && v.lo > c.lo && p.ws[v.lo-1].s == "there" && v.hi < c.hi && p.ws[v.hi].s == "no":
		f.cues |= cancels
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

// regrets tells a clause that admits an error: ", I swapped the digits".
func (p *parser) regrets(c clause) bool {
	for i := c.lo; i < c.hi; i++ {
		if mistakes[p.ws[i].s] {
			return true
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
		if newWords[p.ws[i].s] && i > start-1 {
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
		if p.ws[k].pre == ',' || p.ws[k].pre == ':' {
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
var vagueChanges = set("push bring advance put turn swap drop grow cut go")

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

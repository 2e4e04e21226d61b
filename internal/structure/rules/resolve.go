package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// resolve writes the subject of the sentence before in place of a pronoun
// that begins this one, where there is just one it can mean: "It has been
// moved to Friday", "Postponed to Friday".
func (r *reader) resolve(text string) string {
	lead := readLabels(text)
	body := text[lead.end:]
	ws := split(body, languageOf(body))
	if len(ws) < 2 || r.last != nil && bareValue(ws) {
		return text
	}
	if r.namesSubject(body) {
		return text
	}
	if r.last == nil && !thirdPronouns[ws[0].s] && r.bareUpdate(ws, lead.cues) {
		if subject, _ := r.subjectBefore(); subject != "" && !headIn(subject, ws) {
			return text[:lead.end] + subject + ": " + body
		}
	}
	pronoun := ws[0].s
	elided := elliptic(ws) || bareValue(ws) && (lead.cues&corrects != 0 || makes(ws))
	if !elided && pronoun != "it" && pronoun != "it's" && pronoun != "he" && pronoun != "she" && pronoun != "they" {
		return text
	}
	if pronoun == "it" || pronoun == "it's" {
		if expletive(ws) {
			return text
		}
	}
	if r.last == nil && !elided && parse(text, kaibo.TypeFact, 0).cues&(changes|cancels|corrects) == 0 {
		return text // a word from the event before only carries an update
	}
	subject, person := r.subjectBefore()
	if subject == "" || person != (pronoun == "he" || pronoun == "she") && !elided {
		return text
	}
	if elided && headIn(subject, ws) {
		return text
	}
	if elided {
		return text[:lead.end] + subject + ": " + body
	}
	rest := body[ws[0].hi:]
	if pronoun == "it's" {
		rest = " is" + rest
	}
	return text[:lead.end] + subject + rest
}

// namesSubject tells whether a sentence has a subject of its own in the language
// that it seems to be in, or in that of the event before where it fits that one
// better: a name may look like a word of another language.
func (r *reader) namesSubject(body string) bool {
	l := languageOf(body)
	ws := split(body, l)
	if ownSubject(ws, l) {
		return true
	}
	for _, other := range []lang.Language{lang.English, r.languageBefore()} {
		x, y := claimOf(split(body, other), other), claimOf(ws, l)
		if other != l && x != nil && (y == nil || x.book.knows(x.ws) >= y.book.knows(y.ws)) && ownSubject(split(body, other), other) {
			return true
		}
	}
	return false
}

// languageBefore is the language of the event before.
func (r *reader) languageBefore() lang.Language {
	if len(r.in.Before) == 0 {
		return lang.Unknown
	}
	return languageOf(r.in.Before[len(r.in.Before)-1].Content)
}

// ownSubject tells a sentence that names what it is about: a noun or a name
// stands before the verb of a clause. It needs no word from another one.
func ownSubject(ws []word, l lang.Language) bool {
	if bookOf(l) == nil || thirdPronouns[strings.TrimSuffix(ws[0].s, "'s")] {
		return false
	}
	lo, named := 0, false
	for i := range ws {
		w := &ws[i]
		if cuts(w.pre) {
			lo, named = i, false
		}
		verb := asserts(ws[lo:i+1], l)
		if named && verb {
			return true
		}
		named = named || i == 0 && len(ws) > 1 && nameBeforeVerb(w, &ws[1]) || !verb && mayBeSubject(ws, i, l)
	}
	return false
}

// mayBeSubject tells a noun, a name or a code; what follows a pronoun is rather
// a verb that no list has.
func mayBeSubject(ws []word, i int, l lang.Language) bool {
	w := &ws[i]
	switch {
	case w.class == ident:
		return true
	case w.class != plain || w.cue || isAdverb(w.s) || l == lang.German && !w.name:
		return false
	}
	return i == 0 || ws[i-1].class != function || !subjectPronouns[ws[i-1].s]
}

// nameBeforeVerb tells a word of grammar that is a name here: "Will owns …".
func nameBeforeVerb(w, next *word) bool {
	return (w.class == function || callNames[w.s]) && !subjectPronouns[w.s] && !english.determiners[w.s] && next.verb.lemma != "" && next.verb.form == third && next.pre == 0
}

// headIn tells whether a sentence names the thing that a subject is: what is
// said of "the office move" is not said of "the move" once more.
func headIn(subject string, ws []word) bool {
	named := split(subject, languageOf(subject))
	for i := len(named) - 1; i >= 0; i-- {
		if !named[i].content() {
			continue
		}
		for k := range ws {
			if same(&named[i], &ws[k]) {
				return true
			}
		}
		return false
	}
	return false
}

// bareValue tells a sentence that begins with a value and says of nothing that
// it has it: "May 7", "Make that 9:10, the bus is late".
func bareValue(ws []word) bool {
	i := 0
	if makes(ws) {
		i = 2
	}
	values := 0
	for ; i < len(ws) && (ws[i].pre == 0 || values == 0 || ws[i].value()); i++ {
		switch {
		case ws[i].value():
			values++
		case ws[i].class == function && ws[i].verb.lemma == "":
		default:
			return false
		}
	}
	return values > 0
}

// makes tells "make that" or "make it", which put a value right.
func makes(ws []word) bool {
	return len(ws) > 2 && ws[0].s == "make" && (ws[1].s == "that" || ws[1].s == "it") && ws[2].value()
}

// uncleft turns "it was B that went there" into "B went there"; it answers ""
// for other sentences. What the label before it says is known by the quote.
func uncleft(text string) string {
	body := text[readLabels(text).end:]
	ws := split(body, languageOf(body))
	if len(ws) < 5 || ws[0].s != "it" || ws[1].s != "was" && ws[1].s != "is" {
		return ""
	}
	for i := 3; i < len(ws)-1 && i < 9; i++ {
		if ws[i].pre != 0 {
			return ""
		}
		if ws[i].s != "that" && ws[i].s != "who" {
			continue
		}
		v, ok := ws[i+1].asVerb()
		if !ok || v.form == base || v.form == gerund || !nameOrNumber(ws[2:i]) {
			return ""
		}
		first, n := utf8.DecodeRuneInString(body[ws[2].lo:])
		return string(unicode.ToUpper(first)) + body[ws[2].lo+n:ws[i-1].hi] + " " + body[ws[i+1].lo:]
	}
	return ""
}

// nameOrNumber tells words that pick out one thing: a name, a code, a number.
// Without one "it is" may be no cleft: "it is a shame that went …".
func nameOrNumber(ws []word) bool {
	for i := range ws {
		if ws[i].name || ws[i].class == number || ws[i].class == ident {
			return true
		}
	}
	return false
}

// elliptic tells a sentence that begins with a participle of change or with
// "now", its subject left out.
func elliptic(ws []word) bool {
	v, ok := ws[0].asVerb()
	if ok && changing(v.lemma) && (v.form == past || v.form == participle) && english.prepositions[ws[1].s] {
		return true
	}
	return ws[0].s == "now" && (english.prepositions[ws[1].s] || ws[1].value())
}

// weather verbs have no subject but "it".
var weather = set("rain rains rained raining snow snows snowed snowing hail hails freeze freezes thaw drizzle drizzles")

// expletive tells an "it" that stands for nothing: it rains, it was B that …
func expletive(ws []word) bool {
	for i := 1; i < len(ws); i++ {
		if weather[ws[i].s] {
			return true
		}
		if ws[i].s == "that" || ws[i].s == "to" && i < 5 && i > 2 && i+1 < len(ws) && infinitive(ws[i+1].s) {
			return true
		}
	}
	switch ws[1].s {
	case "rains", "rained", "snows", "snowed", "seems", "looks", "appears", "turns", "turned":
		return true
	}
	return false
}

// subjectBefore returns the subject of the sentence before, in this event or
// in the one before it, and whether it is a person.
func (r *reader) subjectBefore() (string, bool) {
	if r.last != nil && r.last.nothing {
		return "", false
	}
	if r.last != nil {
		return subjectOf(r.lastSay, r.last)
	}
	if len(r.in.Before) == 0 {
		return "", false
	}
	text := strings.TrimSpace(r.in.Before[len(r.in.Before)-1].Content)
	spans := lang.Sentences(text)
	if len(spans) == 0 || len(spans) > 3 {
		return "", false
	}
	s := text[spans[len(spans)-1].Start:spans[len(spans)-1].End]
	if strings.HasSuffix(s, "?") {
		return "", false
	}
	return subjectOf(s, parse(s, kaibo.TypeFact, 0))
}

// subjectOf returns the words of the frame's topic as they stand in text.
func subjectOf(text string, f *frame) (string, bool) {
	topics := f.with(topic)
	if len(topics) == 0 || len(topics) > 6 || f.lemma == "" || f.turned || f.byAgent {
		return "", false
	}
	body := readLabels(text).end
	lo, hi := body+topics[0].lo, body+topics[len(topics)-1].hi
	if lo < 0 || hi > len(text) || lo >= hi || hi-lo > 80 {
		return "", false
	}
	person := len(topics) <= 2 && topics[0].name && allNames(topics)
	for _, det := range []string{"the ", "The ", "our ", "Our ", "my ", "My "} {
		if strings.HasSuffix(text[:lo], det) {
			lo -= len(det)
			person = false
			break
		}
	}
	return text[lo:hi], person
}

func allNames(ps []*part) bool {
	for _, p := range ps {
		if !p.name || p.class != plain {
			return false
		}
	}
	return true
}

// bareUpdate tells a sentence that names nothing but a new value, of the sort
// that the sentence before has, and says that it is new: "let's make it 19:30",
// "sorry, I meant room 241". What it is the value of stands in that sentence.
func (r *reader) bareUpdate(ws []word, lead cue) bool {
	if len(r.in.Before) == 0 || len(ws) > 14 {
		return false
	}
	c := claimOf(ws, languageOf(r.in.Before[len(r.in.Before)-1].Content))
	if c == nil || !c.stands() || c.signs&(changesSlot|saysWrong) == 0 && lead&(corrects|changes) == 0 {
		return false
	}
	values, odd := slots(0), 0
	for i := range c.ws {
		w := &c.ws[i]
		if w.grain != grainContent || isAdverb(w.s) || c.book.attr[w.s] != "" || c.book.units[w.s] {
			continue
		}
		switch {
		case w.class == date || w.class == clock:
			values |= slotTime
		case w.class == number || w.class == unit:
			values |= slotAmount
		case w.class == ident:
			values |= slotCode
		case w.name && w.lo > 0:
			return false
		case w.verb.lemma != "" && lightVerbs[w.verb.lemma]:
		default:
			odd++
		}
	}
	if values == 0 || odd > 1 || odd == 1 && c.language == lang.English {
		return false
	}
	return values&r.valuesBefore() != 0
}

// valuesBefore are the sorts of values in the last sentence of the event
// before.
func (r *reader) valuesBefore() slots {
	text := r.in.Before[len(r.in.Before)-1].Content
	spans := lang.Sentences(text)
	if len(spans) == 0 {
		return 0
	}
	last := text[spans[len(spans)-1].Start:spans[len(spans)-1].End]
	var out slots
	for _, w := range split(last, languageOf(last)) {
		switch w.class {
		case date, clock:
			out |= slotTime
		case number, unit:
			out |= slotAmount
		case ident:
			out |= slotCode
		}
	}
	return out
}

package rules

import "strings"

// kind is what sort of value stands in a slot.
type kind uint8

const (
	kindNone kind = iota
	kindNoun
	kindNumber
	kindDate
	kindClock
	kindName // an identifier
)

// diff is what two statements do not share, by slot.
type diff struct {
	a, b        *frame
	shared      int     // topic words in both
	oldTopic    []*part // only in the earlier, as topic
	newTopic    []*part // only in the later, as topic
	oldValue    []*part
	newValue    []*part
	loose       bool // the earlier says more of its topic than the later
	clash       bool // they speak of different things
	prep        string
	attribute   bool // the topic is an attribute of a thing
	steadyTopic bool // the topics agree word by word
}

// compare finds what each of two statements says that the other does not.
func compare(a, b *frame) diff {
	d := diff{a: a, b: b}
	for i := range b.parts {
		w := &b.parts[i]
		in := a.has(&w.word)
		switch {
		case w.role == topic && in:
			d.shared++
		case w.role == topic && !attributes[w.s]:
			d.newTopic = append(d.newTopic, w)
		case (w.role == value || w.role == current) && !in:
			d.newValue = append(d.newValue, w)
		case w.role == value && in && a.hasIn(&w.word, topic) && !w.value():
			d.shared++
		case w.role == value && in && !w.value():
			d.shared++
		}
	}
	for i := range a.parts {
		w := &a.parts[i]
		if w.role == value && !d.b.hasIn(&w.word, topic, value, current, action) && d.inLater(w) {
			d.shared++
		}
		if w.role == aside || w.role == action || w.role == former || d.inLater(w) {
			continue
		}
		if w.role == topic {
			d.oldTopic = append(d.oldTopic, w)
		} else {
			d.oldValue = append(d.oldValue, w)
		}
	}
	d.renamed()
	d.judgeTopics()
	d.judgeValues()
	return d
}

// renamed takes the later value for new though it repeats a word of the topic:
// "the main gate is now called Main".
func (d *diff) renamed() {
	if len(d.newValue) > 0 || len(d.oldValue) == 0 || d.a.lemma != d.b.lemma || d.a.lemma != "call" && d.a.lemma != "name" {
		return
	}
	for _, w := range d.b.with(value) {
		if !d.a.hasIn(&w.word, value, current) {
			d.newValue = append(d.newValue, w)
		}
	}
}

// inLater tells whether the later statement has the word of the earlier one.
// What it says aside of a value does not count: "A was too slow, we use B".
func (d *diff) inLater(w *part) bool {
	if w.role == topic {
		return d.b.has(&w.word)
	}
	if d.b.hasIn(&w.word, topic, value, current, action) {
		return true
	}
	return !w.value() && w.chunkShared(d) && d.b.hasIn(&w.word, aside)
}

// chunkShared tells whether the words of the part's chunk all stand in the
// later statement's asides, which then resolve a pronoun ("we serve them").
func (w *part) chunkShared(d *diff) bool {
	return w.prep == "" && d.b.refers && d.b.hasIn(&w.word, aside) && len(d.b.with(value)) > 0 && hasPrepValue(d.b)
}

func hasPrepValue(f *frame) bool {
	for _, w := range f.with(value) {
		if w.prep != "" {
			return true
		}
	}
	return false
}

// judgeTopics decides whether what only the earlier says of its topic tells
// another thing (a name, a number) or only more of the same.
func (d *diff) judgeTopics() {
	d.steadyTopic = len(d.oldTopic) == 0 && len(d.newTopic) == 0
	for _, w := range d.oldTopic {
		if d.b.lemma == "cost" && priceWords[w.s] {
			continue
		}
		d.loose = true
		if w.name && w.lo > 0 || w.class == ident || w.class == number || w.poss {
			d.clash = true
		}
	}
	if d.loose && !d.sharedHead() {
		d.clash = true
	}
	topics := d.b.with(topic)
	d.attribute = len(topics) > 0 && (attributes[topics[0].s] || len(topics) > 1)
}

// priceWords are what "it costs" says by the verb.
var priceWords = set("price prices cost costs fee fees rate precio prix preis preço prezzo")

// sharedHead tells whether both topics are about the same noun, or the
// earlier names an attribute of the later's: the date of the demo moved.
func (d *diff) sharedHead() bool {
	for i := range d.b.parts {
		w := &d.b.parts[i]
		if w.role == topic && w.head && d.a.headOf(w) {
			return true
		}
	}
	heads := 0
	for _, w := range d.a.with(topic) {
		if w.head {
			heads++
			if !whenWords[w.s] && !(whereWords[w.s] && changing(d.b.lemma)) {
				return false
			}
		}
	}
	return heads > 0
}

// Attributes that every dated or placed thing has: a statement about the
// thing may give them.
var (
	whenWords  = set("date day time deadline start fecha hora termin heure data")
	whereWords = set("room place venue location sala lugar lieu ort raum")
)

func (f *frame) headOf(w *part) bool {
	for i := range f.parts {
		p := &f.parts[i]
		if p.head && same(&p.word, &w.word) || p.role == value && p.prep == "" && same(&p.word, &w.word) {
			return true
		}
	}
	return false
}

// judgeValues looks for a value of the later that has no like in the earlier
// though its measured thing differs: 64 GB of memory, 2 TB of disk.
func (d *diff) judgeValues() {
	numbers := map[int]bool{}
	for _, w := range d.newValue {
		if w.class == number {
			numbers[w.chunk] = true
		}
	}
	for _, w := range d.newValue {
		if w.class == plain && numbers[w.chunk] && !w.name {
			d.clash = true
		}
		if w.class == unit && !d.sameDimension(w) {
			d.clash = true
		}
	}
	for _, o := range d.oldValue {
		for _, n := range d.newValue {
			if o.prep == "for" && n.prep == "for" && kindOfPart(o) == kindNoun && kindOfPart(n) == kindNoun && d.b.lemma != "work" {
				d.clash = true
			}
		}
	}
	for _, w := range d.newValue {
		if d.prep == "" {
			d.prep = w.prep
		}
	}
}

func (d *diff) sameDimension(w *part) bool {
	seen := false
	for _, o := range d.oldValue {
		if o.class == unit {
			seen = true
			if dimension(o.s) == dimension(w.s) {
				return true
			}
		}
	}
	return !seen
}

var dimensions = []map[string]bool{
	set("euro euros dollar dollars pound pounds eur usd chf gbp cent cents franc francs krone kroner kronor yen reais real pesos peso céntimos cêntimos centavos centimes"),
	set("ms milliseconds millisecond s sec secs second seconds min mins minute minutes h hour hours day days week weeks month months year years sekunden minuten stunde stunden tag tage tagen woche wochen monat monate jahr jahre segundo segundos minuto minutos hora horas día días dia dias semana semanas mes meses mês año años ano anos secondes heure heures jour jours semaine semaines mois an ans"),
	set("b kb mb gb tb pb byte bytes kib mib gib tib bit bits go mo ko"),
	set("mm cm m km meter meters metre metres kilometers kilometres mile miles foot feet inch inches metros metro mètres mètre kilómetros quilômetros kilomètres kilometer"),
	set("g gram grams kg kilo kilos kilogram kilograms ton tons tonne tonnes quilo quilos gramm gramos gramas grammes tonnen"),
	set("ml cl l liter liters litre litres litro litros"),
	set("percent % points percentage"),
}

// measureOf is the dimension that a word measures, -1 when it is no unit.
func measureOf(s string) int {
	if strings.Trim(s, "0123456789.,+-~") == "" {
		return -1
	}
	for i, sign := range []string{"€$£", "", "", "", "", "%"} {
		if sign != "" && strings.ContainsAny(s, sign) {
			return i
		}
	}
	if d := dimension(strings.TrimLeft(s, "0123456789.,+-~")); d >= 0 {
		return d
	}
	return -1
}

func dimension(s string) int {
	for i, d := range dimensions {
		if d[s] {
			return i
		}
	}
	return -1
}

// agentOnly tells whether only the whole subjects differ: "Wanda orders the
// badges", "Hassan orders the badges".
func (d *diff) agentOnly() bool {
	if d.b.cues&corrects == 0 && (d.b.defined && !d.b.byAgent || d.a.defined && !d.a.byAgent) {
		return false
	}
	if d.b.lemma == "be" && (severalOf(d.newTopic) || severalOf(d.oldTopic)) {
		return false
	}
	if len(d.newTopic) == 0 || len(d.oldTopic) == 0 || d.b.verbEnd == 0 || d.a.verbEnd == 0 {
		return false
	}
	if len(d.newValue) > 0 && !d.onlyTimes(d.newValue) {
		return false
	}
	for _, w := range d.oldValue {
		if !w.value() {
			return false
		}
	}
	return len(d.newTopic) == len(d.b.with(topic)) && d.wholeSubject() && d.sharedValue()
}

// severalOf tells a plural, which is no person.
func severalOf(ws []*part) bool {
	return len(ws) == 1 && plural(&ws[0].word)
}

// holder tells whether one says by a verb what the other says by a role, and
// only who differs: "Marta leads the team", "Paolo is now the team's lead".
func (d *diff) holder() bool {
	switch {
	case d.b.turned && !d.a.turned:
		return len(d.newTopic) == 0 && len(d.newValue) > 0 && len(d.oldTopic) > 0 && d.wholeSubject() && d.onlyTimes(d.oldValue)
	case d.a.turned && !d.b.turned:
		return len(d.oldTopic) == 0 && len(d.oldValue) > 0 && len(d.newTopic) > 0 && len(d.newTopic) == len(d.b.with(topic)) && d.onlyTimes(d.newValue)
	}
	return false
}

func (d *diff) onlyTimes(ws []*part) bool {
	for _, w := range ws {
		if w.class != date && w.class != clock {
			return false
		}
	}
	return true
}

// wholeSubject tells whether nothing of the earlier subject is in the later.
func (d *diff) wholeSubject() bool { return len(d.oldTopic) == len(d.a.with(topic)) }

func (d *diff) sharedValue() bool {
	for _, w := range d.b.with(value) {
		if !w.value() && d.a.hasIn(&w.word, value) {
			return true
		}
	}
	return false
}

// oneSlot tells whether the two differ in one slot only, whichever: enough
// for a correction.
func (d *diff) oneSlot() bool {
	if len(d.newTopic) > 0 || len(d.oldTopic) > 0 {
		return len(d.newValue) == 0 && len(d.oldValue) == 0 && len(d.newTopic) > 0 && len(d.oldTopic) > 0 &&
			kindOf(d.newTopic) == kindOf(d.oldTopic) && len(d.b.with(value)) > 0
	}
	return !d.clash && d.slot(false) && d.things() > 0
}

// Bounds of what counts as one value: longer ones are new statements.
const (
	maxNewWords = 6
	maxOldWords = 8
)

// slot tells whether one value of the earlier gives way to one of the later,
// of the same kind, and nothing else differs but times and, unless strict,
// phrases that the later leaves out.
func (d *diff) slot(strict bool) bool {
	fresh, stale := byChunk(d.newValue), byChunk(d.oldValue)
	for _, n := range fresh {
		for _, o := range stale {
			if compatible(kindOf(o), kindOf(n)) && d.prepsAgree(o[0], n[0]) && len(n) <= maxNewWords && len(o) <= maxOldWords &&
				d.restFits(fresh, n, true) && d.restFits(stale, o, strict) {
				return true
			}
		}
	}
	return false
}

// restFits tells whether the chunks besides the chosen one are times, or,
// unless strict, short phrases with a preposition.
func (d *diff) restFits(chunks [][]*part, chosen []*part, strict bool) bool {
	for _, c := range chunks {
		if c[0].chunk == chosen[0].chunk || d.onlyTimes(c) && d.told() {
			continue
		}
		if c[0].prep == "by" && kindOf(c) == kindNumber {
			continue // by how much
		}
		if strict || c[0].prep == "" || len(c) > 3 {
			return false
		}
	}
	return true
}

// told tells whether the later says that something changed: only then may two
// of its values be new at once.
func (d *diff) told() bool { return d.b.cues&(changes|corrects|renews) != 0 }

// byChunk groups the parts that stand in one chunk.
func byChunk(ps []*part) [][]*part {
	var out [][]*part
	for _, p := range ps {
		if n := len(out); n > 0 && out[n-1][0].chunk == p.chunk {
			out[n-1] = append(out[n-1], p)
			continue
		}
		out = append(out, []*part{p})
	}
	return out
}

// things counts the nouns that both statements are about: in the topic or the
// object of each.
func (d *diff) things() int {
	n := 0
	for i := range d.b.parts {
		w := &d.b.parts[i]
		if w.value() && w.class != ident || !d.b.central(w) {
			continue
		}
		for k := range d.a.parts {
			o := &d.a.parts[k]
			if (d.a.central(o) || o.role == action) && same(&o.word, &w.word) {
				n++
				break
			}
		}
	}
	return n
}

func (f *frame) centralWord(w *word) bool {
	for i := range f.parts {
		if same(&f.parts[i].word, w) && f.central(&f.parts[i]) {
			return true
		}
	}
	return false
}

// central tells whether the word stands where a statement names what it is
// about.
func (f *frame) central(w *part) bool {
	switch w.role {
	case topic:
		return true
	case value:
		return w.prep == "" || w.prep == "for" || w.prep == "about" || !f.objects() && !(w.prep == "to" && w.verb.lemma != "" && w.verb.form == base)
	case aside:
		return f.refers && f.cues&changes != 0
	}
	return false
}

// other is the verb of the one that does not say "is".
func (d *diff) other() string {
	if d.a.lemma == "be" {
		return d.b.lemma
	}
	return d.a.lemma
}

func (d *diff) prepsAgree(o, n *part) bool {
	if d.b.lemma == "be" && (d.a.lemma == "be" || d.a.lemma == "make") && places[n.prep] && !places[o.prep] && kindOfPart(n) == kindNoun && kindOfPart(o) == kindNoun {
		return o.prep == "with" || o.prep == "by" // where a thing is, and what it is
	}
	if (d.a.lemma == "be") != (d.b.lemma == "be") && !lightVerbs[d.other()] && !changing(d.other()) {
		return o.prep == n.prep || places[o.prep] && places[n.prep] // what is done to a thing is not what it is
	}
	if o.prep == n.prep || kindOfPart(n) != kindNoun || o.prep == "" || n.prep == "" || n.prep == "to" {
		return o.prep == n.prep || kindOfPart(n) != kindNoun || changing(d.b.lemma) || n.role == current || d.a.lemma != d.b.lemma || d.b.cues&changes != 0
	}
	return places[o.prep] && places[n.prep] || d.b.cues&changes != 0 && (places[o.prep] || o.prep == "for" || o.prep == "with") && (places[n.prep] || n.prep == "for" || n.prep == "with")
}

var places = set("in at on near behind under beside into through en em a auf im am bei")

func compatible(a, b kind) bool {
	if a == b {
		return true
	}
	name := func(k kind) bool { return k == kindNoun || k == kindName }
	return name(a) && name(b) || a == kindNumber && b == kindName || a == kindName && b == kindNumber
}

func (d *diff) kind() kind { return kindOf(d.newValue) }

// kindOf is the kind of the first word that is a value, else of a noun.
func kindOf(ws []*part) kind {
	out := kindNone
	for _, w := range ws {
		if k := kindOfPart(w); k != kindNoun {
			return k
		}
		out = kindNoun
	}
	return out
}

func kindOfPart(w *part) kind {
	switch w.class {
	case number, unit:
		return kindNumber
	case date:
		return kindDate
	case clock:
		return kindClock
	case ident:
		return kindName
	}
	return kindNoun
}

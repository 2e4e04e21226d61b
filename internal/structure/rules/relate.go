package rules

import (
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// verdict is how a later statement stands to an earlier one, and how surely:
// a loose one gives way when another candidate fits exactly.
type verdict struct {
	relation structure.Relation
	loose    bool
}

// blocked are the cues of statements that end nothing: they are not said to
// be so, or they stand beside what was said.
const blocked = supposes | adds | quotes | earlier | holds | conditional

// relate tells how b, the later, stands to a, the earlier: as a whole, and
// where that says nothing clause by clause. A clause that names what takes the
// place of the earlier says more than one that ends it.
func relate(a, b *frame) (verdict, bool) {
	v, ok := relateOne(a, b)
	if ok && v.relation != structure.Cancels || b.claim != nil && !b.claim.stands() {
		return v, ok
	}
	for _, c := range b.alone.clauses() {
		u, found := relateOne(a, c)
		if u.relation == structure.Completes && !a.task {
			continue // a promise is kept by a whole sentence
		}
		switch {
		case found && (u.relation == structure.Supersedes || !ok && u.relation != structure.Cancels):
			return u, true
		case found && !ok:
			v, ok = u, true
		}
	}
	if ok && (successor(a, b) || exchanged(a, b)) {
		return replacing(b, v.loose)
	}
	return v, ok
}

// relateOne relates two sentences by their frames, and where those see nothing
// by their claims.
func relateOne(a, b *frame) (verdict, bool) {
	if v, ok := moved(a, b); ok {
		return v, true
	}
	if v, ok := revived(a, b); ok && !a.caption && !b.caption {
		return v, true
	}
	if a.caption || b.caption || once(a, b) || otherSide(a, b) || b.claim != nil && !b.claim.stands() {
		return verdict{}, false
	}
	if v, ok := framed(a, b); ok {
		return v, (v.relation != structure.Supersedes || !elsewise(a, b)) && !withheld(a, b, v)
	}
	if a.nothing || b.nothing || a.cues&quotes != 0 || b.cues&(quotes|conditional) != 0 {
		return verdict{}, false
	}
	v, ok := claimed(a, b)
	return v, ok && !withheld(a, b, v)
}

// framed relates two frames.
func framed(a, b *frame) (verdict, bool) {
	if a.nothing || b.nothing {
		return verdict{}, false
	}
	if a.row != nil && b.row != nil {
		return relateRows(a, b)
	}
	if a.cues&quotes != 0 {
		return verdict{}, false
	}
	if b.cues&(blocked&^adds) == 0 && a.cues&cancels == 0 && ended(a, b) && !(a.owed() && completed(a, b)) {
		return verdict{relation: structure.Cancels}, true
	}
	if b.cues&blocked != 0 {
		return verdict{}, false
	}
	if a.owed() && completed(a, b) {
		return verdict{relation: structure.Completes}, true
	}
	if b.cues&negates != 0 || b.cues&cancels != 0 {
		return verdict{}, false
	}
	if v, ok := swapped(a, b); ok {
		return v, true
	}
	return updated(a, b)
}

// relateRows compares rows of tables with the same columns: the first column
// names the row, and a new value in another takes the old row's place.
func relateRows(a, b *frame) (verdict, bool) {
	if len(a.row) < 2 || len(a.row) != len(b.row) || a.row[0] != b.row[0] {
		return verdict{}, false
	}
	for i := range a.row {
		if a.row[i].name != b.row[i].name {
			return verdict{}, false
		}
	}
	return verdict{relation: structure.Supersedes}, true
}

// replacing is the relation of a statement that takes another's place.
func replacing(b *frame, loose bool) (verdict, bool) {
	v := verdict{relation: structure.Supersedes, loose: loose}
	if b.cues&corrects != 0 {
		v.relation = structure.Corrects
	}
	return v, true
}

// swapped compares a statement that names both values: the earlier must hold
// the former value and all of the topic.
func swapped(a, b *frame) (verdict, bool) {
	old := b.with(former)
	if len(old) == 0 {
		return verdict{}, false
	}
	for _, w := range old {
		if !a.hasIn(&w.word, topic, value, current, action) {
			return verdict{}, false
		}
	}
	shared := 0
	for _, w := range b.with(topic) {
		switch {
		case a.has(&w.word):
			shared++
		case w.class == date || w.class == clock:
		case b.lone(w, a):
		case w.value() || w.name || !attributes[w.s]:
			return verdict{}, false
		}
	}
	for _, w := range b.with(value) {
		if a.has(&w.word) {
			shared++
		}
	}
	if shared == 0 && a.lemma == b.lemma && !lightVerbs[a.lemma] && a.pronoun == b.pronoun {
		shared++
	}
	if shared == 0 || !differs(a, b) {
		return verdict{}, false
	}
	return replacing(b, false)
}

// lone tells whether w belongs to a subject that takes the former one's place:
// "Paolo writes it instead of Marta".
func (f *frame) lone(w *part, a *frame) bool {
	if len(f.with(current)) > 0 || !f.active {
		return false
	}
	for _, t := range f.with(topic) {
		if a.has(&t.word) {
			return false
		}
	}
	return true
}

// differs tells whether the new value is not in the earlier statement yet.
func differs(a, b *frame) bool {
	fresh := b.with(current)
	if len(fresh) == 0 {
		fresh = append(b.with(value), b.with(topic)...)
	}
	for _, w := range fresh {
		if !a.has(&w.word) {
			return true
		}
	}
	return false
}

// attributes are nouns that a change announces by: "new room for …".
var attributes = set("room date time price place venue owner deadline address number host name link url password code contact lead location slot version limit rate fee cost day hour hours status job role responsibility review owner ownership manager task duty backup address phone mail email name title type role size color colour date status",
	"fecha hora lugar precio sala date heure lieu prix salle termin ort preis raum data preço local sala orario luogo prezzo")

// updated compares two statements slot by slot: everything but one value must
// agree, and either the later says that something changed, or the predicate
// can hold only one value.
func updated(a, b *frame) (verdict, bool) {
	if !subjectsAgree(a, b) || a.record && b.cues&corrects == 0 {
		return verdict{}, false
	}
	if elsewhere(a, b) {
		return verdict{}, false
	}
	d := compare(a, b)
	strong := b.cues&(changes|corrects) != 0 || b.cues&renews != 0 && len(d.newTopic) == 0
	if !strong && (b.record || a.record || b.task != a.task || b.task) {
		return verdict{}, false
	}
	if d.shared == 0 || !verbsAgree(a, b, strong) {
		return verdict{}, false
	}
	if b.cues&corrects == 0 && b.record && b.form == past && b.cues&changes == 0 {
		return verdict{}, false
	}
	if d.agentOnly() || d.holder() {
		if strong || oneHolder(a, b) {
			return replacing(b, d.loose)
		}
		return verdict{}, false
	}
	if a.lemma != b.lemma && !changing(b.lemma) && !sharesTopic(a, b) {
		return verdict{}, false
	}
	if b.cues&corrects != 0 && d.oneSlot() {
		return replacing(b, d.loose)
	}
	if len(d.newTopic) > 0 || d.clash || !d.slot(!strong) || d.things() == 0 {
		return verdict{}, false
	}
	if b.lemma == a.lemma && (b.lemma == "own" || severalObjects(a, b, d)) {
		return verdict{}, false
	}
	if !strong && (d.loose || !oneValue(a, b, d)) {
		return verdict{}, false
	}
	return replacing(b, d.loose)
}

// sides are what is so of a person beside other things: where they live, whom
// they work for. A verb of one says nothing of another.
var sides = []map[string]bool{
	set("live reside stay dwell settle relocate move"),
	set("work join serve"),
	set("lead manage head run direct chair"),
}

// otherSide tells whether two statements on nothing but a name speak of two
// sides of it: whoever moves to another town keeps job, languages and car. What
// moves in time is no person, and who is somewhere may live there.
func otherSide(a, b *frame) bool {
	if a.lemma == b.lemma || !onlyPerson(a) || !onlyPerson(b) || b.cues&corrects != 0 {
		return false
	}
	for _, w := range b.with(value, current) {
		if w.class == date || w.class == clock {
			return false
		}
	}
	for _, w := range a.with(value) {
		if b.has(&w.word) { // it says what becomes of that
			return false
		}
	}
	for i, s := range sides {
		if s[b.lemma] {
			return !s[a.lemma] && !(i == 0 && a.lemma == "be" && somewhere(a))
		}
	}
	return false
}

// somewhere tells whether a statement says where its subject is.
func somewhere(f *frame) bool {
	for _, w := range f.with(value, current) {
		if (w.prep == "in" || w.prep == "at" || w.prep == "on") && w.class != number && w.class != date {
			return true
		}
	}
	return false
}

// onlyPerson tells whether the subject is a name and no more.
func onlyPerson(f *frame) bool {
	topics := f.with(topic)
	for _, w := range topics {
		if !w.name || w.class != plain || attributes[w.s] {
			return false
		}
	}
	return len(topics) > 0
}

// elsewhere tells whether b leads in with a place or a name that a does not
// speak of: "in Finland the school starts at nine".
func elsewhere(a, b *frame) bool {
	for _, w := range b.with(aside) {
		if (w.prep == "in" || w.prep == "at" || w.prep == "for") && (w.class == plain && (w.name || w.prep == "in") || w.class == number || w.class == ident) && !a.has(&w.word) {
			return true
		}
	}
	return false
}

// subjectsAgree tells whether two statements can have one subject: a pronoun
// that stands for something unsaid agrees with nothing, and "I" is not "you".
func subjectsAgree(a, b *frame) bool {
	ta, tb := len(a.with(topic)) > 0, len(b.with(topic, former)) > 0
	switch {
	case ta && tb:
		return true
	case !ta && unsaid[a.pronoun], !tb && unsaid[b.pronoun]:
		return false
	case !ta && !tb && a.lemma == "be":
		return false
	case !ta && !tb && a.pronoun != "" && b.pronoun != "":
		return a.pronoun == b.pronoun
	}
	return true
}

var unsaid = set("it this that they there you he she who")

// sharesTopic tells whether a word of the later topic is in the earlier's.
func sharesTopic(a, b *frame) bool {
	for _, w := range b.with(topic) {
		if a.hasIn(&w.word, topic) || len(a.with(topic)) == 0 && a.centralWord(&w.word) {
			return true
		}
	}
	return len(b.with(topic)) == 0 && b.refers
}

// severalObjects tells a person whose object differs: "Nadia maintains the
// parser" goes on while she maintains the lexer.
func severalObjects(a, b *frame, d diff) bool {
	t := b.with(topic)
	return b.article == "the" && a.article == "the" && b.lemma != "be" && b.form == third && !b.defined &&
		len(t) > 0 && t[0].name && len(d.newValue) > 0 && d.newValue[0].prep == "" && d.kind() == kindNoun
}

// verbsAgree tells whether two predicates may be the same.
func verbsAgree(a, b *frame, strong bool) bool {
	if a.lemma == b.lemma || a.lemma == "" || b.lemma == "" {
		return true
	}
	if changing(b.lemma) || changing(a.lemma) {
		return strong || a.lemma == b.lemma
	}
	if lightVerbs[a.lemma] && lightVerbs[b.lemma] {
		return (a.lemma == "have") == (b.lemma == "have") // what it has is not what it is
	}
	return strong && (lightVerbs[a.lemma] && !ownVerbs[a.lemma] || lightVerbs[b.lemma] && !ownVerbs[b.lemma])
}

// ownVerbs are light verbs that another verb does not stand for: who works
// somewhere need not live there.
var ownVerbs = set("have live start begin lie stand sit")

// singleVerbs can hold one value at a time in what follows them.
var singleVerbs = set("be cost weigh measure listen run live lie call name host locate plan schedule set keep assign lead give start begin open close end leave depart arrive take belong hold allow report produce last use serve go expire store sit license version pin stand limit cap charge run speak pay default point map bill total amount cover default bind")

// oneValue tells whether the predicate can hold one value only, so that a
// second takes the place of the first without a word of change.
func oneValue(a, b *frame, d diff) bool {
	if a.lemma != b.lemma || !singleVerbs[b.lemma] || b.form == past && !b.passive || a.passive != b.passive ||
		b.passive && (b.aux == "was" || b.aux == "were") { // a deed of the past
		return false
	}
	if d.kind() != kindNoun {
		return d.steadyTopic && len(b.with(topic)) > 0
	}
	if b.article == "a" || b.article == "an" || a.article == "a" || a.article == "an" {
		return false
	}
	if d.prep == "" && len(d.newValue) > 0 && !d.newValue[0].name {
		return false // a quality: it is fine, it is new
	}
	return d.steadyTopic && len(b.with(topic)) > 0 && (places[d.prep] || d.attribute && d.prep == "" || b.passive || b.lemma == "call")
}

// superlatives are qualities that are said of many: "the best".
var superlatives = set("best worst most least greatest nicest same")

// holderVerbs have one subject at a time.
var holderVerbs = set("lead head own manage chair run maintain coordinate direct supervise")

func oneHolder(a, b *frame) bool {
	if a.lemma != b.lemma || a.form != third || b.form != third {
		return false
	}
	if t := b.with(topic); len(t) == 0 || !t[0].name || len(t) == 1 && plural(&t[0].word) {
		return false
	}
	if a.byAgent && b.byAgent {
		return b.aux != "was" && b.aux != "were" // a deed of the past had who did it
	}
	for _, w := range b.with(value) {
		if superlatives[w.s] {
			return false
		}
	}
	return holderVerbs[b.lemma] || b.lemma == "be" && b.article == "the" && a.article == "the"
}

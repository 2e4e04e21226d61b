package rules

import (
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// claim is the second reading of a statement, the one that does not depend on
// how the sentence is built: its words in chunks, each chunk with the
// preposition that opens it, and the signs that turns of phrase give.
//
// A frame says which word is subject, verb and value, and serves well where
// two statements are built alike. A claim serves where they are not: whatever
// the order of words, the two name the same thing, one value of the same sort
// differs, and the later says that it changed.
type claim struct {
	book     *phrasebook
	german   bool // nouns are written like names
	language lang.Language
	ws       []claimWord
	chunks   []chunk
	clauses  []sign // the signs of each clause
	signs    sign   // of the whole statement
}

type claimWord struct {
	word
	signs  sign
	grain  grain
	chunk  int // index of its chunk; -1 when it is in none
	clause int
	title  bool // a title stands before it
	denied bool // a denial that is part of no other turn
	run    sign // the signs that turns of several words give
}

// grain is what a word is for a claim.
type grain uint8

const (
	grainEmpty   grain = iota // a word of grammar, or one that an aside holds
	grainSign                 // part of a turn of phrase
	grainContent              // it names something
)

// chunk is a run of content words: a noun phrase, or a value.
type chunk struct {
	lo, hi   int    // words, those without content among them
	prep     string // the sort of preposition before it
	clause   int
	definite bool // "the", "my": a thing that is known
	own      bool // "my", "our"
	verbal   bool // a predicate stands before it in its clause
}

// claimOf reads the words of a statement; nil in a language without a phrase
// book.
func claimOf(ws []word, l lang.Language) *claim {
	b := bookOf(l)
	if b == nil || len(ws) == 0 {
		return nil
	}
	c := &claim{book: b, german: l == lang.German, language: l, ws: make([]claimWord, len(ws))}
	for i := range ws {
		c.ws[i] = claimWord{word: ws[i], chunk: -1}
	}
	c.readDates()
	c.readTurns(ws)
	c.cutClauses()
	c.grains()
	c.readReasons(ws)
	c.cutChunks()
	return c
}

// takeVerb makes the verb that the frame found a predicate of the claim, where
// no turn of phrase has made it one: the phrases around it are then apart.
func (c *claim) takeVerb(lo, hi int) {
	found := false
	for i := lo; i < hi && i < len(c.ws); i++ {
		w := &c.ws[i]
		if w.grain == grainContent && w.class == plain && !w.name && w.verb.lemma != "" && w.verb.form != gerund && i > 0 {
			w.grain, w.signs, found = grainSign, w.signs|saysVerb, true
		}
	}
	if !found {
		return
	}
	for i := range c.ws {
		c.ws[i].chunk = -1
	}
	c.chunks = nil
	for i := range c.ws {
		c.clauses[c.ws[i].clause] |= c.ws[i].signs
		c.signs |= c.ws[i].signs
	}
	c.cutChunks()
}

// readDates takes the day for a part of the date in "5 de maio", and a year
// for a date.
func (c *claim) readDates() {
	for i := range c.ws {
		w := &c.ws[i]
		if noons[w.s] || c.hourAt(i) {
			w.class = clock
		}
		if freeOfCharge[w.s] && i+1 == len(c.ws) && i > 0 && c.ws[i-1].class == function {
			w.class = number // as good as 0
		}
		if w.class == unit && w.name && (i == 0 || c.ws[i-1].class != number) {
			w.class = plain // a name, and no sum of money
		}
		if w.class == date && i > 0 && i+1 < len(c.ws) && months[c.ws[i-1].s] && allDigits(w.s) && measureOf(c.ws[i+1].s) >= 0 {
			w.class = number // seit Januar 15 Euro
		}
		if w.class != number {
			continue
		}
		if i+2 < len(c.ws) && c.book.preps[c.ws[i+1].s] == "of" && c.ws[i+2].class == date && months[c.ws[i+2].s] {
			w.class = date
		}
		if i > 0 && len(w.s) == 4 && allDigits(w.s) && (w.s[:2] == "20" || w.s[:2] == "19" ||
			w.s[:2] >= "15" && w.s[:2] <= "18" && i+1 == len(c.ws) && c.book.preps[c.ws[i-1].s] == "in") && c.book.preps[c.ws[i-1].s] != "" {
			w.class = date
		}
	}
}

// freeOfCharge say that a thing costs nothing.
var freeOfCharge = set("free gratis kostenlos umsonst gratuit gratuite gratuito gratuita grátis")

// hourAt tells a bare number that is an hour: "at 8", "um 9", "a las 10".
func (c *claim) hourAt(i int) bool {
	w := &c.ws[i]
	if i == 0 || w.class != number || len(w.s) > 2 || !allDigits(w.s) || w.s > "24" && len(w.s) == 2 || w.pre != 0 {
		return false
	}
	if i+1 < len(c.ws) && c.ws[i+1].pre == 0 && c.ws[i+1].class != function && c.ws[i+1].class != date {
		return false
	}
	switch before := c.ws[i-1].s; c.language {
	case lang.English:
		return before == "at"
	case lang.German:
		return before == "um"
	case lang.Portuguese:
		return before == "às"
	case lang.Spanish:
		return before == "las"
	}
	return false
}

// noons are hours that have a name.
var noons = set("noon midday midnight mittags mitternacht midi minuit mediodía medianoche meio-dia meia-noite")

// readTurns marks the words of every turn of phrase.
func (c *claim) readTurns(ws []word) {
	var hit []int
	part := make([]sign, len(ws))
	for i := range ws {
		for k := range c.book.turns[turnKey(ws[i].s)] {
			t := &c.book.turns[turnKey(ws[i].s)][k]
			if len(t.words) == 1 && (i > 0 || callNames[ws[i].s] && ws[i].class == plain) && ws[i].name && !c.german && ws[i].class != date {
				continue // Mark, Will
			}
			if t.sign == saysUnreal && ws[i].class == date {
				continue // May
			}
			var ok bool
			if hit, ok = t.match(ws, i, hit); !ok {
				continue
			}
			for _, h := range hit {
				c.ws[h].signs |= t.sign
				if len(hit) > 1 {
					c.ws[h].run |= t.sign
				}
				if len(hit) > 1 || t.sign != saysIntent {
					part[h] |= t.sign
				}
			}
		}
	}
	for i := range c.ws {
		w := &c.ws[i]
		if w.class == date && w.poss && weekdays[w.s] {
			w.signs |= saysInstance // Friday's lunch
		}
		if w.run&saysNow != 0 || i > 0 && c.ws[i-1].run&saysNow != 0 && c.book.preps[c.ws[i-1].s] != "" {
			w.signs &^= saysInstance // since today
		}
		if w.run&saysFails != 0 && i > 0 && (c.ws[i-1].signs&saysWorks != 0 || c.book.preps[c.ws[i-1].s] != "" && c.ws[i-1].signs&saysFails == 0 || c.book.det[c.ws[i-1].s] && c.ws[i-1].signs&saysFails == 0) {
			w.signs, w.run = w.signs&^saysFails, w.run&^saysFails // who works in a hospital is not ill
		}
		if w.run&saysMove != 0 && w.run&saysPast == 0 {
			w.signs &^= saysPast // had to go
		}
		if w.run&saysChange != 0 && w.run&saysEnd == 0 {
			w.signs &^= saysEnd // ended up
		}
		if c.permits(i) {
			w.signs, w.run = w.signs&^saysUnreal, w.run&^saysUnreal
		}
		if w.s == "too" && i+1 < len(c.ws) && c.ws[i+1].pre == 0 && c.ws[i+1].class == plain {
			w.signs &^= saysAdds // too loud
		}
		if c.nominal(i) || w.s == "second" && i > 0 && c.ws[i-1].s == "the" {
			w.signs, w.run = 0, 0
		}
		if i > 0 && c.ws[i-1].denied && w.run&saysEnd != 0 && w.signs&saysIntent != 0 {
			c.ws[i-1].denied = false // is not going to happen
		}
		w.denied = w.signs&saysIntent != 0 && part[i]&(saysEnd|saysWrong|saysBack|saysDone|saysUnreal) == 0 && w.run&saysWhen == 0
	}
}

// permits tells a "may" that says what is allowed from now on, and a "should"
// that says what is to be done from now on: neither is a guess.
func (c *claim) permits(i int) bool {
	w := &c.ws[i]
	if c.language != lang.English || i+1 == len(c.ws) {
		return false
	}
	switch next := c.ws[i+1].s; w.s {
	case "may", "might", "can":
		return next == "now" || next == "only" || next == "no"
	case "should", "must":
		for k := i + 1; k < len(c.ws) && !cuts(c.ws[k].pre); k++ {
			if c.ws[k].run&saysNow != 0 {
				return true
			}
		}
		return next == "now" || next == "no"
	}
	return false
}

// nominal tells a word that would be a sign and is a noun here: an article
// stands before it, or before a noun that it goes with ("the hosting plan"),
// and no name before that ("Ana la llama").
func (c *claim) nominal(i int) bool {
	w := &c.ws[i]
	if w.signs == 0 || i == 0 || w.run&(saysEnd|saysWrong|saysBack|saysDone) != 0 || w.run&(saysWhen|saysAmount) != 0 && w.verb.lemma != "" || w.class == function || c.book.attr[w.s] != "" || c.german ||
		w.signs&(saysUnreal|saysNow|saysNew|saysEvery|saysAdds|saysIntent) != 0 {
		return false
	}
	if c.pluralAfter(i) {
		return true
	}
	k := i - 1
	if k > 0 && c.ws[k].class == date && weekdays[c.ws[k].s] && w.verb.form == gerund {
		k-- // the Thursday planning
	} else if c.book == books[lang.English] && k > 0 && w.verb.form == base && w.verb.lemma != "" && c.plainNoun(k) {
		k--
	} else if c.book == books[lang.English] && c.ws[k].poss {
		return true
	}
	before := c.ws[k].s
	if c.ws[i-1].signs == saysNew {
		return true
	}
	if !c.book.det[before] && !c.book.own[before] || c.ws[k].run != 0 && c.language != lang.English {
		return false
	}
	return k < 1 || cuts(c.ws[k].pre) || !c.phraseBefore(k)
}

// phraseBefore tells whether a noun phrase ends right before word k: then what
// looks like an article there is a pronoun ("la contabilidad la lleva Ana").
func (c *claim) phraseBefore(k int) bool {
	w := &c.ws[k-1]
	if w.signs != 0 || w.class == function || c.book.book(w.s) {
		return false
	}
	return w.name || k > 1 && (c.book.det[c.ws[k-2].s] || c.book.own[c.ws[k-2].s])
}

// plainNoun tells a word that can stand before a noun in a compound.
func (c *claim) plainNoun(k int) bool {
	w := &c.ws[k]
	return w.class == plain && !w.cue && !c.book.book(w.s) && !plural(&w.word) && !c.book.det[w.s]
}

// book tells whether the phrase book knows the word as one of grammar.
func (b *phrasebook) book(s string) bool {
	return b.det[s] || b.own[s] || b.skip[s] || b.preps[s] != ""
}

// conjunctions begin a clause of its own where "now" or the like follows.
var conjunctions = set("and und y e et but aber pero mais mas")

// cutClauses numbers the clauses.
func (c *claim) cutClauses() {
	n := 0
	for i := range c.ws {
		w := &c.ws[i]
		if i > 0 && (cuts(w.pre) || w.pre == '-') && !w.value() {
			n++
		} else if i > 0 && cuts(w.pre) && w.pre != ',' {
			n++
		} else if i > 0 && i+1 < len(c.ws) && conjunctions[w.s] && c.ws[i+1].signs&(saysNow|saysJoins) != 0 {
			n++
		} else if i > 0 && cuts(w.pre) && w.value() && i+1 < len(c.ws) && (c.book.det[c.ws[i+1].s] || c.book.own[c.ws[i+1].s]) {
			n++ // ", half the team is ill"
		} else if i > 0 && w.pre == ',' && w.value() && c.ws[i-1].denied {
			n++
		}
		w.clause = n
	}
	c.clauses = make([]sign, n+1)
	for i := range c.ws {
		c.clauses[c.ws[i].clause] |= c.ws[i].signs
		c.signs |= c.ws[i].signs
	}
}

// grains tells words that name something from those of grammar.
func (c *claim) grains() {
	b := c.book
	for i := range c.ws {
		w := &c.ws[i]
		titled := i+1 < len(c.ws) && c.ws[i+1].name && b.title[w.s] && (w.name || !c.german)
		if i > 0 && b.title[c.ws[i-1].s] && w.name {
			w.title = true
		}
		switch {
		case titled, b.det[w.s], b.own[w.s], b.preps[w.s] != "":
		case w.class == unit && w.run&saysNow != 0:
			w.grain = grainSign // these days
		case w.value() && !(w.class == number && b.det[w.s]):
			w.grain = grainContent
			w.signs &^= saysMust | saysEvery
		case w.signs != 0 && (b.attr[w.s] == "" || w.run != 0 || c.finiteAt(i)):
			w.grain = grainSign
		case c.sideAt(i):
			w.grain = grainContent
		case b.skip[w.s], w.class == function && !w.title, isAdverb(w.s):
		default:
			w.grain = grainContent
		}
	}
}

// finiteAt tells whether a word that also names a slot is a verb here: "it
// costs 5", "trabajo en".
func (c *claim) finiteAt(i int) bool {
	w := &c.ws[i]
	if i+1 == len(c.ws) || w.signs&(saysCosts|saysStarts|saysWorks|saysCalled) == 0 {
		return false
	}
	next := c.ws[i+1].s
	if i == 0 || c.book.preps[c.ws[i-1].s] == "" && c.ws[i-1].signs&saysNow != 0 {
		return w.signs&saysWorks != 0 && c.book.preps[next] != "" && c.book.preps[next] != "of" || i > 0
	}
	return w.verb.form == third && w.verb.lemma != "" && (c.ws[i+1].value() || c.book.det[next] || c.book.preps[next] != "" || isAdverb(next))
}

// readReasons empties what gives a reason: it is not what the statement says.
func (c *claim) readReasons(ws []word) {
	var hit []int
	for i := range c.ws {
		if c.sinceThen(i) {
			for j, end := i, c.reasonEnd(i); j < end; j++ {
				c.ws[j].grain = grainEmpty
			}
		}
		for k := range c.book.reasons {
			var ok bool
			if hit, ok = c.book.reasons[k].match(ws, i, hit); !ok {
				continue
			}
			end := c.reasonEnd(i)
			for j := i; j < end; j++ {
				c.ws[j].grain = grainEmpty
			}
		}
	}
}

// reasonEnd is where a reason that begins at word i ends: with its clause, or,
// where it begins that, before the pronoun of what is said.
func (c *claim) reasonEnd(i int) int {
	end := i
	for end < len(c.ws) && c.ws[end].clause == c.ws[i].clause {
		end++
	}
	if i > 0 && c.ws[i-1].clause == c.ws[i].clause {
		return end
	}
	for j := i + 2; j < end; j++ {
		if subjectPronouns[c.ws[j].s] || j > i+2 && (c.book.own[c.ws[j].s] || c.book.det[c.ws[j].s]) && c.ws[j-1].grain == grainContent {
			return j
		}
	}
	return end
}

// sinceThen tells a "since" that opens a clause: "since Peter left".
func (c *claim) sinceThen(i int) bool {
	if c.language != lang.English || c.ws[i].s != "since" {
		return false
	}
	for k := i + 1; k < len(c.ws) && k < i+5 && c.ws[k].clause == c.ws[i].clause; k++ {
		if w := &c.ws[k]; k > i+1 && w.verb.lemma != "" && w.verb.form != gerund && w.verb.form != base && !w.name {
			return true
		}
	}
	return false
}

// indefinite articles stand before what is not known yet.
var indefinite = set("a an ein eine einen einem einer un una une des um uma uns umas unos unas")

// baptised tells a name that follows the thing which gets it: "renamed the boat
// Plover".
func (c *claim) baptised(i int) bool {
	return i > 0 && c.proper(&c.ws[i]) && !c.ws[i-1].name && c.clauses[c.ws[i].clause]&saysName != 0
}

// nones say that there is none of a thing.
var nones = set("no kein keine keinen keiner hay plus nenhum nenhuma ningún ninguna aucun aucune haverá habrá")

// cutChunks groups the content words.
func (c *claim) cutChunks() {
	open, prep, det, own, verbal, clause := false, "", false, false, false, -1
	for i := range c.ws {
		w := &c.ws[i]
		if w.clause != clause {
			clause, verbal = w.clause, false
			open, prep, det, own = false, "", false, false
		}
		p := c.book.preps[w.s]
		if w.run&saysDuty != 0 && c.language == lang.Portuguese {
			p = "" // "tenho de" is one verb
		}
		if w.s == "of" && i > 0 && c.ws[i-1].s == "out" && w.signs == 0 {
			p = "from" // moved out of it
		}
		if w.s == "off" && i > 0 && i+1 < len(c.ws) && c.language == lang.English && c.ws[i+1].name && c.ws[i].signs == 0 {
			p = "from" // moved off it
		}
		if w.s == "to" && i+1 < len(c.ws) && c.language == lang.English && c.ws[i+1].grain != grainContent && infinitive(c.ws[i+1].s) {
			p = "" // to be
		}
		switch {
		case p != "" && (w.grain != grainContent):
			open, prep, det, own = false, p, c.book.det[w.s], false
			if w.signs&^(saysIs) != 0 {
				verbal = true
			}
			continue
		case c.book.det[w.s] || c.book.own[w.s]:
			open, det, own = false, !indefinite[w.s] || i > 0 && c.ws[i-1].run&saysEnd != 0, c.book.own[w.s]
			continue
		case w.s == "than" && w.grain != grainContent:
			open = false // rather than what was
			continue
		case w.grain == grainSign && w.signs == saysNew:
			continue // the new room is the room
		case w.grain != grainContent:
			if w.grain == grainSign && w.signs == saysNow && !verbal {
				open = false // an adverb, and no predicate
			} else if w.grain == grainSign || w.class == function && w.signs != 0 {
				verbal, open, prep, own = true, false, "", false
				det = w.signs&saysEnd != 0 && nones[w.s] // no meeting: the one that was
			}
			continue
		}
		if open && c.baptised(i) {
			open, verbal = false, true
		}
		if open && c.german && w.class == date && w.s[len(w.s)-1] == 's' && weekdays[w.s] {
			open, prep = false, "" // ab Juni donnerstags
		}
		if !open || cuts(w.pre) && !(w.class == date && c.ws[i-1].class == date) || w.class == number && c.ws[i-1].class == date || c.ws[i-1].class == date && w.class == plain && w.name && c.book != books[lang.English] {
			c.chunks = append(c.chunks, chunk{lo: i, prep: prep, clause: clause, definite: det, own: own, verbal: verbal})
			open = true
			if prep != "of" {
				prep = ""
			}
			det, own = false, false
		}
		w.chunk = len(c.chunks) - 1
		c.chunks[w.chunk].hi = i + 1
	}
}

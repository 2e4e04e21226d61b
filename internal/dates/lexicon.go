package dates

import (
	"strings"
	"unicode/utf8"
)

// class is what a word does in a date.
type class uint8

const (
	other      class = iota
	numeral          // two, a couple of: the value is the number
	sincePast        // since: what follows is past, unlike "starting"
	halfHour         // half an hour: minutes
	season           // summer: the first month, in the north
	soon             // within: before a count, a deadline
	before           // before, after a count
	auxiliary        // be, been: before a participle
	fewCount         // a few: a vague number
	fortnight        // two weeks
	ordinal          // first
	ordMark          // the th of 4th
	month            // 1 to 12
	weekday          // 0 is Monday
	weekdays         // Mondays: a habit
	dayShift         // yesterday: days from the reference
	partShift        // tonight: days from the reference times 8, plus the part
	dayPart          // morning
	unit             // week: the value is its Grain
	shift            // next 1, this 0, last -1
	unitShift        // one word for shift and unit: the value is shift*16 + Grain
	recurring        // daily
	every            // every
	ago              // after a count: ago
	agoBefore        // before a count: hace, vor
	later            // after a count: from now
	within           // before a count: in, dans, через
	inside           // in, during: a date follows, but no count
	on               // on
	atWord           // at
	ofWord           // of
	article          // the
	fromWord         // from
	toWord           // to, through
	andWord          // and
	between          // between
	until            // until
	since            // since, as of, starting
	sinceNow         // from now on
	by               // by, before
	after            // after
	onward           // on, onwards: closes "from March 3"
	startOf          // beginning, early
	endOf            // end, late
	midOf            // middle, mid
	quarter          // q
	half             // h
	clockName        // noon: minutes of the day
	meridiem         // am 0, pm 12
	oclock           // o'clock, Uhr
	zone             // minutes east of UTC
	yearMark         // 年
	monthMark        // 月
	dayMark          // 日
	hourMark         // 時, h
	minuteMark       // 分
	untilAfter       // まで: until, after its date
	sinceAfter       // 以来: since, after its date
	ofYear           // г.: after the number of a year
	moving           // moved, postponed: what follows is an old and a new date
	past             // a verb of the past: went
	future           // will
	being            // is, are: before a participle
	forWord          // for: what follows is to come
)

// special is a further class, which a word has beside the others and with a
// value of its own. Its bit among the roles is that of other.
type special uint8

const (
	noSpecial  special = iota
	hundred            // 100 or 1000, in a year in words
	decade             // seventies: the year of the century that it starts with
	decadeUnit         // decade: ten years
	century            // century
	holiday            // Christmas: its number in holidays
	presently          // now, as the end of a range
	secondUnit         // seconds
	shortUnit          // h, d, w, glued to a number: the value is its Grain
	restOf             // rest of
	weekFrom           // week beginning
	approx             // about, before a count
	halfYear           // 上半年: 1 or 2, after a year
	third              // 上旬: 1 to 3, after a month
	zero               // 零 or oh, among the digits of a year
	letterT            // the T of ISO 8601
	era                // 令和: the year before its first
)

// extra is one line of a language's table of special words.
type extra struct {
	special special
	value   int16
	phrases string
}

// valued reports whether a word of the class has a value.
func (c class) valued() bool {
	switch c {
	case numeral, halfHour, season, fewCount, fortnight, ordinal, month, weekday, weekdays, dayShift, partShift,
		dayPart, unit, shift, unitShift, clockName, meridiem, zone:
		return true
	}
	return false
}

// sense is what a word can do, one bit for each class, and the value of the
// class that has one. A weak one is also an everyday word or a name ("May",
// "sat") and counts only beside other words of a date.
type sense struct {
	roles   uint64
	value   int32
	amount  int16 // the value of the special
	special special
	weak    bool
}

func (s sense) is(c class) bool { return s.roles&(1<<c) != 0 }

// entry is one line of a language's table: the phrases of a sense, separated
// by bars. They are matched without case and diacritics.
type entry struct {
	class   class
	value   int16
	phrases string
}

// table is what this package knows of a language.
type table struct {
	code       string
	dayFirst   bool   // 03/04 is the third of April
	comingNext bool   // "next Friday" is the coming one, whichever week it lies in
	bareUnit   bool   // "in week" is in one week: через неделю
	cues       string // everyday words by which the language is known
	weak       string // words of the table that need company
	entries    []entry
	extras     []extra
}

// lexicon is a table made ready for looking up.
type lexicon struct {
	*table
	words  map[string]lemma
	heads  [heads]uint16 // 1 more than the index in firsts of the words of each slot
	tails  [heads]bool   // the slots of the first two words of all phrases
	firsts []firstWord
	rules  []dayRule
}

// firstWord is the first word of some phrases.
type firstWord struct {
	key   string
	lemma lemma
	next  uint16 // the next of its slot, as in heads
}

// heads is how many slots the first words of phrases are spread over, so that
// most words of a text are known to be in no phrase without looking them up.
const heads = 1 << 13

// headOf is the slot of a word. ok is false for one that is not plain ASCII.
func headOf(w string) (slot int, ok bool) {
	for i := 0; i < len(w); i++ {
		if w[i] >= utf8.RuneSelf {
			return 0, false
		}
	}
	return slotOf(w), w != ""
}

// slotOf spreads words of plain ASCII by their first and last letters and
// their length, without case.
func slotOf(w string) int {
	n := len(w)
	if n == 0 {
		return 0
	}
	return (int(w[0]|0x20)*31*31 + int(w[min(1, n-1)]|0x20)*31 + int(w[n-1]|0x20)*7 + n) % heads
}

// pairOf is the slot of two words in a row.
func pairOf(first, second int) int { return (first*31 + second) % heads }

type lemma struct {
	sense  sense
	known  bool // a phrase ends here
	prefix bool // a longer phrase goes on
}

func newLexicon(t *table, shared ...[]entry) *lexicon {
	l := &lexicon{table: t, words: map[string]lemma{}, rules: newDayRules()}
	for _, entries := range append(shared, t.entries) {
		for _, e := range entries {
			for _, p := range strings.Split(e.phrases, "|") {
				l.add(p, e)
			}
		}
	}
	for _, extras := range [][]extra{shortUnits, eras, t.extras} {
		for _, e := range extras {
			for _, p := range strings.Split(e.phrases, "|") {
				l.put(p, func(s *sense) { s.special, s.amount, s.roles = e.special, e.value, s.roles|1<<other })
			}
		}
	}
	for _, w := range strings.Fields(t.weak) {
		key := foldPhrase(w)
		if m, ok := l.words[key]; ok {
			m.sense.weak = true
			l.words[key] = m
		}
	}
	l.index()
	return l
}

func (l *lexicon) add(phrase string, e entry) {
	l.put(phrase, func(s *sense) {
		s.roles |= 1 << e.class
		if e.class.valued() {
			s.value = int32(e.value)
		}
	})
}

// put enters a phrase and lets change give it its sense.
func (l *lexicon) put(phrase string, change func(*sense)) {
	key := foldPhrase(phrase)
	m := l.words[key]
	m.known = true
	change(&m.sense)
	l.words[key] = m
	for i := range key {
		if key[i] == ' ' {
			m := l.words[key[:i]]
			m.prefix = true
			l.words[key[:i]] = m
		}
	}
}

// index makes the tables by which most words are looked up.
func (l *lexicon) index() {
	for key, m := range l.words {
		first, rest, more := strings.Cut(key, " ")
		slot, ok := headOf(first)
		if !ok {
			continue // looked up as a phrase
		}
		if !more {
			l.firsts = append(l.firsts, firstWord{first, m, l.heads[slot]})
			l.heads[slot] = uint16(len(l.firsts))
			continue
		}
		second, _, _ := strings.Cut(rest, " ")
		if next, ok := headOf(second); ok {
			l.tails[pairOf(slot, next)] = true
		}
	}
}

// first looks a plain word up by its slot.
func (l *lexicon) first(slot int, w string) *lemma {
	for at := l.heads[slot]; at > 0; at = l.firsts[at-1].next {
		if f := &l.firsts[at-1]; sameLetters(f.key, w) {
			return &f.lemma
		}
	}
	return nil
}

// sameLetters compares a key with a word of plain ASCII, without case.
func sameLetters(key, w string) bool {
	if len(key) != len(w) {
		return false
	}
	for i := 0; i < len(w); i++ {
		if c := w[i]; key[i] != c && (c < 'A' || c > 'Z' || key[i] != c|0x20) {
			return false
		}
	}
	return true
}

// goesOn reports that token i can be the second word of a phrase whose first
// word has the slot.
func (l *lexicon) goesOn(text string, toks []token, i, slot int) bool {
	if i >= len(toks) {
		return false
	}
	t := &toks[i]
	if t.kind == number || t.kind == paragraph {
		return false
	}
	return !t.ascii || l.tails[pairOf(slot, slotOf(text[t.start:t.end]))]
}

// foldPhrase writes a phrase as its folded tokens with a space between.
func foldPhrase(p string) string {
	var key []byte
	for i, t := range tokenize(p, nil) {
		if i > 0 {
			key = append(key, ' ')
		}
		key = appendFolded(key, p[t.start:t.end])
	}
	return string(key)
}

// maxKey bounds a phrase in bytes: longer words are in no table.
const maxKey = 48

// read gives the tokens their senses, the longest phrase first, and makes one
// token of each phrase.
func (l *lexicon) read(text string, toks []token) []token {
	out := toks[:0]
	for i := 0; i < len(toks); {
		n, s := l.lookUp(text, toks, i)
		if n == 0 && len(out) == i { // nothing has been joined yet
			out = toks[:i+1]
			i++
			continue
		}
		t := toks[i]
		if n > 1 {
			t.end, t.kind = toks[i+n-1].end, word
		}
		if s.special == shortUnit && len(out) > 0 && out[len(out)-1].kind == number && out[len(out)-1].end == t.start {
			s.roles, s.value = s.roles|1<<unit, int32(s.amount)
		}
		t.sense = s
		out = append(out, t)
		i += max(n, 1)
	}
	return out
}

// lookUp finds the phrase at token i as phrase does, and quickly where there
// is none or it is one word.
func (l *lexicon) lookUp(text string, toks []token, i int) (n int, s sense) {
	t := &toks[i]
	if t.kind != word {
		return 0, sense{}
	}
	if !t.ascii {
		return l.phrase(text, toks[i:])
	}
	slot := slotOf(text[t.start:t.end])
	m := l.first(slot, text[t.start:t.end])
	switch {
	case m == nil:
		return 0, sense{}
	case m.prefix && l.goesOn(text, toks, i+1, slot):
		return l.phrase(text, toks[i:])
	case m.known:
		return 1, m.sense
	}
	return 0, sense{}
}

// phrase returns the longest phrase at the start of toks and how many tokens
// it has, 0 for none.
func (l *lexicon) phrase(text string, toks []token) (n int, s sense) {
	var buf [2 * maxKey]byte
	key := buf[:0]
	for i, t := range toks {
		if t.kind == paragraph || t.kind == number || t.end-t.start > maxKey || len(key) > maxKey || i == 0 && t.kind == mark {
			break
		}
		if i > 0 {
			key = append(key, ' ')
		}
		if t.kind == mark {
			key = append(key, string(t.r)...)
		} else {
			key = appendFolded(key, text[t.start:t.end])
		}
		m, ok := l.words[string(key)]
		if !ok {
			break
		}
		if m.known {
			n, s = i+1, m.sense
		}
		if !m.prefix {
			break
		}
	}
	return n, s
}

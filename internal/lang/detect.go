package lang

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// detectBytes is how much of a text Detect reads: a language shows in the
// first lines, and a text of a megabyte must not cost more than a page.
const detectBytes = 4096

// Detect tells the language of text by its script and, for the Latin script,
// by function words and letters that few languages have. It reads the first
// 4 KiB. It answers Unknown when it cannot tell, as for a text of names and
// codes; such a text is stemmed as English.
func Detect(text string) Language {
	if len(text) > detectBytes {
		text = text[:detectBytes]
	}
	if l := byScript(text); l != Unknown {
		return l
	}
	return byWords(text)
}

// byScript answers for the scripts that one language prevails in, when most
// letters are of that script.
func byScript(text string) Language {
	if isASCII(text) {
		return Unknown
	}
	var count [languages]int
	latin, kana := 0, 0
	for _, r := range text {
		switch {
		case r < 0x250:
			if unicode.IsLetter(r) {
				latin++
			}
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
			count[Chinese]++
		default:
			if l := scriptLanguage(r); l != Unknown {
				count[l]++
			}
		}
	}
	best := Unknown
	for l, n := range count {
		if n > count[best] {
			best = Language(l)
		}
	}
	// An ideograph says as much as a few Latin letters do.
	weight := count[best]
	if best == Chinese || best == Korean {
		weight *= 3
	}
	if weight == 0 || weight < latin {
		return Unknown
	}
	if best == Chinese && kana*10 > count[Chinese] {
		return Japanese
	}
	return best
}

// scriptLanguage is the language that a letter of a script speaks for.
func scriptLanguage(r rune) Language {
	switch {
	case r < 0x370:
		return Unknown
	case unicode.Is(unicode.Han, r):
		return Chinese
	case unicode.Is(unicode.Hangul, r):
		return Korean
	case unicode.Is(unicode.Cyrillic, r):
		return Russian
	case unicode.Is(unicode.Hebrew, r):
		return Hebrew
	case unicode.Is(unicode.Arabic, r):
		return Arabic
	case unicode.Is(unicode.Greek, r):
		return Greek
	case unicode.Is(unicode.Thai, r):
		return Thai
	}
	return Unknown
}

// votes says of each function word which languages have it; letterVotes the
// same of letters. A vote is worth more the fewer share it.
var votes = sync.OnceValue(loadVotes)

var letterVotes = map[rune][]Language{
	'ñ': {Spanish}, '¿': {Spanish}, '¡': {Spanish}, 'ß': {German}, 'ã': {Portuguese}, 'õ': {Portuguese},
	'ç': {French, Portuguese, Turkish}, 'ê': {French, Portuguese}, 'è': {French, Italian}, 'à': {French, Italian},
	'ò': {Italian}, 'ù': {Italian, French}, 'œ': {French}, 'î': {French, Romanian}, 'å': {Swedish, Norwegian, Danish},
	'ø': {Norwegian, Danish}, 'æ': {Norwegian, Danish}, 'ä': {German, Swedish, Finnish}, 'ö': {German, Swedish, Hungarian, Turkish, Finnish},
	'ü': {German, Turkish, Hungarian}, 'ő': {Hungarian}, 'ű': {Hungarian}, 'ğ': {Turkish}, 'ı': {Turkish}, 'ş': {Turkish},
	'ă': {Romanian}, 'ș': {Romanian}, 'ț': {Romanian}, 'ó': {Spanish, Hungarian, Portuguese}, 'í': {Spanish, Hungarian, Portuguese},
	'á': {Spanish, Hungarian, Portuguese}, 'ú': {Spanish, Hungarian, Portuguese},
}

func loadVotes() map[string][]Language {
	m := map[string][]Language{}
	for _, l := range []Language{
		English, Spanish, French, German, Portuguese, Italian, Swedish, Dutch, Norwegian, Danish, Finnish, Turkish, Hungarian, Romanian,
	} {
		for w := range stopLists()[l] {
			m[w] = append(m[w], l)
		}
	}
	return m
}

// vote is what one word that a single language has is worth.
const vote = 60

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// contracted are what follows the apostrophe of an English word.
var contracted = wordSet("s t re ve ll m")

// particles are the small words inside names of people and places.
var particles = wordSet("de la las los del da das do dos di della van von der den ter ten le du des el al y e af av")

// ballot counts the votes of a text in the Latin script.
type ballot struct {
	score, pending [languages]int // pending: of particles that may be inside a name
	heads          [languages]int // of capitalised first words, which may be names
	words          int
	waits          bool // there are pending ones
	afterCapital   bool // the word before is a capitalised one without a vote
	first          bool // the next word is the first of its sentence
}

// byWords lets every function word of a text vote. A particle between two
// capitalised words ("van der Berg", "Maria de la Cruz") is part of a name and
// has no vote, nor has anything inside an identifier. English needs a fraction
// of a vote; another language more, or one in a text of a few words, since its
// small words also are names and loans.
func byWords(text string) Language {
	b := ballot{first: true}
	for field := range strings.FieldsSeq(text) {
		if n := letters(field); n > 0 && endsField(field[n:]) { // as most fields are
			b.word(field[:n], n < len(field))
		} else {
			b.field(field)
		}
	}
	add(&b.score, &b.pending)
	if !isASCII(text) {
		for _, r := range text {
			if r >= utf8.RuneSelf {
				castLetter(&b.score, unicode.ToLower(r))
			}
		}
	}
	for l, n := range b.heads { // they only bear out what the rest says: Kim, Ben and Hans are words somewhere
		if b.score[l] > 0 {
			b.score[l] += n
		}
	}
	return winner(b.score, b.words)
}

// letters returns how many ASCII letters a field begins with.
func letters(field string) int {
	n := 0
	for n < len(field) && isLetterByte(field[n]) {
		n++
	}
	return n
}

// endings are the marks behind a word that end a sentence or a part of one.
const endings = ".!?,;:"

// endsField tells whether the rest of a field is nothing but endings.
func endsField(rest string) bool {
	for i := range len(rest) {
		if strings.IndexByte(endings, rest[i]) < 0 {
			return false
		}
	}
	return true
}

// field takes the votes of what stands between two spaces.
func (b *ballot) field(field string) {
	ends := strings.TrimRight(field, endings) != field
	field = strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if field == "" || strings.ContainsAny(field, "@/._:+=&#0123456789") {
		b.afterCapital, b.first = false, ends
		return
	}
	for w := range strings.FieldsFuncSeq(field, isApostrophe) {
		if len(w) < len(field) && contracted.has(w) && strings.HasSuffix(field, w) {
			b.score[English] += vote / 2 // Nina's, don't
			continue
		}
		b.word(w, ends)
	}
}

// voice is what a word says of the language of its text.
type voice struct {
	raw      string
	voters   []Language
	capital  bool
	particle bool
	common   bool
}

// voices keeps what words say, as cache keeps their forms.
var voices [cacheSlots]atomic.Pointer[voice]

// voiceOf returns what a word says, as it is written.
func voiceOf(w string) *voice {
	if len(w) > maxStem {
		return newVoice(w)
	}
	slot := &voices[slotOf(w, Unknown)]
	if v := slot.Load(); v != nil && v.raw == w {
		return v
	}
	v := newVoice(strings.Clone(w)) // a clone: the cache must not hold on to a whole text
	slot.Store(v)
	return v
}

func newVoice(w string) *voice {
	initial, _ := utf8.DecodeRuneInString(w)
	low := strings.ToLower(w)
	return &voice{raw: w, voters: votes()[low], capital: unicode.IsUpper(initial), particle: particles.has(w), common: commonWords.has(low)}
}

// word takes the vote of one word; ends says that it ends a sentence or a part
// of one.
func (b *ballot) word(w string, ends bool) {
	b.words++
	v := voiceOf(w)
	if b.afterCapital && v.particle {
		castVotes(&b.pending, v.voters)
		b.waits = true
		return // and afterCapital stays: the name may go on
	}
	if b.waits {
		if !v.capital || !b.afterCapital {
			add(&b.score, &b.pending)
		}
		b.pending, b.waits = [languages]int{}, false
	}
	switch {
	case v.capital && !b.first:
		// A name, or a German noun: it speaks for nobody.
	case len(v.voters) > 0 && v.capital:
		castVotes(&b.heads, v.voters)
	case len(v.voters) > 0:
		castVotes(&b.score, v.voters)
	case v.common:
		b.score[English] += vote / 6
	}
	b.first = ends
	b.afterCapital = v.capital && len(v.voters) == 0 && !ends
}

func add(score, more *[languages]int) {
	for l, n := range more {
		score[l] += n
	}
}

func castVotes(score *[languages]int, ls []Language) {
	for _, l := range ls {
		score[l] += vote / len(ls)
	}
}

// castLetter gives a letter's votes, at half a word's worth: names bring
// foreign letters into any text.
func castLetter(score *[languages]int, r rune) {
	ls := letterVotes[r]
	for _, l := range ls {
		score[l] += vote / 2 / len(ls)
	}
}

// winner picks the language with the most votes, if they are enough. Where two
// have the same (Norwegian and Danish share their small words) it is the first:
// the stem of a close relative beats the stem of English.
func winner(score [languages]int, words int) Language {
	best := Unknown
	for l, n := range score {
		if n > score[best] {
			best = Language(l)
		}
	}
	need := vote / 2
	if best != English && words > 4 {
		need = vote * 6 / 5
	}
	if best == English {
		need = vote / 6
	}
	if score[best] < need {
		return Unknown
	}
	return best
}

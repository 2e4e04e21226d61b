package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// class is what a word is for an update: numbers, dates and names are values,
// function words and cues say nothing about the subject.
type class uint8

const (
	plain    class = iota
	function       // a word of the language alone: the, of, we
	number         // 3,840 or twelve
	unit           // euros, GB, minutes
	date           // a day, a month, a part of the day
	clock          // 09:30
	ident          // a URL, a version, a code
)

// word is one word of a sentence with what stood before it.
type word struct {
	lo, hi int    // bytes of the sentence
	s      string // folded, without a possessive ending
	stem   string // one form for all inflections
	root   string // one form for a family of words
	class  class
	name   bool       // written with a capital, and not because a sentence begins
	poss   bool       // ends in 's
	pre    byte       // punctuation before it: one of , : ; " ( - or 0
	verb   inflection // what verb it may be; no lemma when none
	cue    bool       // taken by a cue: no longer part of what is said
}

// content tells whether the word says something of the subject or value.
func (w *word) content() bool { return !w.cue && w.class != function }

// asVerb reads the word as a verb.
func (w *word) asVerb() (inflection, bool) { return w.verb, w.verb.lemma != "" }

// value tells whether the word alone names a value rather than a thing.
func (w *word) value() bool { return w.class != plain && w.class != function }

// maxWords bounds what is read of one statement: no sentence that states one
// thing is longer, and the parser compares its words with each other.
const maxWords = 200

// split cuts a sentence into words at white space and strips the punctuation
// around them, so that addresses, codes, times and numbers stay whole.
func split(text string, l lang.Language) []word {
	var out []word
	forms := formsOf(text, l)
	var pre byte
	for i := 0; i < len(text) && len(out) < maxWords; {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		end := len(text)
		if k := strings.IndexFunc(text[i:], unicode.IsSpace); k >= 0 {
			end = i + k
		}
		lo, hi, before, after := trim(text, i, end)
		if before != 0 && (pre == 0 || before != '(') {
			pre = before
		}
		if lo < hi {
			out = appendWord(out, text, lo, hi, pre, forms)
			pre = after
		} else if after != 0 {
			pre = after
		}
		i = end
	}
	classify(out, lexiconOf(l))
	return out
}

// appendWord adds the word lo to hi, cut once more where a dash joins two.
func appendWord(out []word, text string, lo, hi int, pre byte, forms wordForms) []word {
	if i := elision(text[lo:hi], forms.romance); i > 0 {
		out = appendWord(out, text, lo, lo+i, pre, forms)
		return appendWord(out, text, lo+i, hi, 0, forms)
	}
	if i := strings.Index(text[lo:hi], "—"); i > 0 {
		out = appendWord(out, text, lo, lo+i, pre, forms)
		if lo+i+3 < hi {
			out = appendWord(out, text, lo+i+3, hi, '-', forms)
		}
		return out
	}
	raw := text[lo:hi]
	w := word{lo: lo, hi: hi, pre: pre}
	s := foldWord(raw)
	for _, p := range []string{"'s", "’s"} {
		if strings.HasSuffix(s, p) && len(s) > len(p) && !shortened[strings.TrimSuffix(s, p)] {
			s, w.poss = strings.TrimSuffix(s, p), true
		}
	}
	if t := strings.TrimSuffix(strings.TrimSuffix(s, "'"), "’"); t != s && strings.HasSuffix(t, "s") {
		s, w.poss = t, true
	}
	w.s, w.stem, w.root = s, s, s
	if t, ok := forms.at[lo]; ok && (t.End == hi || strings.HasPrefix(s, t.Exact) && len(t.Exact) >= len(s)-2) {
		w.stem, w.root = t.Inflected, t.Derived
	}
	first, _ := utf8.DecodeRuneInString(raw)
	w.name = unicode.IsUpper(first) || strings.IndexFunc(raw, unicode.IsUpper) > 0
	return append(out, w)
}

// wordForms are the forms of a text's words by where they start.
type wordForms struct {
	at      map[int]lang.Token
	romance bool // articles are joined to the next word: l'école, all'inizio
}

// elision returns the length of an article that is joined to its word.
func elision(s string, romance bool) int {
	if !romance {
		return 0
	}
	for _, mark := range []string{"'", "’"} {
		if i := strings.Index(s, mark); i > 0 && i <= 5 && i+len(mark) < len(s) {
			return i + len(mark)
		}
	}
	return 0
}

// shortened words take 's for "is" or "us": it's, that's, let's.
var shortened = set("it that he she there what who let here where how")

func formsOf(text string, l lang.Language) wordForms {
	tokens := lang.TokensIn(text, l)
	out := wordForms{at: make(map[int]lang.Token, len(tokens)), romance: l == lang.French || l == lang.Italian}
	for _, t := range tokens {
		if old, ok := out.at[t.Start]; !ok || t.End > old.End {
			out.at[t.Start] = t
		}
	}
	return out
}

// trim strips punctuation from both ends of text[lo:hi] and names the kind
// found on each side.
func trim(text string, lo, hi int) (int, int, byte, byte) {
	var before, after byte
	for lo < hi {
		r, n := utf8.DecodeRuneInString(text[lo:hi])
		if inWord(r) || r == '/' || r == '@' || r == '+' && hi-lo > 1 || r == '_' {
			break
		}
		before = strongest(before, mark(r))
		lo += n
	}
	for lo < hi {
		r, n := utf8.DecodeLastRuneInString(text[lo:hi])
		if inWord(r) || r == '%' || r == '/' || r == '_' || r == '+' {
			break
		}
		after = strongest(after, mark(r))
		hi -= n
	}
	return lo, hi, before, after
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) ||
		unicode.Is(unicode.So, r) || unicode.Is(unicode.Sc, r) || r > 0x1F000
}

func mark(r rune) byte {
	switch r {
	case ',', '，', '、':
		return ','
	case ':', '：':
		return ':'
	case ';', '!', '?', '。':
		return ';'
	case '"', '“', '”', '«', '»', '„':
		return '"'
	case '(', ')', '[', ']':
		return '('
	case '–', '—', '-':
		return '-'
	}
	return 0
}

// strongest keeps the mark that cuts deeper when several stand together.
func strongest(a, b byte) byte {
	const order = "\x00\"(-,:;"
	if strings.IndexByte(order, b) > strings.IndexByte(order, a) {
		return b
	}
	return a
}

// foldWord is lang.Fold with a quick way for plain ASCII.
func foldWord(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.ReplaceAll(lang.Fold(s), "’", "'")
		}
	}
	return strings.ToLower(s)
}

// classify gives every word its class; a number beside a month is a date.
func classify(ws []word, lx *lexicon) {
	for i := range ws {
		ws[i].class = classOf(&ws[i], lx)
		ws[i].verb, _ = lx.verb(ws[i].s)
	}
	callByName(ws, lx)
	for i := range ws {
		w := &ws[i]
		if w.class == number {
			switch {
			case i > 0 && ws[i-1].class == date && months[ws[i-1].s] || i+1 < len(ws) && months[ws[i+1].s] && ws[i+1].class == date:
				w.class = date
			case i > 1 && ws[i-1].class == function && ws[i-2].class == date && isOrdinal(w.s):
				w.class = date
			case i+1 < len(ws) && dayHalves[ws[i+1].s]:
				w.class = clock
			}
		}
	}
	for i := range ws { // Jan is a month beside a day
		if w := &ws[i]; w.class == date && (w.s == "jan" || w.s == "mar") && (w.poss || !besideNumber(ws, i)) {
			w.class = plain
		}
	}
	for i := range ws { // hall B, 5 m: a letter is a unit only after a number
		w := &ws[i]
		if w.class == unit && len(w.s) <= 2 && w.s != "%" && w.s != "°" && (i == 0 || ws[i-1].class != number) {
			w.class = plain
		}
		if len(w.s) == 1 && w.name && i > 0 && w.class == plain {
			w.class = ident
		}
	}
	for i := range ws { // the second floor
		if w := &ws[i]; w.s == "second" && (i == 0 || i+1 < len(ws) && ws[i+1].class == plain && ws[i+1].pre == 0 || ws[i-1].class != number && ws[i-1].s != "a" && ws[i-1].s != "per") {
			w.class = plain
		}
	}
	for i := 1; i < len(ws); i++ { // 2025-03-21 Abend
		if w := &ws[i]; dayParts[w.s] && w.pre == 0 && ws[i-1].class == date && isDigit(ws[i-1].s[0]) {
			w.class = date
		}
	}
	for i := range ws { // May 12, 2025 and 13
		w := &ws[i]
		if w.class == number && i > 1 && ws[i-1].class == date && len(w.s) == 4 {
			w.class = date
		}
	}
}

// dayParts are parts of the day in other languages than English, which follow a
// day where that is written in digits.
var dayParts = set("abend nacht vormittag nachmittag mittag früh soir matin nuit après-midi midi noche tarde noite manhã sera notte mattina pomeriggio kväll natt avond nacht")

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// callNames are first names that are words of grammar too.
var callNames = set("will may mark")

// callByName takes the first word for a name where a verb in the third person
// follows it: "Will owns the boat".
func callByName(ws []word, lx *lexicon) {
	if lx != english || len(ws) < 2 || !ws[0].name || ws[0].poss || !callNames[ws[0].s] {
		return
	}
	k := 1
	for k+1 < len(ws) && k < 3 && (isAdverb(ws[k].s) || ws[k].s == "now" || ws[k].s == "also") {
		k++
	}
	if v := ws[k].verb; v.lemma != "" && v.form == third && ws[k].pre == 0 {
		ws[0].class = plain
	}
}

func classOf(w *word, lx *lexicon) class {
	switch {
	case ordinalDays[w.s] && lx.language != lang.Portuguese:
		return plain
	case w.s == "mon" && lx == french:
		return function // my, and no Monday
	case dayWords[w.s] && w.name && w.lo > 0 && lx == english && w.s[0] != 'q':
		return plain // Night Heron
	case months[w.s] && (w.s != "may" && w.s != "march" || w.name), weekdays[w.s], dayWords[w.s]:
		return date
	case lx != english && lx.function[w.s]:
		return function
	case dayHalves[w.s]:
		return clock
	case lx.function[w.s]:
		return function
	case numberWords[w.s]:
		return number
	case units[w.s] && !(w.s == "ms" && w.name):
		return unit
	}
	return shapeOf(w.s)
}

// shapeOf tells numbers, times, dates and identifiers by their characters.
func shapeOf(s string) class {
	digits, letters, marks := 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		default:
			marks++
		}
	}
	switch {
	case digits == 0 && strings.ContainsAny(s, "/_@") && letters > 1, digits == 0 && dotted(s):
		return ident
	case digits == 0:
		return plain
	case isClock(s):
		return clock
	case isDay(s):
		return date
	case isOrdinal(s), letters == 0 && marks <= digits, isMeasure(s):
		return number
	}
	return ident
}

func dotted(s string) bool {
	i := strings.IndexByte(s, '.')
	return i > 0 && i < len(s)-1 && strings.Count(s, ".") >= 1 && !strings.Contains(s, "..") && len(s) > 4
}

func isOrdinal(s string) bool {
	t := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	suffix := s[len(t):]
	return t != "" && allDigits(t) && (suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th")
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isClock(s string) bool {
	for _, half := range []string{"am", "pm", "a.m", "p.m", "h", "uhr"} {
		if t := strings.TrimSuffix(s, half); t != s && t != "" && (allDigits(t) && len(t) <= 2 || isClock(t)) {
			return true
		}
	}
	h, m, ok := strings.Cut(s, ":")
	return ok && allDigits(h) && len(h) <= 2 && len(m) >= 2 && allDigits(m[:2]) && (len(m) == 2 || m[2] == ':')
}

func isDay(s string) bool {
	if len(s) >= 10 && s[4] == '-' && s[7] == '-' && allDigits(s[:4]) && allDigits(s[5:7]) && allDigits(s[8:10]) {
		return true
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '/' })
	return len(parts) == 3 && allDigits(strings.Join(parts, "")) && len(parts[0]) <= 2 && len(parts[1]) <= 2 && len(parts[2]) == 4
}

// isMeasure tells a number with its unit or its sign: 30s, 64gb, 5%, €40.
func isMeasure(s string) bool {
	t := strings.TrimLeft(s, "+-~€$£")
	i := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' })
	if i < 0 {
		return t != ""
	}
	return i > 0 && (units[t[i:]] || strings.ContainsAny(t[i:], "%€$£°"))
}

// plainNumber drops the separators of thousands, so that 3,840 meets 3840.
func plainNumber(s string) string {
	if n, ok := numerals[s]; ok {
		return n
	}
	b := strings.Builder{}
	for i, r := range s {
		if (r == ',' || r == '.' || r == '\'' || r == '’') && i+4 <= len(s) && allDigits(s[i+1:i+4]) &&
			(i+4 == len(s) || !unicode.IsDigit(rune(s[i+4]))) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// besideNumber tells whether a number, or what was one, stands next to word i.
func besideNumber(ws []word, i int) bool {
	digit := func(k int) bool {
		return k >= 0 && k < len(ws) && ws[k].s != "" && ws[k].s[0] >= '0' && ws[k].s[0] <= '9'
	}
	return digit(i-1) || digit(i+1)
}

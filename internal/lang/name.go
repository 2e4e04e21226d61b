package lang

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

var (
	commonWords   = dataList("common")
	calendar      = dataList("calendar")
	titles        = dataList("titles")
	abbreviations = sync.OnceValue(loadAbbreviations)
	// doubtful are English function words that are names or abbreviations when
	// written with a capital inside a sentence: Will, May, IT, US, WHO.
	doubtful = wordSet("will may it us who can mine")
	// formal are German pronouns that have a capital when they are polite.
	formal = wordSet("sie ihr ihre ihren ihrem ihrer ihres ihnen du dir dich dein deine")
	// copulas follow a name at the head of a sentence; a noun would have an
	// article before it.
	copulas = wordSet("es está tiene fue era ha va hace est a était va fait ist hat war wird kann macht é tem foi vai faz è ha va fa är har är var kommer is heeft was gaat er og og on")
)

// names marks the words that are written as names.
func (s *scanner) names() {
	if !s.mixedCase() {
		return
	}
	for i := range s.out {
		if s.out[i].Stop && s.labels(i) {
			s.out[i].Stop = false
		}
	}
	known := set{}
	for i := range s.out {
		s.out[i].Name = s.isName(i)
		if s.out[i].Name && len(known) < 1000 {
			known[s.out[i].Exact] = struct{}{}
		}
	}
	// A word that is a name inside a sentence is one at the head of another.
	for i := range s.out {
		t := &s.out[i]
		if !t.Name && !t.Stop && t.Kind == Word && s.capital(i) && known.has(t.Exact) {
			t.Name = true
		}
	}
}

// labels tells whether token i, a function word, is a letter that tells things
// of one kind apart: bus A, Plan A. It is a capital right behind a word of
// content, and what follows has none, as it would in a title. I is a word.
func (s *scanner) labels(i int) bool {
	t := &s.out[i]
	if t.End-t.Start != 1 || i == 0 || s.text[t.Start] == 'I' || !isUpperByte(s.text[t.Start]) {
		return false
	}
	before := &s.out[i-1]
	return before.Kind == Word && !before.Stop && s.text[before.End:t.Start] == " " && !(s.capital(i+1) && s.adjacent(i, i+1))
}

// mixedCase tells whether the text has letters of both cases; where it has not,
// a capital says nothing.
func (s *scanner) mixedCase() bool {
	lower, upper := false, false
	for _, r := range s.text {
		lower = lower || unicode.IsLower(r)
		upper = upper || unicode.IsUpper(r) || unicode.IsTitle(r)
		if lower && upper {
			return true
		}
	}
	return false
}

// capital tells whether token i is written with a capital first.
func (s *scanner) capital(i int) bool {
	if i < 0 || i >= len(s.out) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.out[i].Start:])
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

// allCapitals tells whether token i has two letters or more and no small one.
func (s *scanner) allCapitals(i int) bool {
	w := s.text[s.out[i].Start:s.out[i].End]
	return utf8.RuneCountInString(w) > 1 && strings.ToUpper(w) == w
}

func (s *scanner) isName(i int) bool {
	t := &s.out[i]
	if !s.capital(i) || t.Kind != Word && !s.lettersOnly(t) {
		return false
	}
	if s.afterTitle(i) {
		t.Stop = false
		return true
	}
	head := s.startsSentence(i)
	if t.Stop {
		if s.lang == German && !head && !formal.has(t.Exact) {
			t.Stop = false // Waren, no verb but goods: German writes nouns with a capital
		}
		return s.doubtfulName(i, head)
	}
	switch common := s.isCommon(t); {
	case s.lang <= English && calendar.has(t.Exact):
		// Jan van der Berg, and no date
		return len(t.Exact) == 3 && i+1 < len(s.out) && s.adjacent(i, i+1) && particles.has(s.out[i+1].Exact)
	case s.abbreviated(t), titles.has(t.Exact) && s.capital(i+1):
		return false
	case common && pluralOfCapitals(s.text[t.Start:t.End]):
		return false // PDFs
	case utf8.RuneCountInString(t.Exact) == 1:
		return s.adjacentCapital(i, i+1) // an initial
	case s.allCapitals(i):
		return !common
	case head:
		return s.nameAtHead(i, common)
	case s.lang == German:
		return s.adjacentCapital(i, i+1) || s.adjacentCapital(i-1, i)
	}
	return true
}

// doubtfulName decides for a function word with a capital. Inside a sentence
// Will, US and WHO are names, and May and IT are content at least.
func (s *scanner) doubtfulName(i int, head bool) bool {
	t := &s.out[i]
	if s.lang > English || head || !doubtful.has(t.Exact) {
		return false
	}
	if capitals := s.allCapitals(i); capitals != (t.Exact == "it" || t.Exact == "us" || t.Exact == "who") {
		return false
	}
	t.Stop = false
	return t.Exact == "will" || t.Exact == "us" || t.Exact == "who"
}

// abbreviated tells whether t is a listed abbreviation with its full stop.
func (s *scanner) abbreviated(t *Token) bool {
	kind, ok := abbreviations()[t.Exact]
	return ok && kind == neverEnds && strings.HasPrefix(s.text[t.End:], ".")
}

// isCommon tells whether t is an everyday English word in any inflection.
func (s *scanner) isCommon(t *Token) bool {
	if s.lang > English {
		return false
	}
	return formsOf(s.text[t.Start:t.End], s.lang).common
}

// lettersOnly tells whether an identifier is a name in two capitals: GitHub,
// McDonald.
func (s *scanner) lettersOnly(t *Token) bool {
	if t.Kind != Identifier {
		return false
	}
	for _, r := range s.text[t.Start:t.End] {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

// nameAtHead decides for a capitalised word at the head of a sentence, where
// every word has a capital.
func (s *scanner) nameAtHead(i int, common bool) bool {
	t := &s.out[i]
	if s.lang > English {
		if s.lang == German || i+1 >= len(s.out) {
			return s.adjacentCapital(i, i+1)
		}
		return s.adjacentCapital(i, i+1) || copulas.has(s.out[i+1].Exact) && s.adjacent(i, i+1)
	}
	if common || len(t.Parts) > 0 && t.Kind == Word && !s.everyPartCapital(t) {
		return false
	}
	if strings.HasPrefix(s.text[t.End:], "'s") || strings.HasPrefix(s.text[t.End:], "’s") || s.adjacentCapital(i, i+1) {
		return true
	}
	return t.Inflected == strings.ReplaceAll(foldMarks(t.Exact), "'", "") && !nounOrAdverb(t.Exact)
}

// nounOrAdverb tells by its ending that a word is no name.
func nounOrAdverb(w string) bool {
	for _, end := range []string{"ly", "tion", "sion", "ment", "ness", "ity", "able", "ible", "ous", "ful", "less", "ance", "ence", "ship", "ism", "ize", "ise", "ical"} {
		if len(w) > len(end)+2 && strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// everyPartCapital tells whether a hyphenated word has a capital after each
// hyphen: Anne-Marie.
func (s *scanner) everyPartCapital(t *Token) bool {
	for part := range strings.SplitSeq(normalHyphens(s.text[t.Start:t.End]), "-") {
		if r, _ := utf8.DecodeRuneInString(part); !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// adjacent tells whether tokens i and j, neighbours, have but one space between.
func (s *scanner) adjacent(i, j int) bool {
	return i >= 0 && j < len(s.out) && s.out[i].End < s.out[j].Start && s.text[s.out[i].End:s.out[j].Start] == " "
}

// adjacentCapital tells whether tokens i and j, neighbours, are both
// capitalised content with one space between them.
func (s *scanner) adjacentCapital(i, j int) bool {
	if i < 0 || j >= len(s.out) || !s.capital(i) || !s.capital(j) || s.out[i].Stop || s.out[j].Stop {
		return false
	}
	gap := s.adjacent(i, j)
	if !gap && s.out[i].End < s.out[j].Start {
		gap = s.text[s.out[i].End:s.out[j].Start] == ". " && s.out[i].End-s.out[i].Start == 1
	}
	return gap && !(s.lang <= English && calendar.has(s.out[j].Exact))
}

// afterTitle tells whether the word before token i is a title: Ms., Dr.
func (s *scanner) afterTitle(i int) bool {
	if i == 0 || !titles.has(s.out[i-1].Exact) || s.out[i-1].End > s.out[i].Start {
		return false
	}
	gap := s.text[s.out[i-1].End:s.out[i].Start]
	if gap == ". " || gap == "." {
		return len(s.out[i-1].Exact) <= 5
	}
	return gap == " " && s.capital(i-1)
}

// startsSentence tells whether a sentence, a line or a quotation begins between
// token i and the one before it.
func (s *scanner) startsSentence(i int) bool {
	if i == 0 {
		return true
	}
	before := &s.out[i-1]
	if before.End >= s.out[i].Start {
		return false
	}
	gap := s.text[before.End:s.out[i].Start]
	if gap == " " {
		return false
	}
	if strings.ContainsAny(gap, "!?…:\n\r\"“«„([*#>|。！？") {
		return true
	}
	if !strings.Contains(gap, ".") {
		return false
	}
	if before.End-before.Start == 1 && s.capital(i-1) {
		return false // an initial
	}
	kind, ok := abbreviations()[before.Exact]
	return !ok || kind == endsBeforeCapital
}

package lang

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// stemmers are the Snowball stemmers (https://snowballstem.org/algorithms/).
var stemmers = [languages]func(*snowballstem.Env) bool{
	Unknown: english.Stem, English: english.Stem, Spanish: spanish.Stem, French: french.Stem, German: german.Stem,
	Portuguese: portuguese.Stem, Italian: italian.Stem, Russian: russian.Stem, Swedish: swedish.Stem, Dutch: dutch.Stem,
	Norwegian: norwegian.Stem, Danish: danish.Stem, Finnish: finnish.Stem, Turkish: turkish.Stem,
	Hungarian: hungarian.Stem, Romanian: romanian.Stem,
}

// maxStem is the longest word, in bytes, that is stemmed and cached. Longer
// ones are no words (the longest of English has 45 letters), and stemmers are
// not all linear.
const maxStem = 64

// forms is what is known of one word as it is written.
type forms struct {
	raw       string // the key, with language
	language  Language
	exact     string
	inflected string
	derived   string
	stop      bool
	common    bool // an everyday English word, a month or a weekday
}

// cacheSlots bounds the cache: about 4 MB when every slot is taken. It is a
// table of slots, each the last word that fell into it; a lost race or a
// collision costs a stemming, never a wrong answer.
const cacheSlots = 1 << 14

var cache [cacheSlots]atomic.Pointer[forms]

// formsOf returns the forms of a word as it is written, in a language below
// languages.
func formsOf(raw string, l Language) *forms {
	if len(raw) > maxStem {
		return newForms(raw, l)
	}
	slot := &cache[slotOf(raw, l)]
	if f := slot.Load(); f != nil && f.raw == raw && f.language == l {
		return f
	}
	f := newForms(strings.Clone(raw), l) // a clone: the cache must not hold on to a whole text
	slot.Store(f)
	return f
}

// slotOf returns the slot of a word in a language.
func slotOf(raw string, l Language) uint64 {
	return (maphash.String(wordSeed, raw) + uint64(l)) % cacheSlots
}

var wordSeed = maphash.MakeSeed()

func newForms(raw string, l Language) *forms {
	exact := Fold(raw)
	f := &forms{raw: raw, language: l, exact: exact, stop: isStop(exact, l)}
	first, _ := utf8.DecodeRuneInString(raw)
	f.inflected, f.derived = stem(exact, l, unicode.IsLower(first))
	f.common = commonWords.has(f.inflected) || commonWords.has(exact) || calendar.has(exact)
	return f
}

// stem returns the inflected and the derived form of a folded word; small says
// that it is written with a small letter, so in German it is no noun.
func stem(exact string, l Language, small bool) (inflected, derived string) {
	if len(exact) > maxStem {
		s := foldMarks(exact)
		return s, s
	}
	switch l {
	case Unknown, English:
		plain := strings.ReplaceAll(foldMarks(exact), "'", "")
		if plain == "" {
			return exact, exact
		}
		inflected = inflectEnglish(plain)
		return inflected, snowball(inflected, English)
	case Korean:
		s := stemKorean(exact)
		return s, s
	}
	s := foldMarks(snowball(unify(exact, l, small), l))
	if s == "" {
		s = foldMarks(exact)
	}
	return s, s
}

func snowball(w string, l Language) string {
	f := stemmers[l]
	if f == nil || !hasLetter(w) {
		return w
	}
	env := snowballstem.NewEnv(w)
	f(env)
	if s := env.Current(); s != "" {
		return s
	}
	return w
}

// hasLetter tells whether w has anything to stem.
func hasLetter(w string) bool {
	for i := range len(w) {
		if w[i] >= 'a' {
			return true
		}
	}
	return false
}

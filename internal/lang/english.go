package lang

import (
	"strings"
	"sync"
)

// The light English stemmer: it undoes inflection (plural, third person, past,
// participle) and nothing else, so that "university" and "universe", "contract"
// and "contraction", "new" and "news" stay apart. Tables go before rules; the
// rules give a silent e back where English spelling dropped it.
var (
	irregular  = sync.OnceValue(func() map[string]string { return dataForms("irregular", true) })
	spelling   = sync.OnceValue(func() map[string]string { return dataForms("spelling", false) })
	invariant  = dataList("invariant")
	silentE    = dataList("silent-e")
	noSilentE  = dataList("no-e")
	keepLL     = dataList("ll")
	pluralES   = dataList("plural-es")
	pluralE    = dataList("plural-e")
	pluralS    = dataList("plural-s")
	doubledEnd = wordSet("add odd egg err purr butt inn ebb buzz fizz jazz fuzz")
)

// inflectEnglish returns the lemma of a folded ASCII word.
func inflectEnglish(w string) string {
	lemma := englishLemma(w)
	if s, ok := spelling()[lemma]; ok {
		return s
	}
	return lemma
}

func englishLemma(w string) string {
	if lemma, ok := irregular()[w]; ok {
		return lemma
	}
	if len(w) < 4 || invariant.has(w) {
		return w
	}
	if base := singular(w); base != w {
		if lemma, ok := irregular()[base]; ok {
			return lemma
		}
		w = base
		if invariant.has(w) {
			return w
		}
	}
	return verbBase(w)
}

// singular undoes the -s of a plural or a third person.
func singular(w string) string {
	if strings.HasSuffix(w, "men") && len(w) > 5 {
		return w[:len(w)-2] + "an"
	}
	if w[len(w)-1] != 's' {
		return w
	}
	switch stem := w[:len(w)-1]; {
	case pluralE.has(stem) || pluralS.has(stem):
		return stem
	case strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		if len(w) < 5 {
			return stem
		}
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "es"):
		return singularES(w)
	default:
		return stem
	}
}

// singularES undoes -es, which is -s on a word in e or -es on a sibilant or o.
func singularES(w string) string {
	stem := w[:len(w)-2]
	if pluralES.has(stem) {
		return stem
	}
	for _, end := range []string{"ss", "x", "ch", "sh", "zz", "tz", "o"} {
		if strings.HasSuffix(stem, end) && len(stem) > 1 {
			return stem
		}
	}
	return w[:len(w)-1]
}

// verbBase undoes -ed and -ing.
func verbBase(w string) string {
	switch {
	case strings.HasSuffix(w, "eed"):
		return w
	case strings.HasSuffix(w, "ied"):
		if len(w) < 5 {
			return w[:len(w)-1]
		}
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ed"):
		return restore(w, w[:len(w)-2])
	case strings.HasSuffix(w, "ing"):
		return restore(w, w[:len(w)-3])
	}
	return w
}

// restore makes the verb that stem was before -ed or -ing; w is the whole word,
// answered when stem is no word at all ("bed", "thing").
func restore(w, stem string) string {
	n := len(stem)
	if n < 2 || !hasVowel(stem) {
		return w
	}
	root := withoutPrefix(stem)
	switch {
	case silentE.has(stem) || silentE.has(root):
		return stem + "e"
	case noSilentE.has(stem) || noSilentE.has(root) || doubledEnd.has(root):
		return stem
	case stem[n-1] == stem[n-2] && !isVowel(stem[n-1]):
		return undouble(stem)
	case wantsE(stem):
		return stem + "e"
	}
	return stem
}

// withoutPrefix cuts a prefix that changes nothing about a verb's spelling, so
// that "unchanged" is spelt as "changed" is.
func withoutPrefix(stem string) string {
	for _, prefix := range []string{"un", "re", "dis", "over", "under", "inter", "mis", "pre", "hand", "auto", "super"} {
		if root, ok := strings.CutPrefix(stem, prefix); ok && len(root) > 2 && hasVowel(root) {
			return root
		}
	}
	return stem
}

// undouble takes back the consonant that English doubles before -ed and -ing,
// but leaves those that belong to the word: -ss, -ff, -zz, and -ll in words of
// one syllable.
func undouble(stem string) string {
	n := len(stem)
	short := stem[:n-1]
	switch stem[n-1] {
	case 's', 'f', 'z':
		if noSilentE.has(short) {
			return short
		}
		return stem
	case 'l':
		if root := withoutPrefix(stem); syllables(root) == 1 || keepLL.has(root) {
			return stem
		}
	}
	return short
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

func hasVowel(s string) bool { return strings.ContainsAny(s, "aeiouy") }

// syllables counts the groups of vowels in s; y is one after a consonant, and
// the u of qu is none.
func syllables(s string) int {
	n, in := 0, false
	for i := range len(s) {
		v := isVowel(s[i]) || s[i] == 'y' && i > 0
		if s[i] == 'u' && i > 0 && s[i-1] == 'q' {
			v = false
		}
		if v && !in {
			n++
		}
		in = v
	}
	return n
}

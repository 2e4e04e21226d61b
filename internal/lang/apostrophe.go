package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// elided are the little words that French, Italian and Catalan run into the
// next word: l'élève, d'Émile, qu'elle, dell'arte.
var elided = wordSet(`l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu presqu
	un all dell nell sull dall coll gl quell quest bell sant tutt com dov cos anch mezz`)

// apostrophe adds a run whose joiners are apostrophes: an elision as two words,
// a possessive without its 's, a contraction whole.
func (s *scanner) apostrophe(r run) int {
	start := r.start
	for {
		cut := s.elision(start, r.end)
		if cut == 0 {
			break
		}
		s.addWord(start, cut)
		start = cut + runeLen(s.text[cut:])
	}
	word := s.text[start:r.end]
	f := formsOf(word, s.lang)
	if !f.stop {
		word = trimClitic(word)
	}
	s.addWord(start, start+len(word))
	return r.end
}

// elision returns where the elided word at start ends, 0 when there is none. In
// English, capitals keep the word whole (D'Angelo, L'Oreal), and only l' and d'
// count.
func (s *scanner) elision(start, end int) int {
	i := strings.IndexAny(s.text[start:end], "'’ʼ＇")
	if i <= 0 || i > 7 {
		return 0
	}
	head := s.text[start : start+i]
	if !elided.has(strings.ToLower(head)) {
		return 0
	}
	next := s.text[start+i+runeLen(s.text[start+i:]) : end]
	if first, _ := utf8.DecodeRuneInString(next); !strings.ContainsRune("aeiouyhàâéèêëîïôöùûüœæ", unicode.ToLower(first)) {
		return 0
	}
	switch s.lang {
	case French, Italian:
		return start + i
	case Unknown, English:
		if head == "l" || head == "d" && len(next) > 2 {
			return start + i
		}
	case Spanish, Portuguese:
		if len(head) == 1 {
			return start + i
		}
	}
	return 0
}

// trimClitic cuts what hangs on a word behind an apostrophe: Nina's, server'll.
func trimClitic(w string) string {
	i := strings.LastIndexAny(w, "'’ʼ＇")
	if i <= 0 {
		return w
	}
	tail := strings.ToLower(w[i+runeLen(w[i:]):])
	for _, c := range clitics {
		if tail == c[1:] {
			return w[:i]
		}
	}
	return w
}

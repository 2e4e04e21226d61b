package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuotation is the longest quotation, in bytes, that is kept in one sentence.
// A longer one is a text of its own, and unpaired marks end somewhere.
const maxQuotation = 600

// breaker joins and splits what UAX 29 cut, within one block of prose.
type breaker struct {
	prose  string
	quotes []Span // quotations, in order, apart
	quote  int    // the first that may still matter
	small  bool   // the block does not start with a capital, so its sentences may not
	out    []Span
}

// segment adds prose[start:end], or makes it the rest of the sentence before.
func (b *breaker) segment(start, end int) {
	if n := len(b.out); n > 0 && b.joins(b.out[n-1].Start, start, end) {
		b.out[n-1].End = end
		return
	}
	b.out = append(b.out, Span{start, end})
}

// joins tells whether there is no end of a sentence at i, between
// prose[start:i] and prose[i:end].
func (b *breaker) joins(start, i, end int) bool {
	if b.quoted(i) || !strings.ContainsFunc(b.prose[i:end], wordy) {
		return true
	}
	left := strings.TrimRightFunc(b.prose[start:i], unicode.IsSpace)
	if len(left) == i-start && i > 0 && b.prose[i-1] < utf8.RuneSelf {
		return true // within a word or an address: example.com/?x
	}
	right := strings.TrimLeftFunc(b.prose[i:end], unicode.IsSpace)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(right, "\"'“‘«([*_"))
	last, _ := utf8.DecodeLastRuneInString(left)
	if unicode.IsLower(next) && strings.ContainsRune("\"”»’')」", last) {
		return true // "Really?" she asked.
	}
	if strings.HasSuffix(left, "..") && strings.Count(left, " ") < 2 {
		return true // Well... I think so.
	}
	if !strings.HasSuffix(left, ".") {
		return false
	}
	return afterAbbreviation(left[:len(left)-1], right, next)
}

// wordy tells whether r makes a stretch of text more than punctuation.
func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// quoted tells whether i is inside a quotation. It is asked with growing i.
func (b *breaker) quoted(i int) bool {
	for b.quote < len(b.quotes) && b.quotes[b.quote].End <= i {
		b.quote++
	}
	return b.quote < len(b.quotes) && b.quotes[b.quote].Start < i
}

// afterAbbreviation tells whether the full stop after left belongs to its last
// word, given what comes next.
func afterAbbreviation(left, right string, next rune) bool {
	at := strings.LastIndexFunc(left, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(\"“[«/-", r) })
	word := left[at+1:]
	if at >= 0 {
		word = left[at+runeLen(left[at:]):]
	}
	if len(word) > maxStem {
		return false
	}
	follower := firstWord(right)
	if at < 0 && digitsOnly(word) {
		return true // "1. Buy milk"
	}
	if r, size := utf8.DecodeRuneInString(word); size == len(word) && unicode.IsUpper(r) && r != 'I' {
		// An initial, unless the letter ends a sentence ("Plan B. Then").
		return unicode.IsUpper(next) && !isStop(Fold(follower), English) && !commonWords.has(Fold(follower))
	}
	folded := strings.ToLower(word)
	kind, ok := abbreviations()[folded]
	switch {
	case !ok:
		return false
	case kind == endsBeforeLetters:
		return unicode.IsDigit(next)
	case kind == endsBeforeCapital:
		return !unicode.IsUpper(next)
	case titles.has(folded):
		return true
	}
	return !unicode.IsUpper(next) || !isStop(Fold(follower), English)
}

// firstWord returns the letters at the head of t.
func firstWord(t string) string {
	end := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	if end < 0 {
		end = len(t)
	}
	return t[:min(end, maxStem)]
}

// startsSmall tells whether the first letter of prose is a small one.
func startsSmall(prose string) bool {
	for _, r := range prose {
		if unicode.IsLetter(r) {
			return unicode.IsLower(r)
		}
	}
	return false
}

// smallBreaks cuts prose[start:end] where a full stop is followed by a space
// and a small letter, adds all pieces but the last, and returns where that
// starts. UAX 29 does not cut there, but who writes without capitals does.
func (b *breaker) smallBreaks(start, end int) int {
	for i := start; i+2 < end; i++ {
		if b.prose[i] != '.' || b.prose[i+1] != ' ' {
			continue
		}
		word := b.prose[start:i]
		word = word[strings.LastIndexAny(word, " (\"")+1:]
		if len(word) < 2 || len(word) > maxStem || strings.ContainsAny(word, ".") || !hasVowel(word) {
			continue
		}
		if _, ok := abbreviations()[strings.ToLower(word)]; ok {
			continue
		}
		b.segment(start, i+2)
		start = i + 2
	}
	return start
}

// quotations returns the quotations of prose, from opening to closing mark.
// Straight marks open after a space or a bracket and close else. Single marks
// are left out: they are apostrophes.
func quotations(prose string) []Span {
	if !strings.ContainsAny(prose, "\"“”„«»「」『』") {
		return nil
	}
	var out []Span
	open, closing := -1, rune(0)
	before := ' '
	for i, r := range prose {
		switch {
		case open >= 0 && i-open > maxQuotation:
			open = -1
		case open >= 0 && (r == closing || closing == '“' && r == '”'):
			out = append(out, Span{open, i})
			open = -1
			before = r
			continue
		}
		if open < 0 {
			if c, ok := closingMark(r, before); ok {
				open, closing = i, c
			}
		}
		before = r
	}
	return out
}

// closingMark returns the mark that closes what r opens after the rune before.
func closingMark(r, before rune) (rune, bool) {
	switch r {
	case '"':
		return '"', unicode.IsSpace(before) || strings.ContainsRune("([{—–-:=", before)
	case '“':
		return '”', true
	case '„':
		return '“', true
	case '«':
		return '»', true
	case '»':
		return '«', unicode.IsSpace(before)
	case '「':
		return '」', true
	case '『':
		return '』', true
	}
	return 0, false
}

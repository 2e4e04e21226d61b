package dates

import (
	"unicode"
	"unicode/utf8"
)

// tokenKind tells the four sorts of token apart.
type tokenKind uint8

const (
	mark      tokenKind = iota // one rune that is no letter, digit or space
	word                       // letters of one script; of Han, kana and Hangul one rune
	number                     // digits
	paragraph                  // a blank line, which no date crosses
)

// token is a stretch of the text; after the lexicon has read it, also what it
// means. Several words of one phrase ("day after tomorrow") are one token.
type token struct {
	start, end int
	count      int32 // value of a number, at most maxNumber
	r          rune  // of a mark
	kind       tokenKind
	upper      bool  // starts with a capital
	ascii      bool  // a word or a mark of ASCII alone
	digits     uint8 // of a number, at most 255
	sense      sense
}

// maxNumber is more than any number of a date: longer ones are all alike.
const maxNumber = 1 << 30

// tokenize splits text. It never fails: a byte that is not UTF-8 is a mark.
func tokenize(text string, into []token) []token {
	for i := 0; i < len(text); {
		start := i
		if asciiLetter(text[i]) {
			for i++; i < len(text) && asciiLetter(text[i]); {
				i++
			}
			plain := i == len(text) || text[i] < utf8.RuneSelf
			if !plain {
				end := i
				i = endOfWord(text, i)
				plain = i == end
			}
			into = append(into, token{start: start, end: i, kind: word, upper: text[start] < 'a', ascii: plain})
			continue
		}
		if text[i] == ' ' && i+1 < len(text) && text[i+1] > ' ' && text[i+1] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case isDigit(r):
			t := token{start: start, kind: number}
			for i < len(text) {
				r, n = utf8.DecodeRuneInString(text[i:])
				if !isDigit(r) {
					break
				}
				t.count = int32(min(int(t.count)*10+digitOf(r), maxNumber))
				t.digits += 1 - t.digits/255
				i += n
			}
			t.end = i
			into = append(into, t)
		case r == 'ー' && len(into) > 0 && into[len(into)-1].end == i && endsNumber(text[:i]):
			i += n // a dash of a range, written as the mark of a long vowel
			into = append(into, token{start: start, end: i, kind: mark, r: '-'})
		case isIdeographic(r):
			i += n
			into = append(into, token{start: start, end: i, kind: word})
		case isLetter(r):
			i = endOfWord(text, i)
			into = append(into, token{start: start, end: i, kind: word, upper: unicode.IsUpper(r)})
		case isSpace(r):
			lines := 0
			for i < len(text) {
				if r, n = utf8.DecodeRuneInString(text[i:]); !isSpace(r) {
					break
				}
				if r == '\n' {
					lines++
				}
				i += n
			}
			if lines > 1 {
				into = append(into, token{start: start, end: i, kind: paragraph})
			}
		default:
			i += n
			into = append(into, token{start: start, end: i, kind: mark, r: plainMark(r), ascii: r < utf8.RuneSelf})
		}
	}
	return into
}

func endOfWord(text string, i int) int {
	for i < len(text) {
		if asciiLetter(text[i]) {
			i++
			continue
		}
		if text[i] < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isLetter(r) || isIdeographic(r) {
			break
		}
		i += n
	}
	return i
}

// plainMark gives the dashes, quotes and wide punctuation one form each.
func plainMark(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '—', '−', '－':
		return '-'
	case '’', '‘', 'ʼ':
		return '\''
	case '〜', '～':
		return '~'
	case '：':
		return ':'
	case '，', '、':
		return ','
	case '。', '！', '？':
		return '.'
	case '（':
		return '('
	case '）':
		return ')'
	}
	return r
}

// endsNumber reports that text ends with a digit or the mark of a day.
func endsNumber(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return isDigit(r) || r == '日' || r == '号' || r == '號' || r == '半' || r == '時' || r == '点'
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' || r >= '０' && r <= '９' }

func digitOf(r rune) int {
	if r >= '０' {
		return int(r - '０')
	}
	return int(r - '0')
}

func asciiLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return r == 'º' || r == 'ª' || unicode.IsLetter(r) || unicode.IsMark(r)
}

func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r >= '\t' && r <= '\r'
	}
	return unicode.IsSpace(r)
}

// isIdeographic reports the scripts that put no spaces between words.
func isIdeographic(r rune) bool {
	return r >= 0x3040 && r <= 0x30ff || r >= 0x3400 && r <= 0x9fff ||
		r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff
}

// appendFolded appends w in lower case, without the diacritics that people
// leave out when they type.
func appendFolded(key []byte, w string) []byte {
	for _, r := range w {
		switch {
		case r < utf8.RuneSelf:
			if r >= 'A' && r <= 'Z' {
				r |= 0x20
			}
			key = append(key, byte(r))
			continue
		case unicode.Is(unicode.Mn, r):
			continue
		}
		r = unicode.ToLower(r)
		if f, ok := unaccented[r]; ok {
			r = f
		}
		key = utf8.AppendRune(key, r)
	}
	return key
}

var unaccented = func() map[rune]rune {
	m := map[rune]rune{'’': '\'', 'ё': 'е'}
	for _, group := range []string{"aàáâãäå", "cç", "eèéêë", "iìíîï", "nñ", "oòóôõö", "uùúûü", "yýÿ"} {
		rs := []rune(group)
		for _, r := range rs[1:] {
			m[r] = rs[0]
		}
	}
	return m
}()

package lang

import (
	"unicode"
	"unicode/utf8"
)

// TokenKind says what sort of thing a token is.
type TokenKind uint8

// The kinds of token.
const (
	Word       TokenKind = iota // a word of a language, hyphenated ones included
	Number                      // a plain number, its separators removed
	Identifier                  // a name made by rule: a path, a code, an address, a version, a date
	Bigram                      // two neighbouring characters (or a lone one) of a script without spaces
	Symbol                      // an emoji, with all that joins it
)

// Token is one word of a text in the forms under which it can be found.
type Token struct {
	// Start and End are the bytes of the word in the text, half-open, without a
	// possessive 's. Bigrams overlap; other tokens do not.
	Start, End int
	// Exact is the word as Fold makes it, diacritics kept; of a number, its
	// digits without separators and a decimal point. It is never empty.
	Exact string
	// Inflected is one form for all inflections of one word, diacritics folded.
	// A number has it without an empty fraction (1250.00 as 1250), a version
	// without its v, a path without a slash or dot before it, an address of the
	// web without its scheme.
	Inflected string
	// Derived is one form for a family of words (Snowball); of a hyphenated
	// word, the word without hyphens. It is the same as Inflected when there is
	// nothing more to it.
	Derived string
	// Parts are the words inside an identifier or a hyphenated word, each as
	// Inflected, at most 32, and the segments of a path or an address whole. An
	// identifier's are read as English, the language that identifiers are in.
	Parts []string
	Kind  TokenKind
	// Stop says that the word is a function word or a question word of its
	// language and carries no content.
	Stop bool
	// Name says that the word is written as a name: with a capital where the
	// language demands none, or after a title. A guess; see the package.
	Name bool
}

// Tokens returns the words of text, in order of Start, in the language that
// Detect finds for the whole.
func Tokens(text string) []Token { return TokensIn(text, Detect(text)) }

// TokensIn is Tokens for a text whose language is known. Function words, stems
// and names are of that language, whatever the script.
func TokensIn(text string, l Language) []Token {
	if l >= languages {
		l = Unknown
	}
	s := scanner{text: text, lang: l, out: make([]Token, 0, len(text)/6+1)}
	s.scan()
	s.names()
	return s.out
}

// scanner walks over a text once, adding tokens.
type scanner struct {
	text string
	lang Language
	out  []Token
}

// scan finds the tokens; names marks the names among them afterwards, since
// that takes the neighbours on both sides.
func (s *scanner) scan() {
	for i := 0; i < len(s.text); {
		c := s.text[i]
		switch {
		case c == '_':
			i++ // around a word it is emphasis
		case isWordByte(c):
			i = s.word(i)
		case c < utf8.RuneSelf:
			i = s.leading(i)
		default:
			i = s.wide(i)
		}
	}
}

// wide reads what starts with a rune beyond ASCII.
func (s *scanner) wide(i int) int {
	r, size := utf8.DecodeRuneInString(s.text[i:])
	if class := scriptOf(r); class != spaced {
		return s.bigrams(i, class)
	}
	switch {
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return s.word(i)
	case isEmoji(r):
		return s.symbol(i)
	}
	return i + size
}

// isWordByte tells whether c is an ASCII letter, digit or underscore.
func isWordByte(c byte) bool { return isLetterByte(c) || isDigitByte(c) || c == '_' }

func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigitByte(c byte) bool { return '0' <= c && c <= '9' }

func isUpperByte(c byte) bool { return 'A' <= c && c <= 'Z' }

// coreLen returns the length of the rune at the head of t when it belongs
// inside a word (letter, digit, mark, underscore, or an invisible one), else 0.
func coreLen(t string) int {
	if t == "" {
		return 0
	}
	if c := t[0]; c < utf8.RuneSelf {
		if isWordByte(c) {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRuneInString(t)
	if scriptOf(r) != spaced {
		return 0
	}
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || invisible(r) && r != utf8.RuneError {
		return size
	}
	return 0
}

func runeLen(t string) int {
	_, size := utf8.DecodeRuneInString(t)
	return size
}

// Version names what this package makes of a text. It changes whenever any
// text may give other tokens than before, so that an index can tell that its
// terms are not those of a question any more and has to be made again.
const Version = 2

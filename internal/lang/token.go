package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"github.com/kljensen/snowball/english"
)

// TokenKind says what sort of thing a token is.
type TokenKind uint8

// The kinds of token.
const (
	Word       TokenKind = iota // a word of a language
	Number                      // a plain number, its separators removed
	Identifier                  // a name made by rule: a path, a code, an address
	Bigram                      // two neighbouring characters of a script without spaces
	Symbol                      // an emoji
)

// Token is one word of a text in the forms under which it can be found.
type Token struct {
	Start, End int      // bytes in the text, half-open
	Exact      string   // normalised and case folded, diacritics kept; never empty
	Inflected  string   // one form for all inflections of one word
	Derived    string   // one form for a family of words
	Parts      []string // of an identifier or a hyphenated word, each inflected
	Kind       TokenKind
	Stop       bool // a function word: carries no content
	Name       bool // written as a name
}

// Tokens returns the words of text, in order, in the language of the whole.
func Tokens(text string) []Token { return TokensIn(text, Detect(text)) }

// TokensIn is Tokens for a language that is known.
func TokensIn(text string, l Language) []Token {
	var out []Token
	it := words.FromString(text)
	for it.Next() {
		v := it.Value()
		r, _ := utf8.DecodeRuneInString(v)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		exact := strings.TrimSuffix(Fold(v), "'s")
		if exact == "" {
			continue
		}
		out = append(out, Token{Start: it.Start(), End: it.End(), Exact: exact,
			Inflected: strings.TrimSuffix(exact, "s"), Derived: english.Stem(exact, true),
			Stop: IsStop(exact, l), Name: unicode.IsUpper(r)})
	}
	return out
}

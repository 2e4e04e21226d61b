package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns s in the form of Token.Exact: normalised (NFKC), case folded
// (Unicode full case folding, so ß is ss, but that İ is i), with straight apostrophes and plain hyphens, without zero-width, format and
// control characters, and with every run of white space as one space, none at
// the ends. Diacritics are kept. Invalid UTF-8 becomes U+FFFD.
func Fold(s string) string {
	if out, ok := foldASCII(s); ok {
		return out
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(dropInvisible, s)
	s = strings.Map(dotted, norm.NFKC.String(s))
	s = strings.Map(oneSpelling, cases.Fold().String(s))
	// Folding can undo the composition, and compatibility forms can bring
	// spaces and invisible characters of their own.
	s = strings.Map(dropInvisible, norm.NFKC.String(s))
	return strings.Join(strings.Fields(s), " ")
}

// dotted turns the Turkish capital of i into i. Unicode's folding makes an i of
// it with a second dot above, which no small letter is written with: İsmail
// would not be ismail.
func dotted(r rune) rune {
	if r == 'İ' {
		return 'i'
	}
	return r
}

// oneSpelling maps what is typed in two ways and meant as one: the curly
// apostrophe, the hyphens that do not break, and the letters of Cherokee, which
// fold to the capitals (Unicode's CaseFolding.txt) but which cases.Fold turns
// round each time.
func oneSpelling(r rune) rune {
	switch {
	case r == '\u2019', r == '\u02BC':
		return '\''
	case r == '\u2010', r == '\u2011':
		return '-'
	case 0xAB70 <= r && r <= 0xABBF:
		return r - 0xAB70 + 0x13A0
	case 0x13F8 <= r && r <= 0x13FD:
		return r - 8
	}
	return r
}

// foldASCII is Fold for text of nothing but ASCII, which most is.
func foldASCII(s string) (string, bool) {
	changed, space := false, true
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		blank := c == ' '
		changed = changed || c < ' ' || c == 0x7f || 'A' <= c && c <= 'Z' || blank && space
		space = blank
	}
	if !changed && (!space || s == "") {
		return s, true
	}
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch {
		case 'A' <= c && c <= 'Z':
			out = append(out, c+'a'-'A')
		case c == ' ' || '\t' <= c && c <= '\r':
			if len(out) > 0 && out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		case c >= ' ' && c != 0x7f:
			out = append(out, c)
		}
	}
	return strings.TrimSuffix(string(out), " "), true
}

// dropInvisible maps what cannot be seen to nothing.
func dropInvisible(r rune) rune {
	if invisible(r) {
		return -1
	}
	return r
}

// invisible tells whether r shows nothing and separates nothing: format and
// control characters, variation selectors, the grapheme joiner.
func invisible(r rune) bool {
	if r < 0x80 {
		return r < ' ' && !('\t' <= r && r <= '\r') || r == 0x7f
	}
	switch {
	case r == 0x85, r == 0x3000:
		return false
	case r == 0x034F, 0x180B <= r && r <= 0x180F, 0xFE00 <= r && r <= 0xFE0F, 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r)
}

// letters that have no decomposition and their plain spelling.
var plainLetters = strings.NewReplacer(
	"ø", "o", "æ", "ae", "œ", "oe", "đ", "d", "ð", "d", "þ", "th", "ł", "l",
	"ı", "i", "ß", "ss", "ħ", "h", "ŋ", "n", "ŧ", "t", "ĸ", "k", "’", "'",
)

// foldMarks removes the diacritics of the scripts where a word without them is
// the same word in haste: Latin, Greek, Cyrillic, Hebrew, Arabic. In the others
// a mark is a letter. s must be folded.
func foldMarks(s string) string {
	if isASCII(s) {
		return s
	}
	d := norm.NFD.String(s)
	out := make([]rune, 0, len(d))
	plain := true
	for _, r := range d {
		if unicode.Is(unicode.Mn, r) {
			if plain {
				continue
			}
		} else {
			plain = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
		}
		out = append(out, r)
	}
	folded := norm.NFC.String(plainLetters.Replace(string(out)))
	if folded == "" {
		return s
	}
	return folded
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

package structure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// replaceNames writes the name that all go by in place of each alias, where it
// stands as whole words, in any case. Longer aliases go first.
func replaceNames(text string, aliases map[string]string) string {
	names := make([]string, 0, len(aliases))
	for name := range aliases {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		text = replaceWords(text, name, aliases[name])
	}
	return text
}

// replaceWords replaces whole-word occurrences of old, compared caselessly.
func replaceWords(text, old, with string) string {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter whose lower case has another length: positions would not fit
		lower = text
	}
	var b strings.Builder
	at := 0
	for {
		i := strings.Index(lower[at:], old)
		if i < 0 || old == "" {
			b.WriteString(text[at:])
			return b.String()
		}
		start, end := at+i, at+i+len(old)
		b.WriteString(text[at:start])
		if wordBefore(text, start) || wordAfter(text, end) {
			b.WriteString(text[start:end])
		} else {
			b.WriteString(with)
		}
		at = end
	}
}

func wordBefore(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordAfter(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

package lang

import "strings"

// abbreviationKind says what a full stop after an abbreviation means.
type abbreviationKind uint8

const (
	neverEnds         abbreviationKind = iota // Dr. Okafor
	endsBeforeCapital                         // etc. Then
	endsBeforeLetters                         // No. 5, but: No. Never.
)

// loadAbbreviations reads the list, where * marks those that can end a sentence
// and # those that are abbreviations before a number only.
func loadAbbreviations() map[string]abbreviationKind {
	m := map[string]abbreviationKind{}
	for w := range dataSet("abbreviations") {
		switch {
		case strings.HasSuffix(w, "*"):
			m[w[:len(w)-1]] = endsBeforeCapital
		case strings.HasSuffix(w, "#"):
			m[w[:len(w)-1]] = endsBeforeLetters
		default:
			m[w] = neverEnds
		}
	}
	for w, kind := range m {
		if plain := strings.ReplaceAll(w, ".", ""); plain != w {
			if _, taken := m[plain]; !taken {
				m[plain] = kind
			}
		}
	}
	return m
}

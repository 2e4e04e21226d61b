package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kinds of line, by how they start.
const (
	linePlain = iota
	lineBlank
	lineItem    // of a list, and check boxes
	lineHeading // # …
	lineQuote   // > …
	lineRow     // | … |
	lineSpeaker // Name: …
)

// lineKind tells what kind of line this is, and where its content starts,
// behind the marker.
func lineKind(line string) (content, kind int) {
	for content < len(line) && (line[content] == ' ' || line[content] == '\t') {
		content++
	}
	kind = linePlain
	// A list may stand in a quotation, and a heading in a list: a few levels.
	for range 4 {
		n, k := marker(line[content:])
		if n == 0 {
			break
		}
		content += n
		kind = k
	}
	rest := line[content:]
	switch {
	case strings.TrimSpace(rest) == "":
		return content, lineBlank
	case kind == linePlain && rest[0] == '|':
		return content, lineRow
	case kind == linePlain && speaker(rest):
		return content, lineSpeaker
	case kind == linePlain && (strings.HasPrefix(rest, "[ ] ") || strings.HasPrefix(rest, "[x] ") || strings.HasPrefix(rest, "[X] ")):
		return content, lineItem
	}
	return content, kind
}

// marker returns the length of the Markdown marker at the head of t, with the
// spaces after it, and its kind; 0 when there is none.
func marker(t string) (length, kind int) {
	n := 0
	switch {
	case t == "":
		return 0, linePlain
	case t[0] == '>':
		return 1 + spaces(t[1:]), lineQuote
	case t[0] == '#':
		for n < len(t) && n < 6 && t[n] == '#' {
			n++
		}
		kind = lineHeading
	case t[0] == '-' || t[0] == '*' || t[0] == '+':
		n, kind = 1, lineItem
	case strings.HasPrefix(t, "•") || strings.HasPrefix(t, "–") || strings.HasPrefix(t, "‣"):
		n, kind = runeLen(t), lineItem
	default:
		if n = digits(t); n == 0 || n > 3 || n == len(t) || t[n] != '.' && t[n] != ')' {
			return 0, linePlain
		}
		n, kind = n+1, lineItem
	}
	gap := spaces(t[n:])
	if gap == 0 {
		return 0, linePlain
	}
	return n + gap, kind
}

func spaces(t string) int {
	return len(t) - len(strings.TrimLeft(t, " \t"))
}

// speaker tells whether a line starts as in a transcript: one to three words,
// the first with a capital, a colon and a space.
func speaker(line string) bool {
	i := strings.Index(line[:min(len(line), 48)], ": ")
	if i <= 0 {
		return false
	}
	words := strings.Fields(strings.Trim(line[:i], "*_"))
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) && first != '(' && !unicode.In(first, unicode.Han, unicode.Hangul, unicode.Hebrew, unicode.Arabic) {
			return false
		}
		if strings.ContainsAny(w, "!?;,\"") {
			return false
		}
	}
	return true
}

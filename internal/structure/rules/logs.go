package rules

import (
	"strings"
	"unicode"
)

// minLogLines is how many lines of one shape make a log: fewer may be prose.
const minLogLines = 12

// cutLog reads a log: of lines that share a shape it keeps none; it keeps the
// lines that tell of an error, and lines of a shape of their own.
func cutLog(ls []line) ([]piece, bool) {
	if len(ls) < minLogLines {
		return nil, false
	}
	shapes := map[string]int{}
	filled, machine := 0, 0
	for _, l := range ls {
		if strings.TrimSpace(l.text) == "" {
			continue
		}
		filled++
		shapes[shape(l.text)]++
		if logLike(l.text) {
			machine++
		}
	}
	if machine*10 < filled*6 {
		return nil, false
	}
	var out []piece
	for _, l := range ls {
		t := strings.TrimSpace(l.text)
		if t == "" || len(t) > 600 {
			continue
		}
		if troubled(t) && shapes[shape(l.text)]*4 < filled+8 || !logLike(l.text) && shapes[shape(l.text)] == 1 && len(strings.Fields(t)) > 3 {
			lo := skipSpace(l.text, 0)
			out = append(out, piece{lo: l.lo + lo, hi: l.hi, whole: true})
		}
	}
	return out, true
}

// logLike tells a line that a machine wrote: it begins with a number, a
// bracket or a time.
func logLike(t string) bool {
	t = strings.TrimSpace(t)
	if t == "" {
		return false
	}
	first := t[0]
	if first == '[' || first >= '0' && first <= '9' {
		return true
	}
	word, _, _ := strings.Cut(t, " ")
	switch strings.Trim(word, "[]:") {
	case "INFO", "DEBUG", "TRACE", "WARN", "WARNING", "ERROR", "FATAL", "ok", "PASS", "FAIL", "---", "===":
		return true
	}
	return strings.ContainsAny(word, "=/_") || strings.HasSuffix(word, "]")
}

// shape is the line with its numbers and long words taken out.
func shape(t string) string {
	var b strings.Builder
	for i, f := range strings.Fields(t) {
		if i == 3 {
			break
		}
		if strings.ContainsFunc(f, unicode.IsDigit) {
			b.WriteByte('#')
		} else if i > 0 {
			b.WriteByte('w')
		} else {
			b.WriteString(f)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// listsFile tells a line of a listing of files, as "ls -l" prints it: a letter
// for the sort of file, nine for who may do what, a count.
func listsFile(t string) bool {
	const modes = 10
	if len(t) < modes+4 || strings.IndexByte("bcdlps-", t[0]) < 0 {
		return false
	}
	for i := 1; i < modes; i++ {
		if strings.IndexByte("rwxsStT-", t[i]) < 0 {
			return false
		}
	}
	rest := strings.TrimLeft(t[modes:], "@+. ")
	return rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// listsFiles tells whether a text holds such a line.
func listsFiles(text string) bool {
	for line := range strings.Lines(text) {
		if listsFile(strings.TrimSpace(line)) {
			return true
		}
	}
	return false
}

var trouble = set("error errors err fail failed failure failures failing fatal panic warning warn warnings critical exception timeout refused denied expired crashed aborted unreachable segfault killed corrupt corrupted missing broken")

func troubled(t string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(t), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if trouble[w] {
			return true
		}
	}
	return false
}

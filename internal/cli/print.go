package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// printer writes for people. Text is made safe for a terminal, and wrapped
// when width is set.
type printer struct {
	w     io.Writer
	width int // columns; 0 wraps nothing
}

// clean replaces what could steer a terminal: control characters, and the
// marks that turn the direction of text.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// oneLine is clean, with line breaks and tabs as spaces.
func oneLine(s string) string { return clean(strings.Join(strings.Fields(s), " ")) }

// line writes one line.
func (p *printer) line(format string, args ...any) {
	fmt.Fprintln(p.w, clean(fmt.Sprintf(format, args...)))
}

// text writes a paragraph, each line behind indent.
func (p *printer) text(indent, s string) {
	for line := range strings.SplitSeq(strings.TrimRight(clean(s), "\n"), "\n") {
		for _, part := range wrap(line, p.width-len(indent)) {
			fmt.Fprintln(p.w, indent+part)
		}
	}
}

// wrap breaks a line at spaces into parts of at most width runes. A word that
// is longer stays whole.
func wrap(line string, width int) []string {
	if width < 20 || len(line) <= width {
		return []string{line}
	}
	var parts []string
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(line) {
		n := len([]rune(word))
		if used > 0 && used+1+n > width {
			parts = append(parts, b.String())
			b.Reset()
			used = 0
		}
		if used > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return append(parts, b.String())
}

// table writes rows in columns, the first one as a heading.
func (p *printer) table(rows [][]string) {
	t := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for i := range row {
			row[i] = oneLine(row[i])
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	_ = t.Flush() // an error of the writer below meets the next write too
}

// more says that a list goes on.
func (p *printer) more(cursor string) {
	if cursor != "" {
		p.line("\nThere is more: --cursor %s", cursor)
	}
}

// day writes a time as short as it can be said.
func day(t kaibo.Time) string {
	s := strings.TrimSuffix(t.String(), "Z")
	return strings.TrimSuffix(strings.Replace(s, "T", " ", 1), " 00:00:00")
}

// span writes when something holds.
func span(from, to kaibo.Time) string {
	if to == kaibo.Forever {
		return "since " + day(from)
	}
	if from == to {
		return "never"
	}
	return day(from) + " to " + day(to)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

package rules

import (
	"strings"
)

// readTable reads the table that begins at line i: Markdown with pipes, or
// rows cut by tabs, semicolons or commas. It answers its rows as statements,
// each field with the name of its column, and the line after it.
func readTable(ls []line, i int) ([]piece, int) {
	if strings.HasPrefix(strings.TrimSpace(ls[i].text), "|") {
		return pipeTable(ls, i)
	}
	for _, sep := range []string{"\t", ";", ","} {
		if rows, next := delimited(ls, i, sep); next > i {
			return rows, next
		}
	}
	return nil, i
}

func pipeTable(ls []line, i int) ([]piece, int) {
	end := i
	for end < len(ls) && strings.HasPrefix(strings.TrimSpace(ls[end].text), "|") {
		end++
	}
	if end-i < 2 {
		return nil, i
	}
	header := pipeCells(ls[i].text)
	first := i + 1
	if ruled(ls[i+1].text) {
		first = i + 2
	}
	var out []piece
	for k := first; k < end; k++ {
		out = appendRow(out, header, pipeCells(ls[k].text), ls[k])
	}
	return out, end
}

func ruled(t string) bool { return strings.Trim(t, "|-: \t") == "" }

func pipeCells(t string) []string {
	t = strings.TrimSpace(t)
	t = strings.TrimSuffix(strings.TrimPrefix(t, "|"), "|")
	cells := strings.Split(t, "|")
	for i := range cells {
		cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "*`")
	}
	return cells
}

// delimited reads rows that have the same number of fields as the header. A
// comma alone makes a table only when three rows agree and no field is prose.
func delimited(ls []line, i int, sep string) ([]piece, int) {
	header := fields(ls[i].text, sep)
	if len(header) < 2 || !headerLike(header) {
		return nil, i
	}
	end := i + 1
	for end < len(ls) && ls[end].text != "" && len(fields(ls[end].text, sep)) == len(header) {
		end++
	}
	rows := end - i - 1
	if rows < 1 || sep == "," && rows < 2 {
		return nil, i
	}
	var out []piece
	for k := i + 1; k < end; k++ {
		out = appendRow(out, header, fields(ls[k].text, sep), ls[k])
	}
	return out, end
}

func headerLike(header []string) bool {
	for _, h := range header {
		if h == "" || len(h) > 40 || len(strings.Fields(h)) > 4 || strings.ContainsAny(h, ".!?:") {
			return false
		}
	}
	return true
}

// fields cuts a row at sep; a field between double quotes may hold it.
func fields(t, sep string) []string {
	if strings.TrimSpace(t) == "" {
		return nil
	}
	var out []string
	for {
		if strings.HasPrefix(t, `"`) {
			if end := strings.Index(t[1:], `"`+sep); end >= 0 {
				out = append(out, t[1:1+end])
				t = t[1+end+1+len(sep):]
				continue
			}
			if strings.HasSuffix(t, `"`) && len(t) > 1 {
				return append(out, t[1:len(t)-1])
			}
		}
		field, rest, more := strings.Cut(t, sep)
		out = append(out, strings.TrimSpace(field))
		if !more {
			return out
		}
		t = rest
	}
}

func appendRow(out []piece, header, cells []string, l line) []piece {
	var b strings.Builder
	filled := 0
	for i, c := range cells {
		if c == "" || i >= len(header) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		if header[i] != "" {
			b.WriteString(header[i] + ": ")
		}
		b.WriteString(c)
		filled++
	}
	lo := skipSpace(l.text, 0)
	if filled < 2 || l.lo+lo >= l.hi {
		return out
	}
	return append(out, piece{lo: l.lo + lo, hi: l.hi, text: b.String(), whole: true})
}

// readRow reads a statement that is a row: two or more named fields.
func readRow(text string) []cell {
	if !strings.Contains(text, ": ") || !strings.Contains(text, ", ") {
		return nil
	}
	var out []cell
	for _, f := range strings.Split(text, ", ") {
		name, value, ok := strings.Cut(f, ": ")
		if !ok {
			if len(out) == 0 {
				return nil
			}
			out[len(out)-1].value += ", " + f
			continue
		}
		if len(strings.Fields(name)) > 4 {
			return nil
		}
		out = append(out, cell{strings.ToLower(name), foldWord(strings.TrimSpace(value))})
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

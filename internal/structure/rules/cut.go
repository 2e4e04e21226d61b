package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// piece is a stretch of an event that is read on its own: a paragraph, an
// item of a list, a row of a table. Bytes lo to hi of the content bear it out.
type piece struct {
	lo, hi int
	text   string // what it says, where that is not content[lo:hi] itself
	head   string // the heading above it
	typ    string // a type that its form gives: a check box is a task
	cues   cue
	whole  bool   // one statement, not to be cut into sentences
	item   bool   // an item of a list
	step   bool   // an item of a numbered list
	by     string // who says it, in a transcript
}

// says returns the text of the piece.
func (p *piece) says(content string) string {
	if p.text != "" {
		return p.text
	}
	return content[p.lo:p.hi]
}

// cut divides an event by its kind and its look.
func cut(kind, contentType, content string) []piece {
	trimmed := strings.TrimSpace(content)
	switch {
	case kind == kaibo.KindCommit:
		return cutCommit(content)
	case strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "["):
		if ps, ok := cutJSON(content); ok {
			return ps
		}
	}
	if looksHTML(trimmed, contentType) {
		return cutHTML(content)
	}
	return cutText(content)
}

// line is one line of a text, without its ending.
type line struct {
	lo, hi int
	text   string
}

func lines(content string) []line {
	var out []line
	for i := 0; i < len(content); {
		end := strings.IndexByte(content[i:], '\n')
		next := i + end + 1
		if end < 0 {
			end, next = len(content)-i, len(content)
		}
		text := strings.TrimRight(content[i:i+end], "\r")
		out = append(out, line{i, i + len(text), text})
		i = next
	}
	return out
}

// textCutter walks the lines of a text.
type textCutter struct {
	content  string
	lines    []line
	out      []piece
	head     string
	speakers bool
	para     []line
	block    string          // the name above indented settings
	open     map[string]bool // marks that are known to have no end
}

func cutText(content string) []piece {
	bare := blankComments(content)
	out := cutLines(bare)
	if bare == content {
		return out
	}
	for i := range out { // what is left of a piece with a comment in it
		if p := &out[i]; p.text == "" && bare[p.lo:p.hi] != content[p.lo:p.hi] {
			p.text = strings.Join(strings.Fields(bare[p.lo:p.hi]), " ")
		}
	}
	return out
}

// blankComments writes spaces over the HTML comments of a text, so that every
// byte keeps its place.
func blankComments(content string) string {
	const open, end = "<!--", "-->"
	if !strings.Contains(content, open) {
		return content
	}
	var b strings.Builder
	for rest := content; ; {
		i := strings.Index(rest, open)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		n := strings.Index(rest[i:], end)
		if n < 0 {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:i])
		b.WriteString(strings.Repeat(" ", n+len(end)))
		rest = rest[i+n+len(end):]
	}
}

func cutLines(content string) []piece {
	c := &textCutter{content: content, lines: lines(content), open: map[string]bool{}}
	if ps, ok := cutLog(c.lines); ok {
		return ps
	}
	c.speakers = isTranscript(c.lines)
	for i := 0; i < len(c.lines); {
		i = c.step(i)
	}
	c.flush()
	return c.out
}

// step reads from line i on and answers the line to go on with.
func (c *textCutter) step(i int) int {
	l := c.lines[i]
	t := strings.TrimSpace(l.text)
	if next := c.skip(i, t); next > i {
		c.flush()
		return next
	}
	if rows, next := readTable(c.lines, i); next > i {
		c.flush()
		c.out = append(c.out, rows...)
		return next
	}
	switch {
	case t == "":
		c.flush()
	case strings.HasPrefix(t, "#") && strings.HasPrefix(strings.TrimLeft(t, "#"), " "):
		c.flush()
		c.head = strings.TrimSpace(strings.Trim(t, "# "))
	case c.title(i, t):
		c.flush()
		c.head = t
	case strings.HasSuffix(t, ":") && indented(c.lines, i+1) && len(strings.Fields(t)) <= 3:
		c.flush()
		c.block = strings.TrimSuffix(t, ":")
	case setting(t) != "":
		c.flush()
		c.set(l, t)
	case bullet(t) > 0:
		c.flush()
		c.item(l, t)
	case c.speakers && speakerEnd(t) > 0:
		c.flush()
		lo := l.lo + strings.Index(l.text, t) + speakerEnd(t)
		lo = skipSpace(c.content, lo)
		if lo < l.hi {
			c.out = append(c.out, piece{lo: lo, hi: l.hi, by: speakerName(t)})
		}
	case c.block != "" && indented(c.lines, i) && strings.Contains(t, ": "):
		c.flush()
		c.out = append(c.out, piece{lo: l.lo + strings.Index(l.text, t), hi: l.hi, text: c.block + " " + t, whole: true})
	default:
		c.join(l, t)
	}
	return i + 1
}

func indented(ls []line, i int) bool {
	return i < len(ls) && (strings.HasPrefix(ls[i].text, "  ") || strings.HasPrefix(ls[i].text, "\t")) && bullet(strings.TrimSpace(ls[i].text)) == 0
}

// setting reads a line of a configuration, "name = value" or an indented
// "name: value", and answers "name: value".
func setting(t string) string {
	name, value, ok := strings.Cut(t, "=")
	name, value = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), `"'`)
	if !ok || name == "" || value == "" || strings.ContainsAny(name, " (<>!,;") || strings.HasPrefix(value, "=") || strings.ContainsAny(value, ";{}") {
		return ""
	}
	return name + ": " + value
}

// set adds a setting with the name of its block.
func (c *textCutter) set(l line, t string) {
	lo := l.lo + strings.Index(l.text, t)
	c.out = append(c.out, piece{lo: lo, hi: l.hi, text: setting(t), whole: true})
}

// skip passes over what nobody in the event says: code, thoughts, quoted
// replies, a signature, rules.
func (c *textCutter) skip(i int, t string) int {
	switch {
	case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
		return c.until(i+1, t[:3])
	case strings.HasPrefix(t, "<think"):
		if strings.Contains(t, "</think") {
			return c.afterThought(i)
		}
		return c.until(i+1, "</think")
	case strings.HasPrefix(t, ">"):
		return i + 1
	case t == "--" || c.lines[i].text == "-- ":
		return len(c.lines)
	case strings.HasPrefix(t, "On ") && strings.HasSuffix(t, "wrote:"), strings.HasPrefix(t, "-----Original Message"):
		return i + 1
	case strings.Trim(t, "-=*_ ") == "" && len(t) > 2:
		return i + 1
	}
	return i
}

func (c *textCutter) afterThought(i int) int {
	l := c.lines[i]
	end := strings.LastIndex(l.text, "</think")
	if k := strings.IndexByte(l.text[end:], '>'); k > 0 && end+k+1 < len(l.text) {
		c.lines[i] = line{l.lo + end + k + 1, l.hi, l.text[end+k+1:]}
		return i
	}
	return i + 1
}

func (c *textCutter) until(i int, mark string) int {
	if c.open[mark] {
		return i // a mark without its end is only a line
	}
	for k := i; k < len(c.lines); k++ {
		if strings.Contains(c.lines[k].text, mark) {
			return k + 1
		}
	}
	c.open[mark] = true
	return i
}

// title tells a line that heads what follows: short, alone, no sentence.
func (c *textCutter) title(i int, t string) bool {
	if i+1 < len(c.lines) {
		u := strings.TrimSpace(c.lines[i+1].text)
		if len(u) > 2 && (strings.Trim(u, "=") == "" || strings.Trim(u, "-") == "") {
			return true
		}
	}
	if len(c.para) > 0 || i+2 >= len(c.lines) || strings.TrimSpace(c.lines[i+1].text) != "" || len(t) > 60 || strings.ContainsAny(t, ".!?:;,") {
		return false
	}
	return i == 0 && !strings.ContainsAny(t, "0123456789") && len(strings.Fields(t)) <= 8 && !hasVerb(t)
}

// bullet returns the length of the mark before an item of a list, or 0.
func bullet(t string) int {
	for _, m := range []string{"- ", "* ", "+ ", "• ", "– ", "· "} {
		if strings.HasPrefix(t, m) {
			return len(m)
		}
	}
	i := 0
	for i < len(t) && i < 3 && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	if i > 0 && i+1 < len(t) && (t[i] == '.' || t[i] == ')') && t[i+1] == ' ' {
		return i + 2
	}
	return 0
}

func (c *textCutter) item(l line, t string) {
	lo := l.lo + strings.Index(l.text, t) + bullet(t)
	lo = skipSpace(c.content, lo)
	if lo >= l.hi {
		return
	}
	p := piece{lo: lo, hi: l.hi, item: true, step: t[0] >= '0' && t[0] <= '9', head: c.head}
	rest := c.content[lo:l.hi]
	if strings.HasPrefix(rest, "[ ]") || strings.HasPrefix(rest, "☐") {
		p.typ = kaibo.TypeTask
		p.lo = skipSpace(c.content, lo+len("[ ]"))
	}
	if p.lo < p.hi {
		c.out = append(c.out, p)
	}
}

// join adds a line to the paragraph when it was only wrapped there.
func (c *textCutter) join(l line, t string) {
	if n := len(c.para); n > 0 {
		last := strings.TrimSpace(c.para[n-1].text)
		first, _ := utf8.DecodeRuneInString(t)
		if !unicode.IsLower(first) && !(len(last) > 50 && !strings.ContainsAny(last[len(last)-1:], ".!?:")) || strings.HasSuffix(last, ":") || len(last) < 30 {
			c.flush()
		}
	}
	c.para = append(c.para, l)
}

func (c *textCutter) flush() {
	if len(c.para) > 0 {
		lo, hi := c.para[0].lo, c.para[len(c.para)-1].hi
		lo = skipSpace(c.content, lo)
		if lo < hi {
			c.out = append(c.out, piece{lo: lo, hi: hi, head: c.head})
		}
		c.para = nil
	}
}

// isTranscript tells whether most lines are "Name: what they said".
func isTranscript(ls []line) bool {
	spoken, filled := 0, 0
	names := map[string]int{}
	for _, l := range ls {
		t := strings.TrimSpace(l.text)
		if t == "" {
			continue
		}
		filled++
		if n := speakerEnd(t); n > 0 {
			spoken++
			names[t[:n]]++
		}
	}
	repeats, attributive := false, false
	for n := range names {
		attributive = attributive || attributes[strings.ToLower(strings.TrimRight(n, ": "))]
	}
	for _, n := range names {
		repeats = repeats || n > 1
	}
	return spoken >= 2 && spoken*3 >= filled*2 && (repeats || spoken >= 3 && filled == spoken && !attributive) && len(names) > 1
}

// speakerEnd returns the length of a speaker's name and its colon at the
// start of a line, or 0.
func speakerEnd(t string) int {
	i := strings.IndexByte(t, ':')
	if i < 1 || i > 32 || i+1 < len(t) && t[i+1] != ' ' {
		return 0
	}
	name := lastName(t[:i])
	if _, ok := labelTable[strings.ToLower(name)]; ok {
		return 0
	}
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 3 {
		return 0
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(r) && !unicode.Is(unicode.Lo, r) {
			return speaksAs(name, i+1)
		}
	}
	return i + 1
}

// lastName is the name after a time in brackets: [09:12] Name.
func lastName(s string) string {
	if k := strings.LastIndexAny(s, "])"); k >= 0 && k+1 < len(s) {
		return strings.TrimSpace(s[k+1:])
	}
	return s
}

// speakerName is the name that a line of a transcript begins with; "" where
// it names only a part in the talk, such as the user's.
func speakerName(t string) string {
	name, _, _ := strings.Cut(t, ":")
	if name = lastName(name); speaksAs(name, 1) > 0 {
		return ""
	}
	return name
}

func speaksAs(name string, n int) int {
	switch strings.ToLower(name) {
	case "user", "assistant", "agent", "human", "bot", "customer", "support":
		return n
	}
	return 0
}

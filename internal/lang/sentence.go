package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Span is a half-open range of bytes in a text.
type Span struct{ Start, End int }

// Sentences returns the sentences of text in order, trimmed of white space.
// Each has a letter, a digit or an emoji.
//
// Prose is cut by UAX 29, but not after an abbreviation, an initial, or inside
// a quotation of up to 600 bytes. Lines are read as Markdown and as a
// transcript: a list item, a heading, a table row, a check box and a line
// "Name: words" end where the line ends; the marker of a list, a heading or a
// quotation is outside the span, a check box inside; a fenced block of code is
// one span. Other lines go on in the next one when that starts with a small
// letter.
func Sentences(text string) []Span {
	d := document{text: text}
	d.read()
	return d.out
}

// document cuts a text into blocks, and each block into sentences.
type document struct {
	text  string
	out   []Span
	start int // of the open block
	end   int // of the last line of it
	open  bool
	alone bool // the open block is a line that ends with itself, unless the next is indented
}

func (d *document) read() {
	for at := 0; at < len(d.text); {
		next := lineEnd(d.text, at)
		line := Span{at, at + len(strings.TrimRight(d.text[at:next], "\r\n"))}
		if fence := fenceOf(d.text[line.Start:line.End]); fence != "" {
			d.flush()
			end, after := closeFence(d.text, next, fence)
			d.emit(line.Start, end)
			at = after
			continue
		}
		d.line(line)
		at = next
	}
	d.flush()
}

// lineEnd returns where the line at i ends, its line feed included.
func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}

// fenceOf returns the fence that a line opens, "" when it opens none.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " \t")
	for _, fence := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, fence) && !strings.Contains(line[3:], "`") {
			return fence
		}
	}
	return ""
}

// closeFence returns the end of the line that closes a fence and where the next
// one starts; an unclosed fence runs to the end of the text.
func closeFence(text string, at int, fence string) (end, after int) {
	for at < len(text) {
		next := lineEnd(text, at)
		if strings.HasPrefix(strings.TrimLeft(text[at:next], " \t"), fence) {
			return at + len(strings.TrimRight(text[at:next], "\r\n")), next
		}
		at = next
	}
	return len(text), len(text)
}

// line takes one line that is in no fence.
func (d *document) line(l Span) {
	text := d.text[l.Start:l.End]
	content, kind := lineKind(text)
	start := l.Start + content
	switch {
	case kind == lineBlank:
		d.flush()
	case kind == lineRow:
		d.flush()
		d.emit(start, l.End)
	case kind != linePlain:
		d.flush()
		d.start, d.end, d.open, d.alone = start, l.End, true, true
	case d.open && d.continues(start, start > l.Start+1):
		d.end = l.End
	default:
		d.flush()
		d.start, d.end, d.open, d.alone = start, l.End, true, false
	}
}

// continues tells whether the line whose content starts at next goes on with
// the sentence of the open block.
func (d *document) continues(next int, indented bool) bool {
	if d.alone && !indented {
		return false
	}
	before := strings.TrimRight(d.text[d.start:d.end], " \t\r\n")
	first, _ := utf8.DecodeRuneInString(d.text[next:])
	last, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case strings.ContainsRune(".!?:。！？", last):
		return false
	case unicode.IsLower(first):
		return true
	case d.alone || !unicode.IsLetter(first) && !unicode.IsDigit(first):
		return false
	}
	// A name or a number may stand at the head of a wrapped line.
	word := before[strings.LastIndexAny(before, " \t\n")+1:]
	return unicode.IsDigit(first) || last == ',' || isStop(Fold(word), English)
}

// flush cuts the open block into sentences.
func (d *document) flush() {
	if d.open {
		d.block(d.start, d.end)
	}
	d.open, d.alone = false, false
}

var lineBreaks = strings.NewReplacer("\n", " ", "\r", " ")

// block cuts the prose in text[start:end].
func (d *document) block(start, end int) {
	prose := d.text[start:end]
	if strings.ContainsAny(prose, "\n\r") {
		// The same length, so that offsets stay; a break of the line is none of
		// the sentence here.
		prose = lineBreaks.Replace(prose)
	}
	b := breaker{prose: prose, quotes: quotations(prose), small: startsSmall(prose)}
	it := sentences.FromString(prose)
	for it.Next() {
		from := it.Start()
		if b.small {
			from = b.smallBreaks(from, it.End())
		}
		b.segment(from, it.End())
	}
	for _, s := range b.out {
		d.emit(start+s.Start, start+s.End)
	}
}

// emit adds a span, trimmed, if there is anything in it.
func (d *document) emit(start, end int) {
	s := d.text[start:end]
	start += len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	end -= len(s) - len(strings.TrimRightFunc(s, unicode.IsSpace))
	if start < end && strings.ContainsFunc(d.text[start:end], hasContent) {
		d.out = append(d.out, Span{start, end})
	}
}

func hasContent(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || isEmoji(r) }

package rules

import (
	"html"
	"strings"
)

func looksHTML(trimmed, contentType string) bool {
	if strings.Contains(contentType, "html") {
		return true
	}
	if !strings.HasPrefix(trimmed, "<") || strings.HasPrefix(trimmed, "<think") {
		return false
	}
	lower := strings.ToLower(trimmed[:min(len(trimmed), 4096)])
	for _, t := range []string{"<!doctype", "<html", "<ul", "<ol", "<li", "<p>", "<p ", "<div", "<table", "<h1", "<h2", "<body", "<span", "<b>", "<script", "<style", "<br", "<a "} {
		if strings.HasPrefix(lower, t) {
			return true
		}
	}
	return false
}

// inlineTags do not end a line of text.
var inlineTags = set("a abbr b bdi cite code em i kbd mark q s samp small span strong sub sup time u var font")

// cutHTML reads the text between block tags; the tags, scripts, styles and
// comments say nothing.
func cutHTML(content string) []piece {
	h := &htmlCutter{content: content, lo: -1}
	for i := 0; i < len(content); {
		if content[i] != '<' {
			end := strings.IndexByte(content[i:], '<')
			if end < 0 {
				end = len(content) - i
			}
			h.text(i, i+end)
			i += end
			continue
		}
		i = h.tag(i)
	}
	h.flush()
	return h.out
}

type htmlCutter struct {
	content string
	out     []piece
	head    string
	lo, hi  int
	buf     strings.Builder
	heading bool
	item    bool
}

func (h *htmlCutter) text(lo, hi int) {
	raw := h.content[lo:hi]
	if strings.TrimSpace(raw) == "" {
		if h.lo >= 0 {
			h.buf.WriteByte(' ')
		}
		return
	}
	if h.lo < 0 {
		h.lo = skipSpace(h.content, lo)
	}
	h.hi = lo + len(strings.TrimRight(raw, " \t\r\n"))
	h.buf.WriteString(html.UnescapeString(raw))
}

// tag reads the tag at i and answers the byte after it.
func (h *htmlCutter) tag(i int) int {
	rest := h.content[i:]
	if strings.HasPrefix(rest, "<!--") {
		return i + after(rest, "-->")
	}
	end := strings.IndexByte(rest, '>')
	if end < 0 {
		return len(h.content)
	}
	name := tagName(rest[1:end])
	closing := strings.HasPrefix(rest, "</")
	switch {
	case !closing && (name == "script" || name == "style" || name == "head" || name == "template"):
		h.flush()
		return i + after(rest, "</"+name)
	case inlineTags[name]:
		return i + end + 1
	}
	h.flush()
	h.heading = !closing && len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
	h.item = !closing && name == "li"
	return i + end + 1
}

// tagName is the name in a tag, without the slash of a closing one.
func tagName(tag string) string {
	name, _, _ := strings.Cut(strings.Trim(tag, "/ \t\r\n"), " ")
	name, _, _ = strings.Cut(name, "\n")
	return strings.ToLower(strings.TrimSuffix(name, "/"))
}

// after is the byte of s after the tag that begins with mark; the end of s
// when there is none. It looks no further than that tag.
func after(s, mark string) int {
	for i := 0; i+len(mark) <= len(s); i++ {
		if s[i] == mark[0] && strings.EqualFold(s[i:i+len(mark)], mark) {
			if k := strings.IndexByte(s[i:], '>'); k >= 0 {
				return i + k + 1
			}
			break
		}
	}
	return len(s)
}

func (h *htmlCutter) flush() {
	if h.lo >= 0 && h.lo < h.hi {
		text := strings.Join(strings.Fields(h.buf.String()), " ")
		switch {
		case h.heading:
			h.head = text
		case text == h.content[h.lo:h.hi]:
			h.out = append(h.out, piece{lo: h.lo, hi: h.hi, head: h.head, item: h.item})
		default:
			h.out = append(h.out, piece{lo: h.lo, hi: h.hi, text: text, head: h.head, item: h.item})
		}
	}
	h.lo, h.hi = -1, 0
	h.buf.Reset()
}

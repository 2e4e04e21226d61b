package rules

import (
	"regexp"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// why names a reason for which a sentence states nothing.
type why uint8

const (
	states why = iota
	greeting
	question
	hypothesis
	order
	noise
	noWords
	reasons
)

var reasonTexts = [reasons]string{"", "a greeting or a reaction", "a question", "a hypothesis or a wish", "an order to the memory itself", "code or a template", "no words that name anything"}

// reason says why the event states nothing, in the words of what it was most.
func (r *reader) reason() string {
	best := noWords
	for w := greeting; w < reasons; w++ {
		if r.dropped[w] > r.dropped[best] || r.dropped[w] > 0 && r.dropped[best] == 0 {
			best = w
		}
	}
	return reasonTexts[best]
}

var templates = regexp.MustCompile("\\{\\{[^}]*\\}\\}|\\$\\{[^}]*\\}|\\$\\([^)]*\\)|`[^`]*`|<%[^%]*%>")

// judgeTalk tells why a sentence is no statement, or states.
func (r *reader) judgeTalk(p piece, text string) why {
	if strings.IndexFunc(text, inWord) < 0 {
		return noWords
	}
	if p.whole && p.text != "" {
		return states
	}
	if bare := templates.ReplaceAllString(text, " "); len(bare) < len(text) && strings.IndexFunc(bare, inWord) < 0 {
		return noise
	}
	if listsFile(text) || strings.HasPrefix(text, "total ") && allDigits(strings.TrimRight(text[len("total "):], "KMGkmg")) && listsFiles(r.content) {
		return noise
	}
	ws := split(text, languageOf(text))
	lead := readLabels(text)
	body := ws
	for len(body) > 0 && body[0].lo < lead.end {
		body = body[1:]
	}
	if len(body) == 0 {
		body = ws
	}
	body = body[min(callsEnd(body), len(body)-1):]
	switch {
	case systemLabel(ws) && len(ws) > 1, orders(ws, quotedAt(text, ws)):
		return order
	case asks(body, text):
		return question
	case supposed(body):
		return hypothesis
	}
	if emptyTalk(ws) && !r.answers(ws) || reaction(body, text) || acquaints(ws) || wishWell(afterHum(body)) && !hasNumber(body) {
		return greeting
	}
	if len(body) == 1 && body[0].class != ident && len(body[0].s) <= 24 && !spaceless(text) && r.question() == "" && !p.item {
		return greeting
	}
	return states
}

// afterHum skips the sounds that one makes before speaking.
func afterHum(ws []word) []word {
	for len(ws) > 1 && talkWords[ws[0].s] && ws[1].pre == ',' {
		ws = ws[1:]
	}
	return ws
}

func hasNumber(ws []word) bool {
	for i := range ws {
		if ws[i].class == number || ws[i].class == clock || ws[i].class == ident {
			return true
		}
	}
	return false
}

// systemLabel tells a text that speaks as the system: its words are orders.
func systemLabel(ws []word) bool {
	return len(ws) > 1 && ws[1].pre == ':' && (ws[0].s == "system" || ws[0].s == "sysadmin")
}

func spaceless(text string) bool {
	for _, r := range text {
		if r >= 0x2E80 && r < 0xA4D0 || r >= 0xAC00 && r < 0xD7B0 || r >= 0x0E00 && r < 0x0E80 {
			return true
		}
	}
	return false
}

// quotedAt answers whether word i of ws stands between quotation marks.
func quotedAt(text string, ws []word) func(int) bool {
	in := make([]bool, len(ws))
	inside := false
	for i := range ws {
		for _, r := range between(text, ws, i) {
			switch r {
			case '"':
				inside = !inside
			case '“', '«', '„':
				inside = true
			case '”', '»':
				inside = false
			}
		}
		in[i] = inside
	}
	return func(i int) bool { return in[i] }
}

// question returns the question that the event before asked, if it asks of a
// thing or person other than the talk itself.
func (r *reader) question() string {
	if len(r.in.Before) == 0 {
		return ""
	}
	last := strings.TrimSpace(r.in.Before[len(r.in.Before)-1].Content)
	spans := lang.Sentences(last)
	if len(spans) == 0 {
		return ""
	}
	q := last[spans[len(spans)-1].Start:spans[len(spans)-1].End]
	if !strings.HasSuffix(q, "?") || len(q) > 300 {
		return ""
	}
	if emptyTalk(split(q, languageOf(q))) {
		return ""
	}
	return q
}

// answers tells a bare answer to a question about a thing.
func (r *reader) answers(ws []word) bool {
	if r.question() == "" || len(ws) == 0 {
		return false
	}
	switch ws[0].s {
	case "yes", "no", "yep", "nope", "yeah", "sí", "oui", "non", "ja", "nein", "sim", "não":
		return true
	}
	return false
}

// complete makes the statement stand alone: a heading before an item that has
// no verb, the question before its bare answer, the thing for a pronoun.
func (r *reader) complete(p piece, text string) string {
	if p.whole || p.typ != "" {
		return text
	}
	if p.item && p.head != "" && !hasVerb(text) && !strings.Contains(text, ":") {
		return p.head + ": " + text
	}
	if q := r.question(); q != "" && len(r.out.Statements) == 0 && bareAnswer(text) {
		return q + " " + text
	}
	if plain := uncleft(text); plain != "" {
		return plain
	}
	return r.resolve(text)
}

// bareAnswer tells an answer without a subject of its own.
func bareAnswer(text string) bool {
	ws := split(text, languageOf(text))
	if len(ws) == 0 || len(ws) > 8 || subjectPronouns[ws[0].s] {
		return false
	}
	if v, ok := ws[0].asVerb(); ok && v.form == past {
		return false // its subject is left out: it is a statement
	}
	p := &parser{f: &frame{}, lx: lexiconOf(languageOf(text)), ws: ws}
	return !p.verbIn(0, len(ws)).found
}

func hasVerb(text string) bool {
	ws := split(text, lang.English)
	p := &parser{f: &frame{}, lx: english, ws: ws}
	return p.verbIn(0, len(ws)).found
}

package rules

import (
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// role is what a word does in its statement.
type role uint8

const (
	aside   role = iota // said in passing: an introduction, a reason, the one who acts
	topic               // what the statement is about
	action              // the verb
	value               // what is said of it
	former              // the value that is replaced, by name
	current             // the value that replaces it, by name
)

// part is a content word in its role. Words of one chunk stand together: an
// object, or a phrase with its preposition.
type part struct {
	word
	role  role
	chunk int
	prep  string
	head  bool // the noun that the words of its topic belong to
}

// frame is the reading of one statement that Judge compares: subject,
// predicate and value with the cues that were said along.
type frame struct {
	parts   []part
	cues    cue
	lemma   string // of the main verb; "" when there is none
	form    form
	passive bool
	aux     string         // the first auxiliary
	active  bool           // the main verb has a subject and is not passive
	task    bool           // it has the form or the type of a task
	record  bool           // it tells what happened
	foreign bool           // it is in a language other than English
	defined bool           // its subject has an article
	pronoun string         // the subject, when it is a pronoun
	refers  bool           // its object is a pronoun: "we serve them"
	owes    string         // the word of duty before the verb: needs, has, must
	article string         // the article of its object
	key     string         // all its words: equal keys say the same
	row     []cell         // a row of a table or an object of named fields
	verbAt  int            // index of the first word of the verb
	verbEnd int            // index of the first word after the verb
	byAgent bool           // a passive whose agent is named, read as active
	turned  bool           // a role and its holder, read the other way round
	nothing bool           // it has no words of its own
	voice   voice          // where it names its speaker
	words   []word         // all its words, for a claim in another language
	claim   *claim         // its other reading, by chunks; nil in other languages
	caption bool           // it is the caption of a picture and no more
	hinted  bool           // another clause of its sentence tells of a change
	alone   *clauseReading // its clauses that could stand alone
}

// cell is one named field of a row.
type cell struct{ name, value string }

// has tells whether the frame holds the word in any inflection.
func (f *frame) has(w *word) bool {
	for i := range f.parts {
		if same(&f.parts[i].word, w) {
			return true
		}
	}
	return false
}

func (f *frame) hasIn(w *word, roles ...role) bool {
	for i := range f.parts {
		for _, r := range roles {
			if f.parts[i].role == r && same(&f.parts[i].word, w) {
				return true
			}
		}
	}
	return false
}

func (f *frame) with(roles ...role) []*part {
	var out []*part
	for i := range f.parts {
		for _, r := range roles {
			if f.parts[i].role == r {
				out = append(out, &f.parts[i])
			}
		}
	}
	return out
}

// same tells whether two words are one word in different inflections, or one
// number in different writings.
func same(a, b *word) bool {
	if a.s == b.s || a.stem == b.stem {
		return true
	}
	if a.class == number || b.class == number {
		return a.class == b.class && plainNumber(a.s) == plainNumber(b.s)
	}
	if a.class == date || b.class == date || a.class == clock || b.class == clock {
		return sameTime(a.s, b.s)
	}
	if a.class == ident || b.class == ident {
		return strings.ReplaceAll(a.s, "-", "") == strings.ReplaceAll(b.s, "-", "")
	}
	if a.root == b.root {
		return true
	}
	return a.verb.lemma != "" && a.verb.lemma == b.verb.lemma || strings.ReplaceAll(a.s, "-", "") == strings.ReplaceAll(b.s, "-", "")
}

// sameTime compares 09:30 with 9:30 and Jun with June.
func sameTime(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if a == b {
		return true
	}
	if months[a] && months[b] || weekdays[a] && weekdays[b] {
		return len(a) >= 3 && len(b) >= 3 && a[:3] == b[:3]
	}
	return false
}

// parse reads a statement. What its type or its source says of it beyond the
// words comes in as typ and extra.
func parse(text, typ string, extra cue) *frame {
	return parseIn(languageOf(text), text, typ, extra)
}

// parseIn is parse for a language that is known: the source's, where dates
// were written out since.
func parseIn(l lang.Language, text, typ string, extra cue) *frame {
	f := parseOne(l, text, typ, extra)
	if f.row == nil && !f.nothing {
		f.alone = &clauseReading{read: func() []*frame { return readAlone(f, l, text[readLabels(text).end:], typ) }}
	}
	return f
}

// parseOne reads a statement as one sentence.
func parseOne(l lang.Language, text, typ string, extra cue) *frame {
	f := &frame{cues: extra}
	if row := readRow(text); row != nil {
		f.row = row
	}
	lead := readLabels(text)
	f.cues |= lead.cues
	f.task = typ == kaibo.TypeTask || typ == "" && lead.typ == kaibo.TypeTask
	f.record = typ == kaibo.TypeEpisode
	body := text[lead.end:]
	ws := split(body, l)
	f.key = keyOf(ws)
	f.nothing = len(ws) == 0
	if n := captionAt(body); n > 0 { // what a picture shows is not what is said
		body = body[:n]
		ws = split(body, l)
	} else if n == 0 {
		f.caption = true
	}
	f.words = slices.Clone(ws)
	if f.claim = claimOf(ws, l); f.claim != nil && f.claim.signs&saysInstance != 0 {
		f.cues |= onetime
	}
	if outsideQuotes(body) {
		f.cues |= quotes
	}
	p := &parser{f: f, lx: lexiconOf(l), ws: ws, roles: make([]role, len(ws)), chunks: make([]int, len(ws)), preps: make([]string, len(ws))}
	f.foreign = p.lx != english
	if conditions(ws, l) || wouldBe(ws, l) {
		f.cues |= conditional
	}
	f.cues |= readCues(maskQuoted(body, ws))
	for i := range ws {
		if foreignCue(p.lx, ws[i].s) {
			f.cues |= changes
			ws[i].cue = true
		}
	}
	p.run()
	if f.claim != nil && p.lx == english && f.active && f.verbEnd > f.verbAt {
		f.claim.takeVerb(f.verbAt, f.verbEnd)
	}
	return f
}

// captionAt is where the caption of a picture begins, in brackets at the end of
// a statement; -1 when there is none.
func captionAt(body string) int {
	t := strings.TrimRight(body, " \t\r\n")
	if !strings.HasSuffix(t, "]") {
		return -1
	}
	return strings.LastIndexByte(t, '[')
}

// keyOf joins all words: two statements with one key say the same.
func keyOf(ws []word) string {
	var b strings.Builder
	for i := range ws {
		s := ws[i].s
		if ws[i].class == number {
			s = plainNumber(s)
		}
		if i == 0 && fillers[s] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		if ws[i].poss {
			b.WriteString("'s")
		}
	}
	return b.String()
}

var fillers = set("so well and also ok okay oh ah yes yeah btw anyway")

// maskQuoted returns the words outside quotation marks: only they give cues.
// The slice shares its words with ws when nothing is quoted.
func maskQuoted(text string, ws []word) []word {
	inside := false
	for i := range ws {
		if strings.ContainsAny(between(text, ws, i), "\"“”«»„") {
			inside = !inside
		}
		if inside && !strings.ContainsAny(text[ws[i].lo:ws[i].hi], "\"") {
			if ws[i].class == function {
				ws[i].class = plain
			}
			ws[i].name = true
		}
	}
	return ws
}

func between(text string, ws []word, i int) string {
	lo := 0
	if i > 0 {
		lo = ws[i-1].hi
	}
	return text[lo:ws[i].lo]
}

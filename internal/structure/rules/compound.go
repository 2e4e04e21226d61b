package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// A sentence of two statements is two memories: "Ana owns the importer and Bob
// owns the exporter". Whatever ends one of them leaves the other alone. It is
// cut only where each part could stand as a sentence of its own: it has a
// subject and a verb, says something, and no word of it points to the other
// part.

// maxCompound bounds the sentences that are cut: longer ones tell a story.
const maxCompound = 400

// compoundJoins stand between two main clauses.
var compoundJoins = set("and but und aber y e pero et mais mas")

// compoundBar are cues of sentences that are read whole: their parts say
// something of each other, or are not said to be so.
const compoundBar = quotes | conditional | supposes | reports | corrects | onetime | negates | cancels

// compound answers the parts of a sentence that are statements of their own,
// as spans of text; none where it is one statement.
func compound(p piece, text string, f *frame) []lang.Span {
	if p.whole || p.typ != "" || p.step || f.row != nil || f.caption || f.claim == nil || f.cues&compoundBar != 0 || len(text) > maxCompound ||
		readLabels(text).end > 0 || strings.ContainsAny(text, "\"“”«»„()[]`:?") {
		return nil
	}
	if !f.claim.stands() || f.claim.signs&(saysWrong|saysBack|saysEnd) != 0 || thinks[f.lemma] || len(f.words) != len(f.claim.ws) {
		return nil
	}
	l := languageOf(text)
	ws := split(text, l)
	parts := compoundParts(ws)
	if len(parts) < 2 || len(parts) > maxAlone {
		return nil
	}
	out, semicolon := make([]lang.Span, 0, len(parts)), strings.ContainsRune(text, ';')
	for i, part := range parts {
		if !standsAlone(ws[part[0]:part[1]], l, i > 0) || semicolon && subjectPronouns[ws[part[0]].s] {
			return nil // "the hall is booked; we meet in the gym" says why
		}
		out = append(out, lang.Span{Start: ws[part[0]].lo, End: ws[part[1]-1].hi})
	}
	if !changeEach(f.claim, parts) {
		return nil
	}
	out[len(out)-1].End = len(text)
	return out
}

// changeEach tells whether either none of the parts tells of a change or each
// does: where one says what changed, the other often says why, or from what.
func changeEach(c *claim, parts [][2]int) bool {
	changed := 0
	for _, part := range parts {
		for i := part[0]; i < part[1] && i < len(c.ws); i++ {
			if c.ws[i].signs&changesSlot != 0 {
				changed++
				break
			}
		}
	}
	return changed == 0 || changed == len(parts)
}

// thinks are verbs whose object may be all that follows.
var thinks = set("think say hope know believe guess mean hear tell suppose assume feel see find note notice remember understand promise propose ask wonder decide agree")

// compoundParts cuts a sentence at semicolons and where a word joins clauses.
func compoundParts(ws []word) [][2]int {
	var out [][2]int
	lo := 0
	for i := 1; i < len(ws); i++ {
		join := compoundJoins[ws[i].s] && !ws[i].name
		if !join && ws[i].pre != ';' {
			continue
		}
		if i > lo {
			out = append(out, [2]int{lo, i})
		}
		if lo = i; join {
			lo = i + 1
		}
	}
	if lo < len(ws) {
		out = append(out, [2]int{lo, len(ws)})
	}
	return out
}

// leaning are words by which a clause leans on another: they point to what
// stands there, or say how the two go together.
var leaning = set("it it's its he he's she she's his her hers him they they're their theirs them this that that's these those there then both each other others latter former same too also instead so still only even either neither nor more less too one ones not no never",
	"er sie es ihn ihm ihr ihre ihren ihrem ihres sein seine seinen seinem dies dieser diese dieses dort dann beide beides auch stattdessen nicht kein keine keinen doch nur noch damit dafür dazu davon daran darauf",
	"él ella ellos ellas ello lo la los las le les su sus este esta esto ese esa eso allí ahí también no ya solo sólo ambos",
	"il elle ils elles lui leur leurs son sa ses ce ceci cela ça y en là aussi ne n' pas plus deux",
	"ele ela eles elas seu sua seus suas isso isto este esta esse essa lá também não já só ambos")

// standsAlone tells whether words could be a sentence: a subject that names
// something or is the speaker, a verb, and what is said. No word of a part after
// the first leans on another part.
func standsAlone(ws []word, l lang.Language, later bool) bool {
	const least = 3
	if len(ws) < least || thirdPronouns[ws[0].s] {
		return false
	}
	b := bookOf(l)
	for i := range ws {
		w := &ws[i]
		article := b.det[w.s] && i+1 < len(ws) && ws[i+1].class != function && w.s != "this" && w.s != "that" && w.s != "these" && w.s != "those"
		if later && leaning[w.s] && !article && w.class != date {
			return false
		}
		if subordinate[w.s] && !b.det[w.s] && w.class != date && !(i+1 < len(ws) && (ws[i+1].value() || b.det[ws[i+1].s] && (w.s == "as" || w.s == "als" || w.s == "como" || w.s == "comme"))) {
			return false
		}
	}
	if w := &ws[0]; !w.name && (w.verb.lemma != "" && w.verb.form != base && w.verb.form != gerund || lexiconOf(l).auxiliaries[w.s]) {
		return false // its subject is left out
	}
	v := verbIndex(ws, l)
	return v > 0 && v+1 < len(ws) && subjectBefore(ws[:v])
}

// verbIndex is the first verb after the first word, -1 when there is none near.
func verbIndex(ws []word, l lang.Language) int {
	const far = 7
	for i := 1; i < len(ws) && i < far; i++ {
		if asserts(ws[:i+1], l) {
			return i
		}
		if ws[i].pre != 0 && cuts(ws[i].pre) {
			return -1
		}
	}
	return -1
}

// subjectBefore tells whether the words before a verb name somebody or
// something: a noun, a name, or the speaker.
func subjectBefore(ws []word) bool {
	named := false
	for i := range ws {
		w := &ws[i]
		switch {
		case w.s == "i" || w.s == "we" || w.s == "ich" || w.s == "wir" || w.s == "yo" || w.s == "je" || w.s == "j'" || w.s == "nous" || w.s == "eu" || w.s == "nós":
			return i == 0
		case i == 0 && english.prepositions[w.s]:
			return false
		case w.class == plain || w.class == ident:
			named = true
		}
	}
	return named
}

package rules

import (
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// clauseReading reads the clauses of a statement when they are first asked
// for: most statements are never compared with one that needs them.
type clauseReading struct {
	once sync.Once
	read func() []*frame
	list []*frame
}

// clauses answers the readings of the clauses; none for a single one.
func (c *clauseReading) clauses() []*frame {
	if c == nil {
		return nil
	}
	c.once.Do(func() { c.list, c.read = c.read(), nil })
	return c.list
}

// maxAlone bounds the clauses of one statement that are read by themselves.
const maxAlone = 4

// subordinate words open a clause that says why, when or which: it stands for
// nothing by itself.
var subordinate = set("because since as when while although though if unless which who whom whose that where after before until so than like despite given whether",
	"weil wenn da dass obwohl während nachdem bevor falls damit sodass wo die der das ob als",
	"porque que cuando si aunque mientras donde quien como para pues",
	"parce quand qui lorsque puisque bien tandis où car comme pour",
	"quando se embora enquanto onde pois")

// joins stand between two clauses that could each be a sentence.
var joins = set("and but so und aber y pero et mais e mas")

// readAlone reads the clauses of a statement as sentences of their own: "Nils
// changed his flight, he lands on June 5". A pronoun that begins one, or a
// subject that is left out, is the subject of the first. Where another clause
// tells of a change, the frame says so.
func readAlone(f *frame, l lang.Language, body, typ string) []*frame {
	if f.claim == nil || len(body) > maxSentence/2 || f.cues&(quotes|conditional) != 0 {
		return nil
	}
	parts := cutAlone(f.words, l)
	if len(parts) < 2 || len(parts) > maxAlone {
		return nil
	}
	subject := ""
	var out []*frame
	for n, p := range parts {
		lo, hi := p[0], p[1]
		text := body[f.words[lo].lo:f.words[hi-1].hi]
		switch resumed := resumes(f.words[lo:hi], l); {
		case n > 0 && resumed >= 0 && subject == "":
			continue
		case n > 0 && resumed >= 0:
			text = resumedBy(subject, f.words[lo].s) + " " + body[f.words[lo+resumed].lo:f.words[hi-1].hi]
		}
		sub := parseOne(l, text, typ, 0)
		if n == 0 {
			subject = subjectText(body, f.words[lo:hi], l)
		}
		out = append(out, sub)
	}
	for i, sub := range out {
		for k, other := range out {
			if i != k && other.claim != nil && other.claim.signs&(changesSlot&^(saysNow|saysBack)) != 0 && other.cues&negates == 0 {
				sub.hinted = true
			}
		}
	}
	return out
}

// resumedBy is what a pronoun takes up of a subject: "Ana's train is late, she
// comes at six" goes on about Ana.
func resumedBy(subject, pronoun string) string {
	if pronoun != "he" && pronoun != "she" {
		return subject
	}
	if owner, _, ok := strings.Cut(strings.ReplaceAll(subject, "’", "'"), "'s "); ok {
		return owner
	}
	return subject
}

// subjectText is what stands before the verb of a clause, as it is written; ""
// when that is long or nothing.
func subjectText(body string, ws []word, l lang.Language) string {
	for i := 1; i < len(ws) && i < 6; i++ {
		if asserts(ws[:i+1], l) {
			return body[ws[0].lo:ws[i-1].hi]
		}
	}
	return ""
}

// cutAlone answers the clauses that can stand alone, as runs of words: a verb
// is in each, and none begins with a word that makes it a part of another.
func cutAlone(ws []word, l lang.Language) [][2]int {
	var out [][2]int
	lo := 0
	flush := func(hi int) {
		start := lo
		for start < hi && joins[ws[start].s] {
			start++
		}
		if hi-start > 1 && !subordinate[ws[start].s] && asserts(ws[start:hi], l) {
			out = append(out, [2]int{start, hi})
		}
		lo = hi
	}
	for i := 1; i < len(ws); i++ {
		mark := cuts(ws[i].pre) || ws[i].pre == '-'
		if (mark || joins[ws[i].s]) && !ws[i].value() && (asserts(ws[lo:i], l) || subordinate[ws[lo].s]) && i+1 < len(ws) && asserts(ws[i:], l) {
			flush(i)
		}
	}
	flush(len(ws))
	return out
}

// asserts tells whether words hold a verb that says something of a subject.
func asserts(ws []word, l lang.Language) bool {
	lx, b := lexiconOf(l), bookOf(l)
	for i := range ws {
		w := &ws[i]
		if lx.auxiliaries[w.s] && w.class != date && w.class != plain {
			return true
		}
		if w.verb.lemma != "" && !w.name && w.verb.form != gerund && (w.verb.form != base || i > 0 && subjectPronouns[ws[i-1].s]) {
			return true
		}
		if w.class != plain || w.name {
			continue
		}
		if l != lang.English && b.predicate(w.s) || l == lang.English && i > 0 && guessedVerb(ws, i) {
			return true
		}
	}
	return false
}

// guessedVerb tells a form of a verb that no list has: after a pronoun, or in
// the past tense before an object.
func guessedVerb(ws []word, i int) bool {
	s, prev := ws[i].s, &ws[i-1]
	switch {
	case ws[i].pre != 0 || len(s) < 4:
		return false
	case thirdPronouns[prev.s] && prev.s != "they":
		return s[len(s)-1] == 's' || strings.HasSuffix(s, "ed")
	}
	return strings.HasSuffix(s, "ed") && i+1 < len(ws) && (prev.content() || subjectPronouns[prev.s]) &&
		(english.determiners[ws[i+1].s] || english.prepositions[ws[i+1].s] || ws[i+1].name)
}

// predicate tells a word that alone is a predicate or a change in the phrase
// book.
func (b *phrasebook) predicate(s string) bool {
	const verbal = predicates | changesSlot&^(saysNow|saysBack|saysWrong) | saysIs
	for i := range b.turns[turnKey(s)] {
		if t := &b.turns[turnKey(s)][i]; t.sign&verbal != 0 && len(t.words) == 1 && t.words[0].matches(s) {
			return true
		}
	}
	return false
}

// thirdPronouns stand for a person or a thing named before.
var thirdPronouns = set("he she it they he's she's it's they're er es sie il elle ils elles ele ela eles elas él ella ellos ellas")

// nowBefore may stand before the verb of a clause that leaves out its subject.
var nowBefore = set("ahora agora maintenant désormais actualmente atualmente")

// resumes tells whether a clause goes on about the subject before it, and at
// which word what it says begins: after a pronoun, or at a verb. It answers -1
// when the clause has a subject of its own.
func resumes(ws []word, l lang.Language) int {
	first := strings.TrimSuffix(ws[0].s, "'s")
	switch {
	case thirdPronouns[ws[0].s] && ws[0].s == first:
		return 1
	case thirdPronouns[first]:
		return -1 // it's: the verb is in it
	case l != lang.English && !ws[0].name && ws[0].class == plain && bookOf(l).predicate(ws[0].s):
		return 0 // y trabaja
	case l != lang.English && l != lang.German && len(ws) > 2 && nowBefore[ws[0].s] && !ws[1].name && ws[1].class == plain && bookOf(l).predicate(ws[1].s):
		return 0 // y ahora trabaja
	case l == lang.English && ws[0].verb.lemma != "" && !ws[0].name && ws[0].verb.form != base && ws[0].verb.form != gerund,
		lexiconOf(l).auxiliaries[ws[0].s] && !subjectPronouns[ws[0].s]:
		return 0
	}
	return -1
}

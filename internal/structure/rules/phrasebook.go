package rules

import (
	"embed"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// sign is what a turn of phrase says of the statement in which it stands. A
// word can carry several: "moved" may tell a place, a date or an employer.
type sign uint64

const (
	saysUnreal   sign = 1 << iota // nothing is said to be so: a wish, a joke, a condition
	saysIntent                    // a denial, which may be of an intention
	saysPast                      // it was so, and need not be so now
	saysAdds                      // it stands beside the earlier
	saysStays                     // it goes on as it was
	saysInstance                  // one time of what happens again and again
	saysEvery                     // what happens again and again
	saysNow                       // it is so from now on
	saysChange                    // something has another value
	saysMove                      // something has another place
	saysWhen                      // something has another time
	saysAmount                    // something has another amount
	saysVersion                   // something runs in another version
	saysName                      // something has another name
	saysTakes                     // its subject has something from now on
	saysGives                     // what follows "to" has it
	saysJoins                     // a person has another employer
	saysTool                      // something is done with another thing
	saysEnd                       // a thing or a state ended
	saysWrong                     // what was said before never held
	saysBack                      // a decision is taken back
	saysDecided                   // a decision or a plan
	saysMust                      // a duty
	saysDone                      // a result is there
	saysIs                        // predicates, by what stands in their slot
	saysAt
	saysHolds
	saysWorks
	saysCalled
	saysCosts
	saysStarts
	saysUses
	saysHas
	saysSwap    // its object is given up for another thing
	saysNew     // the noun after it is another one from now on
	saysReverse // a decision is taken back, in so many words
	saysAgain   // what had ended goes on, or takes place after all
	saysOnce    // what happens to a thing once
	saysVerb    // a verb that no phrase book knows
	saysMany    // its object is one of any number
	saysLives   // where somebody lives
	saysSettles // somebody goes to live somewhere
	saysDuty    // somebody is to do it, or will
	saysFails   // a thing is out of order, or somebody is away or ill
	saysMended  // it works again, or he is back
)

// signNames are the signs as the phrase books write them.
var signNames = map[string]sign{
	"unreal": saysUnreal, "intent": saysIntent, "past": saysPast, "adds": saysAdds, "stays": saysStays,
	"instance": saysInstance, "every": saysEvery, "now": saysNow, "change": saysChange, "move": saysMove,
	"when": saysWhen, "amount": saysAmount, "version": saysVersion, "name": saysName, "takes": saysTakes,
	"gives": saysGives, "joins": saysJoins, "tool": saysTool, "end": saysEnd, "wrong": saysWrong, "back": saysBack,
	"decided": saysDecided, "must": saysMust, "done": saysDone, "is": saysIs, "at": saysAt, "holds": saysHolds,
	"works": saysWorks, "called": saysCalled, "costs": saysCosts, "starts": saysStarts, "uses": saysUses, "has": saysHas, "swap": saysSwap, "new": saysNew, "reverse": saysReverse, "many": saysMany, "duty": saysDuty, "once": saysOnce, "again": saysAgain, "lives": saysLives, "settles": saysSettles, "fails": saysFails, "mended": saysMended,
}

// changesSlot are the signs by which a statement says that a value is new.
const changesSlot = saysNow | saysChange | saysMove | saysWhen | saysAmount | saysVersion | saysName | saysTakes |
	saysGives | saysJoins | saysTool | saysWrong | saysBack

// turn is a turn of phrase: words, beginnings of words, and gaps.
type turn struct {
	words []turnWord
	sign  sign
}

// turnWord is one place of a turn: one of several words; a gap holds up to
// maxGap words of any kind.
type turnWord struct {
	any    []string
	prefix []bool
	gap    bool
	first  bool // it begins a clause
	last   bool // it ends one
}

const maxGap = 6

// phrasebook is what the rules know of one language beyond its grammar.
type phrasebook struct {
	turns    map[string][]turn // by the first two bytes of the first word
	preps    map[string]string // preposition to its sort: to, from, by, with, of, in, until, since, for, after
	over     map[string]bool   // endings of verbs that tell the past
	skip     map[string]bool   // says nothing of what a statement is about
	det, own map[string]bool
	title    map[string]bool
	kin      map[string]bool // relatives and friends, by what they are to somebody
	units    map[string]bool
	attr     map[string]string // a noun that names a slot, to the sort of value in it
	families []map[string]bool // verbs and nouns of one deed
	poles    [][2]map[string]bool
	short    map[string]string // short forms
	reasons  []turn
}

//go:embed words/*.txt
var bookFiles embed.FS

// books are the phrase books by language. What a file does not hold is not
// known; a line that is no entry is a panic when the rules are first used.
var books = map[lang.Language]*phrasebook{
	lang.English: readBook("en"), lang.German: readBook("de"), lang.Spanish: readBook("es"),
	lang.French: readBook("fr"), lang.Portuguese: readBook("pt"),
}

// bookOf returns the phrase book of a language, nil when there is none.
func bookOf(l lang.Language) *phrasebook {
	if l == lang.Unknown {
		l = lang.English
	}
	return books[l]
}

func readBook(name string) *phrasebook {
	b := &phrasebook{turns: map[string][]turn{}, preps: map[string]string{}, skip: map[string]bool{}, det: map[string]bool{},
		own: map[string]bool{}, title: map[string]bool{}, kin: map[string]bool{}, units: map[string]bool{}, attr: map[string]string{}, over: map[string]bool{}, short: map[string]string{}}
	later(func() { b.read(name) })
	return b
}

func (b *phrasebook) read(name string) {
	data, err := bookFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		panic("read phrase book: " + err.Error())
	}
	for _, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(foldWord(line)); line == "" || line[0] == '#' {
			continue
		}
		head, list, ok := strings.Cut(line, ": ")
		if !ok || !b.entry(strings.Fields(head), list) {
			panic("phrase book " + name + ": no entry: " + line)
		}
	}
}

// entry reads one line into the book.
func (b *phrasebook) entry(head []string, list string) bool {
	words := map[string]map[string]bool{"det": b.det, "own": b.own, "skip": b.skip, "title": b.title, "kin": b.kin, "over": b.over, "units": b.units}
	switch {
	case len(head) == 1 && words[head[0]] != nil:
		for _, w := range strings.Fields(list) {
			words[head[0]][w] = true
		}
	case len(head) == 1 && signNames[head[0]] != 0:
		for _, s := range strings.Split(list, ";") {
			b.addTurn(readTurn(s, signNames[head[0]]))
		}
	case len(head) == 1 && head[0] == "reason":
		for _, s := range strings.Split(list, ";") {
			b.reasons = append(b.reasons, readTurn(s, 0))
		}
	case len(head) == 1 && head[0] == "families":
		b.families = append(b.families, set(list))
	case len(head) == 1 && head[0] == "poles":
		l, r, _ := strings.Cut(list, "/")
		b.poles = append(b.poles, [2]map[string]bool{set(l), set(r)})
	case len(head) == 1 && head[0] == "short":
		for _, w := range strings.Fields(list) {
			from, to, _ := strings.Cut(w, "=")
			b.short[from] = to
		}
	case len(head) == 2 && head[0] == "prep":
		for _, w := range strings.Fields(list) {
			b.preps[w] = head[1]
		}
	case len(head) == 2 && head[0] == "attr":
		for _, w := range strings.Split(list, ";") {
			b.attr[strings.TrimSpace(w)] = head[1]
		}
	default:
		return false
	}
	return true
}

func readTurn(s string, sg sign) turn {
	t := turn{sign: sg}
	for _, w := range strings.Fields(s) {
		if w == ".." {
			t.words = append(t.words, turnWord{gap: true})
			continue
		}
		var tw turnWord
		if w[0] == '^' {
			w, tw.first = w[1:], true
		}
		if len(w) > 1 && w[len(w)-1] == '$' {
			w, tw.last = w[:len(w)-1], true
		}
		for _, one := range strings.Split(w, "|") {
			stem := strings.TrimSuffix(one, "*")
			tw.any, tw.prefix = append(tw.any, stem), append(tw.prefix, stem != one)
		}
		t.words = append(t.words, tw)
	}
	return t
}

// addTurn files a turn under the beginnings of its first word.
func (b *phrasebook) addTurn(t turn) {
	if len(t.words) == 0 {
		return
	}
	seen := map[string]bool{}
	for _, w := range t.words[0].any {
		if k := turnKey(w); !seen[k] {
			seen[k] = true
			b.turns[k] = append(b.turns[k], t)
		}
	}
}

// turnKey is the part of a word by which turns are found: two bytes, so that
// short beginnings are found too.
func turnKey(s string) string { return s[:min(2, len(s))] }

func (w *turnWord) matches(s string) bool {
	for i, one := range w.any {
		if s == one || w.prefix[i] && strings.HasPrefix(s, one) {
			return true
		}
	}
	return false
}

// match tells whether the turn begins at word i, and marks the words that it
// takes up in hit, which holds one place for each word of the turn.
func (t *turn) match(ws []word, i int, hit []int) ([]int, bool) {
	hit = hit[:0]
	for k := 0; k < len(t.words); k++ {
		w := &t.words[k]
		if !w.gap {
			if i >= len(ws) || !w.matches(ws[i].s) || k > 0 && cuts(ws[i].pre) || w.first && i > 0 && !cuts(ws[i].pre) ||
				w.last && i+1 < len(ws) && !cuts(ws[i+1].pre) {
				return hit, false
			}
			hit = append(hit, i)
			i++
			continue
		}
		end := min(len(ws), i+maxGap+1)
		for k+1 < len(t.words) && i < end && !cuts(ws[i].pre) && !t.words[k+1].matches(ws[i].s) {
			i++
		}
	}
	return hit, true
}

// cuts tells a mark that no turn goes across.
func cuts(mark byte) bool { return mark == ',' || mark == ';' || mark == ':' }

// hits counts the words of a short text that the book knows as one of grammar,
// or as a verb of which it knows the form.
func (b *phrasebook) hits(text string) int {
	if b == nil {
		return 0
	}
	n, grammar := 0, false
	for _, w := range strings.Fields(foldWord(text)) {
		k, g := b.knowsWord(strings.Trim(w, ".,:;!?"))
		n, grammar = n+k, grammar || g
	}
	if !grammar {
		n = 0
	}
	return max(n, b.renewals(text))
}

// renewals counts what a text with little grammar says in a language: "new room"
// and the nouns for slots, as in "New door code: 9920".
func (b *phrasebook) renewals(text string) int {
	n, renewed := 0, false
	for _, w := range strings.Fields(foldWord(text)) {
		w = strings.Trim(w, ".,:;!?")
		if b.attr[w] != "" {
			n++
		}
		for i := range b.turns[turnKey(w)] {
			if t := &b.turns[turnKey(w)][i]; t.sign&saysNew != 0 && len(t.words) == 1 && t.words[0].matches(w) {
				renewed = true
			}
		}
	}
	if !renewed || n == 0 {
		return 0
	}
	return n + 2
}

// knows counts the words of a claim that the book knows.
func (b *phrasebook) knows(ws []claimWord) int {
	n := 0
	for i := range ws {
		k, _ := b.knowsWord(ws[i].s)
		n += k
	}
	return n
}

// knowsWord weighs one word, and tells whether it is one of grammar: articles
// weigh most, since a language has few and uses them often.
func (b *phrasebook) knowsWord(w string) (weight int, grammar bool) {
	const least = 3
	switch {
	case b.det[w] || b.own[w]:
		return 2, true
	case b.book(w):
		return 1, true
	case b.attr[w] != "":
		return 1, false
	}
	for i := range b.turns[turnKey(w)] {
		if t := &b.turns[turnKey(w)][i]; len(t.words) == 1 && len(t.words[0].any[0]) >= least && t.words[0].matches(w) {
			return 1, false
		}
	}
	return 0, false
}

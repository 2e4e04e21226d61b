package recall

import (
	bitcount "math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// maxWords bounds the distinct content words of a question that are looked
// for; later ones are left out. It is the width of a wordSet.
const maxWords = 256

// The weights of the forms in which a word of the question is found in a
// memory: an identifier asked for and there whole says most, a form that only
// shares a derivation least.
const (
	weightExact     = 1.2
	weightInflected = 1.0
	weightPart      = 0.9
)

// form is one term of the index under which a word may be found.
type form struct {
	term    string
	weight  float64
	grounds bool // a match bears the word out
	part    int  // of a compound, the part that it finds; else whole
}

// usualForms is how many forms most words have at most.
const usualForms = 4

// whole says that a form finds the word and not a part of it.
const whole = -1

// word is one distinct content word of a question.
type word struct {
	written string // as in the question
	exact   string // folded
	kind    lang.TokenKind
	must    bool // a name or an identifier: without it there is no answer
	name    bool
	perhaps bool   // a name if one who speaks has it: the question has no capital
	label   string // of a number: the word that it may be a label of; see numbered.go
	forms   []form
	parts   int // of a compound such as roll-out, how many; else 0
}

// question is what recall understood of a question.
type question struct {
	text  string
	words []word
	terms []term          // distinct, in order of first use
	index map[string]int  // place in terms
	types map[string]bool // of memories, that it asks for by name
	nouns bool            // in its language every noun has a capital: two in a row may be a name or not

	tokens []lang.Token // in the language that was found, without a guess
	people bool         // a word may be the name of one who speaks
	dated  []dates.Mention

	oneUse []use              // room for the first use of each term
	actors map[string]wordSet // what named found; a question is used by one recall
}

// term is one term to search and the forms of words that it stands for.
type term struct {
	text   string
	weight float64 // the greatest of its uses
	uses   []use
}

type use struct{ word, form int }

// typeWords are the words by which a question asks for a type of memory.
var typeWords = map[string]string{
	"decide": kaibo.TypeDecision, "decided": kaibo.TypeDecision, "decision": kaibo.TypeDecision, "decisions": kaibo.TypeDecision,
	"task": kaibo.TypeTask, "tasks": kaibo.TypeTask, "todo": kaibo.TypeTask, "todos": kaibo.TypeTask,
	"prefer": kaibo.TypePreference, "prefers": kaibo.TypePreference, "preference": kaibo.TypePreference, "preferences": kaibo.TypePreference,
	"procedure": kaibo.TypeProcedure, "procedures": kaibo.TypeProcedure, "steps": kaibo.TypeProcedure,
}

// demonyms are words with a capital that tell of what country or people a thing
// is and name none: "which US cities", "any European country".
var demonyms = wordsOf(`
	us u.s usa u.s.a uk u.k eu american european british english scottish irish welsh german french italian spanish
	portuguese dutch belgian swiss austrian swedish norwegian danish finnish polish czech hungarian greek russian
	ukrainian turkish arab arabic jewish indian pakistani chinese japanese korean thai vietnamese indonesian
	australian canadian mexican brazilian argentinian african asian latin nordic scandinavian western eastern
	northern southern christian muslim buddhist hindu catholic protestant`)

// parseQuestion finds the content words of any string. ref is what "yesterday"
// counts from.
func parseQuestion(text string, ref kaibo.Time) *question {
	language, sure := languageOf(text)
	tokens := lang.TokensIn(text, language)
	room := min(len(tokens), maxWords)
	q := &question{text: text, index: make(map[string]int, usualForms*room), words: make([]word, 0, room), terms: make([]term, 0, usualForms*room),
		oneUse: make([]use, usualForms*room), types: map[string]bool{}, actors: map[string]wordSet{}, dated: dates.Find(text, ref)}
	q.nouns = language == lang.German
	if q.tokens = tokens; !sure {
		q.tokens = lang.TokensIn(text, lang.Unknown)
	}
	others := otherReadings(text, language, sure)
	names := namesTell(text, tokens)
	small := !strings.ContainsFunc(text, unicode.IsUpper)
	seen := make(map[string]bool, room)
	for i, t := range tokens {
		if kind, ok := typeWords[t.Exact]; ok {
			q.types[kind] = true
		}
		if t.Stop || t.Inflected == "" || len(q.words) == maxWords {
			continue
		}
		w := newWord(text, t, inMention(q.dated, t))
		w.must = w.must || t.Name && names && t.Kind == lang.Word && (sure || i > 0) && !demonyms[t.Exact]
		w.name = w.must && t.Kind == lang.Word
		w.must = w.must || isCode(text, tokens, i) && !inMention(q.dated, t)
		w.perhaps = small && t.Kind == lang.Word
		for _, o := range others[t.Start] {
			w.add(termindex.PrefixInflected, o, weightInflected, true, whole)
		}
		if seen[w.forms[0].term] {
			continue
		}
		seen[w.forms[0].term] = true
		q.people = q.people || w.name || w.perhaps
		q.add(w)
	}
	q.labels(text, tokens, q.dated)
	return q
}

// guesses are the languages in which a question of no known language is read.
var guesses = []lang.Language{lang.Spanish, lang.French, lang.German, lang.Portuguese, lang.Italian, lang.Swedish, lang.Dutch}

// languageOf returns the language of a question and whether it is sure. Few
// words are often not enough to tell; then the guess with the most function
// words is taken, if they are two or more.
func languageOf(text string) (language lang.Language, sure bool) {
	if l := lang.Detect(text); l != lang.Unknown {
		return l, true
	}
	best, most := lang.Unknown, 1
	for _, l := range guesses {
		stops := 0
		for _, t := range lang.TokensIn(text, l) {
			if t.Stop {
				stops++
			}
		}
		if stops > most {
			best, most = l, stops
		}
	}
	return best, false
}

// otherReadings returns, by where a word starts, its inflected forms in
// languages that a memory may have been read in although the question was not.
func otherReadings(text string, language lang.Language, sure bool) map[int][]string {
	as := []lang.Language{lang.Unknown}
	switch {
	case sure && language == lang.English:
		return nil
	case !sure:
		as = append(as, guesses...)
	}
	out := map[int][]string{}
	for _, l := range as {
		for _, t := range lang.TokensIn(text, l) {
			if t.Kind == lang.Word && len(t.Parts) == 0 && !slices.Contains(out[t.Start], t.Inflected) {
				out[t.Start] = append(out[t.Start], t.Inflected)
			}
		}
	}
	return out
}

// namesTell reports whether capitals tell names in a question. Where the
// function words have them too it is written like a title, or shouted.
func namesTell(text string, tokens []lang.Token) bool {
	small, capital := 0, 0
	for i, t := range tokens {
		if i == 0 || !t.Stop || t.Exact == "i" {
			continue
		}
		switch r, _ := utf8.DecodeRuneInString(text[t.Start:]); {
		case unicode.IsUpper(r):
			capital++
		case unicode.IsLower(r):
			small++
		}
	}
	return capital <= small
}

// newWord makes a word of a token that carries content. A date is never what a
// memory must have: it is told in many forms.
func newWord(text string, t lang.Token, dated bool) word {
	w := word{written: text[t.Start:t.End], exact: t.Exact, kind: t.Kind, forms: make([]form, 0, usualForms)}
	if t.Kind == lang.Identifier && !ordinary(t) {
		w.must = !dated
		w.identifierForms(t)
		return w
	}
	if t.Kind == lang.Number {
		w.add(termindex.PrefixExact, t.Exact, weightExact, true, whole)
		w.add(termindex.PrefixInflected, t.Inflected, weightExact, true, whole)
	}
	w.add(termindex.PrefixInflected, t.Inflected, weightInflected, true, whole)
	w.add(termindex.PrefixPart, t.Inflected, weightPart, true, whole)
	w.derivedForms(t)
	if len(t.Parts) > 1 {
		w.compoundForms(t)
	}
	return w
}

// add adds a form, if there is one and no better use of its term.
func (w *word) add(prefix, text string, weight float64, grounds bool, part int) {
	if text == "" {
		return
	}
	f := form{termText(prefix, text), weight, grounds, part}
	if !slices.ContainsFunc(w.forms, func(o form) bool { return o.term == f.term && o.part == part && o.weight >= weight }) {
		w.forms = append(w.forms, f)
	}
}

// identifierForms looks for an identifier whole, or as a run of a longer one's
// parts. The index has runs of at most three parts: of a longer identifier all
// its runs of three must be there.
func (w *word) identifierForms(t lang.Token) {
	w.add(termindex.PrefixExact, t.Exact, weightExact, true, whole)
	w.add(termindex.PrefixInflected, t.Inflected, weightInflected, true, whole)
	parts := t.Parts[:min(len(t.Parts), maxParts)]
	if len(parts) <= maxRun {
		w.add(termindex.PrefixPart, strings.Join(parts, ""), weightPart, true, whole)
		return
	}
	w.parts = len(parts) - maxRun + 1
	for i := range w.parts {
		w.add(termindex.PrefixPart, strings.Join(parts[i:i+maxRun], ""), weightPart, true, i)
	}
}

// derivedForms looks for the family of a word. The index leaves a derived form
// out where it is the inflected one, so each is looked for as the other too.
func (w *word) derivedForms(t lang.Token) {
	if t.Kind != lang.Word || t.Derived == "" {
		return
	}
	w.add(termindex.PrefixDerived, t.Derived, tuned.derived, false, whole)
	if t.Derived != t.Inflected {
		w.add(termindex.PrefixInflected, t.Derived, tuned.derived, false, whole)
	}
}

// compoundForms looks for a word such as roll-out in one piece, and by its
// parts: self-service is borne out by "self" and "service".
func (w *word) compoundForms(t lang.Token) {
	parts := t.Parts[:min(len(t.Parts), maxParts)]
	joined := strings.Join(parts, "")
	w.add(termindex.PrefixInflected, joined, weightInflected, true, whole)
	w.add(termindex.PrefixPart, joined, weightPart, true, whole)
	w.parts = len(parts)
	for i, p := range parts {
		w.add(termindex.PrefixInflected, p, weightPart, true, i)
		w.add(termindex.PrefixPart, p, weightPart, true, i)
	}
}

// ordinary reports whether an identifier is only two words or small numbers
// joined in the way of prose, such as red/green or 24/7: its parts are looked
// for like words.
func ordinary(t lang.Token) bool {
	before, after, ok := strings.Cut(t.Exact, "/")
	return ok && (onlyOf(before, unicode.IsLetter) && onlyOf(after, unicode.IsLetter) ||
		len(before) < 3 && len(after) < 3 && onlyOf(before, unicode.IsDigit) && onlyOf(after, unicode.IsDigit))
}

func onlyOf(s string, class func(rune) bool) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !class(r) })
}

// named returns the names in the question that are of this actor: a whole word
// of what the actor is called, whatever its case. In a question without a
// capital any word may be one.
func (q *question) named(actor string) wordSet {
	set, ok := q.actors[actor]
	if !ok {
		set = q.namesIn(actor)
		q.actors[actor] = set
	}
	return set
}

// namesIn is named for a caller that remembers what it answers.
func (q *question) namesIn(actor string) (set wordSet) {
	if !q.people {
		return set
	}
	parts := partsOf(actor)
	for i := range q.words {
		if w := &q.words[i]; (w.name || w.perhaps) && slices.Contains(parts, w.exact) {
			set.add(i)
		}
	}
	return set
}

// actorParts holds the words of what actors are called, over all questions: at
// most maxActors, since names come from outside.
var actorParts struct {
	sync.Mutex
	of map[string][]string
}

const maxActors = 4096

// partsOf returns the words of what an actor is called, folded.
func partsOf(actor string) []string {
	actorParts.Lock()
	parts, ok := actorParts.of[actor]
	actorParts.Unlock()
	if ok {
		return parts
	}
	for _, t := range lang.Tokens(actor) {
		parts = append(parts, t.Exact)
	}
	actorParts.Lock()
	defer actorParts.Unlock()
	if actorParts.of == nil || len(actorParts.of) >= maxActors {
		actorParts.of = make(map[string][]string)
	}
	actorParts.of[actor] = parts
	return parts
}

func (q *question) add(w word) {
	at := len(q.words)
	q.words = append(q.words, w)
	for i, f := range w.forms {
		place, ok := q.index[f.term]
		if !ok {
			place = len(q.terms)
			q.index[f.term] = place
			q.terms = append(q.terms, term{text: f.term})
		}
		t := &q.terms[place]
		if t.uses == nil && place < len(q.oneUse) {
			t.uses = q.oneUse[place : place : place+1]
		}
		t.weight = max(t.weight, f.weight)
		t.uses = append(t.uses, use{at, i})
	}
}

// lacks reports whether word i must be there, is in none of the words found,
// and so makes the question one about something unknown. Of two capitals in a
// row in a language of capital nouns, one that is found is enough.
func (q *question) lacks(i int, found wordSet) bool {
	if !q.words[i].must || found.has(i) {
		return false
	}
	if !q.nouns || !q.words[i].name {
		return true
	}
	return !(i > 0 && q.words[i-1].name && found.has(i-1) || i+1 < len(q.words) && q.words[i+1].name && found.has(i+1))
}

// wordSet is a set of the words of a question, by their place in it.
type wordSet [maxWords / 64]uint64

func (s *wordSet) add(i int)     { s[i/64] |= 1 << (i % 64) }
func (s wordSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s wordSet) empty() bool    { return s == wordSet{} }

// only is the set of one word.
func only(i int) wordSet {
	var s wordSet
	s.add(i)
	return s
}

func (s wordSet) count() int {
	n := 0
	for _, bits := range s {
		n += bitcount.OnesCount64(bits)
	}
	return n
}

func (s wordSet) union(o wordSet) wordSet {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

func (s wordSet) minus(o wordSet) wordSet {
	for i := range s {
		s[i] &^= o[i]
	}
	return s
}

package recall

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// maxPreamble is how many telling words an aside before or after a statement
// may have for it to be an aside: "just so you know, …".
const maxPreamble = 4

// telling are function words that change what a statement says, so that two
// statements which differ in one are not the same. Without them "is open" and
// "is not open" would be.
var telling = wordsOf(`
	not no never nor without cannot can't won't don't doesn't isn't aren't wasn't weren't didn't n't
	was were had will would if unless before after until since except only all none
	nicht kein keine keinen keiner nie ohne war waren wird
	ne pas jamais sans non était sera
	no nunca sin fue era
	não nunca sem foi
	mai senza
	niet geen nooit zonder was
	inte aldrig utan var ikke aldri uten
	не нет никогда без был была было были
	没 不 没有 ない なかった 않 안 לא אין`)

func wordsOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[lang.Fold(w)] = true
	}
	return set
}

// saying is a text as it is compared with others: its telling tokens in order.
type saying struct {
	text   string
	folded string // for a text without words
	tokens []lang.Token
	keys   []string // of tokens: inflected, or exact for names made by rule
	sorted []string // keys, once they were wanted
	dated  []dates.Mention
}

func newSaying(text string) *saying {
	s := &saying{text: text, folded: lang.Fold(text)}
	for _, t := range lang.Tokens(text) {
		if t.Stop && !telling[t.Exact] {
			continue
		}
		s.tokens = append(s.tokens, t)
		s.keys = append(s.keys, keyOf(t))
	}
	return s
}

// keyOf is what two tokens must share to be the same word. A number or an
// identifier must be the same to the letter.
func keyOf(t lang.Token) string {
	if t.Kind == lang.Word && t.Inflected != "" {
		return t.Inflected
	}
	return t.Exact
}

// same reports whether a and b say the same: the same words in the same order,
// case, punctuation and function words aside, but for an aside before or
// after; or the same words in another order, when at most one of them is a
// name, a number or an identifier, so that nothing can have changed places.
// A number, name, date or negation that only one has makes them different.
func same(a, b *saying) bool {
	if len(a.keys) > len(b.keys) {
		a, b = b, a
	}
	if len(a.keys) == 0 {
		return len(b.keys) == 0 && a.folded == b.folded
	}
	if len(a.keys) == len(b.keys) {
		return slices.Equal(a.keys, b.keys) || a.reordered(b)
	}
	for front := 0; front+len(a.keys) <= len(b.keys); front++ {
		back := front + len(a.keys)
		if slices.Equal(a.keys, b.keys[front:back]) {
			return b.aside(0, front) && b.aside(back, len(b.keys))
		}
	}
	return false
}

func (s *saying) reordered(o *saying) bool {
	if len(s.keys) < 3 || s.distinguishing() > 1 || o.distinguishing() > 1 {
		return false
	}
	return slices.Equal(s.inAnyOrder(), o.inAnyOrder())
}

// inAnyOrder returns the keys sorted.
func (s *saying) inAnyOrder() []string {
	if s.sorted == nil {
		s.sorted = slices.Sorted(slices.Values(s.keys))
	}
	return s.sorted
}

// distinguishing counts the names, numbers and identifiers of s. What is
// written as a name at the start of a sentence may be none; it counts.
func (s *saying) distinguishing() int {
	n := 0
	for _, t := range s.tokens {
		if t.Kind != lang.Word || t.Name {
			n++
		}
	}
	return n
}

// aside reports whether the tokens from to before are an aside: few plain
// words, cut off from the statement by a mark.
func (s *saying) aside(from, to int) bool {
	if from == to {
		return true
	}
	if to-from > maxPreamble || !s.markBetween(from, to) {
		return false
	}
	for i, t := range s.tokens[from:to] {
		opener := from == 0 && i == 0 // has a capital because it opens the sentence
		if t.Kind != lang.Word || t.Name && !opener || telling[t.Exact] || s.inDate(t) {
			return false
		}
	}
	return true
}

// markBetween looks for punctuation where an aside meets the statement.
func (s *saying) markBetween(from, to int) bool {
	gap := ""
	switch {
	case from == 0:
		gap = s.text[s.tokens[to-1].End:max(s.tokens[to-1].End, s.tokens[to].Start)]
	default:
		gap = s.text[s.tokens[from-1].End:max(s.tokens[from-1].End, s.tokens[from].Start)]
	}
	return strings.ContainsFunc(gap, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) })
}

func (s *saying) inDate(t lang.Token) bool {
	if s.dated == nil {
		s.dated = append([]dates.Mention{}, dates.Find(s.text, 0)...)
	}
	return inMention(s.dated, t)
}

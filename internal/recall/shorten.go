package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// minShare is the part of an item's worth that a shorter quote of it must
// still bear out.
const minShare = 0.5

// cut is a piece of a text: bytes Start to End of it.
type cut struct {
	start, end int
	tokens     int
	borne      wordSet
}

// text is a text read against a question: for each of its tokens, the words of
// the question that it bears out.
type text struct {
	s      string
	tokens []lang.Token
	bears  [][]use // by token
	starts []bool  // by token: a clause begins here
}

// readText matches a text against the question, as the index would.
func (q *question) readText(s string) *text {
	t := &text{s: s, tokens: lang.Tokens(s)}
	t.bears = make([][]use, len(t.tokens))
	t.starts = make([]bool, len(t.tokens))
	for i, tok := range t.tokens {
		t.starts[i] = i == 0 || clauseBreak(s[min(t.tokens[i-1].End, tok.Start):tok.Start])
		if tok.Stop {
			continue
		}
		for _, name := range termsOf(tok) {
			if place, ok := q.index[name]; ok {
				for _, u := range q.terms[place].uses {
					if q.words[u.word].forms[u.form].grounds {
						t.bears[i] = append(t.bears[i], u)
					}
				}
			}
		}
	}
	return t
}

// borne returns the words that tokens from to before bear out.
func (t *text) borne(q *question, from, to int) wordSet {
	var set wordSet
	parts := map[use]bool{} // of compounds: word and part
	for _, uses := range t.bears[from:to] {
		for _, u := range uses {
			w := &q.words[u.word]
			part := w.forms[u.form].part
			if part < 0 {
				set.add(u.word)
				continue
			}
			parts[use{u.word, part}] = true
		}
	}
	for i := range q.words {
		if n := q.words[i].parts; n > 0 && hasAllParts(parts, i, n) {
			set.add(i)
		}
	}
	return set
}

func hasAllParts(parts map[use]bool, word, n int) bool {
	for p := range n {
		if !parts[use{word, p}] {
			return false
		}
	}
	return true
}

// clauseBreak reports whether what stands between two words ends a clause.
func clauseBreak(gap string) bool {
	return strings.ContainsAny(gap, ",;:.!?()\n—–|…。、，；：！？")
}

// turnWords begin a clause that takes back or bounds what was said before it: a
// piece that ends just before one would say something else than its text.
var turnWords = map[string]bool{
	"but": true, "except": true, "unless": true, "until": true, "instead": true, "though": true, "although": true, "if": true, "only": true, "rather": true,
	"sondern": true, "aber": true, "außer": true, "wenn": true, "falls": true, "sino": true, "pero": true, "salvo": true, "si": true,
	"mais": true, "sauf": true, "mas": true, "exceto": true, "se": true, "ma": true, "tranne": true, "maar": true, "men": true, "utom": true,
}

// shorten returns the best piece of a text that has at most budget tokens, made
// of whole clauses: half a clause ("the target moves from July 13") can say the
// opposite of the whole. It is the piece that bears out most of the worth, then
// the longest. A piece must bear out half of what the whole does, and have a
// content word that is not of the question: one that only repeats the question
// answers nothing.
//
// It looks at a piece from each clause, so its cost is at most quadratic in a
// text that is at most 4 KB.
func (q *question) shorten(s string, budget int, worth []float64) (cut, bool) {
	t := q.readText(s)
	if budget < 1 || len(t.tokens) == 0 {
		return cut{}, false
	}
	costs := t.costs()
	floor := sumWorth(t.borne(q, 0, len(t.tokens)), worth) * minShare
	var best cut
	var bestKey pieceKey
	for from := range t.tokens {
		if !t.starts[from] {
			continue
		}
		c, key, ok := t.pieceFrom(q, from, budget, costs, worth)
		if ok && key.worth >= floor && key.worth > 0 && bestKey.less(key) {
			best, bestKey = c, key
		}
	}
	return best, bestKey.worth > 0
}

// pieceKey orders pieces; see shorten.
type pieceKey struct {
	worth  float64
	length int
}

func (k pieceKey) less(o pieceKey) bool {
	if k.worth != o.worth {
		return k.worth < o.worth
	}
	return k.length < o.length
}

// bestSentence returns the sentence of a text that bears out most of the worth,
// the first of several.
func (q *question) bestSentence(s string, worth []float64) cut {
	var best cut
	most := -1.0
	for _, span := range lang.Sentences(s) {
		t := q.readText(s[span.Start:span.End])
		borne := t.borne(q, 0, len(t.tokens))
		if sum := sumWorth(borne, worth); sum > most {
			most, best = sum, cut{start: span.Start, end: span.End, borne: borne}
		}
	}
	if most < 0 {
		best.end = len(s)
	}
	best.tokens = tokens.Count(s[best.start:best.end])
	return best
}

// costs returns for each token about what it costs: the tokens of the text
// from its start to the next one's.
func (t *text) costs() []int {
	costs := make([]int, len(t.tokens))
	for i, tok := range t.tokens {
		end := len(t.s)
		if i+1 < len(t.tokens) {
			end = max(t.tokens[i+1].Start, tok.Start)
		}
		// The space belongs to the word after it in the encoding, as it does here
		// when the piece is taken with the space before it.
		costs[i] = max(1, tokens.Count(strings.TrimRight(t.s[tok.Start:end], " \t")))
	}
	return costs
}

// ends reports whether a piece may end before a token: where a clause does that
// the next one does not take back.
func (t *text) ends(to int) bool {
	return to == len(t.tokens) || t.starts[to] && !turnWords[t.tokens[to].Exact]
}

// pieceFrom returns the longest piece of whole clauses from a token that fits,
// drawn back to an earlier end when that loses no word of the question.
func (t *text) pieceFrom(q *question, from, budget int, costs []int, worth []float64) (cut, pieceKey, bool) {
	to, sum := from, 0
	for to < len(t.tokens) && sum+costs[to] <= budget+2 { // an estimate: the count below decides
		sum += costs[to]
		to++
	}
	for ; to > from; to-- {
		if t.ends(to) && tokens.Count(t.piece(from, to)) <= budget {
			break
		}
	}
	if to == from {
		return cut{}, pieceKey{}, false
	}
	borne := t.borne(q, from, to)
	to = t.drawBack(q, from, to, borne)
	if !t.addsWord(from, to) {
		return cut{}, pieceKey{}, false
	}
	piece := t.piece(from, to)
	c := cut{start: t.tokens[from].Start, tokens: tokens.Count(piece), borne: borne}
	c.end = c.start + len(piece)
	key := pieceKey{worth: sumWorth(borne, worth), length: to - from}
	return c, key, c.tokens <= budget
}

// drawBack returns the last end of a clause up to to at which a piece still
// bears out the same words and says something of its own; else to.
func (t *text) drawBack(q *question, from, to int, borne wordSet) int {
	for end := to; end > from; end-- {
		if end != len(t.tokens) && !t.starts[end] {
			continue
		}
		if t.borne(q, from, end) == borne && t.addsWord(from, end) {
			return end
		}
		return to
	}
	return to
}

// addsWord reports whether the tokens hold a content word that the question
// does not.
func (t *text) addsWord(from, to int) bool {
	for i := from; i < to; i++ {
		if !t.tokens[i].Stop && len(t.bears[i]) == 0 {
			return true
		}
	}
	return false
}

// piece returns the text of tokens from to before, with the marks that close
// it: a full stop, a bracket, a per cent sign.
func (t *text) piece(from, to int) string {
	start, end := t.tokens[from].Start, t.tokens[from].Start
	for _, tok := range t.tokens[from:to] {
		end = max(end, tok.End)
	}
	limit := len(t.s)
	if to < len(t.tokens) {
		limit = max(end, t.tokens[to].Start)
	}
	for end < limit {
		r, n := utf8.DecodeRuneInString(t.s[end:])
		if !unicode.In(r, unicode.Pe, unicode.Pf) && !strings.ContainsRune(`.!?%"'°€$£。！？`, r) {
			break
		}
		end += n
	}
	return t.s[start:end]
}

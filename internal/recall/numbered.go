package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// A number after a noun can be a name: bus 14, room 214. Asked for bus 14, a
// store that knows only bus 41 does not know. But a number can also be an
// amount that the question gets wrong: "do we pay 50 euros?" is answered by
// "we pay 40 euros". Two things together tell a label from an amount: in the
// question the word before the number follows a function word that is no
// subject ("is bus 14", not "we pay 50"), and in some memory the same word has
// another number right after it. A date is neither.

// subjects are pronouns after which a word is a verb.
var subjects = wordsOf(`
	i we you he she it they who that ich wir du er sie es ihr man wer je tu il elle on nous vous ils elles qui
	yo tú él ella nosotros ellos quien eu ele ela nós eles quem io lui lei noi loro chi ik wij jij hij zij wie
	jag vi du han hon de vem`)

// labels notes for each number of a question the word that it may be a label
// of.
func (q *question) labels(text string, tokens []lang.Token, dated []dates.Mention) {
	for i := 1; i < len(tokens); i++ {
		n, noun := tokens[i], tokens[i-1]
		if n.Kind != lang.Number || !mayLabel(text, tokens, i) || inMention(dated, n) {
			continue
		}
		for w := range q.words {
			if q.words[w].kind == lang.Number && q.words[w].exact == n.Exact {
				q.words[w].label = noun.Inflected
			}
		}
	}
}

// mayLabel reports whether number i follows a noun, as far as the word before
// that can tell.
func mayLabel(text string, tokens []lang.Token, i int) bool {
	return i > 0 && isLabelled(text, tokens[i-1], tokens[i]) && (i == 1 || tokens[i-2].Stop && !subjects[tokens[i-2].Exact])
}

// codeDigits is how many digits a number has at least that nobody would count
// by: that of an order, a ticket, a customer.
const codeDigits = 5

// isCode reports whether number i of a question is an identifier by itself: long,
// not round, without separators, a sign of money or a unit, and not where an
// amount would stand.
func isCode(text string, tokens []lang.Token, i int) bool {
	t := tokens[i]
	if t.Kind != lang.Number || t.End-t.Start < codeDigits || !onlyOf(text[t.Start:t.End], unicode.IsDigit) || strings.HasSuffix(t.Exact, "00") {
		return false
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:t.Start]); unicode.Is(unicode.Sc, before) {
		return false
	}
	if i+1 < len(tokens) && !tokens[i+1].Stop && strings.TrimSpace(text[t.End:tokens[i+1].Start]) == "" {
		return false
	}
	if after, _ := utf8.DecodeRuneInString(strings.TrimSpace(text[t.End:])); unicode.Is(unicode.Sc, after) || after == '%' {
		return false
	}
	return i == 0 || tokens[i-1].Stop && !subjects[tokens[i-1].Exact] || mayLabel(text, tokens, i)
}

// isLabelled reports whether a number follows a content word directly.
func isLabelled(text string, noun, n lang.Token) bool {
	return noun.Kind == lang.Word && !noun.Stop && noun.End <= n.Start && strings.Trim(text[noun.End:n.Start], " #") == ""
}

func inMention(dated []dates.Mention, t lang.Token) bool {
	for _, m := range dated {
		if t.Start < m.End && m.Start < t.End {
			return true
		}
	}
	return false
}

// labelsOthers reports whether the text of a candidate has the noun with a
// number or a code right after it.
func labelsOthers(cands []*candidate, noun string) bool {
	for _, c := range cands {
		if !c.settled() || c.gone {
			continue
		}
		text := c.wording().text
		tokens := lang.Tokens(text)
		for i := 1; i < len(tokens); i++ {
			t := tokens[i]
			if (t.Kind == lang.Number || t.Kind == lang.Identifier) && tokens[i-1].Inflected == noun && isLabelled(text, tokens[i-1], t) {
				return true
			}
		}
	}
	return false
}

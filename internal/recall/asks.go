package recall

import (
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// asks is what a question wants besides its words: a date at which something
// was said, a time or a number in the answer.
type asks struct {
	dates  []dates.Mention
	time   bool
	number bool
}

// The words that ask for a time, and those that ask for a number, in the
// languages that have their own function words. A phrase is words in a row.
var (
	timeWords = phrasesOf(`when|how long|how long ago|how soon|how old|how often|what time|what date|what day|what year|what month|
		which day|which year|which month|which date|since when|until when|
		wann|wie lange|wie oft|seit wann|bis wann|welches datum|welcher tag|
		quand|combien de temps|depuis quand|quelle date|quel jour|
		cuándo|cuando|cuánto tiempo|desde cuándo|qué día|qué fecha|
		quando|há quanto tempo|que dia|che giorno|da quanto|
		wanneer|hoe lang|sinds wanneer|når|när|hur länge|hvor lenge|hvor længe|когда|как долго|с каких пор`)
	numberWords = phrasesOf(`how many|how much|how often|how long|how old|how far|how big|how large|how high|how tall|how many times|
		what number|what percentage|what price|what share|
		wie viele|wie viel|wieviel|wieviele|wie oft|wie hoch|wie lange|combien|
		cuántos|cuántas|cuánto|cuánta|quantos|quantas|quanto|quanta|quanti|quante|
		hoeveel|hur många|hur mycket|hvor mange|hvor meget|hvor mye|сколько`)
)

func phrasesOf(list string) []string {
	var out []string
	for _, p := range strings.Split(list, "|") {
		out = append(out, " "+lang.Fold(p)+" ")
	}
	return out
}

// readAsks tells what a question wants. ref is what "yesterday" counts from.
func readAsks(text string, ref kaibo.Time) asks {
	var a asks
	for _, m := range dates.Find(text, ref) {
		if !m.Recurring && m.From < m.To && m.To != kaibo.Forever {
			a.dates = append(a.dates, m)
		}
	}
	var words strings.Builder
	words.WriteByte(' ')
	for _, t := range lang.Tokens(text) {
		words.WriteString(t.Exact)
		words.WriteByte(' ')
	}
	has := func(phrases []string) bool {
		for _, p := range phrases {
			if strings.Contains(words.String(), p) {
				return true
			}
		}
		return false
	}
	a.time, a.number = has(timeWords), has(numberWords)
	return a
}

// tellingTime is how long after it happened a thing is still told.
const tellingTime = kaibo.Time(7 * 24 * time.Hour / time.Millisecond)

// dated is what what was said at a time gains from the dates of the question:
// most on the day itself, then in the days after, in which people tell what
// they did, then in the month.
func (a *asks) dated(at kaibo.Time) float64 {
	best := 0.0
	for _, m := range a.dates {
		gain := 0.0
		switch inside := at >= m.From && at < m.To; {
		case m.Grain <= dates.Week && inside:
			gain = tuned.sameDay
		case m.Grain <= dates.Week && at >= m.To && at < m.To+tellingTime:
			gain = tuned.daysAfter
		case m.Grain <= dates.Week && sameMonth(at, m.From), m.Grain == dates.Month && inside:
			gain = tuned.sameMonth
		case m.Grain > dates.Month && inside:
			gain = tuned.sameYear
		}
		best = max(best, gain)
	}
	return best
}

func sameMonth(a, b kaibo.Time) bool {
	x, y := a.Std(), b.Std()
	return x.Year() == y.Year() && x.Month() == y.Month()
}

// answersWith reports whether a text has what the question asks for: a time,
// a number.
func (a *asks) answersWith(text string, ref kaibo.Time) (hasTime, hasNumber bool) {
	if a.time {
		hasTime = len(dates.Find(text, ref)) > 0
	}
	if a.number {
		for _, t := range lang.Tokens(text) {
			if t.Kind == lang.Number || numerals[t.Exact] {
				hasNumber = true
				break
			}
		}
	}
	return hasTime, hasNumber
}

// numerals are numbers written as words.
var numerals = wordsOf(`
	one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty hundred thousand million once twice half
	ein eine eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend
	deux trois quatre cinq six sept huit neuf dix onze douze vingt cent mille
	dos tres cuatro cinco seis siete ocho nueve diez doce veinte cien mil
	dois três quatro sete oito nove dez due tre quattro cinque sei sette otto nove dieci
	twee drie vier vijf zes zeven acht negen tien två fyra fem sju åtta nio tio
	два три четыре пять шесть семь восемь девять десять сто`)

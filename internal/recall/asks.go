package recall

import (
	"slices"
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
	role   role // whose words it asks for
}

// role is a part in a talk of a person with a machine.
type role uint8

const (
	anyone  role = iota
	person       // the question says I: what they said of themselves
	machine      // the question says you: what was answered to them
)

// The words by which a question speaks of its asker, and of the one asked. Of
// both, as in "what did you tell me", the one asked counts.
var (
	askerWords = wordsOf(`i me my mine myself we us our ours
		ich mich mir mein meine meinen meinem meiner wir uns unser unsere unseren unserem
		je j'ai me moi mon ma mes nous notre nos yo mí mi mis nosotros nuestro nuestra
		eu meu minha meus minhas nosso nossa io mio mia miei nostro nostra ik mij mijn wij ons onze
		jag mig min mitt mina vi vår jeg meg mig mitt я мне меня мой моя мы нас наш`)
	askedWords = wordsOf(`you your yours du dich dir dein deine deinen tu te toi ton ta tes vous votre vos tú usted
		você seu sua lei voi jij jou jouw ты тебя тебе вы вас ваш`)
	roles = map[string]role{"user": person, "human": person, "customer": person,
		"assistant": machine, "agent": machine, "ai": machine, "bot": machine, "model": machine, "system": machine}
)

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

// phrases are words in a row, by the first of them.
type phrases map[string][][]string

func phrasesOf(list string) phrases {
	out := phrases{}
	for _, p := range strings.Split(list, "|") {
		words := strings.Fields(lang.Fold(p))
		out[words[0]] = append(out[words[0]], words)
	}
	return out
}

// startAt reports whether one of the phrases is the first of the tokens.
func (p phrases) startAt(tokens []lang.Token) bool {
	return slices.ContainsFunc(p[tokens[0].Exact], func(words []string) bool {
		if len(words) > len(tokens) {
			return false
		}
		for i, w := range words {
			if tokens[i].Exact != w {
				return false
			}
		}
		return true
	})
}

// asks tells what a question wants.
func (q *question) asks() asks {
	var a asks
	tokens := q.tokens
	for _, m := range q.dated {
		if !m.Recurring && m.From < m.To && m.To != kaibo.Forever {
			a.dates = append(a.dates, m)
		}
	}
	for i := range tokens {
		a.time = a.time || timeWords.startAt(tokens[i:])
		a.number = a.number || numberWords.startAt(tokens[i:])
	}
	for _, t := range tokens {
		if askedWords[t.Exact] {
			a.role = machine
			break
		}
		if askerWords[t.Exact] {
			a.role = person
		}
	}
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

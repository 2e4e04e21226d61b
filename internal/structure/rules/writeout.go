package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// writeOut returns text with the times that depend on when it was said
// written out, and all its mentions. It leaves words that only say that a
// change holds from now on, a weekday that qualifies a noun ("the Monday
// sync"), and a weekday with an article in French, which means every one.
func writeOut(text string, said kaibo.Time, l lang.Language) (string, []dates.Mention) {
	found := dates.Find(text, said)
	var b strings.Builder
	at := 0
	kept := found[:0:0]
	for _, m := range found {
		if m.Start < at || m.End > len(text) || m.Start >= m.End {
			continue
		}
		words := strings.TrimPrefix(strings.ToLower(text[m.Start:m.End]), "le ")
		if nowOnly(words) || words == "hier" && hereToo[l] || weekdays[words] && (qualifies(text, m) || habitual(text, m, l)) {
			continue
		}
		kept = append(kept, m)
		b.WriteString(text[at:m.Start])
		b.WriteString(dates.Write(m, text))
		at = m.End
	}
	b.WriteString(text[at:])
	return b.String(), kept
}

// hereToo are the languages in which the French "hier", yesterday, means here.
var hereToo = map[lang.Language]bool{lang.German: true, lang.Dutch: true}

// nowWords say that something holds from the moment it is said.
var nowWords = set("now nowadays désormais dorénavant maintenant ahora jetzt nun agora ora adesso nu from on as of onwards de en adelante ab partir à a present sofort immediately")

// nowOnly tells a mention made of such words alone: "from now on".
func nowOnly(words string) bool {
	for _, w := range strings.Fields(words) {
		if !nowWords[strings.Trim(w, ",.")] {
			return false
		}
	}
	return true
}

// qualifies tells a weekday between an article and a noun.
func qualifies(text string, m dates.Mention) bool {
	before := strings.Fields(text[:m.Start])
	after := strings.Fields(text[m.End:])
	if len(before) == 0 || len(after) == 0 || !strings.HasPrefix(text[m.End:], " ") {
		return false
	}
	next := strings.ToLower(strings.Trim(after[0], ".,;:!?"))
	prev := strings.ToLower(before[len(before)-1])
	v, verb := verbOf(next)
	return (english.determiners[prev] || prev == "more") && prev != "this" && prev != "that" && prev != "every" && next != "" &&
		!english.function[next] && !adverbs[next] && !dayWords[next] && !numberWords[next] && !(verb && v.form != base && v.form != third) && isLetter(next[0])
}

func habitual(text string, m dates.Mention, l lang.Language) bool {
	before := strings.ToLower(strings.TrimRight(text[:m.Start], " "))
	return l == lang.French && (strings.HasSuffix(before, " le") || strings.HasPrefix(strings.ToLower(text[m.Start:m.End]), "le "))
}

package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// questionAux open a question when a subject follows them.
var questionAux = set("is are was were do does did can could would will should has have had may might am isn't aren't don't doesn't didn't can't couldn't won't wouldn't")

var questionWords = set("who what when where why how which whom whose")

var anySubjects = set("i you we he she it they there anybody anyone somebody someone everybody everyone this that these those")

// asks tells a question, with its mark or by its order of words.
func asks(ws []word, text string) bool {
	t := strings.TrimRight(text, " \t\r\n\"”’')*_")
	if strings.HasSuffix(t, "?") || strings.HasSuffix(t, "？") || strings.HasSuffix(t, "؟") {
		return true
	}
	if len(ws) < 2 {
		return false
	}
	if ws[0].s == "anyone" || ws[0].s == "anybody" {
		return true
	}
	i := 0
	if ws[0].s == "so" || ws[0].s == "and" || ws[0].s == "but" {
		i = 1
	}
	if i+1 >= len(ws) || strings.HasSuffix(t, ":") {
		return false
	}
	if inverted(ws[i:]) {
		return false
	}
	switch {
	case questionAux[ws[i].s] && anySubjects[ws[i+1].s] && ws[i].pre != ',':
		return ws[i].s != "may" || ws[i+1].s != "there"
	case questionWords[ws[i].s] && questionAux[ws[i+1].s] && ws[i].s != "which" && !hasColon(ws):
		return i+2 < len(ws) && (anySubjects[ws[i+2].s] || english.determiners[ws[i+2].s]) && !laterVerb(ws, i+2)
	case questionWords[ws[i].s] && anySubjects[ws[i+1].s] && i == 1:
		return true
	}
	return false
}

// inverted tells a condition without "if": "should it fail, page Ana"; "had we
// asked, they would have told us". A clause of its own follows a comma.
func inverted(ws []word) bool {
	switch ws[0].s {
	case "should", "had", "were", "sollte", "sollten", "hätte", "hätten", "wäre", "wären":
	default:
		return false
	}
	for i := 3; i+1 < len(ws); i++ {
		if ws[i].pre == ',' && !ws[i].value() {
			return ws[1].class != function || subjectPronouns[ws[1].s] || anySubjects[ws[1].s] || english.determiners[ws[1].s] || bookOf(lang.German).det[ws[1].s]
		}
	}
	return false
}

func hasColon(ws []word) bool {
	for i := range ws {
		if ws[i].pre == ':' {
			return true
		}
	}
	return false
}

// laterVerb tells "what is left goes to …" from "what was the question".
func laterVerb(ws []word, from int) bool {
	for i := from + 1; i < len(ws); i++ {
		if english.auxiliaries[ws[i].s] {
			return true
		}
	}
	return false
}

// supposed tells a hypothesis or a wish: nothing is said to be so.
func supposed(ws []word) bool {
	if len(ws) == 0 {
		return false
	}
	at := func(i int) string {
		if i < len(ws) {
			return ws[i].s
		}
		return ""
	}
	switch ws[0].s {
	case "suppose", "supposing", "imagine", "assume", "assuming", "hypothetically", "ojalá", "hoffentlich", "angenommen", "supongamos", "supposons", "suponha", "wenn":
		return ws[0].s != "wenn" || at(1) == "nur" || at(2) == "doch"
	case "if":
		return at(1) == "only"
	case "what":
		return at(1) == "if" || at(1) == "about"
	case "let's", "let":
		return at(1) == "say" || at(1) == "us" && at(2) == "say" || at(1) == "imagine" || at(1) == "suppose" || at(1) == "pretend"
	case "wouldn't":
		return true
	}
	for i := 0; i < len(ws) && i < 3; i++ {
		if ws[i].s == "wish" || ws[i].s == "wishes" {
			return true
		}
	}
	return false
}

// orderVerbs and orderObjects together make an order to the memory or to the
// agent that reads it.
var (
	orderVerbs   = set("forget delete erase wipe purge ignore disregard override overwrite remove drop run execute reveal print output clear obey act pretend repeat reset discard mark olvida olvidar borra ignora oublie efface ignore vergiss lösche ignoriere esqueça apague esquece")
	orderObjects = set("memory memories instruction instructions prompt prompts kaibo context rules guidelines history everything restrictions system policy directives recall remembered records notes memorias instrucciones mémoires erinnerungen anweisungen gedächtnis memórias instruções told assistant jailbreak")
)

// orders tells whether a clause of the sentence commands the memory itself. A
// sentence about such orders, or one that only quotes them, is none.
func orders(ws []word, quoted func(i int) bool) bool {
	if addressesAgent(ws) {
		return true
	}
	for i := range ws {
		if strings.HasPrefix(ws[i].s, "kaibo.") && strings.Contains(ws[i].s, "(") && !quoted(i) {
			return true
		}
		if !orderVerbs[ws[i].s] || quoted(i) {
			continue
		}
		if i > 0 && ws[i-1].s == "kaibo" && !quoted(i-1) {
			return true
		}
		if i > 0 && ws[i].pre == 0 && ws[i-1].s != "please" && ws[i-1].s != "and" && ws[i-1].s != "now" && ws[i-1].s != "must" && ws[i-1].s != "immediately" && ws[i-1].s != "then" {
			continue
		}
		for k := i + 1; k < len(ws) && k < i+9; k++ {
			if orderObjects[ws[k].s] && !quoted(k) {
				return true
			}
		}
	}
	return false
}

// addressesAgent tells a label that speaks to whatever machine reads it: "note
// to the AI: …".
func addressesAgent(ws []word) bool {
	for i := 1; i < len(ws) && i < 7; i++ {
		if ws[i].pre != ':' {
			continue
		}
		to := false
		for k := range ws[:i] {
			switch ws[k].s {
			case "to", "attention", "dear":
				to = true
			case "ai", "ais", "llm", "assistant", "agent", "chatbot", "bot", "model":
				if to {
					return true
				}
			}
		}
		return false
	}
	return false
}

// conditions tells a sentence that holds only in a case: "if it rains …".
func conditions(ws []word, l lang.Language) bool {
	if len(ws) < 3 {
		return false
	}
	switch ws[0].s {
	case "if", "unless", "si", "wenn", "falls", "se":
		return ws[0].s != "se" && ws[0].s != "si" || len(ws) > 4 && !(ws[0].s == "se" && l == lang.Spanish)
	case "in":
		return ws[1].s == "case"
	case "whenever", "provided", "should":
		return true
	}
	return inverted(ws)
}

// wouldForms are what "would", "could" and "should" are in languages that
// inflect the verb for them: the forms that no ending gives away. Of Spanish
// and Portuguese the first person plural is told by its ending, the others are
// like nouns and like the past ("galería", "corrían").
var wouldForms = map[lang.Language]map[string]bool{
	lang.French: set("aurais aurait aurions auriez auraient pourrais pourrait pourrions pourriez pourraient devrais devrait devrions devriez devraient " +
		"voudrais voudrait voudrions voudriez voudraient irais irait irions iraient viendrait viendrions viendraient verrait verrions saurait saurions faudrait vaudrait tiendrait prendrait prendrions prendraient mettrait mettrions"),
	lang.Spanish: set("podrían deberían habría habrían sería serían tendría tendrían haría harían iría irían estaría estarían vendría vendrían pondría pondrían diría dirían saldría saldrían " +
		"podríamos habríamos tendríamos vendríamos pondríamos saldríamos sabríamos querríamos"),
	lang.Portuguese: set("poderiam deveria deveriam seria seriam teria teriam haveria haveriam estaria estariam faria fariam iria iriam viria viriam diria diriam"),
}

// wouldEndings are endings that only such a form has, and pastStems the ends of
// stems whose past sounds like it.
var (
	wouldEndings = map[lang.Language][]string{
		lang.French:     {"erais", "erait", "erions", "eriez", "eraient"},
		lang.Spanish:    {"aríamos", "eríamos", "iríamos"},
		lang.Portuguese: {"aríamos", "eríamos", "iríamos"},
	}
	pastStems = []string{"qu", "f", "sug", "adh", "adqu", "ing"}
)

// wouldBe tells a sentence whose verb says what would or could be so.
func wouldBe(ws []word, l lang.Language) bool {
	forms, endings := wouldForms[l], wouldEndings[l]
	for i := range ws {
		w := &ws[i]
		if w.name && i > 0 {
			continue
		}
		if forms[w.s] {
			return true
		}
		for _, e := range endings {
			if stem, ok := strings.CutSuffix(w.s, e); ok && stem != "" && (l == lang.French || !endsInAny(stem, pastStems)) {
				return true
			}
		}
	}
	return false
}

func endsInAny(s string, endings []string) bool {
	for _, e := range endings {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// typeOf tells the type of a statement by its form. What the text asks to be
// filed as is not obeyed: only the labels of people ("Todo:") count.
func typeOf(f *frame, text, kind string) string {
	lead := readLabels(text)
	low := strings.ToLower(text[lead.end:])
	words := strings.Fields(low)
	switch {
	case lead.typ != "":
		return lead.typ
	case f.row != nil && kind != kaibo.KindMessage, f.cues&quotes != 0:
		return kaibo.TypeFact
	case procedural(text, low, words):
		return kaibo.TypeProcedure
	case decides(f, low, words):
		return kaibo.TypeDecision
	case prefers(low, words):
		return kaibo.TypePreference
	case lead.cues&completes == 0 && !weighed(words) && assigns(f, low, words, kind):
		return kaibo.TypeTask
	case happened(f, words):
		return kaibo.TypeEpisode
	}
	return kaibo.TypeFact
}

// hedges say that something is only thought about.
var hedges = set("maybe perhaps possibly vielleicht eventuell womöglich quizá quizás acaso talvez")

// weighed tells what is only thought about: "maybe we should" gives nobody a
// task.
func weighed(words []string) bool {
	for i, w := range words {
		w = strings.Trim(w, ",.!;:")
		if hedges[w] || w == "peut-être" || w == "tal" && i+1 < len(words) && strings.Trim(words[i+1], ",") == "vez" {
			return true
		}
	}
	return false
}

// procedural tells how something is done: steps in order, or what to do in a
// case.
func procedural(text, low string, words []string) bool {
	if len(words) < 4 {
		return false
	}
	for _, p := range []string{"recipe for", "recipe:", "how to ", "steps to ", "steps for ", "instructions for ", "procedure for ", "procedure to ", "para ", "pour ", "um "} {
		if strings.HasPrefix(low, p) && (strings.ContainsAny(low, ":") || strings.Count(low, ",") > 1) && (len(p) > 5 || ordered(low)) {
			return true
		}
	}
	if words[0] == "to" && (infinitive(words[1]) && strings.ContainsAny(low, ":,") || commandAfter(low)) {
		return true
	}
	if (words[0] == "if" || words[0] == "when" || words[0] == "whenever" || words[0] == "before" || words[0] == "after" || words[0] == "unless" || words[0] == "should" || low[:3] == "in " && words[1] == "case") && (commandAfter(low) || commandAt(text)) {
		return true
	}
	if ordered(low) && strings.Count(low, ",") >= 1 {
		v, ok := verbOf(words[0])
		return ok && v.form == base || strings.HasPrefix(low, "first") || strings.Contains(low, ": first")
	}
	return imperativeRun(low) >= 3
}

// ordered tells words that put steps in order.
func ordered(low string) bool {
	first := strings.Contains(low, "first ") || strings.Contains(low, "first, ") || strings.Contains(low, "primero") || strings.Contains(low, "zuerst") || strings.Contains(low, "d'abord") || strings.Contains(low, "primeiro")
	return first && (strings.Contains(low, "then") || strings.Contains(low, "finally") || strings.Contains(low, "after that") || strings.Contains(low, "luego") || strings.Contains(low, "después") || strings.Contains(low, "dann") || strings.Contains(low, "puis") || strings.Contains(low, "ensuite") || strings.Contains(low, "depois"))
}

// commandAfter tells whether a clause after a comma is a command.
func commandAfter(low string) bool {
	for _, c := range strings.FieldsFunc(low, func(r rune) bool { return r == ',' || r == ';' || r == ':' })[1:] {
		ws := strings.Fields(c)
		for len(ws) > 0 && (ws[0] == "then" || ws[0] == "please" || ws[0] == "always" || ws[0] == "first" || ws[0] == "and" || ws[0] == "never" || ws[0] == "do" || ws[0] == "don't" || ws[0] == "just" || ws[0] == "immediately") {
			if ws[0] == "do" || ws[0] == "don't" {
				return true
			}
			ws = ws[1:]
		}
		if len(ws) > 1 && (infinitive(ws[0]) || bareVerb(ws[0], ws[1])) {
			return true
		}
	}
	return false
}

// commandAt tells whether the last clause begins with a plain word before a name:
// "if the build fails, page Ana".
func commandAt(text string) bool {
	i := strings.LastIndexByte(text, ',')
	if i < 0 {
		return false
	}
	ws := strings.Fields(text[i+1:])
	if len(ws) < 2 || len(ws) > 6 || len(ws[0]) < 3 || !isLower(ws[0]) || strings.HasSuffix(ws[0], "s") || ws[1][0] < 'A' || ws[1][0] > 'Z' || ws[1] == "I" {
		return false
	}
	return !english.function[ws[0]] && !adverbs[ws[0]]
}

func isLower(s string) bool { return strings.ToLower(s) == s }

// bareVerb guesses a command by a verb that is in no list: a plain word before
// an article or a pronoun, where a clause begins.
func bareVerb(w, next string) bool {
	return !english.function[w] && !adverbs[w] && !weekdays[w] && !months[w] && len(w) > 2 && w[len(w)-1] != 's' &&
		(english.determiners[next] || next == "it" || next == "them" || next == "him" || next == "me" || next == "us")
}

// imperativeRun counts the clauses that begin with a command.
func imperativeRun(low string) int {
	n := 0
	for _, c := range strings.FieldsFunc(low, func(r rune) bool { return r == ',' || r == ';' || r == ':' }) {
		ws := strings.Fields(c)
		for len(ws) > 0 && (ws[0] == "then" || ws[0] == "and" || ws[0] == "finally" || ws[0] == "first") {
			ws = ws[1:]
		}
		if len(ws) > 0 && baseVerbs[ws[0]] {
			n++
		}
	}
	return n
}

var decisive = []string{"we decided", "decided to", "decided that", "decided on", "have decided", "has decided", "was decided", "agreed to", "agreed on", "agreed that", "have agreed", "has agreed", "we agree ", "we will go with", "we'll go with", "we are going with", "we're going with", "go with ", "settled on", "settled for", "we chose", "we have chosen", "opted for", "opted to", "we picked", "we resolved to", "resolved to", "the decision is", "final decision", "made the decision", "took the decision", "voted to", "voted for", "ruled that", "approved", "signed off on", "it's settled", "it is settled", "we commit to", "committed to", "we are switching", "we're switching", "we adopt ",
	"hemos decidido", "decidimos", "se decidió", "se ha decidido", "acordamos", "on a décidé", "nous avons décidé", "a été décidé", "wir haben beschlossen", "wir haben entschieden", "wurde beschlossen", "haben uns entschieden", "haben uns auf", "ficou decidido", "abbiamo deciso"}

func decides(f *frame, low string, words []string) bool {
	for _, d := range decisive {
		i := strings.Index(low, d)
		if i < 0 {
			continue
		}
		before := low[max(0, i-24):i]
		if strings.Contains(before, "not ") || strings.Contains(before, "n't ") || strings.Contains(before, "never ") || strings.Contains(before, "yet to") || strings.Contains(before, "whether") {
			return false
		}
		if d == "approved" && !strings.Contains(before, "was") && !strings.Contains(before, "is ") && !strings.Contains(before, "been ") && f.form != past {
			return false
		}
		return true
	}
	// A command to change something for everybody: move the release to May.
	v, ok := verbOf(firstWord(words))
	return ok && v.form == base && changeVerbs[v.lemma] && v.lemma != "put" && v.lemma != "bring" && v.lemma != "push" && v.lemma != "update" &&
		f.lemma == v.lemma && strings.Contains(low, " to ")
}

func firstWord(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return strings.Trim(words[0], ",.!;")
}

var preferring = []string{"prefer", "would rather", "'d rather", "favourite", "favorite", "like better", "likes better", "rather than ", "can't stand", "cannot stand", "couldn't stand", "would sooner", "'d sooner", "i like ", "i love ", "i hate ", "i dislike ", "i enjoy ", "i adore ", "i don't like", "i do not like", "we like ", "we love ", "doesn't like", "does not like", "likes ", "loves ", "hates ", "dislikes ", "enjoys ", "is fond of", "am fond of", "not a fan of", "a big fan of", "is a fan of",
	"prefiero", "prefiere", "preferimos", "me gusta", "le gusta", "nos gusta", "préfère", "préfèrent", "j'aime", "il aime", "elle aime", "bevorzug", "lieber ", "mag ", "am liebsten", "prefiro", "gosto ", "gosta ", "preferisc", "mi piace"}

func prefers(low string, words []string) bool {
	for _, p := range preferring {
		i := strings.Index(low, p)
		if i < 0 || i > 0 && isLetter(low[i-1]) && p[0] != '\'' {
			continue
		}
		switch p {
		case "prefer":
			rest := low[i+len(p):]
			if strings.HasPrefix(rest, "ence") || i == 0 || strings.HasPrefix(rest, "red ") && strings.Contains(low[:i], "the ") {
				continue
			}
		case "rather than ":
			if !strings.Contains(low, "would") && !strings.Contains(low, "like") {
				continue
			}
		case "mag ":
			if len(words) < 3 || words[1] != "mag" {
				continue
			}
		}
		return true
	}
	return false
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80 }

var obliging = []string{"have to ", "has to ", "need to ", "needs to ", "ought to ", "must ", "'ve got to ", "has got to ", "don't forget to ", "do not forget to ", "remember to ", "make sure to ", "is supposed to ", "am supposed to ", "should ", "tengo que ", "tiene que ", "hay que ", "tenemos que ", "debe ", "debo ", "il faut ", "je dois ", "doit ", "nous devons ", "muss ", "müssen ", "soll ", "sollen ", "doivent ", "debemos ", "deben ", "tenho que ", "tem que ", "temos que ", "preciso ", "precisa ", "devo ", "deve "}

// ownDuty are words of duty of the first person: whose it is, is said.
var ownDuty = map[string]bool{"tengo que ": true, "tenemos que ": true, "je dois ": true, "nous devons ": true, "tenho que ": true,
	"temos que ": true, "preciso ": true, "devo ": true, "debo ": true}

// assigns tells a duty: somebody must, needs to, is asked to do something.
func assigns(f *frame, low string, words []string, kind string) bool {
	if len(words) == 0 {
		return false
	}
	if words[0] == "please" && len(words) > 1 || strings.HasPrefix(words[0], "@") && len(words) > 2 && (words[1] == "please" || infinitive(words[1]) || words[1] == "can") {
		return true
	}
	if strings.Contains(low, ", please ") && commandAfterPlease(low) {
		return true
	}
	for _, o := range obliging {
		i := strings.Index(low, o)
		if i < 0 || i > 0 && low[i-1] != ' ' && o[0] != '\'' {
			continue
		}
		rest := strings.Fields(low[i+len(o):])
		if len(rest) == 0 || strings.Contains(low[max(0, i-12):i], "not ") || strings.Contains(low[max(0, i-12):i], "n't ") || strings.Contains(low[max(0, i-12):i], "longer ") {
			continue
		}
		if o == "must " || o == "should " {
			if rest[0] == "not" || rest[0] == "be" || rest[0] == "have" {
				continue
			}
		}
		return ownDuty[o] || doer(f)
	}
	if kind == kaibo.KindCommit {
		return false
	}
	v, ok := verbOf(firstWord(words))
	return ok && v.form == base && f.lemma == v.lemma && len(words) > 1 && !strings.Contains(low, " is ") && f.verbEnd <= 2 && !f.active
}

func commandAfterPlease(low string) bool {
	_, rest, _ := strings.Cut(low, ", please ")
	words := strings.Fields(rest)
	return len(words) > 1 && infinitive(words[0])
}

// doer tells whether the subject can have a duty: a name, a pronoun, a role;
// not a plural of things ("passwords must …").
func doer(f *frame) bool {
	topics := f.with(topic)
	if len(topics) == 0 {
		return true
	}
	for _, t := range topics {
		if t.name && t.lo > 0 {
			return true
		}
	}
	if f.owes == "needs" || f.owes == "has" {
		return true
	}
	for _, t := range topics {
		if plural(&t.word) && !t.name {
			return false
		}
	}
	first := topics[0]
	return !plural(&first.word) || first.name && len(topics) == 1 && !plural(&first.word)
}

// stative verbs tell what holds, also in the past tense.
var stativeVerbs = set("be have own know live belong contain consist cost need mean include seem look like love hate prefer want call name base locate depend exist remain stay keep hold weigh measure")

// happened tells a record: a verb of doing in the past tense, or a time at
// which something was so.
func happened(f *frame, words []string) bool {
	if f.cues&(changes|corrects) != 0 {
		return false
	}
	if f.form != past && f.form != participle {
		return false
	}
	timed := false
	for i := range f.parts {
		if f.parts[i].class == date || f.parts[i].class == clock {
			timed = true
		}
	}
	for _, w := range words {
		if w == "ago" || w == "ago." {
			timed = true
		}
	}
	if f.passive && f.aux != "was" && f.aux != "were" {
		return false
	}
	if f.lemma == "be" || f.passive {
		return timed && (f.aux == "was" || f.aux == "were" || f.form == past)
	}
	if f.aux == "has" || f.aux == "have" || f.aux == "is" || f.aux == "are" {
		return false
	}
	if stativeVerbs[f.lemma] {
		return timed
	}
	return !changeVerbs[f.lemma] || timed && !f.hasFormer()
}

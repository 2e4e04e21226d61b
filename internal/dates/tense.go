package dates

import "strings"

// reach bounds how far a sentence is searched for its verb, in tokens.
const reach = 60

// tense returns -1 where the sentence around token i speaks of the past, 1
// where it speaks of what is to come, 0 where it does not say.
func (p *parser) tense(i int) int {
	if p.is(i-1, sincePast) {
		return -1
	}
	for _, c := range []class{by, until, forWord, toWord} {
		if p.is(i-1, c) {
			return 1
		}
	}
	if p.afterMove(i) {
		return 1
	}
	return p.verbTense(i)
}

// verbTense is tense by the verbs alone.
func (p *parser) verbTense(i int) int {
	for j := i - 1; j >= 0 && i-j < reach && !p.endsSentence(j); j-- {
		if t, ok := p.verb(j); ok {
			return t
		}
	}
	for j := i + 1; j < len(p.toks) && j-i < reach && !p.endsSentence(j); j++ {
		if t, ok := p.verb(j); ok {
			return t
		}
	}
	return 0
}

// verb returns the tense that token j tells: -1, 0 or 1. The nearest verb
// before a date speaks of it, as in "we agreed that Ana will ship it Friday";
// where there is none, the first one after it does.
func (p *parser) verb(j int) (tense int, ok bool) {
	switch {
	case p.is(j, future):
		return 1, true
	case p.is(j, past) && p.is(j-1, being):
		return 0, true // is paid
	case p.is(j, past), p.lex.code == "en" && p.pastParticiple(j):
		return -1, true
	case p.is(j, being):
		return 0, true
	}
	return 0, false
}

// pastParticiple reports a word in -ed that is a past tense: "shipped", but
// not "is shipped", and none of the nouns that only look like it.
func (p *parser) pastParticiple(j int) bool {
	t := p.toks[j]
	if t.kind != word || t.sense.roles&^(1<<moving) != 0 || t.end-t.start < 5 {
		return false
	}
	w := p.text[t.start:t.end]
	return strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && !p.is(j-1, being) && !p.is(j-1, auxiliary) && !p.is(j-1, article)
}

// endsSentence reports that a sentence ends with token j.
func (p *parser) endsSentence(j int) bool {
	t := p.toks[j]
	if t.kind == paragraph {
		return true
	}
	if t.kind != mark || t.r != '.' && t.r != '!' && t.r != '?' && t.r != ';' {
		return false
	}
	return !p.glued(j+1) || p.toks[j+1].kind == mark || p.text[t.start] >= 0x80
}

// opensSentence reports that token i is the first of its sentence.
func (p *parser) opensSentence(i int) bool { return i == 0 || p.endsSentence(i-1) }

// afterMove reports a verb of moving before token i: "moved from March 4 to
// March 6" names two dates and no range.
func (p *parser) afterMove(i int) bool {
	for j := i - 1; j >= 0 && i-j <= 6 && !p.endsSentence(j); j-- {
		if p.is(j, moving) {
			return true
		}
	}
	return false
}

// bareWeekday returns the day that a weekday alone names at token i.
func (p *parser) bareWeekday(i, wd int) int {
	if p.tense(i) < 0 {
		return lastWeekday(p.ref.day, wd)
	}
	return nextWeekday(p.ref.day, wd)
}

// habit reads what recurs: "every Tuesday", "on Mondays", "daily".
func (p *parser) habit(i int) (Mention, int, bool) {
	j := i
	switch {
	case p.is(i, recurring), p.is(i, weekdays):
		j = i + 1
		for n := 0; n < 7 && p.is(i, weekdays) && (p.is(j, andWord) || p.isMark(j, ',')) && p.is(j+1, weekdays); n++ {
			j += 2
		}
	case p.is(i, every):
		j = p.everyEnd(i + 1)
	}
	if j == i {
		j = p.repeats(i)
	}
	if j == i {
		return Mention{}, 0, false
	}
	if p.is(j, dayPart) {
		j++
	}
	hasTime := false
	k := p.skip(j, atWord)
	if _, next, ok := p.clockAt(k, k > j); ok {
		j, hasTime = next, true
	}
	return Mention{
		Start: p.toks[i].start, End: p.toks[j-1].end, Grain: Day, Kind: Relative,
		Recurring: true, HasTime: hasTime, english: p.lex.code == "en",
	}, j, true
}

// repeats returns the token after a weekday that stands for every one, or i:
// that of "the Monday sync", and "le mardi" or "il giovedì" where no verb of
// the past or the future tells which is meant.
func (p *parser) repeats(i int) int {
	if !p.is(i, weekday) || i == 0 || p.glued(i) {
		return i
	}
	next := i + 1
	switch p.lex.code {
	case "en":
		if p.is(next, dayPart) {
			next++
		}
		if next < len(p.toks) && p.toks[i].upper && determiners[strings.ToLower(p.text[p.toks[i-1].start:p.toks[i-1].end])] && p.noun(next) {
			return i + 1
		}
	case "fr", "it":
		if (p.textIs(i-1, "le") || p.textIs(i-1, "Le") || p.textIs(i-1, "il") || p.textIs(i-1, "Il")) && !p.is(next, shift) && !p.isNumber(next) && !p.is(next, ordinal) && !(p.isMark(next, ',') && p.isNumber(next+1)) && p.verbTense(i) == 0 {
			return next
		}
	}
	return i
}

// determiners stand before a weekday that only describes a noun.
var determiners = set("the a our my your his her their its")

// noun reports a word that a weekday before it can describe.
func (p *parser) noun(i int) bool {
	t := p.toks[i]
	return t.kind == word && !t.upper && t.sense.roles == 0 && !p.glued(i) && !functionWords[p.text[t.start:t.end]]
}

// functionWords follow a weekday that is a date: "the Monday we met".
var functionWords = set("we i you he she it they that when who which as so but or if then because while with into not also just only too there here this these those what why how instead again already")

// everyEnd returns the token after what recurs, or i-1 for nothing.
func (p *parser) everyEnd(i int) int {
	j := i
	if p.is(j, ordinal) || p.is(j, numeral) || p.isNumber(j) {
		j++
		j = p.skip(j, ordMark)
	}
	if !p.is(j, weekday) && !p.is(j, weekdays) && !p.is(j, unit) && !p.is(j, dayPart) && !p.is(j, month) {
		return i - 1
	}
	j++
	for n := 0; n < 7 && (p.is(j, andWord) || p.isMark(j, ',')) && (p.is(j+1, weekday) || p.is(j+1, weekdays)); n++ {
		j += 2
	}
	return j
}

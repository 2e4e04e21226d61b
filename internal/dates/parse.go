package dates

import (
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// parser reads the dates of one text. Every rule looks at a bounded number of
// tokens, so that reading is linear in the text.
type parser struct {
	text   string
	toks   []token
	lex    *lexicon
	ref    moment
	refMs  int64
	joined int // the token that a dash of a range leads to
	depth  int // of dates within dates
}

// maxDepth bounds dates within dates, such as "two weeks after the end of
// next month", so that "end of end of end of …" costs no more than its length.
const maxDepth = 3

// reading is a date as read: days, half-open, and perhaps a time of day.
type reading struct {
	start, next int // tokens
	from, to    int // days
	grain       Grain
	kind        Kind
	hasYear     bool
	between     bool
	dated       bool // has a day, not only a time of day
	weekday     bool // names the weekday
	season      bool
	part        int16
	clock       clock
	relFrom     int   // the first token of the words that depend on the reference
	relTo       int   // the token after them; none when it is not above relFrom
	exact       bool  // an hour ago: a moment, not a day
	at          int64 // that moment, in milliseconds
}

// clock is a time of day in minutes.
type clock struct {
	set    bool
	minute int
	length int  // 1, or 60 where only the hour is named
	offset int  // minutes east of UTC
	named  bool // am or pm is said
}

// beside gives the first time of a range what only the second one says: its
// zone, and the half of the day in "2:00 - 2:30 pm".
func (c clock) beside(end clock) clock {
	if c.offset == 0 {
		c.offset = end.offset
	}
	const noon = 12 * 60
	if end.named && !c.named && c.minute < noon && end.minute >= noon && c.minute+noon < end.minute {
		c.minute += noon
	}
	if end.named && !c.named && c.minute >= noon && c.minute < noon+60 && end.minute < noon {
		c.minute -= noon // 12-3am
	}
	return c
}

func (r *reading) relative(from, to int) {
	r.kind, r.relFrom, r.relTo = Relative, from, to
}

// span returns the interval of r in milliseconds.
func (r *reading) span() (from, to int64) {
	if r.exact {
		return r.at, r.at + int64(max(r.clock.length, 1))*minuteMillis
	}
	if !r.clock.set {
		return int64(r.from) * dayMillis, int64(r.to) * dayMillis
	}
	from = int64(r.from)*dayMillis + int64(r.clock.minute-r.clock.offset)*minuteMillis
	return from, from + int64(r.clock.length)*minuteMillis
}

func (r *reading) finest() Grain {
	switch {
	case r.clock.set && r.clock.length > 1:
		return Hour
	case r.clock.set:
		return Minute
	}
	return r.grain
}

func (p *parser) is(i int, c class) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].sense.roles&(1<<c) != 0
}

func (p *parser) isMark(i int, r rune) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].kind == mark && p.toks[i].r == r
}

func (p *parser) isNumber(i int) bool {
	return i >= 0 && i < len(p.toks) && p.toks[i].kind == number
}

func (p *parser) value(i int) int { return int(p.toks[i].sense.value) }

// figures is the value of the number at i.
func (p *parser) figures(i int) int { return int(p.toks[i].count) }

// glued reports whether no space stands before token i.
func (p *parser) glued(i int) bool {
	return i > 0 && i < len(p.toks) && p.toks[i].start == p.toks[i-1].end
}

// number returns the number at i if it lies between least and most.
func (p *parser) number(i, least, most int) (int, bool) {
	if !p.isNumber(i) {
		return 0, false
	}
	v := p.figures(i)
	return v, v >= least && v <= most
}

// run returns every mention of the text.
func (p *parser) run() []Mention {
	var out []Mention
	start := 0
	if m, next, ok := p.signed(); ok {
		out, start = append(out, m), next
	}
	for i := start; i < len(p.toks); {
		if !p.mayStart(i) {
			i++
			continue
		}
		m, next, ok := p.mention(i)
		if !ok {
			i++
			continue
		}
		out = append(out, m)
		i = next
	}
	return out
}

// neverFirst are the roles of words with which no date starts, and articles
// start one only before some words. Nearly all words of a text are of these,
// or of no role.
const neverFirst = 1<<ago | 1<<later | 1<<ofWord | 1<<toWord | 1<<andWord | 1<<onward | 1<<past | 1<<future | 1<<being | 1<<auxiliary |
	1<<moving | 1<<on | 1<<atWord | 1<<zone | 1<<meridiem | 1<<ordMark | 1<<untilAfter | 1<<sinceAfter | 1<<ofYear

// mayStart reports that a date can start with token i.
func (p *parser) mayStart(i int) bool {
	t := &p.toks[i]
	roles := t.sense.roles &^ neverFirst
	if roles == 0 {
		return t.kind == number
	}
	if roles&^leading != 0 {
		return true
	}
	k := i + 1
	if k < len(p.toks) && p.toks[k].sense.roles == 1<<article {
		k++
	}
	if k == len(p.toks) {
		return false
	}
	next := &p.toks[k]
	return next.kind != word || next.sense.roles&^neverSecond != 0
}

// leading are the roles of words with which a date starts only where the next
// word is part of it; neverSecond are those of words that never are.
const (
	leading = 1<<article | 1<<within | 1<<inside | 1<<forWord | 1<<soon | 1<<by | 1<<since | 1<<sincePast | 1<<until | 1<<after | 1<<before | 1<<between |
		1<<fromWord | 1<<numeral | 1<<fewCount | 1<<agoBefore | 1<<shift | 1<<ordinal | 1<<every | neverFirst
	neverSecond = 1<<past | 1<<future | 1<<being | 1<<auxiliary | 1<<moving | 1<<on | 1<<atWord | 1<<andWord | 1<<forWord
)

// mention reads the longest mention that starts at token i.
func (p *parser) mention(i int) (Mention, int, bool) {
	if m, next, ok := p.habit(i); ok {
		return m, next, true
	}
	if m, next, ok := p.bounded(i); ok {
		return m, next, true
	}
	if m, next, ok := p.bareClocks(i); ok {
		return m, next, true
	}
	r, ok := p.point(i)
	if !ok {
		return Mention{}, 0, false
	}
	r.start = i
	if m, next, ok := p.rangeFrom(i, r); ok {
		return m, next, true
	}
	if m, next, ok := p.daysInWeek(i, r); ok {
		return m, next, true
	}
	if m, next, ok := p.boundClock(i, r); ok {
		return m, next, true
	}
	switch {
	case p.is(r.next, untilAfter):
		r.next++
		return p.finish(i, Until, r)
	case p.is(r.next, sinceAfter):
		r.next++
		return p.finish(i, Since, r)
	}
	return p.finish(i, None, r)
}

// finish makes the mention of one reading whose words start at token i.
func (p *parser) finish(i int, b Bound, r reading) (Mention, int, bool) {
	from, to := r.span()
	if r.between && b == None {
		b = Between
	}
	m := p.newMention(i, r.next, from, to, b, r)
	switch b {
	case Since:
		m.To = kaibo.Forever
	case Until:
		if r.clock.set {
			m.To = m.From
		}
		m.From = Beginning
	}
	return m, r.next, inYears(from, to)
}

func (p *parser) newMention(i, next int, from, to int64, b Bound, r reading) Mention {
	m := Mention{
		Start: p.toks[i].start, End: p.toks[next-1].end,
		From: kaibo.Time(from), To: kaibo.Time(to),
		Grain: r.finest(), Kind: r.kind, Bound: b,
		HasTime: r.clock.set || r.exact, HasYear: r.hasYear,
	}
	m.english = p.lex.code == "en" && !p.ideographic(i, next)
	m.pieces[0] = p.piece(r)
	return m
}

// ideographic reports a word of Chinese, Japanese or Korean among the tokens:
// English texts may hold one.
func (p *parser) ideographic(i, next int) bool {
	for _, t := range p.toks[i:next] {
		if r, _ := utf8.DecodeRuneInString(p.text[t.start:]); t.kind == word && isIdeographic(r) {
			return true
		}
	}
	return false
}

// inYears reports whether an interval can be written in RFC 3339.
func inYears(from, to int64) bool {
	return from >= int64(Beginning) && from <= to && to <= kaibo.Forever.Std().UnixMilli()+1
}

func (p *parser) moveToYear(r *reading, year int) {
	_, m, d := civil(r.from)
	length := r.to - r.from
	if n := monthsOf(r.grain); n > 0 && d == 1 {
		r.from, r.to = dayOf(year, m, 1), dayOf(year, m+n, 1)
		return
	}
	if !validDay(year, m, d) {
		return
	}
	r.from = dayOf(year, m, d)
	r.to = r.from + length
}

func (p *parser) skip(i int, c class) int {
	if p.is(i, c) {
		return i + 1
	}
	return i
}

// possessive reports "'s" at i: "after Friday's demo" bounds nothing.
func (p *parser) possessive(i int) bool {
	return p.isMark(i, '\'') && p.glued(i) && p.glued(i+1) && i+1 < len(p.toks) &&
		p.text[p.toks[i+1].start:p.toks[i+1].end] == "s" || p.is(i, being) && p.glued(i)
}

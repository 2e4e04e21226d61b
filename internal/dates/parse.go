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

// daysInWeek reads the days of "next week from Tuesday to Thursday".
func (p *parser) daysInWeek(i int, w reading) (Mention, int, bool) {
	k := p.skip(w.next, on)
	if w.grain != Week || w.to-w.from != 7 || !p.is(k, fromWord) && !p.is(k, between) || !p.is(k+1, weekday) {
		return Mention{}, 0, false
	}
	sep := k + 2
	if !p.is(sep, toWord) && !p.is(sep, andWord) && !p.is(sep, until) && !p.isMark(sep, '-') || !p.is(sep+1, weekday) {
		return Mention{}, 0, false
	}
	a, b := p.value(k+1), p.value(sep+1)
	if a >= b {
		return Mention{}, 0, false
	}
	w.from, w.to, w.grain, w.between = w.from+a, w.from+b+1, Day, true
	w.next = sep + 2
	w.relative(i, w.next)
	return p.finish(i, Between, w)
}

// boundClock reads the time of "tomorrow before 5pm" and "Friday until 16:00".
func (p *parser) boundClock(i int, r reading) (Mention, int, bool) {
	if r.grain != Day || r.clock.set || r.exact || r.between {
		return Mention{}, 0, false
	}
	b, ok := p.boundAt(r.next)
	if !ok || p.is(r.next, fromWord) {
		return Mention{}, 0, false
	}
	c, next, ok := p.clockAt(r.next+1, false)
	if !ok {
		return Mention{}, 0, false
	}
	r.clock, r.next = c, next
	return p.finish(i, b, r)
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

// bounded reads "since …", "until …", "by …", "from … to …", "between … and …".
func (p *parser) bounded(i int) (Mention, int, bool) {
	if p.is(i, sinceNow) {
		r := reading{next: i + 1, grain: Minute, exact: true, at: p.refMs}
		r.relative(i, i+1)
		m, next, ok := p.finish(i, Since, r)
		m.pieces[0] = piece{
			start: m.Start, end: m.End, from: p.ref.day, to: p.ref.day + 1, grain: Day, lead: "from",
		}
		return m, next, ok
	}
	if p.is(i, between) || p.is(i, fromWord) && !p.afterMove(i) {
		if m, next, ok := p.bothEnds(i); ok {
			return m, next, true
		}
	}
	if p.is(i, soon) {
		return p.deadline(i)
	}
	b, ok := p.boundAt(i)
	if !ok {
		return Mention{}, 0, false
	}
	r, ok := p.point(i + 1)
	if !ok {
		r, ok = p.point(p.skip(i+1, article))
	}
	if !ok || p.possessive(r.next) {
		return Mention{}, 0, false
	}
	if p.is(i, fromWord) && b == Since && !p.is(i, since) {
		if !p.is(r.next, onward) && !p.opensSentence(i) {
			return Mention{}, 0, false
		}
	}
	if b == Since && p.is(r.next, onward) {
		r.next++
	}
	if p.is(i, after) && !p.is(i, since) {
		m, next, ok := p.finish(i, Since, r)
		_, to := r.span()
		if !r.clock.set {
			m.From = kaibo.Time(to)
		}
		return m, next, ok
	}
	return p.finish(i, b, r)
}

// deadline reads "within two weeks": from the reference to its end.
func (p *parser) deadline(i int) (Mention, int, bool) {
	j := p.about(p.skip(i+1, article))
	if p.is(j, halfHour) && p.tense(i) >= 0 {
		return p.withinMoments(i, p.momentsOff(i, j+1, Minute, p.value(j)))
	}
	n, k, ok := p.count(j)
	if !ok || !p.is(k, unit) || p.tense(i) < 0 {
		return Mention{}, 0, false
	}
	var r reading
	if g := Grain(p.value(k)); g >= Day {
		r, ok = p.window(i, k+1, g, n)
		r.from--
	} else {
		r = p.momentsOff(i, k+1, g, n)
	}
	if !ok {
		return Mention{}, 0, false
	}
	return p.withinMoments(i, r)
}

// withinMoments makes the mention of a deadline that ends with r.
func (p *parser) withinMoments(i int, r reading) (Mention, int, bool) {
	from, to := r.span()
	if !inYears(from, to) {
		return Mention{}, 0, false
	}
	m := p.newMention(i, r.next, min(from, p.refMs), to, By, r)
	m.pieces[0].lead, m.pieces[0].window = "by", false
	m.pieces[0].from, m.pieces[0].to, m.pieces[0].grain = r.to-1, r.to, min(r.grain, Day)
	return m, r.next, true
}

func (p *parser) boundAt(i int) (Bound, bool) {
	switch {
	case p.is(i, since), p.is(i, after), p.is(i, fromWord):
		return Since, true
	case p.is(i, until):
		return Until, true
	case p.is(i, by), p.is(i, before):
		return By, true
	}
	return None, false
}

// bothEnds reads the range whose first word, "from" or "between", is token i.
func (p *parser) bothEnds(i int) (Mention, int, bool) {
	j := p.skip(i+1, article)
	if r, ok := p.clockRange(j); ok {
		return p.closeClocks(i, r)
	}
	a, ok := p.point(j)
	if !ok {
		a, ok = p.now(j)
	}
	if !ok {
		return Mention{}, 0, false
	}
	if a.between {
		return p.finish(i, Between, a)
	}
	k := a.next
	if p.is(i, between) && p.is(k, andWord) || p.is(k, toWord) || p.is(k, until) || p.isMark(k, '-') || p.isMark(k, '~') {
		if b, ok := p.joinedPoint(k); ok {
			return p.join(i, a, b)
		}
	}
	return Mention{}, 0, false
}

// rangeFrom reads the rest of a range whose first date a is read already.
func (p *parser) rangeFrom(i int, a reading) (Mention, int, bool) {
	k := a.next
	dash := p.isMark(k, '-') || p.isMark(k, '~')
	if a.between || !dash && !p.is(k, toWord) || p.afterMove(i) {
		return Mention{}, 0, false
	}
	b, ok := p.joinedPoint(k)
	if d, isDay := p.number(k+1, 1, 31); !ok && isDay && a.grain == Day && p.is(k+2, dayMark) { // 3月10日から14日まで
		y, m, first := civil(a.from)
		b, ok = p.single(k+1, k+3, dayOf(y, m, d)), d > first && d <= daysIn(y, m)
		b.dated, b.hasYear, b.kind = true, a.hasYear, a.kind
	}
	if !ok || dash && a.grain != b.grain && a.clock.set != b.clock.set {
		return Mention{}, 0, false
	}
	m, next, ok := p.join(i, a, b)
	if ok && (p.is(next, untilAfter)) {
		m.End = p.toks[next].end
		next++
	}
	return m, next, ok
}

// later moves the end of a range that would lie before its start by a day, a
// week or a year: "from 22:00 to 6:00", "Friday to Monday".
func (p *parser) later(from, to int64, a reading, b *reading) int64 {
	switch {
	case to > from:
	case b.clock.set && b.from == a.from:
		return to + dayMillis
	case b.weekday && b.kind == Relative:
		b.from, b.to = b.from+7, b.to+7
		return to + 7*dayMillis
	case b.kind == YearGuessed:
		y, _, _ := civil(b.from)
		p.moveToYear(b, y+1)
		_, to = b.span()
	}
	return to
}

// joinedPoint reads the second date of a range, after the word or dash at k.
func (p *parser) joinedPoint(k int) (reading, bool) {
	p.joined = p.skip(k+1, article)
	if r, ok := p.now(p.joined); ok {
		return r, true
	}
	return p.point(p.joined)
}

// now reads "now" where it is an end of a range: the reference day.
func (p *parser) now(i int) (reading, bool) {
	if p.special(i) != presently {
		return reading{}, false
	}
	r := p.single(i, i+1, p.ref.day)
	r.dated = true
	r.relative(i, i+1)
	return r, true
}

// join makes one range of two dates. What the second leaves out it has from
// the first: "Friday 14:10 to 14:50", "from June 2 to June 13, 2025".
func (p *parser) join(i int, a, b reading) (Mention, int, bool) {
	switch {
	case a.dated && !b.dated:
		b.from, b.to, b.kind, b.hasYear = a.from, a.to, a.kind, a.hasYear
	case !a.dated && b.dated:
		a.from, a.to, a.kind, a.hasYear = b.from, b.to, b.kind, b.hasYear
	case a.kind == YearGuessed && b.hasYear:
		p.inherit(&a, b)
	case b.kind == YearGuessed && a.kind == Absolute:
		y, _, _ := civil(a.from)
		p.moveToYear(&b, y)
	case a.kind == YearGuessed && p.special(b.start) == presently && a.from > b.from:
		p.moveToYear(&a, p.ref.year-1)
	case b.kind == YearGuessed && p.special(a.start) == presently && b.from < a.from:
		p.moveToYear(&b, p.ref.year+1)
	}
	if b.clock.set && a.clock.set {
		a.clock = a.clock.beside(b.clock)
	}
	from, _ := a.span()
	to, end := b.span()
	if !b.clock.set {
		to = end
	}
	to = p.later(from, to, a, &b)
	if to <= from || !inYears(from, to) {
		return Mention{}, 0, false
	}
	m := p.newMention(i, b.next, from, to, Between, a)
	m.HasTime = a.clock.set || b.clock.set
	m.HasYear = a.hasYear || b.hasYear
	m.Grain = min(m.Grain, b.finest())
	if b.kind == Relative {
		m.Kind = Relative
	}
	m.pieces[1] = p.piece(b)
	return m, b.next, true
}

// inherit puts a into the year of b, or the year before where it would end
// after b.
func (p *parser) inherit(a *reading, b reading) {
	y, _, _ := civil(b.from)
	p.moveToYear(a, y)
	if a.from > b.from {
		p.moveToYear(a, y-1)
	}
	a.kind = b.kind
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

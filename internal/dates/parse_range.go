package dates

import "github.com/kaibo-dev/kaibo/internal/kaibo"

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
	if p.is(j, halfHour) && !p.noDeadline(i) {
		return p.withinMoments(i, p.momentsOff(i, j+1, Minute, p.value(j)))
	}
	n, k, ok := p.count(j)
	if !ok || !p.is(k, unit) || p.noDeadline(i) {
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

// noDeadline reports that the sentence tells what was done, or what is always
// done: "they answered within two days", "invoices are paid within 30 days".
func (p *parser) noDeadline(i int) bool {
	for j := i - 1; j > 0 && i-j < reach && !p.endsSentence(j); j-- {
		if p.is(j, past) && p.is(j-1, being) {
			return true
		}
	}
	return p.tense(i) < 0
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

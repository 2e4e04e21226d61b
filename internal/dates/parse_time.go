package dates

import "strings"

// point reads a date, a time of day, or both in either order.
func (p *parser) point(i int) (reading, bool) {
	if r, ok := p.day(i); ok {
		r.start, r.dated = i, true
		p.attachTime(&r)
		return r, true
	}
	c, next, ok := p.clockAt(i, false)
	if !ok || !p.plausibleClock(i, next) {
		return reading{}, false
	}
	r := reading{start: i, next: next, clock: c, grain: Day, from: p.ref.day, to: p.ref.day + 1, kind: Relative}
	j := p.skip(next, dayPart)
	if j > next {
		r.clock = adjust(c, int16(p.value(next)))
		r.next = j
	}
	for n := 0; n < 2 && (p.is(j, on) || p.is(j, article) || p.is(j, ofWord) || p.isMark(j, ',')); n++ {
		j++
	}
	d, ok := p.day(j)
	if ok && d.grain == Day && !d.exact && !d.between {
		if p.is(i, clockName) && d.kind != Relative && c.minute == 24*60 {
			r.clock.minute = 0
		}
		d.start, d.clock, d.dated = i, r.clock, true
		return d, true
	}
	return r, true
}

// attachTime reads the time of day that follows a day.
func (p *parser) attachTime(r *reading) {
	if r.grain != Day || r.exact {
		return
	}
	p.attachPart(r)
	k, led := p.toTime(r.next)
	part := r.part
	c, next, ok := p.clockAt(k, led)
	if ok && p.bareHour(k, next) && p.is(p.toMonth(next), month) {
		return // "1 de mayo a 7 de junio"
	}
	if !ok || !led && p.bareHour(k, next) && !p.is(next-1, meridiem) && !p.is(next-1, oclock) {
		return
	}
	if p.is(next, dayPart) {
		part = int16(p.value(next))
		next++
	}
	if c.named {
		part = 0
	}
	if p.is(next-1, clockName) && c.minute == 24*60 && r.kind != Relative {
		c.minute = 0 // "midnight on May 3" is how that day begins
	}
	r.clock, r.next = adjust(c, part), next
	if y := p.number4(next); y > 0 && r.kind == YearGuessed && !p.runsOn(next+1) {
		p.moveToYear(r, y)
		r.kind, r.hasYear, r.next = Absolute, true, next+1
	}
}

// attachPart reads the "morning" of "tomorrow morning".
func (p *parser) attachPart(r *reading) {
	if !p.is(r.next, dayPart) {
		return
	}
	r.part = int16(p.value(r.next))
	if r.relTo == r.next {
		r.relTo++
	}
	r.next++
}

// toTime skips what may stand between a day and a time; led reports an "at".
func (p *parser) toTime(k int) (next int, led bool) {
	if p.isMark(k, ',') {
		k++
	}
	if p.isMark(k, '-') && p.glued(k) && p.glued(k+1) && p.isMark(k+2, ':') && p.isNumber(k-1) && p.toks[k-1].digits == 4 {
		k++ // 05/31/2025-14:15
	}
	if p.isMark(k, '(') && p.is(k+1, weekday) && p.isMark(k+2, ')') {
		k += 3
	}
	if p.is(k, atWord) {
		k, led = k+1, true
	}
	if p.special(k) == letterT && p.glued(k) {
		k++
	}
	return k, led
}

// adjust moves an hour of the clock face into its part of the day.
func adjust(c clock, part int16) clock {
	if part >= afternoon && c.minute < 12*60 && (part != night || c.minute >= 5*60) {
		c.minute += 12 * 60
	}
	return c
}

func (p *parser) bareHour(i, next int) bool { return next == i+1 && p.isNumber(i) }

// plausibleClock keeps ratios and scores out: a bare 16:10 needs a word that
// leads to a time, an am or pm, or a zone.
func (p *parser) plausibleClock(i, next int) bool {
	if p.is(i, clockName) {
		return true
	}
	last := p.toks[next-1]
	if last.kind == word {
		return true
	}
	if p.bareHour(i, next) {
		return false
	}
	for _, c := range []class{atWord, fromWord, toWord, until, by, after, since, between, andWord, on} {
		if p.is(i-1, c) {
			return true
		}
	}
	return i == 0 || p.isMark(i-1, '-') || p.isMark(i-1, '~') || p.isMark(i-1, '(') || next == len(p.toks) && i == 0
}

// clockAt reads a time of day. A bare number counts only where led is set.
func (p *parser) clockAt(i int, led bool) (clock, int, bool) {
	if p.is(i, clockName) {
		return clock{set: true, minute: p.value(i), length: 1}, i + 1, true
	}
	part := int16(0)
	if p.is(i, dayPart) && p.isNumber(i+1) && (p.glued(i+1) || p.is(i+2, hourMark) && !p.toks[i].ascii) {
		part = int16(p.value(i))
		i++
	}
	h, ok := p.number(i, 0, 24)
	if !ok || p.toks[i].digits > 2 || p.glued(i) && p.isMark(i-1, '.') || p.glued(i) && p.isMark(i-1, ':') {
		return clock{}, 0, false
	}
	c := clock{set: true, minute: 60 * h, length: 60}
	next, named, ok := p.minutes(i+1, &c)
	if !ok {
		return clock{}, 0, false
	}
	if p.is(next, meridiem) {
		if h > 12 && p.value(next) == 0 {
			return clock{}, 0, false
		}
		if h <= 12 {
			c.minute = c.minute%(12*60) + 60*p.value(next)
		}
		next++
		named, c.named = true, true
	}
	if !named && c.minute <= 12*60 && p.is(next, dayPart) && p.saysHalf(next) {
		part, named = int16(p.value(next)), true
		next++
	}
	if !named && !led || c.minute > 24*60 {
		return clock{}, 0, false
	}
	if !named && p.notHour(next, led) {
		return clock{}, 0, false
	}
	c = adjust(c, part)
	next = p.zoneAt(i, next, &c)
	return c, next, true
}

// saysHalf reports that the part of the day at i can follow a bare hour: "6 in
// the morning", but not "6 morning flights".
func (p *parser) saysHalf(i int) bool {
	return p.lex.code != "en" || strings.Contains(p.text[p.toks[i].start:p.toks[i].end], " ")
}

// minutes reads what makes a number an hour: ":30", "o'clock", "Uhr 30", "時30分".
func (p *parser) minutes(j int, c *clock) (next int, named, ok bool) {
	if p.isMark(j, ':') && p.glued(j) && p.glued(j+1) && p.isNumber(j+1) {
		m := p.toks[j+1]
		if m.digits != 2 || int(m.count) > 59 {
			return j, false, false
		}
		c.minute += int(m.count)
		c.length = 1
		j += 2
		if p.isMark(j, ':') && p.glued(j+1) && p.isNumber(j+1) {
			j += 2
			if p.isMark(j, '.') && p.glued(j+1) && p.isNumber(j+1) {
				j += 2
			}
		}
		if p.isMark(j, ':') && p.glued(j+1) && p.isNumber(j+1) {
			return j, false, false // an address
		}
		if p.is(j, oclock) {
			j++
		}
		return j, true, true
	}
	if p.is(j, hourMark) || p.is(j, oclock) {
		j++
		if p.textIs(j, "半") {
			c.minute += 30
			c.length = 1
			return j + 1, true, true
		}
		if m, ok := p.number(j, 0, 59); ok && p.toks[j].digits <= 2 && (p.is(j+1, minuteMark) || p.glued(j) || p.is(j-1, oclock) && p.toks[j].digits == 2) {
			c.minute += m
			c.length = 1
			j++
			if p.is(j, minuteMark) {
				j++
			}
		}
		return j, true, true
	}
	return j, false, true
}

// notHour reports that the number before j counts or measures something.
func (p *parser) notHour(j int, led bool) bool {
	if j >= len(p.toks) {
		return false
	}
	t := p.toks[j]
	switch {
	case t.kind == mark && p.glued(j) && t.r == '-' && led && p.isNumber(j+1) && (p.is(j+2, meridiem) || p.isMark(j+2, ':')):
		return false // 3-8pm
	case t.kind == mark && p.glued(j):
		return p.glued(j+1) && p.isNumber(j+1) || !strings.ContainsRune(".,;:)?!-", t.r)
	case t.kind == word && !led:
		return t.sense.roles == 0 || p.glued(j)
	}
	return t.sense.is(unit) || p.glued(j)
}

// zoneAt reads the zone or the offset of the time from token i to j and returns
// the token after it. A bare "-11:00" is an offset only after a time written as
// ISO 8601 does; "10:30-11:00" is a range.
func (p *parser) zoneAt(i, j int, c *clock) int {
	k := j
	if p.is(k, zone) {
		c.offset = p.value(k)
		k++
		if !p.glued(k) {
			return k
		}
	} else if n := k + 1; !p.glued(k) && !(p.glued(n) && p.isNumber(n) && p.toks[n].digits == 4) {
		return j
	}
	sign := 1
	switch {
	case p.isMark(k, '+'):
	case p.isMark(k, '-') && (k > j || j-i > 3 || p.special(i-1) == letterT || p.isNumber(i-1) && p.isMark(i-2, '-')):
		sign = -1
	default:
		return k
	}
	h, ok := p.number(k+1, 0, 1400)
	if !ok || !p.glued(k+1) {
		return k
	}
	digits := p.toks[k+1].digits
	if digits == 4 {
		c.offset = sign * (h/100*60 + h%100)
		return k + 2
	}
	if digits > 2 || h > 14 {
		return k
	}
	if m, ok := p.number(k+3, 0, 59); ok && p.isMark(k+2, ':') {
		c.offset = sign * (h*60 + m)
		return k + 4
	}
	if k == j {
		return j
	}
	c.offset = sign * h * 60
	return k + 2
}

// clockRange reads "2 to 4pm": the first number has its half of the day from
// the second.
func (p *parser) clockRange(i int) ([2]reading, bool) {
	var none [2]reading
	a, next, ok := p.clockAt(i, true)
	if !ok || !(p.is(next, toWord) || p.is(next, andWord) || p.isMark(next, '-') || p.is(next, until)) {
		return none, false
	}
	b, end, ok := p.clockAt(next+1, false)
	if !ok {
		return none, false
	}
	r := reading{start: i, grain: Day, from: p.ref.day, to: p.ref.day + 1, kind: Relative}
	x, y := r, r
	x.clock, x.next = a, next
	y.clock, y.next = b, end
	return [2]reading{x, y}, true
}

// bareClocks reads a range of times that nothing leads to: "10:30-11:00",
// "2 to 4pm".
func (p *parser) bareClocks(i int) (Mention, int, bool) {
	if !p.isNumber(i) || p.partOfCode(i) {
		return Mention{}, 0, false
	}
	r, ok := p.clockRange(i)
	if !ok || !r[1].clock.named && (r[0].clock.length > 1 || r[1].clock.length > 1) {
		return Mention{}, 0, false
	}
	return p.closeClocks(i, r)
}

// closeClocks reads the day that may follow a range of times.
func (p *parser) closeClocks(i int, r [2]reading) (Mention, int, bool) {
	j := r[1].next
	if p.is(j, on) || p.isMark(j, ',') {
		j++
	}
	d, ok := p.day(j)
	if ok && d.grain == Day && !d.exact && !d.between {
		if d.part != 0 && !r[0].clock.named && !r[1].clock.named {
			r[0].clock, r[1].clock = adjust(r[0].clock, d.part), adjust(r[1].clock, d.part)
		}
		d.dated, d.clock = true, r[1].clock
		return p.join(i, r[0], d)
	}
	return p.join(i, r[0], r[1])
}

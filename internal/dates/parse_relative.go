package dates

import "strings"

// shifted reads "next week", "last 3 days", "this Friday", "next May".
func (p *parser) shifted(i int) (reading, bool) {
	if !p.is(i, shift) {
		return p.ledShift(i)
	}
	if r, ok := p.decades(i); ok {
		return r, true
	}
	n, j := p.value(i), i+1
	if p.lex.code == "en" && p.textIs(i, "following") && p.tense(i) < 0 {
		return reading{}, false // the week after the one spoken of
	}
	switch {
	case p.is(j, unit):
		return p.shiftedUnit(i, j, n)
	case p.special(j) == holiday && n != 0:
		return p.shiftedHoliday(i, j+1, holidays[p.amount(j)], n), true
	case p.special(j) == holiday:
		r := p.single(i, j+1, holidays[p.amount(j)].in(p.ref.year))
		r.relative(i, j+1)
		return r, true
	case p.is(j, weekday):
		return p.shiftedWeekday(i, j+1, p.value(j), n), true
	case p.is(j, month) && n == 0 && p.toks[j].sense.weak && !p.toks[j].upper:
		return reading{}, false // "this may take longer"
	case p.is(j, month):
		return p.shiftedMonth(i, j+1, p.value(j), n), true
	case p.is(j, season):
		return p.shiftedSeason(i, j, n), true
	case p.is(j, fortnight):
		return p.window(i, j+1, Week, n*2)
	case p.is(j, dayPart) && n == 0:
		r := p.single(i, j+1, p.ref.day)
		r.part = int16(p.value(j))
		r.relative(i, j+1)
		return r, true
	case p.quarterNumber(j) > 0 && n != 0:
		return p.shiftedQuarter(i, j, n), true
	}
	if c, k, ok := p.count(j); ok && p.is(k, unit) && n != 0 {
		return p.window(i, k+1, Grain(p.value(k)), n*c)
	}
	return reading{}, false
}

// shiftedUnit reads "next week" and "next week Tuesday".
func (p *parser) shiftedUnit(i, j, n int) (reading, bool) {
	if r, ok := p.lastWeekOf(i, n); ok {
		return r, true
	}
	inEnglish := p.lex.code == "en"
	switch g := Grain(p.value(j)); {
	case g <= Hour && n <= 0, g <= Day && inEnglish && !(g == Day && n == 1 && p.verbTense(i) > 0), n == -1 && p.is(j+1, ofWord) && inEnglish:
		return reading{}, false // "the next day", "the last week of school"
	}
	r := p.around(i, j+1, Grain(p.value(j)), n)
	if p.is(j+1, weekday) && r.grain == Week {
		return p.inWeek(r, j+1), true
	}
	return r, true
}

// shiftedQuarter reads "next Q1", "last H2".
func (p *parser) shiftedQuarter(i, j, n int) reading {
	g, q, y := p.termGrain(j), p.quarterNumber(j), p.ref.year
	r := p.quarterOf(i, j+2, y, q, g)
	switch {
	case n > 0 && r.from <= p.ref.day:
		r = p.quarterOf(i, j+2, y+1, q, g)
	case n < 0 && r.to > p.ref.day:
		r = p.quarterOf(i, j+2, y-1, q, g)
	}
	r.hasYear = false
	r.relative(i, j+2)
	return r
}

// ledShift takes "the" of "the next month" into the words to write out, and
// "in" or "over" of "in the last 3 days" too, since both ends stand there then.
func (p *parser) ledShift(i int) (reading, bool) {
	j := i
	led := p.is(i, inside) || p.is(i, within) || p.is(i, forWord) || p.is(i, soon)
	if led {
		j++
	}
	j = p.skip(j, article)
	if p.lex.code != "en" || j == i || !p.is(j, shift) {
		return reading{}, false
	}
	if _, ok := p.nthWeekday(j); ok {
		return reading{}, false // it starts with "last"
	}
	if _, ok := p.partOf(j); ok {
		return reading{}, false
	}
	r, ok := p.shifted(j)
	if !ok || led && !r.between || r.relFrom != j {
		return reading{}, false
	}
	r.start = i
	r.relative(i, r.relTo)
	return r, true
}

// lastWeekOf reads "last week of May".
func (p *parser) lastWeekOf(i, n int) (reading, bool) {
	if n != -1 || Grain(p.value(i+1)) != Week || !p.is(i+2, ofWord) {
		return reading{}, false
	}
	r, ok := p.day(p.skip(i+3, article))
	if !ok || monthsOf(r.grain) == 0 {
		return reading{}, false
	}
	r.start = i
	r.from = mondayOf(r.to - 4) // the week with its last Thursday, as ISO 8601 has it
	r.to, r.grain = r.from+7, Week
	if r.kind == Relative {
		r.relative(i, r.next)
	}
	return r, true
}

// window is the stretch of n units before or after the reference day.
func (p *parser) window(i, next int, g Grain, n int) (reading, bool) {
	r := reading{start: i, next: next, grain: Day, between: true}
	d := p.ref.day
	switch {
	case g <= Hour:
		return reading{}, false
	case g == Day:
		r.from, r.to = d, d+n
	case g == Week || g == Weekend:
		r.from, r.to = d, d+7*n
	default:
		r.from, r.to = d, sameDay(d, n*monthsOf(g))
	}
	if n < 0 {
		r.from, r.to = r.to, r.from
	} else {
		r.from, r.to = r.from+1, r.to+1
	}
	r.relative(i, next)
	return r, true
}

func (p *parser) shiftedWeekday(i, next, wd, n int) reading {
	d := p.ref.day
	var day int
	switch {
	case n == 0:
		day = mondayOf(d) + wd
		if day < d {
			day += 7
			if p.tense(i) < 0 {
				day -= 7
			}
		}
	case n < 0:
		day = lastWeekday(d, wd) + 7*(n+1)
	case p.lex.comingNext, p.coming(i):
		day = nextWeekday(d, wd) + 7*(n-1)
	default:
		day = mondayOf(d) + 7*n + wd
	}
	r := p.single(i, next, day)
	r.weekday = true
	r.relative(i, next)
	return r
}

// coming reports "this coming" and "upcoming", which in English, unlike "next",
// mean the nearest.
func (p *parser) coming(i int) bool {
	return p.lex.code == "en" && strings.HasSuffix(strings.ToLower(p.text[p.toks[i].start:p.toks[i].end]), "coming")
}

// lastWeekday and nextWeekday return the nearest such day strictly before and
// after d.
func lastWeekday(d, wd int) int { return d - 1 - (weekdayOf(d)-wd+6)%7 }
func nextWeekday(d, wd int) int { return d + 1 + (wd-weekdayOf(d)+6)%7 }

func (p *parser) shiftedMonth(i, next, m, n int) reading {
	y := p.ref.year
	switch {
	case n > 0 && m <= p.ref.month:
		y++
	case n < 0 && m >= p.ref.month:
		y--
	}
	r := reading{start: i, next: next, from: dayOf(y, m, 1), to: dayOf(y, m+1, 1), grain: Month}
	if d, ok := p.number(next, 1, 31); ok && n == 0 && validDay(y, m, d) {
		r = p.single(i, next+1, dayOf(y, m, d))
	}
	r.relative(i, r.next)
	return r
}

// count reads a number in digits or words.
func (p *parser) count(i int) (n, next int, ok bool) {
	if v, ok := p.number(i, 0, 1000); ok {
		return v, i + 1, true
	}
	if p.is(i, numeral) || p.is(i, fewCount) {
		if p.is(i+1, ofWord) && p.is(i+2, unit) {
			return p.value(i), i + 2, true
		}
		return p.value(i), i + 1, true
	}
	return 0, 0, false
}

// counted reads "two days ago", "in two weeks", "3 weeks from now".
func (p *parser) counted(i int) (reading, bool) {
	dir, j := 0, i
	switch {
	case p.is(i, within):
		dir, j = 1, i+1
	case p.is(i, agoBefore):
		dir, j = -1, i+1
	}
	if dir != 0 {
		j = p.about(p.skip(j, article))
	}
	if p.is(j, halfHour) {
		return p.offset(i, j, dir, p.value(j), Minute, false)
	}
	n, k, ok := p.count(j)
	if !ok {
		if !p.lex.bareUnit || !p.is(j, unit) {
			return p.fortnightOff(i, j, dir)
		}
		n, k = 1, j
	}
	if r, ok := p.compound(i, j, dir); ok {
		return r, true
	}
	few := p.is(j, fewCount)
	if p.is(k, fortnight) {
		return p.offset(i, k, dir, 2*n, Week, few)
	}
	switch {
	case dir == 0 && p.is(k, shift) && p.is(k+1, unit) && p.value(k) != 0 && p.counts(j, k+1):
		return p.window(i, k+2, Grain(p.value(k+1)), n*p.value(k))
	case dir == 0 && p.markedUnit(k) > 0: // 5日之内, 10일 전
		return p.offset(i, k, dir, n, p.markedUnit(k)-1, few)
	case !p.is(k, unit):
		return reading{}, false
	case dir == 0 && p.is(k+1, shift) && p.value(k+1) != 0 && p.lex.code != "en":
		return p.window(i, k+2, Grain(p.value(k)), n*p.value(k+1))
	}
	return p.offset(i, k, dir, n, Grain(p.value(k)), few)
}

// markedUnit returns 1 more than the grain of a mark of year, day or minute at
// k that counts, before "ago" or "later"; 0 for none.
func (p *parser) markedUnit(k int) Grain {
	if !p.is(k+1, later) && !p.is(k+1, ago) {
		return 0
	}
	switch {
	case p.is(k, dayMark):
		return Day + 1
	case p.is(k, yearMark):
		return Year + 1
	case p.is(k, minuteMark):
		return Minute + 1
	}
	return 0
}

// about skips the "about" before a count.
func (p *parser) about(j int) int {
	if p.special(j) == approx {
		j++
	}
	if p.isMark(j, '~') {
		j++
	}
	return j
}

// counts keeps "4 to 23 next month" from being 23 months.
func (p *parser) counts(i, u int) bool {
	if p.is(i-1, toWord) || p.is(i-1, andWord) || p.isMark(i-1, '-') {
		return false
	}
	return p.lex.code != "en" || strings.HasSuffix(p.text[p.toks[u].start:p.toks[u].end], "s")
}

func (p *parser) fortnightOff(i, j, dir int) (reading, bool) {
	if !p.is(j, fortnight) {
		return reading{}, false
	}
	return p.offset(i, j, dir, 2, Week, false)
}

// offset closes a count of units that ends with token k.
func (p *parser) offset(i, k, dir, n int, g Grain, few bool) (reading, bool) {
	next := k + 1
	if dir == 0 && g >= Day {
		if r, ok := p.fromDate(i, next, n, g); ok {
			return r, true
		}
	}
	switch {
	case p.is(next, ago) && dir <= 0:
		dir = -1
		next++
	case p.is(next, later) && dir >= 0:
		dir = 1
		next++
		if p.is(next, fromWord) && p.is(next+1, dayShift) {
			next += 2
		}
	case dir > 0 && p.lex.code == "en" && p.tense(i) < 0, dir == 0:
		return reading{}, false
	}
	return p.unitsOff(i, next, dir*n, g, few), true
}

// fromDate reads "two weeks after May 1", "3 days before yesterday".
func (p *parser) fromDate(i, k, n int, g Grain) (reading, bool) {
	sign := 1
	switch {
	case p.is(k, before) && !p.is(k, ago):
		sign = -1
	case !p.is(k, after) && !(p.is(k, fromWord) && p.lex.code == "en"):
		return reading{}, false
	}
	d, ok := p.day(p.skip(k+1, article))
	if !ok || d.grain != Day || d.between || d.exact {
		return reading{}, false
	}
	n *= sign
	day := sameDay(d.from, n*monthsOf(g))
	switch g {
	case Day:
		day += n
	case Week, Weekend:
		day += 7 * n
	}
	r := p.single(i, d.next, day)
	r.hasYear = d.hasYear
	r.relative(i, d.next)
	if d.kind != Relative {
		r.kind, r.relTo = d.kind, i
	}
	return r, true
}

// compound reads a sum: "2 years and 3 months ago", "in 1 hour 20 minutes".
func (p *parser) compound(i, j, dir int) (reading, bool) {
	total, seconds, parts, j := p.sum(j)
	switch {
	case parts < 2 && seconds == 0:
		return reading{}, false
	case p.is(j, ago) && dir <= 0:
		dir, j = -1, j+1
	case p.is(j, later) && dir >= 0:
		dir, j = 1, j+1
	case dir == 0 || dir > 0 && p.lex.code == "en" && p.tense(i) < 0:
		return reading{}, false
	}
	months := 12*total[Year] + 6*total[Half] + 3*total[Quarter] + total[Month]
	day := sameDay(p.ref.day, dir*months) + dir*(7*(total[Week]+total[Weekend])+total[Day])
	if total[Hour] == 0 && total[Minute] == 0 && seconds == 0 {
		r := p.single(i, j, day)
		r.relative(i, j)
		return r, true
	}
	r := p.momentsOff(i, j, Minute, 0)
	r.at = p.refMs + int64(dir*(60*total[Hour]+total[Minute]))*minuteMillis + int64(dir*seconds)*1000
	r.at = floorDiv(r.at, minuteMillis)*minuteMillis + int64(day-p.ref.day)*dayMillis
	return r, true
}

// sum adds up the counts of units from token j on, up to five.
func (p *parser) sum(j int) (total [Year + 1]int, seconds, parts, next int) {
	for parts < 5 {
		n, k, ok := p.count(j)
		switch {
		case ok && p.special(k) == secondUnit && (n > 1 || p.isNumber(j)): // not "in a second"
			seconds += n
		case ok && p.is(k, unit):
			total[p.value(k)] += n
		case ok && parts > 0 && p.special(k) == shortUnit:
			total[p.amount(k)] += n
		default:
			return total, seconds, parts, j
		}
		parts++
		j = k + 1
		c := j
		if p.isMark(c, ',') {
			c++
		}
		c = p.skip(c, andWord)
		if _, k, ok := p.count(c); !ok || !p.is(k, unit) && p.special(k) != secondUnit && p.special(k) != shortUnit {
			break
		}
		j = c
	}
	return total, seconds, parts, j
}

// signed reads "+15 minutes" and "-2 hours 5 minutes" at the start of a text.
func (p *parser) signed() (Mention, int, bool) {
	dir := 0
	switch {
	case p.isMark(0, '+'):
		dir = 1
	case p.isMark(0, '-'):
		dir = -1
	}
	if dir == 0 || !p.glued(1) || !p.isNumber(1) {
		return Mention{}, 0, false
	}
	r, ok := p.compound(0, 1, dir)
	if !ok {
		n, k, counted := p.count(1)
		if !counted || !p.is(k, unit) || p.is(k+1, ago) || p.is(k+1, later) {
			return Mention{}, 0, false
		}
		r = p.unitsOff(0, k+1, dir*n, Grain(p.value(k)), false)
	}
	return p.finish(0, None, r)
}

func (p *parser) unitsOff(i, next, n int, g Grain, few bool) reading {
	var r reading
	switch {
	case g == Day:
		r = p.single(i, next, p.ref.day+n)
	case g == Week && few:
		return p.around(i, next, Week, n)
	case g == Week:
		r = p.single(i, next, p.ref.day+7*n)
	default:
		return p.around(i, next, g, n)
	}
	r.relative(i, next)
	return r
}

package dates

// numeric reads a date that starts with digits.
func (p *parser) numeric(i int) (reading, bool) {
	if p.partOfCode(i) {
		return reading{}, false
	}
	for _, rule := range [...]func(*parser, int) (reading, bool){
		(*parser).isoDate, (*parser).compactDate, (*parser).separated, (*parser).markedDate, (*parser).daysOf, (*parser).dayFirst, (*parser).dayOfShift,
		(*parser).nthWeekday, (*parser).decadeNumber, (*parser).counted, (*parser).ordinalAt, (*parser).yearAt,
	} {
		if r, ok := rule(p, i); ok && !p.runsOn(r.next) {
			return r, true
		}
	}
	return reading{}, false
}

// partOfCode reports that the number at i continues something before it: an
// address, a version, a policy number, a price.
func (p *parser) partOfCode(i int) bool {
	if i == p.joined {
		return false
	}
	if !p.glued(i) {
		return p.isMark(i-1, '$') || p.isMark(i-1, '€') || p.isMark(i-1, '£') || p.isMark(i-1, '#')
	}
	t := p.toks[i-1]
	if t.kind == word {
		if p.text[t.start] >= 0x80 {
			return false
		}
		return t.sense.roles == 0 || p.lex.code == "en" && !t.sense.is(month) && t.end-t.start < 3
	}
	switch t.r {
	case '(', '[', '"', '\'', ',', '~', ';', '>', '|', '*', '=', '{', '<', '!', '?':
		return false
	case '-', ':':
		return !p.is(i+1, month) && p.glued(i-1) && (p.isNumber(i-2) || p.toks[i-2].kind == word && p.toks[i-2].sense.roles == 0)
	}
	return true
}

// runsOn reports that digits or code go on right after the date.
func (p *parser) runsOn(next int) bool {
	if next >= len(p.toks) || !p.glued(next) {
		return false
	}
	t := p.toks[next]
	switch {
	case t.kind == number:
		return true
	case t.kind == word:
		return t.sense.special != letterT && t.sense.roles == 0 && p.text[t.start] < 0x80
	case t.r == '.' || t.r == '-' || t.r == '/' || t.r == '_':
		return p.glued(next+1) && p.isNumber(next+1) && !(t.r == '-' && p.opensRange(next))
	}
	return t.r == '%'
}

// opensRange reports that the dash at i stands between two dates and is no
// part of a code: after a word, or between years, or before a date in full.
func (p *parser) opensRange(i int) bool {
	if p.toks[i-1].kind != number {
		return true
	}
	return p.toks[i-1].digits == 4 && p.toks[i+1].digits == 4 || p.isMark(i-2, '/') && p.isMark(i+2, '/')
}

// isoDate reads 2025-03-04, 2025/3/4, 2025.03.04 and 2025-03.
func (p *parser) isoDate(i int) (reading, bool) {
	y, ok := p.number(i, firstYear, lastYear)
	if !ok || p.toks[i].digits != 4 || !p.glued(i+1) || !p.glued(i+2) {
		return reading{}, false
	}
	sep := p.toks[i+1].r
	m, ok := p.number(i+2, 1, 12)
	if !ok || sep != '-' && sep != '/' && sep != '.' || p.toks[i+2].digits > 2 || sep == '.' && p.toks[i+2].digits != 2 && !p.is(i-1, on) && !p.is(i-1, by) && !p.is(i-1, since) {
		return reading{}, false
	}
	if p.isMark(i+3, sep) && p.glued(i+3) && p.glued(i+4) && p.isNumber(i+4) {
		d := p.figures(i + 4)
		if p.toks[i+4].digits > 2 || sep == '.' && p.toks[i+4].digits != 2 && p.toks[i+2].digits == 2 || !validDay(y, m, d) {
			return reading{}, false
		}
		r := p.single(i, i+5, dayOf(y, m, d))
		r.hasYear = true
		return r, true
	}
	if sep != '-' && sep != '/' || y < 1900 || y > 2200 || p.toks[i+2].digits != 2 && !p.leadsYear(i-1) {
		return reading{}, false
	}
	return reading{start: i, next: i + 3, from: dayOf(y, m, 1), to: dayOf(y, m+1, 1), grain: Month, hasYear: true}, true
}

// leadsYear reports a word that leads to a year or a month, without which
// 2025-3 may be a number of something.
func (p *parser) leadsYear(i int) bool {
	if i < 0 {
		return true
	}
	for _, c := range []class{within, inside, on, since, until, by, after, fromWord, toWord, between, ofWord, forWord} {
		if p.is(i, c) {
			return true
		}
	}
	return false
}

// compactDate reads 20250304 where it stands alone.
func (p *parser) compactDate(i int) (reading, bool) {
	if !p.isNumber(i) || p.toks[i].digits != 8 {
		return reading{}, false
	}
	v := p.figures(i)
	y, m, d := v/10000, v/100%100, v%100
	if y < 1990 || y > 2040 || !validDay(y, m, d) || i+1 < len(p.toks) && !p.glued(i+1) && p.toks[i+1].kind == word && p.toks[i+1].sense.roles == 0 {
		return reading{}, false
	}
	r := p.single(i, i+1, dayOf(y, m, d))
	r.hasYear = true
	return r, true
}

// separated reads 03/04/2025, 4.3.2025, 4-3-2025, and in company 3/4.
func (p *parser) separated(i int) (reading, bool) {
	a, ok := p.number(i, 1, 31)
	if !ok || p.toks[i].digits > 2 || !p.glued(i+1) || !p.glued(i+2) {
		return reading{}, false
	}
	sep := p.toks[i+1].r
	if y := p.number4(i + 2); y > 0 && (sep == '/' || sep == '-' && p.leadsYear(i-1)) && a <= 12 && !p.isMark(i+3, '/') {
		return p.monthReading(i, i+3, y, a), true
	}
	b, ok := p.number(i+2, 1, 31)
	if !ok || sep != '/' && sep != '.' && sep != '-' || p.toks[i+2].digits > 2 {
		return reading{}, false
	}
	m, d := a, b
	if p.lex.dayFirst || sep == '.' || m > 12 {
		m, d = b, a
	}
	if m > 12 {
		m, d = d, m
	}
	if y := p.number4(i + 4); y > 0 && sep == '/' && p.isMark(i+3, ',') && validDay(y, m, d) {
		r := p.single(i, i+5, dayOf(y, m, d))
		r.hasYear = true
		return r, true
	}
	if !p.isMark(i+3, sep) || !p.glued(i+3) || !p.glued(i+4) || !p.isNumber(i+4) {
		return p.withoutYear(i, sep, m, d)
	}
	y := p.figures(i + 4)
	switch digits := p.toks[i+4].digits; {
	case digits == 2 && sep == '/' || digits == 2 && sep == '.' && p.lex.dayFirst:
		y = fullYear(y)
	case digits != 4:
		return reading{}, false
	}
	if y < firstYear || !validDay(y, m, d) {
		return reading{}, false
	}
	r := p.single(i, i+5, dayOf(y, m, d))
	r.hasYear = true
	return r, true
}

// fullYear puts two digits into the century that people mean by them.
func fullYear(y int) int {
	if y < 70 {
		return 2000 + y
	}
	return 1900 + y
}

// withoutYear takes 3/4 or 4.3. for a date only after a word that leads to one.
func (p *parser) withoutYear(i int, sep rune, m, d int) (reading, bool) {
	led := false
	for _, c := range []class{on, by, until, since, between, weekday, inside, fromWord, toWord, article, after} {
		led = led || p.is(i-1, c)
	}
	led = led || i == p.joined && p.isMark(i-2, '/') || p.isMark(i+3, '-') && p.glued(i+3) && p.isMark(i+5, '/') && p.glued(i+4)
	next := i + 3
	switch sep {
	case '/':
	case '.':
		if p.lex.code != "de" || !p.isMark(next, '.') || !p.glued(next) {
			return reading{}, false
		}
		next++
	case '-':
		if !p.is(i-1, on) && !p.is(i-1, by) && !p.is(i-1, weekday) || !p.closesDay(next) && !p.is(next, forWord) {
			return reading{}, false
		}
	default:
		return reading{}, false
	}
	if !led || !validDay(2000, m, d) || p.is(next, unit) || p.glued(next) && p.toks[next].kind == word {
		return reading{}, false
	}
	return p.guessed(i, next, m, d)
}

// markedDate reads 2025年3月4日, 3月4日, 2025年3月 and 2025年.
func (p *parser) markedDate(i int) (reading, bool) {
	j, y := i, 0
	if p.markedUnit(i+1) > 0 {
		return reading{}, false
	}
	if p.is(i+1, yearMark) && p.isNumber(i) {
		if y = p.figures(i); p.toks[i].digits == 2 {
			y = fullYear(y)
		}
		if y < firstYear || y > lastYear {
			return reading{}, false
		}
		j += 2
	}
	if y > 0 {
		if r, ok := p.termOfYear(i, j, y); ok {
			return r, true
		}
	}
	m, ok := p.figure(j, 12)
	if !ok || !p.is(j+1, monthMark) {
		if y < 1000 || p.is(i-1, every) {
			return reading{}, false
		}
		return p.yearReading(i, j, y), true
	}
	d, ok := p.figure(j+2, 31)
	if !ok || !p.is(j+3, dayMark) {
		return p.thirdOf(p.monthReading(i, j+2, y, m)), true
	}
	if y == 0 {
		return p.guessed(i, j+4, m, d)
	}
	if !validDay(y, m, d) {
		return reading{}, false
	}
	r := p.single(i, j+4, dayOf(y, m, d))
	r.hasYear = true
	return r, true
}

// termOfYear reads the quarter or half of "2025년 1분기", "2024年下半年".
func (p *parser) termOfYear(i, j, y int) (reading, bool) {
	if p.special(j) == halfYear {
		return p.quarterOf(i, j+1, y, p.amount(j), Half), true
	}
	n, ok := p.figure(j, 4)
	if !ok || n < 1 || !p.is(j+1, unit) || Grain(p.value(j+1)) != Quarter {
		return reading{}, false
	}
	return p.quarterOf(i, j+2, y, n, Quarter), true
}

// thirdOf narrows a month to the third that follows it: 4월 초, 4月下旬.
func (p *parser) thirdOf(r reading) reading {
	if p.special(r.next) != third {
		return r
	}
	size := (r.to - r.from) / 3
	switch p.amount(r.next) {
	case 1:
		r.to = r.from + size
	case 2:
		r.from, r.to = r.from+size, r.to-size
	default:
		r.from = r.to - size
	}
	r.next++
	return r
}

// writtenMonth reads "九月三号".
func (p *parser) writtenMonth(i int) (reading, bool) {
	if !p.is(i, numeral) || !p.is(i+1, monthMark) || !p.is(i+3, dayMark) {
		return reading{}, false
	}
	return p.markedDate(i)
}

// figure returns the number at i, in digits or in Chinese numerals.
func (p *parser) figure(i, most int) (int, bool) {
	if p.is(i, numeral) {
		return p.value(i), p.value(i) <= most
	}
	return p.number(i, 1, most)
}

// yearAt reads a year on its own, after a word that leads to one.
func (p *parser) yearAt(i int) (reading, bool) {
	y, ok := p.number(i, 1900, 2200)
	if !ok || p.toks[i].digits != 4 || p.is(i+1, unit) && Grain(p.value(i+1)) != Year {
		return reading{}, false
	}
	next := i + 1
	if p.is(next, ofYear) || p.is(next, unit) {
		next++
	}
	if r, ok := p.yearFirst(i, next, y); ok {
		return r, true
	}
	if r, ok := p.quarterOfYear(i, next, y); ok {
		return r, true
	}
	if (p.isMark(next, '-') || p.isMark(next, '~')) && p.number4(next+1) > y || p.is(next, toWord) && p.number4(next+1) > y {
		return p.yearReading(i, next, y), true
	}
	for _, c := range []class{within, inside, since, until, by, after, ofWord, startOf, endOf, midOf, between, unit, article, on} {
		if p.is(i-1, c) && !(c == on && p.lex.code == "en") && !(c == article && p.lex.code == "en") {
			return p.yearReading(i, next, y), true
		}
	}
	if (p.is(i-1, toWord) || p.is(i-1, andWord)) && p.number4(i-2) > 0 || i == p.joined && p.number4(i-2) > 0 || p.isMark(i-1, '-') && p.number4(i-2) > 0 || p.is(i-1, fromWord) && (p.is(i+1, toWord) || p.lex.code != "en") {
		return p.yearReading(i, next, y), true
	}
	return reading{}, false
}

// quarterOfYear reads the Q1 of "2025 Q1" and "2025-q1".
func (p *parser) quarterOfYear(i, next, y int) (reading, bool) {
	if p.isMark(next, '-') && p.glued(next) && p.glued(next+1) {
		next++
	}
	q := p.termNumber(next)
	if q == 0 {
		return reading{}, false
	}
	return p.quarterOf(i, next+2, y, q, p.termGrain(next)), true
}

// yearFirst reads "2018 March 18", "2012/aug/10" and "2018 March".
func (p *parser) yearFirst(i, next, y int) (reading, bool) {
	j := next
	if p.isMark(j, '/') || p.isMark(j, '-') || p.isMark(j, ',') {
		j++
	}
	if !p.is(j, month) {
		return reading{}, false
	}
	k := j + 1
	if p.isMark(k, '/') || p.isMark(k, '-') && p.glued(k) {
		k++
	}
	d, end, ok := p.dayNumber(k)
	if !ok {
		return p.monthReading(i, j+1, y, p.value(j)), p.toks[j].upper || !p.verbalMonth(j) || p.is(i-1, within)
	}
	if !validDay(y, p.value(j), d) {
		return reading{}, false
	}
	r := p.single(i, end, dayOf(y, p.value(j), d))
	r.hasYear = true
	return r, true
}

func (p *parser) number4(i int) int {
	if y, ok := p.number(i, 1900, 2200); ok && p.toks[i].digits == 4 {
		return y
	}
	return 0
}

func (p *parser) yearReading(i, next, y int) reading {
	return reading{start: i, next: next, from: dayOf(y, 1, 1), to: dayOf(y+1, 1, 1), grain: Year, hasYear: true}
}

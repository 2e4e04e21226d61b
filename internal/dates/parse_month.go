package dates

// monthFirst reads "March 4, 2025", "May 12-13", "March 2025", "March".
func (p *parser) monthFirst(i int) (reading, bool) {
	if !p.is(i, month) {
		return reading{}, false
	}
	if p.glued(i) && (p.isMark(i-1, '$') || p.isMark(i-1, '#') || p.isMark(i-1, '@')) {
		return reading{}, false
	}
	m, j := p.value(i), i+1
	if p.isMark(j, '.') && p.glued(j) && p.toks[i].end-p.toks[i].start <= 10 {
		j++
	}
	if (p.isMark(j, '-') || p.isMark(j, '/')) && p.glued(j) && p.isNumber(j+1) && p.glued(j+1) {
		j++
	}
	if r, ok := p.monthDay(i, j, m); ok {
		return r, true
	}
	if _, ok := p.number(j, 29, 39); ok {
		return reading{}, false
	}
	if _, ok := p.number(i-1, 29, 39); ok {
		return reading{}, false // February 30 is no date, nor is its February
	}
	k := p.skip(j, ofWord)
	if p.isMark(k, ',') {
		k++
	}
	if y := p.number4(k); y > 0 && !p.runsOn(k+1) {
		return p.monthReading(i, p.skip(k+1, ofYear), y, m), true
	}
	if y, next := p.yearWords(k); y > 0 {
		return p.monthReading(i, next, y, m), true
	}
	if y, ok := p.number(k, 32, 99); ok && p.is(j, ofWord) && p.toks[k].digits == 2 && p.closesDay(k+1) {
		return p.monthReading(i, k+1, fullYear(y), m), true
	}
	if y, ok := p.number(k, 60, 99); ok && k == j && !p.runsOn(k+1) && (k+1 == len(p.toks) || p.toks[k+1].kind == mark) {
		return p.monthReading(i, k+1, fullYear(y), m), true
	}
	if r, ok := p.monthOfShift(i, j, m); ok {
		return r, true
	}
	if p.toks[i].sense.weak && !p.supported(i) || p.glued(i) && p.isMark(i-1, '-') && !p.is(i-2, midOf) {
		return reading{}, false
	}
	if p.toks[i].end-p.toks[i].start <= 3 && !p.toks[i].upper && p.lex.code == "en" && !p.supported(i) {
		return reading{}, false
	}
	return p.monthReading(i, i+1, 0, m), true
}

// monthDay reads the day of the month at j and what follows it.
func (p *parser) monthDay(i, j, m int) (reading, bool) {
	j = p.skip(j, article)
	d, next, ok := p.dayNumber(j)
	if !ok && !(p.toks[i].sense.weak && !p.toks[i].upper) {
		d, next, ok = p.smallNumber(j)
		y, _ := p.yearWords(next)
		ok = ok && d <= 31 && (d > 20 || y > 0 || p.closesDay(next))
		if y, _ := p.yearWords(j); y > 0 {
			ok = false // May twenty fifteen
		}
	}
	if !ok || p.isMark(next, ':') && p.glued(next) && p.glued(next+1) || p.is(next, meridiem) || p.is(next, oclock) && !p.is(next-1, ordMark) {
		return reading{}, false
	}
	if p.is(next, unit) && !p.is(next-1, ordMark) {
		return reading{}, false
	}
	last, end := p.secondDay(next, d)
	if last > 0 {
		next = end
	}
	y, next := p.yearAfter(next)
	return p.monthDays(i, next, y, m, d, last)
}

// monthDays makes the reading of a day, or of the days from d to last.
func (p *parser) monthDays(i, next, y, m, d, last int) (reading, bool) {
	known := y != 0
	if !known {
		y = p.guessYear(i, m, d, 1)
	}
	if !validDay(y, m, d) || last > 0 && !validDay(y, m, last) {
		return reading{}, false
	}
	r := p.single(i, next, dayOf(y, m, d))
	if last > 0 {
		r.to, r.between = dayOf(y, m, last)+1, true
	}
	r.hasYear = known
	if !known {
		r.kind = YearGuessed
		if s, ok := p.yearShift(next); ok {
			p.moveToYear(&r, p.ref.year+s)
			r.next = p.yearShiftEnd(next)
			r.relative(i, r.next)
		}
	}
	return r, true
}

// dayNumber reads 4, 4th, fourth or 4. as a day of the month.
func (p *parser) dayNumber(j int) (d, next int, ok bool) {
	if p.is(j, numeral) && p.value(j) == 20 && p.is(j+1, ordinal) && p.value(j+1) < 10 {
		return 20 + p.value(j+1), j + 2, true
	}
	if p.is(j, ordinal) {
		return p.value(j), j + 1, p.value(j) <= 31
	}
	d, ok = p.number(j, 1, 31)
	if !ok || p.toks[j].digits > 2 {
		return 0, 0, false
	}
	next = j + 1
	switch {
	case p.is(next, ordMark) && p.glued(next):
		next++
	case p.glued(next) && p.toks[next].kind != mark:
		return 0, 0, false
	case p.isMark(next, '.') && p.glued(next+1) && p.isNumber(next+1):
		return 0, 0, false
	}
	return d, next, true
}

// secondDay reads the end of "12-13", "12 to 13" or "12 and 13".
func (p *parser) secondDay(k, first int) (last, next int) {
	dash := p.isMark(k, '-') || p.isMark(k, '~')
	if !dash && !p.is(k, toWord) && !p.is(k, andWord) && !p.is(k, until) {
		return 0, 0
	}
	last, next, ok := p.dayNumber(p.skip(k+1, article))
	if !ok || last <= first || p.isMark(next, ':') || p.is(next, unit) || p.is(next, meridiem) || p.is(next, month) || p.is(next, ofWord) && p.is(next+1, month) {
		return 0, 0
	}
	if p.is(k, andWord) && next < len(p.toks) && p.toks[next].kind == word && p.toks[next].sense.roles == 0 {
		return 0, 0
	}
	return last, next
}

// yearAfter reads ", 2025", "2025", "of 2025" and returns the token after it.
func (p *parser) yearAfter(next int) (year, end int) {
	k := next
	if p.isMark(k, ',') || (p.isMark(k, '-') || p.isMark(k, '/')) && p.glued(k) && p.glued(k+1) || p.isMark(k, '.') {
		k++
	}
	k = p.skip(k, ofWord)
	if p.is(k, ofWord) {
		k++
	}
	if p.is(k, within) && p.number4(k+1) > 0 {
		k++
	}
	if y, end := p.yearWords(k); y > 0 {
		return y, end
	}
	if y, ok := p.number(k, 32, 99); ok && (k == next || p.closesDay(k+1)) && !p.runsOn(k+1) && p.toks[k].digits == 2 && !p.is(k+1, unit) && !p.isMark(k+1, '%') {
		return fullYear(y), k + 1
	}
	if !p.isNumber(k) || p.toks[k].digits != 4 {
		return 0, next
	}
	y := p.figures(k)
	if y < 1000 || p.isMark(k+1, ':') && p.glued(k+1) || p.runsOn(k+1) && !p.is(k+1, ofYear) {
		return 0, next
	}
	return y, p.skip(k+1, ofYear)
}

// dayFirst reads "4 March 2025", "4. März", "12-13 May", "the 4th of March".
func (p *parser) dayFirst(i int) (reading, bool) {
	d, next, ok := p.dayNumber(i)
	if !ok {
		return reading{}, false
	}
	next = p.afterDot(next)
	last, k := 0, next
	if l, end := p.closingDay(next, d); l > 0 {
		last, k = l, end
	}
	k = p.toMonth(k)
	if !p.is(k, month) || p.is(k, weekday) && !p.is(k, month) {
		return reading{}, false
	}
	m := p.value(k)
	if p.verbalMonth(k) && !p.toks[k].upper && p.isNumber(i) && !p.is(i+1, ordMark) {
		return reading{}, false
	}
	next = k + 1
	if p.isMark(next, '.') && p.glued(next) && p.toks[k].end-p.toks[k].start <= 4 {
		if y, _ := p.yearAfter(next + 1); y > 0 {
			next++
		}
	}
	y, next := p.yearAfter(next)
	return p.monthDays(i, next, y, m, d, last)
}

// verbalMonth reports the months that are also verbs of English.
func (p *parser) verbalMonth(k int) bool {
	return p.lex.code == "en" && p.toks[k].sense.weak && (p.value(k) == 3 || p.value(k) == 5)
}

// wordedDay reads "fifteen August 1993", "twenty-five January".
func (p *parser) wordedDay(i int) (reading, bool) {
	d, k, ok := p.smallNumber(i)
	if !ok || d > 31 || !p.is(k, month) || p.toks[k].sense.weak && !p.toks[k].upper {
		return reading{}, false
	}
	y, next := p.yearAfter(k + 1)
	return p.monthDays(i, next, y, p.value(k), d, 0)
}

func (p *parser) afterDot(next int) int {
	if p.isMark(next, '.') && p.glued(next) && p.lex.dayFirst {
		return next + 1
	}
	return next
}

// toMonth skips what may stand between a day and its month.
func (p *parser) toMonth(k int) int {
	k = p.skip(k, ofWord)
	if (p.isMark(k, '-') || p.isMark(k, '/')) && p.glued(k) && p.glued(k+1) {
		k++
	}
	return p.skip(k, ofWord)
}

// closingDay reads the second day of "12-13 May", which the month must follow.
func (p *parser) closingDay(k, first int) (last, next int) {
	if !p.isMark(k, '-') && !p.isMark(k, '~') && !p.is(k, toWord) && !p.is(k, andWord) && !p.is(k, until) {
		return 0, 0
	}
	last, next, ok := p.dayNumber(p.skip(p.skip(k+1, article), article))
	if !ok || last <= first {
		return 0, 0
	}
	next = p.afterDot(next)
	if !p.is(p.toMonth(next), month) {
		return 0, 0
	}
	return last, next
}

// dayOfShift reads "the 15th of next month".
func (p *parser) dayOfShift(i int) (reading, bool) {
	d, next, ok := p.dayNumber(i)
	if !ok {
		return reading{}, false
	}
	j := next
	for n := 0; n < 2 && (p.is(j, ofWord) || p.is(j, article)); n++ {
		j++
	}
	if j == next && !p.is(next-1, ordMark) {
		return reading{}, false
	}
	var s, end int
	switch {
	case p.is(j, shift) && p.is(j+1, unit) && Grain(p.value(j+1)) == Month:
		s, end = p.value(j), j+2
	case p.is(j, unit) && p.is(j+1, shift) && Grain(p.value(j)) == Month:
		s, end = p.value(j+1), j+2
	default:
		return reading{}, false
	}
	y, m := p.ref.year, p.ref.month+s
	if d > daysIn(y, m) {
		return reading{}, false
	}
	r := p.single(i, end, dayOf(y, m, d))
	r.relative(i, end)
	return r, true
}

// ordinalAt reads "first of May", "third quarter of 2025", "first half of 2025".
func (p *parser) ordinalAt(i int) (reading, bool) {
	n, next, ok := p.dayNumber(i)
	if !ok || next == i+1 && !p.is(i, ordinal) {
		return reading{}, false
	}
	if p.is(i, ordinal) {
		if r, ok := p.dayFirst(i); ok {
			return r, true
		}
		if r, ok := p.dayOfShift(i); ok {
			return r, true
		}
	}
	if r, ok := p.weekOf(i, next, n); ok {
		return r, true
	}
	if r, ok := p.centuryOf(i, next, n); ok {
		return r, true
	}
	g := Grain(0)
	if p.is(next, unit) {
		g = Grain(p.value(next))
	} else if next < len(p.toks) && p.lex.code == "en" && p.textIs(next, "half") {
		g = Half
	}
	if g == Quarter && n <= 4 || g == Half && n <= 2 {
		r, ok := p.termOf(i, next+1, n, g)
		if ok && r.kind == YearGuessed && (g == Half || p.is(r.next, ofWord)) {
			return reading{}, false // "the first half of the file"
		}
		return r, ok
	}
	return reading{}, false
}

// weekOf reads "the third week of May": the week with the n-th Thursday, as
// ISO 8601 counts them.
func (p *parser) weekOf(i, next, n int) (reading, bool) {
	if !p.is(next, unit) || Grain(p.value(next)) != Week || !p.is(next+1, ofWord) || n > 53 {
		return reading{}, false
	}
	r, ok := p.day(p.skip(next+2, article))
	if !ok || monthsOf(r.grain) == 0 {
		return reading{}, false
	}
	first := mondayOf(r.from + 3)
	if r.start, r.from = i, first+7*(n-1); r.from >= r.to {
		return reading{}, false
	}
	r.to, r.grain = r.from+7, Week
	if r.kind == Relative {
		r.relative(i, r.next)
	}
	return r, true
}

func (p *parser) textIs(i int, w string) bool {
	return i < len(p.toks) && p.text[p.toks[i].start:p.toks[i].end] == w
}

// monthOfShift reads "June last year", "June of next year".
func (p *parser) monthOfShift(i, j, m int) (reading, bool) {
	if s, ok := p.yearShift(j); ok {
		r := p.monthReading(i, p.yearShiftEnd(j), p.ref.year+s, m)
		r.hasYear = false
		r.relative(i, r.next)
		return r, true
	}
	if p.is(j, shift) && p.lex.comingNext {
		return p.shiftedMonth(i, j+1, m, p.value(j)), true
	}
	return reading{}, false
}

// yearShift reads "last year", "of next year" at j.
func (p *parser) yearShift(j int) (int, bool) {
	k := p.yearShiftEnd(j)
	if k == 0 {
		return 0, false
	}
	for _, t := range []int{k - 1, k - 2} {
		if p.is(t, shift) {
			return p.value(t), true
		}
		if p.is(t, unitShift) {
			return int(floorDiv(int64(p.value(t)), 16)), true
		}
	}
	return 0, false
}

func (p *parser) yearShiftEnd(j int) int {
	for n := 0; n < 2 && (p.is(j, ofWord) || p.is(j, article)); n++ {
		j++
	}
	switch {
	case p.is(j, shift) && p.is(j+1, unit) && Grain(p.value(j+1)) == Year,
		p.is(j, unit) && Grain(p.value(j)) == Year && p.is(j+1, shift):
		return j + 2
	case p.is(j, unitShift) && p.value(j)&15 == int(Year):
		return j + 1
	}
	return 0
}

// monthReading is a month, of the guessed year where y is 0.
func (p *parser) monthReading(i, next, y, m int) reading {
	r := reading{start: i, next: next, grain: Month, hasYear: y != 0}
	if y == 0 {
		r.kind = YearGuessed
		y = p.guessYear(i, m, 1, daysIn(2001, m))
	}
	r.from, r.to = dayOf(y, m, 1), dayOf(y, m+1, 1)
	return r
}

// guessed is a month and a day of the guessed year.
func (p *parser) guessed(i, next, m, d int) (reading, bool) {
	return p.monthDays(i, next, 0, m, d, 0)
}

// guessYear returns the year that puts a day nearest to the reference; for a
// deadline and for what is planned, the coming one; after "since", the last.
func (p *parser) guessYear(i, m, d, length int) int {
	verb := p.verbTense(i)
	begun := p.is(i-1, sincePast)
	planned := !begun && (verb > 0 || verb == 0 && (p.is(i-1, by) || p.is(i-1, until)))
	best, least := p.ref.year, 1<<30
	for y := p.ref.year - 1; y <= p.ref.year+1; y++ {
		if !validDay(y, m, d) && y != p.ref.year {
			continue
		}
		from := dayOf(y, m, d)
		away := from - p.ref.day
		if planned && from+length <= p.ref.day || begun && from > p.ref.day {
			away += 1 << 20
		}
		if away = max(away, -away); away < least && validDay(y, m, d) {
			best, least = y, away
		}
	}
	if least == 1<<30 { // February 29 far from a leap year
		for y := p.ref.year; y < p.ref.year+8; y++ {
			if validDay(y, m, d) {
				return y
			}
		}
	}
	return best
}

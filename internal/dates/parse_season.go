package dates

// seasonAt reads "summer 2024", "the summer of 2024".
func (p *parser) seasonAt(i int) (reading, bool) {
	if !p.is(i, season) {
		return reading{}, false
	}
	k := p.skip(i+1, ofWord)
	if y := p.number4(k); y > 0 && !p.runsOn(k+1) {
		r := p.seasonOf(i, k+1, y, p.value(i))
		r.hasYear = true
		return r, true
	}
	if s, ok := p.yearShift(i + 1); ok {
		r := p.seasonOf(i, p.yearShiftEnd(i+1), p.ref.year+s, p.value(i))
		r.relative(i, r.next)
		return r, true
	}
	return reading{}, false
}

// seasonOf is three months; a winter has the year that it starts in.
func (p *parser) seasonOf(i, next, y, m int) reading {
	return reading{start: i, next: next, from: dayOf(y, m, 1), to: dayOf(y, m+3, 1), grain: Quarter, season: true}
}

// shiftedSeason reads "last summer": the most recent that is over, the coming
// one, or that of this year.
func (p *parser) shiftedSeason(i, j, n int) reading {
	y, m := p.ref.year, p.value(j)
	r := p.seasonOf(i, j+1, y, m)
	for n < 0 && r.to > p.ref.day {
		y--
		r = p.seasonOf(i, j+1, y, m)
	}
	for n > 0 && r.from <= p.ref.day {
		y++
		r = p.seasonOf(i, j+1, y, m)
	}
	if n == 0 && m == 12 && p.ref.month < 3 {
		r = p.seasonOf(i, j+1, y-1, m)
	}
	r.relative(i, j+1)
	return r
}

// monthlessDay reads "the 15th" after a word that leads to a date and before
// no noun: the coming one, or the last one where the sentence is of the past.
// Where it does not say, "on the 15th" may be that of every month.
func (p *parser) monthlessDay(i int) (reading, bool) {
	d, next, ok := p.dayNumber(i + 1)
	if !ok || !p.is(i, article) || p.lex.code != "en" || !p.is(next-1, ordMark) && !p.closesDay(next) || !p.isNumber(i+1) && d < 4 {
		return reading{}, false
	}
	told := p.is(i-1, on) || p.is(i-1, forWord)
	if told && p.verbTense(i) == 0 {
		return reading{}, false
	}
	led := told || p.is(i-1, by) || p.is(i-1, until) || p.is(i-1, since) || p.is(i-1, before) || p.is(i-1, after)
	if !led || next < len(p.toks) && p.toks[next].kind == word && (p.toks[next].sense.roles == 0 || p.is(next, unit) || p.is(next, ofWord) || p.is(next, ordinal)) {
		return reading{}, false
	}
	step := 1
	if told && p.verbTense(i) < 0 || p.tense(i) < 0 {
		step = -1
	}
	for n := 0; n < 4; n++ {
		y, m := p.ref.year, p.ref.month+n*step
		day := dayOf(y, m, d)
		if d > daysIn(y, m) || (day-p.ref.day)*step < 0 {
			continue
		}
		r := p.single(i, next, day)
		r.relative(i, next)
		return r, true
	}
	return reading{}, false
}

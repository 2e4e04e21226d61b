package dates

// feast is a holiday: a fixed day, the n-th weekday of a month (n counts from
// the end where it is negative), or so many days from Easter Sunday.
type feast struct {
	month, day int
	nth, wd    int
	easter     bool
	off        int // days from what the rest says
}

// holidays by the value of their words. They are those that people name as
// dates and that lie alike for all who name them; thanksgiving, labor day and
// their like are those of the United States.
var holidays = [...]feast{
	1:  {month: 12, day: 25},
	2:  {month: 12, day: 24},
	3:  {month: 12, day: 31},
	4:  {month: 1, day: 1},
	5:  {month: 10, day: 31},
	6:  {month: 2, day: 14},
	7:  {month: 3, day: 17},
	8:  {month: 7, day: 4},
	9:  {month: 11, nth: 4, wd: 3},
	10: {month: 11, nth: 4, wd: 3, off: 1},
	11: {month: 9, nth: 1},
	12: {month: 5, nth: -1},
	13: {easter: true},
	14: {easter: true, off: -2},
	15: {easter: true, off: 1},
	16: {month: 5, day: 1},
	17: {month: 11, nth: 4, wd: 3, off: 4},
	18: {month: 1, day: 6},
	19: {month: 5, nth: 2, wd: 6},
	20: {month: 6, nth: 3, wd: 6},
	21: {easter: true, off: 49},
	22: {month: 8, day: 15},
	23: {month: 12, day: 26},
	24: {month: 11, day: 1},
}

// in returns the day of the holiday in a year.
func (f feast) in(y int) int {
	switch {
	case f.easter:
		return easterOf(y) + f.off
	case f.nth > 0:
		first := dayOf(y, f.month, 1)
		return first + (f.wd-weekdayOf(first)+7)%7 + 7*(f.nth-1) + f.off
	case f.nth < 0:
		last := dayOf(y, f.month+1, 1) - 1
		return last - (weekdayOf(last)-f.wd+7)%7 + f.off
	}
	return dayOf(y, f.month, f.day) + f.off
}

// easterOf returns Easter Sunday of the Gregorian calendar, by the anonymous
// computus of 1876 (Meeus, Astronomical Algorithms, chapter 8).
func easterOf(y int) int {
	a, b, c := y%19, y/100, y%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return dayOf(y, n/31, n%31+1)
}

// holidayAt reads a holiday where it is a date: with a year, or after a word
// that leads to a date and before no noun that it only describes.
func (p *parser) holidayAt(i int) (reading, bool) {
	if p.special(i) != holiday {
		return reading{}, false
	}
	f := holidays[p.amount(i)]
	k := p.skip(i+1, ofWord)
	if p.isMark(k, ',') {
		k++
	}
	if y := p.number4(k); y > 0 && !p.runsOn(k+1) {
		r := p.single(i, k+1, f.in(y))
		r.hasYear = true
		return r, true
	}
	if s, ok := p.yearShift(i + 1); ok {
		r := p.single(i, p.yearShiftEnd(i+1), f.in(p.ref.year+s))
		r.relative(i, r.next)
		return r, true
	}
	if p.is(i+1, shift) && p.lex.comingNext && p.value(i+1) != 0 {
		return p.shiftedHoliday(i, i+2, f, p.value(i+1)), true
	}
	if !p.leadsHoliday(i-1) || i+1 < len(p.toks) && (p.noun(i+1) || p.toks[i+1].kind == word && p.toks[i+1].upper && p.toks[i+1].sense.roles == 0) || p.possessive(i+1) {
		return reading{}, false
	}
	r := p.single(i, i+1, p.nearest(i, f))
	r.kind = YearGuessed
	return r, true
}

func (p *parser) leadsHoliday(i int) bool {
	for _, c := range []class{on, by, until, since, before, after, atWord, toWord, fromWord, between} {
		if p.is(i, c) || p.is(i, article) && p.is(i-1, c) {
			return true
		}
	}
	return false
}

// nearest returns the holiday that the sentence speaks of: the coming one or
// the last one where its verb says so, else the nearest.
func (p *parser) nearest(i int, f feast) int {
	t := p.tense(i)
	best, least := 0, 1<<30
	for y := p.ref.year - 1; y <= p.ref.year+1; y++ {
		d := f.in(y)
		away := max(d-p.ref.day, p.ref.day-d)
		if t > 0 && d < p.ref.day || t < 0 && d > p.ref.day {
			away += 1 << 20
		}
		if away < least {
			best, least = d, away
		}
	}
	return best
}

// shiftedHoliday is the n-th such day before or after the reference.
func (p *parser) shiftedHoliday(i, next int, f feast, n int) reading {
	y := p.ref.year
	d := f.in(y)
	switch {
	case n > 0 && d <= p.ref.day:
		d = f.in(y + 1)
	case n < 0 && d >= p.ref.day:
		d = f.in(y - 1)
	}
	r := p.single(i, next, d)
	r.relative(i, next)
	return r
}

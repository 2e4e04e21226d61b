package dates

// weekNumber reads "week 27", "week 3 of 2027", "week 9 of last year": weeks as
// ISO 8601 numbers them.
func (p *parser) weekNumber(i int) (reading, bool) {
	n, ok := p.number(i+1, 1, 53)
	if !ok || Grain(p.value(i)) != Week || p.is(i+2, unit) || p.glued(i+2) && p.toks[i+2].kind != mark || p.glued(i+2) && p.glued(i+3) && p.isNumber(i+3) {
		return reading{}, false
	}
	k := i + 2
	if p.isMark(k, ',') {
		k++
	}
	k = p.skip(p.skip(k, ofWord), within)
	y, next, kind := p.ref.year, i+2, YearGuessed
	if v := p.number4(k); v > 0 {
		y, next, kind = v, k+1, Absolute
	} else if s, ok := p.yearShift(i + 2); ok {
		y, next, kind = y+s, p.yearShiftEnd(i+2), Relative
	} else if p.is(i+2, ofWord) {
		return reading{}, false // the second week of something else
	}
	from := mondayOf(dayOf(y, 1, 4)) + 7*(n-1)
	r := reading{start: i, next: next, from: from, to: from + 7, grain: Week, hasYear: kind == Absolute, kind: kind}
	if kind == Relative {
		r.relative(i, next)
	}
	return r, true
}

// weekStarting reads "week beginning February 4", "w/c Feb 4".
func (p *parser) weekStarting(i int) (reading, bool) {
	j := i
	if p.is(i, unit) && Grain(p.value(i)) == Week {
		j++
	}
	if p.special(j) != weekFrom || j == i && !p.textIs(i, "w/c") {
		return reading{}, false
	}
	d, ok := p.day(p.skip(p.skip(j+1, on), article))
	if !ok || d.grain != Day || d.between || d.exact {
		return reading{}, false
	}
	d.start, d.from = i, mondayOf(d.from)
	d.to, d.grain = d.from+7, Week
	if d.kind == Relative {
		d.relative(i, d.next)
	}
	return d, true
}

// nthWeekday reads "the first Monday of May", "the last Friday of next month".
func (p *parser) nthWeekday(i int) (reading, bool) {
	n, j := 0, i+1
	switch {
	case p.is(i, shift) && p.value(i) == -1:
		n = -1
	case p.is(i, ordinal):
		n = p.value(i)
	default:
		d, next, ok := p.dayNumber(i)
		if !ok || !p.is(next-1, ordMark) {
			return reading{}, false
		}
		n, j = d, next
	}
	k := j + 1
	if n > 5 || !p.is(j, weekday) || !p.is(k, ofWord) && !p.is(k, within) && !p.is(k, inside) {
		return reading{}, false
	}
	r, ok := p.day(p.skip(k+1, article))
	if !ok || r.grain != Month || r.exact || r.between {
		return reading{}, false
	}
	from, to := r.from, r.to
	if n > 0 {
		r.from = from + (p.value(j)-weekdayOf(from)+7)%7 + 7*(n-1)
	} else {
		r.from = to - 1 - (weekdayOf(to-1)-p.value(j)+7)%7
	}
	if r.from >= to {
		return reading{}, false
	}
	r.start, r.to, r.grain, r.weekday = i, r.from+1, Day, true
	if r.kind == Relative {
		r.relative(i, r.next)
	}
	return r, true
}

// partOf reads "first two weeks of 2021", "last three days of next month".
func (p *parser) partOf(i int) (reading, bool) {
	first := p.is(i, ordinal) && p.value(i) == 1
	if !first && !(p.is(i, shift) && p.value(i) == -1) {
		return reading{}, false
	}
	n, k, ok := p.count(i + 1)
	if !ok || n < 1 || !p.is(k, unit) || !p.is(k+1, ofWord) {
		return reading{}, false
	}
	r, ok := p.day(p.skip(k+2, article))
	g := Grain(p.value(k))
	if !ok || monthsOf(r.grain) == 0 || g < Day || g == Weekend || monthsOf(g) >= monthsOf(r.grain) || r.exact || r.between {
		return reading{}, false
	}
	size := func(from, n int) int {
		switch g {
		case Day:
			return from + n
		case Week:
			return from + 7*n
		}
		return sameDay(from, n*monthsOf(g))
	}
	from, to := r.from, r.to
	if g == Week { // those with a Thursday in it, as ISO 8601 counts them
		from, to = mondayOf(from+3), mondayOf(to-4)+7
	}
	if first {
		to = size(from, n)
	} else {
		from = size(to, -n)
	}
	r.start, r.from, r.to, r.grain, r.between = i, from, to, Day, true
	if r.kind == Relative {
		r.relative(i, r.next)
	}
	return r, true
}

// daysOf reads "4 to 23 next month", "4-22 of this month", and the "2 to April
// 7" of "from 2 to April 7".
func (p *parser) daysOf(i int) (reading, bool) {
	a, k, ok := p.dayNumber(i)
	if !ok || !p.isMark(k, '-') && !p.is(k, toWord) && !p.is(k, andWord) && !p.is(k, until) {
		return reading{}, false
	}
	led := p.is(i-1, fromWord) || p.is(i-1, between)
	k = p.skip(k+1, article)
	if led && p.is(k, month) {
		r, ok := p.monthFirst(k)
		_, _, d := civil(r.from)
		if !ok || r.grain != Day || r.between || d <= a {
			return reading{}, false
		}
		r.from, r.between, r.start = r.from-d+a, true, i
		return r, true
	}
	b, k, ok := p.dayNumber(k)
	if !ok || b <= a {
		return reading{}, false
	}
	for n := 0; n < 2 && (p.is(k, ofWord) || p.is(k, within) || p.is(k, inside) || p.is(k, article)); n++ {
		k++
	}
	m, end := 0, k+1
	switch {
	case p.is(k, shift) && p.is(k+1, unit) && Grain(p.value(k+1)) == Month:
		m, end = p.value(k), k+2
	case p.is(k, unit) && Grain(p.value(k)) == Month && p.is(k+1, shift):
		m, end = p.value(k+1), k+2
	case p.is(k, unitShift) && p.value(k)&15 == int(Month):
		m = int(floorDiv(int64(p.value(k)), 16))
	default:
		return reading{}, false
	}
	y, mon := p.ref.year, p.ref.month+m
	if b > daysIn(y, mon) {
		return reading{}, false
	}
	r := reading{start: i, next: end, from: dayOf(y, mon, a), to: dayOf(y, mon, b) + 1, grain: Day, between: true}
	r.relative(i, end)
	return r, true
}

// rest reads "the rest of the week": from the reference day on.
func (p *parser) rest(i int) (reading, bool) {
	if p.special(i) != restOf {
		return reading{}, false
	}
	k := p.skip(i+1, article)
	if k == i+1 && k < len(p.toks) && (p.textIs(k, "my") || p.textIs(k, "our")) {
		k++
	}
	if p.is(k, shift) && p.value(k) == 0 {
		k++
	}
	if !p.is(k, unit) || Grain(p.value(k)) < Week {
		return reading{}, false
	}
	_, to := unitAround(p.ref.day, Grain(p.value(k)), 0)
	r := reading{start: i, next: k + 1, from: p.ref.day, to: to, grain: Day, between: true}
	r.relative(i, k+1)
	return r, true
}

package dates

// day reads a date without its time of day.
func (p *parser) day(i int) (reading, bool) {
	if i >= len(p.toks) || p.depth >= maxDepth {
		return reading{}, false
	}
	p.depth++
	defer func() { p.depth-- }()
	t := &p.toks[i]
	if t.kind == number {
		return p.numeric(i)
	}
	if t.sense.roles == 0 {
		return reading{}, false
	}
	for _, rule := range [...]func(*parser, int) (reading, bool){
		(*parser).fixedWord, (*parser).weekdayAt, (*parser).monthFirst, (*parser).shifted,
		(*parser).counted, (*parser).ordinalAt, (*parser).quarterAt, (*parser).unitFirst, (*parser).edge,
		(*parser).seasonAt, (*parser).monthlessDay,
	} {
		if r, ok := rule(p, i); ok {
			return r, true
		}
	}
	return reading{}, false
}

// fixedWord reads one word that says all: "yesterday", "tonight", "来週".
func (p *parser) fixedWord(i int) (reading, bool) {
	v := p.toks[i].sense.value
	switch {
	case p.is(i, dayShift):
		r := p.single(i, i+1, p.ref.day+v)
		r.relative(i, i+1)
		return r, true
	case p.is(i, partShift):
		days := int(floorDiv(int64(v), 8))
		r := p.single(i, i+1, p.ref.day+days)
		r.part = int16(v - 8*days)
		r.relative(i, i+1)
		return r, true
	case p.is(i, unitShift):
		n := int(floorDiv(int64(v), 16))
		r := p.around(i, i+1, Grain(v-16*n), n)
		if j := p.skip(r.next, ofWord); r.grain == Week && p.is(j, weekday) {
			r = p.inWeek(r, j)
		} else if r.grain == Week && p.glued(j) && p.is(j, numeral) && p.value(j) <= 6 {
			r = p.weekAndDay(r, j, p.value(j)-1)
		} else if r.grain == Week && p.glued(j) && (p.is(j, dayMark) || p.is(j, unit) && Grain(p.value(j)) == Day) {
			r = p.weekAndDay(r, j, 6)
		} else if r.grain == Month && p.isNumber(j) && p.is(j+1, dayMark) {
			if d, ok := p.number(j, 1, 31); ok && d <= r.to-r.from {
				r.from += d - 1
				r.to, r.next, r.grain = r.from+1, j+2, Day
				r.relative(i, j+2)
			}
		} else if r.grain == Year && p.isNumber(j) && p.is(j+1, monthMark) {
			return p.monthOfYear(r, j)
		}
		return r, true
	}
	return reading{}, false
}

// monthOfYear reads "3月4日" or "3月" after "去年".
func (p *parser) monthOfYear(year reading, j int) (reading, bool) {
	r, ok := p.markedDate(j)
	if !ok {
		return year, true
	}
	y, _, _ := civil(year.from)
	p.moveToYear(&r, y)
	r.relative(year.start, r.next)
	r.start = year.start
	return r, true
}

func (p *parser) single(i, next, day int) reading {
	return reading{start: i, next: next, from: day, to: day + 1, grain: Day}
}

// around reads the unit that lies n units from the reference.
func (p *parser) around(i, next int, g Grain, n int) reading {
	r := reading{start: i, next: next, grain: g}
	if g == Minute || g == Hour {
		return p.momentsOff(i, next, g, n)
	}
	base := p.ref.day
	r.from, r.to = unitAround(base, g, n)
	r.relative(i, next)
	return r
}

func (p *parser) momentsOff(i, next int, g Grain, n int) reading {
	r := reading{start: i, next: next, grain: g, exact: true, from: p.ref.day, to: p.ref.day + 1}
	step := int64(minuteMillis)
	r.clock.length = 1
	if g == Hour {
		step *= 60
	}
	r.at = p.refMs + int64(n)*step
	r.at = floorDiv(r.at, minuteMillis) * minuteMillis
	r.relative(i, next)
	return r
}

// inWeek turns a week and the weekday at j into that day.
func (p *parser) inWeek(w reading, j int) reading {
	return p.weekAndDay(w, j, p.value(j))
}

func (p *parser) weekAndDay(w reading, j, wd int) reading {
	r := p.single(w.start, j+1, w.from+wd)
	r.weekday = true
	r.relative(w.start, j+1)
	return r
}

// weekdayAt reads "Friday", "Friday, May 9", "Friday of next week".
func (p *parser) weekdayAt(i int) (reading, bool) {
	if !p.is(i, weekday) {
		return reading{}, false
	}
	j := i + 1
	if p.isMark(j, '.') && p.toks[i].end-p.toks[i].start <= 4 && p.glued(j) {
		j++
	}
	if r, ok := p.datedWeekday(i, j); ok {
		return r, true
	}
	if r, ok := p.weekdayAndDay(i, j); ok {
		return r, true
	}
	if r, ok := p.weekdayOfWeek(i, j); ok {
		return r, true
	}
	if p.is(j, shift) && p.lex.comingNext {
		r := p.shiftedWeekday(i, j+1, p.value(i), p.value(j))
		return r, true
	}
	if p.toks[i].sense.weak && !p.supported(i) || p.isMark(i+1, '-') && p.glued(i+1) && p.glued(i+2) && !p.is(i+2, weekday) {
		return reading{}, false
	}
	r := p.single(i, i+1, p.bareWeekday(i, p.value(i)))
	r.weekday = true
	r.relative(i, i+1)
	return r, true
}

// datedWeekday reads the date that a weekday introduces.
func (p *parser) datedWeekday(i, j int) (reading, bool) {
	for n := 0; n < 3 && (p.isMark(j, ',') || p.isMark(j, '(') || p.is(j, article) || p.is(j, on)) && j < len(p.toks); n++ {
		j++
	}
	if !p.is(j, month) && !p.isNumber(j) && !p.is(j, ordinal) {
		return reading{}, false
	}
	r, ok := p.monthFirst(j)
	if !ok {
		r, ok = p.numeric(j)
	}
	if !ok {
		r, ok = p.ordinalAt(j)
	}
	if !ok || r.grain != Day || r.kind == Relative || r.exact {
		return reading{}, false
	}
	r.start = i
	if r.kind == YearGuessed && !r.between {
		p.fitWeekday(&r, p.value(i))
	}
	return r, true
}

// weekdayAndDay reads "Friday the 13th": the nearest such day, in the
// direction that the sentence speaks of.
func (p *parser) weekdayAndDay(i, j int) (reading, bool) {
	d, next, ok := p.dayNumber(p.skip(j, article))
	if !ok || !p.is(next-1, ordMark) && !(p.isNumber(next-1) && p.is(j, article)) {
		return reading{}, false
	}
	step := 1
	if p.tense(i) < 0 {
		step = -1
	}
	for n := 0; n < 24; n++ {
		y, m := p.ref.year, p.ref.month+n*step
		day := dayOf(y, m, d)
		if d > daysIn(y, m) || weekdayOf(day) != p.value(i) || (day-p.ref.day)*step < 0 {
			continue
		}
		r := p.single(i, next, day)
		r.weekday = true
		r.relative(i, next)
		return r, true
	}
	return reading{}, false
}

// fitWeekday moves a guessed year to the nearest one in which the date falls
// on the weekday that the text names.
func (p *parser) fitWeekday(r *reading, wd int) {
	y, _, _ := civil(r.from)
	for _, n := range []int{0, -1, 1, -2, 2} {
		c := *r
		p.moveToYear(&c, y+n)
		if weekdayOf(c.from) == wd {
			*r = c
			return
		}
	}
}

func (p *parser) weekdayOfWeek(i, j int) (reading, bool) {
	for n := 0; n < 2 && (p.is(j, ofWord) || p.is(j, article) || p.isMark(j, ',')); n++ {
		j++
	}
	var w reading
	switch {
	case p.is(j, shift) && p.is(j+1, unit) && Grain(p.value(j+1)) == Week:
		w = p.around(i, j+2, Week, p.value(j))
	case p.is(j, unitShift) && (p.value(j)&15) == int(Week):
		w = p.around(i, j+1, Week, int(floorDiv(int64(p.value(j)), 16)))
	default:
		return reading{}, false
	}
	r := p.single(i, w.next, w.from+p.value(i))
	r.weekday = true
	r.relative(i, w.next)
	return r, true
}

// supported reports whether the words beside token i make a doubtful word of
// it a date.
func (p *parser) supported(i int) bool {
	t := p.toks[i]
	prev, next := i-1, i+1
	if p.is(prev, shift) || p.is(prev, every) || p.is(prev, on) || p.is(prev, by) || p.is(prev, until) || p.is(prev, since) {
		return true
	}
	if p.is(i, weekday) {
		return t.upper && (p.isNumber(next) && (p.is(next+1, meridiem) || p.isMark(next+1, ':')) || p.isMark(next, ',') || p.is(next, dayPart) || p.is(next, atWord) && p.isNumber(next+1) ||
			p.is(prev, fromWord) || p.is(prev, between) || p.isMark(prev, '-') || p.isMark(next, '-') || p.isMark(prev, '(') || i == 0 && next == len(p.toks))
	}
	if !t.upper && p.lex.code == "en" {
		return false
	}
	for _, c := range []class{within, inside, by, since, until, ofWord, shift, startOf, endOf, midOf, toWord, between, after} {
		if p.is(prev, c) {
			return true
		}
	}
	return p.is(prev, fromWord) && (p.is(next, toWord) || p.is(next, until) || p.isMark(next, '-')) || i == 0 && next == len(p.toks)
}

// shifted reads "next week", "last 3 days", "this Friday", "next May".
func (p *parser) shifted(i int) (reading, bool) {
	if !p.is(i, shift) {
		return p.ledShift(i)
	}
	n, j := p.value(i), i+1
	switch {
	case p.is(j, unit):
		if r, ok := p.lastWeekOf(i, n); ok {
			return r, true
		}
		if g := Grain(p.value(j)); g <= Hour && n <= 0 || g <= Day && p.lex.code == "en" || n == -1 && p.is(j+1, ofWord) && p.lex.code == "en" {
			return reading{}, false // the last day of school, the next day
		}
		r := p.around(i, j+1, Grain(p.value(j)), n)
		if p.is(j+1, weekday) && r.grain == Week {
			return p.inWeek(r, j+1), true
		}
		return r, true
	case p.is(j, weekday):
		return p.shiftedWeekday(i, j+1, p.value(j), n), true
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
		q := p.quarterNumber(j)
		r := p.quarterOf(i, j+2, p.ref.year, q, Quarter)
		if n > 0 && r.from <= p.ref.day {
			r = p.quarterOf(i, j+2, p.ref.year+1, q, Quarter)
		}
		if n < 0 && r.to > p.ref.day {
			r = p.quarterOf(i, j+2, p.ref.year-1, q, Quarter)
		}
		r.relative(i, j+2)
		return r, true
	}
	if c, k, ok := p.count(j); ok && p.is(k, unit) && n != 0 {
		return p.window(i, k+1, Grain(p.value(k)), n*c)
	}
	return reading{}, false
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
	r.from = mondayOf(r.to - 1)
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
	day := d
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
	case p.lex.comingNext:
		day = nextWeekday(d, wd) + 7*(n-1)
	default:
		day = mondayOf(d) + 7*n + wd
	}
	r := p.single(i, next, day)
	r.weekday = true
	r.relative(i, next)
	return r
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
	if p.is(j, halfHour) {
		return p.offset(i, j, dir, p.value(j), Minute, false)
	}
	n, k, ok := p.count(j)
	if !ok {
		if dir == 0 && !p.is(j, unit) || dir != 0 && !(p.is(j, unit) && !p.lex.spaced()) {
			return p.fortnightOff(i, j, dir)
		}
		if p.lex.code != "ru" {
			return reading{}, false
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
	if !p.is(k, unit) {
		return reading{}, false
	}
	return p.offset(i, k, dir, n, Grain(p.value(k)), few)
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
	var total [Year + 1]int
	parts := 0
	for parts < 4 {
		n, k, ok := p.count(j)
		if !ok || !p.is(k, unit) {
			break
		}
		total[p.value(k)] += n
		parts++
		j = k + 1
		c := j
		if p.isMark(c, ',') {
			c++
		}
		c = p.skip(c, andWord)
		if n, k, ok := p.count(c); !ok || n < 0 || !p.is(k, unit) {
			break
		}
		j = c
	}
	switch {
	case parts < 2:
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
	if total[Hour] == 0 && total[Minute] == 0 {
		r := p.single(i, j, day)
		r.relative(i, j)
		return r, true
	}
	r := p.momentsOff(i, j, Minute, dir*(60*total[Hour]+total[Minute]))
	r.at += int64(day-p.ref.day) * dayMillis
	return r, true
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

// spaced is false for the languages that need no numeral before a unit.
func (l *lexicon) spaced() bool { return l.code != "ru" }

// unitFirst reads "semana pasada", "week of May 5", and "the week" after an
// edge.
func (p *parser) unitFirst(i int) (reading, bool) {
	if !p.is(i, unit) {
		return reading{}, false
	}
	g := Grain(p.value(i))
	if p.is(i+1, shift) && g > Hour && p.lex.code != "en" {
		r := p.around(i, i+2, g, p.value(i+1))
		return r, true
	}
	if j := i + 1; g == Week && p.is(j, ofWord) {
		if d, ok := p.day(p.skip(j+1, article)); ok && d.grain == Day && !d.between && !d.exact {
			d.start = i
			d.from = mondayOf(d.from)
			d.to, d.grain = d.from+7, Week
			return d, true
		}
	}
	if g == Weekend && p.is(i-1, article) && p.lex.code == "en" && !p.is(i+1, ofWord) {
		n := 0
		if p.tense(i) < 0 && weekdayOf(p.ref.day) < 5 {
			n = -1
		}
		return p.around(i, i+1, Weekend, n), true
	}
	if v, ok := p.number(i+1, 1000, 2999); ok && g == Year {
		return p.yearReading(i, i+2, v), true
	}
	if p.is(i-1, endOf) || p.is(i-1, startOf) || p.is(i-1, midOf) || p.is(i-1, article) && (p.is(i-2, endOf) || p.is(i-2, startOf) || p.is(i-2, midOf)) {
		if g >= Week {
			r := p.around(i, i+1, g, 0)
			if p.is(i-1, article) && p.lex.code == "en" {
				r.relFrom = i - 1
			}
			return r, true
		}
	}
	return reading{}, false
}

// edge reads "end of June", "early next year", "mid-March".
func (p *parser) edge(i int) (reading, bool) {
	if !p.is(i, startOf) && !p.is(i, endOf) && !p.is(i, midOf) {
		return reading{}, false
	}
	j := i + 1
	if p.isMark(j, '-') {
		j++
	}
	for n := 0; n < 2 && (p.is(j, ofWord) || p.is(j, article) || p.is(j, inside) && !p.is(j, unit)); n++ {
		j++
	}
	r, ok := p.day(j)
	if !ok || r.grain < Week || r.between || r.exact {
		return reading{}, false
	}
	third := max((r.to-r.from)/3, 1)
	switch {
	case p.is(i, startOf):
		r.to = r.from + third
	case p.is(i, endOf):
		r.from = r.to - third
	default:
		r.from, r.to = r.from+third, r.to-third
	}
	r.start = i
	return r, true
}

package dates

// day reads a date without its time of day.
func (p *parser) day(i int) (reading, bool) {
	if i >= len(p.toks) || p.depth >= maxDepth {
		return reading{}, false
	}
	p.depth++
	r, ok := p.dayHere(i)
	p.depth--
	return r, ok
}

func (p *parser) dayHere(i int) (reading, bool) {
	t := &p.toks[i]
	if t.kind == number {
		return p.numeric(i)
	}
	for k := range p.lex.rules {
		if rule := &p.lex.rules[k]; rule.first&t.sense.roles != 0 {
			if r, ok := rule.read(p, i); ok {
				return r, true
			}
		}
	}
	return reading{}, false
}

// dayRule reads one form of a day whose first word has one of the roles.
type dayRule struct {
	first uint64
	read  func(*parser, int) (reading, bool)
}

// newDayRules returns the rules in the order in which they are tried.
func newDayRules() []dayRule {
	roles := func(cs ...class) (bits uint64) {
		for _, c := range cs {
			bits |= 1 << c
		}
		return bits
	}
	return []dayRule{
		{roles(dayShift, partShift, unitShift), (*parser).fixedWord},
		{roles(numeral), (*parser).hanYear},
		{roles(weekday), (*parser).weekdayAt},
		{roles(month), (*parser).monthFirst},
		{roles(shift, ordinal), (*parser).nthWeekday},
		{roles(shift, ordinal), (*parser).partOf},
		{roles(shift, inside, within, forWord, soon, article), (*parser).shifted},
		{roles(numeral), (*parser).wordedDay},
		{roles(numeral, other), (*parser).wordedDecade},
		{roles(numeral), (*parser).wordedYear},
		{roles(within, agoBefore, halfHour, numeral, fewCount, fortnight, unit), (*parser).counted},
		{roles(ordinal, numeral), (*parser).ordinalAt},
		{roles(quarter, half), (*parser).quarterAt},
		{roles(unit, other), (*parser).weekStarting},
		{roles(unit), (*parser).unitFirst},
		{roles(startOf, endOf, midOf), (*parser).edge},
		{roles(season), (*parser).seasonAt},
		{roles(other), (*parser).holidayAt},
		{roles(article), (*parser).monthlessDay},
		{roles(numeral), (*parser).writtenMonth},
		{roles(other), (*parser).rest},
		{roles(other), (*parser).eraYear},
	}
}

// fixedWord reads one word that says all: "yesterday", "tonight", "来週".
func (p *parser) fixedWord(i int) (reading, bool) {
	v := p.value(i)
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
	if !p.is(i, weekday) || i > 0 && p.is(i-1, ordinal) { // the first Sunday of each month is none of its own
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
	if !ok && p.is(j, article) {
		d, next, ok = p.smallNumber(j + 1)
	}
	if !ok || d > 31 || !p.is(j, article) && !p.is(next-1, ordMark) && !p.closesDay(next) {
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

// closesDay reports that the bare number before token i can be the day of the
// weekday before it: nothing follows that it could count.
func (p *parser) closesDay(i int) bool {
	if i >= len(p.toks) {
		return true
	}
	t := p.toks[i]
	if t.kind == mark {
		return (t.r == '.' || t.r == ',' || t.r == '!' || t.r == '?' || t.r == ')') && !(p.glued(i+1) && p.isNumber(i+1))
	}
	return p.is(i, between) || p.is(i, fromWord) || p.is(i, atWord) || t.kind == paragraph
}

// fitWeekday moves a guessed year to the nearest one in which the date falls
// on the weekday that the text names.
func (p *parser) fitWeekday(r *reading, wd int) {
	y, _, _ := civil(r.from)
	for _, n := range []int{0, -1, 1} {
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
	if p.is(i, month) && !t.upper && p.lex.code == "en" {
		return p.lowerMonth(prev)
	}
	if p.is(prev, shift) || p.is(prev, every) || p.is(prev, on) || p.is(prev, by) || p.is(prev, until) || p.is(prev, since) {
		return true
	}
	if p.is(i, weekday) {
		return t.upper && (p.isNumber(next) && (p.is(next+1, meridiem) || p.isMark(next+1, ':')) || p.isMark(next, ',') || p.is(next, dayPart) || p.is(next, atWord) && p.isNumber(next+1) ||
			p.is(prev, fromWord) || p.is(prev, between) || p.isMark(prev, '-') || p.isMark(next, '-') || p.isMark(prev, '(') || i == 0 && next == len(p.toks))
	}
	for _, c := range []class{within, inside, by, since, until, ofWord, shift, startOf, endOf, midOf, toWord, between, after} {
		if p.is(prev, c) {
			return true
		}
	}
	return p.is(prev, fromWord) && (p.is(next, onward) || p.is(next, toWord) || p.is(next, until) || p.isMark(next, '-')) || i == 0 && next == len(p.toks)
}

// lowerMonth reports that the word at prev makes a month of "may" or "march"
// in lower case.
func (p *parser) lowerMonth(prev int) bool {
	for _, c := range []class{within, by, since, until, before, between, startOf, endOf, midOf} {
		if p.is(prev, c) {
			return true
		}
	}
	return p.is(prev, shift) && p.value(prev) != 0
}

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
	if r, ok := p.weekNumber(i); ok {
		return r, true
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

package dates

// special returns the special class of token i.
func (p *parser) special(i int) special {
	if i < 0 || i >= len(p.toks) {
		return noSpecial
	}
	return p.toks[i].sense.special
}

func (p *parser) amount(i int) int { return int(p.toks[i].sense.amount) }

// smallNumber reads a number from 1 to 99 in words: "nineteen", "twenty-five".
func (p *parser) smallNumber(i int) (n, next int, ok bool) {
	if !p.is(i, numeral) || p.toks[i].end-p.toks[i].start < 3 {
		return 0, 0, false // not "a"
	}
	n, next = p.value(i), i+1
	if n < 20 || n%10 != 0 || n > 90 {
		return n, next, n < 100
	}
	k := next
	if p.isMark(k, '-') {
		k++
	}
	if p.is(k, numeral) && p.value(k) < 10 && p.toks[k].end-p.toks[k].start > 2 {
		return n + p.value(k), k + 1, true
	}
	return n, next, true
}

// yearWords reads a year in words: "nineteen ninety-six", "two thousand and
// five", "nineteen hundred four". It answers 0 for none.
func (p *parser) yearWords(i int) (year, next int) {
	a, j, ok := p.smallNumber(i)
	if !ok {
		return 0, i
	}
	switch {
	case p.special(j) == hundred:
		year = a * p.amount(j)
		j++
		if b, k, ok := p.smallNumber(j); ok && p.special(k) == hundred && p.amount(k) < year {
			year, j = year+b*p.amount(k), k+1
		}
		if b, k, ok := p.smallNumber(p.skip(j, andWord)); ok {
			year, j = year+b, k
		}
	case a >= 10 && a <= 21:
		b, k, ok := p.smallNumber(j)
		if !ok || b < 10 {
			return p.yearZero(a, j)
		}
		year, j = 100*a+b, k
	}
	if year < 1000 || year > 2999 {
		return 0, i
	}
	return year, j
}

// yearZero reads the "oh one" or "zero one" of "nineteen oh one".
func (p *parser) yearZero(a, j int) (year, next int) {
	if p.special(j) != zero {
		return 0, j
	}
	if b, k, ok := p.smallNumber(j + 1); ok && b < 10 {
		return 100*a + b, k
	}
	return 0, j
}

// wordedYear reads a year in words after a word that leads to one, and before
// nothing that it could count.
func (p *parser) wordedYear(i int) (reading, bool) {
	y, next := p.yearWords(i)
	if y == 0 || next < len(p.toks) && p.toks[next].kind == word && p.toks[next].sense.roles == 0 && !functionWords[p.text[p.toks[next].start:p.toks[next].end]] {
		return reading{}, false
	}
	for _, c := range []class{within, inside, since, until, by, after, ofWord, between, fromWord, toWord, andWord} {
		if p.is(i-1, c) && !p.is(next, unit) {
			return p.yearReading(i, next, y), true
		}
	}
	return reading{}, false
}

// decadeNumber reads "1970s", "the 70's", "the '40s".
func (p *parser) decadeNumber(i int) (reading, bool) {
	n, ok := p.number(i, 0, 2990)
	j := i + 1
	if p.isMark(j, '\'') && p.glued(j) {
		j++
	}
	if !ok || n%10 != 0 || !p.glued(j) || !p.textIs(j, "s") {
		return reading{}, false
	}
	switch {
	case p.toks[i].digits == 4 && n >= 1000:
	case p.toks[i].digits == 2 && p.leadsDecade(i-1):
		n = p.recentDecade(n)
	default:
		return reading{}, false
	}
	return p.decadeReading(i, j+1, n), true
}

func (p *parser) leadsDecade(i int) bool {
	if p.isMark(i, '\'') {
		i--
	}
	return p.is(i, article) || p.is(i, within) || p.is(i, startOf) || p.is(i, midOf) || p.is(i, endOf) || p.isMark(i, '-') && p.is(i-1, midOf)
}

// recentDecade gives a decade of two digits the century that makes it the last
// one to have begun.
func (p *parser) recentDecade(n int) int {
	if y := p.ref.year/100*100 + n; y <= p.ref.year {
		return y
	}
	return p.ref.year/100*100 - 100 + n
}

func (p *parser) decadeReading(i, next, y int) reading {
	return reading{start: i, next: next, from: dayOf(y, 1, 1), to: dayOf(y+10, 1, 1), grain: Year, hasYear: true}
}

// wordedDecade reads "the seventies", "nineteen seventies", "the two thousands".
func (p *parser) wordedDecade(i int) (reading, bool) {
	if p.special(i) == decade && p.leadsDecade(i-1) {
		return p.decadeReading(i, i+1, p.recentDecade(p.amount(i))), true
	}
	a, j, ok := p.smallNumber(i)
	if !ok {
		return reading{}, false
	}
	if a < 10 && p.special(j) == hundred && p.amount(j) == 1000 && a > 0 {
		if k := p.skip(j+1, andWord); p.special(k) == decade {
			return p.decadeReading(i, k+1, 1000*a+p.amount(k)), true
		}
		if p.textIs(j, "thousands") && p.leadsDecade(i-1) {
			return p.decadeReading(i, j+1, 1000*a), true
		}
		return reading{}, false
	}
	if p.isMark(j, '-') {
		j++
	}
	if a < 10 || a > 21 || p.special(j) != decade {
		return reading{}, false
	}
	return p.decadeReading(i, j+1, 100*a+p.amount(j)), true
}

// decades reads "the next decade", "the last two decades": those of the
// calendar, with years in full tens.
func (p *parser) decades(i int) (reading, bool) {
	if !p.is(i, shift) {
		return reading{}, false
	}
	n, j := 1, i+1
	if c, k, ok := p.count(j); ok {
		n, j = c, k
	}
	if p.special(j) != decadeUnit || n < 1 || n > 100 {
		return reading{}, false
	}
	first := p.ref.year / 10 * 10
	switch s := p.value(i); {
	case s > 0:
		first += 10
	case s < 0:
		first -= 10 * n
	default:
		n = 1
	}
	r := reading{start: i, next: j + 1, from: dayOf(first, 1, 1), to: dayOf(first+10*n, 1, 1), grain: Year, between: true}
	r.relative(i, j+1)
	return r, true
}

// centuryOf reads the century whose number n stands before token next.
func (p *parser) centuryOf(i, next, n int) (reading, bool) {
	if p.special(next) != century || n < 2 || n > 30 {
		return reading{}, false
	}
	from := 100 * (n - 1)
	return reading{start: i, next: next + 1, from: dayOf(from, 1, 1), to: dayOf(from+100, 1, 1), grain: Year, hasYear: true}, true
}

// hanYear reads 二零一六年, digit by digit, and the day that follows it.
func (p *parser) hanYear(i int) (reading, bool) {
	y, j := 0, i
	for ; j < i+4; j++ {
		switch {
		case p.special(j) == zero:
			y *= 10
		case p.is(j, numeral) && p.value(j) < 10:
			y = 10*y + p.value(j)
		default:
			return reading{}, false
		}
	}
	if !p.is(j, yearMark) || y < 1000 {
		return reading{}, false
	}
	k := j + 1
	if p.isMark(k, ',') {
		k++
	}
	if r, ok := p.markedDate(k); ok && p.is(k+1, monthMark) {
		p.moveToYear(&r, y)
		r.start, r.kind, r.hasYear = i, Absolute, true
		return r, true
	}
	return p.yearReading(i, j+1, y), true
}

// eraYear reads 令和2年5月1日 and 平成元年: years counted from an emperor's first.
func (p *parser) eraYear(i int) (reading, bool) {
	if p.special(i) != era {
		return reading{}, false
	}
	n, j := 1, i+1
	if !p.textIs(j, "元") {
		v, ok := p.figure(j, 99)
		if !ok {
			return reading{}, false
		}
		n = v
	}
	if !p.is(j+1, yearMark) {
		return reading{}, false
	}
	y := p.amount(i) + n
	if r, ok := p.markedDate(j + 2); ok && p.is(j+3, monthMark) {
		p.moveToYear(&r, y)
		r.start, r.kind, r.hasYear = i, Absolute, true
		return r, true
	}
	return p.yearReading(i, j+2, y), true
}

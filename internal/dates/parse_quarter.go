package dates

// quarterAt reads "Q3", "Q3 2025", "H1 2026".
func (p *parser) quarterAt(i int) (reading, bool) {
	n := p.termNumber(i)
	if n > 0 && !p.toks[i].upper && p.number4(p.yearPlace(i+2)) == 0 {
		n = 0
	}
	dashed := p.isMark(i+2, '-') && p.number4(i+3) > 0
	if n == 0 || !dashed && p.glued(i+2) && (p.toks[i+2].kind != mark || p.glued(i+3) && p.isNumber(i+3)) {
		return reading{}, false
	}
	return p.termOf(i, i+2, n, p.termGrain(i))
}

// yearPlace is where the year of a quarter stands: "q1 2025", "q1-2025".
func (p *parser) yearPlace(k int) int {
	if p.isMark(k, '-') && p.glued(k) && p.glued(k+1) {
		k++
	}
	return p.skip(k, ofWord)
}

// quarterNumber returns n of "Qn" or "Hn", 0 where there is none.
func (p *parser) quarterNumber(i int) int {
	if i >= len(p.toks) || !p.toks[i].upper {
		return 0
	}
	return p.termNumber(i)
}

// termNumber is quarterNumber, also in lower case, which a year must explain.
func (p *parser) termNumber(i int) int {
	if !p.is(i, quarter) && !p.is(i, half) || !p.glued(i+1) || p.toks[i+1].digits != 1 {
		return 0
	}
	n := p.figures(i + 1)
	if n < 1 || n > 12/monthsOf(p.termGrain(i)) {
		return 0
	}
	return n
}

func (p *parser) termGrain(i int) Grain {
	if p.is(i, quarter) {
		return Quarter
	}
	return Half
}

// termOf reads the year after a quarter or a half, or guesses it.
func (p *parser) termOf(i, next, n int, g Grain) (reading, bool) {
	k := p.skip(next, ofWord)
	if p.isMark(k, ',') || p.isMark(k, '/') || p.isMark(k, '-') && p.glued(k) && p.glued(k+1) {
		k++
	}
	k = p.skip(k, article)
	if y := p.number4(k); y > 0 && !p.runsOn(k+1) {
		return p.quarterOf(i, k+1, y, n, g), true
	}
	if y, next := p.yearWords(k); y > 0 {
		return p.quarterOf(i, next, y, n, g), true
	}
	if s, ok := p.yearShift(next); ok {
		end := p.yearShiftEnd(next)
		r := p.quarterOf(i, end, p.ref.year+s, n, g)
		r.hasYear = false
		r.relative(i, end)
		return r, true
	}
	best := p.quarterOf(i, next, p.ref.year, n, g)
	for _, y := range []int{p.ref.year - 1, p.ref.year + 1} {
		if r := p.quarterOf(i, next, y, n, g); p.distance(r) < p.distance(best) {
			best = r
		}
	}
	best.kind, best.hasYear = YearGuessed, false
	return best, true
}

func (p *parser) distance(r reading) int {
	d := (r.from+r.to)/2 - p.ref.day
	return max(d, -d)
}

func (p *parser) quarterOf(i, next, y, n int, g Grain) reading {
	size := monthsOf(g)
	return reading{start: i, next: next, from: dayOf(y, (n-1)*size+1, 1), to: dayOf(y, n*size+1, 1), grain: g, hasYear: true}
}

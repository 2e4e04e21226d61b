package chain

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// time reads a time in the one form in which it is served, and the quote after
// it: 2026-07-01T09:30:00Z, or 2026-07-01T09:30:00.250Z where the
// milliseconds are not zero. The parser of the standard library takes other
// forms too and is slower than the hash.
func (c *cursor) time() kaibo.Time {
	b := c.take(len("2026-07-01T09:30:00"))
	if b == nil {
		return 0
	}
	year := c.digits(b, 0, 4)
	month := c.digits(b, 5, 2)
	day := c.digits(b, 8, 2)
	hour := c.digits(b, 11, 2)
	minute := c.digits(b, 14, 2)
	second := c.digits(b, 17, 2)
	if b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' ||
		year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) ||
		hour > 23 || minute > 59 || second > 59 {
		c.ok = false
	}
	milli := 0
	if c.has(".") {
		if f := c.take(3); f != nil {
			milli = c.digits(f, 0, 3)
		}
		if milli == 0 {
			c.ok = false
		}
	}
	c.lit(`Z"`)
	if !c.ok {
		return 0
	}
	seconds := daysSince1970(year, month, day)*86400 + int64(hour*3600+minute*60+second)
	return kaibo.Time(seconds*1000 + int64(milli))
}

// digits reads n decimal digits of b at from.
func (c *cursor) digits(b []byte, from, n int) int {
	v := 0
	for _, d := range b[from : from+n] {
		if d < '0' || d > '9' {
			c.ok = false
		}
		v = v*10 + int(d-'0')
	}
	return v
}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(year, month int) int {
	switch month {
	case 2:
		if leap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSince1970 counts days of the Gregorian calendar. The year is counted
// from March, so that the leap day is its last and every month before it has
// a fixed place.
func daysSince1970(year, month, day int) int64 {
	y, m := int64(year), int64(month)
	if m <= 2 {
		y--
		m += 12
	}
	dayOfYear := (153*(m-3)+2)/5 + int64(day) - 1
	const daysTo1970 = 719468 // from 1 March of the year 0
	return y*365 + y/4 - y/100 + y/400 + dayOfYear - daysTo1970
}

package kaibo

// ReadServed reads a time at the beginning of b in the one form in which
// [Time.String] writes it: 2026-07-01T09:30:00Z, or 2026-07-01T09:30:00.250Z
// where the milliseconds are not zero. It answers how many bytes that took; 0
// for every other form, valid or not. The parser of the standard library takes
// other forms too, and is slower than hashing the line that the time stands in.
func ReadServed(b []byte) (t Time, n int) {
	const whole = len("2026-07-01T09:30:00Z")
	if len(b) < whole {
		return 0, 0
	}
	r := reading{b: b, ok: true}
	year, month, day := r.digits(0, 4), r.digits(5, 2), r.digits(8, 2)
	hour, minute, second := r.digits(11, 2), r.digits(14, 2), r.digits(17, 2)
	if !r.ok || b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' ||
		year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 {
		return 0, 0
	}
	milli, end := 0, whole-1
	if b[end] == '.' {
		if len(b) < whole+len(".250") {
			return 0, 0
		}
		milli, end = r.digits(end+1, 3), end+len(".250")
		if !r.ok || milli == 0 {
			return 0, 0
		}
	}
	if b[end] != 'Z' {
		return 0, 0
	}
	seconds := daysSince1970(year, month, day)*86400 + int64(hour*3600+minute*60+second)
	return Time(seconds*1000 + int64(milli)), end + 1
}

// reading reads digits; ok turns false at what is none and stays so.
type reading struct {
	b  []byte
	ok bool
}

func (r *reading) digits(from, n int) int {
	v := 0
	for _, d := range r.b[from : from+n] {
		if d < '0' || d > '9' {
			r.ok = false
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

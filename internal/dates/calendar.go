package dates

import "github.com/kaibo-dev/kaibo/internal/kaibo"

const (
	dayMillis    = 24 * 60 * minuteMillis
	minuteMillis = 60 * 1000
	firstYear    = 1
	lastYear     = 9999
)

// Days are counted from 1970-01-01, in the Gregorian calendar, also before its
// time. A month or a day beyond its range carries over, as in time.Date. The
// arithmetic is that of H. Hinnant, "chrono-Compatible Low-Level Date
// Algorithms", with years that begin in March.
func dayOf(year, month, day int) int {
	year += int(floorDiv(int64(month-1), 12))
	month = int(((int64(month)-1)%12+12)%12) + 1
	if month <= 2 {
		year--
	}
	const ofEra = 146097 // days of 400 years
	era := int(floorDiv(int64(year), 400))
	ofYear := (153*((month+9)%12)+2)/5 + day - 1
	yearOfEra := year - era*400
	return era*ofEra + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + ofYear - 719468
}

func civil(day int) (year, month, dayOfMonth int) {
	const ofEra = 146097
	z := day + 719468
	era := int(floorDiv(int64(z), ofEra))
	d := z - era*ofEra
	y := (d - d/1460 + d/36524 - d/146096) / 365
	d -= 365*y + y/4 - y/100
	m := (5*d + 2) / 153
	dayOfMonth = d - (153*m+2)/5 + 1
	month = (m+2)%12 + 1
	year = y + era*400
	if month <= 2 {
		year++
	}
	return year, month, dayOfMonth
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// weekdayOf returns 0 for Monday; 1970-01-01 was a Thursday.
func weekdayOf(day int) int { return int(((int64(day)+3)%7 + 7) % 7) }

// mondayOf returns the day that the week of day starts with.
func mondayOf(day int) int { return day - weekdayOf(day) }

func daysIn(year, month int) int { return dayOf(year, month+1, 1) - dayOf(year, month, 1) }

func validDay(year, month, day int) bool {
	return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

// sameDay returns the day n months from day, the last of the month where that
// month is shorter.
func sameDay(day, n int) int {
	y, m, d := civil(day)
	return dayOf(y, m+n, min(d, daysIn(y, m+n)))
}

// moment is the reference time, taken apart.
type moment struct {
	day, minute      int
	year, month, dom int
}

func momentOf(t kaibo.Time) moment {
	least, most := int64(Beginning), kaibo.Forever.Std().UnixMilli()
	ms := min(max(int64(t), least), most)
	day := int(floorDiv(ms, dayMillis))
	m := moment{day: day, minute: int((ms - int64(day)*dayMillis) / minuteMillis)}
	m.year, m.month, m.dom = civil(day)
	return m
}

// unitAround returns the unit of the calendar that lies n units from the one
// with day in it.
func unitAround(day int, g Grain, n int) (from, to int) {
	y, m, _ := civil(day)
	switch g {
	case Week:
		from = mondayOf(day) + 7*n
		return from, from + 7
	case Weekend:
		from = mondayOf(day) + 5 + 7*n
		return from, from + 2
	case Month, Quarter, Half, Year:
		size := monthsOf(g)
		first := (m-1)/size*size + 1 + n*size
		return dayOf(y, first, 1), dayOf(y, first+size, 1)
	}
	return day + n, day + n + 1
}

// monthsOf returns how many months a grain has, 0 for the shorter ones.
func monthsOf(g Grain) int {
	switch g {
	case Month:
		return 1
	case Quarter:
		return 3
	case Half:
		return 6
	case Year:
		return 12
	}
	return 0
}

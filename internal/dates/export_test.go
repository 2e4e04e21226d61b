package dates

// DayOf and Civil open the calendar's arithmetic to its test.
var (
	DayOf = dayOf
	Civil = civil
)

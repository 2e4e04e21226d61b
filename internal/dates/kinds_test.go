package dates_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/dates"
)

func TestYearsInWords(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"born on June 9, nineteen eighty-four", []string{"June 9, nineteen eighty-four: 1984-06-09..1984-06-10"}},
		{"in two thousand and seven we moved", []string{"two thousand and seven: 2007..2008"}},
		{"in October twenty nineteen", []string{"October twenty nineteen: 2019-10..2019-11"}},
		{"in nineteen oh four it opened", []string{"nineteen oh four: 1904..1905"}},
		{"on seventeen May 2024", []string{"seventeen May 2024: 2024-05-17..2024-05-18"}},
		{"in two thousand houses", nil},
	}.days())
}

func TestDecades(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"music of the 1980s", []string{"1980s: 1980..1990"}},
		{"in the '90s it was a mill", []string{"90s: 1990..2000"}},
		{"in the nineteen sixties", []string{"nineteen sixties: 1960..1970"}},
		{"early in the forties", []string{"early in the forties: 1940..1943-05-02"}},
		{"over the next two decades", []string{"over the next two decades: 2030..2050 between relative"}},
		{"the 18th century was cold", []string{"18th century: 1700..1800"}},
		{"he is in his forties", nil},
		{"she drove in the low 70s", nil},
	}.days())
}

func TestWeeks(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"delivery in week 19", []string{"week 19: 2025-05-05..2025-05-12 guessed"}},
		{"delivery in week 2 of 2026", []string{"week 2 of 2026: 2026-01-05..2026-01-12"}},
		{"the week beginning April 9", []string{"week beginning April 9: 2025-04-07..2025-04-14 guessed"}},
		{"next week from Tuesday to Thursday", []string{"next week from Tuesday to Thursday: 2025-03-11..2025-03-14 between relative"}},
		{"the rest of the month", []string{"the rest of the month: 2025-03-05..2025-04 between relative"}},
		{"first two weeks of 2026", []string{"first two weeks of 2026: 2025-12-29..2026-01-12 between"}},
		{"last three days of May 2025", []string{"last three days of May 2025: 2025-05-29..2025-06 between"}},
		{"week 3 of the course", nil},
	}.days())
}

func TestNthWeekdays(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"the first Monday of May", []string{"first Monday of May: 2025-05-05..2025-05-06 guessed"}},
		{"the last Friday of next month", []string{"last Friday of next month: 2025-04-25..2025-04-26 relative"}},
		{"the 2nd Tuesday in June 2026", []string{"2nd Tuesday in June 2026: 2026-06-09..2026-06-10"}},
		{"from 4 to 23 next month", []string{"from 4 to 23 next month: 2025-04-04..2025-04-24 between relative"}},
		{"from 2 to April 7", []string{"from 2 to April 7: 2025-04-02..2025-04-08 between guessed"}},
		{"el primer lunes de junio", []string{"primer lunes de junio: 2025-06-02..2025-06-03 guessed"}},
	}.days())
}

func TestHolidays(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"closed on Christmas Eve", []string{"Christmas Eve: 2024-12-24..2024-12-25 guessed"}},
		{"we ship it before Easter", []string{"before Easter: 2025-04-20..2025-04-21 by guessed"}},
		{"Thanksgiving 2024 was quiet", []string{"Thanksgiving 2024: 2024-11-28..2024-11-29"}},
		{"two weeks after Good Friday 2025", []string{"two weeks after Good Friday 2025: 2025-05-02..2025-05-03"}},
		{"last Halloween", []string{"last Halloween: 2024-10-31..2024-11 relative"}},
		{"Merry Christmas to all", nil},
		{"a Christmas card", nil},
		{"the Easter bunny", nil},
	}.days())
}

func TestMoments(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"90 seconds ago", []string{"90 seconds ago: 2025-03-05T10:28..2025-03-05T10:29 relative"}},
		{"back in 2h", []string{"in 2h: 2025-03-05T12:30..2025-03-05T12:31 relative"}},
		{"in about three hours", []string{"in about three hours: 2025-03-05T13:30..2025-03-05T13:31 relative"}},
		{"+15 minutes", []string{"+15 minutes: 2025-03-05T10:45..2025-03-05T10:46 relative"}},
		{"tomorrow before 5pm", []string{"tomorrow before 5pm: 2025-03-06T17:00..2025-03-06T18:00 by relative"}},
		{"from 3-8pm yesterday", []string{"from 3-8pm yesterday: 2025-03-04T15:00..2025-03-04T20:00 between relative"}},
		{"between June 2024 and now", []string{"between June 2024 and now: 2024-06..2025-03-06 between relative"}},
		{"answer within three days", []string{"within three days: 2025-03-05..2025-03-09 by relative"}},
		{"parcels are sent within three days", nil},
		{"give me a second", nil},
		{"it takes 5m", nil},
	}.days())
}

// A weekday that describes a noun, and one with an article where the language
// means every one by it, are no single day.
func TestWeekdaysThatRepeat(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"the Monday sync is in room 4", []string{"Monday: recurring"}},
		{"I skip the Friday evening class", []string{"Friday evening: recurring"}},
		{"Je nage le mardi, toujours à la piscine", []string{"mardi: recurring"}},
		{"Il giovedì vado in piscina con gli amici", []string{"giovedì: recurring"}},
		{"Nous avons nagé le mardi", []string{"mardi: 2025-03-04..2025-03-05 relative"}},
		{"the Monday we met", []string{"Monday: 2025-03-03..2025-03-04 relative"}},
		{"Rent is paid on the 5th.", nil},
		{"I paid the rent on the 3rd.", []string{"the 3rd: 2025-03-03..2025-03-04 relative"}},
		{"I will pay on the 5th.", []string{"the 5th: 2025-03-05..2025-03-06 relative"}},
		{"From May on we open at 8", []string{"From May on: 2025-05..forever since guessed"}},
	}.days())
}

func TestEras(t *testing.T) {
	checkFind(t, wednesday, "ja", findCases{
		{"令和7年4月1日から", []string{"令和7年4月1日から: 2025-04-01..forever since"}},
		{"平成元年に建てた", []string{"平成元年: 1989..1990"}},
		{"3月10日から14日まで", []string{"3月10日から14日まで: 2025-03-10..2025-03-15 between guessed"}},
		{"二零二五年六月一日", []string{"二零二五年六月一日: 2025-06-01..2025-06-02"}},
		{"午後3時半に", []string{"午後3時半: 2025-03-05T15:30..2025-03-05T15:31 relative"}},
	}.days())
}

// Easter Sundays are those of the tables of the Church.
func TestEaster(t *testing.T) {
	for year, want := range map[string]string{"1961": "1961-04-02", "2000": "2000-04-23", "2024": "2024-03-31", "2038": "2038-04-25"} {
		found := dates.Find("Easter "+year, moment(t, wednesday))
		if len(found) != 1 || found[0].From.Std().Format("2006-01-02") != want {
			t.Errorf("Easter %s: got %v, want %s", year, found, want)
		}
	}
}

// Package dates finds the dates and times that a text names, turns each into
// a half-open interval with a grain, and writes the relative ones out.
//
//	out, found := dates.WriteOut("We ship this Friday.", ref)
//	// out is "We ship on Friday, May 9, 2025."; found[0].From is that midnight.
//
// # What it promises
//
// It reads English in depth, and Spanish, Portuguese, French, Italian, German,
// Dutch, Swedish, Russian, Chinese, Japanese and Korean in their commoner
// forms. There is one grammar; a language is a table of words. Any bytes are
// valid input; the time taken is linear in their number; nothing is kept
// between calls but tables that never change. Times are UTC unless the text
// names a zone, whose offset is fixed: there is no daylight saving.
//
// # What it does not
//
// A name or a common word is no date: "May said", "the second attempt",
// "version 2.5", "8841-220-07". Where a form could be either, it is left out.
// Durations ("for two weeks"), vague words ("recently", "the other day"),
// "now" and bare units ("the next day") are not read, and of the holidays only
// those of a short list, where a word leads to them or a year follows. A habit
// ("every Tuesday") is reported and not resolved. So is a weekday that
// describes a noun ("the Monday sync"), and in French and Italian one with an
// article ("le mardi") where no verb tells which is meant.
//
// # Conventions
//
// Reference works differ in these; this package keeps to the commonest usage:
//
//   - A week starts on Monday. "This Friday" is that of the reference's week,
//     or the coming one when it is past. "Next Friday" is that of the next
//     week in English and the coming one in the other languages. "Last Friday"
//     is the most recent one before the reference day.
//   - A weekday alone is the next one, strictly after the reference day, or the
//     last one where the nearest verb is of the past.
//   - A month and a day without a year take the year that puts them nearest to
//     the reference; for a deadline or a plan, the coming one; after "since",
//     the last one.
//   - "In two weeks" is a day; "two months ago" is a month and "three years
//     ago" a year, since nobody means a day of them.
//   - Both ends of a range belong to it: "from June 2 to June 13" ends when
//     June 14 begins. "Until June 3" does too; "until 15:00" ends at 15:00.
//   - "By Friday" and "before Friday" have the interval of the Friday.
//   - "Early", "mid-" and "end of" take a third of what they name.
//   - "On the 5th" is a date where a verb says whether it is past or to come;
//     else it may be that of every month, and is left as it stands.
//   - Weeks have the numbers of ISO 8601; so has "the second week of May".
//   - A decade is ten years, and "the 70s" the last ones that have begun.
//   - Thanksgiving, Labor Day and their like are those of the United States.
//   - Seasons are those of the northern half of the earth.
//   - 03/04/2025 has the month first in English, the day first elsewhere; a
//     number over 12 is the day. 4.3.2025 has the day first everywhere.
package dates

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// Grain is how fine a mention is: "March 4" is a Day, "last month" a Month.
type Grain uint8

// The grains, finest first. Weekend is Saturday and Sunday; Half is half a year.
const (
	Minute Grain = iota
	Hour
	Day
	Weekend
	Week
	Month
	Quarter
	Half
	Year
)

// Instant is the grain of a point of time: a minute.
const Instant = Minute

// Kind says how a mention came to its year and day.
type Kind uint8

const (
	// Absolute names its year, or all that it needs.
	Absolute Kind = iota
	// Relative depends on the reference time: "yesterday", "next Tuesday",
	// "in two weeks", "Monday".
	Relative
	// YearGuessed is a month or a day of one without a year.
	YearGuessed
)

// Bound says which ends of the interval the text names.
type Bound uint8

const (
	// None is a plain mention: it lies where its interval lies.
	None Bound = iota
	// Since starts with the mention and has no end: To is kaibo.Forever.
	Since
	// Until ends with the mention; From is [Beginning].
	Until
	// Between has both ends: "from June 2 to June 13".
	Between
	// By is a deadline: "by Friday", "before March 3". The interval is that
	// of the date itself.
	By
)

// Beginning is the first moment of the year 1: From of an interval that has
// no beginning.
const Beginning kaibo.Time = -62135596800000

// Mention is one date in a text.
type Mention struct {
	Start, End int        // bytes in the text, on rune boundaries
	From, To   kaibo.Time // half-open; To is kaibo.Forever for an open end
	Grain      Grain
	Kind       Kind
	Bound      Bound
	HasTime    bool // a time of day is part of it
	Recurring  bool // "every Tuesday": not resolved, From and To are zero
	HasYear    bool // the text names the year

	pieces  [2]piece // the words to write out
	english bool     // the words around them are English
}

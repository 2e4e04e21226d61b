// Package dates finds the dates and times that a text names and turns each
// into an interval.
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

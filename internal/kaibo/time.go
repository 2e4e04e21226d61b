package kaibo

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Time is a moment in milliseconds since 1970-01-01T00:00:00Z. It is written
// as RFC 3339 in UTC, with milliseconds only when they are not zero. [Forever]
// is written as null and stands for an interval without end.
type Time int64

// Forever is later than every moment: the end of an interval that has none.
const Forever Time = math.MaxInt64

// The years that RFC 3339 can write bound what is accepted.
var (
	minTime = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
	maxTime = time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC).UnixMilli()
)

// TimeOf converts t, dropping what is finer than a millisecond.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// Std returns t as a time.Time in UTC. Forever becomes the last moment of the
// year 9999.
func (t Time) Std() time.Time {
	if t == Forever {
		return time.UnixMilli(maxTime).UTC()
	}
	return time.UnixMilli(int64(t)).UTC()
}

// String returns the RFC 3339 form, or "forever".
func (t Time) String() string {
	if t == Forever {
		return "forever"
	}
	s := t.Std()
	if int64(t)%1000 == 0 {
		return s.Format("2006-01-02T15:04:05Z")
	}
	return s.Format("2006-01-02T15:04:05.000Z")
}

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	if t == Forever {
		return []byte("null"), nil
	}
	return []byte(`"` + t.String() + `"`), nil
}

// UnmarshalJSON implements json.Unmarshaler: null is Forever; an offset is
// accepted and converted; finer than a millisecond is an error.
func (t *Time) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*t = Forever
		return nil
	}
	if len(b) > 2 && b[0] == '"' { // as we write it, which is nearly always
		if v, n := ReadServed(b[1:]); n == len(b)-2 {
			*t = v
			return nil
		}
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return errors.New("a time is a string in RFC 3339")
	}
	v, err := ParseTime(s)
	if err != nil {
		return err
	}
	*t = v
	return nil
}

// timeForm is RFC 3339's, which time.Parse is laxer than: it takes a comma, an
// hour of one digit, and offsets that no clock has. It is compiled when a time
// comes in another form than ours, so that no start waits for it.
var timeForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
})

// ParseTime reads RFC 3339. An offset is converted to UTC. A fraction finer
// than a millisecond, or a year outside 0001 to 9999, is an error.
func ParseTime(s string) (Time, error) {
	if v, n := ReadServed([]byte(s)); n > 0 && n == len(s) {
		return v, nil
	}
	v, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s)) // t and z may be small letters
	if err != nil || !timeForm().MatchString(s) {
		return 0, fmt.Errorf("%q is not a time in RFC 3339, such as 2026-07-01T09:30:00Z", s)
	}
	if v.Nanosecond()%1e6 != 0 {
		return 0, fmt.Errorf("%q is finer than a millisecond", s)
	}
	ms := v.UnixMilli()
	if ms < minTime || ms > maxTime {
		return 0, fmt.Errorf("%q is outside the years 0001 to 9999", s)
	}
	return Time(ms), nil
}

// Clock tells the time. Engines take one so that a test can hold it still.
type Clock func() Time

// SystemClock reads the machine's clock.
func SystemClock() Time { return TimeOf(time.Now()) }

package dates_test

import (
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/dates"
)

// The calendar agrees with the one of the standard library, on every day of
// some centuries and with months and days beyond their ranges.
func TestCalendar(t *testing.T) {
	for day := -800_000; day <= 2_932_896; day += 37 {
		at := time.Unix(int64(day)*86400, 0).UTC()
		y, m, d := dates.Civil(day)
		if y != at.Year() || m != int(at.Month()) || d != at.Day() {
			t.Fatalf("day %d: got %d-%d-%d, want %s", day, y, m, d, at.Format(time.DateOnly))
		}
		if got := dates.DayOf(y, m, d); got != day {
			t.Fatalf("%d-%d-%d: got day %d, want %d", y, m, d, got, day)
		}
	}
	for _, c := range [][3]int{{2024, 13, 1}, {2024, 0, 31}, {2024, -11, 1}, {2023, 2, 30}, {2025, 25, -3}, {1, 1, 1}, {-4, 2, 29}} {
		want := int(time.Date(c[0], time.Month(c[1]), c[2], 0, 0, 0, 0, time.UTC).Unix() / 86400)
		if got := dates.DayOf(c[0], c[1], c[2]); got != want {
			t.Errorf("%v: got day %d, want %d", c, got, want)
		}
	}
}

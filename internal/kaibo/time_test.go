package kaibo_test

import (
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestServedTimesReadBack goes through days of every year that can be written,
// at odd times of the day.
func TestServedTimesReadBack(t *testing.T) {
	end := kaibo.TimeOf(time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC))
	steps := 0
	for at := kaibo.TimeOf(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)); at <= end; at += 86_400_000*11 + 12_345_678 {
		if steps++; steps%2 == 0 {
			at -= at % 1000
		}
		s := at.String()
		got, n := kaibo.ReadServed([]byte(s + `","more`))
		if got != at || n != len(s) {
			t.Fatalf("%s: %v after %d bytes", s, got, n)
		}
		if parsed, err := kaibo.ParseTime(s); err != nil || parsed != at {
			t.Fatalf("%s: %v, %v", s, parsed, err)
		}
	}
	if steps < 300_000 {
		t.Errorf("%d times tried", steps)
	}
}

// FuzzReadServed wants of every text that it is read as the standard library
// reads it and written as it stood, or not read.
func FuzzReadServed(f *testing.F) {
	for _, s := range []string{"2026-07-01T09:30:00Z", "2026-07-01T09:30:00.250Z", "2024-02-29T23:59:59.001Z", "2023-02-29T00:00:00Z",
		"0000-01-01T00:00:00Z", "2026-07-01T09:30:00.000Z", "2026-07-01T24:00:00Z", "2026-07-01T09:30:60Z", "2026-07-01T09:30:00.25", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, n := kaibo.ReadServed(b)
		if n == 0 {
			want, err := time.Parse(time.RFC3339Nano, string(b))
			if err == nil && kaibo.TimeOf(want).String() == string(b) && want.Year() >= 1 {
				t.Fatalf("%q is a served time and was not read", b)
			}
			return
		}
		if got.String() != string(b[:n]) {
			t.Fatalf("%q was read as %s", b[:n], got)
		}
		if want, err := time.Parse(time.RFC3339Nano, string(b[:n])); err != nil || kaibo.TimeOf(want) != got {
			t.Fatalf("%q is %v, %v", b[:n], want, err)
		}
	})
}

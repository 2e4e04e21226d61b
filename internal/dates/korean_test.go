package dates_test

import (
	"os"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestKorean reads sentences of our own, since no set that is at hand has any.
func TestKorean(t *testing.T) {
	b, err := os.ReadFile("testdata/korean.txt")
	if err != nil {
		t.Fatal(err)
	}
	ref, err := kaibo.ParseTime("2025-03-05T12:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	n, right := 0, 0
	for _, line := range strings.Split(string(b), "\n") {
		text, want, ok := strings.Cut(line, " | ")
		if !ok {
			continue
		}
		n++
		var got []string
		for _, m := range dates.FindIn(text, ref, "ko") {
			got = append(got, spanOf(m))
		}
		if len(got) == 1 && fits(got[0], want) {
			right++
			continue
		}
		t.Logf("%q: got %q, want %q", text, got, want)
	}
	t.Logf("%d of %d", right, n)
	if n != 100 || right < 95 {
		t.Errorf("%d of %d are right, want 95 of 100", right, n)
	}
}

// spanOf writes the interval of a mention in days, or in minutes where it has
// a time of day, with nothing for an open end.
func spanOf(m dates.Mention) string {
	layout := "2006-01-02"
	if m.HasTime {
		layout = "2006-01-02T15:04"
	}
	from, to := m.From.Std().Format(layout), m.To.Std().Format(layout)
	if m.Bound == dates.Until {
		from = ""
	}
	if m.To == kaibo.Forever {
		to = ""
	}
	return from + ".." + to
}

// fits compares a span with what is wanted: a moment stands for its start, and
// a time without a day is one of the reference day.
func fits(got, want string) bool {
	const today = "2025-03-05T"
	from, to, both := strings.Cut(want, "..")
	if len(from) == 5 {
		from = today + from
	}
	if len(to) == 5 {
		to = today + to
	}
	if !both {
		return strings.HasPrefix(got, from+"..")
	}
	return got == from+".."+to
}

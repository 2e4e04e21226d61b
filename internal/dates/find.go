package dates

import (
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Find returns the dates that text names, in order, without overlaps.
func Find(text string, ref kaibo.Time) []Mention { return FindIn(text, ref, "") }

// FindIn is Find with the language given as a BCP 47 code; "" detects it.
func FindIn(text string, ref kaibo.Time, language string) []Mention {
	var out []Mention
	for i := 0; i < len(text); {
		n, m := at(text, i, ref)
		if n == 0 {
			i++
			continue
		}
		out = append(out, m)
		i += n
	}
	return out
}

func at(text string, i int, ref kaibo.Time) (int, Mention) {
	if i > 0 && isWordByte(text[i-1]) {
		return 0, Mention{}
	}
	if len(text)-i >= 10 {
		if t, err := time.Parse("2006-01-02", text[i:i+10]); err == nil {
			return 10, Mention{Start: i, End: i + 10, From: kaibo.TimeOf(t), To: kaibo.TimeOf(t.AddDate(0, 0, 1)), Grain: Day, HasYear: true}
		}
	}
	for w, d := range map[string]int{"yesterday": -1, "today": 0, "tomorrow": 1} {
		if len(text)-i >= len(w) && strings.EqualFold(text[i:i+len(w)], w) {
			s := ref.Std()
			t := time.Date(s.Year(), s.Month(), s.Day()+d, 0, 0, 0, 0, time.UTC)
			return len(w), Mention{Start: i, End: i + len(w), From: kaibo.TimeOf(t), To: kaibo.TimeOf(t.AddDate(0, 0, 1)), Grain: Day, Kind: Relative}
		}
	}
	return 0, Mention{}
}

func isWordByte(b byte) bool {
	return b >= 0x80 || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

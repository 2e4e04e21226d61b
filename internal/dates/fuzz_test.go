package dates_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// onRune reports that i starts a rune of text, or a byte that belongs to none.
func onRune(text string, i int) bool {
	return i == len(text) || utf8.RuneStart(text[i]) || !utf8.ValidString(text)
}

func checkMentions(t *testing.T, text string, found []dates.Mention) {
	t.Helper()
	last := 0
	for _, m := range found {
		if m.Start < last || m.End <= m.Start || m.End > len(text) {
			t.Fatalf("%q: span %d..%d after %d", text, m.Start, m.End, last)
		}
		if !onRune(text, m.Start) || !onRune(text, m.End) {
			t.Fatalf("%q: span %d..%d cuts a rune", text, m.Start, m.End)
		}
		if m.From > m.To || m.From < dates.Beginning {
			t.Fatalf("%q: interval %d..%d", text, m.From, m.To)
		}
		if m.Recurring && (m.From != 0 || m.To != 0) {
			t.Fatalf("%q: a habit with an interval", text)
		}
		last = m.End
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"Yesterday the database went down", "from June 2 to June 13", "2025年3月4日", "tomorrow at 8:15", "every Tuesday at 9", "\xff\xfe Monday \x80",
		"Q3 2025, H1", "01/02/9999 23:59:59+14:00", "the 31st of next month", "hace dos días", "am 3. März um 15 Uhr", "между вчера и завтра", "in 999 years",
	} {
		f.Add(s, int64(1741170600000), "")
	}
	f.Add("last year", int64(math.MinInt64), "en")
	f.Add("next year", int64(math.MaxInt64), "de")
	f.Fuzz(func(t *testing.T, text string, ref int64, language string) {
		at := kaibo.Time(ref)
		found := dates.FindIn(text, at, language)
		checkMentions(t, text, found)
		for _, m := range found {
			dates.Write(m, text)
		}
		out, _ := dates.WriteOut(text, at)
		if utf8.ValidString(text) && !utf8.ValidString(out) {
			t.Fatalf("%q was written as %q", text, out)
		}
	})
}

// TestLinear reads texts that would trip a rule that looks too far.
func TestLinear(t *testing.T) {
	for _, unit := range []string{"1 and ", "Monday ", "in the the ", "May 1 - ", "12:", "2025-", "every ", "moved from ", "end of the ", "\n\n", "一", "a few ", "week of ", "2 days after ", "first week of ", "first Monday of ", "the last Friday of the ", "last 3 days of ", "nineteen ", "two thousand and ", "rest of the ", "week 3 of ", "Easter ", "1 s ", "1d ", "from 1 to ", "4-5 ", "二", "令和", "10月 "} {
		text := strings.Repeat(unit, 1<<18/len(unit))
		checkMentions(t, text, dates.Find(text, moment(t, wednesday)))
	}
}

const prose = `Yesterday the primary database went down at 14:10 and came back after forty minutes. Ana restarted the two
replicas by hand, and Jon wrote the report on March 4, 2025. We agreed that the fix ships this Friday, since the
billing run is due on the 15th of next month. The plan costs 20 dollars a seat as of May 1, and nobody objected.
Our offices in Lisbon and Porto have moved to the new address; the old keys work until June 3. `

// benchText is what the benchmarks read: the talk of the dialogues in
// KAIBO_DATA_LOCOMO where they are at hand, prose full of dates elsewhere.
func benchText(b *testing.B) string {
	b.Helper()
	file := os.Getenv("KAIBO_DATA_LOCOMO")
	if file == "" {
		return strings.Repeat(prose, 20)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var all []struct{ Conversation map[string]json.RawMessage }
	if err := json.Unmarshal(raw, &all); err != nil {
		b.Fatal(err)
	}
	var turns []struct{ Text string }
	if err := json.Unmarshal(all[0].Conversation["session_1"], &turns); err != nil {
		b.Fatal(err)
	}
	var out strings.Builder
	for _, t := range turns {
		out.WriteString(t.Text + "\n")
	}
	return strings.Repeat(out.String(), 5)
}

func BenchmarkFind(b *testing.B) {
	text := benchText(b)
	ref := moment(b, wednesday)
	dates.Find(text, ref)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		dates.Find(text, ref)
	}
}

// BenchmarkWords cuts the same bytes into words by UAX #29: finding dates is to
// take at most twice as long.
func BenchmarkWords(b *testing.B) {
	text := benchText(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for seg := words.FromString(text); seg.Next(); {
			_ = seg.Value()
		}
	}
}

package rules

import (
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// fromThen marks a mention after "from" at the end of a statement of the
// present: "I'm on leave from June 2" holds from then. What stands before the
// verb, or in the past, only says which thing is meant: "I read the report from
// June 2".
func fromThen(f *frame, text string, mentions []dates.Mention) []dates.Mention {
	if f.lemma == "" || sources[f.lemma] || (f.form == past || f.form == participle) && f.aux != "is" && f.aux != "are" && f.aux != "am" && f.aux != "will" || len(mentions) != 1 {
		return mentions
	}
	m := &mentions[0]
	if m.Bound != dates.None || m.Recurring || m.Start >= m.End || m.End > len(text) || strings.TrimRight(text[m.End:], " .!") != "" {
		return mentions
	}
	if before := strings.ToLower(strings.TrimRight(text[:m.Start], " ")); strings.HasSuffix(before, " from") {
		m.Bound = dates.Since
	}
	return mentions
}

// sources are verbs whose object may be of a day: what is read is the report of
// that day.
var sources = set("read see have get send know remember check review like love hate find keep need want use forward print copy quote cite attach")

// ahead are words that open the time from which something holds, and that
// nobody says of a time long past, but in the past tense.
var ahead = []string{"from ", "starting ", "beginning ", "ab ", "a partir ", "à partir ", "à compter ", "dès "}

// longPast is how long ago a day without a year may be before one is meant that
// is to come.
const longPast = kaibo.Time(60 * 24 * 3600 * 1000)

// toCome moves a day without a year to the next year where a statement says
// that something holds from then, and the day nearest to it is long past: on
// leave from June 2, said in November.
func toCome(mentions []dates.Mention, text string, said kaibo.Time) []dates.Mention {
	for i := range mentions {
		m := &mentions[i]
		if m.Bound != dates.Since || m.Kind != dates.YearGuessed || said-m.From < longPast || m.End > len(text) {
			continue
		}
		before := strings.ToLower(text[max(0, m.Start-12):m.End])
		for _, w := range ahead {
			if k := strings.Index(before, w); k >= 0 && (k == 0 || before[k-1] == ' ') {
				m.From, m.To = nextYear(m.From), nextYear(m.To)
				break
			}
		}
	}
	return mentions
}

func nextYear(t kaibo.Time) kaibo.Time {
	return kaibo.Time(time.UnixMilli(int64(t)).UTC().AddDate(1, 0, 0).UnixMilli())
}

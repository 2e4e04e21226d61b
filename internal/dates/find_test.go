package dates_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/dates"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// wednesday is the reference of most tables.
const wednesday = "2025-03-05T10:30:00Z"

func moment(t testing.TB, s string) kaibo.Time {
	t.Helper()
	v, err := kaibo.ParseTime(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// brief writes a mention as "words: from..to" with days alone where the time
// is midnight, and the bound and kind where they are not the plain ones.
func brief(m dates.Mention, text string) string {
	var b strings.Builder
	b.WriteString(text[m.Start:m.End])
	b.WriteString(": ")
	if m.Recurring {
		return b.String() + "recurring"
	}
	b.WriteString(short1(m.From) + ".." + short1(m.To))
	b.WriteString([]string{"", " since", " until", " between", " by"}[m.Bound])
	b.WriteString([]string{"", " relative", " guessed"}[m.Kind])
	return b.String()
}

func short1(v kaibo.Time) string {
	if v == dates.Beginning {
		return "beginning"
	}
	return strings.TrimSuffix(strings.TrimSuffix(v.String(), "T00:00:00Z"), ":00Z")
}

type findCase struct {
	text string
	want []string
}

func checkFind(t *testing.T, ref, language string, cases []findCase) {
	t.Helper()
	for _, c := range cases {
		got := []string{}
		for _, m := range dates.FindIn(c.text, moment(t, ref), language) {
			got = append(got, brief(m, c.text))
		}
		if c.want == nil {
			c.want = []string{}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q:\n%s", c.text, d)
		}
	}
}

func TestAbsolute(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"Signed on March 4, 2025.", []string{"March 4, 2025: 2025-03-04..2025-03-05"}},
		{"Signed on 4 March 2025.", []string{"4 March 2025: 2025-03-04..2025-03-05"}},
		{"the 4th of March, 2025 works", []string{"4th of March, 2025: 2025-03-04..2025-03-05"}},
		{"Tuesday, March 4th 2025", []string{"Tuesday, March 4th 2025: 2025-03-04..2025-03-05"}},
		{"see 2025-03-04 and 2025/3/4", []string{"2025-03-04: 2025-03-04..2025-03-05", "2025/3/4: 2025-03-04..2025-03-05"}},
		{"at 2025-03-04T10:15:00Z it began", []string{"2025-03-04T10:15:00Z: 2025-03-04T10:15..2025-03-04T10:16"}},
		{"at 2025-03-04 10:15+02:00 it began", []string{"2025-03-04 10:15+02:00: 2025-03-04T08:15..2025-03-04T08:16"}},
		{"on 03/04/2025 and 25/12/2024", []string{"03/04/2025: 2025-03-04..2025-03-05", "25/12/2024: 2024-12-25..2024-12-26"}},
		{"on 4.3.2025", []string{"4.3.2025: 2025-03-04..2025-03-05"}},
		{"in May 2025 we hired", []string{"May 2025: 2025-05..2025-06"}},
		{"in 2024 we hired", []string{"2024: 2024..2025"}},
		{"2014~2018 and 2014-2018", []string{"2014~2018: 2014..2019 between", "2014-2018: 2014..2019 between"}},
		{"9/2012 and 2018 March 18", []string{"9/2012: 2012-09..2012-10", "2018 March 18: 2018-03-18..2018-03-19"}},
		{"Tue Mar  4 10:11:12 2025", []string{"Tue Mar  4 10:11:12 2025: 2025-03-04T10:11..2025-03-04T10:12"}},
		{"Tue, 04 Mar 2025 10:11:12 +0100", []string{"Tue, 04 Mar 2025 10:11:12 +0100: 2025-03-04T09:11..2025-03-04T09:12"}},
		{"summer of 2024", []string{"summer of 2024: 2024-06..2024-09"}},
		{"last week of July 2025", []string{"last week of July 2025: 2025-07-28..2025-08-04"}},
		{"Q3 2025 and H1 2026", []string{"Q3 2025: 2025-07..2025-10", "H1 2026: 2026-01..2026-07"}},
		{"the third quarter of 2024", []string{"third quarter of 2024: 2024-07..2024-10"}},
		{"June 3, 2025 at 15:00 CET", []string{"June 3, 2025 at 15:00 CET: 2025-06-03T14:00..2025-06-03T14:01"}},
		{"at 8am EST on May 2, 2025", []string{"8am EST on May 2, 2025: 2025-05-02T13:00..2025-05-02T14:00"}},
		{"noon on June 3, 2025", []string{"noon on June 3, 2025: 2025-06-03T12:00..2025-06-03T12:01"}},
		{"the end of June 2025", []string{"the end of June 2025: 2025-06-21..2025-07"}},
		{"week of May 5, 2025", []string{"week of May 5, 2025: 2025-05-05..2025-05-12"}},
		{"the second week of May 2025", []string{"second week of May 2025: 2025-05-05..2025-05-12"}},
	}.days())
}

func TestRelative(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"Yesterday it rained", []string{"Yesterday: 2025-03-04..2025-03-05 relative"}},
		{"the day after tomorrow", []string{"the day after tomorrow: 2025-03-07..2025-03-08 relative"}},
		{"the day before yesterday", []string{"the day before yesterday: 2025-03-03..2025-03-04 relative"}},
		{"last night", []string{"last night: 2025-03-04..2025-03-05 relative"}},
		{"tonight", []string{"tonight: 2025-03-05..2025-03-06 relative"}},
		{"in two weeks we launch", []string{"in two weeks: 2025-03-19..2025-03-20 relative"}},
		{"It was fixed in two weeks.", nil},
		{"two days ago", []string{"two days ago: 2025-03-03..2025-03-04 relative"}},
		{"an hour ago", []string{"an hour ago: 2025-03-05T09:30..2025-03-05T09:31 relative"}},
		{"half an hour ago", []string{"half an hour ago: 2025-03-05T10:00..2025-03-05T10:01 relative"}},
		{"a couple of days ago", []string{"a couple of days ago: 2025-03-03..2025-03-04 relative"}},
		{"a few weeks ago", []string{"a few weeks ago: 2025-02-10..2025-02-17 relative"}},
		{"2 years and 3 months ago", []string{"2 years and 3 months ago: 2022-12-05..2022-12-06 relative"}},
		{"two weeks after yesterday", []string{"two weeks after yesterday: 2025-03-18..2025-03-19 relative"}},
		{"next month", []string{"next month: 2025-04..2025-05 relative"}},
		{"last month", []string{"last month: 2025-02..2025-03 relative"}},
		{"this weekend", []string{"this weekend: 2025-03-08..2025-03-10 relative"}},
		{"last weekend", []string{"last weekend: 2025-03-01..2025-03-03 relative"}},
		{"next quarter", []string{"next quarter: 2025-04..2025-07 relative"}},
		{"next year", []string{"next year: 2026..2027 relative"}},
		{"over the last 3 days", []string{"over the last 3 days: 2025-03-02..2025-03-05 between relative"}},
		{"June last year", []string{"June last year: 2024-06..2024-07 relative"}},
		{"the 15th of next month", []string{"15th of next month: 2025-04-15..2025-04-16 relative"}},
		{"end of next month", []string{"end of next month: 2025-04-21..2025-05 relative"}},
		{"tomorrow at 8:15", []string{"tomorrow at 8:15: 2025-03-06T08:15..2025-03-06T08:16 relative"}},
		{"last summer", []string{"last summer: 2024-06..2024-09 relative"}},
		{"the invoice is due on the 15th.", []string{"due on the 15th: 2025-03-15..2025-03-16 by relative"}},
		{"We paid on the 3rd.", []string{"the 3rd: 2025-03-03..2025-03-04 relative"}},
		{"tomorrow at 6 in the evening", []string{"tomorrow at 6 in the evening: 2025-03-06T18:00..2025-03-06T19:00 relative"}},
		{"6 in the morning", []string{"6 in the morning: 2025-03-05T06:00..2025-03-05T07:00 relative"}},
		{"tonight at 1am", []string{"tonight at 1am: 2025-03-05T01:00..2025-03-05T02:00 relative"}},
		{"see you in may", []string{"may: 2025-05..2025-06 guessed"}},
		{"the last day of school", nil},
		{"at 3pm on Thursday", []string{"3pm on Thursday: 2025-03-06T15:00..2025-03-06T16:00 relative"}},
		{"tomorrow at 8 in the evening", []string{"tomorrow at 8 in the evening: 2025-03-06T20:00..2025-03-06T21:00 relative"}},
	}.days())
}

func TestWeekdays(t *testing.T) {
	for _, c := range []struct{ ref, text, want string }{
		{"2025-05-06T09:00:00Z", "this Friday", "2025-05-09"},      // a Tuesday
		{"2025-05-10T09:00:00Z", "this Friday", "2025-05-16"},      // past: the coming one
		{"2025-05-09T09:00:00Z", "this Friday", "2025-05-09"},      // today
		{"2025-05-09T09:00:00Z", "we ship Friday", "2025-05-16"},   // strictly after today
		{"2025-05-08T09:00:00Z", "next Tuesday", "2025-05-13"},     // the coming one
		{"2025-05-06T09:00:00Z", "next Friday", "2025-05-16"},      // of next week
		{"2025-05-06T09:00:00Z", "last Thursday", "2025-05-01"},    // strictly before
		{"2025-05-08T09:00:00Z", "last Thursday", "2025-05-01"},    // not today
		{"2025-05-06T09:00:00Z", "Friday next week", "2025-05-16"}, //
		{"2025-05-06T09:00:00Z", "It broke on Monday", "2025-05-05"},
		{"2025-05-06T09:00:00Z", "It is down since Monday", "2025-05-05"},
		{"2025-05-06T09:00:00Z", "Starting Monday it is down", "2025-05-12"},
		{"2025-05-06T09:00:00Z", "It breaks on Monday", "2025-05-12"},
		{"2025-05-06T09:00:00Z", "At the demo on Monday the projector caught fire", "2025-05-05"},
		{"2025-05-06T09:00:00Z", "We agreed that Ana will ship it Friday", "2025-05-09"},
		{"2025-05-06T09:00:00Z", "The call was moved to Friday", "2025-05-09"},
		{"2025-05-06T09:00:00Z", "The release is scheduled for Monday", "2025-05-12"},
		{"2025-05-06T09:00:00Z", "It fell on Friday the 25th", "2025-04-25"},
	} {
		found := dates.Find(c.text, moment(t, c.ref))
		if len(found) != 1 || short1(found[0].From) != c.want {
			t.Errorf("%q at %s: got %v, want %s", c.text, c.ref, found, c.want)
		}
	}
}

func TestYearGuessed(t *testing.T) {
	for _, c := range []struct{ ref, text, want string }{
		{"2025-01-10T00:00:00Z", "met on December 20", "2024-12-20"},
		{"2024-12-20T00:00:00Z", "January 10", "2025-01-10"},
		{"2025-06-01T00:00:00Z", "March 13", "2025-03-13"},
		{"2025-06-01T00:00:00Z", "by March 13", "2026-03-13"},
		{"2025-06-01T00:00:00Z", "We will meet on March 13", "2026-03-13"},
		{"2025-06-10T00:00:00Z", "since June 20", "2024-06-20"},
		{"2025-06-01T00:00:00Z", "on 3/13", "2025-03-13"},
		{"2025-11-20T00:00:00Z", "Q1", "2026-01-01"},
		{"2025-11-20T00:00:00Z", "February 29", "2024-02-29"},
	} {
		found := dates.Find(c.text, moment(t, c.ref))
		if len(found) != 1 || found[0].From != moment(t, c.want+"T00:00:00Z") || found[0].Kind != dates.YearGuessed || found[0].HasYear {
			t.Errorf("%q at %s: got %+v, want %s", c.text, c.ref, found, c.want)
		}
	}
}

func TestBounds(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"since March 3, 2025", []string{"since March 3, 2025: 2025-03-03..forever since"}},
		{"as of May 1 it costs 20", []string{"as of May 1: 2025-05-01..forever since guessed"}},
		{"From now on we use tabs", []string{"From now on: 2025-03-05T10:30..forever since relative"}},
		{"starting April 2", []string{"starting April 2: 2025-04-02..forever since guessed"}},
		{"from March 3 onwards", []string{"from March 3 onwards: 2025-03-03..forever since guessed"}},
		{"From Monday we use tabs", []string{"From Monday: 2025-03-10..forever since relative"}},
		{"the report from March 3", []string{"March 3: 2025-03-03..2025-03-04 guessed"}},
		{"after May 1, 2025", []string{"after May 1, 2025: 2025-05-02..forever since"}},
		{"It was 20 until February 3", []string{"until February 3: beginning..2025-02-04 until guessed"}},
		{"until June 3", []string{"until June 3: beginning..2025-06-04 until guessed"}},
		{"through June 2025", []string{"through June 2025: beginning..2025-07 until"}},
		{"by Friday", []string{"by Friday: 2025-03-07..2025-03-08 by relative"}},
		{"before March 9", []string{"before March 9: 2025-03-09..2025-03-10 by guessed"}},
		{"within two weeks", []string{"within two weeks: 2025-03-05..2025-03-20 by relative"}},
		{"from June 2 to June 13", []string{"from June 2 to June 13: 2025-06-02..2025-06-14 between guessed"}},
		{"from 2 to 13 June", []string{"from 2 to 13 June: 2025-06-02..2025-06-14 between guessed"}},
		{"May 12-13", []string{"May 12-13: 2025-05-12..2025-05-14 between guessed"}},
		{"May 12 and 13", []string{"May 12 and 13: 2025-05-12..2025-05-14 between guessed"}},
		{"May 12 and 20 people", []string{"May 12: 2025-05-12..2025-05-13 guessed"}},
		{"12 to 15 May 2025", []string{"12 to 15 May 2025: 2025-05-12..2025-05-16 between"}},
		{"from 14:10 to 14:50", []string{"from 14:10 to 14:50: 2025-03-05T14:10..2025-03-05T14:50 between relative"}},
		{"between 2 and 4pm tomorrow", []string{"between 2 and 4pm tomorrow: 2025-03-06T14:00..2025-03-06T16:00 between relative"}},
		{"from 2019 to 2021", []string{"from 2019 to 2021: 2019..2022 between"}},
		{"from December 20 to January 3, 2025", []string{"from December 20 to January 3, 2025: 2024-12-20..2025-01-04 between"}},
		{"The launch moved from March 4 to March 6", []string{"March 4: 2025-03-04..2025-03-05 guessed", "March 6: 2025-03-06..2025-03-07 guessed"}},
		{"Tuesday at 2:00 - 2:30 pm", []string{"Tuesday at 2:00 - 2:30 pm: 2025-03-11T14:00..2025-03-11T14:30 between relative"}},
		{"10:30-11:00 works", []string{"10:30-11:00: 2025-03-05T10:30..2025-03-05T11:00 between relative"}},
		{"in the next two weeks", []string{"in the next two weeks: 2025-03-06..2025-03-20 between relative"}},
		{"after Friday's demo", []string{"Friday: 2025-03-07..2025-03-08 relative"}},
	}.days())
}

func TestRecurring(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"every Tuesday at 9:30", []string{"every Tuesday at 9:30: recurring"}},
		{"We meet on Mondays.", []string{"Mondays: recurring"}},
		{"Wednesdays and Fridays", []string{"Wednesdays and Fridays: recurring"}},
		{"a daily report", []string{"daily: recurring"}},
		{"every two weeks", []string{"every two weeks: recurring"}},
		{"jeden Montag und täglich", []string{"jeden Montag: recurring", "täglich: recurring"}},
	}.days())
}

func TestNotDates(t *testing.T) {
	for _, text := range []string{
		"May said that it works", "April is our designer", "Jon and Mark agree", "June called about the invoice", "Sun and sat and mar", "we may go", "this may take longer", "this may or may not", "$DEC rises", "Feb 30", "on the 3rd attempt", "the 5th floor", "shrinks to 1/10th its size", "ranged over may have", "00:00:00:00:fe:80:00:00", "the first half of the file", "the third quarter of the game",
		"version 2.5", "v2.3.10", "Node 18.17", "18.17.2025.4", "192.168.1.10", "call 555-123-4567", "+49 30 901820", "it costs $2025", "€1,999",
		"policy 8841-220-07", "the second attempt", "a score of 16:10", "3/4 of the users", "1/2", "chapter 12", "1999 boxes", "error 2024",
		"abc2024-01-02x", "12:75", "2025-13-45", "30 February 2025", "the march of progress", "Marching on", "HTTP 500", "ISO 8601", "10.5%", "#2024",
		"second", "an august body", "port 8080", "id 20250304123", "room 12", "in 5 steps", "a/b", "1.2.3.4", "2.0.0-rc1", "Windows 11", "q3", "iPhone 15", "Version 2024-3 is out", "ticket 2015-3", "there were 20250304 rows", "ratio 11-2016", "Easter Road", "at Christmas Creek",
	} {
		if found := dates.Find(text, moment(t, wednesday)); len(found) > 0 {
			m := found[0]
			t.Errorf("%q: found %q", text, text[m.Start:m.End])
		}
	}
}

func TestLanguages(t *testing.T) {
	for language, cases := range map[string]findCases{
		"es": {
			{"La reunión es el 3 de marzo de 2025", []string{"3 de marzo de 2025: 2025-03-03..2025-03-04"}},
			{"Ayer llovió y mañana no", []string{"Ayer: 2025-03-04..2025-03-05 relative", "mañana: 2025-03-06..2025-03-07 relative"}},
			{"la semana pasada", []string{"semana pasada: 2025-02-24..2025-03-03 relative"}},
			{"hace dos días", []string{"hace dos días: 2025-03-03..2025-03-04 relative"}},
			{"el 03/04/2025", []string{"03/04/2025: 2025-04-03..2025-04-04"}},
		},
		"fr": {
			{"le 1er mars 2025", []string{"1er mars 2025: 2025-03-01..2025-03-02"}},
			{"hier et demain à 15h30", []string{"hier: 2025-03-04..2025-03-05 relative", "demain à 15h30: 2025-03-06T15:30..2025-03-06T15:31 relative"}},
			{"la semaine prochaine", []string{"semaine prochaine: 2025-03-10..2025-03-17 relative"}},
		},
		"de": {
			{"am 3. März 2025", []string{"3. März 2025: 2025-03-03..2025-03-04"}},
			{"gestern und nächste Woche", []string{"gestern: 2025-03-04..2025-03-05 relative", "nächste Woche: 2025-03-10..2025-03-17 relative"}},
			{"am 15.1. um 15 Uhr", []string{"15.1. um 15 Uhr: 2025-01-15T15:00..2025-01-15T16:00 guessed"}},
			{"vom 3. bis zum 12. September 2025", []string{"vom 3. bis zum 12. September 2025: 2025-09-03..2025-09-13 between"}},
		},
		"pt": {{"3 de março de 2025, ontem e amanhã", []string{"3 de março de 2025: 2025-03-03..2025-03-04", "ontem: 2025-03-04..2025-03-05 relative", "amanhã: 2025-03-06..2025-03-07 relative"}}},
		"it": {{"il 3 marzo 2025, ieri, la settimana prossima", []string{"3 marzo 2025: 2025-03-03..2025-03-04", "ieri: 2025-03-04..2025-03-05 relative", "settimana prossima: 2025-03-10..2025-03-17 relative"}}},
		"sv": {{"den 3 mars 2025, igår, nästa vecka", []string{"3 mars 2025: 2025-03-03..2025-03-04", "igår: 2025-03-04..2025-03-05 relative", "nästa vecka: 2025-03-10..2025-03-17 relative"}}},
		"nl": {{"op 3 maart 2025, gisteren, volgende maand", []string{"3 maart 2025: 2025-03-03..2025-03-04", "gisteren: 2025-03-04..2025-03-05 relative", "volgende maand: 2025-04..2025-05 relative"}}},
		"ru": {{"3 марта 2025 года, вчера, на прошлой неделе", []string{"3 марта 2025 года: 2025-03-03..2025-03-04", "вчера: 2025-03-04..2025-03-05 relative", "прошлой неделе: 2025-02-24..2025-03-03 relative"}}},
		"zh": {{"我们2025年3月4日见面,昨天,下周三", []string{"2025年3月4日: 2025-03-04..2025-03-05", "昨天: 2025-03-04..2025-03-05 relative", "下周三: 2025-03-12..2025-03-13 relative"}}},
		"ja": {{"2025年3月4日と明日、来週の火曜日", []string{"2025年3月4日: 2025-03-04..2025-03-05", "明日: 2025-03-06..2025-03-07 relative", "来週の火曜日: 2025-03-11..2025-03-12 relative"}}},
		"ko": {{"2025년 3월 4일, 어제, 내일", []string{"2025년 3월 4일: 2025-03-04..2025-03-05", "어제: 2025-03-04..2025-03-05 relative", "내일: 2025-03-06..2025-03-07 relative"}}},
	} {
		t.Run(language, func(t *testing.T) { checkFind(t, wednesday, language, cases.days()) })
	}
}

func TestDetect(t *testing.T) {
	checkFind(t, wednesday, "", findCases{
		{"Die Sitzung war gestern und der Bericht kommt am 6. März", []string{"gestern: 2025-03-04..2025-03-05 relative", "6. März: 2025-03-06..2025-03-07 guessed"}},
		{"La reunión con el equipo fue ayer", []string{"ayer: 2025-03-04..2025-03-05 relative"}},
		{"Мы встретились вчера", []string{"вчера: 2025-03-04..2025-03-05 relative"}},
		{"The team said 明天 works for them", []string{"明天: 2025-03-06..2025-03-07 relative"}},
	}.days())
}

// findCases lets a table write whole months and years short.
type findCases []findCase

// days spells "2025-05" and "2025" as the first day of them.
func (cs findCases) days() []findCase {
	for i := range cs {
		for j, w := range cs[i].want {
			cs[i].want[j] = spell(w)
		}
	}
	return cs
}

func spell(w string) string {
	head, span, ok := strings.Cut(w, ": ")
	if !ok {
		return w
	}
	interval, rest, _ := strings.Cut(span, " ")
	from, to, ok := strings.Cut(interval, "..")
	if !ok {
		return w
	}
	w = head + ": " + firstDay(from) + ".." + firstDay(to)
	if rest != "" {
		w += " " + rest
	}
	return w
}

func firstDay(s string) string {
	switch len(s) {
	case len("2025"):
		return s + "-01-01"
	case len("2025-05"):
		if s[0] == '2' {
			return s + "-01"
		}
	}
	return s
}

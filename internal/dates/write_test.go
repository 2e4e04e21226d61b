package dates_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/dates"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct{ ref, text, want string }{
		{wednesday, "Yesterday", "On March 4, 2025"},
		{wednesday, "yesterday", "on March 4, 2025"},
		{"2025-09-10T08:00:00Z", "tomorrow at 8:15", "on September 11, 2025 at 8:15"},
		{"2025-01-20T08:00:00Z", "in two weeks", "on February 3, 2025"},
		{"2025-06-20T08:00:00Z", "last month", "in May 2025"},
		{"2025-02-20T08:00:00Z", "next quarter", "in Q2 2025"},
		{"2025-05-20T08:00:00Z", "the end of next month", "the end of June 2025"},
		{"2025-05-06T08:00:00Z", "this Friday", "on Friday, May 9, 2025"},
		{"2025-01-01T08:00:00Z", "two days ago", "on December 30, 2024"},
		{wednesday, "March 13", "March 13"},
		{wednesday, "March 13, 2025", "March 13, 2025"},
		{wednesday, "every Tuesday", "every Tuesday"},
		{wednesday, "gestern", "2025-03-04"},
		{wednesday, "明天", "2025-03-06"},
		{wednesday, "3天前", "2025-03-02"},
	} {
		found := dates.Find(c.text, moment(t, c.ref))
		if len(found) != 1 {
			t.Errorf("%q: found %d", c.text, len(found))
			continue
		}
		if got := dates.Write(found[0], c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWriteStrangeMention(t *testing.T) {
	m := dates.Mention{Start: 3, End: 99, Kind: dates.Relative}
	if got := dates.Write(m, "short"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestWriteOut(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Yesterday the database went down.", "On March 4, 2025 the database went down."},
		{"The database went down yesterday.", "The database went down on March 4, 2025."},
		{"We met on Monday at noon.", "We met on Monday, March 3, 2025 at noon."},
		{"We agreed to ship by Friday.", "We agreed to ship by Friday, March 7, 2025."},
		{"It is due at the end of next month.", "It is due at the end of April 2025."},
		{"It is scheduled for tomorrow.", "It is scheduled for March 6, 2025."},
		{"In yesterday's standup Ana was ill.", "In the March 4, 2025 standup Ana was ill."},
		{"Next week's sprint is full.", "The week of March 10, 2025's sprint is full."},
		{"Last month's bill is paid.", "The February 2025 bill is paid."},
		{"Let's do Tuesday or Wednesday.", "Let's do Tuesday, March 11, 2025 or Wednesday, March 12, 2025."},
		{"Tomorrow morning at 9 we start.", "On the morning of March 6, 2025 at 9 we start."},
		{"It grew before the end of the year.", "It grew before the end of 2025."},
		{"We met last summer.", "We met in the summer of 2024."},
		{"The invoice is due on the 15th.", "The invoice is due on March 15, 2025."},
		{"明天上午九点开会", "2025-03-06上午九点开会"},
		{"明日午後三時", "2025-03-06午後三時"},
		{"Nos vemos mañana por la tarde a las 5.", "Nos vemos 2025-03-06 por la tarde a las 5."},
		{"On se voit demain matin.", "On se voit 2025-03-06 matin."},
		{"Tomorrow is a holiday.", "March 6, 2025 is a holiday."},
		{"I think that next month is better.", "I think that April 2025 is better."},
		{"It broke last week.", "It broke in the week of February 24, 2025."},
		{"We hiked last weekend.", "We hiked on the weekend of March 1, 2025."},
		{"She called this morning.", "She called on the morning of March 5, 2025."},
		{"She called last night.", "She called on the night of March 4, 2025."},
		{"Over the last 3 days it rained.", "From March 2, 2025 to March 4, 2025 it rained."},
		{"From now on we use tabs.", "From March 5, 2025 we use tabs."},
		{"From Monday to Friday I will be away.", "From Monday, March 10, 2025 to Friday, March 14, 2025 I will be away."},
		{"It restarted an hour ago.", "It restarted at 09:30 on March 5, 2025."},
		{"Finish within two weeks.", "Finish by March 19, 2025."},
		{"Early next year we move.", "Early 2026 we move."},
		{"See March 13 and June 3, 2024.", "See March 13 and June 3, 2024."},
		{"We meet every Tuesday.", "We meet every Tuesday."},
		{"Nothing here.", "Nothing here."},
		{"Die Sitzung war gestern und nicht heute.", "Die Sitzung war 2025-03-04 und nicht 2025-03-05."},
		{"La reunión con el equipo es la próxima semana.", "La reunión con el equipo es la 2025-03-10/2025-03-16."},
	} {
		got, _ := dates.WriteOut(c.text, moment(t, wednesday))
		if got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

package structure_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// told is a message that was said on a day of July 2026 and told on another.
type told struct {
	day  int // of occurredAt
	text string
}

func entryOn(day int, text string) ledger.Entry {
	e := enginetest.Entry(text)
	e.OccurredAt = new(enginetest.Begin + kaibo.Time(day-31)*86_400_000) // in June, before the world begins
	return e
}

func TestTimelines(t *testing.T) {
	for _, c := range []struct {
		name string
		said []told
		want map[string]string
	}{
		{"supersede", []told{{1, "tea is green"}, {2, "tea is black"}}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black": `current 2026-06-02T09:00:00Z..forever after "tea is green"`}},
		{"told late", []told{{1, "tea is green"}, {3, "tea is red"}, {2, "tea is black"}}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black": `superseded 2026-06-02T09:00:00Z..2026-06-03T09:00:00Z after "tea is green" before "tea is red"`,
			"tea is red":   `current 2026-06-03T09:00:00Z..forever after "tea is black"`}},
		{"correct", []told{{1, "tea is green"}, {2, "correction: tea is black"}}, map[string]string{
			"tea is green":             `superseded 2026-06-01T09:00:00Z..2026-06-01T09:00:00Z before "correction: tea is black"`,
			"correction: tea is black": `current 2026-06-01T09:00:00Z..forever after "tea is green"`}},
		{"correct, told before what it corrects", []told{{2, "correction: tea is black"}, {1, "tea is green"}}, map[string]string{
			"tea is green":             `superseded 2026-06-01T09:00:00Z..2026-06-01T09:00:00Z before "correction: tea is black"`,
			"correction: tea is black": `current 2026-06-01T09:00:00Z..forever after "tea is green"`}},
		{"a late statement takes a correction over", []told{{1, "tea is green"}, {3, "correction: tea is red"}, {2, "tea is black"}}, map[string]string{
			"tea is green":           `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black":           `superseded 2026-06-02T09:00:00Z..2026-06-02T09:00:00Z after "tea is green" before "correction: tea is red"`,
			"correction: tea is red": `current 2026-06-02T09:00:00Z..forever after "tea is black"`}},
		{"cancel", []told{{1, "tea is green"}, {2, "tea ended"}}, map[string]string{
			"tea is green": `canceled 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea ended"`,
			"tea ended":    `current 2026-06-02T09:00:00Z..forever after "tea is green"`}},
		{"complete", []told{{1, "todo water plants"}, {2, "done water plants"}}, map[string]string{
			"todo water plants": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "done water plants"`,
			"done water plants": `current 2026-06-02T09:00:00Z..forever after "todo water plants"`}},
		{"bounded interrupts", []told{{1, "tea is green"}, {2, "tea is black from 2026-06-10 to 2026-06-12"}}, map[string]string{
			"tea is green": `current 2026-06-01T09:00:00Z..forever`,
			"tea is black from 2026-06-10 to 2026-06-12": `current 2026-06-10T00:00:00Z..2026-06-12T00:00:00Z`}},
		{"bounded interrupts what is told after it", []told{{2, "tea is black from 2026-06-10 to 2026-06-12"}, {1, "tea is green"}}, map[string]string{
			"tea is green": `current 2026-06-01T09:00:00Z..forever`,
			"tea is black from 2026-06-10 to 2026-06-12": `current 2026-06-10T00:00:00Z..2026-06-12T00:00:00Z`}},
		{"a plan is overtaken", []told{{1, "tea is green"}, {2, "tea is black from 2026-09-01"}, {3, "tea is red"}}, map[string]string{
			"tea is green":                 `superseded 2026-06-01T09:00:00Z..2026-06-03T09:00:00Z before "tea is black from 2026-09-01"`,
			"tea is black from 2026-09-01": `superseded 2026-09-01T00:00:00Z..2026-09-01T00:00:00Z after "tea is green" before "tea is red"`,
			"tea is red":                   `current 2026-06-03T09:00:00Z..forever after "tea is black from 2026-09-01"`}},
		{"conflict", []told{{1, "tea is green"}, {2, "but tea is black"}}, map[string]string{
			"tea is green":     `current 2026-06-01T09:00:00Z..forever against "but tea is black"`,
			"but tea is black": `current 2026-06-02T09:00:00Z..forever against "tea is green"`}},
		{"no conflict with what ended before", []told{{1, "tea is green"}, {2, "tea is red"}, {3, "but tea is red"}, {4, "but tea is blue"}}, map[string]string{
			"tea is green":    `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is red"`,
			"tea is red":      `current 2026-06-02T09:00:00Z..forever after "tea is green" against "but tea is blue" said 2 times`,
			"but tea is blue": `current 2026-06-04T09:00:00Z..forever against "tea is red"`}},
		{"repeat", []told{{1, "tea is green"}, {2, "tea is green"}}, map[string]string{
			"tea is green": `current 2026-06-01T09:00:00Z..forever said 2 times`}},
		{"repeat told late", []told{{2, "tea is green"}, {1, "tea is green"}}, map[string]string{
			"tea is green": `current 2026-06-01T09:00:00Z..forever said 2 times`}},
		{"repeat told late of what was replaced", []told{{2, "tea is green"}, {3, "tea is black"}, {1, "tea is green"}}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-03T09:00:00Z before "tea is black" said 2 times`,
			"tea is black": `current 2026-06-03T09:00:00Z..forever after "tea is green"`}},
		{"a repeat told late ends its predecessor sooner", []told{{1, "tea is black"}, {3, "tea is green"}, {2, "tea is green"}}, map[string]string{
			"tea is black": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is green"`,
			"tea is green": `current 2026-06-02T09:00:00Z..forever after "tea is black" said 2 times`}},
		{"beside", []told{{1, "tea is green"}, {2, "also tea is black"}}, map[string]string{
			"tea is green":      `current 2026-06-01T09:00:00Z..forever`,
			"also tea is black": `current 2026-06-02T09:00:00Z..forever`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := enginetest.New(t)
			for _, s := range c.said {
				w.Append("main", entryOn(s.day, s.text))
			}
			w.Settle()
			if diff := cmp.Diff(c.want, w.Lines()); diff != "" {
				t.Errorf("(- want, + got):\n%s", diff)
			}
			w.CheckFsck()
			w.CheckRebuild()
		})
	}
}

// A statement that was said before and after another is two statements: what
// is told late does not reach over what stands between.
func TestLateStatementDoesNotReachOverAnother(t *testing.T) {
	w := enginetest.New(t)
	for _, s := range []told{{2, "tea is black"}, {3, "tea is green"}, {1, "tea is green"}} {
		w.Append("main", entryOn(s.day, s.text))
	}
	w.Settle()
	want := `"tea is green" superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"
"tea is black" superseded 2026-06-02T09:00:00Z..2026-06-03T09:00:00Z after "tea is green" before "tea is green"
"tea is green" current 2026-06-03T09:00:00Z..forever after "tea is black"
`
	if diff := cmp.Diff(want, w.Story()); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
}

func TestInitiativesKeepStatementsApart(t *testing.T) {
	for _, c := range []struct {
		name   string
		first  []string
		second []string
		status string
	}{
		{"none", nil, nil, kaibo.StatusSuperseded},
		{"the same", []string{"a"}, []string{"a"}, kaibo.StatusSuperseded},
		{"one shared", []string{"a", "b"}, []string{"b", "c"}, kaibo.StatusSuperseded},
		{"only the first names one", []string{"a"}, nil, kaibo.StatusSuperseded},
		{"only the second names one", nil, []string{"a"}, kaibo.StatusSuperseded},
		{"different", []string{"a"}, []string{"b"}, kaibo.StatusCurrent},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := enginetest.New(t)
			first, second := entryOn(1, "tea is green"), entryOn(2, "tea is black")
			first.Details.Initiatives, second.Details.Initiatives = c.first, c.second
			w.Append("one", first)
			w.Append("two", second)
			w.Settle()
			if got := w.Find("tea is green").Last().Status; got != c.status {
				t.Errorf("the first is %s, want %s", got, c.status)
			}
		})
	}
}

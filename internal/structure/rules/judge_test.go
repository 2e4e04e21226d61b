package rules_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// read reads text as an event of the kind, said on a day of March 2025.
func read(t testing.TB, r *rules.Rules, kind, text string, day int, before ...string) structure.Reading {
	t.Helper()
	at, err := kaibo.ParseTime("2025-03-01T09:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	at += kaibo.Time(day-1) * 24 * 3600 * 1000
	in := structure.Input{
		Event:   kaibo.Event{Kind: kind, OccurredAt: at, RecordedAt: at},
		Content: []byte(text),
	}
	for _, b := range before {
		in.Before = append(in.Before, structure.Context{Kind: kaibo.KindMessage, Content: b, OccurredAt: at})
	}
	got, err := r.Read(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func candidate(id string, s structure.Statement) structure.Candidate {
	return structure.Candidate{ID: id, Type: s.Type, Content: s.Content, ValidFrom: s.ValidFrom, ValidTo: s.ValidTo,
		StatedTo: s.ValidTo, Status: kaibo.StatusCurrent}
}

// rows returns the rows of a table in testdata, cut at " | ".
func rows(t *testing.T, name string, columns int) [][]string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for _, l := range strings.Split(string(b), "\n") {
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		f := strings.SplitN(l, " | ", columns)
		if len(f) != columns {
			t.Fatalf("row %q has %d columns", l, len(f))
		}
		out = append(out, f)
	}
	return out
}

// relationOf reads both texts and answers how the second stands to the first.
func relationOf(t *testing.T, earlier, later string) string {
	t.Helper()
	r := rules.New()
	as := read(t, r, kaibo.KindMessage, earlier, 3).Statements
	bs := read(t, r, kaibo.KindMessage, later, 10).Statements
	got := "none"
	for _, b := range bs {
		for _, a := range as {
			js, err := r.Judge(context.Background(), b, []structure.Candidate{candidate("a", a)})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range js {
				got = string(j.Relation)
				if !slices.ContainsFunc(a.Anchors, func(s string) bool { return slices.Contains(b.Anchors, s) }) {
					t.Errorf("%q and %q share no anchor: %q, %q", a.Content, b.Content, a.Anchors, b.Anchors)
				}
			}
		}
	}
	return got
}

func TestJudge(t *testing.T) {
	for _, row := range rows(t, "judge.txt", 3) {
		if got := relationOf(t, row[1], row[2]); got != row[0] {
			t.Errorf("%q then %q: got %s, want %s", row[1], row[2], got, row[0])
		}
	}
}

// A statement that is told late is judged the other way round: what stands
// after it on the timeline takes its place.
func TestJudgeLate(t *testing.T) {
	r := rules.New()
	now := read(t, r, kaibo.KindMessage, "The ferry is now called Gull.", 20).Statements[0]
	old := read(t, r, kaibo.KindMessage, "The ferry is called Tern.", 2).Statements[0]
	c := candidate("now", now)
	c.Later = true
	js, err := r.Judge(context.Background(), old, []structure.Candidate{c})
	if err != nil || len(js) != 1 || js[0].Relation != structure.Supersedes {
		t.Errorf("got %v %v, want supersedes", js, err)
	}
}

// A correction whose label was left out of the content is known by its quote.
func TestJudgeReadsTheQuote(t *testing.T) {
	r := rules.New()
	old := read(t, r, kaibo.KindMessage, "The tower is 40 meters high.", 2).Statements[0]
	c := structure.Candidate{ID: "c", Type: kaibo.TypeFact, Content: "the tower is 44 meters high.",
		Quote: "Correction: the tower is 44 meters high.", Status: kaibo.StatusCurrent, Later: true}
	js, err := r.Judge(context.Background(), old, []structure.Candidate{c})
	if err != nil || len(js) != 1 || js[0].Relation != structure.Corrects {
		t.Errorf("got %v %v, want corrects", js, err)
	}
}

// One that fits exactly keeps those that fit loosely from being replaced.
func TestJudgePrefersTheExactTopic(t *testing.T) {
	r := rules.New()
	a := read(t, r, kaibo.KindMessage, "The pool opens at 8:00.", 2).Statements[0]
	b := read(t, r, kaibo.KindMessage, "The small pool opens at 9:00.", 2).Statements[0]
	s := read(t, r, kaibo.KindMessage, "The pool now opens at 7:00.", 3).Statements[0]
	js, err := r.Judge(context.Background(), s, []structure.Candidate{candidate("a", a), candidate("b", b)})
	if err != nil || len(js) != 1 || js[0].MemoryID != "a" {
		t.Errorf("got %v %v, want only a", js, err)
	}
}

func TestJudgeBoundedEndsNothing(t *testing.T) {
	r := rules.New()
	a := read(t, r, kaibo.KindMessage, "Odile runs the kiosk.", 2).Statements[0]
	s := read(t, r, kaibo.KindMessage, "From April 7, 2025 to April 11, 2025 Enzo runs the kiosk.", 3).Statements[0]
	if !s.Bounded {
		t.Fatalf("not bounded: %+v", s)
	}
	js, err := r.Judge(context.Background(), s, []structure.Candidate{candidate("a", a)})
	if err != nil || len(js) != 0 {
		t.Errorf("got %v %v, want nothing", js, err)
	}
}

func TestTypes(t *testing.T) {
	for _, row := range rows(t, "types.txt", 2) {
		got := "none"
		for _, s := range read(t, rules.New(), kaibo.KindMessage, row[1], 3).Statements {
			got = s.Type
		}
		if got != row[0] {
			t.Errorf("%q: got %s, want %s", row[1], got, row[0])
		}
	}
}

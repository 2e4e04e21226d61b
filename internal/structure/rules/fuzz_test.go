package rules_test

import (
	"context"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"The barn is red. Is it? No.", `{"a": [1, {"b": "It is so."}], "c": "d\n"}`, "a;b\n1;2\n", "| a | b |\n|--|--|\n| 1 | 2 |",
		"<p>x <b>y</b><!-- z --> &amp;", "fix: a\n\nb\n", "- [ ] a\n- [x] b\n> c\n```\nd", "from to from to moved not but, not", "“a «b\" c", "会議室は7番です。", "it was",
		"Correction: : , not", "@a please", "now", "[0] x\n[1] x\n", "<think", "---\n--", "takes over", "Not but",
	} {
		f.Add(s, uint8(0))
	}
	kinds := []string{kaibo.KindMessage, kaibo.KindFile, kaibo.KindToolCall, kaibo.KindCommit}
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		if len(text) > 1<<14 {
			return
		}
		r := rules.New()
		got := read(t, r, kinds[int(kind)%len(kinds)], text, 4)
		checkReading(t, text, got)
		for _, s := range got.Statements {
			js, err := r.Judge(context.Background(), s, []structure.Candidate{candidate("self", s)})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range js {
				if j.MemoryID != "self" {
					t.Errorf("judged %q", j.MemoryID)
				}
			}
		}
	})
}

func FuzzJudge(f *testing.F) {
	f.Add("The barn is red.", "The barn is now white.")
	f.Add("Task: Tor paints the barn.", "Tor painted the barn.")
	f.Add("Ida owns the mill.", "Mill: Tor takes over from Ida.")
	f.Add("a: b, c: d", "a: b, c: e")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 1<<12 {
			return
		}
		r := rules.New()
		s := structure.Statement{Type: kaibo.TypeFact, Content: b, ValidTo: kaibo.Forever}
		for _, later := range []bool{false, true} {
			c := structure.Candidate{ID: "a", Type: kaibo.TypeTask, Content: a, Quote: b, Status: kaibo.StatusCurrent, Later: later}
			if _, err := r.Judge(context.Background(), s, []structure.Candidate{c}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

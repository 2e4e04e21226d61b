package recall_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/recall"
)

// A quote that is cut to fit must still say what its text says.
func TestAShorterQuoteIsWholeClauses(t *testing.T) {
	for _, c := range []struct {
		question, text string
		budget         int
		want           string // empty: better nothing
	}{
		{"When is the audit?", "Move the audit from June 3 to June 9.", 6, ""},
		{"What is the gate code?", "The gate code is not 5511, but 7722 since May.", 9, ""},
		{"What is the gate code?", "The gate code is 5511; ask Nora when it fails, she has the spare keys of both sheds.", 9, "The gate code is 5511"},
	} {
		got := ""
		if start, end, _, ok := recall.Shorten(c.question, c.text, c.budget); ok {
			got = c.text[start:end]
		}
		if len(got) > 0 && got[len(got)-1] == ';' {
			got = got[:len(got)-1]
		}
		if got != c.want {
			t.Errorf("%q in %d tokens of %q: got %q, want %q", c.question, c.budget, c.text, got, c.want)
		}
	}
}

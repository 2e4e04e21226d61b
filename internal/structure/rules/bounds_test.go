package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// maxRead is what the longest event may take to read on a busy machine; it
// takes a tenth of that on a quiet one.
const maxRead = 10 * time.Second

// TestReadIsBounded reads the longest events that there can be: what is not
// kept is counted, so that the job says that it is partial.
func TestReadIsBounded(t *testing.T) {
	var many, prose strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "Crate %d is in hall %d.\n", i, i%7)
	}
	for i := 0; prose.Len() < 1<<20-200; i++ {
		fmt.Fprintf(&prose, "The hall %d of the old mill, which Tor and Ida bought in %d and painted since, has %d windows and a door to the river; it is let to a potter. ", i, 1900+i%120, i%40)
	}
	for name, c := range map[string]struct {
		kind, text string
		left       bool
	}{
		"a file of 1 MiB":        {kaibo.KindFile, prose.String(), true},
		"a sentence of 100 kB":   {kaibo.KindMessage, "The mill has " + strings.Repeat("a wheel, ", 100_000/9) + "and a door.", false},
		"a word of 100 kB":       {kaibo.KindMessage, "The mill is called " + strings.Repeat("a", 100_000) + ".", false},
		"10,000 statements":      {kaibo.KindMessage, many.String(), true},
		"1 MiB without a space":  {kaibo.KindFile, strings.Repeat("x", 1<<20), false},
		"1 MiB of open brackets": {kaibo.KindToolCall, strings.Repeat("[", 1<<20), false},
		"1 MiB of quotes":        {kaibo.KindMessage, strings.Repeat(`" `, 1<<19), false},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			got := read(t, rules.New(), c.kind, c.text, 3)
			took := time.Since(start)
			if took > maxRead {
				t.Errorf("took %v", took)
			}
			if len(got.Statements) > kaibo.MaxMemoriesEvent || (got.LeftOut > 0) != c.left {
				t.Errorf("%d statements, %d left out", len(got.Statements), got.LeftOut)
			}
			for _, s := range got.Statements {
				if len(s.Content) > structure.MaxStatementBytes {
					t.Fatalf("a statement of %d bytes", len(s.Content))
				}
			}
			t.Logf("%d bytes, %d statements, %d left out, %v", len(c.text), len(got.Statements), got.LeftOut, took)
		})
	}
}

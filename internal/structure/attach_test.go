package structure_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// The largest appends that are accepted must fit one Commit with all that goes
// with them, whatever their bytes are.
func TestTheLargestAppendsAreTaken(t *testing.T) {
	full := func(i int, text string) ledger.Entry {
		e := enginetest.Entry(text)
		e.Details.Actor = strings.Repeat("n", kaibo.MaxNameBytes)
		e.Details.Metadata = map[string]any{}
		for j := range kaibo.MaxMetadataEntries {
			e.Details.Metadata[fmt.Sprintf("entry-%d", j)] = int64(i)
		}
		return e
	}
	words := func(i int) string {
		var b strings.Builder
		for j := 0; b.Len() < 4096; j++ {
			fmt.Fprintf(&b, "w%dx%d ", i, j)
		}
		return b.String()
	}
	for name, text := range map[string]func(int) string{
		"written six bytes for one": func(int) string { return strings.Repeat("<", 4096) },
		"control characters":        func(int) string { return "a " + strings.Repeat("\x01", 4096) },
		"distinct words":            words,
	} {
		t.Run(name, func(t *testing.T) {
			w := enginetest.New(t)
			entries := make([]ledger.Entry, kaibo.MaxBatchEvents)
			for i := range entries {
				entries[i] = full(i, text(i))
			}
			w.Append("main", entries...)
			w.Settle()
		})
	}
}

package structure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// filled is a project on the embedded store, without sync, that holds so many
// statements on 40 sorts of things, told in files of 1,000.
func filled(b *testing.B, statements int) *enginetest.World {
	b.Helper()
	store, err := local.Open(b.TempDir(), local.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	ports := enginetest.MemPorts(1)
	ports.Table, ports.Objects, ports.Scan = store.Table(), store.Objects(), nil
	w := enginetest.Over(b, ports)
	w.Worker.Structurer = rules.New()
	sorts := strings.Fields("barn mill shed press kiln loom forge dock crane pump boiler oven still vat cask rack shelf bench stall cart sled boat raft buoy mast sail rope net trap hook lamp bell clock scale gauge valve hose drill saw plane")
	for n := 0; n < statements; n += kaibo.MaxMemoriesEvent {
		var text strings.Builder
		for i := n; i < n+kaibo.MaxMemoriesEvent; i++ {
			fmt.Fprintf(&text, "The %s of farm %d is in hall %d.\n", sorts[i%len(sorts)], i, i%97)
		}
		w.Append(fmt.Sprintf("files-%d", n/kaibo.MaxMemoriesEvent), enginetest.Entry(text.String()))
		w.Settle()
	}
	return w
}

// BenchmarkStructure measures what a worker needs to structure one message in
// a project that holds many memories, of which 200 share its words: the store
// is on disk and does not sync. It reports the median, which is what is
// promised; the mean suffers from the store's own housekeeping.
func BenchmarkStructure(b *testing.B) {
	for _, size := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			w := filled(b, size)
			var took []time.Duration
			n := 0
			for b.Loop() {
				n++
				w.Append("talk", enginetest.Entry(fmt.Sprintf("The barn of farm %d was moved to hall %d.", n*40, 100+n)))
				start := time.Now()
				w.Drain("talk")
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms/p95")
		})
	}
}

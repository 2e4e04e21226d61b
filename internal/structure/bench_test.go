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

// noun spells a number in syllables that no stemmer touches.
func noun(n int) string {
	var b strings.Builder
	for n += 64; n > 0; n /= 16 {
		b.WriteString([...]string{"ba", "ko", "mu", "ti", "ra", "lo", "pu", "ni", "fa", "do", "gu", "vi", "za", "mo", "ku", "pi"}[n%16])
	}
	return b.String()
}

// perNoun is how many memories of a filled project share a word of their
// subject, and so are what a message on one of them is judged against.
const perNoun = 20

// filled is a project on the embedded store, without sync, that holds so many
// memories. They are told in files, and read by the structurer of the tests,
// which is quicker; the rules take over then.
func filled(b *testing.B, memories int) *enginetest.World {
	b.Helper()
	store, err := local.Open(b.TempDir(), local.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	ports := enginetest.MemPorts(1)
	ports.Table, ports.Objects, ports.Scan = store.Table(), store.Objects(), nil
	w := enginetest.Over(b, ports)
	for n := 0; n < memories; n += kaibo.MaxMemoriesEvent {
		var text strings.Builder
		for i := n; i < n+kaibo.MaxMemoriesEvent; i++ {
			fmt.Fprintf(&text, "The %s of %s is in hall %d.\n", noun(i%(memories/perNoun)), noun(1_000_000+i), i%97)
		}
		w.Append(fmt.Sprintf("files-%d", n/kaibo.MaxMemoriesEvent), enginetest.Entry(text.String()))
		w.Settle()
	}
	w.Worker.Structurer = rules.New()
	return w
}

// BenchmarkStructure measures what the worker needs to structure one message by
// the rules, in a project that holds many memories on the embedded store, which
// does not sync here. It reports the median, which is what is promised, and the
// 95th percentile.
func BenchmarkStructure(b *testing.B) {
	for _, size := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			w := filled(b, size)
			var took []time.Duration
			for b.Loop() {
				i := len(took) * 7 % size
				w.Append("talk", enginetest.Entry(fmt.Sprintf("The %s of %s is now in %s.", noun(i%(size/perNoun)), noun(1_000_000+i), noun(2_000_000+len(took)))))
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

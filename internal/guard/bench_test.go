package guard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/guard"
)

// mostTime is what 64 KiB may take, however they were made, on a
// machine that is busy with other things.
const mostTime = 5 * time.Second

func checkTime(t *testing.T, unit, text string) {
	t.Helper()
	began := time.Now()
	found := guard.Find(text)
	took := time.Since(began)
	t.Logf("%-40q %8d findings %v", unit, len(found), took.Round(time.Millisecond))
	if took > mostTime {
		t.Errorf("%q: 64 KiB took %v", unit, took)
	}
}

const sentence = "Move the release target from July 13 to July 17, because Ana's team needs two more days for the token refresh; Ben will " +
	"tell the customers today and keeps the access list up to date until then."

func BenchmarkScan(b *testing.B) {
	for name, text := range map[string]string{"200B": sentence, "1MiB": strings.Repeat(sentence+"\n", 1<<20/len(sentence))} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				guard.Find(text)
			}
		})
	}
}

package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/guard"
)

// mostGuard is the share of a remember, without waiting for a disk, that the
// guard may take of a message of 200 bytes.
const mostGuard = 0.05

// TestGuardCost measures the guard beside the remember that it is a part of, in
// one run and by turns, so that both meet the same machine; the best of five
// rounds counts.
func TestGuardCost(t *testing.T) {
	s := loopback(t)
	text := strings.Repeat("Ana moved the review of the billing service to Thursday, since the token refresh needs more tests. ", 2)
	request := body(t, map[string]any{"content": text})
	const n = 100
	best := 1.0
	for range 5 {
		began := time.Now()
		for range n {
			s.post("remember", request).want(t, 202, nil)
		}
		whole := time.Since(began)
		began = time.Now()
		for range n {
			guard.Find(text)
		}
		best = min(best, float64(time.Since(began))/float64(whole))
	}
	t.Logf("the guard takes %.2f %% of a remember of %d bytes", 100*best, len(text))
	if best > mostGuard {
		t.Errorf("more than %.0f %%", 100*mostGuard)
	}
}

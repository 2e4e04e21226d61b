package porttest

import (
	"slices"
	"sync"
)

// Trips counts round trips: the longest row of calls of which each began after
// the one before had ended. Calls that overlap in time count once, so where
// calls end at once, as in memory, the stores must be slowed for those that can
// run at once to be seen to. The zero value is ready, and safe to use from many
// goroutines.
type Trips struct {
	mu    sync.Mutex
	clock int
	spans []tripSpan
}

// tripSpan is when a call began and ended, on a clock that ticks with each.
type tripSpan struct{ begin, end int }

// Begin notes the start of a call; what it answers notes the end.
func (t *Trips) Begin() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clock++
	started := t.clock
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.clock++
		t.spans = append(t.spans, tripSpan{started, t.clock})
	}
}

// Count answers how many of the calls that ended followed one another: of all
// that begin after the last one counted, the one that ends first comes next.
func (t *Trips) Count() int {
	t.mu.Lock()
	spans := slices.Clone(t.spans)
	t.mu.Unlock()
	slices.SortFunc(spans, func(a, b tripSpan) int { return a.end - b.end })
	trips, free := 0, 0
	for _, s := range spans {
		if s.begin > free {
			trips++
			free = s.end
		}
	}
	return trips
}

// Reset forgets the calls. None may be under way.
func (t *Trips) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spans = nil
}

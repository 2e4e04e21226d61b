package main

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// figures are what was counted: since the last row, and in all.
type figures struct {
	mu        sync.Mutex
	memories  int
	abstained int
	asks      []time.Duration
	folds     []time.Duration
	tail      int // deltas that a compaction left, at most
	rowAt     time.Duration

	allMemories int
	allAsks     []time.Duration
}

func (f *figures) wrote(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.memories += n
	f.allMemories += n
}

func (f *figures) asked(took time.Duration, abstained bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asks = append(f.asks, took)
	f.allAsks = append(f.allAsks, took)
	if abstained {
		f.abstained++
	}
}

func (f *figures) folded(took time.Duration, left int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folds = append(f.folds, took)
	f.tail = max(f.tail, left)
}

func (f *figures) head(w io.Writer) {
	fmt.Fprintln(w, "| seconds | memories a second | recalls | p50 ms | p99 ms | longest | abstained | compactions | p50 ms | longest | deltas left |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
}

// row prints what there was since the last one.
func (f *figures) row(w io.Writer, at time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at-f.rowAt < time.Second {
		return
	}
	fmt.Fprintf(w, "| %.0f | %.0f | %d | %s | %s | %s | %d | %d | %s | %s | %d |\n", at.Seconds(),
		float64(f.memories)/(at-f.rowAt).Seconds(), len(f.asks), ms(quantile(f.asks, 50)), ms(quantile(f.asks, 99)), ms(quantile(f.asks, 100)),
		f.abstained, len(f.folds), ms(quantile(f.folds, 50)), ms(quantile(f.folds, 100)), f.tail)
	f.memories, f.abstained, f.asks, f.folds, f.tail, f.rowAt = 0, 0, nil, nil, 0, at
}

// total answers how many memories were written, and the p99 of all recalls.
func (f *figures) total() (memories int, p99 time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.allMemories, quantile(f.allAsks, 99)
}

func quantile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)*percent/100, len(all)-1)]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }

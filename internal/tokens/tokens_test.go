package tokens_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/tokens"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"a", 1},
		{"hello world", 2},
		{" hello", 1},
		{"tiktoken is great!", 6},
		{"<|endoftext|>", 7},
		{"1234567", 3}, // digits go by threes
		{"\n\n", 1},
	} {
		if got := tokens.Count(c.text); got != c.want {
			t.Errorf("Count(%q) = %d, want %d", c.text, got, c.want)
		}
	}
}

// A cut run counts nearly what its pieces count, and no cut falls in a rune.
func TestCountCutsLongRuns(t *testing.T) {
	piece := tokens.Count(strings.Repeat("水", tokens.MaxRun/3))
	whole := tokens.Count(strings.Repeat("水", 10*(tokens.MaxRun/3)))
	if whole < 10*piece-100 || whole > 10*piece+100 {
		t.Errorf("10 runs count %d, one counts %d", whole, piece)
	}
}

func TestHostileRuns(t *testing.T) {
	for name, text := range map[string]string{
		"one letter": strings.Repeat("x", 1<<18),
		"upper":      strings.Repeat("X", 1<<18),
		"spaces":     strings.Repeat(" ", 1<<18),
		"newlines":   strings.Repeat("\r\n", 1<<17),
		"marks":      strings.Repeat("e\u0301", 1<<16),
		"CJK":        strings.Repeat("水", 1<<16),
		"mixed case": strings.Repeat("aB", 1<<17),
		"bytes":      strings.Repeat("\xff", 1<<16),
		"slashes":    strings.Repeat("/", 1<<18),
		"apostrophe": strings.Repeat("'", 1<<18),
	} {
		start := time.Now()
		n := tokens.Count(text)
		took := time.Since(start)
		t.Logf("%s: %d tokens in %v", name, n, took)
		if n < 1 || n > len(text) || took > 10*time.Second {
			t.Errorf("%s: %d tokens of %d bytes in %v", name, n, len(text), took)
		}
	}
}

func TestCountConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if got := tokens.Count("hello world"); got != 2 {
					t.Errorf("Count = %d, want 2", got)
				}
			}
		})
	}
	wg.Wait()
}

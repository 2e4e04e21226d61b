package measure

import (
	"cmp"
	"math"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// bareIndex is the baseline: textbook BM25 over whole turns, stems by Snowball,
// function words left out, k1 1.2 and b 0.75, and nothing else.
type bareIndex struct {
	counts   []map[string]int
	length   []int
	average  float64
	contains map[string]int // turns that have a stem
}

const (
	bareK1 = 1.2
	bareB  = 0.75
)

// BareBM25 is the baseline that needs no other library.
var BareBM25 = Ranker{Name: "bare BM25", New: func(turns []string) (func(string) ([]int, error), error) {
	x := newBareIndex(turns)
	return func(question string) ([]int, error) { return x.search(question), nil }, nil
}}

func newBareIndex(turns []string) *bareIndex {
	x := &bareIndex{contains: map[string]int{}}
	total := 0
	for _, t := range turns {
		counts := map[string]int{}
		stems := stemsOf(t)
		for _, s := range stems {
			if counts[s]++; counts[s] == 1 {
				x.contains[s]++
			}
		}
		total += len(stems)
		x.counts, x.length = append(x.counts, counts), append(x.length, len(stems))
	}
	x.average = float64(total) / float64(max(len(turns), 1))
	return x
}

func stemsOf(text string) []string {
	var out []string
	for _, t := range lang.Tokens(text) {
		if t.Stop {
			continue
		}
		out = append(out, cmp.Or(t.Derived, t.Inflected, t.Exact))
	}
	return out
}

// search returns the places of the turns that share a word with a question,
// best first.
func (x *bareIndex) search(text string) []int {
	scores := map[int]float64{}
	asked := stemsOf(text)
	slices.Sort(asked)
	for _, s := range slices.Compact(asked) {
		n := float64(x.contains[s])
		idf := math.Log(1 + (float64(len(x.counts))-n+0.5)/(n+0.5))
		for i, counts := range x.counts {
			if f := float64(counts[s]); f > 0 {
				scores[i] += idf * f * (bareK1 + 1) / (f + bareK1*(1-bareB+bareB*float64(x.length[i])/x.average))
			}
		}
	}
	var out []int
	for i := range scores {
		out = append(out, i)
	}
	slices.SortFunc(out, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	return out
}

package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// bareIndex is the baseline: textbook BM25 over whole turns, stems by Snowball,
// function words left out, k1 1.2 and b 0.75, and nothing else.
type bareIndex struct {
	turns    []turn
	tokens   []int
	counts   []map[string]int
	length   []int
	average  float64
	contains map[string]int // turns that have a stem
}

const (
	bareK1 = 1.2
	bareB  = 0.75
)

func newBareIndex(d *dialogue) *bareIndex {
	x := &bareIndex{turns: d.turns, contains: map[string]int{}}
	total := 0
	for _, t := range d.turns {
		counts := map[string]int{}
		stems := stemsOf(t.content)
		for _, s := range stems {
			if counts[s]++; counts[s] == 1 {
				x.contains[s]++
			}
		}
		total += len(stems)
		x.counts, x.length = append(x.counts, counts), append(x.length, len(stems))
		x.tokens = append(x.tokens, tokens.Count(t.content))
	}
	x.average = float64(total) / float64(max(len(d.turns), 1))
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
		idf := math.Log(1 + (float64(len(x.turns))-n+0.5)/(n+0.5))
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

// askAll ranks the turns for each question, and packs them in rank order.
func (x *bareIndex) askAll(dialogue string, questions []question) []*outcome {
	var out []*outcome
	for _, q := range questions {
		found := x.search(q.text)
		o := &outcome{dialogue: dialogue, question: q, topic: answerable}
		for _, i := range found[:min(len(found), shown)] {
			o.ranked = append(o.ranked, []string{x.turns[i].id})
		}
		for _, budget := range fillBudgets {
			o.filled = append(o.filled, x.pack(found, budget))
		}
		out = append(out, o)
	}
	return out
}

// pack takes whole turns in rank order until the next does not fit.
func (x *bareIndex) pack(found []int, budget int) []string {
	var out []string
	for _, i := range found {
		if x.tokens[i] > budget {
			break
		}
		budget -= x.tokens[i]
		out = append(out, x.turns[i].id)
	}
	return out
}

package measure

import (
	"cmp"
	"math"
	"slices"
)

// first returns the turns that the first n candidates cite.
func (o *outcome) first(n int) []string {
	return slices.Concat(o.ranked[:min(n, len(o.ranked))]...)
}

// recallOf is the share of the evidence that is among turns.
func recallOf(evidence, turns []string) float64 {
	if len(evidence) == 0 {
		return 0
	}
	found := 0
	for _, e := range evidence {
		if slices.Contains(turns, e) {
			found++
		}
	}
	return float64(found) / float64(len(evidence))
}

// reciprocalRank is 1 by the place of the first candidate that cites evidence.
func (o *outcome) reciprocalRank() float64 {
	for i, turns := range o.ranked {
		for _, t := range turns {
			if slices.Contains(o.question.evidence, t) {
				return 1 / float64(i+1)
			}
		}
	}
	return 0
}

// mean is the mean of what f says of each outcome that keep lets through.
func mean(all []*outcome, keep func(*outcome) bool, f func(*outcome) float64) float64 {
	sum, n := 0.0, 0
	for _, o := range all {
		if keep(o) {
			sum += f(o)
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// auc is the share of pairs of a good and a bad score that are in the right
// order, equal ones counting half: the area under the ROC curve.
func auc(good, bad []float64) float64 {
	if len(good) == 0 || len(bad) == 0 {
		return math.NaN()
	}
	bad = slices.Sorted(slices.Values(bad))
	sum := 0.0
	for _, g := range good {
		below, _ := slices.BinarySearch(bad, g)
		upTo, _ := slices.BinarySearchFunc(bad, g, func(b, g float64) int {
			if b <= g {
				return -1
			}
			return cmp.Compare(b, g)
		})
		sum += float64(below) + float64(upTo-below)/2
	}
	return sum / float64(len(good)*len(bad))
}

// bin is one row of a calibration table.
type bin struct {
	n                int
	said, right, sum float64 // mean confidence, share answerable
}

// bins is how many bins a calibration error is measured in.
const bins = 10

// calibration sorts predictions into bins of equal width and returns them with
// the expected calibration error: the mean distance of said and right, each bin
// by its size.
func calibration(said []float64, right []bool) ([bins]bin, float64) {
	var table [bins]bin
	for i, p := range said {
		b := &table[min(int(p*bins), bins-1)]
		b.n++
		b.sum += p
		if right[i] {
			b.right++
		}
	}
	off := 0.0
	for i := range table {
		b := &table[i]
		if b.n > 0 {
			b.said, b.right = b.sum/float64(b.n), b.right/float64(b.n)
			off += math.Abs(b.said-b.right) * float64(b.n)
		}
	}
	return table, off / float64(max(len(said), 1))
}

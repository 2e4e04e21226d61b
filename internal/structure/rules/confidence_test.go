package rules_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// notSo are the kinds of pairs whose later statement, if it is noted at all,
// says what is not so or not known to be: everything else in the pairs is so.
var notSo = map[string]bool{"question": true, "hypothetical": true, "wish": true, "joke": true, "quote": true,
	"question2": true, "hypothetical2": true, "quote2": true}

// reliability counts, by confidence, the statements and those that are so.
type reliability map[float64]*[2]int

func (r reliability) add(confidence float64, so bool) {
	if r[confidence] == nil {
		r[confidence] = &[2]int{}
	}
	r[confidence][0]++
	if so {
		r[confidence][1]++
	}
}

// off is the expected calibration error: the mean distance of what was said and
// what is so, each level by its size.
func (r reliability) off() float64 {
	sum, n := 0.0, 0
	for said, c := range r {
		sum += math.Abs(said*float64(c[0]) - float64(c[1]))
		n += c[0]
	}
	return sum / float64(n)
}

// TestConfidence compares the confidence of statements with whether what they
// say is so, in the pairs that were tuned on and in those that were not.
func TestConfidence(t *testing.T) {
	r := rules.New()
	for _, set := range []struct {
		file  string
		pairs int
		limit float64
	}{{updateDevFile, updateDevPairs, 0.05}, {updatePairsFile, 300, 0.06}} {
		table := reliability{}
		for _, p := range readUpdatePairs(t, set.file, set.pairs) {
			for _, s := range readUpdateEvent(t, r, &p, &p.Earlier, 1, nil) {
				table.add(s.Confidence, true)
			}
			for _, s := range readUpdateEvent(t, r, &p, &p.Later, 2, nil) {
				table.add(s.Confidence, !notSo[p.Kind])
			}
		}
		if off := table.off(); off > set.limit {
			t.Errorf("%s: calibration error %.3f, more than %.2f", set.file, off, set.limit)
		}
		for _, said := range slices.Sorted(maps.Keys(table)) {
			c := table[said]
			t.Logf("%s: %.2f | %d | %.3f", set.file[21:], said, c[0], float64(c[1])/float64(c[0]))
		}
		t.Logf("%s: calibration error %.3f", set.file[21:], table.off())
	}
}

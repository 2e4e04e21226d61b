package curate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MaxMoves is how many nodes one verb of upkeep moves.
const MaxMoves = 100

// MaxThreshold is the most that a threshold of upkeep can be.
const MaxThreshold = 36_525

// Hygiene moves what nobody touched one layer down, as [graph.View.HygienePlan]
// says: at most MaxMoves nodes, which one undo takes back. With dryRun it only
// tells what it would move.
func Hygiene(dryRun bool) Rule {
	return func(_ context.Context, w *Work) (*Result, error) {
		if w.Initiative == "" {
			return nil, kaibo.InvalidField("initiative", "must be given: upkeep is of one initiative")
		}
		moves := w.View.HygienePlan(w.View.Scope(w.Initiative), w.View.ThresholdsOf(w.Initiative), w.Event.OccurredAt)
		if len(moves) == 0 {
			return &Result{Unchanged: true, Text: "Nothing is to be moved."}, nil
		}
		left := max(0, len(moves)-MaxMoves)
		moves = moves[:len(moves)-left]
		r := &Result{Unchanged: dryRun, Text: movesText(moves, left, dryRun)}
		for _, m := range moves {
			r.Others = append(r.Others, m.ID)
			w.Set(m.ID, graph.AttrLayer, m.To)
		}
		r.Node, r.Others = r.Others[0], r.Others[1:]
		return r, nil
	}
}

// maxToldMoves is how many moves a sentence tells one by one.
const maxToldMoves = 10

func movesText(moves []graph.Move, left int, dryRun bool) string {
	told := make([]string, 0, maxToldMoves)
	for i := range moves[:min(len(moves), maxToldMoves)] {
		m := &moves[i]
		told = append(told, fmt.Sprintf("%s from %s to %s (%s)", called(&m.Node), m.Layer, m.To, m.Why))
	}
	verb := "Moved"
	if dryRun {
		verb = "Would move"
	}
	text := fmt.Sprintf("%s %d: %s.", verb, len(moves), strings.Join(told, ", "))
	if more := len(moves) - len(told); more > 0 {
		text += fmt.Sprintf(" And %d like them.", more)
	}
	if left > 0 {
		text += fmt.Sprintf(" %d more are left for the next time.", left)
	}
	return text
}

// SetThreshold sets a threshold of an initiative's upkeep, by its name; a value of
// nil goes back to the default.
func SetThreshold(name string, value *int) Rule {
	return func(_ context.Context, w *Work) (*Result, error) {
		if w.Initiative == "" {
			return nil, kaibo.InvalidField("initiative", "must be given: thresholds are of one initiative")
		}
		if !slices.Contains(graph.ThresholdNames(), name) {
			return nil, kaibo.InvalidField("threshold", "must be one of %s", strings.Join(graph.ThresholdNames(), ", "))
		}
		now, wanted := w.View.ThresholdsOf(w.Initiative), graph.DefaultThresholds
		text := ""
		if value != nil {
			if *value < 1 || *value > MaxThreshold {
				return nil, kaibo.InvalidField("value", "must be from 1 to %d", MaxThreshold)
			}
			*wanted.Field(name), text = *value, strconv.Itoa(*value)
		}
		if w.View.Attr(w.Initiative, graph.AttrUpkeep+name) == text {
			return &Result{Unchanged: true, Text: fmt.Sprintf("%s is %d already.", name, *now.Field(name))}, nil
		}
		w.Set(w.Initiative, graph.AttrUpkeep+name, text)
		return &Result{Text: fmt.Sprintf("%s is %d; it was %d.", name, *wanted.Field(name), *now.Field(name))}, nil
	}
}

package graph_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestABoundedAwakeningBeginsAsTheWholeOne compares lists and totals for random
// histories.
func TestABoundedAwakeningBeginsAsTheWholeOne(t *testing.T) {
	for seed := range uint64(40) {
		s := tell(seed+9000, 80)
		v := fold(t, s.changes).At(s.now+kaibo.Time(seed%7-3)*1000, kaibo.Forever)
		for _, scope := range []graph.Scope{v.Scope(), v.Scope("ini_a"), v.Scope("ini_a", "ini_b")} {
			whole, some := v.Awake(scope), v.AwakeFirst(scope, 1)
			lists := func(a *graph.Awakening) [][]graph.Node {
				return [][]graph.Node{a.Core, a.Pins, a.Tasks, a.Reminders, a.Review, a.Claims, a.Hot, a.Settled, a.Chains, a.Warm, a.Recent, a.Ended, a.Finished}
			}
			short := lists(some)
			for i, list := range lists(whole) {
				if diff := cmp.Diff(list[:min(1, len(list))], short[i], cmp.Transformer("", func(l []graph.Node) string { return fmt.Sprint(l) })); diff != "" {
					t.Fatalf("seed %d: list %d: %s", seed, i, diff)
				}
			}
			if diff := cmp.Diff(whole.Totals, some.Totals); diff != "" || whole.Totals.Recent != len(whole.Recent) || whole.Totals.Warm != len(whole.Warm) {
				t.Fatalf("seed %d: totals %s", seed, diff)
			}
		}
	}
	b := build(t).nodes("a")
	if a := b.now().Awake(graph.Scope{}); a.Total != 0 {
		t.Errorf("a scope that sees nothing sees %d", a.Total)
	}
}

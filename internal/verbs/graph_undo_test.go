//go:build !lean

package verbs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestAnySequenceIsUndoneAndDoneAgain takes random verbs back in the reverse of
// their order, and has them again.
func TestAnySequenceIsUndoneAndDoneAgain(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := (&writing{}).begin(t)
			random := rand.New(rand.NewPCG(seed, 8))
			states := []map[string]string{w.now()}
			var events []string
			for len(events) < 25 {
				verb, body := randomVerb(random, len(events))
				a, err := w.call(verb, body)
				if err != nil && kaibo.KindOf(err) == kaibo.Internal {
					t.Fatalf("%s %s: %v", verb, body, err)
				}
				if err == nil && a.at("event") != nil {
					events, states = append(events, a.text("event.id")), append(states, w.now())
				}
			}
			undos := make([]string, len(events))
			for i := len(events) - 1; i >= 0; i-- {
				undos[i] = w.must("undo", `{"event": "`+events[i]+`", "initiative": "launch"}`).text("event.id")
				if diff := cmp.Diff(states[i], w.now()); diff != "" {
					t.Fatalf("undo %d (-before +undone):\n%s", i, diff)
				}
			}
			for i := range undos {
				w.must("undo", `{"event": "`+undos[i]+`", "initiative": "launch"}`)
				if diff := cmp.Diff(states[i+1], w.now()); diff != "" {
					t.Fatalf("redo %d (-after +again):\n%s", i, diff)
				}
			}
			w.Settle()
			w.CheckFsck()
			w.CheckRebuild()
		})
	}
}

// randomVerb makes a call; many are refused.
func randomVerb(r *rand.Rand, n int) (verb, body string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	node := func() string { return pick("rollout", "pool", "letter", "n1", "n2", "n3", "n5", "n8") }
	calls := [][2]string{
		{pick("idea", "jot", "claim", "task"), fmt.Sprintf(`{"content": "Number %d.", "name": "n%d", "links": [{"to": %q, "type": "refers_to"}]}`, n, n, node())},
		{"layer", fmt.Sprintf(`{"node": %q, "layer": %q}`, node(), pick("core", "hot", "cold"))},
		{"tag", fmt.Sprintf(`{"node": %q, "tags": [%q]}`, node(), pick("a", "b"))},
		{"untag", fmt.Sprintf(`{"node": %q, "tags": [%q]}`, node(), pick("a", "b", "plan"))},
		{"link", fmt.Sprintf(`{"from": %q, "to": %q, "type": "causal", "weight": %.1f}`, node(), node(), r.Float64())},
		{"unlink", fmt.Sprintf(`{"from": %q, "to": %q, "type": "causal"}`, node(), node())},
		{"revise", fmt.Sprintf(`{"node": %q, "content": "Version %d."}`, node(), n)},
		{"supersede", fmt.Sprintf(`{"node": %q, "by": %q}`, node(), node())},
		{"flag", fmt.Sprintf(`{"node": %q, "kind": "review"}`, node())},
		{"close_review", fmt.Sprintf(`{"node": %q, "outcome": %q}`, node(), pick("stands", "ends"))},
		{pick("confirm", "refute", "inconclusive"), fmt.Sprintf(`{"claim": %q, "because": "So it is."}`, node())},
		{"done", fmt.Sprintf(`{"node": %q, "content": "Done %d."}`, node(), n)},
		{"slot", fmt.Sprintf(`{"role": %q, "node": %q}`, pick("lead", "plan"), node())},
		{"unslot", fmt.Sprintf(`{"role": %q}`, pick("lead", "plan"))},
		{pick("settle", "unsettle", "pin", "unpin"), fmt.Sprintf(`{"node": %q}`, node())},
	}
	c := calls[r.IntN(len(calls))]
	return c[0], strings.TrimSuffix(c[1], "}") + `, "initiative": "launch"}`
}

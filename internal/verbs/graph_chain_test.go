//go:build !lean

package verbs_test

import (
	"strings"
	"testing"
)

// TestAChainIsNoTrail: keeping a trail does not change which trail is the
// strongest, and a stronger one that comes later makes the chain stale.
func TestAChainIsNoTrail(t *testing.T) {
	w := (&writing{}).begin(t)
	w.must("link", `{"from": "rollout", "to": "pool", "type": "causal", "weight": 0.5, "initiative": "launch"}`)
	w.must("link", `{"from": "pool", "to": "letter", "type": "causal", "weight": 0.5, "initiative": "launch"}`)
	const asked = `{"from": "rollout", "to": "letter", "initiative": "launch"}`
	before := w.must("path", asked)
	w.must("chain", `{"from": "rollout", "to": "letter", "name": "kept", "initiative": "launch"}`)
	if after := w.must("path", asked); after.at("strength") != 0.25 || after.text("text") != before.text("text") {
		t.Errorf("before %s, after %s", asJSON(before), asJSON(after))
	}
	const why = `{"chain": "kept", "initiative": "launch"}`
	if a := w.must("why", why); strings.Contains(a.text("text"), "Stale:") {
		t.Errorf("a new chain is stale: %s", asJSON(a))
	}
	w.must("link", `{"from": "rollout", "to": "letter", "type": "causal", "weight": 0.9, "initiative": "launch"}`)
	if a := w.must("why", why); !strings.Contains(a.text("text"), "Stale: a stronger trail is rollout → letter (0.9)") {
		t.Errorf("a chain with a stronger trail beside it: %s", asJSON(a))
	}
}

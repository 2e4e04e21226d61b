//go:build !lean

package verbs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// grown is a world where nodes of two initiatives are hot, one of them pinned,
// and nothing was touched for three weeks.
func grown(t *testing.T) *graphWorld {
	t.Helper()
	w := (&writing{}).begin(t)
	w.must("layer", `{"node": "rollout", "layer": "hot", "initiative": "launch"}`)
	w.must("layer", `{"node": "pool", "layer": "hot", "initiative": "launch"}`)
	w.must("pin", `{"node": "pool", "initiative": "launch"}`)
	w.must("idea", `{"content": "Sell less.", "name": "less", "layer": "hot", "initiative": "other"}`)
	w.Ports.Clock.Advance(21 * 24 * time.Hour)
	return w
}

func TestHygieneLetsSinkWhatNobodyTouched(t *testing.T) {
	w := grown(t)
	before := w.now()
	foreseen := w.must("hygiene", `{"initiative": "launch"}`)
	if foreseen.at("unchanged") != true || !strings.Contains(foreseen.text("text"), `Would move 1: "rollout" from hot to warm`) {
		t.Errorf("a dry run answered %s", asJSON(foreseen))
	}
	if diff := cmp.Diff(before, w.now()); diff != "" {
		t.Errorf("a dry run changed the graph (-before +after):\n%s", diff)
	}
	done := w.must("hygiene", `{"dryRun": false, "initiative": "launch"}`)
	if done.text("node.name") != "rollout" || done.text("node.layer") != "warm" || done.at("nodes") != nil {
		t.Errorf("answered %s", asJSON(done))
	}
	if again := w.must("hygiene", `{"dryRun": false, "initiative": "launch"}`); again.at("unchanged") != true {
		t.Errorf("at once again: answered %s", asJSON(again))
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
	w.must("undo", `{"event": "`+done.text("event.id")+`", "initiative": "launch"}`)
	if diff := cmp.Diff(before, w.now()); diff != "" {
		t.Errorf("undone, the graph is another (-before +undone):\n%s", diff)
	}
	if _, err := w.call("hygiene", `{}`); kaibo.KindOf(err) != kaibo.Invalid {
		t.Errorf("without an initiative: %v", err)
	}
}

func TestThresholdsAreOfAnInitiative(t *testing.T) {
	w := grown(t)
	w.must("hygiene.set", `{"threshold": "hotDays", "value": 30, "initiative": "launch"}`)
	if a := w.must("hygiene.set", `{"threshold": "hotDays", "value": 30, "initiative": "launch"}`); a.at("unchanged") != true {
		t.Errorf("the same again: answered %s", asJSON(a))
	}
	if a := w.must("hygiene", `{"initiative": "launch"}`); a.text("text") != "Nothing is to be moved." {
		t.Errorf("answered %s", asJSON(a))
	}
	if a := w.must("hygiene", `{"initiative": "other"}`); !strings.Contains(a.text("text"), `Would move 1: "less"`) {
		t.Errorf("another initiative's: answered %s", asJSON(a))
	}
	w.must("hygiene.set", `{"threshold": "hotDays", "initiative": "launch"}`)
	if a := w.must("hygiene", `{"initiative": "launch"}`); !strings.Contains(a.text("text"), "Would move 1") {
		t.Errorf("by the default again: answered %s", asJSON(a))
	}
	for _, body := range []string{`{"threshold": "days", "value": 3, "initiative": "launch"}`, `{"threshold": "hotDays", "value": 3}`,
		`{"threshold": "hotDays", "value": 0, "initiative": "launch"}`, `{"threshold": "hotDays", "value": 36526, "initiative": "launch"}`} {
		if _, err := w.call("hygiene.set", body); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: answered %v", body, err)
		}
	}
	w.limited = w.initiatives()[1:2]
	if _, err := w.call("hygiene", `{"initiative": "launch"}`); kaibo.KindOf(err) != kaibo.Forbidden {
		t.Errorf("a key of another initiative: %v", err)
	}
}

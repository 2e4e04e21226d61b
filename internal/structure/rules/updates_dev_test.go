package rules_test

import (
	"os"
	"slices"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// updateDevFile holds the pairs that the rules may be tuned on. Figures over it
// say how well they fit, never how well they generalise.
const (
	updateDevFile  = "../../../testdata/updates/dev.jsonl"
	updateDevPairs = 1853
)

// TestUpdateDevPairs runs the development set as [TestUpdatePairs] runs the
// blind one. With -v it lists the errors of the half named by
// KAIBO_DEV_HALF ("seen", "held out", "all"), so that one half can be looked at
// and the other kept for a check.
func TestUpdateDevPairs(t *testing.T) {
	structurer := rules.New()
	pairs := readUpdatePairs(t, updateDevFile, updateDevPairs)
	results := make([]updateResult, len(pairs))
	for i := range pairs {
		results[i] = judgeUpdatePair(t, structurer, &pairs[i])
	}
	for _, half := range []string{"seen", "held out", "all"} {
		part := slices.DeleteFunc(slices.Clone(results), func(r updateResult) bool { return !updateHalves[half](r.pair) })
		for _, lang := range []string{"all", "en", "de", "es", "fr", "pt"} {
			got := measureUpdates(part, lang)
			t.Logf("%s, %-3s replaces: %v; of another kind: %d; same: %v", half, lang, got.replaces, got.kinds, got.same)
			if half == "all" {
				checkUpdateFloor(t, lang, got, updateDevFloors[lang])
			}
		}
	}
	if half, ok := updateHalves[os.Getenv("KAIBO_DEV_HALF")]; ok {
		part := slices.DeleteFunc(slices.Clone(results), func(r updateResult) bool { return !half(r.pair) })
		logUpdateErrors(t, part)
	}
}

// updateDevFloors are the figures when they were last written down, as
// updateFloors are.
var updateDevFloors = map[string]updateFigures{
	"all": {replaces: updateCounts{836, 4, 115}, same: updateCounts{1, 0, 0}, kinds: 31},
	"en":  {replaces: updateCounts{539, 4, 94}, same: updateCounts{1, 0, 0}, kinds: 25},
	"de":  {replaces: updateCounts{74, 0, 3}, same: updateCounts{0, 0, 0}},
	"es":  {replaces: updateCounts{70, 0, 4}, same: updateCounts{0, 0, 0}, kinds: 2},
	"fr":  {replaces: updateCounts{88, 0, 6}, same: updateCounts{0, 0, 0}, kinds: 2},
	"pt":  {replaces: updateCounts{65, 0, 8}, same: updateCounts{0, 0, 0}, kinds: 2},
}

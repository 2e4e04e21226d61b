package ledger_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

func TestInitiatives(t *testing.T) {
	w := newWorld()
	ids, err := w.EnsureInitiatives(background, project, []string{"launch", "hiring"})
	if err != nil || len(ids) != 2 || ids[0] == ids[1] {
		t.Fatalf("ids %v, %v", ids, err)
	}
	if len(ids[0]) != 20 || !strings.HasPrefix(ids[0], "ini_") {
		t.Errorf("id %q", ids[0])
	}
	for name, l := range map[string]*ledger.Ledger{"same process": w.Ledger, "other process": w.process(nil)} {
		again, err := l.EnsureInitiatives(background, project, []string{"hiring", "launch"})
		if diff := cmp.Diff([]string{ids[1], ids[0]}, again); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		found, err := l.InitiativeIDs(background, project, []string{"none", "launch", "nor this"})
		if diff := cmp.Diff([]string{ids[0]}, found); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		names, err := l.InitiativeNames(background, project, []string{ids[1], "ini_gone", ids[0]})
		if diff := cmp.Diff([]string{"hiring", "ini_gone", "launch"}, names); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	there, err := w.EnsureInitiatives(background, other, []string{"launch"})
	if err != nil || there[0] == ids[0] {
		t.Errorf("the project next door has the same initiative: %v, %v", there, err)
	}
	scan(t, w, kaibo.Records, project.ID+"/in", func(it kaibo.Item) {
		if strings.Contains(it.Partition+it.Sort, "launch") {
			t.Errorf("key %s %s is made from a name", it.Partition, it.Sort)
		}
	})
}

func TestLookingForInitiativesMakesNone(t *testing.T) {
	w := newWorld()
	ids, err := w.InitiativeIDs(background, project, []string{"a", "b"})
	if err != nil || len(ids) != 0 {
		t.Errorf("ids %v, %v", ids, err)
	}
	nothingStored(t, w)
}

func TestManyInitiativeNames(t *testing.T) {
	w := newWorld()
	want := names(2*kaibo.MaxInitiatives + 30)
	var ids []string
	for i := 0; i < len(want); i += kaibo.MaxInitiatives {
		made, err := w.EnsureInitiatives(background, project, want[i:min(i+kaibo.MaxInitiatives, len(want))])
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, made...)
	}
	got, err := w.InitiativeNames(background, project, ids)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestRaceToMakeAnInitiative(t *testing.T) {
	const n = 8
	w := newWorld()
	var wg sync.WaitGroup
	ids := make([][]string, n)
	for i := range n {
		l := w.over(w.table)
		wg.Go(func() {
			var err error
			e := message("race")
			e.Details.Initiatives = []string{"x", "y"}
			mustAppend(t, l, fmt.Sprint("stream", i), e)
			if ids[i], err = l.EnsureInitiatives(background, project, e.Details.Initiatives); err != nil {
				t.Errorf("ensure: %v", err)
			}
		})
	}
	wg.Wait()
	for i := range n {
		if diff := cmp.Diff(ids[0], ids[i]); diff != "" {
			t.Errorf("processes differ:\n%s", diff)
		}
	}
	for _, partition := range []string{"/in", "/ini/"} {
		items := 0
		scan(t, w, kaibo.Records, project.ID+partition, func(it kaibo.Item) {
			if partition == "/ini/" || it.Partition == project.ID+"/in" {
				items++
			}
		})
		if items != 2 {
			t.Errorf("%d items in %s, want 2", items, partition)
		}
	}
	checkLedger(t, w)
}

// TestInitiativeFaults lets every operation of making one fail in every way;
// after it, the next call answers one id, and it has the name.
func TestInitiativeFaults(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w := newWorld()
		first, err := w.process(plan).EnsureInitiatives(background, project, []string{"x"})
		ids, again := w.Ledger.EnsureInitiatives(background, project, []string{"x"})
		if again != nil {
			t.Fatalf("again: %v", again)
		}
		if err == nil && !cmp.Equal(first, ids) {
			t.Errorf("first %v, then %v", first, ids)
		}
		got, err := w.InitiativeNames(background, project, ids)
		if err != nil || !cmp.Equal(got, []string{"x"}) {
			t.Errorf("names %v, %v", got, err)
		}
	})
}

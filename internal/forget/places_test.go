package forget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// placed holds that every entry of the deletion ledger is found by its id in at
// most so many calls of the table.
func placed(t *testing.T, w *enginetest.World, calls int) {
	t.Helper()
	entries := deletions(t, w)
	for i := range entries {
		counter := porttest.NewCounter()
		ports := w.Ports
		ports.Table = counter.Table(ports.Table)
		got, err := enginetest.Over(t, ports).Ledger.Receipt(t.Context(), w.Project, entries[i].ID)
		if diff := cmp.Diff(&entries[i], got); err != nil || diff != "" {
			t.Errorf("entry %d: %v\n%s", i+1, err, diff)
		}
		if n := counter.Of(porttest.OpGet).Calls + counter.Of(porttest.OpQuery).Calls; n > calls {
			t.Errorf("entry %d of %d is found in %d calls", i+1, len(entries), n)
		}
	}
	for _, id := range []string{"", "rcp_", "rcp_aaaaaaaaaaaaaaaa", "evt_aaaaaaaaaaaaaaaa"} {
		if got, err := w.Ledger.Receipt(t.Context(), w.Project, id); kaibo.KindOf(err) != kaibo.NotFound {
			t.Errorf("%q answers %+v, %v", id, got, err)
		}
	}
}

// TestAReceiptIsFoundByItsID at once, also one of the many of a large deed, and
// those that say purged.
func TestAReceiptIsFoundByItsID(t *testing.T) {
	for name, with := range map[string]int{"in one Commit": 40, "before": 1} {
		t.Run(name, func(t *testing.T) {
			forget.PlaceWith(t, with)
			w := enginetest.New(t)
			var b strings.Builder
			for i := range 600 {
				fmt.Fprintf(&b, "subject%d is value%d\n", i, i)
			}
			large, small := w.Say("main", b.String()), w.Say("main", "tea is green")
			w.Settle()
			sel := forget.Selector{EventID: large.ID}
			set, err := w.Forget.Select(t.Context(), w.Project, sel)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: sel, Preview: set.Preview()}); err != nil {
				t.Fatal(err)
			}
			w.Take(forget.Selector{EventID: small.ID})
			placed(t, w, 2)
			w.Purge()
			if n := len(deletions(t, w)); n != 6 {
				t.Fatalf("the ledger has %d entries", n)
			}
			placed(t, w, 2)
			w.CheckFsck()
			w.CheckRebuild()
		})
	}
}

// TestReceiptsOfAnOlderVersion have no places: they are walked until the views are
// rebuilt, also when newer ones are placed.
func TestReceiptsOfAnOlderVersion(t *testing.T) {
	w := enginetest.New(t)
	for i := range 3 {
		w.Say("main", fmt.Sprintf("tea%d is green", i))
		w.Settle()
		w.Take(forget.Selector{Query: fmt.Sprintf("tea%d", i)})
	}
	unplace(t, w)
	placed(t, w, 2) // a Get, a page
	w.Say("main", "dog is old")
	w.Settle()
	w.Take(forget.Selector{Query: "dog"})
	placed(t, w, 2)
	w.CheckFsck()
	if n, err := w.Ledger.PlaceReceipts(t.Context(), w.Project); n != 3 || err != nil {
		t.Errorf("%d are placed, %v", n, err)
	}
	if n, err := w.Ledger.PlaceReceipts(t.Context(), w.Project); n != 0 || err != nil {
		t.Errorf("once more %d are placed, %v", n, err)
	}
	unplace(t, w)
	if _, err := w.Views.Rebuild(t.Context(), w.Project, w.Ports.Scan, nil); err != nil {
		t.Fatal(err)
	}
	if got := everyByte(t, w.Ports, "/xi/rcp_"); len(got) != 4 {
		t.Errorf("after a rebuild there are %v", got)
	}
	placed(t, w, 2)
}

// unplace leaves the deletion ledger as an older version wrote it.
func unplace(t *testing.T, w *enginetest.World) {
	t.Helper()
	key := kaibo.DeletionHeadKey(w.Project.ID)
	items, err := w.Ports.Table.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	var head kaibo.Head
	if err := items[0].Decode(&head); err != nil {
		t.Fatal(err)
	}
	head.PlacedFrom = 0
	writes := []kaibo.Write{kaibo.PutOver(key, items[0].Version, kaibo.Encode(head))}
	for _, r := range deletions(t, w) {
		writes = append(writes, kaibo.DeleteAny(kaibo.ReceiptPlaceKey(w.Project.ID, r.ID)))
	}
	if err := w.Ports.Table.Commit(t.Context(), writes); err != nil {
		t.Fatal(err)
	}
	if got := everyByte(t, w.Ports, "/xi/rcp_"); len(got) > 0 {
		t.Fatalf("there are %v", slices.Sorted(slices.Values(got)))
	}
}

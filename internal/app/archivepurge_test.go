package app_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestALoadedProjectIsPurged loads an archive that was taken within the grace of
// a deed of forgetting, before and after that grace is over: the load checks
// clean, the purge comes when the receipt says, once, and is in the ledger.
func TestALoadedProjectIsPurged(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	begin := kaibo.TimeOf(time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC))
	now := begin
	clock := func() kaibo.Time { return now }
	a := openWith(t, app.Options{Dir: filepath.Join(dir, "data"), Grace: time.Hour, Clock: clock})
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	must(t, h, "gate", "remember", `{"content": "The code word is heron.", "wait": true}`)
	must(t, h, "gate", "remember", `{"content": "The gate opens at six.", "wait": true}`)
	must(t, h, "gate", "forget", `{"query": "heron", "reason": "asked"}`)
	file := filepath.Join(dir, "gate.tar.gz")
	must(t, h, "gate", "archive.export", fmt.Sprintf(`{"path": %q}`, file))

	for _, c := range []struct {
		name string
		late time.Duration // when it is loaded
		more time.Duration // until the purge is due
	}{
		{"within the grace", 0, 61 * time.Minute},
		{"after the grace", 2 * time.Hour, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			now = begin + kaibo.Time(c.late/time.Millisecond)
			other := openWith(t, app.Options{Dir: filepath.Join(t.TempDir(), "data"), Grace: time.Hour, Clock: clock})
			defer other.Close()
			there, err := other.Handler(app.Exposure{Loopback: true})
			if err != nil {
				t.Fatal(err)
			}
			if made := must(t, there, "", "archive.load", fmt.Sprintf(`{"path": %q}`, file)); made["ok"] != true {
				t.Fatalf("loaded: %v", made)
			}
			wantLedger(t, there, "forgotten")
			if c.more > 0 {
				if err := other.Settle(ctx); err != nil {
					t.Fatal(err)
				}
				wantLedger(t, there, "forgotten")
			}
			now += kaibo.Time(c.more / time.Millisecond)
			for range 2 { // a second time there is nothing to purge
				if err := other.Settle(ctx); err != nil {
					t.Fatal(err)
				}
				wantLedger(t, there, "forgotten", "purged")
			}
			if out := must(t, there, "gate", "recall", `{"question": "When does the gate open?"}`); len(out["items"].([]any)) == 0 {
				t.Errorf("recall: %v", out)
			}
			again := filepath.Join(t.TempDir(), "again.tar.gz") // whose chains and roots are computed anew
			must(t, there, "gate", "archive.export", fmt.Sprintf(`{"path": %q}`, again))
			if out := must(t, there, "", "archive", fmt.Sprintf(`{"path": %q}`, again)); out["deletions"].(float64) != 2 {
				t.Errorf("checked: %v", out)
			}
		})
	}
}

// wantLedger wants the deletion ledger to have entries of these kinds, the
// second said of the first, and the project to check clean.
func wantLedger(t *testing.T, h http.Handler, kinds ...string) {
	t.Helper()
	items := must(t, h, "gate", "deletions", `{}`)["items"].([]any)
	var got []string
	for _, item := range items {
		got = append(got, item.(map[string]any)["kind"].(string))
	}
	if d := cmp.Diff(kinds, got); d != "" {
		t.Errorf("the ledger (-want +got):\n%s", d)
	}
	if len(items) == 2 && items[1].(map[string]any)["receiptId"] != items[0].(map[string]any)["id"] {
		t.Errorf("the ledger: %v", items)
	}
	if out := must(t, h, "gate", "fsck", `{}`); out["ok"] != true {
		t.Errorf("fsck: %v", out)
	}
}

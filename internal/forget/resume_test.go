package forget_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// stopping is a table that writes nothing any more once a deed has begun.
type stopping struct {
	kaibo.Table
	stopped bool
}

// Commit implements kaibo.Table.
func (s *stopping) Commit(ctx context.Context, writes []kaibo.Write) error {
	if s.stopped {
		return errors.New("stopped")
	}
	for _, w := range writes {
		s.stopped = s.stopped || w.Item.Partition == kaibo.DeedsPartition
	}
	return s.Table.Commit(ctx, writes)
}

// stoppedDeed leaves a deed whose plan is stored and that is not entered.
func stoppedDeed(t *testing.T) *enginetest.World {
	t.Helper()
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	ports := w.Ports
	ports.Table = &stopping{Table: ports.Table}
	_, err := enginetest.Over(t, ports).Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{Query: "tea"}})
	if err == nil {
		t.Fatal("the deed did not stop")
	}
	w.Ports.Clock.Advance(10 * time.Minute)
	return w.Restart()
}

// TestDeedsOfOthersHoldUpNone has markers that cannot be read, of a project that
// is not there, and of one that is being loaded, before the deed of a project.
func TestDeedsOfOthersHoldUpNone(t *testing.T) {
	w := stoppedDeed(t)
	ctx := t.Context()
	marker := func(project string) kaibo.Key { return kaibo.Key{Partition: kaibo.DeedsPartition, Sort: project} }
	err := w.Ports.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutNew(marker("a-broken"), 1, []byte(`5`)),
		kaibo.PutNew(marker("a-gone"), 1, []byte(`{"project":"a-gone","receiptId":"rcp_a","at":"2026-01-01T00:00:00Z"}`)),
		kaibo.PutNew(marker("a-loading"), 1, []byte(`{"project":"a-loading","receiptId":"rcp_b","at":"2026-01-01T00:00:00Z"}`)),
		kaibo.PutNew(kaibo.LoadingKey("a-loading"), 1, nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	n, err := w.Forget.Resume(ctx)
	if n != 1 || err == nil || kaibo.KindOf(err) == kaibo.NotFound {
		t.Errorf("%d resumed, %v", n, err)
	}
	items, err := w.Ports.Table.Get(ctx, marker("a-broken"), marker("a-gone"), marker("a-loading"), marker(w.Project.ID))
	if err != nil {
		t.Fatal(err)
	}
	for i, there := range []bool{true, false, true, false} {
		if items[i].Found() != there {
			t.Errorf("the marker of %s is there: %t", items[i].Sort, !there)
		}
	}
	if got := w.Found("tea"); len(got) > 0 {
		t.Errorf("what was forgotten is in %v", got)
	}
}

// TestResumeInLooksAtOneProject finishes a deed though that of another project
// fails.
func TestResumeInLooksAtOneProject(t *testing.T) {
	w := stoppedDeed(t)
	ctx := t.Context()
	broken := kaibo.Key{Partition: kaibo.DeedsPartition, Sort: "a-broken"}
	if err := w.Ports.Table.Commit(ctx, []kaibo.Write{kaibo.PutNew(broken, 1, []byte(`5`))}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Forget.ResumeIn(ctx, w.Project), w.Forget.ResumeIn(ctx, w.Project)); err != nil {
		t.Fatal(err)
	}
	if entries, _, err := w.Ledger.Deletions(ctx, w.Project, 0, 10); err != nil || len(entries) != 1 {
		t.Errorf("the ledger has %+v, %v", entries, err)
	}
}

// TestWhatIsDueOfALoadWaitsForIt has an expiry and a purge of a project that is
// being loaded, and of one that is gone.
func TestWhatIsDueOfALoadWaitsForIt(t *testing.T) {
	w := enginetest.New(t)
	ctx := t.Context()
	past := kaibo.TimeKey(0)
	at := func(partition, project string) kaibo.Key {
		return kaibo.Key{Partition: partition, Sort: past + "/" + project + "/evt_aaaaaaaaaaaaaaaa"}
	}
	writes := []kaibo.Write{kaibo.PutNew(kaibo.LoadingKey("loading"), 1, nil)}
	for _, project := range []string{"loading", "gone"} {
		writes = append(writes,
			kaibo.PutNew(at(kaibo.ExpirePartition, project), 1, []byte(`{"project":"`+project+`","events":[{"eventId":"evt_aaaaaaaaaaaaaaaa","at":"2026-01-01T00:00:00Z"}]}`)),
			kaibo.PutNew(at(kaibo.PurgePartition, project), 1, []byte(`{"project":"`+project+`","receiptId":"rcp_a","at":"2026-01-01T00:00:00Z"}`)))
	}
	if err := w.Ports.Table.Commit(ctx, writes); err != nil {
		t.Fatal(err)
	}
	_, expireErr := w.Forget.Expire(ctx)
	_, purgeErr := w.Forget.Purge(ctx)
	if err := errors.Join(expireErr, purgeErr); err != nil {
		t.Fatal(err)
	}
	for _, partition := range []string{kaibo.ExpirePartition, kaibo.PurgePartition} {
		items, err := w.Ports.Table.Get(ctx, at(partition, "loading"), at(partition, "gone"))
		if err != nil {
			t.Fatal(err)
		}
		if !items[0].Found() || items[1].Found() {
			t.Errorf("%s: of the load %t, of what is gone %t", partition, items[0].Found(), items[1].Found())
		}
	}
}

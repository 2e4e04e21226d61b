package invariant_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// world has of everything: two streams, one of which waits; a deed that was
// purged, and one that was not; a webhook that waits.
type world struct {
	*enginetest.World
	early, late *forget.Deed
	bystander   kaibo.Event
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: enginetest.New(t)}
	hooks := &webhooks.Engine{Table: w.Ports.Table, Clock: w.Ports.Clock.Now, Random: w.Ports.Random,
		Projects: enginetest.Known{w.Project}, Sender: refusing{}}
	if _, _, err := hooks.Create(t.Context(), w.Project, webhooks.Order{URL: "https://hear.example/"}); err != nil {
		t.Fatal(err)
	}
	w.Say("main", "tea is green\nmill is tall")
	w.Say("main", "tea is black")
	w.Say("notes", "lamp is lit")
	w.bystander = w.Say("notes", "house is red")
	w.Settle()
	w.early = w.Take(forget.Selector{Query: "lamp"})
	w.Purge()
	w.late = w.Take(forget.Selector{Query: "mill"})
	w.Say("mail", "boat is blue")
	if _, err := hooks.Deliver(t.Context(), w.Project.ID); err != nil {
		t.Fatal(err)
	}
	return w
}

// refusing is a receiver that takes nothing.
type refusing struct{}

// Send implements webhooks.Sender.
func (refusing) Send(context.Context, *webhooks.Request) webhooks.Result {
	return webhooks.Result{Status: 503, Problem: "answered 503"}
}

func TestAWorldThatIsWellBreaksNothing(t *testing.T) {
	w := newWorld(t)
	for _, f := range w.Promised(invariant.AtRest) {
		t.Error(f)
	}
	w.Settle()
	w.Ports.Clock.Advance(time.Minute)
	for _, f := range w.Promised(invariant.Settled) {
		t.Error(f)
	}
}

// set writes an item over what is there, or removes it, with no regard to its
// class: nothing of kaibo can do that to an event.
func (w *world) set(k kaibo.Key, change func(data string) string) {
	w.T.Helper()
	ctx := context.Background()
	items, err := w.Ports.Table.Get(ctx, k)
	if err != nil || !items[0].Found() {
		w.T.Fatalf("there is no %v: %v", k, err)
	}
	write := kaibo.DeleteAny(k)
	if data := change(string(items[0].Data)); data != "" {
		write = kaibo.PutAny(k, items[0].Version+1, []byte(data))
	}
	if err := w.Ports.Table.Commit(ctx, []kaibo.Write{write}); err != nil {
		w.T.Fatal(err)
	}
}

func gone(string) string { return "" }

// first answers the first item of a partition after a sort.
func (w *world) first(partition, from string) kaibo.Key {
	w.T.Helper()
	page, err := w.Ports.Table.Query(context.Background(), kaibo.Records, partition, kaibo.Range{From: from, Limit: 1})
	if err != nil || len(page.Items) == 0 {
		w.T.Fatalf("nothing in %s: %v", partition, err)
	}
	return page.Items[0].Key
}

// tampered is a table that shows other events than it holds.
type tampered struct {
	kaibo.Table
	show func(item *kaibo.Item)
}

// Query implements kaibo.Table.
func (x tampered) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	p, err := x.Table.Query(ctx, class, partition, r)
	for i := range p.Items {
		if class == kaibo.Events {
			x.show(&p.Items[i])
		}
	}
	return p, err
}

// replaced shows in an item one text in place of another.
func replaced(partition, before, after string) func(*kaibo.Item) {
	return func(item *kaibo.Item) {
		if item.Partition == partition {
			item.Data = []byte(strings.ReplaceAll(string(item.Data), before, after))
		}
	}
}

// TestEachPromiseIsHeld breaks each promise alone and wants it named.
func TestEachPromiseIsHeld(t *testing.T) {
	const p = "prj"
	for _, c := range []struct {
		promise string
		what    string
		hurt    func(w *world) func(*kaibo.Item) // may answer how events are shown
	}{
		{invariant.Stream, "an event is changed", func(w *world) func(*kaibo.Item) {
			return replaced(kaibo.EventPartition(p, "main"), `"kind":"message"`, `"kind":"file"`)
		}},
		{invariant.Stream, "a head is moved back", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.HeadKey(p, "notes"), func(s string) string { return strings.Replace(s, `"seq":2`, `"seq":1`, 1) })
			return nil
		}},
		{invariant.Stream, "a whole head is moved back", func(w *world) func(*kaibo.Item) {
			events, _, err := w.Ledger.EventsAfter(context.Background(), w.Project, "notes", 0, 1)
			if err != nil {
				w.T.Fatal(err)
			}
			head := kaibo.Head{Stream: "notes", Seq: 1, Hash: events[0].Hash, Frontier: chain.AppendLeaf(nil, 0, events[0].Hash)}
			w.set(kaibo.HeadKey(p, "notes"), func(string) string { return string(kaibo.Encode(head)) })
			return nil
		}},
		{invariant.Place, "an id is lost", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.RefKey(p, w.bystander.ID), gone)
			return nil
		}},
		{invariant.Place, "an id leads elsewhere", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.RefKey(p, w.bystander.ID), func(s string) string { return strings.Replace(s, `"seq":2`, `"seq":1`, 1) })
			return nil
		}},
		{invariant.Kept, "a payload is lost", func(w *world) func(*kaibo.Item) {
			w.drop(w.bystander.ID)
			return nil
		}},
		{invariant.Deletions, "an entry is changed", func(w *world) func(*kaibo.Item) {
			return replaced(kaibo.DeletionPartition(p), `"kind":"forgotten"`, `"kind":"purged"`)
		}},
		{invariant.Once, "an event is in two receipts", func(w *world) func(*kaibo.Item) {
			w.again(w.early.Receipts[0], kaibo.ReceiptForgotten)
			return nil
		}},
		{invariant.Once, "a deed is purged twice", func(w *world) func(*kaibo.Item) {
			w.again(w.early.Receipts[0], kaibo.ReceiptPurged)
			return nil
		}},
		{invariant.Forgotten, "a tombstone is lost", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.TombKey(p, w.late.Receipts[0].EventIDs[0]), gone)
			return nil
		}},
		{invariant.Forgotten, "a memory has its text again", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.MemoryKey(p, w.late.Receipts[0].MemoryIDs[0]), func(s string) string {
				return strings.Replace(strings.Replace(s, `"forgotten":true`, `"forgotten":false`, 1), `"content":""`, `"content":"mill is tall"`, 1)
			})
			return nil
		}},
		{invariant.Purged, "a payload is there again", func(w *world) func(*kaibo.Item) {
			ref := w.ref(w.early.Receipts[0].EventIDs[0])
			if err := w.Ports.Objects.Put(context.Background(), ref.Object, []byte("lamp is lit")); err != nil {
				w.T.Fatal(err)
			}
			return nil
		}},
		{invariant.Purges, "a purge is lost", func(w *world) func(*kaibo.Item) {
			w.set(w.first(kaibo.PurgePartition, ""), gone)
			return nil
		}},
		{invariant.Work, "a marker is lost", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.LagKey(p, "mail"), gone)
			return nil
		}},
		{invariant.Work, "a job is lost", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.JobKey(p, "mail", 1), gone)
			return nil
		}},
		{invariant.Notices, "nothing says when a webhook is due", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.WaitingKey(p), gone)
			return nil
		}},
		{invariant.Timeline, "a memory ends before it begins", func(w *world) func(*kaibo.Item) {
			m := w.Find("house is red")
			m.Revisions[0].ValidTo = m.Revisions[0].ValidFrom - 1
			w.set(kaibo.MemoryKey(p, m.ID), func(string) string { return string(kaibo.Encode(m)) })
			return nil
		}},
		{invariant.Timeline, "a memory that another names is lost", func(w *world) func(*kaibo.Item) {
			w.set(kaibo.MemoryKey(p, w.Find("tea is black").ID), gone)
			return nil
		}},
		{invariant.Views, "a listing is lost", func(w *world) func(*kaibo.Item) {
			w.set(w.first(kaibo.ListingPartition(p), ""), gone)
			return nil
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			w := newWorld(t)
			if show := c.hurt(w); show != nil {
				ports := w.Ports
				ports.Table = tampered{ports.Table, show}
				w.World = enginetest.Over(t, ports)
			}
			found := w.Promised(invariant.AtRest)
			if !slices.ContainsFunc(found, func(f invariant.Finding) bool { return f.Promise == c.promise }) {
				t.Errorf("%s is not named, but %v", c.promise, found)
			}
		})
	}
	w := newWorld(t)
	w.Ports.Clock.Advance(48 * time.Hour)
	waits := 0
	for _, f := range w.Promised(invariant.Settled) {
		if f.Promise == invariant.Idle {
			waits++
		}
	}
	if waits != 2 { // a stream to structure, a purge
		t.Errorf("%d things wait", waits)
	}
}

func (w *world) ref(eventID string) kaibo.EventRef {
	w.T.Helper()
	ref, _, err := w.Ledger.Ref(context.Background(), w.Project, eventID)
	if err != nil {
		w.T.Fatal(err)
	}
	return ref
}

func (w *world) drop(eventID string) {
	w.T.Helper()
	if err := w.Ports.Objects.Delete(context.Background(), w.ref(eventID).Object); err != nil {
		w.T.Fatal(err)
	}
}

// again enters a receipt once more, as a writer with a bug would: in a chain that
// verifies.
func (w *world) again(r kaibo.Receipt, kind string) {
	w.T.Helper()
	if err := enter(w.World, r, kind); err != nil {
		w.T.Fatal(err)
	}
}

// TestEveryPromiseIsListedOnce and has a text.
func TestEveryPromiseIsListedOnce(t *testing.T) {
	names := map[string]bool{}
	for _, p := range invariant.Promises {
		if names[p.Name] || p.Text == "" || strings.HasSuffix(p.Text, ".") {
			t.Errorf("%+v", p)
		}
		names[p.Name] = true
	}
}

// TestConfirmedTellsWhatBothLooksSaw and nothing that only one did.
func TestConfirmedTellsWhatBothLooksSaw(t *testing.T) {
	finding := func(id string) invariant.Finding {
		return invariant.Finding{Promise: invariant.Work, Finding: views.Finding{ID: id}}
	}
	looks := 0
	got, err := invariant.Confirmed(func() (*invariant.Report, error) {
		looks++
		return &invariant.Report{Findings: []invariant.Finding{finding("both"), finding(fmt.Sprint("look ", looks))}}, nil
	})
	if err != nil || looks != 2 || len(got.Findings) != 1 || got.Findings[0].ID != "both" {
		t.Errorf("after %d looks: %+v, %v", looks, got, err)
	}
}

package forget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// tale is a history with chains, repeats, silence and writers. Its events are
// named by their place.
func tale(t *testing.T) (*enginetest.World, []string) {
	w := enginetest.New(t)
	var ids []string
	for _, e := range []struct{ stream, actor, text string }{
		{"main", "ana", "tea is green"},                   // 0
		{"main", "bo", "tea is black"},                    // 1
		{"main", "ana", "mill is tall\nhouse is painted"}, // 2
		{"notes", "bo", "mill is tall"},                   // 3: a second source
		{"notes", "bo", "the sculptures were dull"},       // 4: nothing is learned
		{"notes", "ana", "horses ended\ncat is sleepy"},   // 5
		{"mail", "cy", "cat is awake"},                    // 6
		{"mail", "cy", "dog is painted\nmill is tall"},    // 7: a third source
	} {
		entry := by(e.actor, e.text)
		if e.stream == "mail" {
			entry.Details.Metadata = map[string]any{"thread": "T-9"}
		}
		ids = append(ids, w.Append(e.stream, entry)[0].Event.ID)
	}
	w.Settle()
	return w, ids
}

func TestTheSet(t *testing.T) {
	w, ids := tale(t)
	memory := func(content string) string { return w.Find(content).ID }
	for _, c := range []struct {
		name     string
		sel      forget.Selector
		memories []string
		events   []int
		shared   []string
	}{
		{"a memory", forget.Selector{MemoryID: memory("dog is painted")}, []string{"dog is painted"}, []int{7}, []string{"mill is tall"}},
		{"its whole chain", forget.Selector{MemoryID: memory("tea is green")}, []string{"tea is black", "tea is green"}, []int{0, 1}, nil},
		{"the chain from its end", forget.Selector{MemoryID: memory("tea is black")}, []string{"tea is black", "tea is green"}, []int{0, 1}, nil},
		{"what the events of a chain also said", forget.Selector{MemoryID: memory("cat is awake")},
			[]string{"cat is awake", "cat is sleepy", "horses ended"}, []int{5, 6}, nil},
		{"all sources of a memory, and what they alone said", forget.Selector{MemoryID: memory("mill is tall")},
			[]string{"dog is painted", "house is painted", "mill is tall"}, []int{2, 3, 7}, nil},
		{"a provisional id", forget.Selector{MemoryID: kaibo.ProvisionalID(ids[6])}, []string{"cat is awake"}, []int{6}, nil},
		{"an event", forget.Selector{EventID: ids[2]}, []string{"house is painted"}, []int{2}, []string{"mill is tall"}},
		{"an event that taught nothing", forget.Selector{EventID: ids[4]}, []string{}, []int{4}, nil},
		{"a word, inflected, also where nothing was learned", forget.Selector{Query: "The sculpture"}, []string{}, []int{4}, nil},
		{"a word in any inflection", forget.Selector{Query: "Horse"}, []string{"cat is sleepy", "horses ended"}, []int{5}, nil},
		{"every word of a query", forget.Selector{Query: "tea black"}, []string{"tea is black", "tea is green"}, []int{0, 1}, nil},
		{"whatever the status", forget.Selector{Query: "green"}, []string{"tea is black", "tea is green"}, []int{0, 1}, nil},
		{"a stream", forget.Selector{Stream: "mail"}, []string{"cat is awake", "dog is painted"}, []int{6, 7}, []string{"mill is tall"}},
		{"a writer", forget.Selector{Narrow: kaibo.Filter{Actors: []string{"cy"}}},
			[]string{"cat is awake", "cat is sleepy", "dog is painted", "horses ended", "house is painted", "mill is tall"}, []int{2, 3, 5, 6, 7}, nil},
		{"metadata", forget.Selector{Narrow: kaibo.Filter{Actors: []string{"nobody"}, Tags: w.Project.MetadataTags(map[string]any{"thread": "T-9"})}}, []string{}, nil, nil},
		{"a query of one writer", forget.Selector{Query: "painted", Narrow: kaibo.Filter{Actors: []string{"cy"}}},
			[]string{"dog is painted"}, []int{7}, []string{"mill is tall"}},
		{"a stream of one writer", forget.Selector{Stream: "notes", Narrow: kaibo.Filter{Actors: []string{"ana"}}},
			[]string{"cat is sleepy", "horses ended"}, []int{5}, nil},
		{"nothing", forget.Selector{Query: "zebra"}, []string{}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := w.Forget.Select(t.Context(), w.Project, c.sel)
			if err != nil {
				t.Fatal(err)
			}
			want, shared := []string{}, []string{}
			for _, i := range c.events {
				want = append(want, ids[i])
			}
			shared = append(shared, c.shared...)
			slices.Sort(want)
			got := slices.Sorted(slices.Values(append([]string{}, set.EventIDs()...)))
			if diff := cmp.Diff(c.memories, contents(set.Memories)); diff != "" {
				t.Errorf("memories (- want, + got):\n%s", diff)
			}
			if !slices.Equal(want, got) {
				t.Errorf("events are %v, want %v", got, want)
			}
			if diff := cmp.Diff(shared, contents(set.Shared)); diff != "" {
				t.Errorf("those that stay with a source less (- want, + got):\n%s", diff)
			}
		})
	}
}

// The deed takes what the dry run showed, and no more; every other memory
// stands as it stood.
func TestTheDeedIsThePreview(t *testing.T) {
	for _, sel := range []func(w *enginetest.World, ids []string) forget.Selector{
		func(w *enginetest.World, ids []string) forget.Selector {
			return forget.Selector{MemoryID: w.Find("tea is green").ID}
		},
		func(w *enginetest.World, ids []string) forget.Selector { return forget.Selector{EventID: ids[2]} },
		func(w *enginetest.World, ids []string) forget.Selector { return forget.Selector{Query: "painted"} },
		func(w *enginetest.World, ids []string) forget.Selector { return forget.Selector{Stream: "mail"} },
		func(w *enginetest.World, ids []string) forget.Selector {
			return forget.Selector{Narrow: kaibo.Filter{Actors: []string{"bo"}}}
		},
	} {
		w, ids := tale(t)
		s := sel(w, ids)
		set, err := w.Forget.Select(t.Context(), w.Project, s)
		if err != nil {
			t.Fatal(err)
		}
		before := w.Lines()
		deed, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: s, Reason: "asked", Preview: set.Preview()})
		if err != nil {
			t.Fatal(err)
		}
		r := deed.Receipts[0]
		if !slices.Equal(slices.Sorted(slices.Values(set.MemoryIDs())), r.MemoryIDs) || !slices.Equal(set.EventIDs(), r.EventIDs) {
			t.Errorf("%+v: the receipt names %v %v, the preview %v %v", s, r.MemoryIDs, r.EventIDs, set.MemoryIDs(), set.EventIDs())
		}
		after := w.Lines()
		for content, line := range before {
			if taken := slices.Contains(contents(set.Memories), content); taken || slices.Contains(contents(set.Shared), content) {
				continue
			}
			was, _, _ := strings.Cut(line, " before")
			is, _, _ := strings.Cut(after[content], " before") // what stands there may be forgotten
			if was != is {
				t.Errorf("%+v: %q was %s and is %s", s, content, line, after[content])
			}
		}
		for _, id := range r.MemoryIDs {
			m, err := w.Views.Memory(t.Context(), w.Project, id)
			if err != nil || m.Status != kaibo.StatusForgotten || m.Content != "" {
				t.Errorf("%+v: memory %s is %+v, %v", s, id, m, err)
			}
			x, err := w.Views.Explain(t.Context(), w.Project, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, link := range x.Chain {
				if link.MemoryID == id && (link.Content != "" || link.Status != kaibo.StatusForgotten) {
					t.Errorf("%+v: explain shows %+v", s, link)
				}
			}
			for _, e := range x.Events {
				if slices.Contains(r.EventIDs, e.ID) && (e.Content != "" || e.Actor != "" || !e.Forgotten) {
					t.Errorf("%+v: explain shows %+v", s, e)
				}
			}
		}
		for _, id := range r.EventIDs {
			if _, _, err := w.Ledger.Payload(t.Context(), w.Project, id); kaibo.KindOf(err) != kaibo.Gone {
				t.Errorf("%+v: payload of %s answers %v", s, id, err)
			}
		}
		w.CheckFsck()
		w.CheckRebuild()
	}
}

func TestOrdersAreRefused(t *testing.T) {
	w, ids := tale(t)
	set, err := w.Forget.Select(t.Context(), w.Project, forget.Selector{Query: "tea"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		order forget.Order
		kind  kaibo.Kind
	}{
		{"nothing named", forget.Order{}, kaibo.Invalid},
		{"two named", forget.Order{Selector: forget.Selector{Query: "tea", EventID: ids[0]}}, kaibo.Invalid},
		{"stop words alone", forget.Order{Selector: forget.Selector{Query: "the and of"}}, kaibo.Invalid},
		{"a long query", forget.Order{Selector: forget.Selector{Query: strings.Repeat("tea ", 5000)}}, kaibo.Invalid},
		{"a long reason", forget.Order{Selector: forget.Selector{Query: "tea"}, Reason: strings.Repeat("x", 5000)}, kaibo.Invalid},
		{"nothing found", forget.Order{Selector: forget.Selector{Query: "zebra"}}, kaibo.NotFound},
		{"no such memory", forget.Order{Selector: forget.Selector{MemoryID: "mem_aaaaaaaaaaaaaaaa"}}, kaibo.NotFound},
		{"no id", forget.Order{Selector: forget.Selector{MemoryID: "x"}}, kaibo.NotFound},
		{"no such event", forget.Order{Selector: forget.Selector{EventID: "evt_aaaaaaaaaaaaaaaa"}}, kaibo.NotFound},
		{"no such stream", forget.Order{Selector: forget.Selector{Stream: "nowhere"}}, kaibo.NotFound},
		{"another preview", forget.Order{Selector: forget.Selector{Query: "tea"}, Preview: "00"}, kaibo.Conflict},
		{"too few expected", forget.Order{Selector: forget.Selector{Query: "tea"}, Expect: set.MemoryIDs()[:1]}, kaibo.Conflict},
		{"others expected", forget.Order{Selector: forget.Selector{Query: "tea"}, Expect: append(set.MemoryIDs(), ids[3])}, kaibo.Conflict},
		{"none expected", forget.Order{Selector: forget.Selector{Query: "tea"}, Expect: []string{}}, kaibo.Conflict},
		{"confirmation wanted", forget.Order{Selector: forget.Selector{Query: "tea"}, Confirm: true}, kaibo.Conflict},
	} {
		if got := forgetKind(t, w, c.order); got != c.kind {
			t.Errorf("%s: %v, want %v", c.name, got, c.kind)
		}
	}
	if entries := deletions(t, w); len(entries) != 0 {
		t.Errorf("refused orders left %d entries", len(entries))
	}
	for _, expect := range [][]string{set.MemoryIDs(), append(set.MemoryIDs(), set.EventIDs()...)} {
		w, _ := tale(t)
		if _, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{Query: "tea"}, Expect: expect, Confirm: true}); err != nil {
			t.Errorf("expecting %v: %v", expect, err)
		}
	}
}

func TestLargeDeeds(t *testing.T) {
	w := enginetest.New(t)
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, "subject%d is value%d\n", i, i)
	}
	e := w.Say("main", b.String())
	w.Settle()
	sel := forget.Selector{EventID: e.ID}
	if got := forgetKind(t, w, forget.Order{Selector: sel}); got != kaibo.Conflict {
		t.Errorf("600 memories without a preview: %v", got)
	}
	set, err := w.Forget.Select(t.Context(), w.Project, sel)
	if err != nil {
		t.Fatal(err)
	}
	deed, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: sel, Preview: set.Preview(), Key: "k"})
	if err != nil || len(deed.Receipts) != 2 || len(deed.Receipts[0].MemoryIDs) != 500 || len(deed.Receipts[1].MemoryIDs) != 100 || len(deed.Receipts[1].EventIDs) != 1 {
		t.Fatalf("answers %+v, %v", deed, err)
	}
	again, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: sel, Key: "k"})
	if diff := cmp.Diff(deed, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("its key answers otherwise: %v\n%s", err, diff)
	}
	w.CheckFsck()
	w.CheckRebuild()
	if n := w.Purge(); n != 1 {
		t.Errorf("%d deeds are purged", n)
	}
	if left := everyByte(t, w.Ports, "value5"); len(left) > 0 {
		t.Errorf("text is left in %v", left)
	}
	if entries := deletions(t, w); len(entries) != 4 || entries[3].Kind != kaibo.ReceiptPurged || entries[3].ReceiptID != deed.Receipts[1].ID {
		t.Errorf("the ledger has %d entries", len(entries))
	}
	w.CheckFsck()
}

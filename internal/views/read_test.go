package views_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// list reads a whole list, page by page, and answers what it says.
func list(t *testing.T, w *enginetest.World, sel views.Selection, limit int) []string {
	t.Helper()
	out := []string{}
	for cursor := ""; ; {
		page, next, err := w.Views.List(t.Context(), w.Project, sel, cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) > limit {
			t.Fatalf("a page of %d has %d", limit, len(page))
		}
		for _, m := range page {
			out = append(out, m.Content)
		}
		if cursor = next; next == "" {
			return out
		}
	}
}

func entry(actor, text string, more func(e *ledger.Entry)) ledger.Entry {
	e := enginetest.Entry(text)
	e.Details.Actor = actor
	if more != nil {
		more(&e)
	}
	return e
}

func listed(t *testing.T) *enginetest.World {
	w := enginetest.New(t)
	w.Append("main", entry("ana", "tea is green", nil))
	w.Append("main", entry("bo", "tea is black", nil))
	w.Append("notes", entry("ana", "todo water plants", func(e *ledger.Entry) { e.Details.Initiatives = []string{"launch"} }))
	w.Append("notes", entry("bo", "mill is tall", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"thread": "T-9"} }))
	w.Append("main", entry("cy", "mill is tall", nil))
	w.Append("main", entry("cy", "dog is old", nil))
	w.Settle()
	return w
}

func TestList(t *testing.T) {
	w := listed(t)
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: w.Find("dog is old").ID})
	launch, err := w.Ledger.InitiativeIDs(t.Context(), w.Project, []string{"launch"})
	if err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	early := w.Find("tea is green").First.RecordedAt
	for _, c := range []struct {
		name string
		sel  views.Selection
		want []string
	}{
		{"all, newest first", views.Selection{}, []string{"dog is old", "mill is tall", "todo water plants", "tea is black", "tea is green"}},
		{"current", views.Selection{Status: []string{kaibo.StatusCurrent}}, []string{"dog is old", "mill is tall", "todo water plants", "tea is black"}},
		{"superseded", views.Selection{Status: []string{kaibo.StatusSuperseded}}, []string{"tea is green"}},
		{"disputed", views.Selection{Disputed: &yes}, []string{"dog is old"}},
		{"not disputed", views.Selection{Disputed: &no, Status: []string{kaibo.StatusCurrent}}, []string{"mill is tall", "todo water plants", "tea is black"}},
		{"a type", views.Selection{Filter: kaibo.Filter{Types: []string{kaibo.TypeTask}}}, []string{"todo water plants"}},
		{"an initiative", views.Selection{Filter: kaibo.Filter{Initiatives: launch}}, []string{"todo water plants"}},
		{"a stream, by any source", views.Selection{Filter: kaibo.Filter{Streams: []string{"notes"}}}, []string{"mill is tall", "todo water plants"}},
		{"an actor, by any source", views.Selection{Filter: kaibo.Filter{Actors: []string{"cy"}}}, []string{"dog is old", "mill is tall"}},
		{"one source must match all", views.Selection{Filter: kaibo.Filter{Actors: []string{"cy"}, Streams: []string{"notes"}}}, []string{}},
		{"metadata", views.Selection{Filter: kaibo.Filter{Tags: w.Project.MetadataTags(map[string]any{"thread": "T-9"})}}, []string{"mill is tall"}},
		{"as of early", views.Selection{AsOf: &early}, []string{"tea is green"}},
		{"known early", views.Selection{KnownAt: &early, Status: []string{kaibo.StatusCurrent}}, []string{"tea is green"}},
	} {
		for _, limit := range []int{1, 2, 100} {
			if diff := cmp.Diff(c.want, list(t, w, c.sel, limit)); diff != "" {
				t.Errorf("%s, %d a page (- want, + got):\n%s", c.name, limit, diff)
			}
		}
	}
}

// A cursor stands where it stood, whatever is written in between: nothing is
// listed twice, nothing that was there is left out.
func TestCursorIsStable(t *testing.T) {
	w := enginetest.New(t)
	want := []string{}
	for i := range 250 {
		w.Say("main", fmt.Sprintf("subject%d is old", i))
		want = append(want, fmt.Sprintf("subject%d is old", i))
	}
	w.Settle()
	slices.Reverse(want)
	got, cursor := []string{}, ""
	for n := 0; ; n++ {
		page, next, err := w.Views.List(t.Context(), w.Project, views.Selection{}, cursor, 37)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page {
			got = append(got, m.Content)
		}
		if cursor = next; next == "" {
			break
		}
		w.Say("main", fmt.Sprintf("another%d is new", n))
		w.Settle()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
}

// A list looks at so many memories a call, then answers with a cursor to go on
// from, though it found few.
func TestListEndsEarly(t *testing.T) {
	w := enginetest.New(t)
	w.Append("main", entry("ana", "needle is thin", nil))
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "subject%d is old\n", i)
	}
	for range 3 {
		w.Say("hay", strings.ReplaceAll(many.String(), "subject", fmt.Sprintf("s%d-", w.Ports.Clock.Now())))
	}
	w.Settle()
	sel := views.Selection{Filter: kaibo.Filter{Actors: []string{"ana"}}}
	page, next, err := w.Views.List(t.Context(), w.Project, sel, "", 10)
	if err != nil || len(page) != 0 || next == "" {
		t.Fatalf("the first call answers %d memories, cursor %q, %v", len(page), next, err)
	}
	page, next, err = w.Views.List(t.Context(), w.Project, sel, next, 10)
	if err != nil || len(page) != 1 || next != "" {
		t.Fatalf("the second call answers %d memories, cursor %q, %v", len(page), next, err)
	}
}

func TestExplainFromAnyMember(t *testing.T) {
	w := enginetest.New(t)
	for i := range 5 {
		w.Append([]string{"main", "notes"}[i%2], entry("ana", fmt.Sprintf("tea is v%d", i), nil))
	}
	w.Say("main", "tea is v4")
	w.Settle()
	want := []string{"tea is v0", "tea is v1", "tea is v2", "tea is v3", "tea is v4"}
	for _, content := range want {
		id := w.Find(content).ID
		x, err := w.Views.Explain(t.Context(), w.Project, id)
		if err != nil {
			t.Fatal(err)
		}
		var chain, events []string
		for _, link := range x.Chain {
			chain = append(chain, link.Content)
		}
		for _, e := range x.Events {
			events = append(events, e.Content)
		}
		if x.MemoryID != id || !slices.Equal(chain, want) || !slices.Equal(events, append(slices.Clone(want), "tea is v4")) {
			t.Errorf("from %q: chain %v of events %v", content, chain, events)
		}
	}
	w.Take(forgetEvent(w.Find("tea is v2").Source.EventID))
	x, err := w.Views.Explain(t.Context(), w.Project, w.Find("tea is v0").ID)
	if err != nil || len(x.Chain) != 5 || x.Chain[2].Content != "" || x.Chain[2].Status != kaibo.StatusForgotten || x.Chain[3].Content == "" {
		t.Errorf("with one forgotten: %+v, %v", x, err)
	}
	if _, err := w.Views.Explain(t.Context(), w.Project, "mem_aaaaaaaaaaaaaaaa"); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("of nothing: %v", err)
	}
}

func TestExplainLeavesOutWhatIsTooLong(t *testing.T) {
	w := enginetest.New(t)
	long := strings.Repeat("\nthis line says nothing", 40_000)
	for i := range 5 {
		w.Say("main", fmt.Sprintf("tea is v%d", i)+long)
	}
	w.Settle()
	x, err := w.Views.Explain(t.Context(), w.Project, w.Find("tea is v0").ID)
	if err != nil || !x.ContentOmitted || len(x.Events) != 5 || x.Events[0].Content == "" || x.Events[4].Content != "" {
		t.Errorf("omitted %v, %d events, %v", x.ContentOmitted, len(x.Events), err)
	}
}

func TestSourcesPage(t *testing.T) {
	w := enginetest.New(t)
	var want []string
	for range 6 {
		var batch []ledger.Entry
		for range 40 {
			batch = append(batch, enginetest.Entry("tea is green"))
		}
		for _, out := range w.Append("main", batch...) {
			want = append(want, out.Event.ID)
		}
		w.Settle()
	}
	m := w.Find("tea is green")
	if m.EventCount != 240 || len(m.Sources) != kaibo.MaxListedSources || m.Sources[0].EventID != want[0] {
		t.Errorf("it counts %d sources and lists %d", m.EventCount, len(m.Sources))
	}
	var got []string
	for cursor := ""; ; {
		page, next, err := w.Views.Sources(t.Context(), w.Project, m.ID, cursor, 70)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page {
			got = append(got, s.EventID)
		}
		if cursor = next; next == "" {
			break
		}
	}
	slices.Sort(want) // those of one batch are recorded at once
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("%d of %d sources are listed", len(got), len(want))
	}
	if _, _, err := w.Views.Sources(t.Context(), w.Project, "mem_aaaaaaaaaaaaaaaa", "", 10); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("sources of nothing: %v", err)
	}
	w.CheckRebuild()
}

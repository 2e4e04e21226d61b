package views_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// shelf is a table with the items 00 to 29 in partition p, and what counts its
// calls.
func shelf(t *testing.T) (kaibo.Table, *porttest.Counter) {
	t.Helper()
	table := porttest.NewMemTable()
	for i := range 30 {
		write := kaibo.PutNew(at(i), uint64(i+1), []byte(fmt.Sprint(i)))
		if err := table.Commit(t.Context(), []kaibo.Write{write}); err != nil {
			t.Fatal(err)
		}
	}
	c := porttest.NewCounter()
	return c.Table(table), c
}

func at(i int) kaibo.Key { return kaibo.Key{Partition: "p", Sort: fmt.Sprintf("%02d", i)} }

func span(from, before string) views.Span {
	return views.Span{Partition: "p", From: from, Before: before}
}

func TestAheadAnswersWhatTheTableDoes(t *testing.T) {
	table, counter := shelf(t)
	ahead := views.NewAhead(table)
	err := ahead.Fetch(t.Context(), []kaibo.Key{at(3), at(77), at(3)}, []views.Span{span("05", "10"), span("08", "12"), span("20", "")})
	if err != nil {
		t.Fatal(err)
	}
	if got := counter.Total(); got.Calls != 3 {
		t.Errorf("%d calls were made, want a Get and two Queries\n%s", got.Calls, counter)
	}
	for _, r := range []kaibo.Range{{From: "05", Before: "12"}, {From: "06", Before: "07"}, {From: "06", Before: "06"}, {From: "09", Before: "06"}, {From: "05", Before: "12", Limit: 3},
		{From: "05", Before: "12", Reverse: true}, {From: "05", Before: "12", Reverse: true, Limit: 2}, {From: "25"}, {From: "25", Reverse: true, Limit: 1},
		{}, {From: "04", Before: "06"}, {From: "11", Before: "13"}, {Before: "06"}} {
		want, err := table.Query(t.Context(), kaibo.Records, "p", r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ahead.Query(t.Context(), kaibo.Records, "p", r)
		if err != nil {
			t.Fatal(err)
		}
		if len(want.Items) == 0 {
			want.Items, got.Items = nil, got.Items[:len(got.Items):len(got.Items)]
			if len(got.Items) == 0 {
				got.Items = nil
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%+v (-table +ahead):\n%s", r, d)
		}
	}
	want, err := table.Get(t.Context(), at(3), at(77), at(4))
	if err != nil {
		t.Fatal(err)
	}
	got, err := ahead.Get(t.Context(), at(3), at(77), at(4))
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("(-table +ahead):\n%s %v", d, err)
	}
}

func TestAheadReadsNothingTwice(t *testing.T) {
	table, counter := shelf(t)
	ahead := views.NewAhead(table)
	for range 2 {
		if err := ahead.Fetch(t.Context(), []kaibo.Key{at(1), at(2)}, []views.Span{span("05", "10")}); err != nil {
			t.Fatal(err)
		}
		if _, err := ahead.Get(t.Context(), at(2), at(1), at(0)); err != nil {
			t.Fatal(err)
		}
		if _, err := ahead.Query(t.Context(), kaibo.Records, "p", kaibo.Range{From: "06", Before: "09", Limit: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if got := counter.Total(); got.Calls != 3 || got.Items != 3+5 {
		t.Errorf("%d calls for %d items, want 3 for 8\n%s", got.Calls, got.Items, counter)
	}
}

// What was read stays as it was; a Commit goes through.
func TestAheadHoldsWhatItRead(t *testing.T) {
	table, _ := shelf(t)
	ahead := views.NewAhead(table)
	if err := ahead.Fetch(t.Context(), []kaibo.Key{at(1)}, nil); err != nil {
		t.Fatal(err)
	}
	if err := ahead.Commit(t.Context(), []kaibo.Write{kaibo.PutOver(at(1), 2, []byte("new"))}); err != nil {
		t.Fatal(err)
	}
	old, err := ahead.Get(t.Context(), at(1))
	if err != nil || string(old[0].Data) != "1" {
		t.Errorf("it answers %q, %v; want what it read", old[0].Data, err)
	}
	fresh, err := table.Get(t.Context(), at(1))
	if err != nil || string(fresh[0].Data) != "new" {
		t.Errorf("the table has %q, %v", fresh[0].Data, err)
	}
}

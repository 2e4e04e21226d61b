package dynamo_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// batchJSON is an answer of BatchGetItem: items of records and of events, and
// the sort parts in partition p of records that are left over.
func batchJSON(records, events, left []string) awstest.Step {
	var b strings.Builder
	item := func(s string) string { return itemJSON("p", s, 1, s) }
	fmt.Fprintf(&b, `{"Responses":{"records":[%s],"events":[%s]},"UnprocessedKeys":{`, joined(records, item), joined(events, item))
	if len(left) > 0 {
		fmt.Fprintf(&b, `"records":{"ConsistentRead":true,"Keys":[%s]}`, joined(left, func(s string) string {
			return fmt.Sprintf(`{"pk":{"S":"p"},"sk":{"S":%q}}`, s)
		}))
	}
	return awstest.Answer(200, b.String()+"}}")
}

func joined(names []string, one func(string) string) string {
	var all []string
	for _, n := range names {
		all = append(all, one(n))
	}
	return strings.Join(all, ",")
}

func TestGetAsksAgainForWhatIsLeft(t *testing.T) {
	quick(t)
	tb, script := scripted(t,
		batchJSON([]string{"c"}, []string{"e"}, []string{"a", "b", "none"}), // some
		batchJSON(nil, nil, []string{"a", "b", "none"}),                     // throttled
		lost,
		batchJSON([]string{"b"}, nil, []string{"a", "none"}),
		batchJSON(nil, nil, []string{"a", "none"}), // throttled again: progress starts the count anew
		batchJSON(nil, nil, []string{"a", "none"}),
		batchJSON([]string{"a"}, nil, nil))
	got, err := tb.Get(t.Context(), rec("p", "a"), ev("p", "e"), rec("p", "none"), rec("p", "b"), rec("p", "c"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, it := range got {
		names = append(names, fmt.Sprintf("%d%s=%s", it.Class, it.Sort, it.Data))
	}
	if d := cmp.Diff([]string{"0a=a", "1e=e", "0none=", "0b=b", "0c=c"}, names); d != "" {
		t.Errorf("get (-want +got):\n%s", d)
	}
	asked := script.Asked()
	for i, want := range []int{5, 3, 3, 3, 2, 2, 2} {
		n := strings.Count(asked[i].Body, `"sk"`)
		if n != want || strings.Count(asked[i].Body, `"ConsistentRead":true`) == 0 {
			t.Errorf("request %d asks for %d keys, want %d, consistently: %s", i, n, want, asked[i].Body)
		}
	}
}

func TestGetGivesUp(t *testing.T) {
	quick(t)
	left := []string{"a", "b"}
	tb, script := scripted(t, slices.Repeat([]awstest.Step{batchJSON(nil, nil, left)}, tries)...)
	_, err := tb.Get(t.Context(), rec("p", "a"), rec("p", "b"))
	wantKind(t, err, kaibo.Unavailable)
	if n := len(script.Asked()); n != tries {
		t.Errorf("%d requests, want %d", n, tries)
	}
	tb, _ = scripted(t, slices.Repeat([]awstest.Step{lost}, tries)...)
	_, err = tb.Get(t.Context(), rec("p", "a"))
	wantKind(t, err, kaibo.Unavailable)
	tb, _ = scripted(t, fault(400, "AccessDeniedException"))
	_, err = tb.Get(t.Context(), rec("p", "a"))
	wantKind(t, err, kaibo.Internal)
}

func TestGetRefusesTooLargeAnAnswer(t *testing.T) {
	var items, sorts []string
	keys := make([]kaibo.Key, 0, 42)
	for i := range 42 {
		items = append(items, itemJSON("p", fmt.Sprint(i), 1, strings.Repeat("x", 400_000)))
		sorts = append(sorts, fmt.Sprint(i))
		keys = append(keys, rec("p", sorts[i]))
	}
	tb, _ := scripted(t, awstest.Answer(200, fmt.Sprintf(`{"Responses":{"records":[%s]}}`, strings.Join(items, ","))))
	_, err := tb.Get(t.Context(), keys...)
	wantKind(t, err, kaibo.TooLarge)
}

func TestGetOne(t *testing.T) {
	tb, script := scripted(t, lost, fault(500, "InternalServerError"), awstest.Answer(200, `{"Item":`+itemJSON("p", "a", 3, "x")+`}`))
	got, err := tb.Get(t.Context(), rec("p", "a"))
	if err != nil || got[0].Version != 3 || string(got[0].Data) != "x" {
		t.Errorf("get: %v, %v", got, err)
	}
	if b := body(t, script.Asked()[0]); b["ConsistentRead"] != true || b["TableName"] != "records" {
		t.Errorf("asked %v", b)
	}
}

// What this package did not write is an error and no item.
func TestOddItems(t *testing.T) {
	for name, item := range map[string]string{
		"no version":        `{"pk":{"S":"p"},"sk":{"S":"s"}}`,
		"version 0":         `{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"0"}}`,
		"a broken version":  `{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"1.5"}}`,
		"a version of text": `{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"S":"1"}}`,
		"no key":            `{"v":{"N":"1"}}`,
		"data of text":      `{"pk":{"S":"p"},"sk":{"S":"s"},"v":{"N":"1"},"d":{"S":"secret"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			tb, _ := scripted(t, awstest.Answer(200, `{"Item":`+item+`}`), awstest.Answer(200, `{"Items":[`+item+`]}`), awstest.Answer(200, `{"Items":[`+item+`]}`))
			_, err := tb.Get(t.Context(), rec("p", "s"))
			wantKind(t, err, kaibo.Internal)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells the data: %v", err)
			}
			_, err = tb.Query(t.Context(), kaibo.Records, "p", kaibo.Range{})
			wantKind(t, err, kaibo.Internal)
			wantKind(t, tb.Scan(t.Context(), kaibo.Records, "", func(kaibo.Item) error { return nil }), kaibo.Internal)
		})
	}
}

// page is an answer of Query; more says that DynamoDB would go on.
func page(more bool, sorts ...string) awstest.Step {
	last := ""
	if more {
		last = `,"LastEvaluatedKey":{"pk":{"S":"p"},"sk":{"S":"last"}}`
	}
	return awstest.Answer(200, fmt.Sprintf(`{"Items":[%s]%s}`, joined(sorts, func(s string) string { return itemJSON("p", s, 1, "") }), last))
}

func TestQueryRequests(t *testing.T) {
	longest := strings.Repeat("x", kaibo.MaxSortBytes)
	cases := []struct {
		name   string
		r      kaibo.Range
		answer []awstest.Step
		cond   string // empty: nothing is asked
		limit  any
		want   []string
		more   bool
	}{
		{"all", kaibo.Range{}, []awstest.Step{page(false, "a", "b")}, "pk = :p", nil, []string{"a", "b"}, false},
		{"all of a long one", kaibo.Range{}, []awstest.Step{page(true, "a", "b")}, "pk = :p", nil, []string{"a", "b"}, true},
		{"one more tells", kaibo.Range{Limit: 2}, []awstest.Step{page(true, "a", "b", "c")}, "pk = :p", 3.0, []string{"a", "b"}, true},
		{"no more", kaibo.Range{Limit: 2}, []awstest.Step{page(false, "a", "b")}, "pk = :p", 3.0, []string{"a", "b"}, false},
		{"from", kaibo.Range{From: "b"}, []awstest.Step{page(false, "b")}, "pk = :p AND sk >= :from", nil, []string{"b"}, false},
		{"before", kaibo.Range{Before: "b"}, []awstest.Step{page(false, "a")}, "pk = :p AND sk < :before", nil, []string{"a"}, false},
		{"between", kaibo.Range{From: "a", Before: "c", Limit: 2}, []awstest.Step{page(false, "a", "b", "c")},
			"pk = :p AND sk BETWEEN :from AND :before", 4.0, []string{"a", "b"}, false},
		{"reverse between", kaibo.Range{From: "a", Before: "c", Limit: 1, Reverse: true}, []awstest.Step{page(false, "c", "b", "a")},
			"pk = :p AND sk BETWEEN :from AND :before", 3.0, []string{"b"}, true},
		{"only the bound", kaibo.Range{From: "a", Before: "c"}, []awstest.Step{page(true, "c"), page(false)},
			"pk = :p AND sk BETWEEN :from AND :before", nil, nil, false},
		{"an empty page that goes on", kaibo.Range{}, []awstest.Step{page(true), page(true), page(false, "z")}, "pk = :p", nil, []string{"z"}, false},
		{"after the longest", kaibo.Range{From: longest + "\x00", Limit: 1}, []awstest.Step{page(false, longest, longest[1:]+"y")},
			"pk = :p AND sk >= :from", 3.0, []string{longest[1:] + "y"}, false},
		{"a limit beyond numbers", kaibo.Range{Limit: 1 << 40}, []awstest.Step{page(false, "a")}, "pk = :p", nil, []string{"a"}, false},
		{"backwards bounds", kaibo.Range{From: "c", Before: "a"}, nil, "", nil, nil, false},
		{"equal bounds", kaibo.Range{From: "c", Before: "c"}, nil, "", nil, nil, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tb, script := scripted(t, c.answer...)
			got, err := tb.Query(t.Context(), kaibo.Records, "p", c.r)
			if err != nil {
				t.Fatal(err)
			}
			var sorts []string
			for _, it := range got.Items {
				sorts = append(sorts, it.Sort)
			}
			if d := cmp.Diff(c.want, sorts); d != "" || got.More != c.more {
				t.Errorf("more is %v, want %v; items (-want +got):\n%s", got.More, c.more, d)
			}
			for i, r := range script.Asked() {
				b := body(t, r)
				if b["KeyConditionExpression"] != c.cond || b["Limit"] != c.limit || b["ConsistentRead"] != true || b["ScanIndexForward"] != !c.r.Reverse {
					t.Errorf("asked %v", b)
				}
				if _, goesOn := b["ExclusiveStartKey"]; goesOn != (i > 0) {
					t.Errorf("request %d starts at %v", i, b["ExclusiveStartKey"])
				}
			}
		})
	}
}

// DynamoDB counts a little less for an item than the port, so that its page
// can be longer than one of the port.
func TestQueryCutsAPage(t *testing.T) {
	const size = 300 << 10
	data := strings.Repeat("x", size-kaibo.Item{Key: rec("p", "0")}.Size())
	items := joined([]string{"0", "1", "2", "3"}, func(s string) string { return itemJSON("p", s, 1, data) })
	tb, _ := scripted(t, awstest.Answer(200, `{"Items":[`+items+`]}`))
	got, err := tb.Query(t.Context(), kaibo.Records, "p", kaibo.Range{})
	if err != nil || len(got.Items) != 3 || !got.More {
		t.Errorf("%d items of %d bytes each, more is %v, %v; want 3 and more", len(got.Items), size, got.More, err)
	}
}

func TestScanGoesOn(t *testing.T) {
	enough := errors.New("enough")
	tb, script := scripted(t, page(true, "a"), lost, page(true), page(false, "b", "c"))
	var seen []string
	err := tb.Scan(t.Context(), kaibo.Events, "p", func(it kaibo.Item) error {
		if seen = append(seen, it.Sort); it.Sort == "b" {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || strings.Join(seen, "") != "ab" {
		t.Errorf("saw %v, %v", seen, err)
	}
	if b := body(t, script.Asked()[0]); b["TableName"] != "events" || b["ConsistentRead"] != true || b["FilterExpression"] != "begins_with(pk, :prefix)" {
		t.Errorf("asked %v", b)
	}
	// A prefix that ends inside a character cannot travel; what it stands
	// before is found all the same.
	tb, script = scripted(t, awstest.Answer(200, `{"Items":[`+itemJSON("é", "a", 1, "")+","+itemJSON("e", "b", 1, "")+`]}`))
	seen = nil
	err = tb.Scan(t.Context(), kaibo.Records, "\xc3", func(it kaibo.Item) error { seen = append(seen, it.Partition); return nil })
	if err != nil || strings.Join(seen, "") != "é" || strings.Contains(script.Asked()[0].Body, "FilterExpression") {
		t.Errorf("saw %v, %v", seen, err)
	}
}

package ledger_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// names makes n different names.
func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint("name ", i)
	}
	return out
}

func metadata(n int) map[string]any {
	m := map[string]any{}
	for _, name := range names(n) {
		m[name] = "value"
	}
	return m
}

var refused = []struct {
	name   string
	change func(e *ledger.Entry)
	field  string
}{
	{"no kind", func(e *ledger.Entry) { e.Kind = "" }, "kind"},
	{"unknown kind", func(e *ledger.Entry) { e.Kind = "poem" }, "kind"},
	{"curate", func(e *ledger.Entry) { e.Kind = kaibo.KindCurate }, "kind"},
	{"no content", func(e *ledger.Entry) { e.Content = nil }, "content"},
	{"long key", func(e *ledger.Entry) { e.IdempotencyKey = strings.Repeat("k", kaibo.MaxIdempotencyKey+1) }, "idempotencyKey"},
	{"key with a newline", func(e *ledger.Entry) { e.IdempotencyKey = "a\nb" }, "idempotencyKey"},
	{"key with DEL", func(e *ledger.Entry) { e.IdempotencyKey = "a\x7fb" }, "idempotencyKey"},
	{"key that is not UTF-8", func(e *ledger.Entry) { e.IdempotencyKey = "a\xffb" }, "idempotencyKey"},
	{"occurred after every year", func(e *ledger.Entry) { e.OccurredAt = new(kaibo.Forever) }, "occurredAt"},
	{"occurred before every year", func(e *ledger.Entry) { e.OccurredAt = new(kaibo.Time(math.MinInt64)) }, "occurredAt"},
	{"expires after every year", func(e *ledger.Entry) { e.ExpiresAt = new(kaibo.Forever) }, "expiresAt"},
	{"expires before every year", func(e *ledger.Entry) { e.ExpiresAt = new(kaibo.Time(math.MinInt64)) }, "expiresAt"},
	{"long actor", func(e *ledger.Entry) { e.Details.Actor = strings.Repeat("a", kaibo.MaxNameBytes+1) }, "actor"},
	{"actor with NUL", func(e *ledger.Entry) { e.Details.Actor = "a\x00" }, "actor"},
	{"actor that is not UTF-8", func(e *ledger.Entry) { e.Details.Actor = "a\xff" }, "actor"},
	{"long role", func(e *ledger.Entry) { e.Details.Role = strings.Repeat("a", kaibo.MaxNameBytes+1) }, "role"},
	{"role with a tab", func(e *ledger.Entry) { e.Details.Role = "a\tb" }, "role"},
	{"too many initiatives", func(e *ledger.Entry) { e.Details.Initiatives = names(kaibo.MaxInitiatives + 1) }, "initiatives"},
	{"empty initiative", func(e *ledger.Entry) { e.Details.Initiatives = []string{"a", ""} }, "initiatives[1]"},
	{"long initiative", func(e *ledger.Entry) { e.Details.Initiatives = []string{strings.Repeat("a", kaibo.MaxNameBytes+1)} }, "initiatives[0]"},
	{"initiative twice", func(e *ledger.Entry) { e.Details.Initiatives = []string{"a", "b", "a"} }, "initiatives[2]"},
	{"initiative that is not UTF-8", func(e *ledger.Entry) { e.Details.Initiatives = []string{"a", "\xff"} }, "initiatives[1]"},
	{"content type", func(e *ledger.Entry) { e.Details.ContentType = "text plain" }, "contentType"},
	{"long content type", func(e *ledger.Entry) { e.Details.ContentType = "text/" + strings.Repeat("a", kaibo.MaxNameBytes) }, "contentType"},
	{"too much metadata", func(e *ledger.Entry) { e.Details.Metadata = metadata(kaibo.MaxMetadataEntries + 1) }, "metadata"},
	{"metadata without a name", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"": "x", "a": 1.5} }, "metadata"},
	{"long name of metadata", func(e *ledger.Entry) {
		e.Details.Metadata = map[string]any{strings.Repeat("k", kaibo.MaxMetadataKey+1): "x"}
	}, "metadata"},
	{"long metadata", func(e *ledger.Entry) {
		e.Details.Metadata = map[string]any{"a": "x", "k": strings.Repeat("v", kaibo.MaxMetadataValue+1), "z": strings.Repeat("v", kaibo.MaxMetadataValue+1)}
	}, "metadata.k"},
	{"fraction in metadata", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"k": 1.5} }, "metadata.k"},
	{"unsafe integer in metadata", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"k": int64(kaibo.MaxSafeInteger + 1)} }, "metadata.k"},
	{"list in metadata", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"k": []any{"x"}} }, "metadata.k"},
	{"metadata that is not UTF-8", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"k": "\xff"} }, "metadata.k"},
	{"name of metadata that is not UTF-8", func(e *ledger.Entry) { e.Details.Metadata = map[string]any{"\xff": "x"} }, "metadata"},
}

func TestRefused(t *testing.T) {
	for _, r := range refused {
		t.Run(r.name, func(t *testing.T) {
			w := newWorld()
			e := message("fine")
			r.change(&e)
			_, err := w.Append(background, project, "main", []ledger.Entry{e})
			wantField(t, err, r.field)
			_, err = w.Append(background, project, "main", []ledger.Entry{message("fine"), e})
			wantField(t, err, "events[1]."+r.field)
			nothingStored(t, w)
		})
	}
}

func TestContentTooLarge(t *testing.T) {
	w := newWorld()
	e := ledger.Entry{Kind: kaibo.KindFile, Content: make([]byte, kaibo.MaxContentBytes+1)}
	for prefix, entries := range map[string][]ledger.Entry{"": {e}, "events[1].": {message("fine"), e}} {
		_, err := w.Append(background, project, "main", entries)
		wantKind(t, err, kaibo.TooLarge)
		if got := fieldOf(err); got != prefix+"content" {
			t.Errorf("error is about %q, want %q", got, prefix+"content")
		}
		var invalid *kaibo.Error
		if errors.As(err, &invalid) && !strings.Contains(invalid.Detail, "1048577 bytes") {
			t.Errorf("detail %q does not say how much it was", invalid.Detail)
		}
	}
	nothingStored(t, w)
}

func TestTheLargestIsAccepted(t *testing.T) {
	w := newWorld()
	e := ledger.Entry{
		Kind: kaibo.KindToolCall, Content: make([]byte, kaibo.MaxContentBytes), OccurredAt: new(kaibo.TimeOf(kaibo.Forever.Std())),
		IdempotencyKey: strings.Repeat("\u00e9", kaibo.MaxIdempotencyKey/2),
		Details: kaibo.Details{
			Actor: strings.Repeat("a", kaibo.MaxNameBytes), Role: strings.Repeat("r", kaibo.MaxNameBytes),
			Initiatives: names(kaibo.MaxInitiatives), Metadata: metadata(kaibo.MaxMetadataEntries - 3),
			ContentType: "text/" + strings.Repeat("a", kaibo.MaxNameBytes-5),
		},
	}
	e.Details.Metadata[strings.Repeat("k", kaibo.MaxMetadataKey)] = strings.Repeat("v", kaibo.MaxMetadataValue)
	e.Details.Metadata["most"], e.Details.Metadata["least"] = int64(kaibo.MaxSafeInteger), int64(-kaibo.MaxSafeInteger)
	a := mustAppend(t, w.Ledger, strings.Repeat("s", kaibo.MaxStreamName), e)[0]
	s := checkLedger(t, w)
	if diff := cmp.Diff(e.Details, s.details(t, a.Event.ID)); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
	if a.Event.OccurredAt != *e.OccurredAt || a.Event.IdempotencyKey != e.IdempotencyKey {
		t.Errorf("event %+v", a.Event)
	}
}

// TestSixteenOfTheLargest groups as many of the largest events as a Commit
// takes: their size must not matter to it.
func TestSixteenOfTheLargest(t *testing.T) {
	w := newWorld()
	contents := make([]string, 16)
	for i := range contents {
		contents[i] = strings.Repeat("x", kaibo.MaxContentBytes)
	}
	for i, err := range together(t, w, contents...) {
		if err != nil {
			t.Errorf("append %d: %v", i, err)
		}
	}
	if h := w.Table.(*holding); h.commits != 2 {
		t.Errorf("%d commits, want 2", h.commits)
	}
}

func TestBatchSize(t *testing.T) {
	w := newWorld()
	for _, n := range []int{0, kaibo.MaxBatchEvents + 1} {
		_, err := w.Append(background, project, "main", messages(n))
		wantField(t, err, "events")
	}
	nothingStored(t, w)
}

func TestStreamNames(t *testing.T) {
	names := []struct {
		name        string
		read, write bool
	}{
		{"main", true, true},
		{"a", true, true},
		{"A-Z.0_9~x", true, true},
		{"..", true, true},
		{strings.Repeat("s", kaibo.MaxStreamName), true, true},
		{"~curate", true, false},
		{"~", true, false},
		{"", false, false},
		{strings.Repeat("s", kaibo.MaxStreamName+1), false, false},
		{"a/b", false, false},
		{"a b", false, false},
		{"a\n", false, false},
		{"a\x00", false, false},
		{"é", false, false},
	}
	for _, n := range names {
		t.Run(n.name, func(t *testing.T) {
			w := newWorld()
			if err := ledger.CheckStream(n.name, false); (err == nil) != n.read {
				t.Errorf("read: %v", err)
			}
			_, err := w.Append(background, project, n.name, messages(1))
			if n.write {
				if err != nil {
					t.Errorf("append: %v", err)
				}
				checkLedger(t, w)
				return
			}
			wantField(t, err, "stream")
			nothingStored(t, w)
			if !n.read {
				_, _, err := w.EventsAfter(background, project, n.name, 0, 10)
				wantField(t, err, "stream")
			}
		})
	}
}

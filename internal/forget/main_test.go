package forget_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// The log of failures that the tests bring about is nobody's to read.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// by is an entry of an actor.
func by(actor, text string) ledger.Entry {
	e := enginetest.Entry(text)
	e.Details.Actor = actor
	return e
}

// contents answers what the memories of a set say, sorted.
func contents(records []*kaibo.MemoryRecord) []string {
	out := []string{}
	for _, r := range records {
		out = append(out, r.Content)
	}
	slices.Sort(out)
	return out
}

// everyByte answers where a word stands in any item or object of the store,
// keys included, in any case.
func everyByte(t *testing.T, ports enginetest.Ports, word string) []string {
	t.Helper()
	var found []string
	has := func(b []byte) bool { return strings.Contains(strings.ToLower(string(b)), strings.ToLower(word)) }
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		err := ports.Scan.Scan(context.Background(), class, "", func(item kaibo.Item) error {
			if has([]byte(item.Partition+" "+item.Sort)) || has(item.Data) {
				found = append(found, item.Partition+" "+item.Sort)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := ports.Objects.List(context.Background(), "", "", kaibo.MaxListLimit)
	if err != nil || len(list) == kaibo.MaxListLimit {
		t.Fatalf("%d objects, %v", len(list), err)
	}
	for _, o := range list {
		b, err := ports.Objects.Get(context.Background(), o.Name, 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		if has([]byte(o.Name)) || has(b) {
			found = append(found, o.Name)
		}
	}
	return found
}

func forgetKind(t *testing.T, w *enginetest.World, o forget.Order) kaibo.Kind {
	t.Helper()
	_, err := w.Forget.Forget(t.Context(), w.Project, o)
	if err == nil {
		t.Fatalf("forgot %+v", o)
	}
	return kaibo.KindOf(err)
}

// deletions reads the deletion ledger.
func deletions(t *testing.T, w *enginetest.World) []kaibo.Receipt {
	t.Helper()
	entries, more, err := w.Ledger.Deletions(t.Context(), w.Project, 0, kaibo.MaxListLimit)
	if err != nil || more {
		t.Fatalf("more %v, %v", more, err)
	}
	return entries
}

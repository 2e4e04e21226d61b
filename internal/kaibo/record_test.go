package kaibo_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// fullRecord has a value in every field that a record can have.
func fullRecord() kaibo.MemoryRecord {
	source := kaibo.Source{EventID: "evt_1", Stream: "talk", Seq: 7, Session: 3, Hash: kaibo.Hash{1, 2, 255}, Start: 4, End: 90,
		OccurredAt: 1_772_442_000_000, RecordedAt: 1_772_442_000_123, Actor: "ana", Role: "user", Tags: []string{"t1", "t2"}}
	revision := kaibo.Revision{Version: 1, RecordedAt: 1_772_442_000_123, Stream: "talk", Seq: 7, ValidFrom: 1_772_442_000_000, ValidTo: kaibo.Forever,
		Status: kaibo.StatusCurrent, Supersedes: []string{"mem_a"}, SupersededBy: "mem_b", Disputed: true, Conflicts: []string{"mem_c"}}
	return kaibo.MemoryRecord{
		Birth: kaibo.Birth{ID: "mem_1", Type: "fact", Content: "The \"limit\" is <50>\n& café 漢", Quote: "it’s 50", Confidence: .97,
			Initiatives: []string{"ini_1"}, Source: source, Context: []string{"evt_0"}, StatedFrom: 1_772_442_000_000, StatedTo: kaibo.Forever,
			Bounded: true, Anchors: []string{"x", "y"}, Tokens: 9, QuoteTokens: 4, Structurer: "rules/1", Generation: 2, Ordinal: 5, First: revision},
		Revisions: []kaibo.Revision{revision, revision}, Sources: []kaibo.Source{source, source}, EventCount: 2,
		ReplacedBy: []string{"mem_d"}, Retired: true, Dropped: 1, Forgotten: true,
	}
}

func records(tb testing.TB) map[string][]byte {
	tb.Helper()
	full := fullRecord()
	curated := fullRecord()
	curated.Revisions[0].Fields = map[string]string{"layer": "hot"}
	return map[string][]byte{
		"every field":        kaibo.Encode(full),
		"least":              kaibo.Encode(kaibo.MemoryRecord{Revisions: []kaibo.Revision{{}}}),
		"nothing":            kaibo.Encode(kaibo.MemoryRecord{}),
		"curated":            kaibo.Encode(curated),
		"spaced":             []byte(`{ "id": "mem_1" }`),
		"another order":      []byte(`{"type":"fact","id":"mem_1"}`),
		"twice":              []byte(`{"id":"mem_1","id":"mem_2"}`),
		"a field of later":   []byte(`{"id":"mem_1","color":"red","type":"fact"}`),
		"no number":          []byte(`{"id":"mem_1","tokens":01}`),
		"a fraction":         []byte(`{"id":"mem_1","tokens":1.5}`),
		"negative":           []byte(`{"id":"mem_1","tokens":-1}`),
		"large":              []byte(`{"confidence":1e-7}`),
		"cut":                kaibo.Encode(full)[:200],
		"more":               append(kaibo.Encode(full), '}'),
		"no UTF-8":           []byte("{\"id\":\"m\xff\"}"),
		"a control":          []byte("{\"id\":\"m\x01\"}"),
		"half an escape":     []byte(`{"id":"m\`),
		"a surrogate":        []byte(`{"id":"\ud83d\ude00 \ud83d"}`),
		"a time with offset": []byte(`{"statedFrom":"2026-03-02T10:00:00+01:00"}`),
		"empty":              nil,
	}
}

// same holds DecodeRecord against Decode, which it stands for.
func same(tb testing.TB, data []byte) {
	tb.Helper()
	item := kaibo.Item{Key: kaibo.MemoryKey("p", "mem_1"), Data: data}
	var want kaibo.MemoryRecord
	wantErr := item.Decode(&want)
	got, err := item.DecodeRecord()
	if (err == nil) != (wantErr == nil) {
		tb.Fatalf("%s: error %v, want %v", data, err, wantErr)
	}
	if err != nil {
		if err.Error() != wantErr.Error() {
			tb.Errorf("%s: error %v, want %v", data, err, wantErr)
		}
		return
	}
	if diff := cmp.Diff(want, *got); diff != "" {
		tb.Errorf("%s: (-Decode +DecodeRecord)\n%s", data, diff)
	}
}

func TestDecodeRecord(t *testing.T) {
	for name, data := range records(t) {
		t.Run(name, func(t *testing.T) { same(t, data) })
	}
}

// TestDecodeRecordIsQuick says that what Encode writes is not left to Decode.
func TestDecodeRecordIsQuick(t *testing.T) {
	full := kaibo.Item{Data: kaibo.Encode(fullRecord())}
	if allocs := testing.AllocsPerRun(100, func() { _, _ = full.DecodeRecord() }); allocs > 60 {
		t.Errorf("%v allocations for a full record", allocs)
	}
	if quick := kaibo.QuickRecord(full.Data); !quick {
		t.Error("a full record is left to Decode")
	}
}

// TestRecordFields holds the names that DecodeRecord knows against the types.
func TestRecordFields(t *testing.T) {
	for _, c := range []struct {
		of    reflect.Type
		names []string
	}{
		{reflect.TypeFor[kaibo.Source](), kaibo.SourceFields},
		{reflect.TypeFor[kaibo.Revision](), kaibo.RevisionFields},
		{reflect.TypeFor[kaibo.MemoryRecord](), kaibo.RecordFields},
	} {
		var want []string
		for _, f := range reflect.VisibleFields(c.of) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
				want = append(want, name)
			}
		}
		if diff := cmp.Diff(want, c.names); diff != "" {
			t.Errorf("%v: (-type +names)\n%s", c.of, diff)
		}
	}
}

func FuzzDecodeRecord(f *testing.F) {
	for _, data := range records(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		same(t, data)
		var m kaibo.MemoryRecord
		if json.Unmarshal(data, &m) == nil {
			same(t, kaibo.Encode(m))
			same(t, bytes.TrimSpace(data))
		}
	})
}

func BenchmarkDecodeRecord(b *testing.B) {
	item := kaibo.Item{Data: kaibo.Encode(fullRecord())}
	b.Run("DecodeRecord", func(b *testing.B) {
		for b.Loop() {
			_, _ = item.DecodeRecord()
		}
	})
	b.Run("Decode", func(b *testing.B) {
		for b.Loop() {
			var m kaibo.MemoryRecord
			_ = item.Decode(&m)
		}
	})
}

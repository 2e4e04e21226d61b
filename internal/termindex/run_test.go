package termindex_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

func someDocs() []termindex.Doc {
	var docs []termindex.Doc
	for i := range 300 {
		d := memory(i, 3, "i:common", fmt.Sprint("i:w", i%7), "i:w", fmt.Sprint("x:", i))
		if i%50 == 0 {
			d.Revisions[0].Supersedes = []string{memory(1, 1).ID}
			d.Revisions[0].Fields = map[string]string{"layer": "hot"}
			d.Terms[0].Freq = 65535
		}
		docs = append(docs, d, passage(i, i*7, "i:common", "i:p"))
	}
	return append(docs, termindex.Tombstone("mem_gone", termindex.Memory, 9))
}

func TestEveryChangedByteIsAnError(t *testing.T) {
	good := termindex.EncodeDocs(someDocs()[:8])
	for i := range good {
		for _, bit := range []byte{1, 0x80} {
			bad := slices.Clone(good)
			bad[i] ^= bit
			if _, err := termindex.DecodeDocs("the segment", bad); err == nil {
				t.Fatalf("byte %d of %d changed and nothing is said", i, len(good))
			} else if !strings.Contains(err.Error(), "the segment") {
				t.Fatalf("%v does not name the segment", err)
			}
		}
	}
	for n := range good {
		if _, err := termindex.DecodeDocs("the segment", good[:n]); err == nil {
			t.Fatalf("cut at %d of %d and nothing is said", n, len(good))
		}
	}
}

// Bytes that were changed by someone who also wrote the checksum anew may be
// read as something else, but never past their end.
func TestChangedByteUnderARightChecksumNeverPanics(t *testing.T) {
	good := termindex.EncodeDocs(someDocs()[:8])
	refused := 0
	for i := range good {
		for _, b := range []byte{good[i] + 1, 0, 0x7f, 0xff} {
			bad := slices.Clone(good)
			bad[i] = b
			termindex.Reseal(bad)
			if _, err := termindex.DecodeDocs("x", bad); err != nil {
				refused++
			}
		}
	}
	if refused < len(good) {
		t.Errorf("only %d of %d changes are refused", refused, 4*len(good))
	}
}

// A block says more of itself than a search needs; a reader holds it to all.
func TestEveryChangedByteOfAListIsAnErrorOrAnotherList(t *testing.T) {
	var docs []int
	for i := range 300 {
		docs = append(docs, i*3+i%2)
	}
	good := termindex.EncodePostings(docs)
	want, err := termindex.DecodePostings(good, 300, 1000)
	must(t, err)
	if len(want) != 300 || !bytes.Equal(termindex.WritePostings(want), good) {
		t.Fatal("the list does not come back")
	}
	for i := range good {
		for b := range 256 {
			bad := slices.Clone(good)
			bad[i] = byte(b)
			got, err := termindex.DecodePostings(bad, 300, 1000)
			if byte(b) != good[i] && err == nil && slices.Equal(got, want) {
				t.Fatalf("byte %d is %d, not %d, and the list is the same", i, b, good[i])
			}
			if err != nil {
				continue
			}
			if again, err := termindex.DecodePostings(termindex.WritePostings(got), 300, 1000); err != nil || !slices.Equal(got, again) {
				t.Fatalf("byte %d is %d: the list does not come back: %v", i, b, err)
			}
		}
	}
}

func TestDamagedSegmentIsAnErrorThatNamesIt(t *testing.T) {
	f := newFixture(t)
	f.put(memory(1, 1, "a"))
	f.compact()
	name := f.objectNames()[0]
	good, err := f.objects.Get(ctx, name, 0, -1)
	must(t, err)
	other := termindex.EncodeDocs([]termindex.Doc{memory(2, 1, "b")}) // right in itself
	for _, bad := range [][]byte{good[:len(good)-1], append(slices.Clone(good), 0), nil, other} {
		must(t, f.objects.Delete(ctx, name))
		must(t, f.objects.Put(ctx, name, bad))
		if _, err := f.index().Open(ctx, f.p); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("open over %d of %d bytes: %v", len(bad), len(good), err)
		}
		found, err := f.ix.Check(ctx, f.p)
		must(t, err)
		if len(found) != 1 || found[0].Where != name {
			t.Errorf("check finds %v", found)
		}
	}
	must(t, f.objects.Delete(ctx, name))
	found, err := f.ix.Check(ctx, f.p)
	must(t, err)
	if len(found) != 1 || found[0].Where != name {
		t.Errorf("check of a missing segment finds %v", found)
	}
}

func TestDamagedDeltaAndManifestAreErrors(t *testing.T) {
	f := newFixture(t)
	key := kaibo.Key{Partition: kaibo.IndexPartition("p1"), Sort: "d/x"}
	must(t, f.table.Commit(ctx, []kaibo.Write{kaibo.PutNew(key, 1, []byte("nonsense"))}))
	if _, err := f.ix.Open(ctx, f.p); err == nil || !strings.Contains(err.Error(), "d/x") {
		t.Errorf("open over a damaged delta: %v", err)
	}
	found, err := f.ix.Check(ctx, f.p)
	must(t, err)
	if len(found) != 1 || !strings.Contains(found[0].Where, "d/x") {
		t.Errorf("check finds %v", found)
	}
	for _, bad := range []string{"{", `{"format":2}`} {
		key.Sort = "m"
		must(t, f.table.Commit(ctx, []kaibo.Write{kaibo.PutAny(key, 1, []byte(bad))}))
		if _, err := f.ix.Open(ctx, f.p); err == nil {
			t.Errorf("open over the manifest %s", bad)
		}
	}
}

func TestCheckFindsTwoRowsOfOneVersion(t *testing.T) {
	f := newFixture(t)
	a, b := memory(1, 1, "a"), memory(1, 1, "a")
	b.Tokens++
	f.put(a)
	f.put(a)
	f.healthy()
	f.put(b)
	found, err := f.ix.Check(ctx, f.p)
	must(t, err)
	if len(found) != 1 || !strings.Contains(found[0].Detail, a.ID) {
		t.Errorf("check finds %v", found)
	}
}

func TestRunsComeBackAsTheyWerePut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.OneOf(rapid.StringMatching(`mem_[a-z2-7]{16}`), rapid.StringMatching(`evt_[a-z2-7]{16}/(0|[1-9][0-9]{0,4}|0[0-9])`),
			rapid.StringN(1, 9, -1))
		text := rapid.StringN(0, 5, -1)
		texts := rapid.SliceOfN(text, 0, 3)
		number := rapid.IntRange(0, 1<<31-1)
		moment := rapid.Map(rapid.Int64(), func(v int64) kaibo.Time { return kaibo.Time(v) })
		docs := rapid.SliceOfNDistinct(rapid.Custom(func(rt *rapid.T) termindex.Doc {
			d := termindex.Doc{ID: id.Draw(rt, "id"), Kind: termindex.DocKind(rapid.IntRange(0, 2).Draw(rt, "kind")),
				Version: rapid.Uint64().Draw(rt, "version"), Deleted: rapid.Bool().Draw(rt, "deleted")}
			if d.Deleted {
				return d
			}
			d.Type, d.Initiatives = text.Draw(rt, "type"), texts.Draw(rt, "initiatives")
			d.Start, d.End, d.First = number.Draw(rt, "start"), number.Draw(rt, "end"), rapid.Uint64().Draw(rt, "first")
			d.Length, d.Tokens, d.Analyser = number.Draw(rt, "length"), number.Draw(rt, "tokens"), number.Draw(rt, "analyser")
			for range rapid.IntRange(0, 2).Draw(rt, "sources") {
				d.Sources = append(d.Sources, termindex.Source{Stream: text.Draw(rt, "stream"), Seq: rapid.Uint64().Draw(rt, "seq"),
					EventID: id.Draw(rt, "event"), Session: text.Draw(rt, "session"), Actor: text.Draw(rt, "actor"),
					Role: text.Draw(rt, "role"), Tags: texts.Draw(rt, "tags")})
			}
			for range rapid.IntRange(0, 2).Draw(rt, "revisions") {
				d.Revisions = append(d.Revisions, kaibo.Revision{Version: number.Draw(rt, "revision"), RecordedAt: moment.Draw(rt, "recorded"),
					Stream: text.Draw(rt, "stream"), Seq: rapid.Uint64().Draw(rt, "seq"), ValidFrom: moment.Draw(rt, "from"),
					ValidTo: moment.Draw(rt, "to"), Status: text.Draw(rt, "status"), Supersedes: texts.Draw(rt, "supersedes"),
					SupersededBy: text.Draw(rt, "by"), Disputed: rapid.Bool().Draw(rt, "disputed"), Conflicts: texts.Draw(rt, "conflicts"),
					Fields: rapid.MapOfN(text, text, 0, 2).Draw(rt, "fields")})
			}
			for _, w := range rapid.SliceOfDistinct(rapid.StringN(1, 6, -1), rapid.ID).Draw(rt, "terms") {
				d.Terms = append(d.Terms, termindex.Term{Text: w, Freq: rapid.Uint16Range(1, 65535).Draw(rt, "freq")})
			}
			slices.SortFunc(d.Terms, func(a, b termindex.Term) int { return strings.Compare(a.Text, b.Text) })
			return d
		}), 0, 6, func(d termindex.Doc) string { return d.ID }).Draw(rt, "docs")
		got, err := termindex.DecodeDocs("test", termindex.EncodeDocs(docs))
		if err != nil {
			rt.Fatal(err)
		}
		slices.SortFunc(docs, func(a, b termindex.Doc) int { return strings.Compare(a.ID, b.ID) })
		if d := cmp.Diff(docs, got, cmpopts.EquateEmpty()); d != "" {
			rt.Fatal(d)
		}
	})
}

// FuzzRun reads any bytes as a run, under the right checksum: it must be an
// error that names the run, or documents that come back the same when they are
// written again, and that a search finds by each of their terms.
func FuzzRun(f *testing.F) {
	f.Add(termindex.EncodeDocs(nil))
	f.Add(termindex.EncodeDocs(someDocs()[:3]))
	f.Add(termindex.EncodeDocs(someDocs()))
	f.Fuzz(func(t *testing.T, data []byte) {
		termindex.Reseal(data)
		docs, err := termindex.DecodeDocs("fuzzed", data)
		if err != nil {
			if !strings.Contains(err.Error(), "fuzzed") {
				t.Fatalf("the error does not name the run: %v", err)
			}
			return
		}
		for term, want := range docsOfTerms(docs) {
			if got := termindex.SearchRun(data, term); !slices.Equal(want, got) {
				t.Fatalf("a search for %q finds %v, not %v", term, got, want)
			}
		}
		again, err := termindex.DecodeDocs("again", termindex.EncodeDocs(docs))
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if d := cmp.Diff(docs, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatal(d)
		}
	})
}

// docsOfTerms lists by term the ids of the documents that have it, ascending;
// of a few terms alone.
func docsOfTerms(docs []termindex.Doc) map[string][]string {
	of := make(map[string][]string)
	for _, d := range docs {
		for _, t := range d.Terms {
			if _, ok := of[t.Text]; ok || len(of) < 16 {
				of[t.Text] = append(of[t.Text], d.ID)
			}
		}
	}
	return of
}

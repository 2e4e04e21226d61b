package termindex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

func texts(terms []termindex.Term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, fmt.Sprintf("%s*%d", t.Text, t.Freq))
	}
	return out
}

func TestTermsOfATextAreItsTokensForms(t *testing.T) {
	for _, text := range []string{
		"The cats watched the cat at the garden.",
		"Error E1042 in internal/http/server.go: the userId2 was lost twice, twice.",
		"Le prix est 1.250,50 € — naïve café", "猫が好きです", "", "of the and", strings.Repeat("x", 5000),
	} {
		want, length := make(map[string]int), 0
		for _, tok := range lang.Tokens(text) {
			if tok.Stop {
				continue
			}
			length++
			if len(tok.Exact) > 90 || len(tok.Parts) > 30 {
				want = nil // cut; looked at below
				break
			}
			want["i:"+tok.Inflected]++
			if tok.Derived != "" && tok.Derived != tok.Inflected {
				want["d:"+tok.Derived]++
			}
			if tok.Kind == lang.Identifier || tok.Kind == lang.Number {
				want["x:"+tok.Exact]++
			}
			for i := range tok.Parts {
				for j := i + 1; j <= min(i+3, len(tok.Parts)); j++ {
					want["p:"+strings.Join(tok.Parts[i:j], "")]++
				}
			}
		}
		terms, n := termindex.Terms(text)
		if !slices.IsSortedFunc(terms, func(a, b termindex.Term) int { return strings.Compare(a.Text, b.Text) }) {
			t.Errorf("%q: not sorted", text)
		}
		for _, term := range terms {
			if len(term.Text) > 98 || !utf8.ValidString(term.Text) {
				t.Errorf("%q gives the term %q", text, term.Text)
			}
		}
		if want == nil {
			continue
		}
		if n != length {
			t.Errorf("%q has %d content words, not %d", text, n, length)
		}
		for _, term := range terms {
			if want[term.Text] != int(term.Freq) {
				t.Errorf("%q: %s %d times, not %d", text, term.Text, term.Freq, want[term.Text])
			}
			delete(want, term.Text)
		}
		if len(want) > 0 {
			t.Errorf("%q lacks %v", text, want)
		}
	}
}

func TestInflectionsMeetAndStopWordsGo(t *testing.T) {
	cats, n := termindex.Terms("cats")
	cat, _ := termindex.Terms("the cat")
	if n != 1 || !slices.Contains(texts(cats), "i:cat*1") || !slices.Contains(texts(cat), "i:cat*1") {
		t.Errorf("%v and %v do not meet", texts(cats), texts(cat))
	}
	if slices.ContainsFunc(texts(cat), func(s string) bool { return strings.Contains(s, "the") }) {
		t.Error("a function word is a term")
	}
}

func record() *kaibo.MemoryRecord {
	return &kaibo.MemoryRecord{
		Birth: kaibo.Birth{ID: memory(1, 1).ID, Type: kaibo.TypeFact, Content: "Ilse lives in Bonn, Bonn on Rhine",
			Quote: "I live in Bonn", Initiatives: []string{"ini1"}, Tokens: 11},
		Revisions: []kaibo.Revision{{Version: 1, RecordedAt: 4, ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent}},
		Sources: []kaibo.Source{{EventID: eventID(1), Stream: "s", Seq: 4, Actor: "ilse", Role: "user", Tags: []string{"t"}},
			{EventID: eventID(2), Stream: "t", Seq: 5}},
		EventCount: 2,
	}
}

func TestMemoryDocHoldsWhatARecallNeeds(t *testing.T) {
	r := record()
	d := termindex.MemoryDoc(r)
	content, length := termindex.Terms(r.Content)
	want := termindex.Doc{ID: r.ID, Kind: termindex.Memory, Version: 1<<20 + 2, Type: kaibo.TypeFact, Initiatives: []string{"ini1"},
		Sources: []termindex.Source{{Stream: "s", Seq: 4, EventID: eventID(1), Actor: "ilse", Role: "user", Tags: []string{"t"}},
			{Stream: "t", Seq: 5, EventID: eventID(2)}},
		Revisions: r.Revisions, Length: d.Length, Tokens: 11, Terms: d.Terms, Analyser: termindex.AnalyserVersion}
	diff(t, want, d)
	for _, term := range content {
		if !slices.Contains(d.Terms, term) {
			t.Errorf("a word that content and quote share counts twice, or not at all: %v", term)
		}
	}
	quoted, _ := termindex.Terms("live")
	for _, term := range quoted {
		if !slices.ContainsFunc(d.Terms, func(o termindex.Term) bool { return o.Text == term.Text }) {
			t.Errorf("%s of the quote is no term", term.Text)
		}
	}
	if d.Length < length {
		t.Errorf("length %d is less than the content's %d", d.Length, length)
	}
	r.Quote = r.Content
	if d := termindex.MemoryDoc(r); d.Length != length {
		t.Error("a quote that says the same is counted")
	}
}

func TestMemoryVersionGrowsWithEveryChange(t *testing.T) {
	r := record()
	last := termindex.MemoryVersion(r)
	for i, change := range []func(){
		func() { r.EventCount++ },
		func() { r.EventCount = 1 << 30 },
		func() { r.Revisions = append(r.Revisions, kaibo.Revision{}); r.EventCount = 1 },
		func() { r.EventCount = 2 },
		func() { r.Forgotten = true },
	} {
		change()
		if v := termindex.MemoryVersion(r); v <= last {
			t.Errorf("change %d: version %d after %d", i, v, last)
		} else {
			last = v
		}
	}
	d := termindex.MemoryDoc(r)
	if !d.Deleted || len(d.Terms)+len(d.Sources)+len(d.Revisions) > 0 || d.Version != last {
		t.Errorf("a forgotten memory gives %+v", d)
	}
}

func TestProvisionalDocQuotesItsEvent(t *testing.T) {
	pm := kaibo.ProvisionalMemory{EventID: eventID(3), Seq: 9, Text: "the demo is on Monday", OccurredAt: 50, RecordedAt: 40,
		Actor: "ada", Role: "user", Initiatives: []string{"i"}, Tags: []string{"t"}, Tokens: 6}
	d := termindex.ProvisionalDoc("s", 8, pm)
	if d.ID != kaibo.ProvisionalID(pm.EventID) || d.Kind != termindex.Provisional || d.First != 8 || d.End != len(pm.Text) ||
		d.Tokens != 6 || d.Length == 0 || d.Version >= termindex.DeadVersion {
		t.Errorf("%+v", d)
	}
	diff(t, []kaibo.Revision{{Version: 1, RecordedAt: 40, Stream: "s", Seq: 9, ValidFrom: 40, ValidTo: kaibo.Forever,
		Status: kaibo.StatusCurrent}}, d.Revisions)
}

func passagesOf(text string, from, to int) []termindex.Doc {
	e := kaibo.Event{ID: eventID(1), Stream: "s", Seq: 7, OccurredAt: 3, RecordedAt: 9}
	d := kaibo.Details{Actor: "ada", Role: "user"}
	return termindex.PassageDocs("s", e, d, text, from, to, []string{"tag"})
}

func TestPassagesEndAtSentences(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "Sentence number %d speaks of the garden wall. ", i)
	}
	text := b.String()
	docs := passagesOf(text, 0, len(text))
	if len(docs) < 6 {
		t.Fatalf("%d passages", len(docs))
	}
	at := 0
	for _, d := range docs {
		piece := text[d.Start:d.End]
		if n := len(lang.Tokens(piece)); n > 40 || n < 20 {
			t.Errorf("a passage of %d words", n)
		}
		if !strings.HasSuffix(piece, "wall.") || strings.TrimSpace(text[at:d.Start]) != "" {
			t.Errorf("the passage %q does not end at a sentence, or something was left out before it", piece)
		}
		if want := fmt.Sprintf("%s/%d", eventID(1), d.Start); d.ID != want {
			t.Errorf("id %s, not %s", d.ID, want)
		}
		at = d.End
	}
	s := termindex.WithSession(docs[0], 5).Sources[0]
	if s.Session != "5" || s.Actor != "ada" || s.Seq != 7 || len(s.Tags) != 1 {
		t.Errorf("source %+v", s)
	}
	if docs[0].Revisions[0].RecordedAt != 9 || docs[0].Revisions[0].ValidFrom != 3 {
		t.Errorf("revision %+v", docs[0].Revisions[0])
	}
}

func TestPassagesCoverAnyText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.SampledFrom([]string{"wall", "the", "naïve", "日本語", "E-1042", "a/b/c.go", ".", "?\n", "\xff", "no", "Mr.", "“so”"})
		text := strings.Join(rapid.SliceOfN(word, 0, 200).Draw(rt, "words"), rapid.SampledFrom([]string{" ", "\n\n", ""}).Draw(rt, "join"))
		from := rapid.IntRange(-3, len(text)+3).Draw(rt, "from")
		to := rapid.IntRange(-3, len(text)+3).Draw(rt, "to")
		last := from
		for _, d := range passagesOf(text, from, to) {
			if d.Start < max(last, 0) || d.End <= d.Start || d.End > len(text) {
				rt.Fatalf("a passage from %d to %d after %d in %d bytes", d.Start, d.End, last, len(text))
			}
			last = d.End
			terms, length := termindex.Terms(text[d.Start:d.End])
			if length != d.Length || !slices.Equal(terms, d.Terms) {
				rt.Fatal("the terms are not those of the bytes named")
			}
		}
	})
}

// One sentence of a megabyte is cut in one pass.
func TestPassagesOfALongSentence(t *testing.T) {
	text := strings.Repeat("wall ", 200_000)
	if n := len(passagesOf(text, 0, len(text))); n != 5000 {
		t.Errorf("%d passages", n)
	}
}

func BenchmarkTerms(b *testing.B) {
	text := strings.Repeat("Yesterday Ilse moved the quarterly planning meeting to Thursday because the reviewers were travelling. ", 40)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		termindex.Terms(text)
	}
}

// The design allows a memory half a kilobyte in a delta, and in a segment 160
// bytes and 40 of postings.
func TestARowIsNoLargerThanItsBudget(t *testing.T) {
	f := newFixture(t)
	const n = 400
	people := strings.Fields("Ilse Tom Ada Grace Alan Edsger Barbara Donald")
	things := strings.Fields("meeting budget garden invoice server password holiday bicycle contract release")
	largest := 0
	for i := range n {
		r := record()
		r.ID = memory(i, 1).ID
		r.Content = fmt.Sprintf("%s moved the %s of the %s team from Monday to Thursday because %s was travelling to Lisbon with room %d",
			people[i%8], things[i%10], things[(i/10)%10], people[(i/8)%8], i)
		r.Quote = fmt.Sprintf("I moved it to Thursday because %s was travelling to Lisbon", people[(i/8)%8])
		r.Revisions[0] = kaibo.Revision{Version: 1, RecordedAt: 1_790_000_000_000 + kaibo.Time(i), Stream: "s", Seq: uint64(i),
			ValidFrom: 1_790_000_000_000, ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent}
		w, err := f.ix.Delta(f.p, fmt.Sprint(i), []termindex.Doc{termindex.MemoryDoc(r)})
		must(t, err)
		largest = max(largest, len(w.Item.Data))
		must(t, f.table.Commit(ctx, []kaibo.Write{w}))
	}
	f.compact()
	data, err := f.objects.Get(ctx, f.objectNames()[0], 0, -1)
	must(t, err)
	t.Logf("a delta of one memory has %d bytes; a row of a segment %d", largest, len(data)/n)
	if largest > 512 || len(data)/n > 200 {
		t.Errorf("a delta of one memory has %d bytes, a row of a segment %d", largest, len(data)/n)
	}
}

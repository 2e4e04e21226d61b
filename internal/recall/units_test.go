package recall_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		question  string
		all, must []string
	}{
		{"", []string{}, []string{}},
		{"Who is it?", []string{}, []string{}},
		{"Where does Imre park the van?", []string{"Imre", "park", "van"}, []string{"Imre"}},
		{"the van, the van and the vans", []string{"van"}, []string{}},
	} {
		all, must := recall.Words(c.question)
		if d := cmp.Diff([][]string{c.all, c.must}, [][]string{all, must}); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.question, d)
		}
	}
}

// In a question written like a title or shouted, capitals tell no names.
func TestTitlesNameNobody(t *testing.T) {
	for _, q := range []string{"Where Does Grandma Keep The Garden Scissors?", "WHERE DOES GRANDMA KEEP THE GARDEN SCISSORS"} {
		if _, must := recall.Words(q); len(must) != 0 {
			t.Errorf("%q must have %q", q, must)
		}
	}
}

func TestQuestionIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		b.WriteString("w" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + " ")
	}
	if words, _ := recall.WordCount(b.String()); words != recall.MaxWords {
		t.Errorf("%d words", words)
	}
	if words, terms := recall.WordCount(strings.Repeat("x", 6000)); words != 1 || terms > 8 {
		t.Errorf("one long word is %d words and %d terms", words, terms)
	}
}

// Every term that recall looks for in a text is one that the index has for it.
func TestTermsAreTheIndexs(t *testing.T) {
	for _, text := range []string{"The self-service kiosk sells 12 tickets.", "See a/b/c-d/e.json or X_Y_Z on 10.0.0.1",
		strings.Repeat("é", 300), "会议室的密码", "Ring +49 30 1234 for Anna's keys", "🦊 🐢"} {
		indexed, _ := termindex.Terms(text)
		var have []string
		for _, x := range indexed {
			have = append(have, x.Text)
		}
		for _, term := range recall.TokenTerms(text) {
			if !slices.Contains(have, term) {
				t.Errorf("%q: %q is not in the index's %q", text, term, have)
			}
		}
	}
}

func TestBorne(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           []string
	}{
		{"Which bridges were closed?", "The bridge was closed.", []string{"bridges", "closed"}},
		{"How many cats?", "Three dogs.", []string{}},
	} {
		if d := cmp.Diff(c.want, recall.Borne(c.question, c.text)); d != "" {
			t.Errorf("%q in %q (-want +got):\n%s", c.question, c.text, d)
		}
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"The ferry leaves at 9.", "the  ferry leaves at 9", true},
		{"The ferry leaves at 9.", "Reminder: the ferry leaves at 9.", true},
		{"The ferry leaves at 9.", "Just so everybody hears it, the ferry leaves at 9.", true},
		{"The code word is marzipan today", "Marzipan is the code word today", true},
		{"The ferry leaves at 9.", "The ferry leaves at 10.", false},
		{"The ferry leaves at 9.", "The ferry never leaves at 9.", false},
		{"The ferry is late.", "The ferry is not late.", false},
		{"The ferry is late.", "The ferry was late.", false},
		{"The ferry leaves at 9.", "On January 3: the ferry leaves at 9.", false},
		{"Greta owes Milan.", "Milan owes Greta.", false},
		{"Greta has the key.", "Milan has the key.", false},
		{"The pond is deep.", "The old pond is deep.", false},
		{"The pond is deep.", "The pond is deep and cold.", false},
		{"Attic key: Tove", "Cellar key: Tove", false},
		{"...", "...", true},
		{"...", "?!", false},
		{"", "", true},
	} {
		if got := recall.Same(c.a, c.b); got != c.want {
			t.Errorf("Same(%q, %q) = %v", c.a, c.b, got)
		}
		if recall.Same(c.a, c.b) != recall.Same(c.b, c.a) {
			t.Errorf("Same(%q, %q) depends on the order", c.a, c.b)
		}
	}
}

func TestShorten(t *testing.T) {
	const text = "We talked for hours about the harvest, the new press costs 4,300 francs, and then we sang."
	for _, c := range []struct {
		question string
		budget   int
		want     string
	}{
		{"How much does the press cost?", 12, "the new press costs 4,300 francs"},
		{"How much does the press cost?", 100, "the new press costs 4,300 francs"},
		{"How much does the press cost?", 2, ""},
		{"Who dances?", 100, ""},
	} {
		start, end, n, ok := recall.Shorten(c.question, text, c.budget)
		got := text[start:end]
		if ok != (c.want != "") || !strings.Contains(got, c.want) || n > c.budget {
			t.Errorf("%q in %d: %q of %d tokens, %v", c.question, c.budget, got, n, ok)
		}
	}
	// Only the question's own words fit: that is no answer.
	if _, _, _, ok := recall.Shorten("What is the price of the press?", "price of the press", 10); ok {
		t.Error("a quote that repeats the question is taken for an answer")
	}
}

func FuzzShorten(f *testing.F) {
	f.Add("How much does the press cost?", "The new press, as we heard, costs 4,300 francs; the old one was cheaper.", 9)
	f.Add("会议室的密码是多少", "会议室的密码是5526。服务器的维护由李娜负责。", 6)
	f.Add("self service", "self-service, roll-out and a/b/c.json", 3)
	f.Add("x", "x \xff\x00 y", 1)
	f.Fuzz(func(t *testing.T, question, text string, budget int) {
		if len(text) > 4096 || len(question) > 1024 {
			return
		}
		start, end, n, ok := recall.Shorten(question, text, budget)
		if !ok {
			return
		}
		if start < 0 || end > len(text) || start >= end || n > budget || n != tokens.Count(text[start:end]) {
			t.Fatalf("%d..%d of %d bytes, %d tokens of %d", start, end, len(text), n, budget)
		}
		if utf8.ValidString(text) && !utf8.ValidString(text[start:end]) {
			t.Fatalf("%q is cut inside a rune", text[start:end])
		}
		if len(recall.Borne(question, text[start:end])) == 0 {
			t.Logf("%q alone bears out nothing of %q", text[start:end], question) // its language may read differently alone
		}
	})
}

// FuzzPack stores each line as a statement and asks: whatever is stored and
// asked, the promises of the package hold (see store.check).
func FuzzPack(f *testing.F) {
	f.Add("The press costs 4,300 francs.\nThe old press was cheaper.\nthe press", "How much is the press?", 9, false)
	f.Add("会议室的密码是5526。服务器的维护由李娜负责。\n密码", "会议室的密码是多少", 6, true)
	f.Add("a-b-c d/e/f.g\n🦊🐢\n\x00", "a-b 🦊", 1, true)
	f.Fuzz(func(t *testing.T, texts, question string, budget int, fill bool) {
		if len(texts) > 4096 || len(question) > 1024 || budget < 1 || budget > 2000 || !utf8.ValidString(texts) || !utf8.ValidString(question) {
			return
		}
		s := newStore(t)
		for _, text := range strings.Split(texts, "\n") {
			if strings.TrimSpace(text) != "" {
				s.note(text)
			}
		}
		s.ask(recall.Query{Question: question, Budget: budget, Fill: fill})
	})
}

func FuzzQuestion(f *testing.F) {
	for _, q := range []string{"Who has the key?", "{{ x }} OR 1=1 NEAR/3 \"", "🦊🐢", "a-b-c d/e/f.g", "où est l'élève", "\xff\xfe", "ﬁ ② İ"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		words, terms := recall.WordCount(q)
		if words > recall.MaxWords || words > 0 && terms == 0 {
			t.Fatalf("%d words and %d terms", words, terms)
		}
		if !recall.Same(q, q) {
			t.Fatalf("%q is not the same as itself", q)
		}
	})
}

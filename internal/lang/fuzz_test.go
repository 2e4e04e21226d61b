package lang_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// hostile are texts that have broken word readers: bytes that are no UTF-8,
// marks without a letter, joiners without an end.
var hostile = []string{
	"", "\xff", "a\xffb", "\xe3\x81", "e\u0301\u0301", "\u200b\u200d", "a\u200b", "\u0301", "-", "--a--", "a-", "-a", "a..b", "1.", "1,", "1,000", "+1 555 123 4567", "+",
	"://", "http://", "http://a", "/", "//", "./", "a/", "C++", "C++1", "A+", "'", "l'", "l'é", "''s", "n't", "\u2019s", "👩\u200d💻", "👍🏽", "\ufe0f", "1\ufe0f\u20e3",
	"は", "はは", "日本語です", "の的の", "กก", "한국어입니다", "다", "ﬀ", "ß", "İ", "Σς", "#", "# ", "- ", "- [ ] ", "| |", "```", "```\n", "> > > a", "1. ", "\"a. B", "“a. B. C”",
	"Dr.", "Dr. ", "a\r\nb", "a\u2028b", "...", "… A", "Ph.D. A", "A. B. C.", "x: y", "X: y", "\x00", "a\x00b", "\u00ad", "a\u00adb", "½", "²", "٣٤", "१२", "क्षि", "נִקּוּד", "ʼn",
}

// check demands of every text what the package promises of any.
func check(t *testing.T, text string, l lang.Language) {
	t.Helper()
	last := 0
	for _, tok := range lang.TokensIn(text, l) {
		if tok.Start < last || tok.Start >= tok.End || tok.End > len(text) {
			t.Fatalf("%q: token %+v is out of order or bounds (%d)", text, tok, last)
		}
		last = tok.Start
		if tok.Exact == "" || tok.Inflected == "" || tok.Derived == "" {
			t.Fatalf("%q: token %+v has an empty form", text, tok)
		}
		if !utf8.ValidString(tok.Exact) || !utf8.ValidString(tok.Inflected) || !utf8.ValidString(tok.Derived) {
			t.Fatalf("%q: token %+v is not UTF-8", text, tok)
		}
		checkBoundary(t, text, tok.Start, tok.End)
		for _, p := range tok.Parts {
			if p == "" || !utf8.ValidString(p) {
				t.Fatalf("%q: token %+v has a bad part", text, tok)
			}
		}
	}
	last = 0
	for _, s := range lang.Sentences(text) {
		if s.Start < last || s.Start >= s.End || s.End > len(text) {
			t.Fatalf("%q: sentence %+v is out of order or bounds (%d)", text, s, last)
		}
		checkBoundary(t, text, s.Start, s.End)
		if in := text[s.Start:s.End]; strings.TrimSpace(in) != in {
			t.Fatalf("%q: sentence %q is not trimmed", text, in)
		}
		last = s.End
	}
	if once := lang.Fold(text); lang.Fold(once) != once {
		t.Fatalf("%q: folded twice is %q, once %q", text, lang.Fold(once), once)
	}
}

// checkBoundary demands that no rune of text is cut.
func checkBoundary(t *testing.T, text string, at ...int) {
	t.Helper()
	for _, i := range at {
		for k := 1; k < utf8.UTFMax && i-k >= 0; k++ {
			if r, size := utf8.DecodeRuneInString(text[i-k:]); size > k && r != utf8.RuneError {
				t.Fatalf("%q: offset %d is inside a rune", text, i)
			}
		}
	}
}

func TestHostileTexts(t *testing.T) {
	for _, a := range hostile {
		for l := lang.Unknown; l <= lang.Romanian; l++ {
			check(t, a, l)
		}
		for _, b := range hostile {
			check(t, a+b, lang.Detect(a+b))
			check(t, a+" "+b+"\n", lang.English)
		}
	}
}

// TestShortWayVotesAlike: plain words, with the marks that may end them, vote
// the same whether they are taken for plain words or not.
func TestShortWayVotesAlike(t *testing.T) {
	for _, word := range append(strings.Fields("a The Will van DE la pas it's x Straße lamp Who IT don't s"), hostile...) {
		for _, mark := range append(strings.Split(".!?,;:'-\"", ""), "", "..", ".,", "?!", ".\"", ":)", "\u2019s", "'s") {
			if fields, words := lang.DetectByFields(word + mark); !fields || !words {
				t.Errorf("%q: %v, %v", word+mark, fields, words)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, byte(0))
	}
	f.Add("Nina's lamps: config/flags/prod.yaml, 3,480 l'élève.\n- [ ] buy\nDr. No. 5", byte(1))
	f.Fuzz(func(t *testing.T, text string, l byte) {
		check(t, text, lang.Language(l))
		lang.Tokens(text)
		if fields, words := lang.DetectByFields(text); !fields || !words {
			t.Fatalf("%q: the short way votes otherwise: %v, %v", text, fields, words)
		}
		lang.IsStop(text, lang.Language(l))
	})
}

// TestLongTexts: the worst of each kind, long, is read in a time that only
// linear work allows, with a wide margin for a busy machine: it takes a tenth
// of a second, and work that grows with the square takes minutes.
func TestLongTexts(t *testing.T) {
	for _, piece := range []string{
		"a", "A", "aB", "a-", "a/", "a.", "a'", "l'a", "1", "1,", "1,000", "1 000 ", "+1 ", "://", "http://a/", "é", "e\u0301", "\u0301", "\u200d", "👩\u200d", "は", "会", "ก", "다",
		"\"", "“", "\"a. B", ". ", "A. ", "Dr. ", "... ", "\n", "- ", "> ", "#", "|", "```\n", "a\n", "A\n", "\xff", "_", "@", "+", "ing", "s's", "…", "? ",
	} {
		text := strings.Repeat(piece, (1<<18)/len(piece))
		start := time.Now()
		lang.Tokens(text)
		lang.Sentences(text)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("256 KiB of %q took %v", piece, took)
		}
	}
}

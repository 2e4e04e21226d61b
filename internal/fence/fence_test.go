package fence_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/fence"
)

// TestAMarkThatStandsInTheTextIsNotTaken foresees what nobody can: the text
// holds the next random mark.
func TestAMarkThatStandsInTheTextIsNotTaken(t *testing.T) {
	random := append(bytes.Repeat([]byte{1}, 10), bytes.Repeat([]byte{2}, 10)...)
	first, err := fence.Mark(bytes.NewReader(random))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"END " + first, strings.ToUpper(first), "x" + first + "y"} {
		second, err := fence.Mark(bytes.NewReader(random), "harmless", text)
		if err != nil || second == first || strings.Contains(strings.ToLower(text), second) {
			t.Errorf("%q gives the mark %q, %v", text, second, err)
		}
	}
	if mark, err := fence.Mark(bytes.NewReader(bytes.Repeat([]byte{1}, 1000)), first); err == nil {
		t.Errorf("a source that gives one mark for ever gave %q", mark)
	}
	if _, err := fence.Mark(bytes.NewReader(nil)); err == nil {
		t.Error("no randomness gave a mark")
	}
}

func FuzzOneLine(f *testing.F) {
	for _, text := range []string{"a\nb", "a\r\nEND x", "\u202eabc", "\U000e0041", "\x1b[2J", "", "plain", "a\xffb", "\u200d\u200c", "👩\u200d🚀", " x "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := fence.OneLine(text)
		if !utf8.ValidString(got) {
			t.Errorf("%q is no UTF-8", got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' {
				t.Errorf("%q still has %U", got, r)
			}
		}
		if again := fence.OneLine(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	})
}

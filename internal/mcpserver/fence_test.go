package mcpserver_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/mcpserver"
)

// TestAMarkThatStandsInTheTextIsNotTaken foresees what nobody can: the text
// holds the next random mark.
func TestAMarkThatStandsInTheTextIsNotTaken(t *testing.T) {
	random := append(bytes.Repeat([]byte{1}, 10), bytes.Repeat([]byte{2}, 10)...)
	first, err := mcpserver.NewMark(bytes.NewReader(random))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"END " + first, strings.ToUpper(first), "x" + first + "y"} {
		second, err := mcpserver.NewMark(bytes.NewReader(random), "harmless", text)
		if err != nil || second == first || strings.Contains(strings.ToLower(text), second) {
			t.Errorf("%q gives the mark %q, %v", text, second, err)
		}
	}
	if mark, err := mcpserver.NewMark(bytes.NewReader(bytes.Repeat([]byte{1}, 1000)), first); err == nil {
		t.Errorf("a source that gives one mark for ever gave %q", mark)
	}
	if _, err := mcpserver.NewMark(bytes.NewReader(nil)); err == nil {
		t.Error("no randomness gave a mark")
	}
}

func FuzzOneLine(f *testing.F) {
	for _, text := range append(hostile, "", "plain", "a\xffb", "\u200d\u200c", "👩\u200d🚀", " x ") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := mcpserver.OneLine(text)
		if !utf8.ValidString(got) {
			t.Errorf("%q is no UTF-8", got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' {
				t.Errorf("%q still has %U", got, r)
			}
		}
		if again := mcpserver.OneLine(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	})
}

func FuzzAsksProgress(f *testing.F) {
	for body, want := range map[string]bool{
		`{"id":1}`: false, ` [1,[2],{"params":[]}]`: false, `{"params":{"_meta":{"progressToken":0}}}`: true, ``: false, `[]`: false,
		`[{},{"params":{"_meta":{"progressToken":"x"}}}]`: true, `{"params":{"_meta":{"progressToken":null}}}`: false, `nonsense`: false, `[`: false,
	} {
		if got := mcpserver.AsksProgress([]byte(body)); got != want {
			f.Errorf("%s: %v", body, got)
		}
		f.Add([]byte(body))
	}
	f.Fuzz(func(_ *testing.T, body []byte) { mcpserver.AsksProgress(body) })
}

package mcpserver_test

import (
	"bytes"
	"fmt"
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

func FuzzLook(f *testing.F) {
	for _, body := range []string{``, `[]`, `[{},[],1]`, `{"params":{"_meta":{"progressToken":1}}}`, `{"params":[]}`, `[{"params":{"_meta":{"progressToken":"a"}}}]`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if n, _ := mcpserver.Look(body); n < 0 || n > len(body)+1 {
			t.Errorf("%d messages in %d bytes", n, len(body))
		}
	})
}

func TestLookCountsWhatABatchHolds(t *testing.T) {
	for body, want := range map[string]string{
		`{"id":1}`: "1 false", ` [1,[2],{"params":[]}]`: "3 false", `{"params":{"_meta":{"progressToken":0}}}`: "1 true",
		`[{},{"params":{"_meta":{"progressToken":"x"}}}]`: "2 true", `{"params":{"_meta":{"progressToken":null}}}`: "1 false", `nonsense`: "1 false", `[`: "1 false",
	} {
		n, progress := mcpserver.Look([]byte(body))
		if got := fmt.Sprint(n, progress); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

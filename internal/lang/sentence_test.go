package lang_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"none", " \n\t ... --- ", nil},
		{"plain", "One. Two! Three?  Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"titles", "Dr. Okafor met Ms. Lin at St. Mary's. Then Mr. Brandt left.", []string{"Dr. Okafor met Ms. Lin at St. Mary's.", "Then Mr. Brandt left."}},
		{"abbreviations", "Use e.g. the lamp, approx. five. It is No. 5 of Fig. 3.", []string{"Use e.g. the lamp, approx. five.", "It is No. 5 of Fig. 3."}},
		{"no", "Is it done? No. We wait.", []string{"Is it done?", "No.", "We wait."}},
		{"initials", "J. R. Smith wrote plan B. Then he left.", []string{"J. R. Smith wrote plan B.", "Then he left."}},
		{"end", "We meet at 10 a.m. The rest, etc. Then lunch.", []string{"We meet at 10 a.m.", "The rest, etc.", "Then lunch."}},
		{"numbers", "It costs 3.5 million. Version v1.2 of Node.js on stage-2.example.net works.", []string{"It costs 3.5 million.", "Version v1.2 of Node.js on stage-2.example.net works."}},
		{"address", "See https://example.com/a?x=1. Then go.", []string{"See https://example.com/a?x=1.", "Then go."}},
		{"ellipsis", "Well... I think so. It was late... We left.", []string{"Well... I think so.", "It was late...", "We left."}},
		{"quotation", `It says "Five stars. P.S. Call me!" and ends. He left.`, []string{`It says "Five stars. P.S. Call me!" and ends.`, "He left."}},
		{"curly", "She said “Go. Now.” and left. Good.", []string{"She said “Go. Now.” and left.", "Good."}},
		{"asked", `"Really?" she asked. "Yes."`, []string{`"Really?" she asked.`, `"Yes."`}},
		{"closing", `He said "Stop." Then he left.`, []string{`He said "Stop."`, "Then he left."}},
		{"open", "A 5\" screen. It broke. \"Unclosed. Then more.", []string{"A 5\" screen.", "It broke.", "\"Unclosed.", "Then more."}},
		{"small", "i moved to oslo. i like it approx. now. see you", []string{"i moved to oslo.", "i like it approx. now.", "see you"}},
		{"wrapped", "The drain of the queue\ntakes long. It is\nslow at the\nOslo office.", []string{"The drain of the queue\ntakes long.", "It is\nslow at the\nOslo office."}},
		{"lines", "Call Nina\nBuy milk\n\nlast", []string{"Call Nina", "Buy milk", "last"}},
		{"list", "Plan:\n- first. Second.\n* third\n1. one\n2) two\n  - [ ] buy milk\n- [x] done", []string{"Plan:", "first.", "Second.", "third", "one", "two", "[ ] buy milk", "[x] done"}},
		{"item", "- first line\n  goes on\nnot here", []string{"first line\n  goes on", "not here"}},
		{"heading", "# Title\ntext goes on.\n## Next", []string{"Title", "text goes on.", "Next"}},
		{"table", "| a | b |\n|---|---|\n| c. D | e |", []string{"| a | b |", "| c. D | e |"}},
		{"speakers", "Nina: hello. You?\nOmar Diaz: fine\nand you", []string{"Nina: hello.", "You?", "Omar Diaz: fine", "and you"}},
		{"fence", "Run:\n```go\nx := 1. Y\n\nz\n```\nDone.", []string{"Run:", "```go\nx := 1. Y\n\nz\n```", "Done."}},
		{"unclosed fence", "```\na. B", []string{"```\na. B"}},
		{"blockquote", "> quoted. Twice.", []string{"quoted.", "Twice."}},
		{"crlf", "One line.\r\nTwo\r\n", []string{"One line.", "Two"}},
		{"cjk", "担当は誰ですか。三時です！本当？はい", []string{"担当は誰ですか。", "三時です！", "本当？", "はい"}},
		{"emoji", "Great! 👍 Thanks", []string{"Great!", "👍 Thanks"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range lang.Sentences(c.text) {
				got = append(got, c.text[s.Start:s.End])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

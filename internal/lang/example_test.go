package lang_test

import (
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

func ExampleTokens() {
	for _, t := range lang.Tokens("Nina's lamps were compressing prod.yaml.") {
		fmt.Println(t.Exact, t.Inflected, t.Stop, t.Name, t.Parts)
	}
	// Output:
	// nina nina false true []
	// lamps lamp false false []
	// were be true false []
	// compressing compress false false []
	// prod.yaml prod.yaml false false [prod yaml]
}

func ExampleSentences() {
	text := "Dr. Okafor left. She said \"Back soon. Wait.\" and went.\n- [ ] call her"
	for _, s := range lang.Sentences(text) {
		fmt.Println(text[s.Start:s.End])
	}
	// Output:
	// Dr. Okafor left.
	// She said "Back soon. Wait." and went.
	// [ ] call her
}

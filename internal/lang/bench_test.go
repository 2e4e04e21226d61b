package lang_test

import (
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// prose is English as agents write it: sentences, names, a few identifiers.
var prose = strings.Repeat(`Nina moved the billing service from the old cluster to db-7 on Tuesday, because the nightly
job had been failing since March. Omar thinks that the drain of the queue takes about 45 seconds, which is more than
config/flags/prod.yaml allows; he will raise the limit to 3,480 and tell Dr. Okafor. Everyone who is on call has been
asked to rehearse the restore before the next release, and nobody objected. "It works on my machine," said the new
colleague, whose badge number nobody remembered. The landlord's letter about the rent arrived in the same week.
`, 200)

func BenchmarkTokens(b *testing.B) {
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		lang.Tokens(prose)
	}
}

// BenchmarkUAX29 is the floor: the word boundaries alone, with no form of any
// word.
func BenchmarkUAX29(b *testing.B) {
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		it := words.FromString(prose)
		for it.Next() {
			_ = it.Value()
		}
	}
}

func BenchmarkSentences(b *testing.B) {
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		lang.Sentences(prose)
	}
}

func BenchmarkShortText(b *testing.B) {
	text := prose[:180]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		lang.Tokens(text)
	}
}

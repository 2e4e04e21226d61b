// Package o200k brings the vocabulary of o200k_base into a program:
//
//	import _ "github.com/kaibo-dev/kaibo/internal/tokens/o200k"
//
// makes [tokens.Count] count. It is a package of its own because it adds some
// 3 MB to a binary, compressed: functions that count nothing go without. The
// vocabulary is loaded by the first count (some 100 ms and 20 MB), not by the
// import.
package o200k

import (
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/kaibo-dev/kaibo/internal/tokens"
)

func init() { tokens.Register(count) }

// encoding is built on first use: nothing that does not count pays for it. It
// is named here and not looked up by its name, which would link the four other
// vocabularies too.
var encoding = sync.OnceValue(codec.NewO200kBase)

func count(piece string) int {
	n, err := encoding().Count(piece)
	if err != nil {
		// The pattern has no time-out, so it cannot fail; a token is at least a
		// byte, so this never says too few.
		return len(piece)
	}
	return n
}

// Package tokens counts text in o200k_base, the encoding in which the contract
// states every budget.
//
// [Count] is what a client would count with OpenAI's tiktoken, exactly, for
// any text up to a run of one kind longer than [MaxRun]. It loads 200,000
// vocabulary entries the first time (some 100 ms and 20 MB) and is safe for
// concurrent use.
package tokens

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Version names the encoding; a stored count is only worth something with it.
const Version = "o200k_base"

// MaxRun is the longest run of bytes without a change between white space and
// text that is counted as one. A longer run is counted in pieces of that
// length, which bounds the memory of the byte-pair merge and of the pattern that
// splits it. Each cut can move the count by a few tokens, and never more than
// a cut token's length, so the error is below 0.1 % and only there.
const MaxRun = 1 << 16

// codec is built on first use: nothing that does not count pays for it.
var codec = sync.OnceValue(func() tokenizer.Codec {
	c, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		panic("tokens: " + err.Error()) // the encoding is compiled in
	}
	return c
})

// Count returns the number of o200k_base tokens of text. Special tokens such
// as <|endoftext|> are counted as the text that they are. Bytes that are not
// UTF-8 are counted as U+FFFD, which is how they would be served.
func Count(text string) int {
	n := 0
	for text != "" {
		cut := pieceEnd(text)
		n += count(text[:cut])
		text = text[cut:]
	}
	return n
}

func count(piece string) int {
	n, err := codec().Count(piece)
	if err != nil {
		// The pattern has no time-out, so it cannot fail; a token is at least a
		// byte, so this never says too few.
		return len(piece)
	}
	return n
}

// pieceEnd returns where the first piece of text ends: the end of the text, or
// the first place inside a run longer than MaxRun, at a rune.
func pieceEnd(text string) int {
	if len(text) <= MaxRun {
		return len(text)
	}
	start, space := 0, false
	for i, r := range text {
		if s := unicode.IsSpace(r); i == 0 || s != space {
			start, space = i, s
			continue
		}
		if i-start+utf8.RuneLen(r) > MaxRun {
			return i
		}
	}
	return len(text)
}

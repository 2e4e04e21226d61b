// Package tokens counts text in o200k_base, the encoding in which the contract
// states every budget.
//
// [Count] is what a client would count with OpenAI's tiktoken, exactly, for
// any text up to a run of one kind longer than [MaxRun]. It is safe for
// concurrent use.
//
// The vocabulary is large, and most functions of a deployment never count, so
// a program links it only if it says so, as one does for image formats:
//
//	import _ "github.com/kaibo-dev/kaibo/internal/tokens/o200k"
//
// In a program without it Count answers 0, which stored counts take for "not
// counted"; whoever packs by a budget asks [Linked] first.
package tokens

import (
	"unicode"
	"unicode/utf8"
)

// Version names the encoding; a stored count is only worth something with it.
const Version = "o200k_base"

// MaxRun is the longest run of bytes without a change between white space and
// text that is counted as one. A longer run is counted in pieces of that
// length, which bounds the memory of the byte-pair merge and of the pattern that
// splits it. Each cut can move the count by a few tokens, and never more than
// a cut token's length, so the error is below 0.1 % and only there.
const MaxRun = 1 << 16

// counter is the encoding of this program; nil when it links none.
var counter func(piece string) int

// Register says how to count a piece of text, at most [MaxRun] bytes of one
// kind in a row. It is called by the init of the package with the vocabulary,
// and by nobody later.
func Register(count func(piece string) int) { counter = count }

// Linked reports whether the program can count.
func Linked() bool { return counter != nil }

// Count returns the number of o200k_base tokens of text. Special tokens such
// as <|endoftext|> are counted as the text that they are. Bytes that are not
// UTF-8 are counted as U+FFFD, which is how they would be served.
//
// In a program that links no vocabulary the answer is 0.
func Count(text string) int {
	if counter == nil {
		return 0
	}
	n := 0
	for text != "" {
		cut := pieceEnd(text)
		n += counter(text[:cut])
		text = text[cut:]
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

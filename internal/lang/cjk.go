package lang

import (
	"strings"
	"sync"
	"unicode"
)

// script is a class of characters that are written without spaces, so that
// words have to be found as pairs of neighbours.
type script uint8

const (
	spaced script = iota // every other script
	han
	hiragana
	katakana
	southeast // Thai, Lao, Khmer, Burmese
)

func scriptOf(r rune) script {
	switch {
	case r < 0xE00:
		return spaced
	case 0x3041 <= r && r <= 0x309F:
		return hiragana
	case 0x30A1 <= r && r <= 0x30FF && r != 0x30FB, 0x31F0 <= r && r <= 0x31FF, 0xFF66 <= r && r <= 0xFF9F:
		return katakana
	case 0x4E00 <= r && r <= 0x9FFF, 0x3400 <= r && r <= 0x4DBF, r == '々', r == '〇', 0xF900 <= r && r <= 0xFAFF, r >= 0x20000 && unicode.Is(unicode.Han, r):
		return han
	case r <= 0x0EFF, 0x1000 <= r && r <= 0x109F, 0x1780 <= r && r <= 0x17FF:
		if unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && !unicode.IsDigit(r) && !unicode.IsPunct(r) {
			return southeast
		}
	}
	return spaced
}

// functionRuns returns the words of Chinese or Japanese that carry no content;
// contentRuns are words that look as if they were made of them. Chinese words
// make nonsense of Japanese ones and the other way round; for a few characters
// in a text of another language, both serve.
func functionRuns(l Language) set {
	if l == Japanese || l == Chinese {
		return stopLists()[l]
	}
	return bothRuns()
}

var (
	bothRuns    = sync.OnceValue(func() set { return union(stopLists()[Japanese], stopLists()[Chinese]) })
	contentRuns = dataList("stop/zh-keep")
)

// maxRunWord is the longest word of those lists, in characters.
const maxRunWord = 6

func union(lists ...set) set {
	s := set{}
	for _, list := range lists {
		for w := range list {
			s[w] = struct{}{}
		}
	}
	return s
}

// functional tells whether a whole run is made of function words.
func functional(run string, l Language) bool {
	runes := []rune(run)
	if len(runes) == 0 || len(runes) > 4*maxRunWord {
		return false
	}
	for _, is := range functionMask(runes, scriptOf(runes[0]), functionRuns(l)) {
		if !is {
			return false
		}
	}
	return true
}

// functionMask says of each character of a run whether it belongs to a function
// word, by the longest match from the left. In hiragana the endings are at the
// end of a run and the particles at both ends, so the middle is left alone.
func functionMask(run []rune, s script, function set) []bool {
	mask := make([]bool, len(run))
	switch s {
	case han:
		for i := 0; i < len(run); {
			n, is := longestRun(run[i:], function)
			for j := range n {
				mask[i+j] = is
			}
			i += n
		}
	case hiragana:
		end := len(run)
		for end > 0 {
			n := longestSuffix(run[:end], function)
			if n == 0 {
				break
			}
			for j := range n {
				mask[end-1-j] = true
			}
			end -= n
		}
		if end > 2 && function.has(string(run[:1])) && end == len(run) {
			mask[0] = true
		}
	}
	return mask
}

// longestRun returns the length of the longest listed word at the head of run,
// 1 when there is none, and whether it is a function word.
func longestRun(run []rune, function set) (n int, is bool) {
	for n := min(maxRunWord, len(run)); n > 0; n-- {
		w := string(run[:n])
		if contentRuns.has(w) {
			return n, false
		}
		if function.has(w) {
			return n, true
		}
	}
	return 1, false
}

func longestSuffix(run []rune, function set) int {
	for n := min(maxRunWord, len(run)); n > 0; n-- {
		if function.has(string(run[len(run)-n:])) {
			return n
		}
	}
	return 0
}

// bigrams adds the tokens of the run of one script at text[start:], and returns
// its end. A run of one character is one token, and so is a single character
// between two function words, which no pair of content would hold.
func (s *scanner) bigrams(start int, class script) int {
	end := start
	var run []rune
	var at []int
	for i, r := range s.text[start:] {
		if c := scriptOf(r); c != class && !(invisible(r) || unicode.Is(unicode.Mn, r)) {
			break
		}
		run, at = append(run, r), append(at, start+i)
		end = start + i + runeLen(s.text[start+i:])
	}
	at = append(at, end)
	mask := functionMask(run, class, functionRuns(s.lang))
	if len(run) == 1 {
		s.bigram(at[0], at[1], mask[0])
		return end
	}
	for i := range run {
		alone := !mask[i] && (i == 0 || mask[i-1]) && (i == len(run)-1 || mask[i+1])
		if alone {
			s.bigram(at[i], at[i+1], false)
		}
		if i+1 < len(run) {
			s.bigram(at[i], at[i+2], mask[i] || mask[i+1])
		}
	}
	return end
}

func (s *scanner) bigram(start, end int, stop bool) {
	exact := Fold(s.text[start:end])
	if exact == "" {
		return
	}
	s.out = append(s.out, Token{
		Start: start, End: end, Exact: exact, Inflected: exact, Derived: exact, Kind: Bigram,
		Stop: stop || strings.TrimSpace(exact) == "",
	})
}

package lang

import (
	"strings"
	"sync"
)

// stopLists holds the function words of each language as they are written, and
// without diacritics for the languages whose questions are often typed so. Not
// for the others: German wäre without its dots is a noun, and so is Swedish får.
// The lists of
// Chinese and Japanese are matched inside runs, by cjk.go.
var stopLists = sync.OnceValue(loadStops)

func loadStops() *[languages]set {
	var lists [languages]set
	for l := English; l < languages; l++ {
		if l == Thai {
			continue
		}
		s := dataSet("stop/" + l.String())
		switch l {
		case Spanish, French, Portuguese, Italian, Russian, Greek:
			for w := range s {
				s[foldMarks(w)] = struct{}{}
			}
		}
		lists[l] = s
	}
	lists[Unknown] = lists[English]
	return &lists
}

// negated are the auxiliaries before n't, as they are spelt there.
var negated = wordSet("do does did is are was were have has had ca wo would could should must need might ai sha")

// clitics are what may hang on an English word behind an apostrophe.
var clitics = []string{"'s", "'re", "'ve", "'ll", "'d", "'m"}

func wordSet(words string) set {
	s := set{}
	for _, w := range strings.Fields(words) {
		s[w] = struct{}{}
	}
	return s
}

// IsStop tells whether word is a function word or a question word of l, which
// carries no content: articles, pronouns, prepositions, conjunctions,
// auxiliaries, and their contractions ("that's", "don't"). Unknown is taken as
// English. The word may be in any case.
func IsStop(word string, l Language) bool {
	if l >= languages {
		l = Unknown
	}
	return isStop(Fold(word), l)
}

// isStop is IsStop for a word that is folded.
func isStop(w string, l Language) bool {
	list := stopLists()[l]
	if list.has(w) {
		return true
	}
	w = strings.ReplaceAll(w, "’", "'")
	if l > English || !strings.Contains(w, "'") {
		return l > English && (l == Chinese || l == Japanese) && functional(w, l)
	}
	if base, ok := strings.CutSuffix(w, "n't"); ok {
		return negated.has(base)
	}
	for _, c := range clitics {
		if base, ok := strings.CutSuffix(w, c); ok {
			return list.has(base)
		}
	}
	return list.has(w)
}

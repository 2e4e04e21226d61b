package lang

import "strings"

// wantsE tells whether a verb whose -ed or -ing was cut off ended in a silent
// e, by the letters it ends in. What the letters cannot tell is listed in
// silent-e.txt and no-e.txt.
func wantsE(stem string) bool {
	last, before := stem[len(stem)-1], stem[len(stem)-2]
	switch last {
	case 'v', 'u', 'z', 'c':
		return true // serve, argue, size, place
	case 'a', 'e', 'i', 'o', 'w', 'x', 'y', 'j', 'q':
		return false
	case 'f':
		return before == 'a' && !isVowel(stem[max(0, len(stem)-3)]) // chafe; but leaf, staff
	case 'g':
		return before != 'n' // merge, manage, judge; but hang, belong
	case 's':
		return before != 's' // use, license, collapse
	case 'h':
		return false
	case 'l':
		if !isVowel(before) {
			return !strings.ContainsRune("lrwhy", rune(before)) || before == 'y' // handle; but crawl, hurl
		}
	}
	if !isVowel(before) && before != 'y' {
		return last == 'r' && strings.IndexByte("tcv", before) >= 0 && len(stem) > 4 // centre; but post, warn
	}
	// A vowel and one consonant. Two vowels are long without help: load, seem.
	if len(stem) > 2 && isVowel(stem[len(stem)-3]) && !strings.HasSuffix(stem[:len(stem)-2], "qu") {
		third := stem[len(stem)-3]
		return before == 'a' && (third == 'i' || third == 'u') && (last == 't' || last == 'd') // initiate, evaluate, persuade
	}
	if syllables(stem) == 1 {
		return true // hop-ed is hope: hop would have doubled
	}
	return longWantsE(before, last)
}

// longWantsE decides for a verb of several syllables that ends in one vowel
// and one consonant: there the vowel says whether the last syllable is full.
func longWantsE(vowel, last byte) bool {
	switch last {
	case 't':
		return vowel == 'a' || vowel == 'u' // update, compute; but visit, target, pivot
	case 'd':
		return true // decide, upgrade, include, supersede
	case 'n':
		return vowel == 'i' // define; but open, mention
	case 'm':
		return vowel != 'o' && vowel != 'e' // rename, consume; but blossom, problem
	case 'l':
		return vowel == 'i' || vowel == 'u' || vowel == 'y' // compile, schedule; but travel, signal
	case 'r':
		return vowel != 'e' && vowel != 'o' // prepare, require, measure; but offer, monitor
	case 'p':
		return vowel == 'a' || vowel == 'y' // escape, prototype; but develop
	case 'b':
		return vowel != 'a'
	case 'k':
		return true // invoke
	}
	return false
}

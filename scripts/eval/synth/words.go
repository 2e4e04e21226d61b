package synth

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// functionWords are English function words, about in order of how often they
// come up.
var functionWords = strings.Fields(`
	the of and to a in that it is was i for you he be with on by at have are not this but had his they she or which we
	an were as do been their has would there what will all if can her who one so up them some when could him into
	its then two out my did your our these me about after also over than most other now such only any where may how
	between through both under during before being because each those own while too very`)

// syllables spell made-up words. All end in a vowel, so that no stemmer
// touches a word made of them.
var syllables = func() (out []string) {
	for _, c := range []string{"b", "k", "m", "t", "r", "l", "p", "n", "f", "d", "g", "v", "z", "st", "br", "tr"} {
		for _, v := range "aou" {
			out = append(out, c+string(v))
		}
	}
	return out
}()

// Word spells a rank as a made-up word: two syllables for the first 2,300, as
// common words are short, three for all others.
func Word(rank int) string {
	n := len(syllables)
	w := ""
	for i := 0; i < 2 || rank > 0; i++ {
		w += syllables[(rank*7+i*11)%n]
		rank /= n
	}
	return w
}

const names = 400 // of people

// Name is the name of a person: a capital and two or three syllables.
func Name(i int) string {
	w := Word(i+3000) + "n"
	return strings.ToUpper(w[:1]) + w[1:]
}

// identifier makes up the name of a ticket, a setting, a version or a function.
func identifier(r *rand.Rand) string {
	word := func() string { return Word(r.IntN(2000)) }
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("%s-%d", strings.ToUpper(word()[:3]), 100+r.IntN(9900))
	case 1:
		return word() + "_" + word() + "_" + word()
	case 2:
		return fmt.Sprintf("v%d.%d.%d", r.IntN(9), r.IntN(20), r.IntN(40))
	default:
		w := word()
		return word() + strings.ToUpper(w[:1]) + w[1:]
	}
}

package lang

import (
	"cmp"
	"strings"
)

// suffixRule replaces an ending, when enough of the word stays before it.
type suffixRule struct {
	from, to string
	least    int // bytes
}

// unifying makes inflections meet that the Snowball stemmers keep apart. The
// first rule that fits is the one; a rule that changes nothing is there to keep
// a word from those below.
var unifying = [languages][]suffixRule{
	French: {
		{"ement", "ement", 1}, {"ment", "ment", 1}, {"ent", "e", 3}, // mangent
	},
	Spanish: {
		{"eres", "er", 3}, {"ores", "or", 2}, {"ares", "ar", 3}, // alquileres
	},
	Portuguese: {
		{"ões", "ão", 2}, {"ães", "ão", 2}, {"veis", "vel", 2}, {"éis", "el", 2}, {"óis", "ol", 2},
		{"ais", "al", 3}, {"ens", "em", 2}, {"ins", "im", 2}, {"ons", "om", 1}, {"uns", "um", 2},
	},
	Swedish: {
		{"eln", "el", 2}, {"itetets", "itet", 2}, {"itetet", "itet", 2}, {"itet", "itet", 2}, {"paketet", "paket", 0}, {"paket", "paket", 0},
		{"heten", "het", 2}, {"het", "het", 1}, {"planet", "planet", 0}, {"ets", "", 4}, {"et", "", 4}, {"an", "a", 4}, // barnets, flickan
	},
}

// kept are words that look inflected to the rules above and are not.
var kept = [languages]set{
	French: wordSet(`argent agent client patient président president accident incident vent cent dent urgent récent recent content
		parent talent absent présent present souvent évident continent occident orient équivalent excellent différent different
		violent innocent accent serpent torrent couvent intelligent permanent fréquent frequent résident transparent compétent contingent
		trident adolescent ascendant précédent suffisent`),
	German: wordSet(`leicht schlecht recht echt schlicht dicht feucht alt kalt bunt oft fest bekannt direkt exakt perfekt korrekt
		hart zart intelligent interessant elegant relevant konstant insgesamt gesamt sanft ernst selbst meist fast längst zuletzt
		sonst erst nächst höchst rasant dezent brillant zufrieden jetzt nicht`),
}

// unify prepares a folded word for its Snowball stemmer.
func unify(w string, l Language, small bool) string {
	if kept[l].has(w) {
		return w
	}
	if l == Turkish { // a name keeps what is added to it behind an apostrophe: İstanbul'da
		base, _, _ := strings.Cut(w, "'")
		return cmp.Or(base, w)
	}
	if l == German {
		if small {
			return germanVerb(w)
		}
		return w
	}
	for _, rule := range unifying[l] {
		if base, ok := strings.CutSuffix(w, rule.from); ok && len(base) >= rule.least {
			return base + rule.to
		}
	}
	return w
}

// germanVerb turns the third person of a German verb (wohnt, liefert, arbeitet)
// into its infinitive, which the stemmer knows. German writes verbs small and
// nouns with a capital, so Markt stays.
func germanVerb(w string) string {
	base, ok := strings.CutSuffix(w, "t")
	if !ok || len(base) < 3 {
		return w
	}
	switch last := base[len(base)-1]; {
	case strings.HasSuffix(base, "er") || strings.HasSuffix(base, "el"):
		return base + "n"
	case last == 'e':
		return base + "n"
	case strings.IndexByte("bcdfghklmnprsz", last) >= 0:
		return base + "en"
	}
	return w
}
